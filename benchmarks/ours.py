"""What ginrules is measured at, all through its public functions."""

import random

import ginrules as gin
from benchmarks.contest import Work


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
    """Step from positions in mid-round; the position stays, so that a step is copy and step."""
    rng = random.Random(2)
    pairs = []
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
