"""The payoff of a declaration under the rules in force, for players that weigh a knock."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ginrules.cards import Card
from ginrules.lab.search.discards.discard_choice import card_numbers
from ginrules.play.outcome import Outcome
from ginrules.play.state import Setup
from ginrules.rules.model import RuleSet
from ginrules.scoring.numbers import price_numbers
from ginrules.scoring.price import price
from ginrules.solver.meld_tables import MeldTables

_MEMO_SIZE: Final = 1 << 16


def payoff_numbers(rules: RuleSet) -> tuple[int, ...]:
    """Return what decides the payoff of a declaration, as numbers: what the compiled core is given.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> payoff_numbers(STANDARD)[:5]
        (0, 0, 25, 0, 25)
    """
    return _box(rules), *price_numbers(rules)


def payoff(setup: Setup, declarer: int, hands: list[int], *, big: bool = False) -> tuple[float, ...]:
    """Return what each seat gains, in points, if a seat declares now and the seats hold these hands.

    A box counts what it pays where that helps to win the game. Lay-offs are those that lower the
    defender's deadwood one by one, which is nearly always the best defence.

    Args:
        setup: The rules and the limit in force.
        declarer: The seat that declares, after its discard; its deadwood is within the limit.
        hands: The cards of each seat, as masks.
        big: Whether big gin is declared.

    Examples:
        >>> from ginrules.cards import CardSet
        >>> from ginrules.play.deal import STANDARD, deal, shuffled
        >>> hands = [CardSet.parse("A23.456.789.2").mask, CardSet.parse("4.789.TJQ.68T").mask]
        >>> payoff(deal(STANDARD, shuffled(7)).setup, 0, hands)
        (22.0, -22.0)
    """
    tables, rules = setup.tables, setup.rules
    left = tables.deadwood(hands[declarer])
    laying = rules.layoff == "including-gin" or (rules.layoff == "knock-only" and left > 0)
    melds = spread_melds(tables, hands[declarer]) if laying else []
    points = []
    for seat, hand in enumerate(hands):
        points.append(left if seat == declarer else defended_deadwood(tables, hand, melds, chain=rules.layoff_chain))
    card = setup.upcard if rules.knock_source != "knock-card" else setup.knock_card
    if rules.knock_source == "fixed" and rules.spade_multiplier == 1:
        card = None  # it changes nothing, and the memo then holds every card at once
    return _paid(rules, card, declarer, tuple(points), big)


def spread_melds(tables: MeldTables, hand: int) -> list[int]:
    """Return the melds of one arrangement that leaves the least deadwood, as masks."""
    deadwood = tables.deadwood
    melds: list[int] = []
    left = deadwood(hand)
    while True:
        meld = next((meld for meld in reversed(tables.melds(hand)) if deadwood(hand ^ meld) == left), None)
        if meld is None:
            return melds
        melds.append(meld)
        hand ^= meld


def defended_deadwood(tables: MeldTables, hand: int, melds: list[int], *, chain: bool) -> int:
    """Return the deadwood that a defender has left, in points, after laying off whatever lowers it."""
    deadwood = tables.deadwood
    now = deadwood(hand)
    grown = list(melds)
    goes_on = bool(now)
    while goes_on:
        goes_on = False
        for place, meld in enumerate(grown):
            fitting = (tables.fits(meld) if chain else tables.fits(melds[place])) & hand
            for card in card_numbers(fitting):
                left = deadwood(hand ^ 1 << card)
                if left < now:
                    hand ^= 1 << card
                    grown[place] |= 1 << card
                    now, goes_on = left, chain
    return now


@lru_cache(maxsize=_MEMO_SIZE)
def _paid(
    rules: RuleSet,
    card: Card | None,
    declarer: int,
    points: tuple[int, ...],
    big: bool,  # noqa: FBT001 - a key
) -> tuple[float, ...]:
    left = points[declarer]
    outcome = Outcome(
        declarer=declarer,
        deadwood=points,
        ending="big-gin" if big else "knock" if left else "gin",
        upcard=card if rules.knock_source != "knock-card" else None,
        knock_card=card if rules.knock_source == "knock-card" else None,
    )
    score = price(outcome, rules)
    boxes = score.boxes
    bonus = _box(rules)
    return tuple(
        float(net + bonus * (len(boxes) * box - sum(boxes))) for net, box in zip(score.net, boxes, strict=True)
    )


def _box(rules: RuleSet) -> int:
    """Return the points of a box where they help to win the game.

    Boxes paid when the game is over decide nothing where the first to the target wins it.
    """
    return rules.box_bonus if rules.box_timing == "immediate" or rules.winner_by == "highest-total" else 0
