"""A round's state: one frozen value.

The state holds the facts of the whole round, its phase the facts of the current step. Inside, sets of
cards are plain numbers and piles are bytes (card numbers, top last): both are
quick to change by copying. The properties give them as cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import attrs

from ginrules._support.notebook import ShownAsPicture
from ginrules._support.values import Value, expect
from ginrules.cards import CARDS, Card, CardSet
from ginrules.errors import ScoreError
from ginrules.melds.meld import TableMeld
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DoubleOffer, Phase, RoundOver
from ginrules.rules.model import RuleSet
from ginrules.solver.meld_tables import MeldTables


@attrs.frozen
class RoundConfig(Value):
    """The facts of a round that the deal fixes.

    Attributes:
        rules: The rules in force.
        seats: How many seats play.
        dealer: The dealer's seat.
        upcard: The first card turned. None if the opening has no upcard.
        knock_card: The second pack's card. None in rules without a second pack.
        knock_limit: The limit in force, in points.
        tables: The rules' meld tables.
    """

    rules: RuleSet = attrs.field(hash=False)
    seats: int
    dealer: int
    upcard: Card | None
    knock_card: Card | None
    knock_limit: int
    tables: MeldTables = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "tables", self.rules.tables)

    def __reduce__(self) -> tuple[type[RoundConfig], tuple[Any, ...]]:
        return RoundConfig, (self.rules, self.seats, self.dealer, self.upcard, self.knock_card, self.knock_limit)


@attrs.frozen
class History(Value):
    """The facts of the play so far that the rules depend on, and nothing else.

    Attributes:
        takes: Takes from the pile in draw turns, for `take_cap`.
        returns: Turns in a row that discarded the card just taken, for `return_pair`.
        put_back: For each reshuffle, the cards that it put back and no later reshuffle did, as a mask.
        factor: The factor of the doubles accepted so far, for `doubling`.
        doubling_right: The seat that alone can double next. None before the first double, when either can.
    """

    takes: int = 0
    returns: int = 0
    put_back: tuple[int, ...] = ()
    factor: int = 1
    doubling_right: int | None = None


history_of: Final = lru_cache(maxsize=4096)(History)
"""Returns the history with these values, the same object each time."""

Item = TypeVar("Item")


def replace_at(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """Return the tuple with the item at one place replaced."""
    if len(items) == 2:
        return (item, items[1]) if place == 0 else (items[0], item)
    return (*items[:place], item, *items[place + 1 :])


class Position(ShownAsPicture, Value):
    """The base of states and their views: the set-up, the table, the phase and whose turn it is."""

    __slots__ = ()
    setup: RoundConfig
    table: tuple[TableMeld, ...]
    phase: Phase
    factor: int
    doubling_right: int | None

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""
        return self.setup.rules

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.seats

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.setup.dealer

    @property
    def upcard(self) -> Card | None:
        """The first card turned up, also when it has been taken."""
        return self.setup.upcard

    @property
    def knock_card(self) -> Card | None:
        """The second pack's card that sets the limit, or None in rules without a second pack."""
        return self.setup.knock_card

    @property
    def knock_limit(self) -> int:
        """The limit on a knocker's deadwood in this round, in points."""
        return self.setup.knock_limit

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when chance is due or the round is over."""
        return self.phase.turn

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return type(self.phase) is RoundOver

    @property
    def outcome(self) -> Outcome | None:
        """The facts of the finished round, or None while it is played."""
        return self.phase.outcome if isinstance(self.phase, RoundOver) else None

    @property
    def result(self) -> Outcome:
        """The finished round's facts.

        Raises:
            ScoreError: If the round is not over.
        """
        if isinstance(self.phase, RoundOver):
            return self.phase.outcome
        raise ScoreError("the round is not over: play it to its end first")

    def _text(self, hands: Iterable[str], pile: bytes, stock_size: int, observer: str = "") -> str:
        """Return the position as lines: the phase, the hands, the melds, the piles, the outcome."""
        turn = "" if self.turn is None else f"seat {self.turn} must "
        lines = [f"{type(self.phase).__name__}: {turn}{self.phase.prompt}{observer}"]
        for seat, hand in enumerate(hands):
            lines.append(f"seat {seat}{' (dealer)' if seat == self.dealer else ''}: {hand or '-'}")
        lines += [f"meld {place} of seat {meld.owner}: {meld}" for place, meld in enumerate(self.table)]
        top = CARDS[pile[-1]] if pile else "-"
        doubled = f" · {doubling_text(self)}" if self.rules.doubling else ""
        lines.append(f"pile {len(pile)}, top {top} · stock {stock_size} · limit {self.knock_limit}{doubled}")
        if self.outcome is not None:
            lines.append(str(self.outcome))
        return "\n".join(lines)


def doubling_text(position: Position, names: Sequence[str] | None = None) -> str:
    """Return the factor of the round and who can double next, as a few words."""
    right, phase = position.doubling_right, position.phase
    if isinstance(phase, DoubleOffer):
        return f"factor {position.factor}, {f'seat {phase.by}' if names is None else names[phase.by]} doubles"
    if position.is_over:
        return f"factor {position.factor}"
    if right is None:
        who = "either seat" if names is None else "either"
    else:
        who = f"seat {right}" if names is None else names[right]
    if 2 * position.factor > position.rules.doubling_limit:
        return f"factor {position.factor}, the limit"
    return f"factor {position.factor}, {who} can double"


@attrs.define(eq=False)
class _Fields(Position):
    """A state's fields while it is made, none of which is kept (see `next_state`)."""

    setup: RoundConfig
    hand_masks: tuple[int, ...]
    stock_pile: bytes
    discard_pile: bytes
    table: tuple[TableMeld, ...]
    laid_masks: tuple[int, ...]
    known_masks: tuple[int, ...]
    memory: History
    phase: Phase


@attrs.frozen
class RoundState(_Fields):
    """A position in a round. Equal states are equal positions.

    Made by `ginrules.deal` and `ginrules.apply`, never by hand. Read the cards through ``hands``,
    ``stock``, ``discards``, ``laid`` and ``known``, and the deal's facts through ``rules``,
    ``seats``, ``dealer``, ``upcard``, ``knock_card`` and ``knock_limit``: the fields in the
    signature hold the same as numbers and bytes, which play copies quickly.

    Attributes:
        setup: The facts fixed by the deal: rules, seats, dealer, upcard, knock card, limit in points.
        hand_masks: Behind ``hands``: the number of each seat's `CardSet`.
        stock_pile: Behind ``stock``: a byte per card, the next card last.
        discard_pile: Behind ``discards``: a byte per card, the top card last.
        table: The melds on the table, in the order they were laid.
        laid_masks: Behind ``laid``: the number of each seat's `CardSet`.
        known_masks: Behind ``known``: the number of each seat's `CardSet`.
        memory: The facts that the rules depend on: takes and returns counted, cards put back.
        phase: The round's phase, with the seat to act.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.deal("standard", seed=7)
        >>> print(state.turn, state.phase, *gin.legal_actions(state), sep=", ")
        1, UpcardOffer(seat=1), take, decline
        >>> print(state.hands[1], "| upcard", state.discards[-1], "| stock", len(state.stock))
        Ac 7c Qc 9d Qd Ah 4h 5h Th As | upcard Qs | stock 31
        >>> after = gin.apply(state, gin.TakeDiscard())
        >>> len(after.hands[1]), len(state.hands[1])  # a state never changes
        (11, 10)
    """

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards each seat holds, by seat."""
        return tuple(map(CardSet, self.hand_masks))

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock as a pile: the next card is the last."""
        return tuple(CARDS[card] for card in self.stock_pile)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile: the top card is the last."""
        return tuple(CARDS[card] for card in self.discard_pile)

    @property
    def laid(self) -> tuple[CardSet, ...]:
        """The cards each seat has put on the table, by seat, in melds and lay-offs."""
        return tuple(map(CardSet, self.laid_masks))

    @property
    def known(self) -> tuple[CardSet, ...]:
        """The cards of each hand that everybody has seen, by seat."""
        return tuple(map(CardSet, self.known_masks))

    @property
    def factor(self) -> int:  # type: ignore[override]
        """The round's factor from doubles accepted so far, or 1 without any."""
        return self.memory.factor

    @property
    def doubling_right(self) -> int | None:  # type: ignore[override]
        """The only seat that can double next, or None before the first double, when either can."""
        return self.memory.doubling_right

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:
        printer.pretty(self.rules)
        hands = " | ".join(hand.dotted for hand in self.hands)
        phase, pile = type(self.phase).__name__, " ".join(map(str, self.discards))
        printer.text(
            f" in {phase}, turn {self.turn}, hands {hands}, pile {pile or 'empty'}, stock {len(self.stock_pile)}"
        )

    def __str__(self) -> str:
        return self._text([str(hand) for hand in self.hands], self.discard_pile, len(self.stock_pile))


def expect_state(state: object) -> None:
    """Refuse a value that is not a state, above all a view, which lacks the hidden cards."""
    if type(state) is RoundState:
        return
    hint = "a view cannot be played, use the state it was made from or ginrules.determinize(view, seed)"
    expect(state, RoundState, "a RoundState", hint if isinstance(state, Position) else "ginrules.deal(…) makes one")


def next_state(
    setup: RoundConfig,
    hand_masks: tuple[int, ...],
    stock_pile: bytes,
    discard_pile: bytes,
    table: tuple[TableMeld, ...],
    laid_masks: tuple[int, ...],
    known_masks: tuple[int, ...],
    memory: History,
    phase: Phase,
) -> RoundState:
    """Return ``RoundState(…)`` in half the time, for the three steps that make up nearly all of a round.

    A frozen class sets each field through a function call. Here the fields are set on the plain
    base class and the object is then given its frozen class, which adds no field.
    """
    fields: Any = _Fields(setup, hand_masks, stock_pile, discard_pile, table, laid_masks, known_masks, memory, phase)
    fields.__class__ = RoundState
    state: RoundState = fields
    return state


def with_phase(state: RoundState, phase: Phase) -> RoundState:
    """Return the state in another phase."""
    piles, masks = (state.stock_pile, state.discard_pile), (state.laid_masks, state.known_masks)
    return next_state(state.setup, state.hand_masks, *piles, state.table, *masks, state.memory, phase)
