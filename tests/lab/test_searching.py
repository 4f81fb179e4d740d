"""The searching player: its budget, its random numbers, its trust and its candidates; and actions tried in worlds."""

import pytest

import ginrules as gin
from ginrules.errors import LabError
from ginrules.play.view import view
from ginrules.players import Belief, Expert, Greedy, Learned, Searching, new_greedy, searching
from ginrules.players import rollouts as trials
from ginrules.players.rollouts import gains_of
from ginrules.players.search.simulation import rollout
from ginrules.presets import STANDARD
from tests.lab.conftest import OTHER, after_draw

LOW = "4c 5c 6c 7d 7h 7s Ah 9h Kd 3s"


def seen(monkeypatch, name="gains_of"):
    """The number of worlds of each call that tries actions."""
    sizes, real = [], getattr(searching, name)

    def counting(worlds, *arguments, **options):
        sizes.append(len(worlds))
        return real(worlds, *arguments, **options)

    monkeypatch.setattr(searching, name, counting)
    return sizes


def searched(state, *, reach=searching._REACH, **options):
    """The choice of a searching player of seat 1 that has seen the deal alone."""
    player = Searching(5, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "_REACH", reach)
        player.start(view(state, 1))
        return player.choose(view(state, 1))


@pytest.mark.parametrize("budget", [1, 5, 70])
def test_it_looks_at_no_more_worlds_than_its_budget(monkeypatch, budget):
    sizes = seen(monkeypatch)
    searched(after_draw(LOW, "4h"), budget=budget, reach=100)
    assert 0 < sum(sizes) <= budget


def test_it_stops_when_its_time_is_over(monkeypatch):
    sizes = seen(monkeypatch)
    times = iter((0.0, 1.0, 3.5, 9.0))
    monkeypatch.setattr(searching.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(searching, "_HOPELESS", 1e9)
    searched(after_draw(LOW, "4h"), budget=10_000, reach=100, seconds=3.0)
    assert sizes == [32, 48]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        *(({"budget": budget}, "number from 1 up") for budget in (0, 1.5, True)),
        *(({"seconds": seconds}, f"above 0, got {seconds}") for seconds in (0, -0.5, float("nan"))),
    ],
)
def test_a_search_of_nothing_is_refused(wrong, message):
    with pytest.raises(LabError, match=message):
        Searching(1, **wrong)


def test_its_choices_depend_on_the_seed_alone():
    assert len({searched(after_draw(LOW, "4h"), budget=20, reach=30) for _ in range(3)}) == 1


def test_it_needs_no_search_for_gin_and_big_gin(monkeypatch):
    sizes = seen(monkeypatch)
    assert searched(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "Kd")) == gin.Knock("Kd")
    assert searched(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "4h")) == gin.GoBigGin()
    assert not sizes


def test_without_reach_it_is_the_learned_player():
    for number in range(4):
        state = gin.deal(STANDARD, gin.shuffled(number), dealer=0)
        for action in (gin.Decline(), gin.Decline(), gin.DrawStock()):
            state = gin.apply(state, action)
        learned = Learned()
        learned.start(view(state, 1))
        assert searched(state, budget=8, reach=0) == learned.choose(view(state, 1))


def test_the_net_and_the_worlds_are_weighed_by_how_far_they_can_err():
    weighed = searching._weighed
    assert weighed([2.0, 4.0] * 50, 0.0)[0] == pytest.approx(3, abs=0.1), "the worlds agree"
    assert weighed([-97.0, 103.0] * 2, 0.5)[0] == pytest.approx(0.5, abs=0.1), "they do not"
    leads = [weighed([-7.0, 13.0] * worlds, -1.0)[0] for worlds in (1, 8, 100, 10_000)]
    assert leads == sorted(leads)
    assert leads[-1] == pytest.approx(3, abs=0.1)


def test_worlds_that_show_a_better_action_change_the_choice(monkeypatch):
    """The net is in doubt between two discards; worlds in which the second gains ten points more decide."""
    state = after_draw(LOW, "4h")
    first = searched(state, reach=0)

    def tried(worlds, _player, _seeds, _seat, actions, **_options):
        return [[0.0 if action == first else 10.0] * len(worlds) for action in actions]

    monkeypatch.setattr(searching, "gains_of", tried)
    assert searched(state, reach=30) != first
    monkeypatch.setattr(searching, "gains_of", lambda *a, **k: [[-gain for gain in one] for one in tried(*a, **k)])
    assert searched(state, reach=30) == first


@pytest.mark.parametrize(("name", "seats"), [("mahjong-gin", 2), ("group-gin", 3)])
def test_rules_that_the_net_does_not_read_are_left_to_the_expert(name, seats):
    state = gin.deal(gin.preset(name), gin.shuffled(4), seats=seats)
    seat = state.turn
    players = Searching(1), Expert(1)
    for player in players:
        player.start(view(state, seat))
    assert players[0].choose(view(state, seat)) == players[1].choose(view(state, seat))


def test_actions_gain_the_same_with_and_without_the_core(monkeypatch):
    pytest.importorskip("numpy")
    for rules, new_player in (("oklahoma", new_greedy), ("oklahoma", Expert), ("doubling-gin", Learned)):
        states, stories = [], []
        for seed in range(3):
            belief, state = Belief(), gin.deal(rules, gin.shuffled(seed))
            belief.begin(view(state, 0))
            for action in (gin.Decline(), gin.Decline(), gin.DrawStock()):
                state, events = gin.transition(state, action)
                for event in events:
                    belief.note(gin.redact(event, 0))
            states.append(state)
            stories.append(belief.story)
        for depth in (0, 1, 3) if new_player is Learned else (0,):
            for state, story in zip(states, stories, strict=True):
                own = [action for action in gin.legal_actions(state) if isinstance(action, gin.Discard)][:2]
                asked = [state] * 2, new_player, range(2), 1, own
                quick = gains_of(*asked, story=story, depth=depth)
                monkeypatch.setattr(trials, "has_core", lambda *_: False)
                assert gains_of(*asked, story=story, depth=depth) == quick
                monkeypatch.undo()
    boxed = gin.deal(STANDARD.evolve(box_timing="immediate", box_bonus=100), gin.shuffled(1))
    assert abs(gains_of([boxed], new_greedy, [1], 0)[0][0]) > 100


def test_players_remember_what_they_have_seen():
    """The discards of a seat tell its opponent what it does not hold: with the story some rounds go another way."""
    belief, state, players = Belief(), gin.deal(STANDARD, gin.shuffled(3)), [Learned(), Learned()]
    belief.begin(view(state, 0))
    for seat, player in enumerate(players):
        player.start(view(state, seat))
    for _ in range(24):
        state, events = gin.transition(state, players[state.turn].choose(view(state, state.turn)))
        for event in events:
            belief.note(gin.redact(event, 0))
            for seat, player in enumerate(players):
                player.watch(gin.redact(event, seat))
    assert state.outcome is None
    worlds = [gin.determinize(view(state, state.turn), seed) for seed in range(60)]
    with_story, without = (gains_of(worlds, Learned, range(60), 0, story=story) for story in (belief.story, None))
    assert with_story != without


def test_the_players_of_a_position_are_started_with_their_views():
    started = []

    class Watching(Greedy):
        watches = True

        def start(self, view, match=None):
            started.append((view.seat, view))
            super().start(view, match)

    state = after_draw(LOW, "2s")
    trials._play(state, None, lambda _: Watching(), 1, None, 0)
    assert sorted(seat for seat, _ in started) == [0, 1]
    assert all(own == view(state, seat) for seat, own in started)


def test_a_rollout_ends_with_the_first_seat_that_can_knock():
    hands = ["4c 5c 6c 7d 7h 9s Ah 2h Kd 3s", OTHER]
    setup = gin.deal(STANDARD, gin.stacked([OTHER, hands[0]], STANDARD)).setup
    masks = [gin.CardSet.parse(hand).mask for hand in hands]
    seven, queen = int(next(iter(gin.CardSet.parse("7s")))), int(next(iter(gin.CardSet.parse("Qd"))))
    rest = [card for card in gin.CardSet(setup.tables.pack & ~masks[0] & ~masks[1]) if card not in (seven, queen)]
    # the seven leaves 15 points (9 + 1 + 2 + 3), the three of hearts would then be a meld and a knock
    three = int(next(iter(gin.CardSet.parse("3h"))))
    stock = [int(card) for card in rest if card != three] + [three, queen, seven]
    gains = rollout(setup, list(masks), stock, 0, 0)
    assert gains[0] > 0 > gains[1]
    assert sum(gains) == 0
    # with nothing to draw the round is drawn
    assert rollout(setup, list(masks), stock[-2:], 0, 0) == (0.0, 0.0)
