"""One printed round for each way to play, as a reader of a game's log would see it; `index.txt` names each preset's.

Set GINRULES_UPDATE_GOLDEN=1 to write the files again, then read the changes.
"""

import os
import random
from itertools import count
from pathlib import Path

import attrs

import ginrules as gin
from ginrules.testing.policies import fresh, greedy, next_action
from tests.conftest import finished

FOLDER = Path(__file__).parents[1] / "data" / "rounds"


def formatted(value):
    """A value in words; an event by its name and fields."""
    if value is None or (isinstance(value, tuple | gin.CardSet) and len(value) == 0):
        return "-"
    if isinstance(value, tuple):
        return ", ".join(map(formatted, value))
    return str(value)


def event_line(event):
    fields = attrs.asdict(event, recurse=False)
    seat = fields.pop("seat", None)
    who = "" if seat is None else f" seat {seat}"
    return f"    {type(event).__name__}{who}" + "".join(f" · {name} {formatted(item)}" for name, item in fields.items())


def printed_round(name):
    """The first greedy round under these rules that somebody ends, at the fullest table."""
    rules = gin.preset(name)
    seats = max(rules.table_sizes)
    seed = next(
        seed for seed in count() if finished(fresh(rules, seats, seed), seed, greedy)[0].outcome.declarer is not None
    )
    state = fresh(rules, seats, seed)
    lines = [f"{seats} seats, seed {seed}", "", str(state), ""]
    rng = random.Random(seed)
    while not state.is_over:
        action = next_action(rng, state, greedy)
        actor = "chance" if state.turn is None else f"seat {state.turn}"
        lines.append(f"{actor}: {action}")
        state, events = gin.transition(state, action)
        lines += map(event_line, events)
    return "\n".join([*lines, "", str(state), ""])


def index():
    """The preset whose file has the round of a preset, by name: the first of those with equal rounds."""
    return dict(line.split() for line in (FOLDER / "index.txt").read_text(encoding="utf-8").splitlines())


def test_the_printed_rounds():
    texts = {name: printed_round(name) for name in gin.preset_names()}
    if os.environ.get("GINRULES_UPDATE_GOLDEN"):
        first = {}
        lines = [f"{name} {first.setdefault(text, name)}" for name, text in texts.items()]
        (FOLDER / "index.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for text, name in first.items():
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    assert texts.keys() == index().keys()
    wrong = [name for name, file in index().items() if texts[name] != (FOLDER / f"{file}.txt").read_text("utf-8")]
    assert not wrong
    assert {path.stem for path in FOLDER.glob("*.txt")} == {"index", *index().values()}
