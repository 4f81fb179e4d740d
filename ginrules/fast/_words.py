"""Observations and legal codes in words of 32 bits, and random codes among them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import groupby
from math import prod
from types import ModuleType
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

_BITS: Final = 32
_BYTES: Final = _BITS // 8
_CARDS: Final = 52
_OF_CARDS: Final = 2
"""The words of a set of cards."""
_OF_ORDER: Final = _CARDS // _BYTES
"""The words of the pile in order: a byte for each card."""


_IN_ORDER: Final = np.arange(0, _BITS, _BITS // _BYTES, dtype=np.uint32)
_EVERY: Final = np.arange(_BITS, dtype=np.uint32)
"""The shifts of a word's bytes and of its bits."""


@attrs.frozen(eq=False)
class Words:
    """Where a row's entries are in its words.

    Sets of cards come first, two words each, bit *c* for the card of number *c*. The pile in order has a byte for each
    card. A number *k* has a word, and the bits of all other entries come last.

    Attributes:
        count: How many words a row has.
        bits: The first bit of each entry, counted from the first word.
        sets: How many sets of cards there are.
        numbers: How many numbers there are.
        flags: How many bits come last.
        per: The divisor of each number of the pile in order, then of each number.
        shifts: For these, *k* >> shift is added to the divisor: 0 for reshuffles (k / (k + 1)), else 31.
        parts: What follows the pile in order: whether it is numbers, and how many, alternating with bits.
    """

    count: int
    bits: Mapping[str, int]
    sets: int
    numbers: int
    flags: int
    per: NDArray[np.uint32]
    shifts: NDArray[np.uint32]
    parts: tuple[tuple[bool, int], ...]

    @classmethod
    def of(cls, shapes: Mapping[str, tuple[int, ...]], divisors: Mapping[str, int]) -> Words:
        """Return a row's words."""
        bits, at = {}, 0
        sets = list(shapes)[: list(shapes).index("order")]
        rest = list(shapes)[len(sets) + 1 :]
        numbers, flags = [name for name in rest if name in divisors], [name for name in rest if name not in divisors]
        sizes = {name: _OF_CARDS * _BITS * prod(shapes[name]) // _CARDS for name in sets}
        sizes |= {"order": _OF_ORDER * _BITS} | {name: _BITS * prod(shapes[name]) for name in numbers}
        sizes |= {name: prod(shapes[name]) for name in flags}
        for name, size in sizes.items():
            bits[name] = at
            at += size
        every = [divisors[name] for name in numbers for _ in range(prod(shapes[name]))]
        return cls(
            words_for(at), bits, sum(sizes[name] for name in sets) // (_OF_CARDS * _BITS), len(every),
            sum(sizes[name] for name in flags),
            np.array([_CARDS] * _CARDS + [max(1, divisor) for divisor in every], np.uint32),
            np.array([_BITS - 1] * _CARDS + [_BITS - 1 if divisor else 0 for divisor in every], np.uint32),
            tuple(
                (is_number, sum(prod(shapes[name]) for name in names))
                for is_number, names in groupby(rest, divisors.__contains__)
            ),
        )  # fmt: skip

    def unpack(self, words: Any, *, is_whole: bool = False) -> Any:
        """Return the rows of words, with shifts and divisions whose results are the same in every library.

        A number's divisor depends on the number: a compiler would multiply by the inverse of a constant.
        """
        words = as_shifted(words)
        library, like = _library_of(words)

        def converted(values: Any) -> Any:
            return library.asarray(values, dtype=library.uint8 if is_whole else library.float32)

        sets, order = _OF_CARDS * self.sets, _OF_CARDS * self.sets + _OF_ORDER
        lead = words.shape[:-1]
        cards = _bits_of(words[..., :sets], like).reshape((*lead, self.sets, _OF_CARDS * _BITS))[..., :_CARDS]
        pile = (words[..., sets:order, None] >> like(_IN_ORDER)) & 0xFF
        numbers = library.concatenate(
            [pile.reshape((*lead, _CARDS)), words[..., order : order + self.numbers]], axis=-1
        )
        values = converted(numbers)
        if not is_whole:
            values = values / converted(like(self.per) + (numbers >> like(self.shifts)))
        flags = converted(_bits_of(words[..., order + self.numbers :], like))
        parts = [converted(cards.reshape((*lead, _CARDS * self.sets))), values[..., :_CARDS]]
        places = {True: _CARDS, False: 0}
        for is_number, size in self.parts:
            at = places[is_number]
            parts.append((values if is_number else flags)[..., at : at + size])
            places[is_number] += size
        return library.concatenate(parts, axis=-1)

    def pack(self, entries: Mapping[str, int]) -> NDArray[np.uint32]:
        """Return a row's words, made of the bits of its entries."""
        row = 0
        for name, bit in self.bits.items():
            row |= entries[name] << bit
        whole = np.frombuffer(bytearray(row.to_bytes(_BYTES * self.count, "little")), "<u4")
        return whole.astype(np.uint32, copy=False)


def words_for(bits: int) -> int:
    """Return how many words hold these bits."""
    return -(-bits // _BITS)


def packed(bits: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Return the bits of the last axis in words, the lowest bit first.

    Examples:
        >>> packed(np.array([[True, False, True], [False] * 3]))
        array([[5],
               [0]], dtype=uint32)
    """
    whole = np.zeros((*bits.shape[:-1], _BITS * words_for(bits.shape[-1])), np.bool_)
    whole[..., : bits.shape[-1]] = bits
    return np.packbits(whole, axis=-1, bitorder="little").view("<u4").astype(np.uint32)


def unpacked(words: Any, count: int) -> Any:
    """Return the first bits of words as an array of bool, of NumPy, JAX or PyTorch.

    Examples:
        >>> unpacked(np.array([[5]], np.uint32), 3)
        array([[ True, False,  True]])
    """
    words = as_shifted(words)
    return _bits_of(words, _library_of(words)[1])[..., :count] != 0


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
            codes[place] = some[(_split_mix(seed + (place + 1) * 0x9E3779B97F4A7C15) >> 32) * len(some) >> 32]
    return codes


def _split_mix(number: int) -> int:
    """Return an output of SplitMix64 (Steele, Lea and Flood 2014)."""
    number %= 1 << 64
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 % (1 << 64)
    number = (number ^ number >> 27) * 0x94D049BB133111EB % (1 << 64)
    return number ^ number >> 31


def _bits_of(words: Any, like: Callable[[NDArray[np.uint32]], Any]) -> Any:
    if isinstance(words, np.ndarray):
        return np.unpackbits(np.ascontiguousarray(words, "<u4").view(np.uint8), axis=-1, bitorder="little")
    bits = (words[..., None] >> like(_EVERY)) & 1
    return bits.reshape((*words.shape[:-1], words.shape[-1] * _BITS))


def _library_of(words: Any) -> tuple[ModuleType, Callable[[NDArray[np.uint32]], Any]]:
    """Return an array's library, and a function that makes arrays like it."""
    if isinstance(words, np.ndarray):
        return np, lambda values: values
    find = getattr(words, "__array_namespace__", None)
    library = find() if find else sys.modules[type(words).__module__]
    where = {"device": words.device} if library.__name__ == "torch" else {}
    return library, lambda values: library.asarray(values.tolist(), dtype=words.dtype, **where)
