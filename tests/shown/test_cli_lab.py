"""``ginrules compare``, ``simulate``, ``diverge`` and ``tournament``: several rule sets, files, workers."""

import csv
import json
from functools import partial

import pytest

from ginrules.errors import PlayerFailedError
from ginrules.lab import tournament
from ginrules.lab.comparison.compare import compare
from ginrules.lab.round_robin.tournament import _FEW_GAMES
from ginrules.lab.runner.rows import Row
from ginrules.records import read_records
from ginrules.rules.model import RuleSet

pytest.importorskip("cyclopts")
from ginrules.cli import running
from ginrules.driver.named import PLAYERS
from ginrules.lab.comparison.result import strength_text
from ginrules.lab.runner import blocks
from tests.conftest import slow
from tests.lab.conftest import new_wrong


def test_several_rule_sets_are_reported_pair_by_pair(run):
    status, out, err = run("compare", "standard", "oklahoma", "straight-gin", "--rounds", "40")
    assert (status, err) == (0, "")
    first, second = "standard and oklahoma: 40 rounds each", "standard and straight-gin: 40 rounds each"
    assert out.index(first) < out.index(second)
    assert max(map(len, out.splitlines())) <= 80


def test_reports_are_written(run, tmp_path):
    page, table = tmp_path / "a.html", tmp_path / "a.csv"
    words = ["compare", "standard", "oklahoma", "--rounds", "20", "--html", str(page), "--csv", str(table)]
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    assert out.endswith(f"\n{page}: the page\n{table}: every round\n")
    assert str(page) not in run(*words, "--json")[1]
    assert page.read_text().startswith("<!doctype html>")
    with table.open(newline="") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == list(Row._fields)
    assert [row["rules"] for row in read] == (["standard"] * 2 + ["oklahoma"] * 2) * 10


def test_the_table_is_shown_even_if_the_page_cannot_be_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    status, out, err = run(
        "compare", "standard", "oklahoma", "--rounds", "20", "--html", str(tmp_path / "no" / "a.html")
    )
    assert status == 2
    assert "points per round" in out
    assert "it is kept in" in err
    (kept,) = tmp_path.glob("*/a.html")
    assert kept.read_text().startswith("<!doctype html>")


def test_workers_change_no_figure(run):
    words = "compare", "standard", "oklahoma", "--rounds", "60", "--json"
    assert run(*words) == run(*words, "--workers", "2")


def test_many_rounds_are_played_on_all_cores(monkeypatch):
    monkeypatch.setattr(running.os, "sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    asked = ((None, 49_999), (None, 50_000), (1, 10**6), (2, 10))
    assert [running.workers_for(number, rounds) for number, rounds in asked] == [1, 3, 1, 2]


def test_two_players_show_their_skill(run):
    _, out, _ = run("compare", "standard", "oklahoma", "--rounds", "40", "--against", "random")
    assert "against random" in " ".join(out.split())


def test_simulate(run):
    status, out, err = run("simulate", "standard", "--rounds", "40", "--against", "random")
    assert (status, err) == (0, "")
    assert "standard: 40 rounds by learned against random, seed 1." in out
    assert "rounds won, %" in out
    plain = json.loads(run("simulate", "standard", "--matches", "4", "--json")[1])
    assert plain["matches"] == 4
    assert plain["contestants"] == ["learned"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("simulate standard --rounds 10 --matches 2", "not both"),
        ("simulate standard --rounds 0", "0"),
        ("simulate standard --workers 0", "workers: expected a whole number from 1 up, got 0"),
        ("compare standard nosuch", "no preset"),
        ("diverge standard", "b"),
    ],
)
def test_an_impossible_run_is_reported_in_a_line(run, words, said):
    status, out, err = run(*words.split())
    assert (status, out) == (2, "")
    assert said in err.lower()


def test_diverge_tells_and_saves(run, tmp_path):
    path = tmp_path / "round.toml"
    status, out, err = run("diverge", "standard", "oklahoma", "--effort", "20", "--save", str(path))
    assert (status, err) == (0, "")
    assert "not under oklahoma" in " ".join(out.split())
    assert "So this does not hold: the same actions are legal.\n" in out
    (record,) = read_records(path)
    assert record.rules.name == "standard"
    assert run("diverge", "standard", "standard")[0] == 1


class TestCheckpoints:
    """``simulate --checkpoint``."""

    WORDS = ("simulate", "standard", "--against", "random", "--json")

    @pytest.fixture
    def path(self, tmp_path):
        return tmp_path / "run"

    def test_a_run_resumes_from_its_file(self, run, path, tmp_path):
        kept = ("--checkpoint", str(path))
        whole = run(*self.WORDS, "--rounds", "80")
        assert json.loads(run(*self.WORDS, "--rounds", "40", *kept)[1])["rounds"] == 40
        table = tmp_path / "all.csv"
        assert run(*self.WORDS, "--rounds", "80", *kept, "--csv", str(table)) == whole
        assert len(table.read_text().splitlines()) == 81
        assert json.loads(run(*self.WORDS, "--rounds", "40", *kept)[1])["rounds"] == 80  # nothing is taken back

    @pytest.mark.parametrize("deals", [4, 12])
    def test_a_comparison_writes_the_rounds_of_its_checkpoint_too(self, run, path, tmp_path, monkeypatch, deals):
        def stop(done, _total):
            if done >= 2 * deals:
                raise KeyboardInterrupt

        words = ("compare", "standard", "oklahoma", "--player", "greedy", "--rounds", "60", "--csv")
        whole, resumed = tmp_path / "whole.csv", tmp_path / "resumed.csv"
        assert run(*words, str(whole))[0] == 0
        with monkeypatch.context() as patch:
            patch.setattr("ginrules.lab.runner.workers.COMPILED_CHUNK", 4)  # gives the run several parts
            compare("standard", "oklahoma", players="greedy", rounds=60, checkpoint=path, progress=stop)
        assert [(block.first, block.stop) for block in blocks.read_folder(path).blocks] == [(0, deals)]
        assert run(*words, str(resumed), "--checkpoint", str(path))[0] == 0
        assert resumed.read_bytes() == whole.read_bytes()

    def test_ctrl_c_keeps_how_far_it_has_come(self, run, path, monkeypatch):
        from ginrules.lab.simulation import simulate

        def stopped(*words, **names):
            def stop(done, _total):
                if done >= 4:
                    raise KeyboardInterrupt

            return simulate(*words, **{**names, "progress": stop})

        monkeypatch.setattr("ginrules.lab.simulate", stopped)
        monkeypatch.setattr("ginrules.lab.runner.workers.COMPILED_CHUNK", 20)  # gives the run several parts
        status, out, _ = run(*self.WORDS, "--rounds", "800", "--checkpoint", str(path))
        assert status == 130
        assert json.loads(out)["partial"]
        assert blocks.read_folder(path).blocks[-1].stop == json.loads(out)["units"] < 200
        monkeypatch.undo()
        monkeypatch.setenv("COLUMNS", "80")
        assert run(*self.WORDS, "--rounds", "80", "--checkpoint", str(path)) == run(*self.WORDS, "--rounds", "80")

    def test_another_run_is_refused_and_nothing_is_overwritten(self, run, path, tmp_path):
        run(*self.WORDS, "--rounds", "40", "--checkpoint", str(path))
        before, table = {file: file.read_bytes() for file in path.iterdir()}, tmp_path / "old.csv"
        table.write_text("old")
        status, out, err = run(*self.WORDS, "--seed", "2", "--checkpoint", str(path), "--csv", str(table))
        assert (status, out) == (2, "")
        assert "expected a checkpoint of 'rounds by" in err
        assert ({file: file.read_bytes() for file in path.iterdir()}, table.read_text()) == (before, "old")


def wrong(what, seed):
    return new_wrong(seed, what, every=200)


COMMANDS = ["simulate standard", "compare standard oklahoma"]
SAID = [
    ("illegal", "broke the rules: big gin"),
    ("nonsense", "broke the rules: expected an action, got 7 "),
    ("raises", "raised ZeroDivisionError: no reason"),
    ("exits", "raised SystemExit: 4"),
    ("dies", "a worker died, or its pool broke, over "),
    ("ctrl-c", ""),
]
WRONG = [(command, what, said) for command in COMMANDS for what, said in SAID]
ONE_OF_EACH = [(COMMANDS[number % 2], *said) for number, said in enumerate(SAID)]


@pytest.mark.parametrize(("command", "what", "said"), slow(ONE_OF_EACH, WRONG))
def test_a_player_that_goes_wrong_is_reported_below_the_results(run, monkeypatch, command, what, said):
    monkeypatch.setitem(PLAYERS._made, "simple", partial(wrong, what))
    options = ["--workers", "2"] if what == "dies" else []
    # it goes wrong in deal 25: with a deal a chunk, that is not sent to a worker before the first results are back
    monkeypatch.setattr("ginrules.lab.runner.workers.CHUNK", 1)
    status, out, err = run(*command.split(), "--against", "simple", "--rounds", "400", *options)
    assert "The run was interrupted" in out
    assert len(err.splitlines()) <= 1
    if what == "ctrl-c":
        assert (status, err) == (130, "")
    else:
        assert status == 2
        for word in (said, "standard", "seed ", "wrong", *(["seat "] if what != "dies" else [])):
            assert word in err


def test_a_simulation_has_a_page_too(run, tmp_path):
    page = tmp_path / "a.html"
    assert run("simulate", "standard", "--rounds", "20", "--against", "random", "--html", str(page))[0] == 0
    text = page.read_text()
    assert "rounds won, %" in text
    assert "points per round" in text


def test_what_a_broken_run_had_found_is_shown_and_written(run, tmp_path, monkeypatch):
    result = compare(RuleSet(name="a"), RuleSet(name="b", gin_bonus=20), rounds=20)

    def breaks(*_rules, **_options):
        error = PlayerFailedError("the player at seat 0 raised")
        error.partial = result
        raise error

    monkeypatch.setattr("ginrules.lab.compare", breaks)
    page = tmp_path / "a.html"
    status, out, err = run("compare", "standard", "oklahoma", "--html", str(page))
    assert status == 2
    assert "points per round" in out
    assert err == "ginrules: the player at seat 0 raised\n"
    assert page.exists()


def test_a_run_stops_when_it_is_precise_enough(run):
    words = "compare", "standard", "oklahoma", "--rounds", "1000", "--json"
    plain = json.loads(run(*words, "--until", "4")[1])
    assert plain["rounds"] < 1000
    assert plain["method"] == "sequential"


def test_learned_plays_where_nobody_is_named(run):
    _, out, _ = run("compare", "standard", "oklahoma", "--rounds", "20")
    assert f"learned {strength_text('learned')}" in " ".join(out.split())
    _, out, _ = run("simulate", "standard", "--rounds", "20")
    assert "standard: 20 rounds by learned, seed 1." in out
    _, out, _ = run("simulate", "group-gin", "--rounds", "6")
    assert "rounds by expert, seed 1." in out
    _, out, _ = run("simulate", "standard", "--rounds", "20", "--player", "greedy")
    assert "by greedy, knocking" in " ".join(out.split())


def test_where_nothing_could_be_played_no_figures_are_shown(run, tmp_path, monkeypatch):
    def refused(*_words):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(blocks.KeptFile, "write", refused)
    for words in (("simulate", "standard"), ("compare", "standard", "oklahoma")):
        status, out, err = run(*words, "--rounds", "40", "--checkpoint", str(tmp_path / "run"))
        assert (status, out) == (2, "")
        assert err.endswith("run cannot be written: Permission denied; nothing was played\n")


# --- tournament ------------------------------------------------------------------------------------------


RULES = "standard+target=20"


def test_the_table_has_ratings_and_who_won_against_whom(run):
    status, out, err = run("tournament", "simple", "greedy", "random", "--rules", RULES, "--games", "20")
    assert (status, err) == (0, "")
    assert "60 games between 3 players, 20 in each contest" in out
    assert "games won, %, by the player of the line against that of the column" in out
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
    ],
)
def test_an_unplayable_run_is_reported_in_one_line(run, words, message):
    status, out, err = run("tournament", *words)
    assert status == 2
    assert message in err
    assert (out, err.count("\n")) == ("", 1)
