"""The compiled core in wheels and in `pip install`: built beside the sources where there is a C compiler.

Beside the sources, so that a checkout that is installed from, and an editable install, have it too. Without a
compiler the wheel is pure, and `ginrules.fast` plays on the engine.

Two variables decide. GINRULES_CORE: ``no`` makes the pure wheel, ``must`` refuses to build without the core.
GINRULES_PLATFORM, the tag of another platform (``win_amd64``): the library is built for it, by the compiler and the
target that CC names, and goes into the wheel only. ``python -m benchmarks.wheels`` sets them.
"""

import os
import runpy
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PLACE = "ginrules/fast/core"


class CoreHook(BuildHookInterface[Any]):
    """The hook that hatchling calls for every wheel, editable ones included."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's
        """Compile the core and put it into the wheel."""
        switch, platform = os.environ.get("GINRULES_CORE", ""), os.environ.get("GINRULES_PLATFORM", "")
        if switch == "no":
            return
        build = runpy.run_path(str(Path(self.root, "ginrules", "fast", "build.py")))
        system = build["system_of"](platform)
        folder = Path(tempfile.mkdtemp()) if platform else build["FOLDER"]
        library = folder / build["library_name"](system)
        command = build["compiler"]()
        problem = build["compile_core"](command, library, system) if command else "there is no C compiler"
        if problem:
            library.unlink(missing_ok=True)  # of other sources, perhaps
            if switch == "must" or platform:
                asked = f"GINRULES_PLATFORM={platform}" if platform else "GINRULES_CORE=must"
                raise RuntimeError(f"{asked}, and the core cannot be built: {problem}")
            self.app.display_warning(f"without the compiled core: {problem.splitlines()[0]}")
            return
        if platform:
            build_data["force_include"][str(library)] = f"{_PLACE}/{library.name}"
        else:
            build_data["artifacts"].append(f"{_PLACE}/{library.name}")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform or _own_platform()}"


def _own_platform() -> str:
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
