"""Whether an outcome can be under these rules, and what its upcard or knock card means."""

from ginrules.cards import Card, Suit
from ginrules.errors import ScoreError
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet

_ENDINGS = ("knock", "gin", "big-gin", "out", "dead")


def limit_card(outcome: Outcome, rules: RuleSet) -> Card | None:
    """Return the card that sets limit and doubling: the knock card where rules use one, else the upcard."""
    match rules.knock_source:
        case "fixed" | "upcard":
            return outcome.upcard
        case "knock-card":
            return outcome.knock_card


def spade_factor(outcome: Outcome, rules: RuleSet) -> int:
    """What the round is multiplied by; 1 when no upcard or knock card is known."""
    card = limit_card(outcome, rules)
    return rules.spade_multiplier if card is not None and card.suit == Suit.SPADES else 1


def box_factors(rules: RuleSet, multiplier: int) -> tuple[int, int]:
    """Return what a spade makes of the box for winning and of the extra boxes."""
    match rules.spade_scope:
        case "hand":
            return 1, 1
        case "hand-and-extra-boxes":
            return 1, multiplier
        case "hand-and-all-boxes":
            return multiplier, multiplier


def limit_in_force(outcome: Outcome, rules: RuleSet) -> int:
    """Return the most points a knocker can keep; without a known card the rules' own cap."""
    return rules.limit_in_force(outcome.upcard, outcome.knock_card)


def ensure_possible(outcome: Outcome, rules: RuleSet) -> None:
    """Refuse facts that no round under these rules can have.

    Raises:
        ScoreError: With the numbers: wrong seats, negative deadwood, a knock above the limit,
            gin with deadwood, big gin or lay-downs that the rules do not have.
    """
    _ensure_seats(outcome, rules)
    _ensure_laid(outcome, rules)
    _ensure_declared(outcome)
    if outcome.declarer is None:
        return
    if rules.open_melds:
        _ensure_went_out(outcome, outcome.deadwood[outcome.declarer])
    else:
        _ensure_declaration(outcome, rules, outcome.deadwood[outcome.declarer])


def _ensure_seats(outcome: Outcome, rules: RuleSet) -> None:
    seats = outcome.seats
    allowed = rules.table_sizes
    if seats not in allowed:
        told = " or ".join(map(str, allowed))
        message = f"the outcome has deadwood for {seats} seats, these rules seat {told} at a table"
        raise ScoreError(message, seats=seats, allowed=allowed)
    for seat, points in enumerate(outcome.deadwood):
        if type(points) is not int or points < 0:
            message = f"seat {seat} has a deadwood of {points!r}; it must be a whole number, 0 or more"
            raise ScoreError(message, seat=seat, deadwood=points)


def _ensure_laid(outcome: Outcome, rules: RuleSet) -> None:
    laid = outcome.laid
    if laid and not rules.open_melds:
        message = f"points on the table are given ({laid}), these rules have no open melding"
        raise ScoreError(message, laid=laid)
    missing = rules.open_melds and not laid and outcome.ending != "dead"
    if missing or (laid and len(laid) != outcome.seats):
        message = f"points on the table are given for {len(laid)} seats, there are {outcome.seats}"
        raise ScoreError(message, laid=laid, seats=outcome.seats)
    for seat, points in enumerate(laid):
        if type(points) is not int or points < 0:
            message = f"seat {seat} has {points!r} points on the table; it must be a whole number, 0 or more"
            raise ScoreError(message, seat=seat, laid=points)


def _ensure_declared(outcome: Outcome) -> None:
    declarer, ending = outcome.declarer, outcome.ending
    if ending not in _ENDINGS:
        message = f"a round cannot end in {ending!r}; it ends in {', '.join(_ENDINGS)}"
        raise ScoreError(message, ending=ending)
    if declarer is not None and (type(declarer) is not int or not 0 <= declarer < outcome.seats):
        message = f"seat {declarer!r} cannot have declared, the seats are 0 to {outcome.seats - 1}"
        raise ScoreError(message, declarer=declarer, seats=outcome.seats)
    if (declarer is None) != (ending == "dead"):
        who = "nobody" if declarer is None else f"seat {declarer}"
        message = f"{who} declared, so the round cannot have ended in {ending!r}"
        raise ScoreError(message, declarer=declarer, ending=ending)


def _ensure_went_out(outcome: Outcome, left: int) -> None:
    # An ending read off an empty hand says "gin", which is what the seed calls going out.
    if outcome.ending not in ("out", "gin") or left:
        message = (
            f"seat {outcome.declarer} ended the round with {outcome.ending} and {left} points in hand; "
            "under open melding a round ends when a hand is empty"
        )
        raise ScoreError(message, declarer=outcome.declarer, ending=outcome.ending, deadwood=left)


def _ensure_declaration(outcome: Outcome, rules: RuleSet, left: int) -> None:
    seat, ending = outcome.declarer, outcome.ending
    facts = {"declarer": seat, "ending": ending, "deadwood": left}
    if ending == "out":
        raise ScoreError(f"seat {seat} cannot go out card by card, these rules have no open melding", **facts)
    if ending == "big-gin" and not rules.big_gin:
        raise ScoreError(f"seat {seat} cannot have big gin, these rules do not offer it", **facts)
    if ending != "knock" and left:
        raise ScoreError(f"seat {seat} has {ending} with {left} points of deadwood; it needs none", **facts)
    if ending == "knock":
        _ensure_knock(outcome, rules, left)


def _ensure_knock(outcome: Outcome, rules: RuleSet, left: int) -> None:
    seat, limit = outcome.declarer, limit_in_force(outcome, rules)
    if left == 0:
        message = f"seat {seat} knocked with no deadwood, which is gin; let the ending be 'gin'"
        raise ScoreError(message, declarer=seat, deadwood=left)
    if left > limit:
        message = f"seat {seat} knocked with {left} points of deadwood, the limit is {limit}"
        raise ScoreError(message, declarer=seat, deadwood=left, limit=limit)
