"""Files of the lab: reports, which are saved elsewhere if a file cannot be written, and rounds as CSV."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from ginrules._support.files import KeptFile, kept_elsewhere, move, not_written, path_beside, write_atomic
from ginrules._support.printed import csv_line
from ginrules._support.values import expect
from ginrules.errors import LabError
from ginrules.lab.runner.rows import Row


def path_of(path: object) -> Path:
    """Return a path, given as a path or as text."""
    expect(path, str | os.PathLike, "the path of a file")
    return Path(path)  # type: ignore[arg-type] # just checked


def save(text: str, path: Path | str | KeptFile, *, keep: bool = True) -> None:
    """Write a text to a file, which is replaced as a whole.

    The text is first written to a temporary file in the same folder, which is then moved into place. If that fails,
    the text is written to the folder for temporary files, if there is room.

    Args:
        text: The content.
        path: The file. A `KeptFile` is not replaced if another program has changed it.
        keep: Whether to use the folder for temporary files if the file cannot be written.

    Raises:
        WrongTypeError: If the content is not text, or the path is not a path.
        LabError: If the file cannot be written. The message and ``details["kept"]`` name the file that
            holds the text instead, if there is one.

    Examples:
        >>> from ginrules.lab.report import save
        >>> from pathlib import Path
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save("ten rounds", Path(folder) / "report.txt")
        ...     (Path(folder) / "report.txt").read_text()
        'ten rounds'
    """
    expect(text, str, "a text")
    kept_file = path if isinstance(path, KeptFile) else None
    path = path.path if isinstance(path, KeptFile) else path_of(path)
    try:
        if kept_file is None:
            write_atomic(text, path)
        else:
            kept_file.write(text)
    except OSError as error:
        folder = kept_elsewhere({path.name: text}) if keep else None
        kept = None if folder is None else folder / path.name
        raise not_written(path, error, f"it is kept in {kept}" if kept else "it is not kept", kept) from error


class RowFile:
    """A CSV file with a header line and a line for each round. Use it in a ``with`` statement.

    At the end of the statement the file is moved into place, also after an error or Ctrl-C.
    It then has the rounds written so far. If an error comes before the first round, the old file stays.

    Args:
        path: The file.

    Attributes:
        count: The number of rounds written.

    Raises:
        LabError: If the file cannot be written, at the beginning or later. ``details["kept"]`` names the
            file with the rows written until then, if there is one.

    Examples:
        >>> from ginrules.lab.report import RowFile
        >>> from pathlib import Path
        >>> import tempfile
        >>> import ginrules as gin
        >>> with tempfile.TemporaryDirectory() as folder, RowFile(Path(folder) / "rounds.csv") as file:
        ...     simulation = gin.lab.simulate("standard", gin.players.new_greedy, rounds=20, take_rows=file.write)
        >>> simulation.rounds, file.count
        (20, 20)
    """

    def __init__(self, path: Path | str) -> None:
        path = path_of(path)
        self.count: int = 0
        self._path, self._new = path, path_beside(path)
        try:
            self._file = self._new.open("w", encoding="utf-8", newline="")
            self._file.write(csv_line(Row._fields))
        except OSError as error:
            raise self._error(error) from error

    def write(self, rows: Iterable[Row]) -> None:
        """Add rounds.

        Raises:
            LabError: If the rounds cannot be written, or the ``with`` statement is over.
        """
        if self._file.closed:
            raise LabError(f"{self._path} is closed: write rounds inside the with statement", path=str(self._path))
        expect(rows, Iterable, "rounds", "rows of ginrules.lab gives them")
        for row in rows:
            expect(row, Row, "a round", "rows of ginrules.lab gives them")
            try:
                self._file.write(csv_line(row))
            except OSError as error:
                with contextlib.suppress(OSError):
                    self._file.close()
                raise self._error(error) from error
            self.count += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file.closed:  # a write has failed
            return
        try:
            self._file.close()
            if error is None or self.count:
                move(self._new, self._path)
            elif self._new != self._path:  # no rounds to keep: the old file stays
                self._new.unlink()
        except OSError as failure:
            raise self._error(failure) from failure

    def _error(self, error: OSError) -> LabError:
        kept = self._new if self._new != self._path and self._new.exists() else None
        where = f"the first {self.count} rounds are kept in {kept}" if kept else "nothing was kept"
        return not_written(self._path, error, where, kept)
