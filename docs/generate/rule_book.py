"""The rule book, ``docs/rules/precise.md``: its paragraphs, and which of them decide a rule."""

import re
from functools import cache
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[1] / "rules" / "precise.md"
_HEADING: Final = re.compile(
    r"^##+ (?P<title>(?:(?P<number>\d+[ab]?(?:\.\d+)?) )?.*?) \{ #(?P<anchor>[\w-]+) \}$", re.MULTILINE
)
_RULES: Final = re.compile(r"^\*Rules: [^*]*\*$", re.MULTILINE)
_NAME: Final = re.compile(r"`(\w+)`")


@cache
def paragraphs() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the number (or the title) of every paragraph and the rules that it decides, by its anchor."""
    text = PAGE.read_text(encoding="utf-8")
    heads = [*_HEADING.finditer(text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return {
        head["anchor"]: (head["number"] or head["title"], tuple(_named(text[head.end() : end])))
        for head, end in zip(heads, ends, strict=True)
    }


def links(rule: str, root: str = "") -> str:
    """Return links to the paragraphs that decide a rule.

    Args:
        rule: The name of the rule.
        root: The way from the page of the links to the folder of the rule book.

    Examples:
        >>> links("gin_off_bonus", "../rules/")
        '[9.1](../rules/precise.md#9-1)'
    """
    deciding = {anchor: number for anchor, (number, rules) in paragraphs().items() if rule in rules}
    return ", ".join(f"[{number}]({root}precise.md#{anchor})" for anchor, number in deciding.items())


def with_links(markdown: str) -> str:
    """Return the rule book with a link to its description for every rule that a paragraph decides."""
    return _RULES.sub(lambda line: _NAME.sub(r"[`\1`](all.md#\1)", line[0]), markdown)


def _named(text: str) -> list[str]:
    return [name for line in _RULES.findall(text) for name in _NAME.findall(line)]
