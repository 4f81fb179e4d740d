"""Observations: the knowledge of a seat, as numbers, and nothing else."""

import random

import numpy as np
import pytest

import ginrules as gin
from ginrules.errors import IncompatibleRulesError, InvalidRunError, WrongTypeError
from ginrules.fast import Rounds
from ginrules.rl import HistoryObserver, Observer, raw_env
from ginrules.rl.observer import KINDS
from tests.conftest import slow
from tests.lab.conftest import TABLES, pairs

SAMPLE = (("standard", 2), ("oklahoma-second-deck", 2), ("mahjong-gin", 3), ("online-rubl", 2), ("doubling-gin", 2))


def check_worlds(rules, seats, count, seed):
    """Nothing that a learner gets tells two worlds of equal histories apart."""
    observer, history = Observer(rules, seats), HistoryObserver(rules, seats, length=16)
    table = raw_env(rules, seats=seats, history=4)
    table.reset(seed=1)
    differ = 0
    for one, other, seat, events in pairs(rules, seats, count, seed):
        views = gin.view(one, seat), gin.view(other, seat)
        assert np.array_equal(*(observer(view) for view in views))
        assert np.array_equal(*(observer.codec.mask(view) for view in views))
        assert np.array_equal(*(history(view, events) for view in views))
        differ += one != other
        if one.turn is None:
            continue  # an environment never shows a state in which chance is due
        check_targets(one, other, seat)
        observed = [observed_in(table, state, seat, events) for state in (one, other)]
        for name in ("observation", "action_mask"):
            assert np.array_equal(*(row[name] for row in observed)), name
    return differ


def check_targets(one, other, seat):
    """The hidden hands, which a learner can predict, are in nothing that it is given to decide by."""
    rounds = Rounds.of([one, other], packed=True)
    layout, targets = rounds.layout, rounds.hidden
    for state, hidden in zip((one, other), (layout.hidden(state, seat) for state in (one, other)), strict=True):
        cards = layout.unpack_hidden(hidden)
        for step, row in enumerate(cards, 1):
            held = (seat + step) % state.seats
            assert set(row.nonzero()[0]) == {int(card) for card in state.hands[held] - state.known[held]}
    if one.turn == other.turn == seat:
        assert (targets[0] == targets[1]).all() == (one.hands == other.hands)
        for name in ("words", "legal", "masks", "observed", "acting"):
            assert (getattr(rounds, name)[0] == getattr(rounds, name)[1]).all(), name


def observed_in(table, state, seat, events):
    """The environment's observation for a seat in this state."""
    coded = table._episode.round
    coded.state = state
    coded.company.players[seat].events = list(events)
    for agent in table.agents:
        table.infos[agent] = {"action_mask": table._episode.nothing}
    if state.turn is not None:
        table._ask()
    return table.observe(table.possible_agents[seat])


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_worlds_of_equal_histories_look_alike(name, seats):
    assert check_worlds(gin.preset(name), seats, 25, 7) >= 20


@pytest.mark.full
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_worlds_of_equal_histories_look_alike_at_every_table(name, seats):
    check_worlds(gin.preset(name), seats, slow(3, 500), 11)


def test_an_observation_that_shows_hidden_cards_is_noticed():
    rules = gin.preset("standard")
    one, other, seat, _ = next(pair for pair in pairs(rules, 2, 50, 3) if pair[0].hands != pair[1].hands)
    rows = [Observer(rules, 2)(gin.view(state, 1 - seat)) for state in (one, other)]
    assert not np.array_equal(*rows)


def test_the_dictionary_and_the_row_are_the_same_numbers():
    observer = Observer("mahjong-gin", 4)
    view = gin.view(gin.deal("mahjong-gin", seed=3, seats=4), 2)
    named = observer.named(view)
    assert np.array_equal(np.concatenate([named[entry.name].ravel() for entry in observer.entries]), observer(view))
    assert observer.space.contains(observer(view))


def test_a_history_has_the_newest_event_first_and_only_what_the_seat_saw():
    rules = gin.preset("standard")
    state, events = gin.deal(rules, seed=7), []
    for action in (gin.Decline(), gin.Decline(), gin.DrawStock()):
        state, happened = gin.transition(state, action)
        events += happened
    observer = HistoryObserver(rules, 2, length=5)
    mine, theirs = (observer.events([gin.redact(event, seat) for event in events], seat) for seat in (1, 0))
    drew = KINDS.index(gin.DrewStock)
    assert mine[0, drew] == theirs[0, drew] == 1
    start = len(KINDS) + 2
    assert mine[0, start : start + 52].sum() == 1
    assert theirs[0, start : start + 52].sum() == 0
    assert mine[:, : len(KINDS)].sum(1).tolist() == [1, 1, 1, 0, 0]
    assert (mine[0, len(KINDS)], theirs[0, len(KINDS) + 1]) == (1, 1)


def test_a_history_of_no_events_is_the_row_of_the_round():
    observer, view = HistoryObserver("standard", 2, length=0), gin.view(gin.deal("standard", seed=7), 1)
    assert np.array_equal(observer(view, []), observer.observer(view))
    assert observer.space == observer.observer.space


def test_every_event_of_a_round_has_a_row():
    kinds = set()
    for name, seats in SAMPLE:
        observer, generator = HistoryObserver(name, seats, length=1), random.Random(3)
        table = raw_env(name, seats=seats, history=3)
        for seed in range(4):
            table.reset(seed=seed)
            while not table.round.is_over:
                table.step(generator.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"])))
                for seat in range(seats):
                    for event in table._episode.round.company.players[seat].events[-3:]:
                        assert observer.events([event], seat)[0].sum() >= 1
                        kinds.add(type(event))
    assert len(kinds) >= 10, kinds


def test_what_is_not_a_view_or_an_event_is_refused():
    observer = HistoryObserver("standard", 2)
    view = gin.view(gin.deal("standard", seed=1), 0)
    with pytest.raises(WrongTypeError):
        observer.observer(gin.deal("standard", seed=1))
    with pytest.raises(WrongTypeError):
        observer(view, ["draw"])
    with pytest.raises(IncompatibleRulesError):
        Observer("oklahoma", 2)(view)
    with pytest.raises(gin.DealError):
        Observer("standard", 3)
    with pytest.raises(InvalidRunError):
        HistoryObserver("standard", 2, length=-1)
