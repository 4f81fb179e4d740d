"""The same results of rounds under two rule sets, as a hypothesis strategy, for rules of games and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Final

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ginrules.cards import Card
from ginrules.match.advance import add_round, new_match
from ginrules.match.seating import Table
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.play.outcome import Ending, Outcome
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import players_fit, team_size
from ginrules.scoring.limits import limits_of
from ginrules.scoring.price import price_played
from ginrules.testing.differences import MatchDivergence, MatchKind, format_points

MOST_ROUNDS: Final = 40
"""Limit on the rounds of a list."""

_MOST_LEAD: Final = 97  # ten cards without a meld hold at most 98, and the winner keeps at least 1
_CARD: Final = Card.parse("2c")
_LEADS: Final = (1, 5, 10, 25, 50, 75, _MOST_LEAD)
_TELLING: Final = 128
_LITTLE: Final = 12
_SMALL_LEADS: Final = (1, 5, 12, 15, 19, 24, 32, 49, 59, 74)
_MOST_LARGE: Final = 4
_MOST_BEFORE: Final = 18


Tables = tuple[Outcome, ...]
"""The outcomes of a round, by table."""


SideResult = tuple[int | None, int]
"""The side that wins each table of a round, None for a drawn round, and the losers' deadwood minus the winner's."""


def outcomes_of(match: MatchState, *results: SideResult) -> Tables | None:
    """Return the simplest facts of the next round, by table, or None if it cannot be played."""
    if match.is_over:
        return None
    by_table = (*results, *[results[-1]] * len(match.due))
    pairs = zip(match.due, by_table, strict=False)
    tables = tuple(one for table, result in pairs if (one := _outcome(match, table, result)) is not None)
    return tables if len(tables) == len(match.due) else None


def _outcome(match: MatchState, table: Table, result: SideResult) -> Outcome | None:
    """Return the simplest facts with which this side wins this table by this lead."""
    rules, (side, lead) = match.rules, result
    seats = len(table.players)
    upcard = _CARD if rules.opening in {"upcard-offer", "open-card"} else None
    knock_card = _CARD if rules.knock_source == "knock-card" else None
    if side is None:
        return Outcome(declarer=None, deadwood=(20,) * seats, reason="stock", upcard=upcard, knock_card=knock_card)
    winners = [seat for seat, player in enumerate(table.players) if player in match.sides[side]]
    if not winners:
        return None
    winner = winners[0]
    left = 1 if rules.knock_limit and not rules.open_melds else 0
    limits = limits_of(rules, seats)
    if left + lead > limits.deadwood or (seats - 1) * (left + lead) + left > limits.deadwood_of_all:
        return None
    ending: Ending = "knock" if left else "out" if rules.open_melds else "gin"
    return Outcome(
        declarer=winner,
        deadwood=tuple(left if seat == winner else left + lead for seat in range(seats)),
        ending=ending,
        laid=[30 if seat == winner else 0 for seat in range(seats)] if rules.open_melds else (),
        upcard=upcard,
        knock_card=knock_card,
    )


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
    return None if _settlement_facts(one) == _settlement_facts(other) else "settlement"


def _settlement_facts(match: MatchState) -> tuple[object, ...]:
    settlement = settle(match)
    return settlement.totals, settlement.net, settlement.payments, settlement.winners


@attrs.frozen
class PlayedMatches:
    """Two matches after the same results.

    Attributes:
        outcomes: The rounds' facts, by round and table.
        matches: The matches, under the first rule set and under the second.
    """

    outcomes: tuple[Tables, ...]
    matches: tuple[MatchState, MatchState]

    @property
    def kind(self) -> MatchKind | None:
        """The kind of the difference, or None if both are alike."""
        return match_disagreement(*self.matches)

    @property
    def difference(self) -> MatchDivergence | None:
        """The difference, or None if both are alike."""
        kind, (one, other) = self.kind, self.matches
        if kind is None:
            return None
        x, y = (_describe(match, kind) for match in self.matches)
        if x == y:  # the tables agree, but the sides, whose points count together, do not
            x, y = (f"{text}, the sides being {_sides(match)}" for text, match in ((x, one), (y, other)))
        return MatchDivergence(
            a=one.rules, b=other.rules, kind=kind, players=len(one.players), results=self.outcomes, text_a=x, text_b=y
        )


def _describe(match: MatchState, kind: MatchKind) -> str:
    settlement = settle(match)
    totals = format_points(settlement.totals)
    if kind == "seating":
        return "; ".join(_seats(match, table) for table in match.due) or "no table is due"
    winners = " and ".join(settlement.names[side] for side in match.winners) or "nobody"
    state = f"the match is over, won by {winners}" if match.is_over else "the match goes on"
    if kind == "end":
        return f"{state}, totals {totals}"
    columns = ", ".join(f"column {game.number}: {format_points(game.totals)}" for game in settlement.games)
    return f"the totals are {totals}" + (f" ({columns})" if match.rules.columns > 1 else "")


def _sides(match: MatchState) -> str:
    return " / ".join(" and ".join(match.players[player] for player in side) for side in match.sides)


def _seats(match: MatchState, table: Table) -> str:
    names = " v ".join(match.players[player] for player in table.players)
    resting = f", {' '.join(match.players[player] for player in table.resting)} resting" if table.resting else ""
    return f"{match.players[table.dealer]} deals ({names}{resting})"


def common_players(a: RuleSet, b: RuleSet) -> list[int]:
    """Return the numbers of players that fit both rule sets."""
    return [number for number in a.player_counts if number in b.player_counts and players_fit(a.seating, number)]


def played_matches(
    a: RuleSet, b: RuleSet, players: int | Sequence[str], results: Iterable[SideResult] = ()
) -> PlayedMatches:
    """Return both matches after these results, or at their first difference, or at a result that cannot be added."""
    pair = PlayedMatches((), (new_match(a, players), new_match(b, players)))
    for result in results:
        after = None if pair.kind else _with(pair, result)
        if after is None:
            break
        pair = after
    return pair


def _with(pair: PlayedMatches, *results: SideResult) -> PlayedMatches | None:
    """Return both matches with a round more, or None if it cannot be played or has two prices."""
    tables = outcomes_of(pair.matches[0], *results)
    if tables is None:
        return None
    one, other = pair.matches
    after = PlayedMatches((*pair.outcomes, tables), (add_round(one, *tables), add_round(other, *tables)))
    prices = [[price_played(outcome, match.rules) for outcome in tables] for match in pair.matches]
    return after if prices[0] == prices[1] else None


def exact_margins(a: RuleSet, b: RuleSet) -> Iterator[PlayedMatches]:
    """Yield short lists after which a winner is ahead by just the margin that forfeits the game under one rule set.

    They are worked out, since hardly any draw meets a margin exactly: side 1 wins some rounds by a little, side 0 some
    by the most and the last by what is left.
    """
    if a.exact_margin_forfeit == b.exact_margin_forfeit:
        return
    for rules, players in product((a, b), common_players(a, b)):
        if rules.exact_margin_forfeit:
            pairs = (played_matches(a, b, players, results) for results in _with_margin(rules, players))
            yield from islice((pair for pair in pairs if pair.kind), 1)


def _with_margin(rules: RuleSet, players: int) -> Iterator[tuple[SideResult, ...]]:
    for number, large, lead in product(range(_MOST_BEFORE), range(_MOST_LARGE), _SMALL_LEADS):
        before = (*[(1, lead)] * (number - large), *[(0, _MOST_LEAD)] * large)
        by_most, by_less = (_margin(rules, players, (*before, (0, last))) for last in (_MOST_LEAD, _MOST_LEAD - 1))
        if by_most is None or by_less is None or by_most == by_less:
            continue
        steps, rest = divmod(by_most - rules.exact_margin_forfeit, by_most - by_less)
        if not rest and 0 <= steps < _MOST_LEAD:
            yield (*before, (0, _MOST_LEAD - steps))


def _margin(rules: RuleSet, players: int, results: Sequence[SideResult]) -> int | None:
    """Return the margin of the totals in the first game after these results, or None if they cannot be added."""
    match = new_match(rules, players)
    for result in results:
        tables = outcomes_of(match, result)
        if tables is None:
            return None
        match = add_round(match, *tables)
    first, other = settle(match).games[0].totals[:2]
    return first - other


@st.composite
def match_pairs(
    draw: DrawFn, a: RuleSet, b: RuleSet, *, until: Callable[[PlayedMatches], object], max_rounds: int
) -> PlayedMatches:
    """Draw matches after the same results. They shrink to few players, few rounds and small leads."""
    pair = played_matches(a, b, draw(st.sampled_from(common_players(a, b))))
    sides = min(len(match.sides) for match in pair.matches)
    favourite, often = draw(st.integers(0, sides - 1)), draw(st.sampled_from((0, 2, 6)))
    modest = draw(st.integers(0, sides)) - 1  # a side that wins often and little can lose the game

    def result() -> SideResult:
        side = draw(st.integers(0, sides + often))
        if side == sides:
            return (None, 0)
        side = favourite if side > sides else side
        number = draw(st.integers(0, 2 * _TELLING - 1))
        lead = min(number % _TELLING, _MOST_LEAD) + 1
        if side == modest:
            lead = 1 + lead // _LITTLE
        elif number >= _TELLING:  # the nearest telling lead below: it shrinks to it, and then it need not be telling
            telling = [some for some in (*_LEADS, *_target_leads(pair.matches, side)) if 0 < some <= lead]
            lead = max(telling, default=1)
        return (side, lead % (_MOST_LEAD + 1))  # the largest number is a level round

    while len(pair.outcomes) < max_rounds and not pair.matches[0].is_over and not until(pair):
        results = [result()]
        tables = len(pair.matches[0].due)
        if tables > 1 and draw(st.booleans()):
            results += [result() for _ in range(1, tables)]
        after = _with(pair, *results)
        if after is None:
            break
        pair = after
    return pair


def _target_leads(matches: Sequence[MatchState], side: int) -> list[int]:
    """Return the leads by which a side reaches the target of its first game, or misses it by a point."""
    leads = []
    for match in matches:
        totals = match.games[0].points if match.games else ()
        if side < len(totals):
            left = match.rules.target_for(team_size(match.rules.seating, len(match.players))) - totals[side]
            leads += [left, left - 1]
    return leads
