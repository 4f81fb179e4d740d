"""The protocols of players and of what makes them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from ginrules._support.values import whole_number
from ginrules.errors import WrongTypeError
from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.match.view import MatchView


class Player(Protocol):
    """The player at a seat for the length of one round.

    A subclass inherits the defaults: it watches everything and remembers nothing. A player that decides by its view
    alone, not by its seed, can also have a method ``choose_many(views)``, which returns the answers of `choose` in a
    list: runs of the lab then make one such player and ask it for the decisions of many rounds at once.

    Attributes:
        name: A stable name, the same for all players of the class. ``str`` adds the parameters.
        watches: Whether `start` and `watch` are called. A player that decides by its view alone
            is faster without them.
        reads_prices: Whether the rules' prices can change the player's decisions.
        reads_match: Whether the match that `start` shows can change them, in other ways than `stand_in` tells. If
            not, its games need not be played one by one.
    """

    name: str
    watches: bool = True
    reads_prices: bool = True
    reads_match: bool = True

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        """Begin a round. Every player is called with both arguments.

        Args:
            view: The deal as the seat sees it.
            match: The match that the round belongs to. None for a single round.
        """
        return

    def watch(self, event: Event) -> None:
        """Note an event as the seat sees it (`ginrules.redact`), its own actions too."""
        return

    def stand_in(self, rules: RuleSet, seat: int, match: MatchView) -> NewPlayer | None:
        """Return the factory of a player that plays a round of a match for this one. None if it plays itself.

        Args:
            rules: The round's rules.
            seat: The player's seat.
            match: The match as its players know it before the deal.
        """
        return None

    def choose(self, view: PlayerView) -> Action:
        """Return a legal action, from ``view.legal``, when the view's seat must act."""


NewPlayer = Callable[[int], Player]
"""Makes a player for one round from a seed. Each seat of each round gets its own."""


def is_watching(player: Player) -> bool:
    """Return whether `start` and `watch` are called. A player without the attribute watches if it can."""
    return bool(getattr(player, "watches", hasattr(player, "watch")))


def reads(new_player: NewPlayer, what: Literal["reads_prices", "reads_match"]) -> bool:
    """Return whether a factory's players read prices, or the match. Players without the attribute do."""
    return bool(getattr(new_player(0), what, True))


def sees_only_views(player: Player) -> bool:
    """Return whether a player decides by its view alone: `start` and `watch` show it nothing that it could remember."""
    if not is_watching(player):
        return True
    kind = type(player)
    return all(getattr(kind, name, None) is getattr(Player, name) for name in ("start", "watch"))


def random_source(seed: int) -> random.Random:
    """Return the random numbers of a player with this seed."""
    return random.Random(whole_number("seed of a player", seed, error=WrongTypeError))
