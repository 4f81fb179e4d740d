"""`describe`: the rule card, in words that people can play from."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Final

import attrs

from ginrules._support.printed import clean, html_text
from ginrules.errors import clean_lines
from ginrules.presets import preset, preset_info, preset_names
from ginrules.presets.catalogue import CONFIDENCES
from ginrules.rules.model import RULES, RuleSet, rules_of
from ginrules.rules.words import rule_words
from ginrules.show.rulecard.examples import (
    example_round,
    example_sheet,
    layoff_example,
    round_example,
    sheet_rows,
    written_where,
)
from ginrules.show.rulecard.narrated import difference_lines
from ginrules.show.rulecard.sections import PROGRAM, card_sections
from ginrules.show.rulecard.start import sentence

_WIDTH: Final = 96
SHORT_WIDTH: Final = 80
SHORT_LINES: Final = 76
"""The size of a short card in a terminal's type: one side of A5 in type of 6 points."""

SHEET: Final = "Six rounds in the columns"
SURE: Final = "How sure these rules are"
DIFFERENT: Final = "Where these rules differ from standard gin"
EXAMPLE: Final = "An example round"
BACK: Final = frozenset({SHEET, DIFFERENT, SURE, EXAMPLE})
"""The titles that can stand on the back of a printed card."""

_NAME: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


@attrs.frozen
class CardPart:
    """A section of a rule card.

    Attributes:
        title: Its heading.
        sentences: Its sentences.
        table: Lines of an aligned table above them. Most sections have none.
    """

    title: str
    sentences: tuple[str, ...]
    table: tuple[str, ...] = ()


def card_parts(rules: RuleSet) -> Iterator[CardPart]:
    """Yield a rule card's sections, the object of the game first, an example round last.

    Examples:
        >>> titles = [part.title for part in card_parts(RuleSet())]
        >>> titles[0], titles[-1]
        ('Object of the game', 'An example round')
    """
    shown = example_round(rules)
    for title, sentences in card_sections(rules):
        laid_off = layoff_example(shown) if title == "Lay-offs" and shown is not None else ()
        yield CardPart(title, (*sentences, *laid_off))
        if title == "Columns":
            match = example_sheet(rules)
            yield CardPart(SHEET, tuple(written_where(match)), tuple(sheet_rows(match)))
    if lines := difference_lines(rules):
        yield CardPart(DIFFERENT, lines)
    yield CardPart(SURE, tuple(how_sure(rules)))
    if shown is not None:
        yield CardPart(EXAMPLE, tuple(round_example(shown)))


def describe(rules: RuleSet | str) -> str:
    """Return the rule card, a text of several sections that people can play from.

    It begins with the object of the game and ends with an example round, which is played and priced when the card
    is made.

    Examples:
        >>> import ginrules as gin
        >>> card = gin.describe(gin.RuleSet(title="Ours", knock_limit=7))
        >>> "deadwood left is 7 or less" in " ".join(card.split())
        True
    """
    rules = rules_of(rules)
    parts = ["\n".join([part.title, *part.table, *map(_wrapped, part.sentences)]) for part in card_parts(rules)]
    return clean_lines("\n\n".join([rules.heading, *parts])) + "\n"


def short_card(rules: RuleSet | str) -> str:
    """Return the rule card on one side of A5: a paragraph per section, without examples, caps and sources.

    Examples:
        >>> print(short_card("standard").splitlines()[2][:40])
        Object of the game: Bring your cards int
    """
    rules = rules_of(rules)
    paragraphs = [
        textwrap.fill(f"{title}: {' '.join(sentences)}", SHORT_WIDTH, break_long_words=False, break_on_hyphens=False)
        for title, sentences in short_sections(rules)
    ]
    return clean_lines("\n".join([clean(rules.heading), "", *paragraphs])) + "\n"


def short_sections(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a short card's sections: title and sentences."""
    for title, sentences in card_sections(rules):
        if title != PROGRAM:
            yield title, sentences


def card_html(rules: RuleSet) -> str:
    """Return the rule card as a piece of HTML, for a notebook.

    Examples:
        >>> card_html(RuleSet(title="Ours & theirs")).startswith("<div><h3>Ours &amp; theirs</h3>")
        True
    """
    return f"<div><h3>{html_text(rules.heading)}</h3>{''.join(map(part_html, card_parts(rules)))}</div>"


def part_html(part: CardPart) -> str:
    """Return a section of the card as HTML: a heading, a table as it is aligned, a list of sentences."""
    table = f"<pre>{html_text(chr(10).join(part.table))}</pre>" if part.table else ""
    items = "".join(f"<li>{html_text(line)}</li>" for line in part.sentences)
    return f"<h4>{html_text(part.title)}</h4>{table}<ul>{items}</ul>"


def _wrapped(line: str) -> str:
    return textwrap.fill(line, _WIDTH, initial_indent="- ", subsequent_indent="  ", break_long_words=False)


def how_sure(rules: RuleSet) -> Iterator[str]:
    """Yield a preset's grade, its sources, and its notes with the names of rules in words.

    Examples:
        >>> next(how_sure(preset("tedesco")))
        'Unconfirmed: a number or a rule that matters here could not be read again in its source.'
    """
    if rules.name in preset_names() and rules == preset(rules.name):
        grade = preset_info(rules.name).confidence
        yield f"{grade.capitalize()}: {CONFIDENCES[grade]}."
    else:
        yield "These rules are your own, or joined from others: no source confirms them as a whole."
    if rules.sources:
        yield f"Sources: {'; '.join(source.rstrip('.') for source in rules.sources)}."
    yield from map(_in_words, rules.notes)


def _in_words(note: str) -> str:
    """Return a note with the names of rules in words, as a sentence."""
    text = _NAME.sub(lambda name: rule_words(name[0]) if name[0] in {*RULES, "first_dealer"} else name[0], note)
    return sentence(text if text.endswith(".") else f"{text}.")
