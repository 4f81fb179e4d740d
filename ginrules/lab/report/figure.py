"""A comparison as a picture, PNG or SVG, drawn by matplotlib (the ``plot`` extra)."""

import io
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ginrules.errors import LabError
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.charts import bar_width
from ginrules.lab.report.saving import save
from ginrules.lab.report.style import LIGHT
from ginrules.lab.report.words import factor_of, names_of, unit_of

FORMATS: Final = ("png", "svg", "pdf")
_WIDTH: Final = 9.0
_SHARE: Final = "share"


def save_figure(found: Comparison, path: Path, *, dpi: int = 150) -> None:
    """Draw the differences with their intervals and the distributions into a file.

    Args:
        found: The comparison.
        path: The file; it ends in .png, .svg or .pdf.
        dpi: Dots an inch of a PNG.

    Raises:
        LabError: If matplotlib is not installed, the ending is another one, or the file cannot
            be written.

    Examples:
        >>> from ginrules.lab import compare
        >>> from ginrules.presets import preset
        >>> found = compare(preset("standard"), preset("straight-gin"), rounds=20)
        >>> save_figure(found, Path("picture.jpg"))
        Traceback (most recent call last):
        ...
        ginrules.errors.LabError: a picture ends in .png, .svg or .pdf, not '.jpg'
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise LabError(f"a picture ends in .png, .svg or .pdf, not {path.suffix or path.name!r}", path=str(path))
    buffer = io.BytesIO()
    _drawn(found).savefig(buffer, format=kind, dpi=dpi, bbox_inches="tight")
    save(buffer.getvalue(), path)


def _drawn(found: Comparison) -> Any:
    """The figure; made without pyplot, so that no window system is touched and nothing stays behind."""
    try:
        new_canvas = import_module("matplotlib.backends.backend_agg").FigureCanvasAgg
        new_figure = import_module("matplotlib.figure").Figure
    except ModuleNotFoundError as error:
        raise LabError("pictures need matplotlib: pip install 'ginrules[plot]'") from error
    names = names_of(found.rules)
    spread = [each for each in found.distributions if any(one.total for one in each.histograms)]
    units = _units(found)
    heights = [0.7 + 0.3 * many * len(names[1:]) for _, many in units] + [2.0 for _ in spread]
    figure = new_figure(figsize=(_WIDTH, sum(heights) + 0.6 * len(heights)), layout="constrained")
    new_canvas(figure)
    axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0] if heights else []
    for place, (unit, _) in enumerate(units):
        _differences(axes[place], found, names, unit)
    for place, each in enumerate(spread, len(units)):
        _bars(axes[place], each, names)
    figure.suptitle(f"{', '.join(names[:-1])} and {names[-1]}: {found.rounds:,} rounds each, {found.players}")
    return figure


def _units(found: Comparison) -> list[tuple[str, int]]:
    """The units in which something may differ, and how many measures each has."""
    count: dict[str, int] = {}
    for finding in found.findings:
        if any(finding.differences) and not all(finding.sames):
            count[finding.measure.unit] = count.get(finding.measure.unit, 0) + 1
    return list(count.items())


def _differences(axes: Any, found: Comparison, names: tuple[str, ...], unit: str) -> None:
    findings = [
        each for each in found.findings
        if each.measure.unit == unit and any(each.differences) and not all(each.sames)
    ]  # fmt: skip
    labels = []
    for row, finding in enumerate(findings):
        factor = factor_of(finding.measure)
        labels.append(finding.measure.title)
        for place, each in enumerate(finding.differences):
            if each is None:
                continue
            at = row + (place - (len(names) - 2) / 2) * 0.8 / max(1, len(names) - 1)
            reach = [[factor * (each.value - each.low)], [factor * (each.high - each.value)]]
            axes.errorbar(
                [factor * each.value], [at], xerr=reach, fmt="o", markersize=4, capsize=0,
                color=LIGHT[(place + 1) % len(LIGHT)], alpha=0.45 if each.holds_zero else 1.0,
                label=names[place + 1] if row == 0 else None,
            )  # fmt: skip
    axes.axvline(0, color="0.4", linewidth=0.8)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    told = "percentage points" if unit == _SHARE else unit_of(findings[0].measure)
    axes.set_xlabel(f"difference from {names[0]}, {told} (95% intervals)")
    axes.legend(loc="best", fontsize="small", frameon=False)


def _bars(axes: Any, distribution: Any, names: tuple[str, ...]) -> None:
    width = bar_width(distribution.histograms)
    for number, each in enumerate(distribution.histograms):
        bins = each.bins(width)
        if bins:
            edges = [*(bin_.low - 0.5 for bin_ in bins), bins[-1].high + 0.5]
            shares = [100 * bin_.count / each.total for bin_ in bins]
            axes.stairs(shares, edges, color=LIGHT[number % len(LIGHT)], label=names[number], linewidth=1.4)
    axes.set_title(distribution.title, loc="left", fontsize="medium")
    axes.set_ylabel("%")
    axes.legend(loc="best", fontsize="small", frameon=False)
