"""The public tools for search: their results fit the seat's view, and wrong arguments are named."""

import random
from math import isclose

import attrs
import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.play.view import view
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
from ginrules.players.search.best_draws import hand_reader
from ginrules.players.search.discards import least_discards, quick_discard
from ginrules.players.search.hidden import held_chances, turns_played
from ginrules.players.search.knocks import payoff
from ginrules.presets import STANDARD
from tests.conftest import WAYS
from tests.lab.conftest import after_draw


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
        assert 0 <= outlook(own).gin <= outlook(own).knock <= 1
        for meld in possible_melds(own):
            assert not meld.cards & (gin.CardSet.of(own.discards[:-1]) - own.hand)
        world = plausible(own, rnd)
        assert gin.view(world, seat) == own
        if not own.put_back:
            order = rnd.sample(world.stock, len(world.stock))
            assert gin.view(with_stock(world, order), seat) == own
        assert with_stock(world, world.stock[::-1]) == world
        if not rules.open_melds:
            gains = playout(world)
            assert len(gains) == seats
            assert isclose(sum(gains), 0, abs_tol=1e-9)
        gains = playout(world, Greedy().choose, seed=1, most=40)
        assert isclose(sum(gains), 0, abs_tol=1e-9)


def test_a_finished_round_is_paid_as_it_was():
    *_, last = states(gin.preset("standard"), 2, 8, Greedy().choose)
    assert last.is_over
    expected = tuple(map(float, gin.price(last.outcome, last.rules).net))
    assert playout(last) == playout(last, Greedy().choose) == expected


def test_payoffs_are_the_price_of_a_knock_by_the_seat():
    knocks = 0
    for seed in range(40):
        for state in states(gin.preset("standard"), 2, seed, Greedy().choose):
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
        for state in states(gin.preset("standard"), 2, 4, Expert(1).choose)
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
    chances = held_chances(gin.view(state, 0), habits, 1, refused=8, taken=32)
    assert chances[gin.Card.parse("Qc")] < chances[gin.Card.parse("2c")] == 256 * 10 // 40


STATE = gin.deal("standard", seed=7)
OWN = gin.view(STATE, 1)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: with_stock(STATE, STATE.stock[1:]),
            gin.DealError,
            r"the 31 cards of the stock, but .. is missing",
        ),
        (lambda: with_stock(STATE, [*STATE.stock[1:], STATE.upcard]), gin.DealError, "is missing"),
        (lambda: with_stock(STATE, [*STATE.stock, STATE.upcard]), gin.DealError, "but Qs is not in it"),
        (lambda: with_stock(STATE, [*STATE.stock, STATE.stock[0]]), gin.ParseError, "appears twice"),
        (lambda: with_stock(STATE, 7), gin.WrongTypeError, "the cards of the stock in a list"),
        (lambda: with_stock(OWN, ()), gin.WrongTypeError, "expected a RoundState"),
        (lambda: plausible(STATE, 1), gin.WrongTypeError, "expected a PlayerView"),
        (lambda: plausible(OWN, "x"), gin.DealError, "seed"),
        (lambda: plausible(OWN, 1, turns=-1), InvalidRunError, "turns: expected a whole number from 0 up, got -1"),
        (lambda: holding(OWN, Habits(), 1), InvalidRunError, "seat: expected another seat of 0 to 1, got 1"),
        (lambda: payoffs(STATE, 2), InvalidRunError, "declarer: expected a whole number from 0 to 1, got 2"),
        (lambda: payoffs(STATE, 0, "2c"), InvalidRunError, "discard: seat 0 does not hold 2c"),
        (lambda: payoffs(STATE, 0), InvalidRunError, "seat 0 cannot declare: it would keep"),
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
        with pytest.raises(gin.DealError, match="lies above those that it left"):
            with_stock(state, [*below, *inside])


# --- what players weigh: outs, discards, the cards that others took and refused, payoffs and likely ---

RULES = {
    "standard": STANDARD,
    "corner": gin.preset("round-the-corner"),
    "small pack": STANDARD.evolve(ranks=7, hand_size=5),
    "pairs": STANDARD.evolve(min_set=2, hand_size=4),
}


def some_hands(rules, size, count=60):
    rnd = random.Random(3)
    pack = list(gin.CardSet(rules.tables.pack))
    for _ in range(count):
        rnd.shuffle(pack)
        yield sum(1 << card for card in pack[:size]), sum(1 << card for card in pack[size : size + 20])


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_the_least_after_a_draw_is_that_of_the_best_discard(rules):
    tables, least_after = rules.tables, hand_reader(rules.tables).least_after
    for hand, live in some_hands(rules, rules.hand_size_for(2)):
        for new in bits(live):
            assert least_after(hand | new) == min(
                tables.deadwood(hand ^ new ^ 1 << old) for old in gin.CardSet(hand | new)
            )


def bits(cards):
    return [1 << card for card in gin.CardSet(cards)]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_discards_are_the_least_of_all(rules):
    tables = rules.tables
    for hand, other in some_hands(rules, rules.hand_size_for(2) + 1):
        allowed = hand & ~other or hand
        left = {low: tables.deadwood(hand ^ low) for low in bits(allowed)}
        least = min(left.values())
        assert least_discards(tables, hand, allowed) == (least, sum(low for low in left if left[low] == least))
        points, low = quick_discard(tables, hand, allowed)
        assert points == least == left[low]


def test_completions_are_the_cards_that_make_a_meld():
    hand = gin.CardSet.parse("4c 5c 9d 9s Kh")
    assert gin.CardSet(hand_reader(STANDARD.tables).completions(hand.mask)) - hand == gin.CardSet.parse("3c 6c 9c 9h")


def test_discarded_refused_and_taken_cards_are_remembered():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    habits = Habits()
    habits.begin(view(state, 1))
    known = view(state, 1)
    plain = held_chances(known, habits, 0, refused=8, taken=32)
    habits.note(gin.Declined(0))  # the queen of diamonds
    habits.note(gin.Discarded(0, gin.Card.parse("8h")))
    habits.note(gin.Discarded(1, gin.Card.parse("5s")))
    habits.note(gin.DrewStock(0, None))  # refused the five
    habits.note(gin.TookDiscard(0, (gin.Card.parse("2c"),)))
    now = held_chances(known, habits, 0, refused=8, taken=32)
    for card in ("Qh", "Jd", "8s", "9h", "5h", "6s"):
        assert now[gin.Card.parse(card)] < plain[gin.Card.parse(card)]
    for card in ("2s", "Ac", "3c"):
        assert now[gin.Card.parse(card)] > plain[gin.Card.parse(card)]
    assert not now[gin.Card.parse("4c")]  # own card


def test_payoffs_are_the_price_of_the_round_the_engine_plays():
    checked = 0
    for name in ("standard", "oklahoma-spades", "penalty-2-to-4", "round-the-corner"):
        if name not in {*RULES, "penalty-2-to-4", "round-the-corner"}:
            continue
        rules = gin.preset(name)
        for number in range(40):
            state = gin.deal(rules, new_deal(deal_seed(6, number), rules).order, seats=2)
            declared = None
            while not state.is_over:
                if isinstance(state.phase, gin.Reshuffle):
                    state = gin.apply(state, gin.chance_action(state, 1))
                    continue
                seat, action = state.turn, Greedy().choose(view(state, state.turn))
                state = gin.apply(state, action)
                if isinstance(action, gin.Knock):
                    declared = seat, list(state.hand_masks)
            if declared is None:
                continue
            seat, hands = declared
            paid = payoff(state.setup, seat, hands)
            defender = 1 - seat
            melds = [meld.original for meld in state.table if meld.owner == seat]
            # another spread with the same deadwood can be laid off on differently
            if (
                gin.best_defence(gin.CardSet(hands[defender]), melds, rules).deadwood
                == state.outcome.deadwood[defender]
            ):
                checked += paid == tuple(map(float, gin.price(state.outcome, rules).net))
    assert checked > 70


def test_sampled_positions_fit_the_view_and_get_better_with_the_turns():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    known, rnd = view(state, 1), random.Random(2)
    least = STANDARD.tables.deadwood
    means = []
    for turns in (0, 3, 8):
        left = []
        for _ in range(80):
            world = plausible(known, rnd, turns=turns)
            hands, stock = world.hand_masks, world.stock_pile
            assert hands[1] == known.hand.mask
            assert hands[0].bit_count() == 10
            hidden = hands[0] | sum(1 << card for card in stock)
            assert hidden == known.unseen.mask
            assert len(stock) == known.stock_size
            left.append(least(hands[0]))
        means.append(sum(left) / len(left))
        assert turns == 0 or min(left) > 10
    assert means[0] > means[1] + 5 > means[2] + 10
    assert turns_played(known) == 0


def test_sampled_hands_keep_the_cards_that_are_known():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    known = gin.CardSet.parse("Ks Qs").mask
    assert known & state.hand_masks[0] == known
    shown = view(attrs.evolve(state, known_masks=(known, 0)), 1)
    for number in range(20):
        assert plausible(shown, number, turns=8).hand_masks[0] & known == known
