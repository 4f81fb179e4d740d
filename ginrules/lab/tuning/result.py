"""`Tuning` and `ParameterSearch`: the results of `tune`, as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import Intervals, Result, Table, estimate_text, interval_columns, labels_of
from ginrules.rules.model import RuleSet


@attrs.frozen
class Trial(Plain):
    """The results for a value of the parameter.

    Attributes:
        value: The value.
        player: The player with this value, as text.
        net: The net points of the player in a round.
        rounds: The share of rounds won by the player, among rounds with a winner.
        behind: The gap to the best value on these deals, in points per round, paired; None for the best.
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
        trials: The results for every value in the search, in the order of the values. The intervals hold
            for each value on its own, not for the best of several.
        best: The value with the most net points in the search; None if nothing was played.
        final: The results of the best value on fresh deals, without selection bias; its ``behind`` is None.
            None if the run was interrupted before these deals.
        over: The lead of the best value over the second best of the search on the fresh deals, in
            points per round, paired; None if there is no second value.
        second: The second best value of the search; None if only a single value was tried.
        seats: The seats of a table.
        rounds: Rounds for each value in the search.
        fresh_rounds: Rounds on the fresh deals, for the best value and for the second best.
        seed: The seed of the run.
        partial: Whether the run was interrupted.
        checkpoint: The state from which `tune` can continue; None if it was not kept.
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
        """A single table with a row for each value."""
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
        """The results of the best value on fresh deals, as text."""
        if self.final is None:
            return "no value has been played on fresh deals"
        return f"on fresh deals {self.best} gains {estimate_text(self.final.net, signed=True)} points per round"

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each value: value, player, and net, rounds and behind with their intervals."""
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


UNTUNED = "untuned"
"""The text for a player without parameters."""


@attrs.frozen
class Candidate(Plain):
    """The results for a setting of the parameters, on the deals of a rung or on fresh deals.

    Attributes:
        parameters: The values by name; empty for the untuned player.
        player: The player with these values, as text.
        net: The net points of the player in a round.
        rounds: The share of rounds won by the player, among rounds with a winner.
        lead: Its lead over the untuned player, in points per round, paired; None for the untuned player.
    """

    parameters: Mapping[str, Any]
    player: str
    net: Estimate | None
    rounds: Estimate | None
    lead: Estimate | None


@attrs.frozen
class Rung(Plain):
    """A rung of a search: candidates played on the same deals, which no other rung uses.

    Attributes:
        rounds: Rounds for each candidate.
        candidates: The results of the candidates on these deals, the best first. Earlier rungs count for the order.
    """

    rounds: int
    candidates: tuple[Candidate, ...]


@attrs.frozen(repr=False)
class ParameterSearch(Result):
    """The result of `tune` over several parameters; its ``str`` is a table.

    Attributes:
        rules: The rule set.
        parameters: The possible values of each parameter.
        settings: The number of settings that these values make together.
        against: The opponent as text.
        rungs: The rungs played, in order. Intervals hold for each candidate on its own, not for the best of several.
        best: The values that gained most in all rungs together, empty for the untuned player; None if nothing
            was played.
        final: The results of the best setting on fresh deals, without selection bias; None if the run was
            interrupted before these deals.
        seats: The seats of a table.
        rounds: Rounds of the search, over all candidates.
        deals: Deals of the search.
        fresh_rounds: Rounds of the best setting on fresh deals.
        seed: The seed of the run.
        partial: Whether the run was interrupted.
        checkpoint: The state from which `tune` can continue; None if it was not kept.
    """

    _document = (
        "rules", "parameters", "settings", "against", "rungs", "best", "chosen", "final", "seats", "rounds", "deals",
        "fresh_rounds", "seed", "partial", "level",
    )  # fmt: skip

    rules: RuleSet
    parameters: Mapping[str, tuple[Any, ...]]
    settings: int
    against: str
    rungs: tuple[Rung, ...]
    best: Mapping[str, Any] | None
    final: Candidate | None
    seats: int
    rounds: int
    deals: int
    fresh_rounds: int
    seed: int
    partial: bool = False
    checkpoint: Checkpoint | None = None

    @property
    def chosen(self) -> Mapping[str, Any]:
        """The values to play with: the best if they beat the untuned player by more than chance, else empty."""
        if self.best is None or self.final is None or self.final.lead is None or self.final.lead.low <= 0:
            return {}
        return self.best

    def __repr__(self) -> str:
        best = "nothing played" if self.best is None else f"best: {parameters_text(self.best)}"
        return f"<ParameterSearch of {self.summary}; {best}>"

    @property
    def tables(self) -> tuple[Table, ...]:
        """A single table with a row for each rung."""
        heads = ["rung", "candidates", "rounds each", "best so far", "points per round"]
        return (Table(heads, [self._cells(number) for number in range(len(self.rungs))]),) if self.rungs else ()

    @property
    def intervals(self) -> Intervals:
        """The net points of each candidate of the last rung."""
        last = self.rungs[-1].candidates if self.rungs else ()
        rows = [(parameters_text(candidate.parameters), candidate.net) for candidate in last]
        return Intervals("Points per round in the last rung, with the 95% interval", "points", rows)

    @property
    def note(self) -> str:
        """The text of `verdict`."""
        return self.verdict()

    def _cells(self, number: int) -> list[str]:
        rung = self.rungs[number]
        first = rung.candidates[0]
        return [
            str(number + 1), str(len(rung.candidates)), f"{rung.rounds:,}", parameters_text(first.parameters),
            estimate_text(first.net, signed=True),
        ]  # fmt: skip

    def verdict(self) -> str:
        """Return the best values and their gain on fresh deals, as a sentence."""
        if self.best is None:
            return "nothing has been played"
        if not self.best:
            return "no candidate gained more than the untuned player"
        text = parameters_text(self.best)
        if self.final is None:
            return f"so far {text} has gained most; it has not been played on fresh deals"
        chance = "more than chance" if self.chosen else "which can be chance"
        return (
            f"on {self.fresh_rounds:,} fresh rounds {text} is ahead of the untuned player by "
            f"{estimate_text(self.final.lead, signed=True)} points per round, {chance}"
        )

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        names = " and ".join(self.parameters)
        return f"{names} under {label}: {self.rounds:,} rounds in {len(self.rungs)} rungs against {self.against}"

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each candidate of each rung: rung, rounds, parameters as text, and estimates."""
        return [
            {
                "rung": number,
                "rounds": rung.rounds,
                "parameters": parameters_text(candidate.parameters),
                **interval_columns("net", candidate.net),
                **interval_columns("rounds_won", candidate.rounds),
                **interval_columns("lead", candidate.lead),
            }
            for number, rung in enumerate(self.rungs, 1)
            for candidate in rung.candidates
        ]


def parameters_text(parameters: Mapping[str, Any]) -> str:
    """Return values of parameters as text.

    Examples:
        >>> parameters_text({"draws": 2.0, "feed_cost": 6}), parameters_text({})
        ('draws 2, feed cost 6', 'untuned')
    """
    return ", ".join(f"{name.replace('_', ' ')} {_shown(value)}" for name, value in parameters.items()) or UNTUNED


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
