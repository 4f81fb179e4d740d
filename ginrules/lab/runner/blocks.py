"""The play of an experiment, whose rounds are kept in compressed blocks: in memory, in its result, in a folder.

A block is the content of a file: a line of JSON, and the arrays of its batches, compressed. The line says which units
of which run it holds and how long the arrays are, so that a file is checked before it is unpacked.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from ginrules._support.bounds import RUN_BLOCK
from ginrules._support.files import (
    KeptFile,
    UnreadableError,
    kept_elsewhere,
    not_written,
    read_bytes,
    read_text,
    write_atomic,
)
from ginrules._support.values import shown, wrong_type
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.runner.progress import Interrupts
from ginrules.lab.runner.rows import TakeRows, rows_of_all
from ginrules.lab.runner.task import Run, RunOptions
from ginrules.lab.runner.workers import WINDOW, Batches, batches_of, prepared

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds

R = TypeVar("R")

_FORMAT: Final = 2
_RUN: Final = "run.json"
_NAME: Final = re.compile(r"[0-9]+-[0-9]+-[0-9]+\.rounds")
_LEFT_OVER: Final = re.compile(r"ginrules-[0-9a-f]{16}\.(rounds|json)\.new")
_DESCRIPTION: Final = 1 << 22
_BLOCK_ROUNDS: Final = 20_000
_MOST_OF: Final = 300


@attrs.frozen
class Block:
    """The rounds of the units from ``first`` to before ``stop`` of a run: ``data`` is the content of a file."""

    part: int
    first: int
    stop: int
    data: bytes = attrs.field(repr=False)

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.part}-{self.first:012}-{self.stop:012}.rounds"


@attrs.frozen
class RunData:
    """The rounds of an experiment that have been played. Only the experiment that ``of`` describes can continue."""

    of: str
    seed: int
    blocks: tuple[Block, ...] = attrs.field(default=(), repr=False)


# --- blocks and files -------------------------------------------------------------------------------


def encode_block(of: str, part: int, batches: Batches) -> Block:
    """Return batches as a block of the run described by this text."""
    units = batches[0].units
    payload = zlib.compress(b"".join(batch.to_bytes() for batch in batches), 1)
    where = {"part": part, "first": units.start, "stop": units.stop}
    lengths = [batch.lengths for batch in batches]
    head = {"format": _FORMAT, "run": _digest(of.encode()), **where, "lengths": lengths, "digest": _digest(payload)}
    return Block(part, units.start, units.stop, json.dumps(head).encode() + b"\n" + payload)


def decode_block(block: Block, run: Run) -> Batches:
    """Return a block's batches."""
    from ginrules.lab.runner.batch import Batch, shapes_of, size_of

    line, _, payload = block.data.partition(b"\n")
    units, lengths = range(block.first, block.stop), json.loads(line)["lengths"]
    shapes = [shapes_of(task, units, *of_task) for task, of_task in zip(run.tasks, lengths, strict=True)]
    raw, place, batches = _unpacked(block, payload, sum(map(size_of, shapes))), 0, []
    for task, of_task in zip(run.tasks, shapes, strict=True):
        batch = Batch.from_bytes(task, units, of_task, raw[place : place + size_of(of_task)])
        if not batch.is_whole:
            raise InvalidRunError(f"{block.name} contradicts itself: expected the rounds of its units")
        batches.append(batch)
        place += size_of(of_task)
    return tuple(batches)


def _unpacked(block: Block, payload: bytes, size: int) -> bytes:
    if size > RUN_BLOCK:
        raise InvalidRunError(f"{block.name}: expected at most {RUN_BLOCK} bytes when unpacked, got {size}")
    unpack = zlib.decompressobj()
    raw = unpack.decompress(payload, size + 1)
    if len(raw) != size or not unpack.eof:
        raise InvalidRunError(f"{block.name}: expected {size} bytes when unpacked")
    return raw


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def read_folder(path: Path) -> RunData | None:
    """Return the rounds in the folder of a checkpoint, or None if there is no folder yet, or an empty one."""
    if not os.path.lexists(path):
        if not path.parent.is_dir():
            raise InvalidRunError(f"there is no folder {path.parent} for the checkpoint", path=str(path))
        return None
    if not path.is_dir():
        raise InvalidRunError(
            f"{path} is a file: a checkpoint is a folder now, and those of earlier versions are not read; "
            "name another path",
            path=str(path),
        )
    try:
        names = sorted(entry.name for entry in os.scandir(path) if not _LEFT_OVER.fullmatch(entry.name))
    except OSError as error:
        raise InvalidRunError(f"{path} cannot be read: {error.strerror or error}", path=str(path)) from error
    if not names:
        return None
    if _RUN not in names:
        raise InvalidRunError(f"{path} is not the folder of a checkpoint: it has no {_RUN}", path=str(path))
    of, seed = _description(path / _RUN)
    blocks = [_block(path / name, of) for name in names if _NAME.fullmatch(name)]
    return RunData(of, seed, tuple(blocks))


def _description(path: Path) -> tuple[str, int]:
    try:
        data = json.loads(read_text(path, _DESCRIPTION))
        version, of, seed = data["format"], data["of"], data["seed"]
    except UnreadableError as error:
        raise InvalidRunError(f"{path} {error.reason}", path=str(path)) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidRunError(f"{path} does not describe a run: name another folder", path=str(path)) from error
    if version != _FORMAT:
        raise InvalidRunError(f"{path} was written by another version of ginrules: name another folder", path=str(path))
    if not isinstance(of, str) or not isinstance(seed, int):
        raise InvalidRunError(f"{path} does not describe a run: name another folder", path=str(path))
    return of, seed


def _block(path: Path, of: str) -> Block:
    """Return the block in a file, whose digest is checked."""
    try:
        data = read_bytes(path, RUN_BLOCK)
    except OSError as error:
        raise InvalidRunError(f"{path} cannot be read: {error.strerror or error}", path=str(path)) from error
    line, _, payload = data.partition(b"\n")
    try:
        head = json.loads(line)
        block = Block(head["part"], head["first"], head["stop"], data)
        is_whole = head["digest"] == _digest(payload) and block.name == path.name
        is_of_run = head["run"] == _digest(of.encode()) and head["format"] == _FORMAT
    except (ValueError, KeyError, TypeError, RecursionError):
        is_whole = False
    if not is_whole:
        raise InvalidRunError(f"{path} is spoiled: delete it, and its rounds are played again", path=str(path))
    if not is_of_run:
        raise InvalidRunError(f"{path} belongs to another run: remove it from the folder", path=str(path))
    return block


# --- a run that is kept -----------------------------------------------------------------------------


class Experiment:
    """Plays an experiment and keeps its rounds, in memory and, if there is a checkpoint, in its folder.

    The options say after how many seconds the folder is written: at most this much play is lost if the process is
    killed. New rounds are written after half of the time, and a range of units ends after a quarter.
    """

    def __init__(self, options: RunOptions) -> None:
        self.options = options
        self._folder = None if options.checkpoint is None else Path(options.checkpoint)
        self._every = options.checkpoint_every
        self._last = time.monotonic()
        self.before: RunData | None = _resumed(options.resume) if self._folder is None else read_folder(self._folder)
        self._blocks: list[Block] = []
        self._written = 0
        self._pending: list[Batches] = []
        self._part = 0
        self._of, self._seed = "", 0
        self._has_begun = False

    def play(
        self,
        of: str,
        runs: Sequence[Run],
        add: Callable[[int, Batches], list[PricedRounds]],
        result: Callable[[RunData], R],
        unit: str,
        take_rows: TakeRows | None = None,
        *,
        is_enough: Callable[[], bool] = lambda: False,
        end: Callable[[], None] = lambda: None,
    ) -> R:
        """Play the runs of the experiment that ``of`` describes, one after the other, and return its result.

        ``add`` gets the rounds that are there, then the missing ones, with the number of their run, and returns them
        at the prices of each rule set. ``end`` is called when all are played, or ``is_enough`` says that they are.
        """
        if take_rows is not None and not callable(take_rows):
            raise InvalidRunError(f"take_rows: expected a function, got {shown(take_rows)}")
        self._begin(of, runs[0].tasks[0].seed)
        makers = [maker for run in runs for task in run.tasks for maker in task.new_players]
        with self._kept(result) as interrupts, prepared(self.options, unit, makers) as options:
            for part, run in enumerate(runs):
                for batches, is_new in self._batches(part, run, options):
                    with interrupts.held():
                        priced = add(part, batches)
                        if is_new:
                            self._add(batches)
                    if take_rows is not None:
                        take_rows(rows_of_all(priced))
                    self._write_when_due(interrupts)
                    if is_enough():
                        break
            end()
        return result(self._data)

    def _begin(self, of: str, seed: int) -> None:
        self._of, self._seed = of, seed
        if self.before is None:
            return
        if self.before.of != of:
            raise InvalidRunError(f"expected a checkpoint of {of!r}, got one of {self.before.of[:_MOST_OF]!r}")
        for block in sorted(self.before.blocks, key=lambda one: (one.part, one.first, -one.stop)):
            last = self._blocks[-1] if self._blocks else None
            if last is None or block.part != last.part or block.first >= last.stop:  # two programs may have played some
                self._blocks.append(block)
        self._written = len(self._blocks)

    @property
    def _data(self) -> RunData:
        self._pack()
        return RunData(self._of, self._seed, tuple(self._blocks))

    def _batches(self, part: int, run: Run, options: RunOptions) -> Iterator[tuple[Batches, bool]]:
        """Yield the batches of a run in order, those that are there and the missing ones, and whether they are new."""
        self._pack()
        self._part, place = part, 0
        at_once = 1 if options.executor is None else WINDOW
        seconds = inf if self._folder is None else self._every / 4 / at_once
        for block in [*(one for one in self._blocks if one.part == part), None]:
            stop = run.units if block is None else block.first
            if place < stop:
                missing = run if stop == run.units else attrs.evolve(run, units=stop)
                for batches in batches_of(missing, options, first=place, seconds=seconds):
                    yield batches, True
            if block is not None:
                self._pack()  # a block has no gap
                yield decode_block(block, run), False
                place = block.stop

    def _add(self, batches: Batches) -> None:
        self._pending.append(batches)
        if sum(len(batch.facts) for part in self._pending for batch in part) >= _BLOCK_ROUNDS:
            self._pack()

    def _pack(self) -> None:
        from ginrules.lab.runner.batch import Batch

        if self._pending:
            joined = tuple(map(Batch.joined, zip(*self._pending, strict=True)))
            self._blocks.append(encode_block(self._of, self._part, joined))
            self._pending.clear()

    @contextmanager
    def _kept(self, result: Callable[[RunData], object]) -> Iterator[Interrupts]:
        """Keep the rounds during a ``with`` statement. Ctrl-C and SIGTERM end the statement.

        If there is no folder, SIGTERM then ends the program. The folder is made at the beginning, to find out whether
        it can be written before anything is played. The last rounds are written at the end, also after an error.
        """
        with Interrupts() as interrupts:
            try:
                self._write(interrupts)
                try:
                    yield interrupts
                except KeyboardInterrupt:
                    pass
                except LabError:
                    with contextlib.suppress(LabError):  # the first error says more
                        self._write(interrupts)
                    raise
                self._write(interrupts)
                interrupts.is_kept = self._folder is not None
            except LabError as error:
                error.partial = result(self._data)
                raise

    def _write_when_due(self, interrupts: Interrupts) -> None:
        """Write the new rounds if the last writing is old enough, or try again after later units if that fails."""
        if self._folder is not None and time.monotonic() - self._last >= self._every / 2:
            with interrupts.held(), contextlib.suppress(OSError):
                self._save(self._folder)
            self._last = time.monotonic()

    def _save(self, folder: Path) -> None:
        self._pack()
        while self._written < len(self._blocks):
            block = self._blocks[self._written]
            write_atomic(block.data, folder / block.name)
            self._written += 1

    def _write(self, interrupts: Interrupts) -> None:
        """Write the folder, at the beginning its description, or all rounds elsewhere if that fails."""
        folder = self._folder
        if folder is None:
            return
        description = json.dumps({"format": _FORMAT, "of": self._of, "seed": self._seed}) + "\n"
        try:
            with interrupts.held():
                if not self._has_begun:
                    folder.mkdir(exist_ok=True)
                    KeptFile(folder / _RUN, is_new=self.before is None).write(description)
                self._save(folder)
        except OSError as error:
            if not self._has_begun:
                raise not_written(folder, error, "nothing was played") from error
            kept = kept_elsewhere({_RUN: description, **{block.name: block.data for block in self._blocks}})
            raise not_written(folder, error, f"it is kept in {kept}" if kept else "it is not kept", kept) from error
        self._has_begun, self._last = True, time.monotonic()


def _resumed(resume: object) -> RunData | None:
    """Return the rounds of a result, or of the folder of a checkpoint."""
    if resume is None:
        return None
    if isinstance(resume, str | os.PathLike):
        data = read_folder(Path(resume))
        if data is None:
            raise InvalidRunError(f"there is no checkpoint {shown(os.fspath(resume))}")
        return data
    data = getattr(resume, "_data", None)
    if not isinstance(data, RunData):
        raise wrong_type("the result of a run, or the folder of its checkpoint", resume)
    return data
