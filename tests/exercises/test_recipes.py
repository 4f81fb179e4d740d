"""The recipes of docs/contributing.md, kept as patches: rules, one of them in the core too, and a value of a choice.

Each patch is applied to a copy of the project, the generated files are written anew, and mypy and
the tests of rules, prices and documents must pass: the recipe is then whole, and no longer than it
says. A patch that does not apply any more is written anew by following the recipe.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ginrules.fast.build import compiler

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PATCHES = Path(__file__).parent
GENERATED = {"ginrules/rules/changes.py", "ginrules/__init__.pyi"}
COPIED = ("ginrules", "tests", "docs", "examples", "benchmarks", "pyproject.toml", "mkdocs.yml", "README.md")
TESTS = (
    "tests/unit/test_presets.py",
    "tests/unit/test_price.py",
    "tests/unit/test_rules_describe.py",
    "tests/unit/test_card_values.py",
    "tests/unit/test_rules_model.py",
    "tests/unit/fast/test_front.py",
    "tests/properties/test_document_laws.py",
    "tests/properties/test_scoring_laws.py",
)


def files_of(patch):
    return re.findall(r"^\+\+\+ b/(.+)$", patch, re.MULTILINE)


def hunks_for(patch, path):
    parts = re.split(r"(?=^diff --git )", patch, flags=re.MULTILINE)
    return "".join(part for part in parts if f"+++ b/{path}\n" in part)


@pytest.fixture
def project(tmp_path):
    """A copy of the project in which a recipe can be tried."""
    for name in COPIED:
        source, target = ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        elif source.exists():
            shutil.copy(source, target)
    # mypy's cache of other packages, if it has been run here with a cache in files as `.ci/run` does; without its
    # cache of the project: a warm cache hides matches that are no longer exhaustive
    if (ROOT / ".mypy_cache").is_dir():
        own = shutil.ignore_patterns("ginrules", "ginrules.*", "docs", "docs.*", "examples", "tests", "*.db*")
        shutil.copytree(ROOT / ".mypy_cache", tmp_path / ".mypy_cache", ignore=own)
    return tmp_path


def run(project, *words, **environment):
    """Run Python in the copy; it imports the copy."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def apply_patch(project, patch):
    words = [shutil.which("git") or "git", "apply"]
    done = subprocess.run(words, cwd=project, input=patch, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"follow docs/contributing.md and write the patch anew\n{done.stderr}"


def type_problems(project):
    done = run(project, "-m", "mypy", "--strict", "--no-sqlite-cache", "ginrules")
    assert done.returncode in {0, 1}, done.stderr  # 2: it could not check
    return [line for line in done.stdout.splitlines() if ": error:" in line]


@pytest.mark.parametrize(("name", "most"), [("price_rule", 8), ("play_rule", 6), ("choice_value", 4)])
def test_the_recipe_is_whole_and_short(project, name, most):
    pytest.importorskip("mypy")
    patch = (PATCHES / f"{name}.patch").read_text(encoding="utf-8")
    by_hand = [path for path in files_of(patch) if path.startswith("ginrules/") and path not in GENERATED]
    print(f"{name}: {len(by_hand)} package files by hand: {', '.join(by_hand)}")  # noqa: T201 - the count is asked for
    assert len(by_hand) <= most
    apply_patch(project, patch)
    written = run(project, "-m", "docs.generate.package")
    assert written.returncode == 0, written.stderr
    golden = run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS[0], GINRULES_UPDATE_GOLDEN="1")
    assert golden.returncode == 0, golden.stdout
    assert type_problems(project) == []
    tests = run(project, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *TESTS)
    assert tests.returncode == 0, tests.stdout[-4000:]


def test_mypy_names_the_places_that_do_not_know_a_new_value(project):
    pytest.importorskip("mypy")
    patch = (PATCHES / "choice_value.patch").read_text(encoding="utf-8")
    apply_patch(project, hunks_for(patch, "ginrules/rules/choices.py"))
    named = {line.partition(":")[0].replace(os.sep, "/") for line in type_problems(project)}
    assert named == {*files_of(patch)} - {"ginrules/rules/choices.py", "ginrules/fast/_plan.py"}


@pytest.mark.skipif(not compiler(), reason="no C compiler")
def test_a_rule_that_the_core_plays_is_seen_if_its_c_or_its_row_is_left_out(project):
    patch = (PATCHES / "core_rule.patch").read_text(encoding="utf-8")
    rows = "tests/unit/fast/test_every_rule.py"

    def results():
        assert run(project, "-m", "docs.generate.package").returncode == 0
        assert run(project, "ginrules/fast/build.py").returncode == 0
        done = run(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", rows, GINRULES_CORE="must")
        return done.returncode, re.findall(r"^FAILED \S+?::(\w+)", done.stdout, re.MULTILINE)

    apply_patch(project, (PATCHES / "play_rule.patch").read_text(encoding="utf-8"))
    apply_patch(project, hunks_for(patch, "ginrules/fast/_plan.py"))
    assert results() == (1, ["test_every_rule_of_the_plan_has_a_row"])
    apply_patch(project, hunks_for(patch, rows))
    assert results() == (1, ["test_the_core_plays_the_rule"])
    apply_patch(project, hunks_for(patch, "ginrules/fast/core/turns.inc"))
    assert results() == (0, [])
