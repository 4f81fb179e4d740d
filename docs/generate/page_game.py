"""The game that the site plays: `<gin-game>`, built when the site is built, and never committed.

The script comes from a folder that ``python -m tools.browser_core FOLDER --scripts NPM`` has filled
(``GINRULES_PAGE_CORE``), or it is built here, by Zig's clang and npm. Where both are missing the pages show pictures.
"""

import gzip
import hashlib
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
_FILES: Final = {
    PLACE: "gin_game/gin-game.js",
    "assets/gin-review.js": "gin_game/gin-review.js",
    "assets/gin-net.js": "gin_game/gin-net.js",
    "assets/gin-game.mjs": "gin_game/gin-game.mjs",
    "assets/gin-pad.js": "gin_game/gin-pad.js",
    "assets/core.wasm": "gin_core/build/core.wasm",
}
"""The files of the tables and of the pad by their places in the site: every page shares them."""
_ABOUT: Final = {
    PLACE: "`<gin-game>` for a `<script>`, also from a file",
    "assets/gin-game.mjs": "the same as a module",
    "assets/gin-review.js": "beside either: reviews, and what the other may hold",
    "assets/gin-net.js": "beside either: the net of hints and of the strongest player",
    "assets/gin-pad.js": "`<gin-pad>`, for a `<script>`",
    "assets/core.wasm": "the core alone, for `gin-core`",
    "assets/gin-table.js": "`<gin-table>`, a module",
}
_WAIT: Final = "The pad is fetched. If this line stays, its script was refused: load the page again."
_TOOLS: Final = ("esbuild@0.28.2", "typescript@7.0.2")


def files() -> dict[str, bytes]:
    """Return the scripts of tables, reviews and pad by their places; empty if they can be neither found nor built."""
    return _scripts()


def to_take_home() -> str:
    """Return the table of the files that another page can use, with their sizes and digests."""
    table = Path(__file__).parents[2] / "examples" / "gin_table" / "gin-table.js"
    found = {**files(), "assets/gin-table.js": table.read_bytes()}
    rows = [
        f"| [`{place.rpartition('/')[2]}`]({place}) | {about} | {len(gzip.compress(found[place], 9)) / 1000:.0f} kB "
        f"| `{hashlib.sha256(found[place]).hexdigest()[:16]}` |"
        for place, about in _ABOUT.items()
        if place in found
    ]
    return "\n".join(["| file | | packed | SHA-256 begins |", "|---|---|---:|---|", *rows])


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
    return {place: (folder / name).read_bytes() for place, name in _FILES.items()}


def is_there() -> bool:
    """Return whether the site has the script."""
    return bool(files())


def plays(rules: gin.RuleSet) -> bool:
    """Return whether the pages of this site play these rules."""
    return is_there() and is_at_one_table(rules)


def is_at_one_table(rules: gin.RuleSet) -> bool:
    """Return whether a page can play these rules: all sit at one table, and the core plays and prices them."""
    is_played = unplayed(rules) is None and unsupported_price_rule(rules) is None
    return is_played and rules.seating in {"head-to-head", "all-play"}


def element(rules: str, picture: str) -> str:
    """Return a table of these rules, with a picture in its place until it is there."""
    return f'<gin-game rules="{escape(rules)}">{picture}</gin-game>' if is_there() else picture


def pad() -> str:
    """Return the score pad of its page, or a sentence if the site was built without it."""
    if not is_there():
        return "This copy of the site was built without the pad. In a shell, `ginrules pad` keeps it."
    script = '<script type="module" src="../assets/pad.js"></script>'
    return f"<noscript><p>The pad needs JavaScript, which is off.</p></noscript>\n<gin-pad>{_WAIT}</gin-pad>\n{script}"
