"""Numbers that pages show about the library: counted here, or read from the tables of ``benchmarks/README.md``."""

from collections.abc import Mapping
from functools import cache

import ginrules as gin
from docs.generate.benchmark_tables import table
from ginrules.presets import preset_aliases
from ginrules.rules.model import RULES


@cache
def figures() -> Mapping[str, str]:
    """Return the numbers by name, as they are printed.

    Examples:
        >>> figures()["seats"]
        '2 to 6'
    """
    presets = [gin.preset(key) for key in gin.preset_names()]
    seats = {number for rules in presets for number in rules.table_sizes}
    return {
        "presets": str(len(presets)),
        "aliases": str(len(preset_aliases())),
        "rules": str(len(RULES)),
        "seats": f"{min(seats)} to {max(seats)}",
        "speed": measured("table", "random rounds, OpenSpiel's rules", 4),
        "copying": measured("table", "copy and step", 4),
        "steps": measured("vector", "`Rounds`, 1,024 at once", 1),
        "steps_ratio": measured("vector", "`Rounds`, 1,024 at once", 2),
    }


def measured(name: str, row: str, column: int) -> str:
    """Return a cell of a table of the benchmarks, by its first cell and the number of its column."""
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table(name).splitlines()]
    return next(cells[column] for cells in rows if cells[0] == row)
