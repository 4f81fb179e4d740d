"""A net in training: the core plays rounds and keeps their positions, and the net learns from them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from os import PathLike
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.errors import InvalidNetError
from ginrules.fast._load import call
from ginrules.fast._plan import tables_of
from ginrules.fast._players import KINDS, NET, SAMPLE, WEIGHTS, net_record, policy_of
from ginrules.learned_net import (
    HEAD_SCALE,
    HEADS,
    INPUT_SCALE,
    LIMITS,
    MIXED_SCALE,
    MIXED_SHIFT,
    POINTS,
    SHAPES,
    LearnedNet,
)
from ginrules.net_files import NetArray, NetFile, read_net, write_net
from ginrules.rules.model import RuleSet
from ginrules.seated.player import NewPlayer

FORMAT: Final = "ginrules training 1"
"""The first text in the files of checkpoints."""

BATCH: Final = 1024
"""Positions of a step of Adam."""

BATCHES: Final = 160
"""Batches of a step of training."""

POSITIONS: Final = BATCH * BATCHES
"""Positions of a step of training."""

_SHARES: Final = 8
_SEATS: Final = 2
_OLDER_EVERY: Final = 40
_FALLS: Final = ((0.6, 1.5e-3, 4e-5), (0.4, 1e-3, 4e-5))
_FALL_OF_TRAINED: Final = ((1.0, 7e-4, 4e-5),)
"""How the rate of learning falls: the share of the steps of each fall, and its first and last rate. From random weights
it falls twice; from the weights of a net once, and it begins lower."""

_AVERAGED: Final = 0.9995
_FACTORS: Final = {
    "inputs": INPUT_SCALE, "inputs_bias": INPUT_SCALE, "mixed": MIXED_SCALE, "mixed_bias": INPUT_SCALE * MIXED_SCALE,
    "heads": HEAD_SCALE, "heads_bias": INPUT_SCALE * (MIXED_SCALE >> MIXED_SHIFT) * HEAD_SCALE,
}  # fmt: skip
_SPREADS: Final = {"inputs": 0.15, "mixed": (2 / SHAPES["inputs_bias"][0]) ** 0.5, "heads": 0.1}


@attrs.define(eq=False)
class Learning:
    """A net that learns from rounds that it plays against itself, older nets, `Simple` and `Expert` with many habits.

    A step learns from `POSITIONS` positions while the next ones are played, with the averaged weights of the step
    before. Both parts and their random numbers are fixed by the seed and the number of the step, so that the number
    of threads changes nothing.

    Attributes:
        rules: The rules.
        seed: The seed of all random numbers.
        steps: The steps of the whole training; the rate of learning falls over them.
        start: The digest of the net whose weights it began with; "" if it began with random weights.
        step: The steps done.
    """

    rules: RuleSet
    seed: int
    steps: int
    start: str
    step: int
    _policies: NDArray[np.int32] = attrs.field(repr=False)
    _weights: NDArray[np.void] = attrs.field(repr=False)
    _played: NDArray[np.void] = attrs.field(repr=False)
    _samples: NDArray[np.void] | None = attrs.field(default=None, init=False, repr=False)

    @classmethod
    def begin(
        cls, rules: RuleSet, opponents: Sequence[NewPlayer], seed: int, steps: int, start: LearnedNet | None = None
    ) -> Learning:
        """Return a training that begins.

        Args:
            rules: The rules; the core must support them, at a table of two.
            opponents: The makers of `Simple`, `Expert` and `Careful`; the last gives the stakes.
            seed: The seed.
            steps: The steps of the whole training.
            start: The net whose weights it begins with; None for random weights.
        """
        chance, weights = np.random.default_rng([seed, 0]), np.zeros(4, WEIGHTS)
        for name, spread in _SPREADS.items():
            weights[name][:2] = chance.normal(0, spread, weights[name].shape[1]).astype(np.float32)
        if start is not None:
            for name, factor in _FACTORS.items():
                weights[name][:2] = np.array(getattr(start, name)) / factor
        nets = np.array([_record(weights[1])] * 2, NET)
        return cls(rules, seed, steps, digest_of(start), 0, _policies(rules, opponents), weights, nets)

    @classmethod
    def resume(cls, path: str | PathLike[str], opponents: Sequence[NewPlayer]) -> Learning:
        """Return the training of a checkpoint, which continues as if it had not been interrupted.

        Raises:
            InvalidNetError: If the file is not a checkpoint.
            OSError: If it cannot be read.
        """
        file = read_net(path, FORMAT)
        weights, nets = file.arrays.get("weights"), file.arrays.get("nets")
        numbers: list[Any] = [file.about.get(name) for name in ("seed", "steps", "step")]
        start = file.about.get("start")
        sizes = 4 * WEIGHTS.itemsize, 2 * NET.itemsize
        if weights is None or nets is None or (len(weights.data), len(nets.data)) != sizes:
            raise InvalidNetError(f"{path} is not a checkpoint of a training of this version")
        are_numbers = all(type(number) is int and 0 <= number < 1 << 63 for number in numbers)
        if not are_numbers or not isinstance(start, str) or numbers[1] < numbers[2]:
            raise InvalidNetError(f"{path} is not a checkpoint of a training: its seed, steps or start are missing")
        seed, steps, step = numbers
        own = np.frombuffer(weights.data, WEIGHTS).copy(), np.frombuffer(nets.data, NET).copy()
        for name in SHAPES:
            if not np.isfinite(own[0][name]).all() or abs(own[1][name].astype(np.int64)).max() > LIMITS[name]:
                raise InvalidNetError(f"{path} is not a checkpoint of a training: {name} has weights out of range")
        return cls(file.rules, seed, steps, start, step, _policies(file.rules, opponents), *own)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a checkpoint."""
        arrays = {
            "weights": NetArray("<f4", (4, WEIGHTS.itemsize // 4), self._weights.tobytes()),
            "nets": NetArray("|i1", (2, NET.itemsize), self._played.tobytes()),
        }
        about = {"seed": self.seed, "steps": self.steps, "start": self.start, "step": self.step}
        write_net(path, FORMAT, NetFile(self.rules, _SEATS, arrays, about))

    @property
    def net_weights(self) -> dict[str, Any]:
        """The averaged weights as whole numbers, by name, for `ginrules.learned_net.LearnedNet`."""
        record = _record(self._weights[1])
        return {name: record[name].tolist() for name in SHAPES}

    def net(self, training: dict[str, str]) -> LearnedNet:
        """Return the net of the averaged weights.

        Args:
            training: How it was trained, by name.
        """
        return LearnedNet(rules=self.rules, **self.net_weights, training=training)

    def advance(self, pool: ThreadPoolExecutor) -> tuple[float, ...]:
        """Do a step, and return the root mean square errors of the heads before it, in points.

        Args:
            pool: The threads that play and learn.
        """
        if self._samples is None:
            self._samples = _done(*self._play(pool, self.step, self._played))
        older = self._played[0] if self.step % _OLDER_EVERY == 0 else self._played[1]
        nets = np.array([_record(self._weights[1]), older], NET)
        weights, errors = self._weights.copy(), np.zeros((len(HEADS), 2))
        learned = pool.submit(self._learn, weights, self._samples, errors)
        samples, shares = self._play(pool, self.step + 1, nets)
        _done(samples, [learned, *shares])
        self._weights, self._played, self._samples, self.step = weights, nets, samples, self.step + 1
        return tuple(float(POINTS * (error / max(count, 1)) ** 0.5) for error, count in errors)

    def _play(
        self, pool: ThreadPoolExecutor, step: int, nets: NDArray[np.void]
    ) -> tuple[NDArray[np.void], list[Future[None]]]:
        samples = np.zeros(POSITIONS, SAMPLE)
        tables, size = tables_of(self.rules, _SEATS), POSITIONS // _SHARES
        return samples, [
            pool.submit(
                call, "gin_train_play", tables, self._policies, nets, _hashed(self.seed, step, share),
                samples[share * size : (share + 1) * size], np.zeros(1, np.int64),
            )
            for share in range(_SHARES)
        ]  # fmt: skip

    def _learn(self, weights: NDArray[np.void], samples: NDArray[np.void], errors: NDArray[np.float64]) -> None:
        order = np.random.default_rng([self.seed, 1 + self.step]).permutation(POSITIONS)
        done = self.step * BATCHES + 1 + np.arange(BATCHES)
        rates = _rates(done, self.steps, _FALL_OF_TRAINED if self.start else _FALLS)
        shares = np.where(done < 1000, 1 / (done // 2 + 1), 1 - _AVERAGED)
        paces = np.stack([rates, 1 - 0.9**done, 1 - 0.999**done, shares], 1).astype(np.float32)
        call("gin_train_learn", samples, order, paces, weights, errors)


def digest_of(net: LearnedNet | None) -> str:
    """Return a digest of the weights of a net; "" without a net."""
    return "" if net is None else hashlib.sha256(net_record(net).tobytes()).hexdigest()[:16]


def _rates(done: NDArray[np.int64], steps: int, falls: Sequence[tuple[float, float, float]]) -> NDArray[np.float64]:
    """Return the rates of learning of batches, numbered from 1, in a training of this number of steps."""
    rates, begun = np.zeros(len(done)), 0
    for share, first, last in falls:
        batches = BATCHES * max(1, round(share * steps))
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


def _record(weights: np.void) -> Any:
    """Return weights as whole numbers, a record of the core."""
    record = np.zeros((), NET)
    for name, factor in _FACTORS.items():
        numbers = np.rint(weights[name].astype(np.float64) * factor)
        record[name] = np.clip(numbers, -LIMITS[name], LIMITS[name])
    return record


def _hashed(seed: int, step: int, share: int) -> int:
    """Return the seed of a share of a step."""
    digest = hashlib.blake2b(f"train {seed}/{step}/{share}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")
