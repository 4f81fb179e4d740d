"""The plan of a comparison: its table and deals, the rule sets that are played, and what is kept of each deal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules._values import index_of, shown
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.players import NewPlayer
from ginrules.lab.runner.compiled import simulated_rounds
from ginrules.lab.runner.match import Simulated
from ginrules.lab.runner.rows import Row, row_of
from ginrules.lab.runner.spec import Unit
from ginrules.lab.statistics.compiled_sums import CountedRounds, DealtRounds, paired_sums
from ginrules.lab.statistics.match_measures import SKILL_NET, SKILL_ROUND
from ginrules.lab.statistics.measures import contestant_result, measured, value_counts
from ginrules.lab.statistics.sums import Ratio, Sums
from ginrules.play.outcome import Outcome
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet
from ginrules.scoring.price import price

if TYPE_CHECKING:
    from ginrules.lab.runner.compiled import Facts

FEWEST_DEALS: Final = 10
"""The fewest deals that are worth an interval."""

Outcomes = tuple[tuple[Outcome, ...], ...]
"""The outcomes of a deal: for each rule set that is played its rounds, as in `Unit`."""


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Return whether a round is played alike under both, so that only prices, games or matches differ.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20)), plays_alike(RuleSet(), RuleSet(knock_limit=5))
        (True, False)
    """
    return all(RULES[change.name].affects != "play" for change in diff(a, b))


def played_as(
    rules: tuple[RuleSet, ...],
    contestants: tuple[NewPlayer, ...],
    settings: Sequence[Mapping[str, Any]] = (),
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the rule sets to play, and for each rule set the place of the one played for it.

    Args:
        rules: The rule sets.
        contestants: What makes the players.
        settings: The parameters that they get under each rule set, where they differ.
    """
    read_prices = any(getattr(new_player(0), "reads_prices", True) for new_player in contestants)

    def alike(one: int, other: int) -> bool:
        if settings and settings[one] != settings[other]:
            return False
        return rules[one] == rules[other] or (not read_prices and plays_alike(rules[one], rules[other]))

    played: list[int] = []
    places = []
    for one in range(len(rules)):
        place = next((place for place, other in enumerate(played) if alike(other, one)), None)
        if place is None:
            place = len(played)
            played.append(one)
        places.append(place)
    return tuple(played), tuple(places)


def seats_for(rules: tuple[RuleSet, ...], seats: int | None) -> int:
    """Return the seats of the table: the number asked for, or the fewest that all rule sets allow.

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
        if not set(a.table_sizes) & set(b.table_sizes):
            raise IncompatibleRulesError(
                f"no table size fits both: {a.label} is for {_numbers(a.table_sizes)} seats, "
                f"{b.label} for {_numbers(b.table_sizes)}",
                seats_a=list(a.table_sizes),
                seats_b=list(b.table_sizes),
            )
    allowed = sorted(set.intersection(*(set(one.table_sizes) for one in rules)))
    if not allowed:
        sizes = "; ".join(f"{one.label} is for {_numbers(one.table_sizes)}" for one in rules)
        raise IncompatibleRulesError(f"no table size fits all: {sizes} seats")
    if seats is None:
        return allowed[0]
    if seats not in allowed:
        raise IncompatibleRulesError(
            f"seats: expected {_numbers(allowed)} for {_labels(rules)}, got {shown(seats)}",
            seats=seats,
            allowed=allowed,
        )
    return seats


def deals_for(rules: tuple[RuleSet, ...], rounds: int, seats: int, contestants: int) -> int:
    """Return the number of deals that have at least this number of rounds.

    Raises:
        IncompatibleRulesError: If they are too few.
    """
    number = index_of(rounds)
    if number is None:
        raise IncompatibleRulesError(f"rounds: expected a whole number, got {shown(rounds)}", rounds=repr(rounds))
    size = seats * contestants
    deals = -(-number // size)
    if deals < FEWEST_DEALS:
        fewest = FEWEST_DEALS * size
        orders = f", in {contestants} orders of the players" if contestants > 1 else ""
        raise IncompatibleRulesError(
            f"{number} rounds are too few to compare {_labels(rules)}: play {fewest} or more "
            f"({FEWEST_DEALS} deals, once with each of {seats} seats beginning{orders})",
            rounds=number,
            fewest=fewest,
        )
    return deals


def _labels(rules: Iterable[RuleSet]) -> str:
    return " and ".join(one.label for one in rules)


def _numbers(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, numbers))


def outcomes_of(units: Iterable[Unit]) -> Outcomes:
    """Return the outcomes of a deal that was played under several rule sets."""
    return tuple(tuple(simulated.played.outcome for simulated in unit.rounds) for unit in units)


@attrs.define
class Part:
    """The deals of a part of the run, priced and counted.

    Attributes:
        sums: For each rule set its counts of values and, from the second on, its measures paired with the first's.
        deals: For each rule set its rounds, deal by deal, for the games that go through them in order.
        rows: The rounds as rows, where they are asked for: of each deal, under one rule set after another.
    """

    sums: tuple[Sums, ...]
    deals: tuple[list[tuple[Outcome, ...]] | DealtRounds, ...]
    rows: list[Row]


@attrs.frozen
class Plan:
    """How the deals of a comparison are priced and counted; it is sent to worker processes.

    Attributes:
        rules: The rule sets.
        played_as: For each rule set the number of the job that plays its rounds.
        contestants: The number of contestants.
        with_rows: Whether the rounds are kept as rows too.
    """

    rules: tuple[RuleSet, ...]
    played_as: tuple[int, ...]
    contestants: int
    with_rows: bool = False

    def collect(self, deals: list[tuple[Unit, ...]]) -> Part:
        """Price and count deals."""
        outcomes: tuple[list[tuple[Outcome, ...]], ...] = tuple([] for _ in set(self.played_as))
        part = Part(tuple(Sums() for _ in self.rules), tuple(outcomes[job] for job in self.played_as), [])
        for units in deals:
            priced = [self._priced(number, units) for number in range(len(self.rules))]
            ratios = [self._measured(rounds) for rounds in priced]
            for number, (sums, rounds) in enumerate(zip(part.sums, priced, strict=True)):
                sums.units += 1
                for key, values in value_counts(rounds).items():
                    sums.count(key, values)
                for key, ratio in ratios[0].items() if number else ():
                    sums.add(key, ratio, ratios[number][key])
            for of_job, results in zip(outcomes, outcomes_of(units), strict=True):
                of_job.append(results)
            if self.with_rows:
                for rules, rounds in zip(self.rules, priced, strict=True):
                    part.rows.extend(row_of(rules, simulated) for simulated in rounds)
        return part

    def collect_facts(self, seed: int, numbers: range, facts: "list[Facts]") -> Part:
        """Make the same of deals that the compiled core has played."""
        counted = [
            CountedRounds.of(rules, facts[job], self.contestants)
            for rules, job in zip(self.rules, self.played_as, strict=True)
        ]
        ratios = [self._ratios(one) for one in counted]
        sums_of_rules = tuple(Sums(units=len(numbers)) for _ in self.rules)
        part = Part(sums_of_rules, tuple(one.rounds for one in counted), [])
        for number, sums in enumerate(part.sums):
            for key, values in counted[number].values().items():
                sums.count(key, values)
            for key, ratio in ratios[0].items() if number else ():
                sums.ratios[key] = paired_sums(ratio, ratios[number][key])
        if self.with_rows:
            by_rules = [
                simulated_rounds(
                    self.rules[self.played_as.index(job)], rules, facts[job], numbers,
                    contestants=self.contestants, seed=seed,
                )
                for rules, job in zip(self.rules, self.played_as, strict=True)
            ]  # fmt: skip
            for deal in zip(*by_rules, strict=True):
                for rules, rounds in zip(self.rules, deal, strict=True):
                    part.rows.extend(row_of(rules, simulated) for simulated in rounds)
        return part

    def _ratios(self, counted: CountedRounds) -> dict[str, Any]:
        ratios: dict[str, Any] = counted.ratios()
        if self.contestants > 1:
            ratios[SKILL_ROUND.key], ratios[SKILL_NET.key] = counted.contestant(0)
        return ratios

    def _priced(self, number: int, units: tuple[Unit, ...]) -> tuple[Simulated, ...]:
        """Return a deal's rounds at the prices of this rule set."""
        job, rules = self.played_as[number], self.rules[number]
        rounds = units[job].rounds
        if self.played_as.index(job) == number:
            return rounds
        return tuple(attrs.evolve(simulated, score=price(simulated.played.outcome, rules)) for simulated in rounds)

    def _measured(self, rounds: tuple[Simulated, ...]) -> dict[str, Ratio]:
        ratios = measured(rounds)
        if self.contestants > 1:
            ratios[SKILL_ROUND.key], ratios[SKILL_NET.key] = contestant_result(rounds, 0)
        return ratios
