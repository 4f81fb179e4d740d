"""The compiled core in wheels and in `pip install`, and the page of the package, whose links are absolute.

With a C compiler, the core is built next to the sources: the checkout and an editable install then have it too.
Without one, the build asks for a package that brings a compiler (about 100 MB, for the build alone). If it cannot be
fetched, the wheel is pure, and `ginrules.fast` plays on the engine.

Two variables decide. GINRULES_CORE: ``no`` makes the pure wheel, ``must`` refuses to build without the core.
GINRULES_PLATFORM, the tag of another platform (``win_amd64``): the library is built for it, by the compiler and the
target that CC names, and goes into the wheel only. ``python -m tools.wheels`` sets them.
"""

import os
import re
import runpy
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PLACE = "ginrules/fast/core"


class CoreHook(BuildHookInterface[Any]):
    """The hook that hatchling calls for every wheel, editable wheels included."""

    PLUGIN_NAME = "custom"
    _made: tempfile.TemporaryDirectory[str] | None = None
    """The folder of a library for another platform."""

    def dependencies(self) -> list[str]:
        """Return the package of a C compiler, if there is no other compiler, the core is wanted, and it can be had."""
        build = runpy.run_path(str(Path(self.root, "ginrules", "fast", "build.py")))
        if os.environ.get("GINRULES_CORE") == "no" or build["compiler"]() or not can_be_fetched(build["ZIG"]):
            return []
        return [build["ZIG"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the core and put it into the wheel."""
        switch, platform = os.environ.get("GINRULES_CORE", ""), os.environ.get("GINRULES_PLATFORM", "")
        if switch not in ("", "no", "must"):
            raise RuntimeError(f"GINRULES_CORE={switch!r}: expected no, must, or nothing")
        if switch == "no":
            return
        build = runpy.run_path(str(Path(self.root, "ginrules", "fast", "build.py")))
        system = build["system_of"](platform)
        if platform:
            self._made = tempfile.TemporaryDirectory()
        folder = Path(self._made.name) if self._made else build["FOLDER"]
        library = folder / build["library_name"](system)
        command = build["compiler"]()
        problem = build["compile_core"](command, library, system) if command else "there is no C compiler"
        if problem:
            for file in (library, build["digest_file"](library)):
                file.unlink(missing_ok=True)  # perhaps built from other sources
            if switch == "must" or platform:
                asked = f"GINRULES_PLATFORM={platform}" if platform else "GINRULES_CORE=must"
                raise RuntimeError(f"{asked}, and the core cannot be built: {problem}")
            self.app.display_warning(f"without the compiled core: {problem.splitlines()[0]}")
            return
        for file in (library, build["digest_file"](library)):
            if platform:
                build_data["force_include"][str(file)] = f"{_PLACE}/{file.name}"
            else:
                build_data["artifacts"].append(f"{_PLACE}/{file.name}")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform or own_platform(library)}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the library built for another platform."""
        if self._made:
            self._made.cleanup()


def can_be_fetched(package: str) -> bool:
    """Return whether the installer that runs this build finds a package, asked by pip or by uv."""
    commands = [[sys.executable, "-I", "-m", "pip", "index", "versions", package]]
    if "UV" in os.environ:
        commands.append([os.environ["UV"], "pip", "compile", "--quiet", "--no-deps", "-"])
    for command in commands:
        try:
            done = subprocess.run(command, input=package, capture_output=True, text=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False


class PageHook(MetadataHookInterface):
    """The hook that hatchling calls for the metadata: the README as the page of the package."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README, with the addresses of ``[project.urls]``."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        page = package_page(text, metadata["name"], metadata.get("urls", {}))
        metadata["readme"] = {"content-type": "text/markdown", "text": page}


def package_page(readme: str, name: str, urls: dict[str, str]) -> str:
    """Return the README with absolute links and without a checkout: pages and pictures link to the site.

    Without addresses it has the texts of these links alone, and no pictures.
    """
    if not urls:
        readme = re.sub(
            r"<p>\n<picture>.*?</p>\n\n[^\n]*\n\n|\[([^\]\n]*)\]\((?!https?:|#)[^)\s]+\)",
            r"\1",
            readme,
            flags=re.DOTALL,
        )

    def absolute(path: str) -> str:
        if re.match(r"https?:|#", path):
            return path
        file, mark, part = path.partition("#")
        if not file.startswith("docs/"):
            return f"{urls['Source']}/blob/main/{path}"
        on_site = re.sub(r"\.md$", "/", re.sub(r"(^|/)index\.md$", r"\1", file.removeprefix("docs/")))
        return f"{urls['Documentation']}/{on_site}{mark}{part}"

    page = re.sub(r"\]\(([^)\s]+)\)", lambda link: f"]({absolute(link[1])})", readme)
    page = re.sub(r' (src|srcset)="([^"]+)"', lambda link: f' {link[1]}="{absolute(link[2])}"', page)
    return page.replace("install '.[cli]'", f"install '{name}[cli]'").replace("-q '.[cli]'", f"-q '{name}[cli]'")


def own_platform(library: Path) -> str:
    """Return the tag of this machine; on Linux the oldest C library that the compiled core runs with (PEP 600, 656)."""
    own = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if not own.startswith("linux_"):
        return own
    machine = own.removeprefix("linux_")
    if "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or ""):
        return f"musllinux_1_2_{machine}"
    needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", library.read_bytes())]
    return f"manylinux_2_{max(17, *needed)}_{machine}" if needed else own
