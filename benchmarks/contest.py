"""Measure rivals in turns, so that whatever else the machine does hits all alike."""

import statistics
import time
from collections.abc import Callable, Mapping

Work = Callable[[], int]
"""Does some work and tells how many units of it."""


def rates(rivals: Mapping[str, Work], *, repetitions: int, seconds: float) -> dict[str, list[float]]:
    """Units a second of each rival, once for each repetition."""
    for work in rivals.values():
        work()
    found: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(repetitions):
        for name, work in rivals.items():
            found[name].append(_rate(work, seconds))
    return found


def _rate(work: Work, seconds: float) -> float:
    done = 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        done += work()
    return done / passed


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios of each repetition."""
    return statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
