"""Ending early, precise rules 13.5 and 13a: the worth of a concession in every form of match, worked by hand."""

from textwrap import dedent

import pytest

import ginrules as gin
from ginrules.match import Concession
from ginrules.match.state import Entry
from ginrules.records import from_dict, to_dict

STANDARD = gin.preset("standard")
HOLLYWOOD = gin.preset("hollywood")
PENALTY = gin.preset("penalty-2-to-4")
ELIMINATION = gin.preset("penalty-elimination")
CUTTHROAT = gin.preset("cutthroat")
BEST_OF = STANDARD.evolve(match_form="best-of", match_games=3)
POINTS = STANDARD.evolve(match_form="points", match_target=500, match_bonus=50)
NO_SHUTOUT = STANDARD.evolve(shutout="none")


def played(rules, players, rounds, *conceding):
    match = gin.new_match(rules, players)
    for winner, points in rounds:
        match = gin.add_round(match, gin.pad_entry(points, rules, winner=winner))
    for player in conceding:
        match = gin.concede(match, player)
    return match


# rules, players, rounds, who concedes, winners, totals, net
ENDED = [
    # between two sides: 60 and a box; 30, the game and a box, though the loser of the game has more points of play
    ("the other side wins, with the game bonus", STANDARD, 2, [(0, 60), (1, 30)], 0, (1,), (85, 155), (-70, 70)),
    ("the net can go against the winner", STANDARD, 2, [(0, 60), (0, 30), (1, 5)], 0, (1,), (140, 130), (10, -10)),
    ("whatever winner_by", STANDARD.evolve(winner_by="highest-total"), 2, [(0, 60), (0, 30), (1, 5)], 0, (1,),
     (140, 130), (10, -10)),
    ("shut out as things stand", STANDARD, 2, [(1, 40)], 0, (1,), (0, 205), (-205, 205)),
    ("before any round the bonus is paid", STANDARD, 2, [], 1, (0,), (100, 0), (100, -100)),
    ("and a flat shutout", STANDARD.evolve(shutout="flat"), 2, [], 1, (0,), (200, 0), (200, -200)),
    ("a doubled difference", STANDARD.evolve(shutout="double-difference"), 2, [(1, 40)], 0, (1,), (0, 165),
     (-330, 330)),
    # 100 + 25 against 75: a margin of 50 forfeits only if nobody has conceded
    ("no exact margin", NO_SHUTOUT.evolve(exact_margin_forfeit=50), 2, [(0, 50)], 1, (0,), (175, 0), (175, -175)),
    ("no exact margin, at it", NO_SHUTOUT.evolve(exact_margin_forfeit=175), 2, [(0, 50)], 1, (0,), (175, 0),
     (175, -175)),
    # closed columns stand, open columns are conceded, also without an entry
    ("columns", HOLLYWOOD, 2, [(0, 60), (0, 45), (1, 20)], 1, (0,), (360 + 170 + 100, 45), (585, -585)),
    ("columns by the sign of the sum", HOLLYWOOD, 2, [(0, 60), (0, 45), (1, 20)], 0, (0,), (360 + 70, 145 + 100),
     (185, -185)),
    ("columns of their own", HOLLYWOOD.evolve(column_close="own"), 2, [(0, 110), (1, 20)], 0, (1,),
     (110 + 100 + 25, 45 + 100 + 100), (-10, 10)),
    # several games
    ("best of three", BEST_OF, 2, [(0, 100), (0, 10)], 0, (1,), (1, 1), (0, 0)),
    ("best of three, at once", BEST_OF, 2, [], 0, (1,), (0, 1), (0, 0)),
    ("points: the total and the match bonus", POINTS, 2, [(0, 60), (1, 30)], 0, (1,), (0, 155 + 50), (-205, 205)),
    # penalty scoring and table counts between two
    ("penalties as they stand", PENALTY, 2, [(0, (0, 30))], 0, (1,), (0, 30), (30, -30)),
    ("table counts as they stand", gin.preset("mahjong-gin"), 2, [(0, (60, -20))], 0, (1,), (60, -20), (80, -80)),
    # a line of three against the box: any member concedes for the side, even a resting member
    ("captain", gin.preset("captain"), 4, [(0, 20)], 3, (0,), (165, 0), (165, -165)),
    ("partnership", gin.preset("partnership"), 4, [], 3, (0,), (200, 0), (200, -200)),
    # more than two sides: the best of the others, as at the target
    ("three: the best of the others", CUTTHROAT, 3, [(0, 18), (1, 30)], 2, (0,), (143, 0, 55),
     (143 + 100 + 88, -243 - 55, -88 + 55)),
    ("three: the one who leads concedes", CUTTHROAT, 3, [(0, 18), (1, 30), (1, 20)], 2, (0,), (143, 0, 100),
     (143 + 100 + 43, -243 - 100, -43 + 100)),
    ("three: the highest standing, boxes paid at once", CUTTHROAT.evolve(box_timing="immediate"), 3,
     [(0, 10), (0, 10), (1, 30)], 2, (0,), (170, 55, 0), (115 + 270, -115 + 55, -270 - 55)),
    ("three: level, nobody", CUTTHROAT, 3, [], 2, (), (0, 0, 0), (0, 0, 0)),
    ("rotating box", gin.preset("rotating-box"), 3, [(1, 20)], 1, (2,), (0, 45, 145), (-290, -55, 345)),
    ("penalty, three: the lowest of the others", PENALTY, 3, [(0, (0, 50, 20))], 0, (2,), (0, 50, 20), (70, -80, 10)),
    ("penalty, three: level ones share", PENALTY, 3, [(0, (0, 20, 20))], 0, (1, 2), (0, 20, 20), (40, -20, -20)),
    ("gain, three", gin.preset("knock-rummy"), 3, [(0, (30, 0, 0)), (1, (0, 20, 0))], 0, (1,), (30, 20, 0),
     (40, 10, -50)),
    ("gain, three: level, nobody", gin.preset("knock-rummy"), 3, [(0, (30, 0, 0))], 0, (), (30, 0, 0), (60, -30, -30)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "players", "rounds", "player", "winners", "totals", "net"),
    [case[1:] for case in ENDED],
    ids=[case[0] for case in ENDED],
)
def test_13_5_a_concession_ends_the_match(rules, players, rounds, player, winners, totals, net):
    open_match = played(rules, players, rounds)
    match = gin.concede(open_match, player)
    settled = gin.settle(match)
    assert (match.is_over, match.due, match.winners, settled.winners) == (True, (), winners, winners)
    assert (settled.totals, settled.net) == (totals, net)
    assert match.scores == open_match.scores
    assert match.entries == (*open_match.entries, Concession(player))
    assert gin.new_match(rules, match.players, results=match.entries) == match
    assert [from_dict(Entry, entry) for entry in to_dict(match)["entries"]] == [*match.entries]


def test_a_conceded_game_says_who_takes_the_bonus_and_who_has_conceded():
    match = played(HOLLYWOOD, 2, [(0, 60), (0, 45), (1, 20)], 1)
    assert [(game.crossed, game.conceded_by) for game in match.games] == [(0, ()), (0, (1,)), (0, (1,))]


def test_endless_columns_open_no_more():
    match = played(gin.preset("hollywood-endless"), 2, [(0, 60), (0, 45)], 1)
    assert (len(match.games), match.is_over) == (4, True)


# --- the last player standing -------------------------------------------------------------------------------


def test_13_5_with_last_standing_the_player_is_out_and_counts_with_the_target():
    """A total below the target is kept on the sheet and counts as 100; the deal passes to the next player left in."""
    match = played(ELIMINATION, 4, [(0, (0, 50, 20, 60))])
    assert match.due[0].dealer == 1
    match = gin.concede(match, 1)
    assert (match.is_over, match.out, match.games[0].points) == (False, (1,), (0, 50, 20, 60))
    (table,) = match.due
    assert (table.players, table.resting, table.dealer) == ((0, 2, 3), (1,), 2)
    assert gin.settle(match).totals == (0, 100, 20, 60)
    match = gin.add_round(match, gin.pad_entry((0, 90, 10), ELIMINATION, winner=0))
    assert (match.out, match.games[0].points) == ((1, 2), (0, 50, 110, 70))
    match = gin.concede(match, 0)
    assert (match.is_over, match.winners) == (True, (3,))
    # 100 (conceded at 0), 100 (conceded at 50), 110, and 70 for the last player
    assert gin.settle(match).totals == (100, 100, 110, 70)
    assert gin.settle(match).net == (-20, -20, -60, 100)
    assert gin.new_match(ELIMINATION, 4, results=match.entries) == match
    assert str(match).splitlines()[-3:] == "B concedes after round 1, A concedes after round 2, D wins".split(", ")


def test_13_5_between_two_the_last_standing_has_won_and_best_of_is_lost():
    match = played(ELIMINATION, 2, [(0, (0, 30))], 0)
    assert (match.winners, gin.settle(match).totals) == ((1,), (100, 30))
    rules = gin.preset("penalty-elimination-50").evolve(
        seating="head-to-head", player_counts=(2,), match_form="best-of", match_games=3
    )
    match = played(rules, 2, [(0, (0, 50))], 0)
    assert (match.is_over, match.winners, match.accounts) == (True, (1,), (1, 1))


# --- written and read ---------------------------------------------------------------------------------------


def test_the_sheet_says_who_concedes_and_when():
    match = played(HOLLYWOOD, ["Ann", "Bo"], [(0, 60), (0, 45), (1, 20)], 1)
    assert str(match) == dedent("""\
        hollywood: Ann – Bo
        round  dealer  result        game 1        game 2          game 3
        1      Ann     Ann knock 60  60–0          .               .
        2      Bo      Ann knock 45  105–0 closed  45–0            .
        3      Ann     Bo knock 20   .             45–20 conceded  .
        boxes                        2–0           1–1             0–0
        Bo concedes after round 3
        Ann wins""")
    assert "Bo concedes after round 3" in gin.svg.sheet_svg(match).svg
    assert "Bo concedes before the first round" in str(gin.concede(gin.new_match(STANDARD, ["Ann", "Bo"]), 1))


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_a_record_has_the_concession_and_takes_it_back(kind):
    record = gin.MatchRecord(STANDARD, ["Ann", "Bo"]).add(gin.Outcome(declarer=0, deadwood=(3, 21)))
    conceded = record.concede(0)
    assert (conceded.match.winner, conceded.due) == (1, ())
    assert gin.MatchRecord.loads(conceded.dumps(kind)) == conceded
    assert conceded.back() == record
    with pytest.raises(gin.RecordError, match="the match is over"):
        conceded.concede(1)
    data = gin.to_dict(conceded)
    assert data["rounds"][-1] == {"kind": "concession", "player": 0}
    with pytest.raises(gin.RecordError, match=r"rounds\[1\]: player who concedes: expected a whole number from 0 to 1"):
        gin.from_dict(gin.MatchRecord, {**data, "rounds": [data["rounds"][0], {"kind": "concession", "player": 5}]})
    with pytest.raises(gin.RecordError, match=r"rounds\[1\]\.player: is missing"):
        gin.from_dict(gin.MatchRecord, {**data, "rounds": [data["rounds"][0], {"kind": "concession"}]})


@pytest.mark.parametrize(
    ("match", "player", "message"),
    [
        (played(STANDARD, 2, [(0, 100)]), 1, "over after 1 round"),
        (played(STANDARD, 2, [], 0), 1, "over after 0 rounds"),
        (gin.new_match(STANDARD), 2, "player who concedes: expected a whole number from 0 to 1, got 2"),
        (gin.new_match(STANDARD), -1, "player who concedes: expected a whole number from 0 to 1, got -1"),
        (gin.new_match(STANDARD), True, "got True"),
        (gin.new_match(STANDARD), "Ann", "got 'Ann'"),
        (gin.new_match(STANDARD), None, "got None"),
        (played(ELIMINATION, 3, [(0, (0, 90, 5)), (0, (0, 11, 0))]), 1, "player 1 is out already"),
        (played(ELIMINATION, 3, [], 1), 1, "player 1 is out already"),
    ],
)
def test_what_cannot_be_conceded_is_a_score_error(match, player, message):
    with pytest.raises(gin.ScoreError, match=message):
        gin.concede(match, player)


def test_only_a_match_can_be_conceded():
    with pytest.raises(gin.WrongTypeError):
        gin.concede("standard", 0)
