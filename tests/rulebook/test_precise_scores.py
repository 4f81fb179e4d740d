"""The worked sheets and settlements of the rules as settled: §1, §3.6, §4, §5, §6, §7, §9, §11b."""

import pytest

import ginrules as gin
from ginrules.scoring.settle import settle_game
from tests.conftest import COUNTS, PENALTIES, SPADES

CLASSIC = {"gin_bonus": 20, "undercut_bonus": 10, "big_gin": False, "box_bonus": 20, "next_dealer": "winner"}
CLASSIC |= {"shutout": "flat", "shutout_when": "loser-no-points"}
SIX = {"seating": "partnership", "player_counts": (6,), "next_dealer": "winning-side", "opponents": "fixed"}
TEAMS = {"seating": "partnership", "player_counts": (4,), "next_dealer": "winning-side"}


def won(side, points, seats=2):
    """An outcome that prices to these points for the seat: a knock with 1."""
    return gin.Outcome(declarer=side, deadwood=tuple(1 if seat == side else points + 1 for seat in range(seats)))


def sheet(match):
    """The points of every game, as the sheet shows them: 105-30."""
    return tuple("-".join(map(str, game.points)) for game in match.games)


def boxes(match):
    return tuple(game.boxes for game in match.games)


def played(rules, rounds, players=2, **more):
    results = [won("AB".index(side), points) for side, points in rounds]
    return gin.new_match(rules, players, results=results, **more)


# --- 1 all-play

PENALTY = gin.RuleSet(**PENALTIES, player_counts=(2, 3, 4), rounds={2: 2, 3: 3, 4: 4})


def test_1_7_1_knock():
    """Penalties 0 / 22 / 17 (pooled: 0 / 42 / 42). With chaining allowed D would be 20 and 10."""
    outcome = gin.Outcome(declarer=0, deadwood=(3, 25, 20))
    assert gin.price(outcome, PENALTY).points == (0, 22, 17)
    assert gin.price(outcome, PENALTY.evolve(penalty_share="pooled")).points == (0, 42, 42)


def test_1_7_2_gin():
    """Penalties 0 / 56 / 58 (pooled 0 / 89 / 89)."""
    outcome = gin.Outcome(declarer=0, deadwood=(0, 31, 33))
    assert gin.price(outcome, PENALTY).points == (0, 56, 58)
    assert gin.price(outcome, PENALTY.evolve(penalty_share="pooled")).points == (0, 89, 89)


def test_1_7_3_undercut():
    """difference: 31 / 4 / 0. full: 34 / 4 / 0. pooled: 38 / 13 / 0. Seat 1 also beat the knocker and pays 4."""
    outcome = gin.Outcome(declarer=0, deadwood=(9, 7, 3))
    assert gin.price(outcome, PENALTY).points == (31, 4, 0)
    assert gin.price(outcome, PENALTY.evolve(undercut_penalty="full")).points == (34, 4, 0)
    assert gin.price(outcome, PENALTY.evolve(penalty_share="pooled")).points == (38, 13, 0)


def test_1_7_4_the_texts_24_to_4():
    """That undercuts: knocker pays 6 - 4 + 25 = 27 (full: 31)."""
    outcome = gin.Outcome(declarer=0, deadwood=(6, 4))
    assert gin.price(outcome, PENALTY).points == (27, 0)
    assert gin.price(outcome, PENALTY.evolve(undercut_penalty="full")).points == (31, 0)


def test_1_9_next_dealer_left_and_after_a_drawn_round_the_same():
    match = gin.new_match(PENALTY, 3)
    dealers = []
    for outcome in (won(0, 5, 3), gin.Outcome(declarer=None, deadwood=(5, 6, 7)), won(2, 5, 3)):
        dealers.append(match.due[0].dealer)
        match = gin.add_round(match, outcome)
    assert dealers == [0, 1, 1]
    assert match.due[0].dealer == 2


def test_1_10_after_n_decided_rounds_the_lowest_total_wins_and_equal_lowest_share():
    match = gin.new_match(PENALTY, 3, results=[won(0, 5, 3), won(1, 5, 3)])
    assert not match.is_over
    third = gin.add_round(match, won(2, 5, 3))
    assert third.is_over
    assert third.games[0].points == (10, 10, 10)
    assert third.winners == (0, 1, 2)
    assert third.winner is None
    assert gin.add_round(match, won(0, 5, 3)).winner == 0


def test_1_10_or_after_the_round_in_which_any_seat_stands_at_t_or_more():
    match = gin.new_match(PENALTY.evolve(target=50, rounds=0), 2, results=[won(0, 30)])
    assert not match.is_over
    over = gin.add_round(match, won(0, 20))
    assert (over.is_over, over.winner, over.games[0].points) == (True, 0, (0, 50))
    assert gin.settle(over).net == (50, -50)


def test_1_10_whichever_comes_first():
    rules = PENALTY.evolve(target=50, rounds=2)
    assert gin.new_match(rules, 2, results=[won(0, 50)]).is_over
    assert gin.new_match(rules, 2, results=[won(0, 5), won(1, 6)]).is_over


# --- 2.7 mahjong

MAHJONG = gin.RuleSet(**COUNTS, player_counts=(2, 3, 4))


def test_2_7_the_highest_total_wins_level_another_round():
    """After the round in which somebody reaches it the highest total wins; equal: another round."""
    level = gin.new_match(MAHJONG, 2, results=[gin.Outcome(declarer=0, deadwood=(0, 0), laid=(125, 125))] * 4)
    assert not level.is_over
    # Both fall below 500 again: one leads, so the game is over.
    over = gin.add_round(level, gin.Outcome(declarer=1, deadwood=(60, 0), laid=(20, 0)))
    assert (over.games[0].points, over.winner) == ((460, 500), 1)


def test_2_8_example():
    """Seat 1: 15 + 45 + 10 = +70. Seat 0: 10 + 30 - (5+5+10+5) = +15."""
    assert gin.price(gin.Outcome(declarer=1, deadwood=(25, 0), laid=(40, 70)), MAHJONG).points == (15, 70)


# --- 3 lay-offs against gin, the sweep


def test_3_4_nobody_scores_same_dealer_and_it_spoils_won_every_hand():
    rules = gin.RuleSet(layoff="including-gin", gin_bonus=20, shutout="flat", shutout_when="winner-every-hand")
    void = gin.Outcome(declarer=0, deadwood=(0, 0))
    match = gin.new_match(rules, results=[void])
    assert match.due[0].dealer == 0
    assert match.games[0].boxes == (0, 0)
    spoilt = gin.new_match(rules, results=[void, won(0, 60), won(0, 40)])
    assert gin.settle(spoilt).totals == (100 + 100 + 50, 0)
    clean = gin.new_match(rules, results=[won(0, 60), won(0, 40)])
    assert gin.settle(clean).totals == (100 + 100 + 100 + 50, 0)


TEDESCO_TEAMS = gin.RuleSet(**SIX, columns=3, target=175, team_sweep_bonus=25)


def test_3_6_example():
    """Tables +31, +12, +40 → 83 + 25 = 108 entered."""
    match = gin.new_match(TEDESCO_TEAMS, 6, results=[(won(0, 31), won(0, 12), won(0, 40))])
    assert sheet(match) == ("108-0", "0-0", "0-0")


def test_3_6_a_drawn_table_or_one_table_lost_no_bonus():
    drawn = gin.Outcome(declarer=None, deadwood=(5, 5))
    assert sheet(gin.new_match(TEDESCO_TEAMS, 6, results=[(won(0, 31), won(0, 12), drawn)]))[0] == "43-0"
    assert sheet(gin.new_match(TEDESCO_TEAMS, 6, results=[(won(0, 31), won(0, 12), won(1, 3))]))[0] == "40-0"


def test_3_6_a_win_for_0_points_is_a_win():
    rules = TEDESCO_TEAMS.evolve(tie="knocker-wins")
    level = gin.Outcome(declarer=0, deadwood=(4, 4))
    assert sheet(gin.new_match(rules, 6, results=[(won(0, 31), won(0, 12), level)]))[0] == "68-0"


# --- 4 partnerships

PARTNERSHIP = gin.RuleSet(**TEAMS, target=125, **{k: v for k, v in CLASSIC.items() if k != "next_dealer"})


@pytest.mark.parametrize(
    ("tables", "points", "box"),
    [
        ((won(0, 16), won(0, 12)), (28, 0), (1, 0)),
        ((won(0, 7), won(1, 13)), (0, 6), (0, 1)),
        ((won(0, 9), won(1, 9)), (0, 0), (0, 0)),
    ],
)
def test_4_3_examples_rg(tables, points, box):
    """16 and 12 → 28 and a box; 7 against 13 → 6 and a box to the other side. 9 against 9 → nothing."""
    match = gin.new_match(PARTNERSHIP, 4, results=[tables])
    assert (match.games[0].points, match.games[0].boxes) == (points, box)


COLUMNS = {"columns": 3, "column_weights": (1, 1, 2), "game_bonus": 0, "shutout": "double-total", "target": 300}
ROODLE = gin.RuleSet(**SIX, **SPADES, **COLUMNS, team_sweep_boxes=3)


def spade_gin(side, points):
    """A gin on a spade for so many points: (D + 25) × 2."""
    return gin.Outcome(
        declarer=side, deadwood=(0, points // 2 - 25) if side == 0 else (points // 2 - 25, 0), upcard="Ks"
    )


def spade_knock(side, points):
    return gin.Outcome(declarer=side, deadwood=(1, 1 + points // 2) if side == 0 else (1 + points // 2, 1), upcard="Ks")


def value_of_third(rules, first, third):
    """The change of the provisional net when the round enters all three columns."""
    match = gin.new_match(rules, 6, results=[first, first])
    return gin.settle(gin.add_round(match, *third)).net[0] - gin.settle(match).net[0]


SMALL = (won(0, 1), won(0, 1), won(1, 1))


def test_4_3_rt_sweep_on_a_spade():
    """Two gins and a knock, 140 points: boxes 1 + 2×2×2 + 3×2 = 15 → 140 + 375 = 515; columns 1,1,2 → 2,060."""
    sweep = (spade_gin(0, 60), spade_gin(0, 60), spade_knock(0, 20))
    match = gin.new_match(ROODLE, 6, results=[sweep])
    assert (match.games[0].points, match.games[0].boxes) == ((140, 0), (15, 0))
    assert gin.settle(match).totals == (515, 0)
    assert value_of_third(ROODLE, SMALL, sweep) == 2060


def test_4_3_rt_third_table_lost():
    """Third table lost: 1 + 8 = 9 boxes, 90 points → 315 → 1,260."""
    broken = (spade_gin(0, 60), spade_gin(0, 60), spade_knock(1, 30))
    match = gin.new_match(ROODLE, 6, results=[broken])
    assert (match.games[0].points, match.games[0].boxes) == ((90, 0), (9, 0))
    assert gin.settle(match).totals == (315, 0)
    assert value_of_third(ROODLE, SMALL, broken) == 1260


def test_4_3_extra_boxes_of_the_losing_side_are_lost():
    rules = ROODLE.evolve(columns=1, column_weights=(1,))
    mixed = (spade_gin(1, 60), won(0, 80), won(0, 10))
    assert gin.new_match(rules, 6, results=[mixed]).games[0].boxes == (1, 0)


def test_4_3_sweep_boxes_double_only_if_every_table_did():
    rules = ROODLE.evolve(columns=1, column_weights=(1,))
    partly = (spade_gin(0, 60), won(0, 80), won(0, 10))
    assert gin.new_match(rules, 6, results=[partly]).games[0].boxes == (1 + 4 + 3, 0)
    everywhere = rules.evolve(spade_scope="hand-and-all-boxes")
    assert gin.new_match(everywhere, 6, results=[partly]).games[0].boxes == (1 + 4 + 3, 0)
    all_spades = (spade_gin(0, 60), spade_knock(0, 20), spade_knock(0, 20))
    assert gin.new_match(everywhere, 6, results=[all_spades]).games[0].boxes == (2 + 4 + 6, 0)


def test_4_3_sweep_boxes_are_single_where_a_spade_multiplies_the_hand_alone():
    rules = ROODLE.evolve(columns=1, column_weights=(1,), spade_scope="hand")
    all_spades = (spade_gin(0, 60), spade_knock(0, 20), spade_knock(0, 20))
    assert gin.new_match(rules, 6, results=[all_spades]).games[0].boxes == (1 + 2 + 3, 0)


@pytest.mark.parametrize(
    ("opponents", "seatings"),
    [
        ("alternate", [[(0, 1), (2, 3)], [(0, 3), (2, 1)], [(0, 1), (2, 3)]]),
        ("fixed", [[(0, 1), (2, 3)]] * 3),
        ("rotate", [[(0, 1), (2, 3)], [(0, 3), (2, 1)], [(0, 1), (2, 3)]]),
    ],
)
def test_4_1_opponents(opponents, seatings):
    match = gin.new_match(PARTNERSHIP.evolve(opponents=opponents), 4)
    for expected in seatings:
        assert [table.players for table in match.due] == expected
        match = gin.add_round(match, won(0, 1), won(1, 1))


def test_4_1_three_tables_rotate_by_the_round_number():
    match = gin.new_match(TEDESCO_TEAMS.evolve(opponents="rotate"), 6, results=[SMALL])
    assert [table.players for table in match.due] == [(0, 3), (2, 5), (4, 1)]


def test_4_2_all_members_of_the_winning_side_deal():
    match = gin.new_match(PARTNERSHIP, 4, dealer=2)
    assert [(table.dealer, table.dealer_seat) for table in match.due] == [(0, 0), (2, 0)]
    match = gin.add_round(match, won(1, 9), won(1, 9))
    assert [(table.dealer, table.dealer_seat) for table in match.due] == [(3, 1), (1, 1)]
    match = gin.add_round(match, won(1, 9), won(0, 9))
    assert [table.dealer_seat for table in match.due] == [1, 1]


def test_4_5_a_team_is_one_player():
    """Game bonus 100, shutout +100 when the other side has no points, boxes at the end (20 each)."""
    match = gin.new_match(PARTNERSHIP, 4, results=[(won(0, 60), won(0, 30)), (won(0, 40), won(1, 5))])
    assert match.is_over
    assert match.winner == 0
    assert gin.settle(match).net == (125 + 100 + 100 + 40, -365)
    assert gin.settle(match).payments == ()


def test_4_6_the_nth_team_round_won_enters_as_a_players_nth_win():
    match = gin.new_match(TEDESCO_TEAMS, 6, results=[SMALL, SMALL, (won(0, 31), won(0, 12), won(0, 40))])
    assert sheet(match) == ("110-0", "109-0", "108-0")


# --- 5 three at one pack

CUTTHROAT = gin.RuleSet(
    seating="sit-out", player_counts=(3,), next_dealer="incoming", shutout="flat", shutout_when="loser-no-points"
)
DEAD = gin.Outcome(declarer=None, deadwood=(5, 5))


def played_by_players(rules, rounds, players):
    """Play rounds given as (winner's letter, points); None is drawn. Returns the match and who sat where."""
    match, seatings = gin.new_match(rules, players), []
    for winner, points in rounds:
        (table,) = match.due
        seatings.append((table.dealer, table.players, table.resting, table.first))
        if winner is None:
            match = gin.add_round(match, DEAD)
        else:
            match = gin.add_round(match, won(table.seat_of(match.players.index(winner)), points))
    return match, seatings


CUT_ROUNDS = [("B", 18), ("B", 30), ("A", 26), (None, 0), ("C", 40), ("B", 55)]


def test_5_1_cutthroat_table():
    """The table of six rounds, B reaches 103: dealer v other (idle)."""
    match, seatings = played_by_players(CUTTHROAT, CUT_ROUNDS, 3)
    resting = [(dealer, resting) for dealer, _, resting, _ in seatings]
    assert resting == [(0, (2,)), (2, (0,)), (0, (2,)), (2, (1,)), (2, (1,)), (1, (0,))]
    assert [first for *_, first in seatings] == [1, 1, 1, 0, 0, 2]
    assert match.games[0].points == (26, 103, 40)
    assert match.games[0].boxes == (1, 3, 1)
    assert match.winner == 1


def test_5_1_every_pair_settles():
    """Totals A 51, B 278, C 65. A pays B 227 and C 14; C pays B 213."""
    match, _ = played_by_players(CUTTHROAT, CUT_ROUNDS, 3)
    settled = gin.settle(match)
    assert settled.totals == (51, 278, 65)
    payments = {(payment.payer, payment.payee): payment.points for payment in settled.payments}
    assert payments == {(0, 1): 227, (0, 2): 14, (2, 1): 213}
    assert settled.net == (-241, 440, -199)


def test_5_1_a_player_without_points_pays_the_winner_100_more():
    """Had C no point (and no box): C pays B 278 - 0 + 100."""
    rounds = [("B", 18), ("B", 30), ("A", 26), (None, 0), ("A", 5), ("B", 55)]
    match, _ = played_by_players(CUTTHROAT, rounds, 3)
    payments = {(payment.payer, payment.payee): payment.points for payment in gin.settle(match).payments}
    assert payments[2, 1] == 278 - 0 + 100
    assert payments[0, 1] == 278 - (31 + 50)
    assert payments[2, 0] == 31 + 50


def test_5_2_three_handed():
    """The same pairs in the same order; dealer C, A, C, B, B, A, always the idle player."""
    rules = CUTTHROAT.evolve(next_dealer="idle-loser")
    match = gin.new_match(rules, 3, dealer=2)
    seatings = []
    for winner, points in CUT_ROUNDS:
        (table,) = match.due
        seatings.append((table.dealer, table.resting, table.first))
        match = gin.add_round(match, DEAD if winner is None else won(table.seat_of("ABC".index(winner)), points))
    assert [dealer for dealer, *_ in seatings] == [2, 0, 2, 1, 1, 0]
    assert all(resting == (dealer,) for dealer, resting, _ in seatings)
    assert all(first == (dealer + 1) % 3 for dealer, _, first in seatings)
    assert match.games[0].points == (26, 103, 40)


CAPTAIN = gin.RuleSet(seating="captain", player_counts=(3, 4, 5), next_dealer="winner", shutout="none")


def test_5_3_the_line_moves_when_the_captain_loses():
    """W v X (Y, Z): box wins; W v Y (Z, X): line wins; Y stays: drawn; box wins; W v Z (X, Y)."""
    match = gin.new_match(CAPTAIN, ["W", "X", "Y", "Z"], results=[won(0, 5), won(1, 5), DEAD, won(0, 5)])
    at = [(table.players, table.resting) for (table,) in match.seatings] + [
        (match.due[0].players, match.due[0].resting)
    ]
    assert at == [((0, 1), (2, 3)), ((0, 2), (3, 1)), ((0, 2), (3, 1)), ((0, 2), (3, 1)), ((0, 3), (1, 2))]
    assert [table.dealer for (table,) in match.seatings] == [0, 2, 2, 2]
    assert match.due[0].dealer == 3


def test_5_3_each_of_the_line_pays_the_net():
    """Net 290 to the box: X, Y and Z pay 290 each."""
    match = gin.new_match(CAPTAIN, ["W", "X", "Y", "Z"], results=[won(0, 30), won(0, 45), won(0, 40)])
    settled = gin.settle(match)
    assert settled.net == (290, -290)
    payments = [(payment.payer, payment.payee, payment.points) for payment in settled.payments]
    assert payments == [(1, 0, 290), (2, 0, 290), (3, 0, 290)]


def test_5_3_the_line_collects_from_the_box():
    match = gin.new_match(CAPTAIN, 3, results=[won(1, 60), won(1, 45)])
    assert match.winner == 1
    assert {(payment.payer, payment.payee) for payment in gin.settle(match).payments} == {(0, 1), (0, 2)}


ROTATING = gin.RuleSet(seating="rotating-box", player_counts=(3,), next_dealer="box", shutout="none")


def test_5_4_rotating_box():
    """X box, Y captain, Z idle: box wins → X / Z / Y; box loses → Z / Y / X out; box wins → Z / X / Y."""
    match = gin.new_match(ROTATING, ["X", "Y", "Z"])
    places = []
    for winner in (0, 1, 0):
        match = gin.add_round(match, won(winner, 5))
        (table,) = match.due
        places.append("".join(match.players[player] for player in (*table.players, *table.resting)))
        assert table.dealer == table.players[0]
    assert places == ["XZY", "ZYX", "ZXY"]


def test_5_4_box_loses_both_partners_score_the_points_and_a_box_each():
    match = gin.new_match(ROTATING, 3, results=[won(1, 5)])
    assert (match.games[0].points, match.games[0].boxes) == ((0, 5, 5), (0, 1, 1))


def test_11b_level_crossers_the_captain_goes_first():
    """The higher standing, then the captain."""
    match = gin.new_match(ROTATING, 3, dealer=1, results=[gin.Outcome(declarer=1, deadwood=(75, 0))])
    assert match.games[0].points == (100, 0, 100)
    assert match.winner == 2
    higher = gin.new_match(ROTATING, 3, results=[won(1, 30), won(0, 65), won(1, 60), won(1, 30)])
    (last,) = higher.seatings[-1]
    assert (higher.games[0].points, last.players, last.resting) == ((60, 125, 120), (0, 2), (1,))
    assert higher.winner == 1


# --- 6 Hollywood

HOLLYWOOD = gin.RuleSet(columns=3)
ROUNDS_6_4 = [("A", 40), ("A", 35), ("A", 30), ("B", 20), ("B", 25), ("A", 36), ("B", 30), ("A", 40)]


FIRST = "40-0 75-0 105-0 105-0 105-0 105-0 105-0 105-0"
BY_COUNT = FIRST, "0-0 35-0 65-0 65-0 65-25 101-25 101-25 101-25", "0-0 0-0 30-0 30-0 30-0 66-0 66-30 106-30"
NEXT_OPEN = FIRST, "0-0 35-0 65-0 65-20 65-45 101-45 101-45 101-45", "0-0 0-0 30-0 30-0 30-25 66-25 66-55 106-55"


@pytest.mark.parametrize(
    ("entry", "columns", "won"),
    [("win-count", BY_COUNT, ((3, 0), (3, 1), (3, 1))), ("next-open", NEXT_OPEN, ((3, 0), (3, 2), (3, 2)))],
)
def test_6_4_sheet(entry, columns, won):
    """Each column after every round, and the boxes at the end."""
    rules = HOLLYWOOD.evolve(column_entry=entry)
    matches = [played(rules, ROUNDS_6_4[: rounds + 1]) for rounds in range(len(ROUNDS_6_4))]
    assert tuple(map(" ".join, zip(*map(sheet, matches), strict=True))) == columns
    assert matches[-1].is_over
    assert boxes(matches[-1]) == won


@pytest.mark.parametrize(
    ("entry", "weights", "net"),
    [("win-count", (1,), 837), ("win-count", (1, 1, 2), 1063), ("next-open", (1,), 742), ("next-open", (1, 1, 2), 918)],
)
def test_6_4_settled(entry, weights, net):
    """Column 1: 385-0 in both. win-count: 276-50, 281-55 → 837 / 1,063; next-open: 276-95, 281-105 → 742 / 918."""
    settled = gin.settle(played(HOLLYWOOD.evolve(column_entry=entry, column_weights=weights), ROUNDS_6_4))
    other = [(276, 50), (281, 55)] if entry == "win-count" else [(276, 95), (281, 105)]
    assert [game.totals for game in settled.games] == [(385, 0), *other]
    assert settled.net == (net, -net)
    assert settled.winner == 0


def test_6_5_with_oklahoma_boxes():
    """Points A 129 / 115 / 84, B 29 / - / -; boxes A 3+6 / 2+6 / 1+4, B 1+1 / - / -."""
    rules = gin.RuleSet(columns=3, target=250, **SPADES)
    match = gin.new_match(
        rules,
        results=[
            won(0, 14),
            gin.Outcome(declarer=0, deadwood=(0, 6)),
            gin.Outcome(declarer=0, deadwood=(8, 4)),
            gin.Outcome(declarer=0, deadwood=(0, 17), upcard="9s"),
        ],
    )
    assert sheet(match) == ("129-29", "115-0", "84-0")
    assert boxes(match) == ((9, 2), (8, 0), (5, 0))


ENDLESS = gin.RuleSet(columns=3, endless=True)
ROUNDS_6_6 = [("A", 40), ("A", 35), ("A", 30), ("B", 20), ("A", 40), ("B", 50), ("A", 30)]


def test_6_6_endless():
    """Column 1 closes 105, 4 opens; B 20 → column 2; A 40 → 2 (105, closes, 5 opens), 3, 4; B 50 → 3 only; …"""
    three = played(ENDLESS, ROUNDS_6_6[:3])
    assert [game.closed for game in three.games] == [True, False, False, False]
    five = played(ENDLESS, ROUNDS_6_6[:5])
    assert sheet(five) == ("105-0", "105-20", "70-0", "40-0", "0-0")
    assert sheet(played(ENDLESS, ROUNDS_6_6[:6])) == ("105-0", "105-20", "70-50", "40-0", "0-0")
    seven = played(ENDLESS, ROUNDS_6_6)
    assert sheet(seven) == ("105-0", "105-20", "100-50", "70-0", "30-0", "0-0")
    assert [game.closed for game in seven.games] == [True, True, True, False, False, False]


def test_6_6_after_notice_no_new_column_opens():
    match = gin.give_notice(played(ENDLESS, ROUNDS_6_6))
    match = gin.add_round(match, won(0, 97))
    assert len(match.games) == 6
    assert not match.is_over
    match = gin.add_round(match, won(0, 97))
    assert match.is_over
    assert gin.new_match(ENDLESS, results=match.entries, players=match.players) == match


def test_6_2_second_reading_a_side_goes_on_until_it_has_the_target():
    """The set ends when one side has all three; the column is won by the first to get there."""
    rules = HOLLYWOOD.evolve(column_close="own")
    match = played(rules, [("A", 60), ("A", 50), ("B", 70), ("B", 80)])
    assert sheet(match) == ("110-150", "50-80", "0-0")
    assert match.games[0].reached == (0, 1)
    assert match.games[0].closed
    more = [("A", 60), ("A", 50), ("B", 70), ("B", 80), ("A", 50), ("A", 50)]
    over = played(rules, more)
    assert sheet(over) == ("110-150", "100-80", "100-0")
    assert over.is_over
    assert [game.winner for game in over.games] == [0, 0, 0]


def test_11b_with_column_close_own_won_every_hand_looks_at_all_rounds_until_closed_for_both():
    rules = HOLLYWOOD.evolve(column_close="own", shutout="flat", shutout_when="winner-every-hand")
    full = gin.Outcome(declarer=0, deadwood=(0, 98))
    rounds = [full, DEAD, full, full]
    match = gin.new_match(rules, results=rounds)
    assert match.is_over
    # column 1 was A's after the first round, but open for B when the round was drawn
    assert [game.drawn for game in match.games] == [1, 1, 1]
    assert [settle_game(game, rules).shut_out for game in match.games] == [(), (), ()]


# --- 7 settlement

SHUT_OUT = [("A", 30), ("A", 45), ("A", 40)]


@pytest.mark.parametrize(
    ("kind", "total", "net"),
    [
        ("none", 290, 290),
        ("double-hand-points", 405, 405),
        ("flat", 390, 390),
        ("double-before-boxes", 505, 505),
        ("double-total", 580, 580),
        ("double-bonuses", 465, 465),
        ("double-difference", 290, 580),
    ],
)
def test_7_2_shutouts(kind, total, net):
    """A wins 30, 45, 40 (h = 115, 3 boxes), B nothing; B = 25, G = 100, flat 100."""
    settled = gin.settle(played(gin.RuleSet(shutout=kind), SHUT_OUT))
    assert (settled.totals, settled.net) == ((total, 0), (net, -net))


@pytest.mark.parametrize(("kind", "net"), [("double-total", 555), ("double-difference", 530)])
def test_7_2_the_loser_won_a_round_for_0_points(kind, net):
    """B's total 25. Trigger loser-no-points still holds: X4 net 555, X6 net 2 × 265 = 530."""
    rules = gin.RuleSet(shutout=kind, shutout_when="loser-no-points", tie="knocker-wins")
    tie = gin.Outcome(declarer=1, deadwood=(4, 4))
    match = gin.new_match(rules, results=[won(0, 30), tie, won(0, 45), won(0, 40)])
    assert gin.settle(match).totals[1] == 25
    assert gin.settle(match).net == (net, -net)
    fails = gin.new_match(rules.evolve(shutout_when="loser-no-wins"), results=match.entries)
    assert gin.settle(fails).totals == (290, 25)


def test_7_2_trigger_winner_every_hand_is_spoilt_by_a_drawn_round():
    rules = gin.RuleSet(shutout="flat", shutout_when="winner-every-hand")
    rounds = [won(0, 60), DEAD, won(0, 45)]
    assert gin.settle(gin.new_match(rules, results=rounds)).totals == (255, 0)
    assert gin.settle(gin.new_match(rules.evolve(shutout_when="loser-no-wins"), results=rounds)).totals == (355, 0)


def test_7_2_immediate_boxes_are_boxes():
    """X1 does not double them, X4 does."""
    rules = gin.RuleSet(box_timing="immediate")
    assert gin.settle(played(rules, SHUT_OUT[:2])).totals == (75 * 2 + 100 + 50, 0)
    assert gin.settle(played(rules.evolve(shutout="double-total"), SHUT_OUT[:2])).totals == ((75 + 100 + 50) * 2, 0)


ROUNDS_7_3 = [("A", 60), *(("B", points) for points in (5, 8, 12, 10, 9, 15, 20, 16)), ("A", 45)]


@pytest.mark.parametrize(("winner_by", "winner"), [("first-to-target", 0), ("highest-total", 1)])
def test_7_3_who_wins(winner_by, winner):
    """Totals A 255, B 295. First-to-target: A won the game and pays 40. Highest-total: B wins, +40."""
    match = played(gin.RuleSet(winner_by=winner_by), ROUNDS_7_3)
    settled = gin.settle(match)
    assert settled.totals == (255, 295)
    assert (match.winner, settled.winner, settled.net) == (winner, winner, (-40, 40))


def test_7_3_net_of_115_v_80_with_6_v_4_boxes():
    """35 + 100 + 50 = 185 = 365 - 180."""
    rounds = [*(("A", 20) for _ in range(5)), *(("B", 20) for _ in range(4)), ("A", 15)]
    settled = gin.settle(played(gin.RuleSet(target=115), rounds))
    assert settled.totals == (365, 180)
    assert settled.net == (185, -185)


ROUNDS_7_4 = [("A", 35), ("A", 40), *(("B", points) for points in (10, 15, 12, 18, 14, 11)), ("A", 30)]


def test_7_4_exact_margin():
    """Margin exactly 50: A forfeits; B wins and is paid the 50. 49 or 51: nothing."""
    rules = gin.RuleSet(exact_margin_forfeit=50)
    match = played(rules, ROUNDS_7_4)
    settled = gin.settle(match)
    assert settled.totals == (280, 230)
    assert (match.winner, settled.net, settled.games[0].forfeited) == (1, (-50, 50), True)
    for margin in (49, 51):
        other = played(gin.RuleSet(exact_margin_forfeit=margin), ROUNDS_7_4)
        assert (other.winner, gin.settle(other).net) == (0, (50, -50))


def test_11b_exact_margin_with_double_difference_is_tested_before_doubling_and_paid_doubled():
    rules = gin.RuleSet(shutout="double-difference", exact_margin_forfeit=290)
    assert gin.settle(played(rules, SHUT_OUT)).net == (-580, 580)


def test_11b_a_first_to_target_winner_who_is_exactly_50_behind_does_not_forfeit():
    match = played(gin.RuleSet(exact_margin_forfeit=40), ROUNDS_7_3)
    assert (match.winner, gin.settle(match).net) == (0, (-40, 40))


def test_7_5_immediate_boxes():
    """B = 10, target 100: 68 points and 2 boxes, standing 88; wins 4: 72 + 30 = 102: over."""
    rules = gin.RuleSet(box_bonus=10, box_timing="immediate")
    match = played(rules, [("A", 34), ("A", 34)])
    assert match.games[0].standing == (88, 0)
    over = gin.add_round(match, won(0, 4))
    assert (over.games[0].standing, over.is_over) == ((102, 0), True)
    at_end = played(gin.RuleSet(box_bonus=10), [("A", 34), ("A", 34), ("A", 4)])
    assert (at_end.games[0].standing, at_end.is_over) == ((72, 0), False)


def test_7_6_undercut_crossing():
    """A 97, B 78; A knocks with 6, B has 4: B + 27 = 105. B is C and takes the game bonus."""
    match = played(gin.RuleSet(), [("A", 97), ("B", 78)])
    over = gin.add_round(match, gin.Outcome(declarer=0, deadwood=(6, 4)))
    assert over.games[0].points == (97, 105)
    assert (over.winner, over.games[0].crossed) == (1, 1)
    assert gin.settle(over).totals == (97 + 25, 105 + 50 + 100)


def test_7_7_best_of_n():
    """Each game from 0-0, settled by itself; first to (n + 1) / 2 games. The deal rotates on."""
    rules = gin.RuleSet(match_form="best-of", match_games=3, target=50, shutout="none")
    match = played(rules, [("A", 60)])
    assert not match.is_over
    assert sheet(match) == ("60-0", "0-0")
    assert match.due[0].dealer == 1
    match = gin.add_round(match, won(1, 60))
    assert (match.accounts, match.is_over) == ((1, 1), False)
    match = gin.add_round(match, won(1, 60))
    assert (match.accounts, match.winner, match.due) == ((1, 2), 1, ())
    assert [game.net for game in gin.settle(match).games] == [(185, -185), (-185, 185), (-185, 185)]
    assert gin.settle(match).net == (0, 0)


def test_7_8_points_match():
    """A 290, B 310, A 265 → A 555. Only the winner adds the final total to the account."""
    rules = gin.RuleSet(match_form="points", match_target=500, shutout="none")
    games = [("A", 30), ("A", 45), ("A", 40), ("B", 40), ("B", 30), ("A", 9), ("B", 65), ("A", 60), ("B", 3), ("A", 55)]
    match = played(rules, games)
    assert [max(game.totals) for game in gin.settle(match).games] == [290, 310, 265]
    assert (match.accounts, match.winner, gin.settle(match).net) == ((555, 310), 0, (245, -245))
    assert gin.settle(played(rules.evolve(match_bonus=100), games)).net == (345, -345)


# --- 9 gin-off, ties, big gin


def test_9_1_gin_off():
    """With undercut 10 and gin-off 25: 32, else 17."""
    outcome = gin.Outcome(declarer=0, deadwood=(7, 0))
    assert gin.price(outcome, gin.RuleSet(undercut_bonus=10, gin_off_bonus=25)).points == (0, 32)
    assert gin.price(outcome, gin.RuleSet(undercut_bonus=10)).points == (0, 17)


@pytest.mark.parametrize(
    ("tie", "winner", "points"), [("undercut", 1, 25), ("undercut-no-bonus", 1, 0), ("knocker-wins", 0, 0)]
)
def test_9_2_level(tie, winner, points):
    score = gin.price(gin.Outcome(declarer=0, deadwood=(6, 6)), gin.RuleSet(tie=tie))
    assert (score.winner, sum(score.points), score.boxes[winner]) == (winner, points, 1)


def test_9_2_a_win_for_0_points_is_a_win_for_boxes_dealer_and_hollywood_entry():
    rules = gin.RuleSet(columns=3, tie="undercut-no-bonus", next_dealer="winner")
    match = gin.new_match(rules, results=[gin.Outcome(declarer=0, deadwood=(6, 6)), won(1, 10)])
    assert match.due[0].dealer == 1
    assert sheet(match) == ("0-10", "0-10", "0-0")
    assert boxes(match) == ((0, 2), (0, 1), (0, 0))


def test_9_3_undercut_as_a_penalty():
    """knocker loses it, defender 0; scores may then go below zero. Box to the defender in both."""
    rules = gin.RuleSet(undercut_moves="knocker")
    match = gin.new_match(rules, results=[gin.Outcome(declarer=0, deadwood=(6, 4))])
    assert (match.games[0].points, match.games[0].boxes) == ((-27, 0), (0, 1))


def test_11b_a_standing_below_zero_counts_as_no_points():
    rules = gin.RuleSet(undercut_moves="knocker", shutout="flat", shutout_when="loser-no-points")
    match = gin.new_match(rules, results=[gin.Outcome(declarer=0, deadwood=(6, 4)), won(0, 20), won(1, 3), won(1, 97)])
    assert match.games[0].points == (-7, 100)
    assert gin.settle(match).totals == (-7 + 25, 100 + 100 + 100 + 75)


def test_11b_rounds_with_gain_scoring_the_bonus_goes_to_the_highest_standing_level_to_nobody():
    rules = gin.RuleSet(target=0, rounds=2, shutout="none")
    led = played(rules, [("A", 30), ("B", 20)])
    assert (led.winner, gin.settle(led).totals) == (0, (155, 45))
    level = played(rules, [("A", 30), ("B", 30)])
    assert (level.is_over, level.winners, gin.settle(level).totals) == (True, (), (55, 55))


def test_11b_without_rounds_and_target_a_game_is_one_round():
    rules = gin.RuleSet(target=0, game_bonus=0, box_bonus=0, shutout="none")
    assert gin.settle(played(rules, [("A", 30)])).net == (30, -30)
    drawn = gin.new_match(rules, results=[DEAD])
    assert (drawn.is_over, drawn.winner, gin.settle(drawn).net) == (True, None, (0, 0))


def test_11b_settle_before_the_end_is_provisional():
    settled = gin.settle(played(gin.RuleSet(), [("A", 30), ("A", 40)]))
    assert (settled.is_final, settled.winner, settled.totals) == (False, None, (120, 0))
    assert {line.kind for line in settled.lines} == {"points", "boxes"}


def test_the_score_pad_fits_a_match():
    rules = gin.RuleSet(shutout="none")
    match = gin.new_match(rules, results=[gin.pad_entry(60, rules, winner=0), gin.pad_entry(45, rules, winner=0)])
    assert gin.settle(match).net == (255, -255)


def test_11b_the_winner_of_columns_is_the_sign_of_the_weighted_sum_0_nobody():
    full = [gin.Outcome(declarer=0, deadwood=(0, 75)), gin.Outcome(declarer=1, deadwood=(75, 0))]
    match = gin.new_match(gin.RuleSet(columns=2, shutout="none"), results=full)
    assert [game.winner for game in match.games] == [0, 1]
    assert (match.is_over, match.winner, match.winners, gin.settle(match).net) == (True, None, (), (0, 0))
    weighted = gin.new_match(gin.RuleSet(columns=2, column_weights=(1, 2), shutout="none"), results=full)
    assert (weighted.winner, gin.settle(weighted).net) == (1, (-225, 225))
