"""Hands to count: uniform, full of melds, and as they come up in play."""

import random

import ginrules as gin
from ginrules.presets import STANDARD
from tests.naive import Naive, rich_hand


def uniform(size: int, count: int) -> list[gin.CardSet]:
    rng = random.Random(f"uniform {size}")
    return [gin.CardSet.of(rng.sample(range(52), size)) for _ in range(count)]


def meld_rich(size: int, count: int) -> list[gin.CardSet]:
    naive = Naive()
    rng = random.Random(f"rich {size}")
    return [gin.CardSet(rich_hand(rng, naive.melds, size, naive.pack)) for _ in range(count)]


def in_play(size: int, count: int) -> list[gin.CardSet]:
    """Return hands of two players who keep the least deadwood: ten cards before a draw, eleven after it."""
    rng = random.Random(f"in play {size}")
    hands: list[gin.CardSet] = []
    while len(hands) < count:
        state = gin.deal(STANDARD, gin.shuffled(rng))
        while not state.is_over and state.turn is not None:
            hand = state.hands[state.turn]
            if len(hand) == size:
                hands.append(hand)
            state = gin.apply(state, _sensible(state, hand, rng))
    rng.shuffle(hands)
    return hands[:count]


def _sensible(state: gin.RoundState, hand: gin.CardSet, rng: random.Random) -> gin.Action:
    legal = gin.legal_actions(state)
    discards: list[gin.Discard | gin.Knock] = [action for action in legal if isinstance(action, gin.Discard)]
    if not discards:
        return rng.choice(legal)
    knocks: list[gin.Discard | gin.Knock] = [action for action in legal if isinstance(action, gin.Knock)]
    left = gin.after_discard(hand, state.rules)
    return min(knocks or discards, key=lambda action: (left[action.card], rng.random()))
