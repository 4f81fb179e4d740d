"""A view's entries as whole numbers, from which `Layout.encode` makes words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, get_args

from ginrules._support.values import as_items, wrong_type
from ginrules.cards import CARDS
from ginrules.fast.codec import Laid
from ginrules.melds.meld import Meld
from ginrules.play.phases import DoubleOffer, DrawTurn, Phase, PlayTurn
from ginrules.play.view import PlayerView

PHASES: Final[tuple[type[Phase], ...]] = get_args(Phase)
"""The phases in the order of the entry ``phase``."""

_CARDS: Final = len(CARDS)
_SET: Final = 64
"""The bits of a set of cards."""
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


def entries_of(view: PlayerView, spread: int, slots: int) -> Mapping[str, int]:
    """Return the bits of every entry as one number, including the entries that the rules lack."""
    setup, phase, kind = view.setup, view.phase, type(view.phase)
    seats, own = setup.seats, view.seat or 0
    in_play, before_draw = kind is PlayTurn, kind is DrawTurn or kind is DoubleOffer
    is_declared = not in_play and not before_draw
    pile, order = _pile(view.pile)

    def at_seat(seat: int | None) -> int:
        return 0 if seat is None else 1 << (seat - own) % seats

    def from_own(values: Sequence[int], width: int) -> int:
        return _joined([*values[own:], *values[:own]], width)

    return {
        "hand": view.hand.mask,
        "top": 1 << view.pile[-1] if view.pile else 0,
        "pile": pile,
        "unseen": view.unseen.mask,
        "known": from_own([cards.mask for cards in view.known], _SET),
        "laid": from_own([cards.mask for cards in view.laid], _SET),
        "table": _joined([meld.cards.mask for meld in view.table[:slots]], _SET),
        "spread": spread,
        "taken": phase.taken.mask if in_play else 0,  # type: ignore[union-attr]
        "owed": phase.owed.mask if in_play else 0,  # type: ignore[union-attr]
        "upcard": 0 if setup.upcard is None else 1 << setup.upcard,
        "knock_card": 0 if setup.knock_card is None else 1 << setup.knock_card,
        "put_back": reduce(or_, [cards.mask for cards in view.put_back], 0) & view.unseen.mask,
        "order": order,
        "phase": 1 << PHASES.index(kind),
        "dealer": at_seat(setup.dealer),
        "turn": at_seat(phase.turn),
        "declarer": at_seat(view.declarer if is_declared else None),
        "hand_sizes": from_own(view.hand_sizes, _NUMBER),
        "stock": view.stock_size,
        "limit": setup.knock_limit,
        "deadwood": setup.tables.deadwood(view.hand.mask),
        "stock_only": before_draw and phase.stock_only,  # type: ignore[union-attr]
        "was_gin": in_play and phase.was_gin,  # type: ignore[union-attr]
        "takes": view.takes,
        "returns": view.returns,
        "reshuffles": len(view.put_back),
        "factor": view.factor,
        "doubling_right": at_seat(view.doubling_right),
    }


@lru_cache(maxsize=1024)
def _pile(pile: bytes) -> tuple[int, int]:
    """Return the cards of the pile, and the pile in order: a byte for each card."""
    cards, order = 0, bytearray(_CARDS)
    for place, card in enumerate(pile, _CARDS + 1 - len(pile)):
        cards |= 1 << card
        order[card] = place
    return cards, int.from_bytes(order, "little")


def _joined(values: Iterable[int], width: int) -> int:
    """Return numbers side by side in one, each of so many bits, the first lowest."""
    return sum(value << width * place for place, value in enumerate(values))
