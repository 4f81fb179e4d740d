"""Ctrl-C in every loop of the compiled core and of the lab: how long a call goes on.

Each loop runs in a process of its own. A second thread sends SIGINT and notes the clock. With GINRULES_EFFORT=long the
loops are as large as they may be, the moments are drawn, and a call ends within half a second of the processor.
"""

import random
import sys

import pytest

from ginrules import fast
from ginrules.fast._load import ENTRIES
from tests.conftest import LONG, run_python

SMALL = {} if LONG else {"10_000_000": "1_000", "100_000": "100"}
MOST = 0.5 if LONG else 2.0
"""Seconds of the processor from the signal to the end of the call; a machine can be busy."""
MASKS = "masks = np.full(10_000_000, int(gin.CardSet.of('A23.456.789.TJ')), np.uint64)"
FACTS = "facts = np.resize(fast.play('standard', new_greedy, range(500)), 10_000_000)"
STATES = "states = [gin.deal('standard', gin.shuffled(7))] * 100_000"
ROUNDS = "rounds = fast.Rounds('standard', 100_000, seed=1{})"
STEPS = "while True: rounds.step(rounds.choose(1), reset=True)"
TWO = "[new_greedy, RandomPlayer]"
ECHO = """import sys
for _ in sys.stdin: print('{"name": "echo", "unsupported": true}', flush=True)"""
PLAYED = """record = gin.RoundRecord('standard', 7)
while not record.state.is_over:
    record = record.play(players.RandomPlayer(3).choose(gin.view(record.state, record.state.turn)))"""

BELIEF = """from ginrules.players.rollouts import gains_of
state, belief = gin.deal('standard', seed=7), players.Belief()
own = gin.view(state, 1)
belief.begin(own)"""

LOOPS = {
    "gin_play": ("", "fast.play('standard', Expert, range(1_000_000))"),
    "gin_play, learned": ("", "fast.play('standard', Learned, range(1_000_000))"),
    "gin_play_random, gin_seed": ("", "fast.random_rounds('standard', 10_000_000)"),
    "gin_play_on": (STATES, "fast.playouts(states, Expert, range(100_000))"),
    "gin_deadwoods": (MASKS, "fast.deadwoods(masks, 'standard')"),
    "gin_after_discards": (MASKS, "fast.after_discards(masks, 'standard')"),
    "gin_price": (FACTS, "prices_of(gin.preset('standard'), facts)"),
    "gin_compile, gin_sizes": ("", "for n in range(10**9): tables_of(gin.preset(f'standard+gin_bonus={n % 900}'), 2)"),
    "gin_deals, gin_rounds_deal": ("", "while True: " + ROUNDS.format("")),
    "gin_rounds_step, gin_rounds_choose": (ROUNDS.format(""), STEPS),
    "gin_rounds_step, an opponent": (ROUNDS.format(", opponents={1: Expert}"), STEPS),
    "gin_rounds_advise": (ROUNDS.format(", advisor=Expert"), STEPS),
    "gin_believe, gin_try": (BELIEF, "while True: belief.sample(own, 1000, 1); gains_of([state], Expert, [1], 0)"),
    "simulate": ("", f"lab.simulate('standard', {TWO}, rounds=10**7)"),
    "simulate, engine": ("", "lab.simulate('standard', [new_greedy, Own], rounds=10**7)"),
    "compare": ("", "lab.compare('standard', 'oklahoma', rounds=10**7)"),
    "tournament": ("", "lab.tournament([new_greedy, RandomPlayer, Expert], 'standard', games=10**6)"),
    "diverge": ("", "while not lab.diverge('standard', 'oklahoma').partial: pass"),
    "review": (PLAYED, "while True: lab.review(record, worlds=1000)"),
    "perft": ("", "testing.perft('standard', gin.shuffled(7), 30)"),
    "conform": (
        "engine = players.Program([sys.executable, '-c', ECHO])",
        "testing.conform(engine, itertools.cycle(archived('standard')))",
    ),
}

CHILD = """
import itertools, os, signal, sys, threading, time
import numpy as np
import ginrules as gin
from ginrules import fast, lab, players, testing
from ginrules.fast._facts import prices_of
from ginrules.fast._plan import tables_of
from ginrules.players import Expert, Learned, RandomPlayer, new_greedy
from tests.conftest import archived
for module in (fast, lab, testing):  # loaded now, so that the signal meets the loop
    for name in module.__all__: getattr(module, name)
class Own(players.Simple): pass
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background ignores it
ECHO = {echo!r}
{before}
def send():
    time.sleep({after})
    sent.extend((time.process_time(), time.monotonic()))
    os.kill(os.getpid(), signal.SIGINT)
sent = []
threading.Thread(target=send, daemon=True).start()
try:
{loop}
except KeyboardInterrupt:
    pass
used, by_clock = time.process_time(), time.monotonic()
print(*(f'{{now - then:.3f}}' for now, then in zip((used, by_clock), sent)) if sent else ['over'], 'before')
os._exit(0)
"""


def interrupted(name, after):
    """Run a loop and interrupt it; return the seconds of the processor that it went on, None if it was over before."""
    before, loop = LOOPS[name]
    for size, small in SMALL.items():
        before, loop = before.replace(size, small), loop.replace(size, small)
    code = CHILD.format(before=before, loop="    " + loop, after=after, echo=ECHO)
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    used = done.stdout.splitlines()[-1].split()[0]
    return None if used == "over" else float(used)


def test_every_entry_of_the_core_is_in_a_loop():
    assert set(ENTRIES) - {"gin_draw", "gin_trace"} <= {name for loop in LOOPS for name in loop.split(", ")}


@pytest.mark.skipif(not fast.available() or sys.platform == "win32", reason="the core, and a signal of POSIX")
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_interrupted(name):
    chance = random.Random(name)
    for after in [chance.uniform(0.2, 3) for _ in range(3)] if LONG else [0.1]:
        went_on = interrupted(name, after)
        assert went_on is None or went_on < MOST
