"""What a comparison keeps of its deals: the sums of each rule set paired with the first, outcomes and rows."""

from collections.abc import Iterable
from typing import Final

import attrs

from ginrules.lab.runner.match import Simulated
from ginrules.lab.runner.rows import Row, row_of
from ginrules.lab.runner.spec import Unit
from ginrules.lab.statistics.match_measures import SKILL_NET, SKILL_ROUND
from ginrules.lab.statistics.measures import contestant_result, measured, value_counts
from ginrules.lab.statistics.sums import Ratio, Sums
from ginrules.play.outcome import Outcome
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

_NOT_PLAY: Final = ("price", "game", "columns", "match")
_NOT_PLAY_RULES: Final = ("player_counts", "seating", "opponents", "next_dealer")

Outcomes = tuple[tuple[Outcome, ...], ...]
"""The outcomes of a deal: for each rule set that is played its rounds, as in `Unit`."""


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Whether a round is played in the same way under both: only what is paid may differ.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20)), plays_alike(RuleSet(), RuleSet(knock_limit=5))
        (True, False)
    """
    return all(change.section in _NOT_PLAY or change.name in _NOT_PLAY_RULES for change in diff(a, b))


def outcomes_of(units: Iterable[Unit]) -> Outcomes:
    """Return the outcomes of a deal that was played under several rule sets."""
    return tuple(tuple(simulated.played.outcome for simulated in unit.rounds) for unit in units)


@attrs.define
class Part:
    """What some deals add to a comparison.

    Attributes:
        sums: For each rule set its counts of values and, from the second on, its measures paired with the first's.
        deals: The outcomes of every deal, for the games that go through them in order.
        rows: The rounds as rows, where they are asked for: of each deal, under one rule set after another.
    """

    sums: tuple[Sums, ...]
    deals: list[Outcomes]
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
        part = Part(tuple(Sums() for _ in self.rules), [], [])
        for units in deals:
            priced = [self._priced(number, units) for number in range(len(self.rules))]
            ratios = [self._measured(rounds) for rounds in priced]
            for number, (sums, rounds) in enumerate(zip(part.sums, priced, strict=True)):
                sums.units += 1
                for key, values in value_counts(rounds).items():
                    sums.count(key, values)
                for key, ratio in ratios[0].items() if number else ():
                    sums.add(key, ratio, ratios[number][key])
            part.deals.append(outcomes_of(units))
            if self.with_rows:
                for rules, rounds in zip(self.rules, priced, strict=True):
                    part.rows.extend(row_of(rules, simulated) for simulated in rounds)
        return part

    def _priced(self, number: int, units: tuple[Unit, ...]) -> tuple[Simulated, ...]:
        """Return a deal's rounds at the prices of this rule set."""
        place, rules = self.played_as[number], self.rules[number]
        rounds = units[place].rounds
        if self.played_as.index(place) == number:
            return rounds
        return tuple(attrs.evolve(simulated, score=price(simulated.played.outcome, rules)) for simulated in rounds)

    def _measured(self, rounds: tuple[Simulated, ...]) -> dict[str, Ratio]:
        ratios = measured(rounds)
        if self.contestants > 1:
            ratios[SKILL_ROUND.key], ratios[SKILL_NET.key] = contestant_result(rounds, 0)
        return ratios
