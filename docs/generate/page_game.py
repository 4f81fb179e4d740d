"""The game that the site plays: `<gin-game>`, built when the site is built, and never committed.

The script comes from a folder that ``python -m tools.browser_core FOLDER --scripts NPM`` has filled
(``GINRULES_PAGE_CORE``), or it is built here, by Zig's clang and npm. Where both are missing the pages show pictures.
"""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import ginrules as gin
from ginrules.fast._plan import unplayed
from ginrules.scoring.price_numbers import unsupported_price_rule
from tools import browser_core

PLACE: Final = "assets/gin-game.js"
PAD: Final = "assets/gin-pad.js"
REVIEWS: Final = "assets/gin-review.js"
_OWN: Final = {"assets/playground/core.js": "build/playing.js", "assets/playground/learned.js": "build/learned.js"}
"""The scripts of the playground alone; the second has the net, which the first move does not need."""
_WAIT: Final = "The pad is fetched. If this line stays, its script was refused: load the page again."
_TOOLS: Final = ("esbuild@0.28.2", "typescript@7.0.2")


def files() -> dict[str, bytes]:
    """Return the scripts of tables, reviews and pad by their places; empty if they can be neither found nor built."""
    return {place: data for place, data in _scripts().items() if place not in _OWN}


def core() -> dict[str, bytes]:
    """Return the scripts by which the playground plays, by their places; empty without them."""
    return {place: data for place, data in _scripts().items() if place in _OWN}


@cache
def _scripts() -> dict[str, bytes]:
    folder = os.environ.get("GINRULES_PAGE_CORE")
    if folder:
        return _in(Path(folder))
    npm = shutil.which("npm")
    if npm is None or find_spec(browser_core.ZIG) is None:
        return {}
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        command = [npm, "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(place / "npm"), *_TOOLS]
        if subprocess.run(command, check=False, capture_output=True, timeout=300).returncode:  # noqa: S603 - npm
            return {}
        browser_core.build(place / "page", place / "npm")
        return _in(place / "page")


def _in(folder: Path) -> dict[str, bytes]:
    package = folder / "gin_game"
    files = {PLACE: "gin-game.js", PAD: "gin-pad.js", REVIEWS: "gin-review.js", **_OWN}
    return {place: (package / name).read_bytes() for place, name in files.items()}


def is_there() -> bool:
    """Return whether the site has the script."""
    return bool(files())


def plays(rules: gin.RuleSet) -> bool:
    """Return whether a page can play these rules."""
    return is_there() and unplayed(rules) is None and unsupported_price_rule(rules) is None


def element(rules: str, picture: str) -> str:
    """Return a table of these rules, with a picture in its place until it is there."""
    return f'<gin-game rules="{escape(rules)}" against="learned">{picture}</gin-game>' if is_there() else picture


def pad() -> str:
    """Return the score pad of its page, or a sentence if the site was built without it."""
    if not is_there():
        return "This copy of the site was built without the pad. In a shell, `ginrules pad` keeps it."
    script = '<script type="module" src="../assets/pad.js"></script>'
    return f"<noscript><p>The pad needs JavaScript, which is off.</p></noscript>\n<gin-pad>{_WAIT}</gin-pad>\n{script}"
