"""Files of records: any number, of any kind and size."""

import pytest

from ginrules.errors import RecordError
from ginrules.presets import STANDARD
from ginrules.records import LARGEST_TEXT, RoundRecord, SeatRecord, account, loads_records, read_records
from tests.fuzz.mutate import played_record

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


def test_a_file_of_any_size_is_read_record_by_record(tmp_path):
    text = DONE.dumps()
    times = LARGEST_TEXT // len(text) + 20
    big = tmp_path / "big.toml"
    big.write_text(text * times, encoding="utf-8")
    assert big.stat().st_size > LARGEST_TEXT
    assert sum(record == DONE for record in read_records(big)) == times
    endless = tmp_path / "endless.toml"
    endless.write_text("#" * (3 * LARGEST_TEXT))
    with pytest.raises(RecordError, match="more than"):
        list(read_records(endless))
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
