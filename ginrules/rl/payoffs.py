"""What rounds pay, from their facts as arrays; rounds that pay the same are priced once."""

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

    def of(self, facts: NDArray[np.void]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the zero-sum points and the rewards of rounds that are over, a row of each by seat."""
        if self._rules.open_melds:
            payments = [self._payment(played.outcome) for played in outcomes(self._rules, facts)]
        else:
            payments = [self._known.get(key) or self._priced(key) for key in map(tuple, self._keys(facts).tolist())]
        both = np.array(payments)
        return both[:, 0], both[:, 1]

    def _keys(self, facts: NDArray[np.void]) -> NDArray[np.int32]:
        """Return for each round its `Key`, with less deadwood where that changes nothing.

        Where nobody has declared, nobody pays. Between two seats that gain, the difference counts, and whether one
        of them has no deadwood.
        """
        keys = np.empty((len(facts), 4 + self._seats), np.int32)
        deadwood, ending = facts["deadwood"][:, : self._seats], facts["ending"]
        keys[:, 0], keys[:, 1], keys[:, 2], keys[:, 3] = facts["declarer"], ending, facts["factor"], 0
        if self._rules.spade_multiplier > 1:
            keys[:, 3] = facts[self._limit_card] // len(Rank) == Suit.SPADES
        if self._by_difference:
            least = np.minimum(deadwood[:, 0], deadwood[:, 1]) - 1
            deadwood = deadwood - (np.maximum(least, 0) * (ending != _REFUSED))[:, None]
        keys[:, 4:] = deadwood
        keys[ending == _DEAD, 2:] = [1, 0] + [0] * self._seats
        return keys

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
