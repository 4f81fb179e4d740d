"""Write the pictures and the measured figures of the README: ``python -m docs.generate.readme``.

The figures come from ``benchmarks/README.md``, which the benchmarks write. This module measures nothing.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

import ginrules as gin
from docs.generate.benchmark_tables import dated, low_end
from ginrules import lab, svg
from ginrules._support.names import ThemeName
from ginrules.lab.report.figure import differences_figure
from ginrules.players import Greedy

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
# the task and the rival as the README names them; the table of the benchmarks and its task
_FIGURES: Final = (
    ("random rounds", "OpenSpiel (C++)", "rounds", "random rounds, standard"),
    ("random rounds", "RLCard", "rounds", "random rounds, RLCard"),
    ("least deadwood, 11-card hands rich in melds", "OpenSpiel", "deadwoods", "deadwoods, meld-rich, 11 cards"),
    ("an action on a copy of the position", "OpenSpiel", "rounds", "copy and step"),
)
_STEPS: Final = (
    ("packed masks and observations for a learner", "packed `Rounds`, 1,024 at once"),
    ("the same as rows of numbers", "`Rounds`, 1,024 at once"),
)
_RATIO: Final = "× the first"


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


def written() -> str:
    """Return the README with these figures."""
    before, _, after = README.read_text(encoding="utf-8").split(MARK)
    return f"{before}{MARK}\n\n{measured()}\n\n{MARK}{after}"


if __name__ == "__main__":
    README.write_text(written(), encoding="utf-8")
    for name, text in pictures().items():
        (ASSETS / name).write_text(text, encoding="utf-8")
