"""Opponents that adjust, measured: how many of the last rounds they win against players of fixed strength.

``python -m benchmarks.adjusting`` plays matches of 60 rounds.
"""

from __future__ import annotations

import argparse

import ginrules as gin
from ginrules.players.adjusting import RATE, START
from ginrules.players.named import player_named

RULES = gin.preset("standard")


def adjusting(runs: int, share: float) -> None:
    """Play matches of 60 rounds against players of fixed strength on the core, all runs side by side.

    Players named by a share are `Learned` with this share of slips.
    """
    import numpy as np

    from ginrules.fast._facts import prices_of

    source = np.random.default_rng(1)
    for number, other in enumerate((0.5, 0.25, 0.1, 0.0, "expert", "easy", "greedy", 0.8, "random")):
        won, lost, late, held = np.zeros(runs), np.zeros(runs), np.zeros(2), 0.0
        is_named = isinstance(other, str)
        opponents = {1: player_named(other)} if isinstance(other, str) else None
        for turn in range(60):
            strength = START - RATE * (lost - (1 - share) * (won + lost))
            slips = np.stack([(1 - strength.clip(0, 1)) ** 2, np.full(runs, 0.0 if is_named else other)])
            rounds = gin.fast.Rounds(
                RULES, runs, 1000 * number + turn, opponents=opponents, advisor=gin.players.Learned
            )
            while not rounds.over.all():
                codes, masks = rounds.advice.copy(), rounds.masks
                unadvised = (codes < 0) & ~rounds.over
                codes[unadvised] = masks[unadvised].argmax(axis=1)
                options = masks.copy()
                options[:, 60:] = options[:, 2:7] = False
                options[masks[:, 8:60].any(axis=1), :8] = False
                chance = slips[rounds.acting.clip(0), np.arange(runs)]
                slip = (source.random(runs) < chance) & options.any(axis=1) & ~rounds.over
                chosen = (options * source.random(options.shape)).argmax(axis=1)
                codes[slip] = chosen[slip]
                rounds.step(codes)
            winner = prices_of(RULES, rounds.facts)["winner"]
            won += winner == 1
            lost += winner == 0
            if turn >= 30:
                late += [(winner == 1).sum(), (winner >= 0).sum()]
                held += float(((strength <= 0) | (strength >= 1)).mean()) / 30
        name = other if is_named else f"{other:.0%} slips"
        print(
            f"{name:10} asked {share:.2f}, rounds 31 to 60 of {runs} runs: {late[0] / late[1]:.3f}; "
            f"strength at the end {np.median(strength):.2f}, at an end of the scale in {held:.0%} of rounds",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="matches against each player")
    parser.add_argument("--share", type=float, default=0.5, help="the share of rounds that it aims to win")
    options = parser.parse_args()
    adjusting(options.count, options.share)


if __name__ == "__main__":
    main()
