"""`Tuning`: the result of `tune`, as values."""

from __future__ import annotations

from typing import Any

import attrs

from ginrules.lab.statistics.checkpoint.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import Intervals, Result, Table, interval_columns
from ginrules.lab.statistics.words import estimate_text, labels_of
from ginrules.rules.model import RuleSet


@attrs.frozen
class Trial(Plain):
    """The results of one value of the parameter.

    Attributes:
        value: The value.
        player: The player with this value, as text.
        net: The net points of the player in a round.
        rounds: The share of the rounds with a winner that the player won.
        behind: How far the value is behind the best on these deals, in points per round, paired; None for the best.
    """

    value: object
    player: str
    net: Estimate | None
    rounds: Estimate | None
    behind: Estimate | None


@attrs.frozen(repr=False)
class Tuning(Result):
    """The result of `tune`; its ``str`` is a table.

    Attributes:
        rules: The rule set.
        parameter: The name of the parameter.
        against: The opponent as text.
        trials: The results of every value in the search, in the order of the values; the intervals
            hold for each value by itself and not for the best of them.
        best: The value with the most net points in the search; None where nothing was played.
        final: The results of the best value on fresh deals, without selection bias, its ``behind`` None;
            None where the run was interrupted before these deals.
        over: The lead of the best value over the second best of the search, on the fresh deals, in
            points per round, paired; None where there is no second.
        second: The second best value of the search, None where only one was tried.
        seats: The seats of a table.
        rounds: Rounds of each value in the search.
        fresh_rounds: Rounds on the fresh deals, of the best value and of the second best.
        seed: The seed of the run.
        partial: Whether the run was interrupted.
        checkpoint: The state from which `tune` can go on; None where it was not kept.
    """

    _document = (
        "rules", "parameter", "against", "trials", "best", "final", "second", "over", "seats", "rounds", "fresh_rounds",
        "seed", "partial", "level",
    )  # fmt: skip

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
    checkpoint: Checkpoint | None = None

    def __repr__(self) -> str:
        return f"<Tuning of {self.summary}; best {self.best}>"

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        return f"{self.parameter} under {label}: {self.rounds:,} rounds each against {self.against}"

    @property
    def tables(self) -> tuple[Table, ...]:
        """One table: a row for each value."""
        heads = [self.parameter, "points per round", "rounds won, %", "behind the best"]
        return (Table(heads, [self._cells(trial) for trial in self.trials]),)

    def _cells(self, trial: Trial) -> list[str]:
        behind = "best" if trial.value == self.best else estimate_text(trial.behind)
        net, rounds = estimate_text(trial.net, signed=True), estimate_text(trial.rounds, factor=100)
        return [str(trial.value), net, rounds, behind]

    @property
    def intervals(self) -> Intervals:
        """The net points of each value."""
        rows = [(f"{self.parameter} {trial.value}", trial.net) for trial in self.trials]
        return Intervals("Points per round, with the 95% interval", "points", rows)

    @property
    def note(self) -> str:
        """How the best value did on fresh deals."""
        if self.final is None:
            return "no value has been played on fresh deals"
        return f"on fresh deals {self.best} gains {estimate_text(self.final.net, signed=True)} points per round"

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each value: value, player, net, rounds and behind with the ends of their intervals."""
        return [
            {
                "value": trial.value,
                "player": trial.player,
                **interval_columns("net", trial.net),
                **interval_columns("rounds", trial.rounds),
                **interval_columns("behind", trial.behind),
            }
            for trial in self.trials
        ]
