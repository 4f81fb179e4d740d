"""The distinct rounds that have come under a rule set, each priced and measured once in a process."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.runner.compiled import PriceKey, outcome_of, score_of
from ginrules.lab.runner.match import Simulated
from ginrules.lab.statistics.measures import ROUND_MEASURES, lead_of
from ginrules.lab.statistics.sums import Ratio
from ginrules.play.run_deals import Played
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

Row = tuple[int, ...]
"""The facts on which the price and the measures of a round depend: dealer, declarer, ending, factor, whether a spade
multiplies it, and the deadwood of each seat."""

PlainResults = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""The winners of rounds, -1 if they are drawn, and the points of seat 0 and of seat 1."""

NOBODY: Final = -1
"""The winner of a drawn round."""

_MOST: Final = 1 << 14
_TABLES: Final = 32


class PriceTable:
    """Distinct rounds in the order in which they came, with what each of them counts for.

    Rounds are only added, so that their numbers stay valid; threads can share a table.

    Args:
        rules: The rules whose prices apply.
        seats: The seats of the table.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self._rules = rules
        self._numbers: dict[Row, int] = {}
        self._measures = Measures.of_none(seats)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._numbers)

    def measures_of(self, rows: Sequence[Row]) -> "tuple[Measures, Ints]":
        """Return what distinct rounds count for, and the number there of each of these, which are all different."""
        import numpy as np  # noqa: PLC0415 - takes longer to load than all of the lab

        with self._lock:
            new = [row for row in rows if row not in self._numbers]
            if new:
                self._numbers.update(zip(new, range(len(self._numbers), len(self._numbers) + len(new)), strict=True))
                self._measures = self._measures.and_those_of(self._rules, new)
            return self._measures, np.array([self._numbers[row] for row in rows], np.int64)


@attrs.frozen(eq=False)
class Measures:
    """What distinct rounds count for, by number.

    Attributes:
        ratios: Count and base of every measure: rounds × measures × 2; turns are counted elsewhere.
        results: The winner, -1 if the round is drawn, and the points of the first two seats.
        nets: The net points by seat.
        leads: The winner's lead, as `lead_of`.
        knocks: The deadwood at the knock, -1 where no knock ended the round.
    """

    ratios: "Ints"
    results: "Ints"
    nets: "Ints"
    leads: "Ints"
    knocks: "Ints"

    @classmethod
    def of_none(cls, seats: int) -> "Measures":
        """Return the measures of no round."""
        import numpy as np  # noqa: PLC0415

        shapes = ((0, len(_COUNTERS), 2), (0, 3), (0, seats), (0,), (0,))
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))

    def and_those_of(self, rules: RuleSet, rows: Iterable[Row]) -> "Measures":
        """Return these and the measures of more rounds at the prices of these rules."""
        import numpy as np  # noqa: PLC0415

        columns = zip(*(_measured(rules, row) for row in rows), strict=True)
        old = (self.ratios, self.results, self.nets, self.leads, self.knocks)
        return Measures(*(np.concatenate((a, np.array(b, np.int64))) for a, b in zip(old, columns, strict=True)))


def _measured(rules: RuleSet, row: Row) -> tuple[list[Ratio], tuple[int, int, int], tuple[int, ...], int, int]:
    """Return what a round counts for: its ratios, winner and points, net points, lead, and deadwood at the knock."""
    dealer, key = row[0], key_of(row)
    outcome, score = outcome_of(rules, *key), score_of(rules, *key)
    seats = tuple(range(outcome.seats))
    simulated = Simulated(0, 0, dealer, 0, 0, 0, dealer, seats, Played(outcome, 0, 0), score)
    is_knock = outcome.declarer is not None and outcome.ending == "knock"
    first, second, *_ = score.points
    return (
        [count(simulated) for count in _COUNTERS],
        (NOBODY if score.winner is None else score.winner, first, second),
        score.net,
        lead_of(score),
        outcome.deadwood[outcome.declarer or 0] if is_knock else -1,
    )


_COUNTERS: Final[tuple[Callable[[Simulated], Ratio], ...]] = tuple(
    measure.count for measure in ROUND_MEASURES if measure.count is not None
)


def table_for(rules: RuleSet, seats: int) -> PriceTable:
    """Return the table of these rules that the process has, or a new one where that has become too long."""
    kept = _kept(rules, seats)
    if len(kept[0]) > _MOST:
        kept[0] = PriceTable(rules, seats)
    return kept[0]


@lru_cache(maxsize=_TABLES)
def _kept(rules: RuleSet, seats: int) -> list[PriceTable]:
    return [PriceTable(rules, seats)]


def key_of(row: Sequence[int]) -> PriceKey:
    """Return what the price of this round depends on, by name."""
    from ginrules.fast._facts import ENDINGS  # noqa: PLC0415
    from ginrules.fast._facts import NOBODY as NO_SEAT  # noqa: PLC0415

    _, declarer, ending, factor, is_spade, *deadwood = row
    return None if declarer == NO_SEAT else declarer, ENDINGS[ending], tuple(deadwood), factor, bool(is_spade)
