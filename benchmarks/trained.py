"""The trained weights of the repository on fresh deals: mirrored games against greedy and expert.

    python -m benchmarks.trained --write       # into examples/trained/figures.json; some minutes for each pair
    python -m benchmarks.trained --net ppo --against expert

The seed is none that was looked at while the nets were made. Each pair is played and written by itself.
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from benchmarks.pages import today
from ginrules.lab import tournament

TRAINED: Final = Path(__file__).parents[1] / "examples" / "trained"
RUNS: Final = {"imitation": "imitation", "ppo": "ppo-after-imitation"}
"""The files of weights, and their runs in the file of figures."""

AGAINST: Final = ("greedy", "expert")
FRESH: Final = "fresh deals"
SEED: Final = 2


def played(net: str, opponent: str, games: int, seed: int) -> dict[str, Any]:
    """Return the share of games that a net wins, with its 95% interval and the date.

    Raises:
        SystemExit: If the games were stopped.
    """
    result = tournament({"net": f"policy:{TRAINED / net}.npz", opponent: opponent}, "standard", games, seed=seed)
    share = result.share("net", opponent)
    if result.partial or share is None:
        raise SystemExit(1)
    interval = {"won": share.value, "low": share.low, "high": share.high}
    shares = {name: round(value, 4) for name, value in interval.items()}
    return {"seed": seed, "games": result.games, **shares, "made": today()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trained", description=__doc__)
    parser.add_argument("--net", nargs="+", choices=tuple(RUNS), default=tuple(RUNS), help="the files of weights")
    parser.add_argument("--against", nargs="+", choices=AGAINST, default=AGAINST, help="the opponents")
    parser.add_argument("--games", type=int, default=4_000, help="games of each pair")
    parser.add_argument("--seed", type=int, default=SEED, help="the seed of the games")
    parser.add_argument("--figures", type=Path, default=TRAINED / "figures.json", help="where the figures are kept")
    parser.add_argument("--write", action="store_true", help="put the figures into the file")
    options = parser.parse_args()
    for net in options.net:
        for opponent in options.against:
            share = played(net, opponent, options.games, options.seed)
            print(net, opponent, json.dumps(share), flush=True)
            if not options.write:
                continue
            runs = json.loads(options.figures.read_text(encoding="utf-8"))
            runs[RUNS[net]].setdefault(FRESH, {})[opponent] = share
            options.figures.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
