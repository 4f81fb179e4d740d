"""Counts of the lines of play: of straight gin while no gin is possible, as published, and of a small pack."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.testing import perft
from tests.conftest import slow

PERFT = json.loads((Path(__file__).parents[1] / "data" / "numbers.json").read_text())
NODES = PERFT["perft_straight_gin_while_no_gin_is_possible"]["nodes"]
RULES = gin.RuleSet(knock_limit=0)
FAR_FROM_GIN = gin.stacked(["Ac 4c 7c Tc 2d 5d 8d Jd 3h 6h", "2c 5c 8c Jc 3d 6d 9d Qd 4h 7h"], RULES, dealer=1)


def leaves(state, depth):
    """The number of action sequences of that length; the last step is counted, not taken."""
    actions = gin.legal_actions(state)
    assert not any(isinstance(action, gin.Knock | gin.GoBigGin) for action in actions)
    if depth == 1:
        return len(actions)
    return sum(leaves(gin.apply(state, action), depth - 1) for action in actions)


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("depth", range(1, 10))
def test_perft(depth, dealer):
    assert leaves(gin.deal(RULES, FAR_FROM_GIN, dealer=dealer), depth) == NODES[depth - 1]


def test_perft_of_another_deal():
    """Any deal whose hands cannot gin within the depth has the same tree."""
    assert [leaves(gin.deal(RULES, gin.shuffled(5, RULES)), depth) for depth in range(1, 7)] == NODES[:6]


@pytest.mark.full
@pytest.mark.parametrize("depth", slow([10], [10, 11, 12]))
def test_deep_perft(depth):
    """Depth 12, half a minute to a minute, is tried with `GINRULES_EFFORT=long`."""
    assert leaves(gin.deal(RULES, FAR_FROM_GIN, dealer=1), depth) == NODES[depth - 1]


def naive_counts(state, depth):
    """The lines of play by depth, each played by itself."""
    counts = [0] * (depth + 1)

    def visit(position, played):
        counts[played] += 1
        if played < depth:
            for action in gin.legal_actions(position):
                visit(gin.apply(position, action), played + 1)

    visit(state, 0)
    return counts


def test_the_counts_are_those_of_a_plain_recursion():
    rules = gin.preset("standard").evolve(ranks=5, hand_size=3)
    order = gin.shuffled(1, rules)
    levels = perft(rules, order, 7)
    assert [level.lines for level in levels] == naive_counts(gin.deal(rules, order), 7)
    assert all(a.actions == b.lines for a, b in pairwise(levels))
    assert any(level.endings for level in levels)


PAGE = Path(__file__).parents[2] / "docs" / "numbers.md"


@pytest.mark.skipif(not PAGE.exists(), reason="a source distribution has no docs")
def test_the_page_has_the_counts_of_its_packs():
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text(encoding="utf-8").splitlines() if row[:3] == "| `"]
    assert len(rows) == 20
    for text, *counts in rows:
        rules = gin.preset(text.strip("`"))
        levels = perft(rules, gin.shuffled(1, rules), 6)
        ends = ", ".join(f"{name} {count}" for name, count in levels[-1].endings.items()) or "none"
        assert counts == [*(f"{level.lines}" for level in levels[1:]), f"{levels[-1].positions}", ends], text
