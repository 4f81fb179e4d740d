"""The sources of rules by the titles that rules, presets and docstrings cite."""

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "Gin rummy notes": "a collection of notes on gin rummy and its variants, several games in one text",
    "Online rules": "rules in two parts: part 1 for two players, part 2 for two to four with penalty points",
    "Gin Rummy Online": "the help page of an online game",
    "cardgames.io": "the rules of the site, as part 1 of *Online rules*",
    "Hoyle's rules": "a directory article that follows *Hoyle's Rules of Games*",
}
"""The five texts that the library began with; [every rule that they state](sources.md) has its page."""

SOURCES: Final[Mapping[str, str]] = {
    "bicyclecards.com": "Oklahoma gin, partnership gin",
    "ginrummy.com": "scoring, partnership",
    "OpenSpiel": "its game `gin_rummy`, which follows the rules of the Gin Rummy Association",
    "pagat.com": "*Gin Rummy* (J. McLeod)",
    "pokerwiner.com": "its own page on Hollywood gin",
    "rummy-games.com": "Oklahoma, Hollywood, round the corner, partnership, gin for three",
    "rummyrulebook.com": "undercuts that the knocker pays",
    "rummytalk.com": "score sheet, extra boxes, captain play",
    "rubl.com": "50-card gin",
    "Scarne": "reprints of Scarne's rules",
    "Wikipedia": "*Gin rummy*",
}
"""Published pages and programs that are cited often; other sources are named at each citation."""


def markdown() -> str:
    """Return the table of sources, the five texts first."""
    rows = [f"| *{title}* | {about} |" for title, about in TEXTS.items()]
    rows += [f"| {title} | {about} |" for title, about in SOURCES.items()]
    return "\n".join(["| source | about |", "|---|---|", *rows])
