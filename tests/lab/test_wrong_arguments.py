"""Wrong arguments of the lab's functions: each ends in an error of the library, or is a legal value after all."""

import inspect
import random

import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError
from ginrules.lab import compare, diverge, play_match, play_round, replayed, rows, simulate
from ginrules.players import Careful, Greedy, RandomPlayer, Searching, Simple, new_greedy

STANDARD = gin.preset("standard")
VIEW = gin.view(gin.deal(STANDARD, gin.shuffled(7)), 0)
WRONG = ("text", None, 7, 2.5, [1], VIEW, b"bytes", float("nan"), -3, True)
(ROW, *_) = rows(STANDARD, new_greedy, rounds=2)


def all_rows(*arguments, **options):
    return list(rows(*arguments, **options))


CALLS = {
    "simulate": (simulate, {"rules": STANDARD, "players": new_greedy, "rounds": 2}),
    "rows": (all_rows, {"rules": STANDARD, "players": new_greedy, "rounds": 2}),
    "compare": (compare, {"a": STANDARD, "b": STANDARD.evolve(gin_bonus=30), "rounds": 4}),
    "play_match": (play_match, {"rules": STANDARD.evolve(target=30), "players": [new_greedy]}),
    "play_round": (play_round, {"rules": STANDARD, "players": [Greedy(), Greedy()], "order": gin.shuffled(7)}),
    "replayed": (replayed, {"row": ROW, "rules": STANDARD, "players": new_greedy}),
    "Greedy": (Greedy, {}),
    "RandomPlayer": (RandomPlayer, {"seed": 1}),
    "Simple": (Simple, {"seed": 1}),
    "Careful": (Careful, {"seed": 1}),
    "Searching": (Searching, {"seed": 1}),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_wrong_argument_ends_in_an_error_of_python(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a text is the path of a checkpoint
    call, right = CALLS[name]
    signed = rows if call is all_rows else call
    faults, tried = [], 0
    for parameter, kind in inspect.signature(signed).parameters.items():
        for value in WRONG if kind.kind is not kind.VAR_POSITIONAL else ():
            tried += 1
            try:
                call(**{**right, parameter: value})
            except gin.GinRulesError:
                pass
            except Exception as error:  # noqa: BLE001 - shown with all the others
                faults.append(f"{parameter}={value!r:.30}: {type(error).__name__}: {error}")
    assert tried
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults)


def test_the_seed_of_a_run_is_a_whole_number():
    calls = {name: CALLS[name] for name in ("simulate", "rows", "compare", "play_match")}
    calls["diverge"] = diverge, {"a": STANDARD, "b": STANDARD.evolve(knock_limit=5)}
    for call, right in calls.values():
        for seed in ("1", 1.5, None, True, random.Random(1)):
            with pytest.raises(InvalidRunError, match="seed: expected a whole number, got"):
                call(**right, seed=seed)
