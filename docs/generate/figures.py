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
        "speed": f"{float(measured('table', 'random rounds, standard', 'core ÷ rival')):.0f}",
        "steps": measured("vector", "`Rounds`, 1,024 at once", ""),
    }


def measured(name: str, row: str, *columns: str) -> str:
    """Return a cell of a table of the benchmarks, by its first cell and the first of the columns that is there."""
    heads, *rows = (_cells(line) for line in table(name).splitlines() if line.startswith("|"))
    place = next(heads.index(column) for column in columns if column in heads)
    return next(cells[place] for cells in rows if cells[0] == row).partition(" ")[0]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
