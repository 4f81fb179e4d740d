"""Writes the vectors of all presets into an archive: ``python -m tools.vectors tests/data/vectors.zip``."""

import argparse
import json
import zipfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from ginrules import preset_names
from tools.vectors.search import vectors

ROUNDS: Final = 24
SEED: Final = 1
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def write(path: Path, names: Sequence[str], rounds: int = ROUNDS, jobs: int = 1, *, views: bool = False) -> None:
    """Write the vectors of these rules, the same bytes in every run: fixed seeds and dates, names in order."""
    made = partial(lines_of, rounds=rounds, views=views)
    with zipfile.ZipFile(path, "w") as archive, ProcessPoolExecutor(jobs) as pool:
        for name, lines in zip(sorted(names), pool.map(made, sorted(names)), strict=True):
            member = zipfile.ZipInfo(f"{name}.jsonl", _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, lines, compresslevel=9)


def lines_of(name: str, rounds: int = ROUNDS, *, views: bool = False) -> str:
    """Return the file of a rule set."""
    return "".join(f"{json.dumps(vector, ensure_ascii=False)}\n" for vector in vectors(name, rounds, SEED, views=views))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument(
        "--rules", nargs="+", default=preset_names(), help="other rules: presets, or oklahoma+hollywood"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="limit on the rounds of each rule set")
    parser.add_argument("--views", action="store_true", help="write the view of every seat in every position too")
    parser.add_argument("--jobs", type=int, default=1, help="processes to work in")
    arguments = parser.parse_args()
    write(arguments.path, arguments.rules, arguments.rounds, arguments.jobs, views=arguments.views)
