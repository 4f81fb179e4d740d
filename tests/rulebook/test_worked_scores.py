"""Published examples of scores, sheets and settlements, each quoting its source (the conformance file)."""

import json
from pathlib import Path

import pytest

from ginrules.match import add_round, new_match, settle
from ginrules.play.outcome import Outcome
from ginrules.presets import preset
from ginrules.rules.model import RuleSet
from ginrules.scoring import Game, pad_entry, price, settle_game

DATA = Path(__file__).parent.parent / "data" / "worked_examples.json"
EXAMPLES = {example["id"]: example for example in json.loads(DATA.read_text())["examples"]}

KEYS = {"undercut_on_tie": "tie", "boxes_gin_extra": "gin_boxes", "boxes_undercut_extra": "undercut_boxes"}
KEYS |= {"sweep_boxes": "team_sweep_boxes", "sweep_bonus": "team_sweep_bonus"}
NOT_RULES = {"preset", "settlement", "knock_limit_at_least", "team_size"}
LETTERS = "AB"
SHUT_OUT_BY_POINTS = {"shutout_when": "loser-no-points"}


def rules_of(example, **more):
    """The example's own values; if it names a preset, its numbers are standard's (see the file's keys)."""
    values = {}
    for key, value in example.get("rule_variant", {}).items():
        if key in NOT_RULES:
            continue
        spelt = value.replace("_", "-") if isinstance(value, str) else value
        if key == "big_gin_bonus" and value is None:
            values["big_gin"] = False
        elif key == "column_weights":
            values.update(column_weights=tuple(value), columns=len(value))
        else:
            values[KEYS.get(key, key)] = spelt
    return RuleSet(**(values | more))


def of_kind(*kinds):
    return [pytest.param(example, id=name) for name, example in EXAMPLES.items() if example["kind"] in kinds]


def outcome_of(example):
    """Seat 0 declares; a defender's deadwood that is given only as cards is counted in pips."""
    expected = example["expected"]["outcome"].replace("_", "-")
    left = example.get("knocker_deadwood", 0)
    upcard = example.get("upcard", "").split(" ")[0] or None
    ending = expected if expected in {"gin", "big-gin"} else "knock"
    return Outcome(declarer=0, deadwood=(left, example["defender_deadwood"]), ending=ending, upcard=upcard)


@pytest.mark.parametrize("example", of_kind("hand", "hand_score", "boxes"))
def test_hand(example):
    more = {"knock_source": "upcard"} if example["kind"] == "boxes" else {}
    score = price(outcome_of(example), rules_of(example, **more))
    expected = example["expected"]
    assert score.result == expected["outcome"].replace("_", "-"), example["quote"]
    if "winner" in expected:
        assert score.winner == {"knocker": 0, "defender": 1}[expected["winner"]]
    if expected["points"] is not None:
        assert sum(score.points) == expected["points"], example["quote"]
    extra = example.get("expected_boxes_extra", expected.get("boxes_extra"))
    if extra is not None:
        assert score.extra_boxes == extra, example["quote"]
    assert score.points[1 - score.winner] == 0


def test_every_hand_of_the_file_is_priced():
    assert len(of_kind("hand", "hand_score", "boxes")) == 25


def test_rummygames_8_32_where_the_points_are_not_stated():
    """Derived: 32 - 8 = 24; the source only states the counts."""
    assert sum(price(outcome_of(EXAMPLES["rummygames-8-32"]), RuleSet()).points) == 24


def play_points(example, rules):
    """A match in which A's hands come first, each entered as points from a score pad."""
    points = example["hand_points"]
    rounds = [("B", number) for number in points.get("B", [])] + [("A", number) for number in points["A"]]
    return new_match(rules, results=[pad_entry(number, rules, winner=LETTERS.index(side)) for side, number in rounds])


def check_game(name, rules):
    example = EXAMPLES[name]
    match = play_points(example, rules)
    assert match.is_over, example["quote"]
    assert match.winner == LETTERS.index(example["expected"]["winner"])
    totals = settle(match).totals
    for side, total in example["expected"]["totals"].items():
        assert totals[LETTERS.index(side)] == total, example["quote"]
    return match


def test_jdh8_shutout_double_total():
    """(100 + 2 * 25 + 100) * 2"""
    check_game("jdh8-shutout-double-total", rules_of(EXAMPLES["jdh8-shutout-double-total"]))


def test_jdh8_no_shutout():
    """100 + 2 * 25 + 100, 1 + 25"""
    check_game("jdh8-no-shutout", rules_of(EXAMPLES["jdh8-no-shutout"]))


def test_jdh8_palace_immediate_boxes():
    """5 x (10 + 10) = 100"""
    example = EXAMPLES["jdh8-palace-immediate-boxes"]
    rules = rules_of(example)
    match = check_game("jdh8-palace-immediate-boxes", rules)
    assert len(match.scores) == example["expected"]["hands_needed"]
    assert not new_match(rules, results=match.entries[:-1]).is_over


def test_pagat_audit_97_to_317():
    """97 + 200 + 20"""
    check_game("pagat-audit-97-to-317", rules_of(EXAMPLES["pagat-audit-97-to-317"], target=97, **SHUT_OUT_BY_POINTS))


def test_settlement_185():
    """35 + 100 + 50 = 185 points to Player A"""
    example = EXAMPLES["settlement-185"]
    points = tuple(example["running"][side] for side in LETTERS)
    boxes = tuple(example["boxes"][side] for side in LETTERS)
    # the boxes stand for rounds won, so nobody was shut out
    game = Game(number=1, points=points, boxes=boxes, standing=points, reached=(0,), crossed=0, closed=True)
    settled = settle_game(game, rules_of(example, **SHUT_OUT_BY_POINTS))
    assert (settled.winner, settled.net[0]) == (0, example["expected"]["net"])


def columns_of(match, side):
    return [game.points[side] for game in match.games]


def test_onlinecardgames_hollywood_close():
    """Game 1: 105 (closed!), Game 2: 73, Game 3: 45"""
    example = EXAMPLES["onlinecardgames-hollywood-close"]
    rules = rules_of(example)
    rounds = [pad_entry(points, rules, winner=LETTERS.index(side)) for side, points in example["hand_points"]]
    match = new_match(rules, results=rounds)
    assert columns_of(match, 0) == example["expected"]["A"]
    assert [game.closed for game in match.games] == [True, False, False]


@pytest.mark.parametrize("entry", ["win-count", "next-open"])
def test_ginrummycards_hollywood_table(entry):
    """7 Opp +20: 80 62 37 62 50 20"""
    example = EXAMPLES["ginrummycards-hollywood-table"]
    rules = rules_of(example, column_entry=entry)
    match = new_match(rules)
    for (side, points), after in zip(example["hand_points"], example["expected_after_each"], strict=True):
        match = add_round(match, pad_entry(points, rules, winner=LETTERS.index(side)))
        for number, letter in enumerate(LETTERS):
            assert columns_of(match, number) == [number or 0 for number in after[letter]]
    assert columns_of(match, 0) == example["expected"]["A"]
    assert columns_of(match, 1) == example["expected"]["B"]


TEAMS = RuleSet(seating="partnership", player_counts=(4,), next_dealer="winning-side", target=125)


@pytest.mark.parametrize("name", ["rummygames-partnership-28", "rummygames-partnership-6"])
def test_rummygames_partnership(name):
    """Totals score for team A/C is therefore 28; B/D team wins the hand, and scores 6 points."""
    example = EXAMPLES[name]
    sides = {"AC": 0, "BD": 1}
    tables = [pad_entry(points, TEAMS, winner=sides[team]) for team, points in example["team_results"]]
    match = new_match(TEAMS, 4, results=[tables])
    winner = sides[example["expected"]["winner"]]
    assert match.games[0].points[winner] == example["expected"]["points"]
    assert match.games[0].points[1 - winner] == 0
    assert match.games[0].boxes[winner] == 1


SIX = {"seating": "partnership", "player_counts": (6,), "opponents": "fixed", "next_dealer": "winning-side"}
SIX |= {"knock_source": "upcard", "game_bonus": 0}


def roodle_rounds(rules, points):
    """Two gins on a spade and a third table, won or lost, that give the team so many points in all."""
    gins = [pad_entry(50, rules, winner=0, result="gin", multiplier=2)] * 2
    third = pad_entry(abs(points - 100), rules, winner=0 if points > 100 else 1, multiplier=2)
    return [*gins, third]


def net_of_third_win(rules, tables):
    """The worth of a team round that enters all three columns: the provisional net with it, less the net without."""
    small = [pad_entry(1, rules, winner=0), pad_entry(1, rules, winner=0), pad_entry(1, rules, winner=1)]
    match = new_match(rules, 6, results=[small, small])
    return settle(add_round(match, *tables)).net[0] - settle(match).net[0]


def test_rummytalk_roodle_515():
    """375 points for the 15 boxes plus the 140 points ... 2060 ... 4120"""
    example = EXAMPLES["rummytalk-roodle-515"]
    rules = rules_of(example, **SIX, target=1000)
    tables = roodle_rounds(rules, example["points"])
    match = new_match(rules, 6, results=[tables])
    assert (match.games[0].points, match.games[0].boxes) == ((example["points"], 0), (example["boxes"], 0))
    assert settle(match).totals == (example["expected"]["one_column"], 0)
    assert net_of_third_win(rules, tables) == example["expected"]["three_columns"]


def test_rummytalk_triple_schneid_4120():
    """A shutout in all three columns doubles the worth of the round."""
    example = EXAMPLES["rummytalk-roodle-515"]
    rules = rules_of(example, **SIX, target=140, shutout="double-total")
    plain = rules.evolve(shutout="none")
    tables = roodle_rounds(rules, example["points"])
    small = [pad_entry(1, rules, winner=0), pad_entry(1, rules, winner=0), pad_entry(1, rules, winner=1)]
    match, without = (new_match(variant, 6, results=[small, small, tables]) for variant in (rules, plain))
    assert match.is_over
    assert [game.shut_out for game in settle(match).games] == [(1,)] * 3
    before = settle(new_match(plain, 6, results=[small, small])).net[0]
    assert settle(without).net[0] - before == example["expected"]["three_columns"]
    assert settle(match).net[0] - 2 * before == example["expected"]["triple_schneid"]


@pytest.mark.parametrize(("name", "players"), [("roodle", 6), ("rummytalk", 2)])
def test_the_presets_of_rummytalk_double_the_boxes_of_a_shutout(name, players):
    """Both cite the page of 2,060 and 4,120 points. It does not speak of the game bonus, which is doubled too."""
    rules = preset(name)
    results = roodle_rounds(rules, 140) if players == 6 else [pad_entry(140, rules, winner=0, boxes=5, multiplier=2)]
    match = new_match(rules, players, results=[results] * (5 if players == 6 else 4))
    assert match.is_over
    settled = settle(match)
    assert [game.shut_out for game in settled.games] == [(1,)] * 3
    assert settled.net[0] == {"roodle": 13_160, "rummytalk": 2 * 4 * (2 * 140 + 2 * 5 * 25 + 100)}[name]
    assert settle(new_match(rules.evolve(shutout="none"), players, results=match.entries)).net[0] * 2 == settled.net[0]


def test_rummytalk_roodle_broken_315():
    """225 points plus for example 90 points ... 315 ... 1260"""
    example = EXAMPLES["rummytalk-roodle-broken-315"]
    roodle = rules_of(EXAMPLES["rummytalk-roodle-515"], **SIX, target=1000)
    tables = roodle_rounds(roodle, example["points"])
    match = new_match(roodle, 6, results=[tables])
    assert (match.games[0].points, match.games[0].boxes) == ((example["points"], 0), (example["boxes"], 0))
    assert settle(match).totals == (example["expected"]["one_column"], 0)
    assert net_of_third_win(roodle, tables) == example["expected"]["three_columns"]


def test_scarne_sample_sheet():
    """A 25, 18, 36 → 79 / 54 / 36, B 0."""
    rules = RuleSet(columns=3, target=150)
    match = new_match(rules, results=[pad_entry(number, rules, winner=0) for number in (25, 18, 36)])
    assert columns_of(match, 0) == [79, 54, 36]
