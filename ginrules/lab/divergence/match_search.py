"""The shortest list of results after which the matches of two rule sets disagree."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final

import attrs

from ginrules.cards import Card
from ginrules.lab.divergence.result import MatchDivergence, MatchKind, told_points
from ginrules.match.fold import add_round, new_match
from ginrules.match.settlement import Settlement, settle
from ginrules.match.state import MatchState, Table
from ginrules.play.outcome import Ending, Outcome
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import players_fit
from ginrules.scoring.price import price

_FULL_LISTS: Final = 3
_LONGEST: Final = 40
_CARD: Final = Card.parse("2c")
_MARGINS: Final = (1, 25, 80)
_SMALL_LEADS: Final = (1, 5, 12, 15, 19, 24, 32)
_LAST_LEADS: Final = (1, 5, 25, 50, 97)
_MOST_BIG: Final = 4
_LONGEST_CROSSING: Final = 10

MOST_LEAD: Final = 97
"""The largest lead: ten cards hold at most 98 points without a meld, and the winner keeps one."""

Matches = tuple[MatchState, MatchState]


@attrs.frozen
class Result:
    """One round of a list: who wins each table, and by how much; nobody in a drawn round.

    Attributes:
        side: The side that wins; None for a drawn round.
        lead: The deadwood that the losers hold more than the winner, in points.
    """

    side: int | None
    lead: int = 0


Results = tuple[Result, ...]


@attrs.frozen
class _Differs:
    """Results after which two matches disagree."""

    results: Results
    outcomes: tuple[tuple[Outcome, ...], ...]
    kind: MatchKind
    matches: Matches

    @property
    def key(self) -> tuple[int, int, list[tuple[int, int]]]:
        sides = [(-1 if each.side is None else each.side, each.lead) for each in self.results]
        return len(self.results), sum(each.lead for each in self.results), sides


def sheets_diverge(a: RuleSet, b: RuleSet, *, seed: int, effort: int) -> tuple[MatchDivergence | None, int]:
    """The shortest list of results after which sheets, settlements or seatings differ, if one was found.

    Both rule sets must price these results alike; those that do not are passed over.

    Args:
        a: The first rule set.
        b: The second.
        seed: The seed of the search.
        effort: Long lists to try after all the short ones.

    Returns:
        What was found, and how many lists were looked at.
    """
    both = [players for players in a.player_counts if players in b.player_counts and players_fit(a.seating, players)]
    if not both:
        return _no_players(a, b), 0
    search = _Search(a, b, min(both))
    exact = a.exact_margin_forfeit != b.exact_margin_forfeit
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    found = search.short() or search.crossing(exact=exact) or search.long(rng, effort)
    if found is None:
        return None, search.lists
    found = search.smallest(found)
    x, y = (_told(match, found.kind) for match in found.matches)
    if x == y:  # the tables are alike, whose points count together is not
        x, y = (f"{told}, the sides being {_sides(match)}" for told, match in zip((x, y), found.matches, strict=True))
    return MatchDivergence(
        a=a, b=b, changes=diff(a, b), kind=found.kind, players=search.players,
        results=found.outcomes, told_a=x, told_b=y,
    ), search.lists  # fmt: skip


def _no_players(a: RuleSet, b: RuleSet) -> MatchDivergence:
    x, y = (f"{' or '.join(map(str, rules.player_counts))} may play" for rules in (a, b))
    return MatchDivergence(a=a, b=b, changes=diff(a, b), kind="players", players=0, results=(), told_a=x, told_b=y)


class _Search:
    def __init__(self, a: RuleSet, b: RuleSet, players: int) -> None:
        self.players = players
        self.lists = 0
        self._rules = a, b
        self._start: Matches = new_match(a, players), new_match(b, players)
        self._sides = min(len(match.sides) for match in self._start)

    def short(self) -> _Differs | None:
        """The first of all short lists that differs, by length and then by points."""
        choices = [Result(None), *(Result(side, lead) for lead in _MARGINS for side in range(self._sides))]
        level: list[tuple[Results, tuple[tuple[Outcome, ...], ...], Matches]] = [((), (), self._start)]
        kind = disagreement_of(self._start)
        if kind is not None:
            return _Differs((), (), kind, self._start)
        for _ in range(_FULL_LISTS):
            following = []
            for results, outcomes, matches in level:
                if matches[0].is_over:
                    continue
                for result in choices:
                    added = self._add(matches, result)
                    if added is None:
                        continue
                    self.lists += 1
                    after, tables = added
                    kind = disagreement_of(after)
                    if kind is not None:
                        return _Differs((*results, result), (*outcomes, tables), kind, after)
                    following.append(((*results, result), (*outcomes, tables), after))
            level = following
        return None

    def crossing(self, *, exact: bool) -> _Differs | None:
        """Lists in which one side wins small rounds and the other then crosses a target in few big ones.

        Args:
            exact: Whether the last round is to be tried with every lead, for margins that must be met exactly.
        """
        last = range(1, MOST_LEAD + 1) if exact else _LAST_LEADS
        for number in range(4, _LONGEST_CROSSING + 1):
            for wins in range(1, min(number, _MOST_BIG) + 1):
                for lead in _SMALL_LEADS:
                    head = [Result(1, lead)] * (number - wins) + [Result(0, MOST_LEAD)] * (wins - 1)
                    found = self._with_last(head, last)
                    if found is not None:
                        return found
        return None

    def _with_last(self, head: Sequence[Result], last: Iterable[int]) -> _Differs | None:
        """The disagreement after these results and one more of side 0, with one of these leads."""
        matches, outcomes = self._start, []
        for number, result in enumerate(head, start=1):
            added = None if matches[0].is_over else self._add(matches, result)
            if added is None:
                return None
            matches, tables = added
            outcomes.append(tables)
            kind = disagreement_of(matches)
            if kind is not None:
                return _Differs(tuple(head[:number]), tuple(outcomes), kind, matches)
        if matches[0].is_over:
            return None
        for lead in last:
            self.lists += 1
            added = self._add(matches, Result(0, lead))
            kind = None if added is None else disagreement_of(added[0])
            if added is not None and kind is not None:
                return _Differs((*head, Result(0, lead)), (*outcomes, added[1]), kind, added[0])
        return None

    def long(self, rng: random.Random, effort: int) -> _Differs | None:
        """The best of random lists that differ."""
        best: _Differs | None = None
        for results in _random_lists(rng, self._sides, effort):
            found = self.replay(results)
            if found is not None and (best is None or found.key < best.key):
                best = found
        return best

    def replay(self, results: Sequence[Result]) -> _Differs | None:
        """The first disagreement on the way of these results, or None."""
        self.lists += 1
        matches, outcomes = self._start, []
        for number, result in enumerate(results, start=1):
            if matches[0].is_over:
                return None
            added = self._add(matches, result)
            if added is None:
                return None
            matches, tables = added
            outcomes.append(tables)
            kind = disagreement_of(matches)
            if kind is not None:
                return _Differs(tuple(results[:number]), tuple(outcomes), kind, matches)
        return None

    def smallest(self, found: _Differs) -> _Differs:
        """The list with rounds left out and leads made smaller, as long as it differs."""
        better: _Differs | None = found
        while better is not None:
            found = better
            tried = map(self.replay, _smaller(found.results))
            better = next((each for each in tried if each is not None and each.key < found.key), None)
        return found

    def _add(self, matches: Matches, result: Result) -> tuple[Matches, tuple[Outcome, ...]] | None:
        """Both matches with one more round; None if it cannot be played or is not priced alike."""
        one, other = matches
        tables = []
        for table in one.due:
            outcome = _outcome(one, table, result)
            if outcome is None:
                return None
            tables.append(outcome)
        after = add_round(one, *tables), add_round(other, *tables)
        paid = [price(outcome, rules) for rules in self._rules for outcome in tables]
        return (after, tuple(tables)) if paid[: len(tables)] == paid[len(tables) :] else None


def _outcome(match: MatchState, table: Table, result: Result) -> Outcome | None:
    """The plainest facts by which this side wins this table by so much."""
    rules = match.rules
    seats = len(table.players)
    upcard = _CARD if rules.opening in {"upcard-offer", "open-card"} else None
    knock_card = _CARD if rules.knock_source == "knock-card" else None
    if result.side is None:
        return Outcome(declarer=None, deadwood=(20,) * seats, reason="stock", upcard=upcard, knock_card=knock_card)
    winners = [seat for seat, player in enumerate(table.players) if player in match.sides[result.side]]
    if not winners:
        return None
    seat = winners[0]
    left = 1 if rules.knock_limit and not rules.open_melds else 0
    ending: Ending = "knock" if left else "out" if rules.open_melds else "gin"
    return Outcome(
        declarer=seat,
        deadwood=tuple(left if each == seat else left + result.lead for each in range(seats)),
        ending=ending,
        laid=[30 if each == seat else 0 for each in range(seats)] if rules.open_melds else (),
        upcard=upcard,
        knock_card=knock_card,
    )


def disagreement_of(matches: Matches) -> MatchKind | None:
    """What two matches with the same results disagree in; None if in nothing."""
    one, other = matches
    if (one.is_over, one.winners) != (other.is_over, other.winners):
        return "end"
    if one.sides != other.sides or one.due != other.due:
        return "seating"
    x, y = settle(one), settle(other)
    return None if _worth(x) == _worth(y) else "settlement"


def _worth(settled: Settlement) -> tuple[object, ...]:
    return settled.totals, settled.net, settled.payments, settled.winners


def _told(match: MatchState, kind: MatchKind) -> str:
    settled = settle(match)
    totals = told_points(settled.totals)
    if kind == "seating":
        return "; ".join(_seated(match, table) for table in match.due) or "nothing is due"
    won = f"won by {' and '.join(settled.names[side] for side in match.winners)}" if match.winners else "won by nobody"
    state = f"the match is over, {won}" if match.is_over else "the match goes on"
    return f"{state}, totals {totals}" if kind == "end" else f"the totals are {totals}"


def _sides(match: MatchState) -> str:
    return " / ".join(" and ".join(match.players[player] for player in side) for side in match.sides)


def _seated(match: MatchState, table: Table) -> str:
    names = " v ".join(match.players[player] for player in table.players)
    resting = f", {' '.join(match.players[player] for player in table.resting)} resting" if table.resting else ""
    return f"{match.players[table.dealer]} deals ({names}{resting})"


def _random_lists(rng: random.Random, sides: int, effort: int) -> Iterator[Results]:
    for number in count():
        if number >= effort:
            return
        length = rng.choice((4, 5, 6, 8, 12, _LONGEST))
        weights = [rng.random() ** 2 + 0.02 for _ in range(sides)]
        leads = rng.choice(((1, 5), (1, 25, 75), (20, 40, 80), (3, 10, 15, 20, 60), (80, 90)))
        yield tuple(
            Result(None) if rng.random() < 0.08 else Result(rng.choices(range(sides), weights)[0], rng.choice(leads))
            for _ in range(length)
        )


def _smaller(results: Results) -> Iterator[Results]:
    for place in range(len(results)):
        yield (*results[:place], *results[place + 1 :])
    for place, result in enumerate(results):
        head, tail = results[:place], results[place + 1 :]
        if result.side is None:
            continue
        if result.lead > 1:
            yield (*head, Result(None), *tail)
        leads = sorted({1, result.lead // 2, result.lead - 10, result.lead - 1} & set(range(1, result.lead)))
        for lead in leads:
            yield (*head, Result(result.side, lead), *tail)
        if result.side:
            yield (*head, Result(0, result.lead), *tail)
        for other in range(place + 1, len(results)):  # move points to a later round of the same side
            later = results[other]
            if later.side == result.side and result.lead > 1:
                more = min(result.lead - 1, MOST_LEAD - later.lead)
                moved = (*results[place + 1 : other], Result(later.side, later.lead + more))
                yield (*head, Result(result.side, result.lead - more), *moved, *results[other + 1 :])
                break
