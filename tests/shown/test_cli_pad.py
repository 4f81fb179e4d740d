"""``ginrules pad``: an evening typed, taken back, saved and gone on with; pads that contradict themselves."""

import errno
import io
import re
import sys
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.cli.evening import Evening, quoted
from ginrules.records import loads_records, read_records
from tests.conftest import pad_match as loads_pad

pytest.importorskip("cyclopts")

FIRST = ["partnership+hollywood", "Ann Bo Cy Di", "Ann knocks 4 Bo 20", "Cy 12", "Ann gin Di 31", "Bo 8"]
"""The rules, the players and two rounds of two tables."""
AGAIN = ["undo", "dead Bo Cy", "quit"]


def undated(text):
    """Return the lines of a pad without the day that is written by itself, which must be there once."""
    lines, found = re.subn(r"^date \d{4}-\d\d-\d\d\n", "", text, flags=re.MULTILINE)
    assert found == 1
    return lines


class Typed:
    """A terminal: the lines typed, and the lines printed."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.said = []
        self.prompts = []

    def ask(self, prompt):
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if isinstance(line, BaseException):
            raise line
        return line

    def __call__(self, path=None):
        self.evening = Evening(self.ask, self.said.append, path)
        return self.evening.run()

    @property
    def text(self):
        return "\n".join(self.said)


def test_an_evening_of_partners_is_typed_taken_back_saved_and_gone_on_with(tmp_path):
    path = tmp_path / "evening.pad"
    first = Typed(*FIRST, "quit")
    assert first(path) == 0
    assert first.prompts[2:4] == ["Round 1, Ann against Bo and Cy against Di > ", "Round 1, Cy against Di > "]
    assert "Missing in this round: Cy against Bo." in first.text
    match = loads_pad(path.read_text())
    assert (len(match.scores), match.rules.name) == (2, "partnership+hollywood")

    again = Typed(*AGAIN)
    evening = Evening(again.ask, again.said.append, path)
    evening.resume(path)
    assert evening.lines == path.read_text().splitlines()
    assert evening.run() == 0
    assert again.prompts[0].startswith("Round 3, ")
    assert "Taken back: Bo 8" in again.text
    assert again.prompts[1].startswith("Round 2, Cy against Bo")
    assert path.read_text().splitlines()[-1] == "dead Bo Cy"
    assert loads_pad(path.read_text()).scores[1].points != match.scores[1].points


def test_a_cut_decides_the_seats_and_is_kept_in_the_pad(tmp_path):
    path = tmp_path / "evening.pad"
    typed = Typed("captain", "cut Ann", 'cut Ann Bo "Cy Day"', "quit")
    assert typed(path) == 0
    players, _, comment = path.read_text().splitlines()[1].partition("  # ")
    match = loads_pad(path.read_text())
    assert set(match.players) == {"Ann", "Bo", "Cy Day"}
    assert players == f"players {' '.join(map(quoted, match.players))}"
    assert f"{comment.removeprefix('cut: ')}." in " ".join(typed.text.split())
    assert comment.endswith(f": {match.players[0]} deals first; to the left {match.players[1]} and {match.players[2]}")
    assert match.players[match.due[0].dealer] == match.players[0]
    assert "a cut is for 2 to 10 players, not 1" in typed.text


def test_invalid_input_is_reported_and_changes_nothing(tmp_path):
    entered = "oklahomma", "standard", "Ann", "Ann Bo", "Ann knocks 30 Bo 2", "Ann knokcs 3", "", "undo"
    typed = Typed(*entered, "sheet", "rules", "lines", "help", "save", "Bo 9", "quit")
    path = tmp_path / "a.pad"
    assert typed(path) == 0
    faults = "did you mean oklahoma", "the limit is 10", "got 'knokcs'", "nothing to take back"
    for said in (*faults, "rules standard\nplayers Ann Bo\ndate ", "Ann knocks 3 Bo 21"):
        assert said in typed.text, said
    assert undated(path.read_text()) == "rules standard\nplayers Ann Bo\nBo 9\n"


def test_the_end_of_a_match_can_be_taken_back(tmp_path):
    typed = Typed("standard+target=20", "Ann Bo", "Ann gin Bo 9", "Ann 5", "undo", "Bo 3", "quit")
    assert typed(tmp_path / "a.pad") == 0
    prompts = [prompt.partition(" (")[0] for prompt in typed.prompts[3:]]
    assert prompts == [*["The match is over"] * 2, "Round 1, Ann deals > ", "Round 2, Bo deals > "]
    assert "nothing more can be entered" in typed.text
    hint = "ginrules pad FILE --rules standard+target=20 --player Ann --player Bo"
    assert hint in " ".join(typed.text.split())
    assert "Ann wins" in typed.text


@pytest.mark.parametrize(("end", "status"), [(EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_leaving_in_other_ways_saves(tmp_path, end, status):
    path = tmp_path / "a.pad"
    assert Typed("standard", "Ann Bo", "Ann 9", end)(path) == status
    assert path.read_text().endswith("Ann 9\n")


def test_without_a_file_the_lines_are_shown():
    typed = Typed("standard", "Ann Bo", "Ann 9")
    assert typed() == 0
    assert undated(typed.said[-1]) == "rules standard\nplayers Ann Bo\nAnn 9"


def test_names_alike_begin_no_pad_but_one_that_is_kept_goes_on(tmp_path):
    typed = Typed("standard", "Ann ann", "Ann Bo", "Ann 9")
    typed()
    assert "Ann and ann look like one player" in typed.text
    path = tmp_path / "kept.pad"
    path.write_text("rules standard\nplayers Ann ann\nAnn 9\n")
    kept = Evening(typed.ask, typed.said.append, path)
    kept.resume(path)
    assert kept.pad.match.players == ("Ann", "ann")


def test_a_full_disk_is_reported_and_the_evening_continues(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "a.pad"
    assert Typed("standard", "Ann Bo", "Ann 9", "quit")(path) == 0
    before = path.read_text()
    monkeypatch.setattr("ginrules._support.files.write_atomic", full)
    typed = Typed("Bo 12", "quit")
    evening = Evening(typed.ask, typed.said.append, path)
    evening.resume(path)
    assert evening.run() == 2
    assert "cannot be written: No space left on device. Nothing typed here is lost" in " ".join(typed.text.split())
    assert typed.said[-1].endswith("Ann 9\nBo 12")
    assert path.read_text() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_device_that_is_full(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ann 9\nquit\n"))
    assert main(["pad", "/dev/full", "--rules", "standard", "--player", "Ann", "--player", "Bo"]) == 2
    assert "No space left on device" in capsys.readouterr().out


CONTRADICTIONS = """\
rules standard
players Ann Bo
dealer Cy
Ann knocks 30 Bo 2
Bo 9
dealer Ann
Ann knocks 3 Ann 4
Bo 12 boxes many
rules classic
Bo 7 # the third good line
"""


def test_all_faults_of_a_pad_are_reported_at_once(tmp_path, capsys):
    with pytest.raises(gin.RecordError) as refused:
        loads_pad(CONTRADICTIONS, source="evening.pad")
    assert [problem.line for problem in refused.value.problems] == [3, 4, 6, 7, 8, 9]
    path = tmp_path / "evening.pad"
    path.write_text(CONTRADICTIONS)
    assert main(["pad", str(path)]) == 2
    err = capsys.readouterr().err
    assert ("6 problems in evening.pad" in err, "is left as it is" in err) == (True, True)
    assert path.read_text() == CONTRADICTIONS
    assert main(["score", str(path)]) == 2


def test_a_faulty_table_does_not_make_the_other_one_wrong():
    head = "rules partnership\nplayers Ann Bo Cy Di\n"
    with pytest.raises(gin.RecordError) as refused:
        loads_pad(f"{head}Ann knocks 40 Bo 2  # a first round\nCy 9\nCy 5\nAnn 4\nBo 6\n")
    assert [problem.line for problem in refused.value.problems] == [3]


def test_options_of_a_new_pad_are_not_those_of_an_old_one(tmp_path, monkeypatch, capsys):
    path = tmp_path / "a.pad"
    monkeypatch.setattr(sys, "stdin", io.StringIO("Di Lo 9\nquit\n"))
    assert main(["pad", str(path), "--rules", "standard", "--player", "Ann", "--player", "Di Lo"]) == 0
    assert undated(path.read_text()) == 'rules standard\nplayers Ann "Di Lo"\n'
    assert main(["pad", str(path), "--rules", "classic"]) == 2
    assert main(["pad", "--player", "Ann"]) == 2
    assert main(["pad", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err


# --- pads are records -----------------------------------------------------------------------------


@pytest.mark.parametrize("head", ["", "\ufeff", "# a Monday\r\n\r\n", "  "])
def test_a_pad_is_read_where_records_are(tmp_path, head):
    text = f"{head}rules house.toml\ndate 2026-03-14\nplayers Ann Bo\ndealer Bo\nAnn 18\nconcede Bo\n"
    path = tmp_path / "evening.pad"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "house.toml").write_text("[knock]\nknock_limit = 7", encoding="utf-8")
    record = gin.load_pad(path)
    assert (record.date, record.dealer, record.rules.knock_limit) == ("2026-03-14", 1, 7)
    assert record.match.winners == (0,)
    assert list(read_records(path)) == [record] == list(loads_records(text, folder=tmp_path))
    assert gin.MatchRecord.loads(record.dumps()) == record
    with pytest.raises(gin.RecordError, match="line"):
        gin.loads_pad(text)  # without a folder no file is read


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Dear members,\nAnn has won", "line 1: expected the line with the rules first, got 'Dear'; a file that can"),
        ("rules standard\ndate 14.3.2026", "line 2: expected a day such as 2026-03-14, got '14.3.2026'"),
        ("rules standard\ndate 2026-02-30", "line 2: expected a day"),
        ("date 2026-03-14\ndate 2026-03-14", "line 2: one line names the day"),
        ("rules standard\nplayers Ann Bo\nAnn 100\nBo 3", "line 4: .*The next match is a file of its own"),
    ],
)
def test_a_message_says_what_can_be_read(text, fault):
    with pytest.raises(gin.RecordError, match=fault):
        list(loads_records(text))
    with pytest.raises(gin.RecordError, match=fault):
        gin.loads_pad(text)


def test_a_pad_finds_rules_as_people_type_them():
    for typed, name in (("knock rummy", "knock-rummy"), ("Gin Rommé", "gin-romme"), ("gin", "standard")):
        assert loads_pad(f"rules {typed}\nplayers Ann Bo\n").rules.name == name
    assert loads_pad("rules group gin\nplayers Ann Bo Cy\n").rules.name == "group-gin"
