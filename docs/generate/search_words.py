"""Entries of the search other than pages: rules, words of the glossary, error codes, and other names for them.

Rules and words come before the reference, whose entries are many and long. `exact` has the places of
public names, commands, rules and codes: `exact.js` shows them first if exactly this has been typed.
"""

import inspect
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from docs.generate import reference
from docs.generate.addresses import ROOT
from ginrules import errors
from ginrules.cli.commands import COMMANDS
from ginrules.presets import preset, preset_names
from ginrules.rules.model import RULES

_REFERENCE_BOOST: Final = 0.1
_RULE_BOOST: Final = 20
_PRESET_BOOST: Final = 60
_WORD_BOOST: Final = 30
_PLACE_BOOST: Final = 400
_FIRST_BOOST: Final = 4000

_PLACES: Final = (
    (
        "how-to-play/#the-rules-of-the-game",
        "How to play",
        "Gin rummy in five minutes: how to play, the rules of the game, how to deal, draw, knock, lay off and score.",
    ),
    (
        "playground/#play-online",
        "Play online",
        "Play gin rummy against the computer, with hint and undo.",
    ),
    (
        "how-to-play/#print",
        "Print a rule card or a score sheet",
        "Print, pdf, paper: the page of a preset prints on A4, ginrules sheet draws an empty score sheet.",
    ),
    (
        "tutorial/#install-with-pip",
        "Install",
        "Install with pip, the extras, Python versions, requirements.",
    ),
    (
        "records/#save-and-load",
        "Save and load",
        "Save, load, store, export a round or a match: TOML, JSON.",
    ),
    ("license/#may-i", "License", "License, MIT, copyright, commercial use, may I sell a game."),
    (
        "compare-rules/#house-rules",
        "Compare house rules",
        "Compare two rules, house rules: better, longer, fairer.",
    ),
    ("players/#write-a-bot", "Write a bot", "Write your own player, bot, AI, strategy, computer opponent."),
    (
        "learning/#train-an-agent",
        "Train an agent",
        "Reinforcement learning, PettingZoo, Gymnasium, neural net.",
    ),
    ("score-pad/#keep-score", "Keep score", "Keep the score of an evening: score pad, sheet, league, who pays whom."),
    (
        "server/#build-an-app",
        "Build an app",
        "Build an app, a server, a website, multiplayer online.",
    ),
    (
        "settle/#share",
        "Share a link, settle an argument",
        "Share, send: compare two rule sets by a link, in words and measured. Which rules are right?",
    ),
)
"""Entries for questions that no heading answers: the address, a title and the words; the first comes before others.

No heading has these anchors: a second entry of an address would spoil the first. The links lead to the top of the page.
"""

_EXACT: Final = {
    "save": ("records/", "Save and load", "Records of rounds and matches as TOML or JSON, and snapshots."),
    "install": ("tutorial/#install", "Install", "Install with pip, and the extras."),
    "license": ("license/", "License", "MIT: use, change and sell it, also in closed programs."),
}
"""Words that mean a place to most people, although a public name or a page has the same word."""

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
        yield _entry(place, title, f"<p>{text}</p>", _FIRST_BOOST if place == _PLACES[0][0] else _PLACE_BOOST)
    for name, rule in RULES.items():
        also = f" Also: {ALSO[name]}." if name in ALSO else ""
        text = f"<p>{escape(rule.doc)}{escape(also)} <code>{rule.section}.{name}</code></p>"
        yield _entry(f"rules/all/#{name}", f"{name.replace('_', ' ')} (rule)", text, _RULE_BOOST)
    for name in reference.public_names("ginrules.errors"):
        code = getattr(errors, name).code
        yield _entry(f"error-codes/#{code}", f"{code} (error)", f"<p>{escape(errors_text(name))}</p>", 1)
    for term, meaning in terms().items():
        yield _entry(f"glossary/#{anchor(term)}", term, f"<p>{escape(_plain(meaning))}</p>", _WORD_BOOST)


def boost(location: str) -> float:
    """Return the weight of an entry among the results: a preset before words of the glossary, the reference last.

    Examples:
        >>> boost("presets/hollywood/"), boost("presets/hollywood/#turn"), boost("reference/rules/#ginrules.diff")
        (60, 1, 0.1)
    """
    if location.startswith("reference/"):
        return _REFERENCE_BOOST
    return _PRESET_BOOST if _PRESET.fullmatch(location) else 1


def exact() -> dict[str, list[tuple[str, str, str]]]:
    """Return the places of every name by the text that is typed for it: the address, a title and a sentence."""
    places: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for _, names in reference.sections().values():
        for name in names:
            text = inspect.getdoc(reference.loaded(name)) or ""
            places[name.rpartition(".")[2].lower()].append((reference.page_of(name), name, text.partition("\n\n")[0]))
    for name, command in COMMANDS.items():
        places[name].append((f"commands/#{name}", f"ginrules {name}", command.summary))
    for name, rule in RULES.items():
        places[name].append((f"rules/all/#{name}", f"{name} (rule)", rule.doc))
    for name in reference.public_names("ginrules.errors"):
        code = getattr(errors, name).code
        places[code].append((f"error-codes/#{code}", f"{code} (error)", errors_text(name)))
    for term, meaning in terms().items():
        places[term.lower()].append((f"glossary/#{anchor(term)}", term, _plain(meaning)))
    for name in preset_names():
        info = preset(name)
        places[name].insert(0, (f"presets/{name}/", f"{info.title} (preset)", info.summary))
    for word, place in _EXACT.items():
        places[word].insert(0, place)
    return places


def _plain(markdown: str) -> str:
    """Return a text without marks and addresses."""
    return " ".join(re.sub(r"\[(.+?)\]\(.+?\)", r"\1", markdown.replace("*", "").replace("`", "")).split())


def errors_text(name: str) -> str:
    """Return the sentences about an error, without its attributes."""
    return " ".join((inspect.getdoc(getattr(errors, name)) or "").partition("\nAttributes:")[0].split())


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


def files() -> dict[str, str]:
    """Return the table of exact names for the script, by its place."""
    return {"assets/exact.json": json.dumps(exact(), ensure_ascii=False, separators=(",", ":"))}


def _entry(location: str, title: str, text: str, boost: float) -> dict[str, Any]:
    return {"location": location, "title": title, "text": text, "boost": boost}
