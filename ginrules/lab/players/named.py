"""Players by name: the classes of players, and their settings for styles and strengths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Final, get_args

from ginrules._names import DEFAULT_PLAYER, PlayerName
from ginrules._values import expect, shown
from ginrules.errors import InvalidRunError
from ginrules.lab.players.baselines import RandomPlayer, Simple, new_greedy
from ginrules.lab.players.careful import Careful
from ginrules.lab.players.expert import Expert
from ginrules.lab.players.imported import imported_player
from ginrules.lab.players.learned import Learned, learned_named
from ginrules.lab.players.program import program_named
from ginrules.lab.players.searching import Searching
from ginrules.match.match_view import MatchView
from ginrules.play.actions import Action
from ginrules.play.views.view import PlayerView
from ginrules.records import SeatRecord
from ginrules.seated.player import NewPlayer, Player

_HURRY: Final = 12.0
_WARY: Final = 15.0


PLAYERS: Final[Mapping[PlayerName, NewPlayer]] = {
    "random": RandomPlayer,
    "simple": Simple,
    "greedy": new_greedy,
    "careful": Careful,
    "expert": Expert,
    "learned": Learned,
    "searching": Searching,
    "bold": partial(Careful, knock_worth=_HURRY, feed_cost=0.0, take_cost=0.0),
    "cautious": partial(Careful, feed_cost=_WARY),
    "patient": partial(new_greedy, threshold=0),
    "easy": Simple,
    "medium": Careful,
    "hard": Searching,
}
"""The maker of each player; all of them can be sent to worker processes."""


def _policy(name: str) -> NewPlayer:
    from ginrules.lab.players.policy import policy_named  # noqa: PLC0415 - NumPy is an extra

    return policy_named(name)


OPENING: Final[Mapping[str, Callable[[str], NewPlayer]]] = {
    "process:": program_named,
    "policy:": _policy,
    "learned:": learned_named,
    "python:": imported_player,
}
"""The prefixes of names that run a program, open a file or import a module, and the functions that read these names."""


def player_named(name: str, *, own: bool = False) -> NewPlayer:
    """Return the maker of the player with this name. The lab takes names wherever it takes players.

    The players are ``random``, ``simple``, ``greedy``, ``careful``, ``expert``, ``learned`` and
    ``searching``.
    Three names are styles. ``bold`` (`Careful`) hurries to knock and discards cards that others may
    need; ``cautious`` (`Careful`) gives away as little as it can; ``patient`` (`Greedy`) plays for gin.
    Three names are strengths: ``easy`` is simple, ``medium`` is careful, ``hard`` is searching.

    Other names run or open something. ``process:`` and a command name a `Program`, a player in its own process.
    ``policy:`` and a file name a `ginrules.rl.Policy`, which plays by a net and needs NumPy. ``learned:`` and a
    file name a `Learned` that plays by the net of the file. ``python:``, a module and a function or class in it name a
    maker of your own players: ``python:mybot:new_late``. Such a name is refused unless it is your own; a name from a
    form, a link, a session or a record is not. The functions of the lab that take players, and the command line, read
    all names as your own.

    Args:
        name: The name.
        own: Whether the name comes from your own code or your own command line.

    Raises:
        InvalidRunError: If no player has this name (the message lists the names), the name runs or opens something and
            is not your own, or the program, the file of the net or the module does not exist.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.lab.player_named("patient")(7))
        greedy, playing for gin
        >>> print(gin.lab.player_named("bold")(7))
        careful, knock worth 12, feed cost 0, take cost 0
        >>> gin.lab.player_named("process:rm -r .")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        ginrules.errors.InvalidRunError: 'process:rm -r .' runs or opens something, and is not marked as your own: ...
    """
    for known, new_player in PLAYERS.items():
        if name == known:
            return new_player
    if own and opens(name):
        return OPENING[f"{name.partition(':')[0]}:"](name)
    fault = "runs or opens something, and is not marked as your own" if opens(name) else "is not the name of a player"
    near = get_close_matches(str(name), PLAYERS, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise InvalidRunError(
        f"{shown(name)} {fault}: expected one of {', '.join(get_args(PlayerName))}{hint}", player=shown(name)
    )


def opens(name: object) -> bool:
    """Return whether this is the name of a player that runs or opens something.

    Examples:
        >>> opens("python:mybot:new_late"), opens("greedy")
        (True, False)
    """
    return isinstance(name, str) and name.startswith(tuple(OPENING))


def hint(
    record: SeatRecord | PlayerView,
    player: NewPlayer | str = DEFAULT_PLAYER,
    *,
    seed: int = 0,
    match: MatchView | None = None,
) -> Action:
    """Return the action of a player in the place of a seat, from nothing but the seat's own knowledge.

    Args:
        record: The seat's record of the round so far, `ginrules.records.account`, or its view alone; the seat must act
            next.
        player: The maker of the player, or its name, which is read as your own (`player_named`).
        seed: The seed of the player.
        match: The match that the round belongs to, `ginrules.match.match_view`; None for a single round.

    Raises:
        InvalidRunError: If another seat must act now, or no player has this name.

    Examples:
        >>> from ginrules.records import account
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", 7)
        >>> print(gin.lab.hint(account(record, 1)))
        take
    """
    if isinstance(record, PlayerView):
        record = SeatRecord(record)
    expect(record, SeatRecord, "a SeatRecord", "account(record, seat) gives one")
    seat, turn = record.seat, record.now.phase.turn
    if seat is None or seat != turn:
        who = "nobody" if turn is None else f"seat {turn}"
        owner = "a spectator" if seat is None else f"seat {seat}"
        raise InvalidRunError(
            f"{who} acts now, but the record belongs to {owner}: expected the record of the seat to act"
        )
    new_player = player_named(player, own=True) if isinstance(player, str) else player
    if not callable(new_player):
        raise InvalidRunError(
            f"player: expected a name, or a function that makes a player from a seed, got {shown(player)}"
        )
    return choice_of(record, new_player(seed), match)


def choice_of(record: SeatRecord, player: Player, match: MatchView | None = None) -> Action:
    """Show a new player all that the seat has seen, and return its choice."""
    player.start(record.first, match)
    for event in record.events:
        player.watch(event)
    return player.choose(record.now)
