"""Wrong calls of every entry of the compiled core: lengths one short and one long, wrong numbers, other bytes.

    python -m benchmarks.sanitize --calls 1000000      # with AddressSanitizer and UBSan, where a fault is seen

A call begins with arguments that the core takes and spoils one or two of them. Every buffer is an allocation of just
its length, so that a sanitizer notices the first byte beside it. The entry must return an error number, or 0 and write
no more than it was given room for. Tables are what the core has compiled itself: their length is spoiled, or they
are empty or of other rules, but no byte of them is. An entry without a row of its own here is called with buffers of
any lengths.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from ginrules import fast
from ginrules.fast._facts import FACTS
from ginrules.fast._load import ENTRIES, library, sizes
from ginrules.fast._plan import numbers_of, tables_of, untaught
from ginrules.fast._players import policy_of
from ginrules.fast.batch._states import STATE
from ginrules.lab import Careful, Expert, RandomPlayer, Simple, new_greedy
from tests.fast_traces import trace
from tests.tables import WAYS

ERRORS = range(1, 7)
KEY_BYTES = 96
MOST_CARDS = 27
ROUNDS, STEPS = 2, 12
MAKERS = (RandomPlayer, new_greedy, partial(new_greedy, threshold=3), Simple, Expert, Careful)
NUMBERS = (-(2**31), -1000, -1, 0, 1, 2, 5, 6, 7, 13, 52, 255, 256, 2**16, 2**30, 2**31 - 1)
WIDE = (0, 1, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)


class Table(NamedTuple):
    """Rules that the core has compiled, for a number of seats, and states of rounds by them."""

    plan: np.ndarray
    tables: np.ndarray
    seats: int
    pack: int
    players: list
    states: np.ndarray
    rounds: list


@cache
def tables():
    """The rules of all ways to play that the core has, with some states of random rounds of each table."""
    return [_table(rules, seats) for rules, seats in WAYS.values() if not untaught(rules)]


def _table(rules, seats):
    states = [trace(rules, [RandomPlayer] * seats, seed, seed % seats, ply_cap=300)[0] for seed in range(2)]
    players = [policy_of(maker, rules) for maker in MAKERS]
    return Table(
        np.array(numbers_of(rules, seats), np.int32), tables_of(rules, seats).copy(), seats, rules.tables.pack, players,
        np.concatenate(states), _rounds(rules, seats),
    )  # fmt: skip


def _rounds(rules, seats):
    """What the core keeps of rounds side by side, after some steps: all by the caller, and against players."""
    kept = []
    for opponents in (
        None,
        dict(zip(range(1, seats), (RandomPlayer, Expert, Careful, Simple, new_greedy), strict=False)),
    ):
        rounds, rng = fast.Rounds(rules, ROUNDS, seed=1, seats=seats, opponents=opponents), random.Random(seats)
        for _ in range(STEPS):
            if rounds.over.all():
                break
            legal = [np.flatnonzero(mask).tolist() for mask in rounds.masks]
            rounds.step([rng.choice(codes) if codes else 0 for codes in legal])
        kept.append(rounds)
    return kept


def _seeds(rng, count):
    return np.array([rng.choice(WIDE) if rng.random() < 0.2 else rng.getrandbits(64) for _ in range(count)], np.uint64)


def _policies(rng, table):
    return np.array([rng.choice(table.players) for _ in range(table.seats)], np.int32).ravel()


def _facts(count):
    return np.zeros(count, FACTS)


def _bytes(rng, count):
    return np.frombuffer(rng.randbytes(count), np.uint8).copy()


def _hands(rng, table, count):
    cards = [card for card in range(52) if table.pack >> card & 1]
    most = min(len(cards), MOST_CARDS)
    return np.array(
        [sum(1 << card for card in rng.sample(cards, rng.randint(0, most))) for _ in range(count)], np.uint64
    )


def _chance(rng):
    chance = np.zeros(sizes()[3], np.uint8)
    library().gin_seed(rng.getrandbits(64), chance.ctypes.data, chance.size)
    return chance


def _cap(rng):
    return rng.choice((1, 20, 60, 300))


def _sizes(_rng, _table):
    return [np.zeros(4, np.int64)]


def _compile(_rng, table):
    return [table.plan.copy(), np.zeros_like(table.tables)]


def _play(rng, table):
    deals = rng.randint(0, 2)
    keys = _bytes(rng, deals * KEY_BYTES) if rng.random() < 0.7 else np.zeros(0, np.uint8)
    facts = _facts(deals * table.seats)
    return [table.tables, _policies(rng, table), _seeds(rng, deals), keys, _cap(rng), facts]


def _play_random(rng, table):
    return [table.tables, _chance(rng), rng.randrange(table.seats), _cap(rng), _facts(rng.randint(0, 2))]


def _play_on(rng, table):
    count = rng.randint(0, 2)
    states = table.states[[rng.randrange(len(table.states)) for _ in range(count)]].copy()
    return [table.tables, _policies(rng, table), states, _seeds(rng, count), _cap(rng), _facts(count)]


def _seed(rng, _table):
    return [rng.choice(WIDE), np.zeros(sizes()[3], np.uint8)]


def _draw(rng, _table):
    return [_chance(rng), rng.choice((1, 2, 52, 10**6, 2**31 - 1)), np.zeros(rng.randint(0, 50), np.int32)]


def _trace(rng, table):
    return [
        table.tables, _policies(rng, table), rng.getrandbits(64), _bytes(rng, KEY_BYTES),
        rng.randrange(table.seats), _cap(rng), np.zeros(rng.choice((0, 1, 30, 301)), STATE),
        np.zeros(rng.choice((0, 2, 100, 20_000)), np.int32), np.zeros(2, np.int64),
    ]  # fmt: skip


def _deadwoods(rng, table):
    count = rng.randint(0, 4)
    return [table.tables, _hands(rng, table, count), np.zeros(count, np.uint16)]


def _after_discards(rng, table):
    count = rng.randint(0, 2)
    return [table.tables, _hands(rng, table, count), np.zeros(52 * count, np.int32)]


def _player_size(_rng, _table):
    return [np.zeros(1, np.int64)]


def _rounds_deal(rng, table):
    core = rng.choice(table.rounds)._core
    places = np.array([rng.randrange(ROUNDS) for _ in range(rng.randint(0, ROUNDS))], np.int64)
    keys = _bytes(rng, places.size * KEY_BYTES) if rng.random() < 0.7 else np.zeros(0, np.uint8)
    dealers = np.array([rng.randrange(table.seats) for _ in places], np.uint8)
    return [
        table.tables, core._policies.ravel(), places, _seeds(rng, places.size), keys, dealers, core.states.copy(),
        core.laid.ravel().copy(), core._chances.copy(), core._players.copy(),
    ]  # fmt: skip


def _rounds_step(rng, table):
    rounds = rng.choice(table.rounds)
    core = rounds._core
    if rng.random() < 0.5:
        legal = [np.flatnonzero(mask).tolist() or [0] for mask in rounds.masks]
        places, codes = np.arange(ROUNDS), np.array([rng.choice(codes) for codes in legal], np.int64)
    else:
        places = np.array([rng.randrange(ROUNDS) for _ in range(rng.randint(0, ROUNDS))], np.int64)
        codes = np.zeros(0, np.int64)
    return [
        table.tables, core._layout, core._melds, core._policies.ravel(), places, codes, core._wrong.copy(),
        core.states.copy(), core.laid.ravel().copy(), core._chances.copy(), core._players.copy(), core._flags.copy(),
        *(np.zeros(array.size, array.dtype) for array in core._filled),
    ]  # fmt: skip


def _rounds_advise(rng, table):
    core = rng.choice(table.rounds)._core
    size = np.zeros(1, np.int64)
    library().gin_player_size(size.ctypes.data, 1)
    players = np.zeros(core.states.size * table.seats * int(size[0]), np.uint8)
    players[: core._players.size] = core._players
    policies = np.array([rng.choice(table.players) for _ in range(table.seats)], np.int32).ravel()
    return [
        table.tables, core._layout, core._melds, policies, core._flags.copy(), core.states.copy(),
        core.laid.ravel().copy(), players, np.zeros(core.states.size, np.int64),
    ]  # fmt: skip


ROWS: dict[str, Callable[[random.Random, Table], list]] = {
    "gin_sizes": _sizes,
    "gin_compile": _compile,
    "gin_play": _play,
    "gin_play_random": _play_random,
    "gin_play_on": _play_on,
    "gin_seed": _seed,
    "gin_draw": _draw,
    "gin_trace": _trace,
    "gin_deadwoods": _deadwoods,
    "gin_after_discards": _after_discards,
    "gin_player_size": _player_size,
    "gin_rounds_deal": _rounds_deal,
    "gin_rounds_step": _rounds_step,
    "gin_rounds_advise": _rounds_advise,
}


def _any_arguments(name, rng):
    """Arguments of an entry without a row: buffers of any lengths, and any numbers."""
    kinds = [kind.__name__ for kind in ENTRIES[name]]
    arguments, place = [], 0
    while place < len(kinds):
        if kinds[place] == "c_void_p":
            arguments.append(_bytes(rng, rng.choice((0, 1, 8, 96, *sizes()))))
            place += 2
        else:
            arguments.append(rng.choice(NUMBERS) if kinds[place] == "c_int" else rng.choice(WIDE))
            place += 1
    return arguments


# --- what is spoiled --------------------------------------------------------------------------------


def spoiled(rng, arguments):
    """The arguments with one or two of them wrong, or as they were."""
    arguments = list(arguments)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        place = rng.randrange(len(arguments))
        argument = arguments[place]
        if not isinstance(argument, np.ndarray):
            arguments[place] = rng.choice(WIDE if argument > 2**32 else NUMBERS)
        elif rng.random() < 0.4:
            arguments[place] = _of_length(argument, max(0, argument.size + rng.choice((-1, 1))))
        elif argument.size == sizes()[0]:  # tables
            other = rng.choice(tables()).tables
            arguments[place] = rng.choice((np.zeros_like(argument), other, _of_length(argument, 0)))
        elif argument.size:
            arguments[place] = _other_bytes(rng, argument)
    return arguments


def _of_length(argument, size):
    longer = np.zeros(size, argument.dtype)
    kept = min(size, argument.size)
    longer[:kept] = argument[:kept]
    return longer


def _other_bytes(rng, argument):
    """A copy in which some bytes, or whole numbers, are others."""
    changed = argument.copy()
    if argument.dtype.names:
        for _ in range(rng.choice((1, 1, 2, 8))):
            row = changed[rng.randrange(changed.size)]
            name = rng.choice(argument.dtype.names)
            if np.ndim(field := row[name]):
                field[rng.randrange(len(field))] = _number(rng, field.dtype)
            else:
                row[name] = _number(rng, field.dtype)
        return changed
    if rng.random() < 0.2:
        return np.frombuffer(rng.randbytes(argument.nbytes), argument.dtype).copy()
    for _ in range(rng.choice((1, 1, 2, 8))):
        changed[rng.randrange(changed.size)] = _number(rng, argument.dtype)
    return changed


def _number(rng, dtype):
    bits = 8 * dtype.itemsize
    number = rng.choice((*NUMBERS, *WIDE, 1 << rng.randrange(bits), rng.getrandbits(bits), rng.randrange(8)))
    return np.array([number % 2**bits], np.uint64).astype(f"u{dtype.itemsize}").view(dtype)[0]


# --- calls ------------------------------------------------------------------------------------------


def call_wrongly(name, rng):
    """Call an entry once; gives the number that it returned."""
    row = ROWS.get(name)
    arguments = spoiled(rng, row(rng, rng.choice(tables())) if row else _any_arguments(name, rng))
    plain = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            plain += [argument.ctypes.data if argument.size else None, argument.size]
        else:
            plain.append(argument)
    number = getattr(library(), name)(*plain)
    assert number == 0 or number in ERRORS, (name, number, arguments)
    return number


def run(name, calls, seed):
    """Call an entry so many times; gives how often it returned each number."""
    rng = random.Random(f"{name} {seed}")
    return Counter(call_wrongly(name, rng) for _ in range(calls))


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.core_entries", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"entries: {', '.join(ENTRIES)}; all of them if left out")
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name in options.names or ENTRIES:
        began = time.monotonic()
        numbers = run(name, options.calls, options.seed)
        kinds = ", ".join(f"{count:,} × {number}" for number, count in sorted(numbers.items()))
        print(f"{name}: {options.calls:,} calls returned {kinds}; {time.monotonic() - began:.0f} s", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
