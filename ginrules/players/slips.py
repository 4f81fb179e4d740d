"""Slips: draws and discards at random, which make a strong player weaker."""

from __future__ import annotations

from typing import Final

from ginrules.play.actions import Action, Decline, Discard, DrawStock, TakeDiscard
from ginrules.play.phases import DrawTurn, PlayTurn, UpcardOffer
from ginrules.play.view import PlayerView

MOST: Final = 1024
"""Slips are counted among so many draws and discards."""

_WORD: Final = 2**64 - 1
_CARDS: Final = 52


def slip_number(seed: int, hand: int, stock: int, pile: int) -> int:
    """Return a number of 64 bits that follows from a seed and a position, alike here and in the compiled core.

    A round that is resumed has the same slips. The bits are mixed as by SplitMix64 (Steele, Lea and Flood, "Fast
    splittable pseudorandom number generators", 2014).
    """
    number = (seed ^ hand ^ (stock << 6 | pile) << _CARDS) & _WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31


def slipped(view: PlayerView, seed: int, slip: int) -> Action | None:
    """Return a draw or a discard at random, or None where a player with so many slips decides well.

    It is a legal discard, or one of the two ways to draw, or to take or decline; never a declaration.
    """
    if not isinstance(view.phase, UpcardOffer | DrawTurn | PlayTurn):
        return None
    number = slip_number(seed, view.hand.mask, view.stock_size, len(view.pile))
    if number % MOST >= slip:
        return None
    kinds: tuple[type[Action], ...] = (
        (Discard,) if isinstance(view.phase, PlayTurn) else (Decline, DrawStock, TakeDiscard)
    )
    options: list[Action] = [one for one in view.legal if isinstance(one, kinds)] or [view.legal[0]]
    return options[(number >> 32) * len(options) >> 32]
