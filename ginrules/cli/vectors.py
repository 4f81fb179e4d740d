"""``ginrules vectors``, ``ginrules perft`` and ``ginrules conform``: the rules as data, for engines in any language."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter

from ginrules.cli.console import print_json, print_lines
from ginrules.cli.options import Json, Positive, Rules
from ginrules.errors import RecordError

_N: Final = 200
_DEPTH: Final = 6
_SECONDS: Final = 10.0
_ROUNDS: Final = 20
"""Rounds for each rule set, if no file of vectors is given."""


def vectors_(
    rules: Rules,
    /,
    *,
    n: Annotated[int, Positive, Parameter(name=("-n", "--rounds"))] = _N,
    seed: int = 1,
    views: Json = False,
) -> None:
    """Write the vectors that check an engine in another language, as JSON lines.

    Rounds, hands, matches and texts with the right answers. The last line names what they reach.

    Args:
        rules: The rules: a preset, a rule file, or several joined: oklahoma+knock_limit=7
        n: Limit on the rounds.
        seed: Seed of the search. The same seed writes the same lines.
        views: Write the view of every seat in every position too.
    """
    from ginrules.cli.rules import rules_from
    from ginrules.testing import vectors

    for vector in vectors(rules_from(rules), n, seed, views=views):
        print_lines(json_text.dumps(vector, ensure_ascii=False, separators=(",", ":")))


def perft_(
    rules: Rules,
    /,
    *,
    seed: int = 1,
    depth: Annotated[int, Positive] = _DEPTH,
    json: Json = False,
) -> None:
    """Count the lines of play of a deal by depth: positions, actions, endings.

    Args:
        rules: The rules. Small packs can be counted deeply: standard+ranks=5+hand_size=3
        seed: Seed of the shuffled pack. Seat 0 deals.
        depth: How many actions are played.
        json: Print the counts as JSON, for programs.
    """
    import attrs

    from ginrules.cli.rules import rules_from
    from ginrules.play.deal import knock_card_of, shuffled
    from ginrules.testing import perft

    chosen = rules_from(rules)
    knock_card = knock_card_of(chosen, seed, 0) if chosen.knock_source == "knock-card" else None
    order, seats = shuffled(seed, chosen), min(chosen.table_sizes)
    levels = perft(chosen, order, depth, seats=seats, knock_card=knock_card)
    if json:
        print_json({"order": " ".join(map(str, order)), "levels": [attrs.asdict(level) for level in levels]})
        return
    print_lines(f"{'depth':>5} {'lines':>14} {'positions':>11} {'actions':>14}  endings")
    for level in levels:
        ends = {**level.endings, **({"shuffle due": level.shuffles} if level.shuffles else {})}
        texts = ", ".join(f"{name} {number:,}" for name, number in ends.items())
        print_lines(
            f"{level.depth:>5} {level.lines:>14,} {level.positions:>11,} {level.actions:>14,}  {texts}".rstrip()
        )


def conform_(
    command: str,
    /,
    *,
    rules: tuple[str, ...] = ("standard", "oklahoma"),
    vectors: Path | None = None,
    seconds: float = _SECONDS,
) -> int:
    """Ask another engine the questions of vectors, and report the first difference.

    The exit status is 1 if an answer differs.

    Args:
        command: The engine's program with its arguments, in quotes. It reads and writes lines of JSON.
        rules: The rules to ask about, named several times for several.
        vectors: A file of vectors to ask instead.
        seconds: Time limit for each answer.
    """
    from ginrules.cli.rules import rules_from
    from ginrules.players.program import Program
    from ginrules.testing import conform
    from ginrules.testing import vectors as made

    sets = (made(rules_from(word), _ROUNDS, views=True) for word in rules)
    lines = _read(vectors) if vectors else chain.from_iterable(sets)
    report = conform(Program(command, seconds=seconds), lines)
    print_lines(str(report))
    return 0 if report.first is None else 1


def _read(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            yield from map(json_text.loads, lines)
    except (OSError, ValueError) as error:
        raise RecordError(f"{path}: cannot be read as lines of JSON: {error}") from None
