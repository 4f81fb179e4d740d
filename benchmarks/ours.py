"""The measured work of ginrules, all through public functions: the engine and the compiled core."""

import itertools
import random
from typing import Any

import numpy as np

import ginrules as gin
from benchmarks.hands import Masks, slices
from benchmarks.timing import Work
from ginrules import fast
from ginrules.lab.runner.play import play_dealt
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


def core_rounds(rules: gin.RuleSet, count: int = 4_000) -> Work:
    """Random rounds by the core, every number from one generator."""
    seeds = itertools.count()
    return lambda: len(fast.random_rounds(rules, count, next(seeds)))


def players_rounds(rules: gin.RuleSet, new_player: Any) -> Work:
    """Rounds between two players of the lab, on the engine."""
    seeds = map(deal_seed, itertools.repeat(1), itertools.count())

    def work() -> int:
        deal = new_deal(next(seeds), rules)
        for dealer in range(2):
            play_dealt(rules, [new_player] * 2, deal, dealer=dealer)
        return 2

    return work


def core_players_rounds(rules: gin.RuleSet, new_player: Any, deals: int = 1_000) -> Work:
    """Rounds between two players of the lab, by the core."""
    seeds = map(deal_seed, itertools.repeat(1), itertools.count())
    return lambda: int(fast.play(rules, new_player, np.array([*itertools.islice(seeds, deals)], np.uint64)).size)


def steps(rules: gin.RuleSet) -> Work:
    """Step from positions in mid-round; the position is kept, so each step includes a copy."""
    rng = random.Random(2)
    pairs: list[tuple[gin.RoundState, gin.Action]] = []
    while len(pairs) < 20_000:
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


def deadwoods(hands: Masks, rules: gin.RuleSet) -> Work:
    """The least deadwood of hands, in points."""
    sets = [gin.CardSet(int(mask)) for mask in hands]
    parts = slices(hands, 2_000)

    def work() -> int:
        deadwood, some = gin.deadwood, sets[next(parts)]
        for hand in some:
            deadwood(hand, rules)
        return len(some)

    return work


def core_deadwoods(hands: Masks, rules: gin.RuleSet) -> Work:
    """The least deadwood of hands in an array of masks, all at once."""
    return lambda: len(fast.deadwoods(hands, rules))
