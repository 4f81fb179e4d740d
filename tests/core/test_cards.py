"""Cards and sets of cards: text, numbers, set behavior, and refusals."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules._support.bounds import ACTION_TEXT
from ginrules.cards import CARDS, FULL_PACK, Card, CardSet, Rank, Suit, as_card, cards_in
from ginrules.errors import ParseError
from ginrules.play.actions import Spread

card_sets = st.integers(0, FULL_PACK).map(CardSet)
cards = st.sampled_from(CARDS)


def test_the_pack():
    assert len(CARDS) == 52
    assert [int(card) for card in CARDS] == list(range(52))
    assert str(CARDS[0]) == "Ac"
    assert str(CARDS[51]) == "Ks"
    assert " ".join(map(str, CARDS[13:17])) == "Ad 2d 3d 4d"


@given(cards)
def test_a_card_is_what_its_parts_say(card):
    assert int(card) == 13 * card.suit + card.rank - 1
    assert Card.of(card.rank, card.suit) is card
    assert Card(int(card)) is card
    assert isinstance(card.rank, Rank)
    assert isinstance(card.suit, Suit)
    assert str(card) == f"{card.rank}{card.suit}"


@given(cards)
def test_a_card_and_its_texts(card):
    rank, symbol = str(card.rank), card.suit.symbol
    texts = [str(card), str(card).upper(), str(card).lower(), rank + symbol, card.pretty, f"  {card} "]
    texts += [f"{card.pretty}\ufe0f", rank.lower() + symbol]
    for text in texts:
        assert Card.parse(text) is card
    assert f"{card}" == str(card)
    assert f"{card:>4}" == f"{card!s:>4}"


def test_ten_has_two_spellings():
    assert Card.parse("10d") is Card.parse("Td") is Card.parse("td") is Card.parse("10♦") is Card.parse("T♢")
    assert str(Card.parse("10d")) == "Td"
    assert Card.parse("10d").pretty == "T♦"


def test_every_card_is_true_the_ace_of_clubs_too():
    assert all(CARDS)
    assert int(CARDS[0]) == 0


@given(cards)
def test_cards_survive_copies(card):
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert eval(repr(card), {"Card": Card}) is card


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_numbers_that_are_no_card(number):
    with pytest.raises(ParseError, match=f"{number} is not a card") as raised:
        Card(number)
    assert raised.value.details == {"number": number}
    assert raised.value.code == "parse-error"


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, 4), (1, -1), (-1, 2)])
def test_ranks_and_suits_that_are_no_card(rank, suit):
    with pytest.raises(ParseError) as raised:
        Card.of(rank, suit)
    assert raised.value.details == {"rank": rank, "suit": suit}


@pytest.mark.parametrize("value", ["7h", None, 3.0, (1,)])
def test_what_is_no_number_makes_no_card_and_no_set(value):
    with pytest.raises(ParseError, match=r"Card\.parse"):
        Card(value)
    with pytest.raises(ParseError, match=r"CardSet\.of"):
        CardSet(value)
    with pytest.raises(ParseError, match="ranks are 1 to 13"):
        Card.of(value, 0)


@pytest.mark.parametrize("value", [True, None, 3.0, (1,), b"7h"])
def test_what_cannot_be_meant_as_a_card(value):
    with pytest.raises(ParseError):
        as_card(value)


def test_what_can_be_meant_as_a_card():
    assert as_card("7h") is as_card(32) is as_card(CARDS[32]) is Card.parse("7♥")


@pytest.mark.parametrize("other", [1, CARDS[3], "7h", None, 2.5])
def test_a_card_combines_with_sets_only(other):
    card = CARDS[2]
    for combine in (lambda: card | other, lambda: card & other, lambda: card ^ other, lambda: other | card):
        with pytest.raises(TypeError):
            combine()


@given(card_sets)
def test_a_set_and_its_texts(hand):
    assert CardSet.parse(str(hand)) == hand
    assert CardSet.parse(hand.dotted) == hand
    assert CardSet.of(hand) is hand
    assert CardSet.of(list(hand)) == hand
    assert CardSet.of(map(str, hand)) == hand
    assert eval(repr(hand), {"CardSet": CardSet}) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert len(hand) == len(list(hand)) == int(hand).bit_count()
    assert list(hand) == sorted(hand)


@given(card_sets, card_sets)
def test_sets_combine_as_sets(a, b):
    x, y = set(a), set(b)
    assert set(a | b) == x | y
    assert set(a & b) == x & y
    assert set(a ^ b) == x ^ y
    assert set(a - b) == x - y
    assert (a <= b, a < b, a >= b, a > b) == (x <= y, x < y, x >= y, x > y)
    assert all(isinstance(cards, CardSet) for cards in (a | b, a & b, a ^ b, a - b))


@given(card_sets, cards)
def test_sets_combine_with_cards(hand, card):
    one = CardSet.of([card])
    assert hand | card == card | hand == hand | one
    assert hand & card == card & hand == hand & one
    assert hand ^ card == card ^ hand == hand ^ one
    assert hand - card == hand - one
    assert (card in hand) == bool(hand & one)


def test_membership_of_other_things():
    hand = CardSet.parse("Ac 2c")
    assert Card.parse("Ac") in hand
    assert 1 in hand
    assert "Ac" not in hand
    assert -1 not in hand
    assert 52 not in hand
    assert None not in hand


@pytest.mark.parametrize("other", [1, 0, True, 1.5, "7h", None])
def test_a_set_combines_with_sets_and_cards_only(other):
    hand = CardSet.parse("Ac 2c")
    right = [lambda: hand | other, lambda: hand & other, lambda: hand ^ other, lambda: hand - other]
    left = [lambda: other | hand, lambda: other & hand, lambda: other ^ hand, lambda: other - hand]
    compared = [lambda: hand <= other, lambda: hand < other, lambda: hand >= other, lambda: hand > other]
    # True and 1.5 on the left are asked first and answer by themselves
    for combine in [*right, *compared, *(() if isinstance(other, bool | float) else left)]:
        with pytest.raises(TypeError):
            combine()


def test_a_set_is_not_taken_from_a_card():
    with pytest.raises(TypeError):
        CARDS[0] - CardSet.parse("Ac")


def test_dotted_text():
    assert CardSet.parse("A23.456.789.T") == CardSet.parse("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts")
    assert CardSet.parse("...10") == CardSet.parse("Ts")
    assert CardSet.parse("...") == CardSet()
    assert CardSet.parse("") == CardSet()
    assert CardSet.parse("ac, 2c ,3c") == CardSet.parse("A23...")


@pytest.mark.parametrize(
    "text", ["7h 7h", "7h 8x", "7h, 8x", "A23.456", "A23.456.789.T.", "1.2.3.4.5", "77...", "X...", "7h8x", 7, None]
)
def test_text_that_is_no_set_of_cards(text):
    with pytest.raises(ParseError):
        CardSet.parse(text)


@pytest.mark.parametrize("cards", [["7h", "7h"], [7, 7], [52], [-1], [None]])
def test_a_list_that_is_no_set_of_cards(cards):
    with pytest.raises(ParseError):
        CardSet.of(cards)


def test_a_card_twice_is_named():
    with pytest.raises(ParseError, match="7h appears twice") as raised:
        CardSet.parse("8h 7h 7♥")
    assert raised.value.details == {"card": "7h"}


@pytest.mark.parametrize("bits", [-1, FULL_PACK + 1])
def test_bits_beyond_the_pack(bits):
    with pytest.raises(ParseError):
        CardSet(bits)


def test_sets_are_hashable_and_false_when_empty():
    assert {CardSet.parse("7h"): 1}[CardSet.parse("7♥")] == 1
    assert not CardSet()
    assert CardSet.parse("Ac")


def test_melds_that_are_one_text_are_shown_in_a_list():
    with pytest.raises(ParseError, match=r"write Spread\(\['7h 8h 9h Th'\]\)"):
        Spread("7h 8h 9h Th")
    with pytest.raises(ParseError, match=r"write Spread\(\['7h 8h 9h'\]\)"):
        Spread(7)


def test_a_list_of_cards_can_have_a_thousand():
    assert len(cards_in(["7h"] * 1000)) == 1000
    with pytest.raises(ParseError, match="expected at most 1000 cards, got more"):
        cards_in(["7h"] * 1001)


@pytest.mark.parametrize("operation", ["or", "and", "xor"])
def test_a_card_has_no_set_operations_with_a_number(operation):
    card = Card.parse("7h")
    for call in (getattr(card, f"__{operation}__"), getattr(card, f"__r{operation}__")):
        with pytest.raises(TypeError, match="a Card combines with a CardSet, not with 5"):
            call(5)
        assert call(CardSet()) is NotImplemented


def test_the_parts_of_a_long_dotted_text_are_counted():
    with pytest.raises(ParseError, match=f"has {ACTION_TEXT + 1} parts between dots"):
        CardSet.parse("." * ACTION_TEXT)
