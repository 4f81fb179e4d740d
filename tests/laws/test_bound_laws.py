"""Rule sets whose hands could be spread in too many ways are refused; all hand functions end.

The worst hands below are those that hill climbing found over all packs, with all runs of the circle of
ranks; the slow law searches again, against rule sets that are drawn.
"""

import random
import time
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules import CardSet, RuleSet, arrangements, best_arrangement, best_defence, deadwood, outs
from ginrules._support.bounds import ARRANGEMENTS, OUTS_HAND, SPREADS, TABLE_MELDS
from ginrules.errors import ParseError, RuleSetError
from ginrules.melds.arrange import partitions
from ginrules.solver.meld_tables import MeldTables
from ginrules.testing import rule_sets
from tests.conftest import effort, every, examples, some

ALL = 1_000_000  # more points than any hand has
FULL_PACK = (1 << 52) - 1


def circle(ranks, min_set, min_run, **rules):
    """Rules with the most melds: runs round the corner, every card worth a point."""
    sizes = {"ranks": ranks, "min_set": min_set, "min_run": min_run, "stock_floor": 0}
    return RuleSet(**sizes, ace_rank="round-the-corner", card_values=[1] * 13, **rules)


WORST = [
    # ranks, smallest set and run, hand, most cards left over
    (7, 4, 3, "A234567...A234567", ALL),
    (7, 3, 3, "A234567.A234567..", 10),
    (8, 3, 3, "A2345678..A2345678.", 1),
    (9, 3, 3, "A23456789.A2345678..", 0),
    (4, 2, 2, "A2.A2.A2.A234", ALL),
    (10, 3, 2, "A23456789T...", ALL),
    (4, 2, 3, "A3.A3.A34.A34", ALL),
    (4, 2, 2, "234.234.234.234", 1),
    (12, 3, 2, "A23456789TJQ...", 1),
    (13, 2, 2, "A23456789TJQK...", 0),
]


@every(some(WORST, 4))
def test_the_worst_hands_known_have_few_spreads(ranks, min_set, min_run, hand, left):
    rules = circle(ranks, min_set, min_run, hand_size=2)
    cards = CardSet.parse(hand)
    assert len(cards) <= (14 if min(min_set, min_run) > 2 else 10) + (0 if left > 1 else 2) + (left == 0)
    assert 20 < len(arrangements(cards, rules, left)) <= SPREADS


@every([(5, 3, 3, "A2345.A2345..A2345", 15, 14), (4, 2, 2, "34.A34.A34.A34", 11, 10)])
def test_the_first_hand_size_that_is_refused_has_too_many(ranks, min_set, min_run, hand, cards, most):
    rules = circle(ranks, min_set, min_run, hand_size=2, defender_melds="named")
    assert len(arrangements(hand, rules, ALL)) > SPREADS
    with pytest.raises(RuleSetError) as caught:
        rules.evolve(hand_size=cards, ranks=13)
    (problem,) = caught.value.problems
    assert problem.path == "hand_size"
    assert f"must be {most} or less" in problem.message
    assert rules.evolve(hand_size=most, ranks=13).hand_size_for(2) == most


@every(
    [
        ({"hand_size": 20, "min_set": 2, "min_run": 2}, "must be 10 or less where two cards"),
        ({"hand_size": 24, "stock_floor": 0, "knock_limit": ALL}, "must be 14 or less where three or more cards"),
        ({"hand_size": 15}, "16 if a knocker can keep at most one card"),
        ({"hand_size": 17, "knock_limit": 0}, "must be 16 or less"),
        ({"hand_size": 16, "knock_limit": 1, "defender_melds": "named"}, "must be 14 or less"),
        ({"hand_size": 11, "min_run": 2}, "must be 10 or less"),
        ({"hand_size": {2: 15, 3: 7}}, "a hand of 15"),
    ]
)
def test_hands_that_explode_are_refused(changes, expected):
    with pytest.raises(RuleSetError, match=r"hand_size") as caught:
        RuleSet(**changes)
    assert expected in str(caught.value)


@every(
    [
        {"hand_size": 14},
        {"hand_size": 16, "knock_limit": 1},
        {"hand_size": 10, "min_set": 2, "min_run": 2},
        {"hand_size": 12, "min_set": 2, "knock_limit": 0},
        {"hand_size": {2: 14, 3: 26}},  # no table has three seats
        {"hand_size": 24, "stock_floor": 0, "open_melds": True, "knock_limit": 0, "big_gin": False, "layoff": "none"},
    ]
)
def test_the_longest_hands_are_accepted(changes):
    assert RuleSet(**changes)


def spread_limit(rules):
    """The largest deadwood that a spread of these rules can leave."""
    return ALL if rules.defender_melds == "named" else rules.knock_limit


def spreads(tables: MeldTables, cards: int, limit: int) -> int:
    return sum(1 for _ in islice(partitions(tables, cards, limit), SPREADS + 1))


def climbed(rules, size, limit, rng, steps):
    """The largest number of spreads that hill climbing finds for hands of this size."""
    tables = rules.tables
    pack = list(CardSet(tables.pack))
    first = rng.randrange(len(pack) - size + 1)
    blocks = pack[first : first + size]
    hand = CardSet.of(blocks if rng.random() < 0.5 else rng.sample(pack, size)).mask
    most = spreads(tables, hand, limit)
    for _ in range(steps):
        change = 1 << rng.choice(list(CardSet(hand))) | 1 << rng.choice(list(CardSet(tables.pack & ~hand)))
        count = spreads(tables, hand ^ change, limit)
        if count >= most:
            hand, most = hand ^ change, count
    return most


@pytest.mark.full
@examples(40, 400)
@given(
    base=rule_sets(sections=["deck", "deal", "melds", "knock", "layoff"]),
    longest=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_no_rule_set_that_is_accepted_has_hands_that_explode(base, longest, seed):
    """The law that the check of ``hand_size`` is held to: a search against it."""
    rules = base
    if longest:  # the longest hand that these rules allow
        for size in range(17, 0, -1):
            try:
                rules = base.evolve(hand_size=size)
            except RuleSetError:
                continue
            break
    if rules.open_melds:
        return
    rng = random.Random(seed)
    size = max(map(rules.hand_size_for, rules.table_sizes))
    steps = effort(12, 150)
    assert climbed(rules, size, spread_limit(rules), rng, steps) <= SPREADS
    if rules.big_gin and size < rules.ranks * rules.suits - 1:
        assert climbed(rules, size + 1, 0, rng, steps) <= SPREADS


@pytest.mark.full
def test_the_longest_list_of_spreads_is_made_in_time_that_grows_with_it():
    """A spread of 1,936 ways takes at most forty times as long as a spread of 44 ways: no other cost grows faster."""
    rules = circle(7, 4, 3, hand_size=2, defender_melds="named")
    short, long = CardSet.parse("A234567..."), CardSet.parse("A234567...A234567")
    times = []
    for hand in (short, long):
        tries = []
        for _ in range(5):  # the least: the garbage of other tests may be collected in one of them
            start = time.process_time()
            count = len(arrangements(hand, rules, ALL))
            tries.append((time.process_time() - start) / count)
        times.append(min(tries))
    assert times[1] < 20 * times[0]


@every(
    [
        ({"min_set": 2, "min_run": 2}, (1 << 31) - 1),
        ({}, FULL_PACK ^ 0b1111010),
        ({"ace_rank": "round-the-corner"}, (1 << 40) - 1),
    ]
)
def test_hands_of_any_number_of_cards_are_arranged(changes, cards):
    rules = RuleSet(**{"hand_size": 10, **changes})
    best = best_arrangement(CardSet(cards), rules)
    assert best.deadwood == deadwood(CardSet(cards), rules) == rules.tables.value(best.unmelded.mask)
    melded = [card for meld in best.melds for card in meld.cards]
    assert CardSet.of([*melded, *best.unmelded]) == CardSet(cards)


def test_hands_and_melds_beyond_the_bounds_are_refused():
    rules = RuleSet()
    with pytest.raises(ParseError, match=rf"at most {OUTS_HAND} cards, got 27"):
        outs(CardSet((1 << 27) - 1), rules, 10)
    with pytest.raises(ParseError, match=rf"27 cards have more than {ARRANGEMENTS} arrangements within 1000 points"):
        arrangements(CardSet((1 << 27) - 1), rules, 1000)
    with pytest.raises(ParseError, match=rf"at most {TABLE_MELDS}, got more"):
        best_defence("7h", ("2c 2d 2s" for _ in iter(int, 1)), rules)


def test_the_sets_of_layoffs_are_bounded(monkeypatch):
    """Sixteen melds of two, and a hand of twenty cards that fit them in all orders: a billion tables."""
    monkeypatch.setattr("ginrules.play.defence.DEFENCES", 100)
    rules = RuleSet(min_set=2, min_run=2, ace_rank="round-the-corner")
    melds = [f"{low}{suit} {high}{suit}" for suit in "cdhs" for low, high in ("A2", "45", "78", "TJ")]
    hand = [f"{rank}{suit}" for suit in "cdhs" for rank in "369QK"]
    with pytest.raises(ParseError, match=r"more than 100 sets of lay-offs"):
        best_defence(hand, melds, rules)


@pytest.mark.parametrize(("cards", "most"), [(16, 256), (20, 100)])
def test_few_equals_are_compared_in_hands_that_nobody_can_be_dealt(monkeypatch, cards, most):
    """All cards of four ranks have 4**4 arrangements into sets of two and four, of five ranks 4**5."""
    compared = []
    monkeypatch.setattr("ginrules.melds.arrange._exposure", lambda *compare: compared.append(compare) or len(compared))
    hand = CardSet.of([13 * suit + rank for rank in range(cards // 4) for suit in range(4)])
    best_arrangement(hand, RuleSet(hand_size=10, min_set=2, min_run=13))
    assert len(compared) == most
