"""The exact equilibrium of a small game under three undercut bonuses: when is a knock right?

A pack of six or eight cards is written out as a game tree (`ginrules.rl.game_tree`) and solved by OpenSpiel's CFR+ in
C++, until nobody could gain more than a hundredth of a point by playing otherwise. The table shows how often a
possible knock is made, by the deadwood that it would leave, and the effect of the bonus on the round.

It needs ``pip install '.[rl]' open_spiel``.
"""

import argparse
import time
from collections import defaultdict
from typing import Any, Final

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[rl]' open_spiel") from None

import ginrules as gin
from ginrules.rl import GameTree, game_tree

PACKS: Final = {
    6: "standard+ranks=3+suits=2+hand_size=2+min_set=2+min_run=3+knock_limit=4+take_cap=1",
    8: "standard+ranks=4+suits=2+hand_size=3+min_set=2+min_run=3+knock_limit=3+take_cap=1",
}
PRICES: Final = "+stock_floor=0+big_gin=false+gin_bonus=3+undercut_bonus="
GOOD_ENOUGH: Final = 0.01
MOST: Final = 5_000
RARE: Final = 0.005


def solved(game: Any) -> tuple[Any, float, int]:
    """Return the solver, whose average policy it is, its NashConv in points, and the iterations that it took."""
    solver = pyspiel.CFRPlusSolver(game)
    iterations, gain = 0, float("inf")
    while gain >= GOOD_ENOUGH and iterations < MOST:
        for _ in range(25):
            solver.evaluate_and_update_policy()
        iterations += 25
        gain = pyspiel.nash_conv(game, solver.average_policy())
    return solver, gain, iterations


class Played:
    """The result of a policy for both players: the value, and how often a possible knock is made."""

    def __init__(self, tree: GameTree, game: Any, policy: Any) -> None:
        self.value = 0.0
        self.chances: dict[int, float] = defaultdict(float)  # by the deadwood that the best knock would leave
        self.knocks: dict[int, float] = defaultdict(float)
        waiting = [(game.new_initial_state(), 1.0)]
        while waiting:
            state, share = waiting.pop()
            if state.is_terminal():
                self.value += share * state.returns()[0]
                continue
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
            else:
                outcomes = policy.get_state_policy(state)
                self._note(tree, state, outcomes, share)
            waiting += [(state.child(action), share * chance) for action, chance in outcomes if chance > 0]

    def _note(self, tree: GameTree, state: Any, outcomes: list[tuple[int, float]], share: float) -> None:
        """Note a decision with a knock among its actions."""
        player, _, number, _ = state.information_state_string().split("-")
        decision = tree.decisions[int(player)][int(number) - 1]
        left = gin.after_discard(decision.view.hand, tree.rules)
        knocks = [action.card for action in decision.actions if isinstance(action, gin.Knock)]
        if knocks:
            deadwood = min(left[card] for card in knocks)
            self.chances[deadwood] += share
            self.knocks[deadwood] += share * sum(
                chance for action, chance in outcomes if state.action_to_string(action).startswith("knock")
            )


def row(cards: int, bonus: int, tree: GameTree, gain: float, iterations: int, played: Played) -> str:
    """Return the row of the table in the documentation."""
    shares = [
        f"{deadwood}: {played.knocks[deadwood] / chances:.0%}".replace("%", " %")
        for deadwood, chances in sorted(played.chances.items())
        if chances >= RARE
    ]
    pack = f"{cards} cards, hands of {tree.rules.hand_size}"
    sets = sum(map(len, tree.decisions))
    return (
        f"| {pack} | {bonus} | {tree.nodes:,} | {sets:,} | {iterations} | {gain:.4f} | {played.value:+.2f} | "
        f"{', '.join(shares)} |"
    )


def main() -> None:
    """Solve the game under each bonus and print the results, or the table of the documentation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, choices=tuple(PACKS), default=6)
    parser.add_argument("--bonuses", type=int, nargs="+", default=[0, 3, 10])
    parser.add_argument("--table", action="store_true", help="print the rows of the table in docs/learning.md alone")
    options = parser.parse_args()
    if not options.table:
        print(f"{options.cards} cards: {PACKS[options.cards]}")
    for bonus in options.bonuses:
        rules = gin.preset(PACKS[options.cards] + PRICES + str(bonus))
        began = time.perf_counter()
        tree = game_tree(rules)
        game = pyspiel.load_efg_game(tree.text)
        written = time.perf_counter()
        solver, gain, iterations = solved(game)
        seconds = time.perf_counter() - written
        played = Played(tree, game, solver.average_policy())
        if options.table:
            print(row(options.cards, bonus, tree, gain, iterations, played), flush=True)
            continue
        print(
            f"undercut bonus {bonus}: {tree.nodes} nodes, {sum(map(len, tree.decisions))} information sets, written in "
            f"{written - began:.1f} s, solved in {seconds:.1f} s ({iterations} iterations, NashConv {gain:.4f} points)"
        )
        print(f"  the first player gains {played.value:+.3f} points per round")
        for deadwood, chances in sorted(played.chances.items()):
            if chances < RARE:
                continue
            share = played.knocks[deadwood] / chances
            print(f"  a knock with {deadwood}: possible {chances:.3f} times per round, made in {share:6.1%} of them")


if __name__ == "__main__":
    main()
