"""The payoffs of finished rounds as arrays: by the core, or by `ginrules.price` if the core does not support them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.fast._entries import MOST_SEATS
from ginrules.fast._facts import by_seat, outcomes
from ginrules.fast._load import call, why_missing
from ginrules.fast._plan import rule_number
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.numbers import MOST_PRICE, price_numbers
from ginrules.scoring.price import priced
from ginrules.scoring.score import RESULTS

PRICES: Final = np.dtype(
    [
        *((name, np.int64, (MOST_SEATS,)) for name in ("points", "net", "boxes")), ("lead", np.int64),
        ("knock", np.int32), ("winner", np.int8), ("result", np.uint8), ("status", np.uint8),
    ],
    align=True,
)  # fmt: skip
"""The price of a round.

``points``, ``net`` and ``boxes`` are by seat, as in `ginrules.RoundScore`; ``lead`` is the winner's net points, 0 in a
drawn round; ``knock`` is the knocker's deadwood, -1 if no knock ended the round; ``winner`` is a seat, -1 for nobody;
``result`` is a place in `ginrules.scoring.score.RESULTS`; ``status`` is 0.
"""


BILL: Final = ("knock_limit", "knock_source", "ace_upcard", "doubling", "doubling_limit", "big_gin")
"""Rules of play that say which facts are possible, after the prices in the core's ``bill_t``."""


def prices_of(rules: RuleSet, facts: NDArray[np.void]) -> NDArray[np.void]:
    """Return the prices of rounds by their facts: an array of `PRICES` of the same shape.

    Args:
        rules: The rules whose prices apply; their play must equal the play of the rules of these rounds.
        facts: An array of `ginrules.fast.FACTS`.

    Raises:
        EndlessPlayError: If a round did not end.
        ScoreError: If the facts are impossible under these rules, or a price is larger than `price` allows.

    Examples:
        >>> from ginrules import fast
        >>> from ginrules.lab import new_greedy
        >>> facts = fast.play("standard", new_greedy, range(2))
        >>> prices_of(RuleSet(), facts)["net"][..., 0].tolist()
        [[-21, 7], [-5, 19]]
    """
    flat = np.ascontiguousarray(facts.ravel())
    prices = np.zeros(len(flat), PRICES)
    sizes = set(flat["seats"].tolist())
    if len(sizes) > 1:
        for seats in sizes:
            here = flat["seats"] == seats
            prices[here] = prices_of(rules, flat[here])
        return prices.reshape(facts.shape)
    bill = _bill(rules) if why_missing() is None else None
    rest = list(range(len(flat)))
    if bill is not None and sizes and sizes.issubset(rules.table_sizes):
        call("gin_price", bill, *sizes, flat, prices)
        rest = prices["status"].nonzero()[0].tolist()
    if rest:
        for place, played in zip(rest, outcomes(rules, flat[rest]), strict=True):
            prices[place] = _row(rules, played.outcome)
    return prices.reshape(facts.shape)


@lru_cache(maxsize=64)
def _bill(rules: RuleSet) -> NDArray[np.int32] | None:
    """Return the numbers of ``bill_t`` as an array, or None if the core does not support a price."""
    return np.array(bill_of(rules), np.int32) if max(price_numbers(rules)) <= MOST_PRICE else None


def bill_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of the core's ``bill_t``."""
    return *price_numbers(rules), *(rule_number(rules, name) for name in BILL)


def _row(rules: RuleSet, outcome: Outcome) -> tuple[Any, ...]:
    score = priced(outcome, rules)
    net, winner = score.net, score.winner
    knocker = outcome.declarer if outcome.ending == "knock" else None
    return (
        by_seat(score.points), by_seat(net), by_seat(score.boxes), 0 if winner is None else net[winner],
        -1 if knocker is None else outcome.deadwood[knocker],
        -1 if winner is None else winner, RESULTS.index(score.result), 0,
    )  # fmt: skip
