"""Two players with one difference: one knocks as soon as it can, the other waits for 5 points or less.

Every deal is played twice, once with each dealer, so neither player has the better seat.
"""

import argparse
from collections.abc import Callable

from keep_low import keep_low

import ginrules as gin

Player = Callable[[gin.PlayerView], gin.Action]


def patient(view: gin.PlayerView) -> gin.Action:
    """Play like `keep_low`, but knock only with 5 points or less."""
    action = keep_low(view)
    if isinstance(action, gin.Knock) and gin.after_discard(view.hand, view.rules)[action.card] > 5:
        return gin.Discard(action.card)
    return action


def play(rules: gin.RuleSet, players: tuple[Player, Player], seed: int, dealer: int) -> gin.RoundScore:
    """Return the score of one round; a player sees only its own view."""
    state = gin.deal(rules, gin.shuffled(seed), dealer=dealer)
    while state.turn is not None:
        state = gin.apply(state, players[state.turn](gin.view(state, state.turn)))
    assert state.outcome is not None
    return gin.price(state.outcome, rules)


def main() -> None:
    """Play the deals and print the points of both players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    deals = parser.parse_args().deals
    rules = gin.preset("standard")
    points, wins = [0, 0], [0, 0]
    for seed in range(deals):
        for dealer in (0, 1):
            score = play(rules, (keep_low, patient), seed, dealer)
            points = [sum(pair) for pair in zip(points, score.points, strict=True)]
            if score.winner is not None:
                wins[score.winner] += 1
    for name, won, made in zip(("knocks at once", "waits for 5"), wins, points, strict=True):
        print(f"{name:>14}: {won:4} of {2 * deals} rounds, {made / (2 * deals):6.2f} points per round")


if __name__ == "__main__":
    main()
