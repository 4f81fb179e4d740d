"""Actions and arrangements as text: printed forms and typed forms are read back."""

import random

import pytest

import ginrules as gin
from ginrules.cards import CARDS
from ginrules.play.actions import BIG_GIN, DECLINE, DONE, DRAW
from ginrules.play.view import forced_action, left_by
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD, WAYS, decisions, some
from tests.rulebook.conftest import drawn, knocked, play, spread

OTHER = "Qc Qd Qh Js Jd 4c 4s 2d 5c 8c"


@pytest.mark.parametrize("table", some(list(WAYS), 19))
def test_every_legal_action_is_read_back_with_and_without_a_state(table):
    rules, seats = WAYS[table]
    for state, action in decisions(fresh(rules, seats, 3), 3):
        observed = gin.view(state, state.turn)
        for item in gin.legal_actions(state) or filter(None, [action]):
            for known in (None, state, observed):
                assert gin.parse_action(str(item), known) == item
            assert gin.parse_action(f"  {str(item).upper()} ", state) == item


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", DECLINE),
        ("skip", DECLINE),
        ("Decline the upcard.", DECLINE),
        ("draw from the deck", DRAW),
        ("pick up the discard", gin.TakeDiscard()),
        ("take the upcard", gin.TakeDiscard()),
        ("throw ace of clubs", gin.Discard("Ac")),
        ("discard the 10 of hearts", gin.Discard("Th")),
        ("discard the seven hearts", gin.Discard("7h")),
        ("knock with 7h", gin.Knock("7h")),
        ("Knock, discard Qs!", gin.Knock("Qs")),
        ("add 4s to 0", gin.LayOff("4s", 0)),
        ("no more", DONE),
        ("7c7h7s/Ad2d3d4d", gin.Spread(["7c 7h 7s", "Ad 2d 3d 4d"])),
        ("Stock", DRAW),
        ("take 1", gin.TakeDiscard()),
        ("TAKE 3", gin.TakeDiscard(3)),
        ("discard 10♥", gin.Discard("Th")),
        ("Discard th", gin.Discard("Th")),
        ("discard 10H,", gin.Discard("Th")),
        ("discard 7♥\ufe0f", gin.Discard("7h")),
        ("discard 7♥\ufe0e", gin.Discard("7h")),
        ("gin 10c", gin.Knock("Tc")),
        ("big gin", BIG_GIN),
        ("big-gin", BIG_GIN),
        ("BigGin", BIG_GIN),
        ("lay 9h7h8h", gin.LayDown("7h 8h 9h")),
        ("lay 10♦, J♦, Q♦", gin.LayDown("Td Jd Qd")),
        ("LAY OFF AS ON 1", gin.LayOff("As", 1)),
        ("layoff As  on  1", gin.LayOff("As", 1)),
        ("lay-off As On 0", gin.LayOff("As", 0)),
        ("spread 2C2D2S/7h 8h 9h", gin.Spread(["2c 2d 2s", "7h 8h 9h"])),
        ("spread 7h 8h 9h · 2c, 2d, 2s", gin.Spread(["2c 2d 2s", "7h 8h 9h"])),
        ("Spread Nothing", gin.Spread(())),
        ("done\n", DONE),
        ("shuffle 7h2c", gin.ShuffleStock(["7h", "2c"])),
    ],
)
def test_spellings_that_people_type(text, action):
    assert gin.parse_action(text) == action


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "write decline, take"),
        ("fold", "write decline, take"),
        ("discard", "expected one card, like discard 7h, got 0"),
        ("discard 7h 8h", "expected one card, like discard 7h, got 2"),
        ("discard 11h", "'11h' is not a card"),
        ("knock 7x", "'7x' is not a card"),
        ("take all", "expected take, or "),
        ("take -1", "expected take, or "),
        ("lay", "got one without cards"),
        ("spread 7h 8h 9h // 2c 2d 2s", "got one without cards"),
        ("spread 7h 7h 8h", "7h appears twice"),
        ("lay off As on", "write cards like"),
        ("lay off As on ١", "expected the number of a meld, like lay off As on 0"),
        ("lay off As on 1 2", "expected the number of a meld, like lay off As on 0"),
        ("lay off As", "needs a state"),
        ("knock", "needs a state"),
        ("gin", "needs a state"),
        ("7h", "needs a state"),
        ("x" * 2000, "at most 1000 characters, got 2000"),
        (7, "expected the text of an action, got 7"),
        (None, "expected the text of an action, got None"),
    ],
)
def test_a_text_that_is_not_an_action_is_refused_with_the_expected_forms(text, expected):
    with pytest.raises(gin.ParseError) as caught:
        gin.parse_action(text)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_short_forms_where_only_one_action_can_be_meant():
    state = drawn(["Ac 2c 3c 4d 5d 6d 7h 8h 9h Th", OTHER], ["Ks"])
    for known in (state, gin.view(state, 0)):
        assert gin.parse_action("KS", known) == gin.Discard("Ks")
        assert gin.parse_action("10♥", known) == gin.Discard("Th")
        assert gin.parse_action("gin", known) == gin.Knock("Ks")
    with pytest.raises(
        gin.ParseError, match="'knock' could be any of: knock 7h, knock Th, knock Ks; write one of them"
    ):
        gin.parse_action("knock", state)
    with pytest.raises(gin.ParseError, match="'Kd' fits nothing here; expected one of: discard Ac, discard 2c"):
        gin.parse_action("Kd", state)
    with pytest.raises(gin.ParseError, match="'knock' fits nothing here; expected one of: spread"):
        gin.parse_action("knock", play(state, "knock Ks"))


def test_a_knock_alone_where_one_card_can_be_discarded():
    state = drawn(["Ac 2c 3c 4d 5d 6d 7h 8h As Jc", OTHER], ["Kd"])
    with pytest.raises(gin.ParseError, match="'knock' fits nothing here"):
        gin.parse_action("knock", state)
    state = drawn(["8h 9h Th Jh 5d 6d 7d 8d 5s 2h", OTHER], ["Kd"])
    assert gin.parse_action("knock", state) == gin.Knock("Kd")
    with pytest.raises(gin.ParseError, match="'gin' fits nothing here"):
        gin.parse_action("gin", state)


def test_a_layoff_names_its_meld_where_it_fits_two():
    hand = "7h 8h 9h Tc Td Ts 2c 2d 2s Ac"
    state = spread(knocked([hand, "Th 6h Kc Kd Qc Qd 4s 5s 8c 3d"], "Ks"), "7h 8h 9h", "Tc Td Ts", "2c 2d 2s")
    assert gin.parse_action("lay off 6h", state) == gin.LayOff("6h", 2)
    with pytest.raises(gin.ParseError, match="could be any of: lay off Th on 1, lay off Th on 2; write one of them"):
        gin.parse_action("lay off 10♥", state)
    with pytest.raises(gin.ParseError, match="'lay off Kc' fits nothing here; expected one of: lay off 6h on 2"):
        gin.parse_action("lay off Kc", state)


def test_every_arrangement_is_read_back():
    rng = random.Random(5)
    observed = set()
    for _ in range(60):
        hand = gin.CardSet.of(rng.sample(CARDS[:26], 10))
        for item in (gin.best_arrangement(hand, STANDARD), *gin.arrangements(hand, STANDARD, 100)):
            assert gin.parse_arrangement(str(item), STANDARD) == item
            assert (
                gin.parse_arrangement(str(item).upper().replace("LEFT", "left").replace("NO MELD", ""), STANDARD)
                == item
            )
            observed.add(len(item.melds))
    assert observed >= {0, 1, 2}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7h 8h 2c", "7h 8h 2c is not a run|2c 7h 8h is not a run"),
        ("7h 8h 9h / 9h 9c 9d", "9h appears twice"),
        ("7h 8h 9h | 9h", "9h appears twice"),
        ("7h 8h 9h / / 2c 2d 2s", "got one without cards"),
        ("7h 8h 9h | 1c", "'1c' is not a card"),
    ],
)
def test_a_text_that_is_not_an_arrangement_is_refused(text, expected):
    with pytest.raises(gin.ParseError, match=expected):
        gin.parse_arrangement(text, STANDARD)


@pytest.mark.parametrize(("text", "meant"), [("drw", "draw"), ("discrad Ac", "discard Ac"), ("nock 7h", "knock 7h")])
def test_a_slip_of_the_keys_is_refused_with_what_was_meant(text, meant):
    with pytest.raises(gin.ParseError, match=f"^expected an action, got {text!r}: did you mean {meant}\\? Or write"):
        gin.parse_action(text)


@pytest.mark.parametrize("text", ["no thanks", "I will discard 9d", "aceclubs", "throw", "the", "with"])
def test_other_words_are_not_guessed(text):
    with pytest.raises(gin.ParseError):
        gin.parse_action(text)


# --- what is no choice ------------------------------------------------------------------------------


TWO_WAYS = "7c 7d 7h 7s 8s 9s 2c 2d 2h As"
"""Three sevens and a run of spades, or four sevens and 17 points more: one way is best."""
DEFENDER = "Qc Qd Qh Jc Jd 4c 4s 3d Tc Th"
SQUARE = "5c 6c 7c 5d 6d 7d 5h 6h 7h As"
"""Three runs or three sets, with the same card left: on the sets fewer cards can be laid off."""


@pytest.mark.parametrize(
    ("hand", "rules", "forced"),
    [
        (TWO_WAYS, STANDARD, "spread 2c 2d 2h / 7c 7d 7h / 7s 8s 9s"),
        (SQUARE, STANDARD, None),
        (SQUARE, STANDARD.evolve(layoff="none"), "spread"),
    ],
)
def test_melds_are_laid_for_a_person_unless_lay_offs_make_a_choice(hand, rules, forced):
    state = knocked([hand, DEFENDER], "Kd", rules)
    found = forced_action(gin.view(state, 0))
    assert (found is None) == (forced is None)
    if found is not None:
        assert found in gin.legal_actions(state)
        assert str(found).startswith(forced.split()[0])
        least = min(left_by(one, gin.view(state, 0)) for one in gin.legal_actions(state))
        assert left_by(found, gin.view(state, 0)) == least == 1
        assert forced == "spread" or {str(meld) for meld in found.melds} == {"2c 2d 2h", "7c 7d 7h", "7s 8s 9s"}


def test_a_defender_who_can_only_be_done_is_done():
    melds = "2c 2d 2h", "7c 7d 7h", "7s 8s 9s"
    state = spread(knocked([TWO_WAYS, DEFENDER], "Kd"), *melds)
    assert (forced_action(gin.view(state, 1)), forced_action(gin.view(state, 0))) == (DONE, None)
    state = spread(knocked([TWO_WAYS, DEFENDER.replace("Th", "Ts")], "Kd"), *melds)
    assert forced_action(gin.view(state, 1)) is None
