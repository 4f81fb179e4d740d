"""The expert player: its judgment of hands, its fear of feeding, and when it knocks, by hand."""

import random
from functools import reduce
from operator import or_

import attrs
import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError
from ginrules.play.actions import DECLINE, DISCARD, DRAW, KNOCK, TAKE
from ginrules.players import Expert
from ginrules.players.search.best_draws import best_draws, hand_reader
from ginrules.players.search.discards import minimal_melds
from ginrules.players.search.hidden import Habits, feeding_chance, held_chances, live_melds, partner_masks_of
from ginrules.players.search.knocks import best_of_others, is_last_turn, stakes_of
from ginrules.presets import PENALTY_2_TO_4, STANDARD, STRAIGHT_GIN
from tests.lab.conftest import after_draw

RULES = {
    "standard": STANDARD,
    "corner": gin.preset("round-the-corner"),
    "small pack": STANDARD.evolve(ranks=7, hand_size=5),
    "pairs": STANDARD.evolve(min_set=2, hand_size=4),
    "fours": STANDARD.evolve(min_run=4, min_set=4),
}


def card(text):
    return int(gin.Card.parse(text))


def in_turn(state, turn):
    """The same position with fewer cards in the stock, as after this many turns."""
    stock = state.stock_pile[: len(state.stock_pile) - 2 * turn]
    return attrs.evolve(state, stock_pile=stock)


def chosen(state, **parameters):
    return Expert(1, **parameters).choose(gin.view(state, state.turn))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_the_best_draws_are_those_of_every_draw_and_discard(rules):
    tables, chance = rules.tables, random.Random(3)
    least, reader, pack = tables.deadwood, hand_reader(tables), list(gin.CardSet(tables.pack))
    size = rules.hand_size_for(2)
    for number in range(16):
        rich = [held for held in pack if held.suit == number % 4 or held.rank < 4]
        hand = gin.CardSet.of(chance.sample(rich if number % 2 else pack, size)).mask
        live = gin.CardSet.of(chance.sample(pack, 20)).mask & ~hand
        draws = [1 << drawn for drawn in gin.CardSet(live)]
        left = sorted(min(least((hand | new) ^ 1 << old) for old in gin.CardSet(hand | new)) for new in draws)
        for limit in (0, 10, least(hand) - 1):
            ready = sum(points <= limit for points in left)
            expected = (least(hand), 16 * sum(left[:5]) // 5, left.count(0), ready)
            assert best_draws(reader, hand, live, 5, limit) == expected
    assert best_draws(reader, hand, 0, 5, 10) == (least(hand), 16 * least(hand), 0, 0)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_loose_cards_are_those_in_no_meld_of_the_hand(rules):
    tables, chance = rules.tables, random.Random(5)
    pack = list(gin.CardSet(tables.pack))
    for _ in range(16):
        hand = gin.CardSet.of(chance.sample(pack, min(11, len(pack) // 2))).mask
        melds = [meld for melds in minimal_melds(tables) for meld in melds if not meld & ~hand]
        assert hand & ~hand_reader(tables).melded(hand) == hand & ~reduce(or_, melds, 0)


def test_the_next_seat_s_chances_by_hand():
    seen = gin.view(after_draw("Ac 2c 3c 5d 5h 7d 9h Th Jc Ks", "Kd"), 1)
    habits = Habits(refused={0: 1 << card("8s")}, taken={0: 1 << card("4s")})
    # 52 cards less 11 of its own and the upcard: ten of 40 are the other seat's
    chances = held_chances(seen, habits, 0, refused=8, taken=24)
    assert chances[card("Qh")] == 64
    assert chances[card("9s")] == 32  # next to the eight that it refused
    assert chances[card("3s")] == 96  # next to the four that it took
    assert chances[card("6s")] == 48  # next to both
    assert chances[card("Ks")] == chances[card("Qd")] == 0
    # queens: the upcard is gone, so one pair of queens (Qc 64, Qh 64), and three runs in spades of Qs: T J, J K
    partners = partner_masks_of(STANDARD.tables)[card("Qs")]
    # the pairs: Qc Qh (1/16), Js Ts (Ts is next to the eight: 1/32); K is its own; Qd is gone
    assert feeding_chance(partners, chances) == 16 + 8
    # what it can still make of the queen: those two, and with the jack of spades no other run, as it lacks the king
    assert live_melds(partners, seen.unseen.mask) == 2


def test_stakes_by_hand():
    assert stakes_of(STANDARD).gin == 30  # 25, and 5 of lay-offs that gin denies
    assert stakes_of(STANDARD.evolve(gin_bonus=20, layoff="none", undercut_bonus=10)).undercut == 10
    assert stakes_of(STANDARD.evolve(knock_bonus=15)).gin == 15
    at_once = STANDARD.evolve(box_timing="immediate", box_bonus=10, undercut_boxes=1)
    assert (stakes_of(at_once).undercut, stakes_of(at_once).knock) == (40, 10)  # a knock wins the box of the round
    assert (stakes_of(STANDARD).danger, stakes_of(STANDARD.evolve(undercut_bonus=0)).danger) == (20, 0)
    assert stakes_of(STRAIGHT_GIN).gin_worth(0) == stakes_of(STRAIGHT_GIN).gin_worth(10) + 20


READY = "Ac 2c 3c 7d 8d 9d Th Ts 4h 2s"  # the third ten and the discard of the four leave 2 points


def test_it_knocks_in_its_first_turn_and_waits_for_gin_later():
    state = after_draw(READY, "Td")
    # lead: the other seat is expected to hold 50 before its first draw; 2 are left
    assert isinstance(chosen(state), type(KNOCK[0]))
    assert isinstance(chosen(in_turn(state, 6)), type(DISCARD[0]))
    nothing_to_wait_for = STANDARD.evolve(gin_bonus=0, undercut_bonus=0, layoff="none", box_bonus=0)
    assert isinstance(chosen(in_turn(after_draw(READY, "Td", nothing_to_wait_for), 6)), type(KNOCK[0]))


def test_it_declares_gin_at_once():
    drawn = after_draw("Ac 2c 3c 7d 8d 9d Th Ts Tc Ks", "Td")
    assert chosen(in_turn(drawn, 6)) == KNOCK[card("Ks")]


@pytest.mark.parametrize(("rules", "seats", "knocks"), [(STANDARD, 2, False), (PENALTY_2_TO_4, 3, True)])
def test_caution_is_for_a_table_of_two(rules, seats, knocks):
    state = gin.deal(rules, seed=7, seats=seats)
    ready = gin.CardSet.parse("Ac 2c 3c 7d 7h 7s 9s Ts Js 4h Ks").mask
    seen = attrs.evolve(gin.view(state, state.turn), hand=gin.CardSet(ready))
    action = Expert(0, caution=16384, hope=0).knock(seen, ready, ready)
    assert action == (KNOCK[card("Ks")] if knocks else None)


def test_the_average_counts_where_all_settle_with_the_knocker():
    state = gin.deal(gin.preset("group-gin"), seed=7, seats=4)
    seen = gin.view(state, state.turn)
    assert best_of_others(seen, average=True) == best_of_others(seen) + 10
    assert stakes_of(gin.preset("group-gin")).settles_alone
    assert not stakes_of(PENALTY_2_TO_4).settles_alone


def test_caution_and_hope_are_leads_in_sixteenths():
    state = in_turn(after_draw(READY, "Td"), 1)
    seen = gin.view(state, 1)
    lead = best_of_others(seen) - 2
    assert isinstance(chosen(state, caution=16 * lead, hope=0), type(KNOCK[0]))
    assert isinstance(chosen(state, caution=16 * lead + 1, hope=0), type(DISCARD[0]))


def test_in_the_last_turn_there_is_nothing_to_hope_for():
    state = in_turn(after_draw(READY, "Td"), 14)
    assert is_last_turn(gin.view(state, 1))
    assert isinstance(chosen(state, caution=0, hope=4096), type(KNOCK[0]))
    assert isinstance(chosen(in_turn(after_draw(READY, "Td"), 10), caution=0, hope=4096), type(DISCARD[0]))


def test_it_takes_what_it_melds_and_what_lowers_its_deadwood_by_much():
    hand = "5c 5h 7d 8s Jc Qh Kd Kc 2s 9h"
    other = "Tc Js Qs Ks 8d 6d 4h 9d 2d Ad"
    for upcard, action in (("5s", TAKE), ("Ac", TAKE), ("3c", DECLINE)):
        state = gin.deal(STANDARD, gin.stacked([other, hand], STANDARD, upcard=upcard))
        # a king leaves for the ace (9 points), for the three 7 points are not enough
        assert chosen(state) == action
    assert chosen(state, take_gain=7) == TAKE
    passed = gin.apply(gin.apply(state, gin.Decline()), gin.Decline())
    assert chosen(passed) == DRAW


def test_it_keeps_from_the_next_seat_what_that_could_meld():
    hand = "Ac 2c 3c 7h 7s 7d Jc Qc 4s Kh"
    state = after_draw(hand, "9s")
    nothing = dict.fromkeys("outlook haste ease gin_out ready shelter laying_off".split(), 0)
    early, late = (
        dict_of(Expert(1, **nothing, feeding=16).costs(seen, seen.hand.mask, seen.hand.mask))
        for seen in (gin.view(state, 1), gin.view(in_turn(state, 3), 1))
    )
    assert set(early.values()) == {0}  # not in the first turn
    # in the fourth two points for each: three pairs of kings, and the jack and queen of hearts
    assert late[card("Kh")] == 2 * 256 * 4
    assert late[card("Kh")] < late[card("9s")]


def test_loose_cards_that_can_be_laid_off_are_worth_keeping():
    state = after_draw("Ac 2c 3c 7h 7s 7d Jc Qc 4s Kh", "9s")
    seen = gin.view(state, 1)
    plain, hoping = (
        dict_of(Expert(1, laying_off=worth).costs(seen, seen.hand.mask, seen.hand.mask)) for worth in (0, 16)
    )
    player = Expert(1)
    off = player._laid_off(seen, seen.hand.mask)
    loose = [card(text) for text in ("Jc", "Qc", "4s", "9s")]  # without the king; melded cards are not laid off
    assert plain[card("Kh")] - hoping[card("Kh")] == sum(off[number] for number in loose)
    closed = gin.view(after_draw("Ac 2c 3c 7h 7s 7d Jc Qc 4s Kh", "9s", STANDARD.evolve(layoff="none")), 1)
    assert [Expert(1, laying_off=worth).costs(closed, closed.hand.mask, closed.hand.mask) for worth in (0, 16)] == [
        Expert(1, laying_off=0).costs(closed, closed.hand.mask, closed.hand.mask)
    ] * 2


def test_points_below_the_limit_are_a_shelter():
    state = after_draw(READY, "Td")
    seen = gin.view(state, 1)
    bare, sheltered = (
        dict_of(Expert(1, shelter=worth, margin=20).costs(seen, seen.hand.mask, seen.hand.mask)) for worth in (0, 32)
    )
    assert bare[card("4h")] - sheltered[card("4h")] == 2 * 256 * (10 - 2)  # two points for each of eight
    assert bare[card("2s")] - sheltered[card("2s")] == 2 * 256 * (10 - 4)
    assert bare[card("Th")] == sheltered[card("Th")]  # the tens are a set no more


def dict_of(costs):
    return {-number: cost for cost, _value, number in costs}


def test_the_best_of_several_others_is_ahead():
    state = gin.deal(PENALTY_2_TO_4, gin.shuffled(7), seats=4)
    # seven cards: 35 points; the best of three holds ten less
    assert best_of_others(gin.view(state, state.turn)) == 25


@pytest.mark.parametrize("bad", [{"draws": 0}, {"ease": 4097}, {"hope": -1}, {"caution": 1.5}, {"margin": "a"}])
def test_parameters_out_of_range_are_errors_that_name_them(bad):
    (name,) = bad
    with pytest.raises(InvalidRunError, match=f"^{name.replace('_', ' ')} of an expert player: expected a whole"):
        Expert(1, **bad)


def test_its_text_has_the_parameters_that_differ():
    assert str(Expert(1)) == "expert"
    assert str(Expert(1, draws=8, gin_out=200, hope=1)) == "expert, gin out 200, hope 1"
