"""The display of notebooks, in a real JupyterLab: light and dark, at 390 and 1280 pixels, trusted and not.

GINRULES_JUPYTER names the program ``jupyter-lab``; the default is the program of this environment or of the path. Its
kernel needs the packages of the library, not the library. GINRULES_PICTURES keeps the pictures.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.conftest import BROWSER, CHROMIUM, MODULES, NODE, PICTURES, reported

ROOT = Path(__file__).parents[2]

BESIDE = Path(sys.executable).with_name("jupyter-lab")
JUPYTER = os.environ.get("GINRULES_JUPYTER") or (str(BESIDE) if BESIDE.exists() else shutil.which("jupyter-lab"))
MOST_SECONDS = 300
NAME, COPY = "comparison.ipynb", "copy.ipynb"

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(
        not (JUPYTER and NODE and CHROMIUM and MODULES),
        reason="needs JupyterLab, node, Chromium and puppeteer-core in GINRULES_NODE_MODULES",
    ),
]

CELLS = (
    """import ginrules as gin
from ginrules import lab

ours = gin.preset("oklahoma").evolve(name="ours", knock_source="fixed", knock_limit=7)
gin.diff("oklahoma", ours)""",
    'comparison = lab.compare("oklahoma", ours, players="greedy", rounds=400)\ncomparison',
    'comparison["points"]',
    'lab.diverge("oklahoma", ours, effort=2)',
    """bad = "<script>globalThis.ran = true</script><img src=x onerror='globalThis.ran = true'>\\x1b[31m\\u202e"
lab.compare(ours, ours.evolve(name=bad, title=bad, gin_bonus=30), players="greedy", rounds=40)""",
)
SETTINGS = {
    "apputils-extension/themes": {
        "adaptive-theme": True,
        "preferred-light-theme": "JupyterLab Light",
        "preferred-dark-theme": "JupyterLab Dark",
    },
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}


def cell(number, source):
    about = {"cell_type": "code", "id": f"cell-{number}", "metadata": {}}
    return {**about, "source": source, "outputs": [], "execution_count": None}


def notebook():
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [cell(number, source) for number, source in enumerate(CELLS)]
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def address_of(folder, process):
    """The address that the server writes when it listens."""
    ends = time.monotonic() + MOST_SECONDS
    while time.monotonic() < ends:
        assert process.poll() is None, "JupyterLab ended"
        for file in (folder / "runtime").glob("jpserver-*.json"):
            try:
                info = json.loads(file.read_text(encoding="utf-8"))
            except ValueError:  # it is being written
                continue
            return f"http://127.0.0.1:{info['port']}"
        time.sleep(0.1)
    raise AssertionError("JupyterLab did not start")


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("jupyter")
    for key, values in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{key}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values), encoding="utf-8")
    (folder / "books").mkdir()
    (folder / "books" / NAME).write_text(json.dumps(notebook()), encoding="utf-8")
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
    token = secrets.token_hex()
    places = {"JUPYTER_RUNTIME_DIR": "runtime", "JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data"}
    places |= {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    places["IPYTHONDIR"] = "ipython"
    environment = os.environ | {key: str(folder / name) for key, name in places.items()} | {"PYTHONPATH": str(ROOT)}
    command = [JUPYTER, "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0"]
    command += [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder / 'books'}"]
    with (folder / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    try:
        asked = {"address": address_of(folder, process), "token": token, "name": NAME, "saved": COPY}
        return reported("jupyter.mjs", {**asked, "folder": str(folder / "books"), **BROWSER})
    finally:
        process.terminate()
        process.wait()


def test_cells_run(seen):
    assert seen["errors"] == []


def test_the_look_is_that_of_the_theme(seen):
    for trust in ("trusted", "changed"):
        for key, there in seen[trust].items():
            assert there["dark"] == key.endswith("dark")
            assert there["pale"] == [], (trust, key)
            assert there["broken"] == 0, (trust, key)
            look = "gin-dark" if there["dark"] and trust == "trusted" else "gin-light"  # no style sheet: light
            assert there["looks"][1:] == [look, "", look, look], (trust, key)


def test_no_output_is_wider_than_its_cell(seen):
    for trust in ("trusted", "changed"):
        assert {key: there["wide"] for key, there in seen[trust].items() if there["wide"]} == {}


def test_names_run_no_scripts(seen):
    assert seen["ran"] is False
