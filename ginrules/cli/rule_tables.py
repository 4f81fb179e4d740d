"""Rules as the commands print them: what differs, the presets, and rule cards, fitted to the terminal."""

import re
import textwrap
from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from ginrules.rules.card.describe import describe
from ginrules.rules.diff import RuleChange
from ginrules.rules.model import RuleSet
from ginrules.rules.problems import spelt


def name_of(rules: RuleSet) -> str:
    """What to call rules that may have no name."""
    return rules.name or rules.digest


def change_table(a: RuleSet, b: RuleSet, changes: Iterable[RuleChange]) -> Table:
    """A row for each rule that differs."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    for rules in (a, b):
        table.add_column(Text(name_of(rules)), overflow="fold")
    for change in changes:
        table.add_row(f"{change.section}.{change.name}", Text(_told(change.a)), Text(_told(change.b)))
    return table


def preset_lines(presets: Iterable[RuleSet], width: int | None) -> Iterable[str]:
    """A line for each preset, cut to the width where there is one."""
    listed = list(presets)
    longest = max(len(name_of(rules)) for rules in listed)
    for rules in listed:
        line = f"{name_of(rules):{longest}}  {rules.title}: {rules.summary}"
        yield line if width is None or len(line) <= width else f"{line[: width - 1]}…"


def card_text(rules: RuleSet, width: int) -> str:
    """The rule card, wrapped anew where the terminal is narrower than the card."""
    card = describe(rules)
    if max(map(len, card.splitlines())) <= width:
        return card
    unwrapped = re.sub(r"\n +", " ", card)
    return "\n".join(textwrap.fill(line, width, subsequent_indent="  ") for line in unwrapped.split("\n"))


def _told(value: object) -> str:
    return value if isinstance(value, str) else spelt(value)
