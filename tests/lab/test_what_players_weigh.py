"""What players weigh: outs, discards, the cards that others took and refused, payoffs and likely hands."""

import random

import attrs
import pytest

from ginrules.cards import Card, CardSet
from ginrules.play.actions import Knock
from ginrules.play.deal import deal
from ginrules.play.defence import best_defence
from ginrules.play.engine import apply, chance_action
from ginrules.play.events import Declined, Discarded, DrewStock, TookDiscard
from ginrules.play.phases import Reshuffle
from ginrules.play.run_deals import deal_seed, new_deal
from ginrules.play.view import view
from ginrules.players import Greedy
from ginrules.players.search.discards import completions, least_discards, one_draw, quick_discard
from ginrules.players.search.hidden import Habits, sample_position, turns_played
from ginrules.players.search.knocks import payoff
from ginrules.players.search.simulation import holding
from ginrules.presets import STANDARD, preset
from ginrules.scoring.price import price
from tests.lab.conftest import after_draw

RULES = {
    "standard": STANDARD,
    "corner": preset("round-the-corner"),
    "small pack": STANDARD.evolve(ranks=7, hand_size=5),
    "pairs": STANDARD.evolve(min_set=2, hand_size=4),
}


def some_hands(rules, size, count=60):
    rnd = random.Random(3)
    pack = list(CardSet(rules.tables.pack))
    for _ in range(count):
        rnd.shuffle(pack)
        yield sum(1 << card for card in pack[:size]), sum(1 << card for card in pack[size : size + 20])


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_the_outlook_is_the_deadwood_after_every_draw_and_discard(rules):
    tables = rules.tables
    for hand, live in some_hands(rules, rules.hand_size_for(2)):
        ahead = one_draw(tables, hand, live, 10)
        left = [min(tables.deadwood(hand ^ new ^ 1 << old) for old in CardSet(hand | new)) for new in bits(live)]
        assert ahead.deadwood == tables.deadwood(hand)
        assert ahead.expected == pytest.approx(sum(left) / len(left))
        assert ahead.knock == pytest.approx(sum(points <= 10 for points in left) / len(left))
        assert ahead.gin == pytest.approx(sum(points == 0 for points in left) / len(left))


def bits(cards):
    return [1 << card for card in CardSet(cards)]


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
    assert CardSet(completions(STANDARD.tables, CardSet.parse("4c 5c 9d 9s Kh").mask)) == CardSet.parse("3c 6c 9c 9h")


def test_discarded_refused_and_taken_cards_are_remembered():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    habits = Habits()
    habits.begin(view(state, 1))
    known = view(state, 1)
    plain = holding(known, habits, 0)
    habits.note(Declined(0))  # the queen of diamonds
    habits.note(Discarded(0, Card.parse("8h")))
    habits.note(Discarded(1, Card.parse("5s")))
    habits.note(DrewStock(0, None))  # refused the five
    habits.note(TookDiscard(0, (Card.parse("2c"),)))
    now = holding(known, habits, 0)
    for card in ("Qh", "Jd", "8s", "9h", "5h", "6s"):
        assert now[Card.parse(card)] < plain[Card.parse(card)]
    for card in ("2s", "Ac", "3c"):
        assert now[Card.parse(card)] > plain[Card.parse(card)]
    assert Card.parse("4c") not in now  # own card


def test_payoffs_are_the_price_of_the_round_the_engine_plays():
    checked = 0
    for name in ("standard", "oklahoma-spades", "penalty-2-to-4", "round-the-corner"):
        if name not in {*RULES, "penalty-2-to-4", "round-the-corner"}:
            continue
        rules = preset(name)
        for number in range(40):
            state = deal(rules, new_deal(deal_seed(6, number), rules).order, seats=2)
            declared = None
            while not state.is_over:
                if isinstance(state.phase, Reshuffle):
                    state = apply(state, chance_action(state, 1))
                    continue
                seat, action = state.turn, Greedy().choose(view(state, state.turn))
                state = apply(state, action)
                if isinstance(action, Knock):
                    declared = seat, list(state.hand_masks)
            if declared is None:
                continue
            seat, hands = declared
            paid = payoff(state.setup, seat, hands)
            defender = 1 - seat
            melds = [meld.original for meld in state.table if meld.owner == seat]
            # another spread with the same deadwood can be laid off on differently
            if best_defence(CardSet(hands[defender]), melds, rules).deadwood == state.outcome.deadwood[defender]:
                checked += paid == tuple(map(float, price(state.outcome, rules).net))
    assert checked > 70


def test_sampled_positions_fit_the_view_and_get_better_with_the_turns():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    known, rnd = view(state, 1), random.Random(2)
    least = STANDARD.tables.deadwood
    means = []
    for turns in (0, 3, 8):
        left = []
        for _ in range(80):
            position = sample_position(known, rnd, turns)
            assert position.hands[1] == known.hand.mask
            assert position.hands[0].bit_count() == 10
            hidden = position.hands[0] | sum(1 << card for card in position.stock)
            assert hidden == known.unseen.mask
            assert len(position.stock) == known.stock_size
            left.append(least(position.hands[0]))
        means.append(sum(left) / len(left))
        assert turns == 0 or min(left) > 10
    assert means[0] > means[1] + 5 > means[2] + 10
    assert turns_played(known) == 0


def test_sampled_hands_keep_the_cards_that_are_known():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    known = CardSet.parse("Ks Qs").mask
    assert known & state.hand_masks[0] == known
    shown = view(attrs.evolve(state, known_masks=(known, 0)), 1)
    for number in range(20):
        assert sample_position(shown, random.Random(number), 8).hands[0] & known == known
