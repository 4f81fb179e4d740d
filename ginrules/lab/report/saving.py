"""Files written whole or not at all: a full disk or a crash leaves the file that was there as it was."""

import csv
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ginrules.errors import LabError
from ginrules.lab.round_rows import Row


def save(text: str | bytes, path: Path, *, keep: bool = True) -> None:
    """Write a file by way of a new one beside it, which then takes its place.

    Where that fails the content is kept in the folder for temporary files, if there is room there.

    Args:
        text: The content; a text is written as UTF-8.
        path: Where it is to stand.
        keep: Whether to keep the content elsewhere where that fails.

    Raises:
        LabError: If it cannot be written there; the message tells why, and where it has been
            kept instead, and so does ``details["kept"]``.

    Examples:
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save("ten rounds", Path(folder) / "report.txt")
        ...     (Path(folder) / "report.txt").read_text()
        'ten rounds'
    """
    data = text.encode() if isinstance(text, str) else text
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        _written(data, path.parent, path.suffix, onto=path)
    except OSError as error:
        kept = _kept(data, path) if keep else None
        where = f"it is kept in {kept}" if kept else "it is not kept"
        raise LabError(
            f"{path} cannot be written: {error.strerror or error}; {where}", path=str(path), kept=str(kept or "")
        ) from error


def save_rows(rows: Iterable[Row], path: Path) -> int:
    """Write rounds as CSV, row by row, with a line of names before them; how many there were.

    The file takes its place when the rows end, and also when they end early, by an error or by
    Ctrl-C: the rounds played so far are in it then, and the error goes on.

    Args:
        rows: The rounds, as `ginrules.lab.simulate.rows` gives them.
        path: Where the file is to stand.

    Raises:
        LabError: If the file cannot be written; ``details["kept"]`` names the file with the
            rows that were, if there is one.
    """
    count = 0
    new: Path | None = None
    try:
        descriptor, name = tempfile.mkstemp(prefix="ginrules-", suffix=path.suffix, dir=path.parent)
        new = Path(name)
        with open(descriptor, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123 - it is open already
            table = csv.writer(file)
            table.writerow(Row._fields)
            try:
                for row in rows:
                    table.writerow(row)
                    count += 1
            except (LabError, KeyboardInterrupt):
                file.close()
                _put(new, path)
                raise
        _put(new, path)
    except OSError as error:
        kept = new if new is not None and new.exists() else None
        where = f"the first {count} rounds are kept in {kept}" if kept else "nothing was kept"
        raise LabError(
            f"{path} cannot be written: {error.strerror or error}; {where}", path=str(path), kept=str(kept or "")
        ) from error
    return count


def _kept(data: bytes, path: Path) -> Path | None:
    try:
        return _written(data, Path(tempfile.gettempdir()), path.suffix)
    except OSError:
        return None


def _written(data: bytes, folder: Path, suffix: str, onto: Path | None = None) -> Path:
    """The new file with this content, moved to its place if it has one."""
    descriptor, name = tempfile.mkstemp(prefix="ginrules-", suffix=suffix, dir=folder)
    new = Path(name)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - it is open already
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if onto is not None:
            _put(new, onto)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    return onto or new


def _put(new: Path, onto: Path) -> None:
    new.chmod(onto.stat().st_mode & 0o777 if onto.exists() else 0o666 & ~_umask())
    new.replace(onto)


def _umask() -> int:
    """What the process keeps from others: a new file is not for its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
