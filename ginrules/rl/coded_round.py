"""A round played by codes: actions as numbers, observations as rows, and draws as explicit chance."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._values import index_of, shown
from ginrules.errors import DealError
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.rl.observer import HistoryObserver
from ginrules.seated.player import Player
from ginrules.seated.round import Seated


def next_cards(state: RoundState) -> tuple[int, ...]:
    """Return the cards that the next draw can give, all equally likely to an observer who sees every hand.

    After a reshuffle these are the cards that it put back. The floor of the first stock lies below them.

    Args:
        state: The round, all cards open. The order of its stock does not matter.

    Examples:
        >>> from ginrules.play.deal import deal, shuffled
        >>> len(next_cards(deal("standard", shuffled(7))))
        31
    """
    stock = frozenset(state.stock_pile)
    for pool in reversed(state.memory.put_back):
        cards = tuple(card for card in sorted(stock) if pool >> card & 1)
        if cards:
            return cards
    return tuple(sorted(stock))


def with_top(state: RoundState, card: int) -> RoundState:
    """Return the state with a given card on top of the stock.

    Args:
        state: The round.
        card: Number of a card in the stock.

    Raises:
        DealError: If the card is not in the stock.

    Examples:
        >>> from ginrules.play.deal import deal, shuffled
        >>> state = deal("standard", shuffled(7))
        >>> with_top(state, state.stock[0]).stock[-1] == state.stock[0]
        True
    """
    pile = bytearray(state.stock_pile)
    number = index_of(card)
    place = -1 if number is None else pile.find(number)
    if place < 0:
        raise DealError(f"expected a card of the stock, got {shown(card)}", card=shown(card))
    pile[place], pile[-1] = pile[-1], pile[place]
    return attrs.evolve(state, stock_pile=bytes(pile))


class Memory(Player):
    """Stands in for a player at a seat played by codes: it remembers the events and never chooses an action.

    Args:
        watches: Whether the events are observed.
    """

    name = "learner"

    def __init__(self, *, watches: bool) -> None:
        self.watches = watches
        self.events: list[Event] = []

    def watch(self, event: Event) -> None:
        """Remember an event as the seat can see it."""
        self.events.append(event)

    def choose(self, view: PlayerView) -> Action:
        """Raise an error: the actions of this seat come from outside."""
        raise AssertionError(view)


class CodedRound:
    """A round in which some or all seats are played by codes, and spreads laid meld by meld.

    Args:
        observer: The codes and the rows of the table.
        state: The first state.
        company: The players at the table: a `Memory` at each seat that is played by codes.

    Attributes:
        observer: The codes and the rows of the table.
        state: The round's state, all cards open.
        company: The players at the table.
        laid: The melds already laid of the unfinished spread.
    """

    def __init__(self, observer: HistoryObserver, state: RoundState, company: Seated) -> None:
        self.observer = observer
        self.state = state
        self.company = company
        self.laid: tuple[Meld, ...] = ()

    def codes(self) -> Sequence[int]:
        """Return the codes that the seat to act can take now."""
        return self.observer.observer.codec.codes(self.state, self.laid)

    def action(self, code: object) -> Action | None:
        """Return a code's action, or lay a code's meld and return None.

        Raises:
            IllegalAction: If the rules do not allow it here. Nothing has changed.
            WrongTypeError: If it is not a whole number.
        """
        codec = self.observer.observer.codec
        action = codec.action(code, self.state, self.laid)  # type: ignore[arg-type] # the codec checks it
        if action is None:
            self.laid = (*self.laid, codec.meld(code))  # type: ignore[arg-type]
        return action

    def take(self, action: Action) -> None:
        """Take an action for the seat to act.

        Raises:
            IllegalAction: If the rules do not allow it here. Nothing has changed.
        """
        self.state = self.company.take(self.state, action)
        self.laid = ()

    def play_on(self) -> None:
        """Play chance and the other players until a code is due or the round ends.

        Raises:
            LabError: If a player fails, or the players do not reach an end.
        """
        self.state = self.company.play_to_outside(self.state)

    def row(self, seat: int, *, history: bool = True) -> NDArray[np.float32]:
        """Return a seat's observation, with its history or as the round's row alone."""
        laid = self.laid if self.state.phase.turn == seat else ()
        own = view(self.state, seat)
        if not history:
            return self.observer.observer(own, laid)
        memory = self.company.players[seat]
        assert isinstance(memory, Memory)
        return self.observer(own, memory.events, laid)
