"""The commands. Each is thin: it names rules and cards, asks the library, and prints."""

import json as json_
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, CycloptsError, Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

import ginrules
from ginrules.cli import replay, tables
from ginrules.cli.hands import hand_report
from ginrules.cli.source import existing, rules_from
from ginrules.errors import RuleSetError
from ginrules.lab.compare import Comparison, compare, new_greedy
from ginrules.presets import preset, preset_names
from ginrules.rules.codec import load_rules
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet

app: Final = App(
    name="ginrules",
    help="Gin rummy by any rules: look rules up, compare them at play, count hands. "
    "Where a command takes rules, name a preset or give the path of a rule file (.toml).",
    version=ginrules.__version__,
)

replay.add_to(app)

_NotNegative = Number(gte=0)


def run(argv: list[str]) -> int:
    """Run the command that these words name; its exit status."""
    try:
        command, bound, _ = app.parse_args(argv, print_error=False, exit_on_error=False)
    except CycloptsError as error:
        print(f"ginrules: {' '.join(str(error).split())}", file=sys.stderr)  # noqa: T201
        print("Try: ginrules --help", file=sys.stderr)  # noqa: T201
        return 2
    status = command(*bound.args, **bound.kwargs)
    return status if isinstance(status, int) else 0


@app.command(name="compare")
def compare_(
    a: str,
    b: str,
    /,
    *,
    rounds: int = 1000,
    seed: int = 1,
    threshold: Annotated[int | None, Parameter(validator=_NotNegative)] = None,
    seats: int | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play the same deals under two rule sets and show what the rules change.

    The players keep their deadwood low, knock as soon as they may, and defend as well as can
    be. Each deal is played once with every seat beginning.

    Args:
        a: The first rules: a preset, or a rule file.
        b: The second rules.
        rounds: Rounds to play under each; ten times as many make the intervals a third as wide.
        seed: The number that the shuffles come from; the same seed gives the same figures.
        threshold: Knock only with so much deadwood or less; 0 plays for gin.
        seats: Seats at the table, for rules that allow several numbers.
        json: Print everything as JSON, for programs.
    """
    rules = rules_from(a), rules_from(b)
    found = _compared(*rules, rounds, seed, threshold, seats, quiet=json)
    if json:
        print(json_.dumps(found.as_plain(), indent=2, ensure_ascii=False))  # noqa: T201
    else:
        tables.print_comparison(_console(), found)


@app.command(name="presets")
def presets_() -> None:
    """List the built-in rule sets, a line each."""
    console = _console()
    width = console.width if sys.stdout.isatty() else None
    _print_lines("\n".join(tables.preset_lines(map(preset, preset_names()), width)))


@app.command
def show(rules: str, /) -> None:
    """Print the rule card of a rule set: how it is played and what it pays.

    Args:
        rules: A preset, or a rule file.
    """
    _print_lines(tables.card_text(rules_from(rules), _console().width).rstrip("\n"))


@app.command(name="diff")
def diff_(a: str, b: str, /) -> None:
    """Show which rules differ between two rule sets.

    Args:
        a: The first rules: a preset, or a rule file.
        b: The second rules.
    """
    one, other = rules_from(a), rules_from(b)
    changes = diff(one, other)
    console = _console()
    if changes:
        console.print(tables.change_table(one, other, changes))
    else:
        console.print("The rules are the same.")


@app.command
def check(file: Path, /) -> int:
    """Check a rule file and name every fault.

    The exit status is 1 if there are faults.

    Args:
        file: The rule file.
    """
    try:
        rules = load_rules(existing(str(file)))
    except RuleSetError as error:
        _print_lines(str(error))
        return 1
    changed = len(diff(preset("standard"), rules))
    told = "1 rule differs" if changed == 1 else f"{changed} rules differ"
    _print_lines(f"{file.name} can be played: {told} from standard")
    return 0


@app.command
def melds(
    *hand: str,
    rules: str = "standard",
    limit: Annotated[int | None, Parameter(validator=_NotNegative)] = None,
) -> None:
    """Show the melds of a hand, its best arrangement and its deadwood.

    With a full hand it lists the cards to hope for, with one card more what each discard leaves.

    Args:
        hand: The cards, like 7h 8h 9h Ks, or by suits (clubs, diamonds, hearts, spades) like A23.456.789.T
        rules: The rules that say what is a meld and what a card counts: a preset, or a rule file.
        limit: The most deadwood to knock with, where a card sets it.
    """
    _print_lines("\n".join(hand_report(" ".join(hand), rules_from(rules), limit)))


def _compared(
    a: RuleSet, b: RuleSet, rounds: int, seed: int, threshold: int | None, seats: int | None, *, quiet: bool
) -> Comparison:
    new_player = partial(new_greedy, threshold=threshold)
    if quiet or not (sys.stderr.isatty() and sys.stdout.isatty()):
        return compare(a, b, rounds=rounds, seed=seed, seats=seats, new_player=new_player)
    columns = TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("rounds"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return compare(a, b, rounds=rounds, seed=seed, seats=seats, new_player=new_player, progress=tell)


def _console() -> Console:
    return Console(highlight=False)


def _print_lines(text: str) -> None:
    """Print a text as it is: no mark-up is read in it and no line is cut or wrapped."""
    _console().print(Text(text), soft_wrap=True)
