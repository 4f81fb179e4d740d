"""``ginrules tune``: the best values of a player's parameters under some rules."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from ginrules.cli.console import INTERRUPTED, console, print_json
from ginrules.cli.options import (
    CHECKPOINT_SECONDS,
    AnyPlayer,
    Json,
    NotNegative,
    Positive,
    Rules,
    TunableName,
    Words,
    Workers,
)
from ginrules.errors import InvalidRunError

_ROUNDS: Final = 1000
_CANDIDATES: Final = 32


def tune_(
    rules: Rules,
    /,
    *,
    player: TunableName = "greedy",
    parameter: str | None = None,
    values: Words = (),
    parameters: Words = (),
    candidates: Annotated[int, Positive] = _CANDIDATES,
    against: AnyPlayer | None = None,
    rounds: int = 2 * _ROUNDS,
    seed: int = 1,
    seats: int | None = None,
    workers_: Workers = 1,
    checkpoint: Path | None = None,
    checkpoint_every: Annotated[float, NotNegative] = CHECKPOINT_SECONDS,
    json: Json = False,
) -> int:
    """Find the deadwood with which it is best to knock, or the best values of other parameters.

    With each value, the player meets the same opponent on the same deals. The best value then
    plays on fresh deals, because the best result is partly luck. Several parameters at once are
    searched by halving: many settings on few deals, then the better half on twice as many.
    Ctrl-C and SIGTERM end the run and show the results so far.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        player: The player with the parameter: greedy, careful, expert or searching.
        parameter: The parameter, like threshold (of greedy), feed-cost (of careful and
            searching) or budget (of searching). The threshold if left out.
        values: The values to try, like 0,3,6,10 (or 0 3 6 10); a threshold of 0 plays for gin.
            All thresholds up to the knock limit if left out.
        parameters: Several parameters with the values to try, like draws=1,2,3 feed-cost=0,6,12
            instead of one parameter.
        candidates: With several parameters, the number of settings to try, drawn by the seed.
        against: The opponent, a name as in compare. The same player with its usual values if
            left out.
        rounds: Rounds for each value, and the same number again for the best value; with several
            parameters, the rounds for each setting at first.
        seed: The seed of the shuffles; the same seed gives the same figures.
        seats: Seats at the table, for rules that allow several numbers.
        workers_: Processes to play in; the figures are the same for any number.
        checkpoint: Save the progress of the run in this file, even if it is interrupted or killed. If the
            file exists, continue from it and play only the rest.
        checkpoint_every: Time between two writes of the checkpoint, in seconds.
        json: Print everything as JSON, for programs.
    """
    from ginrules.cli.lab_tables import print_search, print_tuning
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import partial_results, player_named, shows_progress
    from ginrules.lab import ParameterSearch, Tuning, tune

    rule_set = rules_from(rules)
    several = _several(player, parameters)
    if several and (parameter is not None or values):
        raise InvalidRunError("give --parameters, or --parameter and --values, not both")
    tried: dict[str, object] = {"parameters": several, "candidates": candidates}
    if not several:
        name = _parameter(player, parameter)
        numbers = _numbers(values, name)
        if not numbers and name != "threshold":
            raise InvalidRunError(f"name the values of {name} to try, like --values 1,2,5", parameter=name)
        tried = {"parameter": name, "values": numbers or None}

    def report(result: Tuning | ParameterSearch) -> None:
        """Show a result."""
        if json:
            print_json(result.as_plain())
        elif isinstance(result, Tuning):
            print_tuning(console(), result)
        else:
            print_search(console(), result)

    with partial_results((Tuning, ParameterSearch), report):
        run: Callable[..., Tuning | ParameterSearch] = partial(tune, rule_set, player_named(player), **tried)
        result = run(
            against=player_named(against or player), rounds=rounds, seed=seed, seats=seats, workers=workers_,
            progress=shows_progress(quiet=json), checkpoint=checkpoint, checkpoint_every=checkpoint_every,
        )  # fmt: skip
    report(result)
    return INTERRUPTED if result.partial else 0


def _several(player: TunableName, words: tuple[str, ...]) -> dict[str, list[int | float]]:
    """Return the values of several parameters by name."""
    several = {}
    for word in words:
        name, equals, values = word.partition("=")
        if not equals:
            raise InvalidRunError(f"{word!r} is not a parameter with its values: give them like draws=1,2,3", text=word)
        parameter = _parameter(player, name)
        several[parameter] = _numbers((values,), parameter)
    return several


def _numbers(words: tuple[str, ...], parameter: str) -> list[int | float]:
    return [_number(text, parameter) for word in words for text in word.split(",") if text.strip()]


def _parameter(player: TunableName, parameter: str | None) -> str:
    """Return the player's name for the parameter."""
    from ginrules.cli.running import parameters_of

    names = parameters_of(player)
    name = names[0] if parameter is None and len(names) == 1 else (parameter or "").replace("-", "_")
    if name not in names:
        problem = "name the parameter to tune" if parameter is None else f"{player} has no parameter {parameter!r}"
        known = ", ".join(name.replace("_", "-") for name in names)
        raise InvalidRunError(f"{problem}: {player} has {known}", player=player, parameter=parameter)
    return name


def _number(text: str, parameter: str) -> int | float:
    """Return the number in a text; a whole number stays whole."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InvalidRunError(f"{text!r} is not a value of {parameter}: give numbers, like 0,3,6,10", value=text)
    return int(number) if number.is_integer() and "." not in text else number
