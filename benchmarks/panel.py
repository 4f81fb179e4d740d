"""The panel: a tournament of the lab's players, and of other packages' players if these are installed.

``python -m benchmarks.panel`` prints the table; ``--write`` puts it into benchmarks/README.md. A program of
another language joins by ``--program NAME COMMAND`` (the protocol: docs/tournaments.md).
"""

import argparse
import os
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from typing import Final

from benchmarks.pages import made, put
from benchmarks.rival_players import OpenSpielBot, RLCardNovice
from ginrules.errors import LabError
from ginrules.lab import Tournament, tournament
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.result import UNKNOWN
from ginrules.players import Expert, NewPlayer, Program, Searching, player_named
from ginrules.presets import preset
from ginrules.rules.model import RuleSet

CHALLENGE: Final[RuleSet] = preset("standard").evolve(name="EAAI-2021 challenge", big_gin=False)
"""The rules of the challenge at EAAI 2021: 100 points, gin and undercut 25, ties undercut, no big gin, no boxes.

A game is won by the first to reach the target; boxes and bonuses after the game decide nothing.
"""

_RIVALS: Final = (("pyspiel", "openspiel", OpenSpielBot), ("rlcard", "rlcard", RLCardNovice))


def known_players(budget: int) -> dict[str, NewPlayer]:
    """Return the players that can take part, by name: the lab's, and those of packages that are installed."""
    players: dict[str, NewPlayer] = {name: player_named(name) for name in ("simple", "greedy", "careful")}
    players["expert"] = Expert
    players["searching"] = partial(Searching, budget=budget)
    return players | {name: rival for module, name, rival in _RIVALS if find_spec(module) is not None}


def lines(result: Tournament) -> Iterator[str]:
    """Yield the table of a tournament: ratings, then who won how much against whom."""
    places = range(1, len(result.entrants) + 1)
    heads = [f"against {place}, %" for place in places]
    yield "| | player | Elo | games won, % | points per round | " + " | ".join(heads) + " |"
    yield "|---:|---|---:|---:|---:|" + "---:|" * len(heads)
    for place, one in zip(places, result.entrants, strict=True):
        against = ["" if one is other else _text(_share(result, one.player, other.player), 100)
                   for other in result.entrants]  # fmt: skip
        cells = [_text(one.elo, 1, 0), _text(one.share, 100), _text(one.net, 1, 2), *against]
        yield f"| {place} | {one.player} | {' | '.join(cells)} |"


def _share(result: Tournament, player: str, other: str) -> Estimate | None:
    """Return the share of the games between two players; None if they are too few for an estimate."""
    try:
        return result.share(player, other)
    except LabError:
        return None


def _text(estimate: Estimate | None, factor: int, digits: int = 1) -> str:
    if estimate is None:
        return UNKNOWN
    value = f"{round(factor * estimate.value, digits) + 0:.{digits}f}".replace("-", "−")  # + 0: no minus before 0.00
    return f"{value} ± {factor * estimate.half_width:.{digits}f}"


def main() -> None:
    """Play and print, or write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.panel", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each contest")
    parser.add_argument("--budget", type=int, default=32, help="positions the searching player looks at")
    parser.add_argument("--players", nargs="+", help="who takes part; all that are installed if left out")
    parser.add_argument("--program", nargs=2, action="append", default=[], metavar=("NAME", "COMMAND"))
    parser.add_argument("--rules", help="other rules: a preset or an expression")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the run")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes to play in")
    parser.add_argument("--checkpoint", help="a folder that keeps the rounds of the run, to resume from")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    known = known_players(options.budget)
    players = {name: known[name] for name in options.players or known}
    players |= {name: Program(command) for name, command in options.program}
    rules = CHALLENGE if options.rules is None else preset(options.rules)
    result = tournament(
        players, rules, options.games, seed=options.seed, workers=options.workers, checkpoint=options.checkpoint,
        progress=True,
    )  # fmt: skip
    text = "\n".join(lines(result))
    games = result.contests[0].games
    text += f"\n\n{rules.name}, {games:,} games in each contest; {made()}"
    print(text)
    if options.write:
        put("panel", text)


if __name__ == "__main__":
    main()
