"""The searching player: its budget, its random numbers, its doubt, and its candidates."""

import random

import pytest

from ginrules.cards import CardSet
from ginrules.errors import LabError
from ginrules.play.actions import Decline, Discard, DrawStock, GoBigGin, Knock
from ginrules.play.deal import deal, shuffled, stacked
from ginrules.play.engine import apply
from ginrules.play.view import view
from ginrules.players import Expert, Greedy, Searching, new_greedy, searching
from ginrules.players.search.hidden import Sample, likely_state
from ginrules.players.search.rollout import engine_rollout, rollout
from ginrules.players.searching import gains_of
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
    calls = counted(monkeypatch, searching, "likely_state")
    Searching(1, budget=budget, reach=100).choose(view(after_draw(LOW, "4h"), 1))
    assert 0 < len(calls) <= budget


def test_it_stops_when_its_time_is_over(monkeypatch):
    calls = counted(monkeypatch, searching, "likely_state")
    Searching(1, budget=10_000, reach=100, seconds=1e-6).choose(view(after_draw(LOW, "4h"), 1))
    assert len(calls) == 8
    times = iter((0.0, 1.0, 3.5, 9.0))
    monkeypatch.setattr(searching.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(searching, "_in_the_running", lambda _first, gains: gains)
    Searching(1, budget=10_000, reach=100, seconds=3.0).choose(view(after_draw(LOW, "4h"), 1))
    assert len(calls) == 8 + 16


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"budget": 0}, "number from 1 up"), ({"budget": 1.5}, "number from 1 up"), ({"width": 0}, "number from 1 up"),
     ({"width": True}, "number from 1 up"), ({"seconds": 0}, "above 0, got 0"), ({"seconds": -0.5}, "above 0"),
     ({"seconds": float("nan")}, "above 0"), ({"doubt": -1}, "from 0 up, got -1"), ({"reach": "far"}, "from 0 up"),
     ({"draws": 0}, "from 1 to 52, got 0")],
)  # fmt: skip
def test_a_search_of_nothing_is_refused(wrong, message):
    with pytest.raises(LabError, match=message):
        Searching(1, **wrong)


def test_its_choices_depend_on_the_seed_alone():
    known = view(after_draw(LOW, "4h"), 1)
    assert len({Searching(5, budget=20).choose(known) for _ in range(3)}) == 1


def test_it_needs_no_search_for_gin_and_big_gin(monkeypatch):
    calls = counted(monkeypatch, searching, "likely_state")
    assert Searching(1).choose(view(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "Kd"), 1)) == Knock("Kd")
    assert Searching(1).choose(view(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "4h"), 1)) == GoBigGin()
    assert not calls


def test_endless_doubt_makes_it_an_expert():
    for number in range(6):
        state = deal(STANDARD, shuffled(number))
        for action in (Decline(), Decline(), DrawStock()):
            state = apply(state, action)
        known = view(state, state.turn)
        doubting = Searching(3, budget=8, doubt=1e9)
        assert doubting.choose(known) == Expert(3).choose(known)


def test_guessed_hands_improve_and_can_be_below_the_limit():
    state = deal(STANDARD, shuffled(3))
    for action in (Decline(), Decline()):
        state = apply(state, action)
    while len(state.stock_pile) > 8:  # nobody knocks: all draw and discard what they drew
        before, seat = state, state.turn
        state = apply(before, DrawStock())
        (drawn,) = state.hands[seat] - before.hands[seat]
        state = apply(state, Discard(drawn))
    known = view(state, 0)
    guesses = [likely_state(known, random.Random(seed)) for seed in range(40)]
    deadwoods = [guess.setup.tables.deadwood(guess.hand_masks[1]) for guess in guesses]
    assert all(view(guess, 0) == known for guess in guesses)
    assert 0 < sum(deadwood <= 10 for deadwood in deadwoods) < 40
    assert 0 not in deadwoods
    assert sum(deadwoods) / 40 < 25


def test_playouts_are_the_same_with_and_without_arrays(monkeypatch):
    pytest.importorskip("numpy")
    states = [deal("oklahoma", shuffled(seed)) for seed in range(4)]
    for new_player in (new_greedy, Expert):
        quick = gains_of(states, new_player, range(4), 1)
        monkeypatch.setattr(searching, "find_spec", lambda _name: None)
        assert gains_of(states, new_player, range(4), 1) == quick
        monkeypatch.undo()
    boxed = deal(STANDARD.evolve(box_timing="immediate", box_bonus=100), shuffled(1))
    assert abs(gains_of([boxed], new_greedy, [1], 0)[0]) > 100


def test_the_players_of_a_position_are_started_with_their_views():
    started = []

    class Watching(Greedy):
        watches = True

        def start(self, view, match=None):
            started.append((view.seat, view))
            super().start(view, match)

    state = after_draw(LOW, "2s")
    searching._played_on(state, lambda _: Watching(), 1)
    assert sorted(seat for seat, _ in started) == [0, 1]
    assert all(own == view(state, seat) for seat, own in started)


def test_it_replaces_the_first_proposal_only_by_one_that_is_surely_better():
    first, other = Discard("Kd"), Discard("Qd")
    preferred = searching._preferred
    assert preferred(first, {first: [0.0, 1.0, 2.0], other: [5.0, 6.0, 7.5]}, 1.0) == other
    assert preferred(first, {first: [0.0, 1.0, 2.0], other: [40.0, -30.0, 0.0]}, 1.0) == first
    assert preferred(first, {first: [5.0, 6.0, 7.0], other: [1.0, 2.0, 3.5]}, 1.0) == first


def test_weak_candidates_are_dropped_except_the_first_proposal():
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
