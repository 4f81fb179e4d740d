"""Batches of rounds: the arrays of the core equal the engine's at every step."""

from collections import Counter
from functools import partial

import attrs
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ginrules as gin
from ginrules import fast
from ginrules.cards import CARDS
from ginrules.errors import CoreError, InvalidRunError, RoundIsOver
from ginrules.fast import Rounds, _core_rounds
from ginrules.fast._core_rounds import RoundArrays
from ginrules.fast._load import call
from ginrules.fast._plan import policy_of, unplayed
from ginrules.fast._states import CHANCE
from ginrules.fast.layout import ENTRIES
from ginrules.play.seeded_deals import deal_seed, new_deal, player_seed
from ginrules.play.state import History
from ginrules.players import Expert, Learned, RandomPlayer, Simple, new_greedy
from ginrules.testing import rule_sets
from tests.conftest import STANDARD, effort, every, reach, slow, some, whole_rounds
from tests.core.fast.conftest import CORE_WAYS, check_equal, chosen, needs_core, on_engine

PLAYERS = (new_greedy, RandomPlayer, Simple, Expert)
MAHJONG = gin.preset("mahjong-gin")
ENDLESS = STANDARD.evolve(stock_exhausted="reshuffle", reshuffle_cap=0)


def check_side_by_side(make, steps, seed=1):
    """Step the same rounds by the core and by the engine, and compare them after every step."""
    core, engine, chance = make(), on_engine(make), np.random.default_rng(seed)
    assert core._core is not None
    for _ in range(steps):
        check_equal(core, engine)
        if core.over.any():
            over = core.over.copy()
            core.reset(over)
            engine.reset(over)
            continue
        codes = chosen(core, chance)
        core.step(codes)
        engine.step(codes)
    return core


KNOCKING = {
    "SpreadTurn": (STANDARD.evolve(knocker_melds="named", defender_melds="named", layoff="including-gin"), 2),
    "LastDiscard": (STANDARD.evolve(stock_exhausted="last-discard-option", stock_floor=26, knock_limit=2), 2),
    "LayoffTurn": (gin.preset("penalty-2-to-4"), 3),
    "Reshuffle": (STANDARD.evolve(stock_exhausted="reshuffle", reshuffle_cap=2, stock_floor=25, knock_limit=2), 2),
    "DoubleOffer": (gin.preset("doubling-gin"), 2),
}
"""Rules that show this phase in few steps if players knock, and seats."""


def check_illegal_codes(rounds, chance):
    """Try a code that is not legal in a round, of each kind of codes."""
    place = int(chance.choice(np.flatnonzero(~rounds.over)))
    codes = np.where(rounds.over, 0, rounds.masks.argmax(axis=1))
    illegal = np.flatnonzero(~rounds.masks[place].astype(bool))
    kinds = np.digitize(illegal, (8, 60, 112, rounds.masks.shape[1] - 52 * 4))
    for kind in np.unique(kinds):
        codes[place] = chance.choice(illegal[kinds == kind])
        before = rounds.state(place)
        with pytest.raises(gin.IllegalAction):
            rounds.step(codes)
        assert rounds.state(place) == before


@needs_core
@pytest.mark.parametrize("phase", KNOCKING)
def test_arrays_are_the_engine_s_where_players_knock(phase):
    (rules, seats), seen = KNOCKING[phase], Counter()

    def make():
        return Rounds(rules, 6, 2, seats=seats, advisor=new_greedy)

    core, engine, chance = make(), on_engine(make), np.random.default_rng(3)
    for _ in range(effort(60, 400)):
        check_equal(core, engine)
        assert not core._core._flags.any(), "nothing is left to the engine"
        seen.update(type(core.state(place).phase).__name__ for place in range(6))
        seen["Reshuffle"] += int(core._core.states["reshuffles"].sum())  # nobody acts then
        if core.over.any():
            core.reset(core.over.copy())
            engine.reset(engine.over.copy())
            continue
        check_illegal_codes(core, chance)
        codes = np.where((core.advice < 0) | (chance.random(6) < 0.2), chosen(core, chance, knocks=1), core.advice)
        core.step(codes)
        engine.step(codes)
    assert seen[phase] > 5


@needs_core
@pytest.mark.parametrize("name", some(list(CORE_WAYS), 3))
def test_arrays_are_the_engine_s(name):
    rules, seats = CORE_WAYS[name]
    check_side_by_side(lambda: Rounds(rules, 2, 3, seats=seats), 12)


@needs_core
@pytest.mark.full
def test_arrays_are_the_engine_s_in_every_way_to_play():
    for number, (rules, seats) in enumerate(CORE_WAYS.values()):
        check_side_by_side(lambda: Rounds(rules, 2, 3, seats=seats), slow(24, 1000))
        player = {number % seats: PLAYERS[number % 4]}
        check_side_by_side(lambda: Rounds(rules, 2, 4, seats=seats, opponents=player), slow(14, 500))


@needs_core
@pytest.mark.full
@whole_rounds(10, slow(20, 1000))
@given(rule_sets(sections=("deck", "deal", "melds", "draw", "knock", "layoff", "stock", "players")), st.integers(0, 99))
def test_arrays_of_random_rule_sets_are_the_engine_s(rules, seed):
    assume(not unplayed(rules) and max(map(rules.hand_size_for, rules.table_sizes)) <= 13)
    check_side_by_side(lambda: Rounds(rules, 2, seed, seats=rules.table_sizes[-1]), 60, seed)


def test_rows_are_those_of_codec_and_layout():
    rounds, chance = Rounds("oklahoma", 3, 5), np.random.default_rng(2)
    for step in range(20):
        for place in np.flatnonzero(~rounds.over).tolist():
            state, laid, seat = rounds.state(place), rounds.laid(place), int(rounds.acting[place])
            assert seat == state.turn
            assert (rounds.masks[place] == rounds.codec.mask(state, laid)).all()
            view = gin.view(gin.determinize(gin.view(state, seat), step), seat)
            assert (rounds.observed[place] == rounds.layout.observe(view, laid)).all()
        if rounds.over.all():
            break
        rounds.step(chosen(rounds, chance))
    assert not rounds.masks[rounds.over].any()
    assert not rounds.observed[rounds.over].any()
    assert (rounds.acting[rounds.over] == -1).all()


def codes_of(rounds, place, players, waiting):
    """The codes of the player of the seat to act, one at a time: a spread has several."""
    if not waiting:
        seat = int(rounds.acting[place])
        waiting += rounds.codec.encode(players[seat].choose(gin.view(rounds.state(place), seat)))
    return waiting.pop(0)


@pytest.mark.parametrize(
    ("rules", "makers"),
    [(STANDARD, (new_greedy, Expert)), (gin.preset("penalty-2-to-4"), (RandomPlayer, new_greedy, Simple))],
    ids=["two seats", "three seats"],
)
def test_rounds_are_those_of_the_lab(rules, makers):
    deals, seats = 2, len(makers)
    n = deals * seats
    rounds = Rounds(rules, n, 6, seats=seats, opponents=dict(enumerate(makers[1:], 1)))
    chances = [new_deal(deal_seed(6, place // seats), rules).round_seed for place in range(n)]
    players = [{0: makers[0](player_seed(chance, 0))} for chance in chances]
    waiting = [[] for _ in range(n)]
    assert rounds.reset([]) is None
    while not rounds.over.all():
        assert set(rounds.acting.tolist()) <= {0, -1}
        codes = [-7 if rounds.over[at] else codes_of(rounds, at, players[at], waiting[at]) for at in range(n)]
        rounds.step(codes)
    expected = fast.play(rules, makers, [deal_seed(6, number) for number in range(deals)])
    assert (rounds.facts == expected.ravel()).all()


def test_a_reset_deals_the_next_rounds():
    rounds, later = Rounds(STANDARD, 3, 8), Rounds(STANDARD, 5, 8)
    rounds.reset(1)
    rounds.reset(np.array([True, False, False]))
    assert [rounds.state(place) for place in (1, 0, 2)] == [later.state(place) for place in (3, 4, 2)]
    assert rounds.state(0).hands == Rounds(STANDARD, 6, 8).state(5).hands  # the same deal, the other dealer


@pytest.mark.parametrize("make", [lambda make: make(), on_engine], ids=["core", "engine"])
def test_a_spread_is_made_meld_by_meld(make):
    state = reach(STANDARD.evolve(knock_limit=30), gin.SpreadTurn)
    rounds = make(lambda: Rounds.of([state] * 2))
    spread = max(gin.legal_actions(state), key=lambda action: len(action.melds))
    codes = rounds.codec.encode(spread)
    for laid, code in enumerate(codes[:-1], 1):
        rounds.step([code, codes[0]] if laid == 1 else [code, 2])
        assert rounds.state(0) == state
        assert rounds.laid(0) == spread.melds[:laid]
        assert rounds.layout.named(rounds.observed[0])["spread"].sum() == sum(
            len(meld.cards) for meld in spread.melds[:laid]
        )
        if not rounds.masks[1, 2]:
            break
    else:
        rounds.step([2, int(rounds.masks[1].argmax())])
        assert rounds.state(0) == gin.apply(state, spread)
    rounds.reset()
    assert rounds.laid(0) == ()
    assert rounds.state(0) == rounds.state(1) == state


def many_reshuffles(count):
    """A position whose stock is nearly at its end, after this number of reshuffles."""
    state = reach(ENDLESS, gin.DrawTurn, seed=3)
    while len(state.stock) > ENDLESS.stock_floor + 2:
        state = gin.apply(gin.apply(state, gin.DrawStock()), gin.legal_actions(gin.apply(state, gin.DrawStock()))[0])
    return attrs.evolve(state, memory=History(put_back=(0,) * count))


@needs_core
@pytest.mark.full
@pytest.mark.parametrize("count", [63, 64, 65])
def test_a_round_that_outgrows_the_core_continues_on_the_engine(count, monkeypatch):
    monkeypatch.setattr(_core_rounds, "_SPAN", 4)
    state = many_reshuffles(count)
    core = Rounds.of([state, attrs.evolve(state, memory=History())])
    engine = on_engine(lambda: Rounds.of([state, attrs.evolve(state, memory=History())]))
    chance = np.random.default_rng(1)
    for step in range(90):
        if step == 80:
            core.reset(0)
            engine.reset(0)
        codes = chosen(core, chance, 0)
        if (codes >= 60).any() or core.over.any():
            break
        core.step(codes)
        engine.step(codes)
        check_equal(core, engine)
    assert step > 10
    assert set(core._tables) <= {0}


@needs_core
def test_the_codes_of_ended_rounds_are_dropped(monkeypatch):
    monkeypatch.setattr(_core_rounds, "_SPAN", 4)
    rounds, chance = Rounds(STANDARD, 2), np.random.default_rng(1)
    for _ in range(300):
        if rounds.over.any():
            rounds.reset(rounds.over)
        rounds.step(chosen(rounds, chance))
    assert len(rounds._core._history) + rounds._core._dropped == 300
    assert len(rounds._core._history) < 250


def test_arrays_are_filled_in_place_and_cannot_be_written():
    rounds = Rounds(STANDARD, 2)
    arrays = [rounds.masks, rounds.observed, rounds.acting, rounds.over, rounds.facts]
    rounds.step(rounds.masks.argmax(axis=1))
    assert all(
        old is new
        for old, new in zip(
            arrays, [rounds.masks, rounds.observed, rounds.acting, rounds.over, rounds.facts], strict=True
        )
    )
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]
    assert (len(rounds), rounds.seats, rounds.rules) == (2, 2, STANDARD)
    assert repr(rounds) == "<2 rounds of standard at 2 seats, 0 over>"


@pytest.mark.parametrize("make", [lambda make: make(), on_engine], ids=["core", "engine"])
def test_an_illegal_code_changes_nothing(make):
    rounds = make(lambda: Rounds(STANDARD, 3))
    states, masks = [rounds.state(place) for place in range(3)], rounds.masks.copy()
    for wrong in (1, 8, 60, 112, 429, 584, 585, -1, 2**62):
        with pytest.raises(gin.IllegalAction, match=r"in round 2: seat 1 can take the codes 0, 7$") as refusal:
            rounds.step([7, 0, wrong])
        assert refusal.value.details == {"round": 2, "code": wrong}
        assert [rounds.state(place) for place in range(3)] == states
        assert (rounds.masks == masks).all()
    rounds.step(np.array([7, 0, 7], np.uint8))
    assert rounds.masks[0].sum() >= 10


@every(
    [None, 7, "770", [7, 7], [7] * 4, [7.0, 7, 7], [[7, 7, 7]], [7, None, 7], [[7], [7, 7], 7], [True] * 3, [2**70] * 3]
)
def test_codes_that_are_no_list_of_numbers(codes):
    with pytest.raises(gin.WrongTypeError, match="3 codes"):
        Rounds(STANDARD, 3).step(codes)


def test_bad_calls():
    rounds = Rounds(STANDARD, 2)
    state = gin.deal(STANDARD, seed=1)
    for error, make in (
        (InvalidRunError, lambda: Rounds(STANDARD, 0)),
        (InvalidRunError, lambda: Rounds(STANDARD, 100_001)),
        (InvalidRunError, lambda: Rounds(STANDARD, 2.0)),
        (InvalidRunError, lambda: Rounds(STANDARD, 2, advisor="exprt")),
        (gin.DealError, lambda: Rounds(STANDARD, 2, -1)),
        (gin.DealError, lambda: Rounds(STANDARD, 2, 2**64)),
        (gin.DealError, lambda: Rounds(STANDARD, 2, "1")),
        (gin.DealError, lambda: Rounds(STANDARD, 2, seats=3)),
        (gin.WrongTypeError, lambda: Rounds(None, 2)),
        (gin.WrongTypeError, lambda: Rounds(STANDARD, 2, opponents=[new_greedy])),
        (InvalidRunError, lambda: Rounds(STANDARD, 2, opponents={2: new_greedy})),
        (InvalidRunError, lambda: Rounds(STANDARD, 2, opponents={1: "gredy"})),
        (InvalidRunError, lambda: Rounds(STANDARD, 2, opponents={0: new_greedy, 1: new_greedy})),
        (InvalidRunError, lambda: Rounds.of([])),
        (InvalidRunError, lambda: Rounds.of([state, gin.deal("oklahoma", seed=1)])),
        (gin.WrongTypeError, lambda: Rounds.of(state)),
        (gin.WrongTypeError, lambda: Rounds.of([gin.view(state, 0)])),
        (InvalidRunError, lambda: rounds.state(2)),
        (InvalidRunError, lambda: rounds.laid("0")),
        (InvalidRunError, lambda: rounds.reset(2)),
        (InvalidRunError, lambda: rounds.reset([0, 0])),
        (InvalidRunError, lambda: rounds.reset([0.5])),
        (InvalidRunError, lambda: rounds.reset("all")),
    ):
        with pytest.raises(error):
            make()


def test_steps_after_the_end():
    over = reach(STANDARD, gin.RoundOver)
    rounds = Rounds.of([over, gin.deal(STANDARD, seed=1)])
    assert rounds.over.tolist() == [True, False]
    rounds.step([999, 7])
    assert fast.outcomes(STANDARD, rounds.facts[:1])[0].outcome == over.outcome
    with pytest.raises(RoundIsOver):
        Rounds.of([over]).step([0])


def test_rules_and_players_that_the_core_lacks_are_played_on_the_engine():
    for rules, opponents in ((MAHJONG, {}), (STANDARD, {1: lambda seed: Expert(seed=seed)})):
        rounds, chance = Rounds(rules, 2, opponents=opponents), np.random.default_rng(1)
        assert rounds._core is None
        for _ in range(3):
            rounds.step(chosen(rounds, chance))


@needs_core
@pytest.mark.parametrize("advisor", [Expert, new_greedy])
def test_an_advisor_returns_the_action_of_its_player(advisor):
    rounds = check_side_by_side(lambda: Rounds("oklahoma", 2, 3, advisor=advisor), 30)
    assert rounds._core is not None
    followed, watched = Rounds(STANDARD, 4, 5, opponents={1: advisor}, advisor=advisor), []
    while not followed.over.all():
        watched.append(followed.advice.copy())
        followed.step(followed.advice)
    assert (followed.advice == -1).all()
    assert all(((advice >= 0) | (advice == -1)).all() for advice in watched)
    assert (followed.facts == fast.play(STANDARD, advisor, [deal_seed(5, n) for n in range(2)]).ravel()).all()


@pytest.mark.full
@needs_core
def test_an_advisor_of_every_way_to_play():
    for rules, seats in some(list(CORE_WAYS.values()), slow(12, len(CORE_WAYS))):
        opponents = {seats - 1: Simple}
        check_side_by_side(lambda: Rounds(rules, 2, 3, seats=seats, advisor=Expert, opponents=opponents), slow(14, 500))


def test_an_advisor_with_chance_or_without_the_core_is_asked_by_the_engine():
    for rules, advisor in ((STANDARD, Simple), (STANDARD, partial(Learned, slip=3)), (MAHJONG, Expert)):
        rounds = Rounds(rules, 2, 4, advisor=advisor)
        assert rounds._core is None
        for _ in range(3):
            assert rounds.masks[np.arange(2), rounds.advice].all()
            rounds.step(rounds.advice)
    assert (Rounds(STANDARD, 2).advice == -1).all()


def test_there_is_no_advice_on_a_spread_begun_otherwise():
    chance, silent = np.random.default_rng(1), 0
    rounds = Rounds(STANDARD, 32, 1, advisor=new_greedy)
    for _ in range(200):
        if rounds.over.any():
            rounds.reset(rounds.over)
        laying = (rounds.advice >= 112) & (rounds.advice < 429)
        silent += int((rounds.advice[~rounds.over] == -1).sum())
        assert rounds.advice.min() >= -1
        others = rounds.masks.copy()
        others[np.arange(32), np.maximum(rounds.advice, 0)] = False
        others[:, 2] = False
        codes = np.where(laying & others[:, 112:429].any(axis=1), others.argmax(axis=1), rounds.advice)
        rounds.step(np.where(codes < 0, chosen(rounds, chance), codes))
    assert silent


@needs_core
def test_the_core_refuses_buffers_of_other_sizes():
    core = Rounds(STANDARD, 2, opponents={1: new_greedy}, advisor=new_greedy)._core
    places = np.zeros(1, np.int64)
    of_rules, kept = [core._tables, core._layout, core._melds], [core.states, core.laid, core._chances, core._players]
    dealt = [core._tables, core._policies, places, core._queue.deals[:1], np.zeros(1, np.uint8), *kept]
    before, queue = [*of_rules, core._policies, core._nets], [core._queue.deals, core._queue.next]
    rest = [core._wrong, *kept, core._flags, *core._filled.arrays, *queue, core._numbers]
    stepped = [*before, core._every, np.array([7, 7]), *rest]
    looked = [*before, places, np.zeros(0, np.int64), *rest]
    asked = [core._advisors, core._advisor_nets, core._flags, core.states, core.laid, core._players, core._advice]
    steps = ("gin_rounds_step", stepped), ("gin_rounds_step", looked)
    for name, arguments in (("gin_rounds_deal", dealt), *steps, ("gin_rounds_advise", [*of_rules, *asked])):
        for number, array in enumerate(arguments):
            is_free = (
                array is core._nets
                or array is core._advisor_nets
                or (array is core._queue.deals or array is core._filled.words)
            )
            if (arguments is looked and number in {5, 6}) or is_free or not isinstance(array, np.ndarray):
                continue  # any number of places, of nets and of deals; words that are not filled
            flat = np.ascontiguousarray(array).reshape(-1)
            for other in (flat[:-1], np.concatenate([flat, flat[-1:]])):
                with pytest.raises(CoreError):
                    call(name, *arguments[:number], np.ascontiguousarray(other), *arguments[number + 1 :])
    for number in (-1, 2):
        places[0] = number
        with pytest.raises(CoreError):
            call("gin_rounds_step", *looked)
        with pytest.raises(CoreError):
            call("gin_rounds_deal", *dealt)
    for wrong in ([1, 0], [0, 0], [0, 2]):  # with codes every place, in order
        with pytest.raises(CoreError):
            call("gin_rounds_step", *before, np.array(wrong), np.array([7, 7]), *rest)


def holding(state, hand):
    """The position with this hand of the seat to act, the other cards as they come."""
    others = bytes(card for card in CARDS if not hand >> card & 1)
    size = state.hand_masks[1 - state.turn].bit_count()
    hands, first = [sum(1 << card for card in others[:size])] * 2, size + len(state.stock_pile)
    hands[state.turn] = hand
    return attrs.evolve(
        state, hand_masks=tuple(hands), known_masks=(0, 0), stock_pile=others[size:first], discard_pile=others[first:]
    )


@needs_core
def test_there_is_no_advice_on_more_melds_than_its_player_would_lay():
    kings = STANDARD.evolve(card_values=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 1, 20), knock_limit=60, min_set=4)
    state = reach(kings, gin.SpreadTurn)
    hand = gin.CardSet.parse("Kc Kd Kh Ks Jh Qh Jd Qd 2c 4s").mask
    rounds = Rounds.of([holding(state, hand)])
    core, advised, advice = rounds._core, Rounds(state.rules, 1, advisor=new_greedy)._core, np.zeros(1, np.int64)
    longest = max(gin.legal_actions(state := rounds.state(0)), key=lambda spread: len(spread.melds))
    assert len(longest.melds) > len(new_greedy(0).choose(gin.view(state, state.turn)).melds)
    for code in rounds.codec.encode(longest)[:-1]:
        rounds.step([code])
    rest = [core._flags, core.states, core.laid, advised._players, advice]
    call("gin_rounds_advise", core._tables, core._layout, core._melds, advised._advisors, advised._advisor_nets, *rest)
    assert not core._flags.any()
    assert advice[0] == -1


def called_by(core):
    """The buffers for a look at one round of the core, by name."""
    names = "tables layout melds policies nets places codes wrong states laid chances players".split()
    rest = ("flags", *attrs.fields_dict(RoundArrays), "deals", "next", "numbers")
    before = core._tables, core._layout, core._melds, core._policies, core._nets
    kept = core.states, core.laid, core._chances, core._players
    buffers = [*before, np.zeros(1, np.int64), np.zeros(0, np.int64), core._wrong, *kept, core._flags]
    return dict(zip((*names, *rest), [*buffers, *core._filled.arrays, None, None, None], strict=True))


def is_refused(name, buffers):
    """Whether the core refuses to be called with these buffers."""
    try:
        call(name, *buffers)
    except CoreError:
        return True
    return False


@needs_core
@pytest.mark.parametrize("seats", [2, 3])
def test_generators_that_read_beyond_their_words_are_refused(seats):
    rules = gin.preset("penalty-2-to-4")
    core = Rounds(rules, 1, seats=seats, opponents={seats - 1: Simple})._core
    called, size = called_by(core), core._players.size // seats
    at = size - CHANCE.itemsize + 4 * 624  # the generator is the last field of a player's memory
    for seat in range(seats):
        for number, wanted in ((0, False), (624, False), (625, True), (-1, True)):
            players = core._players.copy()
            players[seat * size + at : seat * size + at + 4] = np.array([number], np.int32).view(np.uint8)
            is_wrong = wanted and seat == seats - 1  # nobody else draws numbers
            assert is_refused("gin_rounds_step", (called | {"players": players}).values()) == is_wrong, (seat, number)


@needs_core
def test_what_players_remember_can_be_moved():
    """A player draws from the generator next to it, even if the buffer has moved since the beginning."""
    rounds = Rounds(STANDARD, 1, 1, opponents={1: RandomPlayer})
    core, called = rounds._core, called_by(rounds._core)
    kept, moved = core._players.copy(), core._players.copy()
    while rounds.acting[0] == 0:
        codes = {"codes": rounds.masks.argmax(axis=1)}
        call("gin_rounds_step", *(called | codes | {"players": moved}).values())
        if (moved != kept).any():
            break
    assert (core._players == kept).all()
    assert (moved != kept).any()


@needs_core
def test_no_rounds_are_no_trouble():
    core = Rounds(STANDARD, 2, advisor=new_greedy)._core
    none = ("places", "states", "laid", "chances", "players", "flags", *attrs.fields_dict(RoundArrays))
    called = called_by(core)
    assert not is_refused("gin_rounds_step", (called | {name: called[name][:0].copy() for name in none}).values())
    advised = [core._tables, core._layout, core._melds, core._advisors, core._advisor_nets]
    rest = [core._flags, core.states, core.laid, core._players, core._advice]
    assert not is_refused("gin_rounds_advise", [*advised, *(array[:0].copy() for array in rest)])
    assert not is_refused("gin_rounds_advise", [*advised, *rest])


@needs_core
@pytest.mark.parametrize("maker", [Simple, Expert])
def test_a_player_that_draws_numbers_advises_from_those_of_its_seat(maker):
    core = Rounds(STANDARD, 1, opponents={1: new_greedy}, advisor=new_greedy)._core
    called = [core._tables, core._layout, core._melds, core._advisors.copy(), core._advisor_nets]
    for seat in range(2):
        called[3][seat] = policy_of(maker, STANDARD)
        called[3][seat][2] = 512  # slips
    rest = [core._flags, core.states, core.laid, core._players, core._advice]
    call("gin_rounds_advise", *called, *rest)
    assert core._advice[0] >= 0
    core._players[:] = 255  # no numbers can be drawn from these
    call("gin_rounds_advise", *called, *rest)
    assert core._advice[0] == -1


def laid_out(core, entries, slots=None):
    """A layout of rows of these entries alone, with room for so many melds of the table, and a row of it."""
    layout, at, seats = core._layout.copy(), 0, core._seats
    layout[4 : 4 + len(ENTRIES)] = -1
    if slots is not None:
        layout[0] += 52 * (slots - layout[2])
        layout[2] = slots
    of_seats = {"known", "laid"}
    for name in entries:
        number = ENTRIES.index(name)
        layout[4 + number] = at
        if number <= ENTRIES.index("order"):
            at += 52 * (seats if name in of_seats else layout[2] if name == "table" else 1)
        else:
            by_seat = "dealer turn declarer hand_sizes doubling_right".split()
            at += 9 if name == "phase" else seats if name in by_seat else 1
    layout[3] = at
    return layout, np.full((1, at + 52), 7, np.float32)


@needs_core
@pytest.mark.parametrize("phase", [gin.DrawTurn, gin.PlayTurn, gin.SpreadTurn, gin.LayoffTurn])
def test_an_entry_of_a_row_is_the_same_wherever_it_is(phase):
    core = Rounds.of([reach(STANDARD.evolve(knock_limit=30), phase)])._core
    called, whole = called_by(core), core._filled.observed
    for name in ENTRIES:
        start = int(core._layout[4 + ENTRIES.index(name)])
        if start < 0:
            continue
        layout, row = laid_out(core, [name])
        size = int(layout[3])
        row = np.zeros((1, size), np.float32)
        call("gin_rounds_step", *(called | {"layout": layout, "observed": row}).values())
        assert (row[0] == whole[0, start : start + size]).all(), name


@needs_core
@pytest.mark.parametrize("slots", [0, 1])
def test_melds_without_a_place_in_the_row_are_left_out(slots):
    state = reach(STANDARD.evolve(knock_limit=10), gin.LayoffTurn, seed=3)
    assert len(state.table) > slots
    core = Rounds.of([state])._core
    layout, guarded = laid_out(core, ["table", "stock"], slots)
    size, at = int(layout[3]), 4 + ENTRIES.index("stock")
    masks, row = np.zeros((1, int(layout[0])), np.uint8), guarded.reshape(-1)[:size].reshape(1, size)
    legal = np.zeros((1, -(-int(layout[0]) // 32)), np.uint32)
    changed = {"layout": layout, "observed": row, "masks": masks, "legal": legal}
    call("gin_rounds_step", *(called_by(core) | changed).values())
    whole, start = core._filled.observed[0], int(core._layout[4 + ENTRIES.index("table")])
    assert (row[0, : 52 * slots] == whole[start : start + 52 * slots]).all()
    assert row[0, layout[at]] == whole[core._layout[at]]
    assert (guarded[0, size:] == 7).all()


@needs_core
def test_gin_before_a_draw_is_in_its_place():
    rules = STANDARD.evolve(big_gin_needs_gin=True)
    state = reach(rules, gin.DrawTurn)
    hand = gin.CardSet.parse("2h 3h 4h 5d 6d 7d 9c 9d 9s 9h").mask
    state = holding(state, hand)
    drawn = check_side_by_side(lambda: Rounds.of([state] * 2), 1)
    assert drawn.layout.named(drawn.observed[0])["was_gin"] == 1
    check_side_by_side(lambda: Rounds.of([state] * 2), 2)


@needs_core
@pytest.mark.parametrize(("rules", "seats"), [("doubling-gin", 2), ("penalty-2-to-4", 3), ("oklahoma-second-deck", 2)])
def test_the_core_refuses_layouts_melds_and_players_that_do_not_fit(rules, seats):
    core = Rounds(rules, 1, seats=seats, opponents={seats - 1: new_greedy})._core
    called = called_by(core)

    def changed(name, place, value):
        array = called[name].copy()
        array.reshape(-1)[place] = value
        return is_refused("gin_rounds_step", (called | {name: array}).values())

    row, at = int(core._layout[3]), core._layout[4 : 4 + len(ENTRIES)]
    starts = sorted({int(place) for place in at if place >= 0} | {row})
    for entry, place in enumerate(at):
        if place >= 0:
            size = starts[starts.index(place) + 1] - place
            wrong = [changed("layout", 4 + entry, number) for number in (-2, -1, 0, row - size, row - size + 1)]
            assert wrong == [True, False, False, False, True], entry
    for place in (0, core._melds.size - 1):
        for meld in (0, 1 << 52):
            assert changed("melds", place, meld)
    for seat in range(seats):
        assert changed("policies", seat * core._policies.size // seats, 99), seat


@needs_core
@pytest.mark.full
def test_states_of_any_bytes_are_refused_or_played():
    chance, rounds = np.random.default_rng(1), Rounds(ENDLESS, 64)
    core, played = rounds._core, 0
    for _ in range(slow(500, 200_000)):
        kept = core.states.copy()
        flat = core.states.view(np.uint8).reshape(64, -1)
        places = chance.integers(0, 64, 8)
        flat[places, chance.integers(0, flat.shape[1], 8)] = chance.integers(0, 256, 8)
        try:
            rounds.step(chosen(rounds, chance))
            played += 1
        except (CoreError, gin.IllegalAction, RoundIsOver):
            core.states[:] = kept
        if rounds.over.any():
            rounds.reset(rounds.over)
    assert played > 100
