"""What the players of an episode observe: their rows, with the history and the scores where they are asked for."""

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrules.play.actions import Action
from ginrules.play.events import Event, events_of
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import view
from ginrules.rl.episode import Episode
from ginrules.rl.observing.history import HistoryObserver
from ginrules.rl.observing.observer import Observer
from ginrules.rl.observing.scores import ScoreObserver


class PlayerRows:
    """Makes the rows of an episode's players.

    Attributes:
        observers: What is observed of the round, by seats of the table.
        space: The space of rows.
        mask_space: The space of action masks.
    """

    def __init__(self, episode: Episode, history: int) -> None:
        self._episode = episode
        self.observers = {size: Observer(episode.rules, size) for size in episode.sizes}
        self._layouts = {size: observer.layout for size, observer in self.observers.items()}
        self._histories = {
            size: HistoryObserver(episode.rules, size, length=history) for size in episode.sizes if history
        }
        most = episode.sizes[-1]
        own = self._histories[most].space if history else self.observers[most].space
        self._scores = None if episode.form == "round" else ScoreObserver(episode.rules, episode.players, most)
        rest = spaces.Box(0, 1, (0,), np.float32) if self._scores is None else self._scores.space
        low, high = np.concatenate([own.low, rest.low]), np.concatenate([own.high, rest.high])
        self.space = spaces.Box(low, high, dtype=np.float32)
        self.mask_space = spaces.Box(0, 1, (episode.codes,), np.int8)
        self._size = len(low)
        self.forget()
        episode.on_deal, episode.watch = self.forget, self.watch if history else None

    def forget(self) -> None:
        """Forget the events, when a round begins."""
        self._events: list[list[Event]] = [[] for _ in self._episode.seated]

    def watch(self, before: RoundState, action: Action, after: RoundState) -> None:
        """Note what an action did, as each seat can see it, where a history is observed."""
        if self._histories:
            for event in events_of(before, action, after):
                for seat, events in enumerate(self._events):
                    events.append(redact(event, seat))

    def row(self, player: int) -> NDArray[np.float32]:
        """Return the row of a player; one who is not at the table sees no cards."""
        episode = self._episode
        state, seat = episode.state, episode.seat_of(player)
        row: NDArray[np.float32] | None = None
        if seat is not None:
            laid = episode.laid if state.phase.turn == seat else ()
            own = view(state, seat)
            if self._histories:
                row = self._histories[state.setup.seats](own, self._events[seat], laid)
            else:
                row = self._layouts[state.setup.seats].observe(own, laid)
            if self._scores is None:
                return row
        whole = np.zeros(self._size, np.float32)
        if row is not None:
            whole[: row.size] = row
        assert self._scores is not None
        assert episode.match is not None
        whole[-self._scores.size :] = self._scores(episode.match, player, episode.seated)
        return whole

    def mask(self) -> NDArray[np.int8]:
        """Return the action mask of the player to act."""
        episode = self._episode
        mask = bytearray(episode.codes)
        for code in episode.codec.codes(episode.state, episode.laid):
            mask[code] = 1
        return np.frombuffer(mask, np.int8)
