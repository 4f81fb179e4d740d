"""The recipes of docs/contributing.md as patches: a rule of play, a rule of price, and one that needs a new fact.

They are applied, one after the other, to a copy of the project. The generated files are written anew; mypy and
the whole fast layer must pass there: the recipes are whole, and no longer than they say. Then a step is left out at a
time, and the test that the page names must fail. A patch that does not apply any more is written anew by following the
recipe.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ginrules.fast.build import compiler

pytestmark = pytest.mark.release

ROOT = Path(__file__).parents[2]
PATCHES = ROOT / "tests" / "data" / "recipes"
RECIPES = {"play_rule": 6, "price_rule": 5, "new_fact": 8}
"""The patches in the order in which they are applied, and limits on the files that each changes by hand."""
CARDS = "tests/shown/test_rules_describe.py"
LEFT_OUT = [
    ("play_rule", "ginrules/show/rulecard/play.py", CARDS, "test_two_values_of_a_rule_stand_on_two_different_cards"),
    ("play_rule", "ginrules/play/turns/upcard_offer.py", "tests/rulebook/test_precise_phases.py", ""),
    ("price_rule", "ginrules/scoring/price.py", "tests/core/test_rules_in_figures.py", ""),
    ("price_rule", "ginrules/show/rulecard/score.py", CARDS, "test_two_values_of_a_rule_stand_on_two_different_cards"),
    ("price_rule", "docs/rules/precise.md", "tests/rulebook", ""),
    ("new_fact", "ginrules/fast/_facts.py", "tests/core/test_rules_in_figures.py", ""),
    ("new_fact", "docs/records.md", "tests/records", "test_every_word_of_the_schema_is_in_the_specification"),
]
"""A patch, the file that is left out of it, and the test that fails."""


def text_of(name):
    return (PATCHES / f"{name}.patch").read_text(encoding="utf-8")


def files_of(patch):
    return re.findall(r"^\+\+\+ b/(.+)$", patch, re.MULTILINE)


def hunks_for(patch, path):
    parts = re.split(r"(?=^diff --git )", patch, flags=re.MULTILINE)
    return "".join(part for part in parts if f"+++ b/{path}\n" in part)


def copy_of_the_project(folder):
    """A copy in which recipes can be tried."""
    skipped = shutil.ignore_patterns("__pycache__", ".*", "site", "node_modules", "dist", "*gin.[sd]*")
    shutil.copytree(ROOT, folder, ignore=skipped)
    shutil.copy(ROOT / ".gitignore", folder)  # names the pages that are generated
    # mypy's cache of other packages, if it has been run here with a cache in files as `.ci/run` does; without its
    # cache of the project: a warm cache hides matches that are no longer exhaustive
    if (ROOT / ".mypy_cache").is_dir():
        own = shutil.ignore_patterns("ginrules", "ginrules.*", "docs", "docs.*", "examples", "tests", "*.db*")
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache", ignore=own)
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A copy with all recipes."""
    folder = copy_of_the_project(tmp_path_factory.mktemp("recipes") / "project")
    for name in RECIPES:
        apply_patch(folder, text_of(name))
    make(folder)
    golden = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/core/test_presets.py", golden="1")
    assert golden.returncode == 0, golden.stdout
    return folder


def run(project, *words, golden=""):
    """Run Python in the copy; it imports the copy, and its laws try as much as with every commit."""
    own = {"PYTHONPATH": str(project), "GINRULES_UPDATE_GOLDEN": golden, "GINRULES_CORE": core(), "GINRULES_EFFORT": ""}
    return subprocess.run(
        [sys.executable, *words],
        cwd=project,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )


def core():
    return "must" if compiler() else ""


def make(project):
    """Write the generated files, and build the core."""
    written = run(project, "-m", "tools.package")
    assert written.returncode == 0, written.stderr
    build(project)
    written = run(project, "-m", "docs.generate.readme")  # its pictures are drawn by the core
    assert written.returncode == 0, written.stderr


def build(project):
    if compiler():
        built = run(project, "ginrules/fast/build.py")
        assert built.returncode == 0, built.stderr


def apply_patch(project, patch, *options):
    words = [shutil.which("git") or "git", "apply", *options]
    done = subprocess.run(words, cwd=project, input=patch, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"follow docs/contributing.md and write the patch anew\n{done.stderr}"


def failures(project, *words):
    """The names of the tests that fail, and of the files that cannot be read."""
    done = run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    failed = re.findall(r"^(?:FAILED|ERROR) (?:\S+?::)?([\w./]+)", done.stdout, re.MULTILINE)
    assert bool(done.returncode) == bool(failed), done.stdout[-4000:]
    return failed


def type_problems(project):
    done = run(project, "-m", "mypy", "--strict", "--no-sqlite-cache", "ginrules")
    assert done.returncode in {0, 1}, done.stderr  # 2: it could not check
    return [line for line in done.stdout.splitlines() if ": error:" in line]


@pytest.mark.parametrize(("name", "most"), RECIPES.items())
def test_the_recipe_is_short(name, most):
    by_hand = files_of(text_of(name))
    assert len(by_hand) <= most, by_hand


def test_the_recipes_are_whole(whole):
    pytest.importorskip("mypy")
    assert type_problems(whole) == []
    assert failures(whole, "-n", "2") == []


@pytest.mark.parametrize(("name", "path", "tests", "fails"), LEFT_OUT)
def test_a_step_that_is_left_out_is_seen(whole, name, path, tests, fails):
    part = hunks_for(text_of(name), path)
    apply_patch(whole, part, "--reverse")
    try:
        failed = {*failures(whole, tests, "-k", fails)}
    finally:
        apply_patch(whole, part)
    assert failed
    assert failed <= {fails} or not fails
