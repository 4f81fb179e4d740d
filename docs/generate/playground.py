"""The playground: the library and the Python that runs it in a browser, put next to the page that uses them.

Pyodide comes from its npm package, of one version whose content is checked; it is fetched when the site is built and
never committed. If npm is missing, or has no registry, the page says that this site was built without it.
"""

import base64
import gzip
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

VERSION: Final = "314.0.7"
INTEGRITY: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package, as npm tells it."""

ROOT: Final = Path(__file__).parents[2]
PLACE: Final = "assets/playground/"
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_SHARED: Final = ("table.js", "table.css")
_LEFT_OUT: Final = ("__pycache__", "core", "cli", "testing", "rl")
_EARLY: Final = (1980, 1, 1, 0, 0, 0)


def files() -> dict[str, bytes]:
    """Return the files to put into the site, by place; empty if npm could not get Pyodide."""
    pyodide = _pyodide()
    if not pyodide:
        return {}
    table = ROOT / "examples" / "web_table"
    own = {name: (table / name).read_bytes() for name in _SHARED}
    own["ginrules.zip"] = _zipped(_sources())
    own["attrs.zip"] = _zipped(_attrs())
    return {PLACE + name: data for name, data in own.items()} | {
        f"{PLACE}pyodide/{name}": data for name, data in pyodide.items()
    }


def markdown() -> str:
    """Return the panels of the page, or the reason why it has no panels."""
    made = files()
    if not made:
        return "This copy of the site was built without the playground: its build could not get Pyodide by `npm`."
    size = sum(len(gzip.compress(data, 6)) for data in made.values()) / 1e6
    panels = (Path(__file__).parent / "playground.html").read_text(encoding="utf-8")
    return panels.replace("{megabytes}", f"{size:.1f}")


@cache
def _pyodide() -> dict[str, bytes]:
    """Return the files of Pyodide that are needed, from the npm package.

    Raises:
        ValueError: If the package differs from the checked package.
    """
    npm = shutil.which("npm")
    if npm is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=300)  # noqa: S603 - npm
        packages = [*Path(folder).glob("*.tgz")]
        if done.returncode or not packages:
            return {}
        data = packages[0].read_bytes()
    digest = base64.b64encode(hashlib.sha512(data).digest()).decode("ascii")
    if digest != INTEGRITY:
        raise ValueError(f"pyodide {VERSION} from npm has SHA-512 {digest}, expected {INTEGRITY}")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {name: _member(archive, f"package/{name}") for name in _PYODIDE}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    if file is None:
        raise ValueError(f"pyodide {VERSION} has no file {name}")
    return file.read()


def _sources() -> Iterator[tuple[str, bytes]]:
    """Yield the library of this checkout, without modules that no browser can run, and the playground's modules."""
    package = ROOT / "ginrules"
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.is_file() and not set(inside.parts) & set(_LEFT_OUT) and path.suffix != ".pyi":
            yield f"ginrules/{inside.as_posix()}", path.read_bytes()
    yield "game.py", (ROOT / "examples" / "web_table" / "game.py").read_bytes()
    for name in ("in_browser.py", "small_comparison.py"):
        yield name, (Path(__file__).parent / name).read_bytes()


def _attrs() -> Iterator[tuple[str, bytes]]:
    """Yield the installed attrs, the only package that the library needs."""
    for name in ("attr", "attrs"):
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        for path in sorted(Path(spec.origin).parent.glob("*.py")):
            yield f"{name}/{path.name}", path.read_bytes()


def _zipped(members: Iterator[tuple[str, bytes]]) -> bytes:
    """Return an archive that depends on its content alone."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, _EARLY), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()
