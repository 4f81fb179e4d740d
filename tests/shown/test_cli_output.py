"""The output of commands: JSON, from the standard input, in narrow terminals, without signs, when interrupted."""

import io
import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from ginrules.cli import main
from ginrules.presets import preset_names

pytest.importorskip("cyclopts")

from ginrules.cli.lists import preset_lines

FOUR = Path(__file__).parents[1] / "data" / "records" / "four-seats.toml"
NARROW = 40
BROKEN = 'extends = "oklahomma"\n[knock]\nknock_limit = -1\n'


def of(run, *words, status=0, **options):
    """The JSON that a command prints."""
    ended, out, err = run(*words, "--json", **options)
    assert (ended, err) == (status, "")
    return json.loads(out)


def test_presets_as_json(run):
    listed = of(run, "presets")
    assert [preset["name"] for preset in listed] == list(preset_names())
    (three,) = of(run, "presets", "three-handed", "--players", "3", "--seats", "2")
    assert (three["family"], three["players"], three["seats"]) == ("three", [3], [2])
    assert of(run, "presets", "no-such-thing", status=1) == []


def test_rules_as_json(run):
    shown = of(run, "show", "oklahoma+hand_size={2=10,3=7}")
    assert shown["rules"]["knock"]["knock_source"] == "upcard"
    assert shown["rules"]["deal"]["hand_size"] == {"2": 10, "3": 7}
    assert shown["card"].startswith("oklahoma+hand_size")
    changes = of(run, "diff", "standard", "straight-gin")["changes"]
    assert {"section": "knock", "rule": "knock_limit", "a": 10, "b": 0} in changes
    assert of(run, "diff", "standard", "wp")["changes"] == []


def test_faults_as_json(run):
    found = of(run, "check", "-", typed=BROKEN, status=1)
    assert (found["file"], found["valid"]) == ("<stdin>", False)
    places = [(problem["path"], problem["line"]) for problem in found["problems"]]
    assert places == [("extends", 1), ("knock.knock_limit", 3)]
    assert of(run, "check", "-", typed="[knock]\nknock_limit = 7")["valid"] is True


def test_a_hand_as_json(run):
    hand = of(run, "melds", "A23.456.789.T")
    assert (hand["deadwood"], hand["unmelded"], hand["best"][0]) == (10, "Ts", "Ac 2c 3c")
    assert (hand["draw"]["gin"], hand["draw"]["unseen"]) == ("4c 3d 7d 6h Th", 42)
    eleven = of(run, "melds", "-", typed="As 2s 3s 7s 2c 7c\nAd 2d Ah 2h 7h")
    assert eleven["discard"][0] == {"card": "3s", "leaves": 0, "allows": "gin"}
    assert eleven["big_gin"] is False


def test_records_as_json(run, tmp_path):
    from ginrules.records import RoundRecord

    text = RoundRecord("standard", 7, actions=["decline", "decline", "draw"], names=("Ann", "Bo")).dumps()
    (shown,) = of(run, "replay", "-", typed=text)["rounds"]
    assert (shown["names"], len(shown["steps"]), shown["position"]["format"]) == (["Ann", "Bo"], 3, "ginrules/state")
    seen = of(run, "replay", "-", "--seat", "0", "--ply", "2", typed=text)["rounds"][0]
    assert (len(seen["steps"]), seen["position"]["format"]) == (2, "ginrules/view")
    assert of(run, "verify", "-", typed=text) == [{"file": "<stdin>", "records": 1, "valid": True, "problems": []}]
    (bad,) = of(run, "verify", "-", typed=text.replace('"draw"', '"knock 7h"'), status=1)
    assert bad["problems"][0]["path"].startswith("actions[2]")
    (partial,) = of(run, "replay", "-", typed=text.replace('"draw"', '"knock 7h"'), status=1)["rounds"]
    assert len(partial["steps"]) == 2
    (tmp_path / "one.toml").write_text(text, encoding="utf-8")
    files = [report["file"] for report in of(run, "verify", str(tmp_path / "one.toml"), "-", typed=text)]
    assert files == ["one.toml", "<stdin>"]


@pytest.mark.full
def test_a_divergence_as_json(run):
    result = of(run, "diverge", "standard", "cardgames-io", "--effort", "5")
    assert (result["found"], result["round"]["format"]) == (True, "ginrules/round")
    assert of(run, "diverge", "standard", "wp", status=1)["found"] is False


def test_the_standard_input_is_a_rule_file_or_a_pad(run):
    assert "rules\nknock.knock_limit" not in run("diff", "standard", "-", typed="[knock]\nknock_limit = 7")[1]
    assert "knock.knock_limit" in run("diff", "standard", "-", typed="[knock]\nknock_limit = 7")[1]
    assert "Ann knock 18" in run("score", "-", typed="rules standard\nplayers Ann Bo\nAnn knocks 3 Bo 21")[1]
    status, _, err = run("diff", "-", "-", typed="")
    assert (status, "can be read once" in err) == (2, True)


def test_bad_texts_on_the_standard_input(run, monkeypatch, capsys):
    for typed, fault in ((b"\x80", "<stdin> is not UTF-8 text"), (b"\xff\xfe", "<stdin> is UTF-16 text")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        assert main(["show", "-"]) == 2
        assert fault in capsys.readouterr().err
    assert run("verify", "-", typed="not a record")[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["compare", "--help"],
        ["pad", "--help"],
        ["show", "oklahoma"],
        ["show", "hollywood", "--short"],
        ["review", "--details", str(FOUR)],
        ["diff", "standard", "hollywood-oklahoma"],
        ["melds", "4c 5c 6c 7d 7h 9s Ah 2h Kd 3s"],
        ["melds", "As 2s 3s 7s 2c 7c Ad 2d Ah 2h 7h"],
        pytest.param(["compare", "standard", "oklahoma", "--rounds", "20"], marks=pytest.mark.full),
        pytest.param(["simulate", "standard", "--rounds", "20"], marks=pytest.mark.full),
        ["score", "-"],
    ],
)
def test_forty_columns_are_enough(run, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", str(NARROW))
    _, out, err = run(
        *words, typed="rules hollywood\nplayers Annabella Bo\nAnnabella knocks 3 Bo 21\nBo gin Annabella 40"
    )
    assert (err, [line for line in out.splitlines() if len(line) > NARROW]) == ("", [])


def words_of(lines):
    return Counter(re.findall(r"[\w-]+", " ".join(lines)))


def test_presets_are_wrapped_and_none_is_cut():
    for columns in (NARROW, 80):
        lines = [*preset_lines(preset_names(), columns)]
        assert max(len(line) for text in lines for line in text.splitlines()) <= columns
        assert words_of(lines) == words_of(preset_lines(preset_names(), 10_000))


@pytest.mark.full
def test_a_table_that_is_too_wide_is_a_list(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(NARROW))
    lines = run("compare", "standard", "oklahoma", "--rounds", "20")[1].splitlines()
    place = lines.index("points per round")
    assert [line.split()[0] for line in lines[place + 1 : place + 4]] == ["standard", "oklahoma", "difference"]


class Stream(io.TextIOWrapper):
    """A stream of an encoding, in memory."""

    def __init__(self, encoding):
        super().__init__(io.BytesIO(), encoding=encoding, newline="")

    def text(self):
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        pytest.param(
            ["compare", "standard", "oklahoma", "--rounds", "20"],
            {"ascii": "+/- ", "cp1252": "± "},
            marks=pytest.mark.full,
        ),
        (["diff", "standard", "straight-gin"], {"ascii": "knock.knock_limit   10", "cp1252": "knock.knock_limit   10"}),
        (["replay", "-"], {"ascii": "top Qs", "cp1252": "top Qs"}),
        (["melds", "A23.456.789.T"], {"ascii": "Ac 2c 3c . 4d", "cp1252": "Ac 2c 3c · 4d"}),
        (["show", "standard"], {"ascii": "knock", "cp1252": "knock"}),
    ],
)
def test_letters_stand_for_signs_that_a_stream_does_not_have(monkeypatch, encoding, words, shown):
    from ginrules.records import RoundRecord

    text = RoundRecord("standard", 7).dumps()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    stream = Stream(encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", "80")
    assert main(words) == 0
    assert shown[encoding] in stream.text()
    assert "?" not in stream.text()
    assert max(map(len, stream.text().splitlines())) <= 80


@pytest.mark.full
def test_figures_line_up_where_letters_stand_for_signs(monkeypatch):
    stream = Stream("ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", "80")
    main(["compare", "standard", "oklahoma", "--rounds", "20"])
    rows = [line for line in stream.text().splitlines() if line.count("+/-") == 3]
    assert len({tuple(place for place, char in enumerate(row) if char == ".") for row in rows}) == 1


@pytest.mark.full
def test_an_interrupted_run_shows_its_figures_and_ends_with_130(run, monkeypatch):
    from ginrules.cli import running

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "shows_progress", lambda **_: interrupt)
    alone = ["--workers", "1"]  # starting others takes longer than all the rest
    for words in (["compare", "standard", "oklahoma"], ["simulate", "standard", *alone]):
        status, out, _ = run(*words, "--rounds", "100000")
        assert (status, "The run was interrupted" in " ".join(out.split())) == (130, True), words
    status, out, _ = run("diverge", "standard", "oklahoma")
    assert (status, "smallest difference so far" in " ".join(out.split())) == (130, True)
