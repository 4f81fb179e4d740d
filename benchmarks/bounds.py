"""The cost of the worst known inputs: processor time and memory, for each bound of `ginrules._support.bounds`.

    python -m benchmarks.bounds --write

The texts come from `tests/core/test_bounds.py`, the hands from `tests/laws/test_bound_laws.py`. Memory is Python's
peak allocation (`tracemalloc`), in a second run.
"""

import argparse
import contextlib
import itertools
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.timing import processor_seconds, report
from ginrules import (
    CardSet,
    RuleSet,
    arrangements,
    best_arrangement,
    best_defence,
    deadwood,
    loads_rules,
    outs,
    parse_arrangement,
)
from ginrules.errors import GinRulesError
from ginrules.records import RoundRecord
from ginrules.solver.meld_tables import meld_tables
from tests.core.test_bounds import RULE_TEXTS, record_texts

_LONG = 0.3
ALL = 1_000_000
SIZES = (1 << 16, 1 << 18, 1 << 20)
"""Sizes of the records, in bytes."""

Work = Callable[[], object]


def circle(ranks: int, min_set: int, min_run: int) -> RuleSet:
    """Rules with the most melds of a pack."""
    return RuleSet(
        ranks=ranks, min_set=min_set, min_run=min_run, ace_rank="round-the-corner", card_values=(1,) * 13,
        hand_size=2, stock_floor=0,
    )  # fmt: skip


def works() -> Iterator[tuple[str, str, Work]]:
    """Yield the bound, the input and the work."""
    for name, text in RULE_TEXTS.items():
        yield "rule text, 64 KiB", name, partial(loads_rules, text)
    for rules, hand, left in (
        (circle(7, 4, 3), "A234567...A234567", ALL),
        (circle(4, 2, 2), "A2.A2.A2.A234", ALL),
        (circle(8, 3, 3), "A2345678..A2345678.", 1),
        (circle(4, 2, 2), "234.234.234.234", 1),
    ):
        cards = CardSet.parse(hand)
        name = f"{len(cards)} cards, {len(arrangements(cards, rules, left)):,} spreads"
        yield "spreads of a hand", name, partial(arrangements, cards, rules, left)
    for name, rules in (("standard", RuleSet()), ("pairs, round the corner", circle(13, 2, 4))):
        for size in (17, 26, 40, 48):
            cards = CardSet(sum(1 << card * 23 % 52 for card in range(size)))
            yield "deadwood", f"{size} cards, {name}", partial(deadwood, cards, rules)
            yield "best_arrangement", f"{size} cards, {name}", partial(best_arrangement, cards, rules)
        cards = CardSet(sum(1 << card * 23 % 52 for card in range(26)))
        yield "outs", f"26 cards, {name}", partial(outs, cards, rules, 10)
    rules = RuleSet(min_set=2, min_run=2, ace_rank="round-the-corner")
    melds = [f"{low}{suit} {high}{suit}" for suit in "cdhs" for low, high in ("A2", "45", "78", "TJ")]
    held = [f"{rank}{suit}" for suit in "cdhs" for rank in "369QK"]
    yield "best_defence", "20 cards against 16 melds of two", lambda: best_defence(held, melds, rules)
    yield "parse_arrangement", "20,000 blanks", lambda: parse_arrangement("7h 8h 9h |" + " " * 20_000 + "x", RuleSet())
    made = iter(range(1, 1_000))
    yield (
        "meld tables",
        "rules not seen before",
        lambda: meld_tables(13, 4, "round-the-corner", 3, 3, (next(made), *[10] * 12)),
    )


def records(turns: int) -> Iterator[str]:
    """Yield the table of records, time by size; memory is measured at the size in the middle."""
    heads = " | ".join(f"{size >> 10} KiB" for size in SIZES)
    yield f"| record, processor time in ms | {heads} | bytes of memory per byte |"
    yield "|---|---:|---:|---:|---:|"
    texts = {size: record_texts(size) for size in SIZES}
    for name, text in texts[SIZES[1]].items():
        works = [partial(RoundRecord.loads, texts[size][name]) for size in SIZES]
        memory = most_memory(works[1]) * (1 << 20) / len(text)
        yield f"| {name} | {' | '.join(milliseconds(work, turns) for work in works)} | {memory:.0f} |"


def others(turns: int) -> Iterator[str]:
    """Yield the table of the other bounds, the worst input of each bound last."""
    yield "\n| bound | input | processor time, ms | memory, MiB |"
    yield "|---|---|---:|---:|"
    for bound, name, work in works():
        memory = f"{most_memory(work):.1f}" if seconds(work) < _LONG else ""
        yield f"| {bound} | {name} | {milliseconds(work, turns)} | {memory} |"
    yield f"\nThe least and the most of {turns} runs. Memory is not measured if a call takes more than {_LONG:g} s."


def milliseconds(work: Work, turns: int) -> str:
    """Return the least and the most processor time of a call, in milliseconds."""
    times = sorted(1000 * seconds(work) for _ in range(turns))
    least, most = f"{times[0]:,.0f}", f"{times[-1]:,.0f}"
    return least if least == most else f"{least} to {most}"


def most_memory(work: Work) -> float:
    """Return the peak memory of a call in MiB; tracing makes the call some ten times slower."""
    tracemalloc.start()
    seconds(work)
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return memory / (1 << 20)


def seconds(work: Work) -> float:
    began = processor_seconds()
    with contextlib.suppress(GinRulesError):
        work()
    return processor_seconds() - began


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bounds", description=__doc__)
    parser.add_argument("--turns", type=int, default=3, help="how often each is measured")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    lines = itertools.chain(records(options.turns), others(options.turns))
    report("bounds", lines, f"python -m benchmarks.bounds --turns {options.turns}", write=options.write)


if __name__ == "__main__":
    main()
