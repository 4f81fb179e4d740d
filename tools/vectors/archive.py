"""An archive of vectors, a file of JSON lines for each rule set."""

import json
import zipfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

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
