"""Actions as numbers: a sequence of codes for each legal action and for no other; observations from views alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.errors import DealError, IllegalAction, IncompatibleRulesError, NotAnAction, WrongPhase, WrongTypeError
from ginrules.fast import PHASES, Codec, Layout
from ginrules.testing import rule_sets
from ginrules.testing.policies import POLICIES, fresh
from tests.conftest import TABLES, WAYS, decisions, every, reach, slow, some, whole_rounds

STANDARD = gin.preset("standard")
MAHJONG = gin.preset("mahjong-gin")


def sequences(codec, position, laid=()):
    """Every sequence of codes that is offered here, with the action that it makes."""
    for code in codec.codes(position, laid):
        action = codec.action(code, position, laid)
        if action is not None:
            yield (code,), action
            continue
        for rest, whole in sequences(codec, position, (*laid, codec.meld(code))):
            yield (code, *rest), whole


def check_codes(codec, state):
    made = list(sequences(codec, state))
    assert {action: codes for codes, action in made} == {
        action: codec.encode(action) for action in gin.legal_actions(state)
    }
    assert len(made) == len(gin.legal_actions(state))
    for seat in range(state.seats):
        expected = codec.codes(state) if seat == state.turn else ()
        assert codec.codes(gin.view(state, seat)) == expected


def check_round(rules, seats, seed):
    codec = Codec(rules, seats)
    layout = Layout(rules, seats)
    policy = list(POLICIES.values())[seed % len(POLICIES)]
    plies = 0
    for ply, (state, _action) in enumerate(decisions(fresh(rules, seats, seed), seed, policy, most=400)):
        check_codes(codec, state)
        if ply % 5 == 0:
            check_observed(layout, state, seed)
        plies += 1
    return plies


def check_observed(layout, state, seed):
    for seat in range(state.seats):
        view = gin.view(state, seat)
        row = layout.observe(view)
        highs = np.concatenate([np.full(entry.stop - entry.start, entry.high) for entry in layout.entries])
        assert ((row >= 0) & (row <= highs.astype(np.float32))).all()
        guess = gin.determinize(view, seed)
        assert (layout.observe(gin.view(guess, seat)) == row).all()


@pytest.mark.parametrize("name", some(list(WAYS), 5))
def test_each_legal_action_has_one_sequence_of_codes(name):
    rules, seats = WAYS[name]
    codec = Codec(rules, seats)
    for number, (state, _action) in enumerate(decisions(fresh(rules, seats, 1), 1)):
        if number % 9 == 0 or isinstance(state.phase, gin.SpreadTurn | gin.LayoffTurn):
            check_codes(codec, state)


@pytest.mark.full
def test_each_legal_action_has_one_sequence_of_codes_at_every_table():
    plies = sum(check_round(*table, seed) for table in WAYS.values() for seed in range(slow(2, 20)))
    assert plies > 50 * len(WAYS)


@pytest.mark.full
@whole_rounds(30, slow(60, 1000))
@given(rule_sets(), st.integers(0, 10**6))
def test_random_rule_sets_have_codes_for_every_action(rules, seed):
    check_round(rules, rules.table_sizes[-1], seed)


PINNED = {
    ("standard", 2): (585, 317, 3, 802),
    ("oklahoma", 2): (585, 317, 3, 802),
    ("straight-gin", 2): (585, 317, 3, 802),
    ("penalty-2-to-4", 3): (485, 269, 2, 911),
    ("mahjong-gin", 2): (1376, 329, 17, 1582),
    ("mahjong-gin", 3): (1376, 329, 17, 1690),
}
LABELS = dict(enumerate("decline, draw, done, big gin, double, accept, refuse, take".split(", ")))
LABELS |= {8: "discard Ac", 59: "discard Ks", 60: "knock Ac", 111: "knock Ks", 112: "lay Ac 2c 3c"}


@every(PINNED)
def test_the_numbering_stays(table, numbers):
    codec = Codec(*table)
    assert (codec.n, len(codec.melds), codec.slots, Layout(*table).size) == numbers
    assert {code: codec.label(code) for code in LABELS} == LABELS
    after = 112 + len(codec.melds)
    assert [codec.label(after), codec.label(after + 53)] == ["lay off Ac on 0", "lay off 2c on 1"]
    if codec.takes > 1:
        assert [codec.label(codec.n - 51), codec.label(codec.n - 1)] == ["take 2", "take 52"]
    assert list(codec.melds) == sorted(codec.melds, key=lambda meld: meld.order)


def test_melds_follow_the_rules():
    assert str(Codec(STANDARD).meld(428)) == "Js Qs Ks"
    assert Codec(STANDARD.evolve(hand_size=7)).n < Codec(STANDARD).n
    assert Codec(STANDARD.evolve(layoff="none")).slots == 0


def test_numbers_of_every_width_are_codes():
    codec, state = Codec(STANDARD), gin.deal(STANDARD, seed=7)
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64):
        assert codec.action(kind(7), state) == gin.TakeDiscard()
    assert codec.mask(state).dtype == np.bool_
    assert codec == Codec("standard", 2)
    assert codec != Codec("oklahoma", 2)
    assert repr(codec) == "Codec('standard', 2)"


@every([-1, 585, 10**9, np.int64(-2), 2**70])
def test_numbers_that_are_no_codes(code):
    codec, state = Codec(STANDARD), gin.deal(STANDARD, seed=7)
    for call in (lambda: codec.action(code, state), lambda: codec.label(code), lambda: codec.meld(code)):
        with pytest.raises(NotAnAction, match="0 to 584"):
            call()


@every([None, "7", 7.0, True, np.float64(7), np.array([7, 7])])
def test_what_is_not_a_number_is_no_code(code):
    with pytest.raises(WrongTypeError):
        Codec(STANDARD).action(code, gin.deal(STANDARD, seed=7))


def test_bad_calls():
    codec, state = Codec(STANDARD), gin.deal(STANDARD, seed=7)
    layout = Layout(STANDARD)
    meld = gin.Meld.parse("7h 8h 9h")
    for error, call in (
        (DealError, lambda: Codec(STANDARD, 3)),
        (DealError, lambda: Codec(STANDARD, "2")),
        (DealError, lambda: Layout(STANDARD, 0)),
        (WrongTypeError, lambda: Codec(None)),
        (WrongTypeError, lambda: codec.codes(7)),
        (IncompatibleRulesError, lambda: codec.codes(gin.deal("oklahoma", seed=7))),
        (IncompatibleRulesError, lambda: layout.observe(gin.view(gin.deal("oklahoma", seed=7), 0))),
        (WrongTypeError, lambda: layout.observe(state)),
        (WrongTypeError, lambda: layout.observe(gin.view(state, 0), ["7h 8h 9h"])),
        (WrongTypeError, lambda: layout.named(np.zeros(7))),
        (NotAnAction, lambda: codec.codes(state, [meld])),
        (NotAnAction, lambda: codec.meld(7)),
        (NotAnAction, lambda: codec.encode(gin.TakeDiscard(2))),
        (NotAnAction, lambda: codec.encode("draw")),
        (NotAnAction, lambda: codec.encode(gin.ShuffleStock(()))),
        (NotAnAction, lambda: codec.encode(gin.Spread(["7h 8h"]))),
        (WrongPhase, lambda: gin.apply(state, codec.action(1, state))),
    ):
        with pytest.raises(error):
            call()


def test_a_spread_that_cannot_be_legal_is_refused():
    rules = STANDARD.evolve(knock_limit=17)
    order = gin.stacked(
        ["7h 8h 9h 7c 7d As 2c 2d 2h 2s", "4c 5d 6s 8c 9d Th Jc Qd Ks 3s"], upcard="Kc", stock="Kd", dealer=1
    )
    state = gin.deal(rules, order, dealer=1)
    codec = Codec(rules)
    for code in (0, 0, 1, 60 + 25):  # nobody takes the king; seat 0 draws another and knocks with it
        state = gin.apply(state, codec.action(code, state))
    offered = {codec.label(code) for code in codec.codes(state)}
    assert "lay 2c 2d 2h 2s" in offered
    assert not offered & {"done", "lay 7c 7d 7h", "lay 7h 8h 9h"}  # the twos below the sevens would stay
    twos, sevens, run = (gin.Meld.parse(text) for text in ("2c 2d 2h 2s", "7c 7d 7h", "7h 8h 9h"))
    with pytest.raises(IllegalAction, match="is not allowed now: after nothing seat 0"):
        codec.action(2, state)
    with pytest.raises(IllegalAction):
        codec.action(7, state)
    for laid in ((sevens,), (twos, twos), (run, twos), (twos, sevens), (gin.Meld.parse("4c 4d 4h"),)):
        with pytest.raises(IllegalAction, match="no legal spread begins with"):
            codec.codes(state, laid)
    assert codec.action(codec.encode(gin.Spread([run]))[0], state, (twos,)) is None
    assert codec.action(2, state, (twos, run)) == gin.Spread([twos, run])


def test_an_observation_agrees_with_the_view():
    state = reach(STANDARD, gin.LayoffTurn)
    seat = state.turn
    layout = Layout(STANDARD)
    named = layout.named(layout.observe(gin.view(state, seat), ()))

    def cards(row):
        return {gin.Card(card) for card in np.flatnonzero(row)}

    assert cards(named["hand"]) == {*state.hands[seat]}
    assert cards(named["known"][1]) == {*state.known[1 - seat]}
    assert cards(named["laid"][1]) == {*state.laid[1 - seat]}
    assert [cards(row) for row in named["table"] if row.any()] == [{*meld.cards} for meld in state.table]
    assert cards(named["pile"]) == {*state.discards}
    assert cards(named["top"]) == {state.discards[-1]}
    assert sorted(state.discards, key=lambda card: named["order"][card]) == list(state.discards)
    assert cards(named["unseen"]) == {*gin.view(state, seat).unseen}
    assert named["phase"].tolist() == [kind is gin.LayoffTurn for kind in PHASES]
    assert named["declarer"].tolist() == [0, 1]
    assert named["turn"].tolist() == [1, 0]
    assert named["stock"].tolist() == [np.float32(len(state.stock) / 52)]
    assert named["deadwood"].tolist() == [np.float32(gin.deadwood(state.hands[seat], STANDARD) / 100)]
    assert named["hand_sizes"].tolist() == [np.float32(len(state.hands[who]) / 52) for who in (seat, 1 - seat)]
    assert layout.observe(gin.view(state, None)).shape == (layout.size,)


def test_what_is_laid_of_a_spread_is_observed():
    layout, view = Layout(MAHJONG, 3), gin.view(gin.deal(MAHJONG, seed=7, seats=3), 2)
    row = layout.observe(view, [gin.Meld.parse("7h 8h 9h")])
    assert np.flatnonzero(layout.named(row)["spread"]).tolist() == [
        int(gin.Card.parse(card)) for card in ("7h", "8h", "9h")
    ]
    named = layout.named(row)
    named["stock"][0] = 9  # a part of the row, not a copy
    assert row.max() == 9
    assert {entry.name for entry in layout.entries} == {*named}


def test_entries_fill_a_row():
    for rules, seats in some(list(TABLES.values()), 4):
        layout = Layout(rules, seats)
        places = [place for entry in layout.entries for place in range(entry.start, entry.stop)]
        assert places == list(range(layout.size))
        assert len(layout.named(np.zeros(layout.size))) == len(layout.entries)
