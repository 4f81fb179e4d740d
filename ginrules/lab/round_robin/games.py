"""The games of a tournament: contests of a few players each, played on the same deals and counted.

In a unit of the run, every contest plays the same deals, with its players in every place and with
every place dealing first. So a unit is a cluster in which the luck of the cards cancels.
The compiled core plays many games at once if it supports all players and a game is a single column of
gained points.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.comparison.plain_games import PlainGame, PlainRules, is_plain
from ginrules.lab.comparison.plan import GameRounds
from ginrules.lab.runner.job import Job
from ginrules.lab.runner.play import MOST_ROUNDS, SimulatedMatch
from ginrules.lab.runner.workers import Run
from ginrules.lab.statistics.sums import Sums
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import deal_seed
from ginrules.players.chat import ChatCounts, ChatPlayer
from ginrules.seated.player import NewPlayer, Player

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds

GAME: Final = 27_720
"""The value of a game won: divisible by every number up to twelve, so that shared wins are whole numbers."""

_TWO: Final = 2
_COUNTING: Final = threading.Lock()


@attrs.frozen
class Tally:
    """The games of a contest in a unit.

    Attributes:
        games: The number of games.
        rounds: The rounds of these games.
        wins: The wins of each player of the contest, `GAME` for a game won alone; they add up to `GAME` per game.
        nets: The net points of each player over the rounds, added up over all its places.
    """

    games: int
    rounds: int
    wins: tuple[int, ...]
    nets: tuple[int, ...]


@attrs.frozen
class GamesRun(Run[Sums]):
    """The run of a tournament, with a job for each contest.

    Attributes:
        contests: The numbers of the players of each contest, in the order of the jobs.
        on_core: Whether the compiled core plays the games.
        counted: The replies of each chat player that are already in sums, or were given before the run.
    """

    contests: tuple[tuple[int, ...], ...] = ()
    on_core: bool = False
    counted: dict[int, ChatCounts] = attrs.field(init=False, eq=False, repr=False)

    @counted.default
    def _counted(self) -> dict[int, ChatCounts]:
        return {player: attrs.evolve(chat.counts) for player, chat in self.chats.items()}

    @property
    def chats(self) -> dict[int, ChatPlayer]:
        """The makers of chat players, by the number of the player."""
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

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled core plays the games."""
        return self.on_core

    def compiled(self, numbers: range) -> Sums | None:
        """Play these units on the compiled core; None if a game does not end, which the engine then reports."""
        by_contest = [core_tallies(job, numbers) for job in self.jobs]
        if None in by_contest:
            return None
        return _sums_of(self.contests, len(self.players), [tallies for tallies in by_contest if tallies])

    def collected(self, units: Sequence[tuple[DealtRounds, ...]]) -> Sums:
        """Return the sums of a unit played by the engine, with the replies of chat players since the last."""
        sums = super().collected(units)
        if sums.units:
            with _COUNTING:  # several threads can play units of a run
                for player, chat in self.chats.items():
                    now, before = attrs.evolve(chat.counts), self.counted[player]
                    self.counted[player] = now
                    sums.add(f"refused {player}", (now.refused - before.refused, now.replies - before.replies))
                    sums.add(f"replaced {player}", (now.replaced - before.replaced, now.decisions - before.decisions))
        return sums


def plays_on_core(job: Job) -> bool:
    """Return whether the compiled core plays the games of a contest.

    Players that look at the match need the engine, which shows it to them; stand-ins do not.
    """
    return (
        is_plain(job.rules, job.places)
        and len(job.new_players) == job.places
        and job.rules.knock_source != "knock-card"  # the second pack lasts for the whole match
        and not any(getattr(new_player(0), "reads_match", True) for new_player in job.new_players)
        and job.core_plays
    )


def collect(contests: tuple[tuple[int, ...], ...], players: int, jobs: Sequence[DealtRounds]) -> Sums:
    """Count units played by the engine."""
    tallies = [
        [tally_of(matches, len(contest)) for matches in dealt.matches]
        for dealt, contest in zip(jobs, contests, strict=True)
    ]
    return _sums_of(contests, players, tallies)


def _sums_of(contests: Sequence[tuple[int, ...]], players: int, by_contest: Sequence[Sequence[Tally]]) -> Sums:
    """Return the sums of several units, made from the tallies of each contest."""
    sums = Sums()
    for tallies in zip(*by_contest, strict=True):
        add_unit(sums, contests, tallies, players)
    return sums


def add_unit(sums: Sums, contests: Sequence[tuple[int, ...]], tallies: Sequence[Tally], players: int) -> None:
    """Add the contests of a unit: the wins and net points of each player per contest, and its wins in total."""
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


def tally_of(matches: Sequence[SimulatedMatch], contestants: int) -> Tally:
    """Count the games of a contest in a unit.

    If several sides win a game, they share it; if nobody wins, all sides share it. The players of a side share
    its wins.
    """
    wins, nets, rounds = [0] * contestants, [0] * contestants, 0
    for simulated in matches:
        match = simulated.match
        winners = match.winners or tuple(range(len(match.sides)))
        for side in winners:
            members = match.sides[side]
            for player in members:
                wins[simulated.contestants[player]] += GAME // (len(winners) * len(members))
        for one in simulated.rounds:
            for seat, contestant in enumerate(one.contestants):
                nets[contestant] += one.score.net[seat]
        rounds += len(simulated.rounds)
    return Tally(len(matches), rounds, tuple(wins), tuple(nets))


@attrs.define
class _CoreGame:
    """A game that the core plays, and the players of its next round.

    Attributes:
        plain: The game.
        job: The contest.
        players: A player of each contestant, which names its stand-in.
        makers: The makers of the contestants' players in the next round.
    """

    plain: PlainGame
    job: Job
    players: tuple[Player, ...]
    makers: tuple[NewPlayer, ...]
    _outcomes: list[Outcome] = attrs.field(factory=list)

    @property
    def has_stand_ins(self) -> bool:
        """Whether a player can have a stand-in."""
        return any(getattr(type(player), "stand_in", Player.stand_in) is not Player.stand_in for player in self.players)

    def play(self, deals: GameRounds, place: int) -> None:
        """Play a round with the deal at this place."""
        plain = self.plain
        number = place * deals.width + plain.first_round + plain.dealer
        plain.play_on(deals, place, place + 1)
        if deals.facts is not None:
            self._outcomes.append(deals.outcomes[number])
            self.makers = tuple(map(self._maker, range(len(self.players))))

    def _maker(self, contestant: int) -> NewPlayer:
        stand_in = getattr(self.players[contestant], "stand_in", None)
        seat = self.plain.contestants.index(contestant)
        other = None if stand_in is None else stand_in(self.job.rules, seat, self._outcomes)
        return self.job.new_players[contestant] if other is None else other


def core_tallies(job: Job, numbers: range) -> list[Tally] | None:
    """Play units of a contest on the compiled core and count them; None if a game does not end.

    All games of the units are played in step: a single call plays the next round of all unfinished games that have
    the same players. Stand-ins (`ginrules.players.Player.stand_in`) make other players in some games.
    """
    from ginrules.lab.runner.units import core_rounds  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

    seeds = [deal_seed(job.seed, number) for number in numbers]
    shared, players = PlainRules.of(job.rules), tuple(new_player(0) for new_player in job.new_players)
    games = [
        [
            _CoreGame(PlainGame.new(shared, number * _TWO, contestants, dealer), job, players, job.new_players)
            for number, contestants in enumerate(job.seatings(seed))
            for dealer in range(_TWO)
        ]
        for seed in seeds
    ]
    follows = games[0][0].has_stand_ins if games else False
    for number in range(MOST_ROUNDS):
        due: dict[tuple[NewPlayer, ...], dict[int, list[_CoreGame]]] = {}
        for unit, together in enumerate(games):
            for game in together:
                if not game.plain.is_over:
                    due.setdefault(game.makers, {}).setdefault(unit, []).append(game)
        if not due:
            return [_tally_of_plain([game.plain for game in together]) for together in games]
        for makers, by_unit in due.items():
            round_seeds = [deal_seed(seeds[unit], number) for unit in by_unit]
            dealt = core_rounds(attrs.evolve(job, new_players=makers), list(by_unit), round_seeds)
            if dealt is None:
                return None
            deals = GameRounds.of(dealt.at_prices_of(job.rules), with_outcomes=follows)
            for place, together in enumerate(by_unit.values()):
                for game in together:
                    game.play(deals, place)
    return None


def _tally_of_plain(games: Sequence[PlainGame]) -> Tally:
    wins, nets = [0] * _TWO, [0] * _TWO
    for game in games:
        assert game.winner is not None
        wins[game.contestants[game.winner]] += GAME
        for seat, contestant in enumerate(game.contestants):
            nets[contestant] += game.lead(seat)
    return Tally(len(games), sum(game.rounds for game in games), tuple(wins), tuple(nets))
