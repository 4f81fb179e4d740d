"""The page of rule sets that were each played on deals of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ginrules._printed import html_text as escape
from ginrules._values import expect
from ginrules.lab.comparison.apart_result import ApartComparison, ApartFinding
from ginrules.lab.report.pages import cell, changed_rules, heading, key_of, measures_of, page, row, table
from ginrules.lab.statistics.result import factor_of, format_estimate, labels_of, title_of


def apart_page(comparison: ApartComparison) -> str:
    """Return a comparison of `compare_apart` as a page: the runs, the figures, the rules that differ.

    Examples:
        >>> from ginrules.lab.report import apart_page
        >>> import ginrules as gin
        >>> page = apart_page(gin.lab.compare_apart("standard", "group-gin", matches=6, players="greedy"))
        >>> page.startswith("<!doctype html>"), "not on the same deals" in page, "<script" in page
        (True, True, False)
    """
    expect(comparison, ApartComparison, "a comparison of deals apart", "compare_apart(a, b) gives one")
    labels = labels_of(comparison.rules)
    title = f"{', '.join(labels[:-1])} and {labels[-1]}, not on the same deals"
    parts = [*_head(comparison, labels, title), *_figures(comparison, labels), *changed_rules(comparison.rules, labels)]
    return page(title, [*parts, f"<h2>How to read this</h2><p>{escape(comparison.note)}</p>"])


def _head(comparison: ApartComparison, labels: Sequence[str], title: str) -> Iterator[str]:
    yield from heading(title, partial=comparison.partial)
    yield key_of(labels)
    yield "".join(f"<p>{escape(line)}</p>" for line in comparison.summary.splitlines()[1:])


def _figures(comparison: ApartComparison, labels: Sequence[str]) -> Iterator[str]:
    yield "<h2>All figures</h2>"
    differences = ["difference"] if len(labels) == 2 else [f"{label} less {labels[0]}" for label in labels[1:]]
    rows = [row(title_of(one.measure), _cells(one), tip=one.measure.doc) for one in comparison.findings]
    yield table(["", *labels, *differences], rows, "figures")
    yield measures_of([one.measure for one in comparison.findings])


def _cells(finding: ApartFinding) -> str:
    factor = factor_of(finding.measure)
    cells = [cell(*format_estimate(value, factor=factor)) for value in finding.values]
    for difference in finding.differences:
        clear = difference is not None and not difference.contains_zero
        cells.append(cell(*format_estimate(difference, factor=factor, signed=True), clear=clear))
    return "".join(cells)
