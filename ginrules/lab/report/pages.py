"""Results as HTML pages, single files that need no network and no scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ginrules._support.printed import html_text as escape
from ginrules._support.values import expect
from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.report.figure import PAGE, color_class, differences, distributions_drawn, drawing
from ginrules.lab.simulation import Simulation
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.statistics.result import (
    Distribution,
    Table,
    factor_of,
    format_estimate,
    format_number,
    labels_of,
    title_of,
)
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import value_text


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
    """Return a table that scrolls on its own, also by keyboard, if the page is too narrow for it."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    scrolling = 'class="wide" tabindex="0" role="group" aria-label="Table"'
    return f'<div {scrolling}><table class="{kind}">{body}</table></div>'


def row(head: str, cells: str, *, tip: str = "") -> str:
    """Return a row of a table from cells of HTML."""
    title = f' title="{escape(tip)}"' if tip else ""
    return f'<tr{title}><th scope="row">{escape(head)}</th>{cells}</tr>'


def cell(value: str, half_width: str, *, clear: bool = False) -> str:
    """Return a cell with a value and the half-width of its interval."""
    number = f'<span class="clear">{value}</span>' if clear else value
    return f'<td>{number} <span class="half">{half_width}</span></td>'


def table_of(content: Table, *, tips: Sequence[str] = ()) -> str:
    """Return a table of texts, half-widths of intervals set apart, with a tip for each row if there are tips."""
    rows = []
    for (head, *texts), tip in zip(content.rows, tips or [""] * len(content.rows), strict=True):
        parts = [text.partition(" ± ") for text in texts]
        cells = [
            cell(escape(value), sign.strip() + " " + half) if sign else f"<td>{escape(value)}</td>"
            for value, sign, half in parts
        ]
        rows.append(row(head, "".join(cells), tip=tip))
    return table(content.heads, rows, "figures")


def distribution_charts(distributions: Sequence[Distribution], labels: Sequence[str]) -> Iterator[str]:
    """Yield the distributions as a picture, and their means and quantiles."""
    counted = [one for one in distributions if any(histogram.total for histogram in one.histograms)]
    if not counted:
        return
    yield "<h2>Distributions</h2>"
    yield '<p class="quiet">How often each value occurred, on the same scale; the dashed line is the mean.</p>'
    captions = "<br>".join(
        f"{escape(one.title)}, {escape(label)}: {_summary(histogram.mean, histogram.quantile)}"
        for one in counted
        for label, histogram in zip(labels, one.histograms, strict=True)
    )
    yield f"<figure>{drawing(distributions_drawn(counted, labels))}<figcaption>{captions}</figcaption></figure>"


def _summary(mean: float | None, quantile: Callable[[float], int | None]) -> str:
    if mean is None:
        return "nothing was counted"
    ends = " to ".join(str(quantile(part)) for part in (0.05, 0.95))
    return f"mean {mean:.2f}, median {quantile(0.5)}, 90% within {ends}"


_MOST_SENTENCES: Final = 5


def html(comparison: Comparison) -> str:
    """Return the comparison as a page: the rules that differ, their effect on play, and the intervals.

    Examples:
        >>> from ginrules.lab.report import html
        >>> import ginrules as gin
        >>> page = html(gin.lab.compare(gin.preset("standard"), gin.preset("straight-gin"), rounds=40))
        >>> page.startswith("<!doctype html>"), "<script" in page
        (True, False)
    """
    expect(comparison, Comparison, "a comparison", "compare(a, b) gives one")
    labels = labels_of(comparison.rules)
    names = f"{', '.join(labels[:-1])} and {labels[-1]}"
    if comparison.split:
        return _split_page(comparison, labels, f"{names}, not on the same deals")
    title = f"{names} compared"
    parts = [*_head(comparison, labels, title), *_glance(comparison, labels), *changed_rules(comparison.rules, labels)]
    parts += [*_differences(comparison, labels), *distribution_charts(comparison.distributions, labels)]
    return page(title, [*parts, *_figures(comparison, labels), *_reading(comparison)])


def _split_page(comparison: Comparison, labels: Sequence[str], title: str) -> str:
    """Return the page of rule sets that were each played on deals of their own."""
    runs = "".join(f"<p>{escape(line)}</p>" for line in comparison.summary.splitlines()[1:])
    parts = [*heading(title, partial=comparison.partial), key_of(labels), runs, *_figures(comparison, labels)]
    parts += [*changed_rules(comparison.rules, labels), f"<h2>How to read this</h2><p>{escape(comparison.note)}</p>"]
    return page(title, parts)


def _head(comparison: Comparison, labels: Sequence[str], title: str) -> Iterator[str]:
    yield from heading(title, partial=comparison.partial)
    how = "played once and priced by all" if comparison.repriced else "played under each"
    strength = f", which {comparison.strength}" if comparison.strength else ""
    yield (
        f"<p>{comparison.rounds:,} rounds each: {comparison.deals:,} deals {how}, every seat beginning once. "
        f"Players: {escape(comparison.players)}{escape(strength)}. Seed {comparison.seed}.</p>"
    )
    yield key_of(labels)


def key_of(labels: Sequence[str]) -> str:
    """Return the colors of the rule sets."""
    items = "".join(
        f'<li><span class="{color_class(number)}"><span class="dot"></span></span>{escape(label)}</li>'
        for number, label in enumerate(labels)
    )
    return f'<ul class="key">{items}</ul>'


def _glance(comparison: Comparison, labels: Sequence[str]) -> Iterator[str]:
    """Yield the largest differences whose intervals exclude zero, as sentences."""
    sentences: list[tuple[float, str]] = []
    for finding in comparison.findings:
        for place, difference in enumerate(finding.differences):
            if difference is None or finding.sames[place] or difference.contains_zero:
                continue
            size = abs(finding.effects[place] or 0.0)
            sentences.append((size, _sentence(finding, place, difference, labels)))
    yield "<h2>At a glance</h2>"
    if not sentences:
        yield "<p>No difference has an interval clear of zero. More rounds may show one.</p>"
        return
    best = sorted(sentences, key=lambda pair: -pair[0])[:_MOST_SENTENCES]
    yield "<ul>" + "".join(f"<li>{sentence}</li>" for _, sentence in best) + "</ul>"
    if len(sentences) > len(best):
        yield f'<p class="quiet">And {len(sentences) - len(best)} more; these have the largest effects.</p>'


def _sentence(finding: Finding, place: int, difference: Estimate, labels: Sequence[str]) -> str:
    measure = finding.measure
    factor = factor_of(measure)
    before, after = finding.values[0], finding.values[place + 1]
    assert before is not None
    assert after is not None
    percent = "%" if measure.unit == "share" else ""
    unit = "percentage points" if percent else "" if measure.unit == "own" else measure.unit
    low, high = (format_number(factor * end, signed=True) for end in (difference.low, difference.high))
    return (
        f"<b>{escape(measure.title)}</b>: {factor * before.value:.2f}{percent} under {escape(labels[0])}, "
        f"{factor * after.value:.2f}{percent} under {escape(labels[place + 1])} "
        f"(a difference of {low} to {f'{high} {unit}'.rstrip()})"
    )


def changed_rules(rule_sets: Sequence[RuleSet], labels: Sequence[str]) -> Iterator[str]:
    """Yield a table with a row for each rule that differs between the first rule set and another."""
    first = rule_sets[0]
    changed: dict[tuple[str, str], dict[int, object]] = {}
    before: dict[tuple[str, str], object] = {}
    for number, rules in enumerate(rule_sets[1:], 1):
        for change in diff(first, rules):
            changed.setdefault((change.section, change.name), {})[number] = change.b
            before[change.section, change.name] = change.a
    yield f"<h2>Differences in the rules ({len(changed)})</h2>"
    if not changed:
        yield "<p>The rules are the same.</p>"
        return
    rows = []
    for rule, values in changed.items():
        cells = [before[rule], *(values.get(number, before[rule]) for number in range(1, len(labels)))]
        texts = "".join(
            f"<td{' class=clear' if place and place in values else ''}>{escape(value_text(value))}</td>"
            for place, value in enumerate(cells)
        )
        rows.append(row(".".join(rule), texts))
    yield table(["rule", *labels], rows, "words")


def _differences(comparison: Comparison, labels: Sequence[str]) -> Iterator[str]:
    yield f"<h2>Differences from {escape(labels[0])}</h2>"
    yield (
        '<p class="quiet">A point is the estimate, the line its 95% interval; pale ones contain zero '
        "and may be chance.</p>"
    )
    if drawn := [*differences(comparison)]:
        yield f"<figure>{drawing(drawn)}</figure>"


def _figures(comparison: Comparison, labels: Sequence[str]) -> Iterator[str]:
    """Yield every estimate, as a table."""
    yield "<h2>All figures</h2>"
    heads = ["difference"] if len(labels) == 2 else [f"{label} less {labels[0]}" for label in labels[1:]]
    rows = [row(title_of(one.measure), _cells(one), tip=one.measure.doc) for one in comparison.findings]
    yield table(["", *labels, *heads], rows, "figures")
    yield measures_of([finding.measure for finding in comparison.findings])


def measures_of(measures: Sequence[Measure]) -> str:
    """Return the meanings of the measures, which a click opens."""
    docs = "".join(f"<dt>{escape(measure.title)}</dt><dd>{escape(measure.doc)}</dd>" for measure in measures)
    return f"<details><summary>The measures</summary><dl>{docs}</dl></details>"


def _cells(finding: Finding) -> str:
    factor = factor_of(finding.measure)
    cells = [cell(*format_estimate(value, factor=factor)) for value in finding.values]
    for same, difference in zip(finding.sames, finding.differences, strict=True):
        if difference is not None and same:
            cells.append("<td>same</td>")
        else:
            clear = difference is not None and not difference.contains_zero
            cells.append(cell(*format_estimate(difference, factor=factor, signed=True), clear=clear))
    return "".join(cells)


def _reading(comparison: Comparison) -> Iterator[str]:
    yield "<h2>How to read this</h2>"
    yield (
        "<p>The design is paired: all rule sets are played on the same shuffled deals, so the luck of the deal cancels "
        "in the differences. ± is the half-width of the 95% interval (its longer side); bold differences have "
        "intervals clear of zero. Of twenty differences that are only chance, one is bold on average.</p>"
    )
    if comparison.method == "sequential":
        yield "<p>The run was stopped when it was precise enough; the intervals allow for that.</p>"
    yield "<p>The figures hold among players like these; people, and other players, may differ.</p>"


def simulation_page(simulation: Simulation) -> str:
    """Return the simulation as a page: the run, the figures, the players' shares, and the distributions.

    Examples:
        >>> from ginrules.lab.report import simulation_page
        >>> import ginrules as gin
        >>> page = simulation_page(gin.lab.simulate("standard", "greedy", rounds=20))
        >>> page.startswith("<!doctype html>")
        True
    """
    expect(simulation, Simulation, "a simulation", "simulate(rules, players) gives one")
    (label,) = labels_of([simulation.rules])
    title = f"{label} played"
    measures, *standings = simulation.tables
    parts = [*_run_head(simulation, title), *(f"<h2>Who wins</h2>{table_of(one)}" for one in standings)]
    tips = [figure.measure.doc for figure in simulation.figures]
    parts += ["<h2>Figures</h2>", table_of(measures, tips=tips)]
    return page(title, [*parts, *distribution_charts(simulation.distributions, [label])])


def _run_head(simulation: Simulation, title: str) -> Iterator[str]:
    yield from heading(title, partial=simulation.partial)
    matches = f"{simulation.matches:,} matches, " if simulation.matches else ""
    players = escape(" against ".join(simulation.contestants))
    yield (
        f"<p>{matches}{simulation.rounds:,} rounds. Players: {players}. Seed {simulation.seed}. "
        "± is the half-width of the 95% interval (its longer side).</p>"
    )
