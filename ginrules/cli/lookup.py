"""``ginrules presets``, ``show``, ``diff``, ``check`` and ``melds``: what stands in the rules and in a hand."""

import sys
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter
from cyclopts.validators import Number

from ginrules.cli import rule_tables
from ginrules.cli.hands import hand_report
from ginrules.cli.screen import console, print_lines
from ginrules.cli.source import existing, rules_from
from ginrules.errors import RuleSetError
from ginrules.presets import preset, preset_names
from ginrules.rule_files import load_rules
from ginrules.rules.diff import diff

_NotNegative: Final = Number(gte=0)


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(presets_, name="presets")
    app.command(show)
    app.command(diff_, name="diff")
    app.command(check)
    app.command(melds)


def presets_() -> None:
    """List the built-in rule sets, a line each."""
    width = console().width if sys.stdout.isatty() else None
    print_lines("\n".join(rule_tables.preset_lines(map(preset, preset_names()), width)))


def show(rules: str, /) -> None:
    """Print the rule card of a rule set: how it is played and what it pays.

    Args:
        rules: A preset, or a rule file.
    """
    print_lines(rule_tables.card_text(rules_from(rules), console().width).rstrip("\n"))


def diff_(a: str, b: str, /) -> None:
    """Show which rules differ between two rule sets.

    Args:
        a: The first rules: a preset, or a rule file.
        b: The second rules.
    """
    one, other = rules_from(a), rules_from(b)
    changes = diff(one, other)
    if changes:
        console().print(rule_tables.change_table(one, other, changes))
    else:
        console().print("The rules are the same.")


def check(file: Path, /) -> int:
    """Check a rule file and name every fault.

    The exit status is 1 if there are faults.

    Args:
        file: The rule file.
    """
    try:
        rules = load_rules(existing(str(file)))
    except RuleSetError as error:
        print_lines(str(error))
        return 1
    changed = len(diff(preset("standard"), rules))
    told = "1 rule differs" if changed == 1 else f"{changed} rules differ"
    print_lines(f"{file.name} can be played: {told} from standard")
    return 0


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
    print_lines("\n".join(hand_report(" ".join(hand), rules_from(rules), limit)))
