"""Types as users meet them: every public name, the code of the pages, a strict program, completion by jedi."""

import doctest
import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import ginrules

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
PYRIGHT = shutil.which("pyright", path=Path(sys.executable).parent)
with_pyright = pytest.mark.skipif(PYRIGHT is None, reason="pyright is not installed")

BLOCK = re.compile(r"^ *```(?:python|pycon)[^\n]*\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
NEEDS = {"docs/pytorch.md": "torch"}
"""Pages whose code has a meaning only where this package is installed."""
UNTYPED = "docs/notebook.md"
"""The page that is made of the notebook, whose cells stand as one types them to try the library."""
PROGRAM = """
import random
from collections import Counter

import ginrules as gin
from ginrules.lab import compare, simulate
from ginrules.players import Expert, Player

class Bold(Player):
    name = "bold"

    def __str__(self) -> str:
        return self.name

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, view: gin.PlayerView) -> gin.Action:
        knocks = [action for action in view.legal if isinstance(action, gin.Knock)]
        return knocks[0] if knocks else self.random.choice(view.legal)

rules = gin.preset("oklahoma").evolve(name="ours", knock_bonus=5)
players: list[Player] = [Bold(1), Expert()]
state = gin.deal(rules, gin.shuffled(3))
while not state.is_over:
    assert state.turn is not None
    state = gin.apply(state, players[state.turn].choose(gin.view(state, state.turn)))
score = gin.price(state.result, rules)
lines = Counter(line.kind for line in score.lines)
match = gin.add_round(gin.new_match(rules, ["Ann", "Bo"]), state.result)
record = gin.RoundRecord(rules, seed=7).play("take")
again = gin.RoundRecord.loads(record.dumps())
comparison = compare("standard", rules, rounds=40)
found = [(finding.measure.title, finding.differences) for finding in comparison.findings]
low, high = comparison["points"].difference.low, comparison["points"].a.high
standings = [standing.player for standing in simulate(rules, [Bold, "greedy"], rounds=20).standings]
try:
    gin.loads_rules("knock_limit = -1")
except gin.RuleSetError as error:
    paths = [(problem.path, problem.value, problem.near) for problem in error.problems]
"""


def checked(folder, *options):
    """The report of pyright, from its JSON."""
    assert PYRIGHT is not None
    command, env = [PYRIGHT, *options, "--outputjson", "--pythonpath", sys.executable], {"PYTHONPATH": str(ROOT)}
    env = os.environ | env
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False)
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not run here: {done.stderr[-200:]}")
    return json.loads(done.stdout)


def errors_in(folder, mode):
    """The errors that pyright reports for the files of a folder, with the lines at fault."""
    (folder / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": mode, "extraPaths": [str(ROOT)]}))
    report = checked(folder)
    assert report["summary"]["filesAnalyzed"]
    for one in report["generalDiagnostics"]:
        if one["severity"] == "error" and one.get("rule") != "reportMissingImports":  # of an example, or an extra
            path, line = Path(one["file"]), one["range"]["start"]["line"]
            yield f"{path.name}: {one['message'].splitlines()[0]}: {path.read_text().splitlines()[line]}"


def program_of(page):
    """The Python of a page; examples that show an error are left out."""
    parts = []
    for block in BLOCK.finditer(page):
        if block["text"].lstrip().startswith(">>> "):
            examples = doctest.DocTestParser().get_examples(block["text"])
            parts += [one.source for one in examples if one.exc_msg is None]
        else:
            parts.append(block["text"])
    return "\n".join(parts)


@with_pyright
def test_the_types_of_the_package_are_complete(tmp_path):
    symbols = checked(tmp_path, "--verifytypes", "ginrules", "--ignoreexternal")["typeCompleteness"]["symbols"]
    assert len(symbols) > 2000
    # the commands are not a library, and pyright sees nothing of the packages that they and environments need
    unknown = [
        symbol["name"]
        for symbol in symbols
        if symbol["isExported"]
        and not symbol["isTypeKnown"]
        and not symbol["name"].startswith(("ginrules.cli.", "ginrules.rl"))
    ]
    assert not unknown


@with_pyright
def test_the_code_of_the_pages_has_no_wrong_type(tmp_path):
    for path in {ROOT / "README.md", *(ROOT / "docs").rglob("*.md")} - {ROOT / UNTYPED}:
        name = path.relative_to(ROOT).as_posix()
        is_here = name not in NEEDS or find_spec(NEEDS[name]) is not None
        if is_here and (program := program_of(path.read_text(encoding="utf-8"))):
            (tmp_path / f"{re.sub(r'[^a-z]', '_', name.lower())}.py").write_text(program, encoding="utf-8")
    wrong = [*errors_in(tmp_path, "standard")]
    assert not wrong, "\n".join(wrong)


@with_pyright
def test_a_strict_program_meets_no_unknown_type(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    wrong = [*errors_in(tmp_path, "strict")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", [path.parent.relative_to(ROOT) for path in (ROOT / "ginrules").rglob("__init__.pyi")])
def test_jedi_completes_every_public_name(name):
    jedi = pytest.importorskip("jedi")
    package = import_module(".".join(name.parts))
    code = f"import {package.__name__} as package\npackage."
    completed = {one.name for one in jedi.Script(code, project=jedi.Project(ROOT)).complete()}
    assert set(package.__all__) <= completed
    if package is ginrules:
        code = "import ginrules as gin\nstate = gin.deal(gin.preset('standard'))\nstate."
        assert "discards" in {one.name for one in jedi.Script(code, project=jedi.Project(ROOT)).complete()}
