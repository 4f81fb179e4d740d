"""The parts that all pages have: a page needs nothing else, no network and no script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ginrules._printed import html_text as escape
from ginrules.lab.report.charts import bars
from ginrules.lab.report.style import PAGE, color_class
from ginrules.lab.statistics.histogram import Distribution


def page(title: str, parts: Sequence[str]) -> str:
    """Return a whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{PAGE}</style></head><body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def heading(title: str, *, partial: bool) -> Iterator[str]:
    """Yield the heading of the page, and a warning if the run was interrupted."""
    yield f"<h1>{escape(title)}</h1>"
    if partial:
        yield '<p class="warn">The run was interrupted: these are the figures of the rounds played until then.</p>'


def table(heads: Sequence[str], rows: Sequence[str], kind: str) -> str:
    """Return a table that scrolls by itself where the page is too narrow for it."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="wide"><table class="{kind}">{body}</table></div>'


def row(head: str, cells: str, *, tip: str = "") -> str:
    """Return a row of a table; its cells are HTML."""
    title = f' title="{escape(tip)}"' if tip else ""
    return f'<tr{title}><th scope="row">{escape(head)}</th>{cells}</tr>'


def cell(value: str, half_width: str, *, clear: bool = False) -> str:
    """Return a cell with a value and the half-width of its interval."""
    number = f'<span class="clear">{value}</span>' if clear else value
    return f'<td>{number} <span class="half">{half_width}</span></td>'


def distribution_charts(distributions: Sequence[Distribution], labels: Sequence[str]) -> Iterator[str]:
    """Yield the distributions, the rule sets below each other on the same scale."""
    counted = [one for one in distributions if any(histogram.total for histogram in one.histograms)]
    if not counted:
        return
    yield "<h2>Distributions</h2>"
    yield '<p class="quiet">How often each value occurred, on the same scale; the dashed line is the mean.</p>'
    for distribution in counted:
        yield f"<h3>{escape(distribution.title)}</h3><figure>"
        for number, chart in enumerate(bars(distribution.histograms, labels)):
            histogram = distribution.histograms[number]
            summary = _summary(histogram.mean, histogram.quantile)
            yield f'<div class="{color_class(number)}">{chart}</div>'
            yield f"<figcaption>{escape(labels[number])}: {summary}</figcaption>"
        yield "</figure>"


def _summary(mean: float | None, quantile: Callable[[float], int | None]) -> str:
    if mean is None:
        return "nothing was counted"
    ends = " to ".join(str(quantile(part)) for part in (0.05, 0.95))
    return f"mean {mean:.2f}, median {quantile(0.5)}, 90% within {ends}"
