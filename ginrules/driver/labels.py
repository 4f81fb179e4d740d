"""A round's errors. They name the player, the rule set and the deal, and say how to play the round again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import attrs

from ginrules._support.values import Value, shown
from ginrules.driver.player import Player
from ginrules.errors import (
    EndlessPlayError,
    IllegalAction,
    LabError,
    NotAnAction,
    PlayerActionError,
    PlayerFailedError,
    PlayerTooSlowError,
)
from ginrules.play.actions import Action
from ginrules.rules.model import RuleSet

_MOST_LEGAL: Final = 12
_MAX_NAME: Final = 80
_MAX_MESSAGE: Final = 200


def rules_labels(rules: Iterable[RuleSet]) -> str:
    """Return the names of several rule sets in one phrase."""
    return " and ".join(rule_set.label for rule_set in rules)


def player_name(player: Player) -> str:
    """Return a player's name with its parameters, on one line.

    It is the player's text. If a class has its own ``name``, but inherits a text without it, it is the name.

    Examples:
        >>> from ginrules.players import Greedy, Learned
        >>> class Shy(Greedy):
        ...     name = "shy"
        >>> player_name(Greedy()), player_name(Shy()), player_name(Learned(7, slip=256))
        ('greedy, knocking whenever allowed', 'shy', 'learned, slipping 25%')
    """
    kinds = type(player).__mro__
    named = next((place for place, kind in enumerate(kinds) if "name" in vars(kind)), len(kinds))
    with_text = next(place for place, kind in enumerate(kinds) if "__str__" in vars(kind))
    name = getattr(player, "name", None) or type(player).__name__
    text = str(name if kinds[with_text] is object else player)
    if named < with_text and str(name) not in text:
        text = str(name)
    return " ".join(text.split())


def player_label(player: Player) -> str:
    """Return a player's name for an error, or the name of its class if it has no name."""
    try:
        return player_name(player)[:_MAX_NAME]
    except Exception:  # noqa: BLE001 - foreign code
        return type(player).__name__


def factory_label(new_player: object) -> str:
    """Return the name of the function or class that makes a player."""
    while isinstance(new_player, partial):
        new_player = new_player.func
    return str(getattr(new_player, "__name__", type(new_player).__name__))[:_MAX_NAME]


def factory_fault(error: BaseException, new_player: object) -> str:
    """Return why a player could not be made, on one line. It names the argument that a class lacks.

    Examples:
        >>> class Late:
        ...     name = "late"
        >>> try:
        ...     Late(7)
        ... except TypeError as error:
        ...     print(factory_fault(error, Late))
        TypeError: Late() takes no arguments; a class is called with a seed: write def __init__(self, seed)
    """
    remedy = "; a class is called with a seed: write def __init__(self, seed)"
    is_call = isinstance(error, TypeError) and "argument" in str(error)  # so a module that is named is imported
    is_class = is_call and isinstance(getattr(new_player, "made_by", new_player), type)
    return error_line(error) + remedy * is_class


def error_line(error: BaseException) -> str:
    """Return an error on one line, its class first, since an error of foreign code may have no text."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - foreign code
        text = "(no message)"
    return f"{type(error).__name__}: {text}"[:_MAX_MESSAGE]


@attrs.frozen
class RoundLabel(Value):
    """The round that an error is about: its rules, the seed of the deal (None if it has none) and the dealer's seat."""

    rules: RuleSet
    seed: int | None
    dealer: int

    def not_made(self, error: BaseException, new_player: object, seat: int) -> LabError:
        """Return the error about a player that could not be made."""
        message = f"the player of seat {seat} could not be made: {factory_fault(error, new_player)}"
        return self.error(PlayerFailedError, message, 0, seat=seat, player=factory_label(new_player))

    def endless(self, players: Mapping[int, Player], plies: int) -> LabError:
        """Return the error about a round that does not end, which names all players."""
        labels = [player_label(players[seat]) for seat in sorted(players)]
        message = f"the round has not ended after {plies} actions"
        return self.error(EndlessPlayError, message, plies, players=labels)

    def failed(self, error: BaseException, player: Player, seat: int, ply: int) -> LabError:
        """Return the error about a player that raised an exception."""
        message = f"the player at seat {seat} raised {error_line(error)}"
        return self.error(PlayerFailedError, message, ply, seat=seat, player=player_label(player))

    def too_slow(self, player: Player, seat: int, ply: int, time_limit: float) -> LabError:
        """Return the error about a player that took too long."""
        message = f"the player at seat {seat} took longer than {time_limit:g} s to decide"
        return self.error(PlayerTooSlowError, message, ply, seat=seat, player=player_label(player))

    def illegal(
        self, error: Exception, answer: object, player: Player, seat: int, ply: int, legal: Sequence[Action] = ()
    ) -> LabError:
        """Return the error about an answer that is not a legal action, with legal actions if it is a text."""
        reason, action = str(error), _repr(answer)
        if not isinstance(error, IllegalAction):
            reason = f"{action[:_MAX_NAME]} is not an action"
        elif isinstance(answer, str):
            listed = [*map(str, legal[:_MOST_LEGAL]), *["…"] * (len(legal) > _MOST_LEGAL)]
            reason = f"it answered the text {shown(answer)}; legal: {', '.join(listed)}"
        elif not isinstance(error, NotAnAction):  # a NotAnAction can hold any object
            action = str(error.action)
        message = f"the player at seat {seat} broke the rules: {reason}"
        return self.error(PlayerActionError, message, ply, seat=seat, player=player_label(player), action=action)

    def error(self, kind: type[LabError], message: str, ply: int, **details: Any) -> LabError:
        """Return an error with all details that are needed to play the round again."""
        name = self.rules.label
        names = [details["player"]] if details.get("player") else details.get("players", [])
        player = "".join(f"{name}, " for name in dict.fromkeys(names))
        place = f"{player}{name}, seed {self.seed}, dealer {self.dealer}, ply {ply}"
        deal = {"rules": name, "digest": self.rules.digest, "seed": self.seed, "dealer": self.dealer, "ply": ply}
        return kind(f"{message} ({place})", **deal, **details)


class UnansweredError(Exception):
    """A player has failed, or given an answer that is not legal, while many rounds waited for it.

    The engine plays these rounds again one by one, and names the fault with all that came before it. If the player does
    not fail again, ``fault`` is raised.
    """

    def __init__(self, fault: LabError) -> None:
        super().__init__(str(fault))
        self.fault = fault


def _repr(answer: object) -> str:
    """Return the text of a player's answer, which can be any object."""
    try:
        return repr(answer)
    except Exception:  # noqa: BLE001 - foreign code
        return f"a {type(answer).__name__}"
