"""OpenSpiel: a round of any rule set as a game with explicit chance.

This is the only module that needs OpenSpiel.

Every deal has a single history: the hands are dealt card by card in ascending order, then the upcard. The order of the
stock is never fixed: every draw is a chance node, and so is a second pack's card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from math import comb
from typing import Any, Final

import attrs
import numpy as np

from ginrules._support.values import Value, whole_number
from ginrules.cards import CARDS, CardSet
from ginrules.driver.labels import RoundLabel
from ginrules.driver.round import RoundDriver
from ginrules.fast.codec import Codec
from ginrules.play.actions import Action, DrawStock
from ginrules.play.deal import deal, hand_sizes, pack_of, seats_at, stacked
from ginrules.play.determinize import determinize
from ginrules.play.engine import chance_action
from ginrules.play.events import Event
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.rl.episode import CodedRound, Memory, next_cards, with_top
from ginrules.rl.observer import HistoryObserver
from ginrules.rl.options import largest_loss
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price_played

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError("ginrules.rl.spiel needs OpenSpiel: pip install open_spiel", name="pyspiel")

import pyspiel

__all__ = ["register"]

_LONGEST: Final = 20_000
_BITS: Final = 53


@attrs.frozen(eq=False)
class _Table(Value):
    """A game's parts that its states need: OpenSpiel drops Python's attributes when it passes a game to a state.

    It is a value: OpenSpiel's deep copies of states share it.
    """

    rules: RuleSet
    seats: int
    observer: HistoryObserver
    pack: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def codec(self) -> Codec:
        """The numbering of actions."""
        return self.observer.observer.codec


_TABLES: Final[dict[str, _Table]] = {}


def register(rules: RuleSet | str, seats: int | None = None, *, history: int = 128) -> Any:
    """Register a rule set's rounds with OpenSpiel, and return the game.

    Its name is ``python_ginrules_``, the rules' digest and the number of seats. Afterwards `pyspiel.load_game`
    accepts this name in the same process. The last seat deals, and player 0 begins. Actions are the codes of
    `ginrules.fast.Codec`. Returns are ``price(outcome).net``, in points. The information state of a player is the
    text of its deal and of all events as it saw them. Its tensor has the row of `Observer` and the last events.

    Args:
        rules: The rules, a preset's name or an expression.
        seats: Seats at the table, or None for the smallest table that the rules allow.
        history: Limit on the actions in a tensor of an information state. The newest actions are kept.

    Returns:
        The game, a ``pyspiel.Game``.

    Raises:
        RuleSetError: If the rules cannot be played.
        DealError: If the rules do not allow a table of this size.
        InvalidRunError: If the history is not a whole number from 1 up.

    Examples:
        >>> from ginrules.rl.spiel import register
        >>> game = register("oklahoma")
        >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
        (2, 585, 52)
        >>> state = game.new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.chance_outcomes()[0][0])
        >>> state.current_player(), [state.action_to_string(0, code) for code in state.legal_actions()]
        (0, ['decline', 'take'])
    """
    rules = rules_of(rules)
    places = seats_at(rules, seats)
    length = whole_number("history", history, 1)
    name = f"python_ginrules_{rules.digest}_{places}" + ("" if length == 128 else f"_{length}")
    if name not in _TABLES:
        sizes = hand_sizes(rules, places, places - 1)  # the last seat deals
        observer = HistoryObserver(rules, places, length=length)
        _TABLES[name] = _Table(rules, places, observer, tuple(map(int, pack_of(rules))), tuple(sizes))
        kind = _game_type(name, rules, places)
        pyspiel.register_game(kind, _game_class(kind, _TABLES[name]))
    return pyspiel.load_game(name)


def _game_type(name: str, rules: RuleSet, seats: int) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Gin rummy: {rules.label}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _game_class(kind: Any, table: _Table) -> type:
    most = float(largest_loss(table.rules, table.seats))
    info = pyspiel.GameInfo(
        num_distinct_actions=table.codec.n,
        max_chance_outcomes=len(CARDS),
        num_players=table.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=_LONGEST,
    )

    class GinGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
        """A rule set's game at a table of a given size."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> _GinState:
            """Return the state before the first card."""
            return _GinState(self)

        def make_py_observer(self, iig_obs_type: Any = None, _params: Any = None) -> _GinObserver:
            """Return the observer that makes OpenSpiel's tensors."""
            return _GinObserver(table, iig_obs_type)

    return GinGame


class _TextMemory(Memory):
    """Also remembers the deal and a seat's events as text."""

    def __init__(self, deal_text: str) -> None:
        super().__init__(watches=True)
        self.text = deal_text

    def watch(self, event: Event) -> None:
        """Remember an event as the seat can see it."""
        super().watch(event)
        self.text += f"; {event!r}"


class _GinState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A round while it is dealt, and then its state, in values and lists of values."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.table = _TABLES[game.get_type().short_name]
        self.coded: CodedRound | None = None
        self._knock_card: int | None = None
        self._dealt: list[int] = []
        self._is_drawing = False

    @property
    def round(self) -> RoundState | None:
        """The round, all cards open, or None while it is dealt."""
        return None if self.coded is None else self.coded.state

    # called by OpenSpiel

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's numbers for chance and the end."""
        if self.round is None or self._is_drawing:
            return int(pyspiel.PlayerId.CHANCE)
        if self.round.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.round.phase.turn
        assert turn is not None
        return turn

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return self.round is not None and self.round.is_over

    def returns(self) -> list[float]:
        """Return the points of the players, zero-sum."""
        if self.round is None or self.round.outcome is None:
            return [0.0] * self.table.seats
        return list(map(float, price_played(self.round.outcome, self.table.rules).net))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that can come next, with their probabilities."""
        if self.round is not None:
            cards = next_cards(self.round)
            return [(card, 1 / len(cards)) for card in cards]
        if self._needs_knock_card():
            return [(card, 1 / len(self.table.pack)) for card in self.table.pack]
        hand, left = self._hand_being_dealt()
        free = [card for card in self.table.pack if card not in self._dealt and (not hand or card > hand[-1])]
        if not left:
            return [(card, 1 / len(free)) for card in free]
        # the lowest of the cards still to come, when every set of cards is equally likely as the rest of the hand
        ways = comb(len(free), left)
        return [
            (card, comb(len(free) - place - 1, left - 1) / ways)
            for place, card in enumerate(free[: len(free) - left + 1])
        ]

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player has seen."""
        seat = self.current_player() if player is None else player
        return f"{seat} " + ("" if self.coded is None else self._memory_of(seat).text)

    def observation_string(self, player: int | None = None) -> str:
        """Return a player's view."""
        seat = self.current_player() if player is None else player
        if self.coded is None:
            return f"{seat} dealing"
        state, laid = self.coded.state, self.coded.laid
        return f"{view(state, seat)}" + ("".join(f" {meld}" for meld in laid) if seat == state.phase.turn else "")

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> _GinState:
        """Return a state that the player cannot distinguish from this state, for search (ISMCTS).

        The knowledge of the other players begins with their new hands.
        """
        other: _GinState = self.clone()
        assert other.coded is not None
        state = other.coded.state = determinize(view(other.coded.state, player), int(sampler() * (1 << _BITS)))
        for seat in range(self.table.seats):
            if seat != player:
                other._memory_of(seat).text = f"resampled {view(state, seat)}"
        return other

    def _legal_actions(self, _player: int) -> list[int]:
        assert self.coded is not None
        return list(self.coded.codes())

    def _apply_action(self, code: int) -> None:
        table = self.coded
        if table is None:
            self._deal(code)
        elif self._is_drawing:
            self._is_drawing = False
            table.state = with_top(table.state, code)
            self._take(DrawStock())
        else:
            action = table.action(code)
            if action is None:
                self._memory_of(self.current_player()).text += f"; lays {table.laid[-1]}"
            elif isinstance(action, DrawStock):
                self._is_drawing = True
            else:
                self._take(action)

    def _action_to_string(self, player: int, code: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return f"deal {CARDS[code]}"
        return self.table.codec.label(code)

    def __str__(self) -> str:
        if self.coded is None:
            return "dealing " + " ".join(str(CARDS[card]) for card in self._dealt)
        laid = "".join(f"\nlaid {meld}" for meld in self.coded.laid)
        return f"{self.coded.state}" + ("\ndrawing" if self._is_drawing else "") + laid

    # implementation

    def _needs_knock_card(self) -> bool:
        return self.table.rules.knock_source == "knock-card" and self._knock_card is None

    def _hand_being_dealt(self) -> tuple[list[int], int]:
        """Return the cards of the hand being dealt and how many are missing, none for the upcard."""
        start = 0
        for size in self.table.sizes:
            if len(self._dealt) < start + size:
                return self._dealt[start:], start + size - len(self._dealt)
            start += size
        return [], 0

    def _deal(self, card: int) -> None:
        rules, sizes = self.table.rules, self.table.sizes
        if self._needs_knock_card():
            self._knock_card = card
            return
        self._dealt.append(card)
        if len(self._dealt) < sum(sizes) + rules.has_upcard:
            return
        hands, start = [], 0
        for size in sizes:
            hands.append(CardSet.of(self._dealt[start : start + size]))
            start += size
        upcard = CARDS[self._dealt[-1]] if rules.has_upcard else None
        dealer = self.table.seats - 1
        order = stacked(hands, rules, upcard=upcard, dealer=dealer)
        knock_card = None if self._knock_card is None else CARDS[self._knock_card]
        state = deal(rules, order, dealer=dealer, seats=self.table.seats, knock_card=knock_card)
        public = f"upcard {upcard}" + (f", knock card {knock_card}" if knock_card is not None else "")
        any_order = partial(chance_action, seed=0)  # the order does not matter: draws are chance nodes
        memories = {seat: _TextMemory(f"{hand}, {public}") for seat, hand in enumerate(hands)}
        company = RoundDriver(memories, RoundLabel(rules, None, dealer), any_order, outside=tuple(memories))
        self.coded = CodedRound(self.table.observer, state, company)

    def _take(self, action: Action) -> None:
        """Take an action, and the reshuffle after it."""
        assert self.coded is not None
        self.coded.take(action)
        self.coded.play_on()

    def _memory_of(self, seat: int) -> _TextMemory:
        assert self.coded is not None
        memory = self.coded.company.players[seat]
        assert isinstance(memory, _TextMemory)
        return memory


class _GinObserver:
    """Makes tensors and texts for OpenSpiel: of information states with perfect recall, else of observations."""

    def __init__(self, table: _Table, kind: Any) -> None:
        self._recalls = kind is not None and kind.perfect_recall
        own, history = table.observer.observer, table.observer
        self.tensor = np.zeros(history.size if self._recalls else own.size, np.float32)
        self.dict = {"observation": self.tensor[: own.size]}
        if self._recalls:
            self.dict["events"] = self.tensor[own.size :].reshape(history.length, history.width)

    def set_from(self, state: _GinState, player: int) -> None:
        """Fill the tensor with a player's information."""
        self.tensor.fill(0)
        if state.coded is not None:
            self.tensor[:] = state.coded.row(player, history=self._recalls)

    def string_from(self, state: _GinState, player: int) -> str:
        """Return a player's information as text."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)
