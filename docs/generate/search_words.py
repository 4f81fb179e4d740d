"""Entries of the search other than pages: every rule and every word of the glossary, and other names for them.

Rules and words come before the reference, whose entries are many and long.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from docs.generate.addresses import ROOT
from ginrules.rules.model import RULES

_REFERENCE_BOOST: Final = 0.1
_RULE_BOOST: Final = 20
_PRESET_BOOST: Final = 60
_WORD_BOOST: Final = 30
_PLACE_BOOST: Final = 400
_FIRST_BOOST: Final = 4000

_PLACES: Final = (
    (
        "how-to-play/#how-to-play-gin-rummy",
        "How to play",
        "Gin rummy in five minutes: how to play, the rules of the game, how to deal, draw, knock, lay off and score.",
    ),
    ("playground/", "Play online", "Play gin rummy against the computer in the browser, with hint and undo."),
    (
        "how-to-play/#what-next",
        "Print a rule card or a score sheet",
        "Print, pdf, paper: the page of a preset prints on A4, ginrules sheet draws an empty score sheet.",
    ),
    (
        "settle/",
        "Share a link, settle an argument",
        "Share, send: compare two rule sets by a link, in words and measured. Which rules are right?",
    ),
)
"""Entries for questions that no heading answers: the address, a title and the words; the first comes before others."""

ALSO: Final[Mapping[str, str]] = {
    "ace_rank": "high ace, low ace, round the corner, K A 2",
    "ace_upcard": "Oklahoma, ace turned up",
    "big_gin": "eleven-card gin, super gin",
    "big_gin_bonus": "eleven-card gin, super gin",
    "box_bonus": "boxes, line bonus, box score",
    "columns": "Hollywood, three games at once",
    "discard_take": "take the discard pile, pick up several discards",
    "doubling": "stakes, redouble",
    "drawn_dealer": "dead hand, wash",
    "game_bonus": "game points, winning the game",
    "gin_bonus": "points for gin, going gin",
    "gin_boxes": "extra box, kiss",
    "hand_size": "number of cards, cards dealt",
    "knock_limit": "knocking, maximum deadwood, ten points",
    "knock_source": "Oklahoma, knock card, upcard sets the limit",
    "layoff": "lay off, laying off, adding to melds",
    "layoff_chain": "lay off on laid off cards",
    "next_dealer": "who deals, loser deals, winner deals",
    "opening": "upcard offer, eleven cards, first draw",
    "open_melds": "mahjong, melding during play",
    "score_mode": "penalty, lowest total wins",
    "seating": "partners, teams, captain, three players",
    "shutout": "schneider, skunk, blitz, whitewash",
    "shutout_bonus": "schneider, skunk, blitz",
    "shutout_when": "schneider, skunk, blitz",
    "spade_multiplier": "spades count double, Oklahoma",
    "stock_exhausted": "empty stock, dead hand, wash, reshuffle",
    "stock_floor": "last two cards, dead hand, wash",
    "target": "100 points, game to, winning score",
    "tie": "equal deadwood, undercut on a tie",
    "undercut_bonus": "underknock, undercutting, points for an undercut",
}
"""Other names of rules, as people search for them."""

_PRESET: Final = re.compile(r"presets/(?!matrix/)[\w-]+/")
_TERM: Final = re.compile(r"^\*\*(.+?)\*\*\n:   (.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
_DEFINED: Final = re.compile(r"<dt><strong>(.+?)</strong></dt>")


def entries() -> Iterator[dict[str, Any]]:
    """Yield an entry of the search index for every rule, every word of the glossary and what no heading says."""
    for place, title, text in _PLACES:
        yield _entry(place, title, f"<p>{text}</p>", boost(place))
    for name, rule in RULES.items():
        also = f" Also: {ALSO[name]}." if name in ALSO else ""
        text = f"<p>{escape(rule.doc)}{escape(also)} <code>{rule.section}.{name}</code></p>"
        yield _entry(f"rules/all/#{name}", f"{name.replace('_', ' ')} (rule)", text, _RULE_BOOST)
    for term, meaning in terms().items():
        plain = re.sub(r"\[(.+?)\]\(.+?\)", r"\1", meaning.replace("*", "").replace("`", ""))
        yield _entry(f"glossary/#{anchor(term)}", term, f"<p>{escape(' '.join(plain.split()))}</p>", _WORD_BOOST)


def boost(location: str) -> float:
    """Return the weight of an entry among the results: a preset before words of the glossary, the reference last.

    Examples:
        >>> boost("presets/hollywood/"), boost("presets/hollywood/#turn"), boost("reference/rules/#ginrules.diff")
        (60, 1, 0.1)
    """
    if location.startswith("reference/"):
        return _REFERENCE_BOOST
    if location in {place for place, _, _ in _PLACES}:  # of two entries with one address the weight of the last counts
        return _FIRST_BOOST if location == _PLACES[0][0] else _PLACE_BOOST
    return _PRESET_BOOST if _PRESET.fullmatch(location) else 1


def terms() -> dict[str, str]:
    """Return the words of the glossary with their meanings."""
    return dict(_TERM.findall((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")))


def anchor(term: str) -> str:
    """Return the anchor of a word of the glossary.

    Examples:
        >>> anchor("Seat, player, side")
        'seat-player-side'
    """
    return re.sub(r"[^a-z]+", "-", term.lower()).strip("-")


def with_anchors(html: str) -> str:
    """Return the page of the glossary with an anchor at every word."""
    return _DEFINED.sub(lambda term: f'<dt id="{anchor(term[1])}"><strong>{term[1]}</strong></dt>', html)


def _entry(location: str, title: str, text: str, boost: float) -> dict[str, Any]:
    return {"location": location, "title": title, "text": text, "boost": boost}
