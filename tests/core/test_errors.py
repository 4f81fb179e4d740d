"""Every class of error is reached, names the fault in one sentence, and leaves objects unchanged."""

import pickle
import re

import pytest

import ginrules as gin
from ginrules import errors
from tests.rulebook.conftest import HANDS
from tests.rulebook.conftest import play as after

STANDARD = gin.RuleSet()
STRAIGHT = gin.preset("straight-gin")
MAHJONG = gin.preset("mahjong-gin")
RESHUFFLE = STANDARD.evolve(stock_exhausted="reshuffle", stock_floor=29)

# raised by records, pictures, the compiled core and the lab, which have tests of their own
ELSEWHERE = {errors.CoreError, errors.PictureError, errors.NotYourTurn}
ELSEWHERE |= {errors.IncompatibleRulesError, errors.InvalidNetError}
ELSEWHERE |= {*errors.LabError.__subclasses__(), *errors.RecordError.__subclasses__()}


def at_offer(rules=STANDARD, hands=HANDS, **more):
    """Seat 0 is asked first; the upcard is 8h unless another is given."""
    return gin.deal(rules, gin.stacked(hands, rules, dealer=1, **{"upcard": "8h"} | more), dealer=1)


def with_upcard(rules=STANDARD, **more):
    return after(at_offer(rules, **more), gin.TakeDiscard())


def knocked():
    return after(with_upcard(), gin.Knock("4s"))


def eleven_melded():
    """The hand was not gin before the upcard, with which all eleven cards are melded."""
    return with_upcard(STANDARD.evolve(big_gin_needs_gin=True), hands=["Ac 2c 3c 5d 6d 7d 7h 9h Th Jh", HANDS[1]])


def best_spread_due():
    """Seat 0 knocks with 4s and holds three melds; one has few points and could be left out."""
    hands = ["Ac 2c 3c 5d 6d 7d Ah 2h 3h 4s", "4c 8c Jc 2d 8d Kd 6h 7h 7s Qs"]
    rules = STANDARD.evolve(knocker_melds="best")
    return after(with_upcard(rules, hands=hands, upcard="As"), gin.Knock("4s"))


def doubled(limit=64, turn=0):
    """Seat 0 has doubled, seat 1 has accepted; with ``turn`` 1 seat 0 has played on and seat 1 is to draw."""
    rules = STANDARD.evolve(doubling=True, doubling_limit=limit)
    state = after(at_offer(rules), gin.Decline(), gin.Decline(), gin.Double(), gin.Accept())
    return after(state, gin.DrawStock(), gin.Discard("4s")) if turn else state


def spread():
    return after(knocked(), gin.Spread(["Ac 2c 3c", "5d 6d 7d", "9h Th Jh"]))


def no_layoffs():
    state = after(at_offer(STANDARD.evolve(layoff="none"), upcard="5s"), gin.TakeDiscard(), gin.Knock("4s"))
    return after(state, gin.Spread(["Ac 2c 3c", "5d 6d 7d", "9h Th Jh"]))


def both_declined():
    return after(at_offer(), gin.Decline(), gin.Decline())


def drawing(rules=STANDARD):
    """Seat 1 is to draw; the pile holds 4s above nothing."""
    return after(with_upcard(rules), gin.Discard("4s"))


def open_melds(*, upcard="8h", hands=HANDS):
    """Seat 1 is to draw under open melding, the pile is 3s (below) and 4s."""
    state = after(at_offer(MAHJONG, hands, upcard=upcard), gin.Decline(), gin.Decline(), gin.DrawStock())
    return after(state, gin.Discard("4s"))


def owing():
    """Seat 1 has taken two cards and owes 8h, which fits its eights."""
    return after(open_melds(), gin.TakeDiscard(2))


def shuffle_due():
    state = after(at_offer(RESHUFFLE), gin.Decline(), gin.Decline(), gin.DrawStock(), gin.Discard("4s"))
    return after(state, gin.DrawStock(), gin.Discard("Qs"))


def apply_to(make, action):
    return lambda: gin.apply(make(), action)


REFUSALS = {
    errors.NotAnAction: apply_to(at_offer, "decline"),
    errors.WrongTypeError: lambda: gin.apply(gin.view(at_offer(), 0), gin.Decline()),
    errors.WrongPhase: apply_to(at_offer, gin.DrawStock()),
    errors.RoundIsOver: apply_to(lambda: after(spread(), gin.Done()), gin.Decline()),
    errors.NotInHand: apply_to(with_upcard, gin.Discard("Ks")),
    errors.TakenThisTurn: apply_to(with_upcard, gin.Discard("8h")),
    errors.MustDrawStock: apply_to(both_declined, gin.TakeDiscard()),
    errors.PileTooShort: apply_to(drawing, gin.TakeDiscard(3)),
    errors.OneCardOnly: apply_to(
        lambda: after(both_declined(), gin.DrawStock(), gin.Discard("4s")), gin.TakeDiscard(2)
    ),
    errors.DutyCannotBeMet: apply_to(lambda: open_melds(upcard="Ts"), gin.TakeDiscard(2)),
    errors.KnockNotAllowed: apply_to(lambda: with_upcard(MAHJONG), gin.Knock("4s")),
    errors.TooMuchDeadwood: apply_to(with_upcard, gin.Knock("Th")),
    errors.BigGinNotOffered: apply_to(lambda: with_upcard(gin.preset("classic")), gin.GoBigGin()),
    errors.NotBigGin: apply_to(with_upcard, gin.GoBigGin()),
    errors.BigGinNeedsGin: apply_to(eleven_melded, gin.GoBigGin()),
    errors.SpreadNotBest: apply_to(best_spread_due, gin.Spread(["Ac 2c 3c", "5d 6d 7d"])),
    errors.DoublingNotOffered: apply_to(both_declined, gin.Double()),
    errors.NoDoublingRight: apply_to(doubled, gin.Double()),
    errors.DoublingLimitReached: apply_to(lambda: doubled(limit=2, turn=1), gin.Double()),
    errors.NotAMeld: apply_to(knocked, gin.Spread(["Ac 2c 5d"])),
    errors.MeldsOverlap: apply_to(knocked, gin.Spread(["8h 9h Th", "9h Th Jh"])),
    errors.CannotLayOff: apply_to(spread, gin.LayOff("Qs", 0)),
    errors.LayoffNotAllowed: apply_to(no_layoffs, gin.LayOff("4c", 0)),
    errors.MustUseTakenCard: apply_to(owing, gin.Discard("Kd")),
    errors.NotTheDueShuffle: apply_to(shuffle_due, gin.ShuffleStock(("As",))),
    errors.ParseError: lambda: gin.Card.parse("1x"),
    errors.RuleSetError: lambda: STANDARD.evolve(knock_limit=-1),
    errors.UnknownPresetError: lambda: gin.preset("oklahomer"),
    errors.DealError: lambda: gin.deal(STANDARD, gin.shuffled(1)[:51]),
    errors.OldVersionError: lambda: gin.Session(STANDARD).next_round(7).act(1, "take", version=0),
    errors.ScoreError: lambda: gin.price(gin.Outcome(declarer=5, deadwood=(3, 9)), STANDARD),
}


def leaves(base=errors.GinRulesError):
    for error in base.__subclasses__():
        if error.__subclasses__():
            yield from leaves(error)
        else:
            yield error


def refused(kind):
    with pytest.raises(kind) as caught:
        REFUSALS[kind]()
    assert type(caught.value) is kind
    return caught.value


def test_every_class_is_reached():
    assert set(leaves()) == set(REFUSALS) | ELSEWHERE
    assert not set(REFUSALS) & ELSEWHERE


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_an_error_names_the_fault(kind):
    error = refused(kind)
    message = str(error)
    assert len(message) > 20
    assert not message.endswith(".")
    assert not re.search(r"<[\w.]+ (object|at)|RoundState\(|RuleSet\(|None", message), message
    assert kind is errors.RuleSetError or "\n" not in message
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", error.code)


def test_codes_are_unique():
    codes = [kind.code for kind in leaves()]
    assert len(set(codes)) == len(codes)
    assert errors.TooMuchDeadwood.code == "too-much-deadwood"


def every(base=errors.GinRulesError):
    yield base
    for kind in base.__subclasses__():
        yield from every(kind)


def test_a_code_is_the_name_of_the_class_word_by_word():
    own = [kind for kind in every() if kind.__module__ == errors.__name__]
    words = {kind: re.findall("[A-Z][a-z]*", kind.__name__) for kind in own}
    assert {kind.__name__: kind.code for kind in own} == {kind.__name__: "-".join(words[kind]).lower() for kind in own}
    assert (errors.NotAMeld.code, errors.OneCardOnly.code) == ("not-a-meld", "one-card-only")


@pytest.mark.parametrize("kind", [error for error in REFUSALS if issubclass(error, errors.IllegalAction)])
def test_an_illegal_action_carries_the_action_and_the_unchanged_state(kind):
    error = refused(kind)
    before = pickle.dumps(error.state)
    assert type(gin.why_illegal(error.state, error.action)) is kind
    assert error.action not in gin.legal_actions(error.state)
    assert pickle.dumps(error.state) == before
    assert error.state is not None
    assert error.state not in vars(error).values()
    assert kind.__new__(kind, "made without arguments, as by other pickles").state is None
    assert pickle.loads(pickle.dumps(error)).state is None
    assert isinstance(error, ValueError)


def is_plain(value):
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    return value is None or type(value) in {str, int, bool, float}


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_details_are_plain_values(kind):
    details = refused(kind).details
    assert all(map(is_plain, details.values())), details


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        (errors.TooMuchDeadwood, ["knock Th", "31", "10"]),
        (errors.PileTooShort, ["take 3", "1"]),
        (errors.NotInHand, ["Ks", "seat 0"]),
        (errors.MeldsOverlap, ["9h Th"]),
        (errors.DealError, ["51", "52", "missing"]),
        (errors.ParseError, ["1x", "7h"]),
        (errors.RuleSetError, ["knock_limit", "-1", "0 or more"]),
        (errors.UnknownPresetError, ["oklahomer", "oklahoma"]),
        (errors.DutyCannotBeMet, ["Ts"]),
        (errors.MustUseTakenCard, ["8h"]),
    ],
)
def test_names_the_values(kind, numbers):
    message = str(refused(kind))
    for number in numbers:
        assert number in message, message


@pytest.mark.parametrize(
    "ask",
    [
        gin.deadwood,
        gin.after_discard,
        gin.best_arrangement,
        gin.melds_in,
        lambda hand, rules: gin.outs(hand, rules, 10),
    ],
)
@pytest.mark.parametrize("hand", ["7h 7h", "7h 8y", [None], [99], 1 << 52, 1 << 90, None, 3.5, object()])
def test_a_bad_hand(ask, hand):
    with pytest.raises((errors.ParseError, TypeError)):
        ask(hand, STANDARD)
