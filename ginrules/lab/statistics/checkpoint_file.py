"""The checkpoint file of a run: read at the beginning, written at intervals and at the end."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import attrs

from ginrules._support.files import KeptFile, UnreadableError, path_beside, read_text, write_atomic
from ginrules._support.values import expect, shown
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.runner.progress import Interrupts, interruptible, sending_later
from ginrules.lab.statistics.checkpoints import MOST_BYTES, Checkpoint

EVERY: Final = 30.0
"""Default interval between two checkpoints of a run, in seconds."""


def read_checkpoint(path: Path) -> Checkpoint | None:
    """Return the checkpoint in a file, or None if the file does not exist yet.

    Raises:
        InvalidRunError: If the file holds something else, or its folder does not exist.

    Examples:
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     print(read_checkpoint(Path(folder) / "run.json"))
        None
    """
    if not os.path.lexists(path):
        if not path.parent.is_dir():
            raise InvalidRunError(f"there is no folder {path.parent} for the checkpoint", path=str(path))
        return None
    try:
        return Checkpoint.loads(read_text(path, MOST_BYTES))
    except UnreadableError as error:
        raise InvalidRunError(f"{path} {error.reason}", path=str(path)) from error
    except InvalidRunError as error:
        raise InvalidRunError(
            f"{path} is not a checkpoint: {error}; name another file, or delete it", path=str(path)
        ) from error


class Keeper:
    """Keeps a run's state in a file.

    Args:
        path: The file. None to keep nothing.
        every: Approximate limit on the play lost if the process is killed, in seconds. A checkpoint is written
            after half of this time, and a part of the run ends after a quarter. 0 writes after each unit.
        resume: A checkpoint to begin with, instead of the checkpoint in the file.

    Attributes:
        before: The checkpoint to begin with. None if there is no earlier state.

    Raises:
        InvalidRunError: If an argument is wrong, or the file holds something else.
    """

    def __init__(self, path: Path | str | None, every: float, resume: Checkpoint | None) -> None:
        if resume is not None:
            expect(resume, Checkpoint, "a Checkpoint", "`Checkpoint.from_plain` reads one")
        if path is not None and not isinstance(path, str | os.PathLike):
            raise InvalidRunError(f"checkpoint: expected the path of a file, got {shown(path)}")
        seconds: object = every
        if isinstance(seconds, bool) or not (isinstance(seconds, int | float) and seconds >= 0):
            raise InvalidRunError(f"checkpoint_every: expected a number of seconds from 0 up, got {shown(every)}")
        if path is not None and resume is not None:
            raise InvalidRunError("give resume or checkpoint, not both: the file has the state of its own run")
        self._path = None if path is None else Path(path)
        self._file = None if self._path is None else KeptFile(self._path)
        self._every = float(seconds)
        self._last = time.monotonic()
        self.before: Checkpoint | None = resume if self._path is None else read_checkpoint(self._path)

    @property
    def seconds(self) -> float | None:
        """Time limit for a part of the run, after which it can be kept, in seconds, or None if nothing is kept."""
        return None if self._path is None else self._every / 4

    @contextmanager
    def keeping(self, checkpoint: Callable[[], Checkpoint], result: Callable[[], object]) -> Iterator[Interrupts]:
        """Keep a run's state during a ``with`` statement. Ctrl-C and SIGTERM end the statement.

        If there is no file, SIGTERM then ends the program.

        The file is written at the beginning, to find out whether it can be written before anything is played.
        It is written again at the end, also after an error.

        Args:
            checkpoint: Returns the run's state.
            result: Returns the figures of the run, which become the ``partial`` attribute of an error.

        Raises:
            LabError: If the statement raises it, or the file cannot be written. In the second case the state is
                saved to the folder for temporary files if possible, and ``details["kept"]`` names this file.
        """
        with interruptible() as interrupts:
            try:
                self._write(checkpoint, interrupts, keep=False)
                try:
                    yield interrupts
                except KeyboardInterrupt:
                    pass
                except LabError:
                    with contextlib.suppress(LabError):  # the first error says more
                        self._write(checkpoint, interrupts)
                    raise
                self._write(checkpoint, interrupts)
                interrupts.is_kept = self._path is not None
            except LabError as error:
                error.partial = result()
                raise

    def part_done(self, checkpoint: Callable[[], Checkpoint], interrupts: Interrupts) -> None:
        """Write a checkpoint if the last is old enough, or try again after a later part if that fails."""
        if self._file is not None and time.monotonic() - self._last >= self._every / 2:
            with interrupts.held(), contextlib.suppress(OSError):
                self._file.write(checkpoint().dumps())
            self._last = time.monotonic()

    def _write(self, checkpoint: Callable[[], Checkpoint], interrupts: Interrupts, *, keep: bool = True) -> None:
        if self._file is None:
            return
        try:
            with interrupts.held():
                self._file.write(checkpoint().dumps())
        except OSError as error:
            kept = _keep(checkpoint()) if keep else None
            where = f"it is kept in {kept}" if kept else "it is not kept" if keep else "nothing was played"
            raise LabError(
                f"{self._path} cannot be written: {error.strerror or error}; {where}",
                path=str(self._path), kept=str(kept or ""),
            ) from error  # fmt: skip
        self._last = time.monotonic()


def _keep(checkpoint: Checkpoint) -> Path | None:
    kept = path_beside(Path(tempfile.gettempdir()) / "checkpoint.json")
    try:
        write_atomic(checkpoint.dumps(), kept)
    except OSError:
        return None
    return kept


@attrs.frozen(kw_only=True)
class KeptRunOptions(RunOptions):
    """A run's executor, its limits, and the file for its state."""

    resume: Checkpoint | None = None
    checkpoint: Path | str | None = None
    checkpoint_every: float = EVERY

    @contextmanager
    def opened(self, unit: str, makers: Sequence[NewPlayer]) -> Iterator[Self]:
        """As `RunOptions.opened`, but SIGTERM ends the program when the workers have ended."""
        with sending_later(), RunOptions.opened(self, unit, makers) as opened:
            yield opened

    def keeper(self) -> Keeper:
        """Return the state's keeper, after it has read the file.

        Raises:
            InvalidRunError: If an option is wrong, or the file holds something else.
        """
        return Keeper(self.checkpoint, self.checkpoint_every, self.resume)
