"""The table of bounds, from the module that defines them: names, values and docstrings."""

import ast
from itertools import pairwise
from pathlib import Path

from docs.generate.preset_pages import table
from ginrules._support import bounds


def markdown() -> str:
    """Return one row for every bound, in the order of the module."""
    return table(("bound", "value", "meaning"), rows())


def rows() -> list[tuple[str, str, str]]:
    """Return the name, the value and the docstring of every bound."""
    body = ast.parse(Path(bounds.__file__).read_text(encoding="utf-8")).body
    pairs = pairwise(body)
    return [
        (f"``{node.target.id}``", f"{getattr(bounds, node.target.id):,}", text.value.value)
        for node, text in pairs
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    ]
