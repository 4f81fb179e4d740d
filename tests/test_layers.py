"""The layers of the package: which folder may import which (see `tool.importlinter` in pyproject.toml)."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


def modules():
    for path in sorted((ROOT / "ginrules").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[-1] not in {"__init__", "__main__"}:
            yield ".".join(parts)


def layers():
    layers = next(each for each in CONFIG["contracts"] if each["name"] == "layers")["layers"]
    return {name for layer in layers for name in re.findall(r"[\w.]+", layer)}


def test_every_module_is_in_a_layer():
    known = layers()
    homeless = [name for name in modules() if not any(name == each or name.startswith(f"{each}.") for each in known)]
    assert not homeless, f"put {homeless} in a layer of pyproject.toml, tool.importlinter"


def test_imports_only_go_down():
    pytest.importorskip("importlinter")
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
