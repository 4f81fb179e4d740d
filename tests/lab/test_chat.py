"""Players whose decisions come from a chat function: illegal replies are counted, faults are named."""

import concurrent.futures
import importlib.util
import json
import multiprocessing
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError, PlayerFailedError, PlayerTooSlowError, WrongTypeError
from ginrules.lab import play_round, tournament
from ginrules.players import ChatPlayer
from tests.lab.conftest import pairs

EXAMPLE = Path(__file__).parents[2] / "examples" / "language_model.py"


def first_legal(messages):
    position = next(message for message in messages if message["role"] == "user")["content"]
    return "Action: " + position.partition("Your legal actions:\n")[2].splitlines()[0]


def legal_when_told(messages):
    return "I resign." if len(messages) == 2 else first_legal(messages)


def chat_round(player, seed=3):
    return play_round("standard", [player(1), gin.players.Greedy()], gin.shuffled(seed))


def test_a_chat_function_plays_and_illegal_replies_are_counted():
    asked = []

    def chat(messages):
        asked.append(messages)
        return "I resign." if len(asked) % 3 == 1 else first_legal(messages)

    player = ChatPlayer(chat, name="model\nx")
    result = tournament([player, "simple"], games=4)
    counts = player.counts
    assert {one.player for one in result.entrants} == {"model x", "simple"}
    assert counts.replies == len(asked) == counts.decisions + counts.refused
    assert counts.refused == counts.unreadable == -(-len(asked) // 3)
    assert counts.replaced == 0
    assert "refused" in str(counts)
    second = next(messages for messages in asked if len(messages) == 4)
    assert [message["role"] for message in second] == ["system", "user", "assistant", "user"]
    assert "must end with one action" in second[-1]["content"]
    assert "legal actions: " in second[-1]["content"]


def test_a_tournament_counts_the_replies_of_its_own_games_in_all_workers():
    player = ChatPlayer(legal_when_told, name="model")
    chat_round(player)  # not a game of the tournament
    before = player.counts.replies
    here = tournament([player, "simple"], games=8)
    counts = here["model"].counts
    assert counts.replies == player.counts.replies - before == 2 * counts.decisions == 2 * counts.refused > 0
    assert (counts.replaced, here["simple"].counts) == (0, None)
    with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert tournament([player, "simple"], games=8, executor=pool).entrants == here.entrants
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert tournament([player, "simple"], games=8, executor=pool).entrants == here.entrants
    begun = tournament([player, "simple"], games=4)
    assert tournament([player, "simple"], games=8, resume=begun).entrants == here.entrants
    text = f"{counts.unreadable:,} + {counts.refused - counts.unreadable:,} of {counts.replies:,}"
    assert text in str(here)
    assert "illegal replies" not in str(tournament(["greedy", "simple"], games=4))
    assert here.as_plain()["entrants"][0 if here.entrants[0].player == "model" else 1]["counts"]["refused"] > 0
    assert [row.get("refused") for row in here.records() if row["player"] == "model"] == [counts.refused]


def test_after_the_last_try_a_substitute_decides():
    player = ChatPlayer(lambda _messages: "pass the salt?", tries=2)
    chat_round(player)
    assert player.counts.replaced == player.counts.decisions > 3
    assert player.counts.refused == 2 * player.counts.decisions
    with pytest.raises(PlayerFailedError, match="2 replies in a row named no legal action"):
        chat_round(ChatPlayer(lambda _messages: "no", tries=2, substitute=None))


def test_a_chat_function_that_raises_or_hangs_is_named_and_finished_games_stay():
    calls = []

    def failing(messages):
        calls.append(1)
        if len(calls) > 200:
            raise OSError("no route to host")
        return first_legal(messages)

    with pytest.raises(PlayerFailedError, match=r"seat . raised OSError: no route to host \(llama, ") as caught:
        tournament([ChatPlayer(failing, name="llama"), "simple"], games=400)
    assert caught.value.partial is None or caught.value.partial.partial
    free = threading.Event()
    with pytest.raises(PlayerTooSlowError, match=r"took longer than 0\.05 s .*sleepy"):
        chat_round(ChatPlayer(lambda _messages: free.wait(20) and "", name="sleepy", seconds=0.05))
    free.set()
    with pytest.raises(PlayerFailedError, match="must return the text of a reply, got None"):
        chat_round(ChatPlayer(lambda _messages: None))


def test_wrong_arguments_are_refused():
    with pytest.raises(WrongTypeError, match="call: expected a function"):
        ChatPlayer("gpt")
    for options in ({"tries": 0}, {"seconds": 0}, {"seconds": True}, {"substitute": "nobody"}, {"substitute": 7}):
        with pytest.raises(InvalidRunError):
            ChatPlayer(first_legal, **options)


def test_messages_are_equal_in_worlds_that_look_alike():
    differ, asked = 0, []
    new_player = ChatPlayer(lambda messages: asked.append(messages) or first_legal(messages))
    for one, other, seat, events in pairs(gin.preset("standard"), 2, 40, 9):
        asked.clear()
        for state in (one, other):
            if state.turn != seat:
                continue
            player = new_player(5)
            player.start(gin.view(state, seat))
            for event in events:
                player.watch(event)
            player.choose(gin.view(state, seat))
        sent = list(asked)
        assert sent[:1] == sent[1:]
        differ += bool(sent) and one != other
    assert differ > 5


class Recorded(BaseHTTPRequestHandler):
    """A model server that answers as recorded from a real one, with an action from the position."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, asked))
        content = f"**Reasoning**: I keep my runs.\n\n**{first_legal(asked['messages'])}**"
        answer = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
            "usage": {"prompt_tokens": 900, "completion_tokens": 20, "total_tokens": 920},
        }
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments):
        """Print nothing."""


def test_the_example_plays_by_the_usual_form_of_a_model_server(capsys, monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    spec = importlib.util.spec_from_file_location("language_model", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    server = HTTPServer(("127.0.0.1", 0), Recorded)
    server.asked = []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        example.main(f"http://127.0.0.1:{server.server_port}/v1/", "tiny", games=1)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    path, asked = server.asked[0]
    assert path == "/v1/chat/completions"
    assert asked["model"] == "tiny"
    assert {message["role"] for message in asked["messages"]} == {"system", "user"}
    assert "0 refused" in capsys.readouterr().out
