"""Knocks: a declaration's payoff, and the points that make waiting worthwhile."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from ginrules.cards import Card
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundConfig
from ginrules.play.view import PlayerView
from ginrules.players.search.discards import card_numbers, own_seat
from ginrules.players.search.hidden import cards_gone
from ginrules.rules.model import RuleSet
from ginrules.scoring.outcome_checks import ensure_possible
from ginrules.scoring.price import price_played
from ginrules.scoring.price_numbers import box_value, price_numbers
from ginrules.solver.meld_tables import MeldTables

_MEMO_SIZE: Final = 1 << 16


def payoff(setup: RoundConfig, declarer: int, hands: list[int], *, big: bool = False) -> tuple[float, ...]:
    """Return the gain of each seat, in points, if a seat declares now and the seats hold these hands.

    A box counts only if boxes help to win the game. A defender lays off one card at a time, each if it lowers the
    deadwood. This is nearly always the best defence.
    """
    tables, rules = setup.tables, setup.rules
    left = tables.deadwood(hands[declarer])
    laying = rules.layoff == "including-gin" or (rules.layoff == "knock-only" and left > 0)
    melds = spread_melds(tables, hands[declarer]) if laying else []
    points = []
    for seat, hand in enumerate(hands):
        points.append(left if seat == declarer else defended_deadwood(tables, hand, melds, chain=rules.layoff_chain))
    card = setup.upcard if rules.knock_source != "knock-card" else setup.knock_card
    if rules.knock_source == "fixed" and rules.spade_multiplier == 1 and price_numbers(rules) is not None:
        card = None  # the card changes no price, so all cards share an entry of the memo
    return _paid(rules, card, declarer, tuple(points), big)


def spread_melds(tables: MeldTables, hand: int) -> list[int]:
    """Return the melds of an arrangement with the least deadwood, as masks."""
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
    """Return a defender's deadwood, in points, after every lay-off that lowers it."""
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
    ensure_possible(outcome, rules)
    return tuple(map(float, gains_by_seat(rules, outcome)))


def gains_by_seat(rules: RuleSet, outcome: Outcome) -> tuple[int, ...]:
    """Return the gain of each seat in a round, in points, with a box only if boxes help to win the game."""
    score, bonus = price_played(outcome, rules), box_value(rules)
    boxes = score.boxes
    return tuple(net + bonus * (len(boxes) * box - sum(boxes)) for net, box in zip(score.net, boxes, strict=True))


USUAL_DEADWOOD: Final = tuple(
    map(int, "50 45 41 37 33 31 28 26 25 23 22 20 19 18 17 16 15 15 14 14 14 13 13 13 13 12 12 12 12".split())
)
"""Another seat's usual deadwood with ten cards, in points, by the cards that two seats have drawn from the stock.

It was measured over rounds of `ginrules.players.Greedy` and another player that looked one draw ahead, under standard
rules.
"""

_RIVALS: Final = (0, 0, 0, 7, 10, 12, 14)
"""The points by which the best of the other seats is ahead of their average, by the number of seats."""

USUAL_HAND: Final = 10
KNOWN_CARD: Final = 4
"""The points by which each known card of a seat lowers its usual deadwood: such a card is in a meld."""


def best_of_others(view: PlayerView, *, average: bool = False) -> int:
    """Return the least deadwood that another seat is likely to hold, in points."""
    setup, seat = view.setup, own_seat(view)
    seats = setup.seats
    drawn = 2 * cards_gone(setup, view.stock_size) // seats
    expected = USUAL_DEADWOOD[min(drawn, len(USUAL_DEADWOOD) - 1)] * setup.rules.hand_size_for(seats) // USUAL_HAND
    known = max(cards.mask.bit_count() for other, cards in enumerate(view.known) if other != seat)
    ahead = 0 if average else _RIVALS[seats]
    return max(0, expected - ahead - KNOWN_CARD * known)


def is_last_turn(view: PlayerView) -> bool:
    """Return whether the seat will not draw again: the stock ends the round before its next turn."""
    rules = view.setup.rules
    return rules.stock_exhausted != "reshuffle" and view.stock_size - rules.stock_floor < view.setup.seats


USUAL: Final = 30
"""The usual points at stake, for which parameters are given: 25 for gin or an undercut, and 5 of lay-offs."""

USUAL_DANGER: Final = 20
"""The usual cost of an undercut beyond the loss that a knock can always risk, in points."""

_LAID_OFF: Final = 5
"""The points that a defender lays off on a knocker's melds on average."""

USUAL_LIMIT: Final = 10
"""The usual knock limit, for which parameters are given, in points. A hand below it can hope for an undercut."""

_BOLD: Final = 10
"""The loss by an undercut, in points, that a knocker risks without any lead."""

_CLOSED: Final = 2
"""The points that gin gains in worth for each point of the knock limit below the usual limit."""


@attrs.frozen
class Stakes:
    """The points that decide whether to wait, without the difference of the hands.

    ``gin`` is paid beyond a knock with the same cards. If every other seat settles with the knocker separately
    (``settles_alone``), a knock is weighed against the other seats' average, not against the best.
    """

    gin: int
    undercut: int
    knock: int
    declares: bool
    settles_alone: bool = False

    @property
    def danger(self) -> int:
        """An undercut's cost beyond the loss that a knock can always risk, in points."""
        return max(0, self.undercut - _BOLD)

    def gin_worth(self, limit: int) -> int:
        """Return the worth of gin beyond a knock under this knock limit, in points."""
        return self.gin + _CLOSED * max(0, USUAL_LIMIT - limit)


@lru_cache(maxsize=256)
def stakes_of(rules: RuleSet) -> Stakes:
    """Return the stakes of these rules.

    A box counts only if boxes help to win the game.
    """
    box = box_value(rules)
    laid_off = {"knock-only": _LAID_OFF, "including-gin": 0, "none": 0}[rules.layoff]
    defended = 0 if rules.layoff == "none" else _LAID_OFF
    gin = rules.gin_bonus + box * rules.gin_boxes - rules.knock_bonus
    return Stakes(
        gin=max(0, gin + laid_off),
        undercut=rules.undercut_bonus + box * rules.undercut_boxes + defended,
        knock=rules.knock_bonus + box,
        declares=not rules.open_melds,
        settles_alone=rules.gain_from == "each-with-knocker",
    )
