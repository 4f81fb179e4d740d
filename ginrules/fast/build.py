"""The compiled core's build: ``python ginrules/fast/build.py`` writes the library next to its sources.

``hatch_build.py`` uses it for wheels and for `pip install`. It imports nothing from the package:
it must run before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent / "core"
"""The folder of the sources and of the library."""

FLAGS: Final = (
    "-std=c11",
    "-O3",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-Wall",
    "-Wextra",
    "-shared",
    "-fvisibility=hidden",
)
_COMPILERS: Final = ("cc", "gcc", "clang")

ZIG: Final = "ziglang"
"""The package that brings a C compiler, for machines without one."""

_VERSION_LENGTH: Final = 16


def library_name(system: str = sys.platform) -> str:
    """Return the file name of the library on this system, as `sys.platform` calls it."""
    return {"win32": "gin.dll", "darwin": "libgin.dylib"}.get(system, "libgin.so")


def system_of(platform: str) -> str:
    """Return the system of a wheel's platform tag, as `sys.platform` calls it, or "" for this system."""
    if not platform:
        return sys.platform
    return {"win": "win32", "mac": "darwin"}.get(platform[:3], "linux")


def sources_in() -> list[Path]:
    """Return the C sources: ``core.c``, its headers, and the parts that it includes."""
    return sorted(path for path in FOLDER.glob("*") if path.suffix in {".c", ".h", ".inc"})


def source_version() -> str:
    """Return a digest of the C sources, which a library built from them carries, or "" without sources."""
    sources = sources_in()
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:_VERSION_LENGTH] if sources else ""


def digest_file(library: Path) -> Path:
    """Return the path of the file with the size and the digest of a library, next to it."""
    return library.with_name(f"{library.name}.sha256")


def is_whole(library: Path) -> bool:
    """Return whether a library is the file that `compile_core` wrote, by the size and digest in the file next to it."""
    try:
        return digest_file(library).read_text(encoding="ascii") == _digest_of(library)
    except (OSError, ValueError):
        return False


def _digest_of(library: Path) -> str:
    data = library.read_bytes()
    return f"{hashlib.sha256(data).hexdigest()} {len(data)}\n"


def compiler() -> list[str]:
    """Return a C compiler's command: the variable CC, the first that is installed, or Zig's, empty if none is."""
    import shlex
    import shutil
    from importlib.util import find_spec

    command = os.environ.get("CC") or next(filter(None, map(shutil.which, _COMPILERS)), "")
    if not command and find_spec(ZIG) is not None:
        return [sys.executable, "-m", ZIG, "cc"]
    return shlex.split(command)


def compile_core(
    command: Sequence[str], library: Path, system: str = sys.platform, source: Path = FOLDER / "core.c"
) -> str:
    """Compile the core and return the compiler's messages, "" if all went well."""
    written = library.with_suffix(f".{os.getpid()}.tmp")
    position, libraries = ([], []) if system == "win32" else (["-fPIC"], ["-lm"])
    version = f'-DGIN_VERSION="{source_version()}"'
    arguments = [*command, *FLAGS, *position, version, "-o", str(written), str(source), *libraries]
    import subprocess

    try:
        done = subprocess.run(arguments, check=False, capture_output=True, text=True)  # noqa: S603 - a compiler
    except OSError as error:
        return str(error)
    if done.returncode:
        written.unlink(missing_ok=True)
        return done.stderr or f"{arguments[0]} ended with status {done.returncode}"
    digest = _digest_of(written)
    digest_file(library).unlink(missing_ok=True)  # between these steps there is no digest: the library is refused
    written.replace(library)
    digest_file(library).write_text(digest, encoding="ascii", newline="\n")
    return ""


def main() -> int:
    """Build the library next to its sources and return the exit status."""
    command = compiler()
    library = FOLDER / library_name()
    problem = compile_core(command, library) if command else f"no C compiler: expected one of {', '.join(_COMPILERS)}"
    print(problem or f"{library.name}, version {source_version()}")  # noqa: T201 - a script
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
