"""Reviews of planted blunders, and of the reviewer's own choices in other worlds."""

import random
import statistics

import pytest

import ginrules as gin
from ginrules.lab.reviews.worlds import InWorlds, mean_estimate, mixed
from ginrules.lab.statistics.estimate import Estimate
from ginrules.players import Expert, Learned
from tests.conftest import effort, slow

RULES = gin.preset("standard")
COSTS = 10
"""The least cost of a blunder in points, in other worlds."""


def discards(own):
    return [action for action in own.legal if isinstance(action, gin.Discard)]


def throws_a_meld(own, hand, choice):
    """A card of a meld of three goes."""
    melded = {card for meld in gin.best_arrangement(hand, RULES).melds if len(meld.cards) == 3 for card in meld.cards}
    return [action for action in discards(own) if action.card in melded] if isinstance(choice, gin.Discard) else []


def breaks_a_knock(own, hand, choice):
    """The reviewer knocks; a discard leaves too much deadwood for it."""
    if not isinstance(choice, gin.Knock) or not gin.deadwood(hand - choice.card, RULES):
        return []
    return [action for action in discards(own) if gin.deadwood(hand - action.card, RULES) > own.setup.knock_limit]


def passes_gin(own, hand, choice):
    """The hand is gin, and another card goes."""
    if not isinstance(choice, gin.Knock) or gin.deadwood(hand - choice.card, RULES):
        return []
    return [action for action in discards(own) if gin.deadwood(hand - action.card, RULES)]


KINDS = throws_a_meld, breaks_a_knock, passes_gin


def planted(kind, number):
    """Return a round of two good players with a blunder of this kind, and its number of action; None without one."""
    source, makers = random.Random(f"{kind.__name__} {number}"), [Expert, Learned]
    actions, order = [], gin.shuffled(50_000 + number)
    gin.lab.play_round(RULES, [maker(number) for maker in makers], order, dealer=number % 2, actions=actions)
    record = gin.RoundRecord(RULES, order, dealer=number % 2, actions=tuple(actions))
    options = []
    for ply, state in enumerate(record.states()):
        if isinstance(state.phase, gin.PlayTurn):
            before = record.back(len(actions) - ply)
            own = gin.view(state, state.turn)
            choice = gin.players.hint(before, "learned")
            options += [(before, own, choice, action) for action in kind(own, own.hand, choice)]
    if not options:
        return None
    before, own, choice, blunder = source.choice(options)
    judge = InWorlds.of(RULES, Learned, 400)
    if lost(judge, before, own, choice, blunder, number).value < COSTS:
        return None
    after = before.play(blunder)
    players = [maker(number + 1) for maker in makers]
    while not after.state.is_over:
        after = after.play(players[after.state.turn].choose(gin.view(after.state, after.state.turn)))
    return after, len(before.actions) + 1


def believed(record, seat):
    """Return the belief of a seat by all that it has seen."""
    belief = gin.players.Belief()
    belief.begin(gin.view(next(record.states()), seat))
    for event in record.events(seat):
        belief.note(event)
    return belief


def lost(tester, before, own, choice, action, seed):
    outcomes = tester.outcomes(believed(before, own.seat), own, [choice, action], seed, tester.worlds)
    gains = [tester.gains(one, own.setup.seats) for one in outcomes]
    return mean_estimate([float(one[own.seat] - two[own.seat]) for one, two in zip(*gains, strict=True)])


def found(kind, wanted):
    """Return for each of the first planted blunders whether the review lists it among the worst three."""
    cases, number = [], 0
    while len(cases) < wanted:
        number += 1
        case = planted(kind, number)
        if case is not None:
            record, ply = case
            cases.append(ply in [one.ply for one in gin.lab.review(record, seed=number).worst])
    return cases


def test_a_planted_blunder_is_among_the_worst():
    assert found(throws_a_meld, 1) == [True]


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_planted_blunders_are_among_the_worst(kind):
    cases = found(kind, slow(4, 34))
    assert sum(cases) >= 0.95 * len(cases), f"{sum(cases)} of {len(cases)}"


def test_own_choices_are_worth_the_same_in_other_worlds():
    """Not by construction: a choice of the reviewer is compared with itself, in worlds of another seed."""
    tester, scores = InWorlds.of(RULES, Learned, 48), []
    for number in range(effort(2, slow(8, 40))):
        actions = []
        gin.lab.play_round(RULES, [Learned(0)] * 2, gin.shuffled(number), dealer=0, actions=actions)
        record = gin.RoundRecord(RULES, number, actions=tuple(actions))
        for ply, state in enumerate(record.states()):
            if state.turn is None or len(gin.legal_actions(state)) == 1:
                continue
            own = gin.view(state, state.turn)
            belief, values = believed(record.back(len(record.actions) - ply), state.turn), []
            for seed in range(2):
                label = mixed(seed, number, ply)
                (outcomes,) = tester.outcomes(belief, own, [record.actions[ply]], label, tester.worlds)
                points = [float(one[own.seat]) for one in tester.gains(outcomes, 2)]
                values.append(mean_estimate(points))
            scores.append(difference(*values))
    inside = sum(one.contains_zero for one in scores) / len(scores)
    assert len(scores) > 30
    assert 0.85 < inside < 1
    ratios = [one.value / one.half_width for one in scores if one.half_width]
    assert abs(statistics.mean(ratios)) < 3 / 1.96 / len(ratios) ** 0.5


def difference(one, other):
    half = (one.half_width**2 + other.half_width**2) ** 0.5
    return Estimate(one.value - other.value, one.value - other.value - half, one.value - other.value + half)
