"""`RoundRecord`: live, immutable, written and read back, with clear words for what is wrong."""

import copy
import pickle
import re

import pytest

from ginrules.errors import DealError, GinRulesError, NotYourTurn, ParseError, RecordError, RoundIsOver, TooMuchDeadwood
from ginrules.play.actions import Decline, Discard, TakeDiscard
from ginrules.play.deal import deal, shuffled
from ginrules.play.events import DrewStock, RoundEnded
from ginrules.play.views.follow import follow
from ginrules.play.views.view import view
from ginrules.presets import STANDARD, preset
from ginrules.records import (
    LARGEST_TEXT,
    MatchRecord,
    RoundRecord,
    SeatRecord,
    account,
    loads_records,
    read_records,
    replay,
    replay_while_valid,
)
from tests.fuzz.mutate import played_record

BEGUN = RoundRecord(STANDARD, 7, names=["Ann", "Bo"]).play("take", seat=1, comment="bold", seconds=2).play("discard Ac")
DONE = played_record(STANDARD, 2, 4)


def problems(text, cls=RoundRecord):
    with pytest.raises(RecordError) as caught:
        cls.loads(text)
    return {problem.path: problem for problem in caught.value.problems}


def test_a_record_is_the_deal_and_what_was_done():
    assert BEGUN.rules == STANDARD
    assert BEGUN.order == shuffled(7)
    assert BEGUN.seed == 7
    assert BEGUN.actions == (TakeDiscard(), Discard("Ac"))
    assert BEGUN.state.turn == 0
    assert BEGUN.outcome is None
    assert RoundRecord(STANDARD, shuffled(7), names=["Ann", "Bo"]).seed is None


def test_playing_makes_another_record():
    after = BEGUN.play("draw", seat=0)
    assert len(BEGUN.actions) == 2
    assert after.actions[:2] == BEGUN.actions
    assert after.back() == BEGUN
    assert after.back(3) == RoundRecord(STANDARD, 7, names=["Ann", "Bo"])
    assert after.back(3).comments == {}
    assert BEGUN.back(0) == BEGUN
    assert dict(BEGUN.comments) == {1: "bold"}
    assert dict(BEGUN.times) == {1: 2}


def test_a_record_equals_copies_and_pickles_of_itself():
    for again in (copy.deepcopy(BEGUN), pickle.loads(pickle.dumps(BEGUN))):  # noqa: S301 - our own
        assert again == BEGUN
        assert again.state == BEGUN.state
        assert hash(again) == hash(BEGUN)


@pytest.mark.parametrize(
    ("action", "seat", "error"),
    [
        ("draw", 1, NotYourTurn),
        ("draw", 5, NotYourTurn),
        ("nonsense", None, ParseError),
        ("discard Ah", None, Exception),
    ],
)
def test_what_is_out_of_turn_or_illegal_is_refused(action, seat, error):
    with pytest.raises(error):
        BEGUN.play(action, seat=seat)
    with pytest.raises(RoundIsOver):
        DONE.play(Decline())
    with pytest.raises(TooMuchDeadwood):
        BEGUN.play("draw").play(
            "knock 2c" if "2c" in str(BEGUN.state.hands[0]) else f"knock {next(iter(BEGUN.state.hands[0]))}"
        )


@pytest.mark.parametrize("n", [-1, 3, True, 1.0, "1"])
def test_no_more_than_was_done_is_taken_back(n):
    with pytest.raises(RecordError):
        BEGUN.back(n)


@pytest.mark.parametrize(
    "more",
    [
        {"actions": ["take", "take"]},
        {"actions": "take"},
        {"actions": 5},
        {"names": "AB"},
        {"names": ["\ud800", "x"]},
        {"names": ["n" * 101, "x"]},
        {"comment": 5},
        {"comment": "\ud800"},
        {"comment": "c" * 4001},
        {"actions": ["take"], "comments": {1: "\ud800"}},
        {"actions": [*DONE.actions, "draw"]},
        {"names": ["one"]},
        {"names": ["", "x"]},
        {"comments": {1: "before anything"}},
        {"comments": {"1": "by text"}},
        {"actions": ["take"], "times": {1: -1}},
        {"actions": ["take"], "times": {1: float("nan")}},
        {"actions": ["take"], "comments": {1: 5}},
        {"seed": 8},
    ],
)
def test_a_record_that_cannot_be_is_not_made(more):
    with pytest.raises(RecordError):
        RoundRecord(STANDARD, shuffled(7), **more)


@pytest.mark.parametrize(
    "more",
    [{"players": None}, {"players": ["\ud800", "x"]}, {"players": ["n" * 101, "x"]}, {"rounds": 5}, {"comment": 5}],
)
def test_a_match_that_cannot_be_written_is_not_made(more):
    with pytest.raises(GinRulesError):
        MatchRecord(STANDARD, **{"players": ["Ann", "Bo"], **more})


def test_a_comment_on_an_account_is_a_text():
    with pytest.raises(RecordError, match="comment"):
        SeatRecord(account(BEGUN, 0).first, comment="\ud800")


def test_a_deal_that_cannot_be_is_refused():
    with pytest.raises(DealError):
        RoundRecord(STANDARD, shuffled(7)[:-1])
    with pytest.raises(DealError):
        RoundRecord(STANDARD, ["nothing"])
    with pytest.raises(DealError, match="expected the cards"):
        RoundRecord(STANDARD, None)
    with pytest.raises(DealError):
        RoundRecord(preset("oklahoma-second-deck"), 7)


def test_states_and_steps_lead_from_the_deal_to_the_end():
    states = list(DONE.states())
    assert states[0] == deal(STANDARD, DONE.order, dealer=DONE.dealer)
    assert states[-1] == DONE.state
    assert [state for _, state in DONE.steps()] == states[1:]
    assert [action for action, _ in DONE.steps()] == list(DONE.actions)


def test_the_streams_of_all_seats_are_alike_but_for_what_is_hidden():
    streams = {seat: DONE.events(seat) for seat in (0, 1, None)}
    assert len({len(stream) for stream in streams.values()}) == 1
    assert isinstance(streams[0][-1], RoundEnded)
    drawn = [event for event in streams[None] if isinstance(event, DrewStock)]
    assert drawn
    assert all(event.card is None for event in drawn)
    for seat, stream in streams.items():
        seen = view(next(DONE.states()), seat)
        for event in stream:
            seen = follow(seen, event)
        assert seen == view(DONE.state, seat) == account(DONE, seat).now
    with pytest.raises(DealError):
        DONE.events(2)


def test_an_account_holds_no_card_the_seat_never_saw():
    text = account(DONE, 0).dumps("json")
    assert '"??"' in text
    seen = SeatRecord.loads(text)
    assert seen.seat == 0
    assert list(seen.views())[-1] == seen.now
    first = account(DONE, 0).first
    with pytest.raises(RecordError, match="seat 1 must"):
        SeatRecord(first, [DrewStock(0, None)])
    with pytest.raises(RecordError, match="its end"):
        SeatRecord(first, DONE.events(0)[-1:])


def test_both_texts_say_the_same():
    for record in (BEGUN, DONE, RoundRecord(STANDARD, shuffled(7))):
        assert RoundRecord.loads(record.dumps()) == record
        assert RoundRecord.loads(record.dumps("json")) == record
    with pytest.raises(RecordError):
        BEGUN.dumps("xml")


def test_rules_that_are_no_preset_are_written_in_full():
    rules = STANDARD.evolve(name="ours", knock_limit=7, hand_size={2: 9})
    record = RoundRecord(rules, 3)
    for kind in ("toml", "json"):
        assert RoundRecord.loads(record.dumps(kind)).rules == rules
        assert RoundRecord.loads(record.dumps(kind)).rules.name == "ours"


def test_names_cannot_break_out_of_a_comment():
    record = RoundRecord(STANDARD, 7, names=["a\nb = 1 #", "\x7f\u2028]"], actions=["take"])
    assert RoundRecord.loads(record.dumps()) == record


# --- bad texts --------------------------------------------------------------------------------------


def test_an_illegal_action_is_named_with_its_line():
    text = BEGUN.dumps().replace("discard Ac", "discard Kh")
    (problem,) = problems(text).values()
    assert problem.path == "actions[1]"
    assert text.splitlines()[problem.line - 1].strip().startswith('"discard Kh"')
    reached = replay_while_valid(text)
    assert reached.state == BEGUN.back().state
    assert reached.actions == BEGUN.actions[:1]
    assert reached.error.problems[0].line == problem.line
    with pytest.raises(RecordError):
        replay(text)


def test_an_action_after_the_end_is_named():
    text = DONE.dumps().replace("]\n", '    "draw",\n]\n', 1)
    assert "the round is over" in next(iter(problems(text).values())).message


def test_a_cut_text_is_replayed_up_to_the_cut():
    text = DONE.dumps()
    place = text.index("actions = [") + 80
    reached = replay_while_valid(text[:place])
    assert 0 < len(reached.actions) < len(DONE.actions)
    assert reached.actions == DONE.actions[: len(reached.actions)]
    assert "TOML" in str(reached.error)


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("version = 1", "version = 2", "version"),
        ("version = 1", 'version = "1"', "version"),
        ("version = 1", "version = true", "version"),
        ("version = 1\n", "", "version"),
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
)  # fmt: skip
def test_what_is_wrong_is_named_by_its_path(old, new, path):
    text = BEGUN.dumps()
    assert old in text
    assert path in problems(text.replace(old, new))


def test_every_fault_is_told():
    text = (
        BEGUN.dumps()
        .replace("dealer = 0", 'dealer = "0"')
        .replace("seed = 7", "seed = 7.5")
        .replace("version = 1", "version = 1\nx = 1")
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
    without = problems(re.sub(r"upcard = .*\n", "", text))["outcome.upcard"]
    assert re.fullmatch(r'is missing, the actions lead to "\w\w"', without.message)
    drawn = next(record for seed in range(200) if (record := played_record(STANDARD, 2, seed)).outcome.reason)
    winner = problems(drawn.dumps().replace("[score]\n", "[score]\nwinner = 0\n"))["score.winner"]
    assert winner.message == "is 0, the actions lead to none"
    assert "outcome" in problems(BEGUN.dumps() + '[outcome]\nending = "gin"\ndeclarer = 0\ndeadwood = [0, 1]\n')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "format"),
        ("[", "JSON"),
        ("{", "JSON"),
        ("a = 1\na = 2", "TOML"),
        ('{"a": 1,\n"a": 2}', "line 2: has the name 'a' twice"),
        ('{"a": [1, {}],\n"b": {"a": "a",\n "\\u0061": ":"}, "a": []', "line 3: has the name 'a' twice"),
        ('{"a":\n NaN}', "line 2: is not JSON: NaN is not a number"),
        ('{"a": 1,\n"b": ' + "9" * 5000 + "}", "line 2: has a number of thousands of digits"),
        ("\na = " + "9" * 5000, "line 2: has a number of thousands of digits"),
        ("\na = " + "1_0" * 3000, "line 2: has a number of thousands of digits"),
        ("[" * 5000, "deep"),
        ('{"a":' * 5000, "deep"),
        ("a = " + "[" * 5000, "deep"),
        ("a." * 5000 + "a = 1", "parts"),
        ("x" * (LARGEST_TEXT + 1), "characters"),
        (None, "must be a text"),
        (b"bytes", "must be a text"),
        ("[1, 2]", "must be a table"),
        ('{"format": "ginrules/round", "version": 1}', "missing"),
    ],
    ids=str,
)
def test_texts_that_are_no_records(text, told):
    with pytest.raises(RecordError, match=told):
        RoundRecord.loads(text)
    assert replay_while_valid(text).error is not None


def test_a_file_of_any_size_is_read_record_by_record(tmp_path):
    text = DONE.dumps()
    times = LARGEST_TEXT // len(text) + 20
    big = tmp_path / "big.toml"
    big.write_text(text * times, encoding="utf-8")
    assert big.stat().st_size > LARGEST_TEXT
    assert sum(record == DONE for record in read_records(big)) == times
    endless = tmp_path / "endless.toml"
    endless.write_text("#" * (3 * LARGEST_TEXT))
    with pytest.raises(RecordError, match="more than"):
        list(read_records(endless))
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_records(tmp_path / "none.toml"))
    other = tmp_path / "other.toml"
    other.write_bytes(b"\n\xff")
    with pytest.raises(RecordError, match="line 2"):
        list(read_records(other))


def test_what_follows_a_json_record_is_json_too():
    with pytest.raises(RecordError, match=r"line \d+: is not JSON"):
        list(loads_records(BEGUN.dumps("json") + " nonsense"))


def test_lines_of_later_records_are_those_of_the_file(tmp_path):
    text = BEGUN.dumps()
    path = tmp_path / "two.toml"
    path.write_text(text + text.replace("discard Ac", "discard Kh"))
    with pytest.raises(RecordError) as caught:
        list(read_records(path))
    line = caught.value.problems[0].line
    assert "discard Kh" in path.read_text().splitlines()[line - 1]
