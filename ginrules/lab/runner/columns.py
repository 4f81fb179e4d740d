"""Rounds of a part of a run as columns: facts, places in the run, and prices. It needs NumPy.

The compiled core and the engine fill the same columns. No figure depends on which of the two has played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules import fast
from ginrules._support.bounds import TABLE_SEATS
from ginrules.cards import Rank, Suit
from ginrules.fast._facts import FACTS, facts_of, prices_of
from ginrules.play.run_deals import Played
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RESULTS, Result

if TYPE_CHECKING:
    from ginrules.lab.runner.finished_match import FinishedMatch
    from ginrules.lab.runner.play import SimulatedMatch

Ints = NDArray[np.int64]

PLACES: Final = np.dtype([
    ("unit", np.int64), ("seed", np.int64), ("round", np.int32), ("seating", np.int16), ("first_dealer", np.int16),
    ("table", np.int16), ("contestants", np.int16, (TABLE_SEATS,)),
])  # fmt: skip
"""The place of a round in the run, as in `Simulated`.

Seats that the table does not have are contestant -1.
"""


@attrs.frozen(eq=False)
class DealtRounds:
    """The rounds of several units of a job, unit after unit.

    Attributes:
        facts: The facts of each round, `ginrules.fast.FACTS`.
        places: The place of each round in the run, `PLACES`.
        starts: The index of the first round of each unit.
        matches: The matches of each unit, if matches are played.
    """

    facts: NDArray[np.void]
    places: NDArray[np.void]
    starts: Ints
    matches: tuple[tuple[FinishedMatch, ...], ...] = ()

    @classmethod
    def of_matches(cls, matches: Sequence[SimulatedMatch]) -> DealtRounds:
        """Return the rounds in a unit's matches."""
        from ginrules.lab.runner.finished_match import FinishedMatch  # noqa: PLC0415 - runs of rounds need no matches

        rounds = [one for match in matches for one in match.rounds]
        facts = np.array([facts_of(one.played, one.dealer) for one in rounds], FACTS)
        places = [
            (one.unit, one.seed, one.round, one.seating, one.first_dealer, one.table, six_places(one.contestants))
            for one in rounds
        ]
        finished = tuple(FinishedMatch.of(match.match, match.contestants) for match in matches)
        return cls(facts, np.array(places, PLACES), np.zeros(1, np.int64), (finished,))

    @classmethod
    def joined(cls, parts: Sequence[DealtRounds]) -> DealtRounds:
        """Return the rounds of all parts, part after part."""
        ends = np.cumsum([0, *(len(part.facts) for part in parts)])
        return cls(
            np.concatenate([np.zeros(0, FACTS), *(part.facts for part in parts)]),
            np.concatenate([np.zeros(0, PLACES), *(part.places for part in parts)]),
            np.concatenate([ends[:0], *(part.starts + end for part, end in zip(parts, ends, strict=False))]),
            tuple(matches for part in parts for matches in part.matches),
        )

    @property
    def units(self) -> int:
        """The number of units."""
        return len(self.starts)

    def at_prices_of(self, rules: RuleSet) -> PricedRounds:
        """Return the rounds at the prices of these rules, which must play like the job's rules."""
        return PricedRounds(rules, self, prices_of(rules, self.facts))


@attrs.frozen(eq=False)
class PricedRounds:
    """Rounds at a rule set's prices.

    Attributes:
        rules: The rules.
        dealt: The rounds.
        prices: The price of each round, `ginrules.fast._facts.PRICES`.
    """

    rules: RuleSet
    dealt: DealtRounds
    prices: NDArray[np.void]

    @property
    def lead(self) -> Ints:
        """The winner's lead over the others in each round, in points, 0 in a drawn round."""
        return self.prices["lead"]

    @property
    def has_winner(self) -> NDArray[np.bool_]:
        """Whether a seat won the round."""
        return self.prices["winner"] >= 0

    @property
    def turns(self) -> Ints:
        """The turns of each round."""
        return self.dealt.facts["turns"]

    @property
    def knock(self) -> Ints:
        """The knocker's deadwood, -1 if no knock ended the round."""
        return self.prices["knock"]

    @property
    def has_spade(self) -> NDArray[np.bool_]:
        """Whether the card that sets the limit of each round is a spade."""
        card = "knock_card" if self.rules.knock_source == "knock-card" else "upcard"
        is_spade: NDArray[np.bool_] = self.dealt.facts[card] // len(Rank) == Suit.SPADES
        return is_spade

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
        first: Ints = (self.dealt.facts["dealer"] + 1) % self.dealt.facts["seats"]
        return first

    def has_result(self, result: Result) -> NDArray[np.bool_]:
        """Return whether each round was decided in this way."""
        has: NDArray[np.bool_] = self.prices["result"] == RESULTS.index(result)
        return has

    def by_unit(self, values: NDArray[Any] | int) -> Ints:
        """Return, for each unit, the sum of the values of its rounds, a single number for every round."""
        if isinstance(values, int):
            return values * np.diff(self.dealt.starts, append=len(self.lead))
        return np.add.reduceat(values, self.dealt.starts, dtype=np.int64)

    def contestant(self, number: int) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """Return two ratios by unit: a contestant's wins per round with a winner, and its net points per seat held."""
        seats = int(self.dealt.facts["seats"].max(initial=1))
        is_there = self.dealt.places["contestants"][:, :seats] == number
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
        return fast.outcomes(self.rules, self.dealt.facts)

    def values(self) -> dict[str, Counter[int]]:
        """Return how often each number of points, of turns and of deadwood at a knock occurs, by measure."""
        return {
            "points": Counter(self.lead.tolist()),
            "turns": Counter(self.turns.tolist()),
            "knock-deadwood": Counter(self.knock[self.knock >= 0].tolist()),
        }


def six_places(contestants: tuple[int, ...]) -> tuple[int, ...]:
    """Return the contestants of a row of `PLACES`: -1 for seats that the table does not have."""
    return (*contestants, *(-1,) * (TABLE_SEATS - len(contestants)))
