"""A belief net: whole numbers that say which card is the next of a hidden hand.

A hand is drawn card by card, so that its melds come out whole: the cards drawn so far are among the inputs.
`ginrules.players.belief` finds the position's facts. The rules are the inputs that the learned player's nets
read.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import mul
from typing import ClassVar, Final

import attrs

from ginrules.nets.learned import HIDDEN, INPUT_SCALE, MIXED, MOST_UNIT, Folded, RuledNet, packed_columns, whole_weights
from ginrules.nets.rules import COUNT as RULE_COUNT

FORMAT: Final = "ginrules belief net 1"
"""The first text in the files of these nets."""

THROWN_STEPS: Final = (1, 2, 4, 6, 9)
REFUSED_STEPS: Final = (2, 5)
"""A card that the other seat discarded or refused has an input for each span of turns: up to these turns, and later."""

SIZES: Final = {
    **dict.fromkeys(("hand", "known", "drawn"), 52),
    "thrown": 52 * (len(THROWN_STEPS) + 1),
    "refused": 52 * (len(REFUSED_STEPS) + 1),
    **dict.fromkeys(("taken", "own_thrown", "top", "shown", "last"), 52),
    "turn": 24,
    "count": 12,
    "phase": 3,
    "limit": 11,
}
"""The groups of inputs, in order, each with its number of inputs."""

STARTS: Final = dict(zip(SIZES, accumulate((0, *SIZES.values())), strict=False))
"""The first input of each group."""

COUNT: Final = sum(SIZES.values())
"""The number of inputs of a position."""

MOST_AT_ONCE: Final = 208
"""Limit on the inputs of one position. The cards drawn and their count come on top."""

UNITS: Final = HIDDEN + MIXED
"""The units that the last layer reads: those of both layers."""

STAGES: Final = 8
PATTERNS: Final = 64
NEAR: Final = ("held", "thrown", "refused", "gone")
"""A card's score also depends on the cards next to it, at eight stages of the round: up to two ranks away in its suit,
and of its rank. Those count that the hidden hand is known to hold or has drawn, those that the seat threw, those that
it refused, and those that are elsewhere."""

CARD_SCALE: Final = 1295
CARD_SHIFT: Final = 10
MIXED_DOWN: Final = 10
"""A weight of the last layer of 1 is stored as the first number. Scores are divided by 2 to the second, units of the
second layer by 2 to the third, so that they have the scale of the first layer."""

OCTAVE: Final = 64
"""The score by which a card is twice as likely as another."""

SCORE: Final = INPUT_SCALE * CARD_SCALE / (1 << CARD_SHIFT)
"""A score of 1 in training, where a card is e times as likely, in whole numbers: ``OCTAVE / log(2)``."""

_WEIGHTS: Final[dict[str, tuple[int, tuple[int, ...]]]] = {
    "inputs": (127, (COUNT, HIDDEN)),
    "rule_inputs": (127, (RULE_COUNT, HIDDEN)),
    "inputs_bias": (4000, (HIDDEN,)),
    "mixed": (4000, (MIXED, HIDDEN)),
    "mixed_bias": (1 << 26, (MIXED,)),
    "cards": (3000, (52, UNITS)),
    "cards_bias": (1 << 26, (52,)),
    "near": (2000, (len(NEAR), STAGES, PATTERNS)),
}

LIMITS: Final = {name: limit for name, (limit, _) in _WEIGHTS.items()}
"""The largest size of the weights of each kind. No sum then overflows."""

SHAPES: Final = {name: shape for name, (_, shape) in _WEIGHTS.items()}
"""The shapes of the weights."""

_CARD_LANES: Final = struct.Struct("<52q")
_HALF: Final = 1 << 40


_FAR: Final = 25 * OCTAVE

SHARES: Final = tuple(accumulate(range(1, OCTAVE), lambda share, _: share * 64830 >> 16, initial=1 << 24))
"""The likelihood of a card by the last six bits of its distance from the highest score. The others halve it."""


def likelihoods(scores: Sequence[int]) -> list[int]:
    """Return how likely each card is, as whole numbers: the softmax of scores by a table."""
    highest = max(scores)
    distances = [highest - score for score in scores]
    return [SHARES[below % OCTAVE] >> below // OCTAVE if below < _FAR else 0 for below in distances]


@attrs.frozen(kw_only=True, eq=False, repr=False, slots=False)
class BeliefNet(RuledNet):
    """A belief net's weights.

    Each card has its weights of the units of both layers, row after row. For each of `NEAR` and each stage there are
    the scores by the cards next to a card.
    """

    format = FORMAT
    shapes: ClassVar[Mapping[str, tuple[int, ...]]] = SHAPES
    limits: ClassVar[Mapping[str, int]] = LIMITS

    cards: array[int] = attrs.field(converter=whole_weights)
    cards_bias: array[int] = attrs.field(converter=whole_weights)
    near: array[int] = attrs.field(converter=whole_weights)

    @cached_property
    def last(self) -> tuple[list[int], int]:
        """The last layer's weights and biases, `packed_columns`."""
        return packed_columns(self.cards, self.cards_bias, 64, _HALF)


class FoldedBelief(Folded[BeliefNet]):
    """A belief net as it is used under some rules."""

    def scores(self, inputs: Sequence[int]) -> list[int]:
        """Return the scores of all cards without those of the cards next to them."""
        units, mixed = self.net.layers(self.first, inputs)
        units += [max(min(unit >> MIXED_DOWN, MOST_UNIT), -MOST_UNIT) for unit in mixed]
        rows, total = self.net.last
        total = sum(map(mul, rows, units), total)
        lanes = _CARD_LANES.unpack(total.to_bytes(_CARD_LANES.size, "little"))
        return [lane - _HALF >> CARD_SHIFT for lane in lanes]
