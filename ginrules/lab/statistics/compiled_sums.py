"""The sums of rounds that the compiled core has played: every distinct round is priced and measured once.

The sums are those that `Sums.add` makes round by round, to the last digit: whole numbers, and exact ones also
where they are larger than what an array holds.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules.cards import Suit
from ginrules.lab.runner.compiled import PriceKey, outcome_of, score_of
from ginrules.lab.runner.match import Simulated, seated
from ginrules.lab.statistics.measures import ROUND_MEASURES, lead_of
from ginrules.lab.statistics.sums import PairedSums, Ratio
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import Played
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Facts = NDArray[np.void]

_TURNS: Final = "turns"
_ROUNDS: Final = 1 << 16
_EXACT: Final = 1 << 62


@attrs.frozen(eq=False)
class CountedRounds:
    """Rounds at the prices of a rule set, counted by deal.

    Attributes:
        rules: The rules whose prices apply.
        contestants: The number of contestants.
        facts: The facts: deals × seatings × dealers.
        keys: What the price of each distinct round depends on.
        which: The number of the distinct round of each round.
    """

    rules: RuleSet
    contestants: int
    facts: "Facts"
    keys: Sequence[PriceKey]
    which: "Ints"

    @classmethod
    def of(cls, rules: RuleSet, facts: "Facts", contestants: int) -> "CountedRounds":
        """Count the rounds of these facts."""
        import numpy as np  # noqa: PLC0415 - takes longer to load than all of the lab

        from ginrules.fast._facts import ENDINGS, NOBODY  # noqa: PLC0415

        flat = facts.ravel()
        seats = facts.shape[2]
        columns = [
            flat["declarer"],
            flat["ending"],
            *flat["deadwood"][:, :seats].T,
            flat["factor"],
            _spades(rules, flat),
        ]
        which, first = _distinct([column.astype(np.int64) for column in columns])
        rows = zip(*(column[first].tolist() for column in columns), strict=True)
        keys = [
            (
                None if declarer == NOBODY else declarer,
                ENDINGS[ending],
                tuple(rest[:-2]),
                rest[-2],
                bool(rest[-1]),
            )
            for declarer, ending, *rest in rows
        ]
        return cls(rules, contestants, facts, keys, which.reshape(facts.shape))

    @property
    def outcomes(self) -> list[tuple[Outcome, ...]]:
        """The outcomes of every deal, by dealer, one seating after another; alike rounds share theirs."""
        distinct = [outcome_of(self.rules, *key) for key in self.keys]
        return [tuple([distinct[number] for number in deal]) for deal in self._by_deal()]

    def _by_deal(self) -> list[list[int]]:
        rows: list[list[int]] = self.which.reshape(len(self.which), -1).tolist()
        return rows

    def ratios(self) -> dict[str, tuple["Ints", "Ints"]]:
        """Return the counts and bases of every measure of rounds, and of the contestants, by deal."""
        import numpy as np  # noqa: PLC0415

        dealers = range(self.facts.shape[2])
        numbers = [_measured(self.rules, *key, dealer) for key in self.keys for dealer in dealers]
        table = np.array(numbers, np.int64).reshape(len(self.keys), len(dealers), -1, 2)
        sums = sum(table[self.which[:, :, dealer], dealer].sum(axis=1) for dealer in dealers)
        ratios = {}
        for number, measure in enumerate(ROUND_MEASURES):
            counts = self.facts["turns"].sum(axis=(1, 2)) if measure.key == _TURNS else sums[:, number, 0]
            ratios[measure.key] = counts.astype(np.int64), sums[:, number, 1]
        return ratios

    def contestant(self, number: int) -> tuple[tuple["Ints", "Ints"], tuple["Ints", "Ints"]]:
        """Return, by deal, the rounds a contestant won of those with a winner, and its net points by seats it had."""
        import numpy as np  # noqa: PLC0415

        deals, _, seats = self.facts.shape
        scores = [score_of(self.rules, *key) for key in self.keys]
        winners = np.array([-1 if score.winner is None else score.winner for score in scores])[self.which]
        nets = np.array([score.net for score in scores], np.int64)[self.which]
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
        import numpy as np  # noqa: PLC0415

        times = np.bincount(self.which.ravel(), minlength=len(self.keys)).tolist()
        points: dict[int, int] = {}
        knocks: dict[int, int] = {}
        for key, count in zip(self.keys, times, strict=True):
            lead = lead_of(score_of(self.rules, *key))
            points[lead] = points.get(lead, 0) + count
            declarer, ending, deadwood, *_ = key
            if declarer is not None and ending == "knock":
                knocks[deadwood[declarer]] = knocks.get(deadwood[declarer], 0) + count
        turns, turn_counts = np.unique(self.facts["turns"], return_counts=True)
        return {
            "points": points,
            _TURNS: dict(zip(turns.tolist(), turn_counts.tolist(), strict=True)),
            "knock-deadwood": knocks,
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


@lru_cache(maxsize=_ROUNDS)
def _measured(
    rules: RuleSet,
    declarer: int | None,
    ending: Any,
    deadwood: tuple[int, ...],
    factor: int,
    is_spade: Any,
    dealer: int,
) -> tuple[int, ...]:
    """Return count and base of every measure in a round with this key and dealer; turns are counted elsewhere."""
    key: PriceKey = declarer, ending, deadwood, factor, is_spade
    played = Played(outcome_of(rules, *key), 0, 0)
    seats = tuple(range(len(deadwood)))
    simulated = Simulated(0, 0, dealer, 0, 0, 0, dealer, seats, played, score_of(rules, *key))
    counters: list[Callable[[Simulated], Ratio]] = [one.count for one in ROUND_MEASURES if one.count is not None]
    return tuple(number for count in counters for number in count(simulated))
