"""Actions are small values: equal however they were made, printed as people say them."""

import pytest

from ginrules.cards import Card
from ginrules.errors import ParseError
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    BIG_GIN,
    DISCARD,
    DONE,
    KNOCK,
    TAKE,
    Discard,
    Done,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)


def test_equal_however_they_were_made():
    assert Discard("7♥") == Discard(Card.parse("7h")) == Discard(32) == DISCARD[32]
    assert Knock("Ac") == KNOCK[0]
    assert (TakeDiscard(), GoBigGin(), Done()) == (TAKE, BIG_GIN, DONE)
    assert LayDown("9h 8h 7h") == LayDown(Meld.parse("7h 8h 9h")) == LayDown(["7h", "8h", "9h"])
    assert Spread(["7h 8h 9h", "2c 3c 4c"]) == Spread([Meld.parse("2c 3c 4c"), "9h 7h 8h"])
    assert hash(Spread(["7h 8h 9h"])) == hash(Spread(["9h 8h 7h"]))
    assert Discard("7h") != Knock("7h")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (TakeDiscard(), "take"),
        (TakeDiscard(3), "take 3"),
        (LayOff("7h", 2), "lay off 7h on 2"),
        (Spread(), "spread nothing"),
        (Spread(["7h 8h 9h", "2c 3c 4c"]), "spread 2c 3c 4c / 7h 8h 9h"),
        (ShuffleStock(["7h", "2c"]), "shuffle 7h 2c"),
        (LayDown("7c 7h 7d"), "lay 7c 7d 7h"),
    ],
)
def test_as_text(action, text):
    assert str(action) == text


@pytest.mark.parametrize(
    "make",
    [
        lambda: Discard("1h"),
        lambda: Knock(52),
        lambda: Discard(True),
        lambda: Discard(None),
        lambda: LayDown("7h 7h"),
        lambda: Spread(["7h 8x 9h"]),
        lambda: ShuffleStock(["7h", "zz"]),
        lambda: LayOff("zz", 0),
        lambda: LayOff("7h", "0"),
        lambda: LayOff("7h", None),
        lambda: LayOff("7h", 0.0),
        lambda: TakeDiscard("2"),
        lambda: TakeDiscard(1.0),
        lambda: TakeDiscard(True),
        lambda: Meld("7h 7h 7c", "set"),
    ],
)
def test_what_is_no_action(make):
    with pytest.raises(ParseError):
        make()
