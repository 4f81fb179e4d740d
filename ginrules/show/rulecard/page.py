"""A rule card as a page to print, with its prices in a box: on one side of A4, the short card on one side of A5.

The type size is the largest that fits the text, by the widths of the letters of Arial (and Liberation Sans).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from ginrules._support.printed import html_text
from ginrules.rules.model import RuleSet, in_use, rules_of
from ginrules.rules.texts import value_text
from ginrules.show.rulecard.card import BACK, PROGRAM, SHEET, SURE, CardPart, card_parts, part_html, short_sections

_STYLE: Final = """
@page { size: %(paper)s; margin: %(margin)smm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: %(width)smm; color: #000; background: #fff; }
body { font: 10pt/1.22 Arial, "Liberation Sans", sans-serif; }
main { columns: %(columns)s; column-gap: %(gap)smm; }
h1 { font-size: 15pt; margin: 0 0 1mm; }
p { margin: 0 0 1.2mm; }
.prices { border: 0.3mm solid #000; padding: 0.6mm 1.5mm; }
h4 { font-size: 1em; margin: 0 0 0.3mm; break-after: avoid; }
ul { margin: 0 0 1.3mm; padding-left: 4.5mm; }
li { break-inside: avoid; }
@media screen { body { padding: 12mm; max-width: none; width: %(paper_width)smm; } }
"""

_POINT: Final = 0.3528  # millimetres
_LEADING: Final = 1.22
_WIDTHS: Final = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 "
    "556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 "
    "722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 "
    "500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 "
)
_LETTERS: Final[Mapping[str, int]] = {chr(32 + place): int(width) for place, width in enumerate(_WIDTHS.split())}
"""The widths of letters, in thousandths of the size of the type."""

_OTHER: Final = 600  # suits, dashes and letters with accents
_LARGEST: Final = 10.5
_GOOD: Final = 8.5
_SMALLEST: Final = 5.0
_STEP: Final = 0.1
_SPARE: Final = 0.98  # of the height: items are not broken between columns


@attrs.frozen
class _Paper:
    """One side of paper, in millimetres."""

    name: str  # the format's name
    wide: float  # the sheet's width
    high: float  # the sheet's height
    margin: float  # the margin on each side
    columns: int  # the number of columns
    gap: float = 6.0  # the space between columns

    @property
    def column(self) -> float:
        """A column's width."""
        return (self._width - (self.columns - 1) * self.gap) / self.columns

    @property
    def _width(self) -> float:
        return self.wide - 2 * self.margin

    @property
    def style(self) -> str:
        """A page's style."""
        paper = {"paper": self.name, "paper_width": self.wide, "margin": self.margin, "width": self._width}
        return _STYLE % {**paper, "columns": self.columns, "gap": self.gap}

    def size(self, parts: Iterable[CardPart], *, above: Iterable[str] = (), is_list: bool = True) -> float:
        """Return the largest size of type that fits these sections, in points."""
        shown = tuple(parts)
        size = _LARGEST
        while size > _SMALLEST and not self._fits(shown, tuple(above), size, is_list=is_list):
            size = round(size - _STEP, 1)
        return size

    def _fits(self, parts: tuple[CardPart, ...], above: tuple[str, ...], size: float, *, is_list: bool) -> bool:
        line = size * _POINT * _LEADING
        first = 8.0 if above else 0.0
        head = sum((lines_in(text, size, self._width) * line + 1.2 for text in above[1:]), first)
        if is_list:
            used = sum(self._part(part, size, line) for part in parts) / self.columns + 2 * line
        else:
            texts = (f"{part.title}. {' '.join(part.sentences)}" for part in parts)
            used = sum(lines_in(text, size, self.column) * line + 1.2 for text in texts)
        return used <= (self.high - 2 * self.margin) * _SPARE - head

    def _part(self, part: CardPart, size: float, line: float) -> float:
        lines = sum(lines_in(sentence, size, self.column - 4.5) for sentence in part.sentences)
        return (lines + 1) * line + 0.3 + 1.3


def lines_in(text: str, size: float, width: float) -> int:
    """Return the number of lines that a text takes in type of this size, in points, on this width, in millimetres."""
    room, lines, used = width / (size * _POINT) * 1000, 1, 0.0
    for word in text.split():
        wide = sum(_LETTERS.get(letter, _OTHER) for letter in word)
        if used and used + _LETTERS[" "] + wide > room:
            lines, used = lines + 1, float(wide)
        else:
            used += wide + (_LETTERS[" "] if used else 0)
    return lines


A4: Final = _Paper("A4", 210, 297, 10, 2)
_A5: Final = _Paper("A5", 148, 210, 8, 1)


PRICES: Final = (
    ("Cards each", "hand_size"),
    ("Knock limit", "knock_limit"),
    ("Limit set by", "knock_source"),
    ("Gin", "gin_bonus"),
    ("Big gin", "big_gin_bonus"),
    ("Undercut", "undercut_bonus"),
    ("Spades", "spade_multiplier"),
    ("Target", "target"),
    ("Game bonus", "game_bonus"),
    ("Box", "box_bonus"),
    ("Games side by side", "columns"),
)
"""The rules that a player asks about first."""

_USUAL: Final[Mapping[str, object]] = {"knock_source": "fixed", "spade_multiplier": 1, "columns": 1}
"""Values that nobody asks about."""


def prices(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield what a player asks about first, with its value under these rules."""
    for title, name in PRICES:
        if in_use(rules, name) and getattr(rules, name) != _USUAL.get(name):
            yield title, _price(rules, name)


def _price(rules: RuleSet, name: str) -> str:
    value = getattr(rules, name)
    if name == "knock_limit" and value == 0:
        return "none: there is no knock" if rules.open_melds else "0: gin only"
    if name == "target" and value == 0:
        return f"none; rounds: {value_text(rules.rounds or 1)}"
    if name == "target" and isinstance(value, Mapping):
        return value_text(value).replace(" for ", " for teams of ")
    if name == "hand_size":
        sizes = {seats: rules.hand_size_for(seats) for seats in rules.table_sizes}
        return value_text(sizes if len(set(sizes.values())) > 1 else sizes[rules.table_sizes[0]])
    return value_text(value).replace('"', "").replace("-", " ")


def card_page(rules: RuleSet | str, *, short: bool = False) -> str:
    """Return the rule card as an HTML document to print: on one side of A4, or short on one side of A5.

    The examples are left out if the card would need type of less than 8.5 points with them.
    """
    rules = rules_of(rules)
    look = _A5 if short else A4
    size, parts = _fitted(rules, short=short)
    shown = "\n".join(map(_paragraph if short else part_html, parts))
    heading, *about = (html_text(text) for text in _above(rules))
    head = "\n".join(f'<p class="prices">{text}</p>' if text == about[-1] else f"<p>{text}</p>" for text in about)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{heading}</title>\n'
        f"<style>{look.style}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n{head}\n"
        f'<main style="font-size: {size:.1f}pt">\n{shown}\n</main>\n</body>\n</html>\n'
    )


def _above(rules: RuleSet) -> list[str]:
    """Return the lines above the card: heading, summary if there is one, prices."""
    summary = [rules.summary] if rules.summary else []
    return [rules.heading, *summary, " · ".join(f"{title}: {value}" for title, value in prices(rules))]


def _fitted(rules: RuleSet, *, short: bool) -> tuple[float, list[CardPart]]:
    """Return the size of the type, in points, and the sections that are printed."""
    above = _above(rules)
    if short:
        parts = [CardPart(title, sentences) for title, sentences in short_sections(rules)]
        return _A5.size(parts, above=above, is_list=False), parts
    whole = [part for part in card_parts(rules) if part.title not in {PROGRAM, SHEET, SURE}]
    size = A4.size(whole, above=above)
    if size >= _GOOD:
        return size, whole
    front = [part for part in whole if part.title not in BACK]
    return A4.size(front, above=above), front


def _paragraph(part: CardPart) -> str:
    return f"<p><b>{html_text(part.title)}.</b> {html_text(' '.join(part.sentences))}</p>"
