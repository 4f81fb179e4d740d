"""Everything shown to a seat follows from its knowledge: no view, event or list of actions leaks.

The pairs of states that differ only in hidden cards are built here, by exchanging cards between
hidden places, not by `determinize`.
"""

import random
from collections import Counter
from itertools import count, permutations

import attrs
import pytest

import ginrules as gin
from ginrules.testing.policies import POLICIES, fresh
from tests.conftest import STANDARD, WAYS, decisions, effort, reach, slow, some
from tests.laws.conftest import REVEALING, exchanged, looking, meets_its_duty, redacted_events, sampled


def test_the_exchange_changes_what_is_hidden_and_nothing_else():
    state = fresh(STANDARD, seed=1)
    other = exchanged(state, 0, random.Random(1))
    assert other != state
    assert other.hands[0] == state.hands[0]
    assert other.hands[1] != state.hands[1]
    assert sorted([*other.stock, *other.hands[1]]) == sorted([*state.stock, *state.hands[1]])
    assert gin.from_dict(type(other), gin.to_dict(other)) == other


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_the_seat_to_act_is_shown_what_it_can_do_and_no_other(name):
    for _, state in sampled(name):
        for seat in looking(state):
            assert gin.view(state, seat).legal == (
                gin.legal_actions(state) if seat is not None and seat == state.turn else ()
            )
            assert gin.view(state, seat).discards == state.discards


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_the_legal_actions_of_a_view_follow_from_all_that_the_seat_knows(name, monkeypatch):
    """So a rule that reads the stock, the lay-offs or the memory lists the same actions to players as to the engine."""
    asked = []
    monkeypatch.setattr("ginrules.play.view.legal_actions", lambda state: asked.append(state) or ())
    for state in (state for _, state in sampled(name) if state.turn is not None):
        assert gin.view(state, state.turn).legal == ()
        rebuilt = asked.pop()
        for part in ("setup", "phase", "table", "discard_pile", "laid_masks", "known_masks", "memory"):
            assert getattr(rebuilt, part) == getattr(state, part), part
        assert len(rebuilt.stock_pile) == len(state.stock_pile)
        assert rebuilt.hand_masks[state.turn] == state.hand_masks[state.turn]


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_equal_knowledge_gives_equal_views_and_legal_actions(name):
    for rng, state in sampled(name):
        for seat in looking(state):
            if state.is_over:
                continue  # all hands are open; no view shows the stock
            other = exchanged(state, seat, rng)
            if not meets_its_duty(other):
                continue
            assert gin.view(other, seat) == gin.view(state, seat)
            assert gin.view(other, seat).legal == gin.view(state, seat).legal
            if state.turn == seat:
                assert gin.legal_actions(other) == gin.legal_actions(state)


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_after_a_round_the_order_of_the_stock_is_still_hidden(name):
    rules, seats = WAYS[name]
    for seed in range(effort(1, 2)):
        *_, (state, _action) = decisions(fresh(rules, seats, seed), seed)
        stock = list(state.stock_pile)
        random.Random(seed).shuffle(stock)
        other = attrs.evolve(state, stock_pile=bytes(stock))
        for seat in looking(state):
            assert gin.view(other, seat) == gin.view(state, seat)


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_equal_knowledge_gives_equal_redacted_events(name):
    compared = 0
    for rng, state in sampled(name):
        for seat in looking(state):
            if state.is_over:
                continue
            # an action that opens the actor's hand is the same action only of the same hand
            for keep in (None, state.turn):
                other = exchanged(state, seat, rng, keep=keep)
                if not meets_its_duty(other):
                    continue
                for action in rng.sample(gin.legal_actions(state), min(4, len(gin.legal_actions(state)))):
                    if isinstance(action, REVEALING) and keep is None and state.turn != seat:
                        continue
                    if gin.why_illegal(other, action) is not None:
                        assert state.turn != seat
                        continue
                    # a seat did not know its own draw beforehand
                    draws = isinstance(action, gin.DrawStock) and state.turn == seat
                    redacted = redacted_events(state, action, None if draws else seat)
                    compared += 1
                    assert redacted_events(other, action, None if draws else seat) == redacted
    assert compared > 20


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_determinize_gives_a_state_with_the_same_view(name):
    for rng, state in sampled(name, rounds=effort(1, 2), states=8):
        for seat in looking(state):
            own_view = gin.view(state, seat)
            guess = gin.determinize(own_view, rng)
            assert gin.view(guess, seat) == own_view
            if state.turn == seat:
                assert gin.legal_actions(guess) == gin.legal_actions(state)


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_folding_the_redacted_events_gives_the_view(name):
    rules, seats = WAYS[name]
    for seed in range(effort(1, 4)):
        start = fresh(rules, seats, seed)
        own_view = {seat: gin.view(start, seat) for seat in looking(start)}
        lengths = Counter()
        for state, action in decisions(start, seed, list(POLICIES.values())[seed % 4]):
            assert own_view == {seat: gin.view(state, seat) for seat in looking(start)}
            events = () if action is None else gin.transition(state, action)[1]
            for event in events:
                own_view = {seat: gin.follow(item, gin.redact(event, seat)) for seat, item in own_view.items()}
            lengths.update(dict.fromkeys(own_view, len(events)))
        assert len(set(lengths.values())) == 1


DOUBLES = STANDARD.evolve(doubling=True, big_gin_needs_gin=True)
SHORT_RUNS = DOUBLES.evolve(ranks=8, hand_size=6, min_run=2, knock_limit=5, stock_exhausted="reshuffle", take_cap=40)


@pytest.mark.full
@pytest.mark.parametrize("rules", [DOUBLES, SHORT_RUNS], ids=["52 cards", "32 cards"])
def test_worlds_with_doubles_and_big_gin_after_gin_look_alike(rules):
    """Pairs of worlds: views, their JSON, legal actions and events are equal; 100,000 with GINRULES_EFFORT=long."""
    rng, pairs, most, hidden, offers = random.Random(5), 0, slow(500, 50_000), 0, 0
    for seed in count():
        for state, action in decisions(fresh(rules, 2, seed), seed, list(POLICIES.values())[seed % 4]):
            if state.is_over or state.turn is None or rng.random() < 0.5:
                continue
            seat = rng.choice((0, 1, None))
            other = exchanged(state, seat, rng, keep=state.turn if isinstance(action, REVEALING) else None)
            own_view, same = gin.view(state, seat), gin.view(other, seat)
            assert own_view == same
            assert own_view.legal == same.legal
            assert gin.to_dict(own_view) == gin.to_dict(same)
            draws = isinstance(action, gin.DrawStock) and state.turn == seat  # it did not know its draw beforehand
            if gin.why_illegal(other, action) is None and not draws:
                assert redacted_events(state, action, seat) == redacted_events(other, action, seat)
            pairs += 1
            hidden += getattr(state.phase, "was_gin", False) and state.turn != seat
            offers += isinstance(state.phase, gin.DoubleOffer)
            if pairs == most:
                assert offers > most // 100
                assert hidden or rules is DOUBLES
                return


def test_a_redacted_event_is_redacted_for_good():
    event = gin.DrewStock(0, next(iter(gin.CardSet.parse("7h"))))
    assert gin.redact(gin.redact(event, 1), 0) == gin.DrewStock(0, None)


def test_there_is_no_view_of_a_seat_that_is_not_there():
    with pytest.raises(gin.DealError):
        gin.view(fresh(STANDARD), 2)


# --- leaks of other engines -----------------------------------------------------------------------


def test_openspiel_shows_the_defenders_hand_during_layoffs():
    """OpenSpiel's observation of the knocker holds the defender's cards during the lay-offs."""
    state = reach(STANDARD, gin.LayoffTurn)
    defender = state.turn
    hidden = state.hands[defender] - state.known[defender]
    assert hidden
    for seat in {0, 1, None} - {defender}:
        own_view = gin.view(state, seat)
        assert hidden <= own_view.unseen
        assert own_view.known[defender] == state.known[defender]
        assert own_view.legal == ()
    after, events = gin.transition(state, gin.Done())
    assert events[0] == gin.DefenceDone(defender, state.hands[defender])
    assert after.is_over


def test_rlcard_shows_the_movers_hand_to_the_other_seat():
    """RLCard's state of the seat that waits holds the hand of the seat that moves."""
    state = gin.apply(gin.apply(gin.apply(fresh(STANDARD, seed=3), gin.Decline()), gin.Decline()), gin.DrawStock())
    mover = state.turn
    own_view = gin.view(state, 1 - mover)
    assert own_view.hand == state.hands[1 - mover]
    assert state.hands[mover] <= own_view.unseen
    assert own_view.legal == ()
    assert "hand_masks" not in {field.name for field in attrs.fields(type(own_view))}
    _, events = gin.transition(gin.apply(state, gin.legal_actions(state)[0]), gin.DrawStock())
    assert gin.redact(events[0], mover) == gin.DrewStock(1 - mover, None)


def test_openspiel_gives_unknown_cards_in_true_stock_order():
    """A determinized state must not keep the stock in its order: the guess's next card is random."""
    state = fresh(STANDARD, seed=5)
    own_view = gin.view(state, 0)
    assert isinstance(own_view.unseen, gin.CardSet)  # a set has no order to give away
    guesses = [gin.determinize(own_view, seed) for seed in range(200)]
    assert len({guess.stock for guess in guesses}) == 200
    same = sum(guess.stock[-1] == state.stock[-1] for guess in guesses)
    assert same < 20


# --- uniformity -----------------------------------------------------------------------------------

TINY = STANDARD.evolve(ranks=4, suits=2, hand_size=2, knock_limit=0)
TINY_RESHUFFLE = STANDARD.evolve(ranks=5, suits=2, hand_size=2, knock_limit=0, stock_exhausted="reshuffle")


def all_states_like(state, seat):
    """Every sound state with this view, found by trying all arrangements of the unseen cards."""
    own_view = gin.view(state, seat)
    other = 1 - seat
    size = len(state.hands[other] - state.known[other])
    matching = set()
    for order in permutations(own_view.unseen):
        hand = gin.CardSet.of(order[:size]) | state.known[other]
        hands = [0, 0]
        hands[seat], hands[other] = int(state.hands[seat]), int(hand)
        guess = attrs.evolve(state, hand_masks=tuple(hands), stock_pile=bytes(order[size:]))
        try:
            sound = gin.from_dict(type(guess), gin.to_dict(guess))
        except ValueError:
            continue
        if gin.view(sound, seat) == own_view:
            matching.add(sound)
    return matching


def chi_square(state, seat, draws):
    """How far the counts of determinized states are from even counts, per degree of freedom."""
    possible = all_states_like(state, seat)
    rng = random.Random(2024)
    own_view = gin.view(state, seat)
    counts = Counter(gin.determinize(own_view, rng) for _ in range(draws))
    assert set(counts) <= possible
    even = draws / len(possible)
    return sum((counts[item] - even) ** 2 / even for item in possible) / (len(possible) - 1), len(possible)


def test_determinize_is_uniform_after_the_deal():
    state = fresh(TINY, seed=2)
    spread, possible = chi_square(state, 0, 12_000)
    assert possible == 60  # two cards of five to the other seat, three in any order in the stock
    assert spread < 1.6  # 59 degrees of freedom: 0.2 % of even draws are beyond


def after_reshuffle(seed, draws):
    """A state some draws after the first reshuffle."""
    for state, _ in decisions(fresh(TINY_RESHUFFLE, seed=seed), seed, POLICIES["uniform"]):
        drawn = len(state.memory.put_back) == 1 and len(state.stock) <= 5 - draws
        if drawn and not isinstance(state.phase, gin.Reshuffle) and not state.is_over and state.turn is not None:
            return state
    return None


def test_determinize_is_uniform_after_a_reshuffle():
    met = []
    for seed in range(60):
        state = after_reshuffle(seed, 1)
        if state is None:
            continue
        spread, possible = chi_square(state, 0, effort(1_500, 6_000))
        if possible > 3:
            met.append(possible)
            assert spread < 1 + 4.5 * (2 / (possible - 1)) ** 0.5
        if len(met) == effort(1, 4):
            break
    assert len(met) == effort(1, 4)


def test_a_card_put_back_is_never_guessed_on_the_floor_or_with_a_seat_that_has_not_drawn():
    state = next(start for seed in range(60) if (start := after_reshuffle(seed, 0)) is not None)
    put_back = gin.CardSet(state.memory.put_back[0])
    own_view = gin.view(state, 0)
    for seed in range(200):
        guess = gin.determinize(own_view, seed)
        assert not put_back & gin.CardSet.of(guess.stock[:2])
        assert len((guess.hands[1] - guess.known[1]) & put_back) == own_view.hidden_counts[1][1]


def test_the_real_state_is_among_those_drawn_after_reshuffles():
    # a card put back by a reshuffle stays in the view when it has been shown again
    shown_again = 0
    for seed in range(12):
        for state, _ in decisions(fresh(TINY_RESHUFFLE, seed=seed), seed, POLICIES["uniform"]):
            pools = state.memory.put_back
            if not pools:
                continue
            for seat in looking(state):
                own_view = gin.view(state, seat)
                assert gin.determinize(own_view, seed).memory == state.memory
                shown_again += any(gin.CardSet(pool) & gin.CardSet.of(state.discards) for pool in pools)
            if state.is_over:
                assert gin.determinize(gin.view(state, 0), seed).hands == state.hands
    assert shown_again


def test_a_knock_opens_the_whole_hand_to_all():
    knocks = 0
    for rng, state in sampled("standard, 2 seats", rounds=8):
        legal = [item for item in gin.legal_actions(state) if isinstance(item, gin.Knock)]
        if not legal:
            continue
        knocks += 1
        after, events = gin.transition(state, rng.choice(legal))
        assert isinstance(events[-1], gin.Knocked)
        for seat in looking(state):
            assert gin.redact(events[-1], seat) == events[-1]
            assert gin.view(after, seat).known[state.turn] == after.hands[state.turn]
    assert knocks


def test_layoffs_of_a_hidden_hand_show_only_the_card_laid():
    state = reach(STANDARD, gin.LayoffTurn)
    for seed in range(100):
        if any(isinstance(item, gin.LayOff) for item in gin.legal_actions(state)):
            break
        state = reach(STANDARD, gin.LayoffTurn, seed=seed * 10)
    action = next(item for item in gin.legal_actions(state) if isinstance(item, gin.LayOff))
    _, events = gin.transition(state, action)
    event = gin.redact(events[0], 1 - state.turn)
    assert event.card == action.card
    assert {field.name for field in attrs.fields(type(event))} == {"seat", "card", "onto"}


@pytest.mark.parametrize("seat", [-1, 2, 10, True, "0", 0.0])
def test_a_view_from_a_seat_that_is_not_at_the_table_is_refused(seat):
    with pytest.raises(gin.DealError, match="seat: expected a whole number from 0 to 1, got"):
        gin.view(fresh(gin.RuleSet(), 2, 1), seat)


def test_what_a_view_keeps_is_its_own():
    own = gin.view(gin.deal(gin.preset("standard"), gin.shuffled(1), dealer=1, seats=2), 0)
    assert len(own.discards) == 1
    assert len(own.legal) == 2
    other = attrs.evolve(own, pile=b"", phase=gin.DrawTurn(1))
    assert (other.discards, other.legal) == ((), ())
