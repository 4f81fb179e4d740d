"""A tournament's games: contests of a few players each, played on the same deals and counted.

In a unit of the run, every contest plays the same deals, with its players in every place and with
every place dealing first. So a unit is a cluster in which the luck of the cards cancels.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.runner.workers import Run
from ginrules.lab.statistics.sums import Sums
from ginrules.players.chat import ChatCounts, ChatPlayer
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds, PricedRounds

GAME: Final = 27_720
"""The value of a game won: divisible by every number up to twelve, so that shared wins are whole numbers."""

_COUNTING: Final = threading.Lock()


@attrs.frozen
class Tally:
    """A contest's games in a unit.

    Attributes:
        games: The number of games.
        rounds: The rounds of these games.
        wins: The wins of each player of the contest, `GAME` for a game won alone. They add up to `GAME` per game.
        nets: The net points of each player over the rounds, added up over all its places.
    """

    games: int
    rounds: int
    wins: tuple[int, ...]
    nets: tuple[int, ...]


@attrs.frozen
class GamesRun(Run[Sums]):
    """A tournament's run, with a job for each contest.

    Attributes:
        contests: The numbers of the players of each contest, in the jobs' order.
        counted: The replies of each chat player that are already in sums, or were given before the run.
    """

    contests: tuple[tuple[int, ...], ...] = ()
    counted: dict[int, ChatCounts] = attrs.field(init=False, eq=False, repr=False)

    @counted.default
    def _counted(self) -> dict[int, ChatCounts]:
        return {player: attrs.evolve(chat.counts) for player, chat in self.chats.items()}

    @property
    def chats(self) -> dict[int, ChatPlayer]:
        """The makers of chat players, by the player's number."""
        return {
            player: maker
            for job, contest in zip(self.jobs, self.contests, strict=True)
            for player, maker in zip(contest, job.new_players, strict=True)
            if isinstance(maker, ChatPlayer)
        }

    @property
    def names_of_sums(self) -> list[str]:
        """The names of the sums of the run."""
        names = names_of_sums(self.contests, len(self.players))
        return names + [f"{kind} {player}" for player in self.chats for kind in ("refused", "replaced")]

    def collected(self, units: Sequence[tuple[DealtRounds, ...]]) -> Sums:
        """Return the sums for a unit played by the engine, with the replies of chat players since the last."""
        sums = super().collected(units)
        if sums.units:
            with _COUNTING:  # several threads can play units of a run
                for player, chat in self.chats.items():
                    now, before = attrs.evolve(chat.counts), self.counted[player]
                    self.counted[player] = now
                    sums.add(f"refused {player}", (now.refused - before.refused, now.replies - before.replies))
                    sums.add(f"replaced {player}", (now.replaced - before.replaced, now.decisions - before.decisions))
        return sums


def collect(contests: tuple[tuple[int, ...], ...], players: int, rules: RuleSet, jobs: Sequence[DealtRounds]) -> Sums:
    """Count units that have been played."""
    tallies = [
        tallies_of(dealt.at_prices_of(rules), len(contest)) for dealt, contest in zip(jobs, contests, strict=True)
    ]
    return _sums_of(contests, players, tallies)


def _sums_of(contests: Sequence[tuple[int, ...]], players: int, by_contest: Sequence[Sequence[Tally]]) -> Sums:
    """Return the sums of several units, made from the tallies of each contest."""
    sums = Sums()
    for tallies in zip(*by_contest, strict=True):
        add_unit(sums, contests, tallies, players)
    return sums


def add_unit(sums: Sums, contests: Sequence[tuple[int, ...]], tallies: Sequence[Tally], players: int) -> None:
    """Add a unit's contests: the wins and net points of each player per contest, and its wins in total."""
    sums.units += 1
    totals = [[0, 0, 0, 0] for _ in range(players)]
    for number, (contest, tally) in enumerate(zip(contests, tallies, strict=True)):
        for place, player in enumerate(contest):
            won = tally.wins[place], GAME * tally.games
            net = tally.nets[place], tally.rounds
            sums.add(f"won {number} {place}", won)
            sums.add(f"net {number} {place}", net)
            totals[player] = [mine + more for mine, more in zip(totals[player], (*won, *net), strict=True)]
    for one in range(players):
        sums.add(f"net {one}", (totals[one][2], totals[one][3]))
        for other in range(one, players):
            sums.add(f"wins {one} {other}", (totals[one][0], totals[one][1]), (totals[other][0], totals[other][1]))


def names_of_sums(contests: Sequence[tuple[int, ...]], players: int) -> list[str]:
    """Return the names of the sums made by `add_unit`."""
    names = [f"wins {one} {other}" for one in range(players) for other in range(one, players)]
    names += [f"net {player}" for player in range(players)]
    for number, contest in enumerate(contests):
        names += [f"{kind} {number} {place}" for kind in ("won", "net") for place in range(len(contest))]
    return names


def tallies_of(rounds: PricedRounds, contestants: int) -> list[Tally]:
    """Count a contest's games in each unit.

    If several sides win a game, they share it. If nobody wins, all sides share it. A side's players share
    its wins.
    """
    wins = [[0] * contestants for _ in rounds.dealt.matches]
    for won, matches in zip(wins, rounds.dealt.matches, strict=True):
        for match in matches:
            winners = match.winners or tuple(range(len(match.sides)))
            for side in winners:
                members = match.sides[side]
                for player in members:
                    won[match.contestants[player]] += GAME // (len(winners) * len(members))
    played = rounds.by_unit(1).tolist()
    nets = [rounds.contestant(number)[1][0].tolist() for number in range(contestants)]
    return [
        Tally(len(matches), played[unit], tuple(wins[unit]), tuple(net[unit] for net in nets))
        for unit, matches in enumerate(rounds.dealt.matches)
    ]
