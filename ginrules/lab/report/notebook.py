"""Results as HTML for notebooks: summary, tables, and a plot.

The output follows the theme of the notebook: the plot is an image in a light and a dark version, and the tables
have no colors of their own. It needs no style sheet and no inline SVG, since untrusted notebooks strip these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from ginrules._names import ThemeName
from ginrules._notebook import both, image
from ginrules._printed import html_text as escape
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.figure import bars_figure, differences_figure, intervals_figure
from ginrules.lab.simulation import Simulation
from ginrules.lab.statistics.result import Result, Table
from ginrules.lab.statistics.words import labels_of

_SCROLLS: Final = "overflow-x:auto;max-width:100%"
_NO_BREAK: Final = "&nbsp;"
_ALT: Final = "the figures of the table, with their intervals"


def fragment(result: Result) -> str:
    """Return a result as a piece of HTML, for a notebook.

    Examples:
        >>> from ginrules.lab import compare
        >>> from ginrules.presets import preset
        >>> piece = fragment(compare(preset("standard"), preset("straight-gin"), rounds=40))
        >>> piece.startswith("<div"), "<table" in piece, "data:image/svg+xml" in piece
        (True, True, True)
    """
    note = "".join(f"<p>{escape(line)}</p>" for line in result.note.splitlines())
    tables = "".join(map(_table, result.tables))
    light, dark = (plot(result, theme) for theme in get_args(ThemeName))
    images = f"<div>{both(image(light, _ALT), image(dark, _ALT))}</div>" if light else ""
    return f"<div><p>{escape(result.summary)}</p>{tables}{note}{images}</div>"


def plot(result: Result, theme: ThemeName) -> str:
    """Return the plot of a result as SVG; empty if the result has no plot."""
    if isinstance(result, Comparison):
        return differences_figure(result, theme)
    if isinstance(result, Simulation):
        return bars_figure(result.distributions, labels_of([result.rules]), theme)
    return intervals_figure(result.intervals, theme) if result.intervals is not None else ""


def _table(table: Table) -> str:
    title = f"<p>{escape(table.title)}</p>" if table.title else ""
    heads = "".join(f"<th>{escape(text)}</th>" for text in table.heads)
    rows = "".join(f"<tr>{_row(row)}</tr>" for row in table.rows)
    return f'{title}<div style="{_SCROLLS}"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(row: Sequence[str]) -> str:
    name, *cells = row
    return f"<th>{escape(name)}</th>" + "".join(f"<td>{_unbroken(escape(cell))}</td>" for cell in cells)


def _unbroken(cell: str) -> str:
    """Return a cell whose line can break only before the interval, without the help of a style sheet."""
    return cell.replace(" ", _NO_BREAK).replace(f"{_NO_BREAK}±", " ±")
