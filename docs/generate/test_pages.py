"""Pages that are made are whole and agree with the library; written ones, README and examples print what they show."""

import ast
import doctest
import io
import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")  # the reference shows the environments

import ginrules as gin
from docs.generate import measured_rules, playground, presets, project, readme, reference, rules, settle
from docs.generate.markdown import ROOT
from docs.generate.refresh import commands, files, output_of, printed, programs, sittings
from ginrules._support import bounds
from ginrules.cli.commands import COMMANDS
from ginrules.fast import available
from ginrules.rules.model import RULES

DOCS = ROOT / "docs"
MADE = {
    "docs/" + line.removeprefix("/docs/") for line in (ROOT / ".gitignore").read_text().splitlines() if "/docs/" in line
}
WRITTEN = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"]
    if not any(path.relative_to(ROOT).as_posix().startswith(place) for place in MADE | {"docs/generate/"})
}
"""The written pages by their places."""

SHOWN = [(place, command) for place, page in WRITTEN.items() for command, _ in commands(page)]
SAT = [(place, *sitting) for place, page in WRITTEN.items() for sitting in sittings(page)]
RUN = {"exact_equilibrium": ("--bonuses", "0"), "tune_a_player": ()}
"""The examples that run alone, with their options."""
NEEDS = {"exact_equilibrium": "pyspiel", "tune_a_player": "optuna"}
OPTIONAL = {"Environments for learning": "pettingzoo", "Games for OpenSpiel": "pyspiel"}
"""The pages of the reference whose examples need more than the library and the extra ``test``."""


def test_every_preset_stands_on_one_page_with_what_differs():
    pages = dict(presets.files())
    for name in gin.preset_names():
        page = pages[f"presets/{presets.base(name)}.md"]
        assert gin.preset(name).digest in page
        assert f"]({presets.address(name)})" in pages["presets/index.md"]
        if name in gin.preset_names(shown=True):
            changes = gin.diff(gin.preset("standard"), gin.preset(name))
            assert all(f"| [`{change.name}`](../rules/all.md#{change.name}) |" in page for change in changes)
        else:
            assert f"{{ #{name} }}" in page


def test_the_table_of_presets_has_what_differs_in_bold():
    page = dict(presets.files())["presets/matrix.md"]
    names = presets.varied()
    for key in gin.preset_names(shown=True):
        row = re.search(rf'<tr data-key="{key}".*?</tr>', page)[0]
        assert row.count("<td") == len(names)
        assert row.count('class="x"') == len(gin.diff(gin.preset("standard"), gin.preset(key)))


def test_every_rule_error_and_command_has_a_heading():
    pages = dict(rules.files())
    assert re.findall(r"^### .* \{ #(\w+) \}$", pages["rules/all.md"], re.MULTILINE) == list(RULES)
    assert all(
        f"`{value}`: {meaning}" in pages["rules/all.md"]
        for rule in RULES.values()
        for value, meaning in rule.values.items()
    )
    codes = re.findall(r"^## .* \{ #([\w-]+) \}$", pages["error-codes.md"], re.MULTILINE)
    assert codes == [error.code for error in rules.error_classes()]
    assert {error.__name__ for error in rules.error_classes()} >= set(reference.public_names("ginrules.errors")) - {
        "Problem"
    }
    assert "Details: `deadwood`, `limit`." in pages["error-codes.md"]
    assert set(re.findall(r"^## .* \{ #(\w+) \}$", project.commands(), re.MULTILINE)) == set(COMMANDS)


def test_each_bad_rule_file_shows_its_message():
    page = dict(rules.files())["rules/errors.md"]
    assert all(rules.message(text) in page for _, text in rules.FAULTS)
    assert all(limit.why in page for rule in RULES.values() for limit in rule.limits)
    with pytest.raises(AssertionError):
        rules.message('extends = "oklahoma"')


def test_the_reference_shows_every_public_name_once():
    shown = [name for names in reference.sections().values() for name in names]
    assert len(shown) == len(set(shown))
    assert {name.rpartition(".")[2] for name in shown} >= set(gin.__all__)
    text = "".join(dict(reference.files()).values())
    assert all(len(re.findall(rf"^::: {name}$|^### `{name}`$", text, re.MULTILINE)) == 1 for name in shown)


@pytest.mark.parametrize("title", reference.sections())
def test_a_page_of_the_reference_opens_with_an_example(title):
    if title in OPTIONAL:
        pytest.importorskip(OPTIONAL[title], exc_type=ImportError)
    example = reference.examples()[title].removeprefix("```pycon\n").removesuffix("```")
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(doctest.DocTestParser().get_doctest(example, {"__name__": title}, title, None, 0))
    assert runner.tries > 1
    assert runner.failures == 0, "python -m docs.generate.refresh docs/generate/reference_examples.txt"


def test_two_rule_sets_differ_in_the_lines_that_differ():
    data = settle.data()
    sets = {entry["key"]: entry for entry in data["sets"]}
    assert {*gin.preset_names()} < sets.keys()
    for a, b in pairwise(sets):
        names = {change.name for change in gin.diff(gin.preset(a), gin.preset(b))}
        values = [data["standard"] | sets[key]["values"] for key in (a, b)]
        assert {name for name in values[0] if values[0][name] != values[1][name]} == names
        assert sets[a]["lines"] != sets[b]["lines"]


def test_what_was_measured_is_what_the_lab_measures():
    comparison = gin.lab.compare("standard", "standard+undercut_bonus=10", rounds=2000, seed=2)
    (kept,) = [change for change in measured_rules.kept()["changes"] if change["after"] == comparison.b.name]
    *_, low, high = kept["figures"]["points"]
    assert comparison["points"].difference.low < (low + high) / 2 < comparison["points"].difference.high


def test_what_cannot_be_built_is_named(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("GINRULES_PAGE_CORE", raising=False)
    for part in (playground.game, playground.pyodide):
        part.cache_clear()
    assert len([*playground.missing()]) == 2
    assert playground.WITHOUT in dict(playground.files())["playground.md"]
    for part in (playground.game, playground.pyodide):
        part.cache_clear()


@pytest.mark.full
@pytest.mark.parametrize(("place", "command"), SHOWN)
def test_a_command_prints_what_the_page_shows(place, command, tmp_path):
    for name, text in files(WRITTEN[place]).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert printed(command, tmp_path) == dict(commands(WRITTEN[place]))[command]


@pytest.mark.parametrize(("place", "command", "typed", "part"), SAT)
def test_a_sitting_prints_the_part_that_the_page_shows(place, command, typed, part, tmp_path):
    assert part, place
    assert part in printed(command, tmp_path, typed)


def test_errors_on_a_page_are_those_of_the_library():
    for place, page in WRITTEN.items():
        for error in re.findall(r"^Traceback.*\n    \.\.\.\n(\S+):", page, re.MULTILINE):
            assert error.startswith("ginrules."), f"{place} shows {error}"


def test_the_pages_that_name_a_number_of_presets_are_right():
    for place in ("README.md", "docs/index.md"):
        counts = {int(number) for number in re.findall(r"(\d+) rule sets", WRITTEN[place])}
        assert counts == {len(gin.preset_names())}, place


def test_the_bounds_are_those_of_the_library():
    body = ast.parse(Path(bounds.__file__).read_text(encoding="utf-8")).body
    rows = re.findall(r"^\| ``(\w+)`` \| (.*?) \| (.*?) \|$", WRITTEN["docs/stability.md"], re.MULTILINE)
    assert rows == [
        (node.target.id, f"{getattr(bounds, node.target.id):,}", text.value.value)
        for node, text in pairwise(body)
        if isinstance(node, ast.AnnAssign) and isinstance(text, ast.Expr)
    ]


def test_the_numbers_are_those_of_the_tests():
    def counts(value):
        values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return {value} if isinstance(value, int) else set().union(*map(counts, values))

    page = WRITTEN["docs/numbers.md"]
    kept = counts(json.loads((ROOT / "tests" / "data" / "numbers.json").read_text(encoding="utf-8")))
    shown = {
        int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", page.partition("## Counts of small")[0])
    }
    assert len(kept & shown) > 60
    assert {number for number in shown if number > 1_000_000} <= kept


def test_the_words_of_the_design_lead_to_their_classes():
    words = WRITTEN["docs/design.md"].partition("## What the words mean")[2]
    places = re.findall(r"`(\w+)`(?:\]\[[\w.]+\])? of `([\w./]+)`", words)
    assert len(places) > 6
    for name, path in places:
        code = (ROOT / "ginrules" / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:class |def )?{name}\b", code, re.MULTILINE), name


@pytest.mark.parametrize("page", ["design", "contributing"])
def test_the_files_that_a_page_for_developers_names_are_there(page):
    paths = re.findall(r"`((?:\w+/)+\w+(?:\.\w+)?)`", WRITTEN[f"docs/{page}.md"])
    assert len(paths) > 15
    assert [path for path in paths if not (ROOT / path).exists() and not (ROOT / "ginrules" / path).exists()] == []


def test_the_figures_are_those_of_the_benchmarks():
    assert readme.written() == (WRITTEN["README.md"], WRITTEN["docs/index.md"]), "python -m docs.generate.readme"


@pytest.mark.full
@pytest.mark.skipif(not available(), reason="4,000 rounds need the compiled core")
def test_the_pictures_of_the_readme_are_as_the_library_draws_them():
    for name, drawn in readme.pictures().items():
        assert (readme.ASSETS / name).read_text(encoding="utf-8") == drawn, f"{name}: python -m docs.generate.readme"


def test_programs_of_the_readme_print_what_is_below_them():
    names = {}
    shown = list(programs(WRITTEN["README.md"]))
    assert len(shown) >= 4
    for program, output in shown:
        assert output_of(program, names) == output, "python -m docs.generate.refresh README.md"


LINK = re.compile(r'\]\(([^)\s]+)\)| (?:src|srcset)="([^"]+)"')


def links(text):
    return [first or second for first, second in LINK.findall(text)]


def test_links_of_the_readme_lead_to_files():
    for link in links(WRITTEN["README.md"]):
        place = link.partition("#")[0]
        assert (ROOT / place).exists() or place in MADE, link


def test_the_page_of_the_package_has_absolute_links_alone():
    hook = pytest.importorskip("hatchling") and runpy.run_path(str(ROOT / "hatch_build.py"))
    project_table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls = {"Documentation": "https://gin.example/docs", "Source": "https://gin.example/source"}
    page = hook["package_page"](WRITTEN["README.md"], project_table["name"], urls)
    assert "'.[cli]'" not in page
    assert all(link.startswith(tuple(f"{url}/" for url in urls.values())) for link in links(page))
    assert links(hook["package_page"](WRITTEN["README.md"], project_table["name"], {})) == []


@pytest.mark.full
@pytest.mark.parametrize("name", RUN)
def test_an_example_runs(name, tmp_path):
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    command = [sys.executable, "-W", "error", ROOT / "examples" / f"{name}.py", *RUN[name]]
    options = {"cwd": tmp_path, "env": os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}, "timeout": 600}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, **options)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_every_example_is_listed():
    kept = {path.name for path in (ROOT / "examples").iterdir() if path.suffix in {".py", ".js", ".ipynb", ".toml"}}
    assert all(f"`{name}`" in WRITTEN["docs/examples/index.md"] for name in kept)


def test_the_notebook_shows_what_its_cells_print():
    notebook = json.loads(project.NOTEBOOK.read_text(encoding="utf-8"))
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            tree = ast.parse("".join(cell["source"]))
            last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
            out = io.StringIO()
            with redirect_stdout(out):
                exec(compile(tree, cell["id"], "exec"), names)
                value = None if last is None else eval(compile(last, cell["id"], "eval"), names)
            shown = [
                "".join(output.get("text", output.get("data", {}).get("text/html", ""))) for output in cell["outputs"]
            ]
            made = [out.getvalue()] * bool(out.getvalue())
            if value is not None:
                made.append(value._repr_html_() if hasattr(value, "_repr_html_") else "")
            assert shown == made, f"{cell['id']}: run the notebook again"


def test_a_measured_change_is_found_by_its_values():
    data = settle.data()
    values = {one["key"]: data["standard"] | one["values"] for one in data["sets"]}
    for change in data["changes"]:
        if change["rule"] not in {"card_values", "hand_size"}:  # the values of a list are told by what differs
            ends = [values[change[side]][change["rule"]] for side in ("before", "after")]
            assert ends == [change["from"], change["to"]], change["after"]
