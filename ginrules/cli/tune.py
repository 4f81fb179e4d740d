"""``ginrules tune``: the best value of a player's parameter under a rule set."""

import math
from typing import Annotated

from cyclopts import App, Parameter

from ginrules.cli.lab_options import ROUNDS, Flag, Workers
from ginrules.cli.lab_tables import print_tuning
from ginrules.cli.players import TUNABLE, PlayerName, TunableName, parameters_of, player_named
from ginrules.cli.running import print_json, progress_bar, told_if_broken, workers
from ginrules.cli.screen import console
from ginrules.cli.source import rules_from
from ginrules.errors import InvalidRunError
from ginrules.lab.tuning.result import Tuning
from ginrules.lab.tuning.tune import tune


def add_to(app: App) -> None:
    """Register the command."""
    app.command(tune_, name="tune")


def tune_(
    rules: str,
    /,
    *,
    player: TunableName = "greedy",
    parameter: str | None = None,
    values: Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative=())] = (),
    against: PlayerName | None = None,
    rounds: int = 2 * ROUNDS,
    seed: int = 1,
    seats: int | None = None,
    workers_: Workers = 1,
    json: Annotated[bool, Flag] = False,
) -> None:
    """Find out with how much deadwood it is best to knock, or another parameter of a player.

    The player with each value meets the same opponent on the same deals; the best one then
    plays on fresh deals, since whoever is chosen for being best has had luck too. Ctrl-C ends
    the run and shows what has been played.

    Args:
        rules: A preset, or a rule file.
        player: Whose parameter: greedy, careful or searching.
        parameter: The parameter, like threshold (of greedy), feed-cost (of careful and
            searching) or budget (of searching). The threshold if left out.
        values: The values to try, like 0,3,6,10 (or 0 3 6 10); as a threshold 0 plays for gin.
            All thresholds up to the knock limit if left out.
        against: The opponent: random, simple, greedy, careful or searching. The same player as
            it usually is, if left out.
        rounds: Rounds for each value, and as many again for the best one.
        seed: The number that the shuffles come from; the same seed gives the same figures.
        seats: Seats at the table, for rules that allow several numbers.
        workers_: Processes to play in; the figures are the same for any number.
        json: Print everything as JSON, for programs.
    """
    by = rules_from(rules)
    name = _parameter(player, parameter)
    numbers = [_number(each, name) for word in values for each in word.split(",") if each.strip()]
    if not numbers and name != "threshold":
        raise InvalidRunError(f"say which values of {name} to try, like --values 1,2,5", parameter=name)

    def report(found: Tuning) -> None:
        """Show what was found."""
        if json:
            print_json(found.as_plain())
        else:
            print_tuning(console(), found)

    with told_if_broken(Tuning, report), workers(workers_) as executor, progress_bar("rounds", quiet=json) as tell:
        found = tune(
            by, TUNABLE[player], parameter=name, values=numbers or None, against=player_named(against or player),
            rounds=rounds, seed=seed, seats=seats, executor=executor, progress=tell,
        )  # fmt: skip
    report(found)


def _parameter(player: TunableName, parameter: str | None) -> str:
    """The name that the player has for it."""
    known = parameters_of(player)
    name = known[0] if parameter is None and len(known) == 1 else (parameter or "").replace("-", "_")
    if name not in known:
        what = "say which parameter to tune" if parameter is None else f"{player} has no parameter {parameter!r}"
        told = ", ".join(each.replace("_", "-") for each in known)
        raise InvalidRunError(f"{what}: {player} has {told}", player=player, parameter=parameter)
    return name


def _number(text: str, parameter: str) -> int | float:
    """The number that is meant; whole ones stay whole."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InvalidRunError(f"{text!r} is no value of {parameter}: give numbers, like 0,3,6,10", value=text)
    return int(number) if number.is_integer() and "." not in text else number
