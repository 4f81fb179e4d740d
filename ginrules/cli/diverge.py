"""``ginrules diverge``: the smallest round on which two rule sets disagree."""

from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter

from ginrules.cli.lab_options import Positive
from ginrules.cli.screen import print_lines
from ginrules.cli.source import rules_from
from ginrules.lab.divergence.diverge import EFFORT, diverge
from ginrules.lab.divergence.result import RoundDivergence
from ginrules.lab.report import save
from ginrules.terminal import colored

_ALIKE: Final = 1
_WIDTH: Final = 80


def add_to(app: App) -> None:
    """Register the command."""
    app.command(diverge_, name="diverge")


def diverge_(
    a: str,
    b: str,
    /,
    *,
    seed: int = 1,
    effort: Annotated[int, Parameter(validator=Positive)] = EFFORT,
    save_: Annotated[Path | None, Parameter(name="--save")] = None,
) -> int:
    """Find the smallest round on which two rule sets disagree, and tell it.

    The exit status is 1 if they were not seen to disagree.

    Args:
        a: The first rules: a preset, or a rule file.
        b: The second rules.
        seed: The number that the search comes from; the same seed finds the same round.
        effort: How many deals to look at; more may find a smaller round.
        save_: Write the round to this file; `ginrules replay` shows it.
    """
    found = diverge(rules_from(a), rules_from(b), seed=seed, effort=effort)
    text = str(found)
    print_lines(f"{text[:1].upper()}{text[1:]}.")
    if isinstance(found, RoundDivergence):
        print_lines(f"\n{colored(found.states[0], width=_WIDTH)}")
        if save_ is not None:
            save(found.record().dumps(), save_)
    elif save_ is not None:
        print_lines(f"There is no round to be saved in {save_}.")
    return 0 if found else _ALIKE
