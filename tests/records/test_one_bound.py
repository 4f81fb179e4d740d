"""What is made can be written and read back; what is read can go on. One bound for writer and reader."""

import time

import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError, RecordError
from ginrules.records import League, from_dict, league, to_dict

WON = gin.Outcome(declarer=0, deadwood=(3, 20))


def long_match(rounds):
    record = gin.MatchRecord("hollywood-endless", ["Ann", "Bo"], [WON] * rounds)
    assert len(record.match.scores) == rounds
    return record


def test_a_match_has_as_many_rounds_as_its_record():
    record = long_match(2_000)
    assert gin.MatchRecord.loads(record.dumps("json")) == record
    for more in (lambda: record.add(WON), record.give_notice, lambda: record.concede(0)):
        with pytest.raises(RecordError, match="a match has at most 2000 rounds"):
            more()
    with pytest.raises(RecordError, match="a match has at most 2000 rounds"):
        gin.MatchRecord("hollywood-endless", ["Ann", "Bo"], [WON] * 2_001)


def test_a_pad_of_the_most_rounds_may_name_another_dealer():
    pad = "rules hollywood-endless\nplayers Ann Bo\ndealer Bo\n" + "Ann 25 gin\n" * 2_000
    record = gin.loads_pad(pad)
    assert gin.MatchRecord.loads(record.dumps("json")) == record
    with pytest.raises(RecordError, match="line 2004: a match has at most 2000 rounds"):
        gin.loads_pad(pad + "Ann 25 gin")


def test_a_session_stops_before_its_match_cannot_be_read():
    data = to_dict(gin.Session("hollywood-endless", ["Ann", "Bo"]))
    del data["result"]
    session = from_dict(gin.Session, {**data, "rounds": to_dict(long_match(1_998))["rounds"]})
    session = session.next_round(7).act(1, "take")
    assert gin.Session.together(*session.apart()) == session
    session = from_dict(gin.Session, {**data, "rounds": to_dict(long_match(1_999))["rounds"]})
    with pytest.raises(RecordError, match="a match has at most 1999 rounds and a concession: concede"):
        session.next_round(7)
    conceded = session.concede(0)
    assert gin.Session.together(*conceded.apart()) == conceded


def test_a_text_that_nobody_reads_is_not_written():
    """A real match of so many rounds has 2 MB; here the house rules have long names."""
    rounds = [gin.price(WON, "hollywood-endless").plus("x" * 60, 0, 5)] * 1_900
    record = gin.MatchRecord("hollywood-endless", ["Ann", "Bo"], [one.plus("y" * 60, 0, 5) for one in rounds])
    assert len(gin.MatchRecord("hollywood-endless", ["Ann", "Bo"], rounds[:900]).dumps("json")) < 1 << 20
    with pytest.raises(RecordError, match="more than the 1048576 that are read"):
        record.dumps("json")


def test_a_session_counts_no_further_than_its_reader():
    data = to_dict(gin.Session("standard", ["Ann", "Bo"]).next_round(7))
    last = from_dict(gin.Session, {**data, "changes": 1_000_000_000})
    assert gin.Session.loads(last.dumps()) == last
    for call in (lambda: last.act(1, "take"), lambda: last.concede(0)):
        with pytest.raises(RecordError, match="at most 1000000000 changes"):
            call()
    before = from_dict(gin.Session, {**data, "changes": 999_999_999}).act(1, "take")
    assert gin.Session.loads(before.dumps()) == before


@pytest.mark.parametrize("stake", ["x", "NaN", "Infinity", "1e999999", "-5", "٣", "1_0", ".5", "1."])
def test_a_league_is_read_with_the_stakes_that_it_is_made_with(stake):
    with pytest.raises(RecordError, match="stake: must be like"):
        from_dict(League, {"format": "ginrules/league", "version": 2, "stake": stake})


def test_a_league_that_is_made_is_read():
    pads = ["rules standard\nplayers Ann Bo\nAnn 120\n", "rules standard\nplayers Bo Cy\nCy 120\n"]
    for stake in (None, "0.10", 3):
        season = league([gin.loads_pad(pad) for pad in pads], stake=stake)
        data = to_dict(season)
        assert from_dict(League, data) == season
    data["standings"][0]["form"] = "Cy"
    with pytest.raises(RecordError, match="form: must be like"):
        from_dict(League, data)
    data["standings"][0] |= {"form": "W", "player": "Ed"}
    with pytest.raises(RecordError, match="the line is that of 'Ed'"):
        from_dict(League, data)


def test_a_sample_of_a_belief_is_bounded():
    belief = gin.players.Belief()
    view = gin.view(gin.deal("standard", gin.shuffled(7)), 1)
    for number in (10**9, 10**18, -1):
        with pytest.raises(InvalidRunError, match="n: expected a whole number"):
            belief.sample(view, number, 1)


def test_adding_a_round_to_a_long_match_takes_no_longer_than_to_a_short_one():
    times = []
    for rounds in (200, 1_900):
        match = long_match(rounds).match
        best = []
        for _ in range(30):
            begin = time.process_time()
            gin.add_round(match, WON)
            best.append(time.process_time() - begin)
        times.append(min(best))
    assert times[1] < 3 * times[0] + 0.0005
