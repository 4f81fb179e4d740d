"""The examples run, end without errors, and print the promised text."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.generate import example_pages, notebook
from docs.generate.example_pages import PAGES

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

RUN = [name for name, example in PAGES.items() if example.options is not None]


@pytest.mark.parametrize("name", RUN)
def test_an_example_prints_what_its_page_shows(name, tmp_path):
    needs = PAGES[name].needs
    if not all(map(find_spec, needs)):
        pytest.skip(f"{needs} is not installed")
    assert example_pages.printed(name, tmp_path) == example_pages.output(name)


def test_the_pages_of_the_examples_hold_their_files():
    pages = example_pages.pages()
    assert "580 of 134596 hands are gin" in pages["examples/counting_gin.md"]
    for name, example in PAGES.items():
        for file in example.files:
            assert (EXAMPLES / file).read_text(encoding="utf-8").rstrip() in pages[f"examples/{name}.md"]


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


def test_every_example_has_a_page_and_is_listed():
    kept = {path.name for path in EXAMPLES.iterdir() if path.suffix in {".py", ".js", ".ipynb", ".toml"}}
    assert kept <= {file for example in PAGES.values() for file in example.files} | {"first_hour.ipynb"}
    run_elsewhere = {
        "gin_table",
        "keep_low",
        "language_model",
        "port",
        "ppo_pytorch",
        "process_bot",
        "sb3_maskable",  # by hand: its libraries are large
        "web_table",
        "typescript_client",
    }  # by other tests
    assert set(PAGES) == {*RUN} | run_elsewhere
    page = (ROOT / "docs" / "examples" / "index.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in kept)


@pytest.mark.parametrize("name", ["exact_equilibrium", "property_rules"])
def test_a_missing_extra_is_named(name, tmp_path):
    for module in ("pyspiel", "hypothesis"):
        (tmp_path / f"{module}.py").write_text(f"raise ModuleNotFoundError('no', name={module!r})")
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{name}.py"), "--help"],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
    )  # fmt: skip
    assert done.returncode == 1
    assert "is not installed: pip install '.[" in done.stderr
    assert "Traceback" not in done.stderr
