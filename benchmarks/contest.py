"""Measure rivals in turns: other load on the machine then affects all of them alike."""

import statistics
import time
from collections.abc import Callable, Mapping

Work = Callable[[], int]
"""Does some work and returns how many units of it."""

Clock = Callable[[], float]
"""Tells the seconds: ``time.perf_counter``, or ``time.process_time`` for work within this process."""


def rates(
    rivals: Mapping[str, Work], *, repetitions: int, seconds: float, clock: Clock = time.perf_counter
) -> dict[str, list[float]]:
    """Return the units per second of each rival, one number per repetition."""
    for work in rivals.values():
        work()
    speeds: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(repetitions):
        for name, work in rivals.items():
            speeds[name].append(_rate(work, seconds, clock))
    return speeds


def _rate(work: Work, seconds: float, clock: Clock) -> float:
    done = 0
    began = clock()
    while (passed := clock() - began) < seconds:
        done += work()
    return done / passed


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of the ratios of the repetitions."""
    return statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
