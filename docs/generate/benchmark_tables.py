"""The tables that the benchmarks have written into ``benchmarks/README.md``."""

from pathlib import Path
from typing import Final

README: Final = Path(__file__).parents[2] / "benchmarks" / "README.md"


def table(name: str) -> str:
    """Return the text between the two marks of this name, such as ``strength``."""
    parts = README.read_text(encoding="utf-8").split(f"<!-- {name} -->")
    assert len(parts) == 3, f"benchmarks/README.md has no table {name!r}"
    return parts[1].strip()


def low_end(name: str, task: str, by: str, column: str) -> str:
    """Return the lower end of the interval of a figure, by its table, its first two cells and its column."""
    heads, *rows = (_cells(line) for line in table(name).splitlines() if line.startswith("|"))
    figure = next(row[heads.index(column)] for row in rows if row[:2] == [task, by])
    return figure.partition("(")[2].partition(" ")[0]


def dated(name: str) -> str:
    """Return when and with which Python a table was measured."""
    return table(name).rpartition("\n")[2].partition(":")[0]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
