"""What a session refuses has a code of its own, names people, and says why. Nobody changes its players from outside."""

import pickle
from copy import deepcopy

import pytest

import ginrules as gin
from ginrules import errors

NEW = gin.Session("standard", ["Ann", "Bo"])
DEALT = NEW.next_round(7)
OVER = DEALT.concede(0)
ENDLESS = gin.Session("hollywood-endless", ["Ann", "Bo"])
THREE = gin.Session("penalty-elimination", ["Ann", "Bo", "Cy"]).concede(0)


def test_a_stale_page_neither_deals_nor_concedes():
    with pytest.raises(gin.OldVersionError, match="version 0 is not that of the session, which is 1"):
        DEALT.concede(0, version=0)
    with pytest.raises(gin.OldVersionError):
        NEW.next_round(version=3)
    assert NEW.next_round(7, version=0) == DEALT
    assert DEALT.concede(0, version=1).is_over


def test_the_players_of_a_session_cannot_be_changed_from_outside():
    given = {0: gin.players.Greedy}
    session = gin.Session("standard", 2, players=given)
    given.clear()
    for change in ("clear", "pop", "update", "setdefault", "popitem"):
        assert not hasattr(session.players, change)
    with pytest.raises(TypeError):
        session.players[1] = gin.players.Greedy
    with pytest.raises(TypeError):
        del session.players[0]
    assert session.players == {0: gin.players.Greedy}
    assert pickle.loads(pickle.dumps(session)).players == deepcopy(session).players == session.players


@pytest.mark.parametrize("name", ["greedy", "expert", "medium", "random"])
def test_a_name_works_wherever_a_player_is_asked_for(name):
    sessions = [
        gin.Session("standard", ["Ann", "Bo"], players={0: player, 1: player}).next_round(7).advance(7)
        for player in (name, gin.players.player_named(name))
    ]
    assert sessions[0] == sessions[1]
    assert DEALT.with_players({0: name, 1: name}).advance(7).record.rounds == sessions[1].record.rounds
    order = gin.shuffled(7)
    assert gin.lab.play_round("standard", [name, name], order).outcome is not None
    assert gin.fast.Rounds("standard", 4, opponents={1: name}).legal.shape[0] == 4


def test_a_name_that_advises_in_the_core():
    named, made = (gin.fast.Rounds("standard", 4, advisor=one) for one in ("expert", gin.players.Expert))
    assert named.advice.tolist() == made.advice.tolist()


@pytest.mark.parametrize("name", ["gredy", "process:true", "python:os:system", ""])
def test_a_wrong_name_or_one_that_runs_something_is_refused(name):
    for call in (
        lambda: gin.Session("standard", 2, players={0: name}),
        lambda: DEALT.with_players({0: name}),
        lambda: gin.fast.Rounds("standard", 2, opponents={1: name}),
    ):
        with pytest.raises(errors.InvalidRunError, match="expected one of random, simple"):
            call()


def test_refusals_name_people():
    with pytest.raises(gin.IllegalAction, match="draw is not allowed now: Bo must take or decline the upcard"):
        DEALT.act(1, "draw")
    taken = DEALT.act(1, "take")
    missing = next(card for card in gin.pack_of("standard") if card not in taken.view(1).hand)
    with pytest.raises(gin.ParseError, match=f"fits nothing here; expected one of: .*: Bo does not hold {missing}"):
        taken.act(1, str(missing))


def test_a_short_action_that_fits_nothing_says_why():
    taken = DEALT.act(1, "take")
    top = DEALT.view(1).discards[-1]
    for position in (taken.round[0].state, taken.view(1)):
        with pytest.raises(gin.ParseError, match=rf"{top} was taken from the pile this turn, discard another card$"):
            gin.parse_action(str(top), position)
        with pytest.raises(gin.ParseError, match=r"it leaves [0-9]+ points of deadwood, the limit is 10$"):
            gin.parse_action("knock", position)
        with pytest.raises(gin.ParseError, match=r"it leaves [0-9]+ points of deadwood, the limit is 10$"):
            gin.parse_action("gin", position)
    with pytest.raises(gin.ParseError, match=r"expected one of: take, decline$"):
        gin.parse_action("knock", DEALT.view(1))
