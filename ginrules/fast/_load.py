"""The compiled library: found next to its sources, compared with them, called with lengths and error numbers."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.errors import CoreError
from ginrules.fast.build import FOLDER, is_whole, library_name, source_version

_NAMES: Final = {
    "const tables_t *": "tables",
    "const int32_t *": "plan bill",
    "tables_t *": "compiled",
    "int64_t *": "sizes lengths wrong advice next numbers chosen answers",
    "const policy_t *": "policies",
    "const net_t *": "nets",
    "const uint64_t *": "seeds hands melds",
    "int32_t": "ply_cap dealer below seats seat tries stocks depth",
    "facts_t *": "facts",
    "chance_t *": "chance chances",
    "state_t *": "states worlds",
    "uint64_t": "seed",
    "int32_t *": "drawn log left likely",
    "uint16_t *": "points",
    "price_t *": "prices",
    "const uint8_t *": "knock_cards wanted dealers",
    "const int64_t *": "places codes actions",
    "uint64_t *": "laid",
    "player_t *": "players",
    "const layout_t *": "layout",
    "uint8_t *": "flags masks over",
    "float *": "observed",
    "int8_t *": "acting",
    "deal_t *": "deals",
    "uint32_t *": "legal words",
    "const belief_t *": "beliefs",
    "const story_t *": "story",
}
"""The arguments of each type in C."""

ARGUMENTS: Final = {name: kind for kind, names in _NAMES.items() for name in names.split()}
"""The arguments with their types. After a buffer comes its number of items, named ``n_`` and its name."""

ENTRIES: Final[Mapping[str, str]] = {
    "gin_sizes": "sizes",
    "gin_compile": "plan compiled",
    "gin_play": "tables policies nets seeds knock_cards wanted ply_cap facts",
    "gin_play_random": "tables chance dealer ply_cap facts",
    "gin_play_on": "tables policies nets states seeds ply_cap facts",
    "gin_seed": "seed chance",
    "gin_draw": "chance below drawn",
    "gin_trace": "tables policies nets seed dealer ply_cap states log lengths",
    "gin_deadwoods": "tables hands points",
    "gin_after_discards": "tables hands left",
    "gin_price": "bill seats facts prices",
    "gin_deals": "tables policies seeds deals",
    "gin_rounds_deal": "tables policies places deals dealers states laid chances players",
    "gin_rounds_step": (
        "tables layout melds policies nets places codes wrong states laid chances players flags "
        "legal masks observed words acting over facts deals next numbers"
    ),
    "gin_rounds_choose": "legal seed chosen",
    "gin_believe": "tables nets beliefs story states seat seed tries stocks likely worlds",
    "gin_try": "tables policies nets story worlds actions seeds depth ply_cap facts answers",
    "gin_rounds_advise": "tables layout melds policies nets flags states laid players advice",
}
"""The arguments of every entry, in order, as the fields of its one struct. ``gin_version`` has no arguments."""

ERRORS: Final[Mapping[str, str]] = {
    "size": "a buffer has a wrong size",
    "memory": "there is not enough memory",
    "rules": "the rules are not among those it plays",
    "player": "a player is not among those it has",
    "cards": "a hand has cards outside the pack",
    "action": "an action is not legal",
}
"""The reasons why an entry refuses a call, in the order of the numbers that it returns, from 1."""


MOST_MELDS: Final = 26
"""Melds that fit the table of a state: at least two cards each."""

MOST_OWN: Final = 13
"""Limit on the melds of one hand."""

MOST_POOLS: Final = 64
"""Reshuffles that a state can remember."""

SPREAD_ACTION: Final = 4096
"""The core's number of the first spread in the list of a decision. All other actions are numbered below it."""


SWITCH: Final = "GINRULES_CORE"
"""The environment variable: ``no`` plays on the engine, ``must`` raises an error if the core is missing."""

_VALUES: Final = ("", "no", "must")

_TYPES: Final = {"int32_t": ctypes.c_int32, "uint64_t": ctypes.c_uint64}


def _struct_of(name: str, arguments: str) -> type[ctypes.Structure]:
    """Return the struct of an entry's arguments: buffers with their lengths, and numbers."""
    fields: list[tuple[str, Any]] = []
    for argument in arguments.split():
        kind = ARGUMENTS[argument]
        if kind in _TYPES:
            fields.append((argument, _TYPES[kind]))
        else:
            fields += [(argument, ctypes.c_void_p), (f"n_{argument}", ctypes.c_int64)]
    return type(f"{name}_t", (ctypes.Structure,), {"_fields_": fields})


_STRUCTS: Final = {name: _struct_of(name, arguments) for name, arguments in ENTRIES.items()}
_CALL_SECONDS: Final = 0.05
_FIRST_PART: Final = 64
_MESSAGES: Final = dict(enumerate(ERRORS.values(), 1))


def why_missing() -> str | None:
    """Return why this process has no compiled core, or None if it has a core."""
    return _loaded()[1]


def library() -> ctypes.CDLL | None:
    """Return the library, or None if the engine plays."""
    return _loaded()[0]


@cache
def _loaded() -> tuple[ctypes.CDLL | None, str | None]:
    switch = os.environ.get(SWITCH, "")
    if switch not in _VALUES:
        raise CoreError(f"{SWITCH}={switch!r}: expected no, must, or nothing", value=switch)
    if switch == "no":
        return None, f"{SWITCH}=no switches the compiled core off"
    path = FOLDER / library_name()
    if not path.is_file():
        reason = f"there is no compiled core: with a C compiler, python ginrules/fast/build.py makes {path.name}"
        if switch == "must":
            raise CoreError(f"{SWITCH}=must, and {reason}")
        return None, reason
    if not is_whole(path):  # loading a file that is cut short ends the process
        raise CoreError(
            f"{path.name} is not the file that was built, or has no digest beside it: python "
            f"ginrules/fast/build.py builds it again, {SWITCH}=no plays on the engine"
        )
    try:
        core = ctypes.CDLL(str(path))
        core.gin_version.restype = ctypes.c_char_p
        version: str = core.gin_version().decode()
    except (OSError, AttributeError) as error:
        raise CoreError(f"{path.name} cannot be loaded: {error}; {SWITCH}=no plays on the engine") from error
    if version != source_version():
        raise CoreError(
            f"{path.name} is of version {version}, its sources are of {source_version()}: python "
            f"ginrules/fast/build.py builds it again, {SWITCH}=no plays on the engine",
            version=version,
            expected=source_version(),
        )
    for name in ENTRIES:
        entry = getattr(core, name)
        entry.argtypes, entry.restype = (ctypes.c_void_p,), ctypes.c_int32
    return core, None


def call(name: str, *arguments: Any) -> None:
    """Call an entry of the core."""
    call_with(name, arguments_of(name, *arguments))


def call_with(name: str, arguments: ctypes.Structure) -> None:
    """Call an entry of the core with the struct that `arguments_of` has made."""
    core = library()
    assert core is not None, "callers ask for the core first"
    number = getattr(core, name)(ctypes.addressof(arguments))
    if number:
        raise CoreError(f"the compiled core refused {name}: {_MESSAGES.get(number, number)}", entry=name, number=number)


def parts_of(count: int) -> Iterator[slice]:
    """Yield parts of a run that take about 50 ms each: between them, Ctrl-C can interrupt the run."""
    start, size = 0, _FIRST_PART
    while start < count:
        stop = min(count, start + size)
        began = time.perf_counter()
        yield slice(start, stop)
        start = stop
        seconds = time.perf_counter() - began
        size = max(1, min(4 * size, int(size * _CALL_SECONDS / max(seconds, 1e-6))))


def arguments_of(name: str, *arguments: Any) -> ctypes.Structure:
    """Return an entry's arguments as the struct that it takes, which does not keep the arrays.

    An array is passed as its address and its number of items, None as an empty array. Calls that repeat with the same
    arrays can reuse the struct (see `call_with`).
    """
    values: list[Any] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            assert argument.flags.c_contiguous
            values += [argument.ctypes.data if argument.size else None, argument.size]
        elif argument is None:
            values += [None, 0]
        else:
            values.append(argument)
    return _STRUCTS[name](*values)


def put(arguments: ctypes.Structure, **arrays: NDArray[Any]) -> None:
    """Put other arrays into a struct that `arguments_of` has made."""
    for name, array in arrays.items():
        assert array.flags.c_contiguous
        setattr(arguments, name, array.ctypes.data if array.size else None)
        setattr(arguments, f"n_{name}", array.size)


version: Final = cache(source_version)
"""The version of the core that this process has loaded."""


@cache
def sizes() -> tuple[int, ...]:
    """Return the sizes, in bytes, of the structs that only the core reads: tables and a player."""
    numbers = np.zeros(2, np.int64)
    call("gin_sizes", numbers)
    return tuple(numbers.tolist())
