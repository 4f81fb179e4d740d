"""The options of a run whose state can be kept, and continued."""

from __future__ import annotations

from pathlib import Path

import attrs

from ginrules.lab.runner.options import RunKeywords, RunOptions
from ginrules.lab.statistics.checkpoint.checkpoint_file import EVERY, Keeper
from ginrules.lab.statistics.checkpoint.checkpoints import Checkpoint


class KeptRunKeywords(RunKeywords, total=False):
    """The keywords of `KeptRunOptions`."""

    resume: Checkpoint | None
    checkpoint: Path | str | None
    checkpoint_every: float


@attrs.frozen(kw_only=True)
class KeptRunOptions(RunOptions):
    """Where and within which limits a run is played, and where its state is kept.

    Attributes:
        resume: The checkpoint of another run of the same kind; only the rest is played.
        checkpoint: The file that keeps the state of the run: it continues from there if the file exists, writes it
            every so often and at its end, also after Ctrl-C, SIGTERM or an error. Not with ``resume``.
        checkpoint_every: The seconds between two of these writings.
    """

    resume: Checkpoint | None = None
    checkpoint: Path | str | None = None
    checkpoint_every: float = EVERY

    def keeper(self) -> Keeper:
        """Return the keeper of the state, which has read the file.

        Raises:
            InvalidRunError: If an option is wrong, or the file holds something else.
        """
        return Keeper(self.checkpoint, self.checkpoint_every, self.resume)
