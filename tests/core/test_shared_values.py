"""Nothing that is shared can be changed: a walk over all that is reachable from states, views, rules and matches.

`object.__setattr__` and `attrs.evolve` apart: whoever runs Python in the process can do what Python can
(SECURITY.md).
"""

import types
from collections.abc import Mapping

import attrs
import pytest

import ginrules as gin
from ginrules.errors import GinRulesError
from ginrules.presets import preset
from ginrules.rules.fields import ByNumber

PLAIN = (int, str, bytes, bool, type(None), float, frozenset)
CODE = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, property)
CACHES = {"_runs_by_ranks", "_fits_by_meld"}  # results that fill as they are asked and change no answer


def played(rules, seats, steps=60):
    state = gin.deal(rules, gin.shuffled(3, rules), seats=seats)
    for number in range(steps):
        legal = gin.legal_actions(state)
        if not legal:  # it is over, or chance must shuffle
            break
        state = gin.apply(state, legal[(number * 7) % len(legal)])
    return state


STATES = [
    played(preset("standard"), 2), played(preset("mahjong-gin"), 3), played(preset("penalty-2-to-4"), 4),
    played(preset("openspiel"), 2, 9), played(preset("standard"), 2, 0),
]  # fmt: skip
MATCH = gin.new_match(
    preset("hollywood"), ("Ann", "Bo"), results=[gin.pad_entry(40, preset("hollywood"), winner=0) for _ in range(4)]
)
VALUES = [
    *STATES, *(gin.view(state, seat) for state in STATES for seat in (0, None)), MATCH, gin.settle(MATCH),
    *(preset(name) for name in ("standard", "mahjong-gin", "hollywood")),
    gin.best_arrangement("7h 8h 9h", preset("standard")),
    gin.best_defence("7h Tc", ["8h 9h Th"], preset("standard")), gin.RoundRecord(preset("standard"), 7).play("take"),
]  # fmt: skip


def parts(value):
    """Every value held by this value, with its place: fields, slots, attributes, items."""
    if isinstance(value, tuple):
        yield from ((f"[{place}]", item) for place, item in enumerate(value))
        return
    if isinstance(value, types.MappingProxyType | ByNumber):
        yield from ((f"[{key!r}]", item) for key, item in value.items())
        return
    names = {field.name for field in attrs.fields(type(value))} if attrs.has(type(value)) else set()
    for cls in type(value).__mro__:
        names.update(getattr(cls, "__slots__", ()))
    names.update(getattr(value, "__dict__", {}))
    for name in sorted(names - {"__weakref__", "__dict__"}):
        if hasattr(value, name):
            yield f".{name}", getattr(value, name)


def walk(value):
    """Every value reachable, each once, with its path."""
    seen, waiting = set(), [(type(value).__name__, value)]
    while waiting:
        path, item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        yield path, item
        if not (isinstance(item, PLAIN) and not hasattr(item, "__dict__")) and not isinstance(item, CODE):
            waiting += [(path + name, part) for name, part in parts(item) if name[1:] not in CACHES]


def faults(value):
    for path, item in walk(value):
        if isinstance(item, (list, dict, set, bytearray)):
            yield f"{path} is a {type(item).__name__}"
        elif isinstance(item, Mapping) and hasattr(item, "__setitem__"):
            yield f"{path} takes items"
        elif not isinstance(item, (*PLAIN, *CODE, tuple, Mapping)):
            for name, part in parts(item):
                try:
                    setattr(item, name[1:], part)
                except (AttributeError, TypeError):
                    continue
                yield f"{path}{name} can be set"


def test_nothing_reachable_can_be_changed():
    found = {fault for value in VALUES for fault in faults(value)}
    assert not found, "\n".join(sorted(found))
    assert sum(1 for value in VALUES for _ in walk(value)) > 300


def test_the_walk_finds_mutable_values():
    @attrs.frozen
    class Holder:
        inside: object

    @attrs.define
    class Open:
        number: int = 1

    assert list(faults(Holder(([1],)))) == ["Holder.inside[0] is a list"]
    assert list(faults(Holder(types.MappingProxyType({"a": {}})))) == ["Holder.inside['a'] is a dict"]
    assert list(faults(Holder(Open()))) == ["Holder.inside.number can be set"]


def test_a_refusal_leaves_the_state_unchanged():
    for state in STATES:
        before = hash(state)
        with pytest.raises(GinRulesError):
            gin.apply(state, gin.LayOff("7h", 51))
        assert hash(state) == before
