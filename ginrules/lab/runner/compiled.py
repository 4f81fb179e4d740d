"""Rounds of the compiled core for a run, where it has the rules and all the players.

The core plays what the engine plays, so that no figure depends on it. What it does not have, what has a time limit,
and a round that does not end are played on the engine, which also says what went wrong.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from ginrules.cards import CARDS, Suit
from ginrules.lab.runner.match import Simulated, seated
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import deal_seed
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore
from ginrules.seated.player import NewPlayer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Facts = NDArray[np.void]

CHUNK: Final = 2_000
"""Units of a chunk that the core plays."""

_SCORES: Final = 1 << 16


def is_compiled(rules: RuleSet, new_players: Sequence[NewPlayer], time_limit: float | None) -> bool:
    """Return whether the core plays the rounds of these rules and players.

    Examples:
        >>> from ginrules.lab.players import Searching
        >>> is_compiled(RuleSet(), [Searching], None)
        False
    """
    if time_limit is not None or find_spec("numpy") is None:
        return False
    from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

    return fast.why_not(rules, new_players) is None


def facts_of(
    rules: RuleSet, new_players: Sequence[NewPlayer], numbers: range, *, places: int, seed: int, ply_cap: int
) -> "Facts | None":
    """Return the facts of the deals of these numbers: deals × seatings × dealers; None if a round did not end."""
    return facts_of_deals(rules, new_players, _seeds_of(seed, numbers), places=places, ply_cap=ply_cap)


@lru_cache(maxsize=4)
def _seeds_of(seed: int, numbers: range) -> tuple[int, ...]:
    """Return the seeds of these deals, which all jobs of a run share."""
    return tuple([deal_seed(seed, number) for number in numbers])


def facts_of_deals(
    rules: RuleSet, new_players: Sequence[NewPlayer], deals: Sequence[int], *, places: int, ply_cap: int
) -> "Facts | None":
    """Return as `facts_of`, for deals with these seeds."""
    import numpy as np  # noqa: PLC0415

    from ginrules import fast  # noqa: PLC0415

    seeds = np.array(deals, np.uint64)
    by_seating = []
    for seating in range(len(new_players)):
        at_table = [new_players[contestant] for contestant in seated(len(new_players), places, seating)]
        by_seating.append(fast.play(rules, at_table, seeds, seats=places, ply_cap=ply_cap))
    facts = np.stack(by_seating, axis=1)
    return None if facts["status"].any() else facts


def simulated_rounds(
    rules: RuleSet, prices: RuleSet, facts: "Facts", numbers: range, *, contestants: int, seed: int
) -> Iterator[tuple[Simulated, ...]]:
    """Yield the rounds of each deal, as `ginrules.lab.runner.spec.Unit` has them.

    Args:
        rules: The rules they were played by.
        prices: The rules they are priced by.
        facts: Their facts: deals × seatings × dealers.
        numbers: The numbers of the deals.
        contestants: The number of contestants.
        seed: The seed of the run.
    """
    from ginrules import fast  # noqa: PLC0415

    places = facts.shape[2]
    played = iter(fast.outcomes(rules, facts))
    for number in numbers:
        deal = deal_seed(seed, number)
        rounds = []
        for seating in range(contestants):
            at_table = seated(contestants, places, seating)
            for dealer in range(places):
                one = next(played)
                score = score_of(prices, *price_key(prices, one.outcome))
                rounds.append(Simulated(number, seating, dealer, 0, 0, deal, dealer, at_table, one, score))
        yield tuple(rounds)


PriceKey = tuple[int | None, str, tuple[int, ...], int, bool]
"""What the price of a round depends on: declarer, ending, deadwood, doubles, and whether a spade multiplies it."""


def price_key(rules: RuleSet, outcome: Outcome) -> PriceKey:
    """Return what the price of this round depends on; rounds with the same key have the same price."""
    card = outcome.knock_card if rules.knock_source == "knock-card" else outcome.upcard
    is_spade = rules.spade_multiplier > 1 and card is not None and card.suit == Suit.SPADES
    return outcome.declarer, outcome.ending, outcome.deadwood, outcome.factor, is_spade


@lru_cache(maxsize=_SCORES)
def outcome_of(
    rules: RuleSet, declarer: int | None, ending: Any, deadwood: tuple[int, ...], factor: int, is_spade: Any
) -> Outcome:
    """Return the outcome that has all that the price depends on, and no more.

    Of the cards that set a limit it has the one that allows most: each round was played within its own.
    """
    is_knock_card = rules.knock_source == "knock-card"
    card = CARDS[13 * (Suit.SPADES if is_spade else Suit.CLUBS) + rules.ranks - 1]
    return Outcome(
        declarer=declarer,
        deadwood=deadwood,
        ending=ending,
        factor=factor,
        upcard=None if is_knock_card else card,
        knock_card=card if is_knock_card else None,
    )


@lru_cache(maxsize=_SCORES)
def score_of(
    rules: RuleSet, declarer: int | None, ending: str, deadwood: tuple[int, ...], factor: int, is_spade: Any
) -> RoundScore:
    """Return the price of a round with this key; rounds of the same key share it."""
    return price(outcome_of(rules, declarer, ending, deadwood, factor, is_spade), rules)
