"""Beliefs: worlds that fit, the same by core and engine, no leaks, hands as good as those of played rounds."""

import random
import statistics

import pytest

import ginrules as gin
from ginrules import fast
from ginrules.errors import InvalidNetError, InvalidRunError
from ginrules.nets.belief import BeliefNet, likelihoods
from ginrules.players import Belief, Learned, RandomPlayer, Simple, belief, new_greedy
from ginrules.players.belief import pattern, sorted_suits, unsorted_suits
from tests.conftest import slow

HAS_CORE = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
DECISIONS = "UpcardOffer", "DrawTurn", "PlayTurn"


def played(rules, makers, seed, *, every=1):
    """Yield the state of every so many decisions of a round, with a belief that has seen it."""
    state, seen = gin.deal(rules, seed=seed), Belief()
    players = [maker(seed) for maker in makers]
    for seat, player in enumerate(players):
        player.start(gin.view(state, seat))
    seen.begin(gin.view(state, 0))
    number = 0
    while state.outcome is None and state.turn is not None:
        if number % every == 0:
            yield state, seen
        number += 1
        state, events = gin.transition(state, players[state.turn].choose(gin.view(state, state.turn)))
        for event in events:
            seen.note(gin.redact(event, 0))
            for seat, player in enumerate(players):
                player.watch(gin.redact(event, seat))


def by_engine(monkeypatch, call):
    monkeypatch.setattr(belief, "has_core", lambda *_: False)
    try:
        return call()
    finally:
        monkeypatch.undo()


def closed_rules():
    """The presets of two seats that the belief reads."""
    return [name for name in gin.preset_names() if belief.why_expert(gin.preset(name), 2) is None]


def compared(monkeypatch, rules, seed, every):
    """Compare core and engine at some decisions of a round, for both seats; return the number of comparisons."""
    count = 0
    for state, seen in played(rules, [Learned, Simple], seed, every=every):
        for seat in (0, 1):
            own = gin.view(state, seat)
            if belief.reads(own):
                quick = seen.sample(own, 2, seed), seen.chances(own)
                assert (
                    by_engine(monkeypatch, lambda own=own, seen=seen: (seen.sample(own, 2, seed), seen.chances(own)))
                    == quick
                )
                assert all(gin.view(world, seat) == own for world in quick[0])
                count += 1
    return count


@HAS_CORE
@pytest.mark.parametrize("rules", ["standard", "oklahoma", "standard+hand_size=7+opening=eleven-cards"])
def test_core_and_engine_draw_the_same_worlds(monkeypatch, rules):
    assert compared(monkeypatch, rules, 3, every=5) > 2


@HAS_CORE
@pytest.mark.full
def test_core_and_engine_draw_the_same_worlds_under_all_rules_that_the_belief_reads(monkeypatch):
    seeds, every = slow(range(1), range(2)), slow(8, 3)
    counts = {name: sum(compared(monkeypatch, name, seed, every=every) for seed in seeds) for name in closed_rules()}
    assert len(counts) > 10
    assert all(counts.values()), counts


def test_worlds_and_chances_leak_nothing():
    """A second world, which the seat cannot tell from the first, gives the same; the sample fits what is seen."""
    source, count = random.Random(1), 0
    for state, seen in played("standard", [Learned, RandomPlayer], 5, every=3):
        for seat in (0, 1):
            own, other = gin.view(state, seat), gin.determinize(gin.view(state, seat), source)
            same = gin.view(other, seat)
            assert seen.sample(same, 2, 9) == seen.sample(own, 2, 9)
            assert seen.chances(same) == seen.chances(own)
            count += other != state
    assert count > 8


def test_the_seed_decides():
    for state, seen in played("standard", [Learned, Learned], 2, every=6):
        own = gin.view(state, state.turn)
        assert seen.sample(own, 3, 1) == seen.sample(own, 3, 1)
        assert seen.sample(own, 2, 1) == seen.sample(own, 3, 1)[:2]
        hidden = sum(own.hidden_counts[1 - state.turn])
        assert hidden == 0 or len({world.hand_masks for seed in range(4) for world in seen.sample(own, 2, seed)}) > 1


def test_chances_sum_to_the_hand_and_are_those_of_the_worlds():
    (state, seen), *_ = list(played("standard", [Learned, Learned], 11))[12:13]
    me = state.turn
    own = gin.view(state, me)
    chances, worlds = seen.chances(own), seen.sample(own, 300, 4)
    assert set(chances) == set(own.unseen | own.known[1 - me])
    assert sum(chances.values()) == pytest.approx(10)
    shares = [sum(card in world.hands[1 - me] for world in worlds) / 300 for card in chances]
    assert statistics.correlation(shares, list(chances.values())) > 0.8
    assert all(chances[card] == 1 for card in own.known[1 - me])
    assert set(seen.chances(own, me)) == set(own.known[me])


def test_no_card_is_excluded_whatever_people_do():
    """Random players keep what nobody would keep: every hidden card has a chance, and every hand can be kept."""
    for state, seen in played("standard", [RandomPlayer, RandomPlayer], 8, every=9):
        if type(state.phase).__name__ in DECISIONS:
            own = gin.view(state, state.turn)
            chances = seen.chances(own)
            assert min(chances[card] for card in state.hands[1 - state.turn]) > 1e-4
    assert min(belief.kept_of(away) for away in (0, 10**6, 10**12, None)) == 32


def test_the_last_turn_tells_something():
    """A seat that discards a seven seldom holds two others, in the eyes of the check."""
    state, seen = gin.deal("standard", gin.shuffled(3), dealer=0), Belief()
    seen.begin(gin.view(state, 0))
    for text in ("decline", "decline", "draw"):
        state, events = gin.transition(state, gin.parse_action(text))
        for event in events:
            seen.note(gin.redact(event, 0))
    state, events = gin.transition(state, gin.Discard(max(state.hands[1], key=lambda card: card % 13 < 8)))
    for event in events:
        seen.note(gin.redact(event, 0))
    own = gin.view(state, 0)
    loss_of = belief.loss_in_last_turn(own, seen.story)
    thrown = 1 << seen.story.last[1]
    assert thrown
    away = [loss_of(world.hand_masks[1]) for world in seen.sample(own, 40, 1)]
    assert min(away) == 0 < max(away)
    assert belief.loss_in_last_turn(gin.view(state, 1), seen.story) is None, "seat 1 does not act"


def test_sampled_hands_are_as_good_as_those_of_played_rounds():
    """Their deadwood by turn is that of the true hands, which uniform hands miss by 7 to 27 points."""
    true, drawn, uniform = ([[], [], []] for _ in range(3))
    for seed in range(60):
        for state, seen in played("standard", [Learned, Learned], 900 + seed, every=3):
            me = state.turn
            own = gin.view(state, me)
            if type(state.phase).__name__ not in DECISIONS or not sum(own.hidden_counts[1 - me]):
                continue
            stage, deadwood = min(seen.story.turns[1 - me] // 3, 2), state.setup.tables.deadwood
            true[stage].append(deadwood(state.hand_masks[1 - me]))
            drawn[stage] += [deadwood(world.hand_masks[1 - me]) for world in seen.sample(own, 3, seed)]
            uniform[stage].append(deadwood(gin.determinize(own, seed).hand_masks[1 - me]))
    means = [[statistics.mean(part) for part in rows] for rows in (true, drawn, uniform)]
    assert all(abs(mine - real) < 5 for mine, real in zip(means[1], means[0], strict=True)), means
    assert all(abs(other - real) > 6 for other, real in zip(means[2], means[0], strict=True)), means


@pytest.mark.parametrize(("rules", "seats"), [("mahjong-gin", 2), ("group-gin", 3), ("standard+ranks=9", 2)])
def test_rules_that_it_has_not_read_go_the_uniform_way(rules, seats):
    state, seen = gin.deal(rules, seed=4, seats=seats), Belief()
    own = gin.view(state, state.turn)
    seen.begin(own)
    source = random.Random(7)
    assert seen.sample(own, 3, 7) == tuple(gin.determinize(own, source) for _ in range(3))
    chances = seen.chances(own)
    hidden = chances.keys() - own.known[(state.turn + 1) % seats]
    assert len({chances[card] for card in hidden}) == 1
    assert sum(chances.values()) == pytest.approx(len(state.hands[(state.turn + 1) % seats]))


def test_a_card_that_was_put_back_makes_hands_uniform():
    state = gin.deal("standard+stock_exhausted=reshuffle", seed=4)
    seen = Belief()
    seen.begin(gin.view(state, 0))
    player = new_greedy(0, threshold=0)
    for _ in range(400):
        if state.outcome is not None or state.memory.put_back:
            break
        action = player.choose(gin.view(state, state.turn)) if state.turn is not None else gin.chance_action(state, 5)
        if isinstance(action, gin.Knock | gin.GoBigGin | gin.TakeDiscard):
            legal = [one for one in gin.legal_actions(state) if not isinstance(one, gin.Knock | gin.GoBigGin)]
            action = next(one for one in legal if not isinstance(one, gin.TakeDiscard))
        state, events = gin.transition(state, action)
        for event in events:
            seen.note(gin.redact(event, 0))
    assert state.memory.put_back
    own = gin.view(state, state.turn)
    assert seen.sample(own, 2, 3) == tuple(map(gin.determinize, [own] * 2, [source := random.Random(3)] * 2))
    assert source.random() >= 0
    assert sum(seen.chances(own).values()) == pytest.approx(10)


def test_wrong_calls():
    state, seen = gin.deal("standard", seed=1), Belief()
    own = gin.view(state, state.turn)
    with pytest.raises(InvalidRunError, match="call begin"):
        seen.sample(own, 1, 1)
    with pytest.raises(gin.WrongTypeError):
        seen.begin(state)
    seen.begin(own)
    for n, seed in ((-1, 1), (1, -1), (1, 2**64), (1.5, 1), (1, None)):
        with pytest.raises((InvalidRunError, gin.DealError)):
            seen.sample(own, n, seed)
    assert seen.sample(own, 0, 1) == ()


# --- the inputs -----------------------------------------------------------------------------------


def test_suits_are_sorted_so_that_their_names_do_not_matter():
    order = (2, 0, 3, 1)
    assert unsorted_suits(sorted_suits(0xF0F1234567ABC, order), order) == 0xF0F1234567ABC
    assert pattern(1 << 5 | 1 << 7 | 1 << 9 | 1 << 19 | 1 << 32, 6) == 0b0110 | 2 << 4
    assert pattern(1 << 0, 13) == 1 << 4, "the king of clubs is not next to the ace of diamonds"
    assert pattern(1 << 6, 6) == 0, "a card is not next to itself"


def test_likelihoods_are_a_softmax_in_whole_numbers():
    shares = likelihoods([100, 36, 70, -3000])
    assert shares[0] == 1 << 24
    assert shares[1] == 1 << 23
    assert shares[2] / shares[0] == pytest.approx(2 ** (-30 / 64), rel=1e-4)
    assert shares[3] == 0


# --- the net -------------------------------------------------------------------------------------


def test_the_net_of_the_package():
    assert belief.NET.stat().st_size < 150_000
    net = BeliefNet.load(belief.NET)
    assert net.rules is None
    assert net.training["rules"] == "many rules"
    assert "belief" in repr(net)
    with pytest.raises(InvalidNetError, match="learned net"):
        type(lab_net()).load(belief.NET)


def lab_net():
    net = gin.players.net_for("standard").net
    assert net is not None
    return net
