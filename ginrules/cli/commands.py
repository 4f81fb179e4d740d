"""The commands, by their purpose and with their modules."""

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Rules": {
        "presets": "lists",
        "show": "rules",
        "rules": "lists",
        "diff": "rules",
        "check": "rules",
        "sheet": "rules",
    },
    "Play and score": {
        "melds": "melds",
        "play": "play",
        "replay": "records",
        "verify": "records",
        "review": "review",
        "score": "records",
        "pad": "evening",
        "league": "league",
    },
    "Measure": {"compare": "rounds", "simulate": "rounds", "diverge": "diverge", "tournament": "rounds"},
    "For programs": {"schema": "records", "perft": "conform", "conform": "conform", "completion": "completion"},
}
"""The commands as the help lists them, each with its module in this package."""

COMMANDS: Final[Mapping[str, str]] = {name: module for group in GROUPS.values() for name, module in group.items()}

ABOUT: Final = (
    "Gin rummy by any rules: look rules up, play, compare rules at play, evaluate hands. "
    "Where a command takes rules, name a preset, give the path of a rule file (.toml) or - for the standard input, "
    "or join several and rule=value by +: oklahoma+hollywood+knock_limit=7."
)


def function_of(name: str) -> Any:
    """Load the module of a command and return its function, whose signature and docstring are the help."""
    module = import_module(f"ginrules.cli.{COMMANDS[name]}")
    return getattr(module, f"{name}_", None) or getattr(module, name)


def summary_of(name: str) -> str:
    """Return the first sentence of a command's help, which is read in its module, since to load all is slow."""
    source = Path(__file__).with_name(f"{COMMANDS[name]}.py").read_text(encoding="utf-8")
    found = re.search(rf'^def {name}_?\(.*?"""(.*?)\n\n', source, re.MULTILINE | re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())
