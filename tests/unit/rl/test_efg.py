"""Game trees in the EFG format: every line agrees with the engine, and OpenSpiel reads it."""

import random
import re
from functools import cache

import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError
from ginrules.rl import game_tree
from ginrules.rl.coded_round import next_cards, with_top
from ginrules.rl.efg import _deals

SMALL = "standard+ranks=3+suits=2+hand_size=2+min_set=2+min_run=3+knock_limit=4+take_cap=1+stock_floor=0+gin_bonus=3"
OTHERS = (
    SMALL + "+opening=eleven-cards", SMALL + "+opening=no-upcard", SMALL + "+defender_melds=named",
    SMALL + "+stock_exhausted=last-discard-option", SMALL + "+stock_exhausted=reshuffle+reshuffle_cap=1",
    SMALL + "+knock_source=upcard", SMALL + "+doubling=true+doubling_limit=2",
)  # fmt: skip


@cache
def small():
    """The smallest tree of all, written once."""
    return game_tree(SMALL)


def nodes_of(tree):
    """The nodes in order: kind, player or outcome, information set, labels with probabilities or payoffs."""
    for line in tree.text.splitlines()[1:]:
        kind, rest = line[0], line[5:]
        numbers = rest.split('"', 1)[0].split()
        yield kind, numbers, re.findall(r'"([^"]+)"(?: (1/\d+))?', rest.partition('"" {')[2]), line


def walked(tree, rules, seed):
    """Follow the tree with the engine from the first deal to the last; return the ends seen by the way."""
    lines = nodes_of(tree)
    ends = 0

    def follow(state):
        nonlocal ends
        if state.is_over:
            kind, _, _, line = next(lines)
            assert kind == "t"
            payoffs = tuple(map(int, line.rpartition("{")[2].strip(" }").split()))
            assert payoffs == gin.price(state.outcome, rules).net
            ends += 1
            return
        if state.turn is None:
            follow(gin.apply(state, gin.chance_action(state, seed)))
            return
        legal = gin.legal_actions(state)
        if len(legal) > 1:
            kind, (player, _), labels, _ = next(lines)
            assert (kind, int(player) - 1) == ("p", state.turn)
            assert [label for label, _ in labels] == list(map(str, legal))
        for action in legal:
            if action != gin.DrawStock():
                follow(gin.apply(state, action))
                continue
            cards = next_cards(state)
            if len(cards) > 1:
                kind, _, labels, _ = next(lines)
                assert (kind, labels) == ("c", [(str(gin.Card(card)), f"1/{len(cards)}") for card in cards])
            for card in cards:
                follow(gin.apply(with_top(state, card), action))

    kind, _, deals, _ = next(lines)
    assert kind == "c"
    assert {share for _, share in deals} == {f"1/{len(deals)}"}
    for label, _ in deals:
        one, other, upcard = label.split(" | ")
        chosen = None if upcard == "-" else upcard
        follow(gin.deal(rules, gin.stacked([one, other], rules, upcard=chosen, dealer=1), dealer=1))
    assert next(lines, None) is None
    return ends


@pytest.mark.parametrize("name", [SMALL, pytest.param(OTHERS[2], marks=pytest.mark.slow)])
def test_every_node_is_what_the_engine_plays(name):
    rules = gin.preset(name)
    tree = small() if name == SMALL else game_tree(rules)
    assert walked(tree, rules, 1) == tree.ends
    assert tree.text.count("\n") == tree.nodes + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_openspiel_reads_a_tree_of_other_rules(name):
    pyspiel = pytest.importorskip("pyspiel")
    tree = game_tree(name, most_nodes=400_000)
    game = pyspiel.load_efg_game(tree.text)
    assert (game.num_players(), game.utility_sum()) == (2, 0)
    assert_plays(game, tree, 50)


def assert_plays(game, tree, rounds):
    generator = random.Random(3)
    for _ in range(rounds):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                player, _, number, _ = state.information_state_string().split("-")
                decision = tree.decisions[int(player)][int(number) - 1]
                assert decision.view.seat == int(player) == state.current_player()
                labels = {state.action_to_string(action) for action in state.legal_actions()}
                assert labels == set(map(str, decision.actions))
                actions = state.legal_actions()
            state = state.child(generator.choice(actions))
        assert sum(state.returns()) == 0


def test_openspiel_reads_and_solves_a_tree():
    pyspiel = pytest.importorskip("pyspiel")
    tree = small()
    game = pyspiel.load_efg_game(tree.text)
    assert_plays(game, tree, 20)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.5


def test_an_information_set_is_the_knowledge_of_one_seat():
    tree = small()
    for player, decisions in enumerate(tree.decisions):
        assert len({decision.history for decision in decisions}) == len(decisions)
        assert all(decision.view.seat == player for decision in decisions)
        assert all(decision.view.legal == decision.actions for decision in decisions)


def test_suits_are_told_apart_where_a_price_depends_on_them():
    pack = "standard+ranks=3+suits=4+hand_size=1+min_set=2+min_run=3+knock_limit=1+big_gin=false"
    plain, spades = (len(list(_deals(gin.preset(pack + more)))) for more in ("", "+spade_multiplier=2"))
    assert (plain, spades) == (3 * 11 * 10, 12 * 11 * 10)


def test_a_tree_is_written_to_a_file(tmp_path):
    tree = small()
    tree.save(tmp_path / "small.efg")
    assert (tmp_path / "small.efg").read_text(encoding="utf-8") == tree.text


@pytest.mark.parametrize(
    ("rules", "most", "error"),
    [("standard", 1_000, InvalidRunError), (SMALL, 10, InvalidRunError), (SMALL, 0, InvalidRunError),
     ("oklahoma-second-deck", 10, gin.DealError), ("group-gin", 10, gin.DealError), ("gim", 9, gin.UnknownPresetError)],
)  # fmt: skip
def test_games_that_cannot_be_written_are_refused(rules, most, error):
    with pytest.raises(error):
        game_tree(rules, most_nodes=most)
