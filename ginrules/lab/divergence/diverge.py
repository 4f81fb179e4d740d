"""`diverge`: the smallest round on which two rule sets disagree.

Both are played in lockstep on deals made to show what differs: hands that can knock, go gin
or big gin, be undercut or laid off on, stocks that run out. The nearest disagreement is then
made smaller: fewer actions, then a simpler deal. Where rounds cannot differ, or none was
found that does, lists of results are searched for one that is settled in another way.
"""

import random
from typing import Final

from ginrules.errors import IncompatibleRulesError
from ginrules.lab.divergence.crafted_deals import Stacker, common_seats, kinds_for, plain_shape, seats_of, turned_shapes
from ginrules.lab.divergence.lockstep import MOST_PLIES, Found
from ginrules.lab.divergence.match_search import sheets_diverge
from ginrules.lab.divergence.minimize import Shrinker, key_of
from ginrules.lab.divergence.random_play import Chooser, declaring, draw_on, mostly_greedy, put_back, take_on, walk
from ginrules.lab.divergence.result import Alike, Divergence, MatchDivergence, RoundDivergence
from ginrules.play.engine import legal_actions
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RuleSet

EFFORT: Final = 300
"""Deals to look at where nothing else is said."""

_BEYOND_SECTIONS: Final = ("game", "columns", "match")
_BEYOND_RULES: Final = ("player_counts", "seating", "opponents", "next_dealer")
_LONG_RULES: Final = ("take_cap", "reshuffle_cap", "stock_exhausted", "stock_floor", "return_pair")
_USUAL_PLIES: Final = 80
_WALK_EVERY: Final = 8
_TRIES_EACH: Final = 15
_LEAST_TRIES: Final = 1_500
_LISTS_EACH: Final = 3
_NEAREST: Final = 1
_CANDIDATES: Final = 4


def diverge(a: RuleSet, b: RuleSet, *, seed: int = 1, effort: int = EFFORT) -> Divergence:
    """The smallest round, or list of results, on which two rule sets disagree.

    Rounds are compared in what is legal, in the facts of the end and in what they pay. Rules
    of matches (sections ``game``, ``columns`` and ``match``, seating and dealers) cannot show in
    a round: if nothing else differs, results are sought after which the sheets do. Hands of
    different sizes are told as such, at the deal.

    The answer depends on the arguments alone. It is the smallest that was found; that none is
    smaller is not proved.

    Args:
        a: The first rule set.
        b: The second.
        seed: The seed of the search.
        effort: How many deals to look at; more may find a smaller round.

    Returns:
        A `RoundDivergence`, a `MatchDivergence`, or `Alike`, which is false: rule sets equal in
        effect as far as searched, and for certain where no rule differs.

    Raises:
        IncompatibleRulesError: If the packs differ, or no number of seats at a table fits both: then no
            deal is a deal of both.

    Examples:
        >>> from ginrules.presets import preset
        >>> found = diverge(preset("standard"), preset("cardgames-io"), effort=20)
        >>> print(found)
        after decline and decline, taking the top of the pile is legal under cardgames-io and not under standard; ...
        >>> found.record().state.turn
        0
        >>> bool(diverge(preset("standard"), preset("ginrummy-com")))
        False
    """
    changes = diff(a, b)
    if not changes:
        return Alike(a=a, b=b, changes=(), deals=0, lists=0)
    _ensure_same_table(a, b)
    beyond = tuple(change for change in changes if is_beyond_a_round(change))
    deals = 0
    if len(beyond) < len(changes):
        nearest = _Search(a, b, seed, effort).nearest()
        if nearest:
            tries = max(_LEAST_TRIES, _TRIES_EACH * effort)
            smallest = min((Shrinker(a, b, tries).smallest(found) for found in nearest), key=key_of)
            return _told(a, b, smallest, beyond)
        deals = effort
    match, lists = sheets_diverge(a, b, seed=seed, effort=_LISTS_EACH * effort) if beyond else (None, 0)
    if isinstance(match, MatchDivergence):
        return match
    return Alike(a=a, b=b, changes=changes, deals=deals, lists=lists)


def is_beyond_a_round(change: RuleChange) -> bool:
    """Whether a rule is about matches, so that no single round can show it."""
    return change.section in _BEYOND_SECTIONS or change.name in _BEYOND_RULES


def _ensure_same_table(a: RuleSet, b: RuleSet) -> None:
    if (a.ranks, a.suits) != (b.ranks, b.suits):
        packs = " and ".join(f"{rules.ranks} ranks × {rules.suits} suits" for rules in (a, b))
        raise IncompatibleRulesError(f"no deal is one of both packs, {packs}: compare rule sets with the same pack")
    if not common_seats(a, b):
        one, other = (" or ".join(map(str, seats_of(rules))) for rules in (a, b))
        raise IncompatibleRulesError(
            f"no table fits both: {a.name or 'the first'} seats {one}, {b.name or 'the second'} seats {other}",
            a=seats_of(a),
            b=seats_of(b),
        )


class _Search:
    """Looks at deal after deal for the disagreements with the fewest actions."""

    def __init__(self, a: RuleSet, b: RuleSet, seed: int, effort: int) -> None:
        self._a, self._b, self._effort = a, b, effort
        self._seats = common_seats(a, b)
        self._rng = random.Random(seed)  # noqa: S311 - games, not secrets
        self._best: list[Found] = []

    def nearest(self) -> list[Found]:
        """Some with the fewest actions, each with another hand; what one cannot be made to be, another may."""
        self._plain_deals()
        kinds = list(kinds_for(self._a, self._b))
        for number in range(self._effort):
            if self._most() < _NEAREST:
                break
            if not number % len(kinds):
                self._rng.shuffle(kinds)  # all of them in turn, so that even a short search has seen each
            seats = self._seats[0] if number % 4 else self._rng.choice(self._seats)
            shape = Stacker((self._a, self._b), seats).shape(self._rng, *kinds[number % len(kinds)])
            self._keep(declaring(self._a, self._b, shape, self._most()))
            if number % _WALK_EVERY == 0:
                chooser = mostly_greedy(self._rng)
                self._keep(walk(self._a, self._b, shape, chooser, min(self._most(), _USUAL_PLIES)))
        return self._best

    def _most(self) -> int:
        """The most actions that would still be better, or as good."""
        return len(self._best[0].actions) if self._best else MOST_PLIES

    def _keep(self, found: Found | None) -> None:
        if found is None or len(found.actions) > self._most():
            return
        others = [each for each in self._best if len(each.actions) == len(found.actions)]
        by_hand = {each.shape.hands[0]: each for each in sorted([found, *others], key=key_of, reverse=True)}
        self._best = sorted(by_hand.values(), key=key_of)[:_CANDIDATES]

    def _plain_deals(self) -> None:
        """The simplest deal with every upcard, declared on at once; and rounds in which nobody declares."""
        changed = {change.name for change in diff(self._a, self._b)}
        most = MOST_PLIES if changed & set(_LONG_RULES) else _USUAL_PLIES
        choosers: tuple[Chooser, ...] = (draw_on, take_on, put_back)
        for seats in self._seats:
            shape = plain_shape(self._a, seats)
            for other in turned_shapes(shape):
                self._keep(declaring(self._a, self._b, other, self._most()))
            for chooser in choosers:
                self._keep(walk(self._a, self._b, shape, chooser, min(most, self._most())))


def _told(a: RuleSet, b: RuleSet, found: Found, beyond: tuple[RuleChange, ...]) -> RoundDivergence:
    x, y = found.states
    of_x, of_y = legal_actions(x), legal_actions(y)
    legal = found.kind == "legal"
    return RoundDivergence(
        a=a,
        b=b,
        changes=diff(a, b),
        beyond=beyond,
        kind=found.kind,
        order=found.shape.order,
        dealer=found.shape.dealer,
        seats=found.shape.seats,
        knock_card=x.knock_card if x.knock_card is not None else y.knock_card,
        actions=found.actions,
        states=found.states,
        only_a=tuple(each for each in of_x if each not in of_y) if legal else (),
        only_b=tuple(each for each in of_y if each not in of_x) if legal else (),
    )
