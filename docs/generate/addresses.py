"""The addresses of the site and of the source; their only source is ``[project.urls]`` of pyproject.toml."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
BRANCH: Final = "main"


@cache
def urls() -> Mapping[str, str]:
    """Return the addresses by their labels."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return dict[str, str](tomllib.load(file)["project"]["urls"])


def site_url() -> str:
    """Return the address of the site; it ends in a slash."""
    return urls()["Documentation"].rstrip("/") + "/"


def source_of(path: str, line: int = 0) -> str:
    """Return the address of a file of the repository, at a line if given.

    Examples:
        >>> source_of("ginrules/play/deal.py", 7).rpartition("/blob/")[2]
        'main/ginrules/play/deal.py#L7'
    """
    return f"{urls()['Source']}/blob/{BRANCH}/{path}" + (f"#L{line}" if line else "")


def edit_of(path: str) -> str:
    """Return the address at which a file of the repository is edited."""
    return f"{urls()['Source']}/edit/{BRANCH}/{path}"
