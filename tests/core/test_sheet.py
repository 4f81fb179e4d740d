"""The sheet: the games in which a round is written, and the games it closes."""

import pytest

from ginrules.presets import preset
from ginrules.rules.model import RuleSet
from ginrules.scoring.sheet import Game, SideRound, new_sheet, record_round

HOLLYWOOD = RuleSet(columns=3)


def win(side, points, boxes=1, sides=2):
    by_side = [tuple(counted if number == side else 0 for number in range(sides)) for counted in (points, boxes)]
    return SideRound(points=by_side[0], boxes=by_side[1], winners=(side,))


DRAWN = SideRound(points=(0, 0), boxes=(0, 0), winners=())


def written(rules, *rounds, target=100, number_of_rounds=0):
    sheet = new_sheet(rules, sides=2, target=target, rounds=number_of_rounds)
    for number, entry in enumerate(rounds):
        sheet = record_round(sheet, rules, number, entry)
    return sheet


def columns(sheet):
    return [game.points for game in sheet.games]


def test_a_new_sheet_has_nothing_written():
    sheet = written(HOLLYWOOD)
    assert columns(sheet) == [(0, 0)] * 3
    assert (sheet.wins, sheet.highest, sheet.is_closed) == ((0, 0), (0, 0), False)


def test_the_nth_win_enters_the_first_n_columns():
    sheet = written(HOLLYWOOD, win(0, 10), win(0, 20), win(1, 5), win(0, 30), win(0, 40))
    assert columns(sheet) == [(100, 5), (90, 0), (70, 0)]
    assert [entry.round for entry in sheet.games[1].entries] == [1, 3, 4]
    assert [game.wins(0) for game in sheet.games] == [4, 3, 2]


def test_a_drawn_round_goes_nowhere_but_marks_the_open_games():
    sheet = written(HOLLYWOOD, win(0, 100), DRAWN)
    assert columns(sheet) == [(100, 0), (0, 0), (0, 0)]
    assert [game.drawn for game in sheet.games] == [0, 1, 1]


def test_the_whole_score_is_entered_never_capped():
    assert written(HOLLYWOOD, win(0, 250)).games[0].points == (250, 0)


def test_win_count_a_first_win_after_column_1_has_closed_is_entered_nowhere_but_counts():
    sheet = written(HOLLYWOOD.evolve(column_entry="win-count"), win(0, 100), win(1, 30), win(1, 30))
    assert columns(sheet) == [(100, 0), (0, 30), (0, 0)]
    assert (sheet.wins, sheet.highest) == ((1, 2), (1, 2))


def test_next_open_a_first_win_enters_the_lowest_open_column():
    sheet = written(HOLLYWOOD, win(0, 100), win(1, 30), win(1, 20), win(0, 50))
    assert sheet.highest == (2, 3)
    assert columns(sheet) == [(100, 0), (50, 50), (0, 20)]


def test_next_open_a_second_win_goes_on_from_the_highest_column_or_the_lowest_open_one():
    sheet = written(HOLLYWOOD, win(1, 10), *[win(0, 40)] * 4, win(1, 30))
    assert [game.closed for game in sheet.games] == [True, True, False]
    assert sheet.highest == (3, 3)
    assert columns(sheet) == [(120, 10), (120, 0), (80, 30)]


def test_extra_boxes_are_written_in_each_column_the_round_enters():
    sheet = written(HOLLYWOOD, win(0, 10), win(0, 10, boxes=3))
    assert [game.boxes for game in sheet.games] == [(4, 0), (3, 0), (0, 0)]


def test_own_closing_skips_only_the_side_that_has_the_target():
    rules = HOLLYWOOD.evolve(column_close="own")
    sheet = written(rules, win(0, 100), win(0, 10), win(1, 60))
    assert columns(sheet) == [(100, 60), (10, 0), (0, 0)]
    assert not sheet.games[0].closed
    assert sheet.games[0].reached == (0,)


def test_own_closing_ends_when_one_side_has_all_the_columns():
    sheet = written(HOLLYWOOD.evolve(column_close="own"), win(0, 100), win(0, 100), win(1, 60), win(0, 100))
    assert sheet.is_closed
    assert [game.crossed for game in sheet.games] == [0, 0, 0]


def test_a_game_by_rounds_counts_decided_rounds():
    rules = RuleSet(target=0, rounds=2)
    assert not written(rules, win(0, 10), DRAWN, target=0, number_of_rounds=2).is_closed
    closed = written(rules, win(0, 10), DRAWN, win(1, 20), target=0, number_of_rounds=2)
    assert (closed.is_closed, closed.games[0].crossed) == (True, 1)


def test_a_level_game_by_rounds_is_crossed_by_nobody():
    closed = written(RuleSet(target=0, rounds=2), win(0, 10), win(1, 10), target=0, number_of_rounds=2)
    assert (closed.is_closed, closed.games[0].crossed) == (True, None)


def test_immediate_boxes_count_to_the_standing():
    rules = RuleSet(box_bonus=10, box_timing="immediate")
    assert written(rules, win(0, 70, boxes=2)).games[0].standing == (90, 0)
    assert written(rules, win(0, 80, boxes=2)).is_closed


def test_endless_keeps_three_columns_open_until_notice():
    rules = RuleSet(columns=3, endless=True)
    sheet = written(rules, win(0, 100), win(0, 100), win(0, 100))
    assert [game.closed for game in sheet.games] == [True] * 5 + [False] * 3
    assert [game.number for game in sheet.games] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(("winners", "winner"), [((), None), ((1,), 1), ((0, 1), None)])
def test_a_shared_or_drawn_game_has_no_winner(winners, winner):
    game = Game(number=1, points=(0, 0), boxes=(0, 0), standing=(0, 0), winners=winners)
    assert game.winner == winner


def test_own_means_nothing_for_a_single_column_level_at_the_target_goes_on():
    both = preset("mahjong-gin").evolve(target=50)
    own = both.evolve(column_close="own")
    level = SideRound(points=(50, 50), boxes=(0, 0), winners=(0,))
    for rules in (both, own):
        assert not written(rules, level, target=50).is_closed
        ended = written(rules, level, SideRound(points=(5, -5), boxes=(0, 0), winners=(0,)), target=50)
        assert (ended.is_closed, ended.games[0].crossed) == (True, 0)
