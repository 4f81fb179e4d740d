"""``ginrules tournament``: the table, JSON, checkpoints, and refusals."""

import json

import pytest

from ginrules.cli import main
from ginrules.lab import tournament
from ginrules.lab.round_robin.result import _FEW_GAMES

pytest.importorskip("cyclopts")

RULES = "standard+target=20"


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")

    def runner(*words):
        status = main(words)
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return status, printed.out, printed.err

    return runner


def test_the_table_has_ratings_and_who_won_against_whom(run):
    status, out, err = run("tournament", "simple", "greedy", "random", "--rules", RULES, "--games", "20")
    assert (status, err) == (0, "")
    assert "3 contests of 20 games" in out
    assert "Games won, %, by the player of the line against that of the column" in out
    assert out.index("1. ") < out.index("3. random")
    assert max(map(len, out.splitlines())) <= 80


def test_ratings_of_few_games_are_explained(run):
    few = run("tournament", "simple", "random", "--rules", RULES, "--games", "2")[1]
    many = run("tournament", "simple", "greedy", "--rules", RULES, "--games", "20")[1]
    assert [" ".join(_FEW_GAMES.split()) in " ".join(out.split()) for out in (few, many)] == [True, False]


def test_json_is_the_result(run, tmp_path):
    words = ("tournament", "simple", "greedy", "--rules", RULES, "--games", "8", "--seed", "4", "--json")
    status, out, _ = run(*words)
    plain = tournament(["simple", "greedy"], RULES, 8, seed=4).as_plain()
    assert (status, json.loads(out)) == (0, json.loads(json.dumps(plain)))
    path = str(tmp_path / "run.json")
    assert run(*words, "--checkpoint", path)[1] == run(*words, "--checkpoint", path)[1] == out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "players: expected two or more, got 0"),
        (["greedy"], "players: expected two or more, got 1"),
        (["greedy", "gredy"], "'gredy' is not the name of a player"),
        (["greedy", "process:./nobody"], "there is no program './nobody'"),
        (["greedy", "simple", "--games", "0"], "games: expected a whole number from 1 to 10**15, got 0"),
        (["greedy", "simple", "--workers", "0"], "workers: expected a whole number from 1 up, got 0"),
        (["greedy", "simple", "--time-limit", "0"], "time_limit: expected a number of seconds above 0"),
    ],
)
def test_an_unplayable_run_is_reported_in_one_line(run, words, message):
    status, out, err = run("tournament", *words)
    assert status == 2
    assert message in err
    assert (out, err.count("\n")) == ("", 1)
