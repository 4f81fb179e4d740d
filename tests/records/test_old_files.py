"""Files written by the first version of the formats: every later version reads them, and they mean the same.

The archive is kept for good and is never written again: 200 rounds, 60 matches, 20 sessions, 30 pads and all presets,
with what the version that wrote them made of each in ``facts.json``.
"""

import json
import logging
import tomllib
import zipfile
from pathlib import Path

import pytest

import ginrules as gin

ARCHIVE = Path(__file__).parent.parent / "data" / "old_files.zip"


def read_archive():
    with zipfile.ZipFile(ARCHIVE) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    return json.loads(files.pop("facts.json")), files


FACTS, FILES = read_archive()


def of(folder):
    return {name: text for name, text in FILES.items() if name.startswith(folder)}


def points(match):
    return [list(score.points) for score in match.scores]


def test_the_archive_is_whole():
    counts = {folder: len(of(folder)) for folder in ("rounds", "matches", "sessions", "pads", "presets")}
    assert counts == {"rounds": 200, "matches": 60, "sessions": 20, "pads": 30, "presets": 84}
    assert set(FACTS) == set(FILES)
    assert ARCHIVE.stat().st_size < 1_000_000


SHUTOUTS = {"bea4ce5594a5af07": "rummytalk", "481817bbb52edc17": "roodle"}
"""The digests that two presets had while a shutout doubled the points of play alone, without the boxes."""


def digest_now(digest):
    return gin.preset(SHUTOUTS[digest]).digest if digest in SHUTOUTS else digest


def test_rounds_are_played_and_priced_as_then():
    for name, text in of("rounds").items():
        record, facts = gin.RoundRecord.loads(text), FACTS[name]
        assert (record.rules.digest, len(record.actions)) == (digest_now(facts["rules"]), facts["actions"]), name
        priced = None if record.outcome is None else list(gin.price(record.outcome, record.rules).points)
        assert priced == facts["points"], name


WRONG_CARD = "pads/08.pad"
"""A pad that names an upcard where a knock card doubles: read at first, refused before the first release."""


def test_a_pad_with_a_card_that_its_rules_do_not_turn_up_is_refused_at_its_lines():
    with pytest.raises(gin.RecordError, match="line 4: expected no upcard, these rules have none, got 7s"):
        gin.loads_pad(FILES[WRONG_CARD])
    right = FILES[WRONG_CARD].replace("upcard", "knock-card").removesuffix("Bo knocks 3 Ann 22\n")
    match = gin.loads_pad(right).match
    assert match.rules.digest == FACTS[WRONG_CARD]["rules"]
    assert [score.points for score in match.scores[:2]] == [(0, 74), (74, 0)]


def test_matches_and_pads_are_settled_as_then():
    read = {**of("matches"), **of("pads")}
    del read[WRONG_CARD]
    for name, text in read.items():
        record = gin.loads_pad(text) if name.endswith(".pad") else gin.MatchRecord.loads(text)
        match, facts = record.match, FACTS[name]
        settled = gin.settle(match)
        now = {
            "rules": match.rules.digest,
            "scores": points(match),
            "totals": list(settled.totals),
            "net": list(settled.net),
            "over": match.is_over,
        }
        then = {key: value for key, value in facts.items() if key != "entries"}
        if facts["rules"] in SHUTOUTS:  # a kept match has the preset's name, and is settled by its new figure
            before = match.rules.evolve(shutout="double-hand-points")
            assert before.digest == facts["rules"]
            settled = gin.settle(gin.new_match(before, match.players, results=match.entries))
            now |= {"rules": before.digest, "totals": list(settled.totals), "net": list(settled.net)}
        assert now == then, name
        assert len(match.entries) == facts.get("entries", len(match.entries)), name


def test_sessions_go_on_where_they_stood():
    for name, text in of("sessions").items():
        session, facts = gin.Session.loads(text), FACTS[name]
        now = {
            "rules": session.rules.digest,
            "version": session.version,
            "to_move": sorted(session.to_move),
            "actions": sum(len(record.actions) for record in session.round),
            "scores": points(session.match),
        }
        assert now == facts, name


def test_presets_have_their_values_and_digests():
    for name, text in of("presets").items():
        key = Path(name).stem
        written = gin.loads_rules(text)
        assert written.digest == FACTS[name]["rules"], name
        if written.digest in SHUTOUTS:
            written = written.evolve(shutout="double-total")
        assert written == gin.preset(key), name


# --- facts that follow from the rest ----------------------------------------------------------------

_ROUND = next(
    json.loads(text) for name, text in of("rounds").items() if name.endswith("json") and "score" in json.loads(text)
)
_MATCH = next(json.loads(text) for name, text in of("matches").items() if name.endswith("json"))
_PLACES = [("round", "outcome"), ("round", "score"), ("match", "result")]


def documents(kind):
    return (_ROUND, gin.RoundRecord) if kind == "round" else (_MATCH, gin.MatchRecord)


@pytest.mark.parametrize(("kind", "table"), _PLACES)
def test_each_fact_can_be_left_out(kind, table):
    data, cls = documents(kind)
    whole = gin.from_dict(cls, data)
    assert gin.from_dict(cls, {key: value for key, value in data.items() if key != table}) == whole
    for fact in data[table]:
        fewer = {key: value for key, value in data[table].items() if key != fact}
        assert gin.from_dict(cls, {**data, table: fewer}) == whole


@pytest.mark.parametrize(("kind", "table"), _PLACES)
def test_a_fact_of_a_later_version_is_left_out_and_the_log_says_so(kind, table, caplog):
    data, cls = documents(kind)
    more = {**data, table: {**data[table], "unheard_of": [1]}}
    with caplog.at_level(logging.WARNING, "ginrules"):
        assert gin.from_dict(cls, more) == gin.from_dict(cls, data)
    said = f"{table}.unheard_of is a fact that this version of ginrules does not know: left out"
    assert [record.getMessage() for record in caplog.records] == [said]


def test_a_misspelled_fact_is_told_what_was_probably_meant(caplog):
    more = {**_ROUND, "outcome": {**_ROUND["outcome"], "deadwod": [1, 2]}}
    gin.from_dict(gin.RoundRecord, more)
    assert caplog.messages[0].endswith("does not know: left out (did you mean 'deadwood'?)")


@pytest.mark.parametrize(("kind", "table"), _PLACES)
def test_a_wrong_fact_is_refused_with_its_path(kind, table):
    data, cls = documents(kind)
    for fact, value in data[table].items():
        if type(value) is bool:
            wrong = not value
        elif isinstance(value, list):
            wrong = [0] if not value else [*value[:-1], value[-1] + 1 if type(value[-1]) is int else "7h"]
        else:
            wrong = {"ending": "out", "result": "out", "upcard": "7h" if value != "7h" else "8h"}.get(fact, 1)
            wrong = 0 if wrong == value else wrong
        with pytest.raises(gin.RecordError) as refused:
            gin.from_dict(cls, {**data, table: {**data[table], fact: wrong}})
        assert [problem.path for problem in refused.value.problems] == [f"{table}.{fact}"], (fact, wrong)


def test_an_outcome_that_is_what_happened_needs_its_facts():
    """In a match, a result without cards is no fact that follows: nothing of it can be missing or unknown."""
    entry = {"kind": "outcome", "ending": "knock", "declarer": 0, "deadwood": [3, 21]}
    data = {"format": "ginrules/match-record", "version": 2, "rules": "standard", "players": ["A", "B"], "rounds": []}
    assert gin.from_dict(gin.MatchRecord, {**data, "rounds": [entry]}).match.scores[0].points == (18, 0)
    for wrong in ({**entry, "unheard_of": [1]}, {key: value for key, value in entry.items() if key != "deadwood"}):
        with pytest.raises(gin.RecordError):
            gin.from_dict(gin.MatchRecord, {**data, "rounds": [wrong]})


def test_old_texts_name_the_format_that_is_read():
    for name, text in FILES.items():
        if name.startswith(("rounds", "matches", "sessions")):
            head = json.loads(text) if name.endswith("json") else tomllib.loads(text)
            assert head["version"] == 2
