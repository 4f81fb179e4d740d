"""A round that the engine plays for `Rounds`, code by code, with the players of the seats that are not stepped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ginrules.fast._engine import facts_at
from ginrules.fast.numbering.codec import Codec
from ginrules.melds.meld import Meld
from ginrules.play.actions import Spread
from ginrules.play.state import RoundState
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import NewPlayer
from ginrules.seated.round import sit_down


class EngineRound:
    """A round that the engine plays.

    Args:
        codec: The numbering of actions.
        state: The state to begin with.
        label: The round, for errors.
        seed: The seed of its players and reshuffles.
        makers: Makes the player of each seat, None for a seat that is stepped.
        advisor: Makes the player that says what it would do at the seats that are stepped.
    """

    def __init__(
        self,
        codec: Codec,
        state: RoundState,
        label: RoundLabel,
        seed: int,
        makers: Sequence[NewPlayer | None],
        advisor: NewPlayer | None = None,
    ) -> None:
        self.codec, self.state = codec, state
        self.laid: tuple[Meld, ...] = ()
        stepped = [seat for seat, maker in enumerate(makers) if maker is None]
        players = {seat: maker or advisor for seat, maker in enumerate(makers)}
        taken = {seat: maker for seat, maker in players.items() if maker is not None}
        self._advised = () if advisor is None else stepped
        self._seated = sit_down(taken, label, seed, outside=stepped)
        self._seated.start(state)

    def take(self, code: int) -> None:
        """Take a legal code."""
        action = self.codec.action(code, self.state, self.laid)
        if action is None:
            self.laid = (*self.laid, self.codec.meld(code))
        else:
            self.state, self.laid = self._seated.take(self.state, action), ()

    def go_on(self) -> None:
        """Play chance and the players until a seat that has none must act."""
        self.state = self._seated.play_to_outside(self.state)

    def advice(self) -> int:
        """Return the code that the advisor of the seat to act would take, -1 if it has none to give."""
        if self.state.turn not in self._advised:
            return -1
        codes = self.codec.encode(self._seated.advice(self.state))
        before = tuple(self.codec.encode(Spread(self.laid))[:-1]) if self.laid else ()
        return codes[len(before)] if codes[: len(before)] == before else -1

    def facts(self) -> tuple[Any, ...]:
        """Return the facts of the round until now."""
        return facts_at(self.state, self._seated.turns, self._seated.plies)
