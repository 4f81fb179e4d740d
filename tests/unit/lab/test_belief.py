"""Beliefs: worlds that fit, the same by core and engine, no leaks, hands as good as those of played rounds."""

import random
import statistics
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import ginrules as gin
from ginrules import fast, lab
from ginrules.belief_net import NEAR, SCORE, SHAPES, STAGES, STARTS, BeliefNet, likelihoods
from ginrules.errors import DealError, InvalidNetError, InvalidRunError, WrongTypeError
from ginrules.fast import belief_learning
from ginrules.fast._load import call
from ginrules.lab import training
from ginrules.net_rules import WHOLE, amounts_of
from ginrules.play.determinize import determinize
from ginrules.players import Belief, Learned, RandomPlayer, Simple, belief, new_greedy
from ginrules.players.belief_inputs import pattern, sorted_suits, unsorted_suits
from ginrules.presets import preset_names
from tests.effort import slow

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
    monkeypatch.setattr(belief, "has_core", lambda _view: False)
    try:
        return call()
    finally:
        monkeypatch.undo()


def closed_rules():
    """The presets of two seats that the belief reads."""
    return [name for name in preset_names() if belief.why_expert(gin.preset(name), 2) is None]


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
@pytest.mark.lab
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
            own, other = gin.view(state, seat), determinize(gin.view(state, seat), source)
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
    check = belief._Check.of(own, seen.story)
    thrown = 1 << seen.story.last[1]
    assert thrown
    away = [check.loss_of(world.hand_masks[1]) for world in seen.sample(own, 40, 1)]
    assert min(away) == 0 < max(away)
    assert belief._Check.of(gin.view(state, 1), seen.story) is None, "seat 1 does not act"


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
            uniform[stage].append(deadwood(determinize(own, seed).hand_masks[1 - me]))
    means = [[statistics.mean(part) for part in rows] for rows in (true, drawn, uniform)]
    assert all(abs(mine - real) < 5 for mine, real in zip(means[1], means[0], strict=True)), means
    assert all(abs(other - real) > 6 for other, real in zip(means[2], means[0], strict=True)), means


@pytest.mark.parametrize(("rules", "seats"), [("mahjong-gin", 2), ("group-gin", 3), ("standard+ranks=9", 2)])
def test_rules_that_it_has_not_read_go_the_uniform_way(rules, seats):
    state, seen = gin.deal(rules, seed=4, seats=seats), Belief()
    own = gin.view(state, state.turn)
    seen.begin(own)
    source = random.Random(7)
    assert seen.sample(own, 3, 7) == tuple(determinize(own, source) for _ in range(3))
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
    assert seen.sample(own, 2, 3) == tuple(map(determinize, [own] * 2, [source := random.Random(3)] * 2))
    assert source.random() >= 0
    assert sum(seen.chances(own).values()) == pytest.approx(10)


def test_wrong_calls():
    state, seen = gin.deal("standard", seed=1), Belief()
    own = gin.view(state, state.turn)
    with pytest.raises(InvalidRunError, match="call begin"):
        seen.sample(own, 1, 1)
    with pytest.raises(WrongTypeError):
        seen.begin(state)
    seen.begin(own)
    for n, seed in ((-1, 1), (1, -1), (1, 2**64), (1.5, 1), (1, None)):
        with pytest.raises((InvalidRunError, DealError)):
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


# --- the net and its training ---------------------------------------------------------------------


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


def begun(steps=1, seed=1):
    rule_sets = training._rule_sets(None, seed, standard=12)
    return belief_learning.BeliefLearning.begin(None, rule_sets, training._WATCHED, seed, steps)


@pytest.fixture
def short_steps(monkeypatch):
    """Steps of two batches."""
    monkeypatch.setattr(belief_learning.BeliefLearning, "batches", 2)


def drawn_guesses(course):
    with ThreadPoolExecutor(2) as pool:
        return fast.learning._done(*course._play(pool, 0, None))


@HAS_CORE
@pytest.mark.usefixtures("short_steps")
def test_guesses_are_positions_with_the_hidden_hand():
    guesses = drawn_guesses(begun())
    hidden = np.bitwise_count(guesses["target"]) if hasattr(np, "bitwise_count") else None
    assert not (guesses["target"] & ~guesses["open"]).any()
    assert not (guesses["drawn"] & ~guesses["target"]).any()
    assert ((guesses["drawn"] & guesses["target"]) != guesses["target"]).all()
    assert not (guesses["open"] & (guesses["held"] | guesses["gone"])).any()
    assert set(guesses["stage"]) == set(range(STAGES))
    assert hidden is None or hidden.max() <= 11


@HAS_CORE
@pytest.mark.usefixtures("short_steps")
def test_threads_change_nothing_and_an_interrupted_training_continues(tmp_path):
    def interrupt(lesson):
        assert "loss of a hidden card" in str(lesson)
        raise KeyboardInterrupt

    whole = lab.train(belief=True, positions=3 * 2048, threads=1)
    state = tmp_path / "state"
    part = lab.train(belief=True, positions=3 * 2048, threads=3, checkpoint=state, progress=interrupt)
    assert part.training["positions"] == "2048"
    assert weights(lab.train(belief=True, positions=3 * 2048, threads=2, checkpoint=state)) == weights(whole)
    assert weights(lab.train(belief=True, seed=2, positions=3 * 2048)) != weights(whole)
    assert weights(lab.train("oklahoma", belief=True, positions=2048, start=whole))[3:] != weights(whole)[3:]
    with pytest.raises(InvalidRunError, match="the net of a belief"):
        lab.train(belief=True, start="learned", positions=1)
    whole.save(tmp_path / "net.npz")
    assert weights(BeliefNet.load(tmp_path / "net.npz")) == weights(whole)


def weights(net):
    return [getattr(net, name) for name in SHAPES]


@HAS_CORE
@pytest.mark.usefixtures("short_steps")
def test_the_slopes_are_those_of_the_loss():
    """Eight guesses again and again: the core's loss, and some slopes by differences of a loss in NumPy."""
    course, rng = begun(9), np.random.default_rng(3)
    guesses = np.tile(drawn_guesses(course)[[5, 300, 600, 900, 1200, 1500, 1800, 2000]], 128)
    rules = gin.preset("oklahoma")
    amounts = np.array(amounts_of(rules), np.float32) / WHOLE
    now = {name: rng.normal(0, 0.1, SHAPES[name]) for name in SHAPES}
    for name, values in now.items():
        course._weights[name][0] = values.ravel()
        now[name] = course._weights[name][0].astype(float).reshape(SHAPES[name])
    errors = np.zeros(2)
    paces, shares = np.array([0, 0.1, 0.001, 1], np.float32), np.ones(1, np.float32)
    call("gin_belief_learn", guesses, np.arange(1024), paces, amounts, shares, course._weights, errors)
    assert errors[0] / 1024 == pytest.approx(loss(now, guesses[:8], amounts), rel=1e-4)
    for name, values in now.items():
        slopes = course._weights[name][2].reshape(SHAPES[name]) / 0.1
        for place in np.argsort(-abs(slopes.ravel()))[[0, 1, 7]]:
            at, step = np.unravel_index(place, SHAPES[name]), 1e-4
            sides = []
            for sign in (1, -1):
                moved = values.copy()
                moved[at] += sign * step
                sides.append(loss({**now, name: moved}, guesses[:8], amounts))
            assert slopes[at] == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=0.02, abs=1e-5), (name, at)


def loss(now, guesses, amounts):
    """The mean loss of guesses, computed without the core."""
    total = 0.0
    bias = now["inputs_bias"] + amounts @ now["rule_inputs"]
    for guess in guesses:
        open_, target, drawn = (int(guess[name]) for name in ("open", "target", "drawn"))
        taken = [card for card in range(52) if drawn >> card & 1]
        inputs = [*guess["inputs"][: guess["count"]], *(STARTS["drawn"] + card for card in taken)]
        first = bias + now["inputs"][[*inputs, STARTS["count"] + len(taken)]].sum(0)
        first = np.where(first > 0, first, first / 16)
        second = now["mixed"] @ first + now["mixed_bias"]
        units = np.concatenate([first, np.where(second > 0, second, second / 16)])
        scores = now["cards"] @ units + now["cards_bias"]
        near = [int(guess["held"]) | drawn, *(int(guess[name]) for name in NEAR[1:])]
        cards = [card for card in range(52) if open_ >> card & 1 and not drawn >> card & 1]
        scores = np.array(
            [scores[card] + sum(now["near"][at, guess["stage"], pattern(mask, card)] for at, mask in enumerate(near))
             for card in cards]
        )  # fmt: skip
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        right = [place for place, card in enumerate(cards) if target >> card & 1]
        total -= np.log(chances[right]).mean()
    return total / len(guesses)


@HAS_CORE
@pytest.mark.usefixtures("short_steps")
def test_a_belief_learns_where_cards_are():
    course, losses = begun(20), []
    guesses = drawn_guesses(course)
    for _ in range(20):
        errors = np.zeros((1, 2))
        course._learn(course._weights, guesses, errors)
        losses.append(errors[0, 0] / errors[0, 1])
    assert losses[-1] < losses[0] - 0.05


def test_scores_of_whole_numbers_are_those_of_the_weights():
    """A net of small weights: likelihoods of whole numbers are those of the softmax."""
    rng = np.random.default_rng(1)
    floats = {name: rng.normal(0, 0.05, shape) for name, shape in SHAPES.items()}
    whole = {
        name: np.rint(values * belief_learning._FACTORS[name]).astype(int).ravel().tolist()
        for name, values in floats.items()
    }
    net = BeliefNet(rules=None, **whole).folded((0,) * SHAPES["rule_inputs"][0])
    inputs = [1, 77, 300, STARTS["count"]]
    first = floats["inputs_bias"] + floats["inputs"][inputs].sum(0)
    first = np.where(first > 0, first, first / 16)
    second = floats["mixed"] @ first + floats["mixed_bias"]
    scores = floats["cards"] @ np.concatenate([first, np.where(second > 0, second, second / 16)]) + floats["cards_bias"]
    assert np.array(net.scores(inputs)) / SCORE == pytest.approx(scores, abs=0.05)
