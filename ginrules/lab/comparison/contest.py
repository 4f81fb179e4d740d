"""What a comparison has found so far: the sums of every pair of rule sets, and the games that go through the deals."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from ginrules.lab.comparison.games import GameLengths
from ginrules.lab.comparison.plan import Outcomes, Part, Plan
from ginrules.lab.comparison.result import Finding
from ginrules.lab.statistics.estimate import effect, estimates, relative_efficiency
from ginrules.lab.statistics.histogram import Distribution, Histogram
from ginrules.lab.statistics.match_measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    MATCH_LENGTH,
    SKILL_GAME,
    SKILL_MATCH,
    SKILL_NET,
    SKILL_ROUND,
)
from ginrules.lab.statistics.measures import ROUND_MEASURES, Measure
from ginrules.lab.statistics.sums import PairedSums, Sums
from ginrules.rules.diff import diff

COUNTED: Final = {
    "points": ("points per round", "points"),
    "turns": ("turns per round", "turns"),
    "knock-deadwood": ("deadwood at the knock", "points"),
    "rounds-per-game": ("rounds per game", "rounds"),
}
"""What is counted value by value: its title and unit."""


class Pair:
    """The first rule set and one of the others: their sums, and the games that go through the deals in order.

    Args:
        plan: The plan of the run.
        number: The number of the other rule set.
        seats: Seats of a table.
    """

    def __init__(self, plan: Plan, number: int, seats: int) -> None:
        self._contestants = plan.contestants
        self._a, self._b = plan.rules[0], plan.rules[number]
        self._places = plan.played_as[0], plan.played_as[number]
        self.repriced = self._places[0] == self._places[1]
        self._priced_alike = self.repriced and all(change.section != "price" for change in diff(self._a, self._b))
        self.sums = Sums()
        self.games = GameLengths(self._a, self._b, seats, self._contestants)
        several = any(rules.match_form != "single" for rules in (self._a, self._b))
        self._matches = GameLengths(self._a, self._b, seats, self._contestants, whole=True) if several else None

    @property
    def in_stretch(self) -> bool:
        """Whether some game or match of a stretch is not over yet."""
        return any(each.in_stretch for each in self._folds())

    def add(self, sums: Sums, deals: list[Outcomes]) -> None:
        """Add a part."""
        self.sums.merge(sums)
        for deal in deals:
            for fold in self._folds():
                fold.add(deal[self._places[0]], deal[self._places[1]])

    def finish(self, deal: Outcomes) -> None:
        """Let the games under way go on with a further deal, which is not counted itself."""
        for fold in self._folds():
            if fold.in_stretch:
                fold.add(deal[self._places[0]], deal[self._places[1]])

    def _folds(self) -> list[GameLengths]:
        return [self.games] if self._matches is None else [self.games, self._matches]

    def measured(self) -> Iterator[tuple[Measure, PairedSums, bool]]:
        """Every measure with its sums, and whether it cannot differ."""
        skill = [SKILL_ROUND, SKILL_NET] if self._contestants > 1 else []
        for measure in (*ROUND_MEASURES, *skill):
            same = self._priced_alike or (self.repriced and measure.by_play)
            yield measure, self.sums.ratio(measure.key), same
        same_game = self.repriced and self._a == self._b
        yield GAME_MEASURE, self.games.sums, same_game
        yield FIRST_DEALER, self.games.beginners, same_game
        yield COMEBACK, self.games.comebacks, same_game
        if self._contestants > 1:
            yield SKILL_GAME, self.games.skill, same_game
        if self._matches is not None:
            yield MATCH_LENGTH, self._matches.sums, same_game
            if self._contestants > 1:
                yield SKILL_MATCH, self._matches.skill, same_game


class Found:
    """Everything a run has found so far.

    Args:
        plan: The plan of the run.
        seats: Seats of a table.
        critical: How many standard errors an interval reaches with so many units.
    """

    def __init__(self, plan: Plan, seats: int, critical: Callable[[int], float]) -> None:
        self._reach_of = critical
        self.deals = 0
        self._first = Sums()
        self.pairs = [Pair(plan, number, seats) for number in range(1, len(plan.rules))]

    @property
    def in_stretch(self) -> bool:
        """Whether some game is not over yet."""
        return any(pair.in_stretch for pair in self.pairs)

    def add(self, part: Part) -> None:
        """Add a part."""
        self._first.merge(part.sums[0])
        for pair, sums in zip(self.pairs, part.sums[1:], strict=True):
            pair.add(sums, part.deals)
        self.deals += len(part.deals)

    def finish(self, deal: Outcomes) -> None:
        """Let the games under way go on with a further deal, which is not counted itself."""
        for pair in self.pairs:
            pair.finish(deal)

    def reaches(self, key: str) -> list[float | None]:
        """How far the interval of each difference reaches, for one measure."""
        found = []
        for pair in self.pairs:
            difference = next(
                estimates(sums, share=measure.unit == "share", same=same, critical=self._reach_of)[2]
                for measure, sums, same in pair.measured()
                if measure.key == key
            )
            found.append(None if difference is None else difference.half_width)
        return found

    def findings(self) -> tuple[Finding, ...]:
        """The estimates, without optional measures of what never happened."""
        by_pair = [{measure: (sums, same) for measure, sums, same in pair.measured()} for pair in self.pairs]
        measures = dict.fromkeys(chain.from_iterable(by_pair))
        return tuple(
            self._finding(measure, [each.get(measure, (PairedSums(), False)) for each in by_pair])
            for measure in measures
            if not measure.optional or any(pair[measure][0].a or pair[measure][0].b for pair in by_pair)
        )

    def _finding(self, measure: Measure, pairs: list[tuple[PairedSums, bool]]) -> Finding:
        share = measure.unit == "share"
        found = [estimates(sums, share=share, same=same, critical=self._reach_of) for sums, same in pairs]
        return Finding(
            measure,
            (found[0][0], *(each[1] for each in found)),
            tuple(each[2] for each in found),
            tuple(same for _, same in pairs),
            tuple(effect(sums, share=share) for sums, _ in pairs),
            tuple(relative_efficiency(sums) for sums, _ in pairs),
            tuple(each[0] for each in found),
        )

    def distributions(self) -> tuple[Distribution, ...]:
        """How the values were spread; the games of the first rule set are those of its first pair."""
        games = [self.pairs[0].games.lengths[0], *(pair.games.lengths[1] for pair in self.pairs)]
        values = [self._first.counts, *(pair.sums.counts for pair in self.pairs)]
        return tuple(
            Distribution(
                key, title, unit,
                tuple(
                    Histogram(lengths if key == "rounds-per-game" else counts.get(key, {}))
                    for lengths, counts in zip(games, values, strict=True)
                ),
            )
            for key, (title, unit) in COUNTED.items()
        )  # fmt: skip
