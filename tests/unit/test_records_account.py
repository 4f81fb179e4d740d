from ginrules.presets import STANDARD
from ginrules.records import LARGEST_TEXT, RoundRecord, SeatRecord, account, loads_records, read_records


def test_accounts_and_records_can_stand_in_one_file(tmp_path):
    record = RoundRecord(STANDARD, 7).play("take")
    told = account(record, 0).dumps("toml")
    text = f"{told}\n{record.dumps('toml')}\n{told}"
    assert [type(each) for each in loads_records(text)] == [SeatRecord, RoundRecord, SeatRecord]
    path = tmp_path / "several.toml"
    path.write_text(text + "# " + "x" * LARGEST_TEXT)  # so large that it is streamed
    streamed = read_records(path)
    assert [type(next(streamed)) for _ in range(2)] == [SeatRecord, RoundRecord]
