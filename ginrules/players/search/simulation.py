"""Search tools for your own players. They take states, views and cards, where the lab's players use masks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final

import attrs

from ginrules._support.values import as_items, expect, whole_number
from ginrules.cards import Card, CardSet, as_card
from ginrules.errors import DealError, InvalidRunError
from ginrules.play.actions import Action
from ginrules.play.deal import Seed, generator_of
from ginrules.play.determinize import determinize
from ginrules.play.engine import apply, chance_action
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
from ginrules.play.shared import needs_gin_before_draw
from ginrules.play.state import RoundConfig, RoundState, expect_state
from ginrules.play.view import PlayerView, expect_view, view
from ginrules.players.search.discards import quick_discard
from ginrules.players.search.hidden import turns_played
from ginrules.players.search.knocks import payoff
from ginrules.scoring.price import price_played
from ginrules.scoring.score import margins
from ginrules.solver.meld_tables import MeldTables

MOST_TURNS: Final = 60
"""Turns after which a round is left undecided."""

_MOST_IMPROVED: Final = 12
"""Turns after which a sampled hand is not improved further."""


def turn_with(tables: MeldTables, hand: int, drawn: int, kept: int = 0) -> tuple[int, int, int]:
    """Add a card and discard the worst but the ``kept``: return the deadwood left, the hand and the discard."""
    cards = hand | drawn
    left, worst = quick_discard(tables, cards, cards & ~kept)
    return left, cards ^ worst, worst


def rollout(setup: RoundConfig, hands: list[int], stock: list[int], seat: int, top: int) -> tuple[float, ...]:
    """Play a position greedily to its end and return the gain of each seat, in points.

    Each seat knocks as soon as it can. It takes a face-up card only to meld it: this is faster to decide than
    whether the card helps. A round that exhausts the stock counts zero. No legal actions are listed, and nothing is
    checked.
    """
    tables, limit, floor, seats = setup.tables, setup.knock_limit, setup.rules.stock_floor, setup.seats
    deadwood, values = tables.deadwood, tables.values
    for _ in range(MOST_TURNS):
        if len(stock) <= floor:
            break
        hand = hands[seat]
        if top and deadwood(hand | top) < deadwood(hand) + values[top.bit_length() - 1]:
            left, hands[seat], top = turn_with(tables, hand, top, top)
        else:
            left, hands[seat], top = turn_with(tables, hand, 1 << stock.pop())
        if left <= limit:
            return payoff(setup, seat, hands)
        seat = seat + 1 if seat + 1 < seats else 0
    return (0.0,) * seats


Points = tuple[float, ...]
"""The gain of each seat from the others, in points."""


def with_stock(state: RoundState, order: Iterable[Card | int | str]) -> RoundState:
    """Return a state with its stock in another order.

    In a search, draws can then be chance nodes.

    Nothing else changes, and every view of the state stays the same.

    Args:
        state: A state.
        order: The cards of its stock, the next card first: ``state.stock[::-1]`` changes nothing.

    Raises:
        ParseError: If a card appears twice, or an item is not a card.
        DealError: If these are not exactly the stock's cards, or if a card that a reshuffle put back would
            change places with a card that it left in the stock.

    Examples:
        >>> from ginrules.players.search import with_stock
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
            message = "order: a card that a reshuffle put back lies above those that it left: keep the two apart"
            raise DealError(message, cards=str(CardSet(mask) & stock))
    return attrs.evolve(state, stock_pile=pile)


def plausible(view: PlayerView, seed: Seed, *, turns: int | None = None) -> RoundState:
    """Return a state that fits a view, with hands of sensible players at the other seats.

    Sensible players improve their hands turn by turn. Each hidden hand is first dealt at random, as by
    `ginrules.determinize`. Then, once for each turn played, it takes a hidden card and returns its worst unknown
    card. It stops before it could have knocked. With open melds, and after a reshuffle, hands are not improved.

    Args:
        view: A seat's or a spectator's view.
        seed: A whole number or a ``random.Random``. Equal numbers give equal states.
        turns: The number of times that each hand is improved, or None for the turns played, 0 for
            `ginrules.determinize`.

    Raises:
        DealError: If the seed is neither a whole number nor a ``random.Random``.
        InvalidRunError: If ``turns`` is not a whole number, 0 or more.

    Examples:
        >>> from ginrules.players.search import plausible
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
    if isinstance(view.phase, PlayTurn) and needs_gin_before_draw(state):
        return state  # whether the hand was gin before the draw is in the phase
    tables, limit = view.setup.tables, view.setup.knock_limit
    hands, stock = list(state.hand_masks), list(state.stock_pile)
    rounds = min(_MOST_IMPROVED, turns_played(view)) if turns is None else turns
    for seat, known in enumerate(state.known_masks):
        if seat == view.seat or hands[seat] == known:
            continue
        for _ in range(min(rounds, len(stock))):
            place = int(source.random() * len(stock))
            left, improved, worst = turn_with(tables, hands[seat], 1 << stock[place], known)
            if left <= limit:
                break
            hands[seat] = improved
            stock[place] = worst.bit_length() - 1
    return attrs.evolve(state, hand_masks=tuple(hands), stock_pile=bytes(stock))


def playout(
    state: RoundState, choose: Callable[[PlayerView], Action] | None = None, *, seed: Seed = 0, most: int = 1_000
) -> Points:
    """Play a state to its end and return the gain of each seat.

    Without ``choose`` all seats play greedily: they take a face-up card only to meld it, knock as soon as they can,
    and defend well. This is many times faster than the engine, because it lists no legal actions and checks nothing.
    A round without a knock counts zero, and so does a round that needs a reshuffle.

    Args:
        state: The state.
        choose: A function from a view to an action, for every seat. The engine then plays, under any rules.
        seed: A whole number or a ``random.Random``, for reshuffles.
        most: Limit on the round's actions. At the limit, each seat counts its cards on the table less the
            cards in its hand.

    Returns:
        The gain of each seat, in points. The gains add up to 0.

    Raises:
        InvalidRunError: If melds are open and there is no ``choose``.
        IllegalAction: If ``choose`` returns an illegal action.

    Examples:
        >>> from ginrules.players.search import playout
        >>> import ginrules as gin
        >>> state = gin.deal("standard", seed=7)
        >>> playout(state), playout(state, gin.players.Greedy().choose)
        ((-58.0, 58.0), (-47.0, 47.0))
    """
    expect_state(state)
    if choose is not None:
        expect(choose, Callable, "a function from a view to an action")  # type: ignore[arg-type] # a class of its own kind
        return _played_out(state, choose, generator_of(seed), most)
    if state.rules.open_melds:
        raise InvalidRunError(
            "choose: expected a function from a view to an action: melds are open, so the engine plays"
        )
    return _doubled(state, _greedily(state))


def _played_out(state: RoundState, choose: Callable[[PlayerView], Action], source: random.Random, most: int) -> Points:
    """Return the gain of each seat by play on the engine, under any rules."""
    for _ in range(most):
        turn = state.turn
        if turn is None and state.is_over:
            break
        state = apply(state, chance_action(state, source) if turn is None else choose(view(state, turn)))
    if state.outcome is not None:
        return tuple(map(float, price_played(state.outcome, state.rules).net))
    value = state.setup.tables.value
    balance = [value(laid.mask) - value(hand.mask) for laid, hand in zip(state.laid, state.hands, strict=True)]
    return tuple(map(float, margins(tuple(balance))))


def payoffs(state: RoundState, declarer: int, discard: Card | str | None = None, *, big: bool = False) -> Points:
    """Return the gain of each seat if a seat declares now, with the hands of this state.

    Melds are spread and cards laid off as well as possible, and the rules in force set the prices. A box counts only
    if boxes help to win the game. The mean over `plausible` states is a knock's worth.

    Args:
        state: The state, with every hand.
        declarer: The seat that declares.
        discard: The card that it discards from its hand, or None to keep the whole hand.
        big: Whether it declares big gin, with all of its cards.

    Raises:
        InvalidRunError: If the seat does not exist or does not hold the card, or its deadwood is above the limit.

    Examples:
        >>> from ginrules.players.search import payoffs
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
        message = f"seat {seat} cannot declare: it would keep {left} points, above the limit of {state.knock_limit}"
        raise InvalidRunError(message, seat=seat, deadwood=left, limit=state.knock_limit)
    return _doubled(state, payoff(state.setup, seat, hands, big=bool(big)))


def _doubled(state: RoundState, points: Points) -> Points:
    return points if state.factor == 1 else tuple(state.factor * one for one in points)


def _greedily(state: RoundState) -> Points:
    """Return the gain of each seat by greedy play from this state, at a factor of 1."""
    setup, phase, hands = state.setup, state.phase, list(state.hand_masks)
    stock, top = list(state.stock_pile), 1 << state.discard_pile[-1] if state.discard_pile else 0
    nothing = (0.0,) * state.seats
    match phase:
        case RoundOver(outcome):
            return tuple(one / state.factor for one in map(float, price_played(outcome, state.rules).net))
        case Reshuffle():
            return nothing
        case SpreadTurn() | LayoffTurn():
            return payoff(setup, phase.declarer, hands)
        case LastDiscard(seat):
            left, worst = quick_discard(setup.tables, hands[seat] | top, hands[seat])
            if left > setup.knock_limit:
                return nothing
            hands[seat] ^= top | worst
            return payoff(setup, seat, hands)
        case DoubleOffer():
            return rollout(setup, hands, stock, phase.by, top)
        case PlayTurn(seat):
            left, worst = quick_discard(setup.tables, hands[seat], hands[seat] & ~phase.taken.mask or hands[seat])
            hands[seat] ^= worst
            if left <= setup.knock_limit:
                return payoff(setup, seat, hands)
            return rollout(setup, hands, stock, (seat + 1) % state.seats, worst)
        case UpcardOffer(seat) | DrawTurn(seat):
            closed = isinstance(phase, DrawTurn) and phase.stock_only
            return rollout(setup, hands, stock, seat, 0 if closed else top)
