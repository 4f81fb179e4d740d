"""Two matches kept in lockstep: the same results under two rule sets, until winners, seats or payments differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final, Literal

import attrs

from ginrules.cards import Card
from ginrules.match.fold import add_round, new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, Table
from ginrules.play.outcome import Ending, Outcome
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import team_size
from ginrules.scoring.price import price

_CARD: Final = Card.parse("2c")
_SMALL_WINS: Final = (0, 1, 2, 3, 5, 8, 12)
_LARGE_WINS: Final = 4

MOST_LEAD: Final = 97
"""Limit on the lead, in points: ten cards without a meld hold at most 98, and the winner keeps at least 1."""

MORE_ROUNDS: Final = 40
"""The last result of a list is repeated for this number of rounds at most, until the match is over."""

MatchKind = Literal["players", "seating", "end", "settlement"]
"""The difference between two matches: the possible numbers of players, the players and the dealer of the next
round, the end of the match (and its winner), or its settlement."""

Tables = tuple[Outcome, ...]
"""The outcomes of a round, by table."""


@attrs.frozen
class Result:
    """A round of a list: the winner of each table, and the lead.

    Attributes:
        side: The side that wins, or None for a drawn round.
        lead: The losers' deadwood minus the winner's, in points.
    """

    side: int | None
    lead: int = 0


Results = tuple[Result, ...]


def outcomes_of(match: MatchState, *results: Result) -> Tables | None:
    """Return the simplest facts of the next round, by table, or None if it cannot be played.

    Args:
        match: The match before the round.
        results: The result of the first table and of others. The last result is that of all tables after it.
    """
    if match.is_over:
        return None
    by_table = (*results, *[results[-1]] * len(match.due))
    pairs = zip(match.due, by_table, strict=False)
    tables = tuple(one for table, result in pairs if (one := _outcome(match, table, result)) is not None)
    return tables if len(tables) == len(match.due) else None


def _outcome(match: MatchState, table: Table, result: Result) -> Outcome | None:
    """Return the simplest facts with which this side wins this table by this lead."""
    rules = match.rules
    seats = len(table.players)
    upcard = _CARD if rules.opening in {"upcard-offer", "open-card"} else None
    knock_card = _CARD if rules.knock_source == "knock-card" else None
    if result.side is None:
        return Outcome(declarer=None, deadwood=(20,) * seats, reason="stock", upcard=upcard, knock_card=knock_card)
    winners = [seat for seat, player in enumerate(table.players) if player in match.sides[result.side]]
    if not winners:
        return None
    winner = winners[0]
    left = 1 if rules.knock_limit and not rules.open_melds else 0
    ending: Ending = "knock" if left else "out" if rules.open_melds else "gin"
    return Outcome(
        declarer=winner,
        deadwood=tuple(left if seat == winner else left + result.lead for seat in range(seats)),
        ending=ending,
        laid=[30 if seat == winner else 0 for seat in range(seats)] if rules.open_melds else (),
        upcard=upcard,
        knock_card=knock_card,
    )


def add_both(one: MatchState, other: MatchState, tables: Tables) -> tuple[MatchState, MatchState] | None:
    """Return both matches with another round, or None if the two rule sets price it differently."""
    after = add_round(one, *tables), add_round(other, *tables)
    prices = [[price(outcome, match.rules) for outcome in tables] for match in (one, other)]
    return None if prices[0] != prices[1] else after


def match_disagreement(one: MatchState, other: MatchState) -> MatchKind | None:
    """Return the difference between two matches with the same results, or None if they agree.

    Examples:
        >>> from ginrules.match import new_match
        >>> match_disagreement(new_match("classic"), new_match("standard"))
        >>> match_disagreement(new_match("captain", 3), new_match("three-handed", 3))
        'seating'
    """
    if (one.is_over, one.winners) != (other.is_over, other.winners):
        return "end"
    if one.sides != other.sides or one.due != other.due:
        return "seating"
    return None if _worth(one) == _worth(other) else "settlement"


def _worth(match: MatchState) -> tuple[object, ...]:
    settlement = settle(match)
    return settlement.totals, settlement.net, settlement.payments, settlement.winners


def with_margin(rules: RuleSet, players: int, margin: int) -> Iterator[Results]:
    """Yield lists after which side 0 is ahead by this margin of the totals in the first game, if there are any.

    One lead is worked out. The last result is repeated.

    Examples:
        >>> next(with_margin(RuleSet(), 2, 50))[:2]
        (Result(side=0, lead=3), Result(side=1, lead=53))
    """
    for low, listed in _with_one_lead((rules.target_for(team_size(rules.seating, players)) - 1) % MOST_LEAD + 1):
        by_one, by_two = (_margin(rules, players, listed(lead)) for lead in (low, low + 1))
        if by_one is None or by_two is None or by_one == by_two:
            continue
        steps, rest = divmod(margin - by_one, by_two - by_one)
        if not rest and 1 <= low + steps <= MOST_LEAD:
            yield listed(low + steps)


def _with_one_lead(first: int) -> Iterator[tuple[int, Callable[[int], Results]]]:
    """Yield a usual lead and lists with a lead to be filled in: of side 0 alone, then of side 1 after a first win."""
    yield MOST_LEAD // 2, lambda lead: (Result(0, lead), Result(0, MOST_LEAD))
    for small, large in product(_SMALL_WINS, range(_LARGE_WINS)):
        others = (*[Result(1, 1)] * small, *[Result(1, MOST_LEAD)] * large, Result(0, MOST_LEAD))
        yield 1, partial(_after_a_win, first, others)


def _after_a_win(first: int, others: Results, lead: int) -> Results:
    return Result(0, first), Result(1, lead), *others


def _margin(rules: RuleSet, players: int, results: Results) -> int | None:
    """Return the margin of the totals in the first game after these results, or None if they cannot be added."""
    match = new_match(rules, players)
    for result in (*results, *results[-1:] * MORE_ROUNDS):
        if match.is_over:
            break
        tables = outcomes_of(match, result)
        if tables is None:
            return None
        match = add_round(match, *tables)
    first, other = settle(match).games[0].totals[:2]
    return first - other
