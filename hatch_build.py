"""The compiled core in wheels and in `pip install`: built beside the sources where there is a C compiler.

Beside the sources, so that a checkout that is installed from, and an editable install, have it too. Without a
compiler the wheel is pure, and `ginrules.fast` plays on the engine.

The variable GINRULES_CORE decides: ``no`` makes the pure wheel, ``must`` refuses to build without the core.
"""

import os
import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CoreHook(BuildHookInterface[Any]):
    """The hook that hatchling calls for every wheel, editable ones included."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's
        """Compile the core and put it into the wheel."""
        switch = os.environ.get("GINRULES_CORE", "")
        if switch == "no":
            return
        build = runpy.run_path(str(Path(self.root, "ginrules", "fast", "build.py")))
        library = build["FOLDER"] / build["library_name"]()
        command = build["compiler"]()
        problem = build["compile_core"](command, library) if command else "there is no C compiler"
        if problem:
            library.unlink(missing_ok=True)  # of other sources, perhaps
            if switch == "must":
                raise RuntimeError(f"GINRULES_CORE=must, and the core cannot be built: {problem}")
            self.app.display_warning(f"without the compiled core: {problem.splitlines()[0]}")
            return
        build_data["artifacts"].append(f"ginrules/fast/core/{library.name}")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
