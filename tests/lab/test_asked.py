"""Players in Python whose decisions the core asks for: the rounds are those of the engine, faults too."""

import pytest

pytest.importorskip("numpy")

from functools import partial
from typing import ClassVar

from ginrules import fast, preset
from ginrules.driver.player import Player
from ginrules.errors import LabError
from ginrules.lab import compare, simulate, tournament
from ginrules.lab.runner import units, workers
from ginrules.lab.runner.task import Run, RunOptions, Task, task_of
from ginrules.players import Adjusting, Greedy, RandomPlayer, Simple, new_greedy

pytestmark = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")


class Bot(Simple):
    """A player that the core does not have; it decides by its view and its seed."""

    name = "bot"

    def play(self, view):
        return super().play(view) if len(view.discards) % 2 else RandomPlayer(self.seed).choose(view)

    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed


class ByChance(RandomPlayer):
    """A player whose random numbers continue over its decisions."""

    name = "by chance"


class Together(Greedy):
    """A player that is asked for many decisions at once."""

    name = "together"
    asked: ClassVar[list] = []

    def __init__(self, _seed):
        super().__init__()

    def choose_many(self, views):
        self.asked.append(len(views))
        return [self.choose(view) for view in views]


class Plain(Player):
    """A player that keeps the defaults of the protocol."""

    name = "plain"

    def __init__(self, seed):
        pass

    def choose(self, view):
        return view.legal[-1]


class Watcher(Plain):
    def watch(self, event):
        pass


def job_for(rules, players, *, seats=None, matches=True, **options):
    what = {"rounds": None, "matches": 8} if matches else {"rounds": 8, "matches": None}
    return task_of(preset(rules), players, **what, seed=5, seats=seats, options=RunOptions(**options))


CASES = {
    "standard": ([Bot, "expert"], 2),
    "oklahoma": ([ByChance, Bot], 2),
    "hollywood": ([Together, new_greedy], 2),
    "doubling-gin": ([Bot, new_greedy], 2),
    "partnership": ([Bot, "greedy"], 4),
    "penalty-elimination-50": ([Bot, "greedy", "simple"], 3),
    "three-handed": ([Plain, "greedy", "simple"], 3),
}


@pytest.mark.parametrize("matches", [True, False])
@pytest.mark.parametrize("name", CASES)
def test_rounds_are_those_of_the_engine(name, matches):
    players, seats = CASES[name]
    rules = preset(name)
    if not matches and rules.seating not in ("head-to-head", "all-play"):
        players, seats = players[:2], 2
    job, number = job_for(name, players, seats=seats, matches=matches)
    assert job.is_asked
    assert not job.is_compiled
    run = Run((job,), job.names, number)
    (asked,) = units.by_core(run, range(number))
    engine = type(asked).joined([units.by_engine(run, unit)[0] for unit in range(number)])
    assert repr(asked.matches.tolist()) == repr(engine.matches.tolist())
    assert repr(asked.places.tolist()) == repr(engine.places.tolist())
    assert repr(asked.facts.tolist()) == repr(engine.facts.tolist())


def test_a_player_with_choose_many_is_asked_for_many_rounds_at_once(monkeypatch):
    monkeypatch.setattr(Together, "asked", [])
    simulate("standard", [Together, new_greedy], rounds=400)
    assert max(Together.asked) > 20


class Seeded(RandomPlayer):
    """A player that would choose for many rounds with the seed of one."""

    def choose_many(self, views):
        raise AssertionError(views)


def test_a_player_that_differs_with_its_seed_is_asked_for_each_round():
    asked = simulate("standard", [Seeded, new_greedy], rounds=40)
    assert asked.figures == simulate("standard", [RandomPlayer, new_greedy], rounds=40).figures


class Wrong(Simple):
    """A player that sometimes answers with an action that is not legal."""

    name = "wrong"

    def play(self, view):
        return "7h" if len(view.discards) > 6 else super().play(view)


class Raises(Simple):
    name = "raises"

    def play(self, view):
        if len(view.discards) > 6:
            raise KeyError("lost")
        return super().play(view)


@pytest.mark.parametrize("player", [Wrong, Raises])
@pytest.mark.parametrize(
    "run",
    [
        lambda player: tournament([player, "greedy"], games=12),
        lambda player: simulate("standard", [player, "greedy"], rounds=40),
        lambda player: compare("standard", "oklahoma", rounds=40, players=[player, "greedy"]),
    ],
)
def test_faults_are_those_of_the_engine(player, run, monkeypatch):
    with pytest.raises(LabError) as asked:
        run(player)
    monkeypatch.setattr(Task, "is_asked", False)
    with pytest.raises(LabError) as engine:
        run(player)
    assert (type(asked.value), str(asked.value)) == (type(engine.value), str(engine.value))
    assert asked.value.details == engine.value.details


def test_figures_do_not_depend_on_who_plays(monkeypatch):
    runs = [
        partial(tournament, [Bot, "expert", "greedy"], games=24),
        partial(simulate, "standard", [Bot, "expert"], rounds=100),
        partial(compare, "standard", "oklahoma", rounds=100, players=[Bot, "expert"]),
    ]
    asked = [run() for run in runs]
    monkeypatch.setattr(Task, "is_asked", False)
    assert [run() for run in runs] == asked


def test_who_watches_or_reads_the_match_or_has_a_time_limit_plays_on_the_engine():
    assert not job_for("standard", [Watcher, new_greedy])[0].is_asked
    assert not job_for("standard", [Adjusting, new_greedy])[0].is_asked
    assert not job_for("standard", [Bot, new_greedy], time_limit=1)[0].is_asked
    assert not job_for("mahjong-gin", [Bot, new_greedy])[0].is_asked


def test_a_slow_player_plays_a_unit_at_a_time(monkeypatch):
    sizes = []
    by_core = units.by_core
    monkeypatch.setattr(units, "by_core", lambda run, numbers: sizes.append(len(numbers)) or by_core(run, numbers))
    monkeypatch.setattr(workers, "_SECONDS", 0)
    simulate("standard", [Bot, new_greedy], rounds=200)
    assert set(sizes) == {1}
