"""The rounds of a run as arrays, of the core or of the engine, and their prices.

All figures, rows and files of a run are functions of these arrays. For each round (or match, or unit):

=========================  ===========================  ===============================================================
field                      unit                         source
=========================  ===========================  ===============================================================
`ginrules.fast.FACTS`      points, turns, cards, seats  the finished round, as the core or the engine played it
`PLACES`                   numbers of the run           the order in which a task's units are played
`MATCHES`                  players, sides, rounds       the match, folded while it is played, since it names the tables
``own``                    of the measure               functions of finished rounds or matches; NaN: does not count
``replies``                numbers of `ChatCounts`      the chat players of a tournament, unit by unit
`ginrules.fast` PRICES     points, boxes                `prices_of` by any rules that play alike; they are not kept
=========================  ===========================  ===============================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules import fast
from ginrules._support.bounds import PLAYERS, TABLE_SEATS
from ginrules.fast._facts import FACTS, prices_of
from ginrules.lab.runner.task import Task
from ginrules.lab.statistics.estimate import UnitRatios
from ginrules.match.seating import sides_of
from ginrules.play.seeded_deals import Played, are_drawn, deal_seed
from ginrules.players.chat import REPLY_COUNTS
from ginrules.rules.model import RuleSet

Ints = NDArray[np.int64]

PLACES: Final = np.dtype(
    [
        ("unit", np.int64),
        ("round", np.int32),
        *((name, np.int16) for name in ("seating", "first_dealer", "table")),
        ("contestants", np.int16, (TABLE_SEATS,)),
    ]
)
"""The place of a round in the run, as in `ginrules.lab.Simulated`. Seats that the table does not have are -1."""

MATCHES: Final = np.dtype(
    [
        ("contestants", np.int16, (PLAYERS,)),
        ("winners", np.bool_, (PLAYERS,)),
        *((name, np.int32) for name in ("rounds", "comebacks", "behind")),
    ]
)
"""A finished match: the contestant in the place of each player (-1 for nobody), and whether each side has won it.

``rounds`` counts drawn rounds too. ``comebacks`` are its games won from behind, ``behind`` those with a side behind.
"""


Shapes = dict[str, tuple[np.dtype[Any], tuple[int, ...]]]
"""The types and the shapes of arrays, by name."""


@attrs.frozen(eq=False)
class Batch:
    """The rounds of consecutive units of a task, unit after unit, in the arrays of the table above.

    ``matches`` and ``replies`` have a row for each unit, ``own`` a column for each of the task's own measures.
    """

    task: Task
    units: range
    facts: NDArray[np.void]
    places: NDArray[np.void]
    matches: NDArray[np.void] = attrs.Factory(lambda one: np.zeros((len(one.units), 0), MATCHES), takes_self=True)
    replies: Ints = attrs.Factory(
        lambda batch: np.zeros((len(batch.units), 0, REPLY_COUNTS), np.int64), takes_self=True
    )
    own: NDArray[np.float64] = attrs.Factory(lambda: np.zeros((0, 0)))

    @classmethod
    def of_deals(cls, task: Task, units: range, facts: NDArray[np.void], **others: NDArray[Any]) -> Batch:
        """Return deals with their places in the run, in the order in which the facts of the rounds are kept."""
        shape = (len(units), len(task.seatings(0)), task.places)
        places = np.zeros(shape, PLACES)
        places["unit"] = np.arange(units.start, units.stop)[:, None, None]
        places["seating"], places["first_dealer"] = np.arange(shape[1])[:, None], np.arange(shape[2])
        if are_drawn(task.names):
            tables = np.array([task.seatings(deal_seed(task.seed, unit)) for unit in units])
        else:
            tables = np.array([task.seatings(0)])
        places["contestants"] = -1
        places["contestants"][..., : shape[2]] = tables.reshape(-1, shape[1], 1, shape[2])
        return cls(task, units, facts, places.ravel(), **others)

    @classmethod
    def joined(cls, parts: Sequence[Batch]) -> Batch:
        """Return the rounds of consecutive batches as one."""
        if len(parts) == 1:
            return parts[0]
        columns = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("facts", "places", "matches", "replies", "own")
        )
        return cls(parts[0].task, range(parts[0].units.start, parts[-1].units.stop), *columns)

    @classmethod
    def from_bytes(cls, task: Task, units: range, shapes: Shapes, raw: bytes) -> Batch:
        """Return the batch of `to_bytes`."""
        arrays: dict[str, Any] = {}
        place = 0
        for name, (dtype, shape) in shapes.items():
            size = prod(shape)
            of_items = np.frombuffer(raw, np.uint8, size * dtype.itemsize, place).reshape(dtype.itemsize, size).T
            arrays[name] = np.frombuffer(bytearray(of_items.tobytes()), dtype).reshape(shape)
            place += size * dtype.itemsize
        return cls(task, units, **arrays) if task.matches else cls.of_deals(task, units, **arrays)

    def to_bytes(self) -> bytes:
        """Return the arrays that are kept: the first byte of every item, then the second, which compresses better."""
        kept = []
        for name, (dtype, shape) in shapes_of(self.task, self.units, *self.lengths).items():
            array: NDArray[Any] = np.zeros(shape, dtype)  # bytes between fields are 0, not what was in memory
            for field in dtype.names or (...,):
                array[field] = getattr(self, name)[field]
            kept.append(np.frombuffer(array.tobytes(), np.uint8).reshape(array.size, array.itemsize).T.tobytes())
        return b"".join(kept)

    @property
    def lengths(self) -> tuple[int, int]:
        """The lengths of arrays that do not follow from task and units: rounds, and chat players."""
        return len(self.facts), self.replies.shape[1]

    @property
    def is_whole(self) -> bool:
        """Whether these are rounds of all the units, in order."""
        if not self.task.matches:
            return len(self.facts) == len(self.units) * self.task.size and bool(
                (self.facts["seats"] == self.task.places).all()
            )
        units = self.places["unit"]
        return np.array_equal(np.unique(units), self.units) and bool((np.diff(units) >= 0).all())

    @property
    def starts(self) -> Ints:
        """The index of the first round of each unit."""
        return np.searchsorted(self.places["unit"], np.arange(self.units.start, self.units.stop)).astype(np.int64)

    def at_prices_of(self, rules: RuleSet) -> PricedRounds:
        """Return the rounds at the prices of these rules, which must play like the task's rules."""
        return PricedRounds(rules, self, prices_of(rules, self.facts), self.starts)

    def seeds(self) -> list[int]:
        """Return the seed of each round's deal."""
        units = {unit: deal_seed(self.task.seed, unit) for unit in self.units}
        if not self.task.matches:
            return [units[unit] for unit in self.places["unit"].tolist()]
        numbers = self.places["round"] * self.task.tables + self.places["table"]
        seed_of = cache(deal_seed)
        return [
            seed_of(units[unit], number)
            for unit, number in zip(self.places["unit"].tolist(), numbers.tolist(), strict=True)
        ]

    def match_sums(self, name: str) -> Ints:
        """Return the sum of a column of `MATCHES` in each unit."""
        sums: Ints = self.matches[name].sum(axis=1, dtype=np.int64)
        return sums

    def own_ratios(self) -> dict[str, UnitRatios]:
        """Return for each measure of one's own its sum in each unit, as an exact fraction, and how often it counts."""
        starts = np.arange(len(self.units)) * self.task.size if self.task.matches else self.starts
        ratios = {}
        for measure, column in zip(self.task.own, self.own.T, strict=True):
            exact = np.array([Fraction(value) for value in np.nan_to_num(column).tolist()], object)
            is_counted = ~np.isnan(column)
            ratios[measure.key] = np.add.reduceat(exact, starts), np.add.reduceat(is_counted, starts, dtype=np.int64)
        return ratios

    def matches_won(self, number: int) -> UnitRatios:
        """Return a contestant's matches won alone by unit, and the matches with one winner.

        Matches in which contestants share a side are left out.
        """
        at, winners = self.matches["contestants"], self.matches["winners"]
        won = np.zeros(winners.shape[:2], np.bool_)
        is_counted = winners.sum(axis=2) == 1
        for side, (first, *others) in enumerate(sides_of(self.task.rules, self.task.places)):
            won |= winners[..., side] & (at[..., first] == number)
            for other in others:
                is_counted &= at[..., other] == at[..., first]
        return (won & is_counted).sum(axis=1, dtype=np.int64), is_counted.sum(axis=1, dtype=np.int64)


@attrs.frozen(eq=False)
class PricedRounds:
    """Rounds at a rule set's prices."""

    rules: RuleSet
    batch: Batch
    prices: NDArray[np.void]
    starts: Ints

    @property
    def has_winner(self) -> NDArray[np.bool_]:
        """Whether a seat won the round."""
        return self.prices["winner"] >= 0

    @property
    def first_net(self) -> Ints:
        """The net points of the seat that begins."""
        return self.prices["net"][np.arange(len(self.prices)), self._first]

    @property
    def first_wins(self) -> NDArray[np.bool_]:
        """Whether the seat that begins won the round."""
        has_won: NDArray[np.bool_] = self.prices["winner"] == self._first
        return has_won

    @property
    def _first(self) -> Ints:
        first: Ints = (self.batch.facts["dealer"] + 1) % self.batch.facts["seats"]
        return first

    def by_unit(self, values: NDArray[Any] | int) -> Ints:
        """Return, for each unit, the sum of the values of its rounds, a single number for every round."""
        if isinstance(values, int):
            return values * np.diff(self.starts, append=len(self.prices))
        return np.add.reduceat(values, self.starts, dtype=np.int64)

    def contestant(self, number: int) -> tuple[UnitRatios, UnitRatios]:
        """Return two ratios by unit: a contestant's wins per round with a winner, and its net points per seat held."""
        seats = int(self.batch.facts["seats"].max(initial=1))
        is_there = self.batch.places["contestants"][:, :seats] == number
        won = (
            is_there[np.arange(len(is_there)), self.prices["winner"]] & self.has_winner
        )  # without a winner, -1 picks any seat
        net = (self.prices["net"][:, :seats] * is_there).sum(axis=1)
        return (
            (self.by_unit(won), self.by_unit(self.has_winner)),
            (self.by_unit(net), self.by_unit(is_there.sum(axis=1))),
        )

    def played(self) -> list[Played]:
        """Return each round as a value."""
        return fast.outcomes(self.rules, self.batch.facts)

    def values(self) -> dict[str, Counter[int]]:
        """Return how often each number of points, of turns and of deadwood at a knock occurs, by measure."""
        knock = self.prices["knock"]
        return {
            "points": Counter(self.prices["lead"].tolist()),
            "turns": Counter(self.batch.facts["turns"].tolist()),
            "knock-deadwood": Counter(knock[knock >= 0].tolist()),
        }


def shapes_of(task: Task, units: range, rounds: int, chats: int) -> Shapes:
    """Return the arrays of a batch that are kept: the places of single deals follow from their numbers."""
    measured = (len(units) * task.size if task.matches else rounds) if task.own else 0
    return {
        "facts": (FACTS, (rounds,)),
        **({"places": (PLACES, (rounds,)), "matches": (MATCHES, (len(units), task.size))} if task.matches else {}),
        "own": (np.dtype(np.float64), (measured, len(task.own))),
        "replies": (np.dtype(np.int64), (len(units), chats, REPLY_COUNTS)),
    }


def size_of(shapes: Shapes) -> int:
    """Return the bytes of these arrays."""
    return sum(dtype.itemsize * prod(shape) for dtype, shape in shapes.values())


def all_seats(contestants: tuple[int, ...]) -> tuple[int, ...]:
    """Return the contestants of a row of `PLACES`: -1 for seats that the table does not have."""
    return (*contestants, *(-1,) * (TABLE_SEATS - len(contestants)))
