"""Settling one game: the order of precise steps, each kind and trigger, claims between pairs."""

from decimal import Decimal
from fractions import Fraction

import pytest

import ginrules as gin
from ginrules.scoring.settle import Claim, SettleLine, claims_over, settle_game, weight_of
from ginrules.scoring.sheet import GameEntry
from ginrules.show.sheet_text import display_sheet, sheet_lines

STANDARD = gin.RuleSet(name="standard")
KINDS = "none double-hand-points flat double-before-boxes double-total double-bonuses double-difference".split()


def game_of(*rounds, closed=True, crossed=0, drawn=0, number=1, sides=2):
    """A game from (side, points) rounds, one box each."""
    points, boxes, entries = [0] * sides, [0] * sides, []
    for place, (side, gained) in enumerate(rounds):
        points[side] += gained
        boxes[side] += 1
        mine = tuple(gained if number == side else 0 for number in range(sides))
        box = tuple(int(number == side) for number in range(sides))
        entries.append(GameEntry(round=place, points=mine, boxes=box, winners=(side,)))
    gained = {"points": tuple(points), "boxes": tuple(boxes), "standing": tuple(points), "drawn": drawn}
    end = {"reached": () if crossed is None else (crossed,), "closed": closed, "crossed": crossed if closed else None}
    return gin.Game(number=number, entries=tuple(entries), **gained, **end)


def test_the_lines_are_points_game_bonus_shutout_and_boxes():
    settled = settle_game(game_of((0, 60), (0, 45)), gin.RuleSet(shutout="flat"))
    assert settled.lines == (
        SettleLine("points", 1, 0, 105),
        SettleLine("game-bonus", 1, 0, 100),
        SettleLine("shutout", 1, 0, 100),
        SettleLine("boxes", 1, 0, 50),
    )
    assert str(settled.lines[1]) == "game 1, side 0: game bonus +100"
    assert settled.shut_out == (1,)


def test_an_open_game_pays_nothing_that_is_not_earned():
    settled = settle_game(game_of((0, 60), closed=False), gin.RuleSet())
    assert (settled.totals, settled.winners, settled.is_final) == ((85, 0), (), False)
    assert settled.net == (85, -85)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("when", "rounds", "drawn", "holds"),
    [
        ("loser-no-wins", [(0, 105)], 0, True),
        ("loser-no-wins", [(0, 105)], 1, True),
        ("loser-no-wins", [(1, 0), (0, 105)], 0, False),
        ("loser-no-points", [(1, 0), (0, 105)], 0, True),
        ("loser-no-points", [(1, 1), (0, 105)], 0, False),
        ("winner-every-hand", [(0, 105)], 0, True),
        ("winner-every-hand", [(0, 105)], 1, False),
        ("winner-every-hand", [(1, 0), (0, 105)], 0, False),
    ],
)
def test_triggers(kind, when, rounds, drawn, holds):
    settled = settle_game(game_of(*rounds, drawn=drawn), gin.RuleSet(shutout=kind, shutout_when=when))
    plain = settle_game(game_of(*rounds, drawn=drawn), gin.RuleSet(shutout="none"))
    assert settled.shut_out == ((1,) if holds and kind != "none" else ())
    assert (settled.net != plain.net) == (holds and kind != "none")


def test_a_game_without_a_crosser_pays_no_bonus():
    settled = settle_game(game_of((0, 30), (1, 30), crossed=None), gin.RuleSet(target=0, rounds=2))
    assert settled.totals == (55, 55)
    assert (settled.winners, settled.claims) == ((), ())


def test_level_totals_go_to_the_one_who_crossed():
    rules = gin.RuleSet(winner_by="highest-total", shutout="none")
    game = game_of((0, 100), *((1, 10) for _ in range(5)), crossed=0)
    level = game_of((0, 100), *((1, 10),) * 5, (1, 25))
    assert settle_game(game, rules).winner == 0
    # A 100 + 100 + 25 = 225; B 75 + 6 boxes = 225
    assert settle_game(level, rules).totals == (225, 225)
    assert settle_game(level, rules).winner == 0


@pytest.mark.parametrize("side", [0, 1])
def test_the_exact_margin_goes_to_the_other_side(side):
    rules = gin.RuleSet(shutout="none", exact_margin_forfeit=225)
    settled = settle_game(game_of((side, 100), crossed=side), rules)
    assert (settled.winner, settled.forfeited) == (1 - side, True)
    assert (settled.totals[side], settled.net[side]) == (225, -225)


def test_three_scores_settle_pair_by_pair():
    game = game_of((0, 20), (1, 100), sides=3, crossed=1)
    three = {"seating": "sit-out", "player_counts": (3,), "next_dealer": "incoming"}
    settled = settle_game(game, gin.RuleSet(shutout="flat", shutout_when="loser-no-points", **three))
    assert settled.totals == (45, 225, 0)
    assert settled.claims == (Claim(0, 1, 180), Claim(2, 0, 45), Claim(2, 1, 325))
    assert settled.net == (-135, 505, -370)


def test_level_pairs_owe_nothing():
    game = game_of((1, 100), sides=3, crossed=1)
    rules = gin.RuleSet(shutout="none", seating="sit-out", player_counts=(3,), next_dealer="incoming")
    assert settle_game(game, rules).claims == (Claim(0, 1, 225), Claim(2, 1, 225))


def test_weights_multiply_the_nets():
    rules = gin.RuleSet(columns=3, column_weights=(1, 1, 2), shutout="none")
    games = [settle_game(game_of((number % 2, 100), crossed=number % 2, number=number), rules) for number in (1, 2, 3)]
    assert [weight_of(rules, number) for number in (1, 2, 3)] == [1, 1, 2]
    assert [game.net[0] for game in games] == [-225, 225, -225]
    assert claims_over(games, rules, 2) == (Claim(0, 1, 450),)
    assert weight_of(gin.RuleSet(columns=3), 3) == 1


def test_an_endless_game_weighs_all_columns_alike_whatever_their_number():
    rules = gin.preset("hollywood-endless").evolve(column_weights=(1, 1, 1), target=10)
    match = gin.new_match(rules, results=[gin.pad_entry(10, rules, winner=0)] * 4)
    assert len(match.games) > 3
    assert gin.settle(match).weights == (1,) * len(match.games)


def test_an_endless_game_takes_a_single_weight_or_three():
    with pytest.raises(gin.RuleSetError, match="must be a single 1, or 3 numbers"):
        gin.preset("hollywood-endless").evolve(column_weights=(1, 1))


def test_amounts_are_the_net_times_a_stake():
    settled = gin.settle(gin.new_match(STANDARD, results=[gin.pad_entry(18, STANDARD, winner=0)]))
    assert settled.amounts(2) == (86, -86)
    assert settled.amounts(Fraction(1, 3)) == (Fraction(43, 3), Fraction(-43, 3))
    assert sum(settled.amounts(Decimal("0.10"))) == 0
    for stake in (0.1, True, "1", None, -1, Decimal("NaN"), Decimal("Infinity")):
        with pytest.raises(gin.ScoreError, match="expected a stake per point"):
            settled.amounts(stake)


def test_the_printed_net_of_a_captains_game_is_what_is_paid():
    match = gin.new_match("captain", ["Ann", "Bo", "Cy", "Di"])
    while not match.is_over:
        match = gin.add_round(match, gin.Outcome(declarer=0, deadwood=(0, 60)))
    settled = gin.settle(match)
    (net,) = (line for line in str(settled).splitlines() if line.startswith("net "))
    assert [payment.points for payment in settled.payments] == [490] * 3
    assert net == "net Ann +1470, Bo -490, Cy -490, Di -490"
    assert not any(line.startswith("net") for line in sheet_lines(display_sheet(match)))


def test_a_refused_double_is_a_line_of_the_side_that_scores():
    refused = gin.Outcome(declarer=0, deadwood=(34, 41), ending="refused")
    sheet = str(gin.add_round(gin.new_match("doubling-gin", ["Ann", "Bo"]), refused))
    assert "Ann, double refused 17" in sheet
