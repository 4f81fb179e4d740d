"""The learned player's net: whole numbers, so that every machine and the compiled core give the same answers.

A net's inputs are the facts of a position that `ginrules.players.judge` finds, and the rules
(`ginrules.nets.rules`). Their numbers are listed here, below the core and the lab.
"""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import add, mul
from os import PathLike, fspath
from typing import ClassVar, Final, Generic, Self, TypeVar

import attrs

from ginrules._support.values import shown
from ginrules.errors import InvalidNetError
from ginrules.nets.files import read_net
from ginrules.nets.rules import COUNT as RULE_COUNT
from ginrules.nets.rules import WHOLE
from ginrules.rules.model import RuleSet

FORMAT: Final = "ginrules learned net 2"
"""The first text in the files of these nets."""

SIZES: Final = {
    **dict.fromkeys("hand loose outs own_discards their_discards top known shown held gone".split(), 52),
    "pairs": 26,
    "gaps": 13,
    "stock": 32,
    **dict.fromkeys(("deadwood", "later"), 50),
    "gins": 16,
    "ready": 20,
    "feeds": 9,
    "moment": 3,
    "stage_deadwood": 64,
    "stage_gins": 40,
    "limit": 11,
    "spade": 1,
}
"""The groups of inputs of a position, in order, each with its number of inputs. An input is 0 or a small count."""

STARTS: Final = dict(zip(SIZES, accumulate((0, *SIZES.values())), strict=False))
"""The first input of each group."""

COUNT: Final = sum(SIZES.values())
"""The number of inputs of a position."""

MOST_AT_ONCE: Final = 176
"""Limit on the inputs of one position, for hands of at most `MOST_HELD` cards and a pack of 52."""

DRAWS: Final = 8
"""The number of best draws that the inputs average, as by `ginrules.players.Expert`."""

HIDDEN: Final = 128
"""Units of the first layer."""

MIXED: Final = 32
"""Units of the second layer."""

HEADS: Final = ("wait", "knock", "draw")
"""The answers of a net: the value of the round after a discard, with a knock now, and with a draw."""

INPUT_SCALE: Final = 73
MIXED_SCALE: Final = 1024
HEAD_SCALE: Final = 4096
"""Weights are stored as whole numbers: a weight of 1 as this number."""

MIXED_SHIFT: Final = 8
"""The units of the second layer are divided by 2 to this power, rounded down."""

POINTS: Final = 20
"""The points of an answer of 1, before it is scaled."""

POINT: Final = INPUT_SCALE * (MIXED_SCALE >> MIXED_SHIFT) * HEAD_SCALE // POINTS
"""A point, as nets answer it."""

_WEIGHTS: Final[dict[str, tuple[int, tuple[int, ...]]]] = {
    "inputs": (127, (COUNT, HIDDEN)),
    "rule_inputs": (127, (RULE_COUNT, HIDDEN)),
    "inputs_bias": (4000, (HIDDEN,)),
    "mixed": (4000, (MIXED, HIDDEN)),
    "mixed_bias": (1 << 26, (MIXED,)),
    "heads": (32767, (len(HEADS), MIXED)),
    "heads_bias": (2**31 - 1, (len(HEADS),)),
}

LIMITS: Final = {name: limit for name, (limit, _) in _WEIGHTS.items()}
"""The largest size of the weights of each kind. The bias of a unit also stays within its limit under all rules. No sum
then overflows."""

SHAPES: Final = {name: shape for name, (_, shape) in _WEIGHTS.items()}
"""The shapes of the weights."""

_SEATS: Final = 2
MOST_UNIT: Final = 4000
"""Limit on the units of the first layer."""

_LEAK: Final = 4
_OFFSET: Final = 128
_LANES: Final = struct.Struct(f"<{HIDDEN}H")
_MIXED_LANES: Final = struct.Struct(f"<{MIXED}I")
_HALF: Final = 1 << 31


def whole_weights(values: Iterable[int]) -> array[int]:
    """Return weights as an array of whole numbers."""
    return array("i", values)


N = TypeVar("N", bound="RuledNet")


@attrs.frozen(kw_only=True, eq=False, repr=False, slots=False)
class RuledNet:
    """A net in whole numbers whose first layer reads a position and the rules. A subclass adds its last layer.

    Each input of a position, and of the rules in the order of `ginrules.nets.rules.inputs_of_rules`, has the weights of
    all units of the first layer, row after row. Each unit of the second layer (``mixed``) has its weights. The rules
    are those that the net was trained for, at a table of two, or None for many.
    """

    format: ClassVar[str]
    shapes: ClassVar[Mapping[str, tuple[int, ...]]]
    limits: ClassVar[Mapping[str, int]]

    rules: RuleSet | None
    inputs: array[int] = attrs.field(converter=whole_weights)
    rule_inputs: array[int] = attrs.field(converter=whole_weights)
    inputs_bias: array[int] = attrs.field(converter=whole_weights)
    mixed: array[int] = attrs.field(converter=whole_weights)
    mixed_bias: array[int] = attrs.field(converter=whole_weights)
    training: dict[str, str] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for name, limit in self.limits.items():
            weights, expected = getattr(self, name), math.prod(self.shapes[name])
            if len(weights) != expected:
                raise InvalidNetError(f"{name}: expected {expected:,} weights, got {len(weights):,}", weight=name)
            if max(weights) > limit or min(weights) < -limit:
                worst = max(weights, key=abs)
                raise InvalidNetError(
                    f"{name}: expected whole numbers from -{limit:,} to {limit:,}, got {shown(worst)}", weight=name
                )
        rows, limit = self.rule_inputs, self.limits["inputs_bias"]
        most = max(abs(bias) + sum(map(abs, rows[unit::HIDDEN])) for unit, bias in enumerate(self.inputs_bias))
        if most > limit:
            message = f"rule_inputs: expected weights that move no bias beyond {limit:,}, these can make it {most:,}"
            raise InvalidNetError(message, weight="rule_inputs")

    @property
    def label(self) -> str:
        """The rules that the net was trained for, in words."""
        return "many rules" if self.rules is None else self.rules.label

    @classmethod
    def _noun(cls) -> str:
        return cls.format.rpartition(" ")[0].removeprefix("ginrules ")

    def __repr__(self) -> str:
        return f"<{self._noun()} for {self.label}>"

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Return the net from a file, without NumPy."""
        head, arrays = read_net(path, cls.format)
        training, is_for_many = head.get("training"), head.get("many_rules")
        is_described = isinstance(training, dict) and isinstance(is_for_many, bool)
        if not is_described or head["seats"] != _SEATS or set(arrays) != set(cls.shapes):
            expected = ", ".join(cls.shapes)
            raise InvalidNetError(
                f"{shown(fspath(path))} is not a {cls._noun()}: expected a table of two, the entries 'training' and "
                f"'many_rules', and the arrays {expected}",
                path=fspath(path),
            )
        assert isinstance(training, dict), "checked above"
        return cls(
            rules=None if is_for_many else head["rules"],
            **arrays,
            training={str(name): str(text) for name, text in training.items()},
        )

    @cached_property
    def packed_rows(self) -> list[int]:
        """For each input its weights as one number with 16 bits for each unit, so that one sum adds all units."""
        return [
            _packed([weight + _OFFSET for weight in self.inputs[start : start + HIDDEN]])
            for start in range(0, len(self.inputs), HIDDEN)
        ]

    @cached_property
    def second(self) -> tuple[list[int], int]:
        """The second layer's weights and biases, `packed_columns`."""
        return packed_columns(self.mixed, self.mixed_bias, 32, _HALF)

    def layers(self, first: int, inputs: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the units of the first layer, limited, and those of the second, before they are scaled."""
        total = sum(map(self.packed_rows.__getitem__, inputs), first)
        offset = _OFFSET * len(inputs) + LIMITS["inputs_bias"]
        lanes = _LANES.unpack(total.to_bytes(_LANES.size, "little"))
        units = [unit if (unit := lane - offset) > 0 else unit >> _LEAK for lane in lanes]
        if max(units) > MOST_UNIT:
            units = [min(unit, MOST_UNIT) for unit in units]
        rows, total = self.second
        total = sum(map(mul, rows, units), total)
        lanes = _MIXED_LANES.unpack(total.to_bytes(_MIXED_LANES.size, "little"))
        return units, [unit if (unit := lane - _HALF) > 0 else unit >> _LEAK for lane in lanes]


@attrs.frozen(kw_only=True, eq=False, repr=False, slots=False)
class LearnedNet(RuledNet):
    """The weights of the learned player's net.

    Those of `HEADS` are row after row.
    """

    format = FORMAT
    shapes: ClassVar[Mapping[str, tuple[int, ...]]] = SHAPES
    limits: ClassVar[Mapping[str, int]] = LIMITS

    heads: array[int] = attrs.field(converter=whole_weights)
    heads_bias: array[int] = attrs.field(converter=whole_weights)

    @cached_property
    def last(self) -> list[tuple[list[int], int]]:
        """The weights and the bias of each head."""
        starts = range(0, len(self.heads), MIXED)
        return [(self.heads[at : at + MIXED].tolist(), bias) for at, bias in zip(starts, self.heads_bias, strict=True)]


@attrs.frozen(eq=False, repr=False, slots=False)
class Folded(Generic[N]):
    """A net as it plays under some rules, whose weights are added to the first layer's biases.

    The amounts are those of `ginrules.nets.rules.amounts_of`.
    """

    net: N
    amounts: Sequence[int]

    @cached_property
    def inputs_bias(self) -> array[int]:
        """The first layer's biases under these rules."""
        total = [0] * HIDDEN
        for number, amount in enumerate(self.amounts):
            if amount:
                row = self.net.rule_inputs[number * HIDDEN : (number + 1) * HIDDEN]
                total = [value + amount * weight for value, weight in zip(total, row, strict=True)]
        # to the nearest whole number
        return whole_weights(map(add, self.net.inputs_bias, [(2 * value + WHOLE) // (2 * WHOLE) for value in total]))

    @cached_property
    def first(self) -> int:
        """These biases as one number, for `RuledNet.layers`."""
        return _packed([bias + LIMITS["inputs_bias"] for bias in self.inputs_bias])


class FoldedNet(Folded[LearnedNet]):
    """A learned player's net as it plays under some rules."""

    def answers(self, inputs: Sequence[int]) -> tuple[int, ...]:
        """Return the answers of all heads to a position, in units of `POINT`."""
        _, mixed = self.net.layers(self.first, inputs)
        mixed = [unit >> MIXED_SHIFT for unit in mixed]
        return tuple([sum(map(mul, weights, mixed)) + bias for weights, bias in self.net.last])


def packed_columns(weights: array[int], biases: array[int], bits: int, least: int) -> tuple[list[int], int]:
    """Return for each unit that a layer reads its weights as one number, with so many bits for each unit of the layer.

    The number after them is the sum without any unit that is read: the biases, each with `least` added, which keeps the
    bits of a unit from going below zero.
    """
    count = len(weights) // len(biases)
    rows = [sum(weight << bits * place for place, weight in enumerate(weights[unit::count])) for unit in range(count)]
    return rows, sum(bias + least << bits * place for place, bias in enumerate(biases))


def _packed(lanes: list[int]) -> int:
    return int.from_bytes(_LANES.pack(*lanes), "little")
