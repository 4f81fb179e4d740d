"""What rounds pay, from their facts as arrays; rounds that pay the same are priced once."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrules.cards import Rank, Suit
from ginrules.fast._facts import ENDINGS, NOBODY, outcomes
from ginrules.lab.runner.compiled import outcome_of
from ginrules.play.outcome import Outcome
from ginrules.rl.options import RewardKind, paid
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

_MOST: Final = 1 << 16
_SUIT: Final = len(Rank)
_DEAD: Final = ENDINGS.index("dead")
_REFUSED: Final = ENDINGS.index("refused")

Payment = tuple[tuple[float, ...], tuple[float, ...]]
"""The zero-sum points of a round by seat, and the rewards."""

Key = tuple[int, ...]
"""What a payment depends on: declarer, ending, factor, whether a spade multiplies it, and deadwood by seat."""


class Payoffs:
    """Prices rounds that have ended, by their facts.

    Args:
        rules: The rules.
        seats: The seats of the table.
        reward: What a reward is.
        scale: Points that make a scaled reward of 1.
    """

    def __init__(self, rules: RuleSet, seats: int, reward: RewardKind, scale: float) -> None:
        self._rules, self._seats, self._reward, self._scale = rules, seats, reward, scale
        self._by_difference = rules.score_mode == "gain" and seats == 2
        self._limit_card = "knock_card" if rules.knock_source == "knock-card" else "upcard"
        self._known: dict[Key, Payment] = {}

    def of(self, facts: NDArray[np.void]) -> list[Payment]:
        """Return what rounds that are over pay."""
        if self._rules.open_melds:
            return [self._payment(played.outcome) for played in outcomes(self._rules, facts)]
        known = self._known
        return [known.get(key) or self._priced(key) for key in self._keys(facts)]

    def _keys(self, facts: NDArray[np.void]) -> Iterator[Key]:
        """Yield the key of each round, with less deadwood where that changes nothing.

        Where nobody has declared, nobody pays. Between two seats that gain, the difference counts, and whether one
        of them has no deadwood.
        """
        names = ("declarer", "ending", "factor", self._limit_card, "deadwood")
        spade_counts, seats = self._rules.spade_multiplier > 1, self._seats
        for declarer, ending, factor, card, points in zip(*[facts[name].tolist() for name in names], strict=True):
            if ending == _DEAD:
                yield (NOBODY, _DEAD, 1, 0) + (0,) * seats
                continue
            least = min(points[:2]) - 1 if self._by_difference and ending != _REFUSED else 0
            deadwood = [left - least for left in points[:seats]] if least > 0 else points[:seats]
            yield declarer, ending, factor, int(spade_counts and card // _SUIT == Suit.SPADES), *deadwood

    def _priced(self, key: Key) -> Payment:
        declarer, ending, factor, is_spade, *deadwood = key
        who = None if declarer == NOBODY else declarer
        payment = self._payment(outcome_of(self._rules, who, ENDINGS[ending], tuple(deadwood), factor, is_spade))
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[key] = payment
        return payment

    def _payment(self, outcome: Outcome) -> Payment:
        net = tuple(map(float, price(outcome, self._rules).net))
        return net, paid(net, self._reward, self._scale)
