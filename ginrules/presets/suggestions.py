"""The expression that an unknown name probably means: ``undercut-12`` is ``undercut_bonus=12``."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from ginrules.rules.checks.problems import near_rule
from ginrules.rules.model import RULES, RuleSet

_PAIR: Final = re.compile(r"([a-z]+(?:-[a-z]+)*)-?([0-9]{1,6})(?:-|$)")
_NO: Final = "no-"
_WORDS: Final = {"knock": "knock_limit", "to": "target", "boxes": "box_bonus"}


def expression_for(key: str, presets: Container[str]) -> str:
    """Return the expression that a name with numbers, or one that begins with "no", probably means, or "".

    Args:
        key: The name, its words separated by hyphens.
        presets: The names of presets, which with a number after them mean a target.

    Examples:
        >>> expression_for("undercut-12", ()), expression_for("undercut-10-gin-40", ())
        ('undercut_bonus=12', 'undercut_bonus=10+gin_bonus=40')
        >>> expression_for("hollywood-300", {"hollywood"}), expression_for("no-big-gin", ())
        ('hollywood+target=300', 'big_gin=false')
    """
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
    """Return the rule of this name, or the one most like it, among those of these kinds."""
    sections = {
        section: tuple(rule for rule in rules if RULES[rule].kind in kinds)
        for section, rules in RuleSet.sections.items()
    }
    if any(word in rules for rules in sections.values()):
        return word
    parts = {rule for rules in sections.values() for rule in rules if word in rule}
    return near_rule(word, sections) if parts else None
