"""The trainer: the same weights with any number of threads and as ever, nets that learn, the rule sets it draws."""

import platform
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from random import Random

import numpy as np
import pytest

import ginrules as gin
from ginrules import fast
from ginrules.fast.build import compiler
from ginrules.nets import belief as belief_net
from ginrules.nets.rules import amounts_of
from ginrules.players import net_for
from ginrules.rules.model import changed_values
from tools.training import rule_draws
from tools.training.courses import BeliefLearning, Learning, _done, digest_of, points_at_stake, save, train

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not fast.available() or not compiler(), reason="no compiled core, or no C compiler"),
]
POSITIONS = 3 * 2048


@pytest.fixture(autouse=True)
def short_steps(monkeypatch):
    """Steps of two batches."""
    monkeypatch.setattr(Learning, "batches", 2)
    monkeypatch.setattr(BeliefLearning, "batches", 2)


@pytest.mark.parametrize(
    ("course", "rules", "digest"),
    [
        (Learning, None, "6fe39bd1aeea4665"),
        (Learning, "oklahoma", "157e6b2325e03229"),  # begins with the package's net
        (BeliefLearning, None, "7e9f6ad43df9b4e4"),
    ],
)
def test_the_same_seed_gives_the_same_weights(course, rules, digest, tmp_path):
    rules = rules and gin.preset(rules)
    start = rules and net_for(rules).net
    nets = [train(course, rules, positions=POSITIONS, start=start, threads=threads) for threads in (1, 3)]
    assert digest_of(nets[0]) == digest_of(nets[1])
    save(nets[0], tmp_path / "net.npz")
    again = course.kind.load(tmp_path / "net.npz")
    assert (again.rules, again.training, digest_of(again)) == (rules or None, nets[0].training, digest_of(nets[0]))
    assert nets[0].training["positions"] == str(POSITIONS)
    assert nets[0].training["start"] == (f"the net {digest_of(start)} for many rules" if start else "random weights")
    assert digest_of(train(course, rules, seed=2, positions=POSITIONS, start=start)) != digest_of(nets[0])
    if platform.machine() in {"x86_64", "AMD64"}:
        assert digest_of(nets[0]) == digest, "the nets of the package were trained otherwise"


@pytest.mark.parametrize(("course", "share"), [(Learning, 0.9), (BeliefLearning, 0.98)])
def test_a_net_learns_from_its_positions(course, share):
    own, sums = course.begin(None, 1, 20), []
    with ThreadPoolExecutor(2) as pool:
        samples = _done(*own._play(pool, 0, own._played))
    for _ in range(20):
        errors = np.zeros((own.errors, 2))
        own._learn(own._weights, samples, errors)
        sums.append(errors[:, 0].sum())
    assert sums[-1] < share * sums[0]


def test_the_rule_sets_are_those_of_the_nets_of_the_package():
    read = [
        (sorted(changed_values(one).items()), amounts_of(one), points_at_stake(one))
        for one in map(rule_draws.varied, [Random(2)] * 900)
    ]
    assert blake2b("\n".join(map(str, read)).encode(), digest_size=8).hexdigest() == "a62ccee94ed7ae41"
    of_presets = {amounts_of(gin.preset(name)) for name in rule_draws.presets()}
    assert not of_presets & {amounts for _, amounts, _ in read}
    assert all(fast.why_not(rules) is None for rules in Learning.begin(None, 5, 9).rule_sets(3))


def test_the_scores_of_a_belief_in_whole_numbers_are_those_of_its_weights():
    """A net of small weights: likelihoods of whole numbers are those of the softmax."""
    rng = np.random.default_rng(1)
    floats = {name: rng.normal(0, 0.05, shape) for name, shape in belief_net.SHAPES.items()}
    whole = {
        name: np.rint(values * BeliefLearning.factors[name]).astype(int).ravel().tolist()
        for name, values in floats.items()
    }
    net = belief_net.FoldedBelief(belief_net.BeliefNet(rules=None, **whole), (0,) * belief_net.SHAPES["rule_inputs"][0])
    inputs = [1, 77, 300, belief_net.STARTS["count"]]
    first = floats["inputs_bias"] + floats["inputs"][inputs].sum(0)
    first = np.where(first > 0, first, first / 16)
    second = floats["mixed"] @ first + floats["mixed_bias"]
    scores = floats["cards"] @ np.concatenate([first, np.where(second > 0, second, second / 16)]) + floats["cards_bias"]
    assert np.array(net.scores(inputs)) / belief_net.SCORE == pytest.approx(scores, abs=0.05)
