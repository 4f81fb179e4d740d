"""The searching player: its budget, its random numbers, its doubt, and what it tries out."""

import random

import pytest

from ginrules.cards import CardSet
from ginrules.errors import LabError
from ginrules.lab.players import Careful, Greedy, Searching, searching
from ginrules.lab.search.rollout import engine_rollout, rollout
from ginrules.lab.search.sampling import Sample
from ginrules.play.actions import Decline, Discard, DrawStock, GoBigGin, Knock
from ginrules.play.deal import deal, shuffled, stacked
from ginrules.play.engine import apply
from ginrules.play.views.view import view
from ginrules.presets import STANDARD, preset

OTHER = "Tc Jh Qs Ks 8d 6d 4h 9d 2d Ad"
LOOSE = f"{OTHER} 3c Js 5s 8c 6h"
LOW = "4c 5c 6c 7d 7h 7s Ah 9h Kd 3s"


def after_draw(hand, card, rules=STANDARD):
    """Seat 1, who begins, has drawn this card; seat 0 holds loose cards."""
    taken = {*hand.split(), card, "Qd"}
    other = " ".join([card for card in LOOSE.split() if card not in taken][:10])
    state = deal(rules, stacked([other, hand], rules, upcard="Qd", stock=card))
    for action in (Decline(), Decline(), DrawStock()):
        state = apply(state, action)
    return state


def counted(monkeypatch, module, name):
    calls = []
    real = getattr(module, name)

    def counting(*arguments):
        calls.append(1)
        return real(*arguments)

    monkeypatch.setattr(module, name, counting)
    return calls


@pytest.mark.parametrize("budget", [1, 5, 30])
def test_it_samples_no_more_positions_than_its_budget(monkeypatch, budget):
    calls = counted(monkeypatch, searching, "sample_position")
    Searching(1, budget=budget).choose(view(after_draw(LOW, "4h"), 1))
    assert 0 < len(calls) <= budget


@pytest.mark.parametrize("wrong", [{"budget": 0}, {"budget": 1.5}, {"width": 0}, {"width": True}])
def test_a_search_of_nothing_is_refused(wrong):
    with pytest.raises(LabError, match="1 or more"):
        Searching(1, **wrong)


def test_its_choices_depend_on_the_seed_alone():
    known = view(after_draw(LOW, "4h"), 1)
    assert len({Searching(5, budget=20).choose(known) for _ in range(3)}) == 1


def test_it_needs_no_search_for_gin_and_big_gin(monkeypatch):
    calls = counted(monkeypatch, searching, "sample_position")
    assert Searching(1).choose(view(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "Kd"), 1)) == Knock("Kd")
    assert Searching(1).choose(view(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "4h"), 1)) == GoBigGin()
    assert not calls


def test_endless_doubt_makes_it_careful():
    for number in range(6):
        state = deal(STANDARD, shuffled(number))
        for action in (Decline(), Decline(), DrawStock()):
            state = apply(state, action)
        known = view(state, state.turn)
        doubting = Searching(3, budget=8, doubt=1e9)
        assert doubting.choose(known) == Careful(3).choose(known)


def test_it_replaces_the_first_proposal_only_by_one_that_is_surely_better():
    first, other = Discard("Kd"), Discard("Qd")
    preferred = searching._preferred
    assert preferred(first, {first: [0.0, 1.0, 2.0], other: [5.0, 6.0, 7.5]}, 1.0) == other
    assert preferred(first, {first: [0.0, 1.0, 2.0], other: [40.0, -30.0, 0.0]}, 1.0) == first
    assert preferred(first, {first: [5.0, 6.0, 7.0], other: [1.0, 2.0, 3.5]}, 1.0) == first


def test_what_falls_behind_is_dropped_but_the_first_proposal():
    first, other, third = Discard("Kd"), Discard("Qd"), Discard("Jd")
    gains = {first: [0.0, 1.0, 0.0, 1.0], other: [-9.0, -9.5, -9.0, -9.0], third: [9.0, 8.0, 9.0, 9.5]}
    assert list(searching._in_the_running(first, gains)) == [first, third]


def test_a_rollout_ends_with_the_first_seat_that_can_knock():
    hands = ["4c 5c 6c 7d 7h 9s Ah 2h Kd 3s", OTHER]
    setup = deal(STANDARD, stacked([OTHER, hands[0]], STANDARD)).setup
    masks = [CardSet.parse(hand).mask for hand in hands]
    seven, queen = int(next(iter(CardSet.parse("7s")))), int(next(iter(CardSet.parse("Qd"))))
    rest = [card for card in CardSet(setup.tables.pack & ~masks[0] & ~masks[1]) if card not in (seven, queen)]
    # the seven leaves 15 points (9 + 1 + 2 + 3), the three of hearts would then be a meld and a knock
    three = int(next(iter(CardSet.parse("3h"))))
    stock = [int(card) for card in rest if card != three] + [three, queen, seven]
    gains = rollout(setup, Sample(list(masks), stock), 0, 0)
    assert gains[0] > 0 > gains[1]
    assert sum(gains) == 0
    # with nothing to draw the round is drawn
    assert rollout(setup, Sample(list(masks), stock[-2:]), 0, 0) == (0.0, 0.0)


def test_the_engine_plays_on_under_any_rules():
    for name, seats in (("mahjong-gin", 2), ("penalty-2-to-4", 3)):
        state = deal(preset(name), shuffled(4), seats=seats)
        gains = engine_rollout(state, Greedy().choose, random.Random(1))
        assert len(gains) == seats
        assert sum(gains) == 0


def test_open_melds_are_tried_out_by_the_engine(monkeypatch):
    calls = counted(monkeypatch, searching, "engine_rollout")
    rules = preset("mahjong-gin")
    state = deal(rules, shuffled(4))
    assert Searching(1, budget=20).choose(view(state, state.turn)) in view(state, state.turn).legal
    assert len(calls) == 4
