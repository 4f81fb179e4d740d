"""Helpers for tests of players: unusual rules, and a position with other hidden cards."""

import attrs

from ginrules.lab import compare as lab_compare
from ginrules.lab.runner.play import play_dealt
from ginrules.players import new_greedy
from tests import tables

HOUSE = {
    **tables.HOUSE,
    "gin only, high aces": tables.STANDARD.evolve(knock_limit=0, ace_rank="high-or-low"),
    "long runs": tables.STANDARD.evolve(min_run=4, min_set=4),
    "reshuffle for gin": tables.STANDARD.evolve(stock_exhausted="reshuffle", knock_limit=0),
    "lay-offs on gin": tables.STANDARD.evolve(layoff="including-gin", knock_limit=0),
    "knock with anything": tables.STANDARD.evolve(knock_limit=100),
}


def with_hidden_cards_moved(state, seat, rnd):
    """Return the same position with the cards that a seat cannot know dealt again."""
    others = [other for other in range(state.seats) if other != seat]
    hidden = list(state.stock_pile) + [
        int(card) for other in others for card in state.hands[other] - state.known[other]
    ]
    rnd.shuffle(hidden)
    stock, hidden = hidden[: len(state.stock_pile)], hidden[len(state.stock_pile) :]
    hands = list(state.hand_masks)
    for other in others:
        unknown = len(state.hands[other] - state.known[other])
        hands[other] = state.known_masks[other] | sum(1 << card for card in hidden[:unknown])
        hidden = hidden[unknown:]
    return attrs.evolve(state, hand_masks=tuple(hands), stock_pile=bytes(stock))


def compare(*rules, **options):
    """Compare with the greedy player if no other is named: it reads no prices, and is quick without the core too."""
    return lab_compare(*rules, **({"players": new_greedy} | options))


def play_deal(rules, new_player, dealt, *, seats):
    """Play the rounds of a deal, one for each dealer, with the same player at every seat."""
    return [play_dealt(rules, (new_player,) * seats, dealt, dealer=dealer) for dealer in range(seats)]
