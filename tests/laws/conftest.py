"""Symmetries: suits renamed, seats turned, and the values that must stay equal."""

import random

import attrs

import ginrules as gin
from ginrules.cards import CARDS
from ginrules.testing.policies import POLICIES, fresh
from tests.conftest import WAYS, decisions, effort


def renamed_card(number, suits):
    return 13 * suits[number // 13] + number % 13


def renamed_mask(mask, suits):
    return sum(1 << renamed_card(int(card), suits) for card in gin.CardSet(mask))


def renamed_set(cards, suits):
    return gin.CardSet(renamed_mask(cards.mask, suits))


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
        phase[name] = renamed_mask(getattr(state.phase, name, gin.CardSet()).mask, suits)
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
        case gin.Discard(card) | gin.Knock(card):
            return type(action)(_renamed(card, suits))
        case gin.LayDown(meld):
            return gin.LayDown(gin.Meld.of(renamed_set(meld.cards, suits)))
        case gin.Spread(melds):
            return gin.Spread([gin.Meld.of(renamed_set(meld.cards, suits)) for meld in melds])
        case gin.ShuffleStock(order):
            return gin.ShuffleStock([_renamed(card, suits) for card in order])
        case gin.LayOff(card, onto):
            cards = renamed_set(here.table[onto].cards, suits)
            place = next(place for place, meld in enumerate(there.table) if meld.cards == cards)
            return gin.LayOff(_renamed(card, suits), place)
        case _:
            return action


PHASES = {
    gin.UpcardOffer: "offer",
    gin.DrawTurn: "draw",
    gin.PlayTurn: "play",
    gin.SpreadTurn: "spread",
    gin.LayoffTurn: "lay-off",
    gin.Reshuffle: "shuffle",
    gin.RoundOver: "over",
    gin.DoubleOffer: "double",
}


def plain(action):  # noqa: C901 - one line a kind
    match action:
        case gin.Decline():
            return ("decline",)
        case gin.TakeDiscard(count):
            return ("take", count)
        case gin.DrawStock():
            return ("draw",)
        case gin.LayDown(meld):
            return ("lay", meld.order)
        case gin.LayOff(card, onto):
            return ("lay off", int(card), onto)
        case gin.Discard(card):
            return ("discard", int(card))
        case gin.Knock(card):
            return ("knock", int(card))
        case gin.GoBigGin():
            return ("big gin",)
        case gin.Spread(melds):
            return ("spread", frozenset(meld.order for meld in melds))
        case gin.Done():
            return ("done",)
        case gin.Double() | gin.Accept() | gin.Refuse():
            return (str(action),)


def only(cards):
    return next(map(int, cards), None)


def second_opinion(naive, state, before, doublers):
    phase = state.phase
    hand = [] if state.turn is None else [int(card) for card in state.hands[state.turn]]
    return naive.legal(
        PHASES[type(phase)],
        hand,
        [int(card) for card in state.discards],
        [(int(meld.cards), int(meld.original)) for meld in state.table],
        taken=only(getattr(phase, "taken", ())),
        owed=only(getattr(phase, "owed", ())),
        stock_only=getattr(phase, "stock_only", False),
        before=before,
        doubles=[seat == state.turn for seat in doublers],
    )


REVEALING = (gin.Knock, gin.GoBigGin, gin.Spread, gin.Done)


def classes(state):
    """For each card, which reshuffle last put it back (0: none)."""
    return {card: place for place, pool in enumerate(state.memory.put_back, start=1) for card in gin.CardSet(pool)}


def exchanged(state, seat, rng, *, keep=None):
    """Another state that this seat cannot tell from the given state; `keep` names a seat whose hand stays."""
    origin = classes(state)
    hands = [set(hand) for hand in state.hands]
    stock = list(state.stock)
    hidden = [
        (other, card)
        for other, known in enumerate(state.known)
        if other not in (seat, keep)
        for card in hands[other] - set(known)
    ]
    places = [*hidden, *(("stock", place) for place in range(len(stock)))]
    by_class = {}
    for where, what in places:
        card = stock[what] if where == "stock" else what
        by_class.setdefault(origin.get(card, 0), []).append((where, what, card))
    for group in by_class.values():
        cards = [card for _, _, card in group]
        rng.shuffle(cards)
        for where, what, _ in group:
            if where != "stock":
                hands[where].remove(what)
        for (where, what, _), card in zip(group, cards, strict=True):
            if where == "stock":
                stock[what] = card
            else:
                hands[where].add(card)
    phase = state.phase
    if isinstance(phase, gin.PlayTurn) and phase.seat != seat and state.rules.big_gin_needs_gin:
        phase = attrs.evolve(phase, was_gin=not phase.was_gin)  # the seat's hand before its draw is hidden too
    return attrs.evolve(
        state, hand_masks=tuple(int(gin.CardSet.of(hand)) for hand in hands), stock_pile=bytes(stock), phase=phase
    )


def meets_its_duty(state):
    return not (isinstance(state.phase, gin.PlayTurn) and state.phase.owed) or gin.legal_actions(state) != ()


def sampled(name, rounds=None, states=12):
    """States of some rounds of a table, all phases with equal weight."""
    rules, seats = WAYS[name]
    rng = random.Random(name)
    for seed in range(rounds or effort(1, 3)):
        by_phase = {}
        for state, _ in decisions(fresh(rules, seats, seed), seed, list(POLICIES.values())[seed % 4]):
            by_phase.setdefault(type(state.phase), []).append(state)
        for group in by_phase.values():
            for state in rng.sample(group, min(len(group), states // len(by_phase) + 1)):
                yield rng, state


def looking(state):
    return (*range(state.seats), None)


def redacted_events(state, action, seat):
    """The redacted events except the last event of a round, which opens all hands."""
    _, events = gin.transition(state, action)
    return [gin.redact(event, seat) for event in events if not isinstance(event, gin.RoundEnded)]
