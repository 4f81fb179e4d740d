"""Prices that are looked up: rounds whose price depends on the same facts are priced once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ginrules.cards import Suit
from ginrules.play.outcome import Ending, Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.facts import limit_card
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

_MOST: Final = 1 << 16
_RULE_SETS: Final = 32


class PriceKey(NamedTuple):
    """The facts on which the price of a round depends.

    Attributes:
        declarer: The seat that declared, None in a dead round.
        ending: How the round ended.
        deadwood: The deadwood of each seat, in points.
        factor: The factor of the doubles that were accepted.
        is_spade: Whether a spade multiplies the round.
        laid: Points on the table by seat; empty without open melding.

    Examples:
        >>> PriceKey.of(Outcome(declarer=0, deadwood=(3, 21)), RuleSet())
        PriceKey(declarer=0, ending='knock', deadwood=(3, 21), factor=1, is_spade=False, laid=())
    """

    declarer: int | None
    ending: Ending
    deadwood: tuple[int, ...]
    factor: int
    is_spade: bool
    laid: tuple[int, ...]

    @classmethod
    def of(cls, outcome: Outcome, rules: RuleSet) -> PriceKey:
        """Return the key of a round under these rules."""
        card = limit_card(outcome, rules) if rules.spade_multiplier > 1 else None
        is_spade = card is not None and card.suit == Suit.SPADES
        return cls(outcome.declarer, outcome.ending, outcome.deadwood, outcome.factor, is_spade, outcome.laid)


def priced(outcome: Outcome, rules: RuleSet) -> RoundScore:
    """Return ``price(outcome, rules)``; rounds with the same `PriceKey` share their score.

    Raises:
        ScoreError: As `ginrules.price`.

    Examples:
        >>> rules = RuleSet()
        >>> score = priced(Outcome(declarer=0, deadwood=(3, 21)), rules)
        >>> score.points, score is priced(Outcome(declarer=0, deadwood=(3, 21), stock_left=9), rules)
        ((18, 0), True)
    """
    known = _known(rules)
    key = PriceKey.of(outcome, rules)
    score = known.get(key)
    if score is None:
        score = price(outcome, rules)
        if len(known) >= _MOST:
            known.clear()
        known[key] = score
    return score


@lru_cache(maxsize=_RULE_SETS)
def _known(_rules: RuleSet) -> dict[PriceKey, RoundScore]:
    return {}
