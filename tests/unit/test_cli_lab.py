"""``ginrules compare``, ``simulate``, ``diverge`` and ``tune``: several rule sets, files, workers."""

import csv
import json

import pytest

from ginrules.cli import main
from ginrules.errors import PlayerFailed
from ginrules.lab.compare import compare
from ginrules.lab.round_rows import Row
from ginrules.records import read_records
from ginrules.rules.model import RuleSet

pytest.importorskip("cyclopts")


@pytest.fixture
def run(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")

    def runner(*words):
        status = main(words)
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return status, printed.out, printed.err

    return runner


def test_several_rule_sets_are_told_pair_by_pair(run):
    status, out, err = run("compare", "standard", "oklahoma", "straight-gin", "--rounds", "40")
    assert (status, err) == (0, "")
    assert "40 rounds each: 20 deals played under all 3" in out
    assert out.index("standard and oklahoma\n") < out.index("standard and straight-gin\n")
    assert max(map(len, out.splitlines())) <= 80


def test_reports_are_written(run, tmp_path):
    page, table = tmp_path / "a.html", tmp_path / "a.csv"
    status, _, err = run("compare", "standard", "oklahoma", "--rounds", "20", "--html", str(page), "--csv", str(table))
    assert (status, err) == (0, "")
    assert page.read_text().startswith("<!doctype html>")
    with table.open(newline="") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == list(Row._fields)
    assert [each["rules"] for each in read] == ["standard"] * 20 + ["oklahoma"] * 20


def test_the_table_is_shown_even_if_the_page_cannot_be_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    status, out, err = run(
        "compare", "standard", "oklahoma", "--rounds", "20", "--html", str(tmp_path / "no" / "a.html")
    )
    assert status == 2
    assert "points per round" in out
    assert "it is kept in" in err
    (kept,) = tmp_path.iterdir()
    assert kept.read_text().startswith("<!doctype html>")


def test_workers_change_no_figure(run):
    words = "compare", "standard", "oklahoma", "--rounds", "60", "--json"
    assert run(*words) == run(*words, "--workers", "2")


def test_two_players_show_their_skill(run):
    _, out, _ = run("compare", "standard", "oklahoma", "--rounds", "40", "--against", "random")
    assert "against random" in " ".join(out.split())


def test_simulate(run):
    status, out, err = run("simulate", "standard", "--rounds", "40", "--against", "random")
    assert (status, err) == (0, "")
    assert "standard: 40 rounds; seed 1." in out
    assert "rounds won, %" in out
    plain = json.loads(run("simulate", "standard", "--matches", "4", "--json")[1])
    assert plain["matches"] == 4
    assert plain["contestants"] == ["greedy, knocking whenever allowed"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("simulate standard --rounds 10 --matches 2", "not both"),
        ("simulate standard --rounds 0", "0"),
        ("simulate standard --workers 0", "give 1 or more"),
        ("simulate standard --player simple --threshold 5", "a threshold is for greedy"),
        ("compare standard nosuch", "no preset"),
        ("tune standard --values -1", "-1"),
        ("tune standard --player x", "player"),
        ("diverge standard", "b"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_line(run, words, said):
    status, out, err = run(*words.split())
    assert (status, out) == (2, "")
    assert said in err.lower()


def test_diverge_tells_and_saves(run, tmp_path):
    path = tmp_path / "round.toml"
    status, out, err = run("diverge", "standard", "oklahoma", "--effort", "20", "--save", str(path))
    assert (status, err) == (0, "")
    assert out.startswith("After ")
    assert "not under oklahoma" in " ".join(out.split())
    (record,) = read_records(path)
    assert record.rules.name == "standard"
    assert run("diverge", "standard", "standard")[0] == 1


def test_tune(run):
    status, out, err = run("tune", "standard", "--values", "0", "10", "--rounds", "40")
    assert (status, err) == (0, "")
    assert "The best threshold is " in out
    plain = json.loads(run("tune", "standard", "--values", "0", "10", "--rounds", "40", "--json")[1])
    assert [each["value"] for each in plain["trials"]] == [0, 10]


def test_a_simulation_has_a_page_too(run, tmp_path):
    page = tmp_path / "a.html"
    assert run("simulate", "standard", "--rounds", "20", "--against", "random", "--html", str(page))[0] == 0
    text = page.read_text()
    assert "Who wins" in text
    assert "points per round" in text


def test_what_a_broken_run_had_found_is_shown_and_written(run, tmp_path, monkeypatch):
    found = compare(RuleSet(name="a"), RuleSet(name="b", gin_bonus=20), rounds=20)

    def breaks(*_rules, **_options):
        error = PlayerFailed("the player at seat 0 raised")
        error.partial = found
        raise error

    monkeypatch.setattr("ginrules.cli.lab.compare", breaks)
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
