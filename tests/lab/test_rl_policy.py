"""Functions from rows and masks to codes as players: the same decisions singly and in a batch, and refusals."""

import pickle

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import ginrules as gin
from ginrules import fast
from ginrules.errors import DealError, IncompatibleRulesError, PlayerActionError, PlayerFailedError, WrongTypeError
from ginrules.lab import play_round, simulate, tournament
from ginrules.lab.runner.task import Task
from ginrules.players import RandomPlayer
from ginrules.rl import Policy
from tests.conftest import STANDARD


def scored(rows, masks):
    """Score the codes by numbers of no meaning that depend on the whole row."""
    scores = np.sin(rows.sum(axis=1, dtype=np.float64)[:, None] * 1e3 + np.arange(masks.shape[1]))
    return np.where(masks, scores, -np.inf).argmax(axis=1)


POLICY = Policy(scored, "standard")


def views_of(rules, seed):
    rounds = fast.Rounds(rules, 30, seed)
    for step in range(60):
        yield [gin.view(rounds.state(place), int(rounds.acting[place])) for place in (0, 1)]
        rounds.step(rounds.choose(step), reset=True)


@pytest.mark.parametrize("rules", ["standard", "penalty-2-to-4", "mahjong-gin"])
def test_views_are_answered_singly_as_together(rules):
    """Spreads are laid meld by meld, of some views longer than of others."""
    player = Policy(scored, rules)(1)
    views = [view for pair in views_of(rules, 2) for view in pair]
    together = player.choose_many(views)
    assert together == [player.choose(view) for view in views]
    assert all(action in view.legal for view, action in zip(views, together, strict=True))
    assert player.choose_many([]) == []


@pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
def test_a_function_is_asked_for_many_rounds_at_once():
    sizes = []

    def counted(rows, masks):
        sizes.append(len(rows))
        return scored(rows, masks)

    simulate("standard", [Policy(counted, "standard"), "greedy"], rounds=400)
    assert max(sizes) > 20


def test_figures_of_the_lab_do_not_depend_on_the_core(monkeypatch):
    core = tournament({"policy": POLICY, "greedy": "greedy"}, games=8)
    monkeypatch.setattr(Task, "is_asked", False)
    assert core.records() == tournament({"policy": POLICY, "greedy": "greedy"}, games=8).records()


def test_a_round_by_single_steps():
    played = play_round(STANDARD, [POLICY(1), RandomPlayer(2)], gin.shuffled(4))
    assert played.outcome.ending
    assert simulate("standard", [POLICY, POLICY], rounds=4).contestants == ("policy", "policy (2)")
    assert repr(POLICY).endswith(", 'standard', 2)")


def test_policies_are_sent_to_workers():
    again = pickle.loads(pickle.dumps(POLICY))
    state = gin.deal(STANDARD, seed=1)
    assert again == POLICY
    assert again(1).choose(gin.view(state, state.turn)) == POLICY(1).choose(gin.view(state, state.turn))


def test_what_is_no_policy_is_refused():
    for wrong in (None, 3, "agent.npz"):
        with pytest.raises(WrongTypeError, match="expected a function from rows and masks to codes"):
            Policy(wrong, "standard")
    with pytest.raises(DealError):
        Policy(scored, "standard", 5)
    state = gin.deal("oklahoma", seed=1)
    with pytest.raises(IncompatibleRulesError, match="this layout is of standard"):
        POLICY(1).choose(gin.view(state, state.turn))
    with pytest.raises(PlayerFailedError, match="this layout is of standard"):
        tournament([POLICY, "greedy"], "oklahoma", games=4)


@pytest.mark.parametrize("answer", [lambda _rows, masks: masks, lambda rows, _: rows[:, 0], lambda *_: [1, 2, 3]])
def test_answers_that_are_no_codes_name_the_fault(answer):
    with pytest.raises(PlayerFailedError, match=r"expected a code for each of \d+ rows, got an array of"):
        tournament([Policy(answer, "standard"), "greedy"], games=4)


def test_a_code_that_is_not_legal_is_refused_with_its_round():
    with pytest.raises(PlayerActionError, match=r"broke the rules: lay .* ply 2"):
        tournament([Policy(lambda rows, _: np.full(len(rows), 200), "standard"), "greedy"], games=4)
