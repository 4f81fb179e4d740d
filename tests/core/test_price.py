"""`price`: every outcome, reading and impossible fact, at one table."""

import pickle

import pytest

from ginrules.errors import RuleSetError, ScoreError
from ginrules.play.outcome import Outcome
from ginrules.presets import preset
from ginrules.rules.model import RULES, RuleSet, in_use
from ginrules.scoring.manual_score import pad_entry
from ginrules.scoring.price import cached_price, price, price_key
from ginrules.scoring.price_numbers import PRICED
from ginrules.scoring.score import RoundScore, ScoreLine, team_score
from tests.conftest import COUNTS, PENALTIES, every
from tests.core.conftest import TWO_VALUES, is_priced, outcomes_at, tables_of_every_way

STANDARD = RuleSet()
OKLAHOMA = RuleSet(knock_source="upcard", spade_multiplier=2)
PENALTY = RuleSet(**PENALTIES, player_counts=(2, 3, 4))
MAHJONG = RuleSet(**COUNTS, player_counts=(2, 3, 4))
CORNER = RuleSet(layoff="including-gin", ace_rank="round-the-corner", gin_bonus=20)


DOUBLING = RuleSet(doubling=True)
ALIKE = [
    (STANDARD, {"deadwood": (5, 9)}, {"declarer": 0}, {"declarer": 1}),
    (STANDARD, {"declarer": 0, "deadwood": (0, 9)}, {}, {"ending": "big-gin"}),
    (STANDARD, {"declarer": 0}, {"deadwood": (5, 9)}, {"deadwood": (5, 10)}),
    (DOUBLING, {"declarer": 0, "deadwood": (5, 9)}, {}, {"factor": 2}),
    (OKLAHOMA, {"declarer": 0, "deadwood": (5, 9)}, {"upcard": "8h"}, {"upcard": "8s"}),
    (MAHJONG, {"declarer": 0, "deadwood": (0, 9), "ending": "out"}, {"laid": (90, 40)}, {"laid": (90, 45)}),
]


@pytest.mark.parametrize(("rules", "facts", "one", "other"), ALIKE)
def test_a_price_that_is_looked_up_is_that_of_the_very_facts(rules, facts, one, other):
    first, second = Outcome(**facts, **one), Outcome(**facts, **other)
    assert price(first, rules) != price(second, rules)
    for outcome in (first, second, first):
        assert cached_price(outcome, rules) == price(outcome, rules)
    assert cached_price(Outcome(**facts, **one, stock_left=7), rules) is cached_price(first, rules)


def knocked(left, held, **facts):
    return Outcome(declarer=0, deadwood=(left, held), **facts)


@pytest.mark.parametrize(
    ("outcome", "rules", "result", "points", "boxes"),
    [
        (knocked(3, 21), STANDARD, "knock", (18, 0), (1, 0)),
        (knocked(3, 21), RuleSet(knock_bonus=15), "knock", (33, 0), (1, 0)),
        (knocked(0, 18), STANDARD, "gin", (43, 0), (1, 0)),
        (knocked(0, 0), STANDARD, "gin", (25, 0), (1, 0)),
        (knocked(0, 18), RuleSet(gin_boxes=2), "gin", (43, 0), (3, 0)),
        (knocked(0, 20, ending="big-gin"), STANDARD, "big-gin", (51, 0), (1, 0)),
        (knocked(0, 20, ending="big-gin"), RuleSet(big_gin_boxes=2), "big-gin", (51, 0), (3, 0)),
        (knocked(9, 4), STANDARD, "undercut", (0, 30), (0, 1)),
        (knocked(9, 4), RuleSet(undercut_boxes=1), "undercut", (0, 30), (0, 2)),
        (knocked(9, 4), RuleSet(undercut_moves="knocker"), "undercut", (-30, 0), (0, 1)),
        (knocked(7, 0), RuleSet(undercut_bonus=10), "undercut", (0, 17), (0, 1)),
        (knocked(7, 0), RuleSet(undercut_bonus=10, gin_off_bonus=25), "gin-off", (0, 32), (0, 1)),
        (knocked(7, 0), RuleSet(gin_off_bonus=25, undercut_boxes=1), "gin-off", (0, 32), (0, 2)),
        (knocked(7, 1), RuleSet(gin_off_bonus=50), "undercut", (0, 31), (0, 1)),
        (knocked(6, 6), STANDARD, "undercut", (0, 25), (0, 1)),
        (knocked(6, 6), RuleSet(tie="undercut-no-bonus", undercut_boxes=1), "undercut", (0, 0), (0, 2)),
        (knocked(6, 6), RuleSet(tie="knocker-wins"), "knock", (0, 0), (1, 0)),
        (knocked(6, 6), RuleSet(tie="knocker-wins", knock_bonus=15), "knock", (15, 0), (1, 0)),
        (knocked(6, 6), RuleSet(tie="nobody"), "tie", (0, 0), (0, 0)),
        (knocked(0, 0), CORNER, "void", (0, 0), (0, 0)),
        (knocked(0, 9), CORNER, "gin", (29, 0), (1, 0)),
        (knocked(7, 0), CORNER, "undercut", (0, 32), (0, 1)),
        (Outcome(declarer=None, deadwood=(20, 31)), STANDARD, "dead", (0, 0), (0, 0)),
    ],
)
def test_two_seats_by_gain(outcome, rules, result, points, boxes):
    score = price(outcome, rules)
    assert (score.result, score.points, score.boxes) == (result, points, boxes)
    assert score.winner == (None if not any(boxes) else boxes.index(max(boxes)))
    assert score.net == (points[0] - points[1], points[1] - points[0])


def test_the_other_seat_declares():
    assert price(Outcome(declarer=1, deadwood=(18, 0)), STANDARD).points == (0, 43)
    assert price(Outcome(declarer=1, deadwood=(4, 9)), STANDARD).points == (30, 0)


@pytest.mark.parametrize(
    ("scope", "box", "extra"), [("hand", 1, 2), ("hand-and-extra-boxes", 1, 4), ("hand-and-all-boxes", 2, 4)]
)
def test_spade_scopes_on_gin_with_20_and_two_extra_boxes(scope, box, extra):
    score = price(knocked(0, 20, upcard="4s"), OKLAHOMA.evolve(spade_scope=scope, gin_boxes=2))
    assert (score.points, score.multiplier) == ((90, 0), 2)
    assert (score.box, score.extra_boxes, score.boxes) == (box, extra, (box + extra, 0))


def test_a_spade_doubles_bonus_and_penalty_alike():
    assert price(knocked(4, 2, upcard="7s"), OKLAHOMA).points == (0, 54)
    assert price(knocked(4, 2, upcard="7s"), OKLAHOMA.evolve(undercut_moves="knocker")).points == (-54, 0)


def test_a_round_without_its_card_counts_single():
    assert price(knocked(0, 20), OKLAHOMA).multiplier == 1
    assert price(knocked(0, 20, upcard="4h"), OKLAHOMA).multiplier == 1


def test_a_knock_card_doubles_where_it_sets_the_limit():
    rules = OKLAHOMA.evolve(knock_source="knock-card", opening="no-upcard")
    assert price(knocked(2, 20, knock_card="4s"), rules).points == (36, 0)
    assert price(knocked(2, 20, knock_card="4h"), rules).points == (18, 0)


def test_lines_name_the_payments():
    score = price(knocked(0, 20, upcard="4s"), OKLAHOMA)
    lines = [(line.kind, line.points) for line in score.lines]
    assert lines == [("deadwood-difference", 20), ("gin-bonus", 25), ("spade", 45), ("box", 0)]
    assert str(score).splitlines() == [
        "gin: seat 0, points 90 0",
        "  seat 0: deadwood difference +20",
        "  seat 0: gin bonus +25",
        "  seat 0: spade +45",
        "  seat 0: box, +1 box",
    ]


@pytest.mark.parametrize(
    ("deadwood", "changes", "result", "points"),
    [
        ((9, 7, 3), {"penalty_share": "pooled", "undercut_penalty": "full"}, "undercut", (34, 13, 0)),
        ((9, 3, 3), {}, "undercut", (31, 0, 0)),
        ((6, 6, 9), {}, "knock", (0, 0, 3)),
        ((6, 6, 9), {"tie": "undercut"}, "undercut", (25, 0, 3)),
        ((6, 6, 9), {"tie": "undercut-no-bonus"}, "undercut", (0, 0, 3)),
        ((6, 6, 9), {"tie": "nobody"}, "tie", (0, 0, 0)),
        ((9, 12, 3, 5), {}, "undercut", (31, 9, 0, 2)),
    ],
)
def test_penalties(deadwood, changes, result, points):
    score = price(Outcome(declarer=0, deadwood=deadwood), PENALTY.evolve(**changes))
    assert (score.result, score.points) == (result, points)
    assert score.boxes == (0,) * len(deadwood)
    assert score.net == tuple(sum(points) - len(points) * gained for gained in points)


def test_penalties_of_big_gin_and_of_a_gin_met_by_nothing():
    two = PENALTY.evolve(seating="head-to-head", player_counts=(2,), big_gin=True, layoff="including-gin")
    assert price(Outcome(declarer=0, deadwood=(0, 9), ending="big-gin"), two).points == (0, 40)
    void = price(Outcome(declarer=0, deadwood=(0, 0)), two)
    assert (void.result, void.points, void.winner) == ("void", (0, 0), None)


def test_of_equal_undercutters_the_nearest_to_the_knockers_left_wins():
    assert price(Outcome(declarer=1, deadwood=(3, 9, 3)), PENALTY).winner == 2
    assert price(Outcome(declarer=2, deadwood=(3, 3, 9)), PENALTY).winner == 0


def test_a_round_drawn_by_a_cap_charges_nobody():
    score = price(Outcome(declarer=None, deadwood=(3, 9, 3)), PENALTY)
    assert (score.result, score.points, score.lowest_wins) == ("dead", (0, 0, 0), True)


def test_table_count_of_a_drawn_round_is_nothing():
    assert price(Outcome(declarer=None, deadwood=(25, 5), laid=(40, 70)), MAHJONG).points == (0, 0)


@pytest.mark.parametrize(
    ("outcome", "rules", "message"),
    [
        (knocked(11, 30), STANDARD, "seat 0 knocked with 11 points of deadwood, the limit is 10"),
        (knocked(5, 30, upcard="4h"), OKLAHOMA, "knocked with 5 points of deadwood, the limit is 4"),
        (knocked(1, 30, upcard="Ah"), OKLAHOMA, "the limit is 0"),
        (knocked(2, 30, upcard="Ah"), OKLAHOMA.evolve(ace_upcard="one"), "the limit is 1"),
        (knocked(8, 30, upcard="Kh"), OKLAHOMA.evolve(knock_limit=7), "the limit is 7"),
        (knocked(3, 30), RuleSet(knock_limit=0), "the limit is 0"),
        (knocked(0, 30, ending="knock"), STANDARD, "which is gin"),
        (knocked(3, 30, ending="gin"), STANDARD, "has 3 points of deadwood, gin needs 0"),
        (knocked(3, 30, ending="big-gin"), STANDARD, "has 3 points of deadwood, big-gin needs 0"),
        (knocked(0, 30, ending="big-gin"), RuleSet(big_gin=False), "do not offer it"),
        (knocked(0, 30, ending="out"), STANDARD, "no open melding"),
        (knocked(3, -1), STANDARD, "deadwood of seat 1: expected a whole number from 0 up, got -1"),
        (knocked(3, 30, laid=(5, 5)), STANDARD, "without open melding, got (5, 5)"),
        (knocked(3, 30, ending="dead"), STANDARD, "cannot have ended in 'dead'"),
        (knocked(3, 30, ending="flush"), STANDARD, "as the ending of a round, got 'flush'"),
        (Outcome(declarer=None, deadwood=(3, 30), ending="gin"), STANDARD, "nobody declared"),
        (Outcome(declarer=2, deadwood=(3, 30)), STANDARD, "expected a declarer from 0 to 1, got 2"),
        (Outcome(declarer=-1, deadwood=(3, 30)), STANDARD, "got -1"),
        (Outcome(declarer=0, deadwood=(3, 30, 20)), STANDARD, "deadwood for 2 seats under these rules, got 3"),
        (Outcome(declarer=0, deadwood=(3,)), STANDARD, "got 1 number"),
        (Outcome(declarer=0, deadwood=(3, 4, 5, 6, 7)), PENALTY, "for 2 or 3 or 4 seats"),
        (Outcome(declarer=0, deadwood=(0, 4), ending="out"), MAHJONG, "on the table for 2 seats, got 0 numbers"),
        (Outcome(declarer=0, deadwood=(0, 4), laid=(1, 2, 3), ending="out"), MAHJONG, "got 3 numbers"),
        (Outcome(declarer=0, deadwood=(0, 4), laid=(1, -2), ending="out"), MAHJONG, "of seat 1: expected a whole"),
        (Outcome(declarer=0, deadwood=(2, 4), laid=(1, 2), ending="out"), MAHJONG, "2 points in hand"),
        (Outcome(declarer=0, deadwood=(0, 4), laid=(1, 2), ending="big-gin"), MAHJONG, "with big-gin"),
    ],
)
def test_facts_that_cannot_be(outcome, rules, message):
    with pytest.raises(ScoreError) as caught:
        price(outcome, rules)
    assert message in str(caught.value)
    assert caught.value.details


@pytest.mark.parametrize("held", [2.5, True, "3", None])
def test_facts_are_whole_numbers_when_they_are_made(held):
    with pytest.raises(ScoreError, match=rf"whole numbers within 1000000000, got {held!r}"):
        knocked(3, held)


def test_a_score_is_checked_when_it_is_made():
    with pytest.raises(ScoreError, match="seats 0 to 1, got one of seat 2"):
        RoundScore(result="knock", winner=0, lines=(ScoreLine("box", 2, boxes=1),))
    with pytest.raises(ScoreError, match="seats 0 to 1, got one of seat 2"):
        RoundScore(result="knock", winner=2)
    with pytest.raises(ScoreError, match="cannot be won by seat 0"):
        RoundScore(result="dead", winner=0)
    with pytest.raises(ScoreError, match="cannot be won by nobody"):
        RoundScore(result="knock", winner=None)


def test_a_score_is_a_value():
    score = price(knocked(0, 20, upcard="4s"), OKLAHOMA)
    assert eval(repr(score), {"RoundScore": RoundScore, "ScoreLine": ScoreLine}) == score
    assert pickle.loads(pickle.dumps(score)) == score
    assert len({score, price(knocked(0, 20, upcard="4s"), OKLAHOMA)}) == 1


def test_the_score_pad_takes_points_alone():
    assert pad_entry(18, STANDARD, winner=1).points == (0, 18)
    assert pad_entry(18, STANDARD, winner=1).boxes == (0, 1)
    rules = OKLAHOMA.evolve(gin_boxes=2, spade_scope="hand-and-extra-boxes")
    entry = pad_entry(84, rules, winner=0, result="gin", multiplier=2)
    assert (entry.box, entry.extra_boxes, entry.multiplier) == (1, 4, 2)
    assert pad_entry(18, STANDARD, winner=0, boxes=4).boxes == (4, 0)
    assert pad_entry(18, STANDARD, winner=0, boxes=0).boxes == (0, 0)
    assert pad_entry((0, 22, 17), PENALTY, winner=0).net == (39, -27, -12)
    assert pad_entry(0, STANDARD, winner=None).result == "dead"
    assert pad_entry(0, RuleSet(tie="nobody"), winner=None, result="tie").result == "tie"


def test_the_score_pad_refuses_points_of_a_drawn_round():
    with pytest.raises(ScoreError, match="no points for a drawn round, got 18"):
        pad_entry(18, STANDARD, winner=None)
    with pytest.raises(ScoreError, match="seat 2"):
        pad_entry(18, STANDARD, winner=2)


@pytest.mark.parametrize(
    ("points", "values", "message"),
    [
        ("12", {}, "expected a number or a list of numbers by seat as points, got '12'"),
        (None, {}, "got None"),
        (2.5, {}, "got 2.5"),
        (("1", 2), {}, "expected a whole number as points, got '1'"),
        (12, {"boxes": -1}, "expected a whole number, 0 or more, as boxes, got -1"),
        (12, {"multiplier": 1.5}, "expected a whole number, 0 or more, as multiplier, got 1.5"),
        (12, {"result": "schneider"}, "as the result of a round, got 'schneider'"),
        (12, {"winner": "A"}, "expected a seat or None as the winner, got 'A'"),
    ],
)
def test_a_score_pad_takes_whole_numbers_and_known_results_only(points, values, message):
    with pytest.raises(ScoreError) as caught:
        pad_entry(points, STANDARD, **({"winner": 0} | values))
    assert message in str(caught.value)


ALL_BOXES = OKLAHOMA.evolve(spade_scope="hand-and-all-boxes")


@pytest.mark.parametrize(
    "drawn",
    [
        price(Outcome(declarer=None, deadwood=(20, 31), upcard="4s"), ALL_BOXES),
        price(knocked(3, 3, upcard="4s"), ALL_BOXES.evolve(tie="nobody")),
        price(knocked(0, 0, upcard="4s"), ALL_BOXES.evolve(layoff="including-gin")),
        pad_entry(0, ALL_BOXES, winner=None, multiplier=2),
    ],
)
def test_a_drawn_table_keeps_its_spade_for_the_box_of_its_team(drawn):
    won = price(knocked(3, 21, upcard="4s"), ALL_BOXES)
    assert (drawn.multiplier, drawn.lines) == (2, ())
    assert team_score([won, drawn], ALL_BOXES).boxes == (2, 0)


def test_a_drawn_table_without_a_spade_halves_the_box_of_its_team():
    won = price(knocked(3, 21, upcard="4s"), ALL_BOXES)
    drawn = price(Outcome(declarer=None, deadwood=(20, 31), upcard="4h"), ALL_BOXES)
    assert team_score([won, drawn], ALL_BOXES).boxes == (1, 0)


KNOCKER_PAYS = RuleSet(undercut_moves="knocker")


@pytest.mark.parametrize(
    ("points", "rules", "values", "message"),
    [
        ((20, 5), STANDARD, {}, "expected points for the winner alone, seat 0, under these rules, got (20, 5)"),
        ((0, 5), STANDARD, {}, "the winner alone, seat 0"),
        ((20, -5), STANDARD, {}, "the winner alone, seat 0"),
        (-5, STANDARD, {}, "expected 0 or more points for the winner, seat 0, got -5"),
        ((-5, 5), STANDARD, {}, "expected 0 or more points for the winner"),
        ((-5, 90, 10), MAHJONG, {}, "expected 0 or more points for the winner"),
        (30, KNOCKER_PAYS, {"result": "undercut"}, "costs the knocker, so seat 0 has 0 and the other 0 or less"),
        ((0, 9), KNOCKER_PAYS, {"result": "undercut"}, "costs the knocker"),
        ((0, -9), KNOCKER_PAYS, {}, "the winner alone"),
        (5, PENALTY, {}, "seat 0, is charged nothing: expected the points of every seat, got (5, 0)"),
        ((0, -5, 5), PENALTY, {}, "expected penalty points of 0 or more, got (0, -5, 5)"),
        (
            20,
            RuleSet(big_gin=False),
            {"result": "big-gin"},
            "expected one of knock, gin, undercut, dead as the result under these rules, got big-gin",
        ),
        (20, STANDARD, {"result": "gin-off"}, "got gin-off"),
        (20, STANDARD, {"result": "out"}, "got out"),
        (
            20,
            RuleSet(knock_limit=0),
            {"result": "knock"},
            "one of gin, big-gin, dead as the result under these rules, got knock",
        ),
        (20, RuleSet(knock_limit=0), {"result": "undercut"}, "got undercut"),
        (20, MAHJONG, {"result": "gin"}, "one of out, dead as the result under these rules, got gin"),
        (0, STANDARD, {"winner": None, "result": "tie"}, "got tie"),
        (0, STANDARD, {"winner": None, "result": "void"}, "got void"),
        (0, STANDARD, {"winner": None, "result": "gin"}, "cannot be won by nobody"),
        (20, STANDARD, {"multiplier": 2}, "expected a multiplier of 1, without a spade rule, got 2"),
        (20, OKLAHOMA, {"multiplier": 3}, "expected a multiplier of 1, or 2 for a spade, got 3"),
        (20, OKLAHOMA, {"multiplier": 0}, "got 0"),
        (0, STANDARD, {"winner": None, "multiplier": 2}, "got 2"),
        ((0, 9), PENALTY, {"boxes": 1}, "expected no boxes under rules that score by penalty, got 1"),
        ((0, 9), MAHJONG, {"boxes": 2}, "expected no boxes under rules that score by table-count, got 2"),
        (0, PENALTY, {"winner": None, "boxes": 1}, "expected no boxes"),
    ],
)
def test_a_score_pad_refuses_what_no_round_under_the_rules_pays(points, rules, values, message):
    with pytest.raises(ScoreError) as caught:
        pad_entry(points, rules, **({"winner": 0} | values))
    assert message in str(caught.value)
    assert caught.value.details


@pytest.mark.parametrize(
    ("rules", "result"), [(STANDARD, "knock"), (PENALTY, "knock"), (RuleSet(knock_limit=0), "gin"), (MAHJONG, "out")]
)
def test_a_round_on_the_score_pad_is_won_in_the_usual_way_unless_said(rules, result):
    assert pad_entry((0, 0), rules, winner=0).result == result


def test_the_score_pad_takes_what_the_knocker_pays_for_an_undercut():
    entry = pad_entry((-30, 0), KNOCKER_PAYS, winner=1, result="undercut")
    assert (entry.points, entry.boxes) == ((-30, 0), (0, 1))


# --- a rule of price is read in every way of scoring ----------------------------------------------


@every(tables_of_every_way())
def test_a_rule_of_price_in_use_changes_a_price_at_every_table(rules, seats):
    """A rule that is read in one way of scoring alone is refused in the others, or its card says so. Pads know it."""
    rounds = list(outcomes_at(rules, seats))
    for name in (name for name, rule in RULES.items() if rule.affects == "price" and not rule.fact):
        for _, value in TWO_VALUES[name]:
            try:
                other = rules.evolve(**{name: value})
            except RuleSetError:
                continue
            if value == getattr(rules, name) or seats not in other.table_sizes or not in_use(other, name):
                continue
            shared = [one for one in rounds if is_priced(one, other)]
            assert any(price(one, rules) != price(one, other) for one in shared), (name, value)
            if name not in PRICED:
                continue  # pads ask for the boxes
            for score in (price(one, other) for one in shared):
                entry = pad_entry(
                    score.points, other, winner=score.winner, result=score.result, multiplier=score.multiplier
                )
                assert (entry.points, entry.boxes) == (score.points, score.boxes), (name, value)


def test_the_facts_of_penalty_points_say_that_the_lowest_wins():
    rules = preset("penalty-2-to-4").evolve(tie="nobody", knock_limit=10, name="ties")
    score = price(Outcome(declarer=0, deadwood=(5, 5), ending="knock"), rules)
    assert (score.result, score.lowest_wins) == ("tie", True)
    assert price(Outcome(declarer=None, deadwood=(5, 5)), rules).lowest_wins


@pytest.mark.parametrize("points", [b"\3\5", "35"])
def test_points_are_not_read_from_texts_or_bytes(points):
    with pytest.raises(ScoreError, match="expected points by seat, like"):
        Outcome(declarer=0, deadwood=points)


@pytest.mark.parametrize("winner", [None, 0])
def test_an_entry_of_no_seat_is_refused(winner):
    with pytest.raises(ScoreError, match="expected the points of every seat, got an empty list"):
        pad_entry([], RuleSet(), winner=winner)


def test_without_a_spade_rule_the_suit_of_the_upcard_is_no_part_of_a_price():
    keys = {price_key(Outcome(declarer=0, deadwood=(3, 21), upcard=upcard), RuleSet()) for upcard in ("9s", "9h")}
    assert len(keys) == 1
