"""A round that the engine plays for `Rounds`, code by code, with the players of the seats that are not stepped."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from ginrules._values import shown
from ginrules.errors import PlayerActionError, PlayerFailedError
from ginrules.fast._engine import ends_without_discard, facts_at
from ginrules.fast.numbering.codec import Codec
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Discard, GoBigGin, Knock, Spread
from ginrules.play.engine import apply, chance_action, why_illegal
from ginrules.play.events import events_of
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import view


class EngineRound:
    """A round that the engine plays."""

    def __init__(self, codec: Codec, state: RoundState, seed: int, makers: Sequence[Any], advisor: Any = None) -> None:
        self.codec, self.state = codec, state
        self.laid: tuple[Meld, ...] = ()
        self.turns = self.plies = 0
        self._chance = random.Random(seed)  # noqa: S311 - games, not secrets
        self._last: Action | None = None
        self._players = {
            seat: _made(seat, maker, seed + seat) for seat, maker in enumerate(makers) if maker is not None
        }
        self._advisors = {
            seat: _made(seat, advisor, seed + seat)
            for seat, maker in enumerate(makers)
            if maker is None and advisor is not None
        }
        self._watching = [
            (seat, player)
            for seat, player in (*self._players.items(), *self._advisors.items())
            if getattr(player, "watches", hasattr(player, "watch"))
        ]
        for seat, player in self._watching:
            _answer(seat, player.start, view(state, seat))

    def take(self, code: int) -> None:
        """Take a legal code."""
        action = self.codec.action(code, self.state, self.laid)
        if action is None:
            self.laid = (*self.laid, self.codec.meld(code))
        else:
            self._do(action)

    def go_on(self) -> None:
        """Play chance and the players until a seat that has none must act."""
        state = self.state
        while not state.is_over:
            seat = state.turn
            if seat is None:
                self._do(chance_action(state, self._chance))
            elif seat in self._players:
                self._do(self._asked(seat, self._players[seat]))
            else:
                return
            state = self.state

    def advice(self) -> int:
        """Return the code that the advisor of the seat to act would take, -1 where it has none to give."""
        seat = self.state.turn
        if seat is None or seat not in self._advisors:
            return -1
        codes = self.codec.encode(self._asked(seat, self._advisors[seat]))
        before = tuple(self.codec.encode(Spread(self.laid))[:-1]) if self.laid else ()
        return codes[len(before)] if codes[: len(before)] == before else -1

    def facts(self) -> tuple[Any, ...]:
        """Return the facts of the round until now."""
        return facts_at(self.state, self.turns + ends_without_discard(self.state, self._last), self.plies)

    def _asked(self, seat: int, player: Any) -> Action:
        action: Action = _answer(seat, player.choose, view(self.state, seat))
        refusal = why_illegal(self.state, action)
        if refusal is not None:
            raise PlayerActionError(f"the player of seat {seat} answered {shown(action)}: {refusal}", seat=seat)
        return action

    def _do(self, action: Action) -> None:
        before, self._last, self.laid = self.state, action, ()
        self.state = apply(before, action)
        self.turns += isinstance(action, Discard | Knock | GoBigGin)
        self.plies += 1
        for event in events_of(before, action, self.state) if self._watching else ():
            for seat, player in self._watching:
                _answer(seat, player.watch, redact(event, seat))


def _made(seat: int, maker: Callable[[Any], Any], seed: int) -> Any:
    """Return the player that is made.

    Raises:
        PlayerFailedError: If there is none, or it cannot choose.
    """
    player = _answer(seat, maker, seed)
    if not callable(getattr(player, "choose", None)):
        raise PlayerFailedError(f"what was made for seat {seat} is not a player: it has no method choose", seat=seat)
    return player


def _answer(seat: int, method: Callable[[Any], Any], argument: object) -> Any:
    """Return what a player answers.

    Raises:
        PlayerFailedError: If it fails.
    """
    try:
        return method(argument)
    except Exception as error:
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        raise PlayerFailedError(f"the player of seat {seat} failed: {what}", seat=seat) from error
