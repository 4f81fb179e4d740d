"""A comparison's plan: its table and deals, the rule sets to play, and the figures kept of each deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import whole_number
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.runner.plain_games import GameRounds
from ginrules.lab.runner.rows import Row, rows_of
from ginrules.lab.statistics.measures import SKILL_NET, SKILL_ROUND, measured
from ginrules.lab.statistics.sums import Sums, UnitRatios
from ginrules.play.deal import common_seats, seats_at
from ginrules.play.run_deals import are_drawn, seatings
from ginrules.players import NewPlayer
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds, PricedRounds

FEWEST_DEALS: Final = 10
"""Deals needed for an interval."""


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Return whether rounds are played alike under both rule sets. Only prices, games or matches can differ.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20)), plays_alike(RuleSet(), RuleSet(knock_limit=5))
        (True, False)
    """
    return all(RULES[change.name].affects != "play" for change in diff(a, b))


def played_as(
    rules: tuple[RuleSet, ...], contestants: tuple[NewPlayer, ...]
) -> tuple[tuple[RuleSet, ...], tuple[int, ...]]:
    """Return the rule sets to play, and for each of the given rule sets the index of the rules played for it.

    Args:
        rules: The rule sets.
        contestants: The players' makers.
    """
    read_prices = any(getattr(new_player(0), "reads_prices", True) for new_player in contestants)
    played: list[RuleSet] = []
    places = []
    for one in rules:
        alike = (other == one or (not read_prices and plays_alike(other, one)) for other in played)
        place = next((place for place, is_alike in enumerate(alike) if is_alike), len(played))
        if place == len(played):
            played.append(one)
        places.append(place)
    return tuple(played), tuple(places)


def seats_for(rules: tuple[RuleSet, ...], seats: object) -> int:
    """Return the seats of the table: the requested number, or the smallest that all rule sets allow.

    Raises:
        IncompatibleRulesError: If the packs differ, or no table size fits all.
    """
    a = rules[0]
    for b in rules[1:]:
        if a.ranks != b.ranks or a.suits != b.suits:
            raise IncompatibleRulesError(
                f"the same deals need the same pack: {a.label} has {a.ranks} ranks × {a.suits} suits, "
                f"{b.label} {b.ranks} × {b.suits}",
                packs=[[a.ranks, a.suits], [b.ranks, b.suits]],
            )
        if not common_seats(a, b):
            raise IncompatibleRulesError(
                f"no table size fits both: {a.label} is for {_numbers(a.table_sizes)} seats, "
                f"{b.label} for {_numbers(b.table_sizes)}; without seats and until, each is played on deals of its own",
                seats_a=list(a.table_sizes),
                seats_b=list(b.table_sizes),
            )
    if not common_seats(*rules):
        sizes = "; ".join(f"{one.label} is for {_numbers(one.table_sizes)}" for one in rules)
        raise IncompatibleRulesError(f"no table size fits all: {sizes} seats")
    return seats_at(a, seats, others=rules[1:], error=IncompatibleRulesError)


def seated_names(names: Sequence[str], makers: Sequence[NewPlayer]) -> tuple[str, ...]:
    """Return the names by which contestants are seated: opponents of the same maker share one.

    Only the first contestant is measured, so the seats of equal opponents make no difference.
    """
    return (*names[:1], *(names[1 + makers[1:].index(maker)] for maker in makers[1:]))


def deals_for(rules: tuple[RuleSet, ...], rounds: int, seats: int, orders: int) -> int:
    """Return how many deals have these rounds: one for each seat that begins, in every order of the contestants.

    Raises:
        IncompatibleRulesError: If the rounds are too few.
    """
    number, size = whole_number("rounds", rounds, None, RUN_UNITS, error=IncompatibleRulesError), seats * orders
    deals = -(-number // size)
    if deals < FEWEST_DEALS:
        fewest = FEWEST_DEALS * size
        in_orders = f", in {orders} orders of the players" if orders > 1 else ""
        raise IncompatibleRulesError(
            f"{number} rounds are too few to compare {' and '.join(one.label for one in rules)}: play {fewest} or more "
            f"({FEWEST_DEALS} deals, once with each of {seats} seats beginning{in_orders})",
            rounds=number,
            fewest=fewest,
        )
    return deals


def _numbers(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, numbers))


@attrs.define
class Part:
    """Deals of a part of the run, priced and counted.

    Attributes:
        sums: For each rule set, its counts of values. From the second rule set on, also its measures, paired with
            the measures of the first.
        deals: For each rule set, its rounds deal by deal, which make the games.
        rows: The rounds as rows if requested: deal by deal, and within a deal by rule set.
    """

    sums: tuple[Sums, ...]
    deals: tuple[GameRounds, ...]
    rows: list[Row]


@attrs.frozen
class Plan:
    """How a comparison's deals are priced and counted. It is sent to worker processes.

    Attributes:
        rules: The rule sets.
        played_as: For each rule set, the number of the job that plays its rounds.
        names: The names by which the contestants are seated.
        seed: The run's seed.
        folds_matches: Whether some games are counted as matches, for which boxes and all seats matter.
        with_rows: Whether the rounds are kept as rows too.
    """

    rules: tuple[RuleSet, ...]
    played_as: tuple[int, ...]
    names: tuple[str, ...]
    seed: int
    folds_matches: bool
    with_rows: bool = False

    def collect(self, jobs: Sequence[DealtRounds]) -> Part:
        """Price and count deals."""
        priced = [jobs[job].at_prices_of(rules) for rules, job in zip(self.rules, self.played_as, strict=True)]
        ratios = [self._ratios(rounds) for rounds in priced]
        sums_of_rules = tuple(Sums(units=jobs[0].units) for _ in self.rules)
        for number, (sums, rounds) in enumerate(zip(sums_of_rules, priced, strict=True)):
            for key, values in rounds.values().items():
                sums.count(key, values)
            for key, ratio in ratios[0].items() if number else ():
                sums.add_units(key, ratio, ratios[number][key])
        deals = tuple(GameRounds.of(rounds, for_matches=self.folds_matches) for rounds in priced)
        return Part(sums_of_rules, deals, self._rows(priced) if self.with_rows else [])

    def seatings(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of every deal, or none if they are drawn, deal by deal."""
        return () if are_drawn(self.names) else seatings(self.names, seats)

    def _ratios(self, rounds: PricedRounds) -> dict[str, UnitRatios]:
        ratios = measured(rounds)
        if len(self.names) > 1:
            ratios[SKILL_ROUND.key], ratios[SKILL_NET.key] = rounds.contestant(0)
        return ratios

    def _rows(self, priced: Sequence[PricedRounds]) -> list[Row]:
        """Return the rows of each deal, rule set by rule set."""
        by_rules = [rows_of(rounds) for rounds in priced]
        width = len(by_rules[0]) // max(1, priced[0].dealt.units)
        starts = range(0, len(by_rules[0]), width or 1)
        return [row for start in starts for rows in by_rules for row in rows[start : start + width]]
