"""One round between a person and players, as far as it has been played, with a way back."""

import copy
import random

import attrs

from ginrules.lab.players import Player
from ginrules.play.actions import Action
from ginrules.play.engine import chance_action
from ginrules.play.events import Event, events_of
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import PlayerView, view
from ginrules.records import RoundRecord


@attrs.define
class TableRound:
    """A round at a table; every player is shown, told and asked what its seat may know, nothing else.

    Args:
        record: The round, just dealt.
        players: Who plays each seat but the person's.
        seat: The person's seat; None where nobody looks on.
        chance: What reshuffles come from.
    """

    record: RoundRecord
    players: dict[int, Player]
    seat: int | None
    chance: str
    _news: list[Event] = attrs.field(init=False, factory=list)
    _decisions: list[tuple[int, dict[int, Player]]] = attrs.field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        for seat, player in self.players.items():
            player.start(view(self.record.state, seat))

    @property
    def state(self) -> RoundState:
        """The position reached."""
        return self.record.state

    @property
    def seen(self) -> PlayerView:
        """What the person sees of it (a spectator's view where there is none)."""
        return view(self.record.state, self.seat)

    def advance(self) -> None:
        """Play on until the person is to act or the round is over."""
        while not self.state.is_over and (self.state.turn is None or self.state.turn != self.seat):
            turn = self.state.turn
            if turn is None:
                # by the number of the action, so that the same way forward after an undo meets the same chance
                luck = random.Random(f"{self.chance}/{len(self.record.actions)}")  # noqa: S311 - a game
                self._do(chance_action(self.state, luck))
            else:
                self._do(self.players[turn].choose(view(self.state, turn)))

    def play(self, action: Action) -> None:
        """Take an action for the person.

        Raises:
            IllegalAction: If the rules do not allow it; nothing has happened then.
        """
        before = len(self.record.actions), copy.deepcopy(self.players)
        self._do(action, seat=self.seat)
        self._decisions.append(before)

    def undo(self) -> bool:
        """Go back to the person's last decision, the players' memories with it; False if there is none."""
        if not self._decisions:
            return False
        left, self.players = self._decisions.pop()
        self.record = self.record.back(len(self.record.actions) - left)
        self._news = []
        return True

    def news(self) -> list[Event]:
        """What the person has been told since this was last asked."""
        told, self._news = self._news, []
        return told

    def _do(self, action: Action, seat: int | None = None) -> None:
        before = self.state
        self.record = self.record.play(action, seat=seat)
        for event in events_of(before, action, self.state):
            self._news.append(redact(event, self.seat))
            for place, player in self.players.items():
                player.watch(redact(event, place))
