"""Players of the lab think a few actions at a time, in a thread of their own, so that no other table waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from seats import TableError

import ginrules as gin

AT_ONCE: Final = 10
"""The actions after which it is another's turn to think."""
MOST_IN_A_ROW: Final = 500
"""Limit on the actions without one of a person: some house rules have rounds that never end."""


class Thinking:
    """The thread in which players of the lab think: for one table at a time, and in turn for each address."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "thinking")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def advance(self, session: gin.Session, asker: str) -> gin.Session:
        """Return the session played on, until a person must act or the round is over.

        Args:
            session: The session.
            asker: The address of the person who waits for it.

        Raises:
            TableError: If it does not come to that.
        """
        if not session.players:
            return session.advance()  # chance need not think
        turn = self._turns.setdefault(asker, asyncio.Lock())
        for _ in range(0, MOST_IN_A_ROW, AT_ONCE):
            async with turn:
                few = partial(session.advance, most=AT_ONCE)
                after = await asyncio.get_running_loop().run_in_executor(self._thread, few)
            if after.version < session.version + AT_ONCE:
                return after
            session = after
        raise TableError(
            f"players of the lab have made {MOST_IN_A_ROW} actions in a row, and the round may never end: nothing is "
            "changed; act otherwise, or concede the match"
        )

    def close(self) -> None:
        """End the thread once it has thought the last action."""
        self._thread.shutdown(cancel_futures=True)
