"""The deals of a run, made ahead by the core in the order of the rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.fast._load import call
from ginrules.fast._plan import tables_of
from ginrules.fast._seeds import chance_keys
from ginrules.fast._states import DEAL
from ginrules.rules.model import RuleSet

_LEAST: Final = 16


class DealQueue:
    """The deals of the next rounds of a run: each deal serves a round for each dealer.

    Args:
        rules: The rules.
        seats: The seats of the table.
        n: Limit on the rounds to begin at a time.
        seed_of: Returns the seed of a deal of the run by its number.
        needs_keys: Whether chance decides anything after the shuffle.
        last: The number of deals of the run; None for a run without an end.

    Attributes:
        deals: The deals made ahead, and others.
        next: The number of the next round, and that of the first deal in ``deals``.
    """

    def __init__(
        self, rules: RuleSet, seats: int, n: int, seed_of: Callable[[int], int], *, needs_keys: bool, last: int | None
    ) -> None:
        self._rules, self._seats, self._seed_of, self._needs_keys, self._last = rules, seats, seed_of, needs_keys, last
        self.deals = np.zeros(max(_LEAST, 2 * (n // seats + 1)), DEAL)
        self.next = np.zeros(2, np.int64)
        self._made = 0  # deals of the run made so far

    def make(self, rounds: int, *, ahead: bool = False) -> None:
        """Make the deals of the next rounds, unless they are there; with ``ahead`` as many as there is room for."""
        first, due = int(self.next[0]), int(self.next[0]) + rounds
        if due <= self._made * self._seats:
            return
        begin, start = first // self._seats, int(self.next[1])
        kept = self.deals[begin - start : self._made - start].copy()
        self.deals[: len(kept)] = kept
        self.next[1] = begin
        stop = begin + len(self.deals) if ahead else -(-due // self._seats)
        if self._last is not None:
            stop = min(stop, self._last)
        seeds = [self._seed_of(number) for number in range(self._made, stop)]
        made = self.deals[len(kept) : stop - begin]
        keys = chance_keys(seeds) if self._needs_keys else None
        call("gin_deals", tables_of(self._rules, self._seats), np.array(seeds, np.uint64), keys, made)
        self._made = stop

    def take(self, rounds: int) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        """Return the deals and the dealers of the next rounds."""
        self.make(rounds)
        numbers = np.arange(self.next[0], self.next[0] + rounds)
        self.next[0] += rounds
        return self.deals[numbers // self._seats - self.next[1]], (numbers % self._seats).astype(np.uint8)
