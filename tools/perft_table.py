"""Writes the counts of twenty small packs: ``python -m tools.perft_table docs/perft.md``."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ginrules import shuffled
from ginrules.rules.model import rules_of
from ginrules.testing import perft

DEPTH: Final = 6
_SMALL: Final = "+ranks={ranks}+hand_size={size}"
PACKS: Final = [
    *(
        f"standard{_SMALL.format(ranks=ranks, size=size)}"
        for ranks, size in ((4, 3), (5, 3), (5, 4), (6, 3), (6, 4), (7, 4))
    ),
    *(f"oklahoma{_SMALL.format(ranks=ranks, size=size)}" for ranks, size in ((4, 3), (5, 3), (6, 4))),
    *(f"openspiel{_SMALL.format(ranks=ranks, size=size)}" for ranks, size in ((4, 3), (5, 3), (6, 4))),
    *(f"doubling-gin{_SMALL.format(ranks=ranks, size=size)}" for ranks, size in ((4, 3), (5, 3))),
    *(f"mahjong-gin+player_counts=2{_SMALL.format(ranks=ranks, size=size)}" for ranks, size in ((4, 3), (5, 3))),
    *(f"standard+min_run=2+min_set=2{_SMALL.format(ranks=ranks, size=size)}" for ranks, size in ((4, 3), (5, 3))),
    *(f"standard+ace_rank=round-the-corner{_SMALL.format(ranks=ranks, size=size)}" for ranks, size in ((5, 3), (6, 4))),
]


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield from ("---", "hide:", "  - toc", "---", "")
    yield "# Counts of small packs"
    yield ""
    yield (
        "The number of lines of play, by depth. Seed 1 shuffles the pack, and seat 0 deals. You count them by"
        f" `ginrules perft RULES --seed 1 --depth {DEPTH}`, and `python -m tools.perft_table docs/perft.md` writes this"
        " page ([Write a port](port.md))."
    )
    yield ""
    yield f"| rules | {' | '.join(f'depth {depth}' for depth in range(1, DEPTH + 1))} | positions | endings |"
    yield f"|---|{'--:|' * (DEPTH + 1)}---|"
    for text in PACKS:
        levels = perft(rules_of(text), shuffled(1, text), DEPTH)
        lines = [f"{level.lines:,}" for level in levels[1:]]
        ends = ", ".join(f"{name} {count:,}" for name, count in levels[-1].endings.items()) or "none"
        cells = [*lines, *[""] * (DEPTH - len(lines)), f"{levels[-1].positions:,}", ends]
        yield f"| `{text}` | {' | '.join(cells)} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.parse_args().path.write_text("\n".join([*page(), ""]), encoding="utf-8")
