"""What the writer of a player needs, with states, views and cards; the lab's players use the same parts as masks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import attrs

from ginrules._values import as_items, expect, index_of, shown, whole_number
from ginrules.cards import CARDS, Card, CardSet, as_card
from ginrules.errors import DealError, InvalidRunError
from ginrules.lab.search.discards import Outlook, minimal_melds, quick_discard
from ginrules.lab.search.discards import outlook as one_draw
from ginrules.lab.search.hidden import Habits, Sample, holding_chances, sample_position
from ginrules.lab.search.knocks import payoff
from ginrules.lab.search.rollout import engine_rollout, rollout
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action
from ginrules.play.deal import Seed, generator_of
from ginrules.play.phases import (
    DoubleOffer,
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import RoundState, expect_state
from ginrules.play.table.endings import remembers_gin
from ginrules.play.views.determinize import determinize
from ginrules.play.views.view import PlayerView, expect_view
from ginrules.scoring.price import price

Points = tuple[float, ...]
"""What each seat gains on the others, in points."""


def with_stock(state: RoundState, order: Iterable[Card | int | str]) -> RoundState:
    """Return a state with its stock in another order, so that draws can be chance nodes of a search.

    Every other thing stays as it is, and so does every view of the state.

    Args:
        state: A state.
        order: The cards of its stock, the next one to be drawn first: ``state.stock[::-1]`` changes nothing.

    Raises:
        ParseError: If a card appears twice, or one is not a card.
        DealError: If they are not just those cards, or if a card that a reshuffle put back would lie below one that it
            left in the stock.

    Examples:
        >>> from ginrules.lab.search import with_stock
        >>> import ginrules as gin
        >>> state = gin.deal("standard", seed=7)
        >>> for text in ("decline", "decline"):
        ...     state = gin.apply(state, gin.parse_action(text))
        >>> turned = with_stock(state, state.stock)
        >>> turned.stock[0] == state.stock[-1], with_stock(turned, turned.stock) == state
        (True, True)
    """
    expect_state(state)
    cards = CardSet.of(items := as_items(order, "the cards of the stock in a list"))
    stock = CardSet.of(state.stock)
    if cards != stock:
        missing, other = stock - cards, cards - stock
        problem = f"{missing} is missing" if missing else f"{other} is not in it"
        raise DealError(f"order: expected the {len(stock)} cards of the stock, but {problem}", cards=str(cards))
    pile = bytes(Card.parse(card) if isinstance(card, str) else card for card in reversed(items))
    for mask in state.memory.put_back:
        places = [[mask >> card & 1 for card in one] for one in (pile, state.stock_pile)]
        if places[0] != places[1]:
            raise DealError(
                "order: a card that a reshuffle put back lies above those that it left: keep the two apart",
                cards=str(CardSet(mask) & stock),
            )
    return attrs.evolve(state, stock_pile=pile)


def plausible(view: PlayerView, seed: Seed, *, turns: int | None = None) -> RoundState:
    """Return a state that fits a view and in which the others hold hands as sensible players have them.

    A hand after some turns is not a random one. Each hidden hand is dealt at random as by `ginrules.determinize`;
    then, once for each turn played, it takes a hidden card and returns its worst unknown one, but never comes so far
    that it could have knocked. Where melds are open, and after a reshuffle, hands are not improved.

    Args:
        view: What a seat, or a spectator, sees.
        seed: A whole number or a ``random.Random``; equal numbers give equal states.
        turns: How often each hand is improved; None for the turns played, 0 for `ginrules.determinize`.

    Raises:
        DealError: If the seed is neither.
        InvalidRunError: If ``turns`` is not a number from 0 up.

    Examples:
        >>> from ginrules.lab.search import plausible
        >>> import ginrules as gin
        >>> import random
        >>> state = gin.apply(gin.apply(gin.deal("standard", seed=7), gin.Decline()), gin.Decline())
        >>> for _ in range(6):  # every drawn card goes to the pile
        ...     state = gin.apply(gin.apply(state, gin.DrawStock()), gin.Discard(state.stock[-1]))
        >>> own, source = gin.view(state, 1), random.Random(1)
        >>> gin.view(plausible(own, source), 1) == own
        True
        >>> def mean(place):
        ...     return sum(gin.deadwood(place(own, source).hands[0], "standard") for _ in range(200)) / 200
        >>> mean(plausible) < mean(gin.determinize)
        True
    """
    expect_view(view)
    source = generator_of(seed)
    if turns is not None:
        whole_number("turns", turns, 0)
    if turns == 0 or view.put_back or view.setup.rules.open_melds or view.is_over:
        return determinize(view, source)
    state = determinize(view, source)
    if isinstance(view.phase, PlayTurn) and remembers_gin(state):
        return state  # whether the hand was gin before the draw is in the phase
    sample = sample_position(view, source, turns, state)
    return attrs.evolve(state, hand_masks=tuple(sample.hands), stock_pile=bytes(sample.stock))


def playout(
    state: RoundState, choose: Callable[[PlayerView], Action] | None = None, *, seed: Seed = 0, most: int = 1_000
) -> Points:
    """Play a state to its end and return what each seat gains.

    Without ``choose`` all seats play greedily: they take a face-up card to meld it, knock as soon as they can, and
    defend well. That is many times faster than the engine, nothing is listed or checked, a round without a knock
    counts zero, and a reshuffle ends it.

    Args:
        state: The state.
        choose: Chooses an action for a view, for every seat; the engine then plays, by every rule.
        seed: A whole number or a ``random.Random``, for reshuffles.
        most: The most actions; a round that is cut short counts the cards on the table less those held.

    Returns:
        The points by seat, in points of the rules; their sum is 0.

    Raises:
        InvalidRunError: If melds are open and there is no ``choose``.
        IllegalAction: If ``choose`` returns one.

    Examples:
        >>> from ginrules.lab.search import playout
        >>> import ginrules as gin
        >>> state = gin.deal("standard", seed=7)
        >>> playout(state), playout(state, gin.lab.Greedy().choose)
        ((-58.0, 58.0), (-47.0, 47.0))
    """
    expect_state(state)
    if choose is not None:
        expect(choose, Callable, "a function from a view to an action")  # type: ignore[arg-type] # a class of its own kind
        return engine_rollout(state, choose, generator_of(seed), most)
    if state.rules.open_melds:
        raise InvalidRunError("choose: expected what chooses for a view: melds are open, which only the engine plays")
    return _doubled(state, _greedily(state))


def payoffs(state: RoundState, declarer: int, discard: Card | str | None = None, *, big: bool = False) -> Points:
    """Return what each seat gains if a seat declares now, with the hands as they are in this state.

    Melds are spread and cards laid off as well as possible, points are those of the rules in force, and a box counts
    what it pays where that helps to win the game. The mean over `plausible` states is what a knock is worth.

    Args:
        state: The state, with every hand.
        declarer: The seat that declares.
        discard: The card of its hand that it discards; None if its hand is what it keeps.
        big: Whether it is big gin, with all of its cards.

    Raises:
        InvalidRunError: If there is no such seat or card, or its deadwood is above the limit.

    Examples:
        >>> from ginrules.lab.search import payoffs
        >>> import ginrules as gin
        >>> hands = ["A23.456.789.2", "4.789.TJQ.68T"]
        >>> state = gin.deal("standard", gin.stacked(hands, "standard"))
        >>> payoffs(state, 0)
        (22.0, -22.0)
        >>> payoffs(state, 1)
        Traceback (most recent call last):
            ...
        ginrules.errors.InvalidRunError: seat 1 cannot declare: it would keep 28 points, above the limit of 10
    """
    expect_state(state)
    seat = whole_number("declarer", declarer, 0, state.seats - 1)
    hands = list(state.hand_masks)
    if discard is not None:
        card = as_card(discard)
        if not hands[seat] >> card & 1:
            raise InvalidRunError(f"discard: seat {seat} does not hold {card}: it has {CardSet(hands[seat])}")
        hands[seat] ^= 1 << card
    left = state.setup.tables.deadwood(hands[seat])
    if left > state.knock_limit:
        raise InvalidRunError(
            f"seat {seat} cannot declare: it would keep {left} points, above the limit of {state.knock_limit}",
            seat=seat, deadwood=left, limit=state.knock_limit,
        )  # fmt: skip
    return _doubled(state, payoff(state.setup, seat, hands, big=bool(big)))


def outlook(view: PlayerView, hand: CardSet | str | None = None) -> Outlook:
    """Return what the next draw does to a hand: the deadwood to expect, and the chances to knock and of gin.

    Every card whose place the seat does not know comes with equal chance; the best discard follows.

    Args:
        view: What the seat sees.
        hand: A hand before its draw; None for the one in the view.

    Examples:
        >>> from ginrules.lab.search import outlook
        >>> import ginrules as gin
        >>> ahead = outlook(gin.view(gin.deal("standard", seed=7), 1))
        >>> ahead.deadwood, round(ahead.expected, 1), ahead.knock
        (55, 50.2, 0.0)
    """
    expect_view(view)
    cards = view.hand if hand is None else CardSet.parse(hand) if isinstance(hand, str) else CardSet.of(hand)
    setup = view.setup
    return one_draw(setup.tables, cards.mask, (view.unseen - cards).mask, setup.knock_limit)


def possible_melds(view: PlayerView, seat: int | None = None) -> tuple[Meld, ...]:
    """Return the smallest melds that a seat can still make, as far as the view knows.

    A meld is out of reach if one of its cards lies in the pile below the top, on the table, or is known to be in
    another hand. Larger melds are made of these.

    Args:
        view: What a seat, or a spectator, sees.
        seat: The seat whose melds are meant; None for that of the view.

    Raises:
        InvalidRunError: If there is no such seat.

    Examples:
        >>> from ginrules.lab.search import possible_melds
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
    """Return how likely a seat holds each card that it can hold, from what it has shown.

    A card next to one that it took is twice as likely as others, a card next to one that it discarded or refused half
    as likely; a card that everybody saw it take is certain.

    Args:
        view: What a seat, or a spectator, sees.
        habits: What the seats have shown, noted since the deal.
        seat: The other seat.

    Raises:
        InvalidRunError: If there is no such seat, or it is that of the view.

    Examples:
        >>> from ginrules.lab.search import Habits, holding
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
    return {CARDS[card]: chance for card, chance in enumerate(holding_chances(view, habits, number)) if chance}


def _doubled(state: RoundState, points: Points) -> Points:
    return points if state.factor == 1 else tuple(state.factor * one for one in points)


def _greedily(state: RoundState) -> Points:
    """Return what each seat gains by greedy play from here, at a factor of 1."""
    setup, phase, hands = state.setup, state.phase, list(state.hand_masks)
    stock, top = list(state.stock_pile), 1 << state.discard_pile[-1] if state.discard_pile else 0
    nothing = (0.0,) * state.seats
    match phase:
        case RoundOver(outcome):
            return tuple(one / state.factor for one in map(float, price(outcome, state.rules).net))
        case Reshuffle():
            return nothing
        case SpreadTurn() | LayoffTurn():
            return payoff(setup, phase.declarer, hands)
        case LastDiscard(seat):
            left, _ = quick_discard(setup.tables, hands[seat] | top, hands[seat])
            if left > setup.knock_limit:
                return nothing
            hands[seat] = _kept(state, seat, top)
            return payoff(setup, seat, hands)
        case DoubleOffer():
            return rollout(setup, Sample(hands, stock), phase.by, top)
        case PlayTurn(seat):
            left, worst = quick_discard(setup.tables, hands[seat], hands[seat] & ~phase.taken.mask or hands[seat])
            hands[seat] ^= worst
            if left <= setup.knock_limit:
                return payoff(setup, seat, hands)
            return rollout(setup, Sample(hands, stock), (seat + 1) % state.seats, worst)
        case UpcardOffer(seat) | DrawTurn(seat):
            closed = isinstance(phase, DrawTurn) and phase.stock_only
            return rollout(setup, Sample(hands, stock), seat, 0 if closed else top)


def _kept(state: RoundState, seat: int, drawn: int) -> int:
    cards = state.hand_masks[seat] | drawn
    return cards ^ quick_discard(state.setup.tables, cards, cards & ~drawn)[1]
