"""Markdown that several pages need: tables, lists, and links to the paragraphs of the rule book."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""The folder of the checkout."""

_ANCHORS: Final = {"Standing rules": "standing", "Phases and legal actions": "phases", "The price of a round": "price"}
"""The anchors of paragraphs without a number."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; bars in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def bullets(texts: Sequence[str]) -> str:
    """Return a Markdown list."""
    return "\n".join(f"- {text}" for text in texts)


def page(parts: Sequence[str]) -> str:
    """Return a page of these paragraphs; empty ones are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def paragraphs(rule: str, root: str = "") -> str:
    """Return links to the paragraphs of the rule book that decide a rule.

    Args:
        rule: The name of the rule.
        root: The way from the page of the links to the folder of the rule book.

    Examples:
        >>> paragraphs("gin_off_bonus", "../rules/")
        '[9.1](../rules/precise.md#9-1)'
    """
    anchors = {number: _ANCHORS.get(number, number.replace(".", "-")) for number in _deciding().get(rule, ())}
    return ", ".join(f"[{number}]({root}precise.md#{anchor})" for number, anchor in anchors.items())


@cache
def _deciding() -> Mapping[str, Sequence[str]]:
    kept: dict[str, list[str]] = json.loads(files("ginrules.testing").joinpath("rule_book.json").read_text("utf-8"))
    return kept
