"""Observations and legal codes in words of 32 bits, and random codes among them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from math import prod
from types import ModuleType
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.driver.core_spec import mixed_bits

_BITS: Final = 32
_BYTES: Final = _BITS // 8
_CARDS: Final = 52
_OF_CARDS: Final = 2
"""The words of a set of cards."""
_OF_ORDER: Final = _CARDS // _BYTES
"""The words of the pile in order: a byte for each card."""


@attrs.frozen(eq=False)
class Words:
    """Where a row's entries are in its words.

    Sets of cards come first, two words each, bit *c* for the card of number *c*. The pile in order has a byte for each
    card. A number *k* has a word, and the bits of all other entries come last.
    """

    count: int
    bits: Mapping[str, int]  # the first of each entry, counted from the first word
    sets: int
    numbers: int
    places: NDArray[np.int64]  # where the values after the sets are in the words, in the order of a row
    divisors: NDArray[np.uint32]
    shifts: NDArray[np.uint32]  # k >> shift is added to the divisor: 0 for reshuffles (k / (k + 1)), else 31

    @classmethod
    def of(cls, shapes: Mapping[str, tuple[int, ...]], divisors: Mapping[str, int]) -> Words:
        """Return a row's words."""
        sizes = {name: prod(shape) for name, shape in shapes.items()}
        names = list(shapes)
        sets, rest = names[: names.index("order")], names[names.index("order") :]
        last = sorted(rest, key=lambda name: (name != "order", name not in divisors))
        widths = dict.fromkeys(divisors, _BITS) | {"order": _BITS // _BYTES}
        bits, at = {}, 0
        for name in (*sets, *last):
            bits[name] = at
            at += _OF_CARDS * _BITS * sizes[name] // _CARDS if name in sets else widths.get(name, 1) * sizes[name]
        every = [name for name in last for _ in range(sizes[name])]
        each = np.array([{**divisors, "order": _CARDS}.get(name, 1) for name in every], np.uint32)
        counts = sum(sizes[name] for name in sets) // _CARDS, sum(name in divisors for name in every)
        places = np.argsort([rest.index(name) for name in every], kind="stable")
        shifts = np.where(each == 0, 0, _BITS - 1).astype(np.uint32)
        return cls(words_for(at), bits, *counts, places, np.maximum(each, 1), shifts)

    def unpack(self, words: Any, *, is_whole: bool = False) -> Any:
        """Return the rows of words, with shifts and divisions whose results are the same in every library.

        A number's divisor depends on the number: a compiler would multiply by the inverse of a constant.
        """
        words = as_shifted(words)
        library, like = _library_of(words)

        def converted(values: Any) -> Any:
            return library.asarray(values, dtype=library.uint8 if is_whole else library.float32)

        order, lead = _OF_CARDS * self.sets, words.shape[:-1]
        numbers, flags = order + _OF_ORDER, order + _OF_ORDER + self.numbers
        bits, flag_count = _pieces(words, 1, like), len(self.places) - _CARDS - self.numbers
        cards = bits[..., : _BITS * order].reshape((*lead, self.sets, _OF_CARDS * _BITS))[..., :_CARDS]
        rest = library.concatenate(
            [
                _pieces(words[..., order:numbers], _BITS // _BYTES, like),
                words[..., numbers:flags],
                bits[..., _BITS * flags : _BITS * flags + flag_count],
            ],
            axis=-1,
        )
        values = converted(rest)
        if not is_whole:
            values = values / converted(like(self.divisors) + (rest >> like(self.shifts)))
        return library.concatenate(
            [converted(cards.reshape((*lead, self.sets * _CARDS))), values[..., self.places]], axis=-1
        )

    def pack(self, entries: Mapping[str, int]) -> NDArray[np.uint32]:
        """Return a row's words, made of the bits of its entries."""
        row = 0
        for name, bit in self.bits.items():
            if entry := entries[name]:
                row |= entry << bit
        return np.frombuffer(bytearray(row.to_bytes(_BYTES * self.count, "little")), "<u4").astype(
            np.uint32, copy=False
        )


def words_for(bits: int) -> int:
    """Return how many words hold these bits."""
    return -(-bits // _BITS)


def packed(bits: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return the bits of the last axis in words, the lowest bit first."""
    whole = np.zeros((*bits.shape[:-1], _BITS * words_for(bits.shape[-1])), np.bool_)
    whole[..., : bits.shape[-1]] = bits
    return np.packbits(whole, axis=-1, bitorder="little").view("<u4").astype(np.uint32)


def unpacked(words: Any, count: int) -> Any:
    """Return the first bits of words as an array of bool, of NumPy, JAX or PyTorch."""
    words = as_shifted(words)
    return _pieces(words, 1, _library_of(words)[1])[..., :count] != 0


def as_shifted(words: Any) -> Any:
    """Return words that their library can shift: PyTorch has no shifts of uint32, so its words become int32."""
    torch = sys.modules[type(words).__module__] if type(words).__module__ == "torch" else None
    return words if torch is None or words.dtype != torch.uint32 else words.view(torch.int32)


def chosen(legal: NDArray[np.uint32], seed: int) -> NDArray[np.int64]:
    """Return a random legal code of every row or -1, as ``gin_rounds_choose`` of the core does."""
    codes = np.full(len(legal), -1, np.int64)
    for place, row in enumerate(unpacked(legal, _BITS * legal.shape[1])):
        some = row.nonzero()[0]
        if len(some):
            codes[place] = some[(mixed_bits(seed + (place + 1) * 0x9E3779B97F4A7C15) >> 32) * len(some) >> 32]
    return codes


def _pieces(words: Any, width: int, like: Callable[[NDArray[np.uint32]], Any]) -> Any:
    """Return the bits (width 1) or bytes (width 8) of words, the lowest first."""
    if isinstance(words, np.ndarray):
        pieces = np.ascontiguousarray(words, "<u4").view(np.uint8)
        return pieces if width > 1 else np.unpackbits(pieces, axis=-1, bitorder="little")
    pieces = (words[..., None] >> like(np.arange(0, _BITS, width, dtype=np.uint32))) & (1 << width) - 1
    return pieces.reshape((*words.shape[:-1], words.shape[-1] * _BITS // width))


def _library_of(words: Any) -> tuple[ModuleType, Callable[[NDArray[np.uint32]], Any]]:
    """Return an array's library, and a function that makes arrays like it."""
    if isinstance(words, np.ndarray):
        return np, lambda values: values
    find = getattr(words, "__array_namespace__", None)
    library = find() if find else sys.modules[type(words).__module__]
    where = {"device": words.device} if library.__name__ == "torch" else {}
    return library, lambda values: library.asarray(values.tolist(), dtype=words.dtype, **where)
