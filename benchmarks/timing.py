"""Speeds that hold: processor time, rivals in turns, an interval for every figure, and a machine that is quiet.

A table is made of contests. The works of a contest do the same task and take turns; the first of them is the reference
of the ratios.
"""

import datetime as dt
import math
import os
import platform
import resource
import shlex
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

README: Final = Path(__file__).parent / "README.md"


def put(name: str, text: str, page: Path = README) -> None:
    """Write a text between the two marks of this name."""
    mark = f"<!-- {name} -->"
    parts = page.read_text(encoding="utf-8").split(mark)
    if len(parts) != 3:
        raise ValueError(f"{page.name} has the mark {mark} {len(parts) - 1} times, expected twice")
    page.write_text(f"{parts[0]}{mark}\n\n{text.strip()}\n\n{mark}{parts[2]}", encoding="utf-8")


def today() -> str:
    """Return the date and the Python of a measurement."""
    return f"{dt.datetime.now(tz=dt.UTC).date()}, CPython {platform.python_version()}"


def made() -> str:
    """Return when a table was made, and the command of this process, which makes it again."""
    return f"{today()}: `python {shlex.join(word for word in sys.orig_argv[1:] if word != '--write')}`."


Work = Callable[[], int]
"""Does some work and returns how many units of it; inputs differ from call to call."""

MOST_SHARE: Final = 0.1
"""The share of a core that other processes can use while figures are measured."""

_STATISTICS: Final = Path("/proc/stat")


class Figure(NamedTuple):
    """A median, and the ends of an interval that holds the true median with a probability of at least 95%."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Figure":
        """Return the figure of measured values, by their order alone."""
        ordered, count = sorted(values), len(values)
        place, below = 0, 0.5**count
        while 2 * (below + math.comb(count, place + 1) / 2**count) <= 0.05:
            place += 1
            below += math.comb(count, place) / 2**count
        return cls(statistics.median(ordered), ordered[place], ordered[-1 - place])

    def __str__(self) -> str:
        return f"{_short(self.value)} ({_short(self.low)} to {_short(self.high)})"


def _short(value: float) -> str:
    """Return a number with three digits or more."""
    digits = max(0, 2 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{round(value, 2 - math.floor(math.log10(value))):,.0f}" if value >= 1_000 else f"{value:.{digits}f}"


class Contest(NamedTuple):
    """Works that do the same task by their names, the reference first; of some the time of a unit is shown, in ms."""

    task: str
    works: Mapping[str, Work]
    is_time: bool = False


def processor_seconds() -> float:
    """Return the processor time of this process, its threads and its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def rates(works: Mapping[str, Work], turns: int, seconds: float) -> dict[str, list[float]]:
    """Return the units a second of each work, a number for each turn; the order of a turn changes."""
    for work in works.values():
        work()
    speeds: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(turns):
        for name in reversed([*works]) if turn % 2 else works:
            done, began = 0, processor_seconds()
            while (passed := processor_seconds() - began) < seconds:
                done += works[name]()
            speeds[name].append(done / passed)
    return speeds


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    """Return the ratio of two works, from the ratios of their turns."""
    return Figure.of([mine / other for mine, other in zip(ours, theirs, strict=True)])


def rows(contests: Iterator[Contest], turns: int, seconds: float) -> Iterator[str]:
    """Yield the table of contests, line by line."""
    yield "| task | by | a second of the processor | × the first |"
    yield "|---|---|---:|---:|"
    for contest in contests:
        speeds = rates(contest.works, turns, seconds)
        reference = next(iter(speeds.values()))
        for number, (name, measured) in enumerate(speeds.items()):
            speed = (
                f"{Figure.of([1000 / rate for rate in measured])} ms each" if contest.is_time else Figure.of(measured)
            )
            yield f"| {contest.task} | {name} | {speed} | {ratio(measured, reference) if number else ''} |"


def used_by_others() -> float:
    """Return the processor time that all processes but this one and its children have used; 0 without /proc."""
    try:
        fields = _STATISTICS.read_text(encoding="utf-8").split(maxsplit=9)
    except OSError:
        return 0.0
    user, nice, system, _idle, _waiting, irq, soft, stolen = map(int, fields[1:9])
    return (user + nice + system + irq + soft + stolen) / os.sysconf("SC_CLK_TCK") - processor_seconds()


def report(name: str, lines: Iterator[str], command: str, *, write: bool, page: Path = README) -> None:
    """Print a table line by line, and put it into a page if the machine was quiet meanwhile."""
    began, before, table = time.monotonic(), used_by_others(), []
    for line in lines:
        table.append(line)
        print(line, flush=True)
    share = (used_by_others() - before) / (time.monotonic() - began)
    print(f"\n{today()}: `{command}`; other processes used {share:.2f} of a core.")
    if not write:
        return
    if share > MOST_SHARE:
        raise SystemExit(f"other processes used {share:.2f} of a core meanwhile: nothing is written")
    put(name, "\n".join([*table, f"\n{today()}: `{command}`."]), page)
