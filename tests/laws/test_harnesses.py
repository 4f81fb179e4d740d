"""The readers of texts from outside: each reads its corpus, and mutations of it, without an untyped error.

A harness is given a text. It must end, and only a `GinRulesError` may be raised inside; what is accepted must be
sound: written and read again it is the same.
"""

import io
import json
import random
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import ginrules as gin
from ginrules.lab import compare, simulate
from ginrules.lab.runner.blocks import Block, RunData
from ginrules.nets.belief import BeliefNet
from ginrules.nets.files import _text
from ginrules.nets.learned import LearnedNet
from ginrules.players import RandomPlayer, new_greedy
from ginrules.players.belief import NET
from ginrules.testing import conform
from ginrules.testing.policies import POLICIES, fresh, next_action
from tests.conftest import archived, effort
from tests.records.conftest import VALUES, mutated, mutated_text, read_text

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "data" / "fuzz"
NAMES = ("standard", "oklahoma", "penalty-2-to-4", "hollywood-endless", "mahjong-gin", "partnership", "openspiel")
EMPTY = CORPUS / "no-such-folder"
ALPHABET = "A23456789TJQKcdhs♠♥♦♣ +=-.,:;|/·{}[]()<>\"'\\#\n\t\x00\x1b\x7f\u202e\u200b\ud800éß漢🂡10_axn"

Mutate = Callable[[str, random.Random], str]


class Harness(NamedTuple):
    """The reader of one kind of text.

    Attributes:
        read: Reads a text; returns whether it was accepted.
        corpus: Returns the texts to begin with.
        mutate: Changes a text a little.
    """

    read: Callable[[str], bool]
    corpus: Callable[[], list[str]]
    mutate: Mutate


# --- mutation ---------------------------------------------------------------------------------------


def short_mutated(text: str, rng: random.Random) -> str:
    """The text with characters or words added, taken away, doubled, moved or overwritten."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((0, 1, 1, 2, 5)))
        match rng.randrange(7):
            case 0:
                text = text[:start] + rng.choice(ALPHABET) + text[end:]
            case 1:
                text = text[:start] + text[end:]
            case 2:
                text = text[:start] + text[start:end] * rng.choice((2, 3, 30)) + text[end:]
            case 3:
                words = text.split(" ")
                one, other = rng.randrange(len(words)), rng.randrange(len(words))
                words[one], words[other] = words[other], words[one]
                text = " ".join(words)
            case 4:
                text = text[:start] + str(rng.choice(VALUES)) + text[end:]
            case 5:
                text = text[start:] + text[:start]
            case _:
                text = text.swapcase() if rng.random() < 0.3 else text[:start] + text[:end]
        text = text[:5000]
    return text


def json_mutated(text: str, rng: random.Random) -> str:
    """The JSON of the data with a few small changes, or the text with a single change."""
    if rng.random() < 0.2:
        return mutated_text(text, rng)
    return json.dumps(mutated(json.loads(text), rng))


def net_mutated(text: str, rng: random.Random) -> str:
    """The file of a net, its bytes as characters: with other bytes, or with an array that has other bytes inside."""
    data = text.encode("latin-1")
    members = {} if rng.random() < 0.2 else arrays_of(data)
    if not members:
        return spoiled(data, rng).decode("latin-1")
    name = rng.choice([rng.choice([*members]), "net.npy"])
    match rng.randrange(4):
        case 0:
            del members[name]
        case 1:
            members[rng.choice(["net.npy", "weights.npy", "x/../y.npy", "inputs.npy"])] = members.pop(name)
        case 2 if name == "net.npy":
            head = mutated(json.loads(_text(members[name]) or "{}"), rng)
            array = io.BytesIO()
            np.save(array, np.array(json.dumps(head)))
            members[name] = array.getvalue()
        case _:
            members[name] = spoiled(members[name], rng)
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as file:
        for one, content in members.items():
            file.writestr(one, content)
    return changed.getvalue().decode("latin-1")


def arrays_of(data: bytes) -> dict[str, bytes]:
    """The arrays of a ZIP file by name; none if it is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return {name: file.read(name) for name in file.namelist()}
    except zipfile.BadZipFile:
        return {}


def spoiled(data: bytes, rng: random.Random) -> bytes:
    """The bytes with some changed, cut off or put in; half of the changes are near the beginning or the end."""
    start = rng.choice([rng.randrange(min(200, len(data)) + 1), rng.randrange(len(data) + 1), max(0, len(data) - 40)])
    new = rng.randbytes(rng.choice((1, 2, 4, 40)))
    return (
        data[:start] + rng.choice((new, b"", b"\xff" * 8)) + data[start + rng.choice((0, len(new), len(new), 4000)) :]
    )


# --- readers ----------------------------------------------------------------------------------------


def read_cards(text: str) -> bool:
    accepted = 0
    readers = lambda word: gin.deadwood(word, "standard"), lambda word: gin.best_arrangement(word, "oklahoma")
    for call in (gin.Card.parse, gin.CardSet.parse, gin.CardSet.of, *readers):
        try:
            value = call(text)
        except gin.GinRulesError:
            continue
        accepted += 1
        if isinstance(value, gin.CardSet):
            assert gin.CardSet.parse(str(value)) == value
    return accepted > 0


@cache
def positions() -> list[gin.RoundState]:
    """The states of some rounds."""
    states = []
    for number, name in enumerate(("standard", "oklahoma", "penalty-2-to-4", "mahjong-gin", "openspiel")):
        rng, rules = random.Random(number), gin.preset(name)
        state = fresh(rules, seats=rules.table_sizes[0], seed=number)
        while not state.is_over:
            states.append(state)
            state = gin.apply(state, next_action(rng, state, POLICIES["greedy"]))
    return states


def read_action(text: str) -> bool:
    state = positions()[zlib.crc32(text.encode(errors="surrogatepass")) % len(positions())]
    accepted = 0
    for where in (None, state):
        try:
            action = gin.parse_action(text, where)
        except gin.GinRulesError:
            continue
        accepted += 1
        assert gin.parse_action(str(action)) == action
        gin.why_illegal(state, action)
    return accepted > 0


def read_arrangement(text: str) -> bool:
    try:
        value = gin.parse_arrangement(text, gin.preset("round-the-corner"))
    except gin.GinRulesError:
        return False
    assert gin.parse_arrangement(str(value), gin.preset("round-the-corner")) == value
    return True


def read_expression(text: str) -> bool:
    try:
        rules = gin.preset(text)
    except gin.GinRulesError:
        return False
    assert gin.loads_rules(gin.dumps_rules(rules)) == rules
    return True


def read_rules(text: str) -> bool:
    try:
        rules = gin.loads_rules(text)
    except gin.GinRulesError:
        return False
    assert not gin.check_rules(tomllib.loads(text))
    assert gin.loads_rules(gin.dumps_rules(rules)) == rules
    assert gin.from_dict(gin.RuleSet, gin.to_dict(rules)) == rules
    return True


def read_pad(text: str) -> bool:
    try:
        record = gin.loads_pad(text, folder=EMPTY)
    except gin.GinRulesError:
        return False
    assert gin.from_dict(gin.MatchRecord, gin.to_dict(record)) == record
    return True


def read_outcome(text: str) -> bool:
    """Make an outcome or the entry of a pad from a table of arguments: if it has a price, it can be read back."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(data, dict):
        return False
    try:
        rules = gin.preset(data.pop("rules", "standard"))
        if "points" in data:
            score = gin.pad_entry(data.pop("points"), rules, **{"winner": None, **data})
        else:
            outcome = gin.Outcome(**{key: as_tuple(value) for key, value in data.items()})
            score = gin.price(outcome, rules)
            assert gin.from_dict(gin.Outcome, gin.to_dict(outcome)) == outcome
    except gin.GinRulesError:
        return False
    except TypeError as error:
        if "unexpected keyword" in str(error) or "missing" in str(error) or "keywords must be strings" in str(error):
            return False
        raise
    assert gin.from_dict(gin.RoundScore, gin.to_dict(score)) == score
    return True


def as_tuple(value: object) -> object:
    return tuple(map(as_tuple, value)) if isinstance(value, list) else value


RUNS = [
    partial(simulate, "standard", [new_greedy, RandomPlayer], rounds=8),
    partial(simulate, "hollywood", [new_greedy, RandomPlayer], matches=4),
    partial(compare, "standard", "hollywood", players=new_greedy, rounds=24),
]


def read_block(text: str) -> bool:
    """Continue a run from a block that somebody has forged: its digest is right."""
    number, _, raw = text.partition("\n")
    if number not in map(str, range(len(RUNS))):
        return False
    run = RUNS[int(number)]
    data = kept(int(number))
    line, _, _ = data.blocks[0].data.partition(b"\n")
    payload = zlib.compress(raw.encode("latin-1", "replace"))
    head = json.dumps({**json.loads(line), "digest": sha256(payload).hexdigest()})
    block = Block(0, 0, data.blocks[0].stop, head.encode() + b"\n" + payload)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "run.json").write_text(json.dumps({"format": 2, "of": data.of, "seed": data.seed}))
        (Path(folder) / block.name).write_bytes(block.data)
        try:
            run(resume=folder)
        except gin.GinRulesError:
            return False
    return True


@cache
def kept(number: int) -> RunData:
    return RUNS[number]()._data


def read_net_file(text: str) -> bool:
    """Read a file by each kind of net."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "net.npz"
        path.write_bytes(text.encode("latin-1"))
        for load in (LearnedNet.load, BeliefNet.load):
            try:
                load(path)
            except gin.GinRulesError:
                continue
            return True
    return False


# --- texts to begin with ----------------------------------------------------------------------------


def lines_of(name: str) -> list[str]:
    """The lines of a file of the corpus; ``\\n`` in a line is the end of a line."""
    lines = (CORPUS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if line]


def rule_texts() -> list[str]:
    return [
        *(gin.dumps_rules(gin.preset(name), full=full) for name in NAMES for full in (False, True)),
        *lines_of("rules"),
    ]


def record_texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "data" / "records").glob("*.toml"))]


def blocks() -> list[str]:
    """The arrays of blocks, their bytes as characters."""
    payloads = [kept(number).blocks[0].data.partition(b"\n")[2] for number in range(len(RUNS))]
    return [f"{number}\n{zlib.decompress(payload).decode('latin-1')}" for number, payload in enumerate(payloads)]


def bytes_mutated(text: str, rng: random.Random) -> str:
    """Another byte at some places."""
    characters = list(text)
    for _ in range(rng.randint(1, 4)):
        characters[rng.randrange(2, len(characters))] = chr(rng.choice([0, 1, 2, 3, 127, 255, rng.randrange(256)]))
    return "".join(characters)


@cache
def vectors_of(name: str) -> tuple[str, ...]:
    return tuple(json.dumps(vector) for vector in archived(name, 1))


def vector_texts() -> list[str]:
    return [*dict.fromkeys(text for name in ("standard", "mahjong-gin", "partnership") for text in vectors_of(name))]


class Echo:
    """An engine that leaves out everything; each answer is read."""

    def ask(self, question):
        json.dumps(question)
        return {"unsupported": ["legal"], "points": [1]}

    def close(self):
        """Do nothing."""


def read_vector(text: str) -> bool:
    """Ask the questions of a vector; the answers of the engine are wrong, and are explained."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    try:
        str(conform(Echo(), [document], most=1))
    except gin.GinRulesError:
        return False
    return True


def nets() -> list[str]:
    """The files of nets, their bytes as characters."""
    return [NET.with_name(name).read_bytes().decode("latin-1") for name in ("learned.npz", "belief.npz")]


HARNESSES = {
    "cards": Harness(read_cards, lambda: lines_of("cards"), short_mutated),
    "actions": Harness(read_action, lambda: lines_of("actions"), short_mutated),
    "arrangements": Harness(read_arrangement, lambda: lines_of("arrangements"), short_mutated),
    "expressions": Harness(read_expression, lambda: lines_of("expressions"), short_mutated),
    "rules": Harness(read_rules, rule_texts, mutated_text),
    "records": Harness(lambda text: read_text(text) > 0, record_texts, mutated_text),
    "pads": Harness(read_pad, lambda: lines_of("pads"), short_mutated),
    "outcomes": Harness(read_outcome, lambda: lines_of("outcomes"), json_mutated),
    "vectors": Harness(read_vector, vector_texts, json_mutated),
    "blocks": Harness(read_block, blocks, bytes_mutated),
    "nets": Harness(read_net_file, nets, net_mutated),
}


def cases(harness: Harness, seed: int, start: int, stop: int):
    """The texts of these numbers: the corpus as it is, then changed by a random number of the seed and the number."""
    corpus = harness.corpus()
    for number in range(start, stop):
        if number < len(corpus):
            yield corpus[number]
            continue
        rng = random.Random(f"{seed}/{number}")
        text = rng.choice(corpus)
        if rng.random() < 0.1:  # two texts in one
            other = rng.choice(corpus)
            text = text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]
        try:
            yield harness.mutate(text, rng)
        except ValueError:  # two JSON texts in one are invalid
            yield text


FEW = {"nets": 100, "blocks": 60, "records": 600, "rules": 900}


@pytest.mark.full
@pytest.mark.parametrize("name", HARNESSES)
def test_mutated_texts_raise_typed_errors_alone(name):
    harness = HARNESSES[name]
    size = effort(1, 100) * FEW.get(name, 1500)
    accepted = sum(map(harness.read, cases(harness, 2, 0, size)))
    assert 0 < accepted < size


@pytest.mark.full
@pytest.mark.parametrize("name", HARNESSES)
def test_the_corpus_is_of_use(name):
    harness = HARNESSES[name]
    corpus = harness.corpus()
    assert len(set(corpus)) == len(corpus) > 1
    assert sum(map(harness.read, corpus)) >= len(corpus) / 3


@pytest.mark.full
def test_an_untyped_error_is_noticed(monkeypatch):
    monkeypatch.setattr(gin, "parse_arrangement", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        HARNESSES["arrangements"].read("7h 8h 9h")
