"""A player that is named by a module and a function or class in it, and imported in every process that plays."""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from typing import Any, Final

import attrs

from ginrules._values import shown
from ginrules.errors import InvalidRunError
from ginrules.seated.labels import error_line
from ginrules.seated.player import NewPlayer, Player, twin_of

PREFIX: Final = "python:"
"""The prefix of a player's name that names a module and the maker of the player in it."""


@attrs.frozen
class Imported:
    """A maker of players that is sent to workers as a name; each worker imports its module.

    Attributes:
        module: The module, with dots between its packages.
        factory: The function or class of the module that makes a player from a seed.
    """

    module: str
    factory: str

    def __call__(self, seed: int) -> Player:
        """Make the player of one round.

        Raises:
            InvalidRunError: If this process cannot import the module.
        """
        player: Player = _maker(self.module, self.factory)(seed)
        return player

    def __str__(self) -> str:
        return f"{PREFIX}{self.module}:{self.factory}"


def imported_player(text: str) -> NewPlayer:
    """Import the maker of players that a text like ``python:mybot:new_late`` names.

    A maker that the compiled core knows is returned itself, so that the core can play it.

    Raises:
        InvalidRunError: If the text names no module and maker, the module cannot be imported, or its maker cannot
            be called.

    Examples:
        >>> print(imported_player("python:ginrules.lab:Careful")(7))
        careful
    """
    module, colon, factory = text.removeprefix(PREFIX).partition(":")
    names = [*module.split("."), *factory.split(".")]
    if not colon or not all(name.isidentifier() for name in names):
        raise InvalidRunError(
            f"{shown(text)}: expected a module and the function or class in it that makes a player from a seed, like "
            "python:mybot:new_late",
            player=shown(text),
        )
    maker = inner = _maker(module, factory)
    while isinstance(inner, partial):
        inner = inner.func
    return maker if twin_of(inner) is not None else Imported(module, factory)


@cache
def _maker(module: str, factory: str) -> Any:
    text = f"{PREFIX}{module}:{factory}"
    try:
        maker: Any = import_module(module)
    except (Exception, SystemExit) as error:
        name = error.name if isinstance(error, ModuleNotFoundError) else None
        is_missing = name is not None and f"{module}.".startswith(f"{name}.")
        reason = f"there is no module {name}" if is_missing else f"its import failed: {error_line(error)}"
        file = f"{module.partition('.')[0]}.py"
        raise InvalidRunError(
            f"{text}: {reason}; run in the folder of {file}, and give Dask workers the file with "
            f'client.upload_file("{file}")',
            player=text, module=module,
        ) from error  # fmt: skip
    for name in factory.split("."):
        maker = getattr(maker, name, None)
    if not callable(maker):
        raise InvalidRunError(
            f"{text}: module {module} has no function or class {factory}: name one that makes a player from a seed",
            player=text, module=module,
        )  # fmt: skip
    return maker
