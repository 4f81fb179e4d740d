"""Mutated texts by the million: ``python -m tools.fuzz --scale 0.1`` from the root of the repository.

`SIZES` holds the sizes for ``--scale 1``; ``GINRULES_FUZZ_SCALE`` sets the scale too. Each harness prints the
number of texts, how many were accepted, the slowest call in seconds of the processor, and the peak of memory.
A text that raises anything but a `GinRulesError` is printed with its number, which makes it again; the exit
status is then 1. ``--first`` and ``--seed`` choose other texts.
"""

import argparse
import os
import resource
import time
import traceback

from tests.fuzz.harnesses import HARNESSES, cases

SIZES = {
    "cards": 1_000_000, "actions": 1_000_000, "arrangements": 500_000, "expressions": 500_000, "rules": 300_000,
    "records": 300_000, "pads": 50_000, "outcomes": 50_000, "checkpoints": 20_000,
    "vectors": 5_000, "nets": 20_000,
}  # fmt: skip
SLOW = 0.1
"""Seconds of the processor from which on a call is printed."""
MOST_SHOWN = 20


def run(name: str, seed: int, start: int, stop: int) -> int:
    """Read these texts; gives the number of failures."""
    harness = HARNESSES[name]
    accepted = failures = slow = 0
    slowest = (0.0, -1)
    began = time.monotonic()
    for number, text in enumerate(cases(harness, seed, start, stop), start):
        at = time.process_time()
        try:
            accepted += harness.read(text)
        except Exception as error:  # noqa: BLE001 - any exception is a finding
            failures += 1
            if failures <= MOST_SHOWN:
                frame = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
                what = f"{type(error).__name__}: {str(error)[:200]} ({where})"
                print(f"  {name} {number}: {what} in {text[:300]!r}", flush=True)
        took = time.process_time() - at
        slowest = max(slowest, (took, number))
        if took > SLOW:
            slow += 1
            if slow <= MOST_SHOWN:
                print(f"  {name} {number}: {took:.2f} s for {len(text)} characters", flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{name}: {stop - start:,} texts, {accepted:,} accepted, {failures} failures, {slow} slower than {SLOW} s, "
        f"slowest {slowest[0]:.3f} s (text {slowest[1]}), {memory} MB, {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"harnesses: {', '.join(HARNESSES)}; all of them if left out")
    parser.add_argument("--scale", type=float, default=float(os.environ.get("GINRULES_FUZZ_SCALE", "1")))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    failures = 0
    for name in options.names or HARNESSES:
        failures += run(name, options.seed, options.first, options.first + round(SIZES[name] * options.scale))
    return int(failures > 0)


if __name__ == "__main__":
    raise SystemExit(main())
