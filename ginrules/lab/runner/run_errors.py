"""Who and what an error is about: names in a line, and errors that tell how to play the round again."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import attrs

from ginrules.errors import (
    IllegalAction,
    LabError,
    NotAnAction,
    PlayerActionError,
    PlayerFailedError,
    PlayerTooSlowError,
)
from ginrules.lab.players.protocol import Player
from ginrules.lab.runner.guarded import Fault
from ginrules.lab.runner.time_limit import TimeUp
from ginrules.rules.model import RuleSet

_MOST: Final = 80
_MOST_TOLD: Final = 200


def rules_called(rules: RuleSet) -> str:
    """What to call a rule set: its name, or its digest where it has none.

    Examples:
        >>> rules_called(RuleSet(name="mine")), rules_called(RuleSet())[:6]
        ('mine', 'rules ')
    """
    return rules.name or f"rules {rules.digest}"


def all_called(rules: Iterable[RuleSet]) -> str:
    """What to call several rule sets."""
    return " and ".join(map(rules_called, rules))


def player_called(player: Player) -> str:
    """What a player calls itself, in a line; it may be what goes wrong."""
    if type(player).__str__ is object.__str__:
        return type(player).__name__
    try:
        return " ".join(str(player).split())[:_MOST]
    except Exception:  # noqa: BLE001 - a stranger's code
        return type(player).__name__


def maker_called(new_player: object) -> str:
    """What to call what makes a player: the name of the function or class.

    Examples:
        >>> maker_called(partial(maker_called, new_player=1))
        'maker_called'
    """
    while isinstance(new_player, partial):
        new_player = new_player.func
    return str(getattr(new_player, "__name__", type(new_player).__name__))[:_MOST]


def error_told(error: BaseException) -> str:
    """An error in a line, its kind first; a stranger's error may not be able to tell."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - a stranger's code
        text = "(no message)"
    return f"{type(error).__name__}: {text}"[:_MOST_TOLD]


@attrs.frozen
class Place:
    """Where something went wrong.

    Attributes:
        rules: The rule set of the round.
        seed: The seed of the deal, where there is one.
        dealer: The dealer's seat.
    """

    rules: RuleSet
    seed: int | None
    dealer: int

    def unmade(self, error: BaseException, new_player: object, seat: int) -> LabError:
        """The error about a player that could not be made."""
        what = f"the player of seat {seat} could not be made: {error_told(error)}"
        return self.error(PlayerFailedError, what, 0, seat=seat, player=maker_called(new_player))

    def blamed(self, fault: Fault, players: Sequence[Player], ply: int, time_limit: float | None) -> LabError:
        """The error that names the player."""
        cause, seat = fault.cause, fault.seat
        who = f"the player at seat {seat}"
        details: dict[str, Any] = {"seat": seat, "player": player_called(players[seat])}
        if isinstance(cause, TimeUp):
            return self.error(PlayerTooSlowError, f"{who} took longer than {time_limit:g} s to decide", ply, **details)
        if fault.answer is None:
            return self.error(PlayerFailedError, f"{who} raised {error_told(cause)}", ply, **details)
        told, action = f"{fault.answer[:_MOST]} is no action", fault.answer
        if isinstance(cause, IllegalAction):
            # what is not an action may have no text
            told, action = str(cause), fault.answer if isinstance(cause, NotAnAction) else str(cause.action)
        return self.error(PlayerActionError, f"{who} broke the rules: {told}", ply, action=action, **details)

    def error(self, kind: type[LabError], what: str, ply: int, **details: Any) -> LabError:
        """The error, with everything that is needed to play the round again."""
        name = rules_called(self.rules)
        player = f"{details['player']}, " if details.get("player") else ""
        where = f"{player}{name}, seed {self.seed}, dealer {self.dealer}, ply {ply}"
        return kind(
            f"{what} ({where})", rules=name, digest=self.rules.digest, seed=self.seed, dealer=self.dealer, ply=ply,
            **details,
        )  # fmt: skip
