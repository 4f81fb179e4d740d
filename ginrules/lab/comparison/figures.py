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
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.runner.blocks import RunData
from ginrules.lab.runner.experiment import Figures
from ginrules.lab.runner.games import Game, GameRounds, game_maker, is_plain, one_game, without_end
from ginrules.lab.runner.task import Run, RunOptions
from ginrules.lab.runner.workers import batches_of
from ginrules.lab.statistics.estimate import (
    Estimate,
    PairedSums,
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
    FIRST_DEALER,
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


class ComparisonFigures(Figures[Comparison]):
    """The figures of a comparison."""

    def __init__(
        self, rules: tuple[RuleSet, ...], played_as: tuple[int, ...], run: Run, until: Precision | None
    ) -> None:
        self._rules, self._played_as, self._run, self._until = rules, played_as, run, until
        names, self._seats = run.tasks[0].names, run.tasks[0].places
        self._has_skill = len(names) > 1
        self._own = run.tasks[0].own
        self._for_matches = fold_matches(rules, self._seats)
        self._deals = 0
        self._counts: list[dict[str, Counter[int]]] = [defaultdict(Counter) for _ in rules]
        tables = () if are_drawn(names) else seatings(names, self._seats)
        self._pairs = [
            _Pair(
                rules[0], other, self._seats, tables, self._own, repriced=played_as[0] == played,
                has_skill=self._has_skill,
            )
            for other, played in zip(rules[1:], played_as[1:], strict=True)
        ]  # fmt: skip
        self._is_over = False

    def _priced(self, batches: Batches) -> list[PricedRounds]:
        """Return the rounds at the prices of every rule set, those of a task once or more."""
        return [batches[task].at_prices_of(rules) for rules, task in zip(self._rules, self._played_as, strict=True)]

    def add(self, part: int, batches: Batches) -> list[PricedRounds]:
        """Add the next deals: values, ratios, and games that run through the deals."""
        priced = self._priced(batches)
        for counts, rounds in zip(self._counts, priced, strict=True):
            for key, values in rounds.values().items():
                counts[key] += values
        first, *others = map(self._ratios, priced)
        games, *games_of_others = map(self._game_rounds, priced)
        for pair, ratios, deals in zip(self._pairs, others, games_of_others, strict=True):
            for key, ratio in first.items():
                pair.sums[key] += PairedSums.of_units(ratio, ratios[key])
            for one in pair.games:
                one.add(games, deals)
        self._deals += len(games)
        return priced

    def _ratios(self, rounds: PricedRounds) -> dict[str, UnitRatios]:
        ratios = measured(rounds)
        if self._has_skill:
            ratios[SKILL_ROUND.key], ratios[SKILL_NET.key] = rounds.contestant(0)
        return ratios

    def _game_rounds(self, rounds: PricedRounds) -> GameRounds:
        facts = rounds.batch.facts.reshape(len(rounds.batch.units), -1)
        return GameRounds.of(rounds.rules, facts, rounds.prices, for_matches=self._for_matches)

    @property
    def are_enough(self) -> bool:
        """Whether the comparison can stop, because all differences are precise enough."""
        if self._until is None or self._deals < FIRST_LOOK or self._deals % LOOK_EVERY:
            return False
        differences = [
            self._estimates(measure, sums, same=same)[2]
            for pair in self._pairs
            for measure, (sums, same) in pair.measured().items()
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
            first, *others = map(self._game_rounds, self._priced(batches))
            for pair, deals in zip(self._pairs, others, strict=True):
                for games in pair.games:
                    if games.in_stretch:
                        games.finish(first, deals)
            if not self._in_stretch:
                break
        self._is_over = True

    @property
    def _in_stretch(self) -> bool:
        return any(games.in_stretch for pair in self._pairs for games in pair.games)

    def result(self, data: RunData) -> Comparison:
        """Return the comparison of the deals so far."""
        return Comparison(
            rules=self._rules,
            contestants=self._run.players,
            seats=self._seats,
            rounds=self._deals * self._run.size,
            deals=self._deals,
            seed=self._run.tasks[0].seed,
            repricings=tuple(pair.repriced for pair in self._pairs),
            findings=self._findings(),
            distributions=self._distributions(),
            method="fixed" if self._until is None else "sequential",
            partial=not self._is_over,
            data=data,
        )

    def _findings(self) -> tuple[Finding, ...]:
        """Return the estimates, without optional measures that are always zero."""
        by_pair = [pair.measured() for pair in self._pairs]
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
        planned = max(FIRST_LOOK, self._run.units // 4)
        critical = critical_value if self._until is None else partial(sequence_critical_value, planned=planned)
        return estimates(sums, share=measure.unit == "share", same=same, critical=critical)

    def _distributions(self) -> tuple[Distribution, ...]:
        """Return the distributions of values, for the first rule set by the games of its first pair."""
        counts: list[dict[Measure, Mapping[int, int]]] = [
            {measure: by_key[measure.key] for measure in COUNTED} for by_key in self._counts
        ]
        if all(pair.games for pair in self._pairs):
            games = [self._pairs[0].games[0].counts[0], *(pair.games[0].counts[1] for pair in self._pairs)]
            counts = [{**one, GAME_MEASURE: lengths} for one, lengths in zip(counts, games, strict=True)]
        return tuple(
            Distribution(measure.key, measure.title, measure.unit, tuple(Histogram(one[measure]) for one in counts))
            for measure in counts[0]
        )


class _Pair:
    """The sums of a pair of rule sets, the first and another, and the games made from their rounds."""

    def __init__(
        self,
        a: RuleSet,
        b: RuleSet,
        seats: int,
        tables: tuple[tuple[int, ...], ...],
        own: tuple[Measure, ...],
        *,
        repriced: bool,
        has_skill: bool,
    ) -> None:
        self.repriced = repriced
        self.sums: dict[str, PairedSums] = defaultdict(PairedSums)
        self._has_skill = has_skill
        self._own = own
        self._are_equal = a == b
        self._priced_alike = repriced and "price" not in {RULES[change.name].affects for change in diff(a, b)}
        several = any(rules.match_form != "single" for rules in (a, b))
        games = [Games(a, b, seats, tables, whole=whole) for whole in ([False, True] if several else [False])]
        self.games = games if games[0].are_counted else []

    def measured(self) -> dict[Measure, tuple[PairedSums, bool]]:
        """Return the sums of every measure, and whether a difference is impossible."""
        rounds = [*ROUND_MEASURES, *([SKILL_ROUND, SKILL_NET] if self._has_skill else [])]
        found = {
            measure: (self.sums[measure.key], self._priced_alike or (self.repriced and measure.by_play))
            for measure in rounds
        }
        same = self.repriced and self._are_equal
        of_games = {measure: sums for games in self.games for measure, sums in games.sums.items()}
        skill = (SKILL_GAME, SKILL_MATCH) if self._has_skill else ()
        for measure in (GAME_MEASURE, FIRST_DEALER, COMEBACK, *skill[:1], MATCH_LENGTH, *skill[1:]):
            if measure in of_games:
                found[measure] = of_games[measure], same
        found |= {measure: (self.sums[measure.key], same) for measure in self._own}
        return found


_SEATS_ARE_SIDES: Final = ("head-to-head", "all-play", "partnership")


class Games:
    """The sums of games by measure, stretch by stretch, and how often each number of rounds occurred."""

    def __init__(
        self,
        a: RuleSet,
        b: RuleSet,
        seats: int,
        seatings: tuple[tuple[int, ...], ...],
        *,
        whole: bool = False,
    ) -> None:
        self._measures: tuple[Measure, ...] = (
            (MATCH_LENGTH, SKILL_MATCH) if whole else (GAME_MEASURE, SKILL_GAME, FIRST_DEALER, COMEBACK)
        )
        self.sums: dict[Measure, PairedSums] = {measure: PairedSums() for measure in self._measures}
        self.counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._seats = seats
        self._seatings = seatings
        self._rules = (without_end(a), without_end(b)) if whole else (one_game(a), one_game(b))
        players = players_at(a, seats), players_at(b, seats)
        self._new_game = [
            game_maker(rules, number) for rules, number in zip(self._rules, players, strict=True) if number is not None
        ]
        self._games: tuple[list[Game], ...] = ()
        self._counted: list[list[list[int]]] = []

    @property
    def are_counted(self) -> bool:
        """Whether the rounds of these deals are enough for games under both rule sets."""
        return bool(self._seatings) and len(self._new_game) == len(self._rules)

    @property
    def in_stretch(self) -> bool:
        """Whether a game of the stretch is still in progress."""
        return bool(self._games)

    def add(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the games with the next deals: their rounds under the first rule set, and under the second."""
        start = 0
        while start < len(a):
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
        self._add_up()

    def finish(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the games of this stretch only."""
        self._play_on(a, b, 0)
        self._add_up()

    def _play_on(self, a: GameRounds, b: GameRounds, start: int) -> int:
        """Continue the games of this stretch, count them when all are over, and return the next deal."""
        sides = zip(self._games, (a, b), strict=True)
        stop = max(game.play_on(deals, start) for games, deals in sides for game in games)
        if all(game.is_over for games in self._games for game in games):
            self._counted.append([_ratios(*side) for side in zip(self._rules, self._games, strict=True)])
            for counts, games in zip(self.counts, self._games, strict=True):
                counts.update(game.rounds for game in games)
            self._games = ()
        return stop

    def _add_up(self) -> None:
        if not self._counted:
            return
        import numpy as np

        of_a, of_b = np.array(self._counted, np.int64).transpose(1, 2, 0)
        for place, measure in enumerate(self._measures):
            columns = slice(2 * place, 2 * place + 2)
            self.sums[measure] += PairedSums.of_units(tuple(of_a[columns]), tuple(of_b[columns]))
        self._counted.clear()


def _ratios(rules: RuleSet, games: Sequence[Game]) -> list[int]:
    """Return the counts and bases of a stretch's games, one after the other, in the order of the measures.

    If seats are not sides, no game counts for the first contestant's wins.
    """
    won = [(game, game.winner) for game in games if game.winner is not None]
    of_contestants = [game.contestants[side] for game, side in won] if rules.seating in _SEATS_ARE_SIDES else []
    from_behind, behind = zip(*(game.comebacks() for game in games), strict=True)
    return [
        sum(game.rounds for game in games), len(games),
        of_contestants.count(0), len(of_contestants),
        sum(side == game.begins for game, side in won), len(won),
        sum(from_behind), sum(behind),
    ]  # fmt: skip


def fold_matches(rules: Iterable[RuleSet], seats: int) -> bool:
    """Return whether a game or match under these rules is counted as a match."""
    return not all(is_plain(without_end(one), seats) for one in rules)


def players_at(rules: RuleSet, seats: int) -> int | None:
    """Return the smallest number of players who need only tables of this size in a game, or None if none fits."""
    match rules.game_end:
        case "last-standing" if seats > 2:
            return None
        case "target" | "last-standing":
            return next((number for number in rules.player_counts if table_seats(rules.seating, number) == seats), None)
