"""The compiled core against the engine: whole lists, states, facts, hands and random numbers."""

import random
from functools import partial
from itertools import product

import attrs
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ginrules as gin
from ginrules import fast
from ginrules.cards import CARDS
from ginrules.errors import CoreError
from ginrules.fast import rounds as fast_rounds
from ginrules.fast._load import call
from ginrules.fast._plan import policy_of, tables_of, unplayed
from ginrules.fast._states import CHANCE, DEAL, record_of, state_of
from ginrules.lab.runner.play import play_dealt
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.players import Expert, Learned, RandomPlayer, Simple, new_greedy
from ginrules.presets import OKLAHOMA_SECOND_DECK, PENALTY_2_TO_4, STANDARD
from ginrules.testing import rule_sets
from tests.conftest import slow, some, whole_rounds
from tests.core.fast.conftest import CORE_WAYS, check_round, needs_core, trace
from tests.referees import naive

PLAYERS = {
    "random": RandomPlayer,
    "greedy": new_greedy,
    "greedy 3": partial(new_greedy, threshold=3),
    "simple": Simple,
    "expert": Expert,
    "medium": partial(Learned, slip=200),
    "expert 3": partial(Expert, draws=3, margin=40, hope=0, caution=0, feeding=400, laying_off=400, take_gain=2),
}
CASES = [
    (name, player, (number + place) % CORE_WAYS[name][1])
    for number, name in enumerate(CORE_WAYS)
    for place, player in enumerate(PLAYERS)
]
ROUNDS = slow(1, 40)
PLAYED_SECTIONS = ("deck", "deal", "melds", "draw", "knock", "layoff", "stock", "players")


def engine_rounds(rules, makers, seeds):
    """The rounds of these deals as the lab plays them on the engine."""
    return [
        play_dealt(rules, makers, new_deal(seed, rules), dealer=dealer)
        for seed in seeds
        for dealer in range(len(makers))
    ]


def partial_experts(**parameters):
    return [Expert, partial(Expert, **parameters)]


def check_case(name, player, dealer, seed):
    rules, seats = CORE_WAYS[name]
    return check_round(rules, [PLAYERS[player]] * seats, seed, dealer)


@needs_core
@pytest.mark.parametrize(("name", "player", "dealer"), some(CASES, 7))
def test_every_list_and_state_is_the_engine_s(name, player, dealer):
    assert check_case(name, player, dealer, deal_seed(5, dealer)) > 0


@needs_core
@pytest.mark.parametrize(
    ("name", "player"),
    [("doubling-gin, 2 seats", "greedy"), ("doubling-gin, 2 seats", "random"), ("original melds, 2 seats", "simple")],
)
def test_some_rules_are_tried_on_more_deals(name, player):
    assert all(check_case(name, player, number % 2, deal_seed(7, number)) for number in range(4))


@needs_core
def test_deals_are_the_engine_s():
    for rules, seats in (table for name, table in CORE_WAYS.items() if "oklahoma" in name or "all-play" in name):
        for seed in range(3):
            records, _ = trace(rules, [RandomPlayer] * seats, seed, seed % seats, ply_cap=1)
            dealt = new_deal(seed, rules)
            assert state_of(records[0], rules, seats) == dealt.state(rules, seats=seats, dealer=seed % seats)


@needs_core
def test_deals_of_seeds_of_every_length_are_those_of_the_engine():
    lengths = [10**digits for digits in range(20)]
    seeds = [0, *lengths, *(seed - 1 for seed in lengths[1:]), 2**64 - 1, *map(deal_seed, range(40), range(40))]
    deals, rules = np.zeros(len(seeds), DEAL), OKLAHOMA_SECOND_DECK
    policies = np.array([policy_of(new_greedy, rules)] * 2, np.int32).ravel()
    call("gin_deals", tables_of(rules, 2), policies, np.array(seeds, np.uint64), deals)
    expected = [new_deal(seed, rules) for seed in seeds]
    assert deals["chance"].tolist() == [dealt.round_seed for dealt in expected]
    assert deals["knock_card"].tolist() == [int(dealt.knock_card) for dealt in expected]
    assert deals["order"].tolist() == [[*map(int, dealt.order)] for dealt in expected]


@needs_core
@pytest.mark.full
def test_every_way_to_play_ply_by_ply():
    plies = sum(check_case(*case, deal_seed(number, 1)) for case in CASES for number in range(ROUNDS))
    assert plies > 10 * len(CASES)


@needs_core
@pytest.mark.full
@whole_rounds(40 * ROUNDS, 40 * ROUNDS)
@given(rule_sets(sections=PLAYED_SECTIONS), st.integers(0, 10**6), st.sampled_from(list(PLAYERS)))
def test_random_rule_sets_ply_by_ply(rules, seed, player):
    assume(not unplayed(rules) and max(map(rules.hand_size_for, rules.table_sizes)) <= 13)
    seats = rules.table_sizes[-1]
    check_round(rules, [PLAYERS[player]] * seats, seed, seed % seats, ply_cap=400)


@needs_core
@pytest.mark.parametrize(
    ("rules", "makers", "seeds"),
    [
        # more than one batch of seeds, of one word and of two
        (STANDARD, [new_greedy, Simple], [0, 2**32 - 1, 2**32, 2**64 - 1, *(deal_seed(1, n) for n in range(7))]),
        (OKLAHOMA_SECOND_DECK, [RandomPlayer, partial(new_greedy, threshold=0)], [0, 2**63 - 1]),
        (PENALTY_2_TO_4, [Simple, RandomPlayer, new_greedy], [2**32 - 1]),
        (STANDARD.evolve(gin_bonus=16_000), partial_experts(draws=52, hope=4096, caution=0), [6]),
        (STANDARD, [Expert, new_greedy], [deal_seed(2, number) for number in range(3)]),
        (STANDARD.evolve(min_set=2, knock_limit=25), [Expert, Expert], [21]),  # every card is in a pair or a run
        (PENALTY_2_TO_4, [Expert, partial(Expert, draws=1, taken=64, caution=0), Expert], [5]),
        (STANDARD, [Learned, partial(Learned, slip=1024)], [8]),
        (gin.preset("group-gin"), [partial(Learned, slip=500), Expert, new_greedy], [9]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_rounds_are_those_of_the_lab(rules, makers, seeds):
    facts = fast.play(rules, makers, seeds)
    assert fast.outcomes(rules, facts) == engine_rounds(rules, makers, seeds)
    assert facts["dealer"].tolist() == [list(range(len(makers)))] * len(seeds)


@needs_core
@pytest.mark.full
def test_many_rounds_are_those_of_the_lab():
    for name, (rules, seats) in CORE_WAYS.items():
        for player, maker in PLAYERS.items():
            seeds = [deal_seed(9, number) for number in range(ROUNDS)]
            if player == "random" and rules.stock_exhausted == "reshuffle":
                continue  # thousands of plies; ply by ply above
            rounds = fast.outcomes(rules, fast.play(rules, maker, seeds, seats=seats))
            assert rounds == engine_rounds(rules, [maker] * seats, seeds), (name, player)


SLIPPING = st.builds(lambda slip: partial(Learned, slip=slip), st.integers(0, 1024))
RANGES = (
    "draws 1 52, outlook 0 400, haste 0 60, ease 0 200, gin_out 0 900, ready 0 100, laying_off 0 400, feeding 0 200, "
    "refused 0 40, taken 0 200, margin 0 100, take_gain 1 20, shelter 0 400, caution 0 400, hope 0 200"
)
EXPERTS = st.builds(
    lambda **numbers: partial(Expert, **numbers),
    **{name: st.integers(int(least), int(most)) for name, least, most in map(str.split, RANGES.split(", "))},
)


@needs_core
@pytest.mark.full
@whole_rounds(60 * ROUNDS, 60 * ROUNDS)
@given(rule_sets(sections=(*PLAYED_SECTIONS, "price")), st.integers(0, 10**6), EXPERTS)
def test_experts_decide_alike_under_random_rule_sets(rules, seed, expert):
    check_alike(rules, seed, expert)


@needs_core
@pytest.mark.full
@whole_rounds(10 * ROUNDS, 60 * ROUNDS)
@given(rule_sets(sections=(*PLAYED_SECTIONS, "price", "game")), st.integers(0, 10**6), SLIPPING)
def test_slips_are_alike_under_random_rule_sets(rules, seed, slipping):
    check_alike(rules, seed, slipping)


def check_alike(rules, seed, maker):
    assume(not unplayed(rules) and max(map(rules.hand_size_for, rules.table_sizes)) <= 13)
    seats = rules.table_sizes[seed % len(rules.table_sizes)]
    facts = fast.play(rules, maker, [seed], seats=seats)
    assert fast.outcomes(rules, facts) == engine_rounds(rules, [maker] * seats, [seed])


@needs_core
@pytest.mark.parametrize("rules", [STANDARD, OKLAHOMA_SECOND_DECK], ids=lambda rules: rules.name)
def test_random_rounds_are_those_of_one_generator(rules):
    chance = random.Random(3)
    assert len(fast.random_rounds(rules, 0)) == 0
    facts = fast.random_rounds(rules, 4, seed=3, dealer=1)
    for played in fast.outcomes(rules, facts):
        order = gin.shuffled(chance, rules)
        turned = {"knock_card": CARDS[int(chance.random() * 52)]} if rules.knock_source == "knock-card" else {}
        state, plies = gin.deal(rules, order, dealer=1, **turned), 0
        while not state.is_over:
            legal = gin.legal_actions(state)
            state = gin.apply(
                state, legal[int(chance.random() * len(legal))] if legal else gin.chance_action(state, chance)
            )
            plies += 1
        assert (state.outcome, plies) == (played.outcome, played.plies)


@needs_core
@pytest.mark.parametrize(
    ("rules", "makers"),
    [(STANDARD, new_greedy), (PENALTY_2_TO_4.evolve(stock_exhausted="draw"), [RandomPlayer, Simple])],
)
def test_the_engine_gives_the_same_arrays(rules, makers, without_core):
    seeds, hands = [1, 2**64 - 1], [gin.CardSet.of(gin.shuffled(seed)[: seed % 20]) for seed in range(30)]

    def arrays():
        return [
            fast.play(rules, makers, seeds),
            fast.play(rules, makers, seeds, ply_cap=9),
            fast.random_rounds(rules, 2),
            fast.random_rounds(rules, 2, ply_cap=5),
            fast.deadwoods(hands, rules),
            fast.after_discards(hands, rules),
        ]

    core = arrays()
    without_core()
    assert not fast.available()
    for mine, theirs in zip(core, arrays(), strict=True):
        assert mine.dtype == theirs.dtype
        assert (mine == theirs).all()
    assert core[1]["status"].all()


@needs_core
def test_positions_that_no_round_reaches_are_played_on_the_engine(without_core):
    state = gin.deal(STANDARD, gin.shuffled(7))
    card = state.hand_masks[0].bit_length() - 1
    hands = (state.hand_masks[0] ^ 1 << card, state.hand_masks[1])
    nine_cards = attrs.evolve(state, hand_masks=hands, stock_pile=bytes([card]) + state.stock_pile)
    core = fast.playouts([state, nine_cards], new_greedy, [1, 1])
    without_core()
    assert (core == fast.playouts([state, nine_cards], new_greedy, [1, 1])).all()


def test_rules_unsupported_by_the_core_are_played_on_the_engine():
    nothing = "knock_limit box_bonus game_bonus gin_bonus undercut_bonus big_gin_bonus".split()
    words = {"layoff": "none", "score_mode": "table-count", "shutout": "none"}
    mahjong = STANDARD.evolve(open_melds=True, big_gin=False, **words, **dict.fromkeys(nothing, 0))
    assert ("open_melds" if fast.available() else "compiled core") in (fast.why_not(mahjong) or "")
    facts = fast.play(mahjong, new_greedy, [4])
    assert fast.outcomes(mahjong, facts) == engine_rounds(mahjong, [new_greedy] * 2, [4])


def positions_of(rules, seats, seed):
    """Every position of a round, by a player who knocks when it can."""
    records, _ = trace(rules, [new_greedy] * seats, seed, 0)
    return [state_of(record, rules, seats) for record in records]


@needs_core
@pytest.mark.parametrize("name", some(list(CORE_WAYS), 4))
def test_playouts_continue_as_on_the_engine(name, without_core):
    rules, seats = CORE_WAYS[name]
    positions = positions_of(rules, seats, 3)
    assert [state_of(record_of(state), rules, seats) for state in positions] == positions
    seeds = range(5, 5 + len(positions[::3]))

    def arrays():
        return [fast.playouts(positions[::3], [Simple, new_greedy] + [RandomPlayer] * (seats - 2), seeds, ply_cap=300)]

    core = arrays()
    without_core()
    assert (core[0] == arrays()[0]).all()


def position_of(rules, hand, top, drawn, phase, stock):
    """A position with this hand at seat 0 and these cards on top of the pile and of the stock."""
    mine, (top, drawn) = gin.CardSet.of(map(card_of, hand.split())), (card_of(top), card_of(drawn))
    rest = [card for card in CARDS if card not in {*mine, top, drawn}]
    hands, pile = (mine.mask, gin.CardSet.of(rest[-10:]).mask), rest[stock - 1 : -10]
    piles = {"stock_pile": bytes([*rest[: stock - 1], drawn]), "discard_pile": bytes([*pile, top])}
    return attrs.evolve(gin.deal(rules, gin.shuffled(1)), hand_masks=hands, phase=phase, **piles)


def card_of(text):
    return CARDS["A23456789TJQK".index(text[0]) + 13 * "cdhs".index(text[1])]


NEEDS_GIN = STANDARD.evolve(big_gin_needs_gin=True)
LAST = STANDARD.evolve(stock_exhausted="last-discard-option")
POSITIONS = {
    "big gin": (NEEDS_GIN, "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc", "Kh", "Jc", gin.DrawTurn(0, stock_only=False), 20),
    "no gin before": (NEEDS_GIN, "Ac 2c 3c 4c 5d 6d 7d 8d 9h Th", "Ks", "Jh", gin.DrawTurn(0, stock_only=False), 20),
    "a last knock": (LAST, "Ac 2c 3c 4c 5d 6d 7d 8d 4h Ks", "Ah", "Qs", gin.LastDiscard(0), 2),
    "no last knock": (LAST, "Ac 3c 5c 7c 9d Jd Kd 2h 4h 6h", "8s", "Ks", gin.LastDiscard(0), 2),
}


@needs_core
@pytest.mark.parametrize("name", POSITIONS)
def test_rare_positions_are_played_as_the_engine_does(name, without_core):
    position, makers = position_of(*POSITIONS[name]), (new_greedy, Simple, Expert)
    core = [fast.playouts([position], maker, [1]) for maker in makers]
    without_core()
    assert core == [fast.playouts([position], maker, [1]) for maker in makers]


@needs_core
@pytest.mark.parametrize(
    "name", ["standard, 2 seats", "doubling-gin, 2 seats", "last discard, 2 seats", "all-play, eleven, 3 seats"]
)
def test_nothing_that_the_core_plays_is_left_to_the_engine(name, monkeypatch):
    monkeypatch.setattr(fast_rounds, "_facts_after", None)
    rules, seats = CORE_WAYS[name]
    positions = positions_of(rules, seats, 3)
    assert not fast.playouts(positions, new_greedy, range(len(positions)))["status"].any()
    assert not fast.play(rules, [new_greedy, RandomPlayer], range(3))["status"].any()
    assert not fast.random_rounds(rules, 3)["status"].any()


# --- hands and random numbers


def hands_of(count, size, seed=1):
    """Hands of which many are rich in melds: some suits or ranks are drawn from alone."""
    chance = random.Random(seed)
    for _ in range(count):
        ranks = chance.sample(range(13), chance.randint(4, 13))
        cards = [card for card in range(52) if card % 13 in ranks]
        yield sum(1 << card for card in chance.sample(cards, min(len(cards), size)))


@needs_core
@pytest.mark.parametrize(("min_set", "ace_rank"), [(3, "low"), (2, "low"), (4, "high-or-low"), (3, "round-the-corner")])
def test_deadwoods_are_the_solver_s(min_set, ace_rank):
    rules = STANDARD.evolve(min_set=min_set, ace_rank=ace_rank)
    masks = [*hands_of(20, 11), *hands_of(2, 14)]
    assert fast.deadwoods(np.array(masks, np.uint64), rules).tolist() == [rules.tables.deadwood(mask) for mask in masks]
    rows = fast.after_discards(np.array(masks[:4], np.uint64), rules)
    for mask, row in zip(masks, rows, strict=False):
        assert {card: row[card] for card in CARDS if row[card] >= 0} == gin.after_discard(gin.CardSet(mask), rules)


@needs_core
@pytest.mark.parametrize("min_set", [2, 3, 4])
def test_one_set_gives_cards_to_runs_where_that_is_better(min_set):
    # four of a kind, and for each other rank a card of one suit or none
    rules, sixes = STANDARD.evolve(min_set=min_set), sum(1 << 13 * suit + 5 for suit in range(4))
    beside = [[0, *(1 << 13 * suit + rank for suit in range(4))] for rank in (3, 4, 6, 7)]
    masks = [sixes | sum(cards) for cards in product(*beside)]
    points = fast.deadwoods(np.array(masks, np.uint64), rules).tolist()
    assert points == [rules.tables.deadwood(mask) for mask in masks]


@needs_core
@pytest.mark.full
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"ace_rank": "round-the-corner"},
        {"ace_rank": "high-or-low", "min_set": 4},
        {"min_run": 2, "min_set": 2},
        {"min_run": 5, "card_values": (15, *range(2, 14))},
        {"ranks": 7, "suits": 3, "hand_size": 6},
    ],
    ids=str,
)
def test_every_mask_of_a_suit_and_long_hands_are_the_naive_solver_s(changes):
    rules = STANDARD.evolve(**changes)
    referee, pack = naive.Naive.of(rules), rules.tables.pack
    longest = 16 if rules.min_run == 2 else 26  # of pairs a hand holds too many for the naive solver
    hands = [*hands_of(20 * ROUNDS, 11), *hands_of(10 * ROUNDS, 16), *hands_of(10 * ROUNDS, longest)]
    masks = [mask & pack for mask in (*range(8192), *hands)]
    points = fast.deadwoods(np.array(masks, np.uint64), rules).tolist()
    assert points == [referee.deadwood(mask) for mask in masks]
    held = [mask for mask in masks[::41] if mask]
    for mask, row in zip(held, fast.after_discards(np.array(held, np.uint64), rules).tolist(), strict=True):
        assert {card: left for card, left in enumerate(row) if left >= 0} == referee.after_discard(mask)


@needs_core
@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1])
def test_random_numbers_are_python_s(seed):
    chance, numbers = np.zeros(1, CHANCE), np.zeros(700, np.int32)
    call("gin_seed", seed, chance)
    call("gin_draw", chance, 1_000_003, numbers)
    python = random.Random(seed)
    assert numbers.tolist() == [int(python.random() * 1_000_003) for _ in numbers]


@needs_core
def test_the_core_refuses_a_wrong_length():
    with pytest.raises(CoreError, match="wrong size"):
        call("gin_seed", 1, np.zeros(2, CHANCE))
