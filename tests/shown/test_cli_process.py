"""The command as a process: ``python -m ginrules``, pipes, and a missing extra."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ginrules.cli import main
from ginrules.cli.commands import COMMANDS
from ginrules.fast import available

pytestmark = pytest.mark.full  # one process for each test

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}


def ginrules(*words, code=None, env=None, shell="", stdout=subprocess.PIPE):
    """Run the command, or a program, in a process of its own, in a shell if a line of one is given."""
    start = ["-m", "ginrules"] if code is None else ["-c", code]
    command = ["/bin/sh", "-c", f'"$0" "$@" {shell}', sys.executable] if shell else [sys.executable]
    options = {"env": ENVIRONMENT | (env or {}), "stdout": stdout, "stderr": subprocess.PIPE, "text": True}
    return subprocess.run([*command, *start, *words], cwd=ROOT, check=False, **options)


def test_the_module_is_the_command():
    pytest.importorskip("cyclopts")
    done = ginrules("diff", "standard", "straight-gin")
    assert (done.returncode, done.stderr) == (0, "")
    assert "knock.knock_limit" in done.stdout
    done = ginrules("show", "straight-jin")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean straight-gin" in done.stderr


def test_a_terminal_without_the_signs_gets_letters():
    done = ginrules("compare", "standard", "oklahoma", "--rounds", "20", env={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert ("?" in done.stdout, "+/-" in done.stdout) == (False, True)


HEAVY = ("cyclopts", "rich", "numpy", "json", "ginrules.lab", "ginrules.play", "ginrules.rules")


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--version"], ("cyclopts", "json", "ginrules.lab")),
        (["--help"], HEAVY[:3]),
        (["compare", "--help"], HEAVY[1:3]),
    ],
)
def test_help_and_version_load_nothing_heavy(words, heavy):
    code = f"import sys; from ginrules.cli import main; main({words}); print(sorted(set({heavy}) & set(sys.modules)))"
    assert ginrules(code=code).stdout.splitlines()[-1] == "[]"


NAMES = "records match.fold lab.report.pages lab.divergence players.learned players.program fast.stepping"
UNUSED = [f"ginrules.{name}" for name in NAMES.split()]


@pytest.mark.skipif(not available(), reason="the engine needs more")
def test_a_comparison_loads_only_what_it_needs():
    pytest.importorskip("cyclopts")
    words = ["compare", "standard", "oklahoma", "--rounds", "20", "--player", "expert"]
    code = f"import sys; from ginrules.cli import main; main({words}); print(sorted(set({UNUSED}) & set(sys.modules)))"
    assert ginrules(code=code).stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(not available(), reason="the core needs NumPy")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the threads of a process are listed there")
@pytest.mark.parametrize("given", ["", "2"])
def test_a_command_multiplies_matrices_in_one_thread_unless_told_otherwise(monkeypatch, given):
    pytest.importorskip("cyclopts")
    code = (
        "import os, sys; from ginrules.cli import main; main(); "
        "print(os.environ['OPENBLAS_NUM_THREADS'], len(os.listdir('/proc/self/task')))"
    )
    monkeypatch.delitem(ENVIRONMENT, "OPENBLAS_NUM_THREADS", raising=False)
    env = {"OPENBLAS_NUM_THREADS": given} if given else {}
    done = ginrules("compare", "standard", "oklahoma", "--rounds", "20", code=code, env=env)
    number, threads = done.stdout.splitlines()[-1].split()
    assert number == (given or "1")
    assert given or threads == "1"


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
@pytest.mark.parametrize("words", ["presets", "compare standard oklahoma --rounds 20 --json"])
def test_a_reader_that_stops_is_no_trouble(words):
    pytest.importorskip("cyclopts")
    read, write = os.pipe()
    os.close(read)
    try:
        done = ginrules(*words.split(), stdout=write)
    finally:
        os.close(write)
    assert done.stderr == ""
    assert done.returncode in {0, 1}


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the output")
@pytest.mark.parametrize("shut", [">&-", ">&- 2>&-", "2>&-"])
@pytest.mark.parametrize("words", ["presets", "show standard", "melds A23.456.789.T"])
def test_a_closed_output_is_no_trouble(words, shut):
    pytest.importorskip("cyclopts")
    done = ginrules(*words.split(), shell=shut)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_is_reported_in_a_line():
    pytest.importorskip("cyclopts")
    with Path("/dev/full").open("w") as full:
        done = ginrules("presets", stdout=full)
    assert (done.returncode, done.stderr) == (2, "ginrules: No space left on device\n")


@pytest.mark.parametrize(
    ("missing", "words"),
    [("cyclopts", "presets"), ("hypothesis", "diverge standard oklahoma")],
)
def test_without_the_extra_a_line_says_what_to_install(missing, words):
    code = f"import sys; sys.modules[{missing!r}] = None; from ginrules.cli import main; sys.exit(main())"
    done = ginrules(*words.split(), code=code)
    assert (done.returncode, done.stdout) == (2, "")
    command = "pip install 'ginrules[cli]', or '.[cli]' in a checkout"
    assert done.stderr == f"ginrules: the command line needs cyclopts, hypothesis: {command}\n"


def test_another_missing_module_is_not_mistaken_for_the_extra():
    pytest.importorskip("cyclopts")
    code = "import sys; sys.modules['ginrules.lab.comparison.compare'] = None; from ginrules.cli import main; main()"
    done = ginrules("compare", "standard", "oklahoma", code=code)
    assert "ginrules.lab.comparison.compare" in done.stderr
    assert "pip install" not in done.stderr


def test_the_library_does_not_load_the_lab_or_the_command_line():
    code = (
        "import sys, ginrules; "
        "print([name for name in sys.modules if name.startswith(('ginrules.lab', 'ginrules.cli', 'rich', 'cyclopts'))])"
    )
    assert ginrules(code=code).stdout == "[]\n"


def test_looking_rules_up_loads_neither_the_lab_nor_records():
    pytest.importorskip("cyclopts")
    code = (
        "import sys; from ginrules.cli import main; main(); "
        "heavy = ('ginrules.lab', 'ginrules.records', 'ginrules.svg', 'ginrules.match'); "
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    assert ginrules("presets", code=code).stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")
def test_no_columns_no_input_and_no_memory_are_no_tracebacks():
    pytest.importorskip("cyclopts")
    assert ginrules("show", "standard", env={"COLUMNS": "0"}).stdout == ginrules("show", "standard").stdout
    closed = ginrules("play", "--seed", "1", shell="<&-")
    assert (closed.returncode, closed.stderr) == (0, "")
    assert "You leave after 0 rounds" in closed.stdout
    code = "import ginrules.cli.app as app; app.run = lambda _: [0] * (1 << 60); from ginrules.cli import main; "
    done = ginrules(code=code + "raise SystemExit(main(['--version']))")
    assert (done.returncode, done.stderr.startswith("ginrules: too little memory")) == (2, True)


# --- every command in narrow terminals, without colors, and in streams with few characters: no line ---

pytest.importorskip("cyclopts")
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
    for name in ("play", "pad"):  # conversations; replay and score read their saved files
        del first[name]
    for line, expected, typed in first.values():
        status, text = printed(monkeypatch, f"{line} --json", typed, 80, "utf-8")
        assert (status, type(json.loads(text)) in {dict, list}) == (expected, True), line
