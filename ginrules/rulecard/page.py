"""A rule card as a page to print: the whole card on one side of A4, the short card on one side of A5."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from ginrules._printed import html_text
from ginrules.rulecard.describe import CardPart, card_parts, part_html, short_sections
from ginrules.rules.model import RuleSet, rules_of

_STYLE: Final = """
@page { size: %(paper)s; margin: %(margin)s; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: %(width)s; color: #000; background: #fff; }
body { font: %(size)s/1.22 Arial, "Liberation Sans", sans-serif; }
main { columns: %(columns)s; column-gap: 6mm; }
h1 { font-size: 1.7em; margin: 0 0 1mm; }
p { margin: 0 0 1.2mm; }
h4 { font-size: 1em; margin: 0 0 0.3mm; break-after: avoid; }
ul { margin: 0 0 1.3mm; padding-left: 3mm; }
li { break-inside: avoid; }
pre { margin: 0 0 0.6mm; font: 0.8em/1.2 "Liberation Mono", monospace; white-space: pre; break-inside: avoid; }
@media screen { body { padding: 12mm; max-width: none; width: %(paper_width)s; } }
"""


_HALF_A_LINE: Final = 26  # letters: the last line of an item is half empty


@attrs.frozen
class _Paper:
    """One side of paper.

    Attributes:
        values: The measures of the style.
        largest: The largest type, in points.
        room: What the side holds: letters times the square of the size of the type.
    """

    values: Mapping[str, str]
    largest: float
    room: float

    def size(self, lines: Iterable[str]) -> float:
        """Return the size of type in which these paragraphs fit the side, in points."""
        return min(self.largest, math.sqrt(self.room / sum(len(line) + _HALF_A_LINE for line in lines)))


A4: Final = _Paper(
    {"paper": "A4", "paper_width": "210mm", "margin": "10mm", "width": "190mm", "columns": "2"}, 9.0, 440_000
)
_A5: Final = _Paper(
    {"paper": "A5", "paper_width": "148mm", "margin": "8mm", "width": "132mm", "columns": "1"}, 9.0, 300_000
)


def card_page(rules: RuleSet | str, *, short: bool = False) -> str:
    """Return the rule card as an HTML document that prints on one side: of A4, or short of A5.

    Examples:
        >>> page = card_page("hollywood")
        >>> page.startswith("<!DOCTYPE html>"), "size: A4" in page, "size: A5" in card_page("hollywood", short=True)
        (True, True, True)
    """
    rules = rules_of(rules)
    if short:
        look, body = _A5, [_paragraph(title, sentences) for title, sentences in short_sections(rules)]
        lines = [f"{title} {' '.join(sentences)}" for title, sentences in short_sections(rules)]
    else:
        parts = [*card_parts(rules)]
        look, body = A4, [part_html(part) for part in parts]
        lines = lines_of(parts)
    style = _STYLE % {**look.values, "size": f"{look.size(lines):.1f}pt"}
    about = f"<p>{html_text(rules.summary)}</p>" if rules.summary else ""
    heading = html_text(rules.heading)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{heading}</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n{about}\n<main>\n"
        f"{chr(10).join(body)}\n</main>\n</body>\n</html>\n"
    )


def lines_of(parts: Iterable[CardPart]) -> list[str]:
    """Return all lines of these sections, headings included."""
    return [line for part in parts for line in (part.title, *part.sentences, *part.table)]


def _paragraph(title: str, sentences: Iterable[str]) -> str:
    return f"<p><b>{html_text(title)}.</b> {html_text(' '.join(sentences))}</p>"
