"""The rule card of each preset, and of values that no preset has: a sentence that is lost or changed is noticed.

Set GINRULES_UPDATE_GOLDEN=1 to write the file again, then read the changes.
"""

import hashlib
import os
import re
from pathlib import Path

import ginrules as gin
from tests.conftest import ALL_PLAY, HOUSE

FILE = Path(__file__).parents[1] / "data" / "cards.txt"
OTHERS = {
    "penalty, named": gin.preset("penalty-2-to-4").evolve(defender_melds="named", big_gin=True, knock_limit=0),
    "targets by team": gin.preset("partnership").evolve(target={2: 150}),
    "gin only, lay-offs": HOUSE["named after gin"].evolve(knock_limit=0),
    "one point": gin.RuleSet(knock_limit=1),
    "no shutout": gin.preset("standard").evolve(shutout="none", big_gin=False),
    "a winner deals": gin.preset("penalty-2-to-4").evolve(next_dealer="winner"),
    "one sum": gin.preset("hollywood").evolve(column_weights=(1, 1, 1)),
}


def cards():
    """A digest of every rule card, and every sentence that is on one of them."""
    rules = {**{name: gin.preset(name) for name in gin.preset_names()}, **HOUSE, **ALL_PLAY, **OTHERS}
    texts = {name: gin.describe(one) for name, one in rules.items()}
    digests = [f"{hashlib.sha256(text.encode()).hexdigest()[:8]} {name}" for name, text in texts.items()]
    sentences = {" ".join(item.split()) for text in texts.values() for item in re.split(r"\n(?=- |[A-Z])", text)}
    return [*digests, *sorted(sentences)]


def test_rule_cards_are_as_they_were_read():
    lines = cards()
    if os.environ.get("GINRULES_UPDATE_GOLDEN"):
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    before = FILE.read_text(encoding="utf-8").splitlines()
    assert lines == before, f"lost {sorted({*before} - {*lines})[:9]}, new {sorted({*lines} - {*before})[:9]}"
