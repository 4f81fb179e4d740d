"""The searching player: what careful play proposes is tried out on positions that may be."""

import random
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import attrs

from ginrules.errors import InvalidRunError
from ginrules.lab.players.careful import Careful
from ginrules.lab.players.protocol import seat_of
from ginrules.lab.search.discard_choice import free, least_throws
from ginrules.lab.search.open_melds import placing
from ginrules.lab.search.payoff import stakes
from ginrules.lab.search.rollout import engine_played_on, played_on
from ginrules.lab.search.sampling import Guess, guess
from ginrules.play.actions import BIG_GIN, DISCARD, DRAW, KNOCK, Action, TakeDiscard
from ginrules.play.engine import apply
from ginrules.play.phases import PlayTurn
from ginrules.play.views.determinize import determinize
from ginrules.play.views.view import PlayerView

Trial = Callable[[Guess], float]
"""What an action gains in a guessed position, which it may use up."""

_BATCH: Final = 8
"""How many positions are looked at before actions that fall behind are given up."""

_HOPELESS: Final = 0.7
"""How many standard errors behind the first proposal another one is given up."""

_ENGINE_COST: Final = 10
"""About how many quick trials one trial played by the engine takes the time of."""


@attrs.define
class Searching(Careful):
    """A player that tries its candidates out (determinised Monte Carlo).

    `Careful` proposes: a knock or not, and the few best throws. The same guessed positions are
    then played on greedily after each of them, and the proposal that stood first is given up
    for one that gained more, by more than chance explains. Where to draw from is left to
    `Careful`: trying it out was measured and won nothing. Where melds lie open, takes and
    throws are tried out by the engine.

    Args:
        seed: A number; the same seed guesses the same positions.
        draws: As for `Careful`, which proposes: draws ahead that the gain of the next one is taken to go on.
        knock_worth: As for `Careful`: what a certain knock at the next turn is worth, in points of deadwood.
        feed_cost: As for `Careful`: what it costs to give the next seat a card it can meld, in points.
        take_cost: As for `Careful`: what it costs to show a card taken, in points.
        budget: How many positions a decision looks at.
        width: How many throws are tried out.
        reach: How much worse than the best they may look to `Careful`, in points of deadwood.
        doubt: How many standard errors another action must be ahead to be preferred.

    Raises:
        InvalidRunError: If budget or width is not a whole number, 1 or more.
    """

    name: ClassVar[str] = "searching"  # type: ignore[misc]

    budget: int = attrs.field(default=32, kw_only=True)
    width: int = attrs.field(default=3, kw_only=True)
    reach: float = attrs.field(default=3.0, kw_only=True)
    doubt: float = attrs.field(default=1.0, kw_only=True)
    _luck: random.Random = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for what, number in (("budget", self.budget), ("width", self.width)):
            if type(number) is not int or number < 1:
                raise InvalidRunError(
                    f"a searching player needs a {what} of 1 or more, not {number!r}", **{what: number}
                )
        # luck of its own: what is not given up is what `Careful` with this seed would do
        self._luck = random.Random(f"search {self.seed}")  # noqa: S311 - games, not secrets

    def offer(self, view: PlayerView) -> Action:
        """As `Careful`; where melds lie open, whichever gains more."""
        first = super().offer(view)
        return self._by_engine(view, first, view.legal) if view.setup.rules.open_melds else first

    def draw(self, view: PlayerView) -> Action:
        """As `Careful`; where melds lie open, the stock or the take that gains most."""
        first = super().draw(view)
        return self._by_engine(view, first, _few_takes(view.legal)) if view.setup.rules.open_melds else first

    def play(self, view: PlayerView) -> Action:
        """The knock or the throw that gains most."""
        phase = view.phase
        assert isinstance(phase, PlayTurn)
        setup, hand = view.setup, view.hand.mask
        throwable = free(view, hand, phase.taken.mask)
        if setup.rules.open_melds:
            if (placed := placing(view)) is not None:
                return placed
            throws = self.throws(view, hand, throwable)[: self.width]
            return self._by_engine(view, DISCARD[throws[0][1]], [DISCARD[card] for _cost, card in throws])
        if setup.rules.big_gin and not setup.tables.deadwood(hand):
            return BIG_GIN
        left, equal = least_throws(setup.tables, hand, throwable)
        if left == 0:
            return KNOCK[equal.bit_length() - 1]
        throws = self.throws(view, hand, throwable)[: self.width]
        close = throws[0][0] + self.reach
        options: dict[Action, Trial] = {
            DISCARD[card]: self._throwing(view, hand, card) for cost, card in throws if cost <= close
        }
        first = next(iter(options))
        if left <= setup.knock_limit:
            first = self.declaration(view, hand, throwable) or first
            card = equal.bit_length() - 1
            options[KNOCK[card]] = self._knocking(view, hand ^ 1 << card)
        return self._best(view, first, options)

    def _throwing(self, view: PlayerView, cards: int, card: int) -> Trial:
        setup, seat = view.setup, seat_of(view)
        following = (seat + 1) % setup.seats

        def trial(guessed: Guess) -> float:
            guessed.hands[seat] = cards ^ 1 << card
            return played_on(setup, guessed, following, 1 << card)[seat]

        return trial

    def _knocking(self, view: PlayerView, hand: int) -> Trial:
        setup, seat = view.setup, seat_of(view)

        def trial(guessed: Guess) -> float:
            guessed.hands[seat] = hand
            return stakes(setup, seat, guessed.hands)[seat]

        return trial

    def _best(self, view: PlayerView, first: Action, options: dict[Action, Trial]) -> Action:
        """The option that gains most in the same guessed positions, or the first if none is surely better."""
        if len(options) == 1:
            return first
        gains: dict[Action, list[float]] = {action: [] for action in options}
        for number in range(1, self.budget + 1):
            guessed = guess(view, self._luck)
            for action, found in gains.items():
                found.append(options[action](Guess(list(guessed.hands), list(guessed.stock))))
            if number % _BATCH == 0:
                gains = _in_the_running(first, gains)
                if len(gains) == 1:
                    return next(iter(gains))
        return _preferred(first, gains, self.doubt)

    def _by_engine(self, view: PlayerView, first: Action, options: Sequence[Action]) -> Action:
        """As `_best`, with trials played by the engine, which knows every rule."""
        if len(options) == 1:
            return options[0]
        seat = seat_of(view)
        gains: dict[Action, list[float]] = {action: [] for action in {first: 0, **dict.fromkeys(options)}}
        for _ in range(max(2, self.budget // _ENGINE_COST)):
            state = determinize(view, self._luck)
            for action, found in gains.items():
                found.append(engine_played_on(apply(state, action), self._luck)[seat])
        return _preferred(first, gains, self.doubt)


def _preferred(first: Action, gains: dict[Action, list[float]], doubt: float) -> Action:
    """What gained most, if it is surely ahead of the first proposal; else that one."""
    best = max(gains, key=lambda action: sum(gains[action]))
    mean, error = _ahead(gains[best], gains[first])
    return best if mean > doubt * error else first


def _in_the_running(first: Action, gains: dict[Action, list[float]]) -> dict[Action, list[float]]:
    """The first proposal and what may still turn out better."""
    left = {first: gains[first]}
    for action, found in gains.items():
        mean, error = _ahead(found, gains[first])
        if mean > -_HOPELESS * error:
            left[action] = found
    return left


def _ahead(mine: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much one action is ahead of another in the same positions, and the standard error."""
    ahead = [ours - theirs for ours, theirs in zip(mine, other, strict=True)]
    mean = sum(ahead) / len(ahead)
    spread = sum((each - mean) ** 2 for each in ahead) / max(1, len(ahead) - 1)
    return mean, (spread / len(ahead)) ** 0.5


def _few_takes(legal: Sequence[Action]) -> list[Action]:
    """The stock and the three smallest takes."""
    takes = sorted((each for each in legal if isinstance(each, TakeDiscard)), key=lambda each: each.count)
    return [DRAW, *takes[:3]]
