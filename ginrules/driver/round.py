"""`RoundDriver`: the players of one round, and the loop in which they play it."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from ginrules._support.values import shown, whole_number
from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import NewPlayer, Player, is_watching
from ginrules.errors import LabError, PlayerTooSlowError, WrongTypeError
from ginrules.play.actions import Action, Discard, GoBigGin, Knock, ShuffleStock
from ginrules.play.engine import apply, chance_action, legal_actions, why_illegal
from ginrules.play.events import events_of
from ginrules.play.follow import redact
from ginrules.play.phases import RoundOver
from ginrules.play.seeded_deals import PLY_CAP, Deal, Played, player_seed
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.match.view import MatchView

T = TypeVar("T")

Chance = Callable[[RoundState], Action]
"""Decides for chance: returns the shuffle that is due."""

OnAction = Callable[[RoundState, Action, RoundState], None]
"""Called after each action, chance included, with the states before and after it."""

_ENDS_TURN: Final = frozenset({Discard, Knock, GoBigGin})


class Reshuffles:
    """A round's chance: its reshuffles come from ``random.Random(seed)``."""

    __slots__ = ("_random", "_seed")

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._random: random.Random | None = None  # made when it is needed: few rounds shuffle again

    def __call__(self, state: RoundState) -> ShuffleStock:
        """Return a state's shuffle."""
        if self._random is None:
            self._random = random.Random(self._seed)
        return chance_action(state, self._random)


class RoundDriver:
    """The players of one round by seat.

    Each player is shown the view and the events of its seat, is asked when its seat acts, and is timed. A player's
    fault becomes a `LabError` that names the player, its seat, the seed of the round and the action's number. ``plies``
    counts the actions, chance included, and ``turns`` a seat's draw and discard (or knock) as one.

    The actions of seats ``outside`` come from a person, or from an environment's steps. Such a seat can have a player
    too, which watches and can be asked for advice. The time limit is for each call of a player, in seconds.
    """

    __slots__ = ("_chance", "_limit", "_on_action", "_outside", "_watching", "label", "players", "plies", "turns")

    def __init__(
        self,
        players: Mapping[int, Player],
        label: RoundLabel,
        chance: Chance,
        *,
        outside: Container[int] = (),
        time_limit: float | None = None,
        on_action: OnAction | None = None,
    ) -> None:
        self.players: Mapping[int, Player] = players
        self.label: RoundLabel = label
        self.plies: int = 0
        self.turns: int = 0
        self._chance = chance
        self._outside = outside
        self._limit = time_limit
        self._on_action = on_action
        self._watching = [seat for seat, player in players.items() if is_watching(player)]

    def start(self, state: RoundState, match: MatchView | None = None) -> None:
        """Show the deal, and the match that it belongs to, to the players that watch."""
        for seat in self._watching:
            self._call(seat, "start", view(state, seat), match)

    def play_on(self, state: RoundState, ply_cap: int = PLY_CAP) -> RoundState:
        """Play until the round is over, a seat from outside must act, or the round has ``ply_cap`` actions."""
        choose, take, outside = self.choose, self.take, self._outside
        while self.plies < ply_cap:
            seat = state.phase.turn
            if seat is None:
                if type(state.phase) is RoundOver:
                    break
                state = take(state, self._chance(state))
            elif seat in outside:
                break
            else:
                state = take(state, choose(state))
        return state

    def play_to_outside(self, state: RoundState) -> RoundState:
        """Play until the round is over or a seat from outside must act, and return that state."""
        if state.phase.turn in self._outside:
            return state
        end = self.play_on(state, self.plies + PLY_CAP)
        if end.phase.turn not in self._outside and not end.is_over:
            raise self.endless()
        return end

    def finish(self, state: RoundState, ply_cap: int = PLY_CAP, *, hands: bool = False) -> Played:
        """Play to the end. With ``hands`` the outcome has every seat's cards, those on the table included."""
        end = self.play_on(state, whole_number("ply_cap", ply_cap, 1))
        outcome = end.outcome
        if outcome is None:
            raise self.endless()
        if hands:
            final = [held | laid for held, laid in zip(end.hands, end.laid, strict=True)]
            outcome = attrs.evolve(outcome, hands=final)
        return Played(outcome, self.turns, self.plies)

    def choose(self, state: RoundState) -> Action:
        """Ask the player at the seat to act and return its answer, which can be any object."""
        seat = state.phase.turn
        assert seat is not None
        answer: Action = self._call(seat, "choose", view(state, seat))
        return answer

    def advice(self, state: RoundState) -> Action:
        """Return the legal action that the player at the seat to act would take, without playing it."""
        action = self.choose(state)
        refusal = why_illegal(state, action)
        if refusal is not None:
            raise self._illegal(state, action, refusal) from refusal
        return action

    def take(self, state: RoundState, action: Action) -> RoundState:
        """Apply an action, show it to the players that watch, and return the new state."""
        try:
            after = apply(state, action)
        except Exception as error:  # an answer that is not an action can end in any error
            if state.phase.turn is None or state.phase.turn in self._outside:
                raise
            raise self._illegal(state, action, error) from error
        if self._on_action is not None:
            self._on_action(state, action, after)
        if self._watching:
            for event in events_of(state, action, after):
                for seat in self._watching:
                    self._call(seat, "watch", redact(event, seat))
        self.plies += 1
        if type(action) in _ENDS_TURN:
            self.turns += 1
        elif after.phase.turn is None and after.outcome is not None and after.outcome.ending == "out":
            self.turns += 1  # the last turn ended with a meld or a lay-off
        return after

    def endless(self) -> LabError:
        """Return the error about a round that does not end."""
        return self.label.endless(self.players, self.plies)

    def _illegal(self, state: RoundState, answer: object, error: Exception) -> LabError:
        seat = state.phase.turn
        assert seat is not None
        return self.label.illegal(error, answer, self.players[seat], seat, self.plies + 1, legal_actions(state))

    def _call(self, seat: int, method: str, *arguments: object) -> Any:
        player = self.players[seat]
        try:
            call = getattr(player, method)
            return call(*arguments) if self._limit is None else within(self._limit, partial(call, *arguments))
        except KeyboardInterrupt:
            raise  # Ctrl-C is the user's
        except BaseException as error:  # a player must not end the run, not by sys.exit() either
            ply = self.plies + 1
            if isinstance(error, PlayerTooSlowError):  # a program has a limit of its own
                raise self.label.too_slow(player, seat, ply, float(str(error.details["seconds"]))) from error
            if isinstance(error, TimeUp) and self._limit is not None:
                raise self.label.too_slow(player, seat, ply, self._limit) from error
            raise self.label.failed(error, player, seat, ply) from error


def new_driver(new_players: Mapping[int, NewPlayer], label: RoundLabel, seed: int, **options: Any) -> RoundDriver:
    """Make a round's players, and chance, from its seed, and return their driver with these options."""
    players = {seat: make_player(new_player, seed, label, seat) for seat, new_player in new_players.items()}
    return RoundDriver(players, label, Reshuffles(seed), **options)


def make_player(new_player: NewPlayer, round_seed: int, label: RoundLabel, seat: int) -> Player:
    """Make a seat's player from `player_seed`, a hash of the round's seed and the seat."""
    try:
        player = new_player(player_seed(round_seed, seat))
        if not callable(getattr(player, "choose", None)):
            raise WrongTypeError(f"expected a player with a method choose, got {shown(player)}")  # noqa: TRY301
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise label.not_made(error, new_player, seat) from error
    return player


def dealt_round(
    rules: RuleSet, new_players: Sequence[NewPlayer], dealt: Deal, dealer: int, **options: Any
) -> tuple[RoundDriver, RoundState]:
    """Return the driver of a dealt round's players, whose seeds come from the deal, and the first state."""
    driver = new_driver(
        dict(enumerate(new_players)), RoundLabel(rules, dealt.seed, dealer), dealt.round_seed, **options
    )
    return driver, dealt.state(rules, seats=len(new_players), dealer=dealer)


# --- the time limit of a decision -----------------------------------------------------------------


_REPEAT: Final = 0.1
"""Minimum time between two signals, in seconds. Stopping the timer takes far less."""


class TimeUp(BaseException):
    """The call took too long. It is not an ``Exception``, or a player could catch it by accident."""


def within(seconds: float, call: Callable[[], T]) -> T:
    """Call a function and return its result, or raise `TimeUp` after this many seconds.

    In the main thread of a process a timer signal ends a call that takes too long, even one that sleeps. Elsewhere
    (threads, Dask's workers, systems without such signals) nothing can end a call safely: the clock is read after it,
    and a call that never returns blocks its thread.
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _interrupted(seconds, call)
    start = time.monotonic()
    result = call()
    if time.monotonic() - start > seconds:
        raise TimeUp
    return result


def _interrupted(seconds: float, call: Callable[[], T]) -> T:
    """Call a function with a timer that interrupts it.

    The signal is repeated until the call is over, since Python drops an exception that is raised
    while it cleans up an object.
    """
    before = signal.getsignal(signal.SIGALRM)

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    try:
        try:
            signal.signal(signal.SIGALRM, _raise)
            signal.setitimer(signal.ITIMER_REAL, seconds, max(seconds, _REPEAT))
            return call()
        finally:
            stop()
    except TimeUp:
        stop()  # again: the signal may have come as the line above began
        raise


def _raise(_number: int, _frame: FrameType | None) -> None:
    raise TimeUp
