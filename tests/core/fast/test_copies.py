"""Copies, pickles and threads of rounds: each object has memory of its own, and one thread at a time."""

import copy
import multiprocessing
import pickle
import threading
import time
from functools import partial

import numpy as np
import pytest

from ginrules import fast
from ginrules.errors import CoreError, GinRulesError, InvalidRunError
from ginrules.fast import Rounds
from ginrules.players import Expert, Player, Simple, new_greedy
from tests.conftest import effort, slow
from tests.core.fast.conftest import CORE_WAYS, check_equal, chosen, on_engine


class Counting(Player):
    """A player that only the engine plays, with a number of its own that every decision changes."""

    def __init__(self, seed):
        self.count = seed % 7

    def choose(self, view):
        self.count += 1
        return view.legal[self.count % len(view.legal)]


WAYS_TO_COPY = (copy.copy, copy.deepcopy, lambda rounds: pickle.loads(pickle.dumps(rounds)))
TABLES = {
    "core": lambda: Rounds("standard", 6, 3, opponents={1: Simple}, advisor=Expert),
    "reshuffles": lambda: Rounds("standard+stock_exhausted=reshuffle+knock_limit=0", 4, 5),
    "packed": lambda: Rounds("standard", 6, 3, opponents={1: Simple}, packed=True),
    "packed on the engine": lambda: on_engine(lambda: Rounds("standard", 2, 3, packed=True)),
    "engine": lambda: on_engine(lambda: Rounds("oklahoma", 4, 3, opponents={0: new_greedy})),
    "rules of the engine": lambda: Rounds("mahjong-gin", 3, 1, opponents={1: Simple}),
    "a player of the engine": lambda: Rounds("standard", 2, 1, opponents={1: Counting}),
}


def step(rounds, chance, steps):
    for _ in range(steps):
        if rounds.over.any():
            rounds.reset(rounds.over)
        rounds.step(chosen(rounds, chance))


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("copied", WAYS_TO_COPY, ids=("copy", "deepcopy", "pickle"))
def test_copies_are_equal_and_independent(make, copied):
    rounds, again = make(), make()
    for made in (rounds, again):
        step(made, np.random.default_rng(1), 20)
    other = copied(rounds)
    check_equal(other, rounds)
    step(other, np.random.default_rng(2), 15)
    check_equal(rounds, again)
    step(rounds, np.random.default_rng(2), 15)
    check_equal(other, rounds)


def test_copies_stepped_apart_are_rounds_made_alike():
    pairs, steps = effort(3, slow(10, 200)), effort(100, slow(200, 1_000))
    n = 64 if fast.available() else 8
    for number in range(pairs):
        rules, seats = list(CORE_WAYS.values())[number % len(CORE_WAYS)][:2]
        first, second = (Rounds(rules, n, number, seats=seats) for _ in range(2))
        other = copy.deepcopy(first)
        chances = [np.random.default_rng(number + at) for at in (0, 1, 1)]
        for _ in range(steps // 20):
            for rounds, chance in zip((first, other, second), chances, strict=True):
                step(rounds, chance, 20)
        check_equal(other, second)


def test_a_pickle_names_the_core_that_it_needs(monkeypatch):
    rounds = Rounds("standard", 2)
    if rounds._core is None:
        pytest.skip("the compiled core is not here")
    saved = pickle.dumps(rounds)
    monkeypatch.setattr("ginrules.fast._core_rounds.version", lambda: "another")
    with pytest.raises(
        CoreError, match=r"^these rounds were saved with the compiled core of version \w+: the core here"
    ):
        pickle.loads(saved)
    monkeypatch.setattr("ginrules.fast._core_rounds.why_missing", lambda: "there is none")
    with pytest.raises(CoreError, match="there is none"):
        pickle.loads(saved)


def stepped(rounds):
    """For a worker process."""
    step(rounds, np.random.default_rng(4), 30)
    return rounds.observed.sum(axis=1).tolist(), rounds.facts["plies"].tolist()


@pytest.mark.full
def test_a_process_that_is_spawned_plays_them():
    rounds = Rounds("standard", 8, 2, opponents={1: new_greedy})
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(stepped, [rounds, rounds]) == [stepped(copy.copy(rounds))] * 2


def test_the_arrays_cannot_be_made_writable():
    rounds = Rounds("standard", 2)
    packed = Rounds("standard", 2, packed=True)
    with pytest.raises(ValueError, match="WRITEABLE"):
        packed.words.flags.writeable = True
    for name in ("legal", "masks", "observed", "acting", "over", "facts", "advice"):
        with pytest.raises(ValueError, match="WRITEABLE"):
            getattr(rounds, name).flags.writeable = True


def test_one_thread_at_a_time():
    rounds = Rounds("standard", 2)
    before = rounds.observed.copy()
    with rounds._busy:
        asked = partial(rounds.state, 0), partial(rounds.laid, 0), partial(rounds.choose, 1)
        for use in (partial(rounds.step, [0, 0]), rounds.reset, *asked):
            with pytest.raises(InvalidRunError, match=r"^these rounds are in use already: give every thread its own$"):
                use()
    assert (rounds.observed == before).all()
    rounds.step(rounds.masks.argmax(axis=1))


def test_threads_that_share_rounds_leave_them_sound():
    rounds, until = Rounds("standard", 500), time.monotonic() + effort(0.2, slow(1, 10))

    def use(codes):
        while time.monotonic() < until:
            try:
                if rounds.over.any():
                    rounds.reset(rounds.over)
                rounds.step(codes(rounds))
            except GinRulesError:
                pass

    codes = (lambda rounds: rounds.masks.argmax(axis=1), lambda _: np.full(500, 100_000_000))
    threads = [threading.Thread(target=use, args=(choose,)) for choose in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for place in range(100):
        state = rounds.state(place)
        assert state.is_over or {len(hand) for hand in state.hands} <= {10, 11}


@pytest.mark.parametrize(
    "spoiled", "seats 9, seats 0, declarer 4, ending 99, reason 77, upcard 60, knock_card 52, dealer 2".split(", ")
)
def test_facts_that_are_impossible(spoiled):
    facts, (name, value) = fast.play("standard", new_greedy, range(2)), spoiled.split()
    facts[name][1, 0] = int(value)
    with pytest.raises(GinRulesError, match=f"round 2 of these facts has {spoiled}: expected"):
        fast.outcomes("standard", facts)
