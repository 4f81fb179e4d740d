"""The header ``ginrules/fast/core/plan.h``: every number, record and call that Python and the compiled core share."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import Any

import numpy as np

from ginrules._support.bounds import TABLE_SEATS
from ginrules.cards import CARDS
from ginrules.fast import codec, layout
from ginrules.fast._core_rounds import LAYOUT
from ginrules.fast._facts import ENDINGS, FACTS, FEASIBILITY_RULES, NOBODY, PRICES, REASONS, STATUSES
from ginrules.fast._load import ARGUMENTS, ENTRIES, ERRORS, MOST_MELDS, MOST_OWN, MOST_POOLS, SPREAD_ACTION
from ginrules.fast._plan import CALLER, CHOICES, KINDS, NET, PLAN
from ginrules.fast._states import CHANCE, DEAL, STATE
from ginrules.fast.beliefs import BELIEF, GUESS, STORY
from ginrules.fast.layout import PHASES
from ginrules.nets import belief as belief_net
from ginrules.nets import learned as learned_net
from ginrules.nets import rules as net_rules
from ginrules.players import base as by_phase
from ginrules.players import learned
from ginrules.players.search import knocks
from ginrules.rules.model import DEFAULTS
from ginrules.scoring.price_numbers import MOST_PRICE, PRICE_NUMBERS
from ginrules.scoring.score import RESULTS

_HEAD = """/* Shared by Python and the core, generated from Python by python -m tools.package: the
   rules; the values of choices, phases, endings and actions; the entries of an observation; records; and the
   arguments of every entry of the core, as one struct per entry. */
#ifndef GIN_PLAN_H
#define GIN_PLAN_H

#include <stdint.h>
"""
_SIGNS = {"u": "uint", "i": "int"}
_TYPES = {f"{sign}{size}": f"{kind}{8 * size}_t" for sign, kind in _SIGNS.items() for size in (1, 2, 4, 8)}
_TYPES["f4"] = "float"
_OWN_TYPES = ("policy_t", "player_t", "tables_t")
"""The types that C alone lays out."""

Field = tuple[str, str, int]
"""A field of a struct: its name, its type, and the length of an array, 0 for a single number."""

_ACTIONS = """/* Actions: a kind, with a card, 52 times a place of the table and a card, or a place in the list of
   spreads. Codes are the same numbers, except that the melds of the rules come before the lay-offs. */
"""
_WIDTH, _UNBROKEN = 120, "\u00a0"


def header() -> str:
    """Return the text of ``plan.h``."""
    return "\n".join([_HEAD, *_parts(), "#endif", ""])


def _parts() -> Iterator[str]:
    most = {"SEATS": TABLE_SEATS, "MELDS": MOST_MELDS, "OWN": MOST_OWN, "POOLS": MOST_POOLS, "PRICE": MOST_PRICE}
    yield _numbers(GIN_CARDS=len(CARDS), GIN_RANKS=13, GIN_SUITS=4, **_named("GIN_MOST", most), GIN_NONE=NOBODY)
    for prefix, values in _choices():
        yield _enum(prefix, values)
    players = _named("PLAYER", KINDS)
    yield _numbers(PLAYER_CALLER=CALLER[0], **players, PLAYER_COUNT=len(KINDS), SLIP_MOST=learned.MOST)
    usual = {"COUNT": len(knocks.USUAL_DEADWOOD), "HAND": knocks.USUAL_HAND, "KNOWN_CARD": knocks.KNOWN_CARD}
    doubling = {"OFFER_AT": by_phase.OFFER_AT, "REFUSE_AT": by_phase.REFUSE_AT}
    yield _numbers(**_named("USUAL", usual), **_named("DOUBLING", doubling))
    yield _filled("static const int32_t usual_deadwood[] = {", [f"{points}," for points in knocks.USUAL_DEADWOOD], "};")
    yield _numbers(
        NET_INPUTS=learned_net.COUNT,
        NET_HIDDEN=learned_net.HIDDEN,
        NET_MIXED=learned_net.MIXED,
        NET_HEADS=len(learned_net.HEADS),
        NET_MIXED_SHIFT=learned_net.MIXED_SHIFT,
        NET_MOST_AT_ONCE=learned_net.MOST_AT_ONCE,
        NET_MOST_HELD=net_rules.MOST_HELD,
        NET_RULES=net_rules.COUNT,
        NET_POINT=learned_net.POINT,
        NET_POINTS=learned_net.POINTS,
        **_named("INPUT", learned_net.STARTS),
    )
    yield _numbers(
        BELIEF_INPUTS=belief_net.COUNT,
        BELIEF_UNITS=belief_net.UNITS,
        BELIEF_STAGES=belief_net.STAGES,
        BELIEF_PATTERNS=belief_net.PATTERNS,
        BELIEF_NEAR=len(belief_net.NEAR),
        BELIEF_OCTAVE=belief_net.OCTAVE,
        BELIEF_MOST_AT_ONCE=belief_net.MOST_AT_ONCE,
        BELIEF_MIXED_DOWN=belief_net.MIXED_DOWN,
        BELIEF_CARD_SHIFT=belief_net.CARD_SHIFT,
        **_named("SEEN", belief_net.STARTS),
    )
    actions: dict[object, int] = {action: number for number, action in enumerate(codec.SINGLE)}
    actions |= {"DISCARD": codec.DISCARD_CODE, "KNOCK": codec.KNOCK_CODE, "LAYOFF": codec.MELD_CODE}
    yield _ACTIONS + _numbers(**_named("ACTION", actions), ACTION_SPREAD=SPREAD_ACTION)
    yield _struct("rules_t", [(name, "int32_t", _count(DEFAULTS.get(name))) for name in PLAN])
    yield _struct("prices_t", [(name, "int32_t", 0) for name in PRICE_NUMBERS])
    yield _filled(
        "static const int32_t most_of_prices[] = {", [f"{number.most}," for number in PRICE_NUMBERS.values()], "};"
    )
    yield _struct("bill_t", [("prices", "prices_t", 0), *((name, "int32_t", 0) for name in FEASIBILITY_RULES)])
    records = STATE, FACTS, PRICES, CHANCE, DEAL, NET, BELIEF, STORY, GUESS
    for name, dtype in zip("state facts price chance deal net belief story guess".split(), records, strict=True):
        yield _record(f"{name}_t", dtype)
    numbers = [(name, "int32_t", 0) for name in LAYOUT]
    entries = len(layout.ENTRIES)
    yield _struct(
        "layout_t", [*numbers, ("at", "int32_t", entries), ("words", "int32_t", 0), ("bit", "int32_t", entries)]
    )
    yield "".join(f"typedef struct {name} {name};\n" for name in _OWN_TYPES)
    for name, arguments in ENTRIES.items():
        yield _struct(f"{name}_t", _arguments(arguments.split()))


def _choices() -> Iterator[tuple[str, Iterable[object]]]:
    """Yield the prefix of each enum and its values, the first of which is 0."""
    yield "GIN_ERROR", ("none", *ERRORS)
    yield from CHOICES.items()
    yield "PHASE", (*(re.sub(r"(?<!^)(?=[A-Z])", "_", phase.__name__) for phase in PHASES), "count")
    yield "ENDING", ENDINGS
    yield "REASON", [reason or "none" for reason in REASONS]
    yield "STATUS", STATUSES
    yield "RESULT", RESULTS
    for name in ("settlement", "tie", "spade_scope"):
        yield name, PRICE_NUMBERS[name].values
    yield "ENTRY", (*layout.ENTRIES, "count")


def _word(value: object) -> str:
    return re.sub(r"\W", "_", str(value)).upper()


def _enum(prefix: str, values: Iterable[object]) -> str:
    return _filled("enum {", [f"{_word(prefix)}_{_word(value)}," for value in values], "};")


def _numbers(**numbers: int) -> str:
    return _filled("enum {", [f"{name} = {number}," for name, number in numbers.items()], "};")


def _named(prefix: str, numbers: Mapping[Any, int]) -> dict[str, int]:
    return {f"{prefix}_{_word(name)}": number for name, number in numbers.items()}


def _count(value: object) -> int:
    """Return the length of an array, 0 for a single number."""
    return len(value) if isinstance(value, tuple) else 0


def _struct(name: str, fields: Iterable[Field]) -> str:
    declared = []
    for kind, alike in groupby(fields, key=itemgetter(1)):
        names = [f"{field}{f'[{count}]' if count else ''}" for field, _, count in alike]
        names[0] = f"{kind}{'' if kind.endswith('*') else ' '}{names[0]}"
        declared += [*(f"{field}," for field in names[:-1]), f"{names[-1]};"]
    return _filled("typedef struct {", declared, f"}} {name};")


def _record(name: str, dtype: np.dtype[Any]) -> str:
    kinds = {field: dtype[field] for field in dtype.names or ()}
    struct = _struct(name, [(field, _TYPES[kind.base.str[1:]], sum(kind.shape)) for field, kind in kinds.items()])
    return struct + f'_Static_assert(sizeof({name}) == {dtype.itemsize}, "{name} is laid out as in Python");\n'


def _arguments(names: Iterable[str]) -> Iterator[Field]:
    for name in names:
        yield name, ARGUMENTS[name], 0
        if ARGUMENTS[name].endswith("*"):
            yield f"n_{name}", "int64_t", 0


def _filled(head: str, items: Iterable[str], tail: str) -> str:
    """Return a declaration in one line, or with its items in as few lines as they fit into, none of them broken."""
    text = " ".join([item.replace(" ", _UNBROKEN) for item in items])
    whole = f"{head} {text} {tail}\n".replace(", }", " }")
    lines = [head, *wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    "), tail, ""]
    return (whole if len(whole) <= _WIDTH else "\n".join(lines)).replace(_UNBROKEN, " ")
