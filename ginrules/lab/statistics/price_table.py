"""The distinct rounds that have come under a rule set, each priced and measured once in a process."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.runner.compiled import PriceKey, outcome_of, score_of
from ginrules.lab.runner.match import Simulated
from ginrules.lab.statistics.measures import ROUND_MEASURES, lead_of
from ginrules.lab.statistics.sums import Ratio
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import Played
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

Row = tuple[int, ...]
"""The facts on which the price and the measures of a round depend: dealer, declarer, ending, factor, whether a spade
multiplies it, and the deadwood of each seat."""

PlainResult = tuple[int | None, tuple[int, int]]
"""The winner of a round, None if it is drawn, and the points of the first two seats."""

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
        self._seats = seats
        self._numbers: dict[Row, int] = {}
        self._outcomes: list[Outcome] = []
        self._scores: list[RoundScore] = []
        self._results: list[PlainResult] = []
        self._measures = Measures.of_none(seats)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._numbers)

    def numbers_of(self, rows: Iterable[Row]) -> list[int]:
        """Return the number of each of these rounds; those that are new are priced."""
        rows = list(rows)
        with self._lock:
            for row in rows:
                if row not in self._numbers:
                    key = _key_of(row)
                    score = score_of(self._rules, *key)
                    first, second, *_ = score.points
                    self._scores.append(score)
                    self._results.append((score.winner, (first, second)))
                    self._outcomes.append(outcome_of(self._rules, *key))
                    self._numbers[row] = len(self._numbers)
            return [self._numbers[row] for row in rows]

    def outcomes(self, numbers: Iterable[int]) -> list[Outcome]:
        """Return the outcomes of these rounds, with what their price depends on and no more."""
        return [self._outcomes[number] for number in numbers]

    def results(self, numbers: Iterable[int]) -> list[PlainResult]:
        """Return the winners of these rounds and the points of the first two seats."""
        return [self._results[number] for number in numbers]

    def measures(self) -> "Measures":
        """Return what every round counts for."""
        with self._lock:
            start = len(self._measures.leads)
            if start < len(self._scores):
                dealers = [row[0] for row in islice(self._numbers, start, None)]
                more = zip(dealers, self._outcomes[start:], self._scores[start:], strict=True)
                self._measures = self._measures.and_those_of(more)
            return self._measures


@attrs.frozen(eq=False)
class Measures:
    """What distinct rounds count for, by number.

    Attributes:
        ratios: Count and base of every measure: rounds × measures × 2; turns are counted elsewhere.
        winners: The seat that won, -1 if the round is drawn.
        nets: The net points by seat.
        leads: The winner's lead, as `lead_of`.
        knocks: The deadwood at the knock, -1 where no knock ended the round.
    """

    ratios: "Ints"
    winners: "Ints"
    nets: "Ints"
    leads: "Ints"
    knocks: "Ints"

    @classmethod
    def of_none(cls, seats: int) -> "Measures":
        """Return the measures of no round."""
        import numpy as np  # noqa: PLC0415 - takes longer to load than all of the lab

        none = np.zeros(0, np.int64)
        return cls(np.zeros((0, len(_COUNTERS), 2), np.int64), none, np.zeros((0, seats), np.int64), none, none)

    def and_those_of(self, rounds: Iterable[tuple[int, Outcome, RoundScore]]) -> "Measures":
        """Return these and the measures of more rounds, each with its dealer, outcome and score."""
        import numpy as np  # noqa: PLC0415

        columns = zip(*(_measured(*one) for one in rounds), strict=True)
        old = (self.ratios, self.winners, self.nets, self.leads, self.knocks)
        return Measures(*(np.concatenate((a, np.array(b, np.int64))) for a, b in zip(old, columns, strict=True)))


def _measured(dealer: int, outcome: Outcome, score: RoundScore) -> tuple[list[Ratio], int, tuple[int, ...], int, int]:
    """Return what a round counts for: its ratios, winner, net points, lead, and deadwood at the knock."""
    seats = tuple(range(outcome.seats))
    simulated = Simulated(0, 0, dealer, 0, 0, 0, dealer, seats, Played(outcome, 0, 0), score)
    is_knock = outcome.declarer is not None and outcome.ending == "knock"
    return (
        [count(simulated) for count in _COUNTERS],
        -1 if score.winner is None else score.winner,
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


def _key_of(row: Row) -> PriceKey:
    """Return what the price of this round depends on, by name."""
    from ginrules.fast._facts import ENDINGS, NOBODY  # noqa: PLC0415

    _, declarer, ending, factor, is_spade, *deadwood = row
    return None if declarer == NOBODY else declarer, ENDINGS[ending], tuple(deadwood), factor, bool(is_spade)
