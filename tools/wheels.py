"""All wheels from one Linux machine: one ``py3-none-<platform>`` for each platform, and the pure one.

    pip install '.[fast]'
    pip install --require-hashes -r tools/release.txt
    python -m tools.wheels dist                          # the sdist and all wheels
    python -m tools.wheels dist win_amd64 pure           # some of them
    python -m tools.wheels dist --check                  # only open existing wheels

The compiler is Zig's clang, which has the headers and the libraries of every target (``ziglang`` on PyPI). Every wheel
is opened afterwards: its tag, the names that its library exports, the version that the library carries, and its
needs of the C library. Windows takes some minutes the first time, since Zig builds its libraries first.
"""

import argparse
import os
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PLATFORMS: Final = {
    "manylinux_2_17_x86_64": "x86_64-linux-gnu.2.17",
    "manylinux_2_17_aarch64": "aarch64-linux-gnu.2.17",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
    "win_arm64": "aarch64-windows-gnu",
}
"""The tag of each platform and its target, as Zig calls it."""

PURE: Final = "pure"
SDIST: Final = "sdist"
NEWEST_GLIBC: Final = (2, 17)
_OF_MACH_O: Final = {"__dso_handle", "_mh_dylib_header"}
_LIBRARY: Final = re.compile(r"ginrules/fast/core/(libgin\.so|libgin\.dylib|gin\.dll)$")


def build(name: str, folder: Path) -> None:
    """Build a wheel into a folder."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("GINRULES_") and name != "CC"}
    if name in PLATFORMS:
        variables |= {"CC": f"{sys.executable} -m ziglang cc -target {PLATFORMS[name]} -s", "GINRULES_PLATFORM": name}
    else:
        variables["GINRULES_CORE"] = "no"
    kind = SDIST if name == SDIST else "wheel"
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder.resolve())]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=variables)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr[-2000:]}")


def problems_of(wheel: Path, expected: set[str], version: str) -> list[str]:
    """Open a wheel and return its faults."""
    from ginrules.fast.build import library_name, system_of

    platform = wheel.stem.rpartition("-")[2]
    with zipfile.ZipFile(wheel) as archive:
        libraries = {name: archive.read(name) for name in archive.namelist() if _LIBRARY.search(name)}
        metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
        tags = re.findall(r"^Tag: (.+)$", archive.read(metadata).decode(), re.MULTILINE)
    problems = [] if tags == [f"py3-none-{platform}"] else [f"tags {tags}"]
    if platform == "any":
        return problems + [f"holds {name}" for name in libraries]
    if len(libraries) != 1:
        return [*problems, f"holds {len(libraries)} libraries: {sorted(libraries)}"]
    ((name, library),) = libraries.items()
    if not name.endswith(library_name(system_of(platform))):
        problems.append(f"{name} on {platform}")
    exported = exported_names(library)
    if exported != expected:
        problems.append(f"exports lack {sorted(expected - exported)}, have {sorted(exported - expected)} too")
    if version.encode() not in library:
        problems.append(f"the library is not of version {version}")
    newest = newest_glibc(library)
    if newest > NEWEST_GLIBC:
        problems.append(f"needs glibc {newest}")
    return problems


def exported_names(library: bytes) -> set[str]:
    """The names that an ELF, a Mach-O or a PE library exports."""
    import lief

    parsed = lief.parse(library)
    if parsed is None:
        return set()
    names = {function.name.removeprefix("_") for function in parsed.exported_functions}
    return names - _OF_MACH_O


def newest_glibc(library: bytes) -> tuple[int, ...]:
    """The newest version of glibc that a library needs; () if it needs none."""
    asked = re.findall(rb"GLIBC_(\d+)\.(\d+)", library)
    return max((tuple(map(int, version)) for version in asked), default=())


def check(folder: Path) -> int:
    """Open the wheels of a folder, print a line for each, and return how many are wrong."""
    from ginrules.fast._load import ENTRIES
    from ginrules.fast.build import source_version

    expected, wrong = {"gin_version", *ENTRIES}, 0
    for wheel in sorted(folder.glob("*.whl")):
        problems = problems_of(wheel, expected, source_version())
        wrong += bool(problems)
        print(f"{wheel.name}: {wheel.stat().st_size // 1024} KB, {'; '.join(problems) or 'all right'}")
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    every = (SDIST, PURE, *PLATFORMS)
    parser = argparse.ArgumentParser(
        prog="python -m tools.wheels", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where they are written")
    parser.add_argument("names", nargs="*", choices=(*every, []), help=f"which: {', '.join(every)}; all if left out")
    parser.add_argument("--check", action="store_true", help="open what is there, build nothing")
    options = parser.parse_args(arguments)
    for name in () if options.check else options.names or every:
        began = time.monotonic()
        build(name, options.folder)
        print(f"{name}: built in {time.monotonic() - began:.1f} s", flush=True)
    if "\n[project.urls]\n" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        print("not for a release: pyproject.toml has no [project.urls]")
    return int(check(options.folder) > 0)


if __name__ == "__main__":
    sys.exit(main())
