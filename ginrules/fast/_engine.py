"""Rounds on the engine, whole or stepped by codes: used if the core is missing or lacks their rules or players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import NewPlayer
from ginrules.driver.round import RoundDriver, dealt_round, new_driver
from ginrules.fast._facts import ENDED, ENDLESS, facts_of
from ginrules.fast.codec import Codec
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Spread
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.engine import chance_action, legal_actions
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import Deal, Played, new_deal
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet


def deal_facts(rules: RuleSet, factories: Sequence[NewPlayer], seed: int, ply_cap: int) -> list[tuple[Any, ...]]:
    """Play a deal once for each dealer and return the facts of these rounds."""
    dealt = new_deal(seed, rules)
    return [round_facts(rules, factories, dealt, dealer, ply_cap) for dealer in range(len(factories))]


def round_facts(
    rules: RuleSet, factories: Sequence[NewPlayer], dealt: Deal, dealer: int, ply_cap: int
) -> tuple[Any, ...]:
    """Play one round of a deal and return its facts."""
    return _facts_from(*dealt_round(rules, factories, dealt, dealer), ply_cap)


def playout_facts(state: RoundState, factories: Sequence[NewPlayer], seed: int, ply_cap: int) -> tuple[Any, ...]:
    """Continue a round from a state and return its facts, with turns and plies counted from that state."""
    label = RoundLabel(state.rules, seed, state.dealer)
    return _facts_from(new_driver(dict(enumerate(factories)), label, seed), state, ply_cap)


def random_facts(rules: RuleSet, chance: random.Random, seats: int, dealer: int, ply_cap: int) -> tuple[Any, ...]:
    """Play a random round that takes all its random numbers from one generator, and return its facts."""
    order = shuffled(chance, rules)
    pack = pack_of(rules)
    knock_card = pack[int(chance.random() * len(pack))] if rules.knock_source == "knock-card" else None
    state = deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)
    return _facts_from(_RandomPlay(RoundLabel(rules, None, dealer), chance), state, ply_cap)


class _RandomPlay(RoundDriver):
    """Plays without players: takes every legal action with equal probability, by the random numbers of the round."""

    __slots__ = ("_numbers",)

    def __init__(self, label: RoundLabel, numbers: random.Random) -> None:
        super().__init__({}, label, partial(chance_action, seed=numbers))
        self._numbers = numbers

    def choose(self, state: RoundState) -> Action:
        """Return a legal action."""
        legal = legal_actions(state)
        return legal[int(self._numbers.random() * len(legal))]


def _facts_from(driver: RoundDriver, state: RoundState, ply_cap: int) -> tuple[Any, ...]:
    driver.start(state)
    end = driver.play_on(state, ply_cap)
    return facts_at(end, driver.turns, driver.plies)


def facts_at(state: RoundState, turns: int, plies: int) -> tuple[Any, ...]:
    """Return a round's facts at this state, as endless if it is not over."""
    if state.outcome is not None:
        return facts_of(Played(state.outcome, turns, plies), state.dealer, ENDED)
    unfinished = Outcome(
        declarer=None, deadwood=(0,) * state.seats, ending="dead", upcard=state.upcard, knock_card=state.knock_card,
        stock_left=len(state.stock_pile),
    )  # fmt: skip
    return facts_of(Played(unfinished, turns, plies), state.dealer, ENDLESS)


class EngineRound:
    """A round that the engine plays.

    Args:
        codec: The numbering of actions.
        state: The state to begin with.
        label: The round, for errors.
        seed: The seed of its players and reshuffles.
        factories: The factory of each seat's player, None for a seat that the caller steps.
        advisor: The factory of the player that advises at the seats that the caller steps.
    """

    def __init__(
        self,
        codec: Codec,
        state: RoundState,
        label: RoundLabel,
        seed: int,
        factories: Sequence[NewPlayer | None],
        advisor: NewPlayer | None = None,
    ) -> None:
        self.codec, self.state = codec, state
        self.laid: tuple[Meld, ...] = ()
        stepped = [seat for seat, factory in enumerate(factories) if factory is None]
        players = {seat: factory or advisor for seat, factory in enumerate(factories)}
        taken = {seat: factory for seat, factory in players.items() if factory is not None}
        self._advised = () if advisor is None else stepped
        self._driver = new_driver(taken, label, seed, outside=stepped)
        self._driver.start(state)

    def take(self, code: int) -> None:
        """Take a legal code."""
        action = self.codec.action(code, self.state, self.laid)
        if action is None:
            self.laid = (*self.laid, self.codec.meld(code))
        else:
            self.state, self.laid = self._driver.take(self.state, action), ()

    def go_on(self) -> None:
        """Play chance and the players until a seat without a player must act."""
        self.state = self._driver.play_to_outside(self.state)

    def advice(self) -> int:
        """Return the code that the advisor of the seat to act would take, -1 if it has no advice."""
        if self.state.turn not in self._advised:
            return -1
        codes = self.codec.encode(self._driver.advice(self.state))
        before = tuple(self.codec.encode(Spread(self.laid))[:-1]) if self.laid else ()
        return codes[len(before)] if codes[: len(before)] == before else -1

    def facts(self) -> tuple[Any, ...]:
        """Return the round's facts so far."""
        return facts_at(self.state, self._driver.turns, self._driver.plies)
