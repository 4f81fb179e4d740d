"""A player whose errors tell its seat, and whose time is limited."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ginrules.lab.players.protocol import Player
from ginrules.lab.runner.time_limit import within
from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.views.view import PlayerView

T = TypeVar("T")


class Fault(Exception):
    """What a player did wrong: an action, or an error of its own.

    Args:
        seat: Its seat.
        cause: The error.
        answer: What it answered, where that was the fault.
    """

    def __init__(self, seat: int, cause: BaseException, answer: str | None = None) -> None:
        super().__init__(seat, cause)
        self.seat = seat
        self.cause = cause
        self.answer = answer


class Guarded(Player):
    """A player behind a guard.

    Args:
        player: The player.
        seat: Its seat.
        limit: The most seconds for each call; None for no limit.
    """

    __slots__ = ("_limit", "_player", "_seat", "name", "watches")

    def __init__(self, player: Player, seat: int, limit: float | None) -> None:
        self._player, self._seat, self._limit = player, seat, limit
        self.name = type(player).__name__
        self.watches = getattr(player, "watches", hasattr(player, "watch"))

    def start(self, view: PlayerView) -> None:
        """As the player."""
        self._guarded(partial(self._player.start, view))

    def watch(self, event: Event) -> None:
        """As the player."""
        self._guarded(partial(self._player.watch, event))

    def choose(self, view: PlayerView) -> Action:
        """As the player."""
        return self._guarded(partial(self._player.choose, view))

    def _guarded(self, call: Callable[[], T]) -> T:
        try:
            return call() if self._limit is None else within(self._limit, call)
        except KeyboardInterrupt:
            raise  # Ctrl-C is the user's
        except BaseException as error:  # a player must not end the run, not by sys.exit() either
            raise Fault(self._seat, error) from error
