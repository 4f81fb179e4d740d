"""Writes the vectors of all presets into an archive: ``python -m tools.vectors tests/data/vectors.zip``."""

import argparse
from pathlib import Path

from ginrules import preset_names
from tools.vectors.archive import ROUNDS, write

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
