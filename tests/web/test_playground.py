"""The playground of a built site, used in headless Chromium; GINRULES_SITE names the folder of the site."""

import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

SITE = os.environ.get("GINRULES_SITE", "")
MODULES = os.environ.get("GINRULES_NODE_MODULES", "")
PICTURES = os.environ.get("GINRULES_PICTURES", "")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NODE = shutil.which("node")
HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(
    not (SITE and MODULES and CHROMIUM and NODE),
    reason="needs a built site (GINRULES_SITE), Chromium, node, and puppeteer-core (GINRULES_NODE_MODULES)",
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """The text shown to a person, by the shape of the window."""
    folder = Path(PICTURES) if PICTURES else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    command = [NODE, HERE / "playground.mjs", f"http://127.0.0.1:{server.server_port}/", CHROMIUM, folder, MODULES]
    run = subprocess.run(command, capture_output=True, text=True, timeout=800, check=False)
    server.shutdown()
    server.server_close()
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def test_no_script_fails_and_no_other_machine_is_asked(seen):
    assert seen["errors"] == []
    assert seen["others"] == []


@pytest.mark.parametrize(("shape", "width"), [("phone", 390), ("desk", 1280)])
def test_a_round_a_rule_file_and_a_comparison(seen, shape, width):
    result = seen["shapes"][shape]
    assert result["state"].startswith("Ready: ginrules")
    assert result["clicks"] > 0
    assert "points" in result["round"]
    assert "12 worlds" in result["review"]
    assert "own play" in result["review"]
    assert "8♠" in result["melds"]
    assert "did you mean 'big_gin'?" in result["faults"]
    assert "knock_limit = -7" in result["faults"]
    assert "<img src=x" in result["card"]
    assert "200 rounds each by greedy" in result["report"]
    assert result["width"] <= width
    assert ("255, 255, 255" in result["background"]) == (shape == "desk")  # after the change to the other scheme
    assert result["again"][0].endswith("and start")
    assert result["again"][1] is True
