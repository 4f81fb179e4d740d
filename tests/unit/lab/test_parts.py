"""Parts of a comparison, played apart and joined: the figures of one run, to the last digit."""

import json
from functools import partial
from itertools import pairwise

import pytest

from ginrules.errors import IncompatibleRulesError, InvalidRunError
from ginrules.lab import Checkpoint, Precision
from ginrules.lab.comparison import running as comparing
from ginrules.players import RandomPlayer, new_greedy
from ginrules.presets import OKLAHOMA, STANDARD, preset
from tests.players import compare

FIVE_ROUNDS = [STANDARD.evolve(target=1000, rounds=5, knock_limit=limit) for limit in (10, 5)]
"""Games of five rounds each: two chains of such games that begin one deal apart never meet."""

RUNS = {
    "games": partial(compare, STANDARD, OKLAHOMA),
    "contestants": partial(compare, STANDARD, OKLAHOMA, players=[new_greedy, RandomPlayer]),
    "several rule sets": partial(compare, STANDARD, OKLAHOMA, preset("palace")),
    "games of matches": partial(compare, STANDARD, preset("multi-match")),
    "teams": partial(compare, "partnership", "partnership+gin_bonus=20"),
    "on the engine": partial(compare, STANDARD, OKLAHOMA, time_limit=3600.0),
    "no games": partial(compare, "last-standing", "last-standing+knock_limit=5", seats=3),
    "own player": partial(compare, STANDARD, OKLAHOMA, players="python:ginrules.players.careful:Careful"),
}


def played(run, *borders):
    """The parts of a run between these deals, as they come back from their files."""
    jobs = [run(deals=range(first, stop)) for first, stop in pairwise(borders)]
    return [Checkpoint.loads(job.checkpoint.dumps()) for job in jobs]


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.lab] * ("engine" in kind)) for kind in RUNS])
@pytest.mark.parametrize("borders", [(0, 17, 60), (0, 10, 20, 30, 60)], ids=str)
def test_parts_make_the_figures_of_one_run(kind, borders):
    run = RUNS[kind]
    whole = run(deals=range(60))
    joined = run(deals=range(60), parts=played(run, *borders)[::-1])
    assert joined == whole
    assert json.dumps(joined.as_plain()) == json.dumps(whole.as_plain())


def test_a_few_deals_are_played_again_at_each_border(monkeypatch):
    again = []

    def play(run, first, stop):
        for part in deals_again(run, first, stop):
            again.append(len(part.deals[0]))
            yield part

    run = RUNS["games"]
    parts = played(run, 0, 503, 1001, 1500)
    deals_again = comparing._deals_of_open_games
    monkeypatch.setattr(comparing, "_deals_of_open_games", play)
    assert run(deals=range(1500), parts=parts) == run(deals=range(1500))
    assert 0 < sum(again) < 800


def test_games_that_never_meet_are_played_to_the_end_of_the_part():
    run = partial(compare, *FIVE_ROUNDS)
    assert run(deals=range(60), parts=played(run, 0, 23, 60)) == run(deals=range(60))


def test_joined_parts_are_a_part_of_a_larger_run():
    run = RUNS["games"]
    first, *others = played(run, 0, 20, 35, 60)
    later = run(deals=range(20, 60), parts=others)
    assert later == run(deals=range(20, 60))
    assert run(deals=range(80), parts=[first, later.checkpoint]) == run(deals=range(80))


def test_a_part_that_is_interrupted_goes_on_from_its_file(tmp_path):
    path, run = tmp_path / "part.json", partial(RUNS["games"], deals=range(40, 90))
    done = []

    def stop(*progress):
        done.append(progress)
        raise KeyboardInterrupt

    assert run(checkpoint=path, checkpoint_every=0, progress=stop).partial
    assert done == [(2, 100)]
    assert run(checkpoint=path) == run()
    with pytest.raises(InvalidRunError, match="a checkpoint of the deals from 0 on, got one from deal 40 on"):
        compare(STANDARD, OKLAHOMA, deals=range(50), checkpoint=path)


def test_parts_that_do_not_fit_together_are_refused():
    run = RUNS["games"]
    first, second, third = played(run, 0, 20, 40, 60)
    for parts, message in (
        ([first, third], "deals from 20 to 39 are missing"),
        ([first, first, second], "deals from 0 to 19 are there twice"),
        ([first, "part.json"], "a Checkpoint"),
        (second, "parts"),
        ([RUNS["contestants"](deals=range(20)).checkpoint], "expected a checkpoint of"),
    ):
        with pytest.raises((InvalidRunError, TypeError), match=message):
            run(deals=range(60), parts=parts)
    with pytest.raises(InvalidRunError, match="not both"):
        run(deals=range(60), parts=[first], resume=first)


@pytest.mark.parametrize("deals", [range(0, 40, 2), range(-1, 20), 40, (0, 40), range(10**15, 10**15 + 40)], ids=str)
def test_deals_are_a_range_of_numbers(deals):
    with pytest.raises(InvalidRunError, match="deals: expected a range of numbers from 0 up"):
        RUNS["games"](deals=deals)


def test_a_part_needs_ten_deals_and_cannot_stop_early():
    with pytest.raises(IncompatibleRulesError, match="18 rounds are too few"):
        RUNS["games"](deals=range(9))
    with pytest.raises(InvalidRunError, match="until"):
        RUNS["games"](deals=range(100), until=Precision(5.0))


@pytest.mark.parametrize(
    ("run", "message"),
    [
        ({"rules": ["standard"], "seed": 1, "seats": 2}, "run.rules: expected a list of two"),
        ({"rules": ["standard", "no-such"], "seed": 1, "seats": 2}, "run.rules: (?s:.*)no-such"),
        ({"rules": ["standard", "oklahoma"], "seed": "1", "seats": 2}, "run.seed"),
        ({"rules": ["standard", "oklahoma"], "seed": 1}, "seats"),
        ([], "run"),
    ],
    ids=str,
)
def test_an_impossible_run_in_a_checkpoint_is_refused(run, message):
    plain = played(RUNS["games"], 0, 10)[0].as_plain()
    with pytest.raises(InvalidRunError, match=message):
        Checkpoint.from_plain({**plain, "run": run})
