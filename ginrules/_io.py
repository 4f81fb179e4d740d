"""Files written whole or not at all: a full disk or a crash leaves the old file as it was."""

import os
import secrets
from pathlib import Path


def write_atomic(data: str | bytes, path: Path) -> None:
    """Write a file beside its place, then move it there.

    A device or a pipe keeps its place and is written to; a link goes on leading to its file.

    Args:
        data: The content; a text is written as UTF-8.
        path: The file.

    Raises:
        OSError: If it cannot be written; the old file is then as it was.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     write_atomic("ten rounds", Path(folder) / "report.txt")
        ...     (Path(folder) / "report.txt").read_text()
        'ten rounds'
    """
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    new = path_beside(path)
    try:
        with new.open("wb" if new == path else "xb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            if new != path:
                os.fsync(file.fileno())
        move(new, path)
    except BaseException:
        if new != path:
            new.unlink(missing_ok=True)
        raise


def path_beside(path: Path) -> Path:
    """Return the file to write first, a new one beside its place; a device or a pipe is written to directly."""
    if path.exists() and not path.is_file():
        return path
    place = path.resolve()
    return place.with_name(f"ginrules-{secrets.token_hex(8)}{place.suffix}")


def move(new: Path, path: Path) -> None:
    """Move a file of `path_beside` to its place, with the permissions of the file that it replaces.

    Raises:
        OSError: If it cannot be moved.
    """
    if new == path:
        return
    place = path.resolve()
    if place.exists():
        new.chmod(place.stat().st_mode & 0o777)
    new.replace(place)
