"""Tables that the benchmarks wrote: what was measured stands in one place, ``benchmarks/README.md``."""

from pathlib import Path
from typing import Final

README: Final = Path(__file__).parents[2] / "benchmarks" / "README.md"


def table(name: str) -> str:
    """What stands between the two marks of this name, such as ``strength``."""
    parts = README.read_text(encoding="utf-8").split(f"<!-- {name} -->")
    assert len(parts) == 3, f"benchmarks/README.md has no table {name!r}"
    return parts[1].strip()


def strength() -> str:
    """How strong the lab's players are."""
    return table("strength")


def search() -> str:
    """How many tries a second a tree search makes."""
    return table("search")


def bounds() -> str:
    """What the worst inputs known cost."""
    return table("bounds")
