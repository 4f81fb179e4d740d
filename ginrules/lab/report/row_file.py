"""Rounds written as CSV while they are played, to a file that takes its place at the end."""

import contextlib
import csv
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from ginrules.errors import LabError
from ginrules.lab.report.saving import folder_for, put_in_place
from ginrules.lab.runner.rows import Row


class RowFile:
    """A CSV file of rounds, a line a round below a line of names; to be used in a ``with`` statement.

    The file takes its place at the end of the statement, also when that comes early, by an
    error or by Ctrl-C: the rounds written so far are in it then, if there are any.

    Args:
        path: Where the file is to stand.

    Attributes:
        count: Rounds written.

    Raises:
        LabError: If the file cannot be written, at once or later; ``details["kept"]`` names the
            file with the rows that were, if there is one.

    Examples:
        >>> from ginrules.lab import new_greedy, simulate
        >>> from ginrules.presets import preset
        >>> with tempfile.TemporaryDirectory() as folder, RowFile(Path(folder) / "rounds.csv") as file:
        ...     found = simulate(preset("standard"), new_greedy, rounds=20, take_rows=file.write)
        >>> found.rounds, file.count
        (20, 20)
    """

    def __init__(self, path: Path) -> None:
        self.count = 0
        self._path = path
        self._new: Path | None = None
        try:
            descriptor, name = tempfile.mkstemp(prefix="ginrules-", suffix=path.suffix, dir=folder_for(path))
            self._new = Path(name)
            self._file = open(descriptor, "w", encoding="utf-8", newline="")  # noqa: PTH123, SIM115 - open already
            self._table = csv.writer(self._file)
            self._table.writerow(Row._fields)
        except OSError as error:
            raise self._failed(error) from error

    def write(self, rows: Iterable[Row]) -> None:
        """Add rounds.

        Raises:
            LabError: If they cannot be written.
        """
        for row in rows:
            try:
                self._table.writerow(row)
            except OSError as error:
                raise self._failed(error) from error
            self.count += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file.closed:  # it has failed before
            return
        try:
            self._file.close()
            assert self._new is not None
            if error is not None and not self.count:  # nothing to keep: what stood there stays
                self._new.unlink()
            else:
                put_in_place(self._new, self._path)
        except OSError as failed:
            raise self._failed(failed) from failed

    def _failed(self, error: OSError) -> LabError:
        if self._new is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        kept = self._new if self._new is not None and self._new.exists() else None
        where = f"the first {self.count} rounds are kept in {kept}" if kept else "nothing was kept"
        return LabError(
            f"{self._path} cannot be written: {error.strerror or error}; {where}",
            path=str(self._path), kept=str(kept or ""),
        )  # fmt: skip


def save_rows(rows: Iterable[Row], path: Path) -> int:
    """Write rounds as CSV, row by row, with a line of names before them; how many there were.

    Args:
        rows: The rounds, as `ginrules.lab.rows` gives them.
        path: Where the file is to stand.

    Raises:
        LabError: If the file cannot be written; ``details["kept"]`` names the file with the
            rows that were, if there is one.

    Examples:
        >>> import tempfile
        >>> from ginrules.lab import new_greedy, rows
        >>> from ginrules.presets import preset
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save_rows(rows(preset("standard"), new_greedy, rounds=4), Path(folder) / "rounds.csv")
        4
    """
    with RowFile(path) as file:
        file.write(rows)
    return file.count
