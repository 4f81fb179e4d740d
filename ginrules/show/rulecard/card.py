"""The rule card: its sections in order, and the card as text and HTML.

Every sentence is made from the values. None depends on a preset. A value that cannot make a difference has no
sentence (`in_use`): two rule sets with the same card are played and paid alike.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, Literal

import attrs

from ginrules._support.printed import clean, html_text
from ginrules.errors import clean_lines
from ginrules.presets import preset, preset_info, preset_names
from ginrules.presets.catalogue import CONFIDENCES
from ginrules.rules.model import RULES, RuleSet, in_use, rules_of
from ginrules.rules.texts import joined, times
from ginrules.show.rulecard import play as card_play
from ginrules.show.rulecard import score as card_score
from ginrules.show.rulecard import start as card_start
from ginrules.show.rulecard.play import caps
from ginrules.show.rulecard.start import sentence
from ginrules.show.rulecard.words import rule_words, targets

# --- games side by side (Hollywood) ---------------------------------------------------------------


_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def columns(rules: RuleSet) -> Iterator[str]:
    """Yield how games are kept side by side, and how a win is written in them, and nothing for a single game."""
    if rules.columns == 1:
        return
    yield f"{rules.columns} games are kept side by side in columns. A win is written in one or several of them."
    yield _entry(rules)
    yield from _closed_games(rules)
    yield "A drawn round is written nowhere."
    yield _closing(rules)
    if rules.endless:
        yield (
            f"Whenever a game is closed a new one opens, so that {rules.columns} are open, until a player gives notice "
            "before a deal; then the open games are finished."
        )
    boxes = "counts its own boxes, one for each win written in it, and " if rules.box_bonus else ""
    yield f"Each game {boxes}has its own bonuses and its own shutout."
    yield "At the end each game is settled by itself, and the differences of all games are added."
    if set(rules.column_weights) != {1}:
        weights = joined((times(weight) for weight in rules.column_weights), "and")
        yield f"The differences of the games count {weights}, in their order."
    elif len(rules.column_weights) > 1:
        yield f"The {len(rules.column_weights)} games count alike."


def _entry(rules: RuleSet) -> str:
    """Return where a side's first, second and later wins are written, as a sentence."""
    early = [
        f"its {_ORDINALS[wins - 1]} in games 1 {'and' if wins == 2 else 'to'} {wins}"
        for wins in range(2, rules.columns)
    ]
    every = "in every open game" if rules.endless else f"in all {rules.columns} games"
    last = f"its {_ORDINALS[rules.columns - 1]} and every later win {every}"
    return ", ".join(["A side's first win is written in game 1", *early, last]) + "."


def _closed_games(rules: RuleSet) -> Iterator[str]:
    """Yield the games that a win is written in if others are closed."""
    match rules.column_entry:
        case "next-open":
            if not in_use(rules, "column_entry"):
                yield "Games that a side has closed are left out."
                return
            yield "Closed games are left out. If game 1 is closed, a side's first win goes into the lowest open game."
            if rules.columns > 2:
                following = "Its second win goes" if rules.columns == 3 else "Its next wins go"
                yield (
                    f"{following} into the open games up to the one after the highest that it is written in, or, if "
                    "these are closed, into the lowest open game."
                )
            yield "So every win is written somewhere."
        case "win-count":
            lost = ", and a win whose games are all closed is written nowhere" if in_use(rules, "column_entry") else ""
            yield f"Closed games are left out{lost}."


def _closing(rules: RuleSet) -> str:
    if rules.column_close == "both":
        on = "" if rules.endless else " Play goes on until all games are closed."
        return f"A game that is over is closed for both sides.{on}"
    reached = targets(rules) or "the target"
    on = "" if rules.endless else " Play ends when one side has the target in all games."
    return (
        f"Each side continues to write in a game until it has {reached} there itself; the first to have them wins that "
        f"game.{on}"
    )


# --- the examples on the cards of presets ---------------------------------------------------------


Kind = Literal["round", "lay-offs", "differences", "sheet", "written"]
"""What lines are about: an example round, its lay-offs, the differences from ``standard``, the sheet of six rounds in
columns, and where each of them is written in it."""

EXAMPLES: Final = Path(__file__).with_name("examples.txt")
"""Blocks, with an empty line between them: a line of the kind and the presets, then their lines.

``python -m tools.card_examples --write``, in a checkout, makes them before a release."""


@lru_cache(maxsize=1)
def examples() -> Mapping[str, Mapping[Kind, tuple[str, ...]]]:
    """Return the lines by preset and kind, in the order of the file. A preset that is newer than the text has none."""
    kept: dict[str, dict[str, tuple[str, ...]]] = {}
    for block in EXAMPLES.read_text(encoding="utf-8").rstrip("\n").split("\n\n"):
        head, *lines = block.split("\n")
        kind, *names = head.split()
        for name in names:
            own = kept.setdefault(name, {})
            own[kind] = (*own.get(kind, ()), *lines)
    return kept  # type: ignore[return-value]


# --- all sections ---------------------------------------------------------------------------------


PROGRAM: Final = "In this program"
"""The title of the section of caps."""


SECTIONS: Final[tuple[tuple[str, Callable[[RuleSet], Iterator[str]]], ...]] = (
    ("Object of the game", card_start.the_object),
    ("Players", card_start.players),
    ("Dealer", card_start.dealer),
    ("Deal", card_play.the_deal),
    ("Melds", card_play.melds),
    ("Turn", card_play.turn),
    ("Doubling", card_play.doubling),
    ("Ending the round", card_play.ending),
    ("Lay-offs", card_play.layoffs),
    ("Stock", card_play.stock),
    ("Scoring a round", card_score.scoring),
    ("End of the game", card_score.end_of_game),
    ("Columns", columns),
    ("Match", card_score.match_play),
    (PROGRAM, caps),
)


def card_sections(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the sections of the rule card that have something to say: title and sentences."""
    for title, lines in SECTIONS:
        if written := tuple(lines(rules)):
            yield title, written


_WIDTH: Final = 96
SHORT_WIDTH: Final = 80
"""The width of a short card in a terminal's type: with 76 lines one side of A5 in type of 6 points."""

SHEET: Final = "Six rounds in the columns"
SURE: Final = "How sure these rules are"
DIFFERENT: Final = "Where these rules differ from standard gin"
EXAMPLE: Final = "An example round"
BACK: Final = frozenset({SHEET, DIFFERENT, SURE, EXAMPLE})
"""The titles that can stand on the back of a printed card."""

_NAME: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


@attrs.frozen
class CardPart:
    """A section of a rule card."""

    title: str  # its heading
    sentences: tuple[str, ...]  # its sentences
    table: tuple[str, ...] = ()  # lines of an aligned table above them. Most sections have none.


def card_parts(rules: RuleSet) -> Iterator[CardPart]:
    """Yield a rule card's sections, the object of the game first, a preset's example round last."""
    shown = examples().get(rules.name, {}) if _is_preset(rules) else {}
    for title, sentences in card_sections(rules):
        yield CardPart(title, (*sentences, *shown.get("lay-offs", ())) if title == "Lay-offs" else sentences)
        if title == "Columns" and "sheet" in shown:
            yield CardPart(SHEET, shown["written"], shown["sheet"])
    if "differences" in shown:
        yield CardPart(DIFFERENT, shown["differences"])
    yield CardPart(SURE, tuple(how_sure(rules)))
    if "round" in shown:
        yield CardPart(EXAMPLE, shown["round"])


def describe(rules: RuleSet | str) -> str:
    """Return the rule card, a text of several sections that people can play from.

    It begins with the object of the game. The card of a preset has examples, the last of them a round.

    Examples:
        >>> import ginrules as gin
        >>> card = gin.describe(gin.RuleSet(title="Ours", knock_limit=7))
        >>> "deadwood left is 7 or less" in " ".join(card.split())
        True
    """
    rules = rules_of(rules)
    fill = partial(textwrap.fill, width=_WIDTH, initial_indent="- ", subsequent_indent="  ", break_long_words=False)
    parts = ["\n".join([part.title, *part.table, *map(fill, part.sentences)]) for part in card_parts(rules)]
    return clean_lines("\n\n".join([rules.heading, *parts])) + "\n"


def short_card(rules: RuleSet | str, width: int = SHORT_WIDTH) -> str:
    """Return the rule card on one side of A5: a paragraph per section, without examples, caps and sources.

    Examples:
        >>> print(short_card("standard").splitlines()[2][:40])
        Object of the game: Bring your cards int
    """
    rules = rules_of(rules)
    paragraphs = [
        textwrap.fill(f"{title}: {' '.join(sentences)}", width, break_long_words=False, break_on_hyphens=False)
        for title, sentences in short_sections(rules)
    ]
    return clean_lines("\n".join([clean(rules.heading), "", *paragraphs])) + "\n"


def short_sections(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a short card's sections: title and sentences."""
    for title, sentences in card_sections(rules):
        if title != PROGRAM:
            yield title, sentences


def card_html(rules: RuleSet) -> str:
    """Return the rule card as a piece of HTML, for a notebook."""
    return f"<div><h3>{html_text(rules.heading)}</h3>{''.join(map(part_html, card_parts(rules)))}</div>"


def part_html(part: CardPart) -> str:
    """Return a section of the card as HTML: a heading, a table as it is aligned, a list of sentences."""
    table = f"<pre>{html_text(chr(10).join(part.table))}</pre>" if part.table else ""
    items = "".join(f"<li>{html_text(line)}</li>" for line in part.sentences)
    return f"<h4>{html_text(part.title)}</h4>{table}<ul>{items}</ul>"


def how_sure(rules: RuleSet) -> Iterator[str]:
    """Yield a preset's grade, its sources, and its notes with the names of rules in words."""
    if _is_preset(rules):
        grade = preset_info(rules.name).confidence
        yield f"{grade.capitalize()}: {CONFIDENCES[grade]}."
    else:
        yield "These rules are your own, or joined from others: no source confirms them as a whole."
    if rules.sources:
        yield f"Sources: {'; '.join(source.rstrip('.') for source in rules.sources)}."
    yield from map(_in_words, rules.notes)


def _is_preset(rules: RuleSet) -> bool:
    return rules.name in preset_names() and rules == preset(rules.name)


def _in_words(note: str) -> str:
    """Return a note with the names of rules in words, as a sentence."""
    text = _NAME.sub(lambda name: rule_words(name[0]) if name[0] in {*RULES, "first_dealer"} else name[0], note)
    return sentence(text if text.endswith(".") else f"{text}.")
