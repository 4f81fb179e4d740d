"""The players of the compiled core, and how a player says which of them decides as it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, Literal, TypeVar

import attrs

from ginrules.errors import InvalidRunError
from ginrules.play.defence import unsupported_play_rule
from ginrules.rules.model import RuleSet

CorePlayer = Literal["random", "greedy", "simple", "expert", "learned"]
"""The players of the core."""


@attrs.frozen
class CoreSpec:
    """A player of the compiled core, with everything that it decides by: ``slip`` of 1,024 draws are at random."""

    player: CorePlayer
    parameters: tuple[int, ...] = ()
    prices: tuple[int, ...] = ()
    slip: int = 0
    net: object = None


M = TypeVar("M", bound=Callable[..., Any])

_MARK: Final = "_runs_in_core"
_WORD: Final = 2**64 - 1


def runs_in_core(factory: M) -> M:
    """Mark a factory of players, or a class of factories, whose players have a method ``core_spec(rules, seats)``.

    It returns a `CoreSpec`, or None where the core has no such player. Only the marked function or class counts, or a
    direct instance of the class. A subclass or a wrapped function inherits the mark, but can decide differently.
    """
    setattr(factory, _MARK, factory)
    return factory


def is_marked(factory: object) -> bool:
    """Return whether this factory's players have a `CoreSpec`, at least under some rules."""
    mark = getattr(factory, _MARK, None)
    return mark is not None and (mark is factory or mark is type(factory))


def core_spec_of(new_player: object, rules: RuleSet, seats: int) -> CoreSpec | None:
    """Return the player of the core that decides as a factory's players. None if there is none.

    There is none under a rule of play that players do not know. The factory is marked by `runs_in_core`, directly or
    inside a ``functools.partial`` with keywords alone.
    """
    factory: Any = new_player
    while type(factory) is partial and not factory.args:
        factory = factory.func
    # the players in C are not held to the legal actions
    if not is_marked(factory) or unsupported_play_rule(rules) is not None:
        return None
    try:
        return _made_spec(new_player, rules, seats)
    except (TypeError, InvalidRunError):
        return None  # the engine explains the mistake


@lru_cache(maxsize=512)
def _made_spec(new_player: Any, rules: RuleSet, seats: int) -> CoreSpec | None:
    spec: CoreSpec | None = new_player(0).core_spec(rules, seats)
    return spec


def mixed_bits(number: int) -> int:
    """Return 64 bits that follow from a number, alike here and in the core: an output of SplitMix64.

    Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
    """
    number &= _WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31
