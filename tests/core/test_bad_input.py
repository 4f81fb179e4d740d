"""Calls with a slip: a view for a state, a text for cards, a name for rules; the errors, and the accepted values."""

import random
from functools import partial
from pathlib import Path

import attrs
import pytest

import ginrules as gin
from ginrules._support.values import whole_number
from ginrules.errors import NotAnAction
from ginrules.rules.seats import table_seats
from ginrules.testing.policies import greedy

STANDARD = gin.RuleSet()
STATE = gin.deal(STANDARD, gin.shuffled(7))
WAYS = {
    "standard": (STANDARD, ()),
    "last discard": (STANDARD.evolve(stock_exhausted="last-discard-option", knock_limit=3), (gin.Knock,)),
    "reshuffle": (STANDARD.evolve(stock_exhausted="reshuffle", stock_floor=20, reshuffle_cap=1), (gin.Knock,)),
    "no lay-offs": (STANDARD.evolve(layoff="none", defender_melds="named"), ()),
    "named melds": (gin.preset("openspiel"), ()),
    "open melds": (gin.preset("mahjong-gin"), ()),
}


class Whole:
    """A whole number that is not an int, like NumPy's."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def message(call, kind=gin.GinRulesError):
    with pytest.raises(kind) as caught:
        call()
    assert len(str(caught.value)) < 400
    return str(caught.value)


def played(rules, unwanted, seed):
    """A greedy round without the actions that are not wanted: every state with the action taken in it."""
    choose = random.Random(seed)
    state = gin.deal(rules, gin.shuffled(seed, rules))
    while not state.is_over:
        legal = gin.legal_actions(state)
        if state.turn is None:
            action = gin.chance_action(state, seed)
        else:
            action = greedy(choose, state, [action for action in legal if not isinstance(action, unwanted)])
        yield state, action
        state = gin.apply(state, action)
    yield state, gin.Decline()


@pytest.mark.parametrize("way", WAYS)
def test_a_view_cannot_be_played_in_any_phase(way):
    rules, unwanted = WAYS[way]
    phases = set()
    others = {type(action): action for seed in range(5) for _, action in played(rules, unwanted, seed)}
    for seed in range(5):
        for state, action in played(rules, unwanted, seed):
            phases.add(type(state.phase))
            for seat in (None, 0, 1):
                view = gin.view(state, seat)
                calls = [partial(gin.legal_actions, view), partial(gin.chance_action, view, 1)]
                for tried in (action, *others.values()):
                    calls += [partial(play, view, tried) for play in (gin.apply, gin.why_illegal, gin.transition)]
                for call in calls:
                    assert "a PlayerView: a view cannot be played" in message(call, gin.WrongTypeError)
    assert {gin.RoundOver, gin.DrawTurn, gin.PlayTurn} <= phases
    wanted = {"last discard": gin.LastDiscard, "reshuffle": gin.Reshuffle, "named melds": gin.LayoffTurn}
    assert wanted.get(way, gin.UpcardOffer if way == "standard" else gin.PlayTurn) in phases


@pytest.mark.parametrize("value", ["decline", None, 7, STATE, gin.Decline])
def test_what_is_no_action(value):
    refusal = gin.why_illegal(STATE, value)
    assert type(refusal) is NotAnAction
    assert refusal.code == "not-an-action"
    assert refusal.state is STATE
    said = message(lambda: gin.apply(STATE, value), NotAnAction)
    assert said == str(refusal)
    assert said.startswith("expected an action, got ")
    assert ("parse_action('decline', state)" in said) == (value == "decline")


def test_an_error_inside_the_library_is_not_taken_for_a_bad_state():
    broken = attrs.evolve(STATE, hand_masks=None)
    with pytest.raises(TypeError, match="not subscriptable"):
        gin.apply(broken, gin.TakeDiscard())


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: gin.deadwood("7h 8h", None), "expected a RuleSet, or rules in a text, got None: ginrules.preset("),
        (lambda: gin.deadwood("7h 8h", Path("ours.toml")), "ginrules.load_rules(path)"),
        (lambda: gin.new_match(STATE), "expected a RuleSet, or rules in a text, got a RoundState"),
        (lambda: gin.apply("standard", gin.Decline()), "expected a RoundState, got"),
        (lambda: gin.legal_actions(gin.RoundState), "expected a RoundState, got"),
        (lambda: gin.Spread("7h 8h 9h"), "write Spread(['7h 8h 9h'])"),
        (lambda: gin.Spread(gin.Meld.parse("7h 8h 9h")), "write Spread(['7h 8h 9h'])"),
        (lambda: gin.Spread(7), "expected melds in a list, got 7"),
        (lambda: gin.deal(STANDARD, 7), "deal(rules, seed=7)"),
        (lambda: gin.deal(STANDARD, random.Random(7)), "deal(rules, seed=seed)"),
        (lambda: gin.deal(STANDARD, None), "expected an order of the pack or a seed"),
        (lambda: gin.deal(STANDARD, "Ac 2c"), "2 cards instead of 52"),
        (
            lambda: gin.deal(STANDARD, gin.shuffled(7), dealer=1.0),
            "dealer: expected a whole number from 0 to 1, got 1.0",
        ),
        (lambda: gin.deal(STANDARD, gin.shuffled(7), dealer=True), "0 to 1, got True"),
        (
            lambda: gin.deal(STANDARD, gin.shuffled(7), seats=2.0),
            "expected 2 seats at a table of this rule set, got 2.0",
        ),
        (
            lambda: gin.deal(STANDARD, gin.shuffled(7), seats="2"),
            "expected 2 seats at a table of this rule set, got '2'",
        ),
        (lambda: gin.view(STATE, 1.0), "seat: expected a whole number from 0 to 1, got 1.0"),
        (lambda: gin.view(STATE, True), "seat: expected a whole number from 0 to 1, got True"),
        (lambda: gin.parse_action(STATE, "take"), "got a RoundState"),
        (lambda: gin.parse_action("take", STANDARD), "got a RuleSet"),
        (lambda: gin.determinize(STATE, 1), "ginrules.view(state, seat)"),
        (lambda: gin.follow(STATE, None), "ginrules.view(state, seat)"),
        (lambda: gin.redact("take", 0), "expected an event"),
        (lambda: gin.outs("7h 8h", STANDARD, "10"), "whole number, got '10'"),
        (lambda: gin.TakeDiscard(1.0), "whole number (of cards"),
        (lambda: STANDARD.evolve(knock_limit=7.0), "must be a whole number"),
    ],
)
def test_an_error_names_the_expected_value(call, expected):
    said = message(call)
    assert expected in said


def test_cards_may_be_given_as_a_text():
    text = " ".join(map(str, gin.shuffled(7)))
    assert gin.deal(STANDARD, text) == gin.deal(STANDARD, text.replace(" ", ", ")) == STATE
    assert gin.ShuffleStock("7h 2c") == gin.ShuffleStock(["7h", "2c"])


def test_any_whole_number_is_taken_and_kept_as_an_int():
    state = gin.deal(STANDARD, gin.shuffled(Whole(7)), dealer=Whole(1), seats=Whole(2))
    assert state == gin.deal(STANDARD, gin.shuffled(7), dealer=1)
    assert (type(state.dealer), type(state.seats), type(state.phase.seat)) == (int, int, int)
    assert type(gin.view(state, Whole(1)).seat) is int
    assert type(gin.TakeDiscard(Whole(2)).count) is int
    assert gin.Card(Whole(7)) is gin.Card(7)
    assert gin.Card.of(Whole(7), Whole(2)) is gin.Card.parse("7h")
    assert gin.outs("Ac 2c 3c 5d 6d 7d 9h Th Jh Ks", STANDARD, Whole(0))
    rules = gin.RuleSet(knock_limit=Whole(7), hand_size={2: Whole(9)}, card_values=(Whole(1),) * 13)
    assert rules == gin.RuleSet(knock_limit=7, hand_size={2: 9}, card_values=(1,) * 13)
    assert type(rules.knock_limit) is type(rules.hand_size[2]) is type(rules.card_values[0]) is int
    outcome = gin.Outcome(declarer=Whole(0), deadwood=(Whole(3), Whole(20)))
    assert gin.price(outcome, STANDARD).points == (17, 0)
    assert type(outcome.declarer) is type(outcome.deadwood[1]) is int
    score = gin.pad_entry(Whole(30), STANDARD, winner=Whole(1), boxes=Whole(2), multiplier=Whole(1))
    assert score == gin.pad_entry(30, STANDARD, winner=1, boxes=2)
    match = gin.new_match(STANDARD, Whole(2), dealer=Whole(1), results=[score])
    assert match == gin.new_match(STANDARD, 2, dealer=1, results=[score])
    record = gin.RoundRecord(STANDARD, Whole(7), dealer=Whole(1), seats=Whole(2))
    assert record == gin.RoundRecord(STANDARD, 7, dealer=1)
    assert gin.RoundRecord.loads(record.dumps()) == record


@pytest.mark.parametrize("name", gin.preset_names())
def test_the_sizes_of_a_table(name):
    rules = gin.preset(name)
    assert rules.table_sizes == tuple(sorted({table_seats(rules.seating, count) for count in rules.player_counts}))


def test_a_view_as_text_shows_what_it_knows_and_a_mark_for_the_rest():
    state = gin.apply(STATE, gin.TakeDiscard())
    lines = str(gin.view(state, 0)).splitlines()
    assert lines[0] == "PlayTurn: seat 1 must discard, knock, meld or declare big gin (as seat 0 sees it)"
    assert lines[1] == f"seat 0 (dealer): {state.hands[0]}"
    assert lines[2] == "seat 1: Qs" + " ?" * 10
    assert lines[3] == "pile 0, top - · stock 31 · limit 10"
    assert "?" not in str(state)


def test_events_as_text():
    said = []
    for state, action in played(STANDARD, (), 7):
        if not state.is_over:
            said += [str(gin.redact(event, 0)) for event in gin.transition(state, action)[1]]
    assert any(line == "seat 1 draws ? from the stock" for line in said)
    assert all(line.startswith(("seat 0 ", "seat 1 ")) for line in said)
    assert not any("(" in line for line in said[:-1])


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ((), "expected a whole number, got"),
        ((3,), "expected a whole number from 3 up, got"),
        ((3, 9), "expected a whole number from 3 to 9, got"),
        ((0, 2**64 - 1), r"expected a whole number from 0 to 2\*\*64 - 1, got"),
    ],
)
def test_one_check_of_whole_numbers(bounds, said):
    for wrong in (True, 1.0, "3", None, [3], *((bounds[0] - 1,) if bounds else ()), *(one + 1 for one in bounds[1:])):
        with pytest.raises(gin.ScoreError, match=f"^bonus: {said} ") as caught:
            whole_number("bonus", wrong, *bounds, error=gin.ScoreError)
        assert caught.value.details["name"] == "bonus"
    for right in (3, gin.Suit.SPADES):
        number = whole_number("bonus", right, *bounds)
        assert (number, type(number)) == (3, int)
