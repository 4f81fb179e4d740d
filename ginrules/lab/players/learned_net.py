"""The net of the learned player: whole numbers, so that every machine and the compiled core give the same answers."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import mul
from typing import Final

import attrs

from ginrules._values import shown
from ginrules.errors import InvalidNetError
from ginrules.lab.search.learned_inputs import COUNT
from ginrules.rules.model import RuleSet

HIDDEN: Final = 128
"""Units of the first layer."""

MIXED: Final = 32
"""Units of the second layer."""

HEADS: Final = ("wait", "knock", "draw")
"""The answers of a net: what the round is worth after a discard, with a knock now, and with a draw."""

INPUT_SCALE: Final = 73
MIXED_SCALE: Final = 1024
HEAD_SCALE: Final = 4096
"""Weights are stored as whole numbers: a weight of 1 as this number."""

MIXED_SHIFT: Final = 8
"""The units of the second layer lose so many binary digits."""

POINTS: Final = 20
"""An answer of 1, before it is scaled, is so many points."""

POINT: Final = INPUT_SCALE * (MIXED_SCALE >> MIXED_SHIFT) * HEAD_SCALE // POINTS
"""A point, as nets answer it."""

LIMITS: Final = {
    "inputs": 127, "inputs_bias": 4000, "mixed": 4000, "mixed_bias": 1 << 26, "heads": 32767, "heads_bias": 2**31 - 1,
}  # fmt: skip
"""The largest size of the weights of each kind; within these limits no sum overflows."""

SHAPES: Final = {
    "inputs": (COUNT, HIDDEN), "inputs_bias": (HIDDEN,), "mixed": (MIXED, HIDDEN), "mixed_bias": (MIXED,),
    "heads": (len(HEADS), MIXED), "heads_bias": (len(HEADS),),
}  # fmt: skip
"""The shapes of the weights."""

_MOST_UNIT: Final = 4000
_LEAK: Final = 4
_OFFSET: Final = 128
_LANES: Final = struct.Struct(f"<{HIDDEN}H")


def _weights(values: Iterable[int]) -> array[int]:
    return array("i", values)


@attrs.frozen(kw_only=True, eq=False, repr=False, slots=False)
class LearnedNet:
    """The weights of a net.

    Attributes:
        rules: The rules that the net was trained for, at a table of two.
        inputs: For each input the weights of all units of the first layer, row after row.
        inputs_bias: The biases of these units.
        mixed: For each unit of the second layer its weights, row after row.
        mixed_bias: The biases of these units.
        heads: For each of `HEADS` its weights, row after row.
        heads_bias: The biases of the heads.
        training: How the net was trained, by name.

    Raises:
        InvalidNetError: If a kind of weights has another number of weights, or a weight is out of its range.
    """

    rules: RuleSet
    inputs: array[int] = attrs.field(converter=_weights)
    inputs_bias: array[int] = attrs.field(converter=_weights)
    mixed: array[int] = attrs.field(converter=_weights)
    mixed_bias: array[int] = attrs.field(converter=_weights)
    heads: array[int] = attrs.field(converter=_weights)
    heads_bias: array[int] = attrs.field(converter=_weights)
    training: dict[str, str] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for name, limit in LIMITS.items():
            weights, expected = getattr(self, name), SHAPES[name][0] * (SHAPES[name] + (1,))[1]
            if len(weights) != expected:
                raise InvalidNetError(f"{name}: expected {expected:,} weights, got {len(weights):,}", weight=name)
            if max(weights) > limit or min(weights) < -limit:
                worst = max(weights, key=abs)
                raise InvalidNetError(
                    f"{name}: expected whole numbers from -{limit:,} to {limit:,}, got {shown(worst)}", weight=name
                )

    def __repr__(self) -> str:
        return f"<learned net for {self.rules.label}>"

    def answers(self, inputs: Sequence[int]) -> tuple[int, ...]:
        """Return the answers of all heads to a position, in units of `POINT`.

        Args:
            inputs: The numbers of its inputs, as `ginrules.lab.search.learned_inputs.inputs_of` lists them.
        """
        rows = self._rows
        total = self._first
        for number in inputs:
            total += rows[number]
        offset = _OFFSET * len(inputs) + LIMITS["inputs_bias"]
        units = [lane - offset for lane in _LANES.unpack(total.to_bytes(_LANES.size, "little"))]
        units = [unit if unit > 0 else unit >> _LEAK for unit in units]
        if max(units) > _MOST_UNIT:
            units = [min(unit, _MOST_UNIT) for unit in units]
        mixed = []
        for weights, bias in self._second:
            unit = sum(map(mul, weights, units)) + bias
            mixed.append((unit if unit > 0 else unit >> _LEAK) >> MIXED_SHIFT)
        return tuple([sum(map(mul, weights, mixed)) + bias for weights, bias in self._last])

    @cached_property
    def _rows(self) -> list[int]:
        """For each input its weights as one number with 16 bits for each unit, so that one sum adds all units."""
        return [
            _packed([weight + _OFFSET for weight in self.inputs[start : start + HIDDEN]])
            for start in range(0, len(self.inputs), HIDDEN)
        ]

    @cached_property
    def _first(self) -> int:
        return _packed([bias + LIMITS["inputs_bias"] for bias in self.inputs_bias])

    @cached_property
    def _second(self) -> list[tuple[list[int], int]]:
        return _with_biases(self.mixed, HIDDEN, self.mixed_bias)

    @cached_property
    def _last(self) -> list[tuple[list[int], int]]:
        return _with_biases(self.heads, MIXED, self.heads_bias)


def _packed(lanes: list[int]) -> int:
    return int.from_bytes(_LANES.pack(*lanes), "little")


def _with_biases(weights: array[int], width: int, biases: array[int]) -> list[tuple[list[int], int]]:
    return [(weights[place * width : (place + 1) * width].tolist(), bias) for place, bias in enumerate(biases)]
