"""Texts that are not records: refused with a reason and a line, in bounded memory and time."""

import json
import re
import time
import tomllib
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest

import ginrules as gin
from ginrules._support.bounds import NESTING
from ginrules.presets import STANDARD
from ginrules.records import LARGEST_TEXT, loads_records, read_records
from ginrules.records.documents.texts import _toml, json_parts
from tests.records.conftest import played_record

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
    with pytest.raises(gin.RecordError):
        list(loads_records(text))
    assert gin.replay_while_valid(text).error is not None
    assert time.process_time() - began < 30  # some seconds
    tracemalloc.start()  # which makes it some times slower
    try:
        gin.replay_while_valid(text)
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
        ('{"b": 0, "a": 1,\n"a": 2}', "text\n  has the name 'a' twice"),
        ('{"a":\n NaN}', "text\n  is not JSON: NaN is not a number"),
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
    with pytest.raises(gin.RecordError, match=message):
        gin.RoundRecord.loads(text)
    assert gin.replay_while_valid(text).error is not None


def test_a_text_that_begins_with_the_name_of_a_table_is_toml():
    for text in ("[players]\nformat = 1\n", "[[rounds]]\n", "\n [ a.b-c ]  # x\r\n"):
        with pytest.raises(gin.RecordError) as caught:
            gin.MatchRecord.loads(text)
        assert "JSON" not in str(caught.value)
    for text in ("[1, 2", "[[1], [", '["players"', "[players, 2]\n"):
        with pytest.raises(gin.RecordError, match="is not JSON"):
            gin.MatchRecord.loads(text)


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
    assert [*json_parts([sound], LARGEST_TEXT)] == [(1, '{"a":\n1}'), (3, '{"b": 2}'), (5, '{"c":')]
    deep = "[" * 500 + "]" * 500 + '\n{"b": 2}'
    assert [*json_parts([deep], LARGEST_TEXT)] == [(1, deep)]


def test_a_json_text_that_is_nested_too_deeply_comes_last_with_all_that_follows():
    allowed, deeper = (f"{'[' * depth}{']' * depth}" for depth in (NESTING, NESTING + 1))
    assert [*json_parts([f"{allowed}\n{{}}"], LARGEST_TEXT)] == [(1, allowed), (2, "{}")]
    assert [*json_parts([f"{deeper}\n{{}}"], LARGEST_TEXT)] == [(1, f"{deeper}\n{{}}")]


# --- files of records: any number, of any kind and size -------------------------------------------

BEGUN = gin.RoundRecord(STANDARD, 7).play("take").play("discard Ac")
DONE = played_record(STANDARD, 2, 4)


def test_several_records_can_be_in_one_file(tmp_path):
    record, match = gin.RoundRecord(STANDARD, 7).play("take"), gin.MatchRecord(STANDARD)
    text = f"{match.dumps()}\n{record.dumps()}\n{match.dumps()}"
    assert [*loads_records(text)] == [match, record, match]
    path = tmp_path / "several.toml"
    path.write_text(text + "# " + "x" * LARGEST_TEXT)  # so large that it is streamed
    streamed = read_records(path)
    assert [next(streamed) for _ in range(2)] == [match, record]


def test_the_account_of_a_seat_is_refused_with_what_to_keep_instead():
    for text in ('format = "ginrules/account"\nversion = 2\n', '{"format": "ginrules/account", "version": 2}'):
        with pytest.raises(gin.RecordError, match="no longer read: keep the RoundRecord"):
            next(loads_records(text))


@pytest.fixture
def streamed(monkeypatch):
    """The size from which a file is read in pieces, here small."""
    size = 20_000
    monkeypatch.setattr("ginrules.records.documents.texts.LARGEST_TEXT", size)
    return size


@pytest.mark.parametrize("form", ["toml", "lines", "pretty", "joined"])
def test_a_file_of_any_size_is_read_record_by_record(tmp_path, streamed, form):
    text = DONE.dumps() if form == "toml" else DONE.dumps("json").strip()
    if form in {"lines", "joined"}:
        text = json.dumps(json.loads(text))
    between = {"lines": "\n", "pretty": "\n\n"}.get(form, "")
    times = streamed // len(text) + 20
    big, before = tmp_path / "big", "" if form == "toml" else "\ufeff" + "\n" * 2_000
    longest = len(text.encode())
    big.write_text(before + (text + between) * times, encoding="utf-8")
    for limit in (LARGEST_TEXT, longest):
        assert sum(record == DONE for record in read_records(big, limit=limit)) == times
    with pytest.raises(gin.RecordError, match=f"has more than {longest - 1} bytes"):
        list(read_records(big, limit=longest - 1))
    spoiled = text.replace("ginrules/round", "ginrules/wound", 1)
    big.write_text(before + (text + between) * times + spoiled, encoding="utf-8")
    records = read_records(big)
    assert sum(record == DONE for record in islice(records, times)) == times
    with pytest.raises(gin.RecordError) as caught:
        next(records)
    line = caught.value.problems[0].line
    assert line is not None
    assert "wound" in "".join(big.read_text("utf-8").split("\n")[line - 1 : line + 1])


def test_a_large_file_that_holds_other_things_is_refused(tmp_path, streamed):
    path, much = tmp_path / "large", 3 * streamed
    for text, match in (
        ('{"a": "' + "x" * much, "has more than 20000"),
        ("[" * much, "nested more than 64 deep"),
        ("[[[]]" * much, "nest"),
        ('{"a": 1}' * much, "format: is missing"),
        (DONE.dumps("json") + "x = 1\n" * much, "has more than 20000"),
        ("#" * much, "has more than 20000"),
        (DONE.dumps() * 2 + "#" * much, r"line \d+: has more than 20000"),
        (DONE.dumps() * 30 + DONE.dumps("json") * 5, "is not TOML"),
    ):
        path.write_text(text)
        with pytest.raises(gin.RecordError, match=match):
            list(read_records(path))
    path.write_bytes(DONE.dumps("json").encode() * 20 + b"\xff")
    with pytest.raises(gin.RecordError, match="is not UTF-8 text"):
        list(read_records(path))


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(gin.RecordError, match="cannot be read"):
        list(read_records(tmp_path / "none.toml"))
    other = tmp_path / "other.toml"
    other.write_bytes(b"\n\xff")
    with pytest.raises(gin.RecordError, match="line 2"):
        list(read_records(other))


def test_what_follows_a_json_record_is_json_too():
    with pytest.raises(gin.RecordError, match=r"line \d+: is not JSON"):
        list(loads_records(BEGUN.dumps("json") + " nonsense"))


def test_lines_of_later_records_are_those_of_the_file(tmp_path):
    text = BEGUN.dumps()
    path = tmp_path / "two.toml"
    path.write_text(text + text.replace("discard Ac", "discard Kh"))
    with pytest.raises(gin.RecordError) as caught:
        list(read_records(path))
    line = caught.value.problems[0].line
    assert "discard Kh" in path.read_text().splitlines()[line - 1]


def test_a_pad_names_rule_files_in_its_folder_and_below_only(tmp_path):
    season = tmp_path / "season"
    (season / "club").mkdir(parents=True)
    for file in (tmp_path / "out.toml", season / "ours.toml", season / "club" / "ours.toml"):
        file.write_text("[knock]\nknock_limit = 7", encoding="utf-8")
    (season / "far.toml").write_text('extends = "../out.toml"', encoding="utf-8")
    (season / "up.toml").write_text('extends = "club/../ours.toml"', encoding="utf-8")
    (season / "link.toml").symlink_to(tmp_path / "out.toml")
    pad = season / "evening.pad"

    def rules_of(name):
        pad.write_text(f'rules "{name}"\nplayers Ann Bo\nAnn 20', encoding="utf-8")
        return gin.load_pad(pad).rules

    for name in ("ours.toml", "club/ours.toml", "./ours.toml", "club/../ours.toml", "up.toml", season / "ours.toml"):
        assert rules_of(name).knock_limit == 7
    outside = (tmp_path / "out.toml", "../out.toml", "link.toml", "/etc/passwd", "../no.toml", "standard+../out.toml")
    for name in outside:
        with pytest.raises(gin.RecordError, match=r"there is no file .* in the folder of the pad"):
            rules_of(name)
    with pytest.raises(gin.RecordError, match=r"far\.toml|out\.toml"):
        rules_of("far.toml")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_recognised(tmp_path, encoding):
    file = tmp_path / "evening.pad"
    file.write_bytes("rules standard\nplayers Ann Bo\nAnn 20".encode(encoding))
    for read in (gin.load_pad, lambda path: [*read_records(path)], gin.load_rules):
        with pytest.raises(gin.GinRulesError, match="is UTF-16 text: save it as UTF-8"):
            read(file)
    file.write_bytes((gin.RoundRecord("standard", 7).dumps() * 3_000).encode(encoding))
    with pytest.raises(gin.RecordError, match=r"is UTF-16 text|format") as refused:
        [*read_records(file)]
    assert encoding != "utf-16" or "UTF-16" in str(refused.value)


def test_a_picture_replaces_an_old_file_as_a_whole(tmp_path, monkeypatch):
    file = tmp_path / "sheet.svg"
    file.write_text("old", encoding="utf-8")
    picture = gin.svg.sheet_svg(gin.new_match("standard"))

    def full(*_args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            picture.save(file)
    assert file.read_text(encoding="utf-8") == "old"
    picture.save(file)
    assert file.read_text(encoding="utf-8") == picture.svg
    assert [*tmp_path.iterdir()] == [file]


def test_files_are_written_by_the_one_writer():
    for path in Path(gin.__file__).parent.rglob("*.py"):
        is_own = path.parts[-2:] in {
            ("_support", "files.py"),
            ("fast", "build.py"),
        }  # the build runs without the package
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert is_own or not re.search(r"\.write_(text|bytes)\(", code), path
