"""Entries of the search other than pages: rules, words of the glossary, commands, error codes, and other names for them.

Rules and words come before the reference, whose entries are many and long. An exact public name, command, rule or code
is the tag of its entry, and comes first.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, Final

from docs.generate import reference
from docs.generate.addresses import ROOT
from ginrules import errors
from ginrules.cli.commands import COMMANDS
from ginrules.rules.model import RULES

_REFERENCE_BOOST: Final = 0.1
_RULE_BOOST: Final = 20
_COMMAND_BOOST: Final = 0.05
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
    ("tutorial/#install", "Install", "Install with pip, the extras, the command line, Python versions, requirements."),
    ("records/", "Save and load", "Save, load, store, export a round or a match: records in TOML and JSON, snapshots."),
    ("license/", "License", "License, MIT, copyright, commercial use, may I sell a game."),
    ("lab/#compare", "Compare house rules", "Compare two rules, house rules, variants: which is better, longer, fairer."),
    ("lab/#your-own-player", "Write a bot", "Write your own player, bot, AI, strategy, computer opponent."),
    ("learning/", "Train an agent", "Train an agent, reinforcement learning, PettingZoo, Gymnasium, neural net."),
    ("score-pad/", "Keep score", "Keep the score of an evening: score pad, sheet, league, who pays whom."),
    ("server/", "Build an app", "Build an app, a server, a website, multiplayer online: views, links, JSON."),
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
        yield _entry(f"rules/all/#{name}", f"{name.replace('_', ' ')} (rule)", text, _RULE_BOOST) | {"tags": [name]}
    for name, command in COMMANDS.items():
        text = f"<p>{escape(command.summary)} <code>ginrules {name}</code></p>"
        yield _entry(f"commands/#{name}", f"{name} (command)", text, _COMMAND_BOOST) | {"tags": [name]}
    for name in reference.public_names("ginrules.errors"):
        error = getattr(errors, name)
        text = f"<p>{escape(' '.join((error.__doc__ or '').split()))}</p>"
        yield _entry(f"error-codes/#{error.code}", f"{error.code} (error)", text, 1) | {"tags": [error.code]}
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


def tags(location: str) -> list[str]:
    """Return the public name that an entry of the reference is about, as its tag.

    Examples:
        >>> tags("reference/rules/#ginrules.diff"), tags("reference/cards/#ginrules.CardSet.parse"), tags("lab/")
        (['diff'], [], [])
    """
    name = location.partition("#")[2]
    if not location.startswith("reference/") or name not in _names():
        return []
    return [name.rpartition(".")[2]]


@cache
def _names() -> frozenset[str]:
    return frozenset(name for _, names in reference.sections().values() for name in names)


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
