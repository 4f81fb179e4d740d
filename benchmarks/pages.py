"""Tables in pages, each between two marks ``<!-- name -->``; a measured table replaces the previous table."""

import datetime as dt
import platform
import shlex
import sys
from pathlib import Path
from typing import Final

README: Final = Path(__file__).parent / "README.md"


def put(name: str, text: str, page: Path = README) -> None:
    """Write a text between the two marks of this name.

    Raises:
        ValueError: If the page has not the mark twice; nothing is written then.
    """
    mark = f"<!-- {name} -->"
    parts = page.read_text(encoding="utf-8").split(mark)
    if len(parts) != 3:
        raise ValueError(f"{page.name} has the mark {mark} {len(parts) - 1} times, expected twice")
    page.write_text(f"{parts[0]}{mark}\n\n{text.strip()}\n\n{mark}{parts[2]}", encoding="utf-8")


def today() -> str:
    """Return the date and the Python of a measurement."""
    return f"{dt.datetime.now(tz=dt.UTC).date()}, CPython {platform.python_version()}"


def made() -> str:
    """Return when a table was made, and the command of this process, which makes it again."""
    return f"{today()}: `python {shlex.join(word for word in sys.orig_argv[1:] if word != '--write')}`."
