"""`Session`: whose turn it is at every table, refusals that change nothing, and texts that were edited."""

import copy
import json
import pickle
import random

import pytest

import ginrules as gin
from ginrules import errors
from ginrules.errors import InvalidRunError, NotYourTurn, RoundIsOver
from ginrules.players import Greedy, hint
from ginrules.records import loads_records

NAMES = ["Ann", "Bo"]
NEW = gin.Session("standard", NAMES)
BEGUN = NEW.next_round(7)
TEAMS = gin.Session("partnership", ["Ann", "Bo", "Cy", "Di"]).next_round(7)


def played(session, until=lambda session: not session.is_playing):
    """Play by hints until the round is over, or as long as is wanted."""
    while not until(session):
        session = session.advance(1)
        if session.to_move:
            player = min(session.to_move)
            session = session.act(player, hint(session.view(player), "greedy"))
    return session


def over(rules="standard+target=1"):
    session = gin.Session(rules, NAMES)
    while not session.is_over:
        session = played(session.next_round(session.version))
    return session


BETWEEN = played(BEGUN)
OVER = over()
NOTICED = played(gin.Session("hollywood-endless", NAMES).next_round(3)).give_notice()
THREE = gin.Session("penalty-elimination", ["Ann", "Bo", "Cy"]).concede(0)


# --- whose turn ---------------------------------------------------------------------------------------


def test_nobody_can_act_before_the_deal_and_after_the_round():
    for session in (NEW, BETWEEN, OVER):
        assert session.to_move == frozenset()
        assert not session.is_playing
        assert [session.legal(player) for player in (0, 1)] == [(), ()]
    assert (NEW.is_over, BETWEEN.is_over, OVER.is_over) == (False, False, True)
    assert NEW.round == ()


def test_the_round_that_is_over_can_be_seen_until_the_next_is_dealt():
    assert BETWEEN.view(0).is_over
    assert gin.Session.loads(BETWEEN.dumps()).view(1) == BETWEEN.view(1)
    assert not BETWEEN.next_round(8).view(0).is_over


def test_one_player_of_each_table_can_act():
    assert TEAMS.to_move == {1, 3}
    after = TEAMS.act(3, "decline")
    assert after.to_move == {1, 2}
    assert after.round[0] == TEAMS.round[0]
    assert after.table_of(3).number == 1
    assert after.played == (1,)
    assert [len(after.events(player)) for player in range(4)] == [0, 0, 1, 1]


def test_an_action_at_one_table_does_not_make_a_page_at_the_other_old():
    after = TEAMS.act(3, "decline", TEAMS.version).act(1, "decline", TEAMS.version)
    assert after.version == TEAMS.version + 2
    with pytest.raises(gin.OldVersionError, match="version 1 is not that of the table, which is 3"):
        after.act(0, "decline", TEAMS.version)


def test_a_player_who_sits_out_sees_what_a_spectator_sees():
    session = gin.Session("captain", 3).next_round(7)
    (idle,) = {0, 1, 2} - set(session.tables[0].players)
    assert session.table_of(idle) is None
    assert session.view(idle) == session.view(None)
    assert session.legal(idle) == ()
    with pytest.raises(NotYourTurn, match="who sits this round out"):
        session.act(idle, "draw")


@pytest.mark.parametrize("since", [-1, 2, True, 1.0, "1"])
def test_events_since_a_version_that_there_was_not_are_refused(since):
    session = gin.Session("standard").next_round(7)
    with pytest.raises(gin.RecordError, match="since: expected a version from 0 to 1, got "):
        session.events(0, since)


def test_events_after_a_version_are_those_of_the_actions_since():
    first = BEGUN.act(1, "decline")
    second = first.act(0, "decline").act(1, "draw")
    assert [type(event).__name__ for event in second.events(0, first.version)] == ["Declined", "DrewStock"]
    assert second.events(0, second.version) == ()
    assert second.events(0) == second.events(0, BEGUN.dealt)
    assert second.events(0)[-1].card is None
    assert second.events(1)[-1].card is not None


# --- chance and players -----------------------------------------------------------------------------------


ENDLESS = "partnership+stock_exhausted=reshuffle+reshuffle_cap=0+knock_limit=0+min_set=4+min_run=8"
"""Rules under which a round ends only by gin, which nobody has."""


def test_advance_plays_a_bounded_number_of_actions_and_goes_on():
    lab = dict.fromkeys(range(4), Greedy)
    session = gin.Session(ENDLESS, 4, players={player: lab[player] for player in (1, 2, 3)}).next_round(5)
    for _ in range(5):
        before, session = session, session.advance(3, most=50)
        assert session.version == before.version + 50  # of both tables together
        assert session.is_playing
    whole = gin.Session("partnership", 4, players=lab).next_round(5)
    parts = []
    while whole.is_playing:
        before, whole = whole, whole.advance(7, most=9)
        parts.append(whole.version - before.version)
    assert set(parts[:-1]) == {9}
    assert 0 < parts[-1] <= 9
    assert gin.Session.loads(whole.dumps()).match == whole.match


@pytest.mark.parametrize("most", [0, -1, True, 2.0, "9"])
def test_a_limit_on_actions_is_a_whole_number(most):
    with pytest.raises(gin.GinRulesError, match="most"):
        BEGUN.advance(1, most=most)


def test_advance_plays_for_the_players_of_the_session_alone():
    session = gin.Session("standard", NAMES, players={1: Greedy}).next_round(7).advance(1)
    assert session.to_move == {0}
    assert session.version > 1
    assert session.advance(1) is session
    assert BEGUN.advance(1) is BEGUN


def test_a_player_given_as_an_object_is_copied():
    class Counting:
        asked = 0

        def choose(self, view):
            self.asked += 1
            return Greedy().choose(view)

    player = Counting()
    session = gin.Session("standard", NAMES, players={0: player, 1: player}).next_round(7).advance(1)
    assert not session.is_playing
    assert player.asked == 0


def test_players_are_given_anew_after_loads():
    session = gin.Session("standard", NAMES, players={1: Greedy}).next_round(7)
    again = gin.Session.loads(session.dumps())
    assert again == session
    assert again.advance(1).to_move == {1}
    assert again.with_players({1: Greedy}).advance(1) == session.advance(1)


def test_chance_is_not_in_the_text():
    """Two servers that load the same session do not shuffle alike: the future follows from nothing stored."""
    rules = gin.RuleSet(stock_exhausted="reshuffle", stock_floor=25, knock_limit=0, take_cap=30)
    session = gin.Session(rules, NAMES).next_round(7)
    while session.to_move:
        player = min(session.to_move)
        session = session.act(player, hint(session.view(player), "simple"))
    assert session.is_playing
    one, other = (gin.Session.loads(session.dumps()).advance() for _ in range(2))
    assert one.version == other.version == session.version + 1
    assert one.round[0].state.stock != other.round[0].state.stock
    assert [one.view(player) for player in (0, 1)] == [other.view(player) for player in (0, 1)]


def test_the_cards_dealt_from_a_seed_are_written_as_their_order():
    for seed in (7, random.Random(7), random.SystemRandom()):
        record = NEW.next_round(seed).round[0]
        assert record.seed is None
        assert len(record.order) == 52
    assert gin.RoundRecord("standard", random.SystemRandom()).seed is None
    assert gin.MatchRecord("standard", NAMES).next_round(random.SystemRandom()).seed is None


def test_the_second_pack_turns_each_card_once():
    session = gin.Session("hollywood-oklahoma-second-deck+endless=true", NAMES)
    turned = []
    for _ in range(60):
        session = session.next_round(len(turned))
        turned.append(session.round[0].knock_card)
        session = played(session)
        if len(turned) % 7 == 0:
            session = gin.Session.loads(session.dumps())
    assert len(set(turned[:52])) == 52
    assert len(set(turned[52:])) == 8


# --- actions taken back -----------------------------------------------------------------------------------


def test_actions_are_taken_back_and_the_version_still_grows():
    first = BEGUN.act(1, "decline")
    back = first.act(0, "take").back()
    assert (back.round, back.record, back.to_move) == (first.round, first.record, {0})
    assert back.version > 3
    assert gin.Session.loads(back.dumps()) == back
    assert back.events(0) == first.events(0)
    for old in range(4):
        with pytest.raises(gin.OldVersionError):
            back.act(0, "take", old)
    again = back.act(0, "take", back.version)
    assert again.round == first.act(0, "take").round
    assert [type(event).__name__ for event in again.events(1, back.version)] == ["TookDiscard"]


def test_actions_of_several_tables_are_taken_back_in_their_order():
    three = TEAMS.act(3, "decline").act(2, "decline").act(1, "decline")
    assert three.played == (1, 1, 0)
    assert three.back().round == TEAMS.act(3, "decline").act(2, "decline").round
    back = three.back(2)
    assert (back.played, back.round) == ((1,), TEAMS.act(3, "decline").round)
    assert gin.Session.loads(back.dumps()) == back
    assert back.act(2, "decline").act(1, "decline").round == three.round


def test_a_round_that_is_over_is_taken_back_out_of_the_match():
    back = BETWEEN.back(2)
    assert back.is_playing
    assert back.record.rounds == ()
    assert gin.Session.loads(back.dumps()) == back
    whole = BETWEEN.back(len(BETWEEN.round[0].actions))
    assert (whole.round, whole.dealt) == (BEGUN.round, whole.version)
    assert whole.version > BETWEEN.version
    assert BEGUN.act(1, "decline").back().version > 2
    assert played(whole).round == BETWEEN.round


def test_a_seed_gives_the_same_chance_after_actions_were_taken_back():
    rules = gin.RuleSet(stock_exhausted="reshuffle", stock_floor=25, knock_limit=0, take_cap=30)
    session = played(gin.Session(rules, NAMES).next_round(7), lambda session: not session.to_move)
    assert session.back(0).advance(3).round == session.advance(3).round != session.advance(4).round


# --- refusals ---------------------------------------------------------------------------------------------

DECLINED, FOUR, PACK = BEGUN.act(1, "decline"), gin.Session("partnership", 4), gin.shuffled(1)
OLD = "version 1 is not that of the table, which is 2: look at the table again"
ACTS = {
    "another's turn": (BEGUN, lambda s: s.act(0, "draw"), NotYourTurn, "draw by Ann: Bo must take or decline the"),
    "an old version": (DECLINED, lambda s: s.act(0, "decline", 1), gin.OldVersionError, OLD),
    "a version to come": (BEGUN, lambda s: s.act(1, "take", 2), gin.OldVersionError, "version 2 is not that of the"),
    "a version that is a text": (BEGUN, lambda s: s.act(1, "take", "1"), gin.OldVersionError, "version '1' is not"),
    "no action": (BEGUN, lambda s: s.act(1, "fold"), gin.ParseError, "fold"),
    "an illegal action": (BEGUN, lambda s: s.act(1, "draw"), gin.IllegalAction, "draw"),
    "no such player": (BEGUN, lambda s: s.act(2, "take"), errors.NoSuchPlayerError, "no player 2: players are 0 to 1"),
    "a player's name": (BEGUN, lambda s: s.view("Ann"), errors.NoSuchPlayerError, "there is no player 'Ann': players"),
    "legal actions of nobody": (NEW, lambda s: s.legal(-1), errors.NoSuchPlayerError, "there is no player -1"),
    "a concession of nobody": (NEW, lambda s: s.concede("Ann"), errors.NoSuchPlayerError, "there is no player 'Ann'"),
    "one who is out": (THREE, lambda s: s.concede(0), errors.PlayerIsOutError, "Ann"),
    "before the deal": (
        NEW,
        lambda s: s.act(1, "take"),
        RoundIsOver,
        r"no round is dealt: next_round\(\) deals the next",
    ),
    "a view before the deal": (NEW, lambda s: s.view(0), errors.NoRoundDealtError, "no round is dealt"),
    "events before the deal": (NEW, lambda s: s.events(0), errors.NoRoundDealtError, "no round is dealt"),
    "a version that there was not": (BEGUN, lambda s: s.events(0, 999), errors.UnknownVersionError, "since: expected"),
    "between rounds": (BETWEEN, lambda s: s.act(0, "draw"), RoundIsOver, "the round is over: next_round"),
    "a finished match": (OVER, lambda s: s.act(0, "draw"), RoundIsOver, "the match is over"),
    "a deal after the match": (OVER, lambda s: s.next_round(1), errors.MatchIsOverError, "the match is over"),
    "a concession after the match": (OVER, lambda s: s.concede(0), errors.MatchIsOverError, "the match is over"),
    "a notice after the match": (OVER, lambda s: s.give_notice(), errors.MatchIsOverError, "the match is over"),
    "a deal within a round": (BEGUN, lambda s: s.next_round(1), errors.RoundInProgressError, "a round is in progress"),
    "notice within a round": (BEGUN, lambda s: s.give_notice(), errors.RoundInProgressError, "a round is in progress"),
    "notice of a match that ends by itself": (NEW, lambda s: s.give_notice(), errors.NoNoticeError, "endless"),
    "notice twice": (NOTICED, lambda s: s.give_notice(), errors.NoNoticeError, "given already"),
    "one pack for two tables": (
        FOUR,
        lambda s: s.next_round(orders=[PACK]),
        errors.WrongOrdersError,
        "orders: expected one for each of 2 tables, got 1",
    ),
    "half a pack": (NEW, lambda s: s.next_round(orders=[PACK[:26]]), gin.GinRulesError, "26"),
    "more taken back than was played": (
        DECLINED,
        lambda s: s.back(2),
        errors.NothingToTakeBackError,
        "2 actions cannot be taken back, the round has 1",
    ),
    "taken back before the deal": (NEW, lambda s: s.back(), errors.NoRoundDealtError, "no round is dealt"),
    "taken back after a notice": (NOTICED, lambda s: s.back(), errors.NothingToTakeBackError, "1 actions cannot be"),
    "a number that is a text": (BEGUN, lambda s: s.back("1"), errors.NothingToTakeBackError, "'1' actions cannot be"),
    "fewer than none": (BEGUN, lambda s: s.back(-1), errors.NothingToTakeBackError, "-1 actions cannot be"),
    "a wrong name for a player": (
        BEGUN,
        lambda s: s.with_players({1: "gredy"}),
        InvalidRunError,
        "did you mean 'greedy'",
    ),
    "a player too many": (BEGUN, lambda s: s.with_players({2: Greedy}), errors.NoSuchPlayerError, "is no player 2"),
}


@pytest.mark.parametrize("case", ACTS)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_changes(case):
    session, act, kind, words = ACTS[case]
    text = session.dumps()
    with pytest.raises(kind, match=words) as caught:
        act(session)
    assert caught.value.code == kind.code or not issubclass(kind, gin.RecordError)
    assert len(str(caught.value)) < 300
    assert session.dumps() == text


def test_every_error_of_records_with_a_code_of_its_own_is_raised_somewhere():
    assert {kind for *_, kind, _ in ACTS.values()} >= {*gin.RecordError.__subclasses__()}


def test_a_table_that_the_rules_do_not_seat_is_refused():
    with pytest.raises(gin.ScoreError):
        gin.Session("standard", 3)


# --- texts ------------------------------------------------------------------------------------------------


def edited(session, **changes):
    return {**json.loads(session.dumps("json")), **changes}


def table(session, number=0, **changes):
    return {**json.loads(session.dumps("json"))["round"][number], **changes}


PART = played(BEGUN, lambda session: session.version > 6)
PAIR = TEAMS.act(3, "decline").act(1, "decline")
EDITS = {
    "fewer changes than were made": (edited(PART, changes=3), "changes"),
    "changes below zero": (edited(PART, changes=-1), "changes"),
    "a deal in the future": (edited(PART, dealt=999), "changes"),
    "a round of others": (edited(PART, round=[table(PART, names=["Cy", "Di"])]), r"round\[0\]"),
    "another dealer": (edited(PART, round=[table(PART, dealer=1)]), "round"),
    "two tables where one is due": (edited(PART, round=[table(PART)] * 2), "has 2 tables, 1 are due"),
    "an action that is not legal": (edited(PART, round=[table(PART, actions=["draw"])]), "actions"),
    "a card twice": (edited(PART, round=[table(PART, order="Ac " * 52)]), "order"),
    "a round after the match": (edited(OVER, round=[table(PART)]), "the match is over"),
    "tables of actions that were not played": (edited(PAIR, played=[1, 1]), "must name the table of each of 2 actions"),
    "no tables of actions": (edited(PAIR, played=[]), "must name the table of each of 2 actions"),
    "a winner": (edited(PART, result={"is_over": True, "winners": [0], "totals": [99, 0], "net": [99, -99]}), "result"),
    "a finished round twice": (edited(BETWEEN, round=[json.loads(BETWEEN.dumps("json"))["rounds"][0]]), "round"),
    "an unknown field": (edited(PART, secret=1), "secret"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_text_is_refused(edit):
    data, words = EDITS[edit]
    with pytest.raises(gin.RecordError, match=words):
        gin.Session.loads(json.dumps(data))


def test_a_session_equals_copies_and_pickles_of_itself():
    for again in (copy.deepcopy(PART), pickle.loads(pickle.dumps(PART))):
        assert again == PART
        assert again.version == PART.version


def test_a_session_in_a_file_of_records_is_read_as_its_records():
    match, round_ = loads_records(PART.dumps())
    assert (match, round_) == (PART.record, PART.round[0])
    assert list(loads_records(BETWEEN.dumps())) == [BETWEEN.record]


def test_a_concession_ends_the_round_uncounted():
    ended = PART.concede(1)
    assert ended.is_over
    assert ended.match.winner == 0
    assert ended.match.scores == ()
    assert ended.version == PART.version + 1
    assert gin.Session.loads(ended.dumps()) == ended


def test_notice_is_given_between_rounds():
    assert gin.Session.loads(NOTICED.dumps()) == NOTICED


def test_the_text_says_who_can_act():
    assert str(TEAMS).endswith("Bo and Di to act")
    assert repr(TEAMS) == "<Session of partnership: Ann, Bo, Cy, Di, version 1>"
    assert "to act" not in str(BETWEEN)
