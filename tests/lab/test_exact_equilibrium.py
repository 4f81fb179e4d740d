"""The tree of the example of an exact equilibrium: every line agrees with the engine, and OpenSpiel reads it."""

import importlib.util
import random
import re
from functools import cache
from pathlib import Path

import attrs
import pytest

import ginrules as gin

pyspiel = pytest.importorskip("pyspiel")
SPEC = importlib.util.spec_from_file_location(
    "exact_equilibrium", Path(__file__).parents[2] / "examples" / "exact_equilibrium.py"
)
exact_equilibrium = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(exact_equilibrium)

SMALL = exact_equilibrium.PACKS[6] + exact_equilibrium.PRICES + "3"
OTHERS = (SMALL + "+defender_melds=named", SMALL + "+knock_source=upcard", SMALL + "+doubling=true+doubling_limit=2")


@cache
def small():
    """The smaller tree, written once."""
    return exact_equilibrium.GameTree(gin.preset(SMALL))


def nodes_of(tree):
    """The nodes in order: kind, player or outcome, information set, labels with probabilities or payoffs."""
    for line in tree.lines[1:]:
        kind, rest = line[0], line[5:]
        numbers = rest.split('"', 1)[0].split()
        yield kind, numbers, re.findall(r'"([^"]+)"(?: (1/\d+))?', rest.partition('"" {')[2]), line


def walked(tree, rules):
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
        legal = gin.legal_actions(state)
        if len(legal) > 1:
            kind, (player, _), labels, _ = next(lines)
            assert (kind, int(player) - 1) == ("p", state.turn)
            assert [label for label, _ in labels] == list(map(str, legal))
        for action in legal:
            if action != gin.DrawStock():
                follow(gin.apply(state, action))
                continue
            cards = sorted(state.stock)
            if len(cards) > 1:
                kind, _, labels, _ = next(lines)
                assert (kind, labels) == ("c", [(str(card), f"1/{len(cards)}") for card in cards])
            for card in cards:
                rest = [other for other in state.stock if other != card]
                follow(gin.apply(attrs.evolve(state, stock_pile=bytes([*rest, card])), action))

    kind, _, deals, _ = next(lines)
    assert kind == "c"
    assert {share for _, share in deals} == {f"1/{len(deals)}"}
    for label, _ in deals:
        one, other, upcard = label.split(" | ")
        follow(gin.deal(rules, gin.stacked([one, other], rules, upcard=upcard, dealer=1), dealer=1))
    assert next(lines, None) is None
    return ends


@pytest.mark.parametrize("name", [SMALL, pytest.param(OTHERS[0], marks=pytest.mark.full)])
def test_every_node_is_what_the_engine_plays(name):
    rules = gin.preset(name)
    tree = small() if name == SMALL else exact_equilibrium.GameTree(rules)
    assert walked(tree, rules) == sum(line.startswith("t") for line in tree.lines)


@pytest.mark.full
@pytest.mark.parametrize("name", OTHERS)
def test_openspiel_reads_a_tree_of_other_rules(name):
    tree = exact_equilibrium.GameTree(gin.preset(name))
    game = pyspiel.load_efg_game("\n".join(tree.lines) + "\n")
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
                own = tree.decisions[int(player)][int(number) - 1]
                assert own.seat == int(player) == state.current_player()
                labels = {state.action_to_string(action) for action in state.legal_actions()}
                assert labels == set(map(str, own.legal))
                actions = state.legal_actions()
            state = state.child(generator.choice(actions))
        assert sum(state.returns()) == 0


def test_openspiel_reads_and_solves_a_tree():
    tree = small()
    game = pyspiel.load_efg_game("\n".join(tree.lines) + "\n")
    assert_plays(game, tree, 20)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.5


def test_an_information_set_is_the_view_of_one_seat():
    for player, views in enumerate(small().decisions):
        assert len(views) > 300
        assert {view.seat for view in views} == {player}
        assert all(len(view.legal) > 1 for view in views)


def test_a_club_stands_for_every_upcard():
    rules = gin.preset("standard+ranks=3+suits=4+hand_size=1+min_set=2+min_run=3+knock_limit=1+big_gin=false")
    assert len(list(exact_equilibrium.deals(rules))) == 3 * 11 * 10
