"""Whole rounds as arrays: played by the core, or by the engine if the core cannot."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import as_items, whole_number
from ginrules.cards import CARDS
from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import NewPlayer
from ginrules.driver.round import RoundDriver, dealt_round, new_driver
from ginrules.errors import InvalidRunError
from ginrules.fast._arrays import seeds_array
from ginrules.fast._facts import FACTS, OUT_OF_BOUNDS, facts_at
from ginrules.fast._load import MOST_POOLS, call, parts_of
from ginrules.fast._plan import factories_at, policies_of, tables_of, why_not
from ginrules.fast._states import CHANCE, records_of
from ginrules.fast.asked import asked_facts
from ginrules.play.actions import Action
from ginrules.play.deal import deal, pack_of, seats_at, shuffled
from ginrules.play.engine import chance_action, legal_actions
from ginrules.play.seeded_deals import PLY_CAP, Deal, new_deal
from ginrules.play.state import RoundState, expect_state
from ginrules.rules.model import RuleSet, rules_of

_LARGEST_CAP: Final = 2**31 - 1


def play(
    rules: RuleSet | str, players: object, seeds: Iterable[int], *, seats: int | None = None, ply_cap: int = PLY_CAP
) -> NDArray[np.void]:
    """Play deals and return the facts of their rounds: a row per deal, with a round for each dealer.

    The lab makes the same deal from the same seed. Each seat gets the same cards whichever seat deals, and players and
    reshuffles get the same random numbers.

    Args:
        rules: The rules to play by.
        players: A function or class that makes the player of every seat, as in `ginrules.lab.simulate`, or a sequence
            with a factory for each seat. Fewer factories than seats are repeated.
        seeds: The deals' seeds, whole numbers from 0 to 2**64 - 1.
        seats: Seats at the table, or None for a seat per player, or for the smallest table with a single player.
        ply_cap: Limit on a round's actions. A round that has not ended by then has status 1.

    Raises:
        CoreError: As `available`.
        InvalidRunError: If the players do not fit the seats, or the cap is not a number from 1 up.
        DealError: If a seed is not such a number.
        LabError: If a player that the core lacks fails. The ``details`` name the player, its seat, the deal's seed,
            the dealer and the ply.

    Examples:
        >>> import ginrules as gin
        >>> facts = gin.fast.play("standard", gin.players.new_greedy, range(3))
        >>> facts.shape, facts["deadwood"][0, 0, :2].tolist()
        ((3, 2), [30, 9])
    """
    rules = rules_of(rules)
    factories = factories_at(rules, players, seats)
    numbers = seeds_array(seeds)
    cap = whole_number("ply_cap", ply_cap, 1, _LARGEST_CAP)
    if policies_of(factories, rules) is None:
        return engine_facts(rules, factories, numbers, cap)
    return facts_of_deals(rules, factories, numbers, cap)


def engine_facts(rules: RuleSet, factories: Sequence[Any], seeds: NDArray[np.uint64], ply_cap: int) -> NDArray[np.void]:
    """Return the facts of `play`, all of whose rounds are played on the engine."""
    facts = np.zeros((len(seeds), len(factories)), FACTS)
    for place, seed in enumerate(seeds.tolist()):
        dealt = new_deal(seed, rules)
        facts[place] = [engine_round(rules, factories, dealt, dealer, ply_cap) for dealer in range(len(factories))]
    return facts


def engine_round(
    rules: RuleSet, factories: Sequence[NewPlayer], dealt: Deal, dealer: int, ply_cap: int
) -> tuple[Any, ...]:
    """Play one round of a deal on the engine and return its facts."""
    return _facts_after(*dealt_round(rules, factories, dealt, dealer), ply_cap)


def _facts_after(driver: RoundDriver, state: RoundState, ply_cap: int) -> tuple[Any, ...]:
    driver.start(state)
    end = driver.play_on(state, ply_cap)
    return facts_at(end, driver.turns, driver.plies)


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


def facts_of_deals(
    rules: RuleSet,
    factories: Sequence[Any],
    seeds: NDArray[np.uint64],
    ply_cap: int,
    knock_cards: NDArray[np.uint8] | None = None,
    wanted: NDArray[np.bool_] | None = None,
) -> NDArray[np.void]:
    """Return the facts of `play`, which has checked the arguments."""
    facts = np.zeros((len(seeds), len(factories)), FACTS)
    players_in_core = policies_of(factories, rules)
    if why_not(rules) is not None:
        return engine_facts(rules, factories, seeds, ply_cap)
    if players_in_core is None:
        return asked_facts(rules, factories, seeds, ply_cap, wanted)
    tables, (policies, nets) = tables_of(rules, len(factories)), players_in_core
    for part in parts_of(len(seeds)):
        cards = None if knock_cards is None else knock_cards[part]
        asked = None if wanted is None else wanted[part].view(np.uint8)
        call("gin_play", tables, policies, nets, seeds[part], cards, asked, ply_cap, facts[part])
    for place, dealer in np.argwhere(facts["status"] == OUT_OF_BOUNDS).tolist():
        dealt = new_deal(int(seeds[place]), rules)
        if knock_cards is not None:
            dealt = attrs.evolve(dealt, knock_card=CARDS[knock_cards[place]])
        facts[place, dealer] = engine_round(rules, factories, dealt, dealer, ply_cap)
    return facts


def random_rounds(
    rules: RuleSet | str,
    count: int,
    seed: int = 1,
    *,
    seats: int | None = None,
    dealer: int = 0,
    ply_cap: int = PLY_CAP,
) -> NDArray[np.void]:
    """Play random rounds from one generator and return their facts.

    Packs, knock cards, actions and reshuffles come, in this order, from ``random.Random(seed)``. A loop of
    `ginrules.shuffled`, `ginrules.legal_actions` and `ginrules.apply` plays the same rounds if it always takes the
    action of number ``int(random() * len(legal))``.

    Args:
        rules: The rules to play by.
        count: The number of rounds.
        seed: The generator's seed, from 0 to 2**64 - 1.
        seats: Seats at the table, or None for the smallest table that the rules allow.
        dealer: The seat that deals every round.
        ply_cap: Limit on a round's actions. A round that has not ended by then has status 1.

    Raises:
        CoreError: As `available`.
        InvalidRunError: If a number is out of range.
        DealError: If the seed is out of range.

    Examples:
        >>> import ginrules as gin
        >>> gin.fast.random_rounds("standard", 3)["plies"].tolist()
        [128, 102, 146]
    """
    rules = rules_of(rules)
    number, cap = whole_number("count", count, 0, _LARGEST_CAP), whole_number("ply_cap", ply_cap, 1, _LARGEST_CAP)
    places = seats_at(rules, seats, error=InvalidRunError)
    dealer = whole_number("dealer", dealer, 0, places - 1)
    start = int(seeds_array([seed])[0])
    facts = np.zeros(number, FACTS)
    if why_not(rules) is None:
        tables = tables_of(rules, places)
        chance = np.zeros(1, CHANCE)
        call("gin_seed", start, chance)
        for part in parts_of(number):
            call("gin_play_random", tables, chance, dealer, cap, facts[part])
        if not (facts["status"] == OUT_OF_BOUNDS).any():
            return facts
    generator, pack = random.Random(start), pack_of(rules)
    for place in range(number):
        order = shuffled(generator, rules)
        knock_card = pack[int(generator.random() * len(pack))] if rules.knock_source == "knock-card" else None
        state = deal(rules, order, dealer=dealer, seats=places, knock_card=knock_card)
        facts[place] = _facts_after(_RandomPlay(RoundLabel(rules, None, dealer), generator), state, cap)
    return facts


def playouts(
    states: Iterable[RoundState], players: object, seeds: Iterable[int], *, ply_cap: int = PLY_CAP
) -> NDArray[np.void]:
    """Play rounds from any positions to the end and return their facts, a row per position.

    Reshuffles come from ``random.Random(seed)``, and the players' seeds are hashes of this seed and their seats.
    Turns and plies are counted from the position.

    Args:
        states: The positions, all with the same rules and seats.
        players: A function or class that makes the player of every seat, or a sequence with a factory for each seat.
        seeds: A seed for each position, a whole number from 0 to 2**64 - 1.
        ply_cap: Limit on a round's actions. A round that has not ended by then has status 1.

    Raises:
        CoreError: As `available`.
        InvalidRunError: If the players do not fit the seats, the positions have different rules or seats, or the
            numbers of seeds and positions differ.
        DealError: If a seed is not such a number.
        LabError: As `play`, with the position's seed.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.deal("standard", gin.shuffled(7))
        >>> gin.fast.playouts([state] * 3, gin.players.new_greedy, range(3))["deadwood"][:, :2].tolist()
        [[54, 7], [54, 7], [54, 7]]
    """
    positions, numbers = as_items(states, "states in a list"), seeds_array(seeds)
    for state in positions:
        expect_state(state)
    cap = whole_number("ply_cap", ply_cap, 1, _LARGEST_CAP)
    if len(numbers) != len(positions):
        raise InvalidRunError(f"seeds: expected one for each of {len(positions)} positions, got {len(numbers)}")
    facts = np.zeros(len(positions), FACTS)
    if not positions:
        return facts
    rules, seats = positions[0].rules, positions[0].seats
    others = [state for state in positions if state.rules is not rules]  # comparing many rule sets takes long
    if any(state.rules != rules for state in others) or any(state.seats != seats for state in positions):
        raise InvalidRunError("expected positions of one rule set and one number of seats, got several")
    factories = factories_at(rules, players, seats)
    players_in_core = policies_of(factories, rules)
    rest: Iterable[int] = range(len(positions))
    fits = all(len(state.memory.put_back) <= MOST_POOLS for state in positions)
    if players_in_core is not None and fits and why_not(rules) is None:
        records, tables, (policies, nets) = records_of(positions), tables_of(rules, seats), players_in_core
        for part in parts_of(len(positions)):
            call("gin_play_on", tables, policies, nets, records[part], numbers[part], cap, facts[part])
        rest = np.flatnonzero(facts["status"] == OUT_OF_BOUNDS).tolist()
    for place in rest:
        state, seed = positions[place], int(numbers[place])
        driver = new_driver(dict(enumerate(factories)), RoundLabel(rules, seed, state.dealer), seed)
        facts[place] = _facts_after(driver, state, cap)
    return facts
