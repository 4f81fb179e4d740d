"""A comparison for the browser, which has no NumPy: a loop over rounds, and the estimates of the lab.

`ginrules.lab.compare` gives the same figures for the measures of rounds.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from ginrules.driver.named import player_named
from ginrules.lab import Comparison, Played
from ginrules.lab.comparison.compare import plays_alike, seats_for
from ginrules.lab.comparison.result import Finding
from ginrules.lab.runner.play import play_dealt
from ginrules.lab.statistics.estimate import PairedSums, Ratio, effect, estimates, relative_efficiency
from ginrules.lab.statistics.measures import ROUND_MEASURES
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet, rules_of
from ginrules.scoring.price import price

SEED: Final = 1


class SmallComparison:
    """Two rule sets on the same deals, each played once with every seat dealing.

    Args:
        a: The first rule set.
        b: The second.
        player: The name of the player of every seat.

    Examples:
        >>> comparison = SmallComparison("standard", "straight-gin", "greedy")
        >>> comparison.play(20)
        >>> comparison.result["knock"].b.value
        0.0
    """

    def __init__(self, a: RuleSet | str, b: RuleSet | str, player: str) -> None:
        self.rules: tuple[RuleSet, ...] = (rules_of(a), rules_of(b))
        self.new_player = player_named(player)
        self.seats: int = seats_for(self.rules, None)
        self.sums: dict[str, PairedSums] = {measure.key: PairedSums() for measure in ROUND_MEASURES}
        self.deals: int = 0

    @property
    def rounds(self) -> int:
        """The rounds played under each rule set."""
        return self.deals * self.seats

    def play(self, deals: int) -> None:
        """Play some more deals."""
        for number in range(self.deals, self.deals + deals):
            counts = [list(self._counts(rules, deal_seed(SEED, number))) for rules in self.rules]
            for key in self.sums:
                unit = [
                    sum(numbers) for of_rules in counts for numbers in zip(*(one[key] for one in of_rules), strict=True)
                ]
                self.sums[key] += PairedSums.of_unit(*unit)
            self.deals += 1

    def _counts(self, rules: RuleSet, seed: int) -> Iterator[dict[str, Ratio]]:
        for dealer in range(self.seats):
            played = play_dealt(rules, [self.new_player] * self.seats, new_deal(seed, rules), dealer=dealer)
            yield _counts_of(rules, played, (dealer + 1) % self.seats)

    @property
    def result(self) -> Comparison:
        """The figures so far."""
        repriced = plays_alike(*self.rules)
        priced_alike = repriced and all(RULES[change.name].affects != "price" for change in diff(*self.rules))
        findings: list[Finding] = []
        for measure in ROUND_MEASURES:
            sums, share = self.sums[measure.key], measure.unit == "share"
            if measure.optional and not (sums.a or sums.b):
                continue
            same = priced_alike or (repriced and measure.by_play)
            a, b, difference = estimates(sums, share=share, same=same)
            sizes = (effect(sums, share=share),), (relative_efficiency(sums),)
            findings.append(Finding(measure, (a, b), (difference,), (same,), *sizes, (a,)))
        run = partial(Comparison, rules=self.rules, seats=self.seats, rounds=self.rounds, deals=self.deals, seed=SEED)
        return run(contestants=(str(self.new_player(0)),), repricings=(repriced,), findings=tuple(findings))


def _counts_of(rules: RuleSet, played: Played, first: int) -> dict[str, Ratio]:
    """Return a round's contributions: a count and its base for each measure."""
    outcome, score = played.outcome, price(played.outcome, rules)
    knock = outcome.deadwood[outcome.declarer] if outcome.ending == "knock" and outcome.declarer is not None else None
    counted: dict[str, Ratio] = {measure.key: (int(score.result == measure.key), 1) for measure in ROUND_MEASURES}
    return counted | {
        "points": (0 if score.winner is None else score.net[score.winner], 1),
        "turns": (played.turns, 1),
        "knock-deadwood": (0, 0) if knock is None else (knock, 1),
        "first-seat-net": (score.net[first], 1),
        "first-seat-wins": (int(score.winner == first), int(score.winner is not None)),
    }
