"""Laws of every round, under every rule set, at each state and for each action."""

import copy
import pickle
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.cards import CARDS
from ginrules.testing import any_actions
from ginrules.testing.policies import POLICIES, fresh, mixed, next_action
from tests.conftest import LONG, TABLES, WAYS, decisions, effort, examples, finished, reached, seeds, slow, some, tables
from tests.laws.conftest import facts, renamed_action, renamed_card

slow_data = examples(20, 100)


def conserved(state):
    """Every card of the pack is in exactly one place."""
    table = [int(card) for meld in state.table for card in meld.cards]
    places = [*state.stock_pile, *state.discard_pile, *table]
    places += [int(card) for hand in state.hands for card in hand]
    return sorted(places) == [int(card) for card in gin.pack_of(state.rules)]


def sound(state):
    """Check the laws of any state; raise if one is broken."""
    assert conserved(state)
    laid = gin.CardSet().mask
    for hand, known in zip(state.hands, state.known, strict=True):
        assert known <= hand
    for cards in state.laid:
        assert not laid & cards.mask
        laid |= cards.mask
    assert laid == sum(meld.cards.mask for meld in state.table)
    for meld in state.table:
        assert meld.original <= meld.cards
        assert state.setup.tables.is_meld(meld.cards.mask)
        assert meld.original <= state.laid[meld.owner]
    listed = gin.legal_actions(state)
    assert len(set(listed)) == len(listed)
    if state.is_over:
        assert state.turn is None
        assert listed == ()
        assert state.outcome == state.phase.outcome
        assert len(state.outcome.deadwood) == state.seats
    elif isinstance(state.phase, gin.Reshuffle):
        assert state.turn is None
        assert listed == ()
        assert gin.why_illegal(state, gin.chance_action(state, 0)) is None
    else:
        assert state.turn in range(state.seats)
        assert listed
    for action in listed:
        assert gin.why_illegal(state, action) is None


@pytest.mark.parametrize("name", some(list(WAYS), 36))
def test_every_state_is_sound(name):
    rules, seats = WAYS[name]
    for seed in range(effort(1, 6)):
        for state, _action in decisions(fresh(rules, seats, seed), seed, list(POLICIES.values())[seed % 4]):
            sound(state)


@slow_data
@given(reached, st.data())
def test_an_action_is_legal_exactly_when_it_is_listed(state, data):
    for _ in range(5):
        action = data.draw(any_actions(state))
        refusal = gin.why_illegal(state, action)
        if isinstance(state.phase, gin.Reshuffle) and isinstance(action, gin.ShuffleStock):
            assert (refusal is None) == (sorted(action.order) == sorted(state.discards[:-1]))
        else:
            assert (refusal is None) == (action in gin.legal_actions(state)), action


def all_simple_actions(state):
    """Every action there is but lay-downs, spreads and shuffles of more than the obvious."""
    yield from (gin.Decline(), gin.DrawStock(), gin.GoBigGin(), gin.Done(), gin.Spread())
    yield from map(gin.TakeDiscard, range(-2, 61))
    for card in CARDS:
        yield gin.Discard(card)
        yield gin.Knock(card)
        for onto in range(-2, len(state.table) + 2):
            yield gin.LayOff(card, onto)
    tables = state.setup.tables
    for mask in tables.melds(tables.pack):
        if mask.bit_count() <= 4:
            yield gin.LayDown(gin.Meld.of(gin.CardSet(mask)))
            yield gin.Spread([gin.Meld.of(gin.CardSet(mask))])


@pytest.mark.parametrize(
    "name", some([name for name in WAYS if "mahjong" in name or "penalty" in name or "open" in name], 8)
)
def test_of_all_single_actions_the_legal_ones_are_listed(name):
    rules, seats = WAYS[name]
    met = {}
    for seed in range(effort(1, 4)):
        for state, _action in decisions(fresh(rules, seats, seed), seed):
            met.setdefault((type(state.phase), len(state.table) > 1, seed), []).append(state)
    rng = random.Random(name)
    for group in met.values():
        for state in rng.sample(group, min(2, len(group))):
            listed = set(gin.legal_actions(state))
            found = {action for action in all_simple_actions(state) if gin.why_illegal(state, action) is None}
            found = {action for action in found if not isinstance(action, gin.ShuffleStock)}
            bigger = {
                action
                for action in listed
                if (isinstance(action, gin.Spread) and len(action.melds) > 1)
                or any(len(meld.cards) > 4 for meld in _melds(action))
            }
            assert found == listed - bigger


def _melds(action):
    match action:
        case gin.Spread(melds):
            return melds
        case gin.LayDown(meld):
            return (meld,)
        case _:
            return ()


@slow_data
@given(reached, st.data())
def test_an_illegal_action_raises_what_why_illegal_returns_and_changes_nothing(state, data):
    before = facts(state)
    frozen = pickle.dumps(state)
    number = hash(state)
    for _ in range(5):
        action = data.draw(any_actions(state))
        refusal = gin.why_illegal(state, action)
        if refusal is None:
            gin.apply(state, action)
        else:
            with pytest.raises(gin.IllegalAction) as raised:
                gin.apply(state, action)
            error = raised.value
            assert type(error) is type(refusal)
            assert (str(error), error.details, error.code) == (str(refusal), refusal.details, refusal.code)
            assert error.action is action
            assert error.state is state
        assert facts(state) == before
        assert hash(state) == number
    assert pickle.dumps(state) == frozen


@slow_data
@given(reached, st.data())
def test_a_refusal_is_one_sentence(state, data):
    action = data.draw(any_actions(state))
    refusal = gin.why_illegal(state, action)
    if refusal is not None:
        text = str(refusal)
        assert text
        assert "\n" not in text
        assert not text.endswith(".")
        assert "CardSet" not in text
        assert "Card." not in text
        assert refusal.code == refusal.code.lower() != "illegal-action"


@slow_data
@given(reached)
def test_states_survive_pickling_and_copying(state):
    for other in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert other == state
        assert hash(other) == hash(state)
        assert other.rules == state.rules
        assert gin.legal_actions(other) == gin.legal_actions(state)


@slow_data
@given(reached, st.data())
def test_equal_states_have_equal_futures(state, data):
    """Nothing but the value matters: a state made from its parts plays on the same."""
    parts = [getattr(state, field.name) for field in attrs.fields(gin.RoundState)]
    twin = gin.RoundState(*parts)
    assert twin == state
    listed = gin.legal_actions(state)
    if listed:
        action = data.draw(st.sampled_from(listed))
        assert gin.apply(twin, action) == gin.apply(state, action)


@slow_data
@given(tables, seeds, st.sampled_from([1, 2, 3]))
def test_turning_the_table_changes_only_the_seats(table, seed, turn):
    rules, seats = table
    here = fresh(rules, seats, seed, dealer=0)
    order = gin.shuffled(random.Random(seed), rules)
    there = gin.deal(rules, order, dealer=turn % seats, seats=seats, knock_card=here.knock_card)
    rng = random.Random(seed)
    while not here.is_over:
        assert facts(here, turn=turn) == facts(there)
        assert gin.legal_actions(here) == gin.legal_actions(there)
        action = next_action(rng, here, mixed)
        here, there = gin.apply(here, action), gin.apply(there, action)
    assert facts(here, turn=turn) == facts(there)


@slow_data
@given(tables, seeds, st.permutations(range(4)))
def test_renaming_the_suits_changes_only_names(table, seed, suits):
    rules, seats = table
    suits = tuple(suit for suit in suits if suit < rules.suits) + tuple(range(rules.suits, 4))
    here = fresh(rules, seats, seed)
    order = [CARDS[renamed_card(card, suits)] for card in gin.shuffled(random.Random(seed), rules)]
    knock_card = None if here.knock_card is None else CARDS[renamed_card(here.knock_card, suits)]
    there = gin.deal(rules, order, dealer=here.dealer, seats=seats, knock_card=knock_card)
    rng = random.Random(seed)
    while not here.is_over:
        assert facts(here, suits) == facts(there)
        listed = {renamed_action(action, suits, here, there) for action in gin.legal_actions(here)}
        assert listed == set(gin.legal_actions(there))
        action = next_action(rng, here, mixed)
        here, there = gin.apply(here, action), gin.apply(there, renamed_action(action, suits, here, there))
    assert facts(here, suits) == facts(there)


def defended(state):
    """The melds that the seat to act may lay off on, as `best_defence` wants them."""
    return state.table if state.rules.layoff != "none" else ()


@pytest.mark.parametrize(
    "name", [name for name, (rules, _seats) in WAYS.items() if not rules.open_melds and rules.ranks == 13]
)
def test_the_best_defence_is_legal_step_by_step_and_ends_the_turn(name):
    rules, seats = WAYS[name]
    met = 0
    for seed in range(effort(6, 25)):
        for state, _action in decisions(fresh(rules, seats, seed), seed):
            if not isinstance(state.phase, gin.LayoffTurn) or met > 30:
                continue
            met += 1
            seat = state.turn
            # melds named by earlier defenders stand behind the declarer's
            melds = [meld for meld in state.table if meld.owner == state.phase.declarer]
            defence = gin.best_defence(state.hands[seat], melds, rules)
            after = state
            for action in defence.actions:
                assert action in gin.legal_actions(after)
                assert after.turn == seat
                after = gin.apply(after, action)
            assert after.turn != seat
            if after.is_over:
                assert after.outcome.deadwood[seat] == defence.deadwood
            left = after.setup.tables.deadwood(after.hand_masks[seat])
            named = rules.defender_melds == "named"
            assert (after.setup.tables.value(after.hand_masks[seat]) if named else left) == defence.deadwood
    assert met or rules.knock_limit == 0


@slow_data
@given(reached)
def test_no_defence_beats_the_best(state):
    """Any play of the defender leaves at least what `best_defence` promises."""
    if not isinstance(state.phase, gin.LayoffTurn) or state.rules.defender_melds == "named":
        return
    seat = state.turn
    melds = [meld for meld in state.table if meld.owner == state.phase.declarer]
    promised = gin.best_defence(state.hands[seat], melds, state.rules).deadwood
    rng = random.Random(0)
    for _ in range(20):
        after = state
        while after.turn == seat:
            after = gin.apply(after, rng.choice(gin.legal_actions(after)))
        assert after.setup.tables.deadwood(after.hand_masks[seat]) >= promised


@slow_data
@given(reached, st.data())
def test_the_repr_of_cards_and_actions_rebuilds_them(state, data):
    kinds = (
        "Card CardSet Meld Decline TakeDiscard DrawStock LayDown LayOff Discard Knock GoBigGin Spread Done "
        "ShuffleStock Double Accept Refuse"
    )
    names = {name: getattr(gin, name) for name in kinds.split()}
    action = data.draw(any_actions(state))
    rebuilt = eval(repr(action), names)
    if not any(meld != gin.Meld.of(meld.cards) for meld in _melds(action)):
        assert rebuilt == action
    for hand in state.hands:
        assert eval(repr(hand), names) == hand
    assert eval(repr(state.rules), {"RuleSet": gin.RuleSet}) == state.rules


@pytest.mark.full
@pytest.mark.parametrize("name", WAYS)
def test_many_rounds_come_to_an_end(name):
    """Half of the rounds at random, the rest by play that knocks."""
    rules, seats = WAYS[name]
    endings = set()
    policies = [POLICIES[policy] for policy in ("uniform", "greedy", "uniform", "mixed")]
    for seed in range(slow(60, 1000)):
        state, plies = finished(fresh(rules, seats, seed), seed, policies[seed % 4])
        assert plies < 3000
        assert conserved(state)
        assert isinstance(state.phase, gin.RoundOver)
        endings.add(state.outcome.ending)
    assert "dead" in endings or not LONG  # a rare ending if hands are quick to knock
    assert endings & ({"out"} if rules.open_melds else {"knock", "gin"})


def test_every_preset_is_played_by_every_number_of_seats():
    played_by = {(rules.digest, seats) for rules, seats in TABLES.values()}
    for rules, _seats in TABLES.values():
        for seats in rules.table_sizes:
            assert (rules.digest, seats) in played_by


@slow_data
@given(reached)
def test_a_spread_never_leaves_more_than_the_limit(state):
    if not isinstance(state.phase, gin.SpreadTurn):
        return
    hand = state.hand_masks[state.turn]
    limit = state.knock_limit if state.phase.seat == state.phase.declarer else 10**6
    limit = 0 if (state.phase.seat, state.phase.ending) == (state.phase.declarer, "big-gin") else limit
    for action in gin.legal_actions(state):
        left = hand & ~sum(meld.cards.mask for meld in action.melds)
        assert state.setup.tables.value(left) <= limit
