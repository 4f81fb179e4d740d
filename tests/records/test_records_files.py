"""Files of records: any number, of any kind and size."""

import json
from itertools import islice

import pytest

from ginrules.errors import RecordError
from ginrules.presets import STANDARD
from ginrules.records import LARGEST_TEXT, RoundRecord, SeatRecord, account, loads_records, read_records
from tests.records.conftest import played_record

BEGUN = RoundRecord(STANDARD, 7).play("take").play("discard Ac")
DONE = played_record(STANDARD, 2, 4)


def test_accounts_and_records_can_be_in_one_file(tmp_path):
    record = RoundRecord(STANDARD, 7).play("take")
    text_of_seat = account(record, 0).dumps("toml")
    text = f"{text_of_seat}\n{record.dumps('toml')}\n{text_of_seat}"
    assert [type(record) for record in loads_records(text)] == [SeatRecord, RoundRecord, SeatRecord]
    path = tmp_path / "several.toml"
    path.write_text(text + "# " + "x" * LARGEST_TEXT)  # so large that it is streamed
    streamed = read_records(path)
    assert [type(next(streamed)) for _ in range(2)] == [SeatRecord, RoundRecord]


@pytest.fixture
def streamed(monkeypatch):
    """The size from which a file is read in pieces, here small."""
    size = 20_000
    monkeypatch.setattr("ginrules.records.files.LARGEST_TEXT", size)
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
    with pytest.raises(RecordError, match=f"has more than {longest - 1} bytes"):
        list(read_records(big, limit=longest - 1))
    spoiled = text.replace("ginrules/round", "ginrules/wound", 1)
    big.write_text(before + (text + between) * times + spoiled, encoding="utf-8")
    records = read_records(big)
    assert sum(record == DONE for record in islice(records, times)) == times
    with pytest.raises(RecordError) as caught:
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
        with pytest.raises(RecordError, match=match):
            list(read_records(path))
    path.write_bytes(DONE.dumps("json").encode() * 20 + b"\xff")
    with pytest.raises(RecordError, match="is not UTF-8 text"):
        list(read_records(path))


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_records(tmp_path / "none.toml"))
    other = tmp_path / "other.toml"
    other.write_bytes(b"\n\xff")
    with pytest.raises(RecordError, match="line 2"):
        list(read_records(other))


def test_what_follows_a_json_record_is_json_too():
    with pytest.raises(RecordError, match=r"line \d+: is not JSON"):
        list(loads_records(BEGUN.dumps("json") + " nonsense"))


def test_lines_of_later_records_are_those_of_the_file(tmp_path):
    text = BEGUN.dumps()
    path = tmp_path / "two.toml"
    path.write_text(text + text.replace("discard Ac", "discard Kh"))
    with pytest.raises(RecordError) as caught:
        list(read_records(path))
    line = caught.value.problems[0].line
    assert "discard Kh" in path.read_text().splitlines()[line - 1]
