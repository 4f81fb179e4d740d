"""Where the scripts and the compiled core for pages lie."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "files"


def folder() -> Path:
    """Return the folder of ``gin-game.js``, ``gin-table.js``, ``gin-pad.js``, ``core.wasm`` and what they fetch.

    Wheels of a release have it. A server gives its files to pages as they are.

    Raises:
        FileNotFoundError: If this is a checkout, or a wheel that was made without them; the message says what
            makes them.

    Examples:
        >>> from ginrules.web import folder
        >>> scripts = sorted(file.name for file in folder().iterdir())  # doctest: +SKIP
    """
    if not (_FOLDER / "gin-game.js").is_file():
        raise FileNotFoundError(
            f"{_FOLDER} has no scripts for pages: the wheels of a release have them; in a checkout "
            f"`python -m tools.browser_core FOLDER --scripts NPM --web` makes them, by ziglang and npm"
        )
    return _FOLDER
