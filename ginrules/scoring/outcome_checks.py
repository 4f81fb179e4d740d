"""Checks of an outcome against the rules, and the meaning of its upcard or knock card."""

from __future__ import annotations

from typing import get_args

from ginrules._support.values import shown, whole_number
from ginrules.cards import Card, Suit
from ginrules.errors import ScoreError
from ginrules.play.deal import pack_of
from ginrules.play.outcome import Ending, Outcome
from ginrules.rules.model import DEFAULTS, RULES, RuleSet
from ginrules.rules.texts import plural
from ginrules.scoring.limits import limits_of

_ENDINGS = get_args(Ending)
_NEEDED = {name: rule.fact for name, rule in RULES.items() if rule.fact}


def facts_needed(rules: RuleSet) -> dict[str, str]:
    """Return the rules whose price needs a fact that only rounds under them note, each with its fact."""
    return {name: fact for name, fact in _NEEDED.items() if getattr(rules, name) != DEFAULTS[name]}


def limit_card(outcome: Outcome, rules: RuleSet) -> Card | None:
    """Return the card that sets limit and doubling: the knock card in rules with a second pack, else the upcard."""
    return outcome.knock_card if rules.knock_source == "knock-card" else outcome.upcard


def spade_factor(outcome: Outcome, rules: RuleSet) -> int:
    """Return the multiplier of the round, or 1 when no upcard or knock card is known."""
    card = limit_card(outcome, rules) if rules.spade_multiplier > 1 else None
    return rules.spade_multiplier if card is not None and card.suit == Suit.SPADES else 1


def ensure_possible(outcome: Outcome, rules: RuleSet) -> None:
    """Refuse facts that no round under these rules can have."""
    _ensure_seats(outcome, rules)
    _ensure_in_hand(outcome, rules)
    _ensure_cards(outcome, rules)
    _ensure_factor(outcome, rules)
    _ensure_laid(outcome, rules)
    for name, fact in facts_needed(rules).items():
        if getattr(outcome, fact) is None:
            raise ScoreError(f"{name} needs the fact {fact}, which only rounds under this rule note", fact=fact)
    _ensure_declared(outcome)
    if outcome.declarer is not None:
        ensure = _ensure_went_out if rules.open_melds else _ensure_declaration
        ensure(outcome, rules, outcome.deadwood[outcome.declarer])


def _ensure_seats(outcome: Outcome, rules: RuleSet) -> None:
    seats = outcome.seats
    allowed = rules.table_sizes
    if seats not in allowed:
        expected = " or ".join(map(str, allowed))
        message = f"expected deadwood for {expected} seats under these rules, got {plural(seats, 'number')}"
        raise ScoreError(message, seats=seats, allowed=allowed)
    for seat, points in enumerate(outcome.deadwood):
        whole_number(f"deadwood of seat {seat}", points, 0, error=ScoreError)


def _ensure_in_hand(outcome: Outcome, rules: RuleSet) -> None:
    """Refuse more deadwood than the cards of a hand, or of all hands, can count."""
    limits = limits_of(rules, outcome.seats)
    for seat, points in enumerate(outcome.deadwood):
        if points > limits.deadwood:
            message = f"expected at most {limits.deadwood} as deadwood of seat {seat}, no hand holds more, got {points}"
            raise ScoreError(message, seat=seat, deadwood=points, most=limits.deadwood)
    for what, points, most in (
        ("deadwood of all hands", sum(outcome.deadwood), limits.deadwood_of_all),
        ("points on the table of all seats", sum(outcome.laid), limits.laid),
    ):
        if points > most and (rules.open_melds or what.startswith("deadwood")):
            raise ScoreError(f"expected at most {most} as {what}, the cards hold no more, got {points}", most=most)


def _ensure_cards(outcome: Outcome, rules: RuleSet) -> None:
    """Refuse a card of the kind that these rules do not turn up, or that is not in their pack."""
    upcard, knock_card = outcome.upcard, outcome.knock_card
    if knock_card is not None and rules.knock_source != "knock-card":
        remedy = ": name the upcard" if rules.has_upcard else ""
        message = f"expected no knock card, these rules have none, got {knock_card}{remedy}"
        raise ScoreError(message, knock_card=str(knock_card))
    if upcard is not None and not rules.has_upcard:
        remedy = ": name the knock card" if rules.knock_source == "knock-card" else ""
        raise ScoreError(f"expected no upcard, these rules have none, got {upcard}{remedy}", upcard=str(upcard))
    if upcard is not None and knock_card is None and rules.knock_source == "knock-card":
        message = f"the upcard {upcard} sets nothing under these rules: name the knock card too, or leave both out"
        raise ScoreError(message, upcard=str(upcard))
    for card in (upcard, knock_card):
        if card is not None and card not in pack_of(rules):
            raise ScoreError(f"{card} is not in the pack of these rules", card=str(card))


def _ensure_laid(outcome: Outcome, rules: RuleSet) -> None:
    laid = outcome.laid
    if laid and not rules.open_melds:
        message = f"expected no points on the table without open melding, got {laid}"
        raise ScoreError(message, laid=laid)
    missing = rules.open_melds and not laid and outcome.ending != "dead"
    if missing or (laid and len(laid) != outcome.seats):
        message = f"expected points on the table for {outcome.seats} seats, got {plural(len(laid), 'number')}"
        raise ScoreError(message, laid=laid, seats=outcome.seats)
    for seat, points in enumerate(laid):
        whole_number(f"points on the table of seat {seat}", points, 0, error=ScoreError)


def _ensure_factor(outcome: Outcome, rules: RuleSet) -> None:
    factor, refused = outcome.factor, outcome.ending == "refused"
    if type(factor) is not int or factor < 1 or factor.bit_count() != 1:
        raise ScoreError(
            f"expected a power of two, 1 or more, as the factor of a round, got {shown(factor)}", factor=factor
        )
    if not rules.doubling:
        if factor > 1 or refused:
            what = "refused" if refused else f"doubled to {factor}"
            raise ScoreError(f"a round cannot be {what}, these rules have no doubling", factor=factor)
        return
    most = rules.doubling_limit // 2 if refused else rules.doubling_limit
    if factor > most:
        when = "before a double that was refused" if refused else "of a round"
        raise ScoreError(f"expected a factor {when} of {most} or less, got {factor}", factor=factor, most=most)


def _ensure_declared(outcome: Outcome) -> None:
    declarer, ending = outcome.declarer, outcome.ending
    if ending not in _ENDINGS:
        message = f"expected {', '.join(_ENDINGS[:-1])} or {_ENDINGS[-1]} as the ending of a round, got {shown(ending)}"
        raise ScoreError(message, ending=ending)
    if declarer is not None and not 0 <= declarer < outcome.seats:
        message = f"expected a declarer from 0 to {outcome.seats - 1}, got {shown(declarer)}"
        raise ScoreError(message, declarer=declarer, seats=outcome.seats)
    if (declarer is None) != (ending == "dead"):
        who = "nobody" if declarer is None else f"seat {declarer}"
        message = f"{who} declared, so the round cannot have ended in {shown(ending)}"
        raise ScoreError(message, declarer=declarer, ending=ending)


def _ensure_went_out(outcome: Outcome, _rules: RuleSet, left: int) -> None:
    # An ending inferred from an empty hand is "gin", the word of *Gin rummy notes* for going out.
    if outcome.ending not in ("out", "gin") or left:
        message = (
            f"seat {outcome.declarer} ended the round with {outcome.ending} and {left} points in hand; "
            "under open melding a round ends when a hand is empty"
        )
        raise ScoreError(message, declarer=outcome.declarer, ending=outcome.ending, deadwood=left)


def _ensure_declaration(outcome: Outcome, rules: RuleSet, left: int) -> None:
    seat, ending = outcome.declarer, outcome.ending
    facts = {"declarer": seat, "ending": ending, "deadwood": left}
    if ending == "refused":
        return  # a seat that doubles can hold any cards
    if ending == "out":
        raise ScoreError(f"seat {seat} cannot go out card by card, these rules have no open melding", **facts)
    if ending == "big-gin" and not rules.big_gin:
        raise ScoreError(f"seat {seat} cannot have big gin, these rules do not offer it", **facts)
    if ending != "knock" and left:
        raise ScoreError(f"seat {seat} has {left} points of deadwood, {ending} needs 0", **facts)
    if ending != "knock":
        return
    if left == 0:
        message = f"seat {seat} knocked with no deadwood, which is gin: the ending must be 'gin'"
        raise ScoreError(message, declarer=seat, deadwood=left)
    limit = rules.limit_in_force(outcome.upcard, outcome.knock_card)
    if left > limit:
        message = f"seat {seat} knocked with {left} points of deadwood, the limit is {limit}"
        raise ScoreError(message, declarer=seat, deadwood=left, limit=limit)
