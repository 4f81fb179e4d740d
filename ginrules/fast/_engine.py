"""The same rounds on the engine: where the core is missing, and for rules and players that it does not have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from ginrules.fast._facts import ENDED, ENDLESS, facts_of
from ginrules.play.actions import Action
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.engine import chance_action, legal_actions
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import Deal, Played, new_deal
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import NewPlayer
from ginrules.seated.round import Seated, dealt_round, sit_down


def deal_facts(rules: RuleSet, makers: Sequence[NewPlayer], seed: int, ply_cap: int) -> list[tuple[Any, ...]]:
    """Play the rounds of a deal, one for each dealer, and return their facts."""
    dealt = new_deal(seed, rules)
    return [round_facts(rules, makers, dealt, dealer, ply_cap) for dealer in range(len(makers))]


def round_facts(rules: RuleSet, makers: Sequence[NewPlayer], dealt: Deal, dealer: int, ply_cap: int) -> tuple[Any, ...]:
    """Play one round of a deal and return its facts."""
    return _facts_from(*dealt_round(rules, makers, dealt, dealer), ply_cap)


def playout_facts(state: RoundState, makers: Sequence[NewPlayer], seed: int, ply_cap: int) -> tuple[Any, ...]:
    """Play a round on from a state and return its facts; turns and plies are those played from there."""
    label = RoundLabel(state.rules, seed, state.dealer)
    return _facts_from(sit_down(dict(enumerate(makers)), label, seed), state, ply_cap)


def random_facts(rules: RuleSet, chance: random.Random, seats: int, dealer: int, ply_cap: int) -> tuple[Any, ...]:
    """Play a random round whose every number comes from one generator, and return its facts."""
    order = shuffled(chance, rules)
    pack = pack_of(rules)
    knock_card = pack[int(chance.random() * len(pack))] if rules.knock_source == "knock-card" else None
    state = deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)
    return _facts_from(_RandomPlay(RoundLabel(rules, None, dealer), chance), state, ply_cap)


class _RandomPlay(Seated):
    """Plays without players: takes every legal action with equal chance, by the numbers of the round."""

    __slots__ = ("_numbers",)

    def __init__(self, label: RoundLabel, numbers: random.Random) -> None:
        super().__init__({}, label, partial(chance_action, seed=numbers))
        self._numbers = numbers

    def choose(self, state: RoundState) -> Action:
        """Return a legal action."""
        legal = legal_actions(state)
        return legal[int(self._numbers.random() * len(legal))]


def _facts_from(seated: Seated, state: RoundState, ply_cap: int) -> tuple[Any, ...]:
    seated.start(state)
    end = seated.play_on(state, ply_cap)
    return facts_at(end, seated.turns, seated.plies)


def facts_at(state: RoundState, turns: int, plies: int) -> tuple[Any, ...]:
    """Return the facts of a round at this state; of one that is not over those of an endless one."""
    if state.outcome is not None:
        return facts_of(Played(state.outcome, turns, plies), state.dealer, ENDED)
    unfinished = Outcome(
        declarer=None, deadwood=(0,) * state.seats, ending="dead", upcard=state.upcard, knock_card=state.knock_card,
        stock_left=len(state.stock_pile),
    )  # fmt: skip
    return facts_of(Played(unfinished, turns, plies), state.dealer, ENDLESS)
