"""Time visits, run by hand on a quiet machine: python -m tests.web.visit SITE MODULES [RATE].

A server packs its answers, as most do, and sends them to all connections together at RATE bytes a second, after
0.15 s each; without RATE as fast as it can. 1.6 Mbit/s are 200000.
"""

from __future__ import annotations

import gzip
import http.server
import json
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path
from typing import Any

from tests.web.test_playground import CHROMIUM, HERE, NODE

DELAY = 0.15
PART = 4096
PACKED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm", "/")


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Line:
    """The connection of a visitor: what was sent, and when the next part may be."""

    def __init__(self, rate: float) -> None:
        self.rate, self.free, self.lock = rate, 0.0, threading.Lock()
        self.requests: list[str] = []
        self.sent = 0

    def wait(self, size: int) -> None:
        with self.lock:
            self.sent += size
            if not self.rate:
                return
            self.free = max(self.free, time.monotonic()) + size / self.rate
            due = self.free
        time.sleep(max(0.0, due - time.monotonic()))


class Packing(http.server.SimpleHTTPRequestHandler):
    """Files, packed and at the rate of the line."""

    protocol_version = "HTTP/1.1"
    line: Line
    site: str

    def do_GET(self) -> None:
        name = self.path.partition("?")[0]
        if name in {"/begin", "/count"}:
            answer = json.dumps({"requests": self.line.requests, "bytes": self.line.sent}).encode()
            if name == "/begin":
                self.line.requests.clear()
                self.line.sent = 0
            return self.answer(answer, "application/json")
        self.line.requests.append(name)
        path = Path(self.translate_path(name))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(http.HTTPStatus.NOT_FOUND)
        is_packed = path.name.endswith(PACKED)
        if self.line.rate:
            time.sleep(DELAY)
        data = packed(path) if is_packed else path.read_bytes()
        return self.answer(data, self.guess_type(str(path)), packed=is_packed, at_rate=True)

    def answer(self, data: bytes, kind: str, *, packed: bool = False, at_rate: bool = False) -> None:
        self.send_response(http.HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "max-age=600")  # as static hosts say
        self.send_header("Content-Length", str(len(data)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        for start in range(0, len(data), PART):
            part = data[start : start + PART]
            if at_rate:
                self.line.wait(len(part))
            self.wfile.write(part)

    def log_message(self, *_: Any) -> None:
        pass


def main(site: str, modules: str, rate: float) -> None:
    """Print the times of a visit as JSON."""
    for path in Path(site).rglob("*"):
        if path.is_file() and path.name.endswith(PACKED):
            packed(path)
    handler = type("Of", (Packing,), {"line": Line(rate)})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *args: handler(*args, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        asked = {
            "site": f"http://127.0.0.1:{server.server_port}/", "chromium": CHROMIUM, "folder": folder,
            "modules": modules,
        }  # fmt: skip
        run = subprocess.run(
            [str(NODE), str(HERE / "visit.mjs"), json.dumps(asked)], stdout=subprocess.PIPE, text=True, check=True
        )
    sys.stdout.write(run.stdout)
    server.shutdown()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float((*sys.argv, "0")[3]))
