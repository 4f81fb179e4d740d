"""The common knowledge of a round, and the inputs for a belief's net: what a seat knows about the other hand."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.belief_net import MOST_AT_ONCE, REFUSED_STEPS, STAGES, STARTS, THROWN_STEPS
from ginrules.cards import CARDS
from ginrules.play.events import Declined, Discarded, DrewStock, Event, TookDiscard
from ginrules.play.phases import DrawTurn, UpcardOffer
from ginrules.play.view import PlayerView
from ginrules.players.search.discards import card_numbers
from ginrules.players.search.hidden import Habits
from ginrules.solver.deadwood import SUIT

NOBODY: Final = 255
"""Stands for no card."""

_MOST_TURNS: Final = 255
_SUITS: Final = (0, 13, 26, 39)
_RANKS: Final = 13
_STAGES: Final = (0, 1, 2, 4, 6, 8, 11)
"""The last turn of each stage but the last."""


@attrs.define
class Story:
    """The common knowledge of a round: who took, threw and refused which card, and in which of its turns.

    Attributes:
        habits: The cards that each seat took, threw and refused.
        thrown: For each seat the turn in which it last discarded each card, from 1, or 0 for never.
        refused: For each seat the turn in which it last refused each card.
        turns: The discards of each seat.
        last: The card that each seat discarded last, by number, or `NOBODY` for none.
        took: The card that each seat took from the pile in its last turn, or `NOBODY` for none.
    """

    habits: Habits
    thrown: list[bytearray]
    refused: list[bytearray]
    turns: list[int]
    last: list[int]
    took: list[int]

    @classmethod
    def of(cls, view: PlayerView) -> Story:
        """Return the story of a round that begins, or of which nothing is known but this view.

        Raises:
            WrongTypeError: If ``view`` is not a view.
        """
        habits = Habits()
        habits.begin(view)
        seats = range(view.setup.seats)
        thrown, refused = ([bytearray(len(CARDS)) for _ in seats] for _ in range(2))
        return cls(habits, thrown, refused, [0 for _ in seats], [NOBODY for _ in seats], [NOBODY for _ in seats])

    def note(self, event: Event) -> None:
        """Note what a seat did in an event."""
        match event:
            case Discarded(seat, card):
                turn = min(self.turns[seat] + 1, _MOST_TURNS)
                self.turns[seat], self.last[seat], self.thrown[seat][card] = turn, card, turn
            case TookDiscard():
                self.took[event.seat] = event.cards[0]
            case Declined() | DrewStock():
                if self.habits.top:
                    refused = self.habits.top.bit_length() - 1
                    self.refused[event.seat][refused] = min(self.turns[event.seat] + 1, _MOST_TURNS)
                self.took[event.seat] = NOBODY
            case _:
                pass
        self.habits.note(event)


@attrs.define
class Knowledge:
    """A seat's knowledge about the other seat's hand, all cards with their suits in the inputs' order.

    Attributes:
        order: The suit at each place of the inputs.
        inputs: The numbers of the inputs, without the cards drawn and their count.
        open: The cards that the hidden hand may hold, as a mask.
        held: Its known cards.
        near: The cards that the seat threw, those that it refused, and those that are elsewhere.
        stage: The round's stage.
        hidden: The number of hidden cards.
    """

    order: tuple[int, ...]
    inputs: list[int]
    open: int
    held: int
    near: tuple[int, int, int]
    stage: int
    hidden: int


def knowledge_of(view: PlayerView, story: Story) -> Knowledge:
    """Return the knowledge that a view's seat has of the other hand, at a table of two."""
    me = view.seat
    assert me is not None
    other, at = 1 - me, STARTS
    hand, known, pile = view.hand.mask, view.known[other].mask, 0
    for card in view.pile:
        pile |= 1 << card
    thrown, refused = story.thrown[other], story.refused[other]
    order = _order_of_suits(hand, known, _cards_of(thrown), _cards_of(refused))
    place = [0] * 52
    for number, suit in enumerate(order):
        for rank in range(_RANKS):
            place[_RANKS * suit + rank] = _RANKS * number + rank
    inputs: list[int] = []
    for name, cards in (
        ("hand", hand), ("known", known), ("taken", story.habits.taken.get(other, 0)), ("shown", view.known[me].mask),
        ("own_thrown", _cards_of(story.thrown[me]) & pile),
    ):  # fmt: skip
        inputs += [at[name] + card for card in card_numbers(sorted_suits(cards, order))]
    if view.pile:
        inputs.append(at["top"] + place[view.pile[-1]])
    if story.last[other] != NOBODY:
        inputs.append(at["last"] + place[story.last[other]])
    phase = 0 if isinstance(view.phase, UpcardOffer) else 1 if isinstance(view.phase, DrawTurn) else 2
    turns = story.turns[other]
    inputs += (at["turn"] + min(turns, 23), at["phase"] + phase, at["limit"] + min(view.setup.knock_limit, 10))
    for name, noted, steps in (("thrown", thrown, THROWN_STEPS), ("refused", refused, REFUSED_STEPS)):
        spans = len(steps) + 1
        inputs += [
            at[name] + spans * place[card] + sum(noted[card] > step for step in steps)
            for card in card_numbers(_cards_of(noted))
        ]
    return Knowledge(
        order,
        inputs[:MOST_AT_ONCE],
        sorted_suits(view.unseen.mask, order),
        sorted_suits(known, order),
        (
            sorted_suits(_cards_of(thrown), order),
            sorted_suits(_cards_of(refused), order),
            sorted_suits(hand | pile, order),
        ),
        sum(turns > last for last in _STAGES),
        sum(view.hidden_counts[other]),
    )


def sorted_suits(cards: int, order: tuple[int, ...]) -> int:
    """Return cards with their suits in the inputs' order."""
    return sum((cards >> _RANKS * suit & SUIT) << _RANKS * place for place, suit in enumerate(order))


def unsorted_suits(cards: int, order: tuple[int, ...]) -> int:
    """Return cards whose suits are in the inputs' order as they are."""
    return sum((cards >> _RANKS * place & SUIT) << _RANKS * suit for place, suit in enumerate(order))


def pattern(cards: int, card: int) -> int:
    """Return which of these cards are next to a card: two ranks on each side in its suit, and how many of its rank."""
    suit, rank = divmod(card, _RANKS)
    ranks = (cards >> _RANKS * suit & SUIT) << 2
    others = sum(cards >> shift + rank & 1 for shift in _SUITS) - (cards >> card & 1)
    return ranks >> rank & 3 | (ranks >> rank + 3 & 3) << 2 | others << 4


def _cards_of(turns: bytearray) -> int:
    return sum(1 << card for card, turn in enumerate(turns) if turn)


def _order_of_suits(hand: int, known: int, thrown: int, refused: int) -> tuple[int, ...]:
    keys = []
    for suit, shift in enumerate(_SUITS):
        held, shown, gone, left = (cards >> shift & SUIT for cards in (hand, known, thrown, refused))
        count = 4 * shown.bit_count() + gone.bit_count()
        keys.append((-(count << 56 | gone << 42 | held << 28 | shown << 14 | left), suit))
    return tuple(suit for _, suit in sorted(keys))


assert len(_STAGES) == STAGES - 1
