"""Errors of a run name the failed round, which can be replayed; finished units are kept."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from ginrules import errors
from ginrules.errors import LabError
from ginrules.lab import compare, rows, simulate
from ginrules.lab.runner.play import play_dealt
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.players import new_greedy
from ginrules.presets import preset
from tests.conftest import slow
from tests.lab.conftest import LIMIT, new_wrong

STANDARD = preset("standard")
OKLAHOMA = preset("oklahoma")

WRONG = {
    "unspeakable": (errors.PlayerActionError, "broke the rules: expected an action, got a Unspeakable"),
    "raises": (errors.PlayerFailedError, "raised ZeroDivisionError: no reason"),
    "ends": (errors.PlayerFailedError, "raised GeneratorExit: "),
    "hangs": (errors.PlayerTooSlowError, f"took longer than {LIMIT} s"),
    "sleeps": (errors.PlayerTooSlowError, f"took longer than {LIMIT} s"),
    "dawdles": (errors.PlayerTooSlowError, "took longer than 5 s"),
}
EVERY = 29


RUNS = {
    "simulate": simulate,
    "compare": lambda rules, players, **options: compare(rules, OKLAHOMA, players=players, **options),
}


# outside the main thread a call is not ended; no player hangs there
CASES = [
    *((run, "here", what) for number, run in enumerate(RUNS) for what in slow([*WRONG][number::2], [*WRONG])),
    *(("simulate", "threads", what) for what in WRONG if what not in {"hangs", "sleeps"}),
]


@pytest.mark.parametrize(("run", "where", "what"), CASES)
def test_a_player_that_goes_wrong_is_named_and_the_rest_is_kept(run, where, what):
    kind, message = WRONG[what]
    players = (new_greedy, partial(new_wrong, what=what, every=EVERY))
    limit = {"hangs": LIMIT, "sleeps": LIMIT, "dawdles": 5}.get(what)
    play = partial(RUNS[run], STANDARD, time_limit=limit)
    with ThreadPoolExecutor(2) as threads, pytest.raises(kind, match=message) as caught:
        play(players, rounds=400, executor=None if where == "here" else threads)
    error = caught.value
    assert isinstance(error, LabError)
    ensure_named(error)
    kept = error.partial
    assert kept.partial
    assert 0 < kept.rounds < 400
    if kept.rounds >= 40:
        again = play((new_greedy, partial(new_wrong, what="nothing wrong")), rounds=kept.rounds)
        assert again["points"] == kept["points"]
    home = pickle.loads(pickle.dumps(error))
    assert (str(home), home.details) == (str(error), error.details)


def ensure_named(error):
    """The details name player, seat, rule set, deal and place, and that deal ends in the same error again."""
    details = error.details
    assert details["rules"] in {"standard", "oklahoma"}
    assert details["player"] == "wrong"
    rules = preset(details["rules"])
    assert details["digest"] == rules.digest
    places = [f"{key} {details[key]}" for key in ("seed", "seat", "ply")]
    for text in (details["player"], details["rules"], *places):
        assert text in str(error)
    dealt = new_deal(details["seed"], rules)
    sitting = [new_greedy, new_greedy]
    sitting[details["seat"]] = partial(new_wrong, what="raises", every=EVERY)
    with pytest.raises(errors.PlayerFailedError) as caught:
        play_dealt(rules, sitting, dealt, dealer=details["dealer"])
    assert {key: caught.value.details[key] for key in ("seat", "seed", "dealer", "ply")} == {
        key: details[key] for key in ("seat", "seed", "dealer", "ply")
    }


def test_a_player_that_cannot_be_made_is_named():
    def unmade(seed):
        return new_greedy(seed) if not seed else 1 // 0

    with pytest.raises(
        errors.PlayerFailedError,
        match=r"player 1 could not be made: ZeroDivisionError.*\(<lambda> with seed 0, standard, seed 3\)",
    ):
        simulate(STANDARD, (new_greedy, lambda _seed: 1 // 0), rounds=4, seed=3)
    with pytest.raises(
        errors.PlayerFailedError,
        match=r"the player of seat 0 could not be made: .*\(unmade, standard, seed \d+, dealer 0",
    ):
        simulate(STANDARD, partial(unmade), rounds=4)
    with pytest.raises(errors.PlayerFailedError, match=r"player 0 could not be made: .*standard and oklahoma"):
        compare(STANDARD, OKLAHOMA, players=lambda _seed: 1 // 0, rounds=40)
    with pytest.raises(errors.PlayerFailedError, match=r"player 0 could not be made: TypeError: .*'nerve'"):
        simulate(STANDARD, partial(new_greedy, nerve=1))


@pytest.mark.parametrize("run", [*RUNS, "rows"])
def test_a_worker_that_dies_is_named_with_its_deals(run, workers):
    every, lines = 1511, []
    players = (new_greedy, partial(new_wrong, what="dies", every=every))

    def play(executor):
        if run == "rows":
            lines.extend(rows(STANDARD, players, rounds=4000, executor=executor))
        else:
            RUNS[run](STANDARD, players, rounds=4000, executor=executor)

    with workers(2) as processes, pytest.raises(errors.WorkerLostError, match="a worker died") as caught:
        play(processes)
    error = caught.value
    details = error.details
    assert details["rules"] == (["standard", "oklahoma"] if run == "compare" else ["standard"])
    assert details["players"][-2:] == [str(new_greedy(1)), "wrong"]
    assert details["seeds"] == [deal_seed(details["seed"], number) for number in details["units"]]
    assert (details["first"], details["last"]) == (details["units"][0], details["units"][-1])
    for text in ("standard", "wrong", "seed 1", f"deals {details['first']} to {details['last']}"):
        assert text in str(error)
    # earlier results are kept, up to the first of these deals (a busy machine can lose the first part)
    kept = 4 * details["first"]
    if run == "rows":
        assert lines == (list(rows(STANDARD, players, rounds=kept)) if kept else [])
    elif kept:
        assert error.partial.partial
        assert error.partial.rounds == kept
    # and one of them is where it died, as the message says how to find
    raising = (new_greedy, partial(new_wrong, what="raises", every=every))
    again = rows(STANDARD, raising, rounds=4 * (details["last"] + 1), seed=details["seed"], first_unit=details["first"])
    with pytest.raises(errors.PlayerFailedError) as result:
        list(again)
    assert result.value.details["seed"] in details["seeds"]


def test_a_pool_that_breaks_while_parts_are_handed_out_loses_nothing_finished():
    class Closing(ThreadPoolExecutor):
        left = 2

        def submit(self, *words, **names):
            self.left -= 1
            if self.left == 0:
                self.shutdown(wait=False)
            return super().submit(*words, **names)

    with Closing(1) as threads, pytest.raises(errors.WorkerLostError, match="cannot schedule new futures") as caught:
        simulate(STANDARD, new_greedy, rounds=400, executor=threads)
    kept = caught.value.partial
    assert kept.units == caught.value.details["first"] == 20
    assert kept.figures == simulate(STANDARD, new_greedy, rounds=40).figures
