"""Files of nets: rules, seats and arrays of numbers, read within bounds and without NumPy.

A file has the format of ``numpy.savez_compressed``, a ZIP archive of arrays. The array ``net`` holds a text in JSON:
the format, the rules as TOML, the seats, and further facts about the net. All other arrays hold whole numbers.
"""

from __future__ import annotations

import io
import json
import math
import re
import sys
import zipfile
from array import array
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

from ginrules._support.bounds import NET_ARRAYS, NET_FILE, NET_NUMBERS, RULE_TEXT
from ginrules._support.files import UnreadableError, read_bytes
from ginrules._support.text_limits import check_shape
from ginrules._support.values import index_of, shown
from ginrules.errors import GinRulesError, InvalidNetError
from ginrules.presets.rule_files import loads_rules

_HEAD: Final = "net"
_MEMBER: Final = re.compile(r"([a-z][a-z0-9_]{0,39})\.npy")
_ARRAY: Final = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '(?P<kind>[<|][a-zA-Z][0-9]{1,5})', 'fortran_order': False, "
    rb"'shape': \((?P<shape>[0-9, ]{0,60})\), \} *\n",
    re.DOTALL,
)
_CODES: Final = {"|i1": "b", "<i2": "h", "<i4": "i"}
"""The kinds of numbers, and their codes in the module ``array``."""
_TEXT: Final = re.compile("<U([0-9]{1,5})")
_WIDTH_OF_TEXT: Final = 4
_MOST_SIZES: Final = 4
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_IS_ENCRYPTED: Final = 1
_ENTRY: Final = b"PK\x01\x02"
"""The first bytes of an entry in the list of members of a ZIP file."""


class _FaultError(Exception):
    """Why a file is not a net, as a clause."""


def read_net(path: str | PathLike[str], net_format: str) -> tuple[dict[str, Any], dict[str, array[int]]]:
    """Return the description in a net's file, with its rules as a rule set, and the numbers of its arrays, row by row.

    Nothing is unpacked before its bounds are checked.
    """
    data = read_bytes(Path(path), NET_FILE)
    try:
        members = _members(data)
        head = _head(members.pop(_HEAD, b""), net_format)
        arrays = {name: _numbers(name, member) for name, member in members.items()}
    except _FaultError as error:
        raise InvalidNetError(f"{shown(fspath(path))} is not a net: {error}", path=fspath(path)) from error
    numbers = sum(map(len, arrays.values()))
    if numbers > NET_NUMBERS:
        message = f"expected a net of at most {NET_NUMBERS} weights, got {numbers}: make its layers narrower"
        raise InvalidNetError(message, weights=numbers, most=NET_NUMBERS)
    return head, arrays


def _members(data: bytes) -> dict[str, bytes]:
    """Return a ZIP file's members by their names without ``.npy``."""
    if len(data) > NET_FILE:
        raise _FaultError(f"it has more than {NET_FILE} bytes, the limit for a file of a net")
    if data.count(_ENTRY) > NET_ARRAYS:  # counted before the list of members is read
        raise _FaultError(f"it has more than {NET_ARRAYS} arrays, the limit for a file of a net")
    try:
        file = zipfile.ZipFile(io.BytesIO(data))
        infos = file.infolist()
    except Exception:  # noqa: BLE001 - spoiled files make zipfile fail in many ways
        raise _FaultError("it is not a ZIP file of arrays") from None
    if sum(info.file_size for info in infos) > NET_FILE:
        raise _FaultError(f"its arrays have more than {NET_FILE} bytes, the limit for a file of a net")
    members: dict[str, bytes] = {}
    for info in infos:
        name = _MEMBER.fullmatch(info.filename)
        if name is None or name[1] in members:
            raise _FaultError(f"{shown(info.filename)} is not the name of an array, or is used twice")
        if info.compress_type not in _METHODS or info.flag_bits & _IS_ENCRYPTED:
            raise _FaultError(f"the array {name[1]} is encrypted, or compressed in an unknown way")
        try:
            members[name[1]] = file.read(info)
        except Exception:  # noqa: BLE001 - spoiled files make zipfile fail in many ways
            raise _FaultError(f"the array {name[1]} is damaged") from None
    return members


def _head(member: bytes, net_format: str) -> dict[str, Any]:
    """Return the description of a net, with its rules as a rule set."""
    text = _text(member)
    try:
        check_shape(text, "json")
        head = json.loads(text)
    except (UnreadableError, ValueError):
        head = None
    if not isinstance(head, dict):
        raise _FaultError(f"it has no description {_HEAD}.npy in JSON")
    other = head.pop("format", None)
    if other != net_format:
        raise _FaultError(f"expected the format {net_format!r}, got {shown(other)}")
    rules = head.get("rules")
    try:
        head["rules"] = rule_set = loads_rules(rules if isinstance(rules, str) else "?")
    except GinRulesError:
        raise _FaultError("its rules are not valid") from None
    seats = head.get("seats")
    if index_of(seats) not in rule_set.table_sizes:
        sizes = " or ".join(map(str, rule_set.table_sizes))
        raise _FaultError(f"its rules seat {sizes} at a table, not {shown(seats)}")
    return head


def _text(member: bytes) -> str:
    """Return the text of an array that holds one, empty if it holds none or too long a text."""
    kind, shape, data = _parts(member)
    width = _TEXT.fullmatch(kind)
    if width is None or shape or len(data) != int(width[1]) * _WIDTH_OF_TEXT or len(data) > RULE_TEXT * _WIDTH_OF_TEXT:
        return ""
    try:
        return data.decode("utf-32-le").rstrip("\0")
    except UnicodeDecodeError:
        return ""


def _numbers(name: str, member: bytes) -> array[int]:
    kind, shape, data = _parts(member)
    if kind not in _CODES:
        raise _FaultError(f"{name} is not an array of whole numbers, row by row")
    if not data or len(data) != math.prod(shape) * int(kind[-1]):
        raise _FaultError(f"{name} has {len(data)} bytes, its shape is {shape}")
    numbers: array[int] = array(_CODES[kind], data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _parts(member: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """Return an array's kind, shape and numbers, with an empty kind if it is not an array."""
    head = _ARRAY.match(member)
    sizes = head["shape"].replace(b" ", b"").split(b",") if head else []
    if head is None or int.from_bytes(member[8:10], "little") != head.end() - 10 or b"" in sizes[:-1]:
        return "", (), b""
    shape = tuple(int(size) for size in sizes if size)
    return ("", (), b"") if len(shape) > _MOST_SIZES else (head["kind"].decode(), shape, member[head.end() :])
