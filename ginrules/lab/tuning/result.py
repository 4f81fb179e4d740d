"""`Tuning`: what `tune` found, as values."""

from typing import Any

import attrs

from ginrules.lab.statistics.estimate import LEVEL, Estimate, plain_estimate
from ginrules.rules.model import RuleSet


@attrs.frozen
class Trial:
    """One value of the parameter, tried.

    Attributes:
        value: The value.
        player: The player it makes, in words.
        net: What it gains on the opponent in a round, in points.
        rounds: Its share of the rounds that somebody won.
        behind: How far it is behind the best on these deals, in points a round, paired; None for the best.
    """

    value: object
    player: str
    net: Estimate | None
    rounds: Estimate | None
    behind: Estimate | None


@attrs.frozen
class Tuning:
    """What `tune` found.

    Attributes:
        rules: The rule set.
        parameter: The name of the parameter.
        against: The opponent, in words.
        trials: Every value as it fared in the search, in the order given; their intervals hold
            for each value by itself and not for the best of them.
        best: The value that gained most in the search; None where nothing was played.
        final: The best value on fresh deals, with honest intervals, its ``behind`` None; None where
            the run was broken off before these deals.
        over: What the best value gains more than the second best of the search, on the fresh
            deals, in points a round, paired; None where there is nothing to tell it from.
        second: The second best value of the search, None where only one was tried.
        seats: Seats at the table.
        rounds: Rounds of each value in the search.
        fresh_rounds: Rounds on the fresh deals, of the best value and of the second best.
        seed: The seed of the run.
        partial: Whether the run was broken off.
    """

    rules: RuleSet
    parameter: str
    against: str
    trials: tuple[Trial, ...]
    best: object
    final: Trial | None
    over: Estimate | None
    second: object
    seats: int
    rounds: int
    fresh_rounds: int
    seed: int
    partial: bool = False

    def as_plain(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "rules": {"name": self.rules.name, "title": self.rules.title, "digest": self.rules.digest},
            "parameter": self.parameter,
            "against": self.against,
            "trials": [_plain_trial(each) for each in self.trials],
            "best": self.best,
            "final": None if self.final is None else _plain_trial(self.final),
            "second": self.second,
            "over": plain_estimate(self.over),
            "seats": self.seats,
            "rounds": self.rounds,
            "fresh_rounds": self.fresh_rounds,
            "seed": self.seed,
            "partial": self.partial,
            "level": LEVEL,
        }


def _plain_trial(trial: Trial) -> dict[str, Any]:
    return {
        "value": trial.value,
        "player": trial.player,
        "net": plain_estimate(trial.net),
        "rounds": plain_estimate(trial.rounds),
        "behind": plain_estimate(trial.behind),
    }
