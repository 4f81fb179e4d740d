"""``ginrules presets``, ``show``, ``diff``, ``check`` and ``melds``: what the rules say, and what a hand holds."""

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from cyclopts import App
from rich import box
from rich.table import Table
from rich.text import Text

from ginrules._printed import clean
from ginrules.cards import CardSet
from ginrules.cli.console import NotNegative, Positive, console, print_lines
from ginrules.errors import ParseError, RuleSetError, UnknownPresetError
from ginrules.melds.arrange import after_discard, best_arrangement, deadwood, melds_in, outs
from ginrules.melds.meld import Meld
from ginrules.presets import preset, preset_info, preset_names
from ginrules.presets.catalogue import CONFIDENCES, FAMILIES, Family
from ginrules.rule_files import load_rules
from ginrules.rules.card.describe import describe
from ginrules.rules.card.words import plural
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.expressions import is_expression, is_path, rules_in
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import value_text

_FAULTY: Final = 1
_HERE: Final = Path()
_LONGEST_NAME: Final = 60
_LABEL: Final = 12
_PARTS: Final = re.compile(r"[^\W_]+")
_WIDTH: Final = 79


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(presets_, name="presets")
    app.command(show)
    app.command(diff_, name="diff")
    app.command(check)
    app.command(melds)


# --- commands -----------------------------------------------------------------------------------


def presets_(*words: str, family: Family | None = None, players: Annotated[int | None, Positive] = None) -> int:
    """List the built-in rule sets by family, one per line.

    The exit status is 1 if none fits.

    Args:
        words: Words of the name, of another name, of the title or of the summary, like: undercut 10
        family: Only this family.
        players: Only rule sets for this number of players.
    """
    names = [name for name in preset_names() if _fits(name, words, family, players)]
    if not names:
        print_lines(_none_fits(words))
        return _FAULTY
    columns = console().width if sys.stdout.isatty() else None
    print_lines("\n".join(preset_lines(names, columns)))
    return 0


def show(rules: str, /) -> None:
    """Print the rule card of a rule set: how it is played and what it pays.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7
    """
    print_lines(card_text(rules_from(rules), console().width).rstrip("\n"))


def diff_(a: str, b: str, /) -> None:
    """Show which rules differ between two rule sets.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
    """
    one, other = rules_from(a), rules_from(b)
    changes = diff(one, other)
    if changes:
        console().print(change_table(one, other, changes))
    else:
        console().print("The rules are the same.")


def check(file: Path, /) -> int:
    """Check a rule file and list every problem.

    The exit status is 1 if there are problems.

    Args:
        file: The rule file.
    """
    try:
        rules = load_rules(existing(str(file)))
    except RuleSetError as error:
        print_lines(str(error))
        return _FAULTY
    changed = len(diff(preset("standard"), rules))
    differ = "1 rule differs" if changed == 1 else f"{changed} rules differ"
    print_lines(f"{file.name} is valid: {differ} from standard")
    return 0


def melds(
    *hand: str,
    rules: str = "standard",
    limit: Annotated[int | None, NotNegative] = None,
) -> None:
    """Show the melds of a hand, its best arrangement and its deadwood.

    For a full hand, list the cards to draw; for one card more, what each discard leaves.

    Args:
        hand: The cards, like 7h 8h 9h Ks, or by suits (clubs, diamonds, hearts, spades) like A23.456.789.T
        rules: The rules for melds and card values: a preset, a rule file, or several joined by +
        limit: The knock limit, where a card sets it.
    """
    print_lines("\n".join(hand_report(" ".join(hand), rules_from(rules), limit)))


# --- rules named on the command line --------------------------------------------------------------


def rules_from(text: str, folder: Path = _HERE) -> RuleSet:
    """Return the rules that a word of the command line names.

    A term that ends in ``.toml`` or has a slash is a file; any other is a preset or ``rule=value``.

    Args:
        text: The word.
        folder: Where its files are.

    Raises:
        FileNotFoundError: If the file does not exist.
        RuleSetError: If the file's rules cannot be played, or an expression has problems.
        UnknownPresetError: If it is not the name of a preset.
    """
    if is_path(text) and (not is_expression(text) or (folder / text).is_file()):
        return load_rules(existing(str(folder / text)))
    if is_expression(text):
        return rules_in(text, partial(_rules_named, folder))
    try:
        return preset(text)
    except UnknownPresetError as error:
        near = error.details.get("near")
        names = f"did you mean {' or '.join(map(str, near))}? " if isinstance(near, tuple) and near else ""
        if expression := error.details.get("expression"):
            names += f"write {expression}; "
        short = text if len(text) <= _LONGEST_NAME else f"{text[: _LONGEST_NAME - 1]}…"
        raise UnknownPresetError(
            f"no preset {short!r}: {names}`ginrules presets` lists them all, a rule file ends in .toml",
            **error.details,
        ) from None


def _rules_named(folder: Path, text: str) -> RuleSet:
    """Return the rules that a term of an expression names."""
    if not is_path(text):
        return preset(text)
    try:
        return load_rules(existing(str(folder / text)))
    except FileNotFoundError as error:
        raise RuleSetError(str(error)) from None


def existing(text: str) -> Path:
    """Return the path of an existing file.

    Raises:
        FileNotFoundError: If it does not exist.
    """
    path = Path(text)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {text}")
    return path


# --- rules as text --------------------------------------------------------------------------------


def name_of(rules: RuleSet) -> str:
    """Return the name of the rules, or their digest if they have none."""
    return clean(rules.name) or rules.digest


def change_table(a: RuleSet, b: RuleSet, changes: Iterable[RuleChange]) -> Table:
    """Return a table with one row per rule that differs."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    for rules in (a, b):
        table.add_column(Text(name_of(rules)), overflow="fold")
    for change in changes:
        table.add_row(f"{change.section}.{change.name}", Text(_value_text(change.a)), Text(_value_text(change.b)))
    return table


def _value_text(value: object) -> str:
    return value_text(value)


def preset_lines(names: Iterable[str], columns: int | None) -> Iterator[str]:
    """Yield the presets by family, one line each, cut to the width if there is one; then what the marks mean."""
    listed = list(map(preset_info, names))
    longest = max(len(info.name) for info in listed)
    for family, clause in FAMILIES.items():
        members = [info for info in listed if info.family == family]
        if members:
            yield _cut(f"{family}: {clause}", columns)
        for info in members:
            rules = preset(info.name)
            mark = "" if info.confidence == "confirmed" else f" ({info.confidence})"
            yield _cut(f"  {info.name:{longest}}  {rules.title}{mark}: {rules.summary}", columns)
        if members:
            yield ""
    yield from (
        _cut(f"({mark}) {clause}", columns)
        for mark, clause in CONFIDENCES.items()
        if mark != "confirmed" and any(info.confidence == mark for info in listed)
    )


def _cut(line: str, columns: int | None) -> str:
    return line if columns is None or len(line) <= columns else f"{line[: columns - 1]}…"


def _fits(name: str, words: Iterable[str], family: Family | None, players: int | None) -> bool:
    info, rules = preset_info(name), preset(name)
    known = _PARTS.findall(" ".join((name, *info.aliases, rules.title, rules.summary)).lower())
    parts = _PARTS.findall(" ".join(words).lower())
    return (
        (family is None or info.family == family)
        and (players is None or players in info.players)
        and all(any(word == part or (word.startswith(part) and not part.isdigit()) for word in known) for part in parts)
    )


def _none_fits(words: Sequence[str]) -> str:
    text = "-".join(words)
    try:
        preset(text)
    except (UnknownPresetError, RuleSetError) as error:
        return str(error) if words else "no rule set fits: leave an option out"
    return f"{text} is a rule set, but does not fit the options: leave one out"


def card_text(rules: RuleSet, columns: int) -> str:
    """Return the rule card, wrapped again where the terminal is narrower than the card."""
    card = describe(rules)
    if max(map(len, card.splitlines())) <= columns:
        return card
    unwrapped = re.sub(r"\n +", " ", card)
    return "\n".join(textwrap.fill(line, columns, subsequent_indent="  ") for line in unwrapped.split("\n"))


# --- a hand -----------------------------------------------------------------------------------------


def hand_report(text: str, rules: RuleSet, limit: int | None) -> Iterator[str]:
    """Yield the lines to print for a hand: melds, best arrangement, and what to discard or to draw.

    Args:
        text: The hand.
        rules: Meld rules, sizes of hands and the knock limit.
        limit: The limit in force, in points, if it is not that of the rules.

    Raises:
        ParseError: If the text is not a hand of this pack.
    """
    hand = CardSet.parse(text)
    if not hand:
        raise ParseError("a hand has cards: write them like 7h 8h 9h, or by suits like A23.456.789.T")
    limit = rules.knock_limit if limit is None else limit
    yield _line("hand", f"{hand} ({plural(len(hand), 'card')})")
    yield from _lines("melds", _by_kind(melds_in(hand, rules)))
    best = best_arrangement(hand, rules)
    yield _line("best", " · ".join(map(str, best.melds)) or "no meld")
    yield _line("left over", str(best.unmelded) or "nothing")
    yield _line("deadwood", str(best.deadwood))
    sizes = _hand_sizes(rules)
    if len(hand) in sizes:
        yield ""
        yield from _draw_lines(hand, rules, limit)
    if len(hand) - 1 in sizes:
        yield ""
        yield from _discard_lines(hand, rules, limit)


def _hand_sizes(rules: RuleSet) -> set[int]:
    return {rules.hand_size_for(number) for number in rules.table_sizes}


def _draw_lines(hand: CardSet, rules: RuleSet, limit: int) -> Iterator[str]:
    """Yield, for a full hand, the cards to draw for a knock and for gin."""
    if limit and not rules.open_melds:
        yield from _outs(f"to knock with {limit} or less, draw", hand, rules, limit)
    yield from _outs("for gin, draw", hand, rules, 0)


def _outs(label: str, hand: CardSet, rules: RuleSet, limit: int) -> Iterator[str]:
    useful = outs(hand, rules, limit)
    unseen = rules.ranks * rules.suits - len(hand)
    cards = "any card" if len(useful) == unseen else str(useful) or "none"
    count = f" ({len(useful)})" if useful else ""
    yield from textwrap.wrap(f"{label}  {cards}{count}", _WIDTH, subsequent_indent=" " * _LABEL)


def _discard_lines(hand: CardSet, rules: RuleSet, limit: int) -> Iterator[str]:
    """Yield, for a hand with a card drawn, what each discard leaves, the best first."""
    if rules.big_gin and not deadwood(hand, rules):
        yield "big gin: all the cards are melded"
    left = after_discard(hand, rules)
    for card in sorted(left, key=lambda card: (left[card], -card.rank, card)):
        yield _line(f"discard {card}", f"leaves {left[card]:2}{_verdict(left[card], rules, limit)}")


def _verdict(left: int, rules: RuleSet, limit: int) -> str:
    if left == 0:
        return "  gin"
    return "  knock" if left <= limit and not rules.open_melds else ""


def _by_kind(every: Iterable[Meld]) -> list[str]:
    return [f"{meld.kind}  {meld}" for meld in sorted(every, key=lambda meld: (meld.kind == "run", meld.order))]


def _lines(label: str, texts: list[str]) -> Iterator[str]:
    for number, text in enumerate(texts or ["none"]):
        yield _line("" if number else label, text)


def _line(label: str, text: str) -> str:
    return f"{label:{_LABEL}}{text}" if len(label) < _LABEL else f"{label}  {text}"
