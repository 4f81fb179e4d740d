"""Players by name: the ones there are, and styles and strengths, which are settings of them."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from typing import Final, get_args

from ginrules._names import PlayerName
from ginrules._values import shown
from ginrules.errors import InvalidRunError
from ginrules.lab.players.house.careful import Careful
from ginrules.lab.players.house.expert import Expert
from ginrules.lab.players.house.greedy import new_greedy
from ginrules.lab.players.house.random import RandomPlayer
from ginrules.lab.players.house.searching import Searching
from ginrules.lab.players.house.simple import Simple
from ginrules.lab.players.program import PREFIX, program_named
from ginrules.seated.player import NewPlayer

POLICY: Final = "policy:"
"""What the file of a net follows where players are named by texts."""

_HURRY: Final = 12.0
_WARY: Final = 15.0


PLAYERS: Final[Mapping[PlayerName, NewPlayer]] = {
    "random": RandomPlayer,
    "simple": Simple,
    "greedy": new_greedy,
    "careful": Careful,
    "expert": Expert,
    "searching": Searching,
    "bold": partial(Careful, knock_worth=_HURRY, feed_cost=0.0, take_cost=0.0),
    "cautious": partial(Careful, feed_cost=_WARY),
    "patient": partial(new_greedy, threshold=0),
    "easy": Simple,
    "medium": Careful,
    "hard": Searching,
}
"""What makes each player; all of them can be sent to worker processes."""


def player_named(name: str) -> NewPlayer:
    """Return what makes the player of a name, which can be given wherever the lab takes a player.

    There are ``random``, ``simple``, ``greedy``, ``careful``, ``expert`` and ``searching``.
    Three styles are settings of them: ``bold`` hurries to knock and discards what
    others may need, ``cautious`` (both `Careful`) gives away as little as it can, ``patient``
    (`Greedy`) plays for gin. Three strengths are other names: ``easy`` is simple, ``medium`` careful,
    ``hard`` searching.

    ``process:`` and a command is a `Program`, a player in a process of its own; ``policy:`` and a file is a
    `ginrules.rl.Policy`, which plays by a net (it takes NumPy).

    Raises:
        InvalidRunError: If there is no such program, or no player of this name; the message lists the names.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.lab.player_named("patient")(7))
        greedy, playing for gin
        >>> print(gin.lab.player_named("bold")(7))
        careful, knock worth 12, feed cost 0, take cost 0
    """
    for known, new_player in PLAYERS.items():
        if name == known:
            return new_player
    if str(name).startswith(PREFIX):
        return program_named(name)
    if str(name).startswith(POLICY):
        from ginrules.lab.players.policy import policy_named  # noqa: PLC0415 - NumPy is an extra

        return policy_named(name)
    near = get_close_matches(str(name), PLAYERS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise InvalidRunError(
        f"{shown(name)} is not the name of a player: expected one of {', '.join(get_args(PlayerName))}{hint}",
        player=shown(name),
    )
