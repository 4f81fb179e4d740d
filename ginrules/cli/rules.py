"""``ginrules show``, ``diff`` and ``check``: rules as text. Also the rules that words of the command line name."""

import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from ginrules._support.printed import clean
from ginrules.cli.console import (
    PROBLEMS,
    STANDARD_INPUT,
    full_width,
    print_json,
    print_table,
    say,
    standard_input,
)
from ginrules.cli.options import Flag, Json, Positive, Rules, Words
from ginrules.errors import RecordError, RuleSetError

if TYPE_CHECKING:
    from ginrules.rules.diff import RuleChange
    from ginrules.rules.model import RuleSet

_HERE: Final = Path()
_WIDEST_HEAD: Final = 15
_LETTERS: Final = ("A", "B")


# --- commands -----------------------------------------------------------------------------------


def show(
    rules: Rules,
    /,
    *,
    short: Annotated[bool, Flag] = False,
    html: Path | None = None,
    json: Annotated[bool, Flag] = False,
) -> None:
    """Print the rule card of a rule set: how it is played and what it pays.

    Args:
        rules: A preset, a rule file, - for the standard input, or several joined: oklahoma+hollywood+knock_limit=7
        short: A short card, one side of A5: every rule, without examples and sources.
        html: Write the card to this file as a page to print on A4, or on one side of A5 with --short.
        json: Print every value, with the card's text, as JSON, for programs.
    """
    rule_set = rules_from(rules)
    if html is not None:
        from ginrules._support.files import write_atomic
        from ginrules.show.rulecard.page import card_page

        write_atomic(card_page(rule_set, short=short), html)
        say(f"{html}: print it on one side of {'A5' if short else 'A4'}.")
    elif json:
        print_json(_rules_json(rule_set))
    elif short:
        from ginrules.show.rulecard.card import SHORT_WIDTH, short_card

        say(short_card(rule_set, min(SHORT_WIDTH, full_width())).rstrip("\n"))
    else:
        say(card_text(rule_set, full_width()).rstrip("\n"))


def sheet(
    rules: Rules,
    /,
    *,
    svg: Path | None = None,
    names: Words = (),
    players: Annotated[int, Positive] | None = None,
) -> None:
    """Draw an empty score sheet to print and write on, one side of A4.

    Args:
        rules: A preset, a rule file, or several joined: hollywood+oklahoma
        svg: The file to write, an SVG picture. A browser prints it, also as a PDF.
        names: The players, in the order of their seats. A, B and so on if left out.
        players: The number of players without names. The smallest that the rules seat if left out.
    """
    from ginrules.show.pictures.sheet import blank_sheet_svg

    if svg is None:
        raise RecordError("name the file to write: --svg sheet.svg is a picture, which a browser prints, also as a PDF")
    rule_set = rules_from(rules)
    picture = blank_sheet_svg(rule_set, names or players or min(rule_set.player_counts))
    picture.save(svg)
    say(f"{svg}: {picture.title}")


def diff_(a: Rules, b: Rules, /, *, json: Json = False) -> None:
    """Show which rules differ between two rule sets.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
    """
    from ginrules.rules.diff import diff
    from ginrules.rules.texts import json_value

    one, other = rules_from(a), rules_from(b)
    changes = diff(one, other)
    if json:
        print_json(
            {
                "a": {"name": one.name, "digest": one.digest},
                "b": {"name": other.name, "digest": other.digest},
                "changes": [
                    {"section": one.section, "rule": one.name, "a": json_value(one.a), "b": json_value(one.b)}
                    for one in changes
                ],
            }
        )
    elif changes:
        print_changes(one, other, changes)
    else:
        say("The rules are the same.")


def check(rules: Rules, /, *, json: Json = False) -> int:
    """Check a rule file or an expression, and list every problem, with its line.

    The exit status is 1 if there are problems.

    Args:
        rules: The rule file, - for the standard input, or several joined: oklahoma+house.toml+knock_limit=7
    """
    from ginrules.presets import preset
    from ginrules.presets.rule_files import load_rules
    from ginrules.rules.diff import diff
    from ginrules.rules.expressions import is_expression

    problems: tuple[Any, ...] = ()
    is_file = rules == STANDARD_INPUT or Path(rules).exists() or (Path(rules).suffix and not is_expression(rules))
    name, text, changed = Path(rules).name if is_file else rules, "", 0
    try:
        rule_set = load_rules(existing(rules)) if is_file and rules != STANDARD_INPUT else rules_from(rules)
        changed = len(diff(preset("standard"), rule_set))
    except RuleSetError as error:
        problems, text = error.problems, str(error)
    if json:
        plain = [{key: getattr(problem, key) for key in ("path", "line", "message", "near")} for problem in problems]
        print_json({"file": name, "valid": not text, "problems": plain})
    elif text:
        say(text)
    else:
        differ = "1 rule differs" if changed == 1 else f"{changed} rules differ"
        say(f"{name} is valid: {differ} from standard")
    return PROBLEMS if text else 0


# --- rules named on the command line --------------------------------------------------------------


def rules_from(text: str) -> "RuleSet":
    """Return the rules that a word of the command line names.

    A term that ends in ``.toml`` or has a slash is a file. Any other is a preset or ``rule=value``. The word - is
    a rule file's text on the standard input.
    """
    from ginrules.presets.rule_files import loads_rules, rules_named
    from ginrules.rules.expressions import is_expression, is_path

    if text == STANDARD_INPUT:
        return loads_rules(standard_input(), source=STANDARD_INPUT)
    if is_path(text) and not is_expression(text):
        existing(text)
    return rules_named(text, _HERE)


def existing(text: str) -> Path:
    """Return an existing file's path."""
    path = Path(text)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {text}")
    return path


# --- rules as text --------------------------------------------------------------------------------


def heads_of(a: "RuleSet", b: "RuleSet") -> tuple[str, str]:
    """Return the heads of the columns of two rule sets: their names, or A and B if a name is too wide for a column."""
    names = _name(a), _name(b)
    return names if max(map(len, names)) <= _WIDEST_HEAD else _LETTERS


def _name(rules: "RuleSet") -> str:
    return clean(rules.name) or rules.digest


def print_changes(a: "RuleSet", b: "RuleSet", changes: "Iterable[RuleChange]") -> None:
    """Print a table with a row per rule that differs, and the names behind the letters of its columns."""
    from ginrules.rules.texts import value_text

    heads = heads_of(a, b)
    if heads == _LETTERS:
        say("\n".join(f"{head}: {_name(rules)}" for head, rules in zip(heads, (a, b), strict=True)) + "\n")
    rows = [(f"{change.section}.{change.name}", value_text(change.a), value_text(change.b)) for change in changes]
    print_table(("rule", *heads), rows, figures=False)


def card_text(rules: "RuleSet", columns: int) -> str:
    """Return the rule card, wrapped again if the terminal is narrower than the card."""
    from ginrules.show.rulecard.card import describe

    card = describe(rules)
    if max(map(len, card.splitlines())) <= columns:
        return card
    unwrapped = re.sub(r"\n +", " ", card)
    return "\n".join(textwrap.fill(line, columns, subsequent_indent="  ") for line in unwrapped.split("\n"))


# --- rules for programs ---------------------------------------------------------------------------


def _rules_json(rules: "RuleSet") -> dict[str, Any]:
    from ginrules.rules.sections import section_tables
    from ginrules.rules.texts import json_value
    from ginrules.show.rulecard.card import describe

    tables = section_tables(rules, full=True)
    return {
        "name": rules.name,
        "title": rules.title,
        "digest": rules.digest,
        "rules": {
            section: {name: json_value(value) for name, value in table.items()} for section, table in tables.items()
        },
        "card": describe(rules),
    }
