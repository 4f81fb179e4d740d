"""The picture of the rooms on the page Design: ``python -m tools.rooms`` prints it.

A floor may import from the floors below it. The floors are the contract in ``pyproject.toml``, the sentences are
the first lines of the packages.
"""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def floors() -> list[list[str]]:
    """Return the rooms of each floor, from the top down."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = config["tool"]["importlinter"]["contracts"][0]["layers"]
    return [re.findall(r"ginrules\.(\w+)", floor) for floor in rooms]


def sentence(room: str) -> str:
    """Return what a room holds: the first line of its package or module."""
    place = ROOT / "ginrules" / room
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].replace("``", "")


def picture() -> str:
    """Return the floors with a line between them."""
    drawn = ["\n".join(f"  {room:10}{sentence(room)}" for room in floor) for floor in floors()]
    return f"\n{'-' * 76}\n".join(drawn)


if __name__ == "__main__":
    print(picture())
