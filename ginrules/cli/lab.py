"""``ginrules compare``, ``simulate``, ``tune`` and ``diverge``: rules and players in many rounds."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import App, Parameter

from ginrules._names import PlayerName
from ginrules.cli.console import console, print_json, print_lines, width
from ginrules.cli.options import Json, NotNegative, Positive, Rules
from ginrules.errors import InvalidRunError

if TYPE_CHECKING:
    from ginrules.lab import Comparison, Divergence, Row, TakeRows

TunableName = Literal["greedy", "careful", "expert", "searching"]
"""The players that have parameters; what makes them is in `ginrules.cli.running`."""

Workers = Annotated[int, Parameter(name="--workers")]
WorkersForMany = Annotated[int | None, Parameter(name="--workers")]
Threshold = Annotated[int | None, NotNegative]
Words = Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative=())]

_ROUNDS: Final = 1000
_CANDIDATES: Final = 32
_EFFORT: Final = 300
CHECKPOINT_SECONDS: Final = 30.0
"""The default of the lab; a test compares them."""
_ALIKE: Final = 1
INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""
_WIDTH: Final = 80


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(compare_, name="compare")
    app.command(simulate_, name="simulate")
    app.command(diverge_, name="diverge")
    app.command(tune_, name="tune")


def compare_(
    a: Rules,
    b: Rules,
    /,
    *more: Rules,
    rounds: int = _ROUNDS,
    seed: int = 1,
    player: PlayerName | None = None,
    against: PlayerName | None = None,
    threshold: Threshold = None,
    seats: int | None = None,
    adapt: Json = False,
    until: float | None = None,
    workers_: WorkersForMany = None,
    checkpoint: Path | None = None,
    checkpoint_every: Annotated[float, NotNegative] = CHECKPOINT_SECONDS,
    html: Path | None = None,
    csv: Path | None = None,
    plot: Path | None = None,
    json: Json = False,
) -> int:
    """Play the same deals under two or more rule sets and show what the rules change.

    Expert plays at every seat, unless you name another player. Each deal is played once with every
    seat beginning.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
        more: Others to compare with the first.
        rounds: Rounds to play under each; ten times as many make the intervals a third as wide.
        seed: The seed of the shuffles; the same seed gives the same figures.
        player: Who plays: random, simple, greedy, careful, expert or searching, from the quickest
            to the slowest; or a style, bold, cautious or patient; or
            easy, medium or hard. Expert if left out, with a threshold greedy.
        against: A second player, to see under which rules the better one wins more often.
        threshold: Knock only with this deadwood or less; 0 plays for gin. For greedy.
        seats: Seats at the table, for rules that allow several numbers.
        adapt: Tune the player for each rule set first, on deals of its own, and say what was chosen: about
            100,000 rounds for each.
        until: Stop as soon as the differences in points per round are known this well (± points);
            rounds is then the most to play.
        workers_: Processes to play in; the figures are the same for any number. One if it is left out, and from
            50,000 rounds on one per core, four at most.
        checkpoint: Keep the progress of the run in this file, also when it is interrupted or killed, and
            continue from the file if it exists: only the rest is played.
        checkpoint_every: The seconds between two writings of the checkpoint.
        html: Write a page with plots to this file; it opens in any browser.
        csv: Write every round to this file, one line per round. Of each deal come
            the rounds under one rule set after another. Those before a checkpoint are played again for it.
        plot: Draw the comparison into this SVG file.
        json: Print everything as JSON, for programs.
    """
    from ginrules.cli.lab_tables import print_comparison
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import contestants, partial_results, progress_bar, rows_to, stop_at_once, workers
    from ginrules.lab import Comparison, Precision, compare
    from ginrules.lab.report import html as comparison_page
    from ginrules.lab.report import save, save_figure
    from ginrules.lab.statistics.checkpoint_file import read_checkpoint

    rule_sets = [rules_from(word) for word in (a, b, *more)]
    players = contestants(player, against, threshold)

    def report(result: Comparison) -> None:
        """Show a result and write it, the quickest first."""
        if json:
            print_json(result.as_plain())
        else:
            print_comparison(console(), result)
        if html is not None:
            save(comparison_page(result), html)
        if plot is not None:
            save_figure(result, plot)

    before = None if checkpoint is None else read_checkpoint(checkpoint)
    if adapt and csv is not None and before is not None:
        raise InvalidRunError("give --csv from the first run on: with --adapt a run that goes on has no earlier rounds")
    with partial_results(Comparison, report), workers(workers_, rounds) as executor:
        run: Callable[..., Comparison] = partial(
            compare, *rule_sets, rounds=rounds, seed=seed, seats=seats, new_players=players,
            adapt=adapt, until=None if until is None else Precision(until), executor=executor,
        )  # fmt: skip
        size = 0
        if csv is not None and before is not None:  # the checkpoint of another run is refused
            part = run(resume=before, progress=stop_at_once)
            size = part.rounds // max(1, part.deals)
        with rows_to(csv) as take_rows, progress_bar("rounds", quiet=json) as progress:
            if take_rows is not None and before is not None:
                _rows_before(run, before.units, size, rounds, take_rows)
            result = run(progress=progress, checkpoint=checkpoint, checkpoint_every=checkpoint_every,
                         take_rows=take_rows)  # fmt: skip
    report(result)
    return INTERRUPTED if result.partial else 0


def _rows_before(run: "Callable[..., Comparison]", units: int, size: int, rounds: int, take_rows: "TakeRows") -> None:
    """Play the deals before a checkpoint again, for their rounds.

    Raises:
        KeyboardInterrupt: If it is interrupted.
    """

    def take_earlier(rows_of_part: "list[Row]") -> None:
        take_rows([row for row in rows_of_part if row.unit < units])

    def stop(done: int, _total: int) -> None:
        if done >= units * size:
            raise KeyboardInterrupt

    if units and run(rounds=max(rounds, units * size), take_rows=take_earlier, progress=stop).deals < units:
        raise KeyboardInterrupt


def simulate_(
    rules: Rules,
    /,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    player: PlayerName | None = None,
    against: PlayerName | None = None,
    threshold: Threshold = None,
    seats: int | None = None,
    workers_: WorkersForMany = None,
    checkpoint: Path | None = None,
    checkpoint_every: Annotated[float, NotNegative] = CHECKPOINT_SECONDS,
    html: Path | None = None,
    csv: Path | None = None,
    json: Json = False,
) -> int:
    """Let players play many rounds, or whole matches, and show the figures.

    With a second player, both take every seat on the same deals, and the table shows who wins.
    Ctrl-C and SIGTERM end the run and show what has been played.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        rounds: Rounds to play; 1000 if neither rounds nor matches are given.
        matches: Matches to play instead.
        seed: The seed of the shuffles; the same seed gives the same figures.
        player: Who plays: random, simple, greedy, careful, expert or searching, from the quickest
            to the slowest; or a style, bold, cautious or patient; or
            easy, medium or hard. Expert if left out, with a threshold greedy.
        against: A second player, to see which of them is better.
        threshold: Knock only with this deadwood or less; 0 plays for gin. For greedy.
        seats: Seats at the table (of matches: players), for rules that allow several numbers.
        workers_: Processes to play in; the figures are the same for any number. One if it is left out, and from
            50,000 rounds on one per core, four at most.
        checkpoint: Keep the progress of the run in this file, also when it is interrupted or killed, and
            continue from the file if it exists: only the rest is played.
        checkpoint_every: The seconds between two writings of the checkpoint.
        html: Write a page with plots to this file; it opens in any browser.
        csv: Write every round to this file, one line per round. Those before a checkpoint are
            played again for it.
        json: Print everything as JSON, for programs.
    """
    from ginrules.cli.lab_tables import print_simulation
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import contestants, partial_results, progress_bar, rows_to, workers
    from ginrules.lab import Simulation, rows, simulate
    from ginrules.lab.report import save, simulation_page
    from ginrules.lab.statistics.checkpoint_file import read_checkpoint

    rule_set = rules_from(rules)
    players = contestants(player, against, threshold)
    if rounds is not None and matches is not None:
        raise InvalidRunError("give --rounds or --matches, not both", rounds=rounds, matches=matches)
    unit, number = ("rounds", _ROUNDS if rounds is None else rounds) if matches is None else ("matches", matches)
    before = None if checkpoint is None else read_checkpoint(checkpoint)

    def report(result: Simulation) -> None:
        """Show a result and write it."""
        if json:
            print_json(result.as_plain())
        else:
            print_simulation(console(), result)
        if html is not None:
            save(simulation_page(result), html)

    with partial_results(Simulation, report), workers(workers_, rounds or 0) as executor:
        run: Callable[..., Simulation] = partial(simulate, rule_set, players, seed=seed, seats=seats, executor=executor)
        # with a checkpoint beyond this number it plays nothing, but refuses the checkpoint of another run
        done = getattr(run(**{unit: 1}, resume=before), unit) if before is not None and before.units else 0
        with rows_to(csv) as take_rows, progress_bar(unit, quiet=json) as progress:
            if take_rows is not None and done:
                take_rows(rows(rule_set, players, **{unit: done}, seed=seed, seats=seats, executor=executor))
            result = run(
                **{unit: number}, progress=progress, take_rows=take_rows, checkpoint=checkpoint,
                checkpoint_every=checkpoint_every,
            )  # fmt: skip
    report(result)
    return INTERRUPTED if result.partial else 0


def tune_(
    rules: Rules,
    /,
    *,
    player: TunableName = "greedy",
    parameter: str | None = None,
    values: Words = (),
    parameters: Words = (),
    candidates: Annotated[int, Positive] = _CANDIDATES,
    against: PlayerName | None = None,
    rounds: int = 2 * _ROUNDS,
    seed: int = 1,
    seats: int | None = None,
    workers_: Workers = 1,
    checkpoint: Path | None = None,
    checkpoint_every: Annotated[float, NotNegative] = CHECKPOINT_SECONDS,
    json: Json = False,
) -> int:
    """Find the deadwood with which it is best to knock, or the best values of other parameters.

    The player with each value meets the same opponent on the same deals; the best one then
    plays on fresh deals, since a value chosen for being the best was also lucky. Several parameters
    at once are searched by halving: many settings on few deals, the better half on twice as many.
    Ctrl-C and SIGTERM end the run and show what has been played.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
        player: The player with the parameter: greedy, careful, expert or searching.
        parameter: The parameter, like threshold (of greedy), feed-cost (of careful and
            searching) or budget (of searching). The threshold if left out.
        values: The values to try, like 0,3,6,10 (or 0 3 6 10); as a threshold 0 plays for gin.
            All thresholds up to the knock limit if left out.
        parameters: Several parameters with the values to try, like draws=1,2,3 feed-cost=0,6,12
            instead of one parameter.
        candidates: Of several parameters, the number of settings to try, drawn by the seed.
        against: The opponent, a name as in compare. The same player with its usual values if
            left out.
        rounds: Rounds for each value, and the same number again for the best one; of several
            parameters the rounds for each setting at first.
        seed: The seed of the shuffles; the same seed gives the same figures.
        seats: Seats at the table, for rules that allow several numbers.
        workers_: Processes to play in; the figures are the same for any number.
        checkpoint: Keep the progress of the run in this file, also when it is interrupted or killed, and
            continue from the file if it exists: only the rest is played.
        checkpoint_every: The seconds between two writings of the checkpoint.
        json: Print everything as JSON, for programs.
    """
    from ginrules.cli.lab_tables import print_search, print_tuning
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import TUNABLE, partial_results, player_named, progress_bar, workers
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

    with (
        partial_results((Tuning, ParameterSearch), report),
        workers(workers_) as executor,
        progress_bar("rounds", quiet=json) as progress,
    ):
        run: Callable[..., Tuning | ParameterSearch] = partial(tune, rule_set, TUNABLE[player], **tried)
        result = run(
            against=player_named(against or player), rounds=rounds, seed=seed, seats=seats, executor=executor,
            progress=progress, checkpoint=checkpoint, checkpoint_every=checkpoint_every,
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
    """Return the name of the parameter as the player has it."""
    from ginrules.cli.running import parameters_of

    names = parameters_of(player)
    name = names[0] if parameter is None and len(names) == 1 else (parameter or "").replace("-", "_")
    if name not in names:
        problem = "name the parameter to tune" if parameter is None else f"{player} has no parameter {parameter!r}"
        known = ", ".join(name.replace("_", "-") for name in names)
        raise InvalidRunError(f"{problem}: {player} has {known}", player=player, parameter=parameter)
    return name


def _number(text: str, parameter: str) -> int | float:
    """Return the number in a text; a whole one stays whole."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InvalidRunError(f"{text!r} is not a value of {parameter}: give numbers, like 0,3,6,10", value=text)
    return int(number) if number.is_integer() and "." not in text else number


def diverge_(
    a: Rules,
    b: Rules,
    /,
    *,
    seed: int = 1,
    effort: Annotated[int, Positive] = _EFFORT,
    save_: Annotated[Path | None, Parameter(name="--save")] = None,
    json: Json = False,
) -> int:
    """Find the smallest round on which two rule sets disagree, and show it.

    The exit status is 1 if no difference was found. Ctrl-C and SIGTERM end the search and show the
    smallest difference so far.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
        seed: The seed of the search; the same seed finds the same round.
        effort: The number of deals to try; more may find a smaller round.
        save_: Write the round to this file; `ginrules replay` shows it.
        json: Print the difference, with the round, as JSON, for programs.
    """
    from ginrules.cli.rules import rules_from
    from ginrules.cli.running import progress_bar
    from ginrules.lab import RoundDivergence, diverge
    from ginrules.lab.report import save
    from ginrules.terminal import colored

    one, other = rules_from(a), rules_from(b)
    with progress_bar("steps", quiet=json) as progress:
        result = diverge(one, other, seed=seed, effort=effort, progress=progress)
    text = str(result)
    if json:
        print_json(_divergence_plain(result))
    else:
        print_lines(f"{text[:1].upper()}{text[1:]}.")
    if result.partial and result and not json:
        print_lines("The search was interrupted: this is the smallest difference so far.")
    if isinstance(result, RoundDivergence):
        if not json:
            print_lines(f"\n{colored(result.states[0], width=min(width(), _WIDTH))}")
        if save_ is not None:
            save(result.record().dumps(), save_)
    elif save_ is not None and not json:
        print_lines(f"There is no round to save in {save_}.")
    if result.partial:
        return INTERRUPTED
    return 0 if result else _ALIKE


def _divergence_plain(result: "Divergence") -> dict[str, Any]:
    """Return what was found as JSON: a round as a record, results as the points of each round."""
    from ginrules.lab import MatchDivergence, RoundDivergence
    from ginrules.records import to_dict

    plain: dict[str, Any] = {"found": bool(result), "text": str(result), "partial": result.partial}
    plain["rules"] = [change.name for change in result.changes]
    match result:
        case RoundDivergence():
            plain |= {"kind": result.kind, "round": to_dict(result.record())}
            plain |= {"only_a": list(map(str, result.only_a)), "only_b": list(map(str, result.only_b))}
        case MatchDivergence():
            plain |= {"kind": result.kind, "players": result.players, "a": result.text_a, "b": result.text_b}
        case _:
            plain |= {"kind": None, "deals": result.deals, "lists": result.lists}
    return plain
