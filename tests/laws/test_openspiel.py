"""ginrules against OpenSpiel, rule for rule: legal actions at every decision, points at the end."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the oracle needs open_spiel")

import ginrules as gin
from tests.conftest import slow
from tests.referees.openspiel import (
    ACTION_OF,
    KNOCK,
    PASS,
    UPCARD,
    UTILS,
    Duel,
    GreedyPlay,
    LoosePlay,
    RandomPlay,
    from_openspiel,
    to_openspiel,
)

SETTINGS = {
    "knock card 10": {},
    "knock card 7": {"knock_card": 7},
    "knock card 5": {"knock_card": 5},
    "knock card 0": {"knock_card": 0},
    "oklahoma": {"oklahoma": True},
    "bonuses 20 and 10": {"gin_bonus": 20, "undercut_bonus": 10},
    "bonuses 30 and 0, knock card 8": {"gin_bonus": 30, "undercut_bonus": 0, "knock_card": 8},
    "oklahoma, bonuses 20 and 15": {"oklahoma": True, "gin_bonus": 20, "undercut_bonus": 15},
}
OUR_NAME = {"knock_card": "knock_limit"}


def our_rules(setting):
    base = gin.preset("openspiel-oklahoma" if setting.get("oklahoma") else "openspiel")
    return base.evolve(**{OUR_NAME.get(name, name): value for name, value in setting.items() if name != "oklahoma"})


def compare(name, play, rounds):
    """Play that many rounds in both; return how they ended."""
    setting = SETTINGS[name]
    rules = our_rules(setting)
    game = pyspiel.load_game("gin_rummy", setting)
    duels = []
    for number in range(rounds):
        rng = random.Random(f"{name} {play.__name__} {number}")
        duels.append(Duel(game, rules, gin.shuffled(rng, rules), play(rng)).run())
    assert sum(duel.decisions for duel in duels) > 20 * rounds
    # excused differences must stay rare
    assert sum(duel.missed_knocks > 0 for duel in duels) <= rounds / 50
    assert sum(duel.missed_layoffs > 0 for duel in duels) <= rounds / 10
    return {duel.ours.outcome.ending for duel in duels}


@pytest.mark.parametrize("play", [RandomPlay, GreedyPlay, LoosePlay])
@pytest.mark.parametrize("name", SETTINGS)
def test_rounds_agree(name, play):
    endings = compare(name, play, slow(150, 2_000))
    if play is not RandomPlay:
        assert endings >= ({"gin"} if name == "knock card 0" else {"gin", "knock"})


def test_openspiel_overlooks_a_gin():
    """Its eleven-card deadwood drops the dearest leftover of the best eleven: throwing 3s is gin."""
    cards = gin.CardSet.parse("As 2s 3s 7s 2c 7c Ad 2d Ah 2h 7h")
    assert UTILS.min_deadwood([to_openspiel(card) for card in cards]) > 0
    left = gin.after_discard(cards, gin.preset("openspiel"))
    assert min(left.values()) == left[gin.Card.parse("3s")] == 0

    rules = our_rules({"knock_card": 0})
    order = gin.stacked([cards - gin.Card.parse("7h"), "3c 4c 5d 6d 8d 9d Th Jh Qs Ks"], rules, upcard="7h", dealer=1)
    duel = Duel(pyspiel.load_game("gin_rummy", {"knock_card": 0}), rules, order, RandomPlay(random.Random(1)))
    duel.both(UPCARD, gin.TakeDiscard())
    assert gin.Knock("3s") in gin.legal_actions(duel.ours)
    assert KNOCK not in duel.theirs.legal_actions()

    spread = gin.Spread(["As Ad Ah", "2s 2c 2d 2h", "7s 7c 7h"])
    over = gin.apply(gin.apply(gin.apply(duel.ours, gin.Knock("3s")), spread), gin.Spread())
    assert over.outcome.ending == "gin"
    assert over.outcome.deadwood == (0, 75)


def test_openspiel_overlooks_the_third_layoff_on_one_end():
    """A run takes every card that extends it; OpenSpiel lists only two of them."""
    rules = gin.preset("openspiel")
    hands = ["2s 3s 4s Kc Kd Kh Jc Jd Jh 9c", "5s 6s 7s 8s 2c 4d 6h 8c Tc Qd"]
    order = gin.stacked(hands, rules, upcard="Ac", dealer=1)
    duel = Duel(pyspiel.load_game("gin_rummy"), rules, order, RandomPlay(random.Random(1)))
    duel.both(UPCARD, gin.TakeDiscard())
    duel.theirs.apply_action(KNOCK)
    duel.both(to_openspiel(gin.Card.parse("9c")), gin.Knock("9c"))
    melds = ["2s 3s 4s", "Kc Kd Kh", "Jc Jd Jh"]
    for meld in melds:
        duel.theirs.apply_action(ACTION_OF[gin.CardSet.parse(meld)])
    duel.both(PASS, gin.Spread(melds))
    onto = next(place for place, meld in enumerate(duel.ours.table) if meld.kind == "run")
    for card in map(gin.Card.parse, ("5s", "6s")):
        duel.both(to_openspiel(card), gin.LayOff(card, onto))
    assert gin.LayOff("7s", onto) in gin.legal_actions(duel.ours)
    assert to_openspiel(gin.Card.parse("7s")) not in duel.theirs.legal_actions()


def test_cards_map_one_to_one():
    assert sorted(map(to_openspiel, range(52))) == list(range(52))
    assert all(from_openspiel(to_openspiel(card)) == card for card in range(52))
    assert to_openspiel(gin.Card.parse("As")) == 0
