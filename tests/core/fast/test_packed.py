"""Packed rounds: the same observations and legal codes in words, random codes, and resets inside a step."""

from collections import Counter
from contextlib import nullcontext

import numpy as np
import pytest

import ginrules as gin
from ginrules import fast
from ginrules.errors import CoreError, InvalidRunError
from ginrules.fast import Codec, Layout, Rounds, _words
from ginrules.fast._core_rounds import CoreRounds
from ginrules.fast._load import call
from ginrules.fast.layout import largest_numbers, words_at
from ginrules.players import Expert, RandomPlayer, Simple, new_greedy
from tests.conftest import STANDARD, WAYS, effort, reach, slow, some
from tests.core.fast.conftest import needs_core, on_engine

TABLES = {
    "standard": (STANDARD.evolve(stock_floor=24), None),
    "against greedy": (STANDARD, {1: new_greedy}),
    "reshuffles": (STANDARD.evolve(stock_exhausted="reshuffle", stock_floor=25, knock_limit=2), None),
    "doubling": (gin.preset("doubling-gin"), {0: Simple}),
    "three seats": (gin.preset("penalty-2-to-4").evolve(stock_floor=22, stock_exhausted="draw"), {2: RandomPlayer}),
    "second deck": (gin.preset("oklahoma-second-deck"), {1: Expert}),
    "gin before big gin": (STANDARD.evolve(big_gin_needs_gin=True, return_pair=True, stock_floor=24), None),
}


def check_packed(packed, rounds):
    """Compare every array of packed rounds with the same rounds unpacked."""
    for name in ("words", "legal", "masks", "observed", "acting", "hidden"):
        assert (getattr(packed, name) == getattr(rounds, name)).all(), name


def check_side_by_side(make, steps, seed):
    """Step packed rounds with resets inside the step, and others with rows that are reset afterwards."""
    packed, rounds, ended = make(packed=True), make(packed=False), 0
    for step in range(steps):
        check_packed(packed, rounds)
        codes = packed.choose(seed + step)
        assert (codes == rounds.choose(seed + step)).all()
        assert (rounds.masks[np.arange(len(rounds)), codes] == (rounds.acting >= 0)).all()
        packed.step(codes, reset=True)
        rounds.step(codes)
        assert (packed.over == rounds.over).all()
        assert (packed.facts == rounds.facts).all()
        ended += int(rounds.over.sum())
        while rounds.over.any():
            rounds.reset(rounds.over)
        assert (packed._numbers == rounds._numbers).all()
    for place in range(len(rounds)):
        assert (packed.state(place), packed.laid(place)) == (rounds.state(place), rounds.laid(place))
    return ended


@pytest.mark.parametrize("name", TABLES)
def test_packed_rounds_are_the_rounds(name):
    rules, opponents = TABLES[name]
    seats = 3 if name == "three seats" else 2
    n = 12

    def make(*, packed):
        return Rounds(rules, n, 5, seats=seats, opponents=opponents, packed=packed)

    assert check_side_by_side(make, effort(60, 2_000), 7) or name == "reshuffles"


@needs_core
@pytest.mark.parametrize("name", ["standard", "against greedy", "three seats"])
def test_packed_rounds_of_the_engine_are_the_core_s(name):
    rules, opponents = TABLES[name]
    seats = 3 if name == "three seats" else 2

    def make(*, packed):
        rounds = Rounds(rules, 2, 5, seats=seats, opponents=opponents, packed=packed)
        return rounds if packed else on_engine(lambda: Rounds(rules, 2, 5, seats=seats, opponents=opponents))

    check_side_by_side(make, effort(40, 1_000), 3)


def test_rules_of_the_engine_are_packed_by_python():
    packed, rounds = (Rounds("mahjong-gin", 2, 1, packed=is_packed) for is_packed in (True, False))
    for step in range(20):
        check_packed(packed, rounds)
        codes = packed.choose(step)
        packed.step(codes)
        rounds.step(codes)


def every_table():
    """Every preset at every size of its table."""
    return [(name, seats) for name in gin.preset_names() for seats in gin.preset(name).table_sizes]


@pytest.mark.full
def test_packed_rounds_of_every_preset_at_every_table():
    """With ``GINRULES_EFFORT=long`` 100,000,000 decisions packed and unpacked, the same number at each table."""
    tables = some(every_table(), slow(30, len(every_table())))
    for name, seats in tables:
        n, steps = (slow(8, 512), slow(20, 2_000)) if fast.why_not(gin.preset(name)) is None else (2, slow(20, 400))

        def make(*, packed):
            return Rounds(name, n, 11, seats=seats, packed=packed)

        check_side_by_side(make, steps, 1)


@pytest.mark.parametrize("name", some(list(WAYS), 8))
def test_words_of_views_are_unpacked_to_their_rows(name):
    rules, seats = WAYS[name]
    layout, codec = Layout(rules, seats), Codec(rules, seats)
    state = gin.deal(rules, seed=3, seats=seats)
    rows, words, masks = [], [], []
    for step in range(60):
        if state.turn is None:
            break
        rows.append(layout.observe(gin.view(state, state.turn)))
        words.append(layout.encode(gin.view(state, state.turn)))
        legal = gin.legal_actions(state)
        if not isinstance(state.phase, gin.SpreadTurn):
            masks.append(codec.mask(state))
        state = gin.apply(state, legal[step % len(legal)])
    rows, words, masks = np.array(rows), np.array(words), np.array(masks)
    assert words.shape == (len(rows), layout.words)
    assert words.dtype == np.uint32
    assert layout.unpack(words).dtype == np.float32
    assert (layout.unpack(words) == rows).all()
    assert (layout.unpack(words[0].view(np.int32)) == rows[0]).all()
    assert (codec.unpack(_words.packed(masks)) == masks).all()


def test_numbers_of_any_size_are_unpacked_exactly():
    rules = STANDARD.evolve(stock_exhausted="reshuffle", take_cap=7, knock_limit=1_000_000)
    layout = Layout(rules, 2)
    numbers = np.arange(1_000)
    counts = ("stock", numbers[:53], 52), ("limit", numbers * 1_001, 100), ("takes", numbers, 7)
    for name, numerator, divisor in (*counts, ("reshuffles", numbers, numbers + 1)):
        words = np.zeros((len(numerator), layout.words), np.uint32)
        words[:, words_at(rules, 2).bits[name] // 32] = numerator
        unpacked = layout.named(layout.unpack(words))[name][:, 0]
        assert (unpacked == (numerator / divisor).astype(np.float32)).all(), name


def test_words_of_jax_are_unpacked_to_the_same_bits():
    jax = pytest.importorskip("jax")
    rounds = Rounds(STANDARD.evolve(stock_exhausted="reshuffle"), 64, 3, packed=True)
    compiled = jax.jit(rounds.layout.unpack), jax.jit(rounds.codec.unpack)
    for step in range(60):
        for unpack, words, expected in zip(
            compiled, (rounds.words, rounds.legal), (rounds.observed, rounds.masks), strict=True
        ):
            assert (np.asarray(unpack(words)) == expected).all()
        rounds.step(rounds.choose(step), reset=True)


@pytest.mark.parametrize("make", [lambda make: make(), on_engine], ids=["core", "engine"])
@pytest.mark.parametrize("name", ["standard", "reshuffles", "doubling", "three seats"])
def test_rows_of_uint8_are_those_of_float32_undivided(name, make):
    rules, opponents = TABLES[name]
    rules = rules.evolve(reshuffle_cap=9)
    seats = 3 if name == "three seats" else 2

    def made(dtype):
        return make(lambda: Rounds(rules, 8, 5, seats=seats, opponents=opponents, dtype=dtype))

    whole, rounds = made(np.uint8), made(np.float32)
    layout = whole.layout
    for step in range(40):
        rows, expected = whole.observed, rounds.observed
        assert rows.dtype == np.uint8
        divided = layout.named(rows / layout.divisors)
        if "reshuffles" in divided:
            divided["reshuffles"] /= divided["reshuffles"] + 1
        assert all((divided[entry] == part).all() for entry, part in layout.named(expected).items())
        assert (whole.words == rounds.words).all()
        codes = rounds.choose(step)
        whole.step(codes, reset=True)
        rounds.step(codes, reset=True)
        assert (whole.over == rounds.over).all()


def test_rows_of_uint8_are_refused_if_a_number_can_be_too_large():
    limits = {"take_cap": 256}, {"knock_limit": 256}, {"doubling": True, "doubling_limit": 256}
    for changes in (*limits, {"stock_exhausted": "reshuffle", "reshuffle_cap": 0}, {"card_values": (20,) * 13}):
        with pytest.raises(InvalidRunError, match="rows of uint8 hold whole numbers up to 255, "):
            Rounds(STANDARD.evolve(**changes), 2, dtype=np.uint8)
    Rounds(STANDARD.evolve(take_cap=255, knock_limit=255, doubling_limit=256), 2, dtype=np.uint8)
    for wrong in (np.float64, "int8", None, "bytes of some kind", 8, {"names": 1}):
        with pytest.raises(InvalidRunError, match="dtype: expected float32 or uint8, got "):
            Rounds(STANDARD, 2, dtype=wrong)
        with pytest.raises(InvalidRunError, match="dtype: expected float32 or uint8, got "):
            Layout(STANDARD, 2).unpack(np.zeros(48, np.uint32), wrong)


@pytest.mark.parametrize("min_set", [2, 3, 4])
def test_the_deadwood_of_any_hand_fits_a_row_of_uint8(min_set):
    rules = STANDARD.evolve(min_set=min_set, min_run=13)
    bound = largest_numbers(rules)["card_values"]
    pack, chance = list(gin.pack_of(rules)), np.random.default_rng(min_set)
    kept = [card for card in pack if card.suit < min_set - 1]  # no set
    hands = [kept, pack, *([pack[card] for card in chance.permutation(52)[:size]] for size in range(1, 52))]
    most = max(gin.deadwood(gin.CardSet.of(hand), rules) for hand in hands)
    assert most <= bound <= 255


def test_what_is_no_row_of_words_is_refused():
    layout, codec = Layout(STANDARD, 2), Codec(STANDARD, 2)
    for wrong in (None, [1] * 48, np.zeros(47, np.uint32), np.zeros((), np.uint32)):
        with pytest.raises(gin.WrongTypeError, match="last axis has 48 words"):
            layout.unpack(wrong)
        with pytest.raises(gin.WrongTypeError, match="last axis has 19 words"):
            codec.unpack(wrong)
        with pytest.raises(gin.WrongTypeError, match="last axis has 802 numbers"):
            layout.named(wrong)
    with pytest.raises(gin.WrongTypeError, match="True or False for packed"):
        Rounds(STANDARD, 2, packed="yes")


@pytest.mark.parametrize("make", [lambda make: make(), on_engine], ids=["core", "engine"])
def test_choices_are_a_function_of_seed_place_and_legal_codes(make):
    rounds = make(lambda: Rounds(STANDARD, 6, 1, packed=True))
    first = rounds.choose(2**64 - 1)
    assert (first == rounds.choose(2**64 - 1)).all()
    assert (first == _words.chosen(rounds.legal, 2**64 - 1)).all()
    for seed in range(3):
        rounds.step(rounds.choose(seed))
    assert rounds.choose(9).tolist() == _words.chosen(rounds.legal, 9).tolist()
    for seed in (-1, 2**64, "1", None):
        with pytest.raises(gin.DealError):
            rounds.choose(seed)


@needs_core
def test_choices_need_rows_of_one_size():
    legal, chosen = np.ones(6, np.uint32), np.zeros(3, np.int64)
    call("gin_rounds_choose", legal, 1, chosen)
    for sizes in ((6, 4), (5, 3), (0, 1), (6, 0)):
        with pytest.raises(CoreError) if sizes != (0, 1) else nullcontext():
            call("gin_rounds_choose", legal[: sizes[0]], 1, np.resize(chosen, sizes[1]))


@needs_core
def test_every_legal_code_is_chosen_equally_often():
    state = gin.apply(gin.deal(STANDARD, seed=7), gin.TakeDiscard())
    rounds = Rounds.of([state] * 500, packed=True)
    counts = Counter(code for seed in range(40) for code in rounds.choose(seed).tolist())
    legal = rounds.masks[0].nonzero()[0].tolist()
    assert sorted(counts) == legal
    expected = 20_000 / len(legal)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 40  # chi-squared, 9 or more degrees


def test_no_code_is_chosen_in_a_round_that_is_over():
    over = reach(STANDARD, gin.RoundOver)
    rounds = Rounds.of([over, gin.deal(STANDARD, seed=1)], packed=True)
    assert rounds.choose(1).tolist()[0] == -1
    assert not rounds.words[0].any()
    rounds.step(rounds.choose(1))
    assert rounds.over.tolist() == [True, False]
    with pytest.raises(gin.DealError, match="1,000 rounds in a row ended before"):
        rounds.step(rounds.choose(1), reset=True)


@pytest.mark.parametrize("make", [lambda make: make(), on_engine], ids=["core", "engine"])
def test_an_illegal_code_changes_nothing(make):
    rounds = make(lambda: Rounds(STANDARD, 3, packed=True))
    words = rounds.words.copy()
    for wrong in (1, 8, 584, 585, 607, 608, -1, 2**62):
        with pytest.raises(gin.IllegalAction, match=r"in round 2: seat 1 can take the codes 0, 7$"):
            rounds.step([7, 0, wrong], reset=True)
        assert (rounds.words == words).all()


ENDS_EARLY = STANDARD.evolve(opening="eleven-cards", ranks=6, hand_size=4, min_set=2, min_run=2, knock_limit=0)
"""Rules by which a seat that begins is often gin before the other seat's first turn."""


@pytest.mark.parametrize("make", [lambda make: make(), on_engine], ids=["core", "engine"])
def test_rounds_that_opponents_end_at_once_are_replaced_in_the_same_order(make):
    def made(*, packed):
        return make(lambda: Rounds(ENDS_EARLY, 5, 2, opponents={0: new_greedy}, packed=packed))

    first = made(packed=True)
    assert first.over.any()
    assert not first.over.all()
    assert check_side_by_side(made, 25, 5)


@needs_core
def test_a_round_that_the_engine_continues_keeps_its_place_in_the_order(monkeypatch):
    """The core leaves a round to the engine in a step that ends it, or right after it has been dealt."""
    taken = CoreRounds.step

    def flagged(core, *, resets=False):
        before = core._numbers.copy()
        wrong = taken(core, resets=resets)
        renewed = np.flatnonzero(core._numbers != before)
        core._flags[renewed[:1]] = 1
        return wrong

    def make(*, packed):
        return Rounds(ENDS_EARLY, 4, 2, opponents={0: new_greedy}, packed=packed)

    rounds, packed = make(packed=False), make(packed=True)
    monkeypatch.setattr(CoreRounds, "step", flagged)
    on_the_engine = 0
    for step in range(12):
        codes = packed.choose(step)
        packed.step(codes, reset=True)
        rounds.step(codes)
        assert (packed.over == rounds.over).all()
        assert (packed.facts == rounds.facts).all()
        while rounds.over.any():
            rounds.reset(rounds.over)
        on_the_engine += len(packed._tables)
        for name in ("legal", "words", "acting", "_numbers"):
            assert (getattr(packed, name) == getattr(rounds, name)).all(), name
    assert on_the_engine


@needs_core
def test_deals_of_a_run_are_made_in_any_portions():
    """Explicit resets and those inside a step take the same deals, whatever has been made ahead."""
    rounds, later = Rounds(STANDARD, 3, 8, packed=True), Rounds(STANDARD, 400, 8)
    for number in range(60):
        if number % 7 == 3:
            rounds.reset([number % 3])
        rounds.step(rounds.choose(number), reset=True)
        for place, dealt in enumerate(rounds._numbers.tolist()):
            state = rounds.state(place)
            first = later.state(dealt)
            assert (state.dealer, state.upcard) == (first.dealer, first.upcard)
    with pytest.raises(InvalidRunError):
        rounds.reset([3])
