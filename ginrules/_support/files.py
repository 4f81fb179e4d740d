"""Files: texts read up to a limit, and files written whole or not at all.

After a full disk or a crash the old file is as it was. A file that is written several times is a `KeptFile`: text
that another program has written to it in the meantime is never replaced.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ginrules.errors import LabError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

UTF16: Final = "is UTF-16 text: save it as UTF-8"
_WRONG_NAME: Final = "the name has a character that is not allowed"


class UnreadableError(Exception):
    """A file that cannot be read as a text: the fault, as a clause, and the line, from 1, if it is known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def read_bytes(path: Path, limit: int) -> bytes:
    """Return a file's content, or its first bytes: one more than the limit, if it has more."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except ValueError as error:  # a null character, or half a character
        raise OSError(errno.EINVAL, _WRONG_NAME) from error


def read_text(path: Path, limit: int) -> str:
    """Return a file's text. Never more than the limit is read."""
    try:
        data = read_bytes(path, limit)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from None
    if len(data) > limit:
        raise UnreadableError(f"is larger than the limit of {limit} bytes")
    return decoded(data)


def decoded(data: bytes) -> str:
    """Return a text in UTF-8, without the mark that some programs begin it with."""
    if is_utf16(data):
        raise UnreadableError(UTF16)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(f"is not UTF-8 text (byte {error.start})", line) from None


def is_utf16(data: bytes) -> bool:
    """Return whether a text's first bytes are UTF-16: it begins with a mark, or every second byte is zero."""
    return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in (data[:1], data[1:2])


def write_atomic(data: str | bytes, path: Path) -> None:
    """Write a temporary file in the same folder, then rename it to the path.

    A device or a pipe is written to directly. A link is kept: the file that it leads to is replaced.
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
    """Return the path to write to first: a new file in the same folder, or the path itself for a device or a pipe.

    The new file ends in ``.new``, so that nobody who looks for files by their suffix takes what a crash has left.
    """
    try:
        is_valid = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_valid = False
    if not is_valid:
        raise OSError(errno.EINVAL, _WRONG_NAME)
    if path.exists() and not path.is_file():
        return path
    place = path.resolve()
    return place.with_name(f"ginrules-{os.urandom(8).hex()}{place.suffix}.new")


def move(new: Path, path: Path) -> None:
    """Move a file of `path_beside` to its place, with the permissions of the file that it replaces."""
    if new == path:
        return
    place = path.resolve()
    if place.exists():
        new.chmod(place.stat().st_mode & 0o777)
    new.replace(place)


def kept_elsewhere(files: Mapping[str, str | bytes]) -> Path | None:
    """Write files, by name, to a new temporary folder and return it, or None if that fails too."""
    folder = None
    try:
        folder = Path(tempfile.mkdtemp(prefix="ginrules-"))
        for name, data in files.items():
            write_atomic(data, folder / name)
    except OSError:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        return None
    return folder


def not_written(path: Path, error: OSError, where: str, kept: Path | None = None) -> LabError:
    """Return the error about a file or a folder, which says where its content is kept instead."""
    text = f"{path} cannot be written: {error.strerror or error}; {where}"
    return LabError(text, path=str(path), kept=str(kept or ""))


class KeptFile:
    """A file that is written several times. What somebody else writes to it in the meantime is noticed and stays.

    Args:
        path: The file.
        is_new: Whether the file must not exist yet.
    """

    def __init__(self, path: Path, *, is_new: bool = False) -> None:
        self.path = path
        self._known = "" if is_new else _digest(path)

    def write(self, text: str) -> None:
        """Replace the file as a whole."""
        with _alone_in(self.path.parent):
            if _digest(self.path) != self._known:
                raise OSError(errno.EBUSY, "another program has changed the file in the meantime")
            write_atomic(text, self.path)
            self._known = _digest(self.path)


def _digest(path: Path) -> str:
    """Return a digest of a file's content, or "" if it does not exist, is empty, a device or a pipe."""
    with contextlib.suppress(OSError, ValueError):
        if path.is_file() and path.stat().st_size:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    return ""


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs of this library from writing files in a folder, on systems with such locks."""
    number = None
    try:
        if fcntl is not None:
            with contextlib.suppress(OSError, ValueError):  # a file system without locks
                number = os.open(folder, os.O_RDONLY)
                fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        if number is not None:
            os.close(number)
