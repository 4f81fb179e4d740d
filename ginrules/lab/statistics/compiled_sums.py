"""The sums of rounds that the compiled core has played: every distinct round is priced and measured once.

The sums are those that `Sums.add` makes round by round, to the last digit: whole numbers, and exact ones also
where they are larger than what an array holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules.cards import Suit
from ginrules.lab.runner.compiled import outcome_of
from ginrules.lab.runner.match import seated
from ginrules.lab.statistics.measures import ROUND_MEASURES
from ginrules.lab.statistics.price_table import Measures, PlainResults, key_of, table_for
from ginrules.lab.statistics.sums import PairedSums, Ratio
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Facts = NDArray[np.void]

_TURNS: Final = "turns"
_EXACT: Final = 1 << 62


@attrs.frozen(eq=False)
class DealtRounds:
    """The rounds of deals as numbers of distinct rounds: small to send from a worker.

    Attributes:
        rules: The rules whose prices apply.
        distinct: The distinct rounds, one `ginrules.lab.statistics.price_table.Row` each.
        results: The winner of each of them, -1 if it is drawn, and the points of the first two seats.
        which: The number of the distinct round of each round: deals × rounds of a deal, by dealer, one seating
            after another.
    """

    rules: RuleSet
    distinct: "Ints"
    results: "Ints"
    which: "Ints"

    def __len__(self) -> int:
        return len(self.which)

    def __iter__(self) -> Iterator[tuple[Outcome, ...]]:
        """Yield the outcomes of every deal; alike rounds share theirs."""
        outcomes = [outcome_of(self.rules, *key_of(row)) for row in self.distinct.tolist()]
        for deal in self.numbers():
            yield tuple([outcomes[number] for number in deal])

    def numbers(self) -> list[list[int]]:
        """Return the numbers of the rounds of every deal."""
        numbers: list[list[int]] = self.which.tolist()
        return numbers

    def plain_results(self) -> PlainResults:
        """Return the winner and the points of every distinct round."""
        winners, first, second = self.results.T.tolist()
        return winners, first, second


@attrs.frozen(eq=False)
class CountedRounds:
    """Rounds at the prices of a rule set, counted by deal.

    Attributes:
        contestants: The number of contestants.
        facts: The facts: deals × seatings × dealers.
        rounds: The rounds by deal.
        measures: What distinct rounds count for.
        which: The number there of each round.
    """

    contestants: int
    facts: "Facts"
    rounds: DealtRounds
    measures: Measures
    which: "Ints"

    @classmethod
    def of(cls, rules: RuleSet, facts: "Facts", contestants: int) -> "CountedRounds":
        """Count the rounds of these facts."""
        import numpy as np  # noqa: PLC0415 - takes longer to load than all of the lab

        flat = facts.ravel()
        deals, seatings, seats = facts.shape
        deadwood = flat["deadwood"][:, :seats].T
        names = ("dealer", "declarer", "ending", "factor")
        columns = [*(flat[name] for name in names), _spades(rules, flat), *deadwood]
        columns = [column.astype(np.int64) for column in columns]
        which, first = _distinct(columns)
        distinct = np.stack([column[first] for column in columns], axis=1)
        measures, numbers = table_for(rules, seats).measures_of([tuple(row) for row in distinct.tolist()])
        rounds = DealtRounds(
            rules, _small(distinct), _small(measures.results[numbers]), _small(which).reshape(deals, seatings * seats)
        )
        return cls(contestants, facts, rounds, measures, numbers[which].reshape(facts.shape))

    def ratios(self) -> dict[str, tuple["Ints", "Ints"]]:
        """Return the counts and bases of every measure of rounds, by deal."""
        import numpy as np  # noqa: PLC0415

        first, *rest = self.which.reshape(len(self.which), -1).T
        sums = self.measures.ratios[first]
        for numbers in rest:
            sums += self.measures.ratios[numbers]
        ratios = {}
        for number, measure in enumerate(ROUND_MEASURES):
            counts = self.facts["turns"].sum(axis=(1, 2)) if measure.key == _TURNS else sums[:, number, 0]
            ratios[measure.key] = counts.astype(np.int64), sums[:, number, 1]
        return ratios

    def contestant(self, number: int) -> tuple[tuple["Ints", "Ints"], tuple["Ints", "Ints"]]:
        """Return, by deal, the rounds a contestant won of those with a winner, and its net points by seats it had."""
        import numpy as np  # noqa: PLC0415

        deals, _, seats = self.facts.shape
        winners, nets = self.measures.results[self.which][..., 0], self.measures.nets[self.which]
        won, net, seated_times = np.zeros(deals, np.int64), np.zeros(deals, np.int64), 0
        for seating in range(self.contestants):
            for seat, contestant in enumerate(seated(self.contestants, seats, seating)):
                if contestant == number:
                    won += (winners[:, seating] == seat).sum(axis=1)
                    net += nets[:, seating, :, seat].sum(axis=1)
                    seated_times += seats
        decided = (winners >= 0).sum(axis=(1, 2))
        return (won, decided), (net, np.full(deals, seated_times))

    def values(self) -> dict[str, Mapping[int, int]]:
        """Return how often each number of points, of turns and of deadwood at the knock came, by key."""
        knocks = self.measures.knocks[self.which]
        return {
            "points": _counts(self.measures.leads[self.which]),
            _TURNS: _counts(self.facts["turns"]),
            "knock-deadwood": _counts(knocks[knocks >= 0]),
        }


def paired_sums(a: tuple["Ints", "Ints"], b: tuple["Ints", "Ints"] | None = None) -> PairedSums:
    """Return the sums of units, each with a count and a base under A and, where something is compared, under B.

    Examples:
        >>> import numpy as np
        >>> counts, bases = np.array([31, -4]), np.array([2, 2])
        >>> sums = PairedSums()
        >>> for count, base in zip(counts.tolist(), bases.tolist()):
        ...     sums.add(count, base, 0, 0)
        >>> paired_sums((counts, bases)) == sums
        True
    """
    import numpy as np  # noqa: PLC0415

    nothing = np.zeros(len(a[0]), np.int64)
    columns = (*a, *((nothing, nothing) if b is None else b))
    most = max((int(np.abs(column).max(initial=0)) for column in columns), default=0)
    is_exact = most * most * max(1, len(nothing)) < _EXACT
    plain: Any = columns if is_exact else [column.astype(object) for column in columns]
    count_a, base_a, count_b, base_b = plain

    def product(one: Any, other: Any) -> int:
        return int((one * other).sum())

    return PairedSums(
        len(nothing), int(count_a.sum()), int(count_b.sum()), int(base_a.sum()), int(base_b.sum()),
        product(count_a, count_a), product(count_b, count_b), product(count_a, count_b),
        product(base_a, base_a), product(base_b, base_b), product(base_a, base_b),
        product(count_a, base_a), product(count_b, base_b), product(count_a, base_b), product(count_b, base_a),
    )  # fmt: skip


def alike_sums(units: int, ratio: Ratio) -> PairedSums:
    """Return the sums of units that all have the same count and base, and nothing to compare with.

    Examples:
        >>> alike_sums(3, (2, 1)).a, alike_sums(3, (2, 1)).aa
        (6, 12)
    """
    one = PairedSums()
    one.add(*ratio, 0, 0)
    return PairedSums(*(units * number for number in attrs.astuple(one)))


def _spades(rules: RuleSet, facts: "Facts") -> Any:
    """Return for each round whether a spade multiplies it."""
    card = facts["knock_card" if rules.knock_source == "knock-card" else "upcard"]
    return (card // 13 == Suit.SPADES) & (rules.spade_multiplier > 1)


def _distinct(columns: Sequence["Ints"]) -> tuple["Ints", "Ints"]:
    """Return for each row the number of its distinct row, and the first place of each of these."""
    import numpy as np  # noqa: PLC0415

    code = np.zeros(len(columns[0]), np.int64)
    size = 1
    for column in columns:
        radix = int(column.max(initial=0)) + 1
        if size * radix >= _EXACT:  # too many values for one number: those so far are numbered again
            values, code = np.unique(code, return_inverse=True)
            size = len(values)
        code = code * radix + column
        size *= radix
    _, first, which = np.unique(code, return_index=True, return_inverse=True)
    return which, first


def _small(numbers: "Ints") -> Any:
    """Return whole numbers in four bytes each, or in two, where they fit."""
    import numpy as np  # noqa: PLC0415

    low, high = int(numbers.min(initial=0)), int(numbers.max(initial=0))
    kinds = (np.int16, np.int32)
    kind = next((kind for kind in kinds if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max), np.int64)
    return numbers.astype(kind)


def _counts(values: "Ints") -> dict[int, int]:
    """Return how often each value came."""
    import numpy as np  # noqa: PLC0415

    distinct, times = np.unique(values, return_counts=True)
    return dict(zip(distinct.tolist(), times.tolist(), strict=True))
