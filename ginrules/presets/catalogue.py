"""Facts about presets, and the expression that an unknown name probably means."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Final, Literal

import attrs

from ginrules._support.names import Family
from ginrules._support.values import Value
from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.problems import near_rule

Confidence = Literal["confirmed", "literal", "house", "unconfirmed"]
"""How sure the values of a preset are: see `PresetInfo`."""

FAMILIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "standard": "25 for gin and an undercut, boxes and a game bonus, as in Wikipedia; or other prices for them",
        "classic": "20 for gin, 10 for an undercut, the winner deals: the game of pagat.com and Bicycle",
        "race": "the points of the rounds alone, first to the target: no boxes, no bonus at the end",
        "straight": "without knocking: play goes on until somebody has gin",
        "oklahoma": "a card sets the knock limit, and a spade may double",
        "hollywood": "three games kept side by side",
        "round-the-corner": "runs go past the ace, which counts 15",
        "match": "several games make a match",
        "doubling": "the stakes of a round can be doubled",
        "three": "three or more players, two of them at the table",
        "one-table": "two to six players at one table, each alone",
        "open-melds": "melds are laid on the table during play",
        "teams": "two teams, at several tables at once",
        "programs": "as programs play it: one round, or a program's own settings",
    }
)
"""The common trait of the rule sets of each family, as a clause."""

CONFIDENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "confirmed": "a source states the rules of this game; the notes name the rest",
        "literal": "the words of a source as they stand; they can also be read in another way",
        "house": "the sources give the parts of this game; the whole is a house choice",
        "unconfirmed": "a number or a rule that matters here could not be read again in its source",
    }
)
"""The meaning of each grade of confidence, as a clause."""


@attrs.frozen(kw_only=True)
class PresetInfo(Value):
    """Facts about a preset other than its rules. `preset_info` returns them.

    Attributes:
        name: The preset's name.
        family: The family it belongs to. `ginrules.presets.catalogue.FAMILIES` describes each family.
        players: The numbers of players that a match can have.
        sources: Where the values come from.
        confidence: How sure they are. ``confirmed``: a source states the rules of the game. ``literal``: a source's
            words as they stand, which can also be read in another way. ``house``: the sources give the parts, the
            whole is a house choice. ``unconfirmed``: a number or a rule that matters could not be read again in its
            source.
        aliases: Other names of the same rules.
    """

    name: str
    family: Family
    players: tuple[int, ...]
    sources: tuple[str, ...]
    confidence: Confidence
    aliases: tuple[str, ...]


_PAIR: Final = re.compile(r"([a-z]+(?:-[a-z]+)*)-?([0-9]{1,6})(?:-|$)")
_NO: Final = "no-"
_WORDS: Final = {"knock": "knock_limit", "to": "target", "boxes": "box_bonus"}


def expression_for(key: str, presets: Container[str]) -> str:
    """Return the expression that a name with numbers, or one that begins with "no", probably means, or ""."""
    if key.startswith(_NO):
        word = key.removeprefix(_NO)
        return _without(_WORDS.get(word, word.replace("-", "_")))
    pairs = list(_PAIR.finditer(key))
    if not pairs or "".join(pair[0] for pair in pairs) != key:
        return ""
    terms = [_with_number(pair[1], pair[2], presets) for pair in pairs]
    names = [term.partition("=")[0] for term in terms]
    return "+".join(terms) if all(terms) and len(set(names)) == len(names) else ""


def _with_number(word: str, number: str, presets: Container[str]) -> str:
    if word in presets:
        return f"{word}+target={number}"
    rule = _rule(_WORDS.get(word, word.replace("-", "_")), "number", "by-number")
    return f"{rule}={number}" if rule else ""


def _without(word: str) -> str:
    for kind, value in (("yes-no", "false"), ("choice", "none"), ("number", "0")):
        rule = _rule(word, kind)
        if rule and (kind != "choice" or value in RULES[rule].choices):
            return f"{rule}={value}"
    return ""


def _rule(word: str, *kinds: str) -> str | None:
    """Return the rule of this name, or the most similar rule, among the rules of these kinds."""
    sections = {
        section: tuple(rule for rule in rules if RULES[rule].kind in kinds)
        for section, rules in RuleSet.sections.items()
    }
    if any(word in rules for rules in sections.values()):
        return word
    parts = {rule for rules in sections.values() for rule in rules if word in rule}
    return near_rule(word, sections) if parts else None
