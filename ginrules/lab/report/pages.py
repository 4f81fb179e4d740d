"""Results as HTML: pages in single files that need no network and no scripts, and pieces for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, get_args

from ginrules._support.names import ThemeName
from ginrules._support.notebook import both, image
from ginrules._support.printed import clean
from ginrules._support.printed import html_text as escape
from ginrules._support.values import expect
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.picture import PAGE, plot
from ginrules.lab.reviews.result import Decision, Review, decision_words, with_pips
from ginrules.lab.simulation import Simulation
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.statistics.result import Distribution, RunResult, Table, labels_of
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import joined, value_text
from ginrules.show.pictures.card import held_svg
from ginrules.show.pictures.table import round_svg

_ALT: Final = "the figures of the table, with their intervals"
_NO_BREAK: Final = "&nbsp;"
_SCROLLS: Final = 'class="wide" style="overflow-x:auto;max-width:100%" tabindex="0" role="group" aria-label="Table"'


def html(result: RunResult) -> str:
    """Return a result of the lab as a page in a single file, without scripts.

    That of a comparison shows the rules that differ too, and the differences with their intervals. That of a review
    shows every decision, without cards that its seat did not know.

    Raises:
        WrongTypeError: If this is not a result of the lab.

    Examples:
        >>> from ginrules.lab.report import html
        >>> import ginrules as gin
        >>> page = html(gin.lab.compare(gin.preset("standard"), gin.preset("straight-gin"), rounds=40))
        >>> page.startswith("<!doctype html>"), "<script" in page
        (True, False)
    """
    expect(result, RunResult, "a result of the lab", "compare(a, b) gives one")
    rules: Sequence[RuleSet] | RuleSet = getattr(result, "rules", ())
    labels = labels_of((rules,) if isinstance(rules, RuleSet) else rules)
    parts = [*_content(result), *_more(result, labels)]
    if result.partial:
        parts[:0] = ['<p class="warn">The run was interrupted: these are the figures of the rounds played so far.</p>']
    return whole_page(f"{joined([*labels], 'and')}: {type(result).__name__.lower()}", parts)


def whole_page(title: str, parts: Iterable[str]) -> str:
    """Return a page of these parts below its title, in a single file."""
    title = escape(title)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{PAGE}</style></head><body><main>\n"
        + "\n".join([f"<h1>{title}</h1>", *parts])
        + "\n</main></body></html>\n"
    )


def fragment(result: RunResult) -> str:
    """Return a result as a piece of HTML, for a notebook: its summary, tables and a picture.

    It follows the notebook's theme: the picture is an image in a light and a dark version, and the tables have no
    colors of their own. It has no style sheet and no inline SVG, since untrusted notebooks strip these.
    """
    light, dark = (plot(result, theme) for theme in get_args(ThemeName))
    images = f"<div>{both(image(light.svg, _ALT), image(dark.svg, _ALT))}</div>" if light and dark else ""
    return f"<div>{''.join(_content(result))}{images}</div>"


def _content(result: RunResult) -> Iterator[str]:
    """Yield what the text of a result says: sentences and tables."""
    yield from _sentences(result.sentences if isinstance(result, Review) else result.summary.splitlines())
    yield from map(table_html, result.tables)
    if isinstance(result, Review):
        yield from (_position(one, result) for one in result.worst)
    yield from _sentences(result.note.splitlines())


def _more(result: RunResult, labels: Sequence[str]) -> Iterator[str]:
    """Yield what the page of a result has beyond its text."""
    if drawn := plot(result, None):
        yield f"<h2>Differences from {escape(labels[0])}</h2>" if isinstance(result, Comparison) else "<h2>Ratings</h2>"
        yield '<p class="quiet">A point is the estimate, the line its 95% interval; pale ones contain zero.</p>'
        yield f"<figure>{drawn}</figure>"
    if isinstance(result, Comparison):
        yield _changed_rules(result.rules, labels)
        yield _distributions(result.distributions, labels)
        yield _measures(finding.measure for finding in result.findings)
        if not result.split:
            yield "<h2>How to read this</h2>"
            yield from _sentences(_reading(result))
    elif isinstance(result, Simulation):
        yield _distributions(result.distributions, labels)
        yield _measures(figure.measure for figure in result.figures)
    elif isinstance(result, Review):
        yield f"<h2>Details</h2>{''.join(_sentences([result.summary, result.reading]))}"
        for table in (*result.detail_tables, *_decisions(result)):
            whole = table_html(table._replace(title=""), words=True)
            yield f"<details><summary>{escape(table.title)}</summary>{whole}</details>"


def _sentences(texts: Iterable[str]) -> Iterator[str]:
    return (f"<p>{escape(text)}</p>" for text in texts)


def table_html(table: Table, *, words: bool = False) -> str:
    """Return a table that scrolls on its own, also by keyboard, if the page is too narrow for it.

    Cells can break only before an interval, also without a style sheet, unless they are words.
    """
    title = f"<h2>{escape(table.title)}</h2>" if table.title else ""
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in table.heads)
    rows = []
    for name, *cells in table.rows:
        texts = [escape(text) for text in cells]
        if not words:
            texts = [text.replace(" ", _NO_BREAK).replace(f"{_NO_BREAK}±", " ±") for text in texts]
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{text}</td>" for text in texts)}</tr>')
    body = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"{title}<div {_SCROLLS}><table{' class=words' if words else ''}>{body}</table></div>"


def _changed_rules(rule_sets: Sequence[RuleSet], labels: Sequence[str]) -> str:
    """Return a table with a row for each rule that differs between the first rule set and another."""
    first = rule_sets[0]
    changed = dict.fromkeys((change.section, change.name) for rules in rule_sets[1:] for change in diff(first, rules))
    if not changed:
        return "<p>The rules are the same.</p>"
    rows = [
        [f"{section}.{name}", *(value_text(getattr(rules, name)) for rules in rule_sets)] for section, name in changed
    ]
    return table_html(Table(["rule", *labels], rows, f"Differences in the rules ({len(rows)})"), words=True)


def _distributions(distributions: Sequence[Distribution], labels: Sequence[str]) -> str:
    """Return a table with the middle and the breadth of every distribution."""
    rows = [
        [
            f"{one.title}, {label}",
            f"{histogram.mean:.2f}",
            str(histogram.quantile(0.5)),
            f"{histogram.quantile(0.05)} to {histogram.quantile(0.95)}",
        ]
        for one in distributions
        for label, histogram in zip(labels, one.histograms, strict=True)
        if histogram.counts
    ]
    return table_html(Table(["", "mean", "median", "90% within"], rows, "Distributions")) if rows else ""


def _measures(measures: Iterable[Measure]) -> str:
    """Return the meanings of the measures, which a click opens."""
    docs = "".join(f"<dt>{escape(measure.title)}</dt><dd>{escape(measure.doc)}</dd>" for measure in measures)
    return f"<details><summary>The measures</summary><dl>{docs}</dl></details>"


def _reading(comparison: Comparison) -> Iterator[str]:
    how = "played once and priced by all" if comparison.repriced else "played under each"
    yield f"{comparison.deals:,} deals {how}, every seat beginning once."
    yield (
        "The design is paired: all rule sets are played on the same shuffled deals, so the luck of the deal cancels "
        "in the differences. ± is the half-width of the 95% interval (its longer side). Of twenty differences that "
        "are only chance, one has a mark on average."
    )
    if comparison.method == "sequential":
        yield "The run was stopped when it was precise enough; the intervals allow for that."
    yield "The figures hold among players like these; people, and other players, may differ."


def _position(decision: Decision, review: Review) -> str:
    """Return a decision in words with its position, as the seat saw it, and what the others may have held."""
    title, names = review.title_of(decision), review.names_at(decision)
    themes: tuple[ThemeName, ...] = get_args(ThemeName)
    pictures = [both(*(image(str(round_svg(decision.view, theme=one, names=names)), title) for one in themes))]
    for seat, chances in decision.held.items():
        held = [held_svg(chances, name=names[seat], theme=one) for one in themes]
        pictures.append(both(*(image(str(one), one.title) for one in held)))
    return f"<h3>{escape(title)}</h3><p>{escape(decision_words(decision))}</p>{''.join(pictures)}"


def _decisions(review: Review) -> Iterator[Table]:
    """Yield the shown decisions of each round."""
    shown = set(map(id, review.decisions))
    for one in review.rounds:
        record = f"Record {one.record_number}, round" if len(review.reviewed) > 1 else "Round"
        rows = [
            [f"{decision.ply}. {clean(decision.player)}", with_pips(str(decision))]
            for decision in one.decisions
            if id(decision) in shown
        ]
        yield Table(["", "decision"], rows, f"{record} {one.number}")
