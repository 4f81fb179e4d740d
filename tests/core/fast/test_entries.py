"""Refusals of the core's entries: buffers of wrong lengths, rules, seats and positions beyond their bounds."""

import random
import re

import attrs
import numpy as np
import pytest

import ginrules as gin
from ginrules import fast
from ginrules.errors import CoreError, InvalidRunError
from ginrules.fast._facts import FACTS, PRICES, bill_of
from ginrules.fast._load import call
from ginrules.fast._plan import KINDS, NET, PLAN, numbers_of, policies_of, policy_of, tables_of
from ginrules.fast._states import CHANCE, DEAL, STATE, record_of
from ginrules.fast.beliefs import BELIEF, STORY
from ginrules.players import Expert, Learned, new_greedy
from ginrules.presets import STANDARD
from tests.core.fast.conftest import needs_core

pytestmark = needs_core
SEATS, OUT_OF_BOUNDS, SPREAD_PHASE = 2, 2, 3
FREE = (
    "gin_play 2, gin_play 4, gin_play_on 2, gin_believe 1, gin_believe 10, gin_try 2, gin_try 3, gin_trace 2, "
    "gin_play_random 4, gin_draw 2, gin_trace 6, gin_trace 7"
).split(", ")
"""Buffers of any length, and those that must only be long enough."""


def chance():
    generator = np.zeros(1, CHANCE)
    call("gin_seed", 1, generator)
    return generator


def story():
    """The common knowledge of a round that has just begun."""
    records = np.zeros(1, STORY)
    records["last"] = records["took"] = 255
    return records


def arguments(name):
    """Arguments that an entry takes."""
    tables, policies = tables_of(STANDARD, SEATS), np.array([policy_of(new_greedy, STANDARD)] * SEATS, np.int32)
    before, seeds, hands = (
        [tables, policies.ravel(), np.zeros(0, NET)],
        np.arange(3, dtype=np.uint64),
        np.array([31, 63], np.uint64),
    )
    states = np.array([record_of(gin.deal(STANDARD, gin.shuffled(seed), dealer=0, seats=SEATS)) for seed in range(3)])
    facts = fast.play(STANDARD, new_greedy, range(3)).ravel()
    believed, tried = [tables, np.zeros(0, NET), np.zeros(1, BELIEF), story(), states[:1]], [states, np.array([0, 7])]
    return {
        "gin_sizes": [np.zeros(2, np.int64)],
        "gin_compile": [np.array(numbers_of(STANDARD, SEATS), np.int32), np.zeros_like(tables)],
        "gin_play": [*before, seeds, None, None, 300, np.zeros(3 * SEATS, FACTS)],
        "gin_play_random": [tables, chance(), 1, 300, np.zeros(2, FACTS)],
        "gin_play_on": [*before, states, seeds, 300, np.zeros(3, FACTS)],
        "gin_believe": [*believed, 0, 7, 2, 1, np.zeros(52, np.int32), np.zeros(2, STATE)],
        "gin_try": [*before, story(), *tried, seeds, 0, 300, np.zeros(6, FACTS), np.zeros(6, np.int64)],
        "gin_seed": [7, np.zeros(1, CHANCE)],
        "gin_draw": [chance(), 52, np.zeros(2, np.int32)],
        "gin_trace": [*before, 7, 1, 2, np.zeros(3, STATE), np.zeros(99, np.int32), np.zeros(2, np.int64)],
        "gin_deadwoods": [tables, hands, np.zeros(2, np.uint16)],
        "gin_after_discards": [tables, hands, np.zeros(2 * 52, np.int32)],
        "gin_deals": [tables, policies.ravel(), seeds, np.zeros(3, DEAL)],
        "gin_price": [bill_of(STANDARD), SEATS, facts, np.zeros(3 * SEATS, PRICES)],
    }[name]


ENTRIES = (
    "gin_sizes gin_compile gin_play gin_play_random gin_play_on gin_seed gin_draw gin_trace gin_deadwoods "
    "gin_after_discards gin_price gin_deals gin_believe gin_try"
).split()


def refused(name, values):
    """Whether an entry refuses to be called like this."""
    try:
        call(name, *values)
    except CoreError:
        return True
    return False


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_refuses_a_buffer_one_item_short_or_long(name):
    values = arguments(name)
    assert not refused(name, values)
    for place, value in enumerate(values):
        if isinstance(value, np.ndarray) and f"{name} {place}" not in FREE:
            for other in (value[:-1], np.concatenate([value, value[-1:]])):
                assert refused(name, [*values[:place], other.copy(), *values[place + 1 :]]), (place, other.size)


@pytest.mark.parametrize(
    ("part", "most"), [("inputs", 127), ("inputs_bias", 4000), ("mixed", 4000), ("mixed_bias", 1 << 26)]
)
def test_a_net_with_a_weight_beyond_its_limit_is_refused(part, most):
    tables, (policies, nets) = tables_of(STANDARD, SEATS), policies_of((Learned,) * SEATS, STANDARD, SEATS)
    for place in (0, -1):
        for weight, is_beyond in ((most, False), (-most, False), (most + 1, True), (-most - 1, True)):
            spoiled = nets.copy()
            spoiled[0][part].reshape(-1)[place] = weight
            values = [tables, policies, spoiled, np.arange(1, dtype=np.uint64), None, None, 300, np.zeros(SEATS, FACTS)]
            assert refused("gin_play", values) == is_beyond, (place, weight)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_writes_no_further_than_its_buffers(name):
    values = arguments(name)
    arrays = [value for value in values if isinstance(value, np.ndarray)]
    longer = [np.frombuffer(array.tobytes() + b"\xa5" * 64, np.uint8).copy() for array in arrays]
    rest = iter(longer)
    passed = [
        next(rest)[: value.nbytes].view(value.dtype) if isinstance(value, np.ndarray) else value for value in values
    ]
    assert not refused(name, passed)
    assert all(array[-64:].tobytes() == b"\xa5" * 64 for array in longer)


@pytest.mark.parametrize(
    ("name", "place", "fit", "unfit"),
    [
        ("gin_play_random", 2, (0, 1), (-1, 2)),  # the dealer
        ("gin_trace", 4, (0, 1), (-1, 2)),
        ("gin_price", 1, (2, 6), (1, 7)),  # the seats
        ("gin_believe", 5, (0, 1), (-1, 2)),  # the seat
        ("gin_believe", 7, (1, 64), (0, 65)),  # the tries
        ("gin_believe", 8, (1, 9), (0, -1)),  # the stocks of a hand
        ("gin_draw", 1, (1, 2**31 - 1), (0, -1)),  # the meaning of the numbers below
    ],
)
def test_an_entry_refuses_a_number_beyond_its_bounds(name, place, fit, unfit):
    values = arguments(name)
    outcomes = [refused(name, [*values[:place], number, *values[place + 1 :]]) for number in (*fit, *unfit)]
    assert outcomes == [False] * len(fit) + [True] * len(unfit)


def test_a_story_of_cards_beyond_the_pack_is_refused():
    for name in ("gin_believe", "gin_try"):
        for field, fit, unfit in (("last", 51, 52), ("took", 255, 254), ("taken", 1, 1 << 52), ("top", 4, 1 << 60)):
            for value in (fit, unfit):
                values = arguments(name)
                values[3][field] = value
                assert refused(name, values) == (value == unfit), (name, field, value)


def test_an_action_that_is_not_legal_is_not_tried():
    for action, is_refused in ((0, False), (7, False), (1, True), (8, True), (60, True), (112, True), (-1, True)):
        values = arguments("gin_try")
        values[5][1] = action
        assert refused("gin_try", values) == is_refused, action


def test_a_generator_that_reads_beyond_its_words_is_refused():
    generator = chance()
    for at, is_refused in ((-1, True), (0, False), (623, False), (624, False), (625, True)):
        generator["at"] = at
        assert refused("gin_draw", [generator.copy(), 52, np.zeros(1, np.int32)]) == is_refused, at
        values = arguments("gin_play_random")
        assert refused("gin_play_random", [values[0], generator.copy(), *values[2:]]) == is_refused, at


def test_a_log_without_room_for_the_list_of_a_ply_is_refused():
    values = arguments("gin_trace")
    call("gin_trace", *values)
    states, numbers = values[8].tolist()
    assert states == 3, "one before each of two plies, and the last"
    whole = [*values[:5], 300, np.zeros(300, STATE), np.zeros(9999, np.int32), np.zeros(2, np.int64)]
    call("gin_trace", *whole)
    assert whole[6]["n_table"][whole[8][0] - 1], "somebody has knocked, and chosen among spreads"
    of_whole = [(whole, 6, whole[8][0]), (whole, 7, whole[8][1])]
    for called, place, size in ((values, 6, states), (values, 7, numbers), *of_whole):
        fits = [*called[:place], called[place][:size].copy(), *called[place + 1 :]]
        short = [*called[:place], called[place][: size - 1].copy(), *called[place + 1 :]]
        assert (refused("gin_trace", fits), refused("gin_trace", short)) == (False, True), place


def test_cards_outside_the_pack_are_refused_in_every_hand():
    for name in ("gin_deadwoods", "gin_after_discards"):
        for place in (0, 1):
            values = arguments(name)
            values[1][place] |= np.uint64(1 << 52)
            assert refused(name, values), (name, place)


def test_knock_cards_are_cards_of_the_pack_under_rules_that_turn_them():
    values = arguments("gin_play")
    assert refused("gin_play", [*values[:4], np.zeros(3, np.uint8), *values[5:]]), "no second pack"
    tables = tables_of(gin.preset("oklahoma-second-deck"), SEATS)
    for card, is_refused in ((0, False), (51, False), (52, True), (200, True)):
        cards = np.array([0, 0, card], np.uint8)
        assert refused("gin_play", [tables, *values[1:4], cards, *values[5:]]) == is_refused, card


def test_a_player_that_is_none_is_refused_in_every_seat():
    for name in ("gin_play", "gin_play_on", "gin_trace"):
        values = arguments(name)
        size = values[1].size // SEATS
        for seat in range(SEATS):
            for kind, is_refused in (
                (-1, True),
                (0, False),
                (KINDS["simple"], False),
                (len(KINDS) - 1, True),
                (len(KINDS), True),
            ):
                policies = values[1].copy()
                policies[seat * size] = kind
                assert refused(name, [values[0], policies, *values[2:]]) == is_refused, (name, seat, kind)


STAKES = (2**14, 2**14, 2**14, 1)
"""The largest payments for gin, an undercut and a knock, and the flag of settling alone."""


def most_of(parameter):
    """The largest value of a parameter of expert, as its refusal says."""
    with pytest.raises(InvalidRunError, match="expected a whole number from") as caught:
        Expert(1, **{parameter: -1})
    return int(re.search(r" to (\d+)", str(caught.value))[1])


def test_an_expert_with_a_number_out_of_range_is_refused():
    parameters = [most_of(field.name) for field in attrs.fields(Expert) if field.kw_only]
    values, policies = arguments("gin_play"), np.array([policy_of(Expert, STANDARD)] * SEATS, np.int32)
    for place, most in enumerate((1024, *parameters, *STAKES), 2):
        for number, is_refused in ((-1, True), (1, False), (most, False), (most + 1, True)):
            changed = policies.copy()
            changed[1, place] = number
            assert refused("gin_play", [values[0], changed.ravel(), *values[2:]]) == is_refused, (place, number)
    policies[0, 4] = 0
    assert refused("gin_play", [values[0], policies.ravel(), *values[2:]]), "an expert looks at a draw at least"


def by_name(text):
    """The numbers after each name of a list."""
    return {name: tuple(map(int, numbers)) for name, *numbers in map(str.split, text.split(", "))}


BOUNDS = by_name(
    "ranks 3 13, suits 1 4, ace_rank 0 2, min_set 2 4, min_run 2 13, seats 2 6, hand_size 1 24, opening 0 3, "
    "knock_source 0 2, ace_upcard 0 1, layoff 0 2, stock_exhausted 0 2, knock_limit 0 1000000, stock_floor 0 44"
)
"""The smallest and largest value of each rule in the core, with hands of three and the other rules standard."""


def places_of(name):
    """Where a rule is in the plan; card values take thirteen places."""
    first = PLAN.index(name) + (12 if PLAN.index(name) > PLAN.index("card_values") else 0)
    return range(first, first + (13 if name == "card_values" else 1))


@pytest.mark.parametrize("name", [*BOUNDS, "card_values"])
def test_rules_beyond_their_bounds_are_refused(name):
    plan, tables = arguments("gin_compile")
    plan[places_of("hand_size")] = 3
    least, most = BOUNDS.get(name, (1, 1000))
    for place in places_of(name):
        for number, is_refused in ((least - 1, True), (least, False), (most, False), (most + 1, name != "knock_limit")):
            other = plan.copy()
            other[place] = number
            assert refused("gin_compile", [other, tables]) == is_refused, (place, number)


def test_a_log_with_a_spread_at_its_end_needs_no_more_than_one_number_beyond():
    rules = STANDARD.evolve(defender_melds="named", layoff="none")
    policies = np.array([policy_of(new_greedy, rules)] * SEATS, np.int32).ravel()
    called = [tables_of(rules, SEATS), policies, np.zeros(0, NET), 7, 1, 300, np.zeros(300, STATE)]
    sizes_found = np.zeros(2, np.int64)
    call("gin_trace", *called, np.zeros(9999, np.int32), sizes_found)
    assert called[6]["phase"][sizes_found[0] - 2] == SPREAD_PHASE
    for more, is_refused in ((-1, True), (1, False)):
        assert (
            refused("gin_trace", [*called, np.zeros(sizes_found[1] + more, np.int32), np.zeros(2, np.int64)])
            == is_refused
        )


def positions():
    """A position of each phase that a knock, or a pack that runs out, leads to, as records."""
    rng, records = random.Random(2), {}
    for rules in (STANDARD, STANDARD.evolve(stock_exhausted="last-discard-option", stock_floor=15)):
        for seed in range(12):
            state = gin.deal(rules, gin.shuffled(seed), dealer=0, seats=SEATS)
            while legal := gin.legal_actions(state):
                records.setdefault((rules, type(state.phase).__name__), record_of(state))
                knocks = [action for action in legal if str(action).startswith("knock")]
                state = gin.apply(state, rng.choice(knocks or legal))
    return records


def is_played(rules, record, **changes):
    """Whether the core plays on from a position with some numbers of it changed."""
    states, facts = np.array([record]), np.zeros(1, FACTS)
    for name, value in changes.items():
        states[0][name] = value
    policies = np.array([policy_of(new_greedy, rules)] * SEATS, np.int32).ravel()
    call(
        "gin_play_on",
        tables_of(rules, SEATS),
        policies,
        np.zeros(0, NET),
        states,
        np.zeros(1, np.uint64),
        10_000,
        facts,
    )
    return facts[0]["status"] != OUT_OF_BOUNDS


MOST = 1 << 29
FITS = by_name(
    f"was_gin 0 1, stock_only 0 1, factor 1 {MOST}, plies 0 {MOST}, turns 0 {MOST}, takes 0 {MOST}, "
    f"returns 0 {MOST}, limit 0 50, reshuffles 0 64, taken 0 51 255, upcard 0 51 255, knock_card 0 51 255, "
    "dealer 0 1, reason 0 5, ending 0 5"
)
UNFIT = by_name(
    f"was_gin 2, stock_only 2, factor 0 {MOST + 1}, plies -1 {MOST + 1}, turns -1 {MOST + 1}, takes -1 {MOST + 1}, "
    f"returns -1 {MOST + 1}, limit -1, reshuffles -1 65, taken 52 254, upcard 52 254, knock_card 52 254, dealer 2, "
    "reason 6, ending 6, seat 2, is_out_of_bounds 1, phase 9, n_stock 53, n_pile 53, n_table 27"
)


def test_positions_beyond_their_bounds_are_left_to_the_engine():
    every = positions()
    assert {name for _, name in every} >= set("UpcardOffer DrawTurn PlayTurn SpreadTurn LayoffTurn LastDiscard".split())
    for (rules, name), record in every.items():
        assert is_played(rules, record), name
        for changes, wanted in ((FITS, True), (UNFIT, False)):
            for field, values in changes.items():
                for value in values:
                    assert is_played(rules, record, **{field: value}) == wanted, (name, field, value)
        if name in {"SpreadTurn", "LayoffTurn"}:
            assert not is_played(rules, record, declarer=2), name
        states = np.array([record])
        for place in range(states[0]["n_table"]):
            for wrong in (0, states[0]["table"][place] << np.uint64(1)):
                originals = states[0]["original"].copy()
                originals[place] = wrong
                assert not is_played(rules, record, original=originals), (name, place)


def test_a_position_that_has_a_card_twice_and_another_never_is_left_to_the_engine():
    record = record_of(gin.deal(STANDARD, gin.shuffled(1), dealer=0, seats=SEATS))
    stock = [int(card) for card in record["stock"][: record["n_stock"]]]
    assert 0 in stock, "the ace of clubs, which is the first bit"
    for place in range(len(stock)):
        changed = stock[:]
        changed[place] = stock[place - 1]
        cards = record["stock"].copy()
        cards[: len(stock)] = changed
        assert not is_played(STANDARD, record, stock=cards), stock[place]
    assert is_played(STANDARD, record)
