"""Cases of calls of every entry of the compiled core, which `tests/core/fast/core_calls.c` spoils.

A case is arguments that the core takes. An entry without a row of its own here has buffers of any lengths.
"""

import random
import struct
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ginrules import fast
from ginrules.fast._facts import FACTS, PRICES, bill_of
from ginrules.fast._load import call, sizes
from ginrules.fast._plan import KINDS, NET, numbers_of, policy_of, tables_of, unplayed
from ginrules.fast._states import CHANCE, DEAL, STATE
from ginrules.fast.beliefs import BELIEF, STORY
from ginrules.nets.belief import LIMITS as BELIEF_LIMITS
from ginrules.nets.learned import LIMITS
from ginrules.nets.rules import MOST_HELD
from ginrules.players import Expert, Learned, RandomPlayer, Simple, new_greedy
from tests.conftest import WAYS
from tests.core.fast.conftest import trace

ROUNDS, STEPS = 2, 12
MAKERS = (RandomPlayer, new_greedy, partial(new_greedy, threshold=3), Simple, Expert, partial(Learned, slip=300))


NUMBER, WIDE_NUMBER, BUFFER, TABLES = range(4)
AS_IT_IS, ANY_BITS, HANDS, ANSWER = range(4)


class Drawn(NamedTuple):
    """An argument that is drawn anew at each call: any bits, hands of the pack, or room that is only written to."""

    values: np.ndarray | int
    kind: int = ANY_BITS


class Table(NamedTuple):
    """Rules that the core has compiled, for a number of seats, and states of rounds by them."""

    plan: np.ndarray
    tables: np.ndarray
    seats: int
    pack: int
    players: list
    states: np.ndarray
    rounds: list
    prices: np.ndarray
    facts: np.ndarray
    has_nets: bool


@cache
def tables():
    """The rules of all ways to play that the core has, with some states of random rounds of each table."""
    return [_table(rules, seats) for rules, seats in WAYS.values() if not unplayed(rules)]


def _table(rules, seats):
    states = [trace(rules, [RandomPlayer] * seats, seed, seed % seats, ply_cap=300)[0] for seed in range(2)]
    players = [policy_of(maker, rules) for maker in MAKERS]
    compiled = np.array(numbers_of(rules, seats), np.int32), tables_of(rules, seats).copy()
    played = np.concatenate(states), _rounds(rules, seats)
    facts = fast.play(rules, Simple, range(9), seats=seats).ravel()
    has_net = seats == 2 and rules.hand_size_for(2) <= MOST_HELD
    return Table(*compiled, seats, rules.tables.pack, players, *played, bill_of(rules), facts, has_net)


def _rounds(rules, seats):
    """The core's data of a batch of rounds, after some steps: all by the caller, and against players."""
    kept = []
    for opponents in (
        None,
        dict(zip(range(1, seats), (RandomPlayer, Expert, partial(Expert, draws=3), Simple, new_greedy), strict=False)),
    ):
        rounds, rng = fast.Rounds(rules, ROUNDS, seed=1, seats=seats, opponents=opponents), random.Random(seats)
        for _ in range(STEPS):
            if rounds.over.all():
                break
            legal = [np.flatnonzero(mask).tolist() for mask in rounds.masks]
            rounds.step([rng.choice(codes) if codes else 0 for codes in legal])
        kept.append(rounds)
    return kept


def _seeds(count):
    return Drawn(np.zeros(count, np.uint64))


def _nets(rng, table):
    """Up to two nets of any weights, where nets can play."""
    nets = np.zeros(rng.randint(0, 2) if table.has_nets else 0, NET)
    chance = np.random.default_rng(rng.getrandbits(32))
    for name in NET.names:
        nets[name] = chance.integers(-LIMITS[name], LIMITS[name], nets[name].shape, endpoint=True)
    return nets


def _policies(rng, table):
    """Rows of players and the nets that they name, at tables of two."""
    nets = _nets(rng, table)
    unused = (0,) * (len(table.players[0]) - 3)
    rows = [*table.players, *((KINDS["learned"], -1, net, *unused) for net in range(len(nets)))]
    return np.array([rng.choice(rows) for _ in range(table.seats)], np.int32).ravel(), nets


def _room(count, dtype):
    return Drawn(np.zeros(count, dtype), ANSWER)


def _facts(count):
    return _room(count, FACTS)


def _hands(count):
    return Drawn(np.zeros(count, np.uint64), HANDS)


def _chance(rng):
    chance = np.zeros(1, CHANCE)
    call("gin_seed", rng.getrandbits(64), chance)
    return chance


def _cap(rng):
    return rng.choice((1, 20, 60, 300))


def _sizes(_rng, _table):
    return [_room(2, np.int64)]


def _compile(_rng, table):
    return [table.plan.copy(), _room(table.tables.size, table.tables.dtype)]


def _play(rng, table):
    deals = rng.randint(0, 2)
    facts = _facts(deals * table.seats)
    cards = Drawn(np.zeros(rng.choice((0, deals)), np.uint8))
    wanted = Drawn(np.zeros(rng.choice((0, deals * table.seats)), np.uint8))
    return [table.tables, *_policies(rng, table), _seeds(deals), cards, wanted, _cap(rng), facts]


def _play_random(rng, table):
    return [table.tables, _chance(rng), rng.randrange(table.seats), _cap(rng), _facts(rng.randint(0, 2))]


def _play_on(rng, table):
    count = rng.randint(0, 2)
    states = table.states[[rng.randrange(len(table.states)) for _ in range(count)]].copy()
    return [table.tables, *_policies(rng, table), states, _seeds(count), _cap(rng), _facts(count)]


def _seed(_rng, _table):
    return [Drawn(0), _room(1, CHANCE)]


def _draw(rng, _table):
    return [_chance(rng), rng.choice((1, 2, 52, 10**6, 2**31 - 1)), _room(rng.randint(0, 50), np.int32)]


def _trace(rng, table):
    asked = [table.tables, *_policies(rng, table), Drawn(0), rng.randrange(table.seats), _cap(rng)]
    states, log = _room(rng.choice((0, 1, 30, 301)), STATE), _room(rng.choice((0, 2, 100, 20_000)), np.int32)
    return [*asked, states, log, _room(2, np.int64)]


def _deadwoods(rng, table):
    count = rng.randint(0, 4)
    return [table.tables, _hands(count), _room(count, np.uint16)]


def _after_discards(rng, table):
    count = rng.randint(0, 2)
    return [table.tables, _hands(count), _room(52 * count, np.int32)]


def _price(rng, table):
    facts = table.facts[[rng.randrange(len(table.facts)) for _ in range(rng.randint(0, 3))]].copy()
    return [table.prices, table.seats, facts, _room(facts.size, PRICES)]


def _deals(rng, table):
    count = rng.randint(0, 9)
    return [table.tables, _policies(rng, table)[0], _seeds(count), _room(count, DEAL)]


def _dealt(table, count):
    """Deals of the pack of a table."""
    deals = np.zeros(count, DEAL)
    call(
        "gin_deals",
        table.tables,
        np.array([table.players[0]] * table.seats, np.int32).ravel(),
        np.arange(count, dtype=np.uint64),
        deals,
    )
    return deals


def _rounds_deal(rng, table):
    core = rng.choice(table.rounds)._core
    places = np.array([rng.randrange(ROUNDS) for _ in range(rng.randint(0, ROUNDS))], np.int64)
    dealers = np.array([rng.randrange(table.seats) for _ in places], np.uint8)
    return [table.tables, core._policies.ravel(), places, _dealt(table, places.size), dealers, *_copied(core)]


def _copied(core):
    return core.states.copy(), core.laid.ravel().copy(), core._chances.copy(), core._players.copy()


def _rounds_step(rng, table):
    rounds = rng.choice(table.rounds)
    core = rounds._core
    if rng.random() < 0.5:
        legal = [np.flatnonzero(mask).tolist() or [0] for mask in rounds.masks]
        places, codes = np.arange(ROUNDS), np.array([rng.choice(codes) for codes in legal], np.int64)
    else:
        places = np.array([rng.randrange(ROUNDS) for _ in range(rng.randint(0, ROUNDS))], np.int64)
        codes = np.zeros(0, np.int64)
    words = np.zeros(ROUNDS * rounds.layout.words * rng.randint(0, 1), np.uint32)
    legal, masks, observed, _, *rest = core._filled.arrays
    rows = [_room(array.size, array.dtype) for array in (legal, masks, observed, words, *rest)]
    deals = _dealt(table, rng.randint(0, 4))
    first = rng.randint(0, 9)
    queue = np.array([first * table.seats + rng.randint(0, len(deals) * table.seats), first])
    asked = [table.tables, core._layout, core._melds, core._policies.ravel(), core._nets, places, codes]
    filled = [core._wrong.copy(), *_copied(core), core._flags.copy(), *rows]
    return [*asked, *filled, deals, queue, _room(ROUNDS, np.int64)]


def _rounds_choose(rng, table):
    legal = rng.choice(table.rounds).legal
    return [legal.ravel().copy(), Drawn(0), _room(len(legal), np.int64)]


def _rounds_advise(rng, table):
    core = rng.choice(table.rounds)._core
    players = np.zeros(core.states.size * table.seats * sizes()[1], np.uint8)
    players[: core._players.size] = core._players
    advisors = [*table.players[1:3], table.players[MAKERS.index(Expert)]]
    some = table.players if rng.random() < 0.2 else advisors
    policies = np.array([rng.choice(some) for _ in range(table.seats)], np.int32).ravel()
    asked = [table.tables, core._layout, core._melds, policies, np.zeros(0, NET), core._flags.copy()]
    return [*asked, core.states.copy(), core.laid.ravel().copy(), players, _room(core.states.size, np.int64)]


def _story(table):
    """The common knowledge of two seats, of any cards of the pack."""
    story = np.zeros(1, STORY)
    story["last"], story["took"], story["top"] = 5, 255, table.pack & 7
    story["thrown"][0][:2], story["thrown_in"][0][:9], story["refused_in"][0][50:60] = table.pack & 511, 3, 7
    return story


def _belief(rng):
    """A net of a belief of any weights."""
    net, chance = np.zeros(1, BELIEF), np.random.default_rng(rng.getrandbits(32))
    for name in BELIEF.names:
        net[name] = chance.integers(-BELIEF_LIMITS[name], BELIEF_LIMITS[name], net[name].shape, endpoint=True)
    return net


def _believe(rng, table):
    state, nets = table.states[[rng.randrange(len(table.states))]].copy(), _nets(rng, table)[:1]
    numbers = rng.randint(0, 1), Drawn(0), rng.choice((1, 2, 64)), rng.choice((1, 4))
    asked = [table.tables, nets, _belief(rng), _story(table), state, *numbers]
    return [*asked, _room(52, np.int32), _room(rng.randint(0, 3), STATE)]


def _try(rng, table):
    """Positions as they are, or with one action that is legal for most of them."""
    count = rng.randint(0, 2)
    states = table.states[[rng.randrange(len(table.states)) for _ in range(count)]].copy()
    actions = np.array(rng.choice(([], [], [1], [7], [0], [8 + rng.randrange(52)])), np.int64)
    asked = [table.tables, *_policies(rng, table), _story(table)[: rng.randint(0, 1)], states, actions, _seeds(count)]
    return [*asked, rng.choice((0, 0, 1, 2)), _cap(rng), _facts(count), _room(count, np.int64)]


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
    "gin_price": _price,
    "gin_deals": _deals,
    "gin_rounds_deal": _rounds_deal,
    "gin_rounds_step": _rounds_step,
    "gin_rounds_choose": _rounds_choose,
    "gin_rounds_advise": _rounds_advise,
    "gin_believe": _believe,
    "gin_try": _try,
}


# --- the file that the calls are made from ----------------------------------------------------------


def _fields(dtype):
    """The numbers of a record: where each begins, its bytes, and how many there are side by side."""
    if not dtype.names:
        return [(0, dtype.itemsize, 1)]
    fields = []
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        fields.append((offset, field.base.itemsize, int(np.prod(field.shape))))
    return fields


LAYOUTS = [*map(np.dtype, ("u1", "u2", "u4", "u8")), STATE, FACTS, CHANCE, DEAL, PRICES, NET, BELIEF, STORY]


def _written(argument, places):
    """An argument as core_calls.c reads it."""
    values, drawn = argument if isinstance(argument, Drawn) else (argument, AS_IT_IS)
    if not isinstance(values, np.ndarray):
        kind = WIDE_NUMBER if drawn or values >= 2**31 else NUMBER
        return struct.pack("=6Iq", kind, drawn, 0, 0, 0, 0, values - 2**64 if values >= 2**63 else values)
    if (place := places.get(id(values))) is not None:
        return struct.pack("=6Iq", TABLES, 0, 0, 1, 0, 0, place)
    dtype = values.dtype if values.dtype.names else np.dtype(f"u{values.dtype.itemsize}")
    is_filled = not drawn and values.tobytes().strip(b"\0") != b""
    head = struct.pack("=6Iq", BUFFER, drawn, is_filled, values.dtype.itemsize, LAYOUTS.index(dtype), 0, values.size)
    return head + (values.tobytes() if is_filled else b"")


def write_cases(name: str, path: Path, count: int, seed: object) -> None:
    """Write so many cases of an entry."""
    rng = random.Random(f"{name} {seed}")
    every = tables()
    places = {id(table.tables): place for place, table in enumerate(every)}
    with path.open("wb") as file:
        file.write(struct.pack("=I", len(LAYOUTS)))
        for dtype in LAYOUTS:
            fields = _fields(dtype)
            file.write(struct.pack("=I", len(fields)) + b"".join(struct.pack("=3I", *field) for field in fields))
        file.write(struct.pack("=I", len(every)) + b"".join(table.tables.tobytes() for table in every))
        file.write(struct.pack("=I", count))
        for _ in range(count):
            table = rng.choice(every)
            arguments = ROWS[name](rng, table)
            file.write(struct.pack("=2IQ", len(arguments), 0, table.pack))
            file.writelines(_written(argument, places) for argument in arguments)
