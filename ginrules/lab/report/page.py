"""A comparison as one HTML page that needs nothing else: no network, no script, light and dark."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final

from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.report.charts import Scale, axis, bars, interval, scale_of
from ginrules.lab.report.style import CSS, SERIES
from ginrules.lab.report.words import factor_of, names_of, shown, told_value, unit_of
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Distribution
from ginrules.lab.statistics.measures import Measure, Unit
from ginrules.rules.diff import diff

_UNITS: Final[tuple[tuple[Unit, str], ...]] = (
    ("points", "points"),
    ("share", "percentage points"),
    ("turns", "turns"),
    ("rounds", "rounds"),
)
_MOST_TOLD: Final = 5


def html(found: Comparison) -> str:
    """The comparison as a page: what differs, how it shows in play, and how sure that is.

    Examples:
        >>> from ginrules.lab import compare
        >>> from ginrules.presets import preset
        >>> page = html(compare(preset("standard"), preset("straight-gin"), rounds=40))
        >>> page.startswith("<!doctype html>"), "<script" in page
        (True, False)
    """
    names = names_of(found.rules)
    title = f"{', '.join(names[:-1])} and {names[-1]} compared"
    return page(title, [*_head(found, names, title), *_glance(found, names), *_rules(found, names),
                        *_differences(found, names), *spreads(found.distributions, names),
                        *_figures(found, names), *_reading(found)])  # fmt: skip


def page(title: str, parts: Sequence[str]) -> str:
    """A whole page from its parts."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{CSS}</style></head><body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def _head(found: Comparison, names: Sequence[str], title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    if found.partial:
        yield '<p class="warn">The run was broken off: these are the figures of what had been played.</p>'
    how = "played once and priced by all" if found.repriced else "played under each"
    yield (
        f"<p>{found.rounds:,} rounds each: {found.deals:,} deals {how}, every seat beginning once. "
        f"Players: {escape(found.players)}. Seed {found.seed}.</p>"
    )
    yield key(names)


def key(names: Sequence[str]) -> str:
    """Which color is whose."""
    items = "".join(
        f'<li><span class="{color(number)}"><span class="dot"></span></span>{escape(name)}</li>'
        for number, name in enumerate(names)
    )
    return f'<ul class="key">{items}</ul>'


def color(number: int) -> str:
    """The class that colors what belongs to the rule set of this number."""
    return f"c{number % SERIES}"


def _glance(found: Comparison, names: Sequence[str]) -> Iterator[str]:
    """The largest differences that are no chance, in sentences."""
    told: list[tuple[float, str]] = []
    for finding in found.findings:
        for place, difference in enumerate(finding.differences):
            if difference is None or finding.sames[place] or difference.holds_zero:
                continue
            size = abs(finding.effects[place] or 0.0)
            told.append((size, _sentence(finding, place, difference, names)))
    yield "<h2>At a glance</h2>"
    if not told:
        yield "<p>No difference is clear of chance. More rounds may show one.</p>"
        return
    best = sorted(told, key=lambda each: -each[0])[:_MOST_TOLD]
    yield "<ul>" + "".join(f"<li>{sentence}</li>" for _, sentence in best) + "</ul>"
    if len(told) > len(best):
        yield f'<p class="quiet">And {len(told) - len(best)} more; the largest effects stand here.</p>'


def _sentence(finding: Finding, place: int, difference: Estimate, names: Sequence[str]) -> str:
    measure = finding.measure
    factor = factor_of(measure)
    before, after = finding.values[0], finding.values[place + 1]
    assert before is not None
    assert after is not None
    percent = "%" if measure.unit == "share" else ""
    return (
        f"<b>{escape(measure.title)}</b>: {factor * before.value:.2f}{percent} under {escape(names[0])}, "
        f"{factor * after.value:.2f}{percent} under {escape(names[place + 1])} "
        f"({_ends(difference, factor)} {'percentage points' if percent else unit_of(measure)})"
    )


def _ends(estimate: Estimate, factor: float) -> str:
    low, high = (f"{factor * each:+.2f}".replace("-", "−") for each in (estimate.low, estimate.high))
    return f"a difference of {low} to {high}"


def _rules(found: Comparison, names: Sequence[str]) -> Iterator[str]:
    """A row for each rule that differs from the first rule set in any other."""
    first = found.rules[0]
    changed: dict[tuple[str, str], dict[int, object]] = {}
    before: dict[tuple[str, str], object] = {}
    for number, rules in enumerate(found.rules[1:], 1):
        for change in diff(first, rules):
            changed.setdefault((change.section, change.name), {})[number] = change.b
            before[change.section, change.name] = change.a
    yield f"<h2>What differs in the rules ({len(changed)})</h2>"
    if not changed:
        yield "<p>The rules are the same.</p>"
        return
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = []
    for rule, values in changed.items():
        cells = [before[rule], *(values.get(number, before[rule]) for number in range(1, len(names)))]
        told = "".join(
            f"<td{' class=clear' if place and place in values else ''}>{escape(told_value(value))}</td>"
            for place, value in enumerate(cells)
        )
        rows.append(f'<tr><th scope="row">{escape(".".join(rule))}</th>{told}</tr>')
    yield table(f'<th scope="col">rule</th>{heads}', rows, "words")


def table(head: str, rows: Sequence[str], kind: str) -> str:
    """A table that scrolls by itself where the page is too narrow for it."""
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="wide"><table class="{kind}">{body}</table></div>'


def _differences(found: Comparison, names: Sequence[str]) -> Iterator[str]:
    """The differences on their intervals, by what they are counted in."""
    yield f"<h2>Differences from {escape(names[0])}</h2>"
    yield (
        '<p class="quiet">A point is the estimate, the line its 95% interval; pale ones reach over zero '
        "and may be chance.</p>"
    )
    for unit, told in _UNITS:
        findings = [
            finding
            for finding in found.findings
            if finding.measure.unit == unit and any(finding.differences) and not all(finding.sames)
        ]
        if not findings:
            continue
        factor = factor_of(findings[0].measure)
        scale = scale_of(
            factor * end
            for finding in findings
            for each in finding.differences
            if each
            for end in (each.low, each.high)
        )
        yield f"<h3>in {told}</h3><figure>"
        for finding in findings:
            yield from _rows(finding, scale, names)
        yield f'<div class="row"><span></span><div>{axis(scale, told)}</div><span></span></div></figure>'


def _rows(finding: Finding, scale: Scale, names: Sequence[str]) -> Iterator[str]:
    """A row for each difference of a measure; of several rule sets each has its name before it."""
    measure = finding.measure
    title = f'<span class="name" title="{escape(measure.doc)}">{escape(measure.title)}</span>'
    several = len(names) > 2
    if several:
        yield f'<div class="row">{title}<span></span><span></span></div>'
    for place, difference in enumerate(finding.differences):
        if difference is None:
            continue
        clear = not difference.holds_zero
        value, reach = shown(difference, measure, signed=True)
        drawn = interval(difference, scale, factor=factor_of(measure), clear=clear)
        name = f'<span class="name">{escape(names[place + 1])}</span>' if several else title
        yield (
            f'<div class="row{" of" if several else ""}">{name}<div class="{color(place + 1)}">{drawn}</div>'
            f'<span class="told{" clear" if clear else ""}">{value} {reach}</span></div>'
        )


def spreads(distributions: Sequence[Distribution], names: Sequence[str]) -> Iterator[str]:
    """How values were spread, the rule sets below each other on the same scale."""
    shown_ = [each for each in distributions if any(histogram.total for histogram in each.histograms)]
    if not shown_:
        return
    yield "<h2>How it spreads</h2>"
    yield '<p class="quiet">How often each value came, on the same scale; the dashed line is the mean.</p>'
    for each in shown_:
        yield f"<h3>{escape(each.title)}</h3><figure>"
        for number, drawn in enumerate(bars(each.histograms, names)):
            histogram = each.histograms[number]
            yield f'<div class="{color(number)}">{drawn}</div>'
            yield f"<figcaption>{escape(names[number])}: {_summary(histogram.mean, histogram.quantile)}</figcaption>"
        yield "</figure>"


def _summary(mean: float | None, quantile: Callable[[float], int | None]) -> str:
    if mean is None:
        return "nothing was counted"
    ends = " to ".join(str(quantile(part)) for part in (0.05, 0.95))
    return f"mean {mean:.2f}, half at most {quantile(0.5)}, nine in ten within {ends}"


def _figures(found: Comparison, names: Sequence[str]) -> Iterator[str]:
    """Every estimate, as a table."""
    yield "<h2>All figures</h2>"
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    later = "".join(
        f'<th scope="col">{"difference" if len(names) == 2 else f"{escape(name)} less {escape(names[0])}"}</th>'
        for name in names[1:]
    )
    rows = [f'<tr><th scope="row">{titled(finding.measure)}</th>{_cells(finding)}</tr>' for finding in found.findings]
    yield table(f'<th scope="col"></th>{heads}{later}', rows, "figures")
    docs = "".join(
        f"<dt>{escape(each.measure.title)}</dt><dd>{escape(each.measure.doc)}</dd>" for each in found.findings
    )
    yield f"<details><summary>What each figure is</summary><dl>{docs}</dl></details>"


def titled(measure: Measure) -> str:
    """A measure's name, and what it is counted in if that is percent."""
    return escape(f"{measure.title}, %" if measure.unit == "share" else measure.title)


def _cells(finding: Finding) -> str:
    cells = [cell(*shown(each, finding.measure)) for each in finding.values]
    for place, each in enumerate(finding.differences):
        if each is not None and finding.sames[place]:
            cells.append("<td>same</td>")
        else:
            cells.append(
                cell(*shown(each, finding.measure, signed=True), clear=each is not None and not each.holds_zero)
            )
    return "".join(cells)


def cell(value: str, reach: str, *, clear: bool = False) -> str:
    """A cell of a value and the reach of its interval."""
    mark = f'<span class="clear">{value}</span>' if clear else value
    return f'<td>{mark} <span class="reach">{reach}</span></td>'


def _reading(found: Comparison) -> Iterator[str]:
    yield "<h2>How to read this</h2>"
    yield (
        "<p>All rule sets meet the same shuffled deals, so the luck of the deal cancels in the differences. "
        "± is the 95% interval, its longer side; bold differences have intervals clear of zero. "
        "Of twenty differences that are nothing but chance, one is bold all the same.</p>"
    )
    if found.method == "sequential":
        yield "<p>The run was stopped when it was precise enough; the intervals allow for that.</p>"
    yield "<p>The figures hold among players like these; people, and other players, may differ.</p>"
