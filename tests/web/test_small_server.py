"""The server on the page *A server*, as a reader would paste it."""

import random
import re
import types
from pathlib import Path

import pytest

fastapi = pytest.importorskip("fastapi", reason="the server of docs/server.md needs FastAPI")
pytest.importorskip("httpx")

PAGE = Path(__file__).parents[2] / "docs" / "server.md"


@pytest.mark.filterwarnings("ignore:Using `httpx`")
def test_the_server_of_the_page_plays_rounds_refuses_and_resumes():
    from fastapi.testclient import TestClient

    (code,) = re.findall(r"```python\n(import secrets\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    module = types.ModuleType("server")
    exec(compile(code, str(PAGE), "exec"), module.__dict__)  # noqa: S102 - the page's own
    client, rng = TestClient(module.app), random.Random(5)
    for key in "abc":
        with client.websocket_connect(f"/table/{key}") as page:
            first = page.receive_json()
            page.send_text("fold")
            refused = page.receive_json()
            assert refused["error"]
            assert {**refused, "error": ""} == first
        with client.websocket_connect(f"/table/{key}") as page:
            message = page.receive_json()
            assert message == first
            for _ in range(400):
                if not message["legal"]:
                    break
                ends = [text for text in message["legal"] if text.startswith("knock")]
                page.send_text(rng.choice(ends or message["legal"]))
                message = page.receive_json()
                assert message["error"] == ""
            assert module.tables[key].is_over
