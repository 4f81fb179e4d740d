"""Write the pictures and the measured figures of the README and of the first page: ``python -m docs.generate.readme``.

The figures come from ``benchmarks/README.md``, which the benchmarks write. This module measures nothing.
"""

from collections.abc import Iterator
from typing import Final

import attrs

import ginrules as gin
from docs.generate.markdown import ROOT
from ginrules import lab, svg
from ginrules._support.names import ThemeName
from ginrules.lab.report.picture import plot
from ginrules.players import Greedy
from ginrules.rules.model import RULES

README: Final = ROOT / "README.md"
ASSETS: Final = ROOT / "docs" / "assets"
MARK: Final = "<!-- measured -->"
FIRST_PAGE: Final = ROOT / "docs" / "index.md"
FIGURES: Final = ("<!-- generate: figures -->", "<!-- generated -->")

_RULES: Final = ("standard", "oklahoma")
_ROUNDS: Final = 4_000
_SHOWN: Final = ("points", "knock-deadwood", "knock", "gin", "undercut", "dead")
_WIDTH: Final = 420
_SEED: Final = 30
_ACTIONS: Final = 23
# the task and the rival as the README names them; the table of the benchmarks and its task
_FIGURES: Final = (
    ("random rounds", "OpenSpiel (C++)", "rounds", "random rounds, standard"),
    ("random rounds", "RLCard", "rounds", "random rounds, RLCard"),
    ("least deadwood, 11-card hands rich in melds", "OpenSpiel", "deadwoods", "deadwoods, meld-rich, 11 cards"),
    ("an action on a copy of the position", "OpenSpiel", "rounds", "copy and step"),
)
_STEPS: Final = (("packed masks and observations for a learner", "packed `Rounds`, 1,024 at once"),)
_RATIO: Final = "× the first"


def pictures() -> dict[str, str]:
    """Return the pictures by file name: a table and a comparison, in light and in dark colors."""
    comparison = lab.compare(*_RULES, rounds=_ROUNDS)
    findings = tuple(finding for finding in comparison.findings if finding.measure.key in _SHOWN)
    short = attrs.evolve(comparison, findings=findings)
    looks: tuple[ThemeName, ...] = ("light", "dark")
    drawn = {f"table-{theme}.svg": _table(theme) for theme in looks}
    return drawn | {f"differences-{theme}.svg": str(plot(short, theme)) for theme in looks}


def _table(theme: ThemeName) -> str:
    state = gin.deal("oklahoma", seed=_SEED)
    players = [Greedy(0), Greedy(0)]
    for _ in range(_ACTIONS):
        assert state.turn is not None
        state = gin.apply(state, players[state.turn].choose(gin.view(state, state.turn)))
    return str(svg.round_svg(gin.view(state, 0), theme=theme, names=["You", "Bo"], width=_WIDTH))


def measured() -> str:
    """Return the table of speed-ups: the lower ends of the intervals in ``benchmarks/README.md``."""
    head = "| task | compared with | speed-up, pure Python | speed-up, compiled core |"
    lines = [head, "|---|---|---:|---:|", *_rows()]
    run = f"{dated('rounds')}, ginrules {gin.__version__}"
    lower = "Lower bounds of 95% intervals, in processor time, with all checks on"
    return "\n".join([*lines, "", f"{lower} ({run}): [benchmarks](benchmarks/README.md)."])


def _rows() -> Iterator[str]:
    for task, library, name, measured_task in _FIGURES:
        engine = low_end(name, measured_task, "engine", _RATIO)
        core = "" if "copy" in measured_task else f"{low_end(name, measured_task, 'core', _RATIO)} ×"
        yield f"| {task} | {library} | {engine} × | {core} |"
    for task, by in _STEPS:
        yield f"| {task} | a loop over OpenSpiel | | {low_end('learners', 'steps', by, _RATIO)} × |"


def figures() -> str:
    """Return the list of figures of the first page."""
    seats = {number for name in gin.preset_names() for number in gin.preset(name).table_sizes}
    speed = low_end("rounds", "random rounds, standard", "core", _RATIO)
    steps = low_end("learners", "steps", "packed `Rounds`, 1,024 at once", "a second of the processor")
    numbers = (
        (len(gin.preset_names()), "rule sets with their sources, and your own in one line"),
        (len(RULES), "rules that can be set, each checked and explained"),
        (f"{min(seats)} to {max(seats)}", "seats, each for itself or in teams"),
        (f"{speed} ×", "as fast as OpenSpiel’s C++ at random rounds, at least, on one core"),
        (steps, "steps per second in one array of rounds, at least, on one core"),
    )
    items = "".join(f"<li><strong>{number}</strong> {about}</li>" for number, about in numbers)
    return f'<ul class="gin-figures">{items}</ul>'


def benchmark_table(name: str) -> str:
    """Return the text between the two marks of this name in ``benchmarks/README.md``, such as ``strength``."""
    parts = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").split(f"<!-- {name} -->")
    assert len(parts) == 3, f"benchmarks/README.md has no table {name!r}"
    return parts[1].strip()


def low_end(name: str, task: str, by: str, column: str) -> str:
    """Return the lower end of the interval of a figure, by its table, its first two cells and its column."""
    lines = [line for line in benchmark_table(name).splitlines() if line.startswith("|")]
    heads, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    figure = next(row[heads.index(column)] for row in rows if row[:2] == [task, by])
    return figure.partition("(")[2].partition(" ")[0]


def dated(name: str) -> str:
    """Return when and with which Python a table was measured."""
    return benchmark_table(name).rpartition("\n")[2].partition(":")[0]


def written() -> tuple[str, str]:
    """Return the README and the first page with these figures."""
    before, _, after = README.read_text(encoding="utf-8").split(MARK)
    first, last = FIGURES
    above, _, rest = FIRST_PAGE.read_text(encoding="utf-8").partition(first)
    page = f"{above}{first}\n\n{figures()}\n\n{last}{rest.partition(last)[2]}"
    return f"{before}{MARK}\n\n{measured()}\n\n{MARK}{after}", page


if __name__ == "__main__":
    readme, first_page = written()
    README.write_text(readme, encoding="utf-8")
    FIRST_PAGE.write_text(first_page, encoding="utf-8")
    for name, text in pictures().items():
        (ASSETS / name).write_text(text, encoding="utf-8")
