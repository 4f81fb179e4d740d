"""Print the table; with ``--write`` put it into benchmarks/README.md."""

import argparse
import datetime as dt
import platform
import statistics
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import ginrules as gin
from benchmarks import hands, ours, rivals
from benchmarks.contest import Work, median_ratio, rates
from benchmarks.import_time import import_milliseconds
from ginrules.presets import OPENSPIEL, STANDARD

README = Path(__file__).parent / "README.md"
MARK = "<!-- table -->"
KINDS = {"uniform": hands.uniform, "meld-rich": hands.meld_rich, "in-play": hands.in_play}


def contests() -> Iterator[tuple[str, str, Work, Work, float | None]]:
    """What is measured, the rival, our work, its work, and the ratio to reach if there is one."""
    yield "random rounds, OpenSpiel's rules", "open_spiel", ours.rounds(OPENSPIEL), rivals.openspiel_rounds(), 2
    yield "random rounds, standard", "open_spiel", ours.rounds(STANDARD), rivals.openspiel_rounds(), None
    yield "copy and step", "open_spiel", ours.steps(OPENSPIEL), rivals.openspiel_steps(), 12
    for kind, make in KINDS.items():
        for size in (10, 11):
            some = make(size, 5_000)
            target = {"uniform": 2, "meld-rich": 4.5}.get(kind)
            mine, theirs = ours.deadwoods(some, STANDARD), rivals.openspiel_deadwoods(some)
            yield f"deadwoods, {kind}, {size} cards", "open_spiel", mine, theirs, target
    yield "random rounds, standard", "rlcard", ours.rounds(STANDARD), rivals.rlcard_rounds(), 15


def table(repetitions: int, seconds: float) -> str:
    lines = ["| a second, one core | ginrules | rival | | ratio | wanted |", "|---|---:|---|---:|---:|---:|"]
    for what, rival, mine, theirs, target in contests():
        speeds = rates({"ginrules": mine, rival: theirs}, repetitions=repetitions, seconds=seconds)
        middle = {name: statistics.median(measured) for name, measured in speeds.items()}
        ratio = median_ratio(speeds["ginrules"], speeds[rival])
        goal = "" if target is None else f"{target:g}"
        lines.append(f"| {what} | {middle['ginrules']:,.0f} | {rival} | {middle[rival]:,.0f} | {ratio:.1f} | {goal} |")
        print(lines[-1], flush=True)
    lines.append(f"\n`import ginrules` takes {import_milliseconds():.0f} ms (wanted: below 120).")
    rivals_used = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "rlcard"))
    today = dt.datetime.now(tz=dt.UTC).date()
    lines.append(
        f"\n{today}, CPython {platform.python_version()}, ginrules {gin.__version__}, {rivals_used}; medians of "
        f"{repetitions} repetitions in turns, {seconds:g} s each."
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7, help="how often each rival has its turn")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    written = table(options.repetitions, options.seconds)
    print(f"\n{written}")
    if options.write:
        before, _, rest = README.read_text(encoding="utf-8").partition(MARK)
        after = rest.partition(MARK)[2]
        README.write_text(f"{before}{MARK}\n\n{written}\n\n{MARK}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
