"""The rule book, ``docs/rules/precise.md``: links from a rule to the paragraphs that decide it, and back."""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Final

_ANCHORS: Final = {"Standing rules": "standing", "Phases and legal actions": "phases", "The price of a round": "price"}
"""The anchors of paragraphs without a number."""
_RULES: Final = re.compile(r"^\*Rules: [^*]*\*$", re.MULTILINE)
_NAME: Final = re.compile(r"`(\w+)`")


@cache
def _paragraphs() -> dict[str, list[str]]:
    """Return the numbers or titles of the paragraphs that decide each rule, as the package has them."""
    kept: dict[str, list[str]] = json.loads(files("ginrules.testing").joinpath("rule_book.json").read_text("utf-8"))
    return kept


def links(rule: str, root: str = "") -> str:
    """Return links to the paragraphs that decide a rule.

    Args:
        rule: The name of the rule.
        root: The way from the page of the links to the folder of the rule book.

    Examples:
        >>> links("gin_off_bonus", "../rules/")
        '[9.1](../rules/precise.md#9-1)'
    """
    anchors = {number: _ANCHORS.get(number, number.replace(".", "-")) for number in _paragraphs().get(rule, ())}
    return ", ".join(f"[{number}]({root}precise.md#{anchor})" for number, anchor in anchors.items())


def with_links(markdown: str) -> str:
    """Return the rule book with a link to its description for every rule that a paragraph decides.

    Examples:
        >>> with_links("*Rules: `tie`.*")
        '*Rules: [`tie`](all.md#tie).*'
    """
    return _RULES.sub(lambda line: _NAME.sub(r"[`\1`](all.md#\1)", line[0]), markdown)
