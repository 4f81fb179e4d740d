"""The examples on the cards of presets, as text: ``examples.txt`` beside this module.

``python -m tools.card_examples --write``, in a checkout, makes them before a release.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

Kind = Literal["round", "lay-offs", "differences", "sheet", "written"]
"""What lines are about: an example round, its lay-offs, the differences from ``standard``, the sheet of six rounds in
columns, and where each of them is written in it."""

FILE: Final = Path(__file__).with_suffix(".txt")
"""Blocks, with an empty line between them: a line of the kind and the presets, then their lines."""


def examples(name: str) -> Mapping[Kind, tuple[str, ...]]:
    """Return the lines of a preset by their kind, none for one that is newer than the text.

    Examples:
        >>> examples("standard")["lay-offs"]
        ('Example: Ann lays off ...',)
    """
    return _kept().get(name, {})


@lru_cache(maxsize=1)
def _kept() -> Mapping[str, Mapping[Kind, tuple[str, ...]]]:
    """Return the lines by preset and kind, in the order of the file."""
    kept: dict[str, dict[str, tuple[str, ...]]] = {}
    for block in FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n"):
        head, *lines = block.split("\n")
        kind, *names = head.split()
        for name in names:
            own = kept.setdefault(name, {})
            own[kind] = (*own.get(kind, ()), *lines)
    return kept  # type: ignore[return-value]
