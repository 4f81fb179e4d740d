"""How many hands are gin as dealt? All hands of a small pack are listed; of the full pack some are drawn."""

import argparse
from itertools import combinations
from math import comb
from random import Random
from statistics import NormalDist

import ginrules as gin


def listed(rules: gin.RuleSet, cards: int) -> tuple[int, int]:
    """Return the number of hands that are gin, and the number of hands."""
    hands = combinations(gin.pack_of(rules), cards)
    return sum(gin.deadwood(gin.CardSet.of(hand), rules) == 0 for hand in hands), comb(len(gin.pack_of(rules)), cards)


def drawn(rules: gin.RuleSet, hands: int, limit: int, seed: int) -> tuple[float, float, float]:
    """Return the share of ten-card hands with at most this deadwood, with a 95% interval (Wilson)."""
    generator, pack = Random(seed), gin.pack_of(rules)
    low = sum(gin.deadwood(generator.sample(pack, 10), rules) <= limit for _ in range(hands))
    z = NormalDist().inv_cdf(0.975)
    share = low / hands
    middle = (share + z * z / (2 * hands)) / (1 + z * z / hands)
    half = z * ((share * (1 - share) + z * z / (4 * hands)) / hands) ** 0.5 / (1 + z * z / hands)
    return share, middle - half, middle + half


def main() -> None:
    """Count, and compare with the exact numbers of the documentation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    hands = parser.parse_args().hands
    for ranks, suits, cards in [(4, 3, 4), (5, 3, 5), (6, 4, 6)]:
        rules = gin.RuleSet(ranks=ranks, suits=suits, hand_size=cards)
        gins, number = listed(rules, cards)
        print(f"{ranks} ranks × {suits} suits, {cards} cards: {gins} of {number} hands are gin")
    share, low, high = drawn(gin.preset("standard"), hands, limit=10, seed=1)
    exact = 10_212_276 / 15_820_024_220
    print(f"full pack, 10 cards: {share:.5f} [{low:.5f}, {high:.5f}] can knock as dealt; exactly {exact:.5f}")


if __name__ == "__main__":
    main()
