"""Rules named on the command line: a preset, or the path of a rule file."""

import os
from pathlib import Path

from ginrules.errors import UnknownPresetError
from ginrules.presets import preset
from ginrules.rule_files import load_rules
from ginrules.rules.model import RuleSet


def rules_from(text: str) -> RuleSet:
    """The rules meant by a word of the command line.

    What ends in ``.toml`` or names a place is a file; anything else is a preset.

    Raises:
        FileNotFoundError: If the file is not there.
        RuleSetError: If the file's rules cannot be played.
        UnknownPresetError: If there is no such preset.
    """
    if text.lower().endswith(".toml") or any(mark in text for mark in (os.sep, "/")):
        return load_rules(existing(text))
    try:
        return preset(text)
    except UnknownPresetError as error:
        near = error.details.get("near")
        meant = f"did you mean {' or '.join(map(str, near))}? " if isinstance(near, tuple) and near else ""
        shown = text if len(text) <= 60 else f"{text[:59]}…"
        raise UnknownPresetError(
            f"no preset {shown!r}: {meant}`ginrules presets` lists them all, a rule file ends in .toml",
            **error.details,
        ) from None


def existing(text: str) -> Path:
    """The path of a file that is there.

    Raises:
        FileNotFoundError: If it is not.
    """
    path = Path(text)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {text}")
    return path
