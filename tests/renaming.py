"""Symmetries: suits renamed, seats turned, and the values that must stay equal."""

import attrs

from ginrules.cards import CARDS, CardSet
from ginrules.melds.meld import Meld
from ginrules.play.actions import Discard, Knock, LayDown, LayOff, ShuffleStock, Spread


def renamed_card(number, suits):
    return 13 * suits[number // 13] + number % 13


def renamed_mask(mask, suits):
    return sum(1 << renamed_card(int(card), suits) for card in CardSet(mask))


def renamed_set(cards, suits):
    return CardSet(renamed_mask(cards.mask, suits))


def _renamed(value, suits):
    return None if value is None else CARDS[renamed_card(int(value), suits)]


def facts(state, suits=(0, 1, 2, 3), turn=0):
    """The whole state as plain values, suits renamed and seats turned; the table without its order."""
    seats = state.seats

    def seat(number):
        return None if number is None else (number + turn) % seats

    def by_seat(values):
        return tuple(values[(number - turn) % seats] for number in range(seats)) if values else ()

    phase = {
        name: value
        for name, value in attrs.asdict(state.phase, recurse=False).items()
        if name not in ("outcome", "seat", "declarer", "taken", "owed")
    }
    for name in ("seat", "declarer"):
        phase[name] = seat(getattr(state.phase, name, None))
    for name in ("taken", "owed"):
        phase[name] = renamed_mask(getattr(state.phase, name, CardSet()).mask, suits)
    outcome = state.outcome and attrs.evolve(
        state.outcome,
        declarer=seat(state.outcome.declarer),
        deadwood=by_seat(state.outcome.deadwood),
        laid=by_seat(state.outcome.laid),
        upcard=_renamed(state.outcome.upcard, suits),
        knock_card=_renamed(state.outcome.knock_card, suits),
    )
    return {
        "dealer": seat(state.dealer),
        "cards": tuple(_renamed(card, suits) for card in (state.upcard, state.knock_card)),
        "limit": state.knock_limit,
        "hands": by_seat([renamed_mask(mask, suits) for mask in state.hand_masks]),
        "laid": by_seat([renamed_mask(mask, suits) for mask in state.laid_masks]),
        "known": by_seat([renamed_mask(mask, suits) for mask in state.known_masks]),
        "stock": tuple(renamed_card(card, suits) for card in state.stock_pile),
        "pile": tuple(renamed_card(card, suits) for card in state.discard_pile),
        "table": {
            (renamed_mask(meld.cards.mask, suits), meld.kind, seat(meld.owner), renamed_mask(meld.original.mask, suits))
            for meld in state.table
        },
        "memory": (
            state.memory.takes,
            state.memory.returns,
            tuple(renamed_mask(mask, suits) for mask in state.memory.put_back),
        ),
        "phase": (type(state.phase).__name__, sorted(phase.items(), key=str)),
        "outcome": outcome,
    }


def renamed_action(action, suits, here, there):
    """The same action in a game with other suits; a lay-off names the meld by its place there."""
    match action:
        case Discard(card) | Knock(card):
            return type(action)(_renamed(card, suits))
        case LayDown(meld):
            return LayDown(Meld.of(renamed_set(meld.cards, suits)))
        case Spread(melds):
            return Spread([Meld.of(renamed_set(meld.cards, suits)) for meld in melds])
        case ShuffleStock(order):
            return ShuffleStock([_renamed(card, suits) for card in order])
        case LayOff(card, onto):
            cards = renamed_set(here.table[onto].cards, suits)
            place = next(place for place, meld in enumerate(there.table) if meld.cards == cards)
            return LayOff(_renamed(card, suits), place)
        case _:
            return action
