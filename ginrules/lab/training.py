"""Training of the nets of the learned player and of beliefs: on the core, from nothing or another net, in minutes."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from functools import lru_cache, partial
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Literal, overload

import attrs

from ginrules._values import expect, shown, whole_number
from ginrules.belief_net import BeliefNet
from ginrules.errors import CoreError, InvalidRunError
from ginrules.lab.round_robin.tournament import tournament
from ginrules.lab.rule_draws import drawn
from ginrules.lab.runner.options import check_callback
from ginrules.lab.runner.progress import interruptible
from ginrules.lab.statistics.estimate import Estimate
from ginrules.learned_net import LearnedNet, RuledNet
from ginrules.players import Careful, Expert, Learned, Simple, new_greedy
from ginrules.players.learned import LEARNED, net_named
from ginrules.players.packaged_nets import is_known, net_for
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price_numbers import unpriced
from ginrules.seated.player import NewPlayer

if TYPE_CHECKING:
    from ginrules.fast.learning import Course, RuleSets

POSITIONS: Final = 120_000_000
"""The positions of a training, unless another number is given: about half an hour of one processor core."""

BELIEF_POSITIONS: Final = 45_875_200
"""The same for a belief net: about ten minutes."""

_MOST_POSITIONS: Final = 10**12
_SAVE_SECONDS: Final = 30.0
_MEASURE_EVERY: Final = 25
_MEASURE_SEED: Final = 26_000
_SEATS: Final = 2
_OPPONENTS: Final = (Simple, Expert, Careful)
_WATCHED: Final = (Learned, Expert, Simple, Careful, new_greedy)
_OF_STANDARD: Final = 12
"""The shares of each step of a belief's training that are played by ``standard``. A value net plays one."""
_STANDARD: Final = RuleSet(name="standard")


@attrs.frozen
class Lesson:
    """How far a training has come.

    Attributes:
        positions: The positions learned from.
        of: The positions of the whole training.
        seconds: The time since the training began or was resumed, in seconds.
        errors: Root mean square errors of the net's heads, in points: of a discard, of a knock, of a draw. For
            a belief net, the loss of the next hidden card, in nats.
        won: The share of games won against `Expert`, when last measured, or None before.
        is_measured: Whether it was measured after this step.
    """

    positions: int
    of: int
    seconds: float
    errors: tuple[float, ...]
    won: Estimate | None
    is_measured: bool = False

    def __str__(self) -> str:
        text = f"{self.positions / 1e6:.1f} of {self.of / 1e6:.1f} million positions, {self.seconds:.0f} s"
        if len(self.errors) == 1:
            return f"{text}, loss of a hidden card {self.errors[0]:.3f} nats"
        return (
            text
            if self.won is None
            else f"{text}, {100 * self.won.value:.1f} ± {100 * self.won.half_width:.1f}% of games won against expert"
        )


@overload
def train(
    rules: RuleSet | str | None = None,
    *,
    belief: Literal[False] = False,
    seed: int = 1,
    positions: int | None = None,
    start: LearnedNet | str | None = None,
    threads: int = 2,
    games: int = 400,
    checkpoint: str | PathLike[str] | None = None,
    progress: Callable[[Lesson], object] | None = None,
) -> LearnedNet: ...


@overload
def train(
    rules: RuleSet | str | None = None,
    *,
    belief: Literal[True],
    seed: int = 1,
    positions: int | None = None,
    start: BeliefNet | None = None,
    threads: int = 2,
    games: int = 400,
    checkpoint: str | PathLike[str] | None = None,
    progress: Callable[[Lesson], object] | None = None,
) -> BeliefNet: ...


def train(
    rules: RuleSet | str | None = None,
    *,
    belief: bool = False,
    seed: int = 1,
    positions: int | None = None,
    start: LearnedNet | BeliefNet | str | None = None,
    threads: int = 2,
    games: int = 400,
    checkpoint: str | PathLike[str] | None = None,
    progress: Callable[[Lesson], object] | None = None,
) -> LearnedNet | BeliefNet:
    """Train a net for the learned player, or for a belief, on the compiled core, and return it.

    The learned player's net learns by TD(λ) the worth of positions after a discard, a knock and a draw, in
    points of a round. It plays against itself, older nets, `Simple`, and `Expert` with many habits. Each round is
    played again from one decision with another action. Without rules the package's net is trained: one share of
    each step is played by ``standard``, and every other share by a rule set that is drawn for it
    (`ginrules.lab.rule_draws`). The same seed, number of positions, start and build of the core give the same
    weights, with any number of threads, interrupted or not. An interrupted training (Ctrl-C) returns the net so far.

    A belief net (`ginrules.players.Belief`) learns which cards the other seat holds. It watches rounds of
    `Learned`, `Expert` with many habits and weaker players. A third of them slip now and then. Without rules, twelve
    of the 32 shares of each step are played by ``standard``.

    Args:
        rules: The rules, at a table of two, with closed melds and hands of at most ten cards. None for a net that
            plays by many rules.
        belief: Whether to train a belief net.
        seed: The seed of all random numbers.
        positions: The positions to learn from, rounded up to whole steps of 163,840 positions, or of 65,536 for a
            belief. Fewer than half are enough from a net. None for `POSITIONS`, or for `BELIEF_POSITIONS`.
        start: The net to begin with, trained for any rules: ``"learned"`` for the package's net,
            ``"learned:FILE"`` for the net in a file. None for random weights.
        threads: The number of threads that play and learn. The weights do not depend on it.
        games: Games of each measurement against `Expert`, for the progress, or 0 for none.
        checkpoint: A file that keeps the training's state, written about twice a minute, after the first step. If
            it exists, the training continues from it. If the disk is full, the training goes on and tries again.
        progress: A function that is called with a `Lesson` after each step.

    Raises:
        InvalidRunError: If no net can learn these rules, there is no such net to begin with, a number is out of range,
            the checkpoint belongs to another training, or its folder cannot be written to.
        CoreError: If there is no compiled core, or it does not have these rules.
        InvalidNetError: If the file is not a checkpoint.
        OSError: If it cannot be read.

    Examples:
        >>> import ginrules as gin
        >>> gin.lab.train("mahjong-gin")
        Traceback (most recent call last):
            ...
        ginrules.errors.InvalidRunError: nets know games of two with closed melds, one card taken from the pile at ...
    """
    rules = None if rules is None else rules_of(rules)
    if rules is not None and not is_known(rules):
        raise InvalidRunError(
            "nets know games of two with closed melds, one card taken from the pile at a time and hands of at most "
            f"10 cards; {rules.label} is played otherwise: Expert plays it"
        )
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    usual = BELIEF_POSITIONS if belief else POSITIONS
    wanted = usual if positions is None else whole_number("positions", positions, 1, _MOST_POSITIONS)
    games = whole_number("games", games, 0)
    threads = whole_number("threads", threads, 1, 64)
    check_callback("progress", progress)
    begun_with = _net_to_start(start, rules or _STANDARD, belief=belief)
    try:
        from ginrules.fast import belief_learning, learning, why_not  # noqa: PLC0415 - NumPy is an extra
    except ImportError as error:
        raise CoreError(f"training needs NumPy: install ginrules[fast] ({error})") from error
    reason = why_not(rules or _STANDARD)
    if reason is not None:
        raise CoreError(f"training needs the compiled core: {reason}")
    if (price := unpriced(rules or _STANDARD)) is not None:
        raise CoreError(f"training needs the compiled core, which does not count with {price}")
    kind: type[Course] = belief_learning.BeliefLearning if belief else learning.Learning
    rule_sets, players = partial(_rule_sets, standard=_OF_STANDARD if belief else 1), _WATCHED if belief else _OPPONENTS
    step = kind.positions()
    steps = -(-wanted // step)
    if checkpoint is not None:
        expect(checkpoint, str | PathLike, "the path of a file")
    path = None if checkpoint is None else Path(checkpoint)
    if path is not None and not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise InvalidRunError(f"checkpoint: the folder {path.parent} does not exist, or cannot be written to")
    if path is not None and path.exists():
        course = kind.resume(path, rule_sets, players)
        wrong = (course.rules, course.seed, course.steps) != (rules, seed, steps)
        if wrong or course.start != learning.digest_of(begun_with):
            raise InvalidRunError(
                f"{path} is a checkpoint of another training: seed {course.seed}, "
                f"{course.steps * step} positions, {_named(course.rules)}, "
                f"{f'from the net {course.start}' if course.start else 'from random weights'}",
            )
    else:
        course = kind.begin(rules, rule_sets(rules, seed), players, seed, steps, begun_with)
    _run(course, threads, 0 if belief else games, path, progress)
    net: LearnedNet | BeliefNet = course.net(
        {
            "rules": _named(rules), "seed": str(seed), "positions": str(course.step * step), "of": str(steps * step),
            "start": f"the net {course.start} for {begun_with.label}" if begun_with else "random weights",
            "method": _METHODS[belief],
        }
    )  # fmt: skip
    return net


_METHODS: Final = (
    "TD(0.7) on positions after a decision; opponents: itself, older nets, simple, expert",
    "the next card of the hidden hand; players: learned, expert with many habits, simple, greedy, careful, with slips",
)


def _named(rules: RuleSet | None) -> str:
    return "many rules" if rules is None else rules.label


def _rule_sets(rules: RuleSet | None, seed: int, standard: int = 1) -> RuleSets:
    """Return the rule sets of each step: these rules, or standard for some shares and rules drawn for each other."""
    from ginrules.fast.learning import SHARES  # noqa: PLC0415 - NumPy is an extra

    if rules is not None:
        return lambda _step: (rules,) * SHARES

    @lru_cache(maxsize=4)
    def rule_sets(step: int) -> tuple[RuleSet, ...]:
        others = (drawn(Random(f"rules {seed}/{step}/{share}")) for share in range(standard, SHARES))  # noqa: S311
        return *(_STANDARD,) * standard, *others

    return rule_sets


def _net_to_start(start: RuledNet | str | None, rules: RuleSet, *, belief: bool) -> RuledNet | None:
    """Return the net that a training begins with, or None for random weights.

    Raises:
        InvalidRunError: If there is no such net.
    """
    if start is None or isinstance(start, BeliefNet if belief else LearnedNet):
        return start
    if belief:
        raise InvalidRunError(f"{shown(start)} is not a net to begin with: expected the net of a belief")
    expect(start, str, "a net, or the name of a learned player")
    assert isinstance(start, str), "checked above"
    if start.startswith(LEARNED):
        return net_named(start)
    if start != Learned.name:
        raise InvalidRunError(
            f"{shown(start)} is not a net to begin with: expected learned, or learned: and the name of a file"
        )
    choice = net_for(rules, _SEATS)
    if choice.net is None:
        raise InvalidRunError(f"no net of the package can begin: {choice.reason}; train from random weights")
    return choice.net


def _run(
    course: Course, threads: int, games: int, path: Path | None, progress: Callable[[Lesson], object] | None
) -> None:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    began = saved = time.monotonic()
    step = course.positions()
    won: Estimate | None = None
    with interruptible() as interrupts:
        try:
            with ThreadPoolExecutor(threads) as pool:
                while course.step < course.steps:
                    errors = course.advance(pool)
                    now = time.monotonic()
                    if path is not None and (now - saved > _SAVE_SECONDS or course.step == course.steps):
                        with interrupts.held(), contextlib.suppress(OSError):  # a full disk: again after a while
                            course.save(path)
                        saved = now
                    if progress is not None:
                        is_due = course.step % _MEASURE_EVERY == 0 or course.step == course.steps
                        if is_due and games:
                            won = games_won(course.net({}), games)
                        progress(Lesson(course.step * step, course.steps * step, now - began, errors, won, is_due))
        except KeyboardInterrupt:
            if path is not None and course.step:
                with interrupts.held(), contextlib.suppress(OSError):
                    course.save(path)
        interrupts.is_kept = path is not None


def games_won(net: LearnedNet, games: int, seed: int = _MEASURE_SEED) -> Estimate | None:
    """Return the share of games that a net wins against `Expert`, or None if too few are played.

    The games are played by the rules of the net, or by ``standard`` if it was trained for many.
    """
    players: dict[str, NewPlayer] = {"learned": partial(Learned, net=net), "expert": Expert}
    result = tournament(players, net.rules or _STANDARD, games=games, seed=seed)
    return next(entrant.share for entrant in result.entrants if entrant.player == "learned")
