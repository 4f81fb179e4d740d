"""From a view back to a state: the hidden cards placed at random, or as an event requires."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

import attrs

from ginrules.cards import Card, CardSet
from ginrules.errors import DealError
from ginrules.play.deal import Seed, generator_of, in_random_order
from ginrules.play.meld_placement import can_use
from ginrules.play.phases import PlayTurn, play_turn
from ginrules.play.shared import has_drawn, needs_gin_before_draw
from ginrules.play.state import History, RoundState
from ginrules.play.view import PlayerView, expect_view

_TRIES: Final = 100_000


def determinize(view: PlayerView, seed: Seed) -> RoundState:
    """Return a full state drawn uniformly from those that fit the view, for search.

    Hidden cards are dealt at random into the hidden places. After a reshuffle a card put back
    can only be in the stock or with a seat that has drawn since. Each pool of cards is therefore
    dealt into its own places. A seat that owes a card (open melding) gets a hand that can use it.

    Args:
        view: A seat's or a spectator's view.
        seed: A whole number or a ``random.Random``. Equal numbers give equal states.

    Raises:
        DealError: If the seed is neither, or no hand that can use an owed card came up.

    Examples:
        >>> import ginrules as gin
        >>> import random
        >>> state = gin.deal("standard", gin.shuffled(7))
        >>> guess = gin.determinize(gin.view(state, 1), random.Random(1))
        >>> guess.hands[1] == state.hands[1], gin.view(guess, 1) == gin.view(state, 1)
        (True, True)
    """
    expect_view(view)
    pools = unseen_by_origin(view)
    generator = generator_of(seed)
    for _ in range(_TRIES):
        state = place_hidden_cards(view, [in_random_order(pool, generator) for pool in pools])
        phase = state.phase
        if (
            not isinstance(phase, PlayTurn)
            or not phase.owed
            or can_use(state, state.hand_masks[phase.seat], next(iter(phase.owed)))
        ):
            return _with_was_gin(state, view, generator)
    raise DealError("no hand came up that can use the owed card", seat=view.turn)


def unseen_by_origin(view: PlayerView) -> list[CardSet]:
    """Return the unseen cards by their origin: the first stock, then each reshuffle."""
    later = [pool & view.unseen for pool in view.put_back]
    first = view.unseen
    for pool in later:
        first -= pool
    return [first, *later]


def place_hidden_cards(
    view: PlayerView,
    pools: list[tuple[Card, ...]] | list[CardSet],
    *,
    holds: Mapping[int, CardSet] | None = None,
    next_card: Card | None = None,
) -> RoundState:
    """Return the state in which the unseen cards fill the hidden places in the order of the pools.

    Args:
        view: What is known.
        pools: The unseen cards by their origin, in the order in which they are placed: hands first, then the stock.
        holds: Cards that a seat must have.
        next_card: The card that must be on top of the stock.
    """
    required = {seat: cards.mask & view.unseen.mask for seat, cards in (holds or {}).items()}
    placed = 0 if next_card is None else 1 << next_card
    for cards in required.values():
        placed |= cards
    left = [[card for card in pool if not placed >> card & 1] for pool in pools]
    sets = [CardSet.of(pool) for pool in pools]
    hands = []
    for seat, known in enumerate(view.known):
        if seat == view.seat:
            hands.append(view.hand.mask)
            continue
        own = required.get(seat, 0)
        hand = known.mask | own
        for pool, waiting, size in zip(sets, left, view.hidden_counts[seat], strict=True):
            for _ in range(size - (own & pool.mask).bit_count()):
                hand |= 1 << waiting.pop(0)
        hands.append(hand)
    # the rest of the newest pool lies above the rest of the first: the floor
    stock = [card for cards in reversed(left) for card in cards]
    if next_card is not None:
        stock.insert(0, next_card)
    return RoundState(
        view.setup,
        tuple(hands),
        bytes(reversed(stock)),
        view.pile,
        view.table,
        tuple(map(int, view.laid)),
        tuple(map(int, view.known)),
        History(view.takes, view.returns, tuple(map(int, view.put_back)), view.factor, view.doubling_right),
        view.phase,
    )


def _with_was_gin(state: RoundState, view: PlayerView, generator: random.Random) -> RoundState:
    """Set ``was_gin`` of another seat's turn by the hand that was dealt to it here.

    The card drawn from the stock is any of the hidden cards that the stock could hold: after a
    reshuffle, one of the cards put back.
    """
    phase = state.phase
    if not isinstance(phase, PlayTurn) or phase.seat == view.seat or not needs_gin_before_draw(state):
        return state
    hand = state.hand_masks[phase.seat]
    drawn = phase.taken.mask
    if not drawn:
        if not has_drawn(state):
            return state
        hidden = hand & ~state.known_masks[phase.seat]
        drawn = (
            1 << in_random_order(CardSet(hidden & (int(view.put_back[-1]) if view.put_back else hidden)), generator)[0]
        )
    if state.setup.tables.deadwood(hand & ~drawn):
        return state
    return attrs.evolve(state, phase=play_turn(phase.seat, phase.taken.mask, was_gin=True))
