"""A view's entries as whole numbers, of which `Layout` makes rows and words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import as_items, wrong_type
from ginrules.cards import CARDS
from ginrules.fast.codec import Laid
from ginrules.melds.meld import Meld
from ginrules.play.phases import DoubleOffer, DrawTurn, Phase, PlayTurn
from ginrules.play.view import PlayerView

PHASES: Final[tuple[type[Phase], ...]] = get_args(Phase)
"""The phases in the order of the entry ``phase``."""

_CARDS: Final = len(CARDS)
_NUMBER: Final = 32
"""The bits of a number."""


def cards_of(laid: Laid) -> int:
    """Return the cards of melds, as a mask."""
    cards = 0
    for meld in as_items(laid, "melds in a list"):
        if not isinstance(meld, Meld):
            raise wrong_type("melds in a list", meld)
        cards |= meld.cards.mask
    return cards


def entries_of(view: PlayerView, spread: int, slots: int, width: int) -> Mapping[str, int]:
    """Return the bits of every entry as one number, including the entries that the rules lack.

    Sets of cards of an entry with several stand so many bits apart, numbers 32.
    """
    setup, phase = view.setup, view.phase
    seats, own = setup.seats, view.seat or 0
    unseen, (pile, order) = view.unseen.mask, _pile(view.pile)
    known = laid = hand_sizes = table = taken = owed = put_back = 0
    stock_only = was_gin = False
    declarer = None
    for seat in range(seats):
        place = (seat - own) % seats
        known |= view.known[seat].mask << width * place
        laid |= view.laid[seat].mask << width * place
        hand_sizes |= view.hand_sizes[seat] << _NUMBER * place
    for place, meld in enumerate(view.table[:slots]) if view.table else ():
        table |= meld.cards.mask << width * place
    for cards in view.put_back:
        put_back |= cards.mask & unseen
    if isinstance(phase, PlayTurn):
        taken, owed, was_gin = phase.taken.mask, phase.owed.mask, phase.was_gin
    elif isinstance(phase, (DrawTurn, DoubleOffer)):
        stock_only = phase.stock_only
    else:
        declarer = view.declarer
    turn, right = phase.turn, view.doubling_right

    return {
        "hand": view.hand.mask,
        "top": 1 << view.pile[-1] if view.pile else 0,
        "pile": pile,
        "unseen": unseen,
        "known": known,
        "laid": laid,
        "table": table,
        "spread": spread,
        "taken": taken,
        "owed": owed,
        "upcard": 0 if setup.upcard is None else 1 << setup.upcard,
        "knock_card": 0 if setup.knock_card is None else 1 << setup.knock_card,
        "put_back": put_back,
        "order": order,
        "phase": 1 << PHASES.index(type(phase)),
        "dealer": 1 << (setup.dealer - own) % seats,
        "turn": 0 if turn is None else 1 << (turn - own) % seats,
        "declarer": 0 if declarer is None else 1 << (declarer - own) % seats,
        "hand_sizes": hand_sizes,
        "stock": view.stock_size,
        "limit": setup.knock_limit,
        "deadwood": setup.tables.deadwood(view.hand.mask),
        "stock_only": stock_only,
        "was_gin": was_gin,
        "takes": view.takes,
        "returns": view.returns,
        "reshuffles": len(view.put_back),
        "factor": view.factor,
        "doubling_right": 0 if right is None else 1 << (right - own) % seats,
    }


@lru_cache(maxsize=1024)
def depths_of(pile: bytes) -> NDArray[np.float32]:
    """Return the entry ``order`` of a row: 1 for the top card of the pile and 1/52 less for each card below."""
    order = _pile(pile)[1].to_bytes(_CARDS, "little")
    return np.frombuffer(order, np.uint8).astype(np.float32) / np.float32(_CARDS)


@lru_cache(maxsize=1024)
def _pile(pile: bytes) -> tuple[int, int]:
    """Return the cards of the pile, and the pile in order: a byte for each card."""
    cards, order = 0, bytearray(_CARDS)
    for place, card in enumerate(pile, _CARDS + 1 - len(pile)):
        cards |= 1 << card
        order[card] = place
    return cards, int.from_bytes(order, "little")
