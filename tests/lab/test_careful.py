"""The careful player: outs, memory, feeding, and when it knocks."""

import random

import attrs
import pytest

from ginrules.cards import Card, CardSet
from ginrules.errors import InvalidRunError
from ginrules.play.actions import Decline, Discard, Knock, TakeDiscard
from ginrules.play.deal import deal, stacked
from ginrules.play.defence import best_defence
from ginrules.play.engine import apply, chance_action
from ginrules.play.events import Declined, Discarded, DrewStock, TookDiscard
from ginrules.play.phases import Reshuffle
from ginrules.play.run_deals import deal_seed, new_deal
from ginrules.play.view import view
from ginrules.players import Careful, Greedy
from ginrules.players.search.discards import completions, least_discards, minimal_melds, one_draw, quick_discard
from ginrules.players.search.hidden import Habits, holding_chances, meld_chance, sample_position, turns_played
from ginrules.players.search.knocks import payoff
from ginrules.presets import STANDARD, preset
from ginrules.scoring.price import price
from tests.lab.conftest import OTHER, after_draw

RULES = {
    "standard": STANDARD,
    "corner": preset("round-the-corner"),
    "small pack": STANDARD.evolve(ranks=7, hand_size=5),
    "pairs": STANDARD.evolve(min_set=2, hand_size=4),
}


def chosen(state, seed=1):
    return Careful(seed).choose(view(state, state.turn))


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


def test_it_keeps_the_pair_that_can_still_be_filled():
    # jacks and queens weigh the same; the cards in the pile decide which pair goes
    state = after_draw("4c 5c 6c Js Jc Qh Qc Ah Ac 2h", "7d", other="Tc 8h 3s 2s 8d 6d 4h 9d 2d Ad")
    for gone, kept in (("Jd Jh", "Q"), ("Qs Qd", "J")):
        dead = CardSet.parse(gone)
        stock = bytes(card for card in state.stock_pile if card not in dead)
        position = attrs.evolve(state, stock_pile=stock, discard_pile=bytes(list(dead)))
        action = chosen(position)
        assert isinstance(action, Discard)
        assert str(action.card)[0] not in {kept, "4", "5", "6"}


def test_it_does_not_feed_the_next_seat():
    other = "Jc Js Qs 3c 8d 6d 4h 9d 2d Kc"
    state = after_draw("4c 5c 6c 8h 8s Jd Kh Ah 2s 3d", "7c", other=other)
    loose = chosen(state)
    assert loose in {Discard("Jd"), Discard("Kh")}
    for collected, safe in (("Jc Js", "Kh"), ("Kc Ks", "Jd")):
        held = CardSet.parse(collected).mask
        hands = (state.hand_masks[0] | held, state.hand_masks[1])
        stock = bytes(card for card in state.stock_pile if not held >> card & 1)
        position = attrs.evolve(state, known_masks=(held, 0), hand_masks=hands, stock_pile=stock)
        assert chosen(position) == Discard(safe)


def test_discarded_refused_and_taken_cards_are_remembered():
    state = after_draw("4c 5c 6c 7d 7h 9s Ah 2h Kh 3s", "Jc")
    habits = Habits()
    habits.begin(view(state, 1))
    known = view(state, 1)
    plain = holding_chances(known, habits, 0)
    habits.note(Declined(0))  # the queen of diamonds
    habits.note(Discarded(0, Card.parse("8h")))
    habits.note(Discarded(1, Card.parse("5s")))
    habits.note(DrewStock(0, None))  # refused the five
    habits.note(TookDiscard(0, (Card.parse("2c"),)))
    now = holding_chances(known, habits, 0)
    for card in ("Qh", "Jd", "8s", "9h", "5h", "6s"):
        assert now[Card.parse(card)] < plain[Card.parse(card)]
    for card in ("2s", "Ac", "3c"):
        assert now[Card.parse(card)] > plain[Card.parse(card)]
    assert now[Card.parse("4c")] == 0  # own card


def test_the_chance_to_meld_counts_every_way():
    near = minimal_melds(STANDARD.tables)
    chances = [0.0] * 52
    assert meld_chance(near, chances, Card.parse("7h")) == 0
    chances[Card.parse("7c")] = chances[Card.parse("7d")] = 1.0
    assert meld_chance(near, chances, Card.parse("7h")) == 1
    chances[Card.parse("7d")] = 0.5
    chances[Card.parse("8h")] = chances[Card.parse("9h")] = 0.5
    assert meld_chance(near, chances, Card.parse("7h")) == pytest.approx(1 - 0.5 * 0.75)


@pytest.mark.parametrize(
    ("changes", "knocks"),
    [
        ({"gin_bonus": 0, "undercut_bonus": 0}, True),
        ({"gin_bonus": 1000}, False),  # gin pays a hundredfold: play on
        ({"gin_bonus": 0, "undercut_bonus": 1000}, True),  # hardly any risk on the first turn, with one point
    ],
)
def test_it_knocks_when_that_pays_at_the_prices_in_force(changes, knocks):
    rules = STANDARD.evolve(**changes)
    state = after_draw("4c 5c 6c 7d 7h 7s 8h 9h Ts Ac", "Th", rules)
    # discarding Ts leaves the ace; 2c, 3c… do not help, gin is a few outs away
    assert isinstance(chosen(state), Knock) is knocks


def test_undercuts_are_feared_late_and_not_early():
    rules = STANDARD.evolve(undercut_bonus=300, gin_bonus=0)
    hand, card = "4c 5c 6c 7d 7h 7s 2s 3d 4s Kd", "Ac"
    early = after_draw(hand, card, rules)
    assert chosen(early) == Knock("Kd")
    late = attrs.evolve(early, stock_pile=early.stock_pile[:8], discard_pile=bytes(early.stock_pile[8:]))
    assert chosen(late) == Discard("Kd")


def test_it_declares_gin_at_once_whatever_it_pays():
    rules = STANDARD.evolve(gin_bonus=0)
    assert chosen(after_draw("4c 5c 6c 7d 7h 7s 8h 9h Th Kd", "Jh", rules)) == Knock("Kd")


def test_it_takes_melding_cards_and_leaves_cards_of_little_help():
    hand = "4c 5c 6c 7d 7h 9s Ah 2h Kd 3s"

    def offered(upcard):
        return deal(STANDARD, stacked([OTHER, hand], STANDARD, upcard=upcard))

    assert chosen(offered("7s")) == TakeDiscard()
    assert chosen(offered("3h")) == TakeDiscard()
    assert chosen(offered("Jd")) == Decline()
    # greedy takes an eight for the king, careful would rather see a card of the stock
    assert Greedy().choose(view(offered("9c"), 1)) == TakeDiscard()
    assert chosen(offered("9c")) == Decline()


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


@pytest.mark.parametrize("bad", [{"draws": "much"}, {"feed_cost": float("inf")}, {"take_cost": True}])
def test_only_numbers_become_those_of_the_core(bad):
    (name,) = bad
    with pytest.raises(InvalidRunError, match=f"^{name.replace('_', ' ')} of a careful player: expected a number"):
        Careful(1, **bad).core_spec(STANDARD, 2)
