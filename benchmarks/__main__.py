"""Print the table; with ``--write`` put it into benchmarks/README.md."""

import argparse
import statistics
from collections.abc import Iterator
from importlib.metadata import version
from typing import NamedTuple

import ginrules as gin
from benchmarks import hands, ours, rivals
from benchmarks.contest import Work, median_ratio, rates
from benchmarks.import_time import import_milliseconds
from benchmarks.pages import put, today
from ginrules.fast import available
from ginrules.lab import Expert, Simple, new_greedy
from ginrules.presets import OKLAHOMA, OPENSPIEL, STANDARD

KINDS = {"uniform": hands.uniform, "meld-rich": hands.meld_rich, "in-play": hands.in_play}


class Contest(NamedTuple):
    """One measurement: our work on the engine and on the core, a rival's work, and the target ratios, if any.

    Attributes:
        what: The work measured, in words.
        engine: Our work on the engine.
        core: Our work by the compiled core.
        rival: The name of the rival.
        theirs: Its work.
        engine_wanted: The ratio of engine and rival to reach.
        core_wanted: The ratio of core and rival to reach.
        gain_wanted: The ratio of core and engine to reach.
    """

    what: str
    engine: Work
    core: Work | None = None
    rival: str = ""
    theirs: Work | None = None
    engine_wanted: float | None = None
    core_wanted: float | None = None
    gain_wanted: float | None = None


def contests() -> Iterator[Contest]:
    """The measurements, each with its rival in the same run."""
    for what, rules, least, core_least in (
        ("OpenSpiel's rules", OPENSPIEL, 2, None), ("standard", STANDARD, None, 150), ("oklahoma", OKLAHOMA, None, 130)
    ):  # fmt: skip
        yield Contest(
            f"random rounds, {what}", ours.rounds(rules), ours.core_rounds(rules), "open_spiel",
            rivals.openspiel_rounds(), least, core_least,
        )  # fmt: skip
    for name, new_player, gain in (("greedy", new_greedy, 80), ("simple", Simple, None), ("expert", Expert, None)):
        engine, core = ours.players_rounds(STANDARD, new_player), ours.core_players_rounds(STANDARD, new_player)
        yield Contest(f"rounds of {name} players, standard", engine, core, gain_wanted=gain)
    yield Contest(
        "copy and step", ours.steps(OPENSPIEL), None, "open_spiel", rivals.openspiel_steps(), engine_wanted=12
    )
    for kind, make in KINDS.items():
        for size in (10, 11):
            some = make(size, 5_000)
            least_ratio = {"uniform": 2, "meld-rich": 4.5}.get(kind)
            yield Contest(
                f"deadwoods, {kind}, {size} cards", ours.deadwoods(some, STANDARD), ours.core_deadwoods(some, STANDARD),
                "open_spiel", rivals.openspiel_deadwoods(some), least_ratio, 60,
            )  # fmt: skip
    yield Contest(
        "random rounds, standard",
        ours.rounds(STANDARD),
        ours.core_rounds(STANDARD),
        "rlcard",
        rivals.rlcard_rounds(),
        15,
    )


def row(contest: Contest, repetitions: int, seconds: float) -> str:
    """Measure all participants in turns, and write the medians and ratios next to the targets."""
    works = {"engine": contest.engine, "core": contest.core, "rival": contest.theirs}
    speeds = rates(
        {name: work for name, work in works.items() if work is not None}, repetitions=repetitions, seconds=seconds
    )
    middle = {name: f"{statistics.median(measured):,.0f}" for name, measured in speeds.items()}
    cells = [contest.what, middle["engine"], middle.get("core", ""), contest.rival, middle.get("rival", "")]
    for mine, other, least in (
        ("engine", "rival", contest.engine_wanted),
        ("core", "rival", contest.core_wanted),
        ("core", "engine", contest.gain_wanted),
    ):
        ratio = f"{median_ratio(speeds[mine], speeds[other]):.1f}" if mine in speeds and other in speeds else ""
        cells.append(ratio if least is None else f"{ratio} ({least:g})")
    return f"| {' | '.join(cells)} |"


def table(repetitions: int, seconds: float) -> str:
    lines = [
        "| a second, one core | engine | compiled core | rival | | engine ÷ rival | core ÷ rival | core ÷ engine |",
        "|---|---:|---:|---|---:|---:|---:|---:|",
    ]
    for contest in contests():
        lines.append(row(contest, repetitions, seconds))
        print(lines[-1], flush=True)
    lines.append(f"\n`import ginrules` takes {import_milliseconds():.0f} ms (wanted: below 120).")
    rivals_used = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "rlcard"))
    lines.append(
        f"\n{today()}, ginrules {gin.__version__}, {rivals_used}; medians of "
        f"{repetitions} repetitions in turns, {seconds:g} s each; in brackets the ratio to reach."
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7, help="how often each rival has its turn")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    if not available():
        raise SystemExit("the compiled core is not here: python ginrules/fast/build.py")
    written = table(options.repetitions, options.seconds)
    print(f"\n{written}")
    if options.write:
        put("table", written)


if __name__ == "__main__":
    main()
