"""The exact equilibrium of a small game under three undercut bonuses: when is a knock right?

A pack of six or eight cards is written out as a game tree in Gambit's EFG format, which OpenSpiel loads, and solved by
its CFR+ in C++, until nobody could gain more than a hundredth of a point by playing otherwise. The table shows how
often a possible knock is made, by the deadwood that it would leave, and the effect of the bonus on the round.

It needs ``pip install '.[oracle]'``.
"""

import argparse
import itertools
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import attrs

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise SystemExit(f"{error.name} is not installed: pip install '.[oracle]'") from None

import ginrules as gin

PACKS: Final = {
    6: "standard+ranks=3+suits=2+hand_size=2+min_set=2+min_run=3+knock_limit=4+take_cap=1",
    8: "standard+ranks=4+suits=2+hand_size=3+min_set=2+min_run=3+knock_limit=3+take_cap=1",
}
PRICES: Final = "+stock_floor=0+big_gin=false+gin_bonus=3+undercut_bonus="
GOOD_ENOUGH: Final = 0.01
MOST: Final = 5_000
RARE: Final = 0.005


def deals(rules: gin.RuleSet) -> Iterator[tuple[gin.CardSet, gin.CardSet, gin.Card]]:
    """Yield the pairs of hands with an upcard.

    It is always a club: the other suits give the same game under other names.
    """
    pack, size = gin.pack_of(rules), rules.hand_size
    assert isinstance(size, int)
    for upcard in pack[: rules.ranks]:
        rest = [card for card in pack if card != upcard]
        for own in itertools.combinations(rest, size):
            for other in itertools.combinations([card for card in rest if card not in own], size):
                yield gin.CardSet.of(own), gin.CardSet.of(other), upcard


class GameTree:
    """All rounds of two seats with a small pack, as a tree of positions in the EFG format, a node per line.

    The first node deals, and every deal is equally likely. A draw from the stock is a chance node. A turn without a
    choice has no node. Payoffs are in points.

    Attributes:
        rules: The rules. They have an upcard, treat all suits alike and do not reshuffle the stock.
        lines: The lines: a head, and the nodes.
        decisions: The view of each player's seat in each of its information sets, in the order of their numbers.
    """

    def __init__(self, rules: gin.RuleSet) -> None:
        self.rules = rules
        self.lines = [f'EFG 2 R "{rules.label}" {{ "player 0" "player 1" }}']
        self.decisions: tuple[list[gin.PlayerView], ...] = ([], [])
        self._sets: dict[str, int] = {}
        self._payoffs: dict[tuple[int, ...], int] = {}
        self._chances = itertools.count(1)
        dealt = list(deals(rules))
        self._chance([f"{own} | {other} | {upcard}" for own, other, upcard in dealt])
        for own, other, upcard in dealt:
            order = gin.stacked([own, other], rules, upcard=upcard, dealer=1)
            self._add(
                gin.deal(rules, order, dealer=1),
                tuple(f"{seat}: {hand}, upcard {upcard}" for seat, hand in enumerate((own, other))),
            )

    @property
    def nodes(self) -> int:
        """The nodes of chance, of players and at the ends of rounds."""
        return len(self.lines) - 1

    def _add(self, state: gin.RoundState, known: tuple[str, ...]) -> None:
        """Add a position and all that can follow. What a player has seen is its hand and the events, as text."""
        turn = state.turn
        if turn is None:
            assert state.outcome is not None
            net = gin.price(state.outcome, self.rules).net
            number = self._payoffs.setdefault(net, len(self._payoffs) + 1)
            self.lines.append(f't "" {number} "" {{ {" ".join(map(str, net))} }}')
            return
        legal = gin.legal_actions(state)
        if len(legal) > 1:
            views = self.decisions[turn]
            number = self._sets.setdefault(known[turn], len(views) + 1)
            if number > len(views):
                views.append(gin.view(state, turn))
            labels = " ".join(f'"{action}"' for action in legal)
            self.lines.append(f'p "" {turn + 1} {number} "" {{ {labels} }} 0')
        for action in legal:
            tops = [None] if action != gin.DrawStock() else sorted(state.stock)
            if len(tops) > 1:
                self._chance(list(map(str, tops)))
            for top in tops:
                rest = [card for card in state.stock if card != top]
                before = state if top is None else attrs.evolve(state, stock_pile=bytes([*rest, top]))
                after, events = gin.transition(before, action)
                self._add(
                    after,
                    tuple(
                        "; ".join([known[seat], *(str(gin.redact(event, seat)) for event in events)]) for seat in (0, 1)
                    ),
                )

    def _chance(self, outcomes: list[str]) -> None:
        labels = " ".join(f'"{label}" 1/{len(outcomes)}' for label in outcomes)
        self.lines.append(f'c "" {next(self._chances)} "" {{ {labels} }} 0')


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
        own = tree.decisions[int(player)][int(number) - 1]
        left = gin.after_discard(own.hand, tree.rules)
        knocks = [action.card for action in own.legal if isinstance(action, gin.Knock)]
        if knocks:
            deadwood = min(left[card] for card in knocks)
            self.chances[deadwood] += share
            self.knocks[deadwood] += share * sum(
                chance for action, chance in outcomes if state.action_to_string(action).startswith("knock")
            )


def row(cards: int, bonus: int, tree: GameTree, gain: float, iterations: int, played: Played) -> str:
    """Return a row of the table."""
    shares = [
        f"{deadwood}: {played.knocks[deadwood] / chances:.0%}"
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
    """Solve the game under each bonus and print the table, a line of Markdown for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, choices=tuple(PACKS), default=6)
    parser.add_argument("--bonuses", type=int, nargs="+", default=[0, 3, 10])
    options = parser.parse_args()
    print(
        "| pack | undercut bonus | nodes | information sets | iterations | NashConv | gain of the first player "
        "| share of possible knocks that are made, by the deadwood left |\n" + "|---" * 8 + "|"
    )
    for bonus in options.bonuses:
        tree = GameTree(gin.preset(PACKS[options.cards] + PRICES + str(bonus)))
        game = pyspiel.load_efg_game("\n".join(tree.lines) + "\n")
        solver, gain, iterations = solved(game)
        played = Played(tree, game, solver.average_policy())
        print(row(options.cards, bonus, tree, gain, iterations, played), flush=True)


if __name__ == "__main__":
    main()
