"""Checkpoints of simulations in files."""

import json
from pathlib import Path

from ginrules.errors import InvalidRunError
from ginrules.lab.report import save
from ginrules.lab.statistics.sums import Checkpoint


def read_checkpoint(path: Path) -> Checkpoint | None:
    """The checkpoint in a file; None where there is no file yet.

    Raises:
        InvalidRunError: If it holds something else, or there is no folder to put it into.
    """
    if not path.exists():
        if not path.parent.is_dir():
            raise InvalidRunError(f"there is no folder {path.parent} to keep the checkpoint in", path=str(path))
        return None
    try:
        return Checkpoint.from_plain(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InvalidRunError(f"{path} cannot be read: {error.strerror or error}", path=str(path)) from error
    except ValueError as error:  # no UTF-8, no JSON, or JSON of something else
        raise InvalidRunError(
            f"{path} holds no checkpoint: give another file, or take it away", path=str(path)
        ) from error


def write_checkpoint(checkpoint: Checkpoint, path: Path) -> None:
    """Keep a checkpoint in a file.

    Raises:
        LabError: If it cannot be written.
    """
    save(json.dumps(checkpoint.as_plain()) + "\n", path)
