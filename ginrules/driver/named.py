"""Players by name: those of ``ginrules.players``, loaded when they are named, and your own by their module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from typing import Any, Final, get_args

import attrs

from ginrules._support.names import PlayerName
from ginrules._support.values import as_items, shown, wrong_type
from ginrules.driver.core_spec import is_marked
from ginrules.driver.labels import error_line
from ginrules.driver.player import NewPlayer, Player
from ginrules.errors import InvalidRunError, WrongTypeError

_PLAYERS: Final = "ginrules.players"
_LONG: Final = 256
MEDIUM: Final = 56
"""The slips of the strength ``medium``, among 1,024 draws and discards."""


_FACTORIES: Final[Mapping[PlayerName, tuple[str, Mapping[str, float]]]] = {
    "random": ("RandomPlayer", {}),
    "simple": ("Simple", {}),
    "greedy": ("new_greedy", {}),
    "expert": ("Expert", {}),
    "learned": ("Learned", {}),
    "searching": ("Searching", {}),
    "easy": ("Simple", {}),
    "medium": ("Learned", {"slip": MEDIUM}),
    "hard": ("Learned", {}),
    "hardest": ("Searching", {"budget": _LONG}),
    "adjusting": ("Adjusting", {}),
}
"""The name of each player's factory in ``ginrules.players``, and its settings."""


DEPARTED: Final[Mapping[str, str]] = {
    "careful": "medium is about as strong",
    "bold": "medium is about as strong",
    "cautious": "medium is about as strong",
    "patient": "new_greedy(threshold=0), or greedy with the threshold 0",
    "policy": "ginrules.rl.Policy makes a player of a function, named as python:mybot:agent",
}
"""Names of players that an earlier state of the library had, and what to use now."""


class _Players(Mapping[PlayerName, NewPlayer]):
    """The factories of players by name. A player's module is loaded when its factory is read."""

    def __init__(self) -> None:
        self._made: dict[PlayerName, NewPlayer] = {}

    def __getitem__(self, name: PlayerName) -> NewPlayer:
        if name not in self._made:
            kind, settings = _FACTORIES[name]
            new_player = getattr(import_module(_PLAYERS), kind)
            self._made[name] = partial(new_player, **settings) if settings else new_player
        return self._made[name]

    def __iter__(self) -> Iterator[PlayerName]:
        return iter(_FACTORIES)

    def __len__(self) -> int:
        return len(_FACTORIES)


PLAYERS: Final = _Players()
"""The factory of each player. All of them can be sent to worker processes."""

OPENING: Final[Mapping[str, str]] = {
    "process:": f"{_PLAYERS}.program.program_named",
    "learned:": f"{_PLAYERS}.learned.learned_named",
    "python:": f"{__name__}.imported_player",
}
"""The prefixes of names that run a program, open a file or import a module, and the functions that read these names."""


def player_named(name: str, *, own: bool = False) -> NewPlayer:
    """Return the factory of the player with this name. The lab takes names wherever it takes players.

    The players are ``random``, ``simple``, ``greedy``, ``expert``, ``learned`` and ``searching``.
    Four names are strengths: ``easy`` is simple, ``medium`` is learned that slips now and then, ``hard`` is learned,
    and ``hardest`` is searching with 256 positions per decision.
    ``adjusting`` (`Adjusting`) follows the match's results, so that its opponent wins half of the rounds.

    Other names run or open something. ``process:`` and a command name a `Program`, a player in its own process.
    ``learned:`` and a file name a `Learned` that plays by the file's net. ``python:``, a module and a function or class
    in it name a factory of your own players: ``python:mybot:new_late``. Such a name is refused unless it is your own. A
    name from a form, a link, a session or a record is not. The lab's functions that take players, and the command line,
    read all names as your own.

    Args:
        name: The name.
        own: Whether the name comes from your own code or your own command line.

    Raises:
        InvalidRunError: If no player has this name (the message lists the names), the name runs or opens something and
            is not your own, or the program, the net's file or the module does not exist.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.player_named("medium")(7))
        learned, slipping 5.47%
        >>> gin.players.player_named("process:rm -r .")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        ginrules.errors.InvalidRunError: 'process:rm -r .' runs or opens something, and is not marked as your own: ...
    """
    for known in PLAYERS:
        if name == known:
            return PLAYERS[known]
    if own and opens(name):
        module, _, function = OPENING[f"{name.partition(':')[0]}:"].rpartition(".")
        read: Callable[[str], NewPlayer] = getattr(import_module(module), function)
        return read(name)
    fault = "runs or opens something, and is not marked as your own" if opens(name) else "is not the name of a player"
    near = get_close_matches(str(name), PLAYERS, n=1)
    left = DEPARTED.get(str(name).partition(":")[0])
    hint = f"; it has left: {left}" if left else f"; did you mean {near[0]!r}?" if near else ""
    raise InvalidRunError(
        f"{shown(name)} {fault}: expected one of {', '.join(get_args(PlayerName))}{hint}", player=shown(name)
    )


def opens(name: object) -> bool:
    """Return whether this is a player's name that runs or opens something."""
    return isinstance(name, str) and name.startswith(tuple(OPENING))


def factory_of(player: NewPlayer | Player | str) -> NewPlayer:
    """Return a player's factory. A name is read, a player in place of a factory is copied for each round."""
    if isinstance(player, str):
        return player_named(player)
    if callable(player):
        return player
    if not callable(getattr(player, "choose", None)):
        raise wrong_type("a player, its name, or a function that makes one from a seed", player)
    return partial(_copied, player)


def _copied(player: Player, _seed: int) -> Player:
    return deepcopy(player)


def as_factories(players: object) -> tuple[NewPlayer, ...]:
    """Return the players' factories as a tuple. A single factory, or name, serves all seats."""
    if callable(players):
        return (players,)
    if isinstance(players, str):
        return (player_named(players),)
    try:
        factories = tuple(
            player_named(item) if isinstance(item, str) else item for item in as_items(players, "players")
        )
    except WrongTypeError:
        factories = (None,)
    if not all(map(callable, factories)):
        raise InvalidRunError(
            "expected a function or class that makes a player from a seed, such as new_greedy or Expert of "
            f"ginrules.players, or several, or names such as greedy, got {shown(players)}"
        )
    return factories


# --- players in your own modules ------------------------------------------------------------------


PYTHON: Final = "python:"
"""The prefix of a player's name that names a module and the factory of the player in it."""


@attrs.frozen
class Imported:
    """A factory of players that is sent to workers as a name, so that each imports its module."""

    module: str
    factory: str

    def __call__(self, seed: int) -> Player:
        """Make the player of one round."""
        player: Player = self.made_by(seed)
        return player

    @property
    def made_by(self) -> Any:
        """The function or class itself."""
        return _imported(self.module, self.factory)

    def __str__(self) -> str:
        return f"{PYTHON}{self.module}:{self.factory}"


def imported_player(text: str) -> NewPlayer:
    """Import the factory of players that a text like ``python:mybot:new_late`` names.

    A factory that the compiled core knows is returned itself, so that the core can play it.
    """
    module, colon, factory = text.removeprefix(PYTHON).partition(":")
    names = [*module.split("."), *factory.split(".")]
    if not colon or not all(name.isidentifier() for name in names):
        raise InvalidRunError(
            f"{shown(text)}: expected a module and the function or class in it that makes a player from a seed, like "
            "python:mybot:new_late",
            player=shown(text),
        )
    new_player = inner = _imported(module, factory)
    while isinstance(inner, partial):
        inner = inner.func
    return new_player if is_marked(inner) else Imported(module, factory)


@cache
def _imported(module: str, factory: str) -> Any:
    text = f"{PYTHON}{module}:{factory}"
    try:
        found: Any = import_module(module)
    except (Exception, SystemExit) as error:
        name = error.name if isinstance(error, ModuleNotFoundError) else None
        is_missing = name is not None and f"{module}.".startswith(f"{name}.")
        reason = f"there is no module {name}" if is_missing else f"its import failed: {error_line(error)}"
        file = f"{module.partition('.')[0]}.py"
        message = (
            f"{text}: {reason}; run in the folder of {file}, and give Dask workers the file with "
            f'client.upload_file("{file}")'
        )
        raise InvalidRunError(message, player=text, module=module) from error
    for name in factory.split("."):
        found = getattr(found, name, None)
    if not callable(found):
        fault = f"module {module} has no function or class {factory}: name one that makes a player from a seed"
        raise InvalidRunError(f"{text}: {fault}", player=text, module=module)
    return found
