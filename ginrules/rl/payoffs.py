"""What rounds pay, from their facts as arrays."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.fast._prices import prices_of
from ginrules.rl.options import RewardKind, paid
from ginrules.rules.model import RuleSet

Payment = tuple[tuple[float, ...], tuple[float, ...]]
"""The zero-sum points of a round by seat, and the rewards."""


@attrs.frozen
class Payoffs:
    """Prices rounds that have ended, by their facts.

    Attributes:
        rules: The rules.
        seats: The seats of the table.
        reward: What a reward is.
        scale: Points that make a scaled reward of 1.
    """

    rules: RuleSet
    seats: int
    reward: RewardKind
    scale: float

    def of(self, facts: NDArray[np.void]) -> list[Payment]:
        """Return what rounds that are over pay."""
        nets = prices_of(self.rules, facts)["net"][:, : self.seats].astype(float).tolist()
        return [(net, paid(net, self.reward, self.scale)) for net in map(tuple, nets)]
