"""The addresses of the site and of the source; their only source is ``[project.urls]`` of pyproject.toml.

Without them pages have no link to themselves or to the source. The variable GINRULES_SITE_URL is the address of a
site that is built for another place, for example on trial.
"""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
BRANCH: Final = "main"


@cache
def urls() -> Mapping[str, str]:
    """Return the addresses by their labels, empty until there is one."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return dict[str, str](tomllib.load(file)["project"].get("urls", {}))


def site_url() -> str:
    """Return the address of the site, which ends in a slash; empty if it has none."""
    address = os.environ.get("GINRULES_SITE_URL", "") or urls().get("Documentation", "")
    return address and address.rstrip("/") + "/"


def source_url() -> str:
    """Return the address of the source; empty if it has none."""
    return urls().get("Source", "")


def source_of(path: str, line: int = 0) -> str:
    """Return the address of a file of the repository, at a line if given.

    Examples:
        >>> source_of("ginrules/play/deal.py", 7).rpartition("/blob/")[2]
        'main/ginrules/play/deal.py#L7'
    """
    return f"{source_url()}/blob/{BRANCH}/{path}" + (f"#L{line}" if line else "")


def edit_of(path: str) -> str:
    """Return the address at which a file of the repository is edited."""
    return f"{source_url()}/edit/{BRANCH}/{path}"
