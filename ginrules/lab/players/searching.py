"""The searching player: it tries out what careful play proposes on sampled positions."""

import random
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import attrs

from ginrules.errors import InvalidRunError
from ginrules.lab.players.careful import Careful
from ginrules.lab.players.greedy import Greedy
from ginrules.lab.search.discard_choice import least_discards, own_seat
from ginrules.lab.search.payoff import payoff
from ginrules.lab.search.rollout import engine_rollout, rollout
from ginrules.lab.search.sampling import Sample, sample_position
from ginrules.play.actions import DISCARD, DRAW, KNOCK, Action, TakeDiscard
from ginrules.play.engine import apply
from ginrules.play.views.determinize import determinize
from ginrules.play.views.view import PlayerView

Trial = Callable[[Sample], float]
"""The gain of an action in a sampled position, which the trial can use up."""

_BATCH: Final = 8
"""How many positions are examined before actions that fall behind are dropped."""

_HOPELESS: Final = 0.7
"""How many standard errors behind the first proposal another one is dropped."""

_ENGINE_COST: Final = 10
"""About how many quick trials take the time of one trial played by the engine."""


@attrs.define
class Searching(Careful):
    """A player that tries its candidates out (determinized Monte Carlo).

    `Careful` proposes: a knock or not, and the few best discards. The same sampled positions are
    then played greedily after each of them, and the first proposal is replaced by
    one that gained more, by more than chance explains. The choice of the draw is left to
    `Careful`: trying it out was measured and gained nothing. Where melds are open, takes and
    discards are tried out by the engine.

    Args:
        seed: A number; the same seed samples the same positions.
        draws: As for `Careful`: how many draws ahead the gain of the next one is assumed to continue.
        knock_worth: As for `Careful`: the value of a certain knock at the next turn, in points of deadwood.
        feed_cost: As for `Careful`: the cost of giving the next seat a card it can meld, in points.
        take_cost: As for `Careful`: the cost of showing a card taken, in points.
        budget: How many positions are examined for a decision.
        width: How many discards are tried out.
        reach: How much worse than the best they can be for `Careful`, in points of deadwood.
        doubt: By how many standard errors another action must be ahead to be preferred.

    Raises:
        InvalidRunError: If budget or width is not a whole number, 1 or more.
    """

    name: ClassVar[str] = "searching"  # type: ignore[misc]

    budget: int = attrs.field(default=32, kw_only=True)
    width: int = attrs.field(default=3, kw_only=True)
    reach: float = attrs.field(default=3.0, kw_only=True)
    doubt: float = attrs.field(default=1.0, kw_only=True)
    _trial_random: random.Random = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for name, number in (("budget", self.budget), ("width", self.width)):
            if type(number) is not int or number < 1:
                raise InvalidRunError(
                    f"{name} of a searching player: expected a whole number, 1 or more, got {number!r}",
                    **{name: number},
                )
        # random numbers of its own: a decision that is not replaced is that of `Careful` with this seed
        self._trial_random = random.Random(f"search {self.seed}")  # noqa: S311 - games, not secrets

    def offer(self, view: PlayerView) -> Action:
        """Return the choice of `Careful`; where melds are open, the action that gains most."""
        first = super().offer(view)
        return self._by_engine(view, first, view.legal) if view.setup.rules.open_melds else first

    def draw(self, view: PlayerView) -> Action:
        """Return the choice of `Careful`; where melds are open, the stock or the take that gains most."""
        first = super().draw(view)
        return self._by_engine(view, first, _few_takes(view.legal)) if view.setup.rules.open_melds else first

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock or the discard that gains most."""
        setup = view.setup
        left, equal = least_discards(setup.tables, cards, allowed)
        lowest = equal.bit_length() - 1
        if left == 0 and not setup.rules.open_melds:
            return KNOCK[lowest]
        discards = self.discards(view, cards, allowed)[: self.width]
        first: Action = DISCARD[discards[0][1]]
        if setup.rules.open_melds:
            return self._by_engine(view, first, [DISCARD[card] for _cost, card in discards])
        most = discards[0][0] + self.reach
        options: dict[Action, Trial] = {
            DISCARD[card]: self._discarding(view, cards ^ 1 << card, card) for cost, card in discards if cost <= most
        }
        if left <= setup.knock_limit:
            first = self.knock(view, cards, allowed) or first
            options[KNOCK[lowest]] = self._knocking(view, cards ^ 1 << lowest)
        return self._best(view, first, options)

    def _discarding(self, view: PlayerView, hand: int, card: int) -> Trial:
        setup, seat = view.setup, own_seat(view)
        following = (seat + 1) % setup.seats

        def trial(position: Sample) -> float:
            position.hands[seat] = hand
            return rollout(setup, position, following, 1 << card)[seat]

        return trial

    def _knocking(self, view: PlayerView, hand: int) -> Trial:
        setup, seat = view.setup, own_seat(view)

        def trial(position: Sample) -> float:
            position.hands[seat] = hand
            return payoff(setup, seat, position.hands)[seat]

        return trial

    def _best(self, view: PlayerView, first: Action, options: dict[Action, Trial]) -> Action:
        """Return the option that gains most in the same sampled positions, or the first if none is surely better."""
        if len(options) == 1:
            return first
        gains: dict[Action, list[float]] = {action: [] for action in options}
        for number in range(1, self.budget + 1):
            position = sample_position(view, self._trial_random)
            for action, results in gains.items():
                results.append(options[action](position.copy()))
            if number % _BATCH == 0:
                gains = _in_the_running(first, gains)
                if len(gains) == 1:
                    return next(iter(gains))
        return _preferred(first, gains, self.doubt)

    def _by_engine(self, view: PlayerView, first: Action, options: Sequence[Action]) -> Action:
        """Return as `_best`, with trials played by the engine, which knows every rule."""
        if len(options) == 1:
            return options[0]
        seat, source = own_seat(view), self._trial_random
        choose = Greedy().choose
        gains: dict[Action, list[float]] = {action: [] for action in dict.fromkeys((first, *options))}
        for _ in range(max(2, self.budget // _ENGINE_COST)):
            state = determinize(view, source)
            for action, results in gains.items():
                results.append(engine_rollout(apply(state, action), choose, source)[seat])
        return _preferred(first, gains, self.doubt)


def _preferred(first: Action, gains: dict[Action, list[float]], doubt: float) -> Action:
    """Return the action that gained most, if it is surely ahead of the first proposal; else that one."""
    best = max(gains, key=lambda action: sum(gains[action]))
    mean, error = _ahead(gains[best], gains[first])
    return best if mean > doubt * error else first


def _in_the_running(first: Action, gains: dict[Action, list[float]]) -> dict[Action, list[float]]:
    """Return the first proposal and the actions that can still turn out better."""
    left = {first: gains[first]}
    for action, results in gains.items():
        mean, error = _ahead(results, gains[first])
        if mean > -_HOPELESS * error:
            left[action] = results
    return left


def _ahead(mine: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much one action is ahead of another in the same positions, and the standard error."""
    ahead = [ours - theirs for ours, theirs in zip(mine, other, strict=True)]
    mean = sum(ahead) / len(ahead)
    spread = sum((difference - mean) ** 2 for difference in ahead) / max(1, len(ahead) - 1)
    return mean, (spread / len(ahead)) ** 0.5


def _few_takes(legal: Sequence[Action]) -> list[Action]:
    """Return the stock and the three smallest takes."""
    takes = sorted((action for action in legal if isinstance(action, TakeDiscard)), key=lambda action: action.count)
    return [DRAW, *takes[:3]]
