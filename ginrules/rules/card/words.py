"""Words of the rule card: the names of rules, the numbers that end a game, and the sentences of a full card only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ginrules.rules.model import RuleSet
from ginrules.rules.seats import team_size
from ginrules.rules.texts import joined, plural, points


class Aside(str):
    """A sentence that a short card leaves out."""

    __slots__ = ()


_WORDS: Final[Mapping[str, str]] = {
    "ace_upcard": "ace as upcard",
    "big_gin_needs_gin": "gin before big gin",
    "both_pass_draw": "draw after both pass",
    "box_timing": "time of the boxes",
    "card_values": "values of the cards",
    "column_entry": "the columns of a win",
    "column_close": "the end of a column",
    "defender_melds": "melds of the opponent",
    "discard_take": "takes from the discard pile",
    "exact_margin_forfeit": "margin that forfeits",
    "first_dealer": "first dealer",
    "gain_from": "who pays",
    "hand_size": "number of cards",
    "knock_source": "source of the knock limit",
    "knocker_melds": "melds of the knocker",
    "layoff": "lay-offs",
    "layoff_chain": "lay-offs on lay-offs",
    "min_run": "shortest run",
    "min_set": "smallest set",
    "penalty_share": "share of the penalty",
    "player_counts": "number of players",
    "return_pair": "draw after two returned cards",
    "return_taken_discard": "return of a taken card",
    "reshuffle_cap": "reshuffles",
    "score_mode": "way of scoring",
    "shutout_when": "condition of a shutout",
    "spade_scope": "what a spade multiplies",
    "stock_exhausted": "end of the stock",
    "stock_floor": "cards left in the stock",
    "take_cap": "takes from the pile",
    "undercut_moves": "who scores an undercut",
    "winner_by": "winner of the game",
}


def rule_words(name: str) -> str:
    """Return the name of a rule in words.

    Examples:
        >>> rule_words("take_cap"), rule_words("gin_bonus")
        ('takes from the pile', 'gin bonus')
    """
    return _WORDS.get(name, name.replace("_", " "))


def targets(rules: RuleSet) -> str:
    """Return the points that end a game, by team size if they differ; an empty text without a target.

    Examples:
        >>> targets(RuleSet()), targets(RuleSet(target=0, rounds=3))
        ('100 points', '')
    """
    sizes = sorted({team_size(rules.seating, players) for players in rules.player_counts})
    by_size = {size: rules.target_for(size) for size in sizes}
    if not any(by_size.values()):
        return ""
    if len(by_size) == 1:
        return points(by_size[sizes[0]])
    return joined((f"{points(target)} (teams of {size})" for size, target in by_size.items() if target), "or")


def round_limits(rules: RuleSet) -> str:
    """Return the decided rounds that end a game, by seats if they differ; an empty text without a limit.

    Examples:
        >>> round_limits(RuleSet(rounds=3))
        '3 decided rounds'
    """
    by_seats = {number: rules.rounds_for(number) for number in rules.table_sizes}
    if not any(by_seats.values()):
        return ""
    if len(set(by_seats.values())) == 1:
        return plural(by_seats[rules.table_sizes[0]], "decided round")
    return joined(
        (f"{plural(count, 'decided round')} with {number} players" for number, count in by_seats.items()), "or"
    )
