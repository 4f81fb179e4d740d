"""Views: the knowledge of one seat in a round.

A view is a separate value and does not hold the state: everything in it is public
or the seat's own. Two states that differ only in cards hidden from the seat have
equal views.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from ginrules._support.values import expect, whole_number
from ginrules.cards import CARDS, Card, CardSet, mask_of
from ginrules.errors import DealError
from ginrules.melds.meld import TableMeld
from ginrules.play.actions import Action, Spread
from ginrules.play.engine import legal_actions
from ginrules.play.phases import LayoffTurn, Phase, PlayTurn, RoundOver, SpreadTurn
from ginrules.play.state import History, Position, RoundConfig, RoundState, expect_state, next_state, replace_at

_set: Final = int.__new__  # makes a CardSet of the mask of a state without checking it again


@attrs.frozen
class PlayerView(Position):
    """A round as one seat, or a spectator, can see it.

    The names of `RoundState` are used for equal meanings.

    Attributes:
        seat: The seat that sees it. None for a spectator.
        setup: Rules, seats, dealer, upcard, knock card and the limit in force.
        hand: The seat's own cards. None for a spectator.
        hand_sizes: How many cards each seat holds.
        known: The cards of each hand that everybody has seen. All of them once the round is over.
        unseen: The cards whose place is unknown to the seat: in the stock or hidden in a hand.
        pile: Behind ``discards``: a byte per card, the top card last.
        stock_size: How many cards the stock has, the floor included.
        put_back: For each reshuffle, the cards that it put back and no later reshuffle did, shown since or not.
        hidden_counts: For each seat, how many of its cards nobody has seen, by their origin:
            the first stock, then each reshuffle. These numbers are public: draws are seen,
            and a discard shows the origin of its card.
        table: The melds on the table.
        laid: The cards each seat has put on the table.
        takes: Takes from the pile so far, in rules that cap them.
        returns: Turns in a row that discarded the card just taken, in rules that count them.
        phase: The round's phase.
        has_ended_round: Whether the seat's own last action ended the round. The seat has nothing
            more to do. The facts come with the next event (see `ginrules.follow`).
        factor: The round's factor from doubles accepted so far. 1 without any.
        doubling_right: The seat that alone can double next. None before the first double, when either can.

    Examples:
        >>> import ginrules as gin
        >>> view = gin.view(gin.deal("standard", seed=7), 1)
        >>> print(view.hand, "| deadwood", gin.deadwood(view.hand, view.rules))
        Ac 7c Qc 9d Qd Ah 4h 5h Th As | deadwood 55
        >>> len(view.unseen), view.hand_sizes, view.stock_size  # ten of the unseen are in the other hand
        (41, (10, 10), 31)
        >>> print(*view.legal, sep=", ")
        take, decline
    """

    seat: int | None
    setup: RoundConfig
    hand: CardSet
    hand_sizes: tuple[int, ...]
    known: tuple[CardSet, ...]
    unseen: CardSet
    pile: bytes
    stock_size: int
    put_back: tuple[CardSet, ...]
    hidden_counts: tuple[tuple[int, ...], ...]
    table: tuple[TableMeld, ...]
    laid: tuple[CardSet, ...]
    takes: int
    returns: int
    phase: Phase
    has_ended_round: bool = False
    factor: int = 1
    doubling_right: int | None = None
    # made when asked for; a cached property would give the class a `__getattr__`, which makes every
    # other attribute three times as slow to read
    _discards: tuple[Card, ...] | None = attrs.field(default=None, init=False, eq=False, repr=False)
    _legal: tuple[Action, ...] | None = attrs.field(default=None, init=False, eq=False, repr=False)

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discard pile: the top card is the last."""
        discards = self._discards
        if discards is None:
            discards = tuple([CARDS[card] for card in self.pile])
            object.__setattr__(self, "_discards", discards)
        return discards

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every action the seat can take, as `ginrules.legal_actions` lists them, empty when it is not its turn."""
        legal = self._legal
        if legal is None:
            state = self.as_known()
            legal = () if state is None else legal_actions(state)
            object.__setattr__(self, "_legal", legal)
        return legal

    def as_known(self) -> RoundState | None:
        """Return a state with what the acting seat knows, enough for its legal actions. None in any other view."""
        if self.seat is None or self.turn != self.seat or self.has_ended_round:
            return None
        # all that the seat knows of the round: a rule may read any of it; of the stock it is the number of cards
        hands = replace_at((0,) * self.setup.seats, self.seat, self.hand.mask)
        laid, known = (tuple([cards.mask for cards in masks]) for masks in (self.laid, self.known))
        stock = bytes(self.stock_size)
        put_back = tuple(map(int, self.put_back))
        memory = History(self.takes, self.returns, put_back, self.factor, self.doubling_right)
        return next_state(self.setup, hands, stock, self.pile, self.table, laid, known, memory, self.phase)

    @property
    def declarer(self) -> int | None:
        """The seat that has knocked, declared big gin or gone out, if any has."""
        match self.phase:
            case SpreadTurn() | LayoffTurn():
                return self.phase.declarer
            case RoundOver():
                return self.phase.outcome.declarer
            case _:
                return None

    @property
    def spread(self) -> tuple[TableMeld, ...]:
        """The declarer's melds, lay-offs included, empty before the spread."""
        declarer = self.declarer
        return tuple(meld for meld in self.table if meld.owner == declarer) if declarer is not None else ()

    @property
    def declared_deadwood(self) -> int | None:
        """The points the declarer's spread left, or None before there is a spread."""
        declarer = self.declarer
        if declarer is None or (isinstance(self.phase, SpreadTurn) and self.phase.seat == declarer):
            return None
        return self.setup.tables.value(self.known[declarer].mask)

    def __str__(self) -> str:
        hands = []
        for seat, (size, known) in enumerate(zip(self.hand_sizes, self.known, strict=True)):
            cards = self.hand if seat == self.seat else known
            hands.append(" ".join([*map(str, cards), *["?"] * (size - len(cards))]))
        observer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return self._text(hands, self.pile, self.stock_size, f" (as {observer} sees it)")


def view(state: RoundState, seat: int | None) -> PlayerView:
    """Return the state as this seat can see it. None is a spectator, who sees no hand.

    Raises:
        DealError: If the round has no such seat.

    Examples:
        >>> import ginrules as gin
        >>> own = gin.view(gin.deal("standard", gin.shuffled(7)), 1)
        >>> own.hand_sizes, len(own.unseen), len(own.legal)
        ((10, 10), 41, 2)
    """
    expect_state(state)
    setup = state.setup
    if seat is not None:
        seat = whole_number("seat", seat, 0, setup.seats - 1, error=DealError)
    hands = state.hand_masks
    known = hands if state.is_over else state.known_masks
    public = _pile_mask(state.discard_pile)
    for meld in state.table:
        public |= meld.cards.mask
    for cards in known:
        public |= cards
    own = 0 if seat is None else hands[seat]
    hidden = [hand & ~cards for hand, cards in zip(hands, known, strict=True)]
    put_back = state.memory.put_back
    pools = tuple([pool & ~public for pool in put_back]) if put_back else ()
    phase = state.phase
    if type(phase) is PlayTurn and phase.was_gin and phase.seat != seat:  # the hand before its draw stays hidden
        phase = PlayTurn(phase.seat, phase.taken, phase.owed)
    return PlayerView(
        seat,
        setup,
        _set(CardSet, own),
        tuple([hand.bit_count() for hand in hands]),
        _sets(known),
        _set(CardSet, setup.tables.pack & ~public & ~own),
        state.discard_pile,
        len(state.stock_pile),
        _sets(put_back),
        tuple([_by_pool(cards, pools) if pools else (cards.bit_count(),) for cards in hidden]),
        state.table,
        _sets(state.laid_masks),
        state.memory.takes,
        state.memory.returns,
        phase,
        False,  # noqa: FBT003 - the fields in their order
        state.memory.factor,
        state.memory.doubling_right,
    )


def expect_view(view: object) -> None:
    """Refuse a value that is not a view."""
    if type(view) is not PlayerView:
        expect(view, PlayerView, "a PlayerView", "ginrules.view(state, seat) makes one")


@lru_cache(maxsize=1024)
def _pile_mask(pile: bytes) -> int:
    """Return a pile's cards, kept: each seat asks for them, and again after a draw from the stock."""
    return mask_of(pile)


@lru_cache(maxsize=4096)
def _sets(masks: tuple[int, ...]) -> tuple[CardSet, ...]:
    """Return the masks as sets of cards, kept: little is known and laid, so nearly all are the same few."""
    return tuple(map(CardSet, masks))


def _by_pool(hidden: int, pools: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many of these cards came from the first stock, and from each reshuffle."""
    later = [(hidden & pool).bit_count() for pool in pools]
    return (hidden.bit_count() - sum(later), *later)


# --- forced actions -------------------------------------------------------------------------------


def left_by(spread: Spread, view: PlayerView) -> int:
    """Return what the cards count that a spread leaves in the hand of the view's seat."""
    laid = sum(meld.cards.mask for meld in spread.melds)
    return view.setup.tables.value(view.hand.mask & ~laid)


def forced_action(view: PlayerView) -> Action | None:
    """Return the action that apps take for a person: the only one, or the best spread. None if there is a choice.

    Which spread is shown matters only if several leave the same least deadwood and lay-offs follow.
    """
    phase = view.phase
    if not view.legal or not isinstance(phase, SpreadTurn | LayoffTurn):
        return None
    spreads = [action for action in view.legal if isinstance(action, Spread)]
    if len(view.legal) == 1 or not spreads:
        return view.legal[0] if len(view.legal) == 1 else None
    left = [left_by(spread, view) for spread in spreads]
    least, layoff = min(left), view.rules.layoff
    layoffs_follow = phase.declarer == view.seat and (
        layoff == "including-gin" or (layoff == "knock-only" and phase.ending == "knock" and least > 0)
    )
    return None if layoffs_follow and left.count(least) > 1 else spreads[left.index(least)]
