"""Types and schema as another language uses them: a TypeScript client, compiled, checks a whole round with ajv."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.cli.records import schema_file
from ginrules.records.documents.types import types

pytestmark = pytest.mark.full  # packages of npm

CLIENT = Path(__file__).parents[2] / "examples" / "typescript_client"
LEAST = 84


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """The client, compiled against the types."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    folder = tmp_path_factory.mktemp("client")
    for path in CLIENT.iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    (folder / "records.schema.json").write_text(json.dumps(schema_file("records")), encoding="utf-8")
    (folder / "records.d.ts").write_text(types(), encoding="utf-8")
    install = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
    try:
        done = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        pytest.skip("npm does not reach its registry")
    if done.returncode:
        pytest.skip(f"npm cannot install typescript and ajv: {done.stderr.strip()[-200:]}")
    compiled(folder)
    return folder


def compiled(folder, *, fails=False):
    done = subprocess.run([shutil.which("npx"), "tsc"], cwd=folder, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == fails, done.stdout
    return done.stdout


def client_output(folder, messages):
    """The client's reading of messages."""
    text = "".join(f"{json.dumps(message)}\n" for message in messages)
    (folder / "messages.jsonl").write_text(text, encoding="utf-8")
    done = subprocess.run([shutil.which("node"), "client.js"], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def messages_of_a_round(seed, rules="standard"):
    """The views and events that seat 0 is sent in a round that greedy players play."""
    from ginrules.players import player_named

    state = gin.deal(gin.preset(rules), gin.shuffled(seed))
    players = [player_named("greedy")(seat) for seat in range(2)]
    messages = [gin.to_dict(gin.view(state, 0))]
    while not state.is_over:
        turn = state.turn
        action = players[turn].choose(gin.view(state, turn))
        after, events = gin.transition(state, action)
        messages += [gin.to_dict(gin.redact(event, 0)) for event in events]
        messages.append(gin.to_dict(gin.view(after, 0)))
        state = after
    return messages


def a_whole_round():
    rounds = (messages_of_a_round(seed) for seed in range(1, 60))
    return next(messages for messages in rounds if len(messages) >= LEAST)


def test_a_client_reads_a_whole_round(client):
    messages = a_whole_round()
    assert len(messages) >= LEAST
    result = client_output(client, messages)
    assert result["errors"] == []
    assert result["views"] + result["events"] == len(messages)
    assert result["events"] > 20
    assert "over: " in result["last"] or "hand " in result["last"]


def test_one_bad_card_is_at_most_three_errors(client):
    messages = a_whole_round()
    bad = []
    for message in messages:
        name = next((name for name in ("hand", "card", "cards", "upcard", "discards") if name in message), None)
        if name is not None and message[name] not in ("", "??"):
            bad.append({**message, name: "1x"})
    phase = next(message for message in messages if message.get("phase", {}).get("kind") == "play-turn")
    bad.append({**phase, "phase": {**phase["phase"], "taken": "0h"}})
    errors = client_output(client, bad)["errors"]
    assert len(errors) == len(bad) > LEAST // 2
    assert max(map(len, errors)) <= 3, max(errors, key=len)


def test_an_unknown_format_or_kind_is_few_errors(client):
    view = messages_of_a_round(1)[0]
    wrong = [{**view, "format": "ginrules/other"}, {**view, "version": 1}, {**view, "more": 1}]
    wrong += [{"kind": "peeked", "seat": 0}, {"kind": "drew-stock", "seat": 0}, {}]
    errors = client_output(client, wrong)["errors"]
    assert len(errors) == len(wrong)
    assert max(map(len, errors)) <= 3, errors


def test_a_misspelled_rule_does_not_compile(client):
    source = (client / "client.ts").read_text(encoding="utf-8")
    slips = {"event.cards": "event.card_s", 'case "declined":': 'case "passed":', "message.hand;": "message.hands;"}
    wrong = source
    for right, slip in slips.items():
        assert right in wrong
        wrong = wrong.replace(right, slip)
    (client / "client.ts").write_text(wrong, encoding="utf-8")
    output = compiled(client, fails=True)
    (client / "client.ts").write_text(source, encoding="utf-8")
    assert output.count("error TS") >= len(slips)
