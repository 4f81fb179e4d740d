"""Rules of a house beyond the values: points for them, the cards that they look at, and words that are not rules."""

import pytest

import ginrules as gin
from ginrules.lab import play_round
from ginrules.players import Greedy

KNOCK = gin.price(gin.Outcome(declarer=0, deadwood=(3, 21)), "standard")
FACES = gin.CardSet.parse("Jc Qc Kc Jd Qd Kd Jh Qh Kh Js Qs Ks")


def test_points_of_a_house_rule_go_through_sheet_settlement_and_records():
    score = KNOCK.plus("no face cards", 0, 10).plus("four aces", 1, 7)
    assert score.points == (28, 7)
    assert [line.label for line in score.house] == ["no face cards", "four aces"]
    match = gin.new_match("standard", ["Ann", "Bo"], results=[score])
    assert match.games[0].points == (28, 7)
    assert gin.settle(match).net == (46, -46)
    assert "with no face cards, four aces" in str(match)
    record = gin.MatchRecord("standard", ["Ann", "Bo"]).add(score)
    again = gin.MatchRecord.loads(record.dumps())
    assert again.match.scores == (score,)
    assert gin.from_dict(gin.RoundScore, gin.to_dict(score)) == score
    assert KNOCK.plus("x" * 60, 0, 5).house[0].label == "x" * 60


@pytest.mark.parametrize("rules", ["mahjong-gin", "penalty-2-to-4"])
def test_every_kind_of_score_takes_them(rules):
    players = [Greedy() for _ in range(max(gin.preset(rules).table_sizes))]
    outcome = play_round(rules, players, gin.shuffled(3, rules)).outcome
    score = gin.price(outcome, rules)
    house = score.plus("four aces", 1, 5)
    points = gin.new_match(rules, len(players), results=[house]).games[0].points
    assert points == tuple(number + 5 * (seat == 1) for seat, number in enumerate(score.points))


@pytest.mark.parametrize(
    ("label", "seat", "points", "words"),
    [
        ("", 0, 5, "expected the name of a house rule, of 1 to 60 characters"),
        ("x" * 61, 0, 5, "expected the name of a house rule"),
        ("a\nb", 0, 5, "on one line"),
        (7, 0, 5, "got 7"),
        ("aces", 2, 5, "seats 0 to 1, got one of seat 2"),
        ("aces", 0, 1.5, "points: expected a whole number"),
        ("aces", 0, 10**10, "points: expected"),
    ],
)
def test_a_wrong_line_is_refused(label, seat, points, words):
    with pytest.raises(gin.ScoreError, match=words):
        KNOCK.plus(label, seat, points)


def test_a_drawn_round_has_no_such_points():
    with pytest.raises(gin.ScoreError, match=r"a drawn round \(dead\) is not written on the sheet"):
        gin.price(gin.Outcome(declarer=None, deadwood=(20, 31)), "standard").plus("aces", 0, 5)


def test_only_a_house_line_has_a_label():
    with pytest.raises(gin.ScoreError, match="only a house line has a label"):
        gin.ScoreLine("gin-bonus", 0, 25, label="ours")


@pytest.mark.parametrize("rules", ["standard", "mahjong-gin", "penalty-2-to-4"])
def test_the_final_hands_are_given_to_who_asks(rules):
    players = [Greedy() for _ in range(max(gin.preset(rules).table_sizes))]
    order = gin.shuffled(3, rules)
    plain, asked = (play_round(rules, players, order, hands=hands).outcome for hands in (False, True))
    assert plain.hands == ()
    assert len(asked.hands) == len(players)
    assert gin.price(asked, rules) == gin.price(plain, rules)
    cards = [card for hand in asked.hands for card in hand]
    assert len(cards) == len(set(cards))
    if rules == "standard":
        assert [len(hand) for hand in asked.hands] == [10, 10]
        assert [gin.deadwood(hand, rules) for hand in asked.hands][asked.declarer] == asked.deadwood[asked.declarer]
    assert gin.from_dict(gin.Outcome, gin.to_dict(asked)) == asked
    public = {name: getattr(gin, name) for name in gin.__all__}
    assert eval(repr(asked), public) == asked


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[deck]\njokers = 2", "unknown rule: ginrules has no jokers and no wild cards"),
        ("[melds]\nwild = 'deuces'", "unknown rule: ginrules has no jokers and no wild cards"),
        ("[deck]\npacks = 2", "unknown rule: ginrules deals from one pack of at most 52 cards"),
        ("[price]\nno_face_cards_bonus = 10", "unknown rule: ginrules has no bonus for certain cards: RoundScore.plus"),
        ("[price]\nfour_aces_bonus = 5", "ginrules has no bonus for certain cards"),
        ("[wild]\nranks = 2", "unknown section: ginrules has no jokers"),
        ("[knock]\nmust_keep_spade = true", "knock.must_keep_spade = true: unknown rule"),
    ],
)
def test_a_rule_that_ginrules_does_not_have_is_named_and_not_guessed(text, words):
    with pytest.raises(gin.RuleSetError) as caught:
        gin.loads_rules(text)
    (problem,) = caught.value.problems
    assert words in str(problem)
    assert problem.near is None


def test_the_same_in_a_line_and_for_a_preset():
    with pytest.raises(gin.RuleSetError, match=r"jokers=2: unknown rule: ginrules has no jokers|no jokers and no wild"):
        gin.preset("standard+jokers=2")
    with pytest.raises(gin.UnknownPresetError, match="ginrules has no jokers and no wild cards"):
        gin.preset("gin-with-jokers")
    with pytest.raises(gin.RuleSetError, match="ginrules has no clocks"):
        gin.RuleSet().evolve(clock=30)
