"""``ginrules presets``, ``show``, ``diff``, ``check`` and ``melds``: what the rules say, and what a hand holds."""

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import App

from ginrules._names import Family
from ginrules._printed import clean
from ginrules.cli.console import STANDARD_INPUT, console, print_json, print_lines, standard_input, width
from ginrules.cli.options import Json, NotNegative, PlayerCount, RuleFile, Rules
from ginrules.errors import ParseError, RuleSetError, UnknownPresetError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ginrules.cards import Card, CardSet
    from ginrules.rules.diff import RuleChange
    from ginrules.rules.model import RuleSet

_FAULTY: Final = 1
_HERE: Final = Path()
_LONGEST_NAME: Final = 60
_LABEL: Final = 12
_WIDE: Final = 60
_UNLIMITED: Final = 10_000
_PARTS: Final = re.compile(r"[^\W_]+")


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(presets_, name="presets")
    app.command(show)
    app.command(diff_, name="diff")
    app.command(check)
    app.command(melds)


# --- commands -----------------------------------------------------------------------------------


def presets_(
    *words: str,
    family: Family | None = None,
    players: PlayerCount = None,
    seats: PlayerCount = None,
    json: Json = False,
) -> int:
    """List the built-in rule sets by family, one per line.

    The exit status is 1 if none fits.

    Args:
        words: Words of the name, of another name, of the title or of the summary, like: undercut 10
        family: Only this family.
        players: Only rule sets for this number of players.
        seats: Only rule sets in which this number of players sit at a table.
        json: Print the rule sets as JSON, for programs.
    """
    from ginrules.presets import preset_names

    names = [name for name in preset_names() if _fits(name, words, family, players, seats)]
    if json:
        print_json([_preset_plain(name) for name in names])
    elif names:
        columns = width() if sys.stdout.isatty() else None
        print_lines("\n".join(preset_lines(names, columns)))
    else:
        print_lines(_none_fits(words))
    return 0 if names else _FAULTY


def show(rules: Rules, /, *, json: Json = False) -> None:
    """Print the rule card of a rule set: how it is played and what it pays.

    Args:
        rules: A preset, a rule file, - for the standard input, or several joined: oklahoma+hollywood+knock_limit=7
        json: Print every value, with the text of the card, as JSON, for programs.
    """
    rule_set = rules_from(rules)
    if json:
        print_json(_rules_plain(rule_set))
    else:
        print_lines(card_text(rule_set, console().width).rstrip("\n"))


def diff_(a: Rules, b: Rules, /, *, json: Json = False) -> None:
    """Show which rules differ between two rule sets.

    Args:
        a: The first rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        b: The second rules.
        json: Print the rules that differ as JSON, for programs.
    """
    from ginrules.rules.diff import diff

    one, other = rules_from(a), rules_from(b)
    changes = diff(one, other)
    if json:
        print_json(
            {
                "a": {"name": one.name, "digest": one.digest},
                "b": {"name": other.name, "digest": other.digest},
                "changes": [_change_plain(change) for change in changes],
            }
        )
    elif changes:
        print_table(change_table(one, other, changes))
    else:
        print_lines("The rules are the same.")


def check(file: RuleFile, /, *, json: Json = False) -> int:
    """Check a rule file and list every problem, with its line.

    The exit status is 1 if there are problems.

    Args:
        file: The rule file; - for the standard input.
        json: Print the problems as JSON, for programs.
    """
    from ginrules.presets import preset
    from ginrules.rules.diff import diff

    problems: tuple[Any, ...] = ()
    name, text, changed = file.name, "", 0
    try:
        changed = len(diff(preset("standard"), _file_rules(str(file))))
    except RuleSetError as error:
        problems, text = error.problems, str(error)
    if json:
        print_json({"file": name, "valid": not text, "problems": [_problem_plain(problem) for problem in problems]})
    elif text:
        print_lines(text)
    else:
        differ = "1 rule differs" if changed == 1 else f"{changed} rules differ"
        print_lines(f"{name} is valid: {differ} from standard")
    return _FAULTY if text else 0


def melds(
    *hand: str,
    rules: Rules = "standard",
    limit: Annotated[int | None, NotNegative] = None,
    json: Json = False,
) -> None:
    """Show the melds of a hand, its best arrangement and its deadwood.

    For a full hand, list the cards to draw; for one card more, what each discard leaves.

    Args:
        hand: The cards, like 7h 8h 9h Ks, or by suits (clubs, diamonds, hearts, spades) like A23.456.789.T; - for
            the standard input
        rules: The rules for melds and card values: a preset, a rule file, or several joined by +
        limit: The knock limit, where a card sets it.
        json: Print the figures as JSON, for programs.
    """
    text = " ".join((standard_input() if hand == (STANDARD_INPUT,) else " ".join(hand)).split())
    report = hand_plain(text, rules_from(rules), limit)
    if json:
        print_json(report)
    else:
        print_lines("\n".join(hand_lines(report)))


# --- rules named on the command line --------------------------------------------------------------


def rules_from(text: str, folder: Path = _HERE) -> "RuleSet":
    """Return the rules that a word of the command line names.

    A term that ends in ``.toml`` or has a slash is a file; any other is a preset or ``rule=value``. The word - is
    the text of a rule file on the standard input.

    Args:
        text: The word.
        folder: Where its files are.

    Raises:
        FileNotFoundError: If the file does not exist.
        RuleSetError: If the file's rules cannot be played, or an expression has problems.
        UnknownPresetError: If it is not the name of a preset.
    """
    from ginrules.presets import preset
    from ginrules.rules.expressions import is_expression, is_path, rules_in

    if text == STANDARD_INPUT:
        return _file_rules(text)
    if is_path(text) and (not is_expression(text) or (folder / text).is_file()):
        return _file_rules(str(folder / text))
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


def _file_rules(text: str) -> "RuleSet":
    """Return the rules of a file, or of the standard input."""
    from ginrules.rule_files import load_rules, loads_rules

    return (
        loads_rules(standard_input(), source=STANDARD_INPUT) if text == STANDARD_INPUT else load_rules(existing(text))
    )


def _rules_named(folder: Path, text: str) -> "RuleSet":
    """Return the rules that a term of an expression names."""
    from ginrules.presets import preset
    from ginrules.rules.expressions import is_path

    if not is_path(text):
        return preset(text)
    try:
        return _file_rules(str(folder / text))
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


def name_of(rules: "RuleSet") -> str:
    """Return the name of the rules, or their digest if they have none."""
    return clean(rules.name) or rules.digest


def change_table(a: "RuleSet", b: "RuleSet", changes: "Iterable[RuleChange]") -> "Table":
    """Return a table with one row per rule that differs."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from ginrules.rules.texts import value_text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    for rules in (a, b):
        table.add_column(Text(name_of(rules)), overflow="fold")
    for change in changes:
        table.add_row(f"{change.section}.{change.name}", Text(value_text(change.a)), Text(value_text(change.b)))
    return table


def print_table(table: "Table", out: "Console | None" = None) -> None:
    """Print a table; where it is wider than a narrow terminal, print its rows as blocks of lines."""
    out = out or console()
    if out.width >= _WIDE or out.measure(table, options=out.options.update(max_width=_UNLIMITED)).maximum <= out.width:
        out.print(table)
        return
    print_lines("\n".join(stacked(table, out.width)))


def stacked(table: "Table", columns: int) -> Iterator[str]:
    """Yield the rows of a table as blocks: the first cell, and below it the others, each behind its column's head."""
    heads = [_joined(str(column.header)) for column in table.columns]
    longest = max(map(len, heads[1:]), default=0)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        first, *others = (_joined(str(cell)) for cell in row)
        yield _cut(first, columns)
        *named, marks = [*zip(heads[1:], others, strict=True), ("", "")]
        if named and not named[-1][0]:  # a last column without a head belongs to the one before it
            *named, marks = named
        for number, (head, text) in enumerate(named, 1):
            mark = f" {marks[1]}" if number == len(named) and marks[1] else ""
            yield from textwrap.wrap(f"{head:{longest}}  {text}{mark}", columns, initial_indent="  ",
                                     subsequent_indent="    ")  # fmt: skip


def _joined(text: str) -> str:
    """Return a head that was broken at its hyphens in one line again."""
    return text.replace("-\n", "-").replace("\n", " ")


def preset_lines(names: Iterable[str], columns: int | None) -> Iterator[str]:
    """Yield the presets by family, one line each, cut to the width if there is one; then what the marks mean."""
    from ginrules.presets import preset, preset_info
    from ginrules.presets.catalogue import CONFIDENCES, FAMILIES

    listed = list(map(preset_info, names))
    longest = max(len(info.name) for info in listed)
    for family, clause in FAMILIES.items():
        members = [info for info in listed if info.family == family]
        if members:
            yield _cut(f"{family}: {clause}", columns)
        for info in members:
            rules = preset(info.name)
            mark = "" if info.confidence == "confirmed" else f" ({info.confidence})"
            if columns is not None and columns < _WIDE:
                yield _cut(f"  {info.name}{mark}", columns)
                yield _cut(f"    {rules.title}: {rules.summary}", columns)
            else:
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


def _fits(name: str, words: Iterable[str], family: Family | None, players: int | None, seats: int | None) -> bool:
    from ginrules.presets import preset, preset_info

    info, rules = preset_info(name), preset(name)
    known = _PARTS.findall(" ".join((name, *info.aliases, rules.title, rules.summary)).lower())
    parts = _PARTS.findall(" ".join(words).lower())
    return (
        (family is None or info.family == family)
        and (players is None or players in info.players)
        and (seats is None or seats in rules.table_sizes)
        and all(any(word == part or (word.startswith(part) and not part.isdigit()) for word in known) for part in parts)
    )


def _none_fits(words: Sequence[str]) -> str:
    from ginrules.presets import preset

    text = "-".join(words)
    try:
        preset(text)
    except (UnknownPresetError, RuleSetError) as error:
        return str(error) if words else "no rule set fits: leave an option out"
    return f"{text} is a rule set, but does not fit the options: leave one out"


def card_text(rules: "RuleSet", columns: int) -> str:
    """Return the rule card, wrapped again where the terminal is narrower than the card."""
    from ginrules.rules.card.describe import describe

    card = describe(rules)
    if max(map(len, card.splitlines())) <= columns:
        return card
    unwrapped = re.sub(r"\n +", " ", card)
    return "\n".join(textwrap.fill(line, columns, subsequent_indent="  ") for line in unwrapped.split("\n"))


# --- rules for programs ---------------------------------------------------------------------------


def _preset_plain(name: str) -> dict[str, Any]:
    from ginrules.presets import preset, preset_info

    info, rules = preset_info(name), preset(name)
    return {
        "name": name,
        "title": rules.title,
        "summary": rules.summary,
        "family": info.family,
        "players": list(info.players),
        "seats": list(rules.table_sizes),
        "confidence": info.confidence,
        "aliases": list(info.aliases),
        "sources": list(info.sources),
    }


def _rules_plain(rules: "RuleSet") -> dict[str, Any]:
    from ginrules.rules.card.describe import describe
    from ginrules.rules.sections import section_tables

    tables = section_tables(rules, full=True)
    return {
        "name": rules.name,
        "title": rules.title,
        "digest": rules.digest,
        "rules": {section: {name: _plain(value) for name, value in table.items()} for section, table in tables.items()},
        "card": describe(rules),
    }


def _change_plain(change: "RuleChange") -> dict[str, Any]:
    return {"section": change.section, "rule": change.name, "a": _plain(change.a), "b": _plain(change.b)}


def _problem_plain(problem: Any) -> dict[str, Any]:
    return {"path": problem.path, "line": problem.line, "message": problem.message, "near": problem.near}


def _plain(value: Any) -> Any:
    """Return the value of a rule as JSON: a table has texts as names, a tuple is a list."""
    from collections.abc import Mapping

    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


# --- a hand -----------------------------------------------------------------------------------------


def hand_plain(text: str, rules: "RuleSet", limit: int | None) -> dict[str, Any]:
    """Return what there is to say about a hand: melds, best arrangement, and what to discard or to draw.

    Args:
        text: The hand.
        rules: Meld rules, sizes of hands and the knock limit.
        limit: The limit in force, in points, if it is not that of the rules.

    Raises:
        ParseError: If the text is not a hand of this pack.
    """
    from ginrules.cards import CardSet
    from ginrules.melds.arrange import best_arrangement, melds_in

    hand = CardSet.parse(text)
    if not hand:
        raise ParseError("a hand has cards: write them like 7h 8h 9h, or by suits like A23.456.789.T")
    limit = rules.knock_limit if limit is None else limit
    best = best_arrangement(hand, rules)
    every = sorted(melds_in(hand, rules), key=lambda meld: (meld.kind == "run", meld.order))
    plain = {
        "hand": str(hand),
        "cards": len(hand),
        "melds": [{"kind": meld.kind, "cards": str(meld)} for meld in every],
        "best": list(map(str, best.melds)),
        "unmelded": str(best.unmelded),
        "deadwood": best.deadwood,
        "limit": limit,
    }
    sizes = {rules.hand_size_for(number) for number in rules.table_sizes}
    if len(hand) in sizes:
        plain["draw"] = _draws(hand, rules, limit)
    if len(hand) - 1 in sizes:
        plain["discard"] = _discards(hand, rules, limit)
        plain["big_gin"] = rules.big_gin and best.deadwood == 0
    return plain


def _draws(hand: "CardSet", rules: "RuleSet", limit: int) -> dict[str, Any]:
    """Return, for a full hand, the cards to draw for a knock and for gin."""
    from ginrules.melds.arrange import outs

    unseen = rules.ranks * rules.suits - len(hand)
    goals = {"knock": limit, "gin": 0} if limit and not rules.open_melds else {"gin": 0}
    useful = {goal: outs(hand, rules, points) for goal, points in goals.items()}
    return {"unseen": unseen, **{goal: str(cards) for goal, cards in useful.items()}}


def _discards(hand: "CardSet", rules: "RuleSet", limit: int) -> list[dict[str, Any]]:
    """Return, for a hand with a card drawn, what each discard leaves, the best first."""
    from ginrules.melds.arrange import after_discard

    left = after_discard(hand, rules)

    def verdict(card: "Card") -> str | None:
        if left[card] == 0:
            return "gin"
        return "knock" if left[card] <= limit and not rules.open_melds else None

    cards = sorted(left, key=lambda card: (left[card], -card.rank, card))
    return [{"card": str(card), "leaves": left[card], "allows": verdict(card)} for card in cards]


def hand_lines(plain: dict[str, Any]) -> Iterator[str]:
    """Yield the lines to print for what `hand_plain` returns."""
    from ginrules.rules.card.words import plural

    yield from _line("hand", f"{plain['hand']} ({plural(plain['cards'], 'card')})")
    texts = [f"{meld['kind']}  {meld['cards']}" for meld in plain["melds"]] or ["none"]
    for number, text in enumerate(texts):
        yield from _line("" if number else "melds", text)
    yield from _line("best", " · ".join(plain["best"]) or "no meld")
    yield from _line("left over", plain["unmelded"] or "nothing")
    yield from _line("deadwood", str(plain["deadwood"]))
    if "draw" in plain:
        yield ""
        for goal, label in (("knock", f"to knock with {plain['limit']} or less, draw"), ("gin", "for gin, draw")):
            if goal in plain["draw"]:
                yield from _line(label, _outs_text(plain["draw"][goal], plain["draw"]["unseen"]))
    if "discard" in plain:
        yield ""
        if plain["big_gin"]:
            yield "big gin: all the cards are melded"
        for discard in plain["discard"]:
            verdict = f"  {discard['allows']}" if discard["allows"] else ""
            yield from _line(f"discard {discard['card']}", f"leaves {discard['leaves']:2}{verdict}")


def _outs_text(cards: str, unseen: int) -> str:
    count = len(cards.split())
    return f"{'any card' if count == unseen else cards or 'none'}{f' ({count})' if count else ''}"


def _line(label: str, text: str) -> Iterator[str]:
    line = f"{label:{_LABEL}}{text}" if len(label) < _LABEL else f"{label}  {text}"
    if len(line) < width():
        yield line
    else:
        yield from textwrap.wrap(line, width() - 1, subsequent_indent=" " * _LABEL)
