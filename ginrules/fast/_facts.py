"""The facts of finished rounds as arrays, their outcomes, and their prices: by the core, or by `ginrules.price`."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import TABLE_SEATS
from ginrules._support.values import wrong_type
from ginrules.cards import CARDS
from ginrules.errors import EndlessPlayError, ScoreError
from ginrules.fast._arrays import check_count
from ginrules.fast._load import call, parts_of, why_missing
from ginrules.fast._plan import CHOICES, rule_number
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.seeded_deals import Played
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import cached_price
from ginrules.scoring.price_numbers import price_numbers
from ginrules.scoring.score import RESULTS

NOBODY: Final = 255
"""Stands for no seat as declarer, and for no card as upcard or knock card."""

_SMALL: Final = "seats dealer declarer ending reason upcard knock_card stock_left status".split()
_FIELDS: Final = (
    *((name, np.int32, (TABLE_SEATS,)) for name in ("deadwood", "laid")),
    *((name, np.int32) for name in ("turns", "plies", "factor")),
    *((name, np.uint8) for name in _SMALL),
)

FACTS: Final = np.dtype([*_FIELDS], align=True)
"""The facts of a round.

``deadwood`` and ``laid`` are points by seat (``laid`` in open melding only). ``turns`` and ``plies`` are counted as
in `ginrules.lab.Played`. ``factor`` is the multiplier that doubles have reached. ``declarer`` is a seat, ``upcard``
and ``knock_card`` are cards. Each is 255 if absent. ``ending`` and ``reason`` are places in `ENDINGS` and `REASONS`.
``status`` is 0, or 1 if the round did not end within the limit on plies.
"""

ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)
"""The meanings of the numbers in ``ending``."""

REASONS: Final[tuple[DeadReason | None, ...]] = (None, *get_args(DeadReason))
"""The meanings of the numbers in ``reason``."""

STATUSES: Final = ("ended", "endless", "out-of-bounds")
"""The meanings of the numbers in ``status``. Rounds that outgrow the core's bounds are replayed by the engine."""

ENDED, ENDLESS, OUT_OF_BOUNDS = range(len(STATUSES))

_CARD: Final = (*CARDS, *(None,) * (256 - len(CARDS)))


def facts_of(played: Played, dealer: int, status: int = ENDED) -> tuple[Any, ...]:
    """Return a round's facts as a row of `FACTS`."""
    outcome = played.outcome
    counts = played.turns, played.plies, outcome.factor, outcome.seats
    declarer, upcard, knock_card = map(or_nobody, (outcome.declarer, outcome.upcard, outcome.knock_card))
    ending = ENDINGS.index(outcome.ending), REASONS.index(outcome.reason)
    rest = upcard, knock_card, outcome.stock_left or 0, status
    return by_seat(outcome.deadwood), by_seat(outcome.laid), *counts, dealer, declarer, *ending, *rest


def facts_at(state: RoundState, turns: int, plies: int) -> tuple[Any, ...]:
    """Return a round's facts at this state, as endless if it is not over."""
    if state.outcome is not None:
        return facts_of(Played(state.outcome, turns, plies), state.dealer, ENDED)
    dead = partial(Outcome, declarer=None, deadwood=(0,) * state.seats, ending="dead")
    unfinished = dead(upcard=state.upcard, knock_card=state.knock_card, stock_left=len(state.stock_pile))
    return facts_of(Played(unfinished, turns, plies), state.dealer, ENDLESS)


def or_nobody(number: int | None) -> int:
    """Return the number of a seat or a card, `NOBODY` for None."""
    return NOBODY if number is None else number


def by_seat(points: tuple[int, ...]) -> tuple[int, ...]:
    """Return a table's points, padded with 0 for each seat that it lacks."""
    return (*points, *(0,) * (TABLE_SEATS - len(points)))


def outcomes(rules: RuleSet | str, facts: NDArray[np.void]) -> list[Played]:
    """Return the rounds of these facts as values of the lab, in the array's order.

    Args:
        rules: The rules that the rounds were played by.
        facts: An array of `FACTS`, of any shape, as `play` gives it.

    Raises:
        EndlessPlayError: If a round did not end.
        ScoreError: If a round's facts are impossible.
        WrongTypeError: If it is not an array of `FACTS`.

    Examples:
        >>> import ginrules as gin
        >>> facts = gin.fast.play("standard", gin.players.new_greedy, [7])
        >>> [played.outcome.ending for played in gin.fast.outcomes("standard", facts)]
        ['knock', 'knock']
    """
    rules = rules_of(rules)
    value: object = facts
    if not isinstance(value, np.ndarray) or value.dtype != FACTS:
        raise wrong_type("an array of ginrules.fast.FACTS", facts, "ginrules.fast.play gives one")
    check_count(facts, "facts")
    if facts["status"].any():
        number = int(np.flatnonzero(facts["status"].ravel())[0])
        plies = int(facts["plies"].ravel()[number])
        raise EndlessPlayError(f"round {number} of these facts did not end within {plies} actions", number=number)
    _check_ranges(facts.ravel())
    rows: list[Any] = facts.ravel().tolist()
    return [_played(row, open_melds=rules.open_melds) for row in rows]


def _check_ranges(facts: NDArray[np.void]) -> None:
    """Refuse facts that name a seat, a card, an ending or a reason that is not there."""
    seats = facts["seats"]
    is_wrong = {"seats": (seats < 1) | (seats > TABLE_SEATS), "dealer": facts["dealer"] >= seats}
    is_wrong["declarer"] = (facts["declarer"] >= seats) & (facts["declarer"] != NOBODY)
    is_wrong["ending"] = facts["ending"] >= len(ENDINGS)
    is_wrong["reason"] = facts["reason"] >= len(REASONS)
    for name in ("upcard", "knock_card"):
        is_wrong[name] = (facts[name] >= len(CARDS)) & (facts[name] != NOBODY)
    for name, wrong in is_wrong.items():
        if wrong.any():
            number = int(wrong.argmax())
            raise ScoreError(
                f"round {number} of these facts has {name} {facts[name][number]}: expected facts as play gives them",
                number=number,
                name=name,
            )


def _played(row: tuple[Any, ...], *, open_melds: bool) -> Played:
    deadwood, laid, turns, plies, factor, seats, _dealer, declarer, ending, reason, *rest = row
    upcard, knock_card, stock_left, _status = rest
    outcome = Outcome(
        declarer=None if declarer == NOBODY else declarer,
        deadwood=tuple(deadwood[:seats]),
        ending=ENDINGS[ending],
        reason=REASONS[reason],
        upcard=_CARD[upcard],
        knock_card=_CARD[knock_card],
        laid=tuple(laid[:seats]) if open_melds else (),
        stock_left=stock_left,
        factor=factor,
    )
    return Played(outcome, turns, plies)


# --- prices ---------------------------------------------------------------------------------------


PRICES: Final = np.dtype(
    [
        *((name, np.int64, (TABLE_SEATS,)) for name in ("points", "net", "boxes")),
        ("lead", np.int64),
        ("knock", np.int32),
        ("winner", np.int8),
        *((name, np.uint8) for name in ("result", "status")),
    ],
    align=True,
)
"""The price of a round.

``points``, ``net`` and ``boxes`` are by seat, as in `ginrules.RoundScore`. ``lead`` is the winner's net points, 0 in
a drawn round. ``knock`` is the knocker's deadwood, -1 if no knock ended the round. ``winner`` is a seat, -1 for
nobody. ``result`` is a place in `ginrules.scoring.score.RESULTS`. ``status`` is 0.
"""


FEASIBILITY_RULES: Final = ("knock_limit", "knock_source", "ace_upcard", "doubling", "doubling_limit", "big_gin")
"""Rules of play that say which facts are possible, after the prices in the core's ``bill_t``."""


def prices_of(rules: RuleSet, facts: NDArray[np.void]) -> NDArray[np.void]:
    """Return the prices of rounds by their facts: an array of `PRICES` of the same shape."""
    flat = np.ascontiguousarray(facts.ravel())
    prices = np.zeros(len(flat), PRICES)
    sizes = set(flat["seats"].tolist())
    if len(sizes) > 1:
        for seats in sizes:
            here = flat["seats"] == seats
            prices[here] = prices_of(rules, flat[here])
        return prices.reshape(facts.shape)
    bill = bill_of(rules) if why_missing() is None else None
    rest = list(range(len(flat)))
    if bill is not None and sizes and sizes.issubset(rules.table_sizes):
        for part in parts_of(len(flat)):
            call("gin_price", bill, *sizes, flat[part], prices[part])
        rest = prices["status"].nonzero()[0].tolist()
    if rest:
        for place, played in zip(rest, outcomes(rules, flat[rest]), strict=True):
            prices[place] = _row(rules, played.outcome)
    return prices.reshape(facts.shape)


@lru_cache(maxsize=64)
def bill_of(rules: RuleSet) -> NDArray[np.int32] | None:
    """Return the numbers of the core's ``bill_t``, or None if the core does not support a price or a value."""
    prices = price_numbers(rules)
    is_known = all(getattr(rules, name) in values for name, values in CHOICES.items() if name in FEASIBILITY_RULES)
    if prices is None or not is_known:
        return None
    return np.array([*prices, *(rule_number(rules, name) for name in FEASIBILITY_RULES)], np.int32)


def _row(rules: RuleSet, outcome: Outcome) -> tuple[Any, ...]:
    score = cached_price(outcome, rules)
    net, winner = score.net, score.winner
    knocker = outcome.declarer if outcome.ending == "knock" else None
    lead, won_by = (0, -1) if winner is None else (net[winner], winner)
    knock = -1 if knocker is None else outcome.deadwood[knocker]
    by_seats = by_seat(score.points), by_seat(net), by_seat(score.boxes)
    return *by_seats, lead, knock, won_by, RESULTS.index(score.result), 0
