"""`diverge` against every deal and every way of playing it, in a pack so small that all can be looked at."""

from itertools import chain, combinations, permutations

import pytest

from ginrules.lab.divergence.crafted_deals import mask_of, plain_layout
from ginrules.lab.divergence.diverge import diverge
from ginrules.lab.divergence.minimize import nearest_on
from ginrules.records.paired import Layout, ascending, disagreement, options, start_pair, step
from ginrules.rules.model import RuleSet
from tests.conftest import LONG, slow

pytestmark = pytest.mark.full

# ten cards, four to a hand, of the two that are left one is the upcard: 6,300 deals
TWO_SUITS = RuleSet(name="base", ranks=5, suits=2, hand_size=4, knock_limit=3, stock_floor=0)
CHANGES = [
    {"opening": "no-upcard"}, {"knock_limit": 2}, {"big_gin": False}, {"both_pass_draw": "any"},
    {"ace_rank": "high-or-low"}, {"return_taken_discard": True}, {"min_run": 4}, {"knock_source": "upcard"},
    {"knock_source": "knock-card"}, {"card_values": (2, *TWO_SUITS.card_values[1:])}, {"gin_bonus": 20},
    {"big_gin_bonus": 50}, {"undercut_bonus": 10}, {"gin_off_bonus": 40}, {"knock_bonus": 5}, {"tie": "nobody"},
    {"undercut_moves": "knocker"}, {"layoff": "none"}, {"layoff": "including-gin"}, {"layoff_chain": False},
    {"defender_melds": "named"}, {"stock_exhausted": "last-discard-option"},
]  # fmt: skip
WITH_PAIRS = TWO_SUITS.evolve(name="base", min_set=2)
CASES = [
    *((TWO_SUITS, change) for change in CHANGES),
    *((WITH_PAIRS, {rule: value}) for rule, value in [
        ("tie", "nobody"), ("layoff_chain", False), ("min_set", 3),
    ]),
]  # fmt: skip
DEEPEST = 4
# the rules that show late: all deals are played through to their ends, a minute a case
SHOWN_LATE = {
    "undercut_bonus", "undercut_moves", "gin_off_bonus", "knock_bonus", "tie", "layoff_chain", "stock_exhausted",
}  # fmt: skip
TRIED = slow([case for case in CASES if not SHOWN_LATE & set(case[1])][::2], CASES)


def every_deal(rules):
    """All deals, the simplest first."""
    pack = ascending(rules.tables.pack)
    for first in combinations(pack, 4):
        left = [card for card in pack if card not in first]
        for upcard in left:
            for second in combinations([card for card in left if card != upcard], 4):
                stock = [card for card in left if card not in second and card != upcard]
                for rest in permutations(stock):
                    yield Layout((mask_of(first), mask_of(second)), (upcard, *rest), 0)


def fewest(a, b, layout, most):
    """The shortest ways to a disagreement on this deal, by plain exhaustion: their number of actions, and they."""
    level = [((), start_pair(a, b, layout))]
    for number in range(most + 1):
        found = [(done, kind) for done, pair in level if (kind := disagreement(pair))]
        if found:
            return number, found
        following = (
            [((*done, action), step(pair, action)) for action in options(pair)]
            for done, pair in level
            if not pair[0].is_over
        )
        level = list(chain.from_iterable(following))
    return most + 1, []


def smallest(a, b):
    """The least number of actions of all deals, the simplest deal with it, and the ways on that deal."""
    least, best = DEEPEST + 1, None
    for layout in every_deal(a):
        number, found = fewest(a, b, layout, least - 1)
        if found:
            least, best = number, (layout, found)
            if not number:
                break
    return least, best


@pytest.mark.full
@pytest.mark.parametrize(("base", "change"), TRIED, ids=lambda value: str(value) if isinstance(value, dict) else "")
def test_no_deal_of_a_small_pack_shows_it_sooner_or_is_simpler(base, change):
    other = base.evolve(name="changed", **change)
    found = diverge(base, other, effort=60)
    number, (layout, ways) = smallest(base, other)
    assert len(found.actions) == number
    assert found.order == layout.order
    assert (found.actions, found.kind) in ways


@pytest.mark.full
@pytest.mark.skipif(not LONG, reason="some minutes: GINRULES_EFFORT=long")
def test_a_difference_that_no_deal_of_a_small_pack_shows_is_not_found():
    other = TWO_SUITS.evolve(name="changed", min_set=4)  # two suits have no set of three either
    assert smallest(TWO_SUITS, other) == (DEEPEST + 1, None)
    assert not diverge(TWO_SUITS, other, effort=60)


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_nearest_on_one_deal_is_found_by_any_way(change):
    other = TWO_SUITS.evolve(name="changed", **change)
    layout = plain_layout(TWO_SUITS, 2)
    number, ways = fewest(TWO_SUITS, other, layout, 4)
    found = nearest_on(TWO_SUITS, other, layout, 4)
    if ways:
        assert len(found.actions) == number
        assert (found.actions, found.kind) in ways
    else:
        assert found is None
