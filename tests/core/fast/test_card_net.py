"""Networks over cards: their inputs, their weights, and refusals."""

import numpy as np
import pytest

import ginrules as gin
from ginrules.cards import CARDS
from ginrules.errors import DealError, InvalidNetError, WrongTypeError
from ginrules.fast import Rounds, deadwoods
from ginrules.fast.card_net import CARD_WIDTH, CardNet, forward, why_other
from tests.conftest import STANDARD

NET = CardNet.new(STANDARD, 3, width=8, context=6)


def stepped(rules=STANDARD, n=6, steps=7, seats=None):
    rounds = Rounds(rules, n, 2, seats=seats)
    for _ in range(steps):
        rounds.step(rounds.masks.argmax(axis=1))
    return rounds


def test_the_cards_in_reach_are_described_with_their_neighbors():
    rounds = stepped(steps=3)
    cards, places, numbers, _ = NET.inputs(rounds.observed)
    assert (cards.shape, places.shape, cards.dtype) == ((6, 11, CARD_WIDTH), (6, 52), np.float32)
    for row in range(6):
        state = rounds.state(row)
        reach = set(map(int, state.hands[state.turn]))
        if not isinstance(state.phase, gin.PlayTurn):
            reach.add(int(state.pile[-1]))
        assert {card for card in range(52) if places[row, card] < 11} == reach
        for card in reach:
            described = cards[row, places[row, card]]
            assert described[-13:].argmax() == card % 13
            planes = described[:100].reshape(10, 10)  # the card, three on each side, three across
            assert planes[0, 0] == (card in state.hands[state.turn])
            rest = [other for other in reach if other != card]
            assert planes[0, 8] * 25 == pytest.approx(int(deadwoods([[CARDS[other] for other in rest]], STANDARD)[0]))
    assert numbers.shape[1] == 32


def test_a_draw_gains_the_cards_it_melds():
    hands = ["7h 8h 2c 2d Kc Qd 5s 6c Jd Ts", "3c 5c Ad 9d Jc As 3s Ks 8s 6s"]
    state = gin.deal(STANDARD, gin.stacked(hands, STANDARD, dealer=1, upcard="4h"), dealer=1)
    rounds = Rounds.of([gin.apply(gin.apply(gin.apply(state, gin.Decline()), gin.Decline()), gin.DrawStock())])
    cards, places, numbers, _ = NET.inputs(rounds.observed)
    seven = cards[0, places[0, 32]][:100].reshape(10, 10)
    unseen = rounds.layout.named(rounds.observed[0])["unseen"]
    for place, card, points in ((3, 31, 21), (5, 34, 24)):  # 6h and 9h meld with 7h and 8h
        assert seven[place, 9] * 25 == pytest.approx(points if unseen[card] else 0)
    assert seven[3, 6] == seven[2, 6] == seven[1, 6] == 1  # 6h, 5h and 4h are close to 4h, which was declined
    assert seven[5, 6] == 0
    assert numbers[0, -9:-1].tolist() == sorted(numbers[0, -9:-1].tolist(), reverse=True)


def test_a_meld_of_a_spread_says_what_it_leaves():
    """Gin with a run of four: three of its cards alone would leave the fourth."""
    hands = ["7h 8h 9h Th 2c 2d 2s Ks Kd 3c", "3s 5c Ad 9d Jc As 3d 4s 8s 6s"]
    state = gin.deal(STANDARD, gin.stacked(hands, STANDARD, dealer=1, upcard="Kh"), dealer=1)
    state = gin.apply(gin.apply(state, gin.TakeDiscard()), gin.Knock("3c"))
    rounds = Rounds.of([state])
    left = NET.inputs(rounds.observed).melds[0] * 25
    points = {str(meld): round(float(left[place])) for place, meld in enumerate(rounds.codec.melds) if left[place]}
    assert points == {"Kd Kh Ks": 6, "7h 8h 9h": 46, "7h 8h 9h Th": 36, "8h 9h Th": 43}  # cards below are passed


def test_rows_are_scored_alike_whatever_is_beside_them():
    rounds = stepped(n=9)
    together = NET.codes(rounds.observed, rounds.masks)
    single = [int(NET.codes(rounds.observed[row : row + 1], rounds.masks[row : row + 1])[0]) for row in range(9)]
    assert together.tolist() == single
    assert rounds.masks[np.arange(9), together].all()
    scores, worths = NET.scores(rounds.observed)
    assert (scores.shape, worths.shape, scores.dtype) == ((9, 585), (9,), np.float64)


@pytest.mark.parametrize(("rules", "seats"), [("oklahoma", 2), ("knock-rummy", 4), ("mahjong-gin", 2), ("tedesco", 2)])
def test_a_net_of_any_rules_takes_the_legal_action_it_scores_highest(rules, seats):
    rounds = stepped(rules, 4, 1, seats)
    net = CardNet.new(rules, seats=seats, width=4, context=4)
    for _ in range(6):
        scores, _ = net.scores(rounds.observed)
        codes = net.codes(rounds.observed, rounds.masks)
        assert codes.tolist() == np.where(rounds.masks, scores, -np.inf).argmax(axis=1).tolist()
        if rounds.masks.any():
            rounds.step(codes)


def test_a_file_keeps_the_rules_and_the_weights(tmp_path):
    rules = STANDARD.evolve(name="mine", gin_bonus=30)
    net, path = CardNet.new(rules, 5, width=8, context=6), tmp_path / "net.npz"
    net.save(path)
    again = CardNet.load(path)
    assert (again.codec, again.size, repr(again)) == (net.codec, net.size, repr(net))
    for name, weight in net.weights.items():
        assert np.abs(again.weights[name] - weight).max() < 1e-2
    again.save(tmp_path / "again.npz")
    for name, weight in CardNet.load(tmp_path / "again.npz").weights.items():
        assert (weight == again.weights[name]).all()


def test_rules_with_the_same_numbers_are_played_by_the_same_net():
    for rules in (STANDARD.evolve(gin_bonus=1), STANDARD.evolve(knock_limit=5)):
        assert why_other(NET, rules, 2) is None
    for rules in (STANDARD.evolve(min_run=4), gin.preset("oklahoma-second-deck"), STANDARD.evolve(hand_size=7)):
        assert "has other actions or observations" in why_other(NET, rules, 2)


def spoiled(**changes):
    return {name: changes.get(name, weight) for name, weight in NET.weights.items()} | changes


def test_weights_that_are_no_net_are_refused():
    nan = NET.weights["mixed"].copy()
    nan[1, 2] = np.nan
    for weights, text in (
        (spoiled(mixed=nan), "mixed: expected finite numbers in single precision, got nan"),
        (spoiled(card=NET.weights["card"][1:]), rf"card: expected the shape \({CARD_WIDTH}, 8\) for standard"),
        (spoiled(other=nan), "'other' is not a weight of a net: expected card, "),
        (spoiled(whole=[[1.0]]), "whole: expected an array of numbers in floating point, got "),
        (spoiled(card=np.ones((3, 8), int)), "card: expected an array of numbers in floating point"),
        (spoiled(meld=np.array([1e300])), "meld: expected finite numbers in single precision, got 1e\\+300"),
        ({}, "card: expected an array"),
    ):
        with pytest.raises(InvalidNetError, match=text):
            CardNet(STANDARD, weights)
    with pytest.raises(InvalidNetError, match="expected the shape"):
        CardNet(STANDARD.evolve(doubling=True), NET.weights)
    with pytest.raises(WrongTypeError):
        CardNet(STANDARD, [1])
    with pytest.raises(DealError):
        CardNet.new(STANDARD, seats=5)
    with pytest.raises(InvalidNetError, match="expected a net of at most 2000000 weights, got 7"):
        CardNet.new(STANDARD, width=1_000, context=1_000)
    for wrong in ({"width": 0}, {"context": "8"}, {"seed": -1}, {"width": 10**9}):
        with pytest.raises(InvalidNetError, match="expected a whole number from"):
            CardNet.new(STANDARD, **wrong)


def test_rows_that_are_no_rows_are_refused():
    rounds = stepped()
    for observed in (rounds.observed[0], rounds.observed[:, 1:], [[1.0]], None):
        with pytest.raises(WrongTypeError):
            NET.inputs(observed)
    for masks in (rounds.masks[:, 1:], rounds.masks[:2], None):
        with pytest.raises(WrongTypeError):
            NET.codes(rounds.observed, masks)


def test_weights_too_large_for_a_file_are_refused(tmp_path):
    with pytest.raises(InvalidNetError, match="meld: expected numbers up to 65504 to save, got 70000"):
        CardNet(STANDARD, spoiled(meld=np.array([-7e4], np.float32))).save(tmp_path / "net.npz")
    assert not list(tmp_path.iterdir())


def test_the_forward_pass_takes_other_modules_of_arrays():
    rounds = stepped(n=3)
    scores, worths = forward(NET.weights, NET.inputs(rounds.observed), NET.codec, np)
    assert np.allclose(scores, NET.scores(rounds.observed)[0], atol=1e-4)
    assert worths.shape == (3,)


def test_words_are_read_like_rows():
    packed = Rounds("standard", 9, 3, packed=True)
    for seed in range(30):
        packed.step(packed.choose(seed), reset=True)
    assert (NET.codes(packed.words, packed.legal) == NET.codes(packed.observed, packed.masks)).all()
    for name, inputs in NET.inputs(packed.words)._asdict().items():
        assert (inputs == getattr(NET.inputs(packed.observed), name)).all(), name
