"""A library of the core's own functions, for tests that ask them directly."""

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest

import ginrules as gin
from ginrules import fast
from ginrules.cards import CARDS
from ginrules.fast import _load, stepping
from ginrules.fast._facts import PRICES
from ginrules.fast._load import SPREAD_ACTION, call
from ginrules.fast._plan import policies_of, tables_of, unplayed
from ginrules.fast._states import STATE, state_of
from ginrules.fast.build import compiler
from ginrules.fast.codec import DISCARD_CODE, KNOCK_CODE, MELD_CODE, SINGLE
from ginrules.melds.meld import meld_of
from ginrules.play.actions import DISCARD, KNOCK
from ginrules.scoring.score import RESULTS
from tests.conftest import WAYS

SOURCE = Path(__file__).with_name("inner.c")
FLAGS = ("-std=c11", "-O0", "-ffp-contract=off", "-w", "-fPIC", "-shared", "-fvisibility=hidden")


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    """The functions of `inner.c`."""
    if not (fast.available() and compiler() and (_load.FOLDER / "core.c").exists()):
        pytest.skip("the compiled core, a C compiler or the sources are not here")
    library = tmp_path_factory.mktemp("inner") / "inner.so"
    subprocess.run([*compiler(), *FLAGS, "-I", str(_load.FOLDER), "-o", str(library), str(SOURCE)], check=True)
    return ctypes.CDLL(str(library))


PLIES, NUMBERS = 6_000, 2_000_000


def trace(rules, makers, seed, dealer, ply_cap=PLIES - 1):
    """The records of the states of a round, and the numbers of its lists."""
    states, log = arrays_of(rules, makers, seed, dealer, ply_cap)
    return states, log.tolist()


def arrays_of(rules, makers, seed, dealer, ply_cap=PLIES - 1):
    """The same as two arrays."""
    states, log, lengths = np.zeros(PLIES, STATE), np.zeros(NUMBERS, np.int32), np.zeros(2, np.int64)
    tables, rows = tables_of(rules, len(makers)), policies_of(makers, rules)
    call("gin_trace", tables, *rows, seed, dealer, ply_cap, states, log, lengths)
    return states[: lengths[0]], log[: lengths[1]]


def _card_action(number):
    if number >= MELD_CODE:
        place, card = divmod(number - MELD_CODE, len(CARDS))
        return gin.LayOff(CARDS[card], place)
    if number >= KNOCK_CODE:
        return KNOCK[number - KNOCK_CODE]
    return DISCARD[number - DISCARD_CODE] if number >= DISCARD_CODE else SINGLE[number]


def lists(log):
    """For each ply the whole list of actions and the place of the action taken, None for chance."""
    at = 0
    while at < len(log):
        count, place = log[at : at + 2]
        at += 2
        actions = []
        for _ in range(count):
            number = log[at]
            at += 1
            if number < SPREAD_ACTION:
                actions.append(_card_action(number))
                continue
            halves = log[at + 1 : at + 1 + 2 * log[at]]
            at += 1 + 2 * log[at]
            actions.append(
                gin.Spread([meld_of(low | high << 26) for low, high in zip(halves[::2], halves[1::2], strict=True)])
            )
        yield actions, None if place < 0 else place


def check_round(rules, makers, seed, dealer, ply_cap=PLIES - 1):
    """Replay a round of the core on the engine and compare the list and the state of every ply; return the plies."""
    records, log = trace(rules, makers, seed, dealer, ply_cap)
    state = state_of(records[0], rules, len(makers))
    for ply, (actions, place) in enumerate(lists(log)):
        assert list(gin.legal_actions(state)) == actions, (ply, state)
        after = state_of(records[ply + 1], rules, len(makers))
        if place is None:
            order = [CARDS[card] for card in reversed(after.stock_pile[len(state.stock_pile) :])]
            action = gin.ShuffleStock(tuple(order))
        else:
            action = actions[place]
        state = gin.apply(state, action)
        assert state == after, (ply, action, state, after)
    return len(records) - 1


needs_core = pytest.mark.skipif(
    not fast.available(), reason="the compiled core is not here: python ginrules/fast/build.py"
)


CORE_WAYS = {name: table for name, table in WAYS.items() if not unplayed(table[0])}


def on_engine(make):
    """The rounds that `make` makes, all played by the engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stepping, "why_not", lambda *_: "by the engine")
        rounds = make()
    assert rounds._core is None
    return rounds


def chosen(rounds, chance, knocks=20):
    """A legal code for each round; knocks come often, as random play hardly ever knocks."""
    weights = chance.random(rounds.masks.shape) * rounds.masks
    weights[:, 60:112] *= knocks
    return weights.argmax(axis=1)


def check_equal(core, engine):
    for name in ("legal", "masks", "observed", "acting", "over", "facts", "advice", "hidden"):
        assert (getattr(core, name) == getattr(engine, name)).all(), name
    places = list(range(len(core)))
    assert core._states(places) == engine._states(places)
    assert list(map(core.laid, places)) == list(map(engine.laid, places))


def priced(rules, facts):
    """The prices of these rounds one by one."""
    expected = []
    for played in fast.outcomes(rules, facts):
        outcome, score = played.outcome, gin.price(played.outcome, rules)
        knock = outcome.deadwood[outcome.declarer] if outcome.ending == "knock" else -1
        seats = [(*numbers, *(0,) * (6 - outcome.seats)) for numbers in (score.points, score.net, score.boxes)]
        winner = -1 if score.winner is None else score.winner
        lead = 0 if score.winner is None else score.net[score.winner]
        expected.append((*seats, lead, knock, winner, RESULTS.index(score.result), 0))
    return np.array(expected, PRICES).reshape(facts.shape)
