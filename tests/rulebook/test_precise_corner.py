"""Runs round the corner, their ends, and lay-offs against gin (rummy-games.com), settled step by step.

Each test is named after a paragraph, its docstring quotes it.
"""

import pytest

import ginrules as gin
from ginrules.cards import FULL_PACK
from ginrules.errors import CannotLayOff, TooMuchDeadwood
from tests.conftest import STANDARD
from tests.rulebook.conftest import defended, drawn, knocked, play, refusal, spread, texts

CORNER = gin.preset("round-the-corner")


@pytest.mark.parametrize(("ace", "runs"), [("low", 264), ("high-or-low", 304), ("round-the-corner", 524)])
def test_3_1_runs(ace, runs):
    """Runs in the deck: 264, 304, 524."""
    melds = gin.melds_in(gin.CardSet(FULL_PACK), STANDARD.evolve(ace_rank=ace))
    assert sum(meld.kind == "run" for meld in melds) == runs


@pytest.mark.parametrize(
    ("cards", "low", "high_or_low", "corner"),
    [("A23", True, True, True), ("QKA", False, True, True), ("KA2", False, False, True), ("QKA2", False, False, True)],
)
def test_3_1_valid_and_not(cards, low, high_or_low, corner):
    """A23 · QKA · KA2 by mode."""
    allowed = []
    for ace in ("low", "high-or-low", "round-the-corner"):
        tables = STANDARD.evolve(ace_rank=ace).tables
        allowed.append(tables.is_meld(gin.CardSet.parse(f"..{cards}.").mask))
    assert allowed == [low, high_or_low, corner]


@pytest.mark.parametrize(
    ("run", "low", "high_or_low", "corner"),
    [
        ("A23", "4", "4", "4K"),
        ("QKA", None, "J", "2J"),
        ("KA2", None, None, "3Q"),
        ("3456789TJQKA", None, "2", "2"),
        ("A23456789TJQK", "", "", ""),
    ],
)
def test_3_2_ends_for_lay_off(run, low, high_or_low, corner):
    """The cards next to the arc on either side."""
    for ace, ends in (("low", low), ("high-or-low", high_or_low), ("round-the-corner", corner)):
        tables = STANDARD.evolve(ace_rank=ace).tables
        mask = gin.CardSet.parse(f".{run}..").mask
        if ends is None:
            assert not tables.is_meld(mask)
        else:
            assert gin.CardSet(tables.fits(mask)) == gin.CardSet.parse(f".{ends}..")


def test_3_2_without_chaining():
    """With layoff_chain off the two neighbors of the original arc only."""
    rules = CORNER.evolve(layoff_chain=False)
    hands = ["Ks As 2s 5c 5d 5h 8d 9d Td Jd", "3s 4s Qs Js 2h 4h 6h 8h Th Qc"]
    state = spread(knocked(hands, "3c", rules), "Ks As 2s", "5c 5d 5h", "8d 9d Td Jd")
    run = [str(meld) for meld in state.table].index("As 2s Ks")
    fitting = {text for text in texts(state) if text.endswith(f"on {run}")}
    assert fitting == {f"lay off 3s on {run}", f"lay off Qs on {run}"}
    after = play(state, gin.LayOff("3s", run))
    assert refusal(after, gin.LayOff("4s", run)) is CannotLayOff


def test_3_3_ace():
    """Round the corner melds KsAs2s and the sevens, deadwood 36; high-or-low only the sevens, 63."""
    hand = "Ks As 2s Qh Ah 2h 7c 7d 7h 9c"
    assert gin.deadwood(hand, CORNER) == 36
    assert gin.deadwood(hand, CORNER.evolve(ace_rank="high-or-low")) == 63


def test_3_3_an_ace_left_bars_a_knock_on_10():
    """Unmelded ace 15: a player left with an ace cannot knock on a limit of 10."""
    state = drawn(["A23.456.789.A", "567.789.TJQ.K"], ["Js"], CORNER)
    assert refusal(state, gin.Knock("Js")) is TooMuchDeadwood


GIN = ("Qs Ks As", "5c 5d 5h", "8d 9d Td Jd")


def against_gin(defender, rules=CORNER):
    hand = " ".join(GIN)
    return spread(knocked([hand, defender], "4c", rules), *GIN)


def test_3_4_lay_offs_against_gin_to_nothing():
    """Lays 2s 3s round the corner, 5s, 7d → 0: void (without the permission 17 are left: gin 37)."""
    defender = "2s 3s 6h 7h 8h Kc Kh Kd 5s 7d"
    over = defended(against_gin(defender))
    assert (over.outcome.ending, over.outcome.deadwood) == ("gin", (0, 0))
    score = gin.price(over.outcome, CORNER)
    assert (score.result, score.points, score.boxes) == ("void", (0, 0), (0, 0))
    plain = CORNER.evolve(layoff="knock-only")
    over = against_gin(defender, plain)
    assert over.outcome.deadwood == (0, 17)
    assert gin.price(over.outcome, plain).points == (37, 0)


def test_3_4_lay_offs_against_gin_not_to_nothing():
    """With 9c for 7d: 2s 3s 5s go, 9 stays: 29 points."""
    over = defended(against_gin("2s 3s 6h 7h 8h Kc Kh Kd 5s 9c"))
    assert over.outcome.deadwood == (0, 9)
    assert gin.price(over.outcome, CORNER).points == (29, 0)
