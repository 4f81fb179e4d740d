"""Training: the rule sets it draws, the same weights with any number of threads, resumed or not; refusals."""

import errno
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from random import Random

import attrs
import numpy as np
import pytest

import ginrules as gin
from ginrules import fast, lab
from ginrules.errors import GinRulesError, InvalidNetError, InvalidRunError
from ginrules.fast import learning
from ginrules.lab import rule_draws, training
from ginrules.learned_net import SHAPES
from ginrules.net_files import read_net, write_net
from ginrules.net_rules import WHOLE, amounts_of, points_at_stake
from ginrules.players import Careful, Expert, Simple, net_for
from ginrules.rules.model import changed_values

STEP = learning.Learning.positions()  # before `short_steps` replaces it
pytestmark = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")


OPPONENTS = Simple, Expert, Careful


@pytest.fixture(autouse=True)
def short_steps(monkeypatch):
    """Steps of two batches."""
    monkeypatch.setattr(learning.Learning, "batches", 2)


def begun(rules="standard", steps=1, start=None, seed=1):
    rules = None if rules is None else gin.preset(rules)
    return fast.learning.Learning.begin(rules, training._rule_sets(rules, seed), OPPONENTS, seed, steps, start)


def weights(net):
    return [getattr(net, name) for name in SHAPES]


def test_threads_change_nothing_and_the_seed_does():
    nets = [lab.train(seed=seed, positions=3 * 2048, threads=threads) for seed, threads in ((1, 1), (1, 3))]
    assert weights(nets[0]) == weights(nets[1])
    assert nets[0].training["positions"] == nets[0].training["of"] == "6144"
    assert nets[0].rules is None
    assert nets[0].training["rules"] == "many rules"
    others = lab.train(seed=2, positions=3 * 2048), lab.train("standard", positions=3 * 2048)
    assert all(weights(nets[0]) != weights(other) for other in others)


def test_half_of_the_rule_sets_are_presets_and_half_are_like_none():
    rng = Random(1)
    drawn = [rule_draws.drawn(rng) for _ in range(2000)]
    named = Counter(rules.name for rules in drawn)
    own = [rules for rules in drawn if rules.name == "drawn"]
    assert abs(len(own) - 1000) < 100
    assert set(named) == {*rule_draws.presets(), "drawn"}
    of_presets = {amounts_of(gin.preset(name)) for name in rule_draws.presets()}
    assert not of_presets & set(map(amounts_of, own))
    assert all(fast.why_not(rules) is None for rules in own)
    far = {name for rules in own for name in changed_values(rules)}
    assert {"gin_bonus", "knock_source", "ace_rank", "hand_size", "opening", "score_mode", "min_run"} <= far
    read = [
        (sorted(changed_values(one).items()), amounts_of(one), points_at_stake(one))
        for one in map(rule_draws.varied, [Random(2)] * 900)
    ]
    digest = blake2b("\n".join(map(str, read)).encode(), digest_size=8).hexdigest()
    assert digest == "a62ccee94ed7ae41", "the package's net was trained on other rules, or reads them otherwise"
    sets = training._rule_sets(None, 5)(3)
    assert sets == training._rule_sets(None, 5)(3)
    assert sets[0] == gin.preset("standard")
    assert len(set(sets)) > len(sets) / 2
    assert set(sets[1:]) != set(training._rule_sets(None, 5)(4)[1:])


def test_the_weights_of_the_first_layer_get_the_slopes_of_all_positions():
    """The slopes of two batches, summed by NumPy, position by position; the rate is 0, so no weight moves."""
    course = begun(None, 9)
    with ThreadPoolExecutor(2) as pool:
        samples = fast.learning._done(*course._play(pool, 0, course._played))
    sets = course._rule_sets(0)
    amounts = np.array([amounts_of(rules) for rules in sets], np.float32) / np.float32(WHOLE)
    shares = np.linspace(0.5, 1.5, len(sets), dtype=np.float32)
    before = {name: course._weights[name][0].astype(float).reshape(shape) for name, shape in SHAPES.items()}
    before["rule_inputs"][:] = np.random.default_rng(1).normal(0, 0.1, SHAPES["rule_inputs"])
    course._weights["rule_inputs"][0] = before["rule_inputs"].ravel()
    means = {name: np.zeros(SHAPES[name]) for name in ("inputs", "rule_inputs", "inputs_bias")}
    for place, sample in enumerate(samples):
        number, head, inputs = place * len(sets) // 2048, sample["head"], sample["inputs"][: sample["count"]]
        first = before["inputs_bias"] + amounts[number] @ before["rule_inputs"] + before["inputs"][inputs].sum(0)
        second = before["mixed"] @ (first * np.where(first > 0, 1, 1 / 16)) + before["mixed_bias"]
        leaks = np.where(second > 0, 1, 1 / 16)
        error = before["heads"][head] @ (second * leaks) + before["heads_bias"][head] - sample["target"]
        back = (shares[number] * error / 1024 * before["heads"][head] * leaks) @ before["mixed"]
        back *= np.where(first > 0, 1, 1 / 16) * (0.09 if place < 1024 else 0.1)  # Adam's mean of two slopes
        means["inputs_bias"] += back
        means["rule_inputs"] += np.outer(amounts[number], back)
        np.add.at(means["inputs"], inputs, back)
    paces = np.array([[0, 0.1, 0.001, 1]] * 2, np.float32)
    weights = course._weights
    fast.learning.call("gin_train_learn", samples, np.arange(2048), paces, amounts, shares, weights, np.zeros((3, 2)))
    for name, mean in means.items():
        assert weights[name][2] == pytest.approx(mean.ravel(), abs=1e-6)
        assert abs(mean).max() > 1e-3


def test_a_training_that_is_interrupted_continues_as_if_it_had_not_been(tmp_path):
    def interrupt(lesson):
        lessons.append(lesson)
        if len(lessons) == 2:
            raise KeyboardInterrupt

    lessons, state = [], tmp_path / "state"
    whole = lab.train("oklahoma", positions=4 * 2048)
    part = lab.train("oklahoma", positions=4 * 2048, checkpoint=state, progress=interrupt, games=0)
    assert part.training["positions"] == "4096"
    resumed = lab.train("oklahoma", positions=4 * 2048, checkpoint=state)
    assert weights(resumed) == weights(whole)
    for other in ({"seed": 2}, {"positions": 2048}):
        with pytest.raises(InvalidRunError, match="another training"):
            lab.train("oklahoma", **{"positions": 4 * 2048, **other}, checkpoint=state)


@pytest.mark.parametrize(
    ("about", "arrays"),
    [
        ({"step": 3}, {}),
        ({"step": -1}, {}),
        ({"step": None}, {}),
        ({"seed": "1"}, {}),
        ({"start": 7}, {}),
        ({"many_rules": 0}, {}),
        ({}, {"weights": b"\xff\xff\xff\x7f"}),  # not a number
        ({}, {"nets": b"\x80\x00\x00\x00"}),  # 128, more than a weight of the first layer can be
        ({}, {"nets": None}),
        ({}, {"weights": None}),
        (None, {}),
    ],
    ids=repr,
)
def test_a_spoiled_checkpoint_is_a_typed_error(tmp_path, about, arrays):
    state, kind = tmp_path / "state", fast.learning.FORMAT
    begun(steps=2).save(state)
    file = read_net(state, kind)
    parts = dict(file.arrays)
    for name, begin in arrays.items():
        part = parts.pop(name)
        if begin is not None:
            parts[name] = attrs.evolve(part, data=begin + part.data[len(begin) :])
    if about is None:
        state.write_bytes(b"")
    else:
        write_net(state, kind, attrs.evolve(file, arrays=parts, about={**file.about, **about}))
    with pytest.raises(InvalidNetError):
        lab.train("standard", positions=2 * 2048, checkpoint=state)


def test_a_net_learns_what_positions_are_worth():
    course, squares = begun(None, 20), []
    with ThreadPoolExecutor(2) as pool:
        samples = fast.learning._done(*course._play(pool, 0, course._played))
    for _ in range(20):
        errors = np.zeros((3, 2))
        course._learn(course._weights, samples, errors)
        squares.append(errors[:, 0].sum())
    assert squares[-1] < 0.9 * squares[0]


@pytest.mark.parametrize("rules", ["group-gin", "mahjong-gin"])
def test_rules_that_nets_do_not_know_are_refused(rules):
    with pytest.raises(InvalidRunError, match=r"Expert plays it"):
        lab.train(rules, positions=1)


def test_lessons_say_how_far_the_training_has_come():
    lessons = []
    lab.train("standard", positions=2048, games=40, progress=lessons.append)
    assert [lesson.positions for lesson in lessons] == [2048]
    assert "of games won against expert" in str(lessons[0])
    assert lessons[0].is_measured


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": 7}, {"seed": "x"}, {"seed": -1}, {"positions": "x"}, {"positions": 0}, {"threads": 0},
        {"threads": 1.5}, {"games": "x"}, {"checkpoint": 7}, {"progress": "x"},
    ],
)  # fmt: skip
def test_wrong_arguments_of_a_training(wrong):
    with pytest.raises(GinRulesError):
        lab.train(**{"rules": "standard", "positions": 1, **wrong})


def test_a_training_can_begin_with_a_net(tmp_path):
    packaged, digest_of = net_for("standard").net, fast.learning.digest_of
    course = begun("oklahoma", start=packaged)
    assert weights(course.net({})) == weights(packaged)
    assert course.start == digest_of(packaged) != digest_of(None)

    packaged.save(tmp_path / "net.npz")
    starts = (packaged, "learned", f"learned:{tmp_path / 'net.npz'}")
    nets = [lab.train("gin-30", positions=2048, start=start) for start in starts]
    assert weights(nets[0]) == weights(nets[1]) == weights(nets[2])
    assert nets[0].training["start"] == f"the net {digest_of(packaged)} for {packaged.label}"
    assert weights(nets[0])[1:] != weights(packaged)[1:]
    assert nets[0].inputs == packaged.inputs, "two batches change little"


def test_a_checkpoint_knows_the_net_that_a_training_began_with(tmp_path):
    state = tmp_path / "state"
    whole = lab.train("oklahoma", positions=3 * 2048, start="learned", checkpoint=state)
    assert weights(lab.train("oklahoma", positions=3 * 2048, start="learned", checkpoint=state)) == weights(whole)
    for other in (None, whole):
        with pytest.raises(InvalidRunError, match=r"another training: .* from the net"):
            lab.train("oklahoma", positions=3 * 2048, start=other, checkpoint=state)


@pytest.mark.parametrize(
    ("rules", "start", "message"),
    [
        ("standard", 7, "expected"),
        ("standard", "expert", "'expert' is not a net to begin with"),
        ("standard", "learned:none.npz", "cannot be read"),
        ("standard", "learned:pyproject.toml", "not a net"),
        ("standard+knock_limit=11", "learned", "nets know knock limits up to 10"),
    ],
)
def test_a_net_that_cannot_begin_is_a_typed_error(rules, start, message):
    with pytest.raises(GinRulesError, match=message):
        lab.train(rules, positions=1, start=start)


def test_the_rate_of_learning_falls_over_the_whole_training():
    from ginrules.fast.learning import _FALL_OF_TRAINED, _FALLS, _rates

    twice, once = (_rates(np.arange(1, 21), 10, 2, falls) for falls in (_FALLS, _FALL_OF_TRAINED))
    assert twice[[11, 19]] == pytest.approx(4e-5)
    assert twice[0] < 1.5e-3
    assert twice[12] == pytest.approx(1e-3 * 0.04 ** (1 / 8))
    assert once[-1] == pytest.approx(4e-5)
    assert (np.diff(once) < 0).all()


def test_a_training_that_begins_with_a_net_begins_at_a_lower_rate(monkeypatch):
    rates = []
    monkeypatch.setattr(fast.learning, "call", lambda _entry, _samples, _order, paces, *_: rates.append(paces[0, 0]))
    for start in (None, net_for("standard").net):
        begun(steps=9, start=start)._learn(None, None, None)
    assert rates[1] < 0.7 * rates[0]


def test_a_training_saves_nothing_at_step_0_and_goes_on_over_a_full_disk(tmp_path, monkeypatch):
    path = tmp_path / "state"
    tried = []

    def full(course, _path):
        tried.append(course.step)
        raise OSError(errno.ENOSPC, "No space left on device")

    def interrupted(_course, _pool):
        raise KeyboardInterrupt

    def advanced(course, _pool):
        course.step += 1
        return (1.0, 1.0, 1.0)

    monkeypatch.setattr(learning.Learning, "save", full)
    monkeypatch.setattr(learning.Learning, "advance", interrupted)
    assert lab.train("standard", positions=1, games=0, checkpoint=path).training["positions"] == "0"
    assert not tried
    monkeypatch.setattr(learning.Learning, "advance", advanced)
    monkeypatch.setattr("ginrules.lab.training._SAVE_SECONDS", -1.0)
    net = lab.train("standard", positions=3 * 2048, games=0, checkpoint=path)
    assert net.training["positions"] == net.training["of"]
    assert tried == [1, 2, 3]
    with pytest.raises(InvalidRunError, match=r"the folder .*none does not exist"):
        lab.train("standard", checkpoint=tmp_path / "none" / "state")
    assert f"whole steps of {STEP:,} positions" in lab.train.__doc__
