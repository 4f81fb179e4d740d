"""The opponents that a learned player recognizes in a match, and its stand-in in all runners."""

from functools import partial

import attrs
import pytest

import ginrules as gin
from ginrules import fast, lab
from ginrules.lab.runner.task import Task
from ginrules.match import MatchView, match_view
from ginrules.players import Greedy, Learned, Simple, new_greedy
from ginrules.players.learned import AGAINST_KNOCKS, knocks_at_once
from tests.conftest import effort

STANDARD = gin.preset("standard")
KNOCKED, LOW = (gin.Outcome(declarer=0, deadwood=(left, 30), stock_left=20) for left in (7, 2))
EARLIER, EARLY, UNKNOWN = (attrs.evolve(KNOCKED, stock_left=left) for left in (21, 26, None))
GIN, LOST, WAITED = (gin.Outcome(declarer=one, deadwood=left) for one, left in [(0, (0, 9)), (1, (40, 0)), (1, (6, 0))])
DRAWN = gin.Outcome(declarer=None, deadwood=(12, 30))
needs_core = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")


@pytest.mark.parametrize(
    ("outcomes", "rules", "expected"),
    [
        ([], STANDARD, False),
        ([KNOCKED], STANDARD, False),
        ([KNOCKED, LOST, KNOCKED], STANDARD, True),
        ([KNOCKED, EARLIER, EARLY], STANDARD, False),
        ([KNOCKED, EARLIER, UNKNOWN], STANDARD, True),
        ([EARLY] * 9, STANDARD, False),
        ([KNOCKED, LOW], STANDARD, True),  # 9 points of 20
        ([LOW, LOW], STANDARD, False),
        ([KNOCKED] * 3 + [GIN], STANDARD, False),
        ([KNOCKED, KNOCKED, GIN, KNOCKED, KNOCKED], STANDARD, True),
        ([KNOCKED] * 2 + [attrs.evolve(GIN, ending="big-gin")], STANDARD, False),
        ([KNOCKED] * 3 + [DRAWN], STANDARD, False),
        ([KNOCKED, WAITED, KNOCKED], STANDARD, False),
        ([KNOCKED, gin.Outcome(declarer=1, deadwood=(10, 0)), KNOCKED], STANDARD, False),  # 10 is within the limit
        ([KNOCKED, gin.Outcome(declarer=1, deadwood=(11, 0)), KNOCKED], STANDARD, True),
        ([gin.Outcome(declarer=1, deadwood=(6, 3)), KNOCKED, KNOCKED], STANDARD, True),
        ([attrs.evolve(LOW, upcard="3S")] * 2, gin.preset("oklahoma"), True),
        ([attrs.evolve(KNOCKED, deadwood=(1, 30), upcard="3S")] * 2, gin.preset("oklahoma"), False),
    ],
)
def test_who_knocks_at_once(outcomes, rules, expected):
    assert knocks_at_once(rules, outcomes, 0) is expected
    other = {0: 1, 1: 0, None: None}
    turned = [
        attrs.evolve(one, declarer=other[one.declarer], deadwood=one.deadwood[::-1], ending=one.ending)
        for one in outcomes
    ]
    assert knocks_at_once(rules, turned, 1) is expected


def rounds_as_expert(opponent, games, seed):
    """Return in how many of the rounds a learned player had a stand-in."""
    had = []
    for number in range(games):
        played = lab.play_match(STANDARD, [Simple, opponent], seed=seed + number)  # Simple is quick
        match = gin.new_match(STANDARD, 2)
        for simulated in played.rounds:
            known = match_view(match, match.due[0])
            had.append(Learned().stand_in(STANDARD, 0, known) is AGAINST_KNOCKS)
            match = gin.add_round(match, simulated.played.outcome)
    return sum(had) / len(had)


@pytest.mark.parametrize(("threshold", "least", "most"), [(0, 0, 0), (3, 0, 0.02), (5, 0, 0.15), (-1, 0.2, 1)])
def test_those_who_wait_are_not_taken_for_those_who_knock(threshold, least, most):
    opponent = new_greedy if threshold < 0 else partial(new_greedy, threshold=threshold)
    assert least <= rounds_as_expert(opponent, effort(12, 200), 70) <= most


def test_a_stand_in_plays_the_whole_round():
    known = MatchView(round=2, dealer=0, target=100, columns=[(0, 0)], outcomes=[KNOCKED] * 2)
    assert Learned().stand_in(STANDARD, 1, known) is AGAINST_KNOCKS
    assert Learned().stand_in(STANDARD, 0, known) is None
    for elsewhere in ("mahjong-gin", "classic", "oklahoma"):  # no net, cheap undercuts, low limits
        assert Learned().stand_in(gin.preset(elsewhere), 1, known) is None
    different = 0
    for seed in range(effort(6, 100)):
        players = [[Greedy(), one(seed=0)] for one in (Learned, AGAINST_KNOCKS)]
        by = [lab.play_round(STANDARD, seated, gin.shuffled(seed), match=known) for seated in players]
        assert by[0] == by[1]
        without = lab.play_round(STANDARD, [Greedy(), Learned(0)], gin.shuffled(seed))
        different += without != by[0]
    assert different


@needs_core
def test_stand_ins_play_on_the_core_as_on_the_engine(monkeypatch):
    rules, players = STANDARD.evolve(name="longer", target=150), {"learned": Learned, "greedy": new_greedy}
    games = effort(4, 400)
    on_core = lab.tournament(players, rules, games, seed=5)
    with monkeypatch.context() as patch:
        patch.setattr(Task, "is_compiled", False)
        patch.setattr(Task, "is_asked", False)
        assert lab.tournament(players, rules, games, seed=5) == on_core
    monkeypatch.setattr(Learned, "stand_in", lambda *_: None)
    assert lab.tournament(players, rules, games, seed=5) != on_core
