"""`Tuning`: the result of `tune`, as values."""

from typing import Any

import attrs

from ginrules.lab.statistics.checkpoint.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import LEVEL, Estimate, plain_estimate
from ginrules.lab.statistics.reported import Reported, Table, interval_columns
from ginrules.lab.statistics.words import estimate_text, labels_of
from ginrules.rules.model import RuleSet


@attrs.frozen
class Trial:
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

    def as_plain(self) -> dict[str, Any]:
        """Return the trial as plain values."""
        return {
            "value": self.value,
            "player": self.player,
            "net": plain_estimate(self.net),
            "rounds": plain_estimate(self.rounds),
            "behind": plain_estimate(self.behind),
        }


@attrs.frozen(repr=False)
class Tuning(Reported):
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
    def summary(self) -> str:
        """The run in one line."""
        (label,) = labels_of([self.rules])
        end = ", interrupted" if self.partial else ""
        return (
            f"{self.parameter} under {label}: {self.rounds:,} rounds each against {self.against}, seed {self.seed}{end}"
        )

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

    def as_plain(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON."""
        return {
            "rules": {"name": self.rules.name, "title": self.rules.title, "digest": self.rules.digest},
            "parameter": self.parameter,
            "against": self.against,
            "trials": [trial.as_plain() for trial in self.trials],
            "best": self.best,
            "final": None if self.final is None else self.final.as_plain(),
            "second": self.second,
            "over": plain_estimate(self.over),
            "seats": self.seats,
            "rounds": self.rounds,
            "fresh_rounds": self.fresh_rounds,
            "seed": self.seed,
            "partial": self.partial,
            "level": LEVEL,
        }
