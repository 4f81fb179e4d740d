"""What a hand can become: the next draw, the melds within reach, and the cards that another seat holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from ginrules._support.values import expect, index_of, shown, whole_number
from ginrules.cards import CARDS, Card, CardSet
from ginrules.errors import InvalidRunError
from ginrules.melds.meld import Meld
from ginrules.play.view import PlayerView, expect_view
from ginrules.players.search.best_draws import hand_reader
from ginrules.players.search.discards import minimal_melds
from ginrules.players.search.hidden import CERTAIN, Habits, held_chances

_REFUSED: Final = 8
_TAKEN: Final = 32
"""The chances beside cards that a seat refused and took, in sixteenths of the usual chance."""


@attrs.frozen
class Outlook:
    """A hand before its next draw.

    Attributes:
        deadwood: The least deadwood of the hand now, in points.
        expected: The mean deadwood after a draw from the unseen cards and the best discard, in points.
        knock: The chance that the draw brings the hand to the knock limit or below.
        gin: The chance that the draw makes gin.
    """

    deadwood: int
    expected: float
    knock: float
    gin: float


def outlook(view: PlayerView, hand: CardSet | str | None = None) -> Outlook:
    """Look one draw ahead: return the expected deadwood of a hand, and the chances to knock and to go gin.

    Every unseen card is equally likely to be drawn, and the best discard follows.

    Args:
        view: The seat's view.
        hand: A hand before its draw, or None for the view's hand.

    Examples:
        >>> from ginrules.players.search import outlook
        >>> import ginrules as gin
        >>> ahead = outlook(gin.view(gin.deal("standard", seed=7), 1))
        >>> ahead.deadwood, round(ahead.expected, 1), ahead.knock
        (55, 50.2, 0.0)
    """
    expect_view(view)
    cards = view.hand if hand is None else CardSet.parse(hand) if isinstance(hand, str) else CardSet.of(hand)
    tables, limit = view.setup.tables, view.setup.knock_limit
    now, least_after = tables.deadwood(cards.mask), hand_reader(tables).least_after
    lefts = [least_after(cards.mask | 1 << card) for card in view.unseen - cards] or [now]
    draws = len(lefts)
    return Outlook(now, sum(lefts) / draws, sum(left <= limit for left in lefts) / draws, lefts.count(0) / draws)


def possible_melds(view: PlayerView, seat: int | None = None) -> tuple[Meld, ...]:
    """Return the smallest melds that a seat can still make, as far as the view shows.

    A meld is out of reach if any of its cards lies below the top of the pile, lies on the table, or is known to be
    in another hand. Larger melds contain these.

    Args:
        view: A seat's or a spectator's view.
        seat: The seat whose melds to return, or None for the view's seat.

    Raises:
        InvalidRunError: If the seat does not exist.

    Examples:
        >>> from ginrules.players.search import possible_melds
        >>> import ginrules as gin
        >>> own = gin.view(gin.deal("standard", seed=7), 1)
        >>> len(possible_melds(own)), len(possible_melds(own, 0))
        (96, 53)
    """
    expect_view(view)
    number = whole_number("seat", view.seat if seat is None else seat, 0, view.seats - 1)
    own = view.hand if number == view.seat else view.known[number]
    reach = own | view.unseen | (CardSet.of(view.discards[-1:]))
    near = minimal_melds(view.setup.tables)
    masks = {mask for card in reach for mask in near[card] if not mask & ~reach.mask}
    return tuple(Meld.of(CardSet(mask)) for mask in sorted(masks))


def holding(view: PlayerView, habits: Habits, seat: int) -> Mapping[Card, float]:
    """Return the chance that another seat holds each card, estimated from the cards that it took and refused.

    Two cards are neighbors if they can be in the same smallest meld. A neighbor of a card that the seat took is twice
    as likely as other cards. A neighbor of a card that it discarded or refused is half as likely. A card that
    everybody saw it take is certain. Cards that it cannot hold are left out.

    Args:
        view: A seat's or a spectator's view.
        habits: The seats' habits, noted since the deal.
        seat: The other seat.

    Raises:
        InvalidRunError: If the seat does not exist, or is the view's seat.

    Examples:
        >>> from ginrules.players.search import Habits, holding
        >>> import ginrules as gin
        >>> state, habits = gin.deal("standard", seed=7), Habits()
        >>> habits.begin(gin.view(state, 0))
        >>> for text in ("take", "discard 7c"):
        ...     state, events = gin.transition(state, gin.parse_action(text))
        ...     for event in events:
        ...         habits.note(event)
        >>> chances = holding(gin.view(state, 0), habits, 1)
        >>> print(habits.taken_by(1), habits.refused_by(1))
        Qs 7c
        >>> chances[gin.Card.parse("Qs")]
        1.0
        >>> chances[gin.Card.parse("Js")] > chances[gin.Card.parse("2s")] > chances[gin.Card.parse("7h")]
        True
    """
    expect_view(view)
    expect(habits, Habits, "habits", "Habits() notes the events of a round")
    number = index_of(seat)
    if number is None or not 0 <= number < view.seats or number == view.seat:
        raise InvalidRunError(f"seat: expected another seat of 0 to {view.seats - 1}, got {shown(seat)}")
    chances = held_chances(view, habits, number, refused=_REFUSED, taken=_TAKEN)
    return {CARDS[card]: chance / CERTAIN for card, chance in enumerate(chances) if chance}
