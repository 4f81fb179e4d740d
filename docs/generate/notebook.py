"""The example notebook, run without Jupyter: ``python -m docs.generate.notebook`` writes its outputs into it.

A cell's last line, if it is an expression, is shown as a notebook shows it: by ``_repr_html_`` if the value has
it, else by ``repr``. `markdown` gives the same as a page of the site.
"""

import ast
import contextlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

PLACE: Final = Path(__file__).parents[2] / "examples" / "first_hour.ipynb"
Cell = dict[str, Any]

_STYLE: Final = re.compile(r"<style>.*?</style>")


def load() -> dict[str, Any]:
    """Return the notebook as it is kept."""
    notebook: dict[str, Any] = json.loads(PLACE.read_text(encoding="utf-8"))
    return notebook


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the outputs of its cells, run in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cells.append(cell | {"execution_count": count, "outputs": [*_outputs(cell, names, count)]})
        else:
            cells.append(cell)
    return notebook | {"cells": cells}


def _outputs(cell: Cell, names: dict[str, Any], count: int) -> Iterator[Cell]:
    tree = ast.parse("".join(cell["source"]), cell["id"])
    last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, cell["id"], "exec"), names)  # noqa: S102 - our own cells
        value = None if last is None else eval(compile(last, cell["id"], "eval"), names)  # noqa: S307 - the same
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": [value._repr_html_()], "text/plain": [f"<{type(value).__name__}>"]}
        yield {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def markdown() -> str:
    """Return the notebook as a page: its text, its cells and their output."""
    return "\n\n".join(part for cell in load()["cells"] for part in _parts(cell)) + "\n"


def _parts(cell: Cell) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            yield f"```text\n{''.join(output['text'])}```"
        elif "text/html" in output["data"]:
            yield f'<div class="gin-output">{"".join(output["data"]["text/html"])}</div>'
        else:
            yield f"```text\n{''.join(output['data']['text/plain'])}\n```"


if __name__ == "__main__":
    PLACE.write_text(json.dumps(executed(load()), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
