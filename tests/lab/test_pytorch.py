"""PyTorch: words are unpacked as they are, and the loop of the page *PyTorch* runs."""

from pathlib import Path

import numpy as np
import pytest

from ginrules import view
from ginrules.fast import Rounds
from ginrules.rl import Policy
from tests.conftest import STANDARD, run_python

torch = pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]
RESHUFFLES = STANDARD.evolve(stock_exhausted="reshuffle", stock_floor=24, reshuffle_cap=9)


@pytest.fixture(scope="module")
def ppo():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "examples"))
        import ppo_pytorch

        yield ppo_pytorch


def test_words_are_unpacked_as_they_are():
    """PyTorch has no arithmetic of uint32: such words are viewed as int32."""
    rounds = Rounds(RESHUFFLES, 64, 3, packed=True)
    layout, codec = rounds.layout, rounds.codec
    hidden = layout.unpack_hidden
    for step in range(60):
        known = (layout.unpack, rounds.words, rounds.observed), (codec.unpack, rounds.legal, rounds.masks)
        for unpack, words, expected in (*known, (hidden, rounds.hidden, hidden(rounds.hidden))):
            for tensor in map(torch.from_numpy, (words.copy(), words.view(np.int32).copy(), words.astype(np.int64))):
                assert (unpack(tensor).numpy() == expected).all()
        whole = layout.unpack(torch.from_numpy(rounds.words.copy()), "uint8")
        assert whole.dtype == torch.uint8
        assert (whole.numpy() == layout.unpack(rounds.words, "uint8")).all()
        rounds.step(rounds.choose(step), reset=True)


def test_the_loop_trains_and_measures_itself(tmp_path):
    few = ["--decisions=9000", "--num-envs=32", "--num-steps=16", "--keep-every=2", "--games=80", "--pool=greedy:1"]
    program = ROOT / "examples" / "ppo_pytorch.py"
    done = run_python("-W", "error", program, *few, "--save", tmp_path / "agent.pt")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len([line for line in lines if "points a round" in line]) == 9_000 // (32 * 16)
    assert [line.rpartition(" ")[2] for line in lines[-2:]] == ["greedy", "learned"]
    assert (tmp_path / "agent.pt").stat().st_size > 100_000


def test_a_reward_belongs_to_the_learner_s_last_decision_before_it(ppo):
    rewards, ended = np.array([[0.0], [2.0], [0.0]]), np.array([[False], [True], [False]])
    own, values, after = np.array([[True], [False], [True]]), np.array([[0.5], [9.0], [0.25]]), np.array([1.0])
    gains = ppo.advantages(rewards, ended, own, values, after, 1.0)
    assert gains.ravel().tolist() == [2 - 0.5, 0, 1 - 0.25]


def test_the_trained_player_answers_as_its_net_scores(ppo):
    """Asked for many rounds at once, or one by one, the games are the same: spreads are laid meld by meld."""
    torch.manual_seed(3)
    agent = ppo.Agent("penalty-2-to-4")
    rounds = Rounds("penalty-2-to-4", 40, 2, packed=True)
    player, views = Policy(agent.best, "penalty-2-to-4")(1), []
    for step in range(80):
        views += [view(rounds.state(place), int(rounds.acting[place])) for place in (0, 1)]
        rounds.step(rounds.choose(step), reset=True)
    together = player.choose_many(views)
    assert together == [player.choose(one) for one in views]
    assert all(action in one.legal for one, action in zip(views, together, strict=True))
