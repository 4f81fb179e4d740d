"""All players: legal under every rule set, the same for the same seed, blind to what a seat cannot see."""

import copy
import random
from functools import partial
from typing import get_args

import pytest

import ginrules as gin
from ginrules.driver.labels import RoundLabel
from ginrules.driver.named import DEPARTED
from ginrules.driver.round import new_driver
from ginrules.errors import InvalidRunError
from ginrules.lab import compare, replayed, rows, simulate, tournament
from ginrules.lab.runner.play import play_dealt
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.play.view import view
from ginrules.players import (
    Expert,
    Greedy,
    Learned,
    Player,
    PlayerName,
    RandomPlayer,
    Searching,
    Simple,
    hint,
    new_greedy,
    player_named,
)
from ginrules.rules.model import RULES
from tests.conftest import WAYS, every, slow, some
from tests.core.conftest import TWO_VALUES
from tests.lab.conftest import HOUSE, play_deal, with_hidden_cards_moved

STANDARD = gin.RuleSet(name="standard")
NEW = {
    "random": RandomPlayer,
    "greedy": lambda _seed: Greedy(),
    "simple": Simple,
    "learned": Learned,
    "expert": Expert,
    "searching": partial(Searching, budget=2),
}


@pytest.mark.parametrize("way", some(list(WAYS), slow(12, len(WAYS))))
@pytest.mark.parametrize("kind", NEW)
def test_players_play_every_way_to_play_and_the_same_again(kind, way):
    rules, seats = WAYS[way]
    play = partial(play_dealt, rules, (NEW[kind],) * seats, new_deal(deal_seed(9, 0), rules))
    played = play(dealer=0)
    assert played.outcome.seats == seats
    if kind not in {"expert", "learned", "searching"}:  # the first uses no chance, the second is too slow to play again
        assert play(dealer=0) == played
        play(dealer=seats - 1)


@every(HOUSE.values(), ["simple", "learned", "expert", "searching"])
def test_players_play_unusual_rules(rules, kind):
    assert len(play_deal(rules, NEW[kind], new_deal(deal_seed(4, 0), rules), seats=2)) == 2


@every(
    [
        (rule, base, value)
        for rule, values in TWO_VALUES.items()
        for base, value in values
        if RULES[rule].affects == "play" and getattr(gin.preset(base), rule) != value
    ],
    [("simple", "greedy"), ("medium", "expert")],
)
def test_players_obey_every_other_value_of_a_rule_of_play(rule, base, value, pair):
    rules = gin.preset(base).evolve(**{rule: value})
    makers = [player_named(pair[seat % 2]) for seat in range(min(rules.table_sizes))]
    for dealer in (0, 1):
        play_dealt(rules, makers, new_deal(deal_seed(3, dealer), rules), dealer=dealer)


@pytest.mark.parametrize("kind", NEW)
@pytest.mark.parametrize(
    ("name", "seats"), [("standard", 2), ("openspiel", 2), ("penalty-2-to-4", 3), ("mahjong-gin", 2)]
)
def test_hidden_cards_make_no_difference(kind, name, seats):
    rules, rnd = gin.preset(name), random.Random(1)
    if kind == "random":
        rules = rules.evolve(take_cap=5)
    state = gin.deal(rules, new_deal(deal_seed(2, 0), rules).order, seats=seats)
    driver = new_driver(dict.fromkeys(range(seats), NEW[kind]), RoundLabel(rules, None, 0), 0)
    driver.start(state)
    for _ in range(60):
        if state.turn is not None:
            moved = with_hidden_cards_moved(state, state.turn, rnd)
            elsewhere = copy.deepcopy(driver.players[state.turn]).choose(view(moved, state.turn))
            assert elsewhere in gin.legal_actions(state)
            assert copy.deepcopy(driver.players[state.turn]).choose(view(state, state.turn)) == elsewhere
        state = driver.play_on(state, driver.plies + 1)


class Listener(Player):
    """Plays greedily and follows the round by its events."""

    name = "listener"

    def __init__(self):
        self.events = []
        self.view = None

    def start(self, view, match=None):
        self.view = view

    def watch(self, event):
        self.events.append(event)
        self.view = gin.follow(self.view, event)

    def choose(self, view):
        assert self.view == view
        return Greedy().choose(view)


@pytest.mark.parametrize(("name", "seats"), [("standard", 2), ("penalty-2-to-4", 4), ("mahjong-gin", 2)])
def test_events_add_up_to_the_view_and_to_nothing_more(name, seats):
    rules = gin.preset(name)
    players = []

    def new_listener(_seed):
        players.append(Listener())
        return players[-1]

    play_deal(rules, new_listener, new_deal(deal_seed(5, 1), rules), seats=seats)
    assert any(isinstance(event, gin.DrewStock) for event in players[0].events)
    for number, player in enumerate(players):
        draws = [event for event in player.events if isinstance(event, gin.DrewStock)]
        assert all((event.card is None) == (event.seat != number % seats) for event in draws)
        assert all(not event.order for event in player.events if isinstance(event, gin.StockShuffled))


def test_a_player_that_does_not_watch_is_shown_nothing():
    class Deaf(Listener):
        watches = False

        def choose(self, view):
            assert self.view is None
            return Greedy().choose(view)

    play_deal(STANDARD, lambda _seed: Deaf(), new_deal(deal_seed(5, 1), STANDARD), seats=2)


def test_a_player_with_nothing_but_choose_can_play():
    class Bare:
        def choose(self, view):
            return Greedy().choose(view)

    assert len(play_deal(STANDARD, lambda _seed: Bare(), new_deal(deal_seed(5, 1), STANDARD), seats=2)) == 2


def test_names_are_stable_and_texts_have_the_parameters():
    assert [new(1).name for new in NEW.values()] == list(NEW)
    texts = [str(player) for player in (Searching(1), Searching(1, budget=50), Simple(1), Learned(1))]
    assert texts == ["searching", "searching, budget 50", "simple", "learned"]
    assert str(Learned(1, slip=16)) == "learned, slipping 1.56%"


def test_names_of_players_stand_for_players_wherever_players_are_taken():
    makers = [player_named(name) for name in get_args(PlayerName)]
    assert len(makers) == len({str(maker(1)) for maker in makers}) + 2  # easy and hard are other names
    named = simulate(STANDARD, ["medium", player_named("hard")], rounds=4)
    assert named.contestants == ("learned, slipping 5.47%", "learned")
    assert simulate(STANDARD, "easy", rounds=4).contestants == ("simple",)
    for name in ("experd", "", "Expert"):
        with pytest.raises(InvalidRunError, match="is not the name of a player: expected one of random, simple"):
            simulate(STANDARD, [name, "expert"], rounds=4)
    with pytest.raises(InvalidRunError, match="did you mean 'expert'"):
        player_named("experd")


@pytest.mark.parametrize("name", [*DEPARTED, "policy:agent.npz"])
def test_a_name_that_has_left_is_refused_with_what_to_use_now(name):
    with pytest.raises(InvalidRunError, match=r"is not the name of a player: .*; it has left: .*(medium|0|Policy)"):
        player_named(name, own=True)


def test_where_no_player_is_named_learned_plays_what_it_knows_and_expert_the_rest():
    nine = STANDARD.evolve(ranks=9)
    assert simulate(STANDARD, rounds=4).contestants == ("learned",)
    assert simulate("partnership", matches=1).contestants == ("learned",)  # four players, two at a table
    assert simulate("group-gin", rounds=6).contestants == simulate(nine, rounds=4).contestants == ("expert",)
    assert compare(STANDARD, "oklahoma", rounds=40).contestants == ("learned",)
    assert compare("mahjong-gin", "mahjong-gin+gin_bonus=50", rounds=40).contestants == ("expert",)
    known, unknown = STANDARD, STANDARD.evolve(knock_limit=20)
    assert compare(known, unknown, rounds=40).contestants == ("expert",)  # one player, under both
    *_, last = rows(STANDARD, rounds=2)
    assert replayed(last, STANDARD).actions == replayed(last, STANDARD, "learned").actions


def test_a_player_that_leaves_the_play_to_another_says_so():
    nine = STANDARD.evolve(ranks=9, name="nine")
    assert simulate(nine, ["learned", "expert"], rounds=4).contestants == ("learned (as expert)", "expert")
    three = tournament(["hard", "simple", "greedy"], "group-gin", 18)
    assert "hard (as expert)" in [entrant.player for entrant in three.entrants]
    known, unknown = STANDARD, STANDARD.evolve(knock_limit=20, name="late")
    assert compare(known, unknown, players="learned", rounds=40).contestants == ("learned (as expert under late)",)


@pytest.mark.parametrize("rules", ["standard", "doubling-gin", "knock-rummy", "mahjong-gin", "tedesco"])
def test_no_player_chooses_what_a_rule_that_it_does_not_know_forbids(rules, monkeypatch):
    """As if there were such a rule: an action that a player would choose is taken out of the legal ones."""
    makers = [Simple, new_greedy, Expert, Learned, partial(Learned, slip=300), partial(Searching, budget=4)]
    monkeypatch.setattr("ginrules.players.base.unsupported_play_rule", lambda _rules: "a_new_rule")
    forbidden, source = set(), random.Random(38_002)
    for seed in range(3):
        state = gin.deal(gin.preset(rules), gin.shuffled(seed))
        for _ in range(400):
            if state.is_over:
                break
            seen = view(state, state.turn)
            for maker in makers if len(seen.legal) > 1 and (state.turn + seed) % 2 else ():
                would, other = (view(state, state.turn) for _ in range(2))
                action = sat(maker, would).choose(would)
                object.__setattr__(other, "_legal", tuple(one for one in seen.legal if one != action))
                assert sat(maker, other).choose(other) in other.legal
                forbidden.add(type(action))
            state = gin.apply(state, source.choice(state_actions(state)))
    assert len(forbidden) >= 4


def sat(maker, seen):
    player = maker(3)
    player.start(seen)
    return player


def state_actions(state):
    """The legal actions, without those that only make a round longer."""
    return [one for one in gin.legal_actions(state) if not isinstance(one, gin.Double)] or gin.legal_actions(state)


def test_a_hint_is_the_action_of_the_player():
    record = gin.RoundRecord(STANDARD, 11).play("decline").play("decline")
    assert str(hint(record, "random", seed=3)) == "draw"
    assert hint(record) == hint(record, Learned, seat=1) in gin.legal_actions(record.state)
    for seat in (0, None):
        with pytest.raises(InvalidRunError, match="it is seat 1's turn"):
            hint(view(record.state, seat))
    with pytest.raises(InvalidRunError, match="it is seat 1's turn, but this is seat 0's view"):
        hint(record, seat=0)
    with pytest.raises(InvalidRunError, match="it is seat 1's turn"):
        hint(view(record.state, 1), seat=0)
    while not record.state.is_over:
        record = record.play(gin.legal_actions(record.state)[0])
    with pytest.raises(InvalidRunError, match="it is nobody's turn"):
        hint(record)


# --- the order of strength, on a small scale: benchmarks/strength.py measures it on thousands of games ---


# enough for chance to leave a margin; the seeds and therefore the figures are fixed
CONTESTS = {
    "greedy beats simple": (new_greedy, Simple, slow(160, 400), 0.5),
    "medium beats easy": (player_named("medium"), Simple, slow(160, 400), 0.55),
    "hard beats medium": (Learned, player_named("medium"), slow(160, 400), 0.55),
    "expert beats greedy": (Expert, new_greedy, slow(160, 4000), 0.65),
    "searching beats greedy": (partial(Searching, budget=128), new_greedy, slow(32, 60), 0.55),
}


def met(first, second, games):
    (contest,) = tournament({"first": first, "second": second}, STANDARD, games).contests
    return contest


@pytest.mark.parametrize("name", CONTESTS)
def test_the_order_of_strength(name):
    first, second, games, least = CONTESTS[name]
    assert met(first, second, games).won[0] / games > least


def test_a_player_against_itself_wins_half_of_the_games():
    assert met(new_greedy, new_greedy, 24).won == (12, 12)
