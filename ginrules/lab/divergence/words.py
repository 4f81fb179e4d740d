"""Actions, states and outcomes as parts of the sentences of `diverge`."""

from __future__ import annotations

from collections.abc import Iterable

from ginrules._printed import clean
from ginrules.cards import Card, CardSet
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    Done,
    Double,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Refuse,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.rules.diff import RuleChange
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore


def names_in_sentence(a: RuleSet, b: RuleSet) -> tuple[str, str]:
    """Return the names of two rule sets, or "the first" and "the second" where they do not tell them apart."""
    if a.name and b.name and a.name != b.name:
        return clean(a.name), clean(b.name)
    return "the first", "the second"


def format_changes(changes: Iterable[RuleChange]) -> str:
    """Return the names of changed rules, with their sections."""
    return ", ".join(f"{change.section}.{change.name}" for change in changes)


def format_card(card: Card) -> str:
    """Return a card with its suit symbol."""
    return f"{card.rank}{card.suit.symbol}"


def format_points(points: Iterable[int]) -> str:
    """Return points (or boxes) by seat."""
    return " / ".join(map(str, points))


def format_action(action: Action) -> str:
    """Return an action as it is listed in a sentence."""
    match action:
        case Discard(card):
            return f"discard {format_card(card)}"
        case Knock(card):
            return f"knock {format_card(card)}"
        case Spread(melds):
            return "spread " + (" / ".join(" ".join(map(format_card, meld.cards)) for meld in melds) or "nothing")
        case LayDown(meld):
            return "lay " + " ".join(map(format_card, meld.cards))
        case LayOff(card, onto):
            return f"lay off {format_card(card)} on {onto}"
        case ShuffleStock():
            return "shuffle"
        case _:
            return str(action)


def format_options(actions: tuple[Action, ...], state: RoundState) -> str:
    """Return one of these actions and the number of the others, as the subject of a sentence with its verb."""
    # a card just taken that can be discarded at once shows more than any other discard
    taken = getattr(state.phase, "taken", CardSet())
    first = next((action for action in actions if isinstance(action, Discard) and action.card in taken), actions[0])
    more = len(actions) - 1
    verb = f" (and {more} more) are" if more else " is"
    return f"{_noun(first, state)}{verb}"


def _noun(action: Action, state: RoundState) -> str:
    match action:
        case Knock(card):
            hand = state.hand_masks[state.turn or 0] if state.turn is not None else 0
            top = 1 << state.discard_pile[-1] if state.discard_pile and not hand >> card & 1 else 0
            left = state.setup.tables.deadwood((hand | top) & ~(1 << card))
            kind = f"on {left}" if left else "for gin"
            return f"the knock {kind} (discarding {format_card(card)})"
        case GoBigGin():
            return "big gin"
        case Done():
            return "ending the lay-offs"
        case Decline():
            return "declining"
        case TakeDiscard(count):
            return "taking the top of the pile" if count == 1 else f"taking {count} cards"
        case Discard(card):
            return f"discarding {format_card(card)}"
        case Double():
            return "doubling"
        case Accept():
            return "accepting the double"
        case Refuse():
            return "refusing the double"
        case _:
            return format_action(action)


def format_state(state: RoundState) -> str:
    """Return who must act, or the end of the round, as a clause."""
    if state.outcome is not None:
        return f"the round is over ({format_outcome(state.outcome)})"
    return "the discards must be shuffled" if state.turn is None else f"seat {state.turn} must {state.phase.prompt}"


def format_hand_sizes(state: RoundState) -> str:
    """Return the number of cards of each seat."""
    return " and ".join(str(len(hand)) for hand in state.hands)


def format_outcome(outcome: Outcome) -> str:
    """Return the facts of the end of a round."""
    deadwood = format_points(outcome.deadwood)
    if outcome.declarer is None:
        reason = f", {outcome.reason}" if outcome.reason else ""
        return f"dead{reason}, deadwood {deadwood}"
    laid = f", laid {format_points(outcome.laid)}" if outcome.laid else ""
    factor = f", factor {outcome.factor}" if outcome.factor > 1 else ""
    if outcome.ending == "refused":
        return f"a double by seat {outcome.declarer} was refused, deadwood {deadwood}{factor}"
    return f"{outcome.ending} by seat {outcome.declarer}, deadwood {deadwood}{laid}{factor}"


def format_score(score: RoundScore) -> str:
    """Return the points and boxes of a round, and who wins."""
    winner = "nobody wins" if score.winner is None else f"seat {score.winner} wins"
    boxes = f", boxes {format_points(score.boxes)}" if any(score.boxes) else ""
    return f"{format_points(score.points)}{boxes} ({score.result}, {winner})"
