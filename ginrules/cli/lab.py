"""``ginrules compare``: what a change of rules does to the game."""

import json as json_
import sys
from functools import partial
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrules.cli import lab_tables
from ginrules.cli.screen import console
from ginrules.cli.source import rules_from
from ginrules.lab.compare import Comparison, compare, new_greedy
from ginrules.rules.model import RuleSet

_NotNegative: Final = Number(gte=0)


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(compare_, name="compare")


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
        lab_tables.print_comparison(console(), found)


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
