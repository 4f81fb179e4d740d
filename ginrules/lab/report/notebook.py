"""Results as notebooks show them: summary, tables, and a plot.

The plot is an image in two looks and the tables have no colors of their own: both follow the notebook's theme, and
what a notebook that is not trusted strips, style sheets and inline SVG, is not missed.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final, get_args

from ginrules._names import ThemeName
from ginrules._printed import html_text as escape
from ginrules.display.images import both, image
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.figure import bars_figure, differences_figure, intervals_figure
from ginrules.lab.report.simulation_page import distributions_of
from ginrules.lab.round_robin.result import Tournament
from ginrules.lab.simulation.result import Simulation
from ginrules.lab.statistics.result import Result, Table
from ginrules.lab.statistics.words import labels_of
from ginrules.lab.tuning.result import Tuning
from ginrules.lab.tuning.search_result import ParameterSearch, parameters_text

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


@singledispatch
def plot(result: object, theme: ThemeName) -> str:  # noqa: ARG001 - a result without a plot
    """Return the plot of a result as SVG; empty where it has none."""
    return ""


@plot.register
def _(result: Comparison, theme: ThemeName) -> str:
    return differences_figure(result, theme)


@plot.register
def _(result: Simulation, theme: ThemeName) -> str:
    return bars_figure(distributions_of(result), labels_of([result.rules]), theme)


@plot.register
def _(result: Tuning, theme: ThemeName) -> str:
    rows = [(f"{result.parameter} {trial.value}", trial.net) for trial in result.trials]
    return intervals_figure("Points per round, with the 95% interval", rows, "points", theme)


@plot.register
def _(result: ParameterSearch, theme: ThemeName) -> str:
    last = result.rungs[-1].candidates if result.rungs else ()
    rows = [(parameters_text(candidate.parameters), candidate.net) for candidate in last]
    return intervals_figure("Points per round in the last rung, with the 95% interval", rows, "points", theme)


@plot.register
def _(result: Tournament, theme: ThemeName) -> str:
    rows = [(one.player, one.elo) for one in result.entrants]
    return intervals_figure("Elo, with the 95% interval", rows, "Elo", theme)


def _table(table: Table) -> str:
    title = f"<p>{escape(table.title)}</p>" if table.title else ""
    heads = "".join(f"<th>{escape(text)}</th>" for text in table.heads)
    rows = "".join(f"<tr>{_row(row)}</tr>" for row in table.rows)
    return f'{title}<div style="{_SCROLLS}"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(row: Sequence[str]) -> str:
    name, *cells = row
    return f"<th>{escape(name)}</th>" + "".join(f"<td>{_unbroken(escape(cell))}</td>" for cell in cells)


def _unbroken(cell: str) -> str:
    """Return a cell that can break before its interval alone, in a narrow window; a style sheet could be stripped."""
    return cell.replace(" ", _NO_BREAK).replace(f"{_NO_BREAK}±", " ±")
