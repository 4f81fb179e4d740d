"""The corpus: instructive rounds and matches as files, replayed with the results written in them."""

import json
import tomllib
from functools import reduce
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.records import loads_records, read_records

FOLDER = Path(__file__).parents[1] / "data" / "records"
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".toml", ".json"})
ROUNDS = [path for path in FILES if not path.stem.startswith("match-")]
MATCHES = [path for path in FILES if path.stem.startswith("match-")]


def the_record(path):
    (record,) = read_records(path)
    return record


def content(path):
    """The document in a file; long matches are kept as JSON, a line for a round."""
    read = json.loads if path.suffix == ".json" else tomllib.loads
    return read(path.read_text(encoding="utf-8"))


def test_the_corpus_is_large_enough():
    assert len(ROUNDS) >= 30
    assert len(MATCHES) >= 5


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_round_is_replayed_to_the_written_points(path):
    text = path.read_text(encoding="utf-8")
    record = gin.RoundRecord.loads(text)
    written = tomllib.loads(text)
    assert record.comment
    assert list(gin.price(record.outcome, record.rules).points) == written["score"]["points"]
    assert list(record.outcome.deadwood) == written["outcome"]["deadwood"]
    assert gin.RoundRecord.loads(record.dumps("json")) == record
    assert record.dumps() == text
    assert gin.replay_while_valid(text) == (record.state, record.actions, None)


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_a_match_is_replayed_to_the_written_result(path):
    text = path.read_text(encoding="utf-8")
    record = gin.MatchRecord.loads(text)
    written = content(path)["result"]
    assert record.match.is_over == written["is_over"]
    assert list(record.match.winners) == written["winners"]
    if path.suffix == ".json":
        assert json.loads(record.dumps("json")) == content(path)
        assert gin.MatchRecord.loads(record.dumps()) == record
    else:
        assert gin.MatchRecord.loads(record.dumps("json")) == record
        assert record.dumps() == text


@pytest.mark.parametrize("path", ROUNDS[::4], ids=lambda path: path.stem)
def test_the_events_of_every_seat_lead_to_its_view(path):
    record = the_record(path)
    for seat in (*range(record.seats), None):
        seen = reduce(gin.follow, record.events(seat), gin.view(next(record.states()), seat))
        assert seen == gin.view(record.state, seat)
        assert seen.outcome == record.outcome


@pytest.mark.parametrize("form", [".toml", ".json"])
def test_all_files_joined_are_read_record_by_record(form):
    files = [path for path in FILES if path.suffix == form]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert list(loads_records(text)) == [the_record(path) for path in files]


def test_all_variants_are_in_the_corpus():
    records = [the_record(path) for path in ROUNDS]
    assert {record.seats for record in records} == {2, 3, 4, 5}
    assert {record.rules.opening for record in records} == {"upcard-offer", "eleven-cards", "open-card", "no-upcard"}
    assert {record.rules.score_mode for record in records} == {"gain", "penalty", "table-count"}
    assert {record.rules.ace_rank for record in records} >= {"low", "round-the-corner"}
    assert {record.rules.knock_source for record in records} == {"fixed", "upcard", "knock-card"}
    assert {record.rules.tie for record in records} == {"undercut", "undercut-no-bonus", "knocker-wins", "nobody"}
    results = {gin.price(record.outcome, record.rules).result for record in records}
    assert results == {"knock", "gin", "big-gin", "undercut", "gin-off", "tie", "void", "out", "dead"}
    reasons = {record.outcome.reason for record in records}
    assert reasons == {None, "stock", "declined", "take-cap", "returned-pair", "reshuffle-cap"}
    kinds = {type(action) for record in records for action in record.actions}
    assert kinds >= {gin.GoBigGin, gin.LayDown, gin.LayOff, gin.ShuffleStock, gin.Spread, gin.TakeDiscard}
    assert any(isinstance(state.phase, gin.LastDiscard) for record in records for state in record.states())
    matches = [the_record(path) for path in MATCHES]
    seatings = {"head-to-head", "partnership", "all-play", "sit-out", "captain"}
    assert {match.rules.seating for match in matches} >= seatings
    assert {match.rules.columns for match in matches} == {1, 3}
    assert {match.rules.match_form for match in matches} >= {"single", "best-of"}


def test_the_worked_sheets_have_the_totals_of_the_rule_book():
    """Nets 837 with win-count entry and 742 with next-open entry."""
    nets = {path.stem: content(path)["result"]["net"] for path in MATCHES}
    assert nets["match-hollywood-win-count"] == [837, -837]
    assert nets["match-hollywood"] == [742, -742]
