"""OpenSpiel: its own simulations, information states, search and solvers."""

import random

import numpy as np
import pytest

import ginrules as gin
from tests.conftest import slow

pyspiel = pytest.importorskip("pyspiel", reason="ginrules.rl.spiel needs open_spiel")
from ginrules.rl.spiel import register

OF_TWO = "standard oklahoma straight-gin hoyle online-rubl oklahoma-second-deck tedesco".split()
TEN = [*((name, 2) for name in OF_TWO), ("mahjong-gin", 3), ("penalty-2-to-4", 3), ("knock-rummy", 4)]
TINY = "standard+ranks=3+suits=2+hand_size=1+min_set=2+min_run=3+knock_limit=1+take_cap=1+stock_floor=2+big_gin=false"


def dealt(game, seed, plies=0):
    """A state of play after random deals and so many random actions."""
    generator, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node() or plies > 0:
        if state.is_terminal():
            return dealt(game, seed + 1, plies)
        plies -= not state.is_chance_node()
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(generator.choice(actions))
    return state


@pytest.mark.parametrize(("name", "seats"), [TEN[0], TEN[5], TEN[7]])
def test_openspiel_simulates(name, seats):
    pyspiel.random_sim_test(register(name, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.full
@pytest.mark.parametrize(("name", "seats"), TEN)
def test_openspiel_simulates_ten_rule_sets(name, seats):
    pyspiel.random_sim_test(register(name, seats), num_sims=slow(1, 50), serialize=True, verbose=False)


def test_a_game_is_registered_once_and_can_be_loaded():
    game = register("standard")
    assert register("standard").get_type().short_name == game.get_type().short_name
    assert pyspiel.load_game(game.get_type().short_name).num_distinct_actions() == 585
    assert register("mahjong-gin", 3).num_players() == 3
    with pytest.raises(gin.DealError):
        register("standard", 3)


def test_every_deal_is_equally_likely():
    game = register(TINY)
    waiting, chances = [(game.new_initial_state(), 1.0)], {}
    while waiting:
        state, chance = waiting.pop()
        if state.is_chance_node():
            waiting += [(state.child(action), chance * share) for action, share in state.chance_outcomes()]
        else:
            chances[str(state)] = chance
    assert len(chances) == 6 * 5 * 4
    assert sum(chances.values()) == pytest.approx(1)
    assert min(chances.values()) == pytest.approx(max(chances.values()))


def test_a_draw_is_chance_over_the_stock():
    state = dealt(register("standard"), 3)
    for _ in range(2):
        state.apply_action(0)
    state.apply_action(1)
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 31
    card = state.chance_outcomes()[-1][0]
    state.apply_action(card)
    assert gin.Card(card) in state.round.hands[0]


def test_a_copy_goes_its_own_way():
    state = dealt(register("standard"), 4, 6)
    other, before = state.clone(), str(state)
    other.apply_action(other.legal_actions()[0] if not other.is_chance_node() else other.chance_outcomes()[0][0])
    assert str(state) == before != str(other)


def test_tensors_are_those_of_the_observers():
    game = register("standard")
    state = dealt(game, 5, 4)
    player = max(state.current_player(), 0)
    row = np.array(state.observation_tensor(player))
    information = np.array(state.information_state_tensor(player))
    assert row.shape == tuple(game.observation_tensor_shape())
    assert information.shape == tuple(game.information_state_tensor_shape())
    assert np.array_equal(information[: row.size], row)
    assert information[row.size :].any()


def test_resampled_states_are_the_same_to_the_player():
    game = register("oklahoma")
    for seed in range(5):
        state = dealt(game, seed, 8)
        player = state.current_player()
        if player < 0:
            continue
        other = state.resample_from_infostate(player, random.Random(seed).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.round.hands[1 - player] != state.round.hands[1 - player]


def test_information_states_tell_apart_what_a_player_has_seen():
    game = register("standard")
    one, other = dealt(game, 1), dealt(game, 2)
    assert one.information_state_string(0) != other.information_state_string(0)
    drawn = dealt(game, 1)
    for code in (0, 0, 1):
        drawn.apply_action(code)
    cards = [card for card, _ in drawn.chance_outcomes()[:2]]
    first, second = (drawn.child(card) for card in cards)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(1) == second.information_state_string(1)


def test_ismcts_finds_a_move():
    from open_spiel.python.algorithms import ismcts, mcts

    game = register("standard")
    state = dealt(game, 7, 5)
    assert state.current_player() >= 0
    numbers = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, numbers), 200.0, slow(3, 50), random_state=numbers)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.full
def test_cfr_solves_a_tiny_game():
    from open_spiel.python.algorithms import cfr, exploitability

    game = register(TINY + "+opening=eleven-cards")  # a third of the nodes
    solver = cfr.CFRPlusSolver(game)
    for _ in range(slow(2, 50)):
        solver.evaluate_and_update_policy()
    gain = exploitability.exploitability(game, solver.average_policy())
    assert gain < slow(0.5, 0.01)  # points; of random play it is 1.1
