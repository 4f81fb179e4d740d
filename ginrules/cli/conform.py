"""``ginrules perft`` and ``ginrules conform``: counts and questions that check engines in any language."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from ginrules.cli.console import print_json, say
from ginrules.cli.options import Json, Positive, Rules
from ginrules.cli.rules import rules_from
from ginrules.errors import RecordError

_DEPTH: Final = 6


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
    """
    import attrs

    from ginrules.play.deal import knock_card_of, shuffled
    from ginrules.testing import perft

    chosen = rules_from(rules)
    knock_card = knock_card_of(chosen, seed, 0) if chosen.knock_source == "knock-card" else None
    order, seats = shuffled(seed, chosen), min(chosen.table_sizes)
    levels = perft(chosen, order, depth, seats=seats, knock_card=knock_card)
    if json:
        print_json({"order": " ".join(map(str, order)), "levels": [attrs.asdict(level) for level in levels]})
        return
    say(f"{'depth':>5} {'lines':>14} {'positions':>11} {'actions':>14}  endings")
    for level in levels:
        ends = {**level.endings, **({"shuffle due": level.shuffles} if level.shuffles else {})}
        texts = ", ".join(f"{name} {number:,}" for name, number in ends.items())
        say(f"{level.depth:>5} {level.lines:>14,} {level.positions:>11,} {level.actions:>14,}  {texts}".rstrip())


def conform_(
    command: str,
    /,
    *,
    vectors: Path | None = None,
) -> int:
    """Ask another engine the questions of vectors, and report the first difference.

    The exit status is 1 if an answer differs.

    Args:
        command: The engine's program with its arguments, in quotes. It reads and writes lines of JSON.
        vectors: A file of vectors: a release has an archive with one for each preset.
    """
    from ginrules.players.program import Program
    from ginrules.testing import conform

    if vectors is None:
        raise RecordError("name a file of vectors: --vectors standard.jsonl, from the archive vectors.zip of a release")
    report = conform(Program(command), _read(vectors))
    say(str(report))
    return 0 if report.first is None else 1


def _read(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            yield from map(json_text.loads, lines)
    except (OSError, ValueError) as error:
        raise RecordError(f"{path}: cannot be read as lines of JSON: {error}") from None
