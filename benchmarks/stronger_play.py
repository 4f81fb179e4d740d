"""The effect of stronger play: the same pairs of rule sets compared under greedy, expert and learned.

``python -m benchmarks.stronger_play`` plays all pairs with all players, writes each figure into
benchmarks/stronger_play.json, and prints the tables; ``--write`` puts them into docs/stronger-play.md. ``--only`` and
``--players`` play a part: ``--only straight --players learned``; ``--only none --write`` plays nothing.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from benchmarks.pages import put, today
from ginrules.lab import compare, simulate
from ginrules.lab.comparison.result import Finding
from ginrules.players import net_for

PAGE: Final = Path(__file__).parents[1] / "docs" / "stronger-play.md"
FIGURES: Final = Path(__file__).parent / "stronger_play.json"
ROUNDS: Final = 200_000
PAIRS: Final = {
    ("standard", "oklahoma"): ROUNDS,
    ("standard", "straight-gin"): 10 * ROUNDS,
    ("standard", "standard+undercut_bonus=10"): ROUNDS,
    ("standard", "standard+gin_bonus=50"): 10 * ROUNDS,
}
"""The pairs, named before anything was measured (a limit that changes, no knocks, and two prices), and their rounds.

Where a sign differed between players in 200,000 rounds, ten times as many were played.
"""

PLAYERS: Final = ("greedy", "expert", "learned")
KEYS: Final = (
    "points", "knock", "gin", "undercut", "dead", "turns", "knock-deadwood", "first-seat-net", "rounds-per-game",
    "comeback",
)  # fmt: skip
ENDS: Final = "how rounds of standard end"

Figures = dict[str, dict[str, Any]]
"""For each player: the rounds, and for each measure a difference with its interval, "same", or None."""


def verdict(weak: object, strong: object) -> str:
    """Return the change between two differences: their sign, whether they are clear of zero, or neither.

    Differences whose intervals do not overlap have changed in size.
    """
    if weak is None or strong is None:
        return "unknown"
    (one, *first), (other, *second) = _interval(weak), _interval(strong)
    clear = not first[0] <= 0 <= first[1], not second[0] <= 0 <= second[1]
    if all(clear) and (one > 0) != (other > 0):
        return "**sign**"
    if clear[0] != clear[1]:
        return "**appears**" if clear[1] else "**vanishes**"
    if not any(clear):
        return "–"
    return "size" if first[1] < second[0] or second[1] < first[0] else "–"


def _interval(figure: Any) -> tuple[float, float, float]:
    """Return a difference with the ends of its interval; "same" is zero."""
    value, low, high = (0, 0, 0) if figure == "same" else figure
    return value, low, high


def play(a: str, b: str, player: str, rounds: int, seed: int, workers: int | None) -> dict[str, Any]:
    """Return the figures of a pair of rule sets under a player; shares are in percent."""
    comparison = compare(a, b, players=player, rounds=rounds, seed=seed, workers=workers, progress=True)
    of = {finding.measure.key: finding for finding in comparison.findings}
    return {"rounds": comparison.rounds, **{key: _figure(of[key]) for key in KEYS if key in of}}


def _figure(finding: Finding) -> Any:
    factor, difference = 100 if finding.measure.unit == "share" else 1, finding.differences[0]
    if finding.same or difference is None:
        return "same" if finding.same else None
    return [round(factor * value, 3) for value in (difference.value, difference.low, difference.high)]


def ends(player: str, rounds: int, seed: int, workers: int | None) -> dict[str, Any]:
    """Return how rounds of standard end between two equal players, in percent with intervals, and their length."""
    measured = simulate("standard", player, rounds=rounds, seed=seed, workers=workers)
    shown = {figure.measure.key: figure.estimate for figure in measured.figures}
    figures: dict[str, Any] = {"rounds": measured.rounds}
    for key, factor in {"knock": 100, "gin": 100, "undercut": 100, "dead": 100, "turns": 1}.items():
        if one := shown.get(key):
            figures[key] = [round(factor * value, 2) for value in (one.value, one.low, one.high)]
    return figures


def tables(kept: dict[str, Figures]) -> Iterator[str]:
    """Yield the tables of all pairs, and of the ends of rounds."""
    titles = {
        "points": "points per round", "knock": "knock, %", "gin": "gin, %", "undercut": "undercut, %",
        "dead": "dead, %", "turns": "turns per round", "knock-deadwood": "deadwood at the knock",
        "first-seat-net": "first seat's net",
        "rounds-per-game": "rounds per game", "comeback": "comebacks, %",
    }  # fmt: skip
    if ENDS in kept:
        yield f"### {ENDS.capitalize()}\n"
        yield "| player at every seat | knock, % | gin, % | undercut, % | dead, % | turns per round |"
        yield "|---|---:|---:|---:|---:|---:|"
        for player, one in kept[ENDS].items():
            values = (one[key] for key in ("knock", "gin", "undercut", "dead", "turns"))
            texts = [f"{value:.2f} ({low:.2f} to {high:.2f})" for value, low, high in values]
            yield f"| {player} | {' | '.join(texts)} |"
        yield ""
    for a, b in PAIRS:
        figures = kept.get(f"{a} and {b}", {})
        players = [player for player in PLAYERS if player in figures]
        yield f"### {a} and {b}\n"
        steps = list(pairwise(players))
        heads = [f"under {player}" for player in players] + [f"{one} to {other}" for one, other in steps]
        yield f"| measure | {' | '.join(heads)} |"
        yield f"|---|{'---:|' * len(players)}{'---|' * len(steps)}"
        for key in KEYS:
            if all(key in figures[player] for player in players):
                cells = [_cell(figures[player][key]) for player in players]
                cells += [verdict(figures[one][key], figures[other][key]) for one, other in steps]
                yield f"| {titles[key]} | {' | '.join(cells)} |"
        counts = ", ".join(f"{figures[player]['rounds']:,} by {player}" for player in players)
        yield f"\nRounds under each rule set: {counts}.\n"


def _cell(figure: Any) -> str:
    if figure is None or figure == "same":
        return figure or "–"
    value, low, high = figure
    return f"{value:+.2f} ({low:+.2f} to {high:+.2f})"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stronger_play", description=__doc__)
    parser.add_argument("--rounds", type=int, help="rounds under each rule set, by each player; else those of PAIRS")
    parser.add_argument("--seed", type=int, default=13, help="the seed of the runs")
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of pairs, or of: " + ENDS)
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=PLAYERS)
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes, or threads with the core")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/stronger-play.md")
    options = parser.parse_args(words)
    kept: dict[str, Figures] = json.loads(FIGURES.read_text(encoding="utf-8"))

    def keep(name: str, player: str, figures: dict[str, Any]) -> None:
        kept.setdefault(name, {})[player] = figures
        FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")

    run = options.seed, options.workers
    for player in options.players:
        if any(part in ENDS for part in options.only):
            keep(ENDS, player, ends(player, options.rounds or ROUNDS, *run))
        for (a, b), rounds in PAIRS.items():
            if not any(part in f"{a} and {b}" for part in options.only):
                continue
            if player == "learned" and net_for(b).net is None:
                print(f"{b}: {net_for(b).reason}")
                continue
            keep(f"{a} and {b}", player, play(a, b, player, options.rounds or rounds, *run))
    text = "\n".join(tables(kept)).rstrip()
    print(text)
    if options.write:
        end = f"{today()}, seed {options.seed}: `python -m benchmarks.stronger_play --write`."
        put("stronger play", f"{text}\n\n{end}", PAGE)


if __name__ == "__main__":
    main()
