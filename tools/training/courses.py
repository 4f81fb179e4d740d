"""Nets in training: the core plays rounds and keeps their positions, and the nets learn from them."""

import ctypes
import hashlib
import json
import math
import tempfile
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.fast._plan import KINDS, nets_array, policies_of, policy_of, tables_of
from ginrules.fast.beliefs import GUESS
from ginrules.fast.build import compile_core, compiler
from ginrules.nets import belief as belief_net
from ginrules.nets import learned as learned_net
from ginrules.nets.belief import CARD_SCALE, SCORE, UNITS, BeliefNet
from ginrules.nets.learned import (
    HEAD_SCALE,
    HEADS,
    HIDDEN,
    INPUT_SCALE,
    MIXED_SCALE,
    MIXED_SHIFT,
    POINTS,
    FoldedNet,
    LearnedNet,
    RuledNet,
)
from ginrules.nets.rules import WHOLE, amounts_of
from ginrules.players import Expert, Learned, Simple, new_greedy
from ginrules.presets.rule_files import dumps_rules
from ginrules.rules.model import RuleSet
from ginrules.scoring.price_numbers import box_value, price_numbers
from tools.training.rule_draws import drawn

WEIGHTS: Final = np.dtype([(name, np.float32, (math.prod(shape),)) for name, shape in learned_net.SHAPES.items()])
"""``weights_t``: a net in training, before it is scaled and rounded."""

BELIEF_WEIGHTS: Final = np.dtype([(name, np.float32, (math.prod(shape),)) for name, shape in belief_net.SHAPES.items()])
"""``belief_weights_t``: the same for a belief net."""

SAMPLE: Final = np.dtype(
    [
        ("inputs", np.uint16, (learned_net.MOST_AT_ONCE,)),
        *((name, np.int32) for name in ("count", "head")),
        ("target", np.float32),
    ],
    align=True,
)
"""``sample_t``: a position and its worth, for one head of a net."""


@cache
def _library() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # Windows keeps a library that is loaded
        path = Path(folder) / "libtraining.so"
        problem = compile_core(compiler(), path, source=Path(__file__).with_name("training.c"))
        if problem:
            raise SystemExit(problem)
        return ctypes.CDLL(str(path))


def call(name: str, *arguments: Any) -> None:
    """Call a function of the library with arrays and whole numbers, all of which are of 64 bits."""
    passed = [
        ctypes.c_void_p(argument.ctypes.data) if isinstance(argument, np.ndarray) else ctypes.c_uint64(argument)
        for argument in arguments
    ]
    if getattr(_library(), name)(*passed):
        raise MemoryError(name)


BATCH: Final = 1024
"""Positions of a step of Adam."""

SHARES: Final = 32
"""Shares of a step, each played under one rule set."""

_SEATS: Final = 2
_OLDER_EVERY: Final = 40
_FALLS: Final = ((0.6, 1.5e-3, 4e-5), (0.4, 1e-3, 4e-5))
_FALL_OF_TRAINED: Final = ((1.0, 7e-4, 4e-5),)
"""How the rate of learning falls: the share of the steps of each fall, and its first and last rate. From random
weights it falls twice. From the weights of a net it falls once, and begins lower.
"""

_DIFFERENCE: Final = 20
_AVERAGED: Final = 0.9995
_STANDARD: Final = RuleSet(name="standard")

N = TypeVar("N", bound=RuledNet)


@attrs.define(eq=False)
class Course(Generic[N]):
    """A net in training: it learns from the positions of rounds that the core plays.

    A step learns from positions while the next ones are played. Both parts, their rule sets and their random numbers
    are fixed by the seed and the number of the step, so that the number of threads changes nothing.
    Without rules it learns many; ``start`` is the digest of the net whose weights it began with, or "".
    """

    kind: ClassVar[type[RuledNet]]
    method: ClassVar[str]
    usual: ClassVar[int]
    of_standard: ClassVar[int]
    sample: ClassVar[np.dtype[Any]]
    weights: ClassVar[np.dtype[Any]]
    factors: ClassVar[Mapping[str, float]]
    spreads: ClassVar[Mapping[str, float]]
    batches: ClassVar[int]
    learns: ClassVar[str]
    errors: ClassVar[int]

    rules: RuleSet | None
    seed: int
    steps: int
    start: str
    step: int
    _weights: NDArray[np.void] = attrs.field(repr=False)
    _played: Any = attrs.field(default=None, init=False, repr=False)
    _samples: NDArray[np.void] | None = attrs.field(default=None, init=False, repr=False)

    @classmethod
    def begin(cls, rules: RuleSet | None, seed: int, steps: int, start: N | None = None) -> Self:
        """Return a training that begins with the weights of a net, or with random ones."""
        chance, weights = np.random.default_rng([seed, 0]), np.zeros(4, cls.weights)
        for name, spread in cls.spreads.items():
            weights[name][:2] = chance.normal(0, spread, weights[name].shape[1]).astype(np.float32)
        if start is not None:
            for name, factor in cls.factors.items():
                weights[name][:2] = np.array(getattr(start, name)) / factor
        return cls(rules, seed, steps, digest_of(start), 0, weights)

    def rule_sets(self, step: int) -> Sequence[RuleSet]:
        """Return the rule set of each share: these rules, or ``standard`` for some and drawn ones for the others."""
        return (self.rules,) * SHARES if self.rules else _drawn_sets(self.seed, step, self.of_standard)

    def net(self, training: dict[str, str]) -> N:
        """Return the net with the averaged weights, which says how it was trained."""
        whole, average = {}, self._weights[1]
        for name, factor in self.factors.items():
            numbers = np.rint(average[name].astype(np.float64) * factor)
            limit = self.kind.limits[name]
            whole[name] = array("i", np.clip(numbers, -limit, limit).astype(np.int32).tobytes())
        net: N = self.kind(rules=self.rules, **whole, training=training)  # type: ignore[assignment] # of this course
        return net

    @classmethod
    def positions(cls) -> int:
        """Return a step's positions."""
        return BATCH * cls.batches

    def advance(self, pool: ThreadPoolExecutor) -> tuple[float, ...]:
        """Do a step on these threads, and return the errors before it."""
        if self._samples is None:
            self._samples = _done(*self._play(pool, self.step, self._played))
        played = self.next_players()
        weights, errors = self._weights.copy(), np.zeros((self.errors, 2))
        learned = pool.submit(self._learn, weights, self._samples, errors)
        samples, shares = self._play(pool, self.step + 1, played)
        _done(samples, [learned, *shares])
        self._weights, self._played, self._samples, self.step = weights, played, samples, self.step + 1
        return tuple(self.error(total / max(count, 1)) for total, count in errors)

    def next_players(self) -> Any:
        """Return the nets that play the next step, if they change."""
        return self._played

    def error(self, mean: float) -> float:
        """Return the error in one of the net's heads, by the mean of what the core sums up."""
        return float(mean)

    def play_share(self, rules: RuleSet, played: Any, seed: int, samples: NDArray[np.void]) -> None:
        """Play by these rules, with the nets that play, until the samples are full."""
        raise NotImplementedError

    def _play(self, pool: ThreadPoolExecutor, step: int, played: Any) -> tuple[NDArray[np.void], list[Future[None]]]:
        samples, size = np.zeros(self.positions(), self.sample), self.positions() // SHARES
        parts = [samples[share * size : (share + 1) * size] for share in range(SHARES)]
        return samples, [
            pool.submit(self.play_share, rules, played, _hashed(self.seed, step, share), parts[share])
            for share, rules in enumerate(self.rule_sets(step))
        ]

    def importance(self, rule_sets: Sequence[RuleSet]) -> NDArray[np.float32]:
        """Return how much an error counts under each rule set."""
        return np.ones(len(rule_sets), np.float32)

    def _learn(self, weights: NDArray[np.void], samples: NDArray[np.void], errors: NDArray[np.float64]) -> None:
        order = np.random.default_rng([self.seed, 1 + self.step]).permutation(self.positions())
        done = self.step * self.batches + 1 + np.arange(self.batches)
        rates = _rates(done, self.steps, self.batches, _FALL_OF_TRAINED if self.start else _FALLS)
        shares = np.where(done < 1000, 1 / (done // 2 + 1), 1 - _AVERAGED)
        paces = np.stack([rates, 1 - 0.9**done, 1 - 0.999**done, shares], 1).astype(np.float32)
        rule_sets = self.rule_sets(self.step)
        amounts = np.array([amounts_of(rules) for rules in rule_sets], np.float32) / np.float32(WHOLE)
        importance = self.importance(rule_sets)
        call(self.learns, samples, len(samples), order, paces, amounts, len(rule_sets), importance, weights, errors)


_FACTORS: Final = {
    **dict.fromkeys(("inputs", "rule_inputs", "inputs_bias"), float(INPUT_SCALE)),
    "mixed": MIXED_SCALE,
    "mixed_bias": INPUT_SCALE * MIXED_SCALE,
}
"""The factors of the first two layers, which both nets have."""


@attrs.define(eq=False)
class Learning(Course[LearnedNet]):
    """The net of `Learned`, by rounds that it plays against itself, older nets, `Simple` and `Expert` with many habits.

    A step's rounds are played with the averaged weights of the step before, and each is played again from one decision
    with another action. The net learns by TD(λ) the worth of positions after a discard, a knock and a draw, in points.
    """

    kind: ClassVar[type[RuledNet]] = LearnedNet
    method = "TD(0.7) on positions after a decision; opponents: itself, older nets, simple, expert"
    usual: ClassVar[int] = 120_000_000
    of_standard: ClassVar[int] = 1
    sample = SAMPLE
    weights = WEIGHTS
    factors: ClassVar[Mapping[str, float]] = {
        **_FACTORS,
        "heads": HEAD_SCALE,
        "heads_bias": INPUT_SCALE * (MIXED_SCALE >> MIXED_SHIFT) * HEAD_SCALE,
    }
    spreads: ClassVar[Mapping[str, float]] = {"inputs": 0.15, "mixed": (2 / HIDDEN) ** 0.5, "heads": 0.1}
    batches = 160
    learns = "gin_train_learn"
    errors: ClassVar[int] = len(HEADS)

    def __attrs_post_init__(self) -> None:
        net = self.net({})
        self._played = net, net

    def next_players(self) -> tuple[LearnedNet, LearnedNet]:
        """Return the net of the averaged weights and an older one, which changes every now and then."""
        return self.net({}), self._played[0] if self.step % _OLDER_EVERY == 0 else self._played[1]

    def error(self, mean: float) -> float:
        """Return the root mean square error of a head, in points."""
        return float(POINTS * mean**0.5)

    def play_share(self, rules: RuleSet, played: Any, seed: int, samples: NDArray[np.void]) -> None:
        """Play by these rules, with the nets that play, until the samples are full."""
        amounts = amounts_of(rules)
        records = nets_array([FoldedNet(net, amounts) for net in played])
        prices = price_numbers(rules)
        assert prices is not None, "the core counts with these prices"
        stakes = np.array([box_value(rules), *prices], np.int32)
        call("gin_train_play", tables_of(rules, _SEATS), _policies(rules), stakes, records, seed, samples, len(samples))

    def importance(self, rule_sets: Sequence[RuleSet]) -> NDArray[np.float32]:
        """Return less where more points are at stake: results vary with them, and the more the less each tells."""
        stakes = np.array([points_at_stake(rules) for rules in rule_sets], np.float32)
        importance: NDArray[np.float32] = (np.float32(points_at_stake(_STANDARD)) / stakes) ** 2
        return importance


@attrs.define(eq=False)
class BeliefLearning(Course[BeliefNet]):
    """The net of `Belief`, by rounds of `Learned`, `Expert` with many habits and weaker players.

    The players do not change during the training. A third of them slip now and then.
    """

    kind: ClassVar[type[RuledNet]] = BeliefNet
    method = "the next card of the hidden hand; players: learned, expert with many habits, simple, greedy, with slips"
    usual: ClassVar[int] = 45_875_200
    of_standard: ClassVar[int] = 12
    sample = GUESS
    weights = BELIEF_WEIGHTS
    factors: ClassVar[Mapping[str, float]] = {
        **_FACTORS,
        "cards": CARD_SCALE,
        "cards_bias": INPUT_SCALE * CARD_SCALE,
        "near": SCORE,
    }
    spreads: ClassVar[Mapping[str, float]] = {"inputs": 0.1, "mixed": (2 / HIDDEN) ** 0.5, "cards": 0.3 / UNITS**0.5}
    batches = 64
    learns = "gin_belief_learn"
    errors = 1

    def play_share(self, rules: RuleSet, played: Any, seed: int, samples: NDArray[np.void]) -> None:  # noqa: ARG002
        """Let the players play by these rules until the samples are full."""
        rows = policies_of((Learned, Expert, Simple, new_greedy), rules, _SEATS)
        assert rows is not None, "the core has these players"
        call("gin_belief_play", tables_of(rules, _SEATS), *rows, seed, samples, len(samples))


def train(
    course: type[Course[N]],
    rules: RuleSet | None = None,
    *,
    seed: int = 1,
    positions: int | None = None,
    start: N | None = None,
    threads: int = 2,
    progress: Callable[[Course[N], tuple[float, ...]], object] | None = None,
) -> N:
    """Return a trained net; its weights depend on everything here but the number of threads, and on the compiler.

    The positions to learn from are rounded up to whole steps. ``progress`` is called after each step with the training
    and the net's errors before the step.
    """
    size = course.positions()
    own = course.begin(rules, seed, -(-(positions or course.usual) // size), start)
    with ThreadPoolExecutor(threads) as pool:
        while own.step < own.steps:
            errors = own.advance(pool)
            if progress is not None:
                progress(own, errors)
    count, about = str(own.steps * size), {"rules": "many rules" if rules is None else rules.label, "seed": str(seed)}
    begun = "random weights" if start is None else f"the net {own.start} for {start.label}"
    return own.net({**about, "positions": count, "of": count, "start": begun, "method": own.method})


def save(net: RuledNet, path: Path) -> None:
    """Write a net's file, each of its arrays in the narrowest numbers that hold all weights of its kind."""
    about = {"seats": _SEATS, "training": net.training, "many_rules": net.rules is None}
    head = {"format": net.format, "rules": dumps_rules(net.rules or RuleSet()), **about}
    arrays: dict[str, Any] = {
        name: np.array(getattr(net, name), np.min_scalar_type(-net.limits[name])).reshape(shape)
        for name, shape in net.shapes.items()
    }
    np.savez_compressed(path, net=np.array(json.dumps(head)), **arrays)


def digest_of(net: RuledNet | None) -> str:
    """Return a digest of a net's weights, or "" without a net."""
    if net is None:
        return ""
    return hashlib.sha256(b"".join(array("i", getattr(net, name)).tobytes() for name in net.shapes)).hexdigest()[:16]


def _rates(
    done: NDArray[np.int64], steps: int, batches_of_step: int, falls: Sequence[tuple[float, float, float]]
) -> NDArray[np.float64]:
    """Return the rates of learning of batches, numbered from 1, in a training of this number of steps."""
    rates, begun = np.zeros(len(done)), 0
    for share, first, last in falls:
        batches = batches_of_step * max(1, round(share * steps))
        part = (done - begun) / batches
        rates = np.where(part > 0, first * (last / first) ** part, rates)
        begun += batches
    return rates


def _done(samples: NDArray[np.void], jobs: list[Future[None]]) -> NDArray[np.void]:
    """Return the samples once all jobs are done."""
    for job in jobs:
        job.result()
    return samples


def _policies(rules: RuleSet) -> NDArray[np.int32]:
    """Return the rows of the net, of an older one, of and of two opponents."""
    others = [policy_of(opponent, rules) for opponent in (Simple, Expert)]
    assert None not in others, "the core has these players"
    width = len(others[0] or ())
    learned = [(KINDS["learned"], -1, 0, net, *(0,) * (width - 4)) for net in range(2)]
    return np.array([*learned, *others], np.int32)


@lru_cache(maxsize=4)
def _drawn_sets(seed: int, step: int, standard: int) -> tuple[RuleSet, ...]:
    others = (drawn(Random(f"rules {seed}/{step}/{share}")) for share in range(standard, SHARES))
    return *(_STANDARD,) * standard, *others


def points_at_stake(rules: RuleSet) -> float:
    """Return how many points a round is about, roughly: the usual difference, and the mean of the larger bonuses."""
    box = box_value(rules)
    bonus = (rules.gin_bonus + rules.undercut_bonus + box * (rules.gin_boxes + rules.undercut_boxes)) / 2
    doubled = 1 if rules.knock_source == "fixed" else 1 + (rules.spade_multiplier - 1) / 4
    return (_DIFFERENCE + bonus + box + rules.knock_bonus) * doubled


def _hashed(seed: int, step: int, share: int) -> int:
    """Return the seed for a share of a step."""
    digest = hashlib.blake2b(f"train {seed}/{step}/{share}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
