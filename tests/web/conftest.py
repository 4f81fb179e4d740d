"""What tests of pages share: where the browser and the site are, spoiled links, and the server of the web table."""

import http.server
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def server():
    """The module of the server."""
    for package in ("starlette", "httpx", "uvicorn", "websockets.sync.client"):
        pytest.importorskip(package, reason="the server of examples/web_table needs it")
    folders = [str(EXAMPLES / "web_table")]
    sys.path[:0] = folders
    import server

    yield server
    for folder in folders:
        sys.path.remove(folder)


@pytest.fixture(scope="session")
def address(server, tmp_path_factory):
    """The address of the running server."""
    import tables
    import uvicorn

    from tests.web.people import PATIENCE

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIN_TABLES", str(tmp_path_factory.mktemp("tables") / "tables.db"))
        patch.setenv("GIN_PER_ADDRESS", "10000")  # all tests come from one address
        patch.setattr(server, "MESSAGES", (10_000, 1_000))  # scripts are faster than people
        patch.setattr(tables, "SEND_SECONDS", PATIENCE)  # a page that is slow to read is not closed
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        options = {**server.SOCKETS, "ws_ping_interval": None}
        running = uvicorn.Server(uvicorn.Config(server.app, log_level="error", **options))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not running.started:
            time.sleep(0.02)
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join()


@pytest.fixture
def people(address):
    """Open a table and take its seats; all pages are closed at the end."""
    from tests.web.people import People

    with ExitStack() as stack:
        yield lambda *args, **kwargs: People(address, stack, *args, **kwargs)


SITE = os.environ.get("GINRULES_SITE", "")
MODULES = os.environ.get("GINRULES_NODE_MODULES", "")
PICTURES = os.environ.get("GINRULES_PICTURES", "")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NODE = shutil.which("node")
BROWSER = {"chromium": CHROMIUM, "modules": MODULES, "pictures": PICTURES}
"""What the scripts that drive a browser are told of it."""
HERE = Path(__file__).parent


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing; a cookie names files that it has not, or sends as plain text."""

    def do_GET(self):
        if self.is_in("missing"):
            self.send_error(http.HTTPStatus.NOT_FOUND)
        else:
            super().do_GET()

    def guess_type(self, path):
        return "text/plain" if self.is_in("plain") else super().guess_type(path)

    def is_in(self, cookie):
        names = re.search(rf"{cookie}=([^;]+)", self.headers.get("Cookie", ""))
        return bool(names) and any(name in self.path for name in names[1].split("|"))

    def log_message(self, *_):
        pass


@contextmanager
def served(folder, handler=Quiet):
    """Serve the files of a folder; give the address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def reported(script, *words, timeout=None):
    """Run a script of this folder by node; return its report."""
    command = [NODE, HERE / script, *(word if isinstance(word, str | Path) else json.dumps(word) for word in words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


needs_browser = pytest.mark.skipif(
    not (MODULES and CHROMIUM and NODE), reason="needs Chromium, node, and puppeteer-core (GINRULES_NODE_MODULES)"
)
needs_site = pytest.mark.skipif(
    not (SITE and MODULES and CHROMIUM and NODE),
    reason="needs a built site (GINRULES_SITE), Chromium, node, and puppeteer-core (GINRULES_NODE_MODULES)",
)

MARKUP = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    '"><svg onload=x>',
)
PROGRAMS = (
    "process:rm -r ., python:os:system, learned:x.npz, learned:/tmp/net.npz, Expert, __proto__, constructor".split(", ")
)
PATHS = ("/etc/passwd", "..%2F..%2Fclub.toml", "club.toml", "OURS.TOML", "C:\\club", "file:club", "https://a.example/x")
ODD = [*"` $x %00 %0a %E2%80%AE %E2%80%8B %ff % %zz € * standard;x a&b (1)".split(), "\ud7ff\u202e", "a\nb", ""]
KEYS = ("rules", "against", "vs", "seed", "seats", "hand")
SPOILED = [
    *(f"{key}={text}" for key, text in itertools.product(KEYS, (*MARKUP, *PATHS[:2], PATHS[4], *ODD))),
    *(f"rules=standard&vs={name}" for name in PROGRAMS),
    *(f"{key}={path}" for key, path in itertools.product(("rules", "vs", "seed", "seats"), PATHS)),
    *(f"rules=standard&against={path}" for path in PATHS),
    *(f"seed={text}" for text in ("-1", "1.5", "1e9", "0x10", "1234567890123456", "NaN", "७")),
    *(f"seats={text}" for text in ("1", "7", "02", "two", "2.0")),
    *(f"rules=standard&{key}=1" for key in ("Rules", "x", "__proto__", "toString", "vs%3D", "file", "player")),
    *(f"{key}=standard&{key}=standard" for key in ("rules", "against")),
    *("rules=" + "a" * 301, "hand=" + "2s" * 101, "rules=standard&" * 200),
    *(
        "rules=standard&against=oklahoma&seed=1 hand=2s&vs=expert hand=2s&against=oklahoma against=oklahoma = &=& "
        "rules==standard< rules=%3Cb%3E hand=%3Cb%3E2s hand=2s&rules=..%2Fclub hand=2s&seed=1 "
        "rules=standard&against=%3Cb%3E rules=standard&against=oklahoma&vs=easy "
        "rules=standard&against=club.toml&hand=2s seed=7&seed=8 vs=expert%20 rules=standard#vs=<b>"
    ).split(),
]
FINE = {"vs=expert%20"}  # blanks at the ends are not part of a name
