"""`ginrules.testing.perft` and a plain recursion count the same."""

from itertools import pairwise

import ginrules as gin
from ginrules.testing import perft


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
