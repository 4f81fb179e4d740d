"""The server of `examples/web_table`, once for all its tests, and people who open tables on it."""

import socket
import sys
import threading
import time
from contextlib import ExitStack
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
