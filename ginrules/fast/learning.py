"""A net in training: the core plays rounds and keeps their positions, and the net learns from them."""

from __future__ import annotations

import hashlib
import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from os import PathLike
from typing import Any, ClassVar, Final, Self, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.errors import InvalidNetError
from ginrules.fast._load import call
from ginrules.fast._plan import tables_of
from ginrules.fast._players import KINDS, SAMPLE, WEIGHTS, nets_array, policy_of
from ginrules.learned_net import (
    HEAD_SCALE,
    HEADS,
    INPUT_SCALE,
    MIXED_SCALE,
    MIXED_SHIFT,
    POINTS,
    SHAPES,
    LearnedNet,
    RuledNet,
)
from ginrules.net_files import NetArray, NetFile, read_net, write_net
from ginrules.net_rules import WHOLE, amounts_of, points_at_stake
from ginrules.rules.model import RuleSet
from ginrules.seated.player import NewPlayer

FORMAT: Final = "ginrules training 2"
"""The first text in the files of checkpoints."""

BATCH: Final = 1024
"""Positions of a step of Adam."""

BATCHES: Final = 160
"""Batches of a step of training."""

SHARES: Final = 32
"""Shares of a step, each played under one rule set."""

_SEATS: Final = 2
_OLDER_EVERY: Final = 40
_FALLS: Final = ((0.6, 1.5e-3, 4e-5), (0.4, 1e-3, 4e-5))
_FALL_OF_TRAINED: Final = ((1.0, 7e-4, 4e-5),)
"""How the rate of learning falls: the share of the steps of each fall, and its first and last rate. From random
weights it falls twice. From the weights of a net it falls once, and begins lower.
"""

_STAKES: Final = np.float32(points_at_stake(RuleSet()))
_AVERAGED: Final = 0.9995
_FACTORS: Final[dict[str, float]] = {
    "inputs": INPUT_SCALE, "rule_inputs": INPUT_SCALE, "inputs_bias": INPUT_SCALE,
    "mixed": MIXED_SCALE, "mixed_bias": INPUT_SCALE * MIXED_SCALE,
    "heads": HEAD_SCALE, "heads_bias": INPUT_SCALE * (MIXED_SCALE >> MIXED_SHIFT) * HEAD_SCALE,
}  # fmt: skip
_SPREADS: Final[dict[str, float]] = {"inputs": 0.15, "mixed": (2 / SHAPES["inputs_bias"][0]) ** 0.5, "heads": 0.1}
"""The standard deviations of random weights. All others begin with zero, those of the rules too."""

_KEPT: Final = np.dtype([(name, np.int32, (math.prod(shape),)) for name, shape in SHAPES.items()])
"""The weights of a net in a checkpoint."""

RuleSets = Callable[[int], Sequence[RuleSet]]
"""The rule sets of a step of this number, one for each of its shares."""


C = TypeVar("C", bound="Course")


@attrs.define(eq=False)
class Course:
    """A net in training: it learns from the positions of rounds that the core plays.

    A step learns from positions while the next ones are played. Both parts, their rule sets and their random numbers
    are fixed by the seed and the number of the step, so that the number of threads changes nothing.

    Attributes:
        rules: The rules, or None if the steps have many.
        seed: The seed of all random numbers.
        steps: The steps of the whole training, over which the rate of learning falls.
        start: The digest of the net whose weights it began with, or "" if it began with random weights.
        step: The steps done.
    """

    kind: ClassVar[type[RuledNet]]
    format: ClassVar[str]
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
    _rule_sets: RuleSets = attrs.field(repr=False)
    _opponents: Sequence[NewPlayer] = attrs.field(repr=False)
    _weights: NDArray[np.void] = attrs.field(repr=False)
    _played: Any = attrs.field(default=None, init=False, repr=False)
    _samples: NDArray[np.void] | None = attrs.field(default=None, init=False, repr=False)

    @classmethod
    def begin(
        cls,
        rules: RuleSet | None,
        rule_sets: RuleSets,
        opponents: Sequence[NewPlayer],
        seed: int,
        steps: int,
        start: RuledNet | None = None,
    ) -> Self:
        """Return a training that begins.

        Args:
            rules: The rules that the net is trained for, or None for many.
            rule_sets: The rule sets of each step. The core must support them, at a table of two.
            opponents: The makers of the players of the rounds.
            seed: The seed.
            steps: The steps of the whole training.
            start: The net whose weights it begins with, or None for random weights.
        """
        chance, weights = np.random.default_rng([seed, 0]), np.zeros(4, cls.weights)
        for name, spread in cls.spreads.items():
            weights[name][:2] = chance.normal(0, spread, weights[name].shape[1]).astype(np.float32)
        if start is not None:
            for name, factor in cls.factors.items():
                weights[name][:2] = np.array(getattr(start, name)) / factor
        return cls(rules, seed, steps, digest_of(start), 0, rule_sets, opponents, weights)

    @classmethod
    def resume(
        cls,
        path: str | PathLike[str],
        rule_sets: Callable[[RuleSet | None, int], RuleSets],
        opponents: Sequence[NewPlayer],
    ) -> Self:
        """Return the training of a checkpoint, which continues as if it had not been interrupted.

        Args:
            path: The file.
            rule_sets: Returns the rule sets of each step, for the rules and the training's seed.
            opponents: As for `begin`.

        Raises:
            InvalidNetError: If the file is not a checkpoint.
            OSError: If it cannot be read.
        """
        file = read_net(path, cls.format)
        weights = file.arrays.get("weights")
        numbers: list[Any] = [file.about.get(name) for name in ("seed", "steps", "step")]
        start, is_for_many = file.about.get("start"), file.about.get("many_rules")
        if weights is None or len(weights.data) != 4 * cls.weights.itemsize:
            raise InvalidNetError(f"{path} is not a checkpoint of a training of this version")
        are_numbers = all(type(number) is int and 0 <= number < 1 << 63 for number in numbers)
        if not are_numbers or not isinstance(start, str) or type(is_for_many) is not bool or numbers[1] < numbers[2]:
            raise InvalidNetError(f"{path} is not a checkpoint of a training: its seed, steps or start are missing")
        seed, steps, step = numbers
        own = np.frombuffer(weights.data, cls.weights).copy()
        if not all(np.isfinite(own[name]).all() for name in cls.kind.shapes):
            raise InvalidNetError(f"{path} is not a checkpoint of a training: it has weights that are not numbers")
        rules = None if is_for_many else file.rules
        course = cls(rules, seed, steps, start, step, rule_sets(rules, seed), opponents, own)
        course.read_kept(path, file)
        return course

    def save(self, path: str | PathLike[str]) -> None:
        """Write a checkpoint.

        Raises:
            InvalidNetError: If a weight has left its range.
            OSError: If it cannot be written.
        """
        self.net({})
        arrays = {
            "weights": NetArray("<f4", (4, self.weights.itemsize // 4), self._weights.tobytes()), **self.kept(),
        }  # fmt: skip
        about = {
            "seed": self.seed, "steps": self.steps, "start": self.start, "step": self.step,
            "many_rules": self.rules is None,
        }  # fmt: skip
        write_net(path, self.format, NetFile(self.rules or RuleSet(), _SEATS, arrays, about))

    def kept(self) -> dict[str, NetArray]:
        """Return the arrays that a checkpoint keeps besides the weights."""
        return {}

    def read_kept(self, path: str | PathLike[str], file: NetFile) -> None:
        """Read the arrays that `kept` returned."""

    def net(self, training: dict[str, str]) -> Any:
        """Return the net with the averaged weights.

        Args:
            training: How it was trained, by name.

        Raises:
            InvalidNetError: If the rules' weights could move a bias out of its range.
        """
        whole, average = {}, self._weights[1]
        for name, factor in self.factors.items():
            numbers = np.rint(average[name].astype(np.float64) * factor)
            limit = self.kind.limits[name]
            whole[name] = array("i", np.clip(numbers, -limit, limit).astype(np.int32).tobytes())
        return self.kind(rules=self.rules, **whole, training=training)

    @classmethod
    def positions(cls) -> int:
        """Return a step's positions."""
        return BATCH * cls.batches

    def advance(self, pool: ThreadPoolExecutor) -> tuple[float, ...]:
        """Do a step, and return the errors before it.

        Args:
            pool: The threads that play and learn.
        """
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
            for share, rules in enumerate(self._rule_sets(step))
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
        rule_sets = self._rule_sets(self.step)
        amounts = np.array([amounts_of(rules) for rules in rule_sets], np.float32) / np.float32(WHOLE)
        call(self.learns, samples, order, paces, amounts, self.importance(rule_sets), weights, errors)


@attrs.define(eq=False)
class Learning(Course):
    """A net that learns from rounds that it plays against itself, older nets, `Simple` and `Expert` with many habits.

    A step's rounds are played with the averaged weights of the step before. Of the opponents, which are `Simple`,
    `Expert` and `Careful`, the last gives the stakes.
    """

    kind: ClassVar[type[RuledNet]] = LearnedNet
    format = FORMAT
    sample = SAMPLE
    weights = WEIGHTS
    factors: ClassVar[Mapping[str, float]] = _FACTORS
    spreads: ClassVar[Mapping[str, float]] = _SPREADS
    batches = BATCHES
    learns = "gin_train_learn"
    errors: ClassVar[int] = len(HEADS)

    def __attrs_post_init__(self) -> None:
        net = self.net({})
        self._played = net, net

    def kept(self) -> dict[str, NetArray]:
        """Return the nets that play."""
        kept = np.zeros(2, _KEPT)
        for record, net in zip(kept, self._played, strict=True):
            for name in SHAPES:
                record[name] = getattr(net, name)
        return {"nets": NetArray("<i4", (2, _KEPT.itemsize // 4), kept.tobytes())}

    def read_kept(self, path: str | PathLike[str], file: NetFile) -> None:
        """Read the nets that play.

        Raises:
            InvalidNetError: If there are none.
        """
        nets = file.arrays.get("nets")
        if nets is None or len(nets.data) != 2 * _KEPT.itemsize:
            raise InvalidNetError(f"{path} is not a checkpoint of a training of this version")
        first, second = (
            LearnedNet(rules=self.rules, **{name: record[name].tolist() for name in SHAPES})
            for record in np.frombuffer(nets.data, _KEPT)
        )
        self._played = first, second

    def next_players(self) -> tuple[LearnedNet, LearnedNet]:
        """Return the net of the averaged weights and an older one, which changes every now and then."""
        return self.net({}), self._played[0] if self.step % _OLDER_EVERY == 0 else self._played[1]

    def error(self, mean: float) -> float:
        """Return the root mean square error of a head, in points."""
        return float(POINTS * mean**0.5)

    def play_share(self, rules: RuleSet, played: Any, seed: int, samples: NDArray[np.void]) -> None:
        """Play by these rules, with the nets that play, until the samples are full."""
        amounts, policies = amounts_of(rules), _policies(rules, self._opponents)
        records = nets_array([net.folded(amounts) for net in played])
        call("gin_train_play", tables_of(rules, _SEATS), policies, records, seed, samples, np.zeros(1, np.int64))

    def importance(self, rule_sets: Sequence[RuleSet]) -> NDArray[np.float32]:
        """Return less where more points are at stake: results vary with them, and the more the less each tells."""
        stakes = np.array([points_at_stake(rules) for rules in rule_sets], np.float32)
        importance: NDArray[np.float32] = (_STAKES / stakes) ** 2
        return importance


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
    try:
        for job in jobs:
            job.result()
    except BaseException:
        for job in jobs:
            job.cancel()
        raise
    return samples


def _policies(rules: RuleSet, opponents: Sequence[NewPlayer]) -> NDArray[np.int32]:
    simple, expert, careful = (policy_of(opponent, rules) for opponent in opponents)
    assert simple is not None, "the core has these players"
    assert expert is not None, "the core has these players"
    assert careful is not None, "the core has these players"
    rows = [[KINDS["learned"], -1, net, *(0,) * (len(simple) - 3)] for net in range(2)]
    return np.array([*rows, simple, expert, careful], np.int32)


def _hashed(seed: int, step: int, share: int) -> int:
    """Return the seed for a share of a step."""
    digest = hashlib.blake2b(f"train {seed}/{step}/{share}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
