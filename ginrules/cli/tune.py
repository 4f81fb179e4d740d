"""``ginrules tune``: the best value of a player's parameter under some rules."""

import math
from pathlib import Path
from typing import Annotated, Final

from ginrules.cli.console import INTERRUPTED, console, print_json
from ginrules.cli.options import (
    CHECKPOINT_SECONDS,
    AnyPlayer,
    Json,
    NotNegative,
    Rules,
    TunableName,
    Words,
    Workers,
)
from ginrules.errors import InvalidRunError

_ROUNDS: Final = 1000


def tune_(
    rules: Rules,
    /,
    *,
    player: TunableName = "greedy",
    parameter: str | None = None,
    values: Words = (),
    against: AnyPlayer | None = None,
    rounds: int = 2 * _ROUNDS,
    seed: int = 1,
    seats: int | None = None,
    workers_: Workers = 1,
    checkpoint: Path | None = None,
    checkpoint_every: Annotated[float, NotNegative] = CHECKPOINT_SECONDS,
    json: Json = False,
) -> int:
    """Find the deadwood with which it is best to knock, or the best value of another parameter.

    With each value, the player meets the same opponent on the same deals. The best value then
    plays on fresh deals, because the best result is partly luck.
    Ctrl-C and SIGTERM end the run and show the results so far.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        player: The player with the parameter: greedy, careful, expert or searching.
        parameter: The parameter, like threshold (of greedy), feed-cost (of careful and
            searching) or budget (of searching). The threshold if left out.
        values: The values to try, like 0,3,6,10 (or 0 3 6 10). A threshold of 0 plays for gin.
            All thresholds up to the knock limit if left out.
        against: The opponent, a name as in compare. The same player with its usual values if
            left out.
        rounds: Rounds for each value, and the same number again for the best value.
        seed: The seed for the shuffles. The same seed gives the same figures.
        seats: Seats at the table, for rules that allow several numbers.
        workers_: Processes to play in. The figures are the same for any number.
        checkpoint: Save the progress of the run in this file, even if it is interrupted or killed. If the
            file exists, continue from it and play only the rest.
        checkpoint_every: Time between two writes of the checkpoint, in seconds.
        json: Print everything as JSON, for programs.
    """
    from ginrules.cli.lab_tables import print_tuning
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import partial_results, player_named, shows_progress
    from ginrules.lab import Tuning, tune

    rule_set = rules_from(rules)
    name = _parameter(player, parameter)
    numbers = _numbers(values, name)
    if not numbers and name != "threshold":
        raise InvalidRunError(f"name the values of {name} to try, like --values 1,2,5", parameter=name)

    def report(result: Tuning) -> None:
        """Show a result."""
        if json:
            print_json(result.as_plain())
        else:
            print_tuning(console(), result)

    with partial_results(Tuning, report):
        result = tune(
            rule_set, player_named(player), parameter=name, values=numbers or None,
            against=player_named(against or player), rounds=rounds, seed=seed, seats=seats, workers=workers_,
            progress=shows_progress(quiet=json), checkpoint=checkpoint, checkpoint_every=checkpoint_every,
        )  # fmt: skip
    report(result)
    return INTERRUPTED if result.partial else 0


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
    """Return the number in a text, a whole number as whole."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InvalidRunError(f"{text!r} is not a value of {parameter}: give numbers, like 0,3,6,10", value=text)
    return int(number) if number.is_integer() and "." not in text else number
