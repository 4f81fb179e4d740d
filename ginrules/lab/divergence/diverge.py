"""`diverge`: the smallest round on which two rule sets disagree.

Both rule sets are played in lockstep on deals crafted to show the difference: hands that can knock, go gin
or big gin, be undercut or receive lay-offs, and stocks that run out. The nearest disagreement is then
made smaller: first fewer actions, then a simpler deal. If rounds cannot differ, or no such round
is found, the search continues with lists of results that the two rule sets settle differently.
"""

from __future__ import annotations

import random
from typing import Final

import attrs

from ginrules._support.values import whole_number
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.divergence.crafted_deals import (
    DealMaker,
    kinds_for,
    plain_layout,
    upcard_variants,
)
from ginrules.lab.divergence.match_search import search_matches
from ginrules.lab.divergence.minimize import Minimizer, size_of
from ginrules.lab.divergence.random_play import (
    Chooser,
    always_double,
    always_draw,
    always_take,
    declare_at_once,
    mostly_greedy,
    put_back,
    walk,
)
from ginrules.lab.runner.progress import Progress, check_progress, interruptible, shown_progress
from ginrules.play.deal import common_seats
from ginrules.play.engine import legal_actions
from ginrules.records.paired import MOST_PLIES, PairedRound
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RuleSet, rules_of
from ginrules.testing.divergence import Alike, Divergence, MatchDivergence, RoundDivergence, is_beyond_a_round

EFFORT: Final = 300
"""Default number of deals to try."""

_LONG_RULES: Final = ("take_cap", "reshuffle_cap", "stock_exhausted", "stock_floor", "return_pair")
_USUAL_PLIES: Final = 80
_WALK_EVERY: Final = 8
_TRIES_PER_DEAL: Final = 15
_LEAST_TRIES: Final = 1_500
_LISTS_PER_DEAL: Final = 3
_NEAREST: Final = 1
_CANDIDATES: Final = 4


_REPORT_EVERY: Final = 50


def diverge(
    a: RuleSet | str, b: RuleSet | str, *, seed: int = 1, effort: int = EFFORT, progress: Progress | bool | None = None
) -> Divergence:
    """Find the smallest round, or list of results, on which two rule sets disagree.

    Rounds are compared by their legal actions, the facts at the end, and the points. Rules of matches (sections
    ``game``, ``columns`` and ``match``, seating and dealers) cannot show in a round. If nothing else differs, lists
    of results are searched that make the score sheets differ. Hands of different sizes count as a difference, at the
    deal.

    The answer depends on the arguments alone. It is the smallest that was found, but a smaller answer may exist.
    Ctrl-C ends the search. The result is then the smallest found, and is marked ``partial``.

    Args:
        a: The first rule set.
        b: The second rule set.
        seed: The search's seed.
        effort: The number of deals to try. A larger number can find a smaller round.
        progress: True for a line on the terminal, or a function that is called at intervals with the steps done and
            the total. Steps are deals tried, attempts to make a round smaller, and lists of results. The total
            grows when the search finds a round to make smaller.

    Returns:
        A `RoundDivergence`, a `MatchDivergence`, or `Alike`, which is false. `Alike` means that the search found no
        difference. If no rule differs, the rule sets are equal for certain.

    Raises:
        IncompatibleRulesError: If the packs differ, or no number of seats fits both rule sets. No deal is then
            possible under both.
        InvalidRunError: If the seed is not a whole number.

    Examples:
        >>> import ginrules as gin
        >>> difference = gin.lab.diverge(gin.preset("standard"), gin.preset("cardgames-io"), effort=20)
        >>> print(difference)
        after decline and decline, taking the top of the pile is legal under cardgames-io and not under standard; ...
        >>> difference.record().state.turn
        0
        >>> bool(gin.lab.diverge("standard", "standard+gin_bonus=25"))
        False
    """
    a, b, seed = rules_of(a), rules_of(b), whole_number("seed", seed)
    effort = whole_number("effort", effort, 0)
    check_progress(progress)
    changes = diff(a, b)
    if not changes:
        return Alike(a=a, b=b, changes=(), deals=0, lists=0)
    _check_tables(a, b)
    beyond = tuple(change for change in changes if is_beyond_a_round(change))
    deals = 0
    with interruptible(), shown_progress(progress, "steps") as report:
        steps = _Steps(report)
        if len(beyond) < len(changes):
            search = _Search(a, b, seed, effort, steps)
            smallest, is_partial = search.smallest()
            if smallest is not None:
                return _divergence(a, b, smallest, beyond, is_partial=is_partial)
            deals = search.deals
            if is_partial:
                return Alike(a=a, b=b, changes=changes, deals=deals, lists=0, partial=True)
        if not beyond:
            return Alike(a=a, b=b, changes=changes, deals=deals, lists=0)
        matches, lists, is_partial = search_matches(
            a, b, seed=seed, effort=_LISTS_PER_DEAL * effort, report=steps.one_more
        )
    if isinstance(matches, MatchDivergence):
        return matches
    return Alike(a=a, b=b, changes=changes, deals=deals, lists=lists, partial=is_partial)


@attrs.define
class _Steps:
    """A search's steps, reported to a progress function.

    Attributes:
        progress: Called with the steps done and the total.
        done: Steps done.
        total: All steps known so far.
    """

    progress: Progress | None
    done: int = 0
    total: int = 0

    def expect(self, number: int) -> None:
        """Add steps to come."""
        self.total += number

    def one_more(self) -> None:
        """Count a step, also in the total if the caller did not announce it."""
        self.done += 1
        self.total = max(self.total, self.done)
        if self.progress is not None and (self.done % _REPORT_EVERY == 0 or self.done == self.total):
            self.progress(self.done, self.total)


def _check_tables(a: RuleSet, b: RuleSet) -> None:
    if (a.ranks, a.suits) != (b.ranks, b.suits):
        packs = " and ".join(f"{rules.ranks} ranks × {rules.suits} suits" for rules in (a, b))
        raise IncompatibleRulesError(f"the packs differ, {packs}: compare rule sets with the same pack")
    if not common_seats(a, b):
        one, other = (" or ".join(map(str, rules.table_sizes)) for rules in (a, b))
        raise IncompatibleRulesError(
            f"no table fits both: {a.name or 'the first'} seats {one}, {b.name or 'the second'} seats {other}",
            a=list(a.table_sizes),
            b=list(b.table_sizes),
        )


class _Search:
    """A search for disagreements with as few actions as possible, deal by deal."""

    def __init__(self, a: RuleSet, b: RuleSet, seed: int, effort: int, steps: _Steps) -> None:
        self.deals = 0
        self._steps = steps
        self._a, self._b, self._effort = a, b, effort
        self._seats = common_seats(a, b)
        self._rng = random.Random(seed)
        self._best: list[PairedRound] = []

    def smallest(self) -> tuple[PairedRound | None, bool]:
        """Return the smallest disagreement, or None if there is none, and whether the search was interrupted."""
        minimizers: list[Minimizer] = []
        smallest: list[PairedRound] = []
        try:
            nearest = self._nearest()
            tries = max(_LEAST_TRIES, _TRIES_PER_DEAL * self._effort)
            self._steps.expect(tries * len(nearest))
            for number, rounds in enumerate(nearest, 1):
                minimizers.append(Minimizer(self._a, self._b, tries, self._steps.one_more))
                smallest.append(minimizers[-1].smallest(rounds))
                self._steps.done = self._steps.total - tries * (len(nearest) - number)
        except KeyboardInterrupt:
            smaller = [one.best for one in minimizers if one.best is not None]
            return min((*smallest, *smaller, *self._best), key=size_of, default=None), True
        return min(smallest, key=size_of, default=None), False

    def _nearest(self) -> list[PairedRound]:
        """Return a few disagreements with the fewest actions and with different hands, to be made smaller."""
        self._steps.expect(self._effort)
        self._plain_deals()
        kinds = list(kinds_for(self._a, self._b))
        for number in range(self._effort):
            if self._most() < _NEAREST:
                break
            if not number % len(kinds):
                self._rng.shuffle(kinds)  # each in turn, so that even a short search tries every kind
            seats = self._seats[0] if number % 4 else self._rng.choice(self._seats)
            layout = DealMaker((self._a, self._b), seats).layout(self._rng, *kinds[number % len(kinds)])
            self._keep(declare_at_once(self._a, self._b, layout, self._most()))
            if number % _WALK_EVERY == 0:
                chooser = mostly_greedy(self._rng)
                self._keep(walk(self._a, self._b, layout, chooser, min(self._most(), _USUAL_PLIES)))
            self.deals += 1
            self._steps.one_more()
        self._steps.done = self._steps.total
        return self._best

    def _most(self) -> int:
        """Return the limit on the actions: the number of the best disagreement so far."""
        return len(self._best[0].actions) if self._best else MOST_PLIES

    def _keep(self, rounds: PairedRound | None) -> None:
        if rounds is None or len(rounds.actions) > self._most():
            return
        others = [other for other in self._best if len(other.actions) == len(rounds.actions)]
        by_hand = {other.layout.hands[0]: other for other in sorted([rounds, *others], key=size_of, reverse=True)}
        self._best = sorted(by_hand.values(), key=size_of)[:_CANDIDATES]

    def _plain_deals(self) -> None:
        """Try the simplest deal with every upcard: declare at once, then play rounds in which nobody declares."""
        changed = {change.name for change in diff(self._a, self._b)}
        most = MOST_PLIES if changed & set(_LONG_RULES) else _USUAL_PLIES
        choosers: tuple[Chooser, ...] = (always_draw, always_take, put_back, always_double)
        for seats in self._seats:
            layout = plain_layout(self._a, seats)
            for variant in upcard_variants(layout):
                self._keep(declare_at_once(self._a, self._b, variant, self._most()))
            for chooser in choosers:
                self._keep(walk(self._a, self._b, layout, chooser, min(most, self._most())))


def _divergence(
    a: RuleSet, b: RuleSet, rounds: PairedRound, beyond: tuple[RuleChange, ...], *, is_partial: bool
) -> RoundDivergence:
    x, y = rounds.states
    of_x, of_y = legal_actions(x), legal_actions(y)
    assert rounds.kind is not None
    legal = rounds.kind == "legal"
    return RoundDivergence(
        a=a,
        b=b,
        changes=diff(a, b),
        beyond=beyond,
        kind=rounds.kind,
        order=rounds.layout.order,
        dealer=rounds.layout.dealer,
        seats=rounds.layout.seats,
        knock_card=x.knock_card if x.knock_card is not None else y.knock_card,
        actions=rounds.actions,
        states=rounds.states,
        only_a=tuple(action for action in of_x if action not in of_y) if legal else (),
        only_b=tuple(action for action in of_y if action not in of_x) if legal else (),
        partial=is_partial,
    )
