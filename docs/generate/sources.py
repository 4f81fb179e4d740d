"""The sources of rules by the short names that rules and docstrings use."""

import re
from collections.abc import Mapping
from typing import Final

SOURCES: Final[Mapping[str, str]] = {
    "BI": "bicyclecards.com: Oklahoma gin, partnership gin",
    "GC": "ginrummy.com: scoring, partnership",
    "OS": "OpenSpiel's gin_rummy, which follows the rules of the Gin Rummy Association",
    "PG": "pagat.com, *Gin Rummy* (J. McLeod)",
    "PW": "pokerwiner.com: its own page on Hollywood gin",
    "RG": "rummy-games.com: Oklahoma, Hollywood, round the corner, partnership, gin for three",
    "RRB": "rummyrulebook.com",
    "RT": "rummytalk.com: score sheet, extra boxes, captain play",
    "RU": "rubl.com, 50-card gin",
    "SC": "reprints of Scarne's rules",
    "WP": "Wikipedia, *Gin rummy*",
}
"""What each short name stands for; other sources are written out."""

_SEED: Final = "one of the five texts that the library began with, [rule by rule](seeds.md)"
_SHORT: Final = re.compile(rf"\b(?:{'|'.join(SOURCES)})\b|\bseeds? (?:00\d|[A-Z])|\ball (?:sources|seeds)\b")


def names_a_source(text: str) -> bool:
    """Whether a text names a source by its short name, or a seed.

    Examples:
        >>> names_a_source("the extra card comes last (PG)"), names_a_source("the extra card comes last")
        (True, False)
    """
    return _SHORT.search(text) is not None


def markdown() -> str:
    """The table of short names."""
    rows = [f"| {name} | {told} |" for name, told in {**SOURCES, "seed 000 to seed 004": _SEED}.items()]
    return "\n".join(["| short | source |", "|---|---|", *rows])
