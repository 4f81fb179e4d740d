"""The arrays of rounds side by side that every step fills again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.fast._facts import FACTS
from ginrules.fast._words import packed
from ginrules.fast.codec import Codec
from ginrules.fast.layout import Layout
from ginrules.melds.meld import Meld
from ginrules.play.state import RoundState
from ginrules.play.views.view import view

ARRAYS: Final = ("legal", "masks", "observed", "words", "acting", "over", "facts")
"""The arrays in the order of the arguments of ``gin_rounds_step``."""


@attrs.define(eq=False)
class Filled:
    """The arrays that a step fills in place, with a row or an item for each round.

    Attributes:
        legal: The codes that the seat to act can take, as bits.
        masks: The same as bool; without columns if the rounds are packed.
        observed: The observations of that seat; without columns if the rounds are packed.
        words: The same packed; without columns if the rounds are not packed.
        acting: That seat, -1 for none.
        over: Whether the round is over.
        facts: The facts of the round so far.
    """

    legal: NDArray[np.uint32]
    masks: NDArray[np.bool_]
    observed: NDArray[np.float32]
    words: NDArray[np.uint32]
    acting: NDArray[np.int8]
    over: NDArray[np.bool_]
    facts: NDArray[np.void]

    @classmethod
    def of(cls, n: int, codec: Codec, layout: Layout, *, is_packed: bool) -> Self:
        """Return the arrays of rounds that are over."""
        return cls(
            np.zeros((n, codec.words), np.uint32),
            np.zeros((n, 0 if is_packed else codec.n), np.bool_),
            np.zeros((n, 0 if is_packed else layout.size), np.float32),
            np.zeros((n, layout.words if is_packed else 0), np.uint32),
            np.full(n, -1, np.int8),
            np.ones(n, np.bool_),
            np.zeros(n, FACTS),
        )

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays in the order of `ARRAYS`."""
        return tuple(getattr(self, name) for name in ARRAYS)

    def is_legal(self, place: int, code: int) -> bool:
        """Return whether a whole number is a legal code of a round."""
        row = self.legal[place]
        return 0 <= code < 32 * len(row) and bool(row[code // 32] >> code % 32 & 1)

    def fill(
        self, place: int, state: RoundState, laid: Sequence[Meld], facts: Sequence[Any], codec: Codec, layout: Layout
    ) -> None:
        """Fill in a round that the engine plays, at the turn of a seat without a player or at its end."""
        seat, mask, row = state.turn, np.zeros(codec.n, np.bool_), np.zeros(layout.size, np.float32)
        self.over[place], self.acting[place], self.facts[place] = state.is_over, -1 if seat is None else seat, facts
        if seat is not None:
            own = view(state, seat)
            mask[list(codec.codes(own, laid))] = True
            row = layout.observe(own, laid)
        self.legal[place] = packed(mask)
        if self.words.shape[1]:
            self.words[place] = layout.pack(row)
        else:
            self.masks[place], self.observed[place] = mask, row
