"""An episode played by codes: a single round, a game or a match, with all decisions of chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import attrs
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrules._support.values import index_of, shown, whole_number
from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import Player
from ginrules.driver.round import Chance, RoundDriver
from ginrules.errors import DealError, IllegalAction, RoundIsOver
from ginrules.match.advance import new_match
from ginrules.match.seating import Table
from ginrules.match.state import MatchState
from ginrules.match.view import match_view
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action
from ginrules.play.deal import deal, knock_card_of, shuffled
from ginrules.play.engine import chance_action
from ginrules.play.events import Event
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.records.round import with_actions
from ginrules.records.session import Session, played_on
from ginrules.rl.observer import HistoryObserver, ScoreObserver
from ginrules.rl.options import (
    EpisodeForm,
    EpisodeOptions,
    IllegalMove,
    RenderMode,
    RewardKind,
    checked_amount,
    checked_choice,
    checked_options,
    ensure_drawn,
    largest_loss,
    net_of,
    reset_seed,
    rewards_of,
    rules_of_form,
    tables_of,
)
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price_played

NOT_BEGUN: Final = "no episode is being played: call reset() first"

_BITS: Final = 62


class Episode:
    """An episode's rounds, one table at a time: the basis of the environments for PettingZoo and Gymnasium.

    It plays the current round and does all the work around it: deals, chance, the other players, masks, rows with the
    history and the scores, rewards, and the facts at the end. In a round the players are the seats. In a game or a
    match they are the match's players, seated by it. A team round's tables are played in sequence.

    Without ``new_driver``, which returns the players at a new deal's table, every seat is played by codes. ``codes``,
    ``codec`` and ``observer`` are those of the largest table. ``nothing`` is the mask of a player who cannot act.
    """

    def __init__(
        self,
        rules: RuleSet | str,
        options: EpisodeOptions,
        new_driver: Callable[[RoundState], RoundDriver] | None = None,
    ) -> None:
        form = checked_choice("episode", options["episode"], EpisodeForm)
        self._most_rounds = whole_number("most_rounds", options["most_rounds"], 1)
        self.rules = rules_of_form(rules_of(rules), form)
        number, sizes = tables_of(self.rules, form, options["seats"], options["players"])
        self.players = number
        self._length = whole_number("history", options["history"], 0)
        self._reward = checked_choice("reward", options["reward"], RewardKind)
        self._scale = checked_amount("scale", options["scale"])
        self._is_strict = checked_choice("illegal", options["illegal"], IllegalMove) == "raise"
        if options["render_mode"] is not None:
            ensure_drawn(checked_choice("render_mode", options["render_mode"], RenderMode))
        self._observers = {size: HistoryObserver(self.rules, size, length=self._length) for size in sizes}
        largest = self._observers[sizes[-1]]
        self.observer = largest.observer
        self.codec = self.observer.codec
        self.codes = max(observer.observer.codec.n for observer in self._observers.values())
        self._space = largest.space
        self._scores: ScoreObserver | None = None
        if form != "round":
            sides = len(new_match(self.rules, self.players).sides)
            self._scores = ScoreObserver(sizes[-1], sides, self.rules.columns)
            own, rest = self._space, self._scores.space
            low, high = np.concatenate([own.low, rest.low]), np.concatenate([own.high, rest.high])
            self._space = spaces.Box(low, high, dtype=np.float32)
        self.nothing = np.zeros(self.codes, np.int8)
        self.nothing.flags.writeable = False
        self._new_driver = new_driver or self._all_by_codes
        self._random = random.Random()
        self._round: CodedRound | None = None
        self._actions: list[Action] = []
        self._table: Table
        self.session: Session | None = None
        self.seated: tuple[int, ...] = ()
        self.net: tuple[float, ...] = ()
        self.is_over = True
        self.is_cut = False

    @property
    def round(self) -> CodedRound:
        """The current or last round."""
        if self._round is None:
            raise RoundIsOver(NOT_BEGUN)
        return self._round

    @property
    def match(self) -> MatchState | None:
        """The match, or None for a round."""
        return None if self.session is None else self.session.match

    @property
    def player(self) -> int:
        """The player to act."""
        turn = self.round.state.phase.turn
        assert turn is not None
        return self.seated[turn]

    @property
    def chance(self) -> Chance:
        """The decisions of chance, by the random numbers of the deals."""
        return partial(chance_action, seed=self._random)

    def space(self) -> spaces.Dict:
        """Return a new space of observations."""
        return spaces.Dict({"observation": self._space, "action_mask": spaces.Box(0, 1, (self.codes,), np.int8)})

    def seat_of(self, player: int) -> int | None:
        """Return a player's seat at the current table, or None if the player is not there."""
        return self.seated.index(player) if player in self.seated else None

    def memory(self) -> Memory:
        """Return a new stand-in for a seat played by codes, which remembers the events if they are observed."""
        return Memory(watches=self._length > 0)

    def note(self, _before: RoundState, action: Action, _after: RoundState) -> None:
        """Keep an action of the round, as the players at the table ask (`OnAction`)."""
        self._actions.append(action)

    def start(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin an episode and play to the first code.

        Without a seed the random numbers continue.
        """
        chosen = checked_options(options)
        number = reset_seed(seed)
        if number is not None:
            self._random = random.Random(number)
        first = int(self._random.random() * self.players)
        self._second_pack = self._random.getrandbits(_BITS)
        dealer = chosen.get("dealer")
        if self._scores is None:
            self.session, self.seated = None, tuple(range(self.players))
            dealer = first if dealer is None else dealer
            order, knock_card = self._cards(chosen, 0)
            dealt = deal(self.rules, order, dealer=dealer, seats=self.players, knock_card=knock_card)
        else:
            if dealer is None:
                dealer = first % 2 if self.rules.seating == "captain" else first
            self.session = Session(self.rules, self.players, dealer=dealer)
            dealt = self._next_table(self.session, chosen)
        self.net = ()
        self.is_over = self.is_cut = False
        self._play_on(dealt)

    def step(self, code: object) -> bool:
        """Take a code's action for the seat to act, and play to the next code or to the end.

        Return whether it is legal. Else the episode is over: the player loses more than any round can cost, and the
        others share it.
        """
        if self.is_over:
            raise RoundIsOver(NOT_BEGUN)
        try:
            action = self.round.action(code)
            if action is not None:  # otherwise a meld has been laid, and the seat continues
                self._play_on(action=action)
        except IllegalAction:
            if self._is_strict:
                raise
            self.is_over = True
            points, player = float(largest_loss(self.rules, len(self.seated))), self.player
            share = points / (self.players - 1)
            self.net = tuple(-points if other == player else share for other in range(self.players))
            return False
        return True

    def mask(self) -> NDArray[np.int8]:
        """Return the action mask of the player to act, all zeros once the episode is over."""
        if self.is_over:
            return self.nothing
        mask = bytearray(self.codes)
        for code in self.round.codes():
            mask[code] = 1
        return np.frombuffer(mask, np.int8)

    def row(self, player: int) -> NDArray[np.float32]:
        """Return a player's row, without cards if the player is not at the table."""
        table, seat = self.round, self.seat_of(player)
        own = None if seat is None else table.row(seat)
        if own is not None and self._scores is None:
            return own
        whole = np.zeros(self._space.shape, np.float32)
        if own is not None:
            whole[: own.size] = own
        assert self._scores is not None
        assert self.match is not None
        whole[-self._scores.size :] = self._scores(self.match, player, self.seated)
        return whole

    def rewards(self) -> tuple[float, ...]:
        """Return the rewards of the players at the end."""
        return tuple(rewards_of(np.array(self.net), self._reward, self._scale).tolist())

    def facts(self, player: int) -> dict[str, Any]:
        """Return a player's info at the end."""
        facts: dict[str, Any] = {"net": self.net[player]}
        outcome, seat = self.round.state.outcome, self.seat_of(player)
        if self.session is not None:
            facts["rounds"] = len(self.session.match.scores)
        elif outcome is not None and seat is not None:
            score = price_played(outcome, self.rules)
            facts |= {"result": score.result, "points": score.points[seat], "boxes": score.boxes[seat]}
        return facts

    def text(self, shown: object) -> str:
        """Return a state or a view of the round as text, below the match if there is a match."""
        return str(shown) if self.match is None else f"{self.match}\n{shown}"

    def _all_by_codes(self, state: RoundState) -> RoundDriver:
        seats = range(state.setup.seats)
        label = RoundLabel(self.rules, None, state.dealer)
        memories = {seat: self.memory() for seat in seats}
        return RoundDriver(memories, label, self.chance, outside=seats, on_action=self.note)

    def _play_on(self, dealt: RoundState | None = None, action: Action | None = None) -> None:
        """Play from a new deal or from a code's action to the next code or to the end."""
        try:
            if action is not None:
                self.round.take(action)
            while True:
                if dealt is not None:
                    self._seat(dealt)
                self.round.play_on()
                if not self.round.state.is_over:
                    return
                dealt = self._end_round()
                if dealt is None:
                    return
        except IllegalAction:
            raise  # nothing has changed
        except BaseException:
            self.is_over = True  # a player has failed in the middle of a round
            raise

    def _seat(self, dealt: RoundState) -> None:
        self._actions = []
        company, session = self._new_driver(dealt), self.session
        self._round = CodedRound(self._observers[dealt.setup.seats], dealt, company)
        company.start(dealt, None if session is None else match_view(session.match, self._table))

    def _end_round(self) -> RoundState | None:
        """Enter the round at the table, and return the next deal, or None at the end of the episode."""
        state, session = self.round.state, self.session
        if session is None:
            assert state.outcome is not None
            self.net, self.is_over = tuple(map(float, price_played(state.outcome, self.rules).net)), True
            return None
        number = self._table.number
        self.session = session = played_on(session, number, with_actions(session.round[number], self._actions, state))
        self.is_cut = not session.is_playing and not session.is_over and len(session.match.scores) >= self._most_rounds
        if session.is_over or self.is_cut:
            self.net, self.is_over = net_of(session.match), True
            return None
        return self._next_table(session, {})

    def _next_table(self, session: Session, chosen: Mapping[str, Any]) -> RoundState:
        """Return the deal of the next table of the round, all tables of which are dealt together."""
        if not session.is_playing:
            order, knock_card = self._cards(chosen, len(session.match.scores))
            orders = [order, *(shuffled(self._random, self.rules) for _ in session.match.due[1:])]
            self.session = session = session.next_round(orders=orders, knock_card=knock_card)
        self._table = next(table for table in session.tables if session.round[table.number].outcome is None)
        self.seated = self._table.players
        return session.round[self._table.number].state

    def _cards(self, chosen: Mapping[str, Any], number: int) -> tuple[Any, Any]:
        """Return the order of the pack, and the second pack's card, for the round of this number."""
        order, knock_card = chosen.get("order"), chosen.get("knock_card")
        if order is None:
            order = shuffled(self._random, self.rules)
        if knock_card is None and self.rules.knock_source == "knock-card":
            knock_card = knock_card_of(self.rules, self._second_pack, number)
        return order, knock_card


def next_cards(state: RoundState) -> tuple[int, ...]:
    """Return the cards that the next draw can give, all equally likely to an observer who sees every hand.

    After a reshuffle these are the cards that it put back. The floor of the first stock lies below them.
    """
    stock = frozenset(state.stock_pile)
    for pool in reversed(state.memory.put_back):
        cards = tuple(card for card in sorted(stock) if pool >> card & 1)
        if cards:
            return cards
    return tuple(sorted(stock))


def with_top(state: RoundState, card: int) -> RoundState:
    """Return the state with a given card on top of the stock."""
    pile = bytearray(state.stock_pile)
    number = index_of(card)
    place = -1 if number is None else pile.find(number)
    if place < 0:
        raise DealError(f"expected a card of the stock, got {shown(card)}", card=shown(card))
    pile[place], pile[-1] = pile[-1], pile[place]
    return attrs.evolve(state, stock_pile=bytes(pile))


class Memory(Player):
    """Stands in for a player at a seat played by codes: it remembers the events and never chooses an action."""

    name = "learner"

    def __init__(self, *, watches: bool) -> None:
        self.watches = watches
        self.events: list[Event] = []

    def watch(self, event: Event) -> None:
        """Remember an event as the seat can see it."""
        self.events.append(event)

    def choose(self, view: PlayerView) -> Action:
        """Raise an error: the actions of this seat come from outside."""
        raise AssertionError(view)


class CodedRound:
    """A round in which some or all seats are played by codes, and spreads laid meld by meld.

    The company has a `Memory` at each seat that is played by codes.
    """

    def __init__(self, observer: HistoryObserver, state: RoundState, company: RoundDriver) -> None:
        self.observer = observer
        self.state = state
        self.company = company
        self.laid: tuple[Meld, ...] = ()

    def codes(self) -> Sequence[int]:
        """Return the codes that the seat to act can take now."""
        return self.observer.observer.codec.codes(self.state, self.laid)

    def action(self, code: object) -> Action | None:
        """Return a code's action, or lay a code's meld and return None."""
        codec = self.observer.observer.codec
        action = codec.action(code, self.state, self.laid)  # type: ignore[arg-type] # the codec checks it
        if action is None:
            self.laid = (*self.laid, codec.meld(code))  # type: ignore[arg-type]
        return action

    def take(self, action: Action) -> None:
        """Take an action for the seat to act."""
        self.state = self.company.take(self.state, action)
        self.laid = ()

    def play_on(self) -> None:
        """Play chance and the other players until a code is due or the round ends."""
        self.state = self.company.play_to_outside(self.state)

    def row(self, seat: int, *, history: bool = True) -> NDArray[np.float32]:
        """Return a seat's observation, with its history or as the round's row alone."""
        laid = self.laid if self.state.phase.turn == seat else ()
        own = view(self.state, seat)
        if not history:
            return self.observer.observer(own, laid)
        memory = self.company.players[seat]
        assert isinstance(memory, Memory)
        return self.observer(own, memory.events, laid)
