"""`player_summary`: the counts, the records counted, and refusals."""

import json

import pytest

import ginrules as gin
from ginrules.errors import RecordError
from ginrules.records import MatchRecord, RoundRecord, account, player_summary

STANDARD = gin.preset("standard")
ROUNDS = [
    gin.Outcome(declarer=0, deadwood=(3, 21)),  # Ann knocks: 18
    gin.Outcome(declarer=0, deadwood=(8, 5)),  # and is undercut: Bo 28
    gin.Outcome(declarer=1, deadwood=(30, 0)),  # Bo has gin: 55
    gin.Outcome(declarer=None, deadwood=(20, 12)),
    gin.pad_entry(14, STANDARD, winner=0),
    gin.pad_entry(9, STANDARD, winner=1, result="undercut"),
]


def figures(records, player):
    summary = player_summary(records, player)
    return {name: value for name, value in summary.as_plain().items() if value}


def test_every_figure_of_a_match():
    record = MatchRecord(STANDARD, ["Ann", "Bo"], ROUNDS)
    assert figures([record], "Ann") == {
        "player": "Ann", "rounds": 6, "rounds_won": 2, "drawn": 1, "knocks": 4, "undercut": 2, "points": 32,
        "net": -60, "hands": 4, "deadwood": 61, "points_per_round": 32 / 6, "mean_deadwood": 61 / 4,
    }  # fmt: skip
    assert figures([record], "Bo") == {
        "player": "Bo", "rounds": 6, "rounds_won": 3, "drawn": 1, "gins": 1, "undercuts": 2, "points": 92,
        "net": 60, "hands": 4, "deadwood": 38, "points_per_round": 92 / 6, "mean_deadwood": 38 / 4,
    }  # fmt: skip


def test_matches_games_teams_and_rounds_of_their_own():
    columns = MatchRecord(gin.preset("hollywood"), ["Ann", "Bo"], [gin.Outcome(declarer=0, deadwood=(0, 99))] * 3)
    assert columns.match.is_over
    ours = player_summary([columns], "Ann")
    assert (ours.matches, ours.matches_won, ours.games, ours.games_won) == (1, 1, 3, 3)
    knock, gin_ = gin.Outcome(declarer=0, deadwood=(3, 21)), gin.Outcome(declarer=1, deadwood=(30, 0))
    team = MatchRecord(gin.preset("partnership"), ["Ann", "Bo", "Cy", "Di"]).add(knock, gin_)
    (tables,) = team.match.seatings
    assert [player_summary([team], team.players[player]).points for table in tables for player in table.players] == [
        18, 0, 0, 50,
    ]  # fmt: skip
    hands = ["Ac 2c 3c 5d 6d 7d 9h Th Jh 4s", "4c 8c Jc 2d 8d Kd 3h 6h 7s Qs"]
    order = gin.stacked(hands, STANDARD, dealer=1, upcard="5s")
    own = RoundRecord(STANDARD, order, dealer=1, names=["Ann", "Bo"], actions=["take"])
    assert player_summary([own, account(own, 0)], "Ann").rounds == 0
    ended = own.play("knock 4s").play("spread Ac 2c 3c / 5d 6d 7d / 9h Th Jh").play("done")
    assert player_summary([ended, account(ended, 0)], "Ann").knocks == 1


def test_texts_and_names_that_nobody_has():
    record = MatchRecord(STANDARD, ["Ann", "Bo"], ROUNDS)
    text = str(player_summary([record], "Ann"))
    assert "rounds            6, 2 won" in text
    assert "knocks            4, 2 undercut" in text
    assert "mean deadwood     15.25" in text
    assert json.loads(json.dumps(player_summary([record], "Ann").as_plain()))["mean_deadwood"] == 15.25
    with pytest.raises(RecordError, match="no record names 'Anne': expected one of Ann, Bo; did you mean 'Ann'"):
        player_summary([record], "Anne")
    with pytest.raises(RecordError, match="they name nobody"):
        player_summary([], "Ann")
    for records, player in ((record, "Ann"), ([record], 3), ([record, "x"], "Ann")):
        with pytest.raises(gin.WrongTypeError):
            player_summary(records, player)
