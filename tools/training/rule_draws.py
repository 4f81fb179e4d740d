"""Rule sets drawn at random, to train a net for many rules: presets, and rule sets that no preset has.

Half of the draws are presets of two seats with closed melds, each with the same probability. The other half begin with
``standard`` and change some groups of rules. A result is drawn again if a preset is played and priced in the same way.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import attrs

from ginrules.nets.rules import amounts_of
from ginrules.players.packaged_nets import why_expert
from ginrules.presets import preset, preset_names
from ginrules.rules.model import DEFAULTS, RULES, RuleSet

_STANDARD: Final = RuleSet(name="standard")
_SEATS: Final = 2
_FIVES: Final = tuple(range(0, 55, 5))
_HIGHER: Final = tuple(range(55, 105, 5))
_NOT_OF_PENALTY: Final = (
    "box_timing gin_boxes big_gin_boxes undercut_boxes knock_bonus gin_off_bonus spade_multiplier spade_scope doubling"
).split()
_VALUES: Final = ((15, *DEFAULTS["card_values"][1:]), (11, *DEFAULTS["card_values"][1:]), (15, *(5,) * 8, *(10,) * 4))
"""Card values: an ace of 15 or 11 points, and the values of mahjong gin."""


def drawn(chance: Random) -> RuleSet:
    """Return a rule set: a preset, or rules that no preset has."""
    return preset(chance.choice(presets())) if chance.random() < 0.5 else varied(chance)


def varied(chance: Random) -> RuleSet:
    """Return rules that differ from those of every preset in a round or its price."""
    while True:
        rules = _STANDARD.evolve(name="drawn", **_changes(chance))
        if amounts_of(rules) not in _of_presets():
            return rules


@cache
def presets() -> tuple[str, ...]:
    """Return the names of the presets that are drawn: those that the package's net plays at a table of two."""
    return tuple(
        name for name in preset_names() if _SEATS in preset(name).table_sizes and not why_expert(preset(name), _SEATS)
    )


@cache
def _of_presets() -> frozenset[tuple[int, ...]]:
    return frozenset(amounts_of(preset(name)) for name in presets())


@attrs.define
class _Changes:
    """The rules that differ from ``standard``, drawn one after the other."""

    chance: Random
    values: dict[str, Any] = attrs.field(factory=dict)

    def comes(self, share: float) -> bool:
        """Return yes in this share of the draws."""
        return self.chance.random() < share

    def turn(self, name: str, share: float) -> None:
        """Give a rule another of its values."""
        if self.comes(share):
            values = RULES[name].choices or (False, True)
            self.values[name] = self.chance.choice([value for value in values if value != DEFAULTS[name]])

    def now(self, name: str) -> int:
        """Return a rule's number."""
        number: int = self.values.get(name, DEFAULTS[name])
        return number

    def price(self) -> int:
        """Return a bonus, in points."""
        return self.chance.choice(_HIGHER if self.comes(0.1) else _FIVES)


def _changes(chance: Random) -> dict[str, Any]:
    """Return the rules that differ from ``standard``."""
    draw = _Changes(chance)
    _draw_prices(draw)
    _draw_limits(draw)
    _draw_play(draw)
    if not draw.comes(0.07):
        return draw.values
    kept = {name: value for name, value in draw.values.items() if name not in _NOT_OF_PENALTY}
    charge = chance.choice(RULES["undercut_penalty"].choices)
    free = {"box_bonus": 0, "game_bonus": 0, "shutout": "none"}
    return {**kept, "score_mode": "penalty", "undercut_penalty": charge, **free}


def _draw_prices(draw: _Changes) -> None:
    values, chance = draw.values, draw.chance
    if draw.comes(0.6):
        values["gin_bonus"] = draw.price()
    if draw.comes(0.6):
        values["undercut_bonus"] = draw.price()
    if draw.comes(0.4):
        values["big_gin"] = False
    elif draw.comes(0.5):
        values["big_gin_bonus"] = draw.now("gin_bonus") + chance.choice(_FIVES)
    if draw.comes(0.2):
        values |= {"box_timing": "immediate", "box_bonus": chance.choice(_FIVES[1:])}
        if draw.comes(0.5):
            boxes = chance.choice((1, 1, 2))
            values |= {"gin_boxes": boxes, "big_gin_boxes": boxes, "undercut_boxes": chance.choice((0, 1))}
    if draw.comes(0.1):
        values["knock_bonus"] = chance.choice(_FIVES[1:6])
    if draw.comes(0.1):
        values["gin_off_bonus"] = draw.now("undercut_bonus") + chance.choice(_FIVES[1:6])
    draw.turn("tie", 0.2)


def _draw_limits(draw: _Changes) -> None:
    values, chance = draw.values, draw.chance
    if draw.comes(0.35):
        values["knock_limit"] = 0 if draw.comes(3 / 7) else chance.randint(1, 9)
    if draw.comes(0.3):
        source = "knock-card" if draw.comes(1 / 6) else "upcard"
        values |= {"knock_source": source, "ace_upcard": chance.choice(RULES["ace_upcard"].choices)}
        if draw.comes(0.6):
            scope = chance.choice(RULES["spade_scope"].choices)
            values |= {"spade_multiplier": chance.choice((2, 2, 2, 2, 3)), "spade_scope": scope}


def _draw_play(draw: _Changes) -> None:
    values, chance = draw.values, draw.chance
    draw.turn("layoff", 0.15)
    draw.turn("layoff_chain", 0.1)
    draw.turn("ace_rank", 0.12)
    if draw.comes(0.12):
        values["card_values"] = chance.choice((_VALUES[0], *_VALUES))
    if draw.comes(0.12):
        values["hand_size"] = 7 if draw.comes(0.5) else chance.randint(4, 9)
    if draw.comes(0.05):
        values["min_set"] = chance.choice((2, 4))
    if draw.comes(0.05):
        values["min_run"] = chance.choice((2, 4, 4, 5))
    draw.turn("opening", 0.15)
    if values.get("opening") in {"eleven-cards", "no-upcard"} and values.get("knock_source") == "upcard":
        values["knock_source"] = "knock-card"
    draw.turn("stock_exhausted", 0.12)
    if draw.comes(0.1):
        values["stock_floor"] = chance.randint(0, 7)
    for name in ("return_taken_discard", "return_pair", "both_pass_draw", "big_gin_needs_gin"):
        draw.turn(name, 0.07)
    draw.turn("doubling", 0.07)
