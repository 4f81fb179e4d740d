"""The playground and the tables of other pages: `<gin-game>`, and the library with the Python that runs it in a page.

The scripts of the game come from a folder that ``python -m tools.browser_core FOLDER --scripts NPM`` has filled
(``GINRULES_PAGE_CORE``), or they are built here, by Zig's clang and npm. Pyodide comes from its npm package, of one
version whose content is checked. Modules, also those of its standard library, are compiled by its Python, so that no
browser has to. Nothing of it is committed. What cannot be built is named by ``python -m docs.generate``, and the page
has no panels that ask it.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import ginrules as gin
from docs.generate.markdown import ROOT, table
from ginrules.fast._plan import unplayed
from ginrules.rules.model import RULES
from ginrules.scoring.price_numbers import unsupported_price_rule

VERSION: Final = "314.0.7"
INTEGRITY: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, as npm tells it."""

SOURCES: Final = ROOT / "docs" / "assets" / "playground"
"""What the page and its worker run."""
PLACE: Final = "assets/playground/"
CARDS: Final = {
    "standard": "Knock with 10 or less, to 100 points.",
    "oklahoma": "The first card sets the limit; spades count double.",
    "hollywood": "Three games at once.",
    "straight-gin": "Nobody knocks: you need gin.",
    "doubling-gin": "Either may double the round, as at backgammon.",
    "knock-rummy": "Two to six at one table.",
}
"""Rules to press, with a sentence about each."""
FIELDS: Final = (
    "knock_limit knock_source gin_bonus undercut_bonus big_gin tie spade_multiplier target game_bonus box_bonus".split()
)
"""The rules that have a field."""
MOST_IN_A_FIELD: Final = 1000
LOADED: Final = ("pyodide.asm.wasm", "python_stdlib.packed", "pyodide-lock.json", "ginrules.packed")
"""The files whose bytes are counted while they load."""
WAIT: Final = "The table is fetched. If this line stays, its script was refused: load the page again."
WITHOUT: Final = "This copy of the site was built without the table: nothing can be played."
_FILES: Final = (
    "gin_game/gin-game.js",
    "gin_game/gin-review.js",
    "gin_game/gin-net.js",
    "gin_game/gin-game.mjs",
    "gin_game/gin-pad.js",
    "gin_core/build/core.wasm",
    "gin_table/gin-table.js",
)
"""The built files of the tables and of the pad, which every page shares."""
_ABOUT: Final = {
    "assets/gin-game.js": "`<gin-game>` for a `<script>`, also from a file",
    "assets/gin-game.mjs": "the same as a module",
    "assets/gin-review.js": "beside either: reviews",
    "assets/gin-net.js": "beside either: the net of hints and of the strongest player",
    "assets/gin-pad.js": "`<gin-pad>`, for a `<script>`",
    "assets/core.wasm": "the core alone, for `gin-core`",
    "assets/gin-table.js": "`<gin-table>`, a module",
}
_COMPONENTS: Final = """# Components

Files to put beside a page of your own. Each stands alone, asks no server and needs no build.
[JavaScript and TypeScript](javascript.md) shows how to use them.

{files}

Whoever builds with npm installs the folders `examples/gin_core`, `gin_game` and `gin_table` of the source.
"""
_TOOLS: Final = ("esbuild@0.28.2", "typescript@7.0.2")
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_LEFT_OUT: Final = (
    "__pycache__ core cli testing rl fast prompts divergence.py round_robin terminal.py types.py __init__.pyi "
    "README.md records.schema.json rules.schema.json"
).split()
"""Parts of the library that nothing on the page uses, or that no browser can run."""
_STDLIB_LEFT_OUT: Final = """
    _pydatetime _pyrepl _strptime _sysconfigdata__emscripten_wasm32-emscripten argparse asyncio/proactor_events
    asyncio/tools asyncio/windows_events asyncio/windows_utils bdb cProfile calendar cmd code colorsys compileall
    concurrent/futures/process concurrent/interpreters configparser ctypes curses dbm doctest email/_header_value_parser
    email/contentmanager email/generator email/headerregistry email/mime ensurepip filecmp fileinput ftplib getopt
    getpass gettext graphlib http/cookiejar http/cookies http/server idlelib imaplib importlib/metadata
    importlib/resources logging/config logging/handlers mailbox mimetypes modulefinder multiprocessing netrc optparse
    pdb pickletools plistlib poplib pprint profile pstats pty py_compile pyclbr pydoc pydoc_data pyodide/console
    rlcompleter runpy sched secrets shelve shlex site-packages smtplib socketserver sqlite3 symtable sysconfig tabnanny
    tarfile test this timeit tkinter trace tracemalloc tty turtle turtledemo unittest uuid venv wave webbrowser wsgiref
    xml/dom xml/etree xml/parsers xml/sax/expatreader xmlrpc zipapp zoneinfo
""".split()
"""Modules of the standard library that Python starts without and that the library does not import."""
_ENCODINGS: Final = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_16_le", "utf_32_le", "utf_8")
_EARLY: Final = (1980, 1, 1, 0, 0, 0)


def files() -> Iterator[tuple[str, str | bytes]]:
    """Yield the page and all that it loads, with their places."""
    made = {f"assets/{name.rpartition('/')[2]}": data for name, data in game().items()}
    made |= {PLACE + ("pyodide/" * (name in _PYODIDE)) + name: data for name, data in pyodide().items()}
    yield "playground.md", _page(made)
    yield "components.md", _components(made)
    yield from made.items()
    if pyodide():
        yield "sw.js", _service_worker(made)


def missing() -> Iterator[str]:
    """Yield what could not be built, and what it needs, in a sentence each."""
    if not game():
        yield "no table to play at: it needs npm with a registry, and `pip install ziglang`"
    if not pyodide():
        yield "no panels of the playground that ask the library: they need npm with a registry"


def _service_worker(made: dict[str, bytes]) -> bytes:
    """Return the service worker: its version is that of the files it keeps, so that others take their place."""
    scripts = sorted(SOURCES.glob("*.*"))
    digest = hashlib.sha256(b"".join([*made.values(), *(path.read_bytes() for path in scripts)])).hexdigest()[:12]
    return (SOURCES / "sw.js").read_bytes().replace(b"{version}", digest.encode())


def _page(made: dict[str, bytes]) -> str:
    pieces = {name.rpartition("/")[2]: len(data) for name, data in made.items() if name.startswith(PLACE)}
    loaded = {name: pieces[name] for name in LOADED if name in pieces}
    packed = sum(len(gzip.compress(data, 6)) for name, data in made.items() if name.startswith(PLACE)) / 1e6
    values = {
        "style": (SOURCES / "playground.css").read_text(encoding="utf-8"),
        "pieces": json.dumps(loaded),
        "hidden": "" if loaded else " hidden",
        "wait": WAIT if game() else WITHOUT,
        "megabytes": f"{packed:.1f}",
        "cards": "".join(map(_card, CARDS)),
        "elsewhere": _elsewhere(),
        "presets": "".join(_option(key) for key in gin.preset_names() if is_at_one_table(gin.preset(key))),
        "fields": "".join(map(_field, FIELDS)),
    }
    page = Path(__file__).with_name("playground.md").read_text(encoding="utf-8")
    for name, value in values.items():
        page = page.replace(f"{{{name}}}", value)
    return page


def _components(made: dict[str, bytes]) -> str:
    """Return the page of the files that another page can use, with their sizes and digests."""
    rows = [
        (
            f"[`{place.rpartition('/')[2]}`]({place})",
            about,
            f"{len(gzip.compress(made[place], 9)) / 1000:.0f} kB",
            f"`{hashlib.sha256(made[place]).hexdigest()[:16]}`",
        )
        for place, about in _ABOUT.items()
        if place in made
    ]
    files = table(("file", "what it is", "packed", "SHA-256 begins"), rows) if rows else f"{WITHOUT}"
    return _COMPONENTS.format(files=files)


def is_at_one_table(rules: gin.RuleSet) -> bool:
    """Return whether a page can play these rules: all sit at one table, and the core plays and prices them."""
    is_played = unplayed(rules) is None and unsupported_price_rule(rules) is None
    return is_played and rules.seating in {"head-to-head", "all-play"}


@cache
def game() -> dict[str, bytes]:
    """Return the scripts of tables, reviews and pad by their places; empty if they can be neither found nor built."""
    folder = os.environ.get("GINRULES_PAGE_CORE")
    if folder:
        return _built(Path(folder))
    npm = shutil.which("npm")
    if npm is None or find_spec("ziglang") is None:
        return {}
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        command = [npm, "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(place / "npm"), *_TOOLS]
        if subprocess.run(command, check=False, capture_output=True, timeout=300).returncode:
            return {}
        command = [sys.executable, "-m", "tools.browser_core", str(place / "page"), "--scripts", str(place / "npm")]
        subprocess.run(command, check=True, cwd=ROOT)
        return _built(place / "page")


def _built(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in _FILES}


def _card(key: str) -> str:
    checked = " checked" if key == "standard" else ""
    about = CARDS[key]
    title = escape(gin.preset(key).heading)
    return (
        f'<label class="gin-card"><input type="radio" name="preset" value="{key}"{checked}> '
        f"<b>{title}</b><small>{about}</small></label>"
    )


def _elsewhere() -> str:
    """Return which presets the page does not play, and where they are played."""
    names = [key for key in gin.preset_names() if not is_at_one_table(gin.preset(key))]
    linked = ", ".join(f'<a href="../presets/{key}/">{escape(gin.preset(key).heading)}</a>' for key in names)
    table = '<a href="../put-it-online/">web table</a>'
    return f"Teams, players who sit out, and takes of several cards are played at a {table}, not here: {linked}."


def _option(key: str) -> str:
    return f'<option value="{key}">{escape(gin.preset(key).heading)}</option>'


def _field(name: str) -> str:
    """Return the field of a rule: a number, a choice, or yes and no, with its sentence."""
    rule, value = RULES[name], getattr(gin.preset("standard"), name)
    about = f'data-section="{rule.section}" data-rule="{name}" title="{escape(rule.doc)}"'
    if rule.kind == "choice":
        chosen = {value: " selected"}
        options = "".join(f"<option{chosen.get(choice, '')}>{choice}</option>" for choice in rule.choices)
        field = f"<select {about}>{options}</select>"
    elif rule.kind == "yes-no":
        field = f'<input type="checkbox" {about}{" checked" if value else ""}>'
    else:
        most = min(rule.most, MOST_IN_A_FIELD)
        field = f'<input type="number" min="{rule.least}" max="{most}" value="{value}" {about}>'
    words = name.replace("_", " ")
    return f"<label>{words[0].upper()}{words[1:]} {field}<small>{escape(rule.doc)}</small></label>"


@cache
def pyodide() -> dict[str, bytes]:
    """Return the files of Pyodide that are needed, from the npm package.

    Raises:
        ValueError: If the package differs from the checked package.
    """
    npm = shutil.which("npm")
    if npm is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=300)
        packages = [*Path(folder).glob("*.tgz")]
        if done.returncode or not packages:
            return {}
        data = packages[0].read_bytes()
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode("ascii")
    if digest != INTEGRITY:
        raise ValueError(f"pyodide {VERSION} from npm has SHA-512 {digest}, expected {INTEGRITY}")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        parts = {name: _member(archive, f"package/{name}") for name in _PYODIDE}
    archives = {
        "python_stdlib": _zipped(_stdlib(parts["python_stdlib.zip"])),
        "ginrules": _zipped([*_sources(), *_attrs()]),
    }
    packed = {f"{name}.packed": gzip.compress(data, 9, mtime=0) for name, data in _compiled(parts, archives).items()}
    # the packages that Pyodide could load are not needed
    lock = json.dumps({"info": json.loads(parts["pyodide-lock.json"])["info"], "packages": {}}).encode()
    del parts["python_stdlib.zip"]
    return parts | packed | {"pyodide-lock.json": lock}


def _compiled(pyodide: dict[str, bytes], archives: dict[str, bytes]) -> dict[str, bytes]:
    """Return archives of compiled modules; of the sources if there is no node to run Pyodide.

    Raises:
        CalledProcessError: If a module cannot be compiled.
    """
    node = shutil.which("node")
    if node is None:
        return archives
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part, data in {**pyodide, **{f"{archive}.sources": data for archive, data in archives.items()}}.items():
            (folder / part).write_bytes(data)
        script = SOURCES / "compiled.mjs"
        command = [node, str(script), name, *archives]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        return {archive: (folder / f"{archive}.compiled").read_bytes() for archive in archives}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    if file is None:
        raise ValueError(f"pyodide {VERSION} has no file {name}")
    return file.read()


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the library of this checkout, without what the page does not need, and the playground's modules."""
    package = ROOT / "ginrules"
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.is_file() and not set(inside.parts) & set(_LEFT_OUT) and path.suffix != ".ts":
            yield f"ginrules/{inside.as_posix()}", path.read_bytes()
    for name in ("in_browser.py", "small_comparison.py"):
        yield name, (SOURCES / name).read_bytes()


def _stdlib(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the standard library of Pyodide, without the modules that are left out."""
    left_out = tuple(f"{name}{end}" for name in _STDLIB_LEFT_OUT for end in ("/", ".py"))
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        for name in members.namelist():
            folder, _, module = name.rpartition("/")
            is_encoding = folder == "encodings" and module.removesuffix(".py") not in _ENCODINGS
            if not (is_encoding or name.endswith("/") or name.startswith(left_out)):
                yield name, members.read(name)


def _attrs() -> Iterator[tuple[str, bytes]]:
    """Yield the installed attrs, the only package that the library needs."""
    for name in ("attr", "attrs"):
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        for path in sorted(Path(spec.origin).parent.glob("*.py")):
            yield f"{name}/{path.name}", path.read_bytes()


def _zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """Return an archive that depends on its content alone; it is packed later, as a whole."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, _EARLY), data)
    return made.getvalue()
