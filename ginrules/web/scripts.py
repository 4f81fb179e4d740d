"""Where the scripts and the compiled core for pages lie."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent / "files"


def folder(script: str = "gin-game.js") -> Path:
    """Return the folder of the scripts for pages. A server gives its files as they are.

    Args:
        script: A file that must be there. ``gin-table.js`` always is. Wheels of a release also have ``gin-game.js``,
            ``gin-pad.js``, ``core.wasm`` and what they fetch.

    Raises:
        FileNotFoundError: If this is a checkout, or a wheel that was made without it; the message says what makes it.

    Examples:
        >>> from ginrules.web import folder
        >>> (folder("gin-table.js") / "gin-table.js").is_file()
        True
    """
    if not (_FOLDER / script).is_file():
        raise FileNotFoundError(
            f"{_FOLDER} has no {script}: the wheels of a release have it; in a checkout "
            f"`python -m tools.browser_core FOLDER --scripts NPM --web` makes it, by ziglang and npm"
        )
    return _FOLDER
