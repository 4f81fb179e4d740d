"""`TableRound`: a round at the table between people and players, with undo."""

import copy
import random
from collections.abc import Sequence

import attrs

from ginrules.match import MatchView
from ginrules.play.actions import Action
from ginrules.play.engine import chance_action
from ginrules.play.events import Event, events_of
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import PlayerView, view
from ginrules.records import RoundRecord
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import Player
from ginrules.seated.round import Seated


@attrs.define
class TableRound:
    """A round at a table; people and players get only the information that their seat can have.

    Args:
        record: The round, just dealt.
        players: The player at each seat without a person.
        people: The seats of the people at the terminal.
        chance: The seed of reshuffles.
        match: The match that the round belongs to, for the players.
        seed: The seed of the deal, for errors.
    """

    record: RoundRecord
    players: dict[int, Player]
    people: tuple[int, ...]
    chance: str
    match: MatchView | None = None
    seed: int | None = None
    _events: list[tuple[Event, ...]] = attrs.field(init=False, factory=list)
    _heard: dict[int, int] = attrs.field(init=False, factory=dict)
    _decisions: list[tuple[int, dict[int, Player]]] = attrs.field(init=False, factory=list)
    _seated: Seated = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._seated = self._sit_down()
        self._seated.start(self.state, self.match)

    @property
    def state(self) -> RoundState:
        """The current state."""
        return self.record.state

    @property
    def seat(self) -> int | None:
        """The seat of the person who must act; else the first person's, None if no person plays."""
        if self.state.turn in self.people:
            return self.state.turn
        return self.people[0] if self.people else None

    @property
    def view(self) -> PlayerView:
        """The view of that seat; a spectator's if no person plays."""
        return view(self.record.state, self.seat)

    def advance(self) -> None:
        """Play until a person must act or the round is over.

        Raises:
            LabError: If a player fails, or the round does not end.
        """
        self._seated.play_to_outside(self.state)

    def play(self, action: Action) -> None:
        """Take an action for the person who must act.

        Raises:
            IllegalAction: If the rules do not allow it; nothing has changed.
        """
        self.record.play(action, seat=self.seat)  # refused here if it is another's turn
        before = len(self.record.actions), copy.deepcopy(self.players)
        self._seated.take(self.state, action)
        self._decisions.append(before)

    def replay(self, actions: Sequence[Action]) -> None:
        """Play recorded actions again; people and players then have the same knowledge as before.

        The players must choose again at each of their turns: their random numbers then continue where they stopped.
        """
        for action in actions:
            turn = self.state.turn
            if turn in self.people:
                self._heard[turn] = len(self._events)
                self.play(action)
                continue
            if turn is not None:
                self._seated.choose(self.state)
            self._seated.take(self.state, action)

    def undo(self) -> bool:
        """Go back to the last decision of a person, with the players' memories; return False if there is none."""
        if not self._decisions:
            return False
        number, self.players = self._decisions.pop()
        self._seated = self._sit_down(number)
        self.record = self.record.back(len(self.record.actions) - number)
        del self._events[number:]
        self._heard = {seat: min(heard, number) for seat, heard in self._heard.items()}
        return True

    def news(self, seat: int | None) -> list[Event]:
        """Return the events since the last call for this seat, as it can know them; with None, all that anybody missed.

        Examples:
            >>> from ginrules.presets import STANDARD
            >>> table = TableRound(RoundRecord(STANDARD, 7, names=("Ann", "Bo")), {}, (0, 1), "luck")
            >>> table.replay(RoundRecord(STANDARD, 7, actions=["decline", "decline", "draw"]).actions)
            >>> table.news(0)
            [Declined(seat=0), DrewStock(seat=1, card=None)]
        """
        heard = self._heard.get(seat, 0) if seat is not None else min(map(self._heard_by, self.people), default=0)
        for listener in self.people if seat is None else (seat,):
            self._heard[listener] = len(self._events)
        return [redact(event, seat) for events in self._events[heard:] for event in events]

    def _heard_by(self, seat: int) -> int:
        return self._heard.get(seat, 0)

    def _sit_down(self, plies: int = 0) -> Seated:
        label = RoundLabel(self.record.rules, self.seed, self.record.dealer)
        seated = Seated(self.players, label, self._shuffle, outside=self.people, on_action=self._note)
        seated.plies = plies
        return seated

    def _shuffle(self, state: RoundState) -> Action:
        # seeded by the number of the action: after an undo, the same actions meet the same chance
        return chance_action(state, random.Random(f"{self.chance}/{len(self.record.actions)}"))  # noqa: S311 - a game

    def _note(self, before: RoundState, action: Action, after: RoundState) -> None:
        self.record = self.record.play(action)
        self._events.append(tuple(events_of(before, action, after)))
