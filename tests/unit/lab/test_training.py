"""Training: the same weights with any number of threads, resumed or not; refusals."""

import errno
from concurrent.futures import ThreadPoolExecutor

import attrs
import numpy as np
import pytest

import ginrules as gin
from ginrules import fast, lab
from ginrules.errors import GinRulesError, InvalidNetError, InvalidRunError
from ginrules.fast import learning
from ginrules.learned_net import SHAPES
from ginrules.net_files import read_net, write_net
from ginrules.players import Careful, Expert, Simple, net_for

STEP = learning.POSITIONS  # before `short_steps` replaces it
pytestmark = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")


OPPONENTS = Simple, Expert, Careful


@pytest.fixture(autouse=True)
def short_steps(monkeypatch):
    """Steps of two batches."""
    monkeypatch.setattr("ginrules.fast.learning.BATCHES", 2)
    monkeypatch.setattr("ginrules.fast.learning.POSITIONS", 2048)


def weights(net):
    return [getattr(net, name) for name in SHAPES]


def test_threads_change_nothing_and_the_seed_does():
    nets = [lab.train("standard", seed=seed, positions=3 * 2048, threads=threads) for seed, threads in ((1, 1), (1, 3))]
    assert weights(nets[0]) == weights(nets[1])
    assert nets[0].training["positions"] == nets[0].training["of"] == "6144"
    assert weights(nets[0]) != weights(lab.train("standard", seed=2, positions=3 * 2048))


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
        ({}, {"weights": b"\xff\xff\xff\x7f"}),  # not a number
        ({}, {"nets": b"\x80\x00"}),  # 128, more than a weight of the first layer can be
        ({}, {"nets": None}),
        ({}, {"weights": None}),
        (None, {}),
    ],
    ids=repr,
)
def test_a_spoiled_checkpoint_is_a_typed_error(tmp_path, about, arrays):
    from ginrules.fast.learning import FORMAT, Learning

    state = tmp_path / "state"
    Learning.begin(gin.preset("standard"), OPPONENTS, 1, 2).save(state)
    file = read_net(state, FORMAT)
    parts = dict(file.arrays)
    for name, begin in arrays.items():
        part = parts.pop(name)
        if begin is not None:
            parts[name] = attrs.evolve(part, data=begin + part.data[len(begin) :])
    if about is None:
        state.write_bytes(b"")
    else:
        write_net(state, FORMAT, attrs.evolve(file, arrays=parts, about={**file.about, **about}))
    with pytest.raises(InvalidNetError):
        lab.train("standard", positions=2 * 2048, checkpoint=state)


def test_a_net_learns_what_positions_are_worth():
    from ginrules.fast.learning import Learning

    course = Learning.begin(gin.preset("standard"), OPPONENTS, 1, 12)
    with ThreadPoolExecutor(2) as pool:
        errors = [course.advance(pool) for _ in range(12)]
    assert sum(error[1] for error in errors[-3:]) < 0.99 * sum(error[1] for error in errors[:3])


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
        {"rules": 7}, {"seed": "x"}, {"seed": -1}, {"positions": None}, {"positions": 0}, {"threads": 0},
        {"threads": 1.5}, {"games": "x"}, {"checkpoint": 7}, {"progress": "x"},
    ],
)  # fmt: skip
def test_wrong_arguments_of_a_training(wrong):
    with pytest.raises(GinRulesError):
        lab.train(**{"rules": "standard", "positions": 1, **wrong})


def test_a_training_can_begin_with_a_net(tmp_path):
    from ginrules.fast.learning import Learning, digest_of

    packaged = net_for("standard").net
    begun = Learning.begin(gin.preset("oklahoma"), OPPONENTS, 1, 1, packaged)
    assert begun.net_weights == {name: getattr(packaged, name).tolist() for name in SHAPES}
    assert begun.start == digest_of(packaged) != digest_of(None)

    packaged.save(tmp_path / "net.npz")
    starts = (packaged, "learned", f"learned:{tmp_path / 'net.npz'}")
    nets = [lab.train("gin-30", positions=2048, start=start) for start in starts]
    assert weights(nets[0]) == weights(nets[1]) == weights(nets[2])
    assert nets[0].training["start"] == f"the net {digest_of(packaged)} for standard"
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
        ("round-the-corner", "learned", "no net was trained for such hands"),
    ],
)
def test_a_net_that_cannot_begin_is_a_typed_error(rules, start, message):
    with pytest.raises(GinRulesError, match=message):
        lab.train(rules, positions=1, start=start)


def test_the_rate_of_learning_falls_over_the_whole_training():
    from ginrules.fast.learning import _FALL_OF_TRAINED, _FALLS, _rates

    twice, once = (_rates(np.arange(1, 21), 10, falls) for falls in (_FALLS, _FALL_OF_TRAINED))
    assert twice[[11, 19]] == pytest.approx(4e-5)
    assert twice[0] < 1.5e-3
    assert twice[12] == pytest.approx(1e-3 * 0.04 ** (1 / 8))
    assert once[-1] == pytest.approx(4e-5)
    assert (np.diff(once) < 0).all()


def test_a_training_that_begins_with_a_net_begins_at_a_lower_rate(monkeypatch):
    rates = []
    monkeypatch.setattr(fast.learning, "call", lambda _entry, _samples, _order, paces, *_: rates.append(paces[0, 0]))
    for start in (None, net_for("standard").net):
        course = fast.learning.Learning.begin(gin.preset("standard"), (Simple, Expert, Careful), 1, 9, start)
        course._learn(None, None, None)
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
    net = lab.train("standard", positions=3 * learning.POSITIONS, games=0, checkpoint=path)
    assert net.training["positions"] == net.training["of"]
    assert tried == [1, 2, 3]
    with pytest.raises(InvalidRunError, match=r"the folder .*none does not exist"):
        lab.train("standard", checkpoint=tmp_path / "none" / "state")
    assert f"whole steps of {STEP:,} positions" in lab.train.__doc__
