"""The inputs of the learned player's nets: a position after a discard, or before a draw, as one seat knows it."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.learned_net import DRAWS, STARTS
from ginrules.players.search.best_draws import HandReader, best_draws
from ginrules.players.search.hidden import live_melds
from ginrules.solver.deadwood import SUIT

DISCARDED, DRAWING, OFFERED = range(3)
"""The moments: a seat has discarded, is about to draw from the stock, or is about to decline the first upcard."""

_DEADWOOD_STEPS: Final = (0, 4, 10, 16, 24, 34, 46)
_RANKS: Final = 13


@attrs.frozen
class Position:
    """A position as one seat knows it, in masks: the hand is complete, and no card is drawn and undecided.

    Attributes:
        hand: The cards held.
        mine: The cards of the pile that the other seat did not discard, without ``top``.
        theirs: The cards of the pile that the seat did not discard, without ``top``.
        known: The known cards of the other seat.
        shown: The cards of the hand that the other seat knows.
        top: The number of the card on the pile that the next decision is about.
        stock: The cards of the stock.
        moment: `DISCARDED`, `DRAWING` or `OFFERED`.
        limit: The knock limit in force.
        is_spade: Whether a card sets the limit and it is a spade.
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


def inputs_of(reader: HandReader, partners: tuple[tuple[int, ...], ...], position: Position) -> list[int]:
    """Return the numbers of the inputs of a position; an input that counts twice is listed twice.

    The suits are sorted, so that positions that differ only in the names of the suits have equal inputs.

    Args:
        reader: The reader of hands for the melds in force.
        partners: For each card the rest of each smallest meld with it, `partner_masks_of` of the search tools.
        position: The position.
    """
    at = STARTS
    hand, top = position.hand, position.top
    pile = position.mine | position.theirs | 1 << top
    live = reader.tables.pack & ~(hand | pile | position.known)
    ahead = best_draws(reader, hand, live, DRAWS, position.limit)
    order = _order_of_suits(position)
    groups = {
        "hand": hand,
        "loose": reader.unmelded(hand),
        "outs": reader.completions(hand) & live,
        "own_discards": position.mine,
        "their_discards": position.theirs,
        "top": 1 << top,
        "known": position.known,
        "shown": position.shown,
    }
    inputs: list[int] = []
    for name, cards in groups.items():
        start = at[name]
        for place, suit in enumerate(order):
            ranks, first = cards >> _RANKS * suit & SUIT, start + _RANKS * place
            while ranks:
                low = ranks & -ranks
                inputs.append(first + low.bit_length() - 1)
                ranks ^= low
    if position.moment == DISCARDED:
        others = live | position.known
        inputs.append(at["feeds"] + min(live_melds(partners[top], others), 8))
    _add_ranks(inputs, hand, pile, live)
    stock, now = min(position.stock, 31), ahead.deadwood
    later, stage = ahead.later >> 3, stock // 4
    inputs += (
        at["stock"] + stock,
        at["deadwood"] + (now if now < 20 else min(20 + (now - 20) // 2, 49)),
        at["later"] + (later if later < 30 else min(30 + (later - 30) // 4, 49)),
        at["gins"] + min(ahead.gins, 15),
        at["ready"] + min(ahead.ready, 19),
        at["moment"] + position.moment,
        at["stage_deadwood"] + 8 * stage + sum(now > step for step in _DEADWOOD_STEPS),
        at["stage_gins"] + 5 * stage + min(ahead.gins, 4),
        at["limit"] + min(position.limit, 10),
    )
    if position.is_spade:
        inputs.append(at["spade"])
    return inputs


def _order_of_suits(position: Position) -> list[int]:
    """Return the suits in the order of the inputs: by the cards held, then by the pile and the known cards."""
    keys = []
    for suit in range(4):
        shift = _RANKS * suit
        held = position.hand >> shift & SUIT
        key = held.bit_count() << 52 | held << 39 | (position.theirs >> shift & SUIT) << 26
        keys.append(key | (position.mine >> shift & SUIT) << 13 | position.known >> shift & SUIT)
    return sorted(range(4), key=lambda suit: -keys[suit])


def _add_ranks(inputs: list[int], hand: int, pile: int, live: int) -> None:
    """Add the inputs that sum over the suits: cards held and gone of each rank, and two cards that lack one for a run.

    Of two cards that lack one, only those count whose missing card can still come.
    """
    held, gone = [0] * _RANKS, [0] * _RANKS
    pairs, gaps = STARTS["pairs"], STARTS["gaps"]
    for shift in (0, 13, 26, 39):
        ranks, coming, dead = hand >> shift & SUIT, live >> shift & SUIT, pile >> shift & SUIT
        for rank in range(_RANKS):
            held[rank] += ranks >> rank & 1
            gone[rank] += dead >> rank & 1
        two = ranks & ranks >> 1
        while two:
            rank = (two & -two).bit_length() - 1
            ends = (coming >> rank + 2 & 1) + (rank > 0 and coming >> rank - 1 & 1)
            if ends:
                inputs.append(pairs + 2 * rank + ends - 1)
            two &= two - 1
        split = ranks & ranks >> 2 & ~(ranks >> 1) & coming >> 1
        while split:
            inputs.append(gaps + (split & -split).bit_length() - 1)
            split &= split - 1
    for rank in range(_RANKS):
        if held[rank]:
            inputs.append(STARTS["held"] + 4 * rank + held[rank] - 1)
        if gone[rank]:
            inputs.append(STARTS["gone"] + 4 * rank + gone[rank] - 1)
