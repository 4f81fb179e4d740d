"""Published worked examples of hands, melds, knocks and lay-offs; each test quotes its source.

The facts come from ``tests/data/worked_examples.json``. Full hands are played: a stacked deal, the
knock, the spread, the best defence, then the outcome and its price. Scores, games and sheets are
the business of the other worked-example tests.
"""

import json
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.errors import CannotLayOff, MustDrawStock, TooMuchDeadwood
from tests.conftest import STANDARD
from tests.rulebook.conftest import defended, drawn, knocked, play, run_down, spread, stack, texts

DATA = Path(__file__).parents[1] / "data" / "worked_examples.json"
EXAMPLES = {example["id"]: example for example in json.loads(DATA.read_text(encoding="utf-8"))["examples"]}
KINDS = {"hand", "meld_solver", "meld_validity", "legality", "knock_limit", "layoff", "stock"}


def settled(state, example, rules):
    """The round as published: outcome, winner and points, the knocker being seat 0."""
    score = gin.price(state.outcome, rules)
    expected = example["expected"]
    winner = 0 if expected["winner"] == "knocker" else 1
    assert score.result == expected["outcome"].replace("_", "-")
    assert score.winner == winner
    assert score.points[winner] == expected["points"]
    assert score.points[1 - winner] == 0
    assert state.outcome.deadwood == (example["knocker_deadwood"], example["defender_deadwood"])


def hand_of(example, rules):
    """Seat 0 takes the upcard of the example, discards its knock card and knocks."""
    held = gin.CardSet.parse(example["knocker_hand_after_discard"])
    upcard, discard = gin.Card.parse(example["upcard"]), gin.Card.parse(example["knock_discard"])
    dealt = (held | discard) - upcard
    state = play(stack([dealt, example["defender_hand"]], rules, upcard=upcard), "take", gin.Knock(discard))
    assert state.hands[0] == held
    assert gin.deadwood(held, rules) == example["knocker_deadwood"]
    return state


def published_defence(state, example):
    """The published lay-offs, in their order, are legal and no other defence beats them."""
    best = gin.best_defence(state.hands[1], state.table, state.rules)
    assert best.deadwood == example["defender_deadwood"]
    assert gin.CardSet.of(step.card for step in best.layoffs) == gin.CardSet.parse(" ".join(example["layoffs"]))
    assert best.melds == tuple(sorted(map(gin.Meld.parse, example["defender_melds"]), key=lambda meld: meld.order))
    assert best.unmelded == gin.CardSet.parse(example["defender_deadwood_cards"])
    return defended(state)


# --- OpenSpiel, gin_rummy_test.cc ------------------------------------------------------------------


def test_openspiel_break_a_set_to_lay_off():
    """ "wins the difference in deadwood (10 - 9 = 1) and the undercut bonus which was set to 20" """
    example = EXAMPLES["openspiel-gameplay1-break-set-to-lay-off"]
    rules = STANDARD.evolve(undercut_bonus=20)
    state = spread(hand_of(example, rules), *example["knocker_melds"])
    settled(published_defence(state, example), example, rules)


def test_openspiel_break_a_set_to_lay_off_the_worse_way():
    """ "melding 2s and 8s instead leaves 17 and 'a win of 7 points' to the knocker" """
    example = EXAMPLES["openspiel-gameplay1-break-set-to-lay-off"]
    rules = STANDARD.evolve(undercut_bonus=20)
    state = play(spread(hand_of(example, rules), *example["knocker_melds"]), "done")
    assert gin.price(state.outcome, rules).points == (7, 0)


def test_openspiel_knocker_chooses_sets():
    """ "Player0 has 1 deadwood and Player1 has 3, so Player0 scores 2 points" """
    example = EXAMPLES["openspiel-gameplay2-knocker-chooses-sets"]
    state = spread(hand_of(example, STANDARD), *example["knocker_melds"])
    settled(published_defence(state, example), example, STANDARD)


def test_openspiel_knocker_chooses_runs_and_is_undercut():
    """ "must lay the hand as three rank melds to avoid the undercut" """
    example = EXAMPLES["openspiel-gameplay2-knocker-chooses-sets"]
    state = defended(spread(hand_of(example, STANDARD), "5c 6c 7c", "5d 6d 7d", "5s 6s 7s"))
    assert gin.price(state.outcome, STANDARD).result == "undercut"
    assert gin.best_arrangement(example["knocker_hand_after_discard"], STANDARD).melds == tuple(
        map(gin.Meld.parse, ["5c 5d 5s", "6c 6d 6s", "7c 7d 7s"])
    )


def test_openspiel_chained_lay_off_on_the_right_meld():
    """ "SPIEL_CHECK_EQ(returns[1], 27)": Ts must be laid on J-Q-K so that 9s can follow."""
    example = EXAMPLES["openspiel-gameplay3-chained-layoff-on-the-right-meld"]
    state = spread(hand_of(example, STANDARD), *example["knocker_melds"])
    run = [str(meld) for meld in state.table].index("Js Qs Ks")
    tens = [str(meld) for meld in state.table].index("Tc Td Th")
    assert gin.why_illegal(play(state, gin.LayOff("Ts", tens)), gin.LayOff("9s", run)).code == "cannot-lay-off"
    settled(published_defence(state, example), example, STANDARD)


def test_openspiel_meld_choice_of_11_cards():
    """ "Should find the best meld group 4s4d4h, 5s5c5d, 2c3c4c with 3 deadwood" """
    example = EXAMPLES["openspiel-meld-choice-11-cards"]
    left = gin.after_discard(example["hand"], STANDARD)
    assert min(left.values()) == example["expected"]["min_deadwood_of_best_10_of_11"]
    assert left[gin.Card.parse("6s")] == 3
    best = gin.best_arrangement(gin.CardSet.parse(example["hand"]) - gin.Card.parse("6s"), STANDARD)
    assert {meld.cards for meld in best.melds} == set(map(gin.CardSet.parse, example["expected"]["melds"]))
    assert gin.deadwood(example["hand"], STANDARD) == 9  # all eleven counted


def test_openspiel_enumerate_6_melds():
    """ "five rank melds and one suit meld" """
    example = EXAMPLES["openspiel-enumerate-6-melds"]
    melds = gin.melds_in(example["hand"], STANDARD)
    assert len(melds) == example["expected"]["number_of_melds"]
    assert [meld.kind for meld in melds].count("set") == 5


def check_validity(cases, rules):
    tables = rules.tables
    for case in cases:
        cards = gin.CardSet.parse(case["cards"])
        kind = gin.Meld.of(cards).kind
        valid = tables.is_meld(cards.mask)
        assert (valid and kind == "run") == case["run"], case
        assert (valid and kind == "set") == case.get("set", False), case


def test_openspiel_no_round_the_corner():
    """ "No "around the corner" melds" """
    check_validity(EXAMPLES["openspiel-no-round-the-corner"]["cases"], STANDARD)


# --- jdh8/gin-rummy ---------------------------------------------------------------------------------


def test_jdh8_both_pass_and_a_tie_is_an_undercut():
    """ "a tie, undercut by default" """
    example = EXAMPLES["jdh8-both-pass-tie-is-undercut"]
    hands = [example["knocker_hand_after_discard"], example["defender_hand"]]
    state = play(stack(hands, upcard="2s", stock="Ks Qs 4s"), "decline", "decline")
    assert isinstance(gin.why_illegal(state, gin.TakeDiscard()), MustDrawStock)  # taking the discard is illegal
    state = play(state, "draw", "discard Ks", "draw", "discard Qs", "draw", "knock 4s")
    state = defended(spread(state, "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h"))
    settled(state, {**example, "knocker_deadwood": 10, "defender_deadwood": 10}, STANDARD)


def test_jdh8_gin_25():
    """ "Gin ... deadwood: 72 ... 97" """
    example = EXAMPLES["jdh8-gin-25"]
    state = knocked([example["knocker_hand_after_discard"], example["defender_hand"]], "Ks")
    state = spread(state, "Ac 2c 3c 4c", "5d 6d 7d", "9h Th Jh")
    assert state.is_over  # gin skips lay-offs
    settled(state, example, STANDARD)


def eleven(example, rules):
    held = gin.CardSet.parse(example["knocker_hand_11"])
    discard = gin.Card.parse(example.get("knock_discard", "5c"))
    return drawn([held - discard, example["defender_hand"]], [discard], rules)


def test_jdh8_gin_20():
    """ "Under classic rules a gin is worth 20 + deadwood ... 92" """
    example = EXAMPLES["jdh8-gin-20"]
    rules = gin.preset("classic")
    state = eleven(example, rules)
    assert gin.why_illegal(state, gin.GoBigGin()).code == "big-gin-not-offered"
    state = spread(play(state, gin.Knock("Ac")), "2c 3c 4c 5c", "5d 6d 7d", "9h Th Jh")
    settled(state, example, rules)


def test_jdh8_big_gin_31():
    """ "72 + 31" """
    example = EXAMPLES["jdh8-big-gin-31"]
    state = play(eleven(example, STANDARD), "big gin")
    settled(spread(state, "Ac 2c 3c 4c 5c", "5d 6d 7d", "9h Th Jh"), example, STANDARD)


def test_jdh8_oklahoma_4_spades():
    """ "TooMuchDeadwood { deadwood: 12, limit: 4 } ... margin: 6" """
    example = EXAMPLES["jdh8-oklahoma-4-spades"]
    rules = STANDARD.evolve(knock_source="upcard", ace_upcard="one")
    state = stack([example["knocker_hand_dealt"], example["defender_hand"]], rules, upcard="4s")
    assert state.knock_limit == example["knock_limit"]
    state = play(state, "take")
    assert state.knock_limit == example["knock_limit"]
    error = gin.why_illegal(state, gin.Knock(example["illegal_knock"]["discard"]))
    assert isinstance(error, TooMuchDeadwood)
    assert error.details == {"deadwood": 12, "limit": 4}
    state = play(state, gin.Knock(example["knock_discard"]))
    settled(defended(spread(state, "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")), example, rules)


def test_jdh8_oklahoma_ace_one():
    """ "margin: 9" """
    example = EXAMPLES["jdh8-oklahoma-ace-one"]
    rules = STANDARD.evolve(knock_source="upcard", ace_upcard="one")
    hands = [example["knocker_hand_after_discard"], example["defender_hand"]]
    state = knocked(hands, example["knock_discard"], rules, upcard="Ah")
    assert state.knock_limit == 1
    settled(defended(spread(state, "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")), example, rules)


def test_jdh8_straight_gin_is_knock_limit_zero():
    """ "deadwood: 10, limit: 0" """
    example = EXAMPLES["jdh8-straight-gin-zero-limit"]
    held = gin.CardSet.parse(example["knocker_hand_11"])
    for name, discard in (("discard_AC", "Ac"), ("discard_KS", "Ks")):
        hands = [held - gin.Card.parse("Ks"), "7c 8c 8d 9d Jd Qh Kh 2s 3s 5s"]
        state = drawn(hands, ["Ks"], STANDARD.evolve(knock_limit=0))
        error = gin.why_illegal(state, gin.Knock(discard))
        expected = example["expected"][name]
        assert (error is None) == expected["knock_legal"]
        assert gin.after_discard(held, STANDARD)[gin.Card.parse(discard)] == expected["deadwood"]
        if error is not None:
            assert error.details == {"deadwood": 10, "limit": 0}


def test_jdh8_dead_hand():
    """ "RoundResult::Dead ... stock().len(), 2" """
    example = EXAMPLES["jdh8-dead-hand"]
    state = run_down(stack(["A23.456.789.T", "456.789.TJQ.K"]))
    state = play(state, gin.Discard("Ts"))
    assert state.outcome.ending == "dead"
    assert len(state.stock) == state.outcome.stock_left == example["expected"]["stock_left"]
    assert gin.price(state.outcome, STANDARD).points == (0, 0)


@pytest.mark.parametrize(
    "name",
    [
        "jdh8-deadwood-set-beats-run",  # "The set wins"
        "jdh8-deadwood-gin-433",  # "4 + 3 + 3"
        "jdh8-deadwood-biggin-335",  # "3 + 3 + 5 (big gin shape)"
        "jdh8-deadwood-one-suit-11",  # "eleven_card_single_suit_run"
        "jdh8-deadwood-no-meld",  # "No three cards meld anywhere"
        "jdh8-deadwood-one-run",  # "2 + 10 + 10 + 5 + 10 + 9 + 10"
    ],
)
def test_jdh8_deadwood(name):
    example = EXAMPLES[name]
    hand = gin.CardSet.parse(example["hand"])
    assert len(hand) == example["hand_size"]
    assert gin.deadwood(hand, STANDARD) == example["expected"]["min_deadwood"]
    assert gin.best_arrangement(hand, STANDARD).deadwood == example["expected"]["min_deadwood"]


# --- knock limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "oklahoma-limit-4C",  # "both players can only knock if their deadwood totals 4"
        "oklahoma-limit-5",  # "if the upcard is a five, the knocker must have 5 points or less"
        "oklahoma-limit-2",  # "knocking value can be 2 if the initial upcard is 2"
        "oklahoma-limit-6",  # "if the first upcard was 6 ... 6 or fewer"
        "oklahoma-limit-K",  # "Pictures denote 10"
    ],
)
def test_oklahoma_limit(name):
    example = EXAMPLES[name]
    rank, suits = example["upcard"][0], example["upcard"][1:] or "CDHS"
    for suit in suits:
        rules = gin.preset("oklahoma")
        others = list(gin.CardSet.parse("A23456789TJQK.A23456789TJQK..") - gin.Card.parse(rank + suit))
        state = stack([others[:10], others[10:20]], rules, upcard=rank + suit)
        assert state.knock_limit == example["expected"]["knock_limit"]


# --- legality ----------------------------------------------------------------------------------------


def test_the_knock_card_is_not_counted():
    """ "3,5,9 as deadwood ... knock with the 9 ... 3+5=8" """
    example = EXAMPLES["knock-card-not-counted-3-5-9"]
    hands = ["Ac 2c 3c 4c Jc Jd Jh Js 3s 5d", "2d 4d 6h 8s Tc Qd Ah 7s 5c 7d"]
    state = drawn(hands, ["9h"])
    assert gin.best_arrangement(state.hands[0], STANDARD).unmelded == gin.CardSet.parse("3s 5d 9h")
    assert (gin.why_illegal(state, gin.Knock("9h")) is None) == example["expected"]["knock_legal"]
    state = defended(spread(play(state, "knock 9h"), "Ac 2c 3c 4c", "Jc Jd Jh Js"))
    assert state.outcome.deadwood[0] == example["expected"]["knocker_deadwood"]


def test_sac_irca_knock():
    """ "5 and Ace of spades are not playable and their combined value is 6" """
    example = EXAMPLES["sac-irca-knock"]
    held = gin.CardSet.parse(example["hand_11"])
    state = drawn([held - gin.Card.parse("5s"), "2c 4d Kh 8s Kc Kd Ah 3s 5c 7d"], ["5s"])
    assert gin.deadwood(held, STANDARD) == example["expected"]["unmelded_before_discard"]
    assert gin.after_discard(held, STANDARD)[gin.Card.parse("5s")] == example["expected"]["discard_5S_deadwood"]
    assert "knock 5s" in texts(state)


# --- lay-offs ----------------------------------------------------------------------------------------


def lay_off_on(meld, card, rules=STANDARD):
    """The refusal of this lay-off on a knocker's meld, None if it is legal."""
    held = gin.CardSet.parse(meld)
    hand = held | gin.CardSet.parse("Jd Jh Js Kc Kd Ks 9h")
    defender = gin.CardSet.parse("Qh 4d 6d 8s Tc Ah 3d 7d 2d") | gin.Card.parse(card)
    state = spread(knocked([hand, defender], "9s", rules), meld, "Jd Jh Js", "Kc Kd Ks")
    return gin.why_illegal(state, gin.LayOff(card, [meld.cards for meld in state.table].index(held)))


@pytest.mark.parametrize("suit", "cs")
def test_lay_off_5_on_2_3_4(suit):
    """ "meld, 2 3 4 and the opponent has 5" """
    assert EXAMPLES["layoff-234-5"]["expected"]["legal"]
    assert lay_off_on(f"2{suit} 3{suit} 4{suit}", f"5{suit}") is None
    assert isinstance(lay_off_on(f"2{suit} 3{suit} 4{suit}", f"6{suit}"), CannotLayOff)


def test_lay_off_ace_on_2_3_4_of_clubs():
    """ "2, 3, and 4 of clubs ... the Ace of clubs, they may place it before the 2" """
    example = EXAMPLES["layoff-234clubs-ace"]
    assert (lay_off_on(example["knocker_meld"], example["layoff_card"]) is None) == example["expected"]["legal"]


def test_lay_off_on_original_melds_only():
    """ "added 6H, meaning that the player who plays third will not be able to add 5H" """
    example = EXAMPLES["multiplayer-layoff-original-melds-only"]
    hands = ["7h 8h 9h 4c 4d 4s 3d", "6h 2c 2d 2s Kd Ks Qs", "5h Th Jc Ac Ad As Qc"]
    state = spread(knocked(hands, "9s", gin.preset("penalty-2-to-4")), "7h 8h 9h", "4c 4d 4s")
    state = play(state, "lay off 6h on 1", "done")
    assert state.turn == 2
    assert (gin.why_illegal(state, gin.LayOff("5h", 1)) is None) == example["expected"]["legal"]
    assert isinstance(gin.why_illegal(state, gin.LayOff("5h", 1)), CannotLayOff)


def test_lay_off_24_to_4():
    """ "lowering the number of penalty points from 24 to 4" """
    expected = EXAMPLES["multiplayer-layoff-24-to-4"]["expected"]
    hands = ["7h 8h 9h Th 5c 6c 7c As 2d 3s", "Kc Kd Ks 2c 2h 2s Jh 6h 4c 4d"]
    state = spread(knocked(hands, "Qs", gin.preset("penalty-2-to-4")), "7h 8h 9h Th", "5c 6c 7c")
    assert gin.deadwood(state.hands[1], state.rules) == expected["penalty_before"]
    assert defended(state).outcome.deadwood[1] == expected["penalty_after"]


def test_round_the_corner_melds():
    """ "A-2-3, A-K-Q, 2-A-K" """
    for case in EXAMPLES["roundcorner-melds"]["cases"]:
        ranks = case["cards"].removesuffix(" one suit").split()
        for suit in "cdhs":
            check_validity([{**case, "cards": " ".join(rank + suit for rank in ranks)}], gin.preset("round-the-corner"))


# --- nothing is left out ------------------------------------------------------------------------------


def test_every_example_of_play_is_here():
    source = Path(__file__).read_text(encoding="utf-8")
    missing = [name for name, example in EXAMPLES.items() if example["kind"] in KINDS and f'"{name}"' not in source]
    assert missing == []


def test_every_full_hand_withholds_nothing_needed():
    """The published spreads are among those the knocker may choose."""
    for name in ("openspiel-gameplay1-break-set-to-lay-off", "openspiel-gameplay2-knocker-chooses-sets"):
        example = EXAMPLES[name]
        state = hand_of(example, STANDARD)
        assert len(gin.legal_actions(state)) == len(gin.arrangements(state.hands[0], STANDARD, state.knock_limit))
