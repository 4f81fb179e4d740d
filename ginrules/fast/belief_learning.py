"""A belief net in training: the core plays rounds of many players, and the net learns to name hidden cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.belief_net import CARD_SCALE, SCORE, SHAPES, UNITS, BeliefNet
from ginrules.fast._beliefs import BELIEF_WEIGHTS, GUESS
from ginrules.fast._load import call
from ginrules.fast._plan import tables_of
from ginrules.fast._players import policies_of
from ginrules.fast.learning import Course
from ginrules.learned_net import HIDDEN, INPUT_SCALE, MIXED_SCALE, RuledNet
from ginrules.rules.model import RuleSet

_SEATS: Final = 2
_FACTORS: Final[dict[str, float]] = {
    "inputs": INPUT_SCALE, "rule_inputs": INPUT_SCALE, "inputs_bias": INPUT_SCALE,
    "mixed": MIXED_SCALE, "mixed_bias": INPUT_SCALE * MIXED_SCALE,
    "cards": CARD_SCALE, "cards_bias": INPUT_SCALE * CARD_SCALE, "near": SCORE,
}  # fmt: skip
_SPREADS: Final[dict[str, float]] = {"inputs": 0.1, "mixed": (2 / HIDDEN) ** 0.5, "cards": 0.3 / UNITS**0.5}


@attrs.define(eq=False)
class BeliefLearning(Course):
    """A net of a belief that learns from rounds of many players: `Learned`, `Expert` with many habits, and weaker ones.

    Most players follow their plan. Some slip now and then. The players, which are `Learned`, `Expert`, `Simple`,
    `Careful` and `Greedy`, do not change during the training.
    """

    kind: ClassVar[type[RuledNet]] = BeliefNet
    format = "ginrules belief training 1"
    sample = GUESS
    weights = BELIEF_WEIGHTS
    factors: ClassVar[Mapping[str, float]] = _FACTORS
    spreads: ClassVar[Mapping[str, float]] = _SPREADS
    batches = 64
    learns = "gin_belief_learn"
    errors = 1

    def play_share(self, rules: RuleSet, played: Any, seed: int, samples: NDArray[np.void]) -> None:  # noqa: ARG002
        """Let these players play until the samples are full."""
        rows = policies_of(self._opponents, rules, _SEATS)
        assert rows is not None, "the core has these players"
        policies, nets = rows
        call("gin_belief_play", tables_of(rules, _SEATS), policies, nets, seed, samples, np.zeros(1, np.int64))


assert set(_FACTORS) == set(SHAPES)
