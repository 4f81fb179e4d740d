"""The measured work of ginrules, all through public functions, and hands to count, which all differ."""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import ginrules as gin
from benchmarks.timing import Work
from ginrules import fast
from ginrules.fast import Rounds
from ginrules.lab.runner.play import play_dealt
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.players import new_greedy

COUNT: Final = 50_000
Masks = NDArray[np.uint64]


def uniform(size: int) -> Masks:
    drawn = np.random.default_rng(size).random((COUNT, 52)).argpartition(size, axis=1)[:, :size]
    masks: Masks = np.bitwise_or.reduce(np.uint64(1) << drawn.astype(np.uint64), axis=1)
    return masks


def meld_rich(size: int) -> Masks:
    rng, melds = random.Random(f"rich {size}"), sorted(gin.RuleSet().tables.melds((1 << 52) - 1))
    return np.array([_rich_hand(rng, melds, size) for _ in range(COUNT)], np.uint64)


def _rich_hand(rng: random.Random, melds: list[int], size: int) -> int:
    """Return a hand of melds, melds but for a card, and melds that fight for cards, in random proportion."""
    hand, short = 0, [meld for meld in melds if meld.bit_count() <= 5]
    while hand.bit_count() < size:
        draw = rng.random()
        if draw < 0.25:
            hand |= 1 << rng.choice(range(52))
            continue
        meld = rng.choice(short)
        if draw > 0.6 and hand:
            meld = rng.choice([one for one in rng.sample(short, min(40, len(short))) if one & hand] or [meld])
        if draw > 0.9:
            meld ^= 1 << rng.choice(_cards(meld))
        hand |= meld
    return sum(1 << card for card in rng.sample(_cards(hand), size))


def _cards(mask: int) -> list[int]:
    return [card for card in range(52) if mask >> card & 1]


def in_play(size: int) -> Masks:
    """Return hands of greedy players: ten cards before a draw, eleven after it."""
    hands: list[Masks] = []
    rounds = Rounds("standard", 1_000, seed=size, advisor=new_greedy)
    entry = next(entry for entry in rounds.layout.entries if entry.name == "hand")
    bits = np.uint64(1) << np.arange(52, dtype=np.uint64)
    while sum(map(len, hands)) < 3 * COUNT:
        cards = rounds.observed[:, entry.start : entry.stop] > 0
        held = (cards * bits).sum(axis=1, dtype=np.uint64)
        hands.append(held[(cards.sum(axis=1) == size) & ~rounds.over])
        rounds.step(np.maximum(rounds.advice, 0))
        rounds.reset(rounds.over)
    return np.random.default_rng(size).permutation(np.unique(np.concatenate(hands)))[:COUNT]


KINDS: Final[Mapping[str, Callable[[int], Masks]]] = {"uniform": uniform, "meld-rich": meld_rich, "in-play": in_play}


def slices(hands: Masks, size: int) -> Iterator[slice]:
    """Yield parts of the hands, round and round."""
    while True:
        yield from (slice(start, start + size) for start in range(0, len(hands) - size + 1, size))


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
