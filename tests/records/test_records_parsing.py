"""Texts that are not records: refused with a reason and a line, in bounded memory and time."""

import time
import tomllib
import tracemalloc

import pytest

from ginrules._support.bounds import NESTING
from ginrules.errors import RecordError
from ginrules.records import LARGEST_TEXT, MatchRecord, RoundRecord, loads_records, replay_while_valid
from ginrules.records.documents.texts import _toml, json_parts, parts

MOST_MEMORY = 64 << 20
"""Bytes that reading a text of 1 MiB may take, as docs/records.md states."""

HEAD = '{"format": "ginrules/round", "version": 2, "rules": "standard", "seed": 1, '
HOSTILE = {
    "lists": '{"a": [' + "[]," * (LARGEST_TEXT // 3 - 10) + "[]]}",
    "names": '{"format": "ginrules/round", "version": 2, '
    + ",".join(f'"{number}": 1' for number in range(70_000))
    + "}",
    "rules": '{"format": "ginrules/round", "version": 2, "rules": {'
    + ",".join(f'"{number}": {{}}' for number in range(60_000))
    + "}}",
    "section": '{"format": "ginrules/round", "version": 2, "rules": {"knock": {'
    + ",".join(f'"{number}": 1' for number in range(60_000))
    + "}}}",
    "actions": HEAD + '"actions": [' + ",".join(['"x"'] * 200_000) + "]}",
    "no actions": HEAD + '"actions": [' + ",".join(["0"] * 9_999) + "]}",
    "comments": HEAD + '"actions": [], "comments": {' + ",".join(f'"{number}": "x"' for number in range(60_000)) + "}}",
    "keys": "\n".join(f"a{number} = 1" for number in range(70_000)),
    "dotted": "\n".join(f"a.b.c.d.e.f.g.h.i.j.k{number} = 1" for number in range(30_000)),
    "many parts": "a." * 500_000 + "a = 1",
    "braces": "{}" * (LARGEST_TEXT // 2),
    "formats": "format=\n" * (LARGEST_TEXT // 9),
    "quotes": '"' * LARGEST_TEXT,
    "backslashes": '"' + "\\" * (LARGEST_TEXT - 1),
    "blanks": " " * LARGEST_TEXT,
    "a long match": '{"format": "ginrules/match-record", "version": 2, "players": ["a", "b"], "rules": '
    '{"game": {"target": 1000000}}, "rounds": ['
    + ",".join(['{"kind": "pad", "points": 1, "winner": 0}'] * 3_000)
    + "]}",
}


@pytest.mark.full
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused_soon_and_in_little_memory(name):
    text = HOSTILE[name]
    assert len(text) <= LARGEST_TEXT
    began = time.process_time()
    with pytest.raises(RecordError):
        list(loads_records(text))
    assert replay_while_valid(text).error is not None
    assert time.process_time() - began < 30  # some seconds
    tracemalloc.start()  # which makes it some times slower
    try:
        replay_while_valid(text)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "format"),
        ("[", "JSON"),
        ("{", "JSON"),
        ("a = 1\na = 2", "TOML"),
        ('{"a": 1,\n"a": 2}', "line 2: has the name 'a' twice"),
        ('{"a": [1, {}],\n"b": {"a": "a",\n "\\u0061": ":"}, "a": []', "line 3: has the name 'a' twice"),
        ('{"a":\n NaN}', "line 2: is not JSON: NaN is not a number"),
        ('{"a": 1,\n"b": ' + "9" * 5000 + "}", "line 2: has a number of more than 18 digits"),
        ("\na = " + "9" * 5000, "line 2: has a number of more than 18 digits"),
        ("\na = " + "1_0" * 3000, "line 2: has a number of more than 18 digits"),
        ("[" * 5000, "deep"),
        ('{"a":' * 5000, "deep"),
        ("a = " + "[" * 5000, "deep"),
        ("a." * 5000 + "a = 1", "parts"),
        ("x" * (LARGEST_TEXT + 1), "has more than 1048576 bytes"),
        (None, "must be a text"),
        (b"bytes", "must be a text"),
        ("[1, 2]", "must be a table"),
        ('{"format": "ginrules/round", "version": 2}', "missing"),
    ],
    ids=str,
)
def test_texts_that_are_not_records(text, message):
    with pytest.raises(RecordError, match=message):
        RoundRecord.loads(text)
    assert replay_while_valid(text).error is not None


def test_a_text_that_begins_with_the_name_of_a_table_is_toml():
    for text in ("[players]\nformat = 1\n", "[[rounds]]\n", "\n [ a.b-c ]  # x\r\n"):
        with pytest.raises(RecordError) as caught:
            MatchRecord.loads(text)
        assert "JSON" not in str(caught.value)
    for text in ("[1, 2", "[[1], [", '["players"', "[players, 2]\n"):
        with pytest.raises(RecordError, match="is not JSON"):
            MatchRecord.loads(text)


LISTS = {
    "as written": 'a = 1\nactions = [\n    "draw",  # 1 Ann\n    "7h",\n]\n\n[times]\n1 = 2.0\n',
    "in a table": '[a]\nactions = [\n    "draw",\n]\n',
    "in a table after blanks": 'a = [\n[1],\n]\n  [b]\nactions = [\n    "draw",\n]\n',
    "twice": 'actions = [\n    "draw",\n]\nactions = [\n    "7h",\n]\n',
    "a string of several lines": 'a = """\nactions = [\n    "draw",\n]\n"""\n',
    "another string of several lines": "a = '''\nactions = [\n    \"draw\",\n]\n'''\n",
    "an escape": 'actions = [\n    "dr\\u0061w",\n]\n',
    "a line without a comma": 'actions = [\n    "draw"\n]\n',
    "a name after it": 'actions = [\n    "draw",\n] x = 1\n',
    "a comment after it": 'actions = [\n    "draw",\n] # all\n',
    "a control character": 'actions = [\n    "draw",  # \x01\n]\n',
    "a problem below": 'actions = [\n    "draw",\n    "7h",\n]\nb = \n',
    "a table of that name": 'actions.b = 1\nactions = [\n    "draw",\n]\n',
    "windows": 'actions = [\r\n    "draw",\r\n]\r\n',
    "empty": "actions = [\n]\n",
}


@pytest.mark.parametrize("name", LISTS)
def test_written_actions_are_read_as_toml_reads_them(name):
    def read(loads):
        try:
            return loads(LISTS[name])
        except tomllib.TOMLDecodeError as error:
            cut = " (at" if name == "a table of that name" else ", column"  # seen before the list or after it
            return str(error).partition(cut)[0].replace("end of document", "")

    assert read(_toml) == read(tomllib.loads)


def test_sound_json_texts_are_parts_and_spoiled_ones_are_one():
    sound = '{"a":\n1}\n{"b": 2}\n\n{"c":'
    assert [*parts(sound, "json")] == [(1, '{"a":\n1}'), (3, '{"b": 2}'), (5, '{"c":')]
    deep = "[" * 500 + "]" * 500 + '\n{"b": 2}'
    assert [*parts(deep, "json")] == [(1, deep)]


def test_a_json_text_that_is_nested_too_deeply_comes_last_with_all_that_follows():
    allowed, deeper = (f"{'[' * depth}{']' * depth}" for depth in (NESTING, NESTING + 1))
    assert [*json_parts([f"{allowed}\n{{}}"], LARGEST_TEXT)] == [(1, allowed), (2, "{}")]
    assert [*json_parts([f"{deeper}\n{{}}"], LARGEST_TEXT)] == [(1, f"{deeper}\n{{}}")]
