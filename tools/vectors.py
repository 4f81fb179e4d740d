"""Writes the vectors of all presets into an archive: ``python -m tools.vectors vectors.zip``.

The archive is the same byte for byte in every run: fixed seeds, fixed dates, presets in the order of their names.
"""

import argparse
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ginrules import preset_names
from ginrules.testing import vectors

ROUNDS: Final = 40
SEED: Final = 1
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def write(path: Path, names: Sequence[str], rounds: int = ROUNDS) -> None:
    """Write the vectors of these presets, a file of JSON lines for each."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(names):
            lines = [json.dumps(vector, ensure_ascii=False) for vector in vectors(name, rounds, SEED)]
            member = zipfile.ZipInfo(f"{name}.jsonl", _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, "\n".join([*lines, ""]), compresslevel=9)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="limit on the rounds of each preset")
    arguments = parser.parse_args()
    write(arguments.path, preset_names(), arguments.rounds)
