"""Whether a vector tells two rule sets apart, of which one differs from the other in one rule."""

from __future__ import annotations

from typing import Any

from ginrules.errors import GinRulesError
from ginrules.match.advance import new_match, with_entry
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.melds.arrange import arrangements, deadwood
from ginrules.play.deal import deal
from ginrules.play.defence import best_defence
from ginrules.play.engine import apply, legal_actions, why_illegal
from ginrules.play.notation import parse_action
from ginrules.records.vectors import HandVector, MatchVector, RoundVector
from ginrules.rules.model import RULES, RuleSet
from ginrules.scoring.price import price


def is_different(vector: Any, rule: str, changed: RuleSet) -> bool:
    """Return whether the vector has an answer that is another, or is none, under the changed rules."""
    affects = RULES[rule].affects
    try:
        match vector:
            case RoundVector() if affects == "price":
                return price(vector.outcome, changed) != vector.score
            case RoundVector() if affects == "play":
                return not _is_same_round(vector, changed)
            case HandVector() if affects == "play":
                return not _is_same_hand(vector, changed)
            case MatchVector() if affects != "play":
                return not _is_same_match(vector, changed)
            case _:
                return False
    except GinRulesError:
        return True


def _is_same_round(vector: RoundVector, rules: RuleSet) -> bool:
    state = deal(rules, vector.order, dealer=vector.dealer, seats=vector.seats, knock_card=vector.knock_card)
    for step in vector.steps:
        if state.turn != step.turn or set(legal_actions(state)) != set(step.legal):
            return False
        for refused in step.refused:
            refusal = why_illegal(state, parse_action(refused.action, state))
            if refusal is None or refusal.code != refused.code:
                return False
        state = apply(state, step.action)
    return state.outcome == vector.outcome and price(vector.outcome, rules) == vector.score


def _is_same_hand(vector: HandVector, rules: RuleSet) -> bool:
    if deadwood(vector.hand, rules) != vector.arrangement.deadwood:
        return False
    if len(arrangements(vector.hand, rules, rules.knock_limit)) != vector.within:
        return False
    return vector.defence is None or best_defence(vector.hand, vector.spread, rules).deadwood == vector.defence.deadwood


def seated(match: MatchState) -> tuple[tuple[int, ...], ...]:
    """Return the players of each table in their seats, the player who acts first in front."""
    return tuple(
        (*table.players[at:], *table.players[:at]) for table in match.due for at in [table.players.index(table.first)]
    )


def _is_same_match(vector: MatchVector, rules: RuleSet) -> bool:
    match = new_match(rules, vector.match.players)
    for entry, tables, points in zip(vector.match.entries, vector.tables, vector.points, strict=True):
        if seated(match) != tables:
            return False
        match = with_entry(match, entry)
        if tuple(game.points for game in match.games) != points:
            return False
    settled = settle(match)
    return (match.is_over, match.winners, settled.net, match.due) == (
        vector.match.is_over, vector.match.winners, vector.settlement.net, vector.match.due,
    )  # fmt: skip
