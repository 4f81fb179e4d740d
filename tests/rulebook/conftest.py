"""Rounds played by hand: chosen cards, actions named by their texts."""

import ginrules as gin
from tests.conftest import STANDARD

HANDS = ["Ac 2c 3c 5d 6d 7d 9h Th Jh 4s", "4c 8c Jc 2d 8d Kd 3h 6h 7s Qs"]
"""Hands of which the first can knock; their least deadwood is 4 and 68."""


def stack(hands, rules=STANDARD, *, dealer=1, knock_card=None, **piles):
    """The first state of a round with these hands; seat 0 begins unless the dealer says otherwise."""
    order = gin.stacked(hands, rules, dealer=dealer, **piles)
    return gin.deal(rules, order, dealer=dealer, seats=len(hands), knock_card=knock_card)


def play(state, *actions):
    """The state after these actions; a text stands for the legal action that it prints."""
    for action in actions:
        state = gin.apply(state, named(state, action) if isinstance(action, str) else action)
    return state


def named(state, text):
    """The legal action that prints like this."""
    found = [action for action in gin.legal_actions(state) if str(action) == text]
    assert len(found) == 1, f"{text!r} is not legal, but {', '.join(map(str, gin.legal_actions(state)))}"
    return found[0]


def texts(state):
    """The legal actions, as printed."""
    return [str(action) for action in gin.legal_actions(state)]


def refusal(state, action):
    """The class of the refusal, None for a legal action."""
    found = gin.why_illegal(state, action)
    return None if found is None else type(found)


def drawn(hands, cards, rules=STANDARD, *, knock_card=None, **piles):
    """Seat 0's first turn, everybody having declined, with the first of these cards drawn from the stock."""
    first = len(hands) - 1
    state = stack(hands, rules, dealer=first, stock=cards, knock_card=knock_card, **piles)
    while isinstance(state.phase, gin.UpcardOffer):
        state = gin.apply(state, gin.Decline())
    return gin.apply(state, gin.DrawStock())


def knocked(hands, throw, rules=STANDARD, *, knock_card=None, **piles):
    """Seat 0 has drawn this card from the stock and knocked with it; its spread is due."""
    return gin.apply(drawn(hands, [throw], rules, knock_card=knock_card, **piles), gin.Knock(throw))


def spread(state, *melds):
    """The declarer shows these melds."""
    return gin.apply(state, gin.Spread(melds))


def defended(state):
    """Each defender lays off and names melds as well as they can, to the end of the round."""
    while not state.is_over:
        own = [meld for meld in state.table if meld.owner == state.phase.declarer]
        state = play(state, *gin.best_defence(state.hands[state.turn], own, state.rules).actions)
    return state


def run_down(state, last=None):
    """Draw from the stock and throw the card drawn until the stock is at its floor.

    With ``last``, the seat that makes the last draw throws this card instead.
    """
    while isinstance(state.phase, gin.UpcardOffer):
        state = gin.apply(state, gin.Decline())
    while len(state.stock) > state.rules.stock_floor and isinstance(state.phase, gin.DrawTurn):
        card = state.stock[-1]
        state = gin.apply(state, gin.DrawStock())
        end = len(state.stock) == state.rules.stock_floor
        if end and last is None:
            return state
        state = gin.apply(state, gin.Discard(last if end else card))
    return state
