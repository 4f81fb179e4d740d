"""Files written whole or not at all: a full disk or a crash leaves the file that was there as it was."""

import os
import shutil
import tempfile
from pathlib import Path

from ginrules.errors import LabError


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
        _written(data, folder_for(path), path.suffix, onto=path)
    except OSError as error:
        kept = _kept(data, path) if keep else None
        where = f"it is kept in {kept}" if kept else "it is not kept"
        raise LabError(
            f"{path} cannot be written: {error.strerror or error}; {where}", path=str(path), kept=str(kept or "")
        ) from error


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
            put_in_place(new, onto)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    return onto or new


def folder_for(path: Path) -> Path:
    """Where the new file is written: beside the one it replaces; elsewhere for a device or a pipe."""
    return Path(tempfile.gettempdir()) if _stays(path) else path.resolve().parent


def put_in_place(new: Path, onto: Path) -> None:
    """Let a new file take the place of another, with the rights that one has.

    A device or a pipe keeps its place and is written to; a link goes on leading to its file.
    """
    if _stays(onto):
        with new.open("rb") as source, onto.open("wb") as target:
            shutil.copyfileobj(source, target)
        new.unlink()
        return
    new.chmod(onto.stat().st_mode & 0o777 if onto.exists() else 0o666 & ~_umask())
    new.replace(onto.resolve())


def _stays(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _umask() -> int:
    """What the process keeps from others: a new file is not for its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
