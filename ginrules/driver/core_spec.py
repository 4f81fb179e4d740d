"""The players of the compiled core, and how a player says which of them decides as it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeVar

import attrs

from ginrules.errors import InvalidRunError
from ginrules.play.defence import unread_rule
from ginrules.rules.model import RuleSet

CorePlayer = Literal["random", "greedy", "simple", "expert", "careful", "learned", "net"]
"""The players of the core. ``net`` is a net that chooses among the actions themselves."""


@attrs.frozen
class Twin:
    """A player of the compiled core, with everything that it decides by.

    Attributes:
        player: The core's player.
        parameters: Its parameters, as whole numbers.
        prices: The prices that it reads, in points or boxes.
        net: Its net, for the players that have one.
    """

    player: CorePlayer
    parameters: tuple[int, ...] = ()
    prices: tuple[int, ...] = ()
    net: object = None


class HasTwin(Protocol):
    """A player that the compiled core has too."""

    def twin(self, rules: RuleSet, seats: int) -> Twin | None:
        """Return the player of the core that decides as this one under these rules. None if there is none.

        Args:
            rules: The rules.
            seats: Seats at the table.
        """


M = TypeVar("M", bound=Callable[..., HasTwin | Callable[[int], HasTwin]])

_MARK: Final = "_has_twin"


def has_twin(maker: M) -> M:
    """Mark a function or class that makes players, or a class of such makers: the players have a `Twin` (`HasTwin`).

    Only the marked function or class counts, or a direct instance of the class. A subclass or a wrapped function
    inherits the mark, but can decide differently.
    """
    setattr(maker, _MARK, maker)
    return maker


def is_marked(maker: object) -> bool:
    """Return whether this maker's players have a twin in the core, at least under some rules.

    Examples:
        >>> from ginrules.players import Simple
        >>> class Bluffing(Simple):
        ...     pass
        >>> is_marked(Simple), is_marked(Bluffing)
        (True, False)
    """
    mark = getattr(maker, _MARK, None)
    return mark is not None and (mark is maker or mark is type(maker))


def twin_of(new_player: object, rules: RuleSet, seats: int) -> Twin | None:
    """Return the player of the core that decides as a maker's players. None if there is none.

    There is none under a rule of play that players do not know. The maker is marked by `has_twin`, directly or inside a
    ``functools.partial`` with keywords alone.

    Args:
        new_player: The maker.
        rules: The rules.
        seats: Seats at the table.

    Examples:
        >>> from functools import partial
        >>> from ginrules.players import new_greedy
        >>> twin_of(partial(new_greedy, threshold=5), RuleSet(), 2).parameters
        (5,)
    """
    maker, settings = _unwrapped(new_player)
    if not is_marked(maker) or unread_rule(rules) is not None:  # the players in C are not held to the legal actions
        return None
    try:
        player: HasTwin = maker(0, **settings)
        return player.twin(rules, seats)
    except (TypeError, InvalidRunError):
        return None  # the engine explains the mistake


def _unwrapped(new_player: Any) -> tuple[Any, Mapping[str, Any]]:
    """Return a maker and its settings without the ``functools.partial`` around them, except with arguments by place."""
    settings: dict[str, Any] = {}
    while type(new_player) is partial and not new_player.args:
        settings = {**new_player.keywords, **settings}
        new_player = new_player.func
    return new_player, settings
