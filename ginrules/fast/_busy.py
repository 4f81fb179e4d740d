"""A guard for values that must not be used by two threads at the same time."""

from __future__ import annotations

from threading import Lock
from types import TracebackType

from ginrules.errors import InvalidRunError


class Busy:
    """A context for one thread at a time; a copy, or a context read from a pickle, is free.

    Examples:
        >>> busy = Busy("these rounds")
        >>> with busy:
        ...     pass
        >>> with busy, busy:
        ...     pass
        Traceback (most recent call last):
            ...
        ginrules.errors.InvalidRunError: these rounds are in use already: give every thread its own
    """

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what, self._lock = what, Lock()

    def __enter__(self) -> None:
        """Enter the context.

        Raises:
            InvalidRunError: If somebody is in it.
        """
        if not self._lock.acquire(blocking=False):
            raise InvalidRunError(f"{self._what} are in use already: give every thread its own")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Busy], tuple[str]]:
        return Busy, (self._what,)
