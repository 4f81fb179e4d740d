"""The layers of the package: which folder may import which (see `tool.importlinter` in pyproject.toml)."""

import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


def modules():
    for path in sorted((ROOT / "ginrules").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[-1] not in {"__init__", "__main__"}:
            yield ".".join(parts)


def layers():
    layers = next(contract for contract in CONFIG["contracts"] if contract["name"] == "rooms")["layers"]
    return {name for layer in layers for name in re.findall(r"ginrules[\w.]*", layer)}


def test_every_module_is_in_a_layer():
    known = layers()
    homeless = [name for name in modules() if not any(name == layer or name.startswith(f"{layer}.") for layer in known)]
    assert not homeless, f"put {homeless} in a layer of pyproject.toml, tool.importlinter"


def test_the_design_page_draws_the_rooms_in_their_order():
    layers = next(contract for contract in CONFIG["contracts"] if contract["name"] == "rooms")["layers"]
    rooms = [name for layer in layers for name in re.findall(r"ginrules\.(\w+)", layer)]
    picture = (ROOT / "docs/design.md").read_text(encoding="utf-8").partition("```text\n")[2].partition("```")[0]
    assert re.findall(r"^  (\w+) ", picture, re.MULTILINE) == rooms


def test_imports_only_go_down():
    pytest.importorskip("importlinter")
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


IMPORT = re.compile(r"^[ \t]*from (ginrules[\w.]*) import (\([^)]*\)|[^\n#]*)", re.MULTILINE)


def imports_of(text, known):
    for package, names in IMPORT.findall(text):
        for name in re.findall(r"\w+", names):
            module = f"{package}.{name}"
            yield module if module in known else package


TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:    .*\n|\n(?=    ))+", re.MULTILINE)


def graph(texts):
    """The imports of each module when it runs."""
    run = {name: TYPES.sub("", text) for name, text in texts.items()}
    return {name: {other for other in imports_of(text, run) if other in run} - {name} for name, text in run.items()}


def test_no_module_leads_back_to_itself():
    """Also not by an import inside a function."""
    files = [*(ROOT / "ginrules").rglob("*.py")]
    texts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text()
        for path in files
    }
    found = graph(texts)
    assert sum(map(len, found.values())) > 1000
    TopologicalSorter(found).prepare()
