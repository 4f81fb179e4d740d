"""How long ``import ginrules`` takes in a fresh interpreter: ``python -m benchmarks.import_time``."""

import statistics
import subprocess
import sys

_CODE = "import time; began = time.perf_counter(); import ginrules; print(time.perf_counter() - began)"


def import_milliseconds(times: int = 15) -> float:
    """Return the median over some fresh interpreters; a first run fills the file caches."""
    times_taken = []
    for _ in range(times + 1):
        done = subprocess.run([sys.executable, "-c", _CODE], check=True, capture_output=True, text=True)
        times_taken.append(1000 * float(done.stdout))
    return statistics.median(times_taken[1:])


if __name__ == "__main__":
    print(f"import ginrules: {import_milliseconds():.0f} ms")
