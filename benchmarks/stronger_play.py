"""The effect of stronger play: the same pairs of rule sets compared under greedy and under expert.

``python -m benchmarks.stronger_play`` prints the tables; ``--write`` puts them into docs/stronger-play.md.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.pages import put, today
from ginrules.lab import Comparison, Estimate, compare
from ginrules.lab.comparison.result import Finding

PAGE: Final = Path(__file__).parents[1] / "docs" / "stronger-play.md"
PAIRS: Final = (
    ("standard", "oklahoma"),
    ("standard", "straight-gin"),
    ("standard", "standard+undercut_bonus=10"),
    ("standard", "standard+gin_bonus=50"),
)
"""Named before anything was measured: a limit that changes, no knocks, and two prices."""

PLAYERS: Final = ("greedy", "expert")
KEYS: Final = (
    "points", "knock", "gin", "undercut", "dead", "turns", "knock-deadwood", "first-seat-net", "rounds-per-game",
    "comeback",
)  # fmt: skip


def verdict(weak: Finding, strong: Finding) -> str:
    """Return the change between two differences: their sign, whether they are clear of zero, or neither.

    Differences whose intervals do not overlap have changed in size.
    """
    one, other = weak.difference, strong.difference
    if one is None or other is None:
        return "unknown"
    clear = not one.contains_zero, not other.contains_zero
    if all(clear) and (one.value > 0) != (other.value > 0):
        return "**sign**"
    if clear[0] != clear[1]:
        return "**appears**" if clear[1] else "**vanishes**"
    if not any(clear):
        return "–"
    return "size" if one.high < other.low or other.high < one.low else "–"


def rows(weak: Comparison, strong: Comparison) -> Iterator[str]:
    """Yield the table of a pair of rule sets under both players."""
    yield "| measure | under greedy | under expert | changes |"
    yield "|---|---:|---:|---|"
    both = {finding.measure.key for finding in weak.findings} & {finding.measure.key for finding in strong.findings}
    for key in KEYS:
        if key not in both:
            continue
        one, other = weak[key], strong[key]
        share = one.measure.unit == "share"
        title = f"{one.measure.title}{', %' if share else ''}"
        cells = " | ".join(_cell(finding, 100 if share else 1) for finding in (one, other))
        yield f"| {title} | {cells} | {verdict(one, other)} |"


def _cell(finding: Finding, factor: int) -> str:
    if finding.same:
        return "same"
    return _figure(finding.difference, factor)


def _figure(difference: Estimate | None, factor: int) -> str:
    if difference is None:
        return "–"
    return f"{factor * difference.value:+.2f} ({factor * difference.low:+.2f} to {factor * difference.high:+.2f})"


def lines(pairs: Sequence[tuple[str, str]], rounds: int, seed: int, workers: int) -> Iterator[str]:
    """Yield the tables of all pairs."""
    run = partial(compare, rounds=rounds, seed=seed, workers=workers, progress=True)
    for a, b in pairs:
        weak, strong = (run(a, b, players=player) for player in PLAYERS)
        yield f"### {a} and {b}\n"
        yield from rows(weak, strong)
        yield f"\n{weak.rounds:,} rounds under each, by each player.\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stronger_play", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000, help="rounds under each rule set, by each player")
    parser.add_argument("--seed", type=int, default=13, help="the seed of the runs")
    parser.add_argument("--only", nargs="+", help="second rule sets of the pairs, like oklahoma; all if left out")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes to play in")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/stronger-play.md")
    options = parser.parse_args()
    written = []
    pairs = [pair for pair in PAIRS if not options.only or pair[1] in options.only]
    if not pairs:
        parser.error(f"--only: expected some of {', '.join(b for _, b in PAIRS)}")
    for line in lines(pairs, options.rounds, options.seed, options.workers):
        written.append(line)
        print(line, flush=True)
    if options.write:
        if len(pairs) < len(PAIRS):
            raise SystemExit("nothing is written: the page has all pairs, and --only left some out")
        text = "\n".join(written).rstrip()
        end = f"{today()}: `python -m benchmarks.stronger_play --rounds {options.rounds} --seed {options.seed}`."
        put("stronger play", f"{text}\n\n{end}", PAGE)


if __name__ == "__main__":
    main()
