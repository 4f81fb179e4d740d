"""The searching player: it tries the proposals of `Learned` in worlds that it believes in, a few turns deep."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from ginrules._support.values import shown, whole_number
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError
from ginrules.nets.learned import POINT
from ginrules.play.actions import DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action
from ginrules.play.events import Event
from ginrules.play.phases import UpcardOffer
from ginrules.play.view import PlayerView, expect_view
from ginrules.players.belief import Belief, reads
from ginrules.players.expert import Expert
from ginrules.players.judge import Judge
from ginrules.players.learned import Learned
from ginrules.players.rollouts import gains_of
from ginrules.players.search.discards import least_discards, own_seat
from ginrules.rules.model import RuleSet
from ginrules.scoring.price_numbers import unsupported_price_rule

if TYPE_CHECKING:
    from ginrules.driver.core_spec import CoreSpec
    from ginrules.match.view import MatchView

_FIRST: Final = 32
"""The worlds before the first check. Each later check comes after half as many as before it, and this many more."""

_STOCKS: Final = 4
"""The worlds that share a hand, with different stocks: a hand takes longer to draw."""

_HOPELESS: Final = 2.0
"""A candidate is dropped if it is this many standard errors behind the best."""

_LEAST_VARIANCE: Final = 1e-6
_SEEDS: Final = 1 << 62
_LARGEST: Final = 1e12
"""The longest time. A longer one would change nothing."""

_BUDGET: Final = 128
_WIDTH: Final = 3
"""The number of discards to try."""

_REACH: Final = 2.0
"""Discards that the net rates worse than its choice by more points are not tried, nor knocks and draws by twice as
many.
"""

_DEPTH: Final = 2
"""The turns that are played in a world, the one under way included."""

Gains = Mapping[Action, float]
"""The points that the candidates gain more than the first, by the net."""


@attrs.define
class Searching(Learned):
    """A player that looks a few turns ahead, on top of `Learned`.

    The net of `Learned` proposes the candidates: its own choice, the other discards or the knock that it thinks are
    nearly as good, the draw in place of a take. All are tried in the same worlds, whose hidden hands are drawn by a
    `Belief`. Both seats play as `Learned`, and remember what they have seen. After a few turns the net says what the
    round is worth. What the worlds say of a candidate and what the net says are weighed by how far each can err. A
    candidate that falls behind is dropped.

    Under rules that the net does not read, and in a match against an opponent who knocks as soon as possible, it
    plays as `Learned` does: as an `Expert`.

    The compiled core plays a world in some fifty microseconds. Without the core, the same decisions take about a
    hundred times as long.

    Args:
        seed: A number. The same seed draws the same worlds.
        net: The net of `Learned`, or None for the package's net.
        budget: Limit on a decision's positions, one for each world.
        seconds: Time limit per decision, in seconds, checked after every few worlds, or None to look at the whole
            budget. A decision that the clock ends depends on the machine.

    Raises:
        InvalidRunError: If the budget is not a whole number, 1 or more, or the seconds are not a number above 0.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.Searching(7, budget=100, seconds=0.05))
        searching, budget 100, seconds 0.05
    """

    name: ClassVar[str] = "searching"  # type: ignore[misc]

    budget: int = attrs.field(default=_BUDGET, kw_only=True)
    seconds: float | None = attrs.field(default=None, kw_only=True)
    _belief: Belief = attrs.field(init=False, repr=False, eq=False, factory=Belief)
    _random: random.Random = attrs.field(init=False, repr=False, eq=False)
    _player: NewPlayer = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        whole_number("budget of a searching player", self.budget, 1)
        value: object = self.seconds
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _LARGEST
        if value is not None and not is_number:
            message = f"seconds of a searching player: expected a number above 0, got {shown(self.seconds)}"
            raise InvalidRunError(message, parameter="seconds")
        self._random = random.Random(f"search {self.seed}")
        self._player = Learned if self.net is None else partial(Learned, net=self.net)

    def __str__(self) -> str:
        budget = "" if self.budget == _BUDGET else f", budget {self.budget}"
        return super().__str__() + budget + ("" if self.seconds is None else f", seconds {self.seconds}")

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec | None:
        """Return None: the core has no player that searches, but plays its worlds."""
        return Expert().core_spec(rules, seats) if self.net_for(rules, seats) is None else None

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        """Begin a round: nothing is known of the others."""
        expect_view(view)
        super().start(view, match)
        self._belief.begin(view)

    def _equity(self, rules: RuleSet) -> None:
        """Return None: the worlds are compared by points, whatever the score."""

    def watch(self, event: Event) -> None:
        """Note what a seat does."""
        super().watch(event)
        self._belief.note(event)

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether to take the top card of the pile, by the worlds if the net is in doubt."""
        net = self._net(view)
        if net is None:
            return super().takes_top(view)
        first, lead = self._take(net, view)
        if lead is None or abs(lead) / POINT > 2 * _REACH:
            return first
        other: Action = DECLINE if isinstance(view.phase, UpcardOffer) else DRAW
        mine, rest = (TAKE, other) if first else (other, TAKE)
        return self._best(view, {mine: 0.0, rest: -abs(lead) / POINT}) == TAKE

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock or the discard that is worth most, by the net and the worlds."""
        net = self._net(view)
        first = super().end_turn(view, cards, allowed)
        if net is None or not least_discards(view.setup.tables, cards, allowed)[0]:
            return first
        judged = Judge.of(net, view, self._habits).end_of_turn(cards, allowed)
        ahead = {first: 0.0}
        if judged.knock is not None:
            ahead[KNOCK[judged.knock_card]] = (judged.knock - judged.best) / POINT
        best = sorted(judged.waits, key=lambda card: (-judged.waits[card], card))[:_WIDTH]
        for place, card in enumerate(best):
            behind = (judged.waits[card] - judged.best) / POINT
            if behind >= -_REACH * (1 if place else 2):
                ahead[DISCARD[card]] = behind
        return self._best(view, {action: lead for action, lead in ahead.items() if lead >= -2 * _REACH})

    def _best(self, view: PlayerView, ahead: Gains) -> Action:
        """Return the candidate that gains most, by the net and by the worlds, or the first if none gains more."""
        first, *others = ahead
        if not others or not reads(view) or unsupported_price_rule(view.setup.rules) is not None:
            return first
        differences: dict[Action, list[float]] = {action: [] for action in others}
        posterior = {action: (lead, 1.0) for action, lead in ahead.items() if action != first}
        for gains in self._tried(view, [first, *others], differences):
            base = gains[0]
            for action, own in zip(list(differences), gains[1:], strict=True):
                so_far = differences[action]
                so_far += [mine - theirs for mine, theirs in zip(own, base, strict=True)]
                posterior[action] = _weighed(so_far, ahead[action])
            top = max(0.0, *(posterior[action][0] for action in differences))
            for action in list(differences):
                if posterior[action][0] + _HOPELESS * posterior[action][1] < top:
                    del differences[action]
        best = max(differences, key=lambda action: posterior[action][0], default=first)
        return best if best != first and posterior[best][0] > 0 else first

    def _tried(
        self, view: PlayerView, candidates: Sequence[Action], left: Mapping[Action, Any]
    ) -> Iterator[list[list[float]]]:
        """Yield the gains of the candidates that are left in worlds, the first candidate's gains first."""
        until = None if self.seconds is None else time.monotonic() + self.seconds
        rules, seat, source = view.setup.rules, own_seat(view), self._random
        done, size = 0, _FIRST
        depth = _DEPTH + (not view.hand.mask.bit_count() > rules.hand_size_for(view.setup.seats))
        while done < self.budget and left:
            size = min(size, self.budget - done)
            worlds = self._belief.worlds(view, size, source.randrange(_SEEDS), _STOCKS)
            actions = [candidates[0], *left]
            numbers, story = range(done, done + size), self._belief.story
            yield gains_of(worlds, self._player, numbers, seat, actions, rules=rules, story=story, depth=depth)
            done += size
            size = _FIRST + done // 2
            if until is not None and time.monotonic() >= until:
                return


def _weighed(differences: Sequence[float], lead: float) -> tuple[float, float]:
    """Return the points that a candidate gains more than the first, and by how many points this can err.

    The net's lead, which can err by a point, and the worlds' mean are weighed by their variances. Worlds that share a
    hand are alike, and tell half as much as if each had its own.
    """
    count = len(differences)
    mean = sum(differences) / count
    spread = sum((difference - mean) ** 2 for difference in differences) / max(1, count - 1)
    variance = spread * _STOCKS / 2 / count + _LEAST_VARIANCE
    precision = 1 + 1 / variance
    return (lead + mean / variance) / precision, precision**-0.5
