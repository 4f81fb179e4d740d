"""An upcard and a knock card are facts of different rules: the other kind is refused wherever a round is entered."""

import pytest

import ginrules as gin
from ginrules.records.pads import read_lines

OTHER_KIND = [
    ("oklahoma", {"knock_card": "As"}, "expected no knock card, these rules have none, got As: name the upcard"),
    ("standard", {"knock_card": "4h"}, "expected no knock card, these rules have none, got 4h: name the upcard"),
    ("straight-gin+opening=no-upcard", {"upcard": "4h"}, "expected no upcard, these rules have none, got 4h"),
    (
        "oklahoma+knock_source=knock-card",
        {"upcard": "As"},
        "the upcard As sets nothing under these rules: name the knock card too, or leave both out",
    ),
    (
        "oklahoma+knock_source=knock-card+opening=no-upcard",
        {"upcard": "As"},
        "expected no upcard, these rules have none, got As: name the knock card",
    ),
    ("standard+ranks=10", {"upcard": "Ks"}, "Ks is not in the pack of these rules"),
]


def gin_with(cards: dict[str, str]) -> gin.Outcome:
    return gin.Outcome(declarer=0, deadwood=(0, 30), **{name: gin.Card.parse(card) for name, card in cards.items()})


@pytest.mark.parametrize(("rules", "cards", "message"), OTHER_KIND)
def test_price_refuses_the_card_of_the_other_kind(rules, cards, message):
    with pytest.raises(gin.ScoreError, match=f"^{message}$"):
        gin.price(gin_with(cards), rules)


@pytest.mark.parametrize(("rules", "cards", "message"), OTHER_KIND)
def test_a_match_refuses_it(rules, cards, message):
    with pytest.raises(gin.ScoreError, match=f"^{message}$"):
        gin.add_round(gin.new_match(rules, ("Ann", "Bo")), gin_with(cards))


@pytest.mark.parametrize(("rules", "cards", "message"), OTHER_KIND)
def test_a_pad_refuses_it_at_its_line(rules, cards, message):
    words = " ".join(f"{name.replace('_', '-')} {card}" for name, card in cards.items())
    _, problems = read_lines(f"rules {rules}\nplayers Ann Bo\nAnn gin Bo 30 {words}\n")
    assert [(problem.line, message in str(problem)) for problem in problems] == [(3, True)]


def test_a_known_round_of_the_same_match_priced_before_does_not_let_it_in():
    match = gin.add_round(gin.new_match("oklahoma", ("Ann", "Bo")), gin.Outcome(declarer=0, deadwood=(0, 30)))
    with pytest.raises(gin.GinRulesError):
        gin.add_round(match, gin_with({"knock_card": "As"}))


def test_the_right_card_doubles():
    assert gin.price(gin_with({"upcard": "As"}), "oklahoma").points == (110, 0)
    second = "oklahoma+knock_source=knock-card"
    assert gin.price(gin_with({"upcard": "4h", "knock_card": "As"}), second).points == (110, 0)
