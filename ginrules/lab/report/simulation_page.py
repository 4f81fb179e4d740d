"""A simulation as one HTML page, of the same make as that of a comparison."""

from collections.abc import Iterator
from html import escape

from ginrules.lab.report.page import cell, page, spreads, table, titled
from ginrules.lab.report.words import UNKNOWN, names_of, shown
from ginrules.lab.simulation.result import Simulation
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Distribution
from ginrules.lab.statistics.measures import Unit

_SPREADS: tuple[tuple[str, str, Unit], ...] = (
    ("points", "points per round", "points"),
    ("turns", "turns per round", "turns"),
    ("knock-deadwood", "deadwood at the knock", "points"),
    ("rounds-per-match", "rounds per match", "rounds"),
)


def simulation_page(found: Simulation) -> str:
    """The simulation as a page: how it was played, the figures, how each player fared, and how it spread.

    Examples:
        >>> from ginrules.lab.comparison.compare import new_greedy
        >>> from ginrules.lab.simulation.simulate import simulate
        >>> from ginrules.presets import preset
        >>> simulation_page(simulate(preset("standard"), new_greedy, rounds=20)).startswith("<!doctype html>")
        True
    """
    (name,) = names_of([found.rules])
    title = f"{name} played"
    histograms = [
        Distribution(key, told, unit, (found.histograms[key],))
        for key, told, unit in _SPREADS
        if key in found.histograms
    ]
    return page(title, [*_head(found, title), *_standings(found), *_figures(found, name), *spreads(histograms, [name])])


def _head(found: Simulation, title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    if found.partial:
        yield '<p class="warn">The run was broken off: these are the figures of what had been played.</p>'
    played = f"{found.matches:,} matches, {found.rounds:,} rounds" if found.matches else f"{found.rounds:,} rounds"
    who = escape(" against ".join(found.contestants))
    yield f"<p>{played}. Players: {who}. Seed {found.seed}. ± is the 95% interval, its longer side.</p>"


def _standings(found: Simulation) -> Iterator[str]:
    if len(found.contestants) < 2:
        return
    yield "<h2>Who wins</h2>"
    heads = ["player", "rounds won, %", "points a round", *(["matches won, %"] if found.matches else [])]
    rows = []
    for each in found.standings:
        cells = [_told(each.rounds, 100), _told(each.net, 1, sign="+")]
        cells += [_told(each.matches, 100)] if found.matches else []
        rows.append(f'<tr><th scope="row">{escape(each.player)}</th>{"".join(cells)}</tr>')
    yield table("".join(f'<th scope="col">{head}</th>' for head in heads), rows, "figures")


def _told(estimate: Estimate | None, factor: int, *, sign: str = "") -> str:
    if estimate is None:
        return cell(UNKNOWN, "")
    value = f"{factor * estimate.value:{sign}.2f}".replace("-", "−")
    return cell(value, f"± {factor * estimate.reach:.2f}")


def _figures(found: Simulation, name: str) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    rows = [
        f'<tr title="{escape(each.measure.doc)}"><th scope="row">{titled(each.measure)}</th>'
        f"{cell(*shown(each.estimate, each.measure))}</tr>"
        for each in found.figures
    ]
    yield table(f'<th scope="col"></th><th scope="col">{escape(name)}</th>', rows, "figures")
