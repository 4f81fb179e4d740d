"""A comparison's figures: the measures of every pair of rule sets, and games made from their rounds.

Each deal has been played once for every dealer. A game takes the deals in order. From each deal it takes
the round of its next dealer, who depends on the previous round's winner.

In a stretch of deals, each rule set plays a game for every player who can deal first. The next stretch begins
at the deal after the longest of these games. Stretches share no deals, so they are independent clusters that
pair the rule sets. Long games are not left out: the last stretch is played to its end with extra deals.

If players drop out until a single player is left, a game of three or more needs smaller tables too. Four or more
different players sit in another order at each deal. Such games are not counted here. `ginrules.lab.simulate` plays
them as matches.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.runner.blocks import RunData
from ginrules.lab.runner.games import Game, GameRounds, game_maker, one_game, without_end
from ginrules.lab.runner.task import Run, RunOptions
from ginrules.lab.runner.workers import batches_of
from ginrules.lab.statistics.estimate import (
    Estimate,
    PairedSums,
    Ratio,
    UnitRatios,
    critical_value,
    effect,
    estimates,
    relative_efficiency,
    sequence_critical_value,
)
from ginrules.lab.statistics.measures import (
    COMEBACK,
    COUNTED,
    FIRST_SIDE,
    GAME_MEASURE,
    MATCH_LENGTH,
    ROUND_MEASURES,
    SKILL_GAME,
    SKILL_MATCH,
    SKILL_NET,
    SKILL_ROUND,
    Measure,
    measured,
)
from ginrules.lab.statistics.result import Distribution, Histogram
from ginrules.play.seeded_deals import are_drawn, seatings
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds
    from ginrules.lab.runner.workers import Batches


MOST_EXTRA_DEALS: Final = 200
"""Limit on the extra deals that are played to finish the last games."""

FIRST_LOOK: Final = 60
"""Deals to play before a run can stop because it is precise enough."""

LOOK_EVERY: Final = 20
"""Deals between two checks of the precision: a run stops after a multiple of this number.

A run with ``until`` is played in parts of this size by every executor.
"""


@attrs.frozen
class Precision:
    """The precision that stops a comparison.

    Attributes:
        half_width: The largest half-width of the intervals of all differences, in the measure's unit.
        key: The measure.
    """

    half_width: float
    key: str = "points"


class ComparisonFigures:
    """The figures of a comparison: of each pair of the first rule set and another, and of games from their rounds."""

    def __init__(
        self, rules: tuple[RuleSet, ...], played_as: tuple[int, ...], run: Run, until: Precision | None
    ) -> None:
        self._rules, self._played_as, self._run, self._until = rules, played_as, run, until
        self._task = run.tasks[0]
        self._deals = 0
        self._has_ended = False
        seats, names = self._task.places, self._task.names
        self._has_skill = len(names) > 1
        self._counts: list[dict[str, Counter[int]]] = [defaultdict(Counter) for _ in rules]
        self._sums: list[dict[str, PairedSums]] = [defaultdict(PairedSums) for _ in rules[1:]]
        tables = () if are_drawn(names) else seatings(names, seats)
        self._games = [_games(rules[0], other, seats, tables) for other in rules[1:]]

    def _priced(self, batches: Batches) -> list[PricedRounds]:
        """Return the rounds at the prices of every rule set, those of a task once or more."""
        return [batches[task].at_prices_of(rules) for rules, task in zip(self._rules, self._played_as, strict=True)]

    def add(self, _part: int, batches: Batches) -> list[PricedRounds]:
        """Add the next deals: values, ratios, and games that run through the deals."""
        priced = self._priced(batches)
        for counts, rounds in zip(self._counts, priced, strict=True):
            for key, values in rounds.values().items():
                counts[key] += values
        first, *others = map(self._ratios, priced)
        for sums, ratios in zip(self._sums, others, strict=True):
            for key, ratio in first.items():
                sums[key] += PairedSums.of_units(ratio, ratios[key])
        self._add_games(priced)
        self._deals += len(batches[0].units)
        return priced

    def _add_games(self, priced: Sequence[PricedRounds], *, begin: bool = True) -> None:
        deals, *deals_of_others = [
            GameRounds.of(one.rules, one.batch.facts.reshape(len(one.batch.units), -1), one.prices) for one in priced
        ]
        for games, other_deals in zip(self._games, deals_of_others, strict=True):
            for one in games:
                one.add(deals, other_deals, begin=begin)

    def _ratios(self, rounds: PricedRounds) -> dict[str, UnitRatios]:
        ratios = measured(rounds)
        if self._has_skill:
            ratios[SKILL_ROUND.key], ratios[SKILL_NET.key] = rounds.contestant(0)
        return ratios

    def are_enough(self) -> bool:
        """Return whether the comparison can stop, because all differences are precise enough."""
        if self._until is None or self._deals < FIRST_LOOK or self._deals % LOOK_EVERY:
            return False
        differences = [
            self._estimates(measure, sums, same=same)[2]
            for pair in range(len(self._sums))
            for measure, (sums, same) in self._measured(pair).items()
            if measure.key == self._until.key
        ]
        known = [one.half_width for one in differences if one is not None]
        return 0 < len(known) == len(differences) and max(known) <= self._until.half_width

    def end(self) -> None:
        """Finish the games in progress with extra deals, in batches on the core and one by one on the engine."""
        extra = attrs.evolve(
            self._run, units=self._deals + MOST_EXTRA_DEALS, chunk=LOOK_EVERY if self._run.is_compiled else 1
        )
        for batches in batches_of(extra, RunOptions(), first=self._deals) if self._in_stretch else ():
            self._add_games(self._priced(batches), begin=False)
            if not self._in_stretch:
                break
        self._has_ended = True

    @property
    def _in_stretch(self) -> bool:
        return any(one.in_stretch for games in self._games for one in games)

    def result(self, data: RunData) -> Comparison:
        """Return the comparison of the deals so far."""
        first, *others = self._played_as
        return Comparison(
            rules=self._rules,
            contestants=self._run.players,
            seats=self._task.places,
            rounds=self._deals * self._run.size,
            deals=self._deals,
            seed=self._task.seed,
            repricings=tuple(played == first for played in others),
            findings=self._findings(),
            distributions=self._distributions(),
            method="fixed" if self._until is None else "sequential",
            partial=not self._has_ended,
            data=data,
        )

    def _measured(self, pair: int) -> dict[Measure, tuple[PairedSums, bool]]:
        """Return the sums of every measure of a pair, and whether a difference is impossible."""
        a, b, by_key = self._rules[0], self._rules[pair + 1], self._sums[pair]
        is_repriced = self._played_as[0] == self._played_as[pair + 1]
        prices_differ = "price" in {RULES[change.name].affects for change in diff(a, b)}
        rounds = (*ROUND_MEASURES, *((SKILL_ROUND, SKILL_NET) if self._has_skill else ()))
        sums = {measure: by_key[measure.key] for measure in rounds}
        for games in self._games[pair]:
            sums |= games.sums
        sums |= {measure: by_key[measure.key] for measure in self._task.own}
        return {
            measure: (one, is_repriced and (a == b or measure.by_play or (measure in rounds and not prices_differ)))
            for measure, one in sums.items()
            if self._has_skill or measure not in {SKILL_GAME, SKILL_MATCH}
        }

    def _findings(self) -> tuple[Finding, ...]:
        """Return the estimates, without optional measures that are always zero."""
        by_pair = [self._measured(pair) for pair in range(len(self._sums))]
        measures = dict.fromkeys(chain.from_iterable(by_pair))
        return tuple(
            self._finding(measure, [pair.get(measure, (PairedSums(), False)) for pair in by_pair])
            for measure in measures
            if not measure.optional or any(pair[measure][0].a or pair[measure][0].b for pair in by_pair)
        )

    def _finding(self, measure: Measure, pairs: list[tuple[PairedSums, bool]]) -> Finding:
        share = measure.unit == "share"
        bases, values, differences = zip(
            *(self._estimates(measure, sums, same=same) for sums, same in pairs), strict=True
        )
        return Finding(
            measure,
            (bases[0], *values),
            differences,
            tuple(same for _, same in pairs),
            tuple(effect(sums, share=share) for sums, _ in pairs),
            tuple(relative_efficiency(sums) for sums, _ in pairs),
            bases,
        )

    def _estimates(
        self, measure: Measure, sums: PairedSums, *, same: bool
    ) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
        planned = max(FIRST_LOOK, self._run.units // 4)
        critical = critical_value if self._until is None else partial(sequence_critical_value, planned=planned)
        return estimates(sums, share=measure.unit == "share", same=same, critical=critical)

    def _distributions(self) -> tuple[Distribution, ...]:
        """Return the distributions of values, for the first rule set by the games of its first pair."""
        counts: list[dict[Measure, Mapping[int, int]]] = [
            {measure: by_key[measure.key] for measure in COUNTED} for by_key in self._counts
        ]
        if all(self._games):
            lengths = [self._games[0][0].counts[0], *(games[0].counts[1] for games in self._games)]
            counts = [{**one, GAME_MEASURE: of_games} for one, of_games in zip(counts, lengths, strict=True)]
        return tuple(
            Distribution(measure.key, measure.title, measure.unit, tuple(Histogram(one[measure]) for one in counts))
            for measure in counts[0]
        )


def _games(a: RuleSet, b: RuleSet, seats: int, tables: tuple[tuple[int, ...], ...]) -> list[Games]:
    """Return the games of a pair, and its whole matches if there are any, empty if rounds of deals do not make them."""
    if not tables or None in {players_at(a, seats), players_at(b, seats)}:
        return []
    several = any(rules.match_form != "single" for rules in (a, b))
    return [Games(a, b, seats, tables, whole=whole) for whole in ([False, True] if several else [False])]


class Games:
    """The sums of games by measure, stretch by stretch, and how often each number of rounds occurred."""

    def __init__(
        self, a: RuleSet, b: RuleSet, seats: int, seatings: tuple[tuple[int, ...], ...], *, whole: bool = False
    ) -> None:
        measures = (MATCH_LENGTH, SKILL_MATCH) if whole else (GAME_MEASURE, FIRST_SIDE, COMEBACK, SKILL_GAME)
        self.sums: dict[Measure, PairedSums] = {measure: PairedSums() for measure in measures}
        self.counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._seats = seats
        self._seatings = seatings
        self._whole = whole
        self._rules = (without_end(a), without_end(b)) if whole else (one_game(a), one_game(b))
        self._new_game = [game_maker(rules, players_at(rules, seats) or seats) for rules in self._rules]
        self._games: tuple[list[Game], ...] = ()
        self._counted: list[list[list[Ratio]]] = []

    @property
    def in_stretch(self) -> bool:
        """Whether a game of the stretch is still in progress."""
        return bool(self._games)

    def add(self, a: GameRounds, b: GameRounds, *, begin: bool = True) -> None:
        """Continue the games with the next deals, under both rule sets, and perhaps begin the next stretches."""
        start = 0
        while start < len(a) and (self._games or begin):
            if not self._games:
                self._games = tuple(
                    [
                        new_game(contestants, dealer, number * self._seats)
                        for number, contestants in enumerate(self._seatings)
                        for dealer in range(self._seats)
                    ]
                    for new_game in self._new_game
                )
            start = self._play_on(a, b, start)
        if self._counted:
            import numpy as np

            numbers = np.array(self._counted, np.int64)
            for measure, (of_a, of_b) in zip(self.sums, numbers.transpose(2, 1, 3, 0), strict=True):
                self.sums[measure] += PairedSums.of_units(tuple(of_a), tuple(of_b))
            self._counted.clear()

    def _play_on(self, a: GameRounds, b: GameRounds, start: int) -> int:
        """Continue the games of this stretch, count them when all are over, and return the next deal."""
        sides = zip(self._games, (a, b), strict=True)
        stop = max(game.play_on(deals, start) for games, deals in sides for game in games)
        if all(game.is_over for games in self._games for game in games):
            self._counted.append(
                [_ratios(*side, whole=self._whole) for side in zip(self._rules, self._games, strict=True)]
            )
            for counts, games in zip(self.counts, self._games, strict=True):
                counts.update(game.rounds for game in games)
            self._games = ()
        return stop


_SEATS_ARE_SIDES: Final = ("head-to-head", "all-play", "partnership")


def _ratios(rules: RuleSet, games: Sequence[Game], *, whole: bool) -> list[Ratio]:
    """Return the counts and bases of a stretch's games, or of its whole matches, in the order of the measures.

    If seats are not sides, no game counts for the first contestant's wins.
    """
    won = [(game, *game.winners) for game in games if len(game.winners) == 1]
    of_contestants = [game.contestants[side] for game, side in won] if rules.seating in _SEATS_ARE_SIDES else []
    length = sum(game.rounds for game in games), len(games)
    skill = of_contestants.count(0), len(of_contestants)
    if whole:
        return [length, skill]
    from_behind, behind = zip(*(game.comebacks() for game in games), strict=True)
    begun = sum(side == game.begins for game, side in won), len(won)
    return [length, begun, (sum(from_behind), sum(behind)), skill]


def players_at(rules: RuleSet, seats: int) -> int | None:
    """Return the smallest number of players who need only tables of this size in a game, or None if none fits."""
    match rules.game_end:
        case "last-standing" if seats > 2:
            return None
        case "target" | "last-standing":
            return next((number for number in rules.player_counts if table_seats(rules.seating, number) == seats), None)
