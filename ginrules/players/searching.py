"""The searching player: it tries the proposals of `Expert` by playing likely positions to their ends."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any, ClassVar, Final

import attrs

from ginrules._values import shown, whole_number
from ginrules.errors import InvalidRunError
from ginrules.play.actions import DISCARD, DRAW, KNOCK, Action, TakeDiscard
from ginrules.play.determinize import determinize
from ginrules.play.engine import apply
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.players.baselines import Greedy
from ginrules.players.expert import Expert
from ginrules.players.search.discards import least_discards, own_seat
from ginrules.players.search.hidden import likely_state
from ginrules.players.search.rollout import engine_rollout
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import NewPlayer
from ginrules.seated.round import sit_down

_BATCH: Final = 8
"""Positions played out between two checks. A check drops actions that have fallen behind, and reads the clock."""

_HOPELESS: Final = 0.7
"""An action is dropped if it is this many standard errors behind the first proposal."""

_POINT: Final = 256
"""The costs of `Expert` are 256ths of a point."""

_ENGINE_COST: Final = 10
"""The time of a position with open melds, which the engine plays out, in times of other positions."""

_SEEDS: Final = 1 << 62
_LARGEST: Final = 1e12
"""The largest doubt, reach and time; larger numbers would change nothing."""


@attrs.define
class Searching(Expert):
    """A player that tries out its candidates (determinized Monte Carlo).

    `Expert` proposes an action: a knock, or the best discard. The candidates are the proposal, a knock if possible,
    and the few best discards. Each candidate is played to the end on the same likely positions, with `Expert` at
    all seats (`ginrules.fast.playouts`). The proposal is replaced if another candidate gains more, and by more than
    chance explains. In the likely positions the hidden hands have improved in every turn played, even below the
    knock limit. The draw is left to `Expert`. If melds are open, takes and discards are tried out by quick play on
    the engine.

    The compiled core plays a position out in about a tenth of a millisecond. Without the core, the same
    decisions take about a hundred times as long.

    The parameters of `Expert` also apply to the players that play the positions out.

    Args:
        seed: A number; the same seed samples the same positions.
        outlook: As for `Expert`: the weight of a point after the best draws, in sixteenths.
        draws: As for `Expert`: the number of best draws to average.
        haste: As for `Expert`: the weight that each turn adds to a point held now, in sixteenths.
        ease: As for `Expert`: the weight taken off such a point in the first turn, in sixteenths.
        gin_out: As for `Expert`: the worth of each card that makes gin, in sixteenths of a point.
        ready: As for `Expert`: the worth of each card that brings the hand to the limit, in sixteenths of a point.
        laying_off: As for `Expert`: the worth of a point that can surely be laid off, in sixteenths.
        feeding: As for `Expert`: the cost of each meld that the next seat can make, in sixteenths of a point a turn.
        refused: As for `Expert`: the chance of a neighbor of a refused card, in sixteenths of other cards.
        taken: As for `Expert`: the chance of a neighbor of a taken card, in sixteenths of other cards.
        margin: As for `Expert`: the points by which an examined discard can be above the best.
        take_gain: As for `Expert`: the points by which a taken card must lower the deadwood.
        shelter: As for `Expert`: the worth of a point below the knock limit, in sixteenths of a point.
        caution: As for `Expert`: the lead needed to knock, in sixteenths of a point.
        hope: As for `Expert`: the lead that each card that makes gin adds to it, in sixteenths of a point.
        budget: Limit on the positions examined for a decision.
        seconds: Time limit per decision, in seconds, checked after every eight positions; None to examine the whole
            budget. A decision that the clock ends depends on the machine.
        width: The number of discards to try out.
        reach: Discards that `Expert` rates worse than the best by more than this many points are not tried out.
        doubt: Another action is preferred if it is ahead by more than this number of standard errors.

    Raises:
        InvalidRunError: If budget or width is not a whole number, 1 or more, another number is out of its range,
            or a parameter of `Expert` is wrong.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.Searching(7, budget=100, seconds=0.05))
        searching, budget 100, seconds 0.05
    """

    name: ClassVar[str] = "searching"  # type: ignore[misc]

    budget: int = attrs.field(default=32, kw_only=True)
    seconds: float | None = attrs.field(default=None, kw_only=True)
    width: int = attrs.field(default=3, kw_only=True)
    reach: float = attrs.field(default=3.0, kw_only=True)
    doubt: float = attrs.field(default=2.0, kw_only=True)
    _trial_random: random.Random = attrs.field(init=False, repr=False, eq=False)
    _expert: NewPlayer = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        for name, number in (("budget", self.budget), ("width", self.width)):
            whole_number(f"{name} of a searching player", number, 1)
        for name, value in (("reach", self.reach), ("doubt", self.doubt)):
            if not _is_number(value) or value < 0:
                raise InvalidRunError(
                    f"{name} of a searching player: expected a number from 0 up, got {shown(value)}", parameter=name
                )
        if self.seconds is not None and (not _is_number(self.seconds) or self.seconds <= 0):
            raise InvalidRunError(
                f"seconds of a searching player: expected a number above 0, got {shown(self.seconds)}",
                parameter="seconds",
            )
        self._trial_random = random.Random(f"search {self.seed}")  # noqa: S311 - games, not secrets
        own = {name: getattr(self, name) for name, usual in _EXPERT.items() if getattr(self, name) != usual}
        self._expert = partial(Expert, **own) if own else Expert

    def offer(self, view: PlayerView) -> Action:
        """Return the choice of `Expert`; with open melds, the action that gains most."""
        first = super().offer(view)
        return self._by_engine(view, first, view.legal) if view.setup.rules.open_melds else first

    def draw(self, view: PlayerView) -> Action:
        """Return the choice of `Expert`; with open melds, the draw or take that gains most."""
        first = super().draw(view)
        return self._by_engine(view, first, _few_takes(view.legal)) if view.setup.rules.open_melds else first

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock or the discard that gains most."""
        setup = view.setup
        left, equal = least_discards(setup.tables, cards, allowed)
        lowest = equal.bit_length() - 1
        costs = sorted(self.costs(view, cards, allowed))[: self.width]
        discards: list[Action] = [
            DISCARD[-card] for cost, _, card in costs if cost <= costs[0][0] + self.reach * _POINT
        ]
        if setup.rules.open_melds:
            return self._by_engine(view, discards[0], discards)
        knock = self.knock(view, cards, allowed)
        if left == 0 and knock is not None:
            return knock
        if left <= setup.knock_limit and KNOCK[lowest] in view.legal:
            discards.append(KNOCK[lowest])
        return self._best(view, knock or discards[0], discards)

    def _best(self, view: PlayerView, first: Action, options: Sequence[Action]) -> Action:
        """Return the option that gains most in the same likely positions; the first if none is surely better."""
        if len(options) == 1:
            return first
        until = None if self.seconds is None else time.monotonic() + self.seconds
        source, seat = self._trial_random, own_seat(view)
        gains: dict[Action, list[float]] = {action: [] for action in dict.fromkeys((first, *options))}
        left = self.budget
        while left > 0 and len(gains) > 1:
            positions = [likely_state(view, source) for _ in range(min(left, _BATCH))]
            seeds = [source.randrange(_SEEDS) for _ in positions]
            left -= len(positions)
            states = [apply(position, action) for action in gains for position in positions]
            results = iter(gains_of(states, self._expert, seeds * len(gains), seat))
            for so_far in gains.values():
                so_far.extend(next(results) for _ in positions)
            if until is not None and time.monotonic() >= until:
                break
            if left > 0:
                gains = _in_the_running(first, gains)
        return _preferred(first, gains, self.doubt)

    def _by_engine(self, view: PlayerView, first: Action, options: Sequence[Action]) -> Action:
        """Return the best option as `_best` does, but by quick play on the engine, which supports all rules."""
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


_EXPERT: Final[dict[str, Any]] = {field.name: field.default for field in attrs.fields(Expert) if field.kw_only}
"""The parameters of `Expert` with their defaults."""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_LARGEST <= value <= _LARGEST


def _preferred(first: Action, gains: dict[Action, list[float]], doubt: float) -> Action:
    """Return the action that gained most if it is surely ahead of the first proposal, else the first proposal."""
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
    """Return the mean lead of an action over another in the same positions, and its standard error."""
    ahead = [ours - theirs for ours, theirs in zip(mine, other, strict=True)]
    mean = sum(ahead) / len(ahead)
    spread = sum((difference - mean) ** 2 for difference in ahead) / max(1, len(ahead) - 1)
    return mean, (spread / len(ahead)) ** 0.5


def _few_takes(legal: Sequence[Action]) -> list[Action]:
    """Return the draw from the stock and the three smallest takes."""
    takes = sorted((action for action in legal if isinstance(action, TakeDiscard)), key=lambda action: action.count)
    return [DRAW, *takes[:3]]


_ENDED: Final = 0


def gains_of(states: Sequence[RoundState], new_player: NewPlayer, seeds: Sequence[int], seat: int) -> list[float]:
    """Let players of this kind play each position to its end; return the gains of a seat, in points.

    The compiled core and the engine give the same numbers. A round that does not end gains nothing. A box counts
    only if boxes help to win the game.

    Args:
        states: Positions of the same rules and seats.
        new_player: Makes the player of every seat.
        seeds: A seed for each position.
        seat: The seat.

    Examples:
        >>> from ginrules import deal
        >>> from ginrules.players.baselines import new_greedy
        >>> gains_of([deal("standard", seed=7)], new_greedy, [1], 0)
        [-47.0]
    """
    rules = states[0].rules
    outcomes = outcomes_of(states, new_player, seeds)
    return [0.0 if outcome is None else float(gains_by_seat(rules, outcome)[seat]) for outcome in outcomes]


def outcomes_of(states: Sequence[RoundState], new_player: NewPlayer, seeds: Sequence[int]) -> list[Outcome | None]:
    """Let players of this kind play each position to its end; return the outcomes, None for a round without end.

    Args:
        states: Positions of the same rules and seats.
        new_player: Makes the player of every seat.
        seeds: A seed for each position.
    """
    if find_spec("numpy") is None:
        return [_played_on(state, new_player, seed) for state, seed in zip(states, seeds, strict=True)]
    from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

    facts = fast.playouts(states, new_player, seeds)
    has_ended = (facts["status"] == _ENDED).tolist()
    ended = iter(fast.outcomes(states[0].rules, facts[has_ended]))
    return [next(ended).outcome if one else None for one in has_ended]


def _played_on(state: RoundState, new_player: NewPlayer, seed: int) -> Outcome | None:
    """Play a round to its end, as `ginrules.fast.playouts` does."""
    label = RoundLabel(state.rules, seed, state.dealer)
    seated = sit_down(dict.fromkeys(range(state.seats), new_player), label, seed)
    seated.start(state)
    return seated.play_on(state).outcome


def gains_by_seat(rules: RuleSet, outcome: Outcome) -> tuple[int, ...]:
    """Return the gain of each seat in a round, in points; a box counts only if boxes help to win the game."""
    score = price(outcome, rules)
    # if the first player to reach the target wins, boxes that are paid after the game decide nothing
    if rules.box_timing != "immediate" and rules.winner_by != "highest-total":
        return score.net
    total = sum(score.boxes)
    return tuple(
        net + rules.box_bonus * (len(score.boxes) * boxes - total)
        for net, boxes in zip(score.net, score.boxes, strict=True)
    )
