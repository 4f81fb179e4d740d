"""Training: the same weights with any number of threads, resumed or not; refusals."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import ginrules as gin
from ginrules import fast, lab
from ginrules.errors import GinRulesError, InvalidNetError, InvalidRunError
from ginrules.learned_net import SHAPES

pytestmark = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")


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
    state.write_bytes(b"")
    with pytest.raises(InvalidNetError):
        lab.train("oklahoma", positions=4 * 2048, checkpoint=state)


def test_a_net_learns_what_positions_are_worth():
    from ginrules.fast.learning import Learning

    course = Learning.begin(gin.preset("standard"), (lab.Simple, lab.Expert, lab.Careful), 1, 12)
    with ThreadPoolExecutor(2) as pool:
        errors = [course.advance(pool) for _ in range(12)]
    assert sum(error[1] for error in errors[-3:]) < 0.99 * sum(error[1] for error in errors[:3])


@pytest.mark.parametrize("rules", ["group-gin", "mahjong-gin"])
def test_rules_that_nets_do_not_know_are_refused(rules):
    with pytest.raises(InvalidRunError, match=r"lab\.Expert plays it"):
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
