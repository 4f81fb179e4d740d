"""A view as a row's numbers, joined from the bytes of float32 numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import repeat
from struct import Struct
from typing import Final, get_args

import numpy as np

from ginrules._support.values import as_items, wrong_type
from ginrules.cards import CARDS, CardSet
from ginrules.fast.codec import Laid
from ginrules.melds.meld import Meld
from ginrules.play.phases import DoubleOffer, DrawTurn, Phase, PlayTurn
from ginrules.play.view import PlayerView

PHASES: Final[tuple[type[Phase], ...]] = get_args(Phase)
"""The phases in the order of the entry ``phase``."""
POINTS: Final = 100
"""The divisor of points."""

_CARDS: Final = len(CARDS)
_SUIT: Final = 13
_IN_SUIT: Final = (1 << _SUIT) - 1


def cards_of(laid: Laid) -> int:
    """Return the cards of melds, as a mask."""
    cards = 0
    for meld in as_items(laid, "melds in a list"):
        if not isinstance(meld, Meld):
            raise wrong_type("melds in a list", meld)
        cards |= meld.cards.mask
    return cards


def parts_of(view: PlayerView, spread: int, slots: int) -> Mapping[str, bytes]:
    """Return the numbers of every entry, including the entries that the rules lack."""
    setup, phase, kind = view.setup, view.phase, type(view.phase)
    rules, seats, own = setup.rules, setup.seats, view.seat or 0
    in_play, before_draw = kind is PlayTurn, kind is DrawTurn or kind is DoubleOffer
    is_declared = not in_play and not before_draw
    reshuffles = len(view.put_back)
    pile, order = _pile(view.pile)
    return {
        "hand": _plane(view.hand.mask),
        "top": _CARD[view.pile[-1]] if view.pile else _NOTHING,
        "pile": pile,
        "unseen": _plane(view.unseen.mask),
        "known": _planes(view.known, own),
        "laid": _planes(view.laid, own),
        "table": _table(view, slots) if view.table else _NOTHING * slots,
        "spread": _plane(spread),
        "taken": _plane(phase.taken.mask) if in_play else _NOTHING,  # type: ignore[union-attr]
        "owed": _plane(phase.owed.mask) if in_play else _NOTHING,  # type: ignore[union-attr]
        "upcard": _NOTHING if setup.upcard is None else _CARD[setup.upcard],
        "knock_card": _NOTHING if setup.knock_card is None else _CARD[setup.knock_card],
        "put_back": _put_back(view) if reshuffles else _NOTHING,
        "order": order,
        "phase": _PHASE[kind],
        "dealer": _at_seat(setup.dealer, own, seats),
        "turn": _at_seat(phase.turn, own, seats),
        "declarer": _at_seat(view.declarer if is_declared else None, own, seats),
        "hand_sizes": _sizes(view.hand_sizes, own),
        "stock": _number(view.stock_size / _CARDS),
        "limit": _number(setup.knock_limit / POINTS),
        "deadwood": _number(setup.tables.deadwood(view.hand.mask) / POINTS),
        "stock_only": _ONE if before_draw and phase.stock_only else _ZERO,  # type: ignore[union-attr]
        "was_gin": _ONE if in_play and phase.was_gin else _ZERO,  # type: ignore[union-attr]
        "takes": _number(view.takes / (rules.take_cap or 1)) if view.takes else _ZERO,
        "returns": _number(view.returns / 2) if view.returns else _ZERO,
        "reshuffles": _number(reshuffles / (reshuffles + 1)) if reshuffles else _ZERO,
        "factor": _number(view.factor / max(rules.doubling_limit, 1)) if rules.doubling else _ZERO,
        "doubling_right": _at_seat(view.doubling_right, own, seats),
    }


# Rows are joined from the bytes of float32 numbers, most of them from tables: this takes a third of the time.

_number: Final = Struct("=f").pack
_ZERO, _ONE = _number(0), _number(1)
_NOTHING: Final = _ZERO * _CARDS
_CARD: Final = tuple(_ZERO * card + _ONE + _ZERO * (_CARDS - 1 - card) for card in range(_CARDS))
_DEPTH: Final = tuple(_number((_CARDS - depth) / _CARDS) for depth in range(_CARDS))
_PHASE: Final = {kind: _ZERO * place + _ONE + _ZERO * (len(PHASES) - 1 - place) for place, kind in enumerate(PHASES)}


@cache
def _suits() -> tuple[bytes, ...]:
    """Return the numbers of each set of cards of a suit."""
    sets = np.arange(1 << _SUIT, dtype="<u2").view(np.uint8).reshape(-1, 2)
    numbers = np.unpackbits(sets, axis=1, count=_SUIT, bitorder="little").astype(np.float32)
    return tuple(map(np.ndarray.tobytes, numbers))


def _plane(cards: int) -> bytes:
    if not cards:
        return _NOTHING
    suits = _suits()
    return b"".join((
        suits[cards & _IN_SUIT],
        suits[cards >> _SUIT & _IN_SUIT],
        suits[cards >> 2 * _SUIT & _IN_SUIT],
        suits[cards >> 3 * _SUIT],
    ))  # fmt: skip


@lru_cache(maxsize=1024)
def _pile(pile: bytes) -> tuple[bytes, bytes]:
    """Return the cards of the pile, and the pile in order."""
    cards, order = [_ZERO] * _CARDS, [_ZERO] * _CARDS
    for depth, card in zip(_DEPTH, reversed(pile), strict=False):
        cards[card], order[card] = _ONE, depth
    return b"".join(cards), b"".join(order)


@lru_cache(maxsize=4096)
def _planes(sets: tuple[CardSet, ...], own: int) -> bytes:
    """Return the cards of each seat, the seat's own first.

    The results are kept, since nearly all calls repeat a few values.
    """
    return b"".join([_plane(cards.mask) for cards in (*sets[own:], *sets[:own])])


def _table(view: PlayerView, slots: int) -> bytes:
    planes = [_plane(meld.cards.mask) for meld in view.table[:slots]]
    return b"".join([*planes, *repeat(_NOTHING, slots - len(planes))])


def _put_back(view: PlayerView) -> bytes:
    cards = 0
    for pool in view.put_back:
        cards |= pool.mask
    return _plane(cards & view.unseen.mask)


@cache
def _at_seat(seat: int | None, own: int, seats: int) -> bytes:
    """Return a 1 at a seat, in places that begin with the own seat."""
    return b"".join([_ONE if (own + place) % seats == seat else _ZERO for place in range(seats)])


@lru_cache(maxsize=4096)
def _sizes(hand_sizes: tuple[int, ...], own: int) -> bytes:
    return b"".join([_number(size / _CARDS) for size in (*hand_sizes[own:], *hand_sizes[:own])])
