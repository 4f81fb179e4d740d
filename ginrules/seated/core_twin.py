"""The twin of a player in the compiled core: said by what makes the player, for the core to look up.

The core knows players by names of its own (``ginrules.fast``). A maker that says it has a twin promises that the core
decides as its players do, to the last card, and gives what the twin must know by a method ``numbers(rules)`` of the
player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import attrs

M = TypeVar("M")

_TWIN: Final = "_twin_in_core"


@attrs.frozen(eq=False)
class _Twin:
    maker: object
    name: str


def twin_in_core(name: str) -> Callable[[M], M]:
    """Say of a function or class that makes players that the core has a twin of them.

    Args:
        name: The name of the player in the core.
    """

    def say(maker: M) -> M:
        setattr(maker, _TWIN, _Twin(maker, name))
        return maker

    return say


def twin_of(maker: object) -> str | None:
    """Return the name of the player of the core that plays as this maker's players do; None if it has none.

    Only the function or class that said so counts, or an instance of exactly this class. A subclass or a wrapped
    function has the attribute too, and can decide differently.

    Examples:
        >>> from ginrules.lab.players import Simple
        >>> class Bluffing(Simple):
        ...     pass
        >>> twin_of(Simple), twin_of(Bluffing)
        ('simple', None)
    """
    twin = getattr(maker, _TWIN, None)
    if not isinstance(twin, _Twin) or not (twin.maker is maker or twin.maker is type(maker)):
        return None
    return twin.name
