"""Single decisions of the core's players, and the values they weigh, compared with the engine's at many positions.

Rounds show these too, but borderline cases only once in thousands: a hand that holds just what it may knock with,
an ace that is all that is loose, a sample after the discards were shuffled again.
"""

import ctypes
import random
from functools import cache, partial
from itertools import chain

import attrs
import numpy as np
import pytest

import ginrules as gin
from ginrules.cards import CARDS, CardSet
from ginrules.fast._load import SPREAD_ACTION
from ginrules.fast._plan import policy_of, tables_of
from ginrules.fast._states import record_of
from ginrules.fast.codec import DISCARD_CODE, KNOCK_CODE, MELD_CODE, SINGLE, Codec
from ginrules.fast.layout import ENTRIES, Layout, words_at
from ginrules.play.phases import DrawTurn, LastDiscard, PlayTurn, SpreadTurn
from ginrules.players import Expert, RandomPlayer, Simple, new_greedy
from ginrules.testing.policies import fresh, mixed, patient, stalling
from tests.conftest import STANDARD, decisions, effort, reach
from tests.core.fast.conftest import CORE_WAYS

PLAYERS = (Expert, partial(Expert, caution=0, hope=0), Simple, RandomPlayer, new_greedy)
OFTEN = STANDARD.evolve(stock_exhausted="last-discard-option", stock_floor=26, knock_limit=40)
SHUFFLED = STANDARD.evolve(stock_exhausted="reshuffle", reshuffle_cap=3, stock_floor=25, knock_limit=10)


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def numbers_of(action):
    """An action as the core has it; a spread as its melds."""
    if isinstance(action, gin.Spread):
        return tuple(meld.cards.mask for meld in action.melds)
    if isinstance(action, gin.LayOff):
        return MELD_CODE + len(CARDS) * action.onto + action.card
    if isinstance(action, gin.Discard):
        return DISCARD_CODE + action.card
    if isinstance(action, gin.Knock):
        return KNOCK_CODE + action.card
    return SINGLE.index(action)


def decided(core, state, maker, seed, **changes):
    """The first decision of a core player, a number or the melds of a spread; and the pairs that Simple remembers."""
    record, melds, pairs = record_of(state), np.zeros(13, np.uint64), np.zeros(52, np.uint64)
    for name, value in changes.items():
        record[name] = value
    policy = np.array(policy_of(maker, state.rules), np.int32)
    asked = map(pointer, (tables_of(state.rules, state.seats), record, policy))
    action = core.decided(*asked, ctypes.c_uint64(seed), pointer(melds), pointer(pairs))
    return (tuple(mask for mask in melds.tolist() if mask) if action >= SPREAD_ACTION else action), pairs


def check_decision(core, state, maker, seed=5):
    """Compare a player's first decision; return its action."""
    player = maker(seed)
    action = player.choose(gin.view(state, state.turn))
    found, pairs = decided(core, state, maker, seed)
    assert found == numbers_of(action), (state.rules.label, maker, gin.to_json(state))
    if maker is Simple:
        remembered = {1 << card | 1 << other for card in CARDS for other in CARDS if int(pairs[card]) >> other & 1}
        assert player._pairs == remembered
    return action


def positions(rules, seats, seed, policy=patient):
    """The states of a round in which a seat decides."""
    return (state for state, _ in decisions(fresh(rules, seats, seed), seed, policy) if state.turn is not None)


@cache
def limited(rules, limit):
    return rules.evolve(knock_limit=max(0, limit))


def at_the_limit(state):
    """The position with a knock limit that the best discard just reaches, or misses by one point."""
    setup, phase = state.setup, state.phase
    hand = state.hand_masks[phase.seat] | (1 << state.discard_pile[-1] if isinstance(phase, LastDiscard) else 0)
    least = min(setup.tables.deadwood(hand ^ 1 << card) for card in CardSet(hand))
    setups = [attrs.evolve(setup, rules=limited(setup.rules, limit), knock_limit=limit) for limit in (least, least - 1)]
    return [attrs.evolve(state, setup=near) for near in setups if near.knock_limit >= 0]


def test_first_decisions_are_the_engine_s_by_every_way_to_play(core):
    for number, (rules, seats) in enumerate(CORE_WAYS.values()):
        maker, most = PLAYERS[number % len(PLAYERS)], effort(7, 200)
        rounds = chain.from_iterable(positions(rules, seats, seed, mixed) for seed in range(most))
        for state, _ in zip(rounds, range(most), strict=False):
            check_decision(core, state, maker)


@pytest.mark.parametrize("rules", [OFTEN, SHUFFLED], ids=["last discard", "reshuffle"])
def test_decisions_at_the_knock_limit_are_the_engine_s(core, rules):
    knocks, last = 0, 0
    for seed in range(effort(3, 100)):
        for state in positions(rules, 2, seed, patient):
            if not isinstance(state.phase, PlayTurn | LastDiscard):
                continue
            is_last = isinstance(state.phase, LastDiscard)
            if not is_last and len(state.stock) > rules.stock_floor + 2 and seed % 3:
                continue
            for near in at_the_limit(state):
                for maker in PLAYERS:
                    action = check_decision(core, near, maker)
                    knocks += isinstance(action, gin.Knock)
                    last += is_last
    assert knocks > 30
    assert last > 10 or rules is SHUFFLED


def test_the_last_draws_can_be_doubled(core):
    """The table of usual deadwood by number of draws has an end."""
    rules, last = gin.preset("doubling-gin").evolve(stock_floor=0), 0
    for seed in range(effort(4, 40)):
        for state in positions(rules, 2, seed, stalling):
            if isinstance(state.phase, DrawTurn) and len(state.stock) < 5:
                check_decision(core, state, new_greedy)
                last += len(state.stock) == 2
    assert last > 2


def dealt(hands, opening="upcard-offer", top="Kd", **changes):
    """A first position with these hands and this card face up."""
    first = [CardSet.parse(hand) for hand in hands]
    held = sum(hand.mask for hand in first) | CardSet.parse(top).mask
    others = [card for card in CARDS if not held >> card & 1]
    rules = STANDARD.evolve(opening=opening, **changes)
    state = gin.deal(rules, gin.shuffled(1), dealer=0)
    hidden = bytes(others[: len(state.stock_pile)])
    pile = bytes([*CardSet.parse(top)]) if state.discard_pile else b""
    return attrs.evolve(state, hand_masks=tuple(hand.mask for hand in first), stock_pile=hidden, discard_pile=pile)


ALL_BUT_AN_ACE = "2h 3h 4h 5d 6d 7d 9c 9d 9s Ac"


@pytest.mark.parametrize("maker", PLAYERS)
def test_an_ace_that_is_all_that_is_loose_is_given_for_gin(core, maker):
    state = dealt((ALL_BUT_AN_ACE, "Kc Ks Kh Qc Qs Qh Jc Js Ts 8s"), top="5h")
    for seat in (1, 0):
        turned = attrs.evolve(state, phase=gin.UpcardOffer(seat))
        action = check_decision(core, turned, maker)
        if maker is not RandomPlayer and seat == 0:
            assert str(action) == "take"


@pytest.mark.parametrize("maker", PLAYERS)
def test_a_first_turn_of_eleven_cards_has_no_drawn_card(core, maker):
    rng = random.Random(4)
    for _ in range(effort(8, 200)):
        hand = [*CardSet.parse("2h 3h 4h 5d 6d 7d 9c 9d 9s")]
        others = [card for card in CARDS if card not in hand and card != 0]
        hand += [0, *rng.sample(others, 1)]
        state = next(iter(positions(STANDARD.evolve(opening="eleven-cards"), 2, rng.randrange(99))))
        assert isinstance(state.phase, PlayTurn)
        taken = [card for card in others if card not in hand]
        masks = [sum(1 << card for card in taken[:10])] * 2
        masks[state.turn] = sum(1 << card for card in hand)
        stock = bytes(taken[10 : 10 + len(state.stock_pile)])
        check_decision(core, attrs.evolve(state, hand_masks=tuple(masks), stock_pile=stock, discard_pile=b""), maker)
        check_decision(core, state, maker)


@pytest.mark.parametrize("maker", [new_greedy, Simple, Expert])
def test_a_hand_with_too_many_arrangements_is_left_to_the_engine(core, maker):
    """No round has such a hand: these rules deal at most ten cards."""
    state = reach(STANDARD.evolve(min_set=2, min_run=2), SpreadTurn)
    hand = sum(1 << 13 * suit + rank for suit in range(3) for rank in range(8))
    hands = np.zeros(6, np.uint64)
    hands[state.turn] = hand
    assert decided(core, state, maker, 1, hand=hands)[0] == -1


# --- codes ------------------------------------------------------------------------------------------


def check_rows(core, state, laid=()):
    """Compare the row of legal codes with the legal actions, and with the codec; return the codes."""
    rules, seats = state.rules, state.seats
    codec, layout = Codec(rules, seats), Layout(rules, seats)
    starts = {entry.name: entry.start for entry in layout.entries}
    plan = [codec.n, len(codec.melds), codec.slots, layout.size, *(starts.get(name, -1) for name in ENTRIES)]
    plan += [layout.words, *(words_at(rules, seats).bits.get(name, -1) for name in ENTRIES)]
    numbers, masks = np.array(plan, np.int32), np.array([meld.cards.mask for meld in codec.melds], np.uint64)
    record, shown = record_of(state), np.zeros(13, np.uint64)
    shown[: len(laid)] = [meld.cards.mask for meld in laid]
    row, alone = np.full(codec.n, 7, np.uint8), np.full(codec.n, 7, np.uint8)
    has_room = core.legal_rows(*map(pointer, (tables_of(rules, seats), numbers, masks, record, shown, row, alone)))
    assert has_room
    assert row.tolist() == codec.mask(state, laid).astype(np.uint8).tolist()
    assert row.tolist() == alone.tolist()
    return np.flatnonzero(row)


def test_a_code_is_legal_by_itself_as_in_its_row(core):
    for name, (rules, seats) in CORE_WAYS.items():
        rounds = chain.from_iterable(positions(rules, seats, seed, mixed) for seed in range(3))
        seen = {}
        for state in rounds:
            kind = type(state.phase)
            if seen.setdefault(kind, 0) >= effort(1, 20):
                continue
            seen[kind] += 1
            check_rows(core, state)
            if kind is SpreadTurn:
                spread = max(gin.legal_actions(state), key=lambda action: len(action.melds))
                for count in range(1, len(spread.melds) + 1):
                    check_rows(core, state, spread.melds[:count])
        assert PlayTurn in seen, name
    last = [state for seed in range(8) for state in positions(OFTEN, 2, seed) if isinstance(state.phase, LastDiscard)]
    assert len(last) > 2
    for state in last:
        check_rows(core, state)
    state = dealt((ALL_BUT_AN_ACE, "Kc Ks Kh Qc Qs Qh Jc Js Ts 8s"), top="5h")
    held = (CardSet.parse(ALL_BUT_AN_ACE).mask | CardSet.parse("5h").mask, state.hand_masks[1])
    assert 60 in check_rows(core, attrs.evolve(state, phase=PlayTurn(0), hand_masks=held, discard_pile=b""))
