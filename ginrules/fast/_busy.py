"""A guard for values that must not be used by two threads at the same time."""

from __future__ import annotations

import os
from threading import Lock, get_ident
from types import TracebackType
from typing import Final
from weakref import WeakSet

from ginrules.errors import InvalidRunError

_PATIENCE: Final = 5.0
"""Seconds that a fork waits for the threads that use guarded values."""


class Busy:
    """A context for one thread at a time.

    A copy, or a context read from a pickle, is free.

    A fork waits until other threads have left their contexts, so that a child gets whole values. A value that was in
    use for longer can be half changed in the child, and is refused there. Every other value is free in the child.

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

    __slots__ = ("__weakref__", "_is_torn", "_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what, self._lock, self._is_torn = what, Lock(), False
        _ALL.add(self)

    def __enter__(self) -> None:
        """Enter the context."""
        if self._is_torn:
            raise InvalidRunError(f"{self._what} were in use when this process was forked: make new ones")
        if not self._lock.acquire(blocking=False):
            if id(self) in _ENTERED:
                raise InvalidRunError(f"{self._what} are in use already: give every thread its own")
            self._lock.acquire()  # a fork has it for a moment
        _ENTERED[id(self)] = self, get_ident()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        _ENTERED.pop(id(self), None)
        self._lock.release()

    def __reduce__(self) -> tuple[type[Busy], tuple[str]]:
        return Busy, (self._what,)

    def wait(self) -> bool:
        """Wait until nobody is in the context and keep others out, and return whether that was in time."""
        return self._lock.acquire(timeout=_PATIENCE)

    def free(self) -> None:
        """Let others in again."""
        self._lock.release()

    def renew(self) -> None:
        """Forget the threads that a child of this process does not have; refuse a value that one of them was in."""
        _, thread = _ENTERED.get(id(self), (self, None))
        if thread != get_ident():
            self._is_torn |= _ENTERED.pop(id(self), None) is not None
            self._lock = Lock()  # that of the parent is held where a thread was about to enter, or to leave


_ALL: Final[WeakSet[Busy]] = WeakSet()
_ENTERED: Final[dict[int, tuple[Busy, int]]] = {}
"""The contexts in use, each with the thread that is in it."""
_KEPT: Final[list[Busy]] = []
"""The contexts that a fork keeps others out of."""


def _before_fork() -> None:
    others = [busy for busy, thread in tuple(_ENTERED.values()) if thread != get_ident()]
    _KEPT.extend(busy for busy in others if busy.wait())


def _in_parent() -> None:
    while _KEPT:
        _KEPT.pop().free()


def _in_child() -> None:
    _KEPT.clear()
    for busy in tuple(_ALL):
        busy.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_in_parent, after_in_child=_in_child)
