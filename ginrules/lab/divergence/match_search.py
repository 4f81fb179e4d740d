"""The search for the shortest list of results after which the matches of two rule sets disagree."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import attrs

from ginrules.match.advance import new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, Table
from ginrules.records.paired import (
    MOST_LEAD,
    MatchKind,
    SideResult,
    SideResults,
    Tables,
    add_both,
    match_disagreement,
    outcomes_of,
)
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import players_fit
from ginrules.testing.divergence import MatchDivergence, format_points

_FULL_LISTS: Final = 3
_LONGEST: Final = 40
_MARGINS: Final = (1, 25, 80)
_SMALL_LEADS: Final = (1, 5, 12, 15, 19, 24, 32)
_LAST_LEADS: Final = (1, 5, 25, 50, 97)
_MOST_BIG: Final = 4
_LONGEST_CROSSING: Final = 10


@attrs.frozen
class PairedMatch:
    """Two matches after the same results.

    Attributes:
        results: The results so far.
        outcomes: The facts of these rounds, by round and by table.
        matches: The current matches, under the first rule set and under the second.
        kind: The difference between the matches, or None while they agree.
    """

    results: SideResults
    outcomes: tuple[Tables, ...]
    matches: tuple[MatchState, MatchState]
    kind: MatchKind | None

    @property
    def size(self) -> tuple[int, int, list[tuple[int, int]]]:
        """The sort key to minimize: the number of rounds, the points, the results."""
        sides = [(-1 if result.side is None else result.side, result.lead) for result in self.results]
        return len(self.results), sum(result.lead for result in self.results), sides


def search_matches(
    a: RuleSet, b: RuleSet, *, seed: int, effort: int, report: Callable[[], None] = lambda: None
) -> tuple[MatchDivergence | None, int, bool]:
    """Return the shortest list of results found after which score sheets, settlements or seatings differ.

    Results that the two rule sets price differently are skipped.
    """
    both = [players for players in a.player_counts if players in b.player_counts and players_fit(a.seating, players)]
    if not both:
        x, y = (f"{' or '.join(map(str, rules.player_counts))} can play" for rules in (a, b))
        return MatchDivergence(
            a=a, b=b, changes=diff(a, b), kind="players", players=0, results=(), text_a=x, text_b=y
        ), 0, False  # fmt: skip
    lists = 0
    for players in _numbers(both):
        search = _Search(a, b, players, report)
        try:
            matches = _smallest(search, random.Random(seed), effort)
        except KeyboardInterrupt:
            kept = None if search.best is None else _difference(search, search.best, is_partial=True)
            return kept, lists + search.lists, True
        lists += search.lists
        if matches is not None:
            return _difference(search, matches, is_partial=False), lists, False
    return None, lists, False


def _numbers(players: Sequence[int]) -> list[int]:
    """Return the smallest number of players, and the smallest from three up: for two, several rules have no effect."""
    return sorted({min(players), min((number for number in players if number > 2), default=min(players))})


def _smallest(search: _Search, rng: random.Random, effort: int) -> PairedMatch | None:
    a, b = search.rules
    exact = a.exact_margin_forfeit != b.exact_margin_forfeit
    matches = search.short() or search.crossing(exact=exact) or search.long(rng, effort)
    return None if matches is None else search.smallest(matches)


def _difference(search: _Search, matches: PairedMatch, *, is_partial: bool) -> MatchDivergence:
    a, b = search.rules
    kind = matches.kind
    assert kind is not None
    x, y = (_describe(match, kind) for match in matches.matches)
    if x == y:  # the tables agree, but the sides, whose points count together, do not
        x, y = (f"{text}, the sides being {_sides(match)}" for text, match in zip((x, y), matches.matches, strict=True))
    return MatchDivergence(
        a=a, b=b, changes=diff(a, b), kind=kind, players=search.players, results=matches.outcomes, text_a=x, text_b=y,
        partial=is_partial,
    )  # fmt: skip


class _Search:
    def __init__(self, a: RuleSet, b: RuleSet, players: int, report: Callable[[], None]) -> None:
        self.players = players
        self.lists = 0
        self.best: PairedMatch | None = None
        self._report = report
        self.rules = a, b
        matches = new_match(a, players), new_match(b, players)
        self._start = PairedMatch((), (), matches, match_disagreement(*matches))
        self._sides = min(len(match.sides) for match in matches)

    def short(self) -> PairedMatch | None:
        """Return the first short list that differs, by length and then by points."""
        if self._start.kind is not None:
            return self._start
        choices = [SideResult(None), *(SideResult(side, lead) for lead in _MARGINS for side in range(self._sides))]
        level = [self._start]
        for _ in range(_FULL_LISTS):
            following = []
            for before in level:
                for result in choices:
                    after = self._add(before, result)
                    if after is None:
                        continue
                    self._count()
                    if after.kind is not None:
                        return after
                    following.append(after)
            level = following
        return None

    def crossing(self, *, exact: bool) -> PairedMatch | None:
        """Return a list in which a side wins small rounds, and the other reaches a target in a few large rounds."""
        last = range(1, MOST_LEAD + 1) if exact else _LAST_LEADS
        for number in range(4, _LONGEST_CROSSING + 1):
            for wins in range(1, min(number, _MOST_BIG) + 1):
                for lead in _SMALL_LEADS:
                    head = [SideResult(1, lead)] * (number - wins) + [SideResult(0, MOST_LEAD)] * (wins - 1)
                    matches = self._with_last(head, last)
                    if matches is not None:
                        return matches
        return None

    def _with_last(self, head: Sequence[SideResult], leads: Iterable[int]) -> PairedMatch | None:
        """Return the disagreement after these results and another round won by side 0, by any of these leads."""
        before = self._play(head)
        if before is None or before.kind is not None:
            return before
        if before.matches[0].is_over:
            return None
        for lead in leads:
            self._count()
            after = self._add(before, SideResult(0, lead))
            if after is not None and after.kind is not None:
                return after
        return None

    def long(self, rng: random.Random, effort: int) -> PairedMatch | None:
        """Return the smallest differing list among random lists."""
        for matches in map(self.replay, _random_lists(rng, self._sides, effort)):
            if matches is not None and (self.best is None or matches.size < self.best.size):
                self.best = matches
        return self.best

    def replay(self, results: Sequence[SideResult]) -> PairedMatch | None:
        """Return the first disagreement while these results are added, or None."""
        self._count()
        matches = self._play(results)
        return None if matches is None or matches.kind is None else matches

    def smallest(self, matches: PairedMatch) -> PairedMatch:
        """Return the list with as many rounds left out and as small leads as possible while it still differs."""
        better: PairedMatch | None = matches
        while better is not None:
            self.best = matches = better
            tried = map(self.replay, _smaller(matches.results))
            better = next((other for other in tried if other is not None and other.size < matches.size), None)
        return matches

    def _count(self) -> None:
        self.lists += 1
        self._report()

    def _play(self, results: Iterable[SideResult]) -> PairedMatch | None:
        """Return both matches after these results, or at their first disagreement, or None if they cannot be added."""
        matches = self._start
        for result in results:
            after = self._add(matches, result)
            if after is None or after.kind is not None:
                return after
            matches = after
        return matches

    def _add(self, before: PairedMatch, result: SideResult) -> PairedMatch | None:
        """Return both matches with another round, or None if it cannot be played or is priced differently."""
        one, other = before.matches
        tables = outcomes_of(one, result)
        after = None if tables is None else add_both(one, other, tables)
        if tables is None or after is None:
            return None
        return PairedMatch((*before.results, result), (*before.outcomes, tables), after, match_disagreement(*after))


def _describe(match: MatchState, kind: MatchKind) -> str:
    settlement = settle(match)
    totals = format_points(settlement.totals)
    if kind == "seating":
        return "; ".join(_seats(match, table) for table in match.due) or "no table is due"
    winners = " and ".join(settlement.names[side] for side in match.winners) or "nobody"
    state = f"the match is over, won by {winners}" if match.is_over else "the match goes on"
    return f"{state}, totals {totals}" if kind == "end" else f"the totals are {totals}"


def _sides(match: MatchState) -> str:
    return " / ".join(" and ".join(match.players[player] for player in side) for side in match.sides)


def _seats(match: MatchState, table: Table) -> str:
    names = " v ".join(match.players[player] for player in table.players)
    resting = f", {' '.join(match.players[player] for player in table.resting)} resting" if table.resting else ""
    return f"{match.players[table.dealer]} deals ({names}{resting})"


def _random_lists(rng: random.Random, sides: int, number: int) -> Iterator[SideResults]:
    for _ in range(number):
        length = rng.choice((4, 5, 6, 8, 12, _LONGEST))
        weights = [rng.random() ** 2 + 0.02 for _ in range(sides)]
        leads = rng.choice(((1, 5), (1, 25, 75), (20, 40, 80), (3, 10, 15, 20, 60), (80, 90)))
        yield tuple(
            SideResult(None)
            if rng.random() < 0.08
            else SideResult(rng.choices(range(sides), weights)[0], rng.choice(leads))
            for _ in range(length)
        )


def _smaller(results: SideResults) -> Iterator[SideResults]:
    for place in range(len(results)):
        yield (*results[:place], *results[place + 1 :])
    for place, result in enumerate(results):
        head, tail = results[:place], results[place + 1 :]
        if result.side is None:
            continue
        if result.lead > 1:
            yield (*head, SideResult(None), *tail)
        leads = sorted({1, result.lead // 2, result.lead - 10, result.lead - 1} & set(range(1, result.lead)))
        for lead in leads:
            yield (*head, SideResult(result.side, lead), *tail)
        if result.side:
            yield (*head, SideResult(0, result.lead), *tail)
        for other in range(place + 1, len(results)):  # move points to a later round of the same side
            later = results[other]
            if later.side == result.side and result.lead > 1:
                more = min(result.lead - 1, MOST_LEAD - later.lead)
                moved = (*results[place + 1 : other], SideResult(later.side, later.lead + more))
                yield (*head, SideResult(result.side, result.lead - more), *moved, *results[other + 1 :])
                break
