"""The measured work of ginrules, all through public functions: the engine and the compiled core."""

import random
from collections.abc import Iterator
from itertools import count as numbers
from typing import Any

import numpy as np

import ginrules as gin
from benchmarks.contest import Work
from ginrules import fast
from ginrules.lab.runner.round import play_dealt
from ginrules.play.run_deals import deal_seed, new_deal


def rounds(rules: gin.RuleSet, count: int = 20) -> Work:
    """Shuffle, deal and play random rounds to the end."""
    rng = random.Random(1)

    def work() -> int:
        random_, legal_actions, apply = rng.random, gin.legal_actions, gin.apply
        for _ in range(count):
            state = gin.deal(rules, gin.shuffled(rng, rules), dealer=1)
            while not state.is_over:
                legal = legal_actions(state)
                state = apply(state, legal[int(random_() * len(legal))])
        return count

    return work


def steps(rules: gin.RuleSet) -> Work:
    """Step from positions in mid-round; the position is kept, so each step includes a copy."""
    rng = random.Random(2)
    pairs: list[tuple[gin.RoundState, gin.Action]] = []
    while len(pairs) < 2_000:
        state = gin.deal(rules, gin.shuffled(rng, rules), dealer=1)
        while not state.is_over:
            action = rng.choice(gin.legal_actions(state))
            pairs.append((state, action))
            state = gin.apply(state, action)

    def work() -> int:
        apply = gin.apply
        for state, action in pairs:
            apply(state, action)
        return len(pairs)

    return work


def deadwoods(hands: list[gin.CardSet], rules: gin.RuleSet) -> Work:
    """The least deadwood of hands, in points."""

    def work() -> int:
        deadwood = gin.deadwood
        for hand in hands:
            deadwood(hand, rules)
        return len(hands)

    return work


# --- the same by the core


def core_rounds(rules: gin.RuleSet, count: int = 4_000) -> Work:
    """Random rounds by the core, every number from one generator."""
    seeds = numbers()

    def work() -> int:
        return len(fast.random_rounds(rules, count, next(seeds)))

    return work


def players_rounds(rules: gin.RuleSet, new_player: Any) -> Work:
    """Rounds between two players of the lab, on the engine."""
    seeds = _seeds()

    def work() -> int:
        deal = new_deal(next(seeds), rules)
        for dealer in range(2):
            play_dealt(rules, [new_player] * 2, deal, dealer=dealer)
        return 2

    return work


def core_players_rounds(rules: gin.RuleSet, new_player: Any, deals: int = 2_000) -> Work:
    """Rounds between two players of the lab, by the core."""
    seeds = _seeds()

    def work() -> int:
        some = np.array([next(seeds) for _ in range(deals)], np.uint64)
        return int(fast.play(rules, new_player, some).size)

    return work


def _seeds() -> Iterator[int]:
    return (deal_seed(1, number) for number in numbers())


def core_deadwoods(hands: list[gin.CardSet], rules: gin.RuleSet) -> Work:
    """The least deadwood of hands in an array of masks, a hundred thousand at once."""
    masks = np.resize(np.array([hand.mask for hand in hands], np.uint64), 100_000)

    def work() -> int:
        return len(fast.deadwoods(masks, rules))

    return work
