"""The learned player's net asked about the positions that one decision can lead to."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from ginrules.nets.learned import HEADS, FoldedNet
from ginrules.play.state import RoundConfig
from ginrules.play.view import PlayerView
from ginrules.players.learned_inputs import DISCARDED, Position, inputs_of
from ginrules.players.search.best_draws import hand_reader
from ginrules.players.search.discards import card_numbers, least_discards, own_seat
from ginrules.players.search.hidden import Habits, partner_masks_of
from ginrules.solver.meld_tables import MeldTables

WAIT, KNOCK, DRAW = range(len(HEADS))
"""The heads of a net."""

MARGIN: Final = 12
"""Discards that leave more than this many points above the best are not examined."""

_SPADES: Final = 3
_RANKS: Final = 13


@attrs.frozen
class Judged:
    """The worth of the actions at the end of a turn, in units of `ginrules.nets.learned.POINT`.

    Attributes:
        wait: The best discard's worth.
        discard: This discard, by number.
        knock: The worth of the knock, or None if it is not allowed.
        knock_card: The discard of the knock, by number.
        waits: The worth of each discard that was examined.
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

    Attributes:
        net: The net under the rules.
        setup: The rules and the limit in force.
        pile: The pile's cards, as a mask.
        thrown: The cards that the seat, and no other since, discarded, as a mask.
        others: Those of the other seat.
        known: The cards that the other seat is known to hold, as a mask.
        shown: The cards of the seat that the other seat knows, as a mask.
        stock: The stock's cards.
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
        seat, pile = own_seat(view), 0
        for card in view.pile:
            pile |= 1 << card
        other, thrown = 1 - seat, habits.thrown
        return cls(
            net, view.setup, pile, thrown.get(seat, 0), thrown.get(other, 0), view.known[other].mask,
            view.known[seat].mask, view.stock_size,
        )  # fmt: skip

    def answers(self, hand: int, top: int, moment: int, shown: int = 0) -> tuple[int, ...]:
        """Return the answers of the net for a hand, with a card on the pile that the seat has put or found there.

        Args:
            hand: The cards held, as a mask.
            top: The card's number.
            moment: `learned_inputs.DISCARDED`, ``DRAWING`` or ``OFFERED``.
            shown: A card that the seat would take from the pile, as a mask.
        """
        setup, pile = self.setup, self.pile & ~(hand | 1 << top)
        setter = {"upcard": setup.upcard, "knock-card": setup.knock_card}.get(setup.rules.knock_source)
        position = Position(
            hand, pile & ~self.others, pile & ~self.thrown, self.known, (self.shown | shown) & hand, top, self.stock,
            moment, setup.knock_limit, setter is not None and setter // _RANKS == _SPADES,
        )  # fmt: skip
        return _answered(self.net, setup.tables, position)

    def end_of_turn(self, cards: int, allowed: int, shown: int = 0) -> Judged:
        """Return the worth of the best discard and of the knock.

        Args:
            cards: The cards held, as a mask, without gin after any discard.
            allowed: The cards that can be discarded, as a mask.
            shown: A card that the seat would take from the pile, as a mask.
        """
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
def _answered(net: FoldedNet, tables: MeldTables, position: Position) -> tuple[int, ...]:
    """Return the answers of the net to a position.

    They are kept, since a third of a comparison's positions come again soon.
    """
    return net.answers(inputs_of(hand_reader(tables), partner_masks_of(tables), position))
