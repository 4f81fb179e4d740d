"""The public tools for search: their results fit the seat's view, and wrong arguments are named."""

import random
from math import isclose

import pytest

import ginrules as gin
from ginrules.errors import DealError, InvalidRunError
from ginrules.players import Expert, Greedy
from ginrules.players.search import (
    Habits,
    holding,
    outlook,
    payoffs,
    plausible,
    playout,
    possible_melds,
    with_stock,
)
from ginrules.presets import preset
from ginrules.scoring.price import price
from tests.conftest import WAYS


def states(rules, seats, seed, policy=None, most=120):
    """Yield the states of a round of random play (or by a policy)."""
    rnd = random.Random(seed)
    knock_card = gin.CardSet.parse("7h") if rules.knock_source == "knock-card" else ()
    state = gin.deal(rules, gin.shuffled(rnd, rules), seats=seats, knock_card=next(iter(knock_card), None))
    for _ in range(most):
        yield state
        if state.is_over:
            return
        if state.turn is None:
            state = gin.apply(state, gin.chance_action(state, rnd))
        else:
            own = gin.view(state, state.turn)
            state = gin.apply(state, policy(own) if policy else rnd.choice(own.legal))


@pytest.mark.parametrize(("rules", "seats"), WAYS.values(), ids=WAYS)
def test_tools_fit_every_state_of_every_way_to_play(rules, seats):
    rnd = random.Random(3)
    for number, state in enumerate(states(rules, seats, 5)):
        if number % 14 and not state.is_over:
            continue
        seat = number % seats
        own = gin.view(state, seat)
        world = plausible(own, rnd)
        assert gin.view(world, seat) == own
        if not own.put_back:
            order = rnd.sample(world.stock, len(world.stock))
            assert gin.view(with_stock(world, order), seat) == own
        assert with_stock(world, world.stock[::-1]) == world
        ahead = outlook(own)
        assert 0 <= ahead.gin <= ahead.knock <= 1
        for meld in possible_melds(own):
            assert not meld.cards & (gin.CardSet.of(own.discards[:-1]) - own.hand)
        if not rules.open_melds:
            gains = playout(world)
            assert len(gains) == seats
            assert isclose(sum(gains), 0, abs_tol=1e-9)
        gains = playout(world, Greedy().choose, seed=1, most=40)
        assert isclose(sum(gains), 0, abs_tol=1e-9)


def test_a_finished_round_is_paid_as_it_was():
    *_, last = states(preset("standard"), 2, 8, Greedy().choose)
    assert last.is_over
    expected = tuple(map(float, price(last.outcome, last.rules).net))
    assert playout(last) == playout(last, Greedy().choose) == expected


def test_payoffs_are_the_price_of_a_knock_by_the_seat():
    knocks = 0
    for seed in range(40):
        for state in states(preset("standard"), 2, seed, Greedy().choose):
            for action in gin.legal_actions(state):
                if isinstance(action, gin.Knock):
                    paid = playout(gin.apply(state, action), Greedy().choose)
                    assert payoffs(state, state.turn, action.card) == payoffs(state, state.turn, str(action.card))
                    knocks += payoffs(state, state.turn, action.card) == paid
                    break
    assert knocks >= 38  # now and then the quick defence is not the best one


def test_plausible_hands_are_better_than_random_ones_and_never_ready_to_knock():
    rnd = random.Random(1)
    *_, state = (
        state
        for state in states(preset("standard"), 2, 4, Expert(1).choose)
        if len(state.stock) > 21 and not state.is_over
    )
    own = gin.view(state, 0)
    points = {
        turns: [gin.deadwood(plausible(own, rnd, turns=turns).hands[1], own.rules) for _ in range(150)]
        for turns in (0, 4)
    }
    assert sum(points[4]) < sum(points[0]) - 500
    assert plausible(own, 7) == plausible(own, 7)


def test_habits_note_the_takes_and_refusals_of_a_seat():
    state, habits = gin.deal("standard", seed=7), Habits()
    habits.begin(gin.view(state, 0))
    for text in ("decline", "decline", "draw", "discard Qd"):
        state, events = gin.transition(state, gin.parse_action(text))
        for event in events:
            habits.note(gin.redact(event, 0))
    assert str(habits.refused_by(1)) == str(gin.CardSet.parse("Qs Qd"))
    assert not habits.taken_by(1)
    chances = holding(gin.view(state, 0), habits, 1)
    assert chances[gin.Card.parse("Qc")] < chances[gin.Card.parse("2c")]
    assert isclose(holding(gin.view(state, 0), Habits(), 1)[gin.Card.parse("2c")], 10 / 40)


STATE = gin.deal("standard", seed=7)
OWN = gin.view(STATE, 1)
LATER = gin.deal(gin.RuleSet(name="five", hand_size=7, ranks=5, stock_exhausted="reshuffle", knock_limit=0), seed=2)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: with_stock(STATE, STATE.stock[1:]),
            DealError,
            r"the 31 cards of the stock, but .. is missing",
        ),
        (lambda: with_stock(STATE, [*STATE.stock[1:], STATE.upcard]), DealError, "is missing"),
        (lambda: with_stock(STATE, [*STATE.stock, STATE.upcard]), DealError, "but Qs is not in it"),
        (lambda: with_stock(STATE, [*STATE.stock, STATE.stock[0]]), gin.ParseError, "appears twice"),
        (lambda: with_stock(STATE, 7), gin.WrongTypeError, "the cards of the stock in a list"),
        (lambda: with_stock(OWN, ()), gin.WrongTypeError, "expected a RoundState"),
        (lambda: plausible(STATE, 1), gin.WrongTypeError, "expected a PlayerView"),
        (lambda: plausible(OWN, "x"), DealError, "seed"),
        (lambda: plausible(OWN, 1, turns=-1), InvalidRunError, "turns: expected a whole number from 0 up, got -1"),
        (lambda: payoffs(STATE, 2), InvalidRunError, "declarer: expected a whole number from 0 to 1, got 2"),
        (lambda: payoffs(STATE, 0, "2c"), InvalidRunError, "discard: seat 0 does not hold 2c"),
        (lambda: payoffs(STATE, 0), InvalidRunError, "seat 0 cannot declare: it would keep"),
        (
            lambda: possible_melds(gin.view(STATE, None)),
            InvalidRunError,
            "seat: expected a whole number from 0 to 1, got None",
        ),
        (lambda: holding(OWN, Habits(), 1), InvalidRunError, "seat: expected another seat of 0 to 1, got 1"),
        (lambda: playout(gin.deal("mahjong-gin", seed=1)), InvalidRunError, "choose: expected a function from a view"),
    ],
)
def test_wrong_arguments_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def first_of_stock(view):
    """Draw from the stock, and play the first legal action otherwise."""
    return next((action for action in view.legal if isinstance(action, gin.DrawStock | gin.Decline)), view.legal[0])


def test_a_reshuffled_stock_keeps_its_floor():
    rules = gin.preset("standard+stock_exhausted=reshuffle+knock_limit=0+big_gin=false")
    played = states(rules, 2, 3, first_of_stock, 300)
    state = next(state for state in played if state.memory.put_back and len(state.stock) > 3)
    pool = state.memory.put_back[-1]
    assert with_stock(state, state.stock[::-1]) == state
    inside = [card for card in state.stock[::-1] if pool >> card & 1]
    below = [card for card in state.stock[::-1] if not pool >> card & 1]
    assert with_stock(state, [*inside[::-1], *below]).stock != state.stock
    if below:
        with pytest.raises(DealError, match="lies above those that it left"):
            with_stock(state, [*below, *inside])
