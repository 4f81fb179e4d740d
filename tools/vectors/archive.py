"""An archive of vectors, a file of JSON lines for each rule set, and the page that shows what they reach."""

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import sampled_from

from ginrules import RuleSet, preset_names
from ginrules.testing import rule_sets
from tools.vectors.search import vectors

ROUNDS: Final = 24
SEED: Final = 1
RANDOM: Final = 200
"""Random rule sets on the page."""
RANDOM_SEED: Final = 43
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_KINDS: Final = ("phase", "action", "ending", "reason", "result", "line", "edge", "code", "rule")


def write(path: Path, names: Sequence[str], rounds: int = ROUNDS, jobs: int = 1, *, views: bool = False) -> None:
    """Write the vectors of these rules, the same bytes in every run: fixed seeds and dates, names in order."""
    made = partial(lines_of, rounds=rounds, views=views)
    with zipfile.ZipFile(path, "w") as archive, ProcessPoolExecutor(jobs) as pool:
        for name, lines in zip(sorted(names), pool.map(made, sorted(names)), strict=True):
            member = zipfile.ZipInfo(f"{name}.jsonl", _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, lines, compresslevel=9)


def random_rules(count: int, number: int = RANDOM_SEED) -> list[RuleSet]:
    """Draw rule sets, no two alike: presets with up to eight changes, by the strategy of the property tests."""
    sets: dict[str, RuleSet] = {}

    @seed(number)
    @settings(
        max_examples=4 * count, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck),
        deadline=None,
    )  # fmt: skip
    @given(sampled_from(preset_names()).flatmap(lambda name: rule_sets(base=name)))
    def draw(rules: RuleSet) -> None:
        if len(sets) < count:
            sets.setdefault(rules.digest, rules)

    draw()
    return list(sets.values())


def listing(rules: RuleSet) -> dict[str, Any]:
    *_, listing = vectors(rules, ROUNDS, SEED)
    return listing


def random_coverage(listings: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the page about random rule sets: by kind, and the goals that were not found somewhere."""
    reached = Counter(name for listing in listings for name in listing["reached"])
    left = Counter(name for listing in listings for name in listing["not_reached"])
    yield "## Random rule sets"
    yield ""
    yield (
        f"{len(listings)} rule sets drawn with the seed {RANDOM_SEED}: presets with up to eight changes by"
        f" `ginrules.testing.rule_sets`, each with up to {ROUNDS} rounds;"
        f" {sum(listing['looked'] for listing in listings):,} rounds were looked at."
        " A goal counts once for each rule set that allows it."
    )
    yield ""
    yield f"| | {' | '.join(_KINDS)} |"
    yield f"|---|{'--:|' * len(_KINDS)}"
    for label, counts in (("reached", reached), ("allowed, not found", left)):
        by_kind: Counter[str] = Counter()
        for name, number in counts.items():
            by_kind[name.partition(": ")[0]] += number
        yield f"| {label} | {' | '.join(f'{by_kind[kind]:,}' for kind in _KINDS)} |"
    yield ""
    yield "| goal | reached in | allowed, not found in |"
    yield "|---|--:|--:|"
    for name, number in sorted(left.items(), key=lambda item: (-item[1] / (item[1] + reached[item[0]]), item[0])):
        yield f"| {name} | {reached[name]} | {number} |"


def lines_of(name: str, rounds: int = ROUNDS, *, views: bool = False) -> str:
    """Return the file of a rule set."""
    return "".join(f"{json.dumps(vector, ensure_ascii=False)}\n" for vector in vectors(name, rounds, SEED, views=views))


def coverage(path: Path) -> Iterator[str]:
    """Yield the lines of the page that shows what the vectors of an archive reach."""
    yield from ("---", "hide:", "  - navigation", "  - toc", "---", "")
    yield "# What the vectors reach"
    yield ""
    yield (
        "Written by `python -m tools.vectors FILE --coverage PAGE`. Each cell has the"
        " number of goals reached, and of those that the rules allow. The last column names the others: no round of"
        " the search reached them ([Write a port](port.md))."
    )
    yield ""
    yield f"| preset | rounds looked at | {' | '.join(_KINDS)} | not found |"
    yield f"|---|--:|{'--:|' * len(_KINDS)}---|"
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            listing = json.loads(archive.read(name).splitlines()[-1])
            yield f"| `{name.removesuffix('.jsonl')}` | {listing['looked']} | {_cells(listing)} |"


def _cells(listing: dict[str, Any]) -> str:
    """Return the cells of a preset: for each kind of goal, how many were reached of those that the rules allow."""
    reached, left = (Counter(name.partition(": ")[0] for name in listing[key]) for key in ("reached", "not_reached"))
    cells = [f"{reached[kind]}/{reached[kind] + left[kind]}" for kind in _KINDS]
    return " | ".join([*cells, ", ".join(listing["not_reached"]) or "nothing"])
