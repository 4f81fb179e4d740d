"""The examples run, end well, and say what they promise."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.generate import notebook

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

# file, options, what is needed besides the library, and words of its output
RUNS = [
    ("two_bots.py", ["--deals", "10"], "ginrules", ["waits for 5", "of 20 rounds"]),
    ("hollywood_night.py", [], "ginrules", ["game 3", "won by"]),
    ("partners.py", [], "ginrules", ["side 0: Ann and Cy", "Ann v Bo, Cy v Di", "won by"]),
    ("own_rules.py", [], "ginrules", ['knock.ace_upcard: "gin-only" → "one"', "did you mean 'box_bonus'?"]),
    ("view_server.py", ["--demo"], "websockets", ["ws://127.0.0.1:", "seat 1: undercut bonus"]),
    ("counting_gin.py", ["--hands", "500"], "ginrules", ["580 of 134596 hands are gin"]),
    (
        "exact_equilibrium.py",
        ["--bonuses", "0"],
        "pettingzoo pyspiel",
        ["undercut bonus 0:", "NashConv 0.00", "a knock with 3"],
    ),
    ("train_agent.py", ["imitate", "--quick"], "jax optax pettingzoo", ['"decisions": 64', '"agreement"', '"won"']),
    ("train_agent.py", ["ppo", "--quick"], "jax optax pettingzoo", ['"decisions": 128', '"entropy"', '"won"']),
    ("property_rules.py", [], "hypothesis", ["no counterexample", "false, with knocker 1, defender 0"]),
]


@pytest.mark.parametrize(
    ("name", "options", "needs", "words"), RUNS, ids=[" ".join([run[0], *run[1][:1]]) for run in RUNS]
)
def test_an_example_runs(name, options, needs, words, tmp_path):
    if not all(map(find_spec, needs.split())):
        pytest.skip(f"{needs} is not installed")
    found = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, *options],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    for each in words:
        assert each in found.stdout


def test_the_notebook_has_the_outputs_that_its_cells_give():
    kept = notebook.load()
    again = notebook.executed(kept)
    for cell, now in zip(kept["cells"], again["cells"], strict=True):
        shown = [output for output in (cell, now) if output.get("outputs")]
        assert len(shown) in {0, 2}, cell["id"]
        assert cell == now, f"{cell['id']}: python -m docs.generate.notebook writes the outputs"


def test_the_notebook_is_a_notebook():
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.read(EXAMPLES / "first_hour.ipynb", as_version=4))


def test_the_notebook_is_a_page_with_its_outputs():
    page = notebook.markdown()
    assert page.count("gin-output") > 8
    assert page.startswith("# A first hour")
    kept = [cell for cell in notebook.load()["cells"] if cell["cell_type"] == "code"]
    longest = max(len(line.rstrip()) for cell in kept for line in cell["source"])
    assert longest <= 60  # a phone shows no more


def test_every_example_is_run_and_listed():
    kept = {path.name for path in EXAMPLES.iterdir() if path.suffix in {".py", ".ipynb", ".toml"}}
    run = {run[0] for run in RUNS}
    borrowed = {"keep_low.py", "own_rules.toml", "first_hour.ipynb", "process_bot.py"}  # run by other tests
    assert kept == run | borrowed
    page = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in kept)


def test_a_player_is_shown_no_card_of_the_other():
    pytest.importorskip("websockets")
    code = (
        "import json, ginrules as gin, view_server\n"
        "state = gin.deal(gin.preset('standard'), gin.shuffled(7))\n"
        "told = json.dumps(view_server.message(gin.view(state, 1)))\n"
        "assert not [card for card in state.hands[0] if str(card) in told]\n"
        "assert all(str(card) in told for card in state.hands[1])\n"
    )
    subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{EXAMPLES}"}, check=True
    )
