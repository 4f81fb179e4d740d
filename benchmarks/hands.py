"""Hands to count: uniform, full of melds, and as they come up in play. All differ, so that no branch is learnt."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrules.fast import Rounds
from ginrules.players import new_greedy
from tests.referees.naive import Naive, rich_hand

COUNT: Final = 50_000
Masks = NDArray[np.uint64]


def uniform(size: int) -> Masks:
    drawn = np.random.default_rng(size).random((COUNT, 52)).argpartition(size, axis=1)[:, :size]
    masks: Masks = np.bitwise_or.reduce(np.uint64(1) << drawn.astype(np.uint64), axis=1)
    return masks


def meld_rich(size: int) -> Masks:
    naive, rng = Naive(), random.Random(f"rich {size}")
    return np.array([rich_hand(rng, naive.melds, size, naive.pack) for _ in range(COUNT)], np.uint64)


def in_play(size: int) -> Masks:
    """Return hands of greedy players: ten cards before a draw, eleven after it."""
    hands: list[Masks] = []
    rounds = Rounds("standard", 1_000, seed=size, advisor=new_greedy)
    entry = next(entry for entry in rounds.layout.entries if entry.name == "hand")
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    while sum(map(len, hands)) < 3 * COUNT:
        cards = rounds.observed[:, entry.start : entry.stop] > 0
        held = (cards * bits).sum(axis=1, dtype=np.uint64)
        hands.append(held[(cards.sum(axis=1) == size) & ~rounds.over])
        rounds.step(np.maximum(rounds.advice, 0))
        rounds.reset(rounds.over)
    return np.random.default_rng(size).permutation(np.unique(np.concatenate(hands)))[:COUNT]


KINDS: Final[Mapping[str, Callable[[int], Masks]]] = {"uniform": uniform, "meld-rich": meld_rich, "in-play": in_play}


def slices(hands: Masks, size: int) -> Iterator[slice]:
    """Yield parts of the hands, round and round."""
    while True:
        yield from (slice(start, start + size) for start in range(0, len(hands) - size + 1, size))
