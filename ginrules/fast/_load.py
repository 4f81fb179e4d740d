"""The compiled library: found beside its sources, compared with them, called with lengths and error numbers."""

import ctypes
import os
from functools import cache
from typing import Any, Final

import numpy as np

from ginrules.errors import CoreError
from ginrules.fast.build import FOLDER, library_name, source_version

SWITCH: Final = "GINRULES_CORE"
"""The environment variable: ``no`` plays on the engine, ``must`` refuses to play without the core."""

_ERRORS: Final = {
    1: "a buffer has a wrong size",
    2: "there is not enough memory",
    3: "the rules are not among those it plays",
    4: "a player is not among those it has",
    5: "a hand has cards outside the pack",
    6: "an action is not legal",
}
_COUNTED: Final = (ctypes.c_void_p, ctypes.c_int64)  # a buffer and its length
_INT, _SEED = ctypes.c_int32, ctypes.c_uint64
ENTRIES: Final[dict[str, tuple[Any, ...]]] = {
    "gin_sizes": _COUNTED,
    "gin_compile": _COUNTED * 2,
    "gin_play": (*_COUNTED * 4, _INT, *_COUNTED),
    "gin_play_random": (*_COUNTED * 2, _INT, _INT, *_COUNTED),
    "gin_play_on": (*_COUNTED * 4, _INT, *_COUNTED),
    "gin_seed": (_SEED, *_COUNTED),
    "gin_draw": (*_COUNTED, _INT, *_COUNTED),
    "gin_trace": (*_COUNTED * 2, _SEED, *_COUNTED, _INT, _INT, *_COUNTED * 3),
    "gin_deadwoods": _COUNTED * 3,
    "gin_after_discards": _COUNTED * 3,
    "gin_price": (*_COUNTED, _INT, *_COUNTED * 2),
    "gin_player_size": _COUNTED,
    "gin_rounds_deal": _COUNTED * 10,
    "gin_rounds_step": _COUNTED * 17,
    "gin_rounds_advise": _COUNTED * 9,
}
"""The arguments of every entry, which are all that the library exports but ``gin_version``."""


def why_missing() -> str | None:
    """Return why there is no compiled core in this process, or None where there is one.

    Raises:
        CoreError: If the library beside the package is of another version, or is missing where it must be.
    """
    return _loaded()[1]


def library() -> ctypes.CDLL | None:
    """Return the library, or None where the engine plays.

    Raises:
        CoreError: As `why_missing`.
    """
    return _loaded()[0]


@cache
def _loaded() -> tuple[ctypes.CDLL | None, str | None]:
    if os.environ.get(SWITCH) == "no":
        return None, f"{SWITCH}=no switches the compiled core off"
    path = FOLDER / library_name()
    if not path.is_file():
        reason = f"there is no compiled core: with a C compiler, python ginrules/fast/build.py makes {path.name}"
        if os.environ.get(SWITCH) == "must":
            raise CoreError(f"{SWITCH}=must, and {reason}")
        return None, reason
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
    for name, arguments in ENTRIES.items():
        entry = getattr(core, name)
        entry.argtypes, entry.restype = arguments, _INT
    return core, None


def call(name: str, *arguments: Any) -> None:
    """Call an entry of the core with the arguments of `plain`.

    Arrays of records and of bytes are passed with the length that the entry counts in: items of the first axis.

    Raises:
        CoreError: If the core refuses the call.
    """
    call_plain(name, plain(*arguments))


def call_plain(name: str, numbers: list[Any]) -> None:
    """Call an entry of the core with what `plain` has returned.

    Raises:
        CoreError: If the core refuses the call.
    """
    core = library()
    assert core is not None, "callers ask for the core first"
    number = getattr(core, name)(*numbers)
    if number:
        raise CoreError(f"the compiled core refused {name}: {_ERRORS.get(number, number)}", entry=name, number=number)


def plain(*arguments: Any) -> list[Any]:
    """Return arguments as an entry takes them: an array as its place and its number of items, no array as none.

    For calls that come again and again with the same arrays it is done once (see `call_plain`).
    """
    numbers: list[Any] = []
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            assert argument.flags.c_contiguous
            numbers += [argument.ctypes.data if argument.size else 0, argument.size]
        elif argument is None:
            numbers += [0, 0]
        else:
            numbers.append(argument)
    return numbers


def sizes() -> tuple[int, ...]:
    """Return the sizes, in bytes, of what the core keeps in buffers: tables, state, facts and chance."""
    return _sizes()


@cache
def _sizes() -> tuple[int, ...]:
    numbers = np.zeros(4, np.int64)
    call("gin_sizes", numbers)
    return tuple(numbers.tolist())
