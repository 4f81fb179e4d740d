"""The examples of all presets as the text that the package keeps (`ginrules.show.rulecard.examples`)."""

from collections.abc import Iterator
from typing import get_args

from ginrules.presets import preset, preset_names
from ginrules.rules.model import RULES, RuleSet
from ginrules.show.rulecard.examples import Kind
from tools.card_examples.differences import ROUND, differences
from tools.card_examples.rounds import (
    example_round,
    example_sheet,
    layoff_example,
    round_example,
    sheet_rows,
    written_where,
)
from tools.card_examples.words import difference_line

Block = tuple[int, int, tuple[str, ...]]
"""The place of the kind, the place of the rule if the lines are about one, and the lines."""

KINDS: tuple[Kind, ...] = get_args(Kind)


def examples_text() -> str:
    """Return the examples, equal lines once with the names of their presets."""
    names: dict[Block, list[str]] = {}
    for name in preset_names():
        for kind, rule, lines in blocks_of(preset(name)):
            if lines:
                names.setdefault((KINDS.index(kind), rule, lines), []).append(name)
    blocks = sorted(names, key=lambda block: block[:2])
    return "\n".join("\n".join([" ".join([KINDS[block[0]], *names[block]]), *block[2], ""]) for block in blocks)


def blocks_of(rules: RuleSet) -> Iterator[tuple[Kind, int, tuple[str, ...]]]:
    """Yield the lines of a card's examples: their kind, the place of the rule, and the lines."""
    shown = example_round(rules)
    if shown is not None:
        yield "round", 0, tuple(round_example(shown))
        yield "lay-offs", 0, tuple(layoff_example(shown))
    for difference in differences(rules):
        line = difference_line(rules, difference)
        place = -1 if difference.names == ROUND else list(RULES).index(difference.names[0])
        yield "differences", place, (line,) if line else ()
    if rules.columns > 1:
        match = example_sheet(rules)
        yield "sheet", 0, tuple(sheet_rows(match))
        yield "written", 0, tuple(written_where(match))
