"""Every command in narrow terminals, without colors, and in streams with few characters: no line is too wide."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from ginrules.cli import main
from ginrules.cli.commands import COMMANDS

pytest.importorskip("cyclopts")
pytest.importorskip("rich")
pytestmark = pytest.mark.full

RECORDS = shlex.quote(str(Path(__file__).parents[1] / "data" / "records"))
PAD = "rules hollywood\nplayers Ann Bo\nAnn knocks 3 Bo 21\nBo gin Ann 30\ndead\nAnn 18\n"
LONG_NAME = "oklahoma+hollywood+knock_limit=7"
EVENING = "partnership+hollywood\nhelp\nAnn Bo Cy Di\nhelp\nAnn knocks 3 Bo 21\nlines\nundo\nrules\nquit\n"

COMMAND_LINES = [
    ("presets nothing-like-this", 1, ""),
    ("show partnership+hollywood", 0, ""),
    ("diff standard mahjong-gin", 0, ""),
    ("rules", 0, ""),
    ("rules spade", 0, ""),
    ("check -", 0, "[knock]\nknock_limit = 7\n"),
    ("melds 7h 8h 9h 7c 7d Ks As 2s 3d 5c Jc", 0, ""),
    ("melds - --rules round-the-corner", 0, "A23.456.789.T"),
    ("play standard --seed 3 --player random", 0, "help\nhint\nhand\nnonsense\nundo\nquit\n"),
    ("play penalty-2-to-4 --players 4 --seed 3 --player random", 0, "help\nsheet\nquit\n"),
    (f"replay {RECORDS}/gin-with-layoffs.toml", 0, ""),
    (f"replay {RECORDS}/knock.toml --seat 0", 0, ""),
    (f"replay {RECORDS}/four-seats.toml", 0, ""),
    (f"verify {RECORDS}/gin.toml {RECORDS}/knock.toml", 0, ""),
    ("score -", 0, PAD),
    (f"score {RECORDS}/match-partnership.json", 0, ""),
    (f"score {RECORDS}/match-last-standing.json", 0, ""),
    ("pad", 0, EVENING),
    (f"league {RECORDS}/match-hollywood.toml {RECORDS}/match-partnership.json", 0, ""),
    (f"compare standard {LONG_NAME} --rounds 20 --player greedy", 0, ""),
    ("compare standard oklahoma --rounds 40 --player greedy --against simple", 0, ""),
    ("simulate standard --matches 2 --player greedy", 0, ""),
    ("diverge standard oklahoma --effort 2", 0, ""),
    ("tournament greedy random simple --games 4", 0, ""),
    *((f"{name} --help", 0, "") for name in ("", *COMMANDS)),
]
"""A command line with its exit status, and the lines typed."""

TERMINALS = [(40, "utf-8"), (0, "ascii"), (40, "cp1252")]
"""The columns, 0 for a variable that says nothing, and the encoding."""


def printed(monkeypatch, line, typed, columns, encoding):
    """The output of a command into a pipe of this encoding, and its exit status."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", out)
    status = main(shlex.split(line))
    out.flush()
    return status, out.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize(("columns", "encoding"), TERMINALS)
def test_every_command_fits(monkeypatch, columns, encoding):
    faults = []
    for line, expected, typed in COMMAND_LINES:
        status, text = printed(monkeypatch, line, typed, columns, encoding)
        # input does not break the line of its prompt in a pipe
        wide = [] if typed else [row for row in text.splitlines() if len(row) > (columns or 80)]
        if status != expected or "Traceback" in text or "\x1b" in text or wide:
            faults.append((line, status, wide))
    assert not faults


def test_every_command_with_a_table_has_json(monkeypatch):
    first = {line.split()[0]: (line, *others) for line, *others in reversed(COMMAND_LINES) if "--help" not in line}
    assert set(COMMANDS) - set(first) == {
        *("schema", "completion", "sheet"),  # they print or write files
        *("perft", "conform"),  # test_vectors.py
        "review",  # it reads files; test_review reads its JSON
    }
    for name in (
        "play",
        "pad",
    ):  # conversations; replay and score read their saved files
        del first[name]
    for line, expected, typed in first.values():
        status, text = printed(monkeypatch, f"{line} --json", typed, 80, "utf-8")
        assert (status, type(json.loads(text)) in {dict, list}) == (expected, True), line
