"""A comparison's sums: for every pair of rule sets, its measures and its games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from ginrules.errors import InvalidRunError
from ginrules.lab.comparison.games import Games
from ginrules.lab.comparison.plan import Part, Plan
from ginrules.lab.comparison.result import Finding
from ginrules.lab.statistics.checkpoints import Checkpoint, Section
from ginrules.lab.statistics.estimate import Estimate, effect, estimates, relative_efficiency
from ginrules.lab.statistics.histogram import Distribution, Histogram
from ginrules.lab.statistics.measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    MATCH_LENGTH,
    ROUND_MEASURES,
    SKILL_GAME,
    SKILL_MATCH,
    SKILL_NET,
    SKILL_ROUND,
    Measure,
)
from ginrules.lab.statistics.measures import COUNTED as VALUES
from ginrules.lab.statistics.sums import PairedSums, Sums
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES

if TYPE_CHECKING:
    from ginrules.lab.runner.plain_games import GameRounds

COUNTED: Final = {
    "points": ("points per round", "points"),
    "turns": ("turns per round", "turns"),
    "knock-deadwood": ("deadwood at the knock", "points"),
    "rounds-per-game": ("rounds per game", "rounds"),
}
"""The titles and units of the distributions."""


class PairSums:
    """The sums of a pair of rule sets, the first and another, and the games made from their rounds.

    Args:
        plan: The run's plan.
        number: The other rule set's number.
        seats: Seats at the table.
    """

    def __init__(self, plan: Plan, number: int, seats: int) -> None:
        self._contestants = len(plan.names)
        self._a, self._b = plan.rules[0], plan.rules[number]
        self.repriced: bool = plan.played_as[0] == plan.played_as[number]
        affects = {RULES[change.name].affects for change in diff(self._a, self._b)}
        self._priced_alike = self.repriced and "price" not in affects
        self.sums: Sums = Sums()
        tables = plan.seatings(seats)
        self.games: Games = Games(self._a, self._b, seats, tables)
        several = any(rules.match_form != "single" for rules in (self._a, self._b))
        self._matches = Games(self._a, self._b, seats, tables, whole=True) if several else None

    @property
    def in_stretch(self) -> bool:
        """Whether a game or match of a stretch is still in progress."""
        return any(games.in_stretch for games in self._all_games())

    def add(self, sums: Sums, a: GameRounds, b: GameRounds) -> None:
        """Add a part: its sums, and the rounds of all its deals under both rule sets."""
        self.sums.merge(sums)
        for games in self._all_games():
            games.add_all(a, b)

    def sections(self, name: str) -> dict[str, Section]:
        """Return the sums and games as sections, whose names begin with this name."""
        games = zip(("games", "matches"), self._all_games(), strict=False)
        return {name: Section.of(self.sums), **{f"{name} {kind}": one.section() for kind, one in games}}

    def restore(self, sections: Mapping[str, Section], name: str, deals: int) -> None:
        """Continue from the sections of this name. The deals of games in progress must be replayed.

        Raises:
            InvalidRunError: If the sections belong to another pair, or contradict each other.
        """
        keys = [measure.key for measure in (*ROUND_MEASURES, *self._skill())]
        self.sums = sections[name].restored(keys, VALUES)
        if self.sums.units != deals:
            raise InvalidRunError(
                f"sections.{name}: expected the sums of {deals} deals, got those of {self.sums.units}"
            )
        for kind, games in zip(("games", "matches"), self._all_games(), strict=False):
            games.restore(sections[f"{name} {kind}"], deals)

    def replay(self, a: GameRounds, b: GameRounds, number: int) -> None:
        """Continue the games in progress whose next deal is among these deals, numbered from ``number`` on.

        Raises:
            InvalidRunError: If the games end before the last deal.
        """
        for games in self._all_games():
            games.replay(a, b, number)

    def finish(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the unfinished games, without counting the deals themselves."""
        for games in self._all_games():
            if games.in_stretch:
                games.finish(a, b)

    def _all_games(self) -> list[Games]:
        if not self.games.are_counted:
            return []
        return [self.games] if self._matches is None else [self.games, self._matches]

    @property
    def first(self) -> int:
        """The first deal of the games in progress."""
        return min((games.first for games in self._all_games()), default=self.sums.units)

    def _skill(self) -> list[Measure]:
        return [SKILL_ROUND, SKILL_NET] if self._contestants > 1 else []

    def measured(self) -> Iterator[tuple[Measure, PairedSums, bool]]:
        """Yield every measure with its sums, and whether a difference is impossible."""
        for measure in (*ROUND_MEASURES, *self._skill()):
            same = self._priced_alike or (self.repriced and measure.by_play)
            yield measure, self.sums.ratio(measure.key), same
        if not self.games.are_counted:
            return
        same_game = self.repriced and self._a == self._b
        yield GAME_MEASURE, self.games.lengths, same_game
        yield FIRST_DEALER, self.games.beginners, same_game
        yield COMEBACK, self.games.comebacks, same_game
        if self._contestants > 1:
            yield SKILL_GAME, self.games.skill, same_game
        if self._matches is not None:
            yield MATCH_LENGTH, self._matches.lengths, same_game
            if self._contestants > 1:
                yield SKILL_MATCH, self._matches.skill, same_game


class ComparisonSums:
    """A comparison's sums.

    Args:
        plan: The run's plan.
        seats: Seats at the table.
        critical: Returns the half-width of an interval for a number of units, in standard errors.
    """

    def __init__(self, plan: Plan, seats: int, critical: Callable[[int], float]) -> None:
        self._critical = critical
        self.deals: int = 0
        self._first = Sums()
        self.pairs: list[PairSums] = [PairSums(plan, number, seats) for number in range(1, len(plan.rules))]

    @property
    def in_stretch(self) -> bool:
        """Whether a game is still in progress."""
        return any(pair.in_stretch for pair in self.pairs)

    def add(self, part: Part) -> None:
        """Add a part."""
        self._first.merge(part.sums[0])
        for pair, sums, deals in zip(self.pairs, part.sums[1:], part.deals[1:], strict=True):
            pair.add(sums, part.deals[0], deals)
        self.deals += len(part.deals[0])

    def finish(self, part: Part) -> None:
        """Continue the unfinished games, without counting the deals themselves."""
        for pair, deals in zip(self.pairs, part.deals[1:], strict=True):
            pair.finish(part.deals[0], deals)

    def checkpoint(self, of: str) -> Checkpoint:
        """Return the sums as a checkpoint of this run."""
        sections = [pair.sections(str(number)) for number, pair in enumerate(self.pairs, 1)]
        self._first.units = self.deals
        return Checkpoint.of_sums(of, self._first, {name: one for some in sections for name, one in some.items()})

    def restore(self, checkpoint: Checkpoint, of: str) -> None:
        """Continue from a checkpoint. The deals from `first` on must be replayed.

        Raises:
            InvalidRunError: If the checkpoint belongs to another run, or contradicts itself.
        """
        names = [name for number, pair in enumerate(self.pairs, 1) for name in pair.sections(str(number))]
        checked = checkpoint.checked(of, names)
        self._first = checked.main.restored((), VALUES)
        for number, pair in enumerate(self.pairs, 1):
            pair.restore(checked.sections, str(number), checked.units)
        self.deals = checked.units

    @property
    def first(self) -> int:
        """The first deal of the games in progress."""
        return min(pair.first for pair in self.pairs)

    def replay(self, parts: Iterable[Part]) -> None:
        """Continue the games in progress, from their first deal to the last deal that was added.

        Raises:
            InvalidRunError: If the games end before the last deal.
        """
        number = self.first
        for part in parts:
            for pair, deals in zip(self.pairs, part.deals[1:], strict=True):
                pair.replay(part.deals[0], deals, number)
            number += len(part.deals[0])

    def differences(self, key: str) -> list[Estimate | None]:
        """Return the difference of each pair in a measure."""
        return [
            self._estimates(measure, sums, same=same)[2]
            for pair in self.pairs
            for measure, sums, same in pair.measured()
            if measure.key == key
        ]

    def findings(self) -> tuple[Finding, ...]:
        """Return the estimates, without optional measures that are always zero."""
        by_pair = [{measure: (sums, same) for measure, sums, same in pair.measured()} for pair in self.pairs]
        measures = dict.fromkeys(chain.from_iterable(by_pair))
        return tuple(
            self._finding(measure, [pair.get(measure, (PairedSums(), False)) for pair in by_pair])
            for measure in measures
            if not measure.optional or any(pair[measure][0].a or pair[measure][0].b for pair in by_pair)
        )

    def _finding(self, measure: Measure, pairs: list[tuple[PairedSums, bool]]) -> Finding:
        share = measure.unit == "share"
        of_pairs = [self._estimates(measure, sums, same=same) for sums, same in pairs]
        return Finding(
            measure,
            (of_pairs[0][0], *(b for _, b, _ in of_pairs)),
            tuple(difference for _, _, difference in of_pairs),
            tuple(same for _, same in pairs),
            tuple(effect(sums, share=share) for sums, _ in pairs),
            tuple(relative_efficiency(sums) for sums, _ in pairs),
            tuple(a for a, _, _ in of_pairs),
        )

    def _estimates(
        self, measure: Measure, sums: PairedSums, *, same: bool
    ) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
        return estimates(sums, share=measure.unit == "share", same=same, critical=self._critical)

    def distributions(self) -> tuple[Distribution, ...]:
        """Return the distributions of values, for the first rule set by the games of its first pair."""
        games = [self.pairs[0].games.counts[0], *(pair.games.counts[1] for pair in self.pairs)]
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
            if key != GAME_MEASURE.key or all(pair.games.are_counted for pair in self.pairs)
        )  # fmt: skip
