"""How strong the lab's players are: mirrored games between two of them.

``python -m benchmarks.strength`` prints the table; ``--write`` puts it into benchmarks/README.md.
"""

import argparse
import random
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

import attrs

from benchmarks.timing import made, put
from ginrules.fast._states import records_of
from ginrules.lab import tournament
from ginrules.lab.round_robin.result import Contest
from ginrules.play.determinize import determinize
from ginrules.play.view import PlayerView
from ginrules.players import Belief, NewPlayer, Searching, player_named
from ginrules.players.search import with_stock
from ginrules.rules.model import RuleSet, rules_of

CONTESTS: Final = ("greedy:simple", "expert:simple", "expert:greedy", "medium:easy", "hard:medium")


class AnyHand(Belief):
    """A belief that knows nothing: all hands that fit are equally likely."""

    def worlds(self, view: PlayerView, n: int, seed: int, stocks: int = 1) -> Any:
        """Return worlds for the core, in which hands are shared by different stocks as in those of a belief."""
        worlds = []
        for place in range(-(-n // stocks)):
            world = determinize(view, seed + place)
            stock = random.Random(seed + place)
            for _ in range(stocks):
                worlds.append(world)
                world = with_stock(world, stock.sample(world.stock, len(world.stock)))
        return records_of(worlds[:n])


@attrs.define
class Unbelieving(Searching):
    """The searching player with hands drawn at random: what its belief is worth."""

    name = "unbelieving"  # type: ignore[misc]

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._belief = AnyHand()


SEARCHING: Final = {"searching": Searching, "unbelieving": Unbelieving}


def met(
    first: NewPlayer, other: NewPlayer, rules: RuleSet, games: int, *, seed: int = 1, workers: int | None = None
) -> Contest:
    """Play mirrored games, and return their results; the first player's come first."""
    players = {"first": first, "other": other}
    (contest,) = tournament(players, rules, games, seed=seed, workers=workers).contests
    return contest


def rows(contests: Iterable[str], rules: RuleSet, games: int, budget: int, seed: int, workers: int) -> Iterator[str]:
    yield "| player | against | games | games won | points per round |"
    yield "|---|---|---:|---:|---:|"
    for contest in contests:
        first, other = (
            partial(SEARCHING[name], budget=budget) if name in SEARCHING else player_named(name)
            for name in contest.split(":")
        )
        result = met(first, other, rules, games, seed=seed, workers=workers)
        won, net = result.shares[0], result.nets[0]
        share = "" if won is None else f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
        points = "" if net is None else f"{net.value:+.2f} ({net.low:+.2f} to {net.high:+.2f})".replace("-", "−")
        yield f"| {first(0)} | {other(0)} | {result.games:,} | {share} | {points} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=4_000, help="games of each contest")
    parser.add_argument("--workers", type=int, default=1, help="processes to play in")
    parser.add_argument("--budget", type=int, default=32, help="positions that a searching player looks at")
    parser.add_argument("--seed", type=int, default=17, help="the seed of the run")
    parser.add_argument("--rules", default="standard", help="the rules of the contests, like standard+big_gin=false")
    parser.add_argument("--only", nargs="*", default=CONTESTS, help="the contests to play, like expert:greedy")
    parser.add_argument("--table", default="strength", help="the name of the table in benchmarks/README.md")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    table = []
    contests = rows(options.only, rules_of(options.rules), options.games, options.budget, options.seed, options.workers)
    for line in contests:
        table.append(line)
        print(line, flush=True)
    if options.write:
        put(options.table, "\n".join([*table, f"\n{made()}"]))


if __name__ == "__main__":
    main()
