"""What a player may look at when it is to act: its own cards and what lies open, nothing else."""

from typing import Protocol

from ginrules.cards import Card, CardSet
from ginrules.melds.meld import TableMeld
from ginrules.play.actions import Action
from ginrules.play.engine import legal_actions
from ginrules.play.phases import Phase
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet


class Sight(Protocol):
    """A seat's knowledge at its turn; the names are those of the state where the meaning is the same.

    Players are written against this and nothing more, so that any view of a round with these
    attributes can be handed to them.
    """

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""

    @property
    def seat(self) -> int:
        """The seat that looks."""

    @property
    def hand(self) -> CardSet:
        """The seat's own cards."""

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds, by seat."""

    @property
    def known(self) -> tuple[CardSet, ...]:
        """The cards of each hand that everybody has seen, by seat."""

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, the top card last."""

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""

    @property
    def table(self) -> tuple[TableMeld, ...]:
        """The melds on the table, in the order they were laid."""

    @property
    def upcard(self) -> Card | None:
        """The first card turned up, where the opening has one."""

    @property
    def knock_card(self) -> Card | None:
        """The card of the second pack, where the rules use one."""

    @property
    def knock_limit(self) -> int:
        """The most deadwood a knocker may keep in this round, in points."""

    @property
    def phase(self) -> Phase:
        """Where the round stands."""

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat may do."""


class SeatSight:
    """The sight that the seat to act has of a state.

    It is made anew for each decision and shows the state's public parts and the seat's own
    hand; the state behind it is private.

    Args:
        state: A state in which somebody is to act.
    """

    __slots__ = ("_state", "seat")

    def __init__(self, state: RoundState) -> None:
        self._state = state
        self.seat: int = state.phase.turn  # type: ignore[assignment]

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""
        return self._state.setup.rules

    @property
    def hand(self) -> CardSet:
        """The seat's own cards."""
        return CardSet(self._state.hand_masks[self.seat])

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds, by seat."""
        return tuple(hand.bit_count() for hand in self._state.hand_masks)

    @property
    def known(self) -> tuple[CardSet, ...]:
        """The cards of each hand that everybody has seen, by seat."""
        return self._state.known

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile, the top card last."""
        return self._state.discards

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self._state.stock_pile)

    @property
    def table(self) -> tuple[TableMeld, ...]:
        """The melds on the table, in the order they were laid."""
        return self._state.table

    @property
    def upcard(self) -> Card | None:
        """The first card turned up, where the opening has one."""
        return self._state.setup.upcard

    @property
    def knock_card(self) -> Card | None:
        """The card of the second pack, where the rules use one."""
        return self._state.setup.knock_card

    @property
    def knock_limit(self) -> int:
        """The most deadwood a knocker may keep in this round, in points."""
        return self._state.setup.knock_limit

    @property
    def phase(self) -> Phase:
        """Where the round stands; a phase holds only what everybody at the table sees."""
        return self._state.phase

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat may do."""
        return legal_actions(self._state)
