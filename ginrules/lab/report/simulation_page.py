"""A simulation as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator

from ginrules._printed import html_text as escape
from ginrules._values import expect
from ginrules.lab.report.page import cell, distribution_charts, heading, page, row, table
from ginrules.lab.simulation.result import Simulation
from ginrules.lab.statistics.words import factor_of, format_estimate, labels_of, title_of


def simulation_page(simulation: Simulation) -> str:
    """Return the simulation as a page: how it was played, the figures, the players' shares, and the distributions.

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
    return page(title, [*_head(simulation, title), *_standings(simulation), *_figures(simulation, label),
                        *distribution_charts(simulation.distributions, [label])])  # fmt: skip


def _head(simulation: Simulation, title: str) -> Iterator[str]:
    yield from heading(title, partial=simulation.partial)
    matches = f"{simulation.matches:,} matches, " if simulation.matches else ""
    players = escape(" against ".join(simulation.contestants))
    yield (
        f"<p>{matches}{simulation.rounds:,} rounds. Players: {players}. Seed {simulation.seed}. "
        "± is the half-width of the 95% interval (its longer side).</p>"
    )


def _standings(simulation: Simulation) -> Iterator[str]:
    if len(simulation.contestants) < 2:
        return
    yield "<h2>Who wins</h2>"
    heads = ["player", "rounds won, %", "points per round", *(["matches won, %"] if simulation.matches else [])]
    rows = []
    for standing in simulation.standings:
        cells = cell(*format_estimate(standing.rounds, factor=100)) + cell(*format_estimate(standing.net, signed=True))
        if simulation.matches:
            cells += cell(*format_estimate(standing.matches, factor=100))
        rows.append(row(standing.player, cells))
    yield table(heads, rows, "figures")


def _figures(simulation: Simulation, label: str) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    rows = [
        row(
            title_of(figure.measure),
            cell(*format_estimate(figure.estimate, factor=factor_of(figure.measure))),
            tip=figure.measure.doc,
        )
        for figure in simulation.figures
    ]
    yield table(["", label], rows, "figures")
