"""The gain from tuning: Expert tuned for a rule set against the default Expert, in games on fresh deals.

``python -m benchmarks.tuned`` prints the table; ``--write`` puts it into docs/lab.md.
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from benchmarks.pages import made, put
from benchmarks.strength_tables import share
from ginrules.lab import tune
from ginrules.lab.comparison.adapt import space_of
from ginrules.players import Expert, NewPlayer
from ginrules.rules.model import rules_of

PAGE: Final = Path(__file__).parents[1] / "docs" / "lab.md"
TABLES: Final[tuple[tuple[str, int], ...]] = (
    ("gin-20", 2), ("gin-30", 2), ("undercut-10", 2), ("straight-gin", 2), ("oklahoma", 2), ("partnership", 4),
)  # fmt: skip
"""Rule sets and players, named before the search: other prices, no knocks, another limit, partners."""


def rows(tables: Sequence[tuple[str, int]], *, rounds: int, candidates: int, games: int, seed: int) -> Iterator[str]:
    """Yield the table."""
    yield "| rules | chosen by the search | points per round, fresh deals | games | games won, % |"
    yield "|---|---|---:|---:|---:|"
    for name, players in tables:
        rules = rules_of(name)
        search = tune(
            rules, "expert", parameters=space_of(Expert, rules), candidates=candidates, rounds=rounds, seed=seed
        )
        usual = {field.name: field.default for field in attrs.fields(Expert)}
        settings: dict[str, Any] = {key: value for key, value in (search.best or {}).items() if value != usual[key]}
        tuned: NewPlayer = partial(Expert, **settings) if settings else Expert
        final = search.final
        lead = None if final is None else final.lead
        points = "–" if lead is None else f"{lead.value:+.2f} ± {lead.half_width:.2f}".replace("-", "−")
        chosen = ", ".join(f"{key} {value}" for key, value in settings.items()) or "the usual values"
        if settings:
            played, won, _ = share(rules, players, tuned, Expert, games, seed + 1)
            percent = f"{100 * won.value:.1f} ({100 * won.low:.1f} to {100 * won.high:.1f})"
        else:
            played, percent = 0, "–"
        yield f"| {name} | {chosen} | {points} | {played:,} | {percent} |"


def main() -> None:
    """Search, play and print, or write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tuned", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000, help="rounds of each setting in the first rung")
    parser.add_argument("--candidates", type=int, default=32, help="settings to try")
    parser.add_argument("--games", type=int, default=10_000, help="games of the tuned player against the untuned one")
    parser.add_argument("--seed", type=int, default=23, help="the seed of the searches; the games have the next one")
    parser.add_argument("--tables", nargs="*", help="rules and players, like oklahoma:2; all if left out")
    parser.add_argument("--write", action="store_true", help="put the table into docs/lab.md")
    options = parser.parse_args()
    tables = [(name, int(players)) for name, players in (one.rsplit(":", 1) for one in options.tables or ())] or TABLES
    lines = []
    for line in rows(
        tables, rounds=options.rounds, candidates=options.candidates, games=options.games, seed=options.seed
    ):
        lines.append(line)
        print(line, flush=True)
    if options.write:
        run = f"{options.candidates} settings, {options.rounds:,} rounds each in the first rung; {made()}"
        put("tuned", "\n".join([*lines, f"\n{run}"]), PAGE)


if __name__ == "__main__":
    main()
