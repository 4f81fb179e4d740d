"""What a player is: told what its seat may see, asked when its seat is to act."""

from collections.abc import Callable
from typing import Protocol

from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.views.view import PlayerView


class Player(Protocol):
    """Who decides for a seat, for the length of one round.

    Deriving from it gives the defaults: nothing is remembered, everything is told.

    Attributes:
        name: A stable name, the same for all players of the kind; ``str`` tells the parameters too.
        watches: Whether it wants `start` and `watch`; a player that judges by its view alone
            is spared them, which is quicker.
        reads_prices: Whether what a round pays can change what it does.
    """

    name: str
    watches: bool = True
    reads_prices: bool = True

    def start(self, view: PlayerView) -> None:  # noqa: ARG002 - for those who derive
        """The round begins; this is what the seat sees of the deal."""
        return

    def watch(self, event: Event) -> None:  # noqa: ARG002 - for those who derive
        """Something happened, told as the seat may see it (`ginrules.redact`); own actions are told too."""
        return

    def choose(self, view: PlayerView) -> Action:
        """The action to take; the seat of the view is to act and the action must be one of ``view.legal``."""


NewPlayer = Callable[[int], Player]
"""Makes a player for one round from a seed; each seat of each round gets its own."""


def seat_of(view: PlayerView) -> int:
    """The seat that looks, which is never a spectator when it is asked."""
    assert view.seat is not None
    return view.seat
