"""Results as notebooks show them: summary, tables, and a plot.

The plot is an image and the tables have no style of their own: notebooks that are not trusted strip both style sheets
and inline SVG, and the notebook's own tables fit its light and its dark look.
"""

import base64
from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from ginrules._printed import html_text as escape
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.figure import bars_figure, differences_figure
from ginrules.lab.report.simulation_page import distributions_of
from ginrules.lab.simulation.result import Simulation
from ginrules.lab.statistics.reported import Reported, Table
from ginrules.lab.statistics.words import labels_of

_SCROLLS: Final = "overflow-x:auto;max-width:100%"
_PLOT: Final = "min-width:34rem;max-width:100%"


def fragment(result: Reported) -> str:
    """Return a result as a piece of HTML, for a notebook.

    Examples:
        >>> from ginrules.lab import compare
        >>> from ginrules.presets import preset
        >>> piece = fragment(compare(preset("standard"), preset("straight-gin"), rounds=40))
        >>> piece.startswith("<div"), "<table>" in piece, "data:image/svg+xml" in piece
        (True, True, True)
    """
    note = f"<p>{escape(result.note)}</p>" if result.note else ""
    tables = "".join(map(_table, result.tables))
    return f"<div><p>{escape(result.summary)}</p>{tables}{note}{_image(plot(result))}</div>"


@singledispatch
def plot(result: object) -> str:  # noqa: ARG001 - a result without a plot
    """Return the plot of a result as SVG; empty where it has none."""
    return ""


@plot.register
def _(result: Comparison) -> str:
    return differences_figure(result)


@plot.register
def _(result: Simulation) -> str:
    return bars_figure(distributions_of(result), labels_of([result.rules]))


def _table(table: Table) -> str:
    title = f"<p>{escape(table.title)}</p>" if table.title else ""
    heads = "".join(f"<th>{escape(text)}</th>" for text in table.heads)
    rows = "".join(f"<tr>{_row(row)}</tr>" for row in table.rows)
    return f'{title}<div style="{_SCROLLS}"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(row: Sequence[str]) -> str:
    name, *cells = row
    return f"<th>{escape(name)}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)


def _image(svg: str) -> str:
    if not svg:
        return ""
    data = base64.b64encode(svg.encode()).decode("ascii")
    return (
        f'<div style="{_SCROLLS}"><img style="{_PLOT}" alt="the figures of the table, with their intervals" '
        f'src="data:image/svg+xml;base64,{data}"></div>'
    )
