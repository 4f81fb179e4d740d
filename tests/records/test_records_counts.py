"""Counts of a league: every count of a player, and teams."""

import attrs

import ginrules as gin
from ginrules.records.leagues import counts_of

STANDARD = gin.preset("standard")
ROUNDS = [
    gin.Outcome(declarer=0, deadwood=(3, 21)),  # Ann knocks: 18
    gin.Outcome(declarer=0, deadwood=(8, 5)),  # and is undercut: Bo 28
    gin.Outcome(declarer=1, deadwood=(30, 0)),  # Bo has gin: 55
    gin.Outcome(declarer=None, deadwood=(20, 12)),
    gin.pad_entry(14, STANDARD, winner=0),
    gin.pad_entry(9, STANDARD, winner=1, result="undercut"),
]


def figures(match, player):
    counts = counts_of([match], player)
    return {name: value for name, value in attrs.asdict(counts).items() if value}


def test_every_count_of_a_match():
    match = gin.new_match(STANDARD, ["Ann", "Bo"], results=ROUNDS)
    assert figures(match, "Ann") == {
        "player": "Ann", "rounds": 6, "rounds_won": 2, "drawn": 1, "knocks": 4, "undercut": 2, "points": 32,
        "net": -60, "hands": 4, "deadwood": 61,
    }  # fmt: skip
    assert figures(match, "Bo") == {
        "player": "Bo", "rounds": 6, "rounds_won": 3, "drawn": 1, "gins": 1, "undercuts": 2, "points": 92,
        "net": 60, "hands": 4, "deadwood": 38,
    }  # fmt: skip
    ours = counts_of([match, match], "Ann")
    assert (ours.rounds, ours.points_per_round, ours.mean_deadwood) == (12, 32 / 6, 61 / 4)
    none = counts_of([], "Ann")
    assert (none.rounds, none.points_per_round, none.mean_deadwood) == (0, None, None)


def test_matches_games_and_teams():
    results = [gin.Outcome(declarer=0, deadwood=(0, 98))] * 3
    columns = gin.new_match(gin.preset("hollywood"), ["Ann", "Bo"], results=results)
    assert columns.is_over
    ours = counts_of([columns], "Ann")
    assert (ours.matches, ours.matches_won, ours.games, ours.games_won) == (1, 1, 3, 3)
    knock, gin_ = gin.Outcome(declarer=0, deadwood=(3, 21)), gin.Outcome(declarer=1, deadwood=(30, 0))
    team = gin.add_round(gin.new_match(gin.preset("partnership"), ["Ann", "Bo", "Cy", "Di"]), knock, gin_)
    (tables,) = team.seatings
    assert [counts_of([team], team.players[player]).points for table in tables for player in table.players] == [
        18, 0, 0, 50,
    ]  # fmt: skip
