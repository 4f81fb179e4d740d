"""Prices of rounds as columns, from the columns of their facts."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.cards import Suit
from ginrules.fast._facts import outcomes
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.priced import priced
from ginrules.scoring.score import RESULTS

PRICES: Final = np.dtype(
    [
        ("points", np.int64, (6,)), ("net", np.int64, (6,)), ("lead", np.int64), ("knock", np.int32),
        ("winner", np.int8), ("result", np.uint8),
    ],
    align=True,
)  # fmt: skip
"""The price of a round.

``points`` and ``net`` are by seat, 0 beyond the seats of the table; ``lead`` is the winner's net points, 0 in a drawn
round; ``knock`` is the knocker's deadwood, -1 if no knock ended the round; ``winner`` is a seat, -1 for nobody;
``result`` is a place in `ginrules.scoring.score.RESULTS`.
"""

_EXACT: Final = 1 << 62


def prices_of(rules: RuleSet, facts: NDArray[np.void]) -> NDArray[np.void]:
    """Return the prices of rounds that are over, one row of `PRICES` for each row of `ginrules.fast.FACTS`.

    Args:
        rules: The rules whose prices apply; they share their play with those that the rounds were played by.
        facts: The facts of the rounds, in one dimension.

    Raises:
        EndlessPlayError: If one of the rounds did not end.
        ScoreError: If the facts are impossible under these rules, or a price is larger than `price` allows.

    Examples:
        >>> from ginrules.fast import play
        >>> from ginrules.lab import new_greedy
        >>> from ginrules.presets import STANDARD
        >>> prices_of(STANDARD, play(STANDARD, new_greedy, range(2)).ravel())["net"][:, :2].tolist()
        [[-21, 21], [7, -7], [-5, 5], [19, -19]]
    """
    first, which = _distinct(_key_columns(rules, facts))
    rows = [_row(rules, played.outcome) for played in outcomes(rules, facts[first])]
    return np.array(rows, PRICES)[which]


def _row(rules: RuleSet, outcome: Outcome) -> tuple[Any, ...]:
    score = priced(outcome, rules)
    net, winner = score.net, score.winner
    knocker = outcome.declarer if outcome.ending == "knock" else None
    return (
        _six(score.points), _six(net), 0 if winner is None else net[winner],
        -1 if knocker is None else outcome.deadwood[knocker], -1 if winner is None else winner,
        RESULTS.index(score.result),
    )  # fmt: skip


def _six(points: tuple[int, ...]) -> tuple[int, ...]:
    return (*points, *(0,) * (6 - len(points)))


def _key_columns(rules: RuleSet, facts: NDArray[np.void]) -> list[NDArray[np.int64]]:
    """Return the columns of `ginrules.scoring.priced.PriceKey`, and the seats."""
    card = facts["knock_card" if rules.knock_source == "knock-card" else "upcard"]
    is_spade = (card // 13 == Suit.SPADES) & (rules.spade_multiplier > 1)
    seats = int(facts["seats"].max(initial=0))
    points = (*facts["deadwood"][:, :seats].T, *(facts["laid"][:, :seats].T if rules.open_melds else ()))
    columns = (*(facts[name] for name in ("seats", "declarer", "ending", "factor")), is_spade, *points)
    return [column.astype(np.int64) for column in columns]


def _distinct(columns: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first place of each distinct row, and for each row the number of its distinct row."""
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
    return first, which
