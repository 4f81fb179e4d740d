"""The end of a rule card: how sure the rules are, where they come from, and which parts are a house's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ginrules.presets import preset, preset_info, preset_names
from ginrules.presets.catalogue import CONFIDENCES
from ginrules.rules.card.start import sentence
from ginrules.rules.card.words import rule_words
from ginrules.rules.model import RULES, RuleSet

_NAME: Final = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


def how_sure(rules: RuleSet) -> Iterator[str]:
    """Yield the grade of a preset, the sources, and the notes with the names of rules in words.

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
