"""Two writers of one file: what was reported as saved is never lost."""

import random
from pathlib import Path

import pytest

import ginrules as gin
from ginrules._support.files import KeptFile
from ginrules.cli.evening import Evening
from ginrules.errors import LabError
from ginrules.lab.report import save
from tests.conftest import effort, slow

CHANGED = "another program has changed the file in the meantime"


def typed(path, *lines):
    """An evening at a pad in which these lines were typed, and what it said."""
    said, rest = [], iter(lines)

    def ask(_prompt):
        return next(rest, "quit")

    evening = Evening(ask, said.append, path)
    if path.exists():
        evening.resume(path)
    return evening, said


def test_two_pads_of_one_file_lose_no_line(tmp_path):
    path = tmp_path / "e.pad"
    path.write_text("rules standard\nplayers Ann Bo\n")
    (mine, mine_said), (theirs, theirs_said) = typed(path, "Ann 11"), typed(path, "Bo 22")
    mine.run()
    assert theirs.run() == 2
    assert "Saved in" in mine_said[-1]
    assert CHANGED in " ".join(" ".join(theirs_said).split())
    assert path.read_text().endswith("Ann 11\n")
    assert theirs_said[-1].endswith("Bo 22")  # shown, to be kept elsewhere


def test_a_new_name_does_not_replace_a_file(tmp_path):
    path, other = tmp_path / "a.pad", tmp_path / "b.pad"
    other.write_text("rules standard\nplayers Cy Di\nCy 7\n")
    before = other.read_text()
    evening, said = typed(path, "rules standard", "players Ann Bo", "Ann 9", f"save {other}", "quit")
    evening.run()
    assert CHANGED in " ".join(" ".join(said).split())
    assert other.read_text() == before


def test_runs_with_one_checkpoint(tmp_path):
    path = tmp_path / "run"

    def new(seed):
        path.mkdir(exist_ok=True)
        (path / "run.json").write_text("theirs")
        return gin.players.new_greedy(seed)

    with pytest.raises(LabError, match=f"run cannot be written: {CHANGED}; nothing was played"):
        gin.lab.simulate("standard", new, rounds=40, checkpoint=path)
    assert (path / "run.json").read_text() == "theirs"


def test_writers_in_random_order_lose_nothing_that_was_saved(tmp_path):
    chance = random.Random(8)
    for number in range(effort(20, slow(20, 500))):
        path = tmp_path / f"{number}.txt"
        writers = [(KeptFile(path), []) for _ in range(2)]
        saved = 0
        for step in range(40):
            file, lines = chance.choice(writers)
            if chance.random() < 0.2:  # reads what is there
                file = KeptFile(path)
                now = path.read_text().split() if path.exists() else []
                writers[[pair[1] is lines for pair in writers].index(True)] = (file, lines)
                lines[:] = now
                continue
            lines.append(str(step))
            try:
                save("\n".join(lines), file)
            except LabError:
                lines.pop()
            else:
                saved += 1
        assert len(path.read_text().split()) == saved


def test_a_device_is_written_to():
    file = KeptFile(Path("/dev/null"))
    file.write("one")
    file.write("two")
