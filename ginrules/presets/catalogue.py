"""What is known about a preset beside its values: its family, its sources and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import attrs

from ginrules._names import Family
from ginrules._values import Value

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
"""What the rule sets of a family have in common, as a clause."""

CONFIDENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "confirmed": "a source states the rules that make this game; the notes name what it leaves open",
        "literal": "the words of a source, taken as they stand, where they can be read in another way",
        "house": "the sources give the parts of this game; the whole is a house choice",
        "unconfirmed": "a number or a rule that matters here could not be read again in its source",
    }
)
"""What each grade of confidence means, as a clause."""


@attrs.frozen(kw_only=True)
class PresetInfo(Value):
    """What is known about a preset beside its values; `preset_info` gives it.

    Attributes:
        name: The name of the preset.
        family: The family it belongs to; `ginrules.presets.catalogue.FAMILIES` says what they have in common.
        players: The numbers of players of a match.
        sources: Where the values come from.
        confidence: How sure they are. ``confirmed``: a source states the rules that make this game.
            ``literal``: the words of a source, where they can be read in another way. ``house``: the
            sources give the parts, the whole is a house choice. ``unconfirmed``: something that
            matters could not be read again in its source.
        aliases: Other names of the same rules.
    """

    name: str
    family: Family
    players: tuple[int, ...]
    sources: tuple[str, ...]
    confidence: Confidence
    aliases: tuple[str, ...]
