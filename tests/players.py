"""What the tests of players share: tables of all presets, unusual rules, a position with other hidden cards."""

import attrs

from ginrules.presets import preset, preset_names
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats

_STANDARD = RuleSet(name="standard")
TABLES = [
    (name, seats)
    for name in preset_names()
    for seats in sorted({table_seats(preset(name).seating, each) for each in preset(name).player_counts})
]
HOUSE = {
    "eleven cards": _STANDARD.evolve(opening="eleven-cards"),
    "gin only, high aces": _STANDARD.evolve(knock_limit=0, ace_rank="high-or-low"),
    "small pack": _STANDARD.evolve(ranks=7, suits=4, hand_size=5),
    "long runs": _STANDARD.evolve(min_run=4, min_set=4),
    "pairs": _STANDARD.evolve(min_set=2, hand_size=4),
    "reshuffle": _STANDARD.evolve(stock_exhausted="reshuffle", knock_limit=0),
    "last discard": _STANDARD.evolve(stock_exhausted="last-discard-option", knock_limit=3),
    "no lay-offs": _STANDARD.evolve(layoff="none"),
    "gin may be laid off": _STANDARD.evolve(layoff="including-gin", knock_limit=0),
    "named melds": _STANDARD.evolve(defender_melds="named", return_taken_discard=True, return_pair=True),
    "knock with anything": _STANDARD.evolve(knock_limit=100),
}


def with_hidden_cards_moved(state, seat, rnd):
    """The same position with the cards that the seat cannot know dealt again."""
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
