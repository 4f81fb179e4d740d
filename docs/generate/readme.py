"""Write the pictures and the measured figures of the README: ``python -m docs.generate.readme``.

The figures come from ``benchmarks/README.md``, which the benchmarks write. This module measures nothing.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

import ginrules as gin
from docs.generate.benchmark_tables import table
from ginrules import lab, svg
from ginrules._names import ThemeName
from ginrules.lab.report.figure import differences_figure

ROOT: Final = Path(__file__).parents[2]
README: Final = ROOT / "README.md"
ASSETS: Final = ROOT / "docs" / "assets"
MARK: Final = "<!-- measured -->"

_RULES: Final = ("standard", "oklahoma")
_ROUNDS: Final = 4_000
_SHOWN: Final = ("points", "knock-deadwood", "knock", "gin", "undercut", "dead")
_WIDTH: Final = 420
_SEED: Final = 30
_ACTIONS: Final = 23
_WHOLE: Final = 100  # ratios from here on are shown without a decimal

# the task and the rival as the README names them, and their names in the benchmarks
_FIGURES: Final = (
    ("random rounds", "OpenSpiel (C++)", "random rounds, standard", "open_spiel"),
    ("random rounds", "RLCard", "random rounds, standard", "rlcard"),
    ("least deadwood of eleven cards full of melds", "OpenSpiel", "deadwoods, meld-rich, 11 cards", "open_spiel"),
    ("an action on a copy of the position", "OpenSpiel", "copy and step", "open_spiel"),
)


def pictures() -> dict[str, str]:
    """Return the pictures by file name: a table and a comparison, in light and in dark colors."""
    comparison = lab.compare(*_RULES, rounds=_ROUNDS)
    findings = tuple(finding for finding in comparison.findings if finding.measure.key in _SHOWN)
    short = attrs.evolve(comparison, findings=findings)
    looks: tuple[ThemeName, ...] = ("light", "dark")
    drawn = {f"table-{theme}.svg": _table(theme) for theme in looks}
    return drawn | {f"differences-{theme}.svg": differences_figure(short, theme) for theme in looks}


def _table(theme: ThemeName) -> str:
    state = gin.deal("oklahoma", seed=_SEED)
    players = [lab.Greedy(0), lab.Greedy(0)]
    for _ in range(_ACTIONS):
        assert state.turn is not None
        state = gin.apply(state, players[state.turn].choose(gin.view(state, state.turn)))
    return str(svg.round_svg(gin.view(state, 0), theme=theme, names=["You", "Bo"], width=_WIDTH))


def measured() -> str:
    """Return the table of speed-ups, from the figures in ``benchmarks/README.md``."""
    head = "| task | compared with | speed-up, pure Python | speed-up, compiled core |"
    lines = [head, "|---|---|---:|---:|", *_rows()]
    dated = re.search(r"^\d{4}-\d\d-\d\d, .*?(?=;)", table("table"), re.MULTILINE)
    assert dated is not None, "benchmarks/README.md: the table has no date"
    return "\n".join([*lines, "", f"{dated[0]}; every check made: [benchmarks](benchmarks/README.md)."])


def _rows() -> Iterator[str]:
    heads, *rows = (_cells(line) for line in table("table").splitlines() if line.startswith("|"))
    pure = next(name for name in ("engine ÷ rival", "ratio") if name in heads)
    for task, library, measured_task, rival in _FIGURES:
        row = next(row for row in rows if row[0] == measured_task and rival in row)
        cells = dict(zip(heads, row, strict=True))
        yield f"| {task} | {library} | {_ratio(cells[pure])} | {_ratio(cells.get('core ÷ rival', ''))} |"
    for row in map(_cells, table("vector").splitlines()):
        if row[0] == "`Rounds`, 1,024 at once":
            yield f"| masks and observations for a learner | a loop over OpenSpiel | | {_ratio(row[2])} |"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _ratio(cell: str) -> str:
    number = cell.partition(" ")[0]
    if not number:
        return ""
    return f"{number} ×" if float(number) < _WHOLE else f"{float(number):,.0f} ×"


def written() -> str:
    """Return the README with these figures."""
    before, _, after = README.read_text(encoding="utf-8").split(MARK)
    return f"{before}{MARK}\n\n{measured()}\n\n{MARK}{after}"


if __name__ == "__main__":
    README.write_text(written(), encoding="utf-8")
    for name, text in pictures().items():
        (ASSETS / name).write_text(text, encoding="utf-8")
