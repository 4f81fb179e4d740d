"""Presets for the games of the catalogue's second part that have published numbers, one test a source."""

import pytest

from ginrules import Outcome, add_round, new_match, pad_entry, preset, settle


@pytest.mark.parametrize(("players", "target"), [(4, 150), (6, 175), (8, 175), (10, 200)])
def test_rg_round_the_corner_in_partnership_is_played_to_25_more(players, target):
    """rummy-games.com: the normal target of a partnership and 25 more: 150 (four), 175 (six, eight), 200 (ten)."""
    rules = preset("round-the-corner-partnership")
    normal = preset("partnership" if players == 4 else "partnership-teams")
    assert rules.target_for(players // 2) == target == normal.target_for(players // 2) + 25
    match = new_match(rules, players)
    void, *others = [Outcome(declarer=0, deadwood=(0, 0))] + [Outcome(declarer=0, deadwood=(0, 5))] * (players // 2 - 1)
    match = add_round(match, void, *others)
    assert match.scores[0].points == (25 * len(others), 0)


def test_wp_multi_match_adds_up_the_totals_of_the_games_won():
    """Wikipedia: games 290 (A), then 255 (B), then 260 (A): A's account is 550 and wins a match to 500."""
    rules = preset("multi-match").evolve(shutout="none")
    assert preset("multi-match").match_target == 500
    won = [(0, 30), (0, 45), (0, 40), (1, 60), (1, 45), (0, 60), (0, 50)]
    match = new_match(rules, results=[pad_entry(points, rules, winner=side) for side, points in won])
    assert match.accounts == (550, 255)
    assert match.winner == 0
    assert settle(match).net == (295, -295)


def test_pokerwiner_hollywood_doubles_the_difference_of_an_empty_column():
    """Pokerwiner: game 100, 20 a box, the difference doubled when the loser's column is empty."""
    rules = preset("hollywood-pokerwiner")
    won = [(0, 100), (1, 30), (0, 100), (0, 100)]
    match = new_match(rules, results=[pad_entry(points, rules, winner=side) for side, points in won])
    assert [game.points for game in match.games] == [(100, 0), (100, 30), (100, 0)]
    assert [game.net[0] for game in settle(match).games] == [2 * 220, 220 - 50, 2 * 220]


def test_everything2_hollywood_columns_go_to_125():
    """everything2: 125 a column; a column of 124 stays open."""
    rules = preset("hollywood-125")
    match = add_round(new_match(rules), pad_entry(124, rules, winner=0))
    assert not match.games[0].closed
    assert add_round(match, pad_entry(1, rules, winner=0)).games[0].closed
