"""`Comparison`: what `compare` found, as values."""

from typing import Any, Literal

import attrs

from ginrules.lab.statistics.estimate import LEVEL, Estimate, plain_estimate
from ginrules.lab.statistics.histogram import Distribution
from ginrules.lab.statistics.measures import Measure
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RuleSet

Method = Literal["fixed", "sequential"]
"""How intervals are valid: at a number of rounds set beforehand, or at every number at once."""


@attrs.frozen
class Finding:
    """One measure under every rule set; an estimate is None where too little was seen to tell.

    Attributes:
        measure: What was measured.
        values: The estimates, one for each rule set.
        differences: Each later rule set less the first, paired.
        sames: Whether the rules leave no room for a difference, which is then exactly 0.
        effects: Sizes of the differences without a unit: of shares Cohen's h, of others the
            difference in standard deviations of a deal (Cohen's d).
        gains: What pairing was worth: how many times as many deals of its own each rule set
            would have needed for an interval as short.
        bases: The first rule set as each difference was taken from it. Games go through the deals
            in step with the games of the other rule set, so that theirs may differ a little.
    """

    measure: Measure
    values: tuple[Estimate | None, ...]
    differences: tuple[Estimate | None, ...]
    sames: tuple[bool, ...]
    effects: tuple[float | None, ...]
    gains: tuple[float | None, ...]
    bases: tuple[Estimate | None, ...]

    @property
    def a(self) -> Estimate | None:
        """Under the first rule set."""
        return self.values[0]

    @property
    def b(self) -> Estimate | None:
        """Under the second."""
        return self.values[1]

    @property
    def difference(self) -> Estimate | None:
        """The second less the first, paired."""
        return self.differences[0]

    @property
    def same(self) -> bool:
        """Whether the rules leave no room for a difference between the first two."""
        return self.sames[0]

    @property
    def effect(self) -> float | None:
        """The size of the difference between the first two."""
        return self.effects[0]

    @property
    def gain(self) -> float | None:
        """What pairing the first two was worth."""
        return self.gains[0]

    def pair(self, number: int) -> "Finding":
        """The finding for the first rule set and this later one, numbered from 1."""
        place = number - 1
        return Finding(
            self.measure,
            (self.bases[place], self.values[number]),
            (self.differences[place],),
            (self.sames[place],),
            (self.effects[place],),
            (self.gains[place],),
            (self.bases[place],),
        )

    def as_plain(self) -> dict[str, Any]:
        """The finding for the first two rule sets as plain values."""
        measure = self.measure
        return {
            "key": measure.key,
            "title": measure.title,
            "unit": measure.unit,
            "doc": measure.doc,
            "a": plain_estimate(self.a),
            "b": plain_estimate(self.b),
            "difference": plain_estimate(self.difference),
            "same": self.same,
            "effect": self.effect,
            "gain": self.gain,
        }


@attrs.frozen
class Comparison:
    """What `compare` found.

    Attributes:
        rules: The rule sets; the first is what the others are compared with.
        contestants: Who played: one player for all seats, or those who changed seats.
        seats: How many seats a table had.
        rounds: Rounds counted under each rule set.
        deals: Shuffled deals, each played with every seat beginning (and by contestants in
            every order).
        seed: The seed of the run.
        repricings: Of each later rule set, whether the rounds of the first were priced by it, the rules
            of play being equal, and not played again.
        findings: The measures with their estimates.
        distributions: How points, deadwood at the knock, turns and games were spread.
        method: How the intervals are valid.
        partial: Whether the run was broken off.
    """

    rules: tuple[RuleSet, ...]
    contestants: tuple[str, ...]
    seats: int
    rounds: int
    deals: int
    seed: int
    repricings: tuple[bool, ...]
    findings: tuple[Finding, ...]
    distributions: tuple[Distribution, ...] = ()
    method: Method = "fixed"
    partial: bool = False

    def __getitem__(self, key: str) -> Finding:
        for finding in self.findings:
            if finding.measure.key == key:
                return finding
        raise KeyError(key)

    @property
    def a(self) -> RuleSet:
        """The first rule set."""
        return self.rules[0]

    @property
    def b(self) -> RuleSet:
        """The second."""
        return self.rules[1]

    @property
    def changes(self) -> tuple[RuleChange, ...]:
        """The rules that differ between the first two."""
        return diff(self.a, self.b)

    @property
    def repriced(self) -> bool:
        """Whether all rounds were played once and priced by every rule set."""
        return all(self.repricings)

    @property
    def players(self) -> str:
        """Who played, in words."""
        return " against ".join(self.contestants)

    @property
    def pairs(self) -> tuple["Comparison", ...]:
        """The comparison of the first rule set with each of the others, apart."""
        return tuple(self.pair(number) for number in range(1, len(self.rules)))

    def pair(self, number: int) -> "Comparison":
        """The comparison of the first rule set with this later one, numbered from 1."""
        return attrs.evolve(
            self,
            rules=(self.rules[0], self.rules[number]),
            repricings=(self.repricings[number - 1],),
            findings=tuple(each.pair(number) for each in self.findings),
            distributions=tuple(
                attrs.evolve(each, histograms=(each.histograms[0], each.histograms[number]))
                for each in self.distributions
            ),
        )

    def as_plain(self) -> dict[str, Any]:
        """Everything as dicts, lists, texts and numbers, for JSON; estimates not known are None.

        Of more than two rule sets, ``pairs`` holds a comparison with each.
        """
        how = {
            "players": self.players,
            "contestants": list(self.contestants),
            "seats": self.seats,
            "rounds": self.rounds,
            "deals": self.deals,
            "seed": self.seed,
            "repriced": self.repriced,
            "level": LEVEL,
            "method": self.method,
            "partial": self.partial,
        }
        if len(self.rules) > 2:
            return {
                "rules": [_plain_rules(each) for each in self.rules],
                **how,
                "pairs": [each.as_plain() for each in self.pairs],
            }
        return {
            "a": _plain_rules(self.a),
            "b": _plain_rules(self.b),
            "changes": [
                {"section": each.section, "rule": each.name, "a": _plain(each.a), "b": _plain(each.b)}
                for each in self.changes
            ],
            **how,
            "measures": [each.as_plain() for each in self.findings],
            "distributions": [each.as_plain() for each in self.distributions],
        }


def _plain_rules(rules: RuleSet) -> dict[str, Any]:
    return {"name": rules.name, "title": rules.title, "digest": rules.digest}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return {str(key): each for key, each in value.items()} if hasattr(value, "items") else value
