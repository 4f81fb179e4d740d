"""Matches side by side on the compiled core: a single call plays the next table of all matches with the same players.

The games of tournaments and the matches of `ginrules.lab.simulate` are played here. They are those of
`ginrules.lab.play_match`: the same deals, dealers and tables. Each table is entered in its match before the next
is known.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import PLAYED_ROUNDS
from ginrules.driver.player import NewPlayer, Player
from ginrules.fast._facts import outcomes, prices_of
from ginrules.fast.rounds import facts_of_deals
from ginrules.lab.runner.batch import MATCHES, PLACES, Batch, six_places
from ginrules.lab.runner.games import Game, GameRounds, MatchGame, finished_game, game_maker, is_plain, without_end
from ginrules.lab.runner.task import Task
from ginrules.match.state import Table
from ginrules.match.view import MatchView, played_by, seen_at
from ginrules.play.deal import knock_card_of
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import deal_seed


@attrs.define
class _Match:
    """A match in progress.

    Attributes:
        number: Its place among the matches that are played side by side.
        unit: The number of its unit.
        seed: The seed of its deals.
        seating: The number of its seating.
        first_dealer: The player who deals first.
        game: The game.
        played: The outcomes of its rounds with their tables, kept for stand-ins.
    """

    number: int
    unit: int
    seed: int
    seating: int
    first_dealer: int
    game: Game
    played: list[tuple[Outcome, Table]] = attrs.field(factory=list)

    def seen_at(self, table: Table) -> MatchView:
        """Return the match as a table's players know it."""
        game = self.game
        if isinstance(game, MatchGame):
            status, together = game.status, played_by(self.played, table.players)
            return seen_at(table, game.sides, status.rounds, status.sheet, status.accounts, together)
        outcomes = tuple([outcome for outcome, _ in self.played])
        return MatchView(
            round=game.rounds, dealer=table.dealer_seat, target=game.target, columns=(game.standing,), won=(0, 0),
            outcomes=outcomes,
        )  # fmt: skip


def side_by_side(task: Task, units: range) -> Batch | None:
    """Play the matches of units. None if a round or a match does not end."""
    new_game, played = game_maker(without_end(task.rules), task.places), _Rounds(task)
    places = [
        (unit, seed, seating, contestants, dealer)
        for unit, seed in ((unit, deal_seed(task.seed, unit)) for unit in units)
        for seating, contestants in enumerate(task.seatings(seed))
        for dealer in range(task.dealers)
    ]
    matches = [
        _Match(number, unit, seed, seating, dealer, new_game(contestants, dealer))
        for number, (unit, seed, seating, contestants, dealer) in enumerate(places)
    ]
    for number in range(PLAYED_ROUNDS * task.tables):
        due = [match for match in matches if not match.game.is_over]
        if not due:
            return played.batch(units, matches)
        if not played.play_next(due, number):
            return None
    return None


@attrs.define
class _Rounds:
    """The rounds of matches side by side, as they are played.

    Attributes:
        task: The task.
        players: A player of each contestant, which names its stand-ins.
    """

    task: Task
    players: tuple[Player, ...] = attrs.field(init=False)
    _facts: list[NDArray[np.void]] = attrs.field(factory=list, init=False)
    _places: list[tuple[object, ...]] = attrs.field(factory=list, init=False)
    _numbers: list[int] = attrs.field(factory=list, init=False)

    @players.default
    def _players(self) -> tuple[Player, ...]:
        return tuple(new_player(0) for new_player in self.task.new_players)

    @property
    def _for_matches(self) -> bool:
        """Whether the games are counted as matches."""
        return not is_plain(without_end(self.task.rules), self.task.places)

    @property
    def _follows(self) -> bool:
        """Whether a player can have a stand-in."""
        return any(getattr(type(player), "stand_in", Player.stand_in) is not Player.stand_in for player in self.players)

    def play_next(self, matches: Sequence[_Match], number: int) -> bool:
        """Play the next table of matches that have played as many, and return whether every round ends."""
        follows, rules = self._follows, self.task.rules
        in_match = number // self.task.tables
        groups: dict[tuple[NewPlayer, ...], dict[int, list[_Match]]] = {}
        for match in matches:
            makers = self._makers(match, match.game.due, follows=follows)
            groups.setdefault(makers, {}).setdefault(match.seed, []).append(match)
        for makers, by_seed in groups.items():
            seeds = np.array([deal_seed(seed, number) for seed in by_seed], np.uint64)
            cards = self._knock_cards(list(by_seed), in_match)
            wanted = np.zeros((len(by_seed), len(makers)), np.bool_)
            for place, together in enumerate(by_seed.values()):
                wanted[place, [match.game.due.dealer_seat for match in together]] = True
            facts = facts_of_deals(rules, makers, seeds, self.task.ply_cap, cards, wanted)
            if facts["status"][wanted].any():
                return False
            facts[~wanted] = facts[wanted][0]  # some of these have not been played
            rounds = GameRounds.of(rules, facts, prices_of(rules, facts), for_matches=self._for_matches)
            known = [one.outcome for one in outcomes(rules, facts)] if follows else []
            chosen: list[int] = []
            for place, together in enumerate(by_seed.values()):
                for match in together:
                    table = match.game.due
                    chosen.append(place * rounds.width + table.dealer_seat)
                    at_table = six_places(_at(match, table))
                    self._places.append(
                        (match.unit, in_match, match.seating, match.first_dealer, table.number, at_table)
                    )
                    self._numbers.append(match.number)
                    if follows:
                        match.played.append((known[chosen[-1]], table))
                    match.game.play_on(rounds, place, place + 1)
            self._facts.append(facts.ravel()[chosen])
        return True

    def _knock_cards(self, seeds: Sequence[int], number: int) -> NDArray[np.uint8] | None:
        """Return the cards of the second packs of matches with these seeds, before the round of this number."""
        if self.task.rules.knock_source != "knock-card":
            return None
        return np.array([knock_card_of(self.task.rules, seed, number) for seed in seeds], np.uint8)

    def _makers(self, match: _Match, table: Table, *, follows: bool) -> tuple[NewPlayer, ...]:
        """Return the makers of the players at a table, some of them of stand-ins."""
        makers, at_table = self.task.new_players, _at(match, table)
        if not follows:
            return tuple([makers[contestant] for contestant in at_table])
        seen = match.seen_at(table)
        stand_ins = [
            self.players[contestant].stand_in(self.task.rules, seat, seen)
            if hasattr(self.players[contestant], "stand_in")
            else None
            for seat, contestant in enumerate(at_table)
        ]
        return tuple(other or makers[contestant] for other, contestant in zip(stand_ins, at_table, strict=True))

    def batch(self, units: range, matches: Sequence[_Match]) -> Batch:
        """Return the rounds, match after match, with the finished matches of each unit."""
        order = np.argsort(np.array(self._numbers, np.int64), kind="stable")
        finished = np.array([finished_game(match.game) for match in matches], MATCHES)
        return Batch(
            self.task,
            units,
            np.concatenate(self._facts)[order],
            np.array(self._places, PLACES)[order],
            finished.reshape(len(units), self.task.size),
        )


def _at(match: _Match, table: Table) -> tuple[int, ...]:
    """Return the number of the contestant at each seat of a table."""
    return tuple([match.game.contestants[player] for player in table.players])
