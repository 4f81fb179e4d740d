"""`RoundRecord`: live, immutable, written and read back, with clear words for faults."""

import copy
import pickle
import random
import re

import attrs
import pytest

import ginrules as gin
from ginrules.errors import NotYourTurn, RoundIsOver, TooMuchDeadwood
from ginrules.presets import STANDARD
from tests.records.conftest import played_record

BEGUN = (
    gin.RoundRecord(STANDARD, 7, names=["Ann", "Bo"]).play("take", seat=1, comment="bold", seconds=2).play("discard Ac")
)
DONE = played_record(STANDARD, 2, 4)


def problems(text, cls=gin.RoundRecord):
    with pytest.raises(gin.RecordError) as caught:
        cls.loads(text)
    return {problem.path: problem for problem in caught.value.problems}


def test_a_record_is_the_deal_and_the_actions():
    assert BEGUN.rules == STANDARD
    assert BEGUN.order == gin.shuffled(7)
    assert BEGUN.seed == 7
    assert BEGUN.actions == (gin.TakeDiscard(), gin.Discard("Ac"))
    assert BEGUN.state.turn == 0
    assert BEGUN.outcome is None
    assert gin.RoundRecord(STANDARD, gin.shuffled(7), names=["Ann", "Bo"]).seed is None


@pytest.mark.parametrize(("name", "seats"), [("standard", 2), ("oklahoma-second-deck", 2), ("roodle", 2)])
def test_a_seed_is_enough_as_in_deal(name, seats):
    record = gin.RoundRecord(name, seed=7, seats=seats, dealer=1)
    assert record.state == gin.deal(name, seed=7, seats=seats, dealer=1)
    assert record == gin.RoundRecord(
        name, gin.shuffled(7, name), seed=7, seats=seats, dealer=1, knock_card=record.knock_card
    )
    assert attrs.evolve(record, names=["Ann", "Bo"]).seed == 7
    assert gin.RoundRecord.loads(record.dumps()) == record
    drawn = gin.RoundRecord(name, seed=random.Random(7), seats=seats, dealer=1, knock_card=record.knock_card)
    assert (drawn.state, drawn.seed) == (record.state, None)
    assert gin.RoundRecord(name, seed=1 << 60, knock_card=record.knock_card).seed is None  # larger than JSON's


def test_play_returns_another_record():
    after = BEGUN.play("draw", seat=0)
    assert len(BEGUN.actions) == 2
    assert after.actions[:2] == BEGUN.actions
    assert after.back() == BEGUN
    assert after.back(3) == gin.RoundRecord(STANDARD, 7, names=["Ann", "Bo"])
    assert after.back(3).comments == {}
    assert BEGUN.back(0) == BEGUN
    assert dict(BEGUN.comments) == {1: "bold"}
    assert dict(BEGUN.times) == {1: 2}


def test_a_record_equals_copies_and_pickles_of_itself():
    for again in (copy.deepcopy(BEGUN), pickle.loads(pickle.dumps(BEGUN))):
        assert again == BEGUN
        assert again.state == BEGUN.state
        assert hash(again) == hash(BEGUN)


@pytest.mark.parametrize(
    ("action", "seat", "error"),
    [
        ("draw", 1, NotYourTurn),
        ("draw", 5, NotYourTurn),
        ("nonsense", None, gin.ParseError),
        ("discard Ah", None, Exception),
    ],
)
def test_an_action_out_of_turn_or_illegal_is_refused(action, seat, error):
    with pytest.raises(error):
        BEGUN.play(action, seat=seat)
    with pytest.raises(RoundIsOver):
        DONE.play(gin.Decline())
    with pytest.raises(TooMuchDeadwood):
        BEGUN.play("draw").play(
            "knock 2c" if "2c" in str(BEGUN.state.hands[0]) else f"knock {next(iter(BEGUN.state.hands[0]))}"
        )


@pytest.mark.parametrize("n", [-1, 3, True, 1.0, "1"])
def test_back_refuses_more_actions_than_there_are(n):
    with pytest.raises(gin.RecordError):
        BEGUN.back(n)


@pytest.mark.parametrize(
    "more",
    [
        *({"actions": actions} for actions in (["take", "take"], "take", 5, [*DONE.actions, "draw"])),
        *({"names": names} for names in ("AB", ["\ud800", "x"], ["n" * 101, "x"], ["one"], ["", "x"])),
        *({"comment": comment} for comment in (5, "\ud800", "c" * 4001)),
        *({"comments": comments} for comments in ({1: "before anything"}, {"1": "by text"})),
        *({"actions": ["take"], "comments": {1: comment}} for comment in ("\ud800", 5)),
        *({"actions": ["take"], "times": {1: time}} for time in (-1, float("nan"))),
        {"seed": 8},
    ],
)
def test_an_impossible_record_is_refused(more):
    with pytest.raises(gin.RecordError):
        gin.RoundRecord(STANDARD, gin.shuffled(7), **more)


@pytest.mark.parametrize(
    "more",
    [{"players": None}, {"players": ["\ud800", "x"]}, {"players": ["n" * 101, "x"]}, {"rounds": 5}, {"comment": 5}],
)
def test_a_match_that_cannot_be_written_is_refused(more):
    with pytest.raises(gin.GinRulesError):
        gin.MatchRecord(STANDARD, **{"players": ["Ann", "Bo"], **more})


def test_an_impossible_deal_is_refused():
    with pytest.raises(gin.DealError):
        gin.RoundRecord(STANDARD, gin.shuffled(7)[:-1])
    with pytest.raises(gin.DealError):
        gin.RoundRecord(STANDARD, ["nothing"])
    with pytest.raises(gin.DealError, match="expected the cards"):
        gin.RoundRecord(STANDARD, 7.5)
    with pytest.raises(gin.DealError, match=r"one of the two: RoundRecord\(rules, seed=7\)"):
        gin.RoundRecord(STANDARD)
    for wrong in ("7", 7.5, True):
        with pytest.raises(gin.DealError, match="expected a seed, a whole number or a random"):
            gin.RoundRecord(STANDARD, seed=wrong)
    with pytest.raises(gin.DealError):
        gin.RoundRecord(gin.preset("oklahoma-second-deck"), 7)


def test_states_and_steps_lead_from_the_deal_to_the_end():
    states = list(DONE.states())
    assert states[0] == gin.deal(STANDARD, DONE.order, dealer=DONE.dealer)
    assert states[-1] == DONE.state
    assert [state for _, state in DONE.steps()] == states[1:]
    assert [action for action, _ in DONE.steps()] == list(DONE.actions)


def test_the_events_of_all_seats_differ_only_in_hidden_cards():
    streams = {seat: DONE.events(seat) for seat in (0, 1, None)}
    assert len({len(stream) for stream in streams.values()}) == 1
    assert isinstance(streams[0][-1], gin.RoundEnded)
    drawn = [event for event in streams[None] if isinstance(event, gin.DrewStock)]
    assert drawn
    assert all(event.card is None for event in drawn)
    with pytest.raises(gin.DealError):
        DONE.events(2)


def test_toml_and_json_give_the_same_record():
    for record in (BEGUN, DONE, gin.RoundRecord(STANDARD, gin.shuffled(7))):
        assert gin.RoundRecord.loads(record.dumps()) == record
        assert gin.RoundRecord.loads(record.dumps("json")) == record
    with pytest.raises(gin.RecordError):
        BEGUN.dumps("xml")


def test_rules_that_are_not_a_preset_are_written_in_full():
    rules = STANDARD.evolve(name="ours", knock_limit=7, hand_size={2: 9})
    record = gin.RoundRecord(rules, 3)
    for kind in ("toml", "json"):
        assert gin.RoundRecord.loads(record.dumps(kind)).rules == rules
        assert gin.RoundRecord.loads(record.dumps(kind)).rules.name == "ours"


def test_names_cannot_break_out_of_a_comment():
    record = gin.RoundRecord(STANDARD, 7, names=["a\nb = 1 #", "\x7f\u2028]"], actions=["take"])
    assert gin.RoundRecord.loads(record.dumps()) == record


# --- bad texts --------------------------------------------------------------------------------------


def test_an_illegal_action_is_named_with_its_line():
    text = BEGUN.dumps().replace("discard Ac", "discard Kh")
    (problem,) = problems(text).values()
    assert problem.path == "actions[1]"
    assert text.splitlines()[problem.line - 1].strip().startswith('"discard Kh"')
    reached = gin.replay_while_valid(text)
    assert reached.state == BEGUN.back().state
    assert reached.actions == BEGUN.actions[:1]
    assert reached.error.problems[0].line == problem.line
    with pytest.raises(gin.RecordError):
        gin.replay(text)


def test_an_action_after_the_end_is_named():
    text = DONE.dumps().replace("]\n", '    "draw",\n]\n', 1)
    assert "the round is over" in next(iter(problems(text).values())).message


def test_a_cut_text_is_replayed_up_to_the_cut():
    text = DONE.dumps()
    place = text.index("actions = [") + 80
    reached = gin.replay_while_valid(text[:place])
    assert 0 < len(reached.actions) < len(DONE.actions)
    assert reached.actions == DONE.actions[: len(reached.actions)]
    assert "TOML" in str(reached.error)


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("version = 2", "version = 3", "version"),
        ("version = 2", 'version = "2"', "version"),
        ("version = 2", "version = true", "version"),
        ("version = 2\n", "", "version"),
        ('"ginrules/round"', '"ginrules/match"', "format"),
        ('rules = "standard"', 'rules = "standart"', "rules"),
        ('rules = "standard"', 'rules = { knock = { knock_limit = "7" } }', "rules.knock.knock_limit"),
        ("seats = 2", "seats = 7", "seats"),
        ("seats = 2", "seets = 2", "seets"),
        ("dealer = 0", 'dealer = "0"', "dealer"),
        ("dealer = 0", "dealer = 0.0", "dealer"),
        ("seed = 7\n", "", ""),
        ("seed = 7", "seed = 7\norder = 'Ac Ac'", "order"),
        ("seed = 7", "order = 'Ac Ac'", ""),
        ("seed = 7", "order = 'Ac xx'", "order"),
        ('1 = "bold"', '9 = "bold"', "comments.9"),
        ('1 = "bold"', '01 = "bold"', "comments.01"),
        ("1 = 2", "1 = 'x'", "times.1"),
    ],
)
def test_a_problem_is_reported_by_its_path(old, new, path):
    text = BEGUN.dumps()
    assert old in text
    assert path in problems(text.replace(old, new))


def test_every_problem_is_reported():
    text = (
        BEGUN.dumps()
        .replace("dealer = 0", 'dealer = "0"')
        .replace("seed = 7", "seed = 7.5")
        .replace("version = 2", "version = 2\nx = 1")
    )
    assert set(problems(text)) == {"dealer", "seed", "x"}


def test_a_result_that_was_not_played_is_refused():
    text = DONE.dumps()
    points = next(line for line in text.splitlines() if line.startswith("points"))
    fault = problems(text.replace(points, "points = [1, 2]"))["score.points"]
    assert fault.message == f"is [1, 2], the actions lead to {points.removeprefix('points = ')}"
    assert text.splitlines()[fault.line - 1] == "[score]"
    deadwood = next(line for line in text.splitlines() if line.startswith("deadwood"))
    assert set(problems(text.replace(deadwood, "deadwood = [1, 2]"))) == {"outcome.deadwood"}
    assert gin.RoundRecord.loads(re.sub(r"upcard = .*\n", "", text)) == DONE  # a fact that is not there follows
    drawn = next(record for seed in range(200) if (record := played_record(STANDARD, 2, seed)).outcome.reason)
    winner = problems(drawn.dumps().replace("[score]\n", "[score]\nwinner = 0\n"))["score.winner"]
    assert winner.message == "is 0, the actions lead to none"
    assert "outcome" in problems(BEGUN.dumps() + '[outcome]\nending = "gin"\ndeclarer = 0\ndeadwood = [0, 1]\n')
