"""Internal functions of the core, compared with Python's on hands of all kinds.

Their results show in rounds too, but seldom: the best of equal arrangements, the first of equal lay-offs, a price.
"""

import ctypes
import random

import attrs
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.cards import CARDS
from ginrules.fast._facts import NOBODY
from ginrules.fast._plan import tables_of, unplayed
from ginrules.play.state import RoundConfig
from ginrules.players.search.best_draws import best_draws, hand_reader
from ginrules.players.search.knocks import payoff
from ginrules.rules.model import RULES
from ginrules.scoring.price_numbers import PRICE_NUMBERS, box_value, price_numbers
from ginrules.testing import rule_sets
from tests.conftest import STANDARD, WAYS, effort, examples
from tests.core.conftest import PRICES

MOST = tuple(number.most for number in PRICE_NUMBERS.values())


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def by_core(core, setup, seats, knockers, hands):
    """The gain of each seat, for each knocker and table of hands."""
    rules, gained = setup.rules, np.zeros((len(knockers), seats))
    cards = [NOBODY if card is None else int(card) for card in (setup.upcard, setup.knock_card)]
    prices, knocking = np.array([box_value(rules), *price_numbers(rules)], np.int32), np.array(knockers, np.int32)
    tables, held = tables_of(rules, seats), np.array(hands, np.uint64)
    done = core.payoffs(
        pointer(tables), pointer(prices), *cards, len(knockers), pointer(knocking), pointer(held), pointer(gained)
    )
    assert done == 0
    return [tuple(row) for row in gained.tolist()]


@pytest.mark.parametrize("count", [1, 103, 104, 105, 300, 1300])
def test_generators_that_are_seeded_together_give_the_numbers_of_python(core, count):
    seeds = [0, 1, 2**32 - 1, 2**32, 2**63 - 1, 2**64 - 1, *(7**place for place in range(10))]
    for some in (seeds, seeds[:3]):
        numbers = np.zeros((2, len(some), count), np.uint32)
        core.drawn(pointer(np.array(some, np.uint64)), len(some), count, pointer(numbers))
        generators = [random.Random(seed) for seed in some]
        expected = [[generator.getrandbits(32) for _ in range(count)] for generator in generators]
        assert numbers.tolist() == [expected, expected], len(some)


def melded_hand(tables, left, size, rng):
    """A hand of cards that are left, most of it melds if there are any."""
    hand = 0
    while melds := [meld for meld in tables.melds(left & ~hand) if meld.bit_count() <= size - hand.bit_count()]:
        if rng.random() < 0.15:
            break
        hand |= rng.choice(melds)
    low = sorted((int(card) for card in CARDS if (left & ~hand) >> card & 1), key=lambda card: card % 13)
    while hand.bit_count() < size:
        card = low.pop(0 if rng.random() < 0.6 else rng.randrange(len(low)))
        hand |= 1 << card
    return hand


def block(left, size, rng):
    """A hand of few ranks next to each other, in which sets and runs compete; None if too few cards are left."""
    first, ranks = rng.randrange(13), -(-size // 4) + rng.randrange(2)
    cards = [int(card) for card in CARDS if left >> card & 1 and (card % 13 - first) % 13 < ranks]
    return sum(1 << card for card in rng.sample(cards, size)) if len(cards) >= size else None


def hands_of(rules, seats, rng):
    """A hand of each seat; hands of equal deadwood, of none and of much are all likely."""
    left, hands = rules.tables.pack, []
    for _ in range(seats):
        size = rules.hand_size_for(seats)
        hand = block(left, size, rng) if rng.random() < 0.3 else None
        hands.append(hand or melded_hand(rules.tables, left, size, rng))
        left &= ~hands[-1]
    rng.shuffle(hands)
    return hands


def check(core, rules, seats, seed, count):
    """Compare the payments to seats that can knock with some hands; return the number of such seats."""
    rng = random.Random(f"{rules.digest} {seats} {seed}")
    cards = [card for card in CARDS if rules.tables.pack >> card & 1]
    card = rng.choice([one for one in cards if rng.random() < 0.2 or one.suit == gin.Suit.SPADES] or cards)
    upcard, knock_card = (None, card) if rules.knock_source == "knock-card" else (card, None)
    limit = rules.limit_in_force(upcard, knock_card)
    setup = RoundConfig(rules, seats, 0, upcard, knock_card, limit)
    tables_of_hands = [hands_of(rules, seats, rng) for _ in range(count)]
    knocks = [
        (seat, hands)
        for hands in tables_of_hands
        for seat, hand in enumerate(hands)
        if rules.tables.deadwood(hand) <= limit
    ]
    knockers, hands = [seat for seat, _ in knocks], [hands for _, hands in knocks]
    assert by_core(core, setup, seats, knockers, hands) == [payoff(setup, seat, held) for seat, held in knocks]
    return len(knocks)


def weighs(rules):
    """Whether players of the core weigh knocks under these rules."""
    return unplayed(rules) is None and price_numbers(rules) is not None


def priced():
    """Rules with every price by itself, and with prices that presets combine rarely or never; the seats of a table."""
    yield from ((row.rules, row.seats) for row in PRICES if weighs(row.rules))
    boxes = {"undercut_boxes": 2, "gin_boxes": 3, "box_bonus": 7, "box_timing": "immediate", "knock_bonus": 2}
    spades = {"knock_source": "upcard", "spade_multiplier": 3, "gin_off_bonus": 9, "layoff": "including-gin"}
    for tie in RULES["tie"].choices:
        for seats in (3, 4, 5):
            yield gin.preset("group-gin").evolve(tie=tie, **boxes), seats
        for share in RULES["penalty_share"].choices:
            for undercut in RULES["undercut_penalty"].choices:
                rules = gin.preset("penalty-2-to-4").evolve(tie=tie, penalty_share=share, undercut_penalty=undercut)
                yield rules, 3
                yield rules, 2
        for scope in RULES["spade_scope"].choices:
            for moves in RULES["undercut_moves"].choices:
                yield STANDARD.evolve(tie=tie, undercut_moves=moves, spade_scope=scope, **boxes, **spades), 2
        yield gin.preset("knock-rummy").evolve(tie=tie, **boxes), 4


def test_a_knock_pays_the_same_by_prices_that_are_rare(core):
    tried = list(priced())
    assert sum(check(core, rules, seats, 2, effort(10, 200)) for rules, seats in tried) > 4 * len(tried)


def test_a_knock_pays_the_same_by_every_way_to_play(core):
    for rules, seats in WAYS.values():
        if not unplayed(rules):
            assert check(core, rules, seats, 1, effort(8, 200)) > 0, rules.label


@examples(20, 1000)
@given(rule_sets(sections=("players", "deck", "melds", "knock", "layoff", "price", "game")), st.integers(0, 10**6))
def test_a_knock_pays_the_same_under_random_rule_sets(core, rules, seed):
    assume(weighs(rules))
    check(core, rules, rules.table_sizes[seed % len(rules.table_sizes)], seed, 10)


def test_prices_out_of_range_are_refused(core):
    for place, most in enumerate(MOST):
        for value, allowed in ((0, True), (most, True), (most + 1, False), (-1, False)):
            numbers = np.zeros(len(MOST), np.int32)
            numbers[place] = value
            assert bool(core.are_in_range(pointer(numbers))) is allowed, (place, value)


# --- arrangements and lay-offs ----------------------------------------------------------------------


def arranged(core, rules, seats, hand):
    """The melds of the best arrangement by the core."""
    melds = np.zeros(13, np.uint64)
    count = core.arranged(pointer(tables_of(rules, seats)), ctypes.c_uint64(hand), pointer(melds))
    return melds[:count].tolist()


def first_layoff(core, rules, seats, hand, table):
    """The first lay-off of the best defence by the core: the card and the meld's place, or None."""
    onto, masks = np.zeros(1, np.int32), [meld.cards.mask for meld in table]
    melds, originals = np.array(masks, np.uint64), np.array([meld.original.mask for meld in table], np.uint64)
    tables, lists = pointer(tables_of(rules, seats)), map(pointer, (melds, originals, onto))
    card = core.laid_off(tables, ctypes.c_uint64(hand), len(table), *lists)
    return None if card == NOBODY else (card, int(onto[0]))


def defender_hand(rules, gone, melds, size, rng):
    """A hand with cards that fit these melds, and with cards that fit next to those."""
    tables, hand, grown = rules.tables, 0, [meld.cards.mask for meld in melds]
    for place in (*range(len(melds)), *range(len(melds))):
        for card in gin.CardSet(tables.fits(grown[place]) & ~gone & ~hand):
            if rng.random() < 0.6:
                hand |= 1 << card
                grown[place] |= 1 << card
    others = [int(card) for card in CARDS if (tables.pack & ~gone & ~hand) >> card & 1]
    while hand.bit_count() < size:
        hand |= 1 << others.pop(rng.randrange(len(others)))
    return hand


def check_defence(core, rules, seats, hand, melds):
    """Compare the first lay-off of the best defence, then that after it, as melds grow; gives how many there are."""
    table, layoffs = [gin.TableMeld(meld.cards, meld.kind, 0, meld.cards) for meld in melds], 0
    while steps := gin.best_defence(gin.CardSet(hand), table, rules).layoffs:
        card, onto = steps[0].card, steps[0].onto
        assert first_layoff(core, rules, seats, hand, table) == (card, onto), (rules.label, gin.CardSet(hand), table)
        table[onto] = attrs.evolve(table[onto], cards=gin.CardSet(table[onto].cards.mask | 1 << card))
        hand ^= 1 << card
        layoffs += 1
    assert first_layoff(core, rules, seats, hand, table) is None
    return layoffs


def test_the_best_arrangement_and_defence_are_the_same(core):
    layoffs = 0
    for rules, seats in WAYS.values():
        if unplayed(rules):
            continue
        rng = random.Random(rules.digest)
        for _ in range(effort(6, 100)):
            knocker = hands_of(rules, seats, rng)[0]
            best = gin.best_arrangement(gin.CardSet(knocker), rules)
            assert arranged(core, rules, seats, knocker) == [meld.cards.mask for meld in best.melds], rules.label
            if rules.layoff != "none":
                hand = defender_hand(rules, knocker, best.melds, rules.hand_size_for(seats), rng)
                layoffs += check_defence(core, rules, seats, hand, best.melds)
    assert layoffs > effort(300, 5000)


@pytest.mark.parametrize("suits", [suits for suits in range(16) if suits.bit_count() > 1])
def test_a_knock_is_weighed_with_the_set_of_any_suits(core, suits):
    rules = STANDARD.evolve(min_set=2 if suits.bit_count() == 2 else 3)
    of_rank = sum(1 << 13 * suit + 5 for suit in range(4) if suits >> suit & 1)
    melds, hand = np.zeros(13, np.uint64), of_rank | gin.CardSet.parse("9c Td Kh").mask
    assert core.weighed_melds(pointer(tables_of(rules, 2)), ctypes.c_uint64(hand), pointer(melds)) == 1
    assert int(melds[0]) == of_rank


MOST_LISTED = 16_384
"""Spreads that the core has room for."""


def spreads(core, rules, seats, hand, limit, is_big_gin=False):
    """The spreads of a knock within a limit, in order; None if there are too many."""
    melds = np.zeros((MOST_LISTED, 13), np.uint64)
    count = core.spreads(
        pointer(tables_of(rules, seats)), ctypes.c_uint64(hand), is_big_gin, limit, MOST_LISTED, pointer(melds)
    )
    assert count >= -1
    return None if count < 0 else [[mask for mask in row if mask] for row in melds[:count].tolist()]


def expected_spreads(rules, hand, limit):
    """The same by Python, in the order of the cards."""
    melds = [one.melds for one in gin.arrangements(gin.CardSet(hand), rules, limit)]
    melds.sort(key=lambda spread: [[*map(int, meld.cards)] for meld in spread])
    return [[meld.cards.mask for meld in spread] for spread in melds]


@pytest.mark.parametrize(("is_big_gin", "limit"), [(True, 0), (False, 10), (False, 1), (False, 0)])
def test_spreads_are_within_what_may_be_left(core, is_big_gin, limit):
    hand = gin.CardSet.parse("Ac 2c 3c 4c 5d 6d 7d 9c 9d 9h 9s").mask
    found = spreads(core, STANDARD, 2, hand, 10 if is_big_gin else limit, is_big_gin)
    assert found == expected_spreads(STANDARD, hand, limit)


def test_spreads_are_in_order_by_every_way_to_play(core):
    for rules, seats in WAYS.values():
        if unplayed(rules) or rules.knocker_melds != "named":
            continue
        rng = random.Random(rules.digest)
        for _ in range(effort(3, 60)):
            hand = hands_of(rules, seats, rng)[0]
            for limit in (rules.tables.deadwood(hand), 200):
                expected = expected_spreads(rules, hand, limit)
                if len(expected) <= 400:
                    assert spreads(core, rules, seats, hand, limit) == expected, rules.label


def test_the_longest_run_round_the_corner_is_one(core):
    rules = STANDARD.evolve(ace_rank="round-the-corner", min_run=4, hand_size=13)
    hand = gin.CardSet.parse(" ".join(f"{rank}s" for rank in "A23456789TJQK")).mask
    assert spreads(core, rules, 2, hand, 0) == expected_spreads(rules, hand, 0)


def test_more_spreads_than_there_is_room_for_are_an_error(core):
    pairs = STANDARD.evolve(min_set=2, min_run=13)
    hand = sum(1 << 13 * suit + rank for suit in range(3) for rank in range(8))
    assert spreads(core, pairs, 2, hand, 500) is None
    assert len(spreads(core, pairs, 2, hand, 0)) == 1


# --- the best draws ---------------------------------------------------------------------------------


def check_prospects(core, rules, seats, rng, count):
    """Compare the best draws of dealt hands and of melded hands, for any cards that can come."""
    tables, reader = rules.tables, hand_reader(rules.tables)
    for _ in range(count):
        pack = [int(card) for card in CARDS if tables.pack >> card & 1]
        dealt = sum(1 << card for card in rng.sample(pack, rules.hand_size_for(seats)))
        hand = rng.choice((dealt, hands_of(rules, seats, rng)[0]))
        others = [card for card in pack if not hand >> card & 1]
        live = sum(1 << card for card in rng.sample(others, rng.choice((0, 1, 5, len(others) // 2, len(others)))))
        draws, limit, found = rng.choice((1, 8, 52)), rng.choice((0, 5, 10, 60)), np.zeros(4, np.int32)
        core.prospect(
            pointer(tables_of(rules, seats)), ctypes.c_uint64(hand), ctypes.c_uint64(live), draws, limit, pointer(found)
        )
        expected = best_draws(reader, hand, live, draws, limit)
        assert tuple(found.tolist()) == expected, (rules.label, gin.CardSet(hand), gin.CardSet(live), draws, limit)


def test_the_best_draws_are_the_same_by_every_way_to_play(core):
    every_value = STANDARD.evolve(card_values=tuple(range(1, 14)))
    for rules, seats in (*WAYS.values(), (every_value, 2)):
        if not unplayed(rules):
            check_prospects(core, rules, seats, random.Random(rules.digest), effort(10, 200))


@examples(20, 1000)
@given(rule_sets(sections=("players", "deck", "melds")), st.integers(0, 10**6))
def test_the_best_draws_are_the_same_under_random_rule_sets(core, rules, seed):
    assume(not unplayed(rules))
    check_prospects(core, rules, rules.table_sizes[seed % len(rules.table_sizes)], random.Random(seed), 5)
