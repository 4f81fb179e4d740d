"""The learned player's net asked about the positions that one decision can lead to, and their inputs."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

import attrs

from ginrules.cards import mask_of
from ginrules.nets.learned import DRAWS, HEADS, STARTS, FoldedNet
from ginrules.play.state import RoundConfig
from ginrules.play.view import PlayerView
from ginrules.players.search.best_draws import HandReader, Kept, best_draws, hand_reader
from ginrules.players.search.discards import card_numbers, least_discards, own_seat
from ginrules.players.search.hidden import Habits, live_melds, partner_masks_of
from ginrules.solver.deadwood import SUIT
from ginrules.solver.meld_tables import MeldTables

DISCARDED, DRAWING, OFFERED = range(3)
"""The moments: a seat has discarded, is about to draw from the stock, or is about to decline the first upcard."""

_DEADWOOD_STEPS: Final = (0, 4, 10, 16, 24, 34, 46)
_RANKS: Final = 13


@attrs.frozen
class Seen:
    """A position as one seat knows it: the hand is complete, and the next decision is about the card ``top``.

    The cards of the pile without it are ``mine``, which the other seat did not discard, and ``theirs``, which the seat
    did not discard. ``known`` are the known cards of the other seat, ``shown`` those of the hand that it knows.
    """

    hand: int
    mine: int
    theirs: int
    known: int
    shown: int
    top: int
    stock: int
    moment: int
    limit: int
    is_spade: bool


def inputs_of(reader: HandReader, partners: tuple[tuple[int, ...], ...], position: Seen) -> list[int]:
    """Return the numbers of the inputs of a position, an input that counts twice as two.

    The suits are sorted, so that positions that differ only in the suits' names have equal inputs.
    """
    at = STARTS
    hand, top = position.hand, position.top
    pile = position.mine | position.theirs | 1 << top
    live = reader.tables.pack & ~(hand | pile | position.known)
    now, later, gins, ready = best_draws(reader, hand, live, DRAWS, position.limit)
    order = _order_of_suits(position)
    groups = (
        hand,
        hand & ~reader.melded(hand),
        reader.completions(hand) & live,
        position.mine,
        position.theirs,
        1 << top,
        position.known,
        position.shown,
    )
    inputs: list[int] = []
    for start, cards in zip(_GROUPS, groups, strict=True):
        for place, shift in order:
            inputs += _BY_ONE[start + place | cards >> shift & SUIT]
    if position.moment == DISCARDED:
        others = live | position.known
        inputs.append(at["feeds"] + min(live_melds(partners[top], others), 8))
    _add_ranks(inputs, hand, pile, live)
    stock, later = min(position.stock, 31), later >> 3
    stage = stock // 4
    inputs += (
        at["stock"] + stock,
        at["deadwood"] + (now if now < 20 else min(20 + (now - 20) // 2, 49)),
        at["later"] + (later if later < 30 else min(30 + (later - 30) // 4, 49)),
        at["gins"] + min(gins, 15),
        at["ready"] + min(ready, 19),
        at["moment"] + position.moment,
        at["stage_deadwood"] + 8 * stage + sum(now > step for step in _DEADWOOD_STEPS),
        at["stage_gins"] + 5 * stage + min(gins, 4),
        at["limit"] + min(position.limit, 10),
    )
    if position.is_spade:
        inputs.append(at["spade"])
    return inputs


def _order_of_suits(position: Seen) -> tuple[tuple[int, int], ...]:
    """Return the places of the suits in the inputs: by the cards held, then by the pile and the known cards.

    Each is the first input of the place, as a part of a key of `_numbers`, and the first bit of the suit.
    """
    keys = []
    for shift in _SUITS:
        held = position.hand >> shift & SUIT
        key = held.bit_count() << 52 | held << 39 | (position.theirs >> shift & SUIT) << 26
        keys.append((-key - ((position.mine >> shift & SUIT) << 13 | position.known >> shift & SUIT), shift))
    keys.sort()
    return tuple((place, shift) for place, (_, shift) in zip(_PLACES, keys, strict=True))


def _add_ranks(inputs: list[int], hand: int, pile: int, live: int) -> None:
    """Add the inputs that sum over the suits: cards held and gone of each rank, and two cards that lack one for a run.

    Of two cards that lack one, only those count whose missing card can still come.
    """
    for shift in _SUITS:
        ranks, coming = hand >> shift & SUIT, live >> shift & SUIT
        two = ranks & ranks >> 1
        above, below = two & coming >> 2, two & coming << 1
        inputs += _BY_TWO[_PAIRS | above ^ below]
        inputs += _BY_TWO[_BOTH_PAIRS | above & below]
        inputs += _BY_ONE[_GAPS | ranks & ranks >> 2 & ~(ranks >> 1) & coming >> 1]
    for start, cards in ((_HELD, hand), (_GONE, pile)):
        c, d, h, s = (cards >> shift & SUIT for shift in _SUITS)
        odd, two = c ^ d ^ h ^ s, (c & d) ^ (h & s) | (c ^ d) & (h ^ s)
        inputs += _BY_FOUR[start | odd & ~two]
        inputs += _BY_FOUR[start + (1 << _RANKS) | two & ~odd]
        inputs += _BY_FOUR[start + (2 << _RANKS) | odd & two]
        inputs += _BY_FOUR[start + (3 << _RANKS) | c & d & h & s]


def _numbers(step: int, key: int) -> tuple[int, ...]:
    """Return the numbers of the inputs of ranks: of a first input and a mask of ranks below it, so far apart."""
    start = key >> _RANKS
    return tuple(start + step * rank for rank in range(_RANKS) if key >> rank & 1)


_BY_ONE, _BY_TWO, _BY_FOUR = (Kept(partial(_numbers, step)) for step in (1, 2, 4))
_PAIRS, _BOTH_PAIRS = (STARTS["pairs"] + more << _RANKS for more in range(2))
_IN_SUITS: Final = "hand loose outs own_discards their_discards top known shown"
_GROUPS: Final = [STARTS[name] << _RANKS for name in _IN_SUITS.split()]
_SUITS: Final = (0, 13, 26, 39)
_PLACES: Final = [_RANKS * place << _RANKS for place in range(4)]
_GAPS, _HELD, _GONE = (STARTS[name] << _RANKS for name in ("gaps", "held", "gone"))


WAIT, KNOCK, DRAW = range(len(HEADS))
"""The heads of a net."""

MARGIN: Final = 12
"""Discards that leave more than this many points above the best are not examined."""

_SPADES: Final = 3


@attrs.frozen
class Judged:
    """The worth of the actions at the end of a turn, in units of `ginrules.nets.learned.POINT`.

    ``knock`` is None if a knock is not allowed. ``waits`` has the worth of each discard that was examined.
    """

    wait: int
    discard: int
    knock: int | None
    knock_card: int
    waits: dict[int, int]

    @property
    def best(self) -> int:
        """The best action's worth."""
        return self.wait if self.knock is None else max(self.wait, self.knock)


@attrs.frozen
class Judge:
    """A net, and what a seat knows at one decision besides its hand.

    ``thrown`` are the cards that the seat, and no other since, discarded, ``others`` those of the other seat.
    ``known`` are the other seat's known cards, ``shown`` the seat's own that the other seat knows. All are masks.
    """

    net: FoldedNet
    setup: RoundConfig
    pile: int
    thrown: int
    others: int
    known: int
    shown: int
    stock: int

    @classmethod
    def of(cls, net: FoldedNet, view: PlayerView, habits: Habits) -> Judge:
        """Make it of a decision, as the seat sees it."""
        seat, thrown = own_seat(view), habits.thrown
        other = 1 - seat
        discards = thrown.get(seat, 0), thrown.get(other, 0)
        known, shown = view.known[other].mask, view.known[seat].mask
        return cls(net, view.setup, mask_of(view.pile), *discards, known, shown, view.stock_size)

    def answers(self, hand: int, top: int, moment: int, shown: int = 0) -> tuple[int, ...]:
        """Return the answers of the net for a hand, with a card on the pile that the seat has put or found there."""
        setup, pile = self.setup, self.pile & ~(hand | 1 << top)
        setter = {"upcard": setup.upcard, "knock-card": setup.knock_card}.get(setup.rules.knock_source)
        own, theirs, seen = pile & ~self.others, pile & ~self.thrown, (self.shown | shown) & hand
        limit, is_spade = setup.knock_limit, setter is not None and setter // _RANKS == _SPADES
        position = Seen(hand, own, theirs, self.known, seen, top, self.stock, moment, limit, is_spade)
        return _answered(self.net, setup.tables, position)

    def end_of_turn(self, cards: int, allowed: int, shown: int = 0) -> Judged:
        """Return the worth of the best discard and of the knock."""
        deadwood = self.setup.tables.deadwood
        left, equal = least_discards(self.setup.tables, cards, allowed)
        knock_card, knock, waits = equal.bit_length() - 1, None, {}
        for card in card_numbers(allowed):
            hand = cards ^ 1 << card
            if deadwood(hand) > left + MARGIN:
                continue
            answers = self.answers(hand, card, DISCARDED, shown)
            waits[card] = answers[WAIT]
            if card == knock_card and left <= self.setup.knock_limit:
                knock = answers[KNOCK]
        discard = max(waits, key=waits.__getitem__)
        return Judged(waits[discard], discard, knock, knock_card, waits)


@lru_cache(maxsize=8192)
def _answered(net: FoldedNet, tables: MeldTables, position: Seen) -> tuple[int, ...]:
    """Return the answers of the net to a position.

    They are kept, since a third of a comparison's positions come again soon.
    """
    return net.answers(inputs_of(hand_reader(tables), partner_masks_of(tables), position))
