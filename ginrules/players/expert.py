"""The expert player: it hopes for the best few draws, waits for gin or an undercut, and counts in whole numbers."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from ginrules._support.values import whole_number
from ginrules.driver.core_spec import CoreSpec, runs_in_core
from ginrules.play.actions import DECLINE, DISCARD, KNOCK, Action
from ginrules.play.events import Event
from ginrules.play.turns.discard import discardable
from ginrules.play.view import PlayerView
from ginrules.players.base import ByPhase
from ginrules.players.search.best_draws import HandReader, best_draws, hand_reader
from ginrules.players.search.discards import card_numbers, least_discards, own_seat
from ginrules.players.search.hidden import (
    Habits,
    feeding_chance,
    held_chances,
    live_melds,
    partner_masks_of,
    turns_played,
)
from ginrules.players.search.knocks import (
    USUAL,
    USUAL_DANGER,
    USUAL_LIMIT,
    best_of_others,
    is_last_turn,
    stakes_of,
)
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.match.view import MatchView

_POINT: Final = 256
"""Costs are counted in 256ths of a point, parameters in sixteenths."""

_SURELY_MELDED: Final = 8
"""The number of live melds that a card counts for if it fits a meld on the table."""


def _whole(default: int, least: int, most: int) -> Any:
    """Declare a parameter: a whole number from least to most."""

    def check(_player: Expert, parameter: attrs.Attribute[int], value: object) -> None:
        whole_number(f"{parameter.name.replace('_', ' ')} of an expert player", value, least, most)

    return attrs.field(default=default, kw_only=True, validator=[check])


@runs_in_core
@attrs.define
class Expert(ByPhase):
    """A player that plans for gin and for undercuts.

    For each discard it rates the hand that is left: the deadwood after the best few draws, the cards that
    would make gin or let it undercut, the points that it could lay off, and the melds that the next seat could
    make with the discard. It remembers the cards that each seat took, discarded and refused. It takes a card from
    the pile to meld it, or to lower its deadwood by much.

    It knocks if its lead over the likely hands of the others is worth more than the gin or the undercut that it
    could wait for, at the prices in force. This is mostly so in the first turns. If melds are open, it places
    every card it can, like `Greedy`.

    Every decision is made in whole numbers and without chance. The compiled core therefore makes the same decisions.
    Some parameters are given for usual prices, and are scaled to the prices in force.

    Args:
        seed: Not used: this player needs no random numbers.
        outlook: How much a point counts that is left after the best draws, in sixteenths.
        draws: The number of best draws to average.
        haste: The weight that each turn adds to a point of deadwood held now, in sixteenths.
        ease: The weight taken off a point of deadwood in the first turn, in sixteenths: the card may still be melded.
        gin_out: The worth of each card that makes gin, in sixteenths of a point, at the usual price of gin.
        ready: The worth of each card that brings the hand to the knock limit, in sixteenths of a point, at the usual
            price of an undercut.
        laying_off: How much a point counts that the hand can surely lay off on the next seat's melds, in sixteenths. It
            has no effect if the rules have no lay-offs.
        feeding: The cost of each meld that the next seat can still make with the discard, in sixteenths of a point,
            for each turn after the first.
        refused: The chance that the next seat holds a neighbor of a card that it refused, in sixteenths of the
            chance of other cards.
        taken: The chance that the next seat holds a neighbor of a card that it took, in sixteenths of the chance
            of other cards.
        margin: Discards that leave up to this many points more than the best are examined.
        take_gain: How many points a card from the pile must take off the deadwood if it is not melded.
        shelter: The worth of each point below the knock limit, in sixteenths of a point, at the usual price of an
            undercut: if another seat knocks, such a hand undercuts.
        caution: The lead needed to knock if no card makes gin, in sixteenths of a point, at the usual price of an
            undercut. It counts at a table of two only: with more seats, another seat is likely to knock soon.
        hope: The lead that each card that makes gin adds to the lead needed, in sixteenths of a point. It is divided
            by the number of other seats.

    Raises:
        InvalidRunError: If a parameter is not a whole number, or out of its range.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.Expert(7, draws=7))
        expert, draws 7
    """

    name: ClassVar[str] = "expert"  # type: ignore[misc]
    watches: ClassVar[bool] = True  # type: ignore[misc]
    reads_prices: ClassVar[bool] = True  # type: ignore[misc]

    seed: int = 0
    outlook: int = _whole(150, 0, 4096)
    draws: int = _whole(8, 1, 52)
    haste: int = _whole(24, 0, 4096)
    ease: int = _whole(40, 0, 4096)
    gin_out: int = _whole(380, 0, 4096)
    ready: int = _whole(48, 0, 4096)
    laying_off: int = _whole(86, 0, 4096)
    feeding: int = _whole(46, 0, 4096)
    refused: int = _whole(8, 0, 256)
    taken: int = _whole(24, 0, 256)
    margin: int = _whole(6, 0, 1000)
    take_gain: int = _whole(8, 1, 1000)
    shelter: int = _whole(180, 0, 4096)
    caution: int = _whole(260, 0, 16384)
    hope: int = _whole(100, 0, 4096)
    _habits: Habits = attrs.field(init=False, repr=False, eq=False, factory=Habits)

    def __str__(self) -> str:
        text = self.name
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            if field.kw_only and value != field.default:
                text += f", {field.name.replace('_', ' ')} {value}"
        return text

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec | None:
        """Return the core's expert, which reads the rules' stakes."""
        stakes = stakes_of(rules)
        parameters = tuple(getattr(self, field.name) for field in attrs.fields(type(self)) if field.kw_only)
        return CoreSpec("expert", parameters, (stakes.gin, stakes.undercut, stakes.knock, stakes.settles_alone))

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        """Begin a round: nothing is known of the others."""
        self._habits.begin(view)

    def watch(self, event: Event) -> None:
        """Note a card that a seat takes, discards or refuses."""
        self._habits.note(event)

    def recall(self, habits: Habits) -> None:
        """Know what everybody has seen of a round that is under way."""
        self._habits = habits.copy()

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile is melded or lowers the deadwood by enough."""
        tables = view.setup.tables
        hand, top = view.hand.mask, view.discards[-1]
        cards = hand | 1 << top
        now = tables.deadwood(hand)
        left, _ = least_discards(tables, cards, discardable(view.setup.rules, cards, 1 << top))
        if left >= now:
            return False
        return left == 0 or now - left >= self.take_gain or tables.deadwood(cards) < now + tables.values[top]

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock if the lead is worth it, else the discard with the best prospect."""
        return self.knock(view, cards, allowed) or DISCARD[self.discard(view, cards, allowed)]

    def last_knock(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock with the last discard if the lead is worth more than a drawn round."""
        return self.knock(view, cards, allowed) or DECLINE

    def knock(self, view: PlayerView, cards: int, allowed: int) -> Action | None:
        """Return gin, a knock that is worth more than waiting, or None."""
        setup = view.setup
        stakes = stakes_of(setup.rules)
        if not stakes.declares:
            return None
        left, equal = least_discards(setup.tables, cards, allowed)
        if left > setup.knock_limit:
            return None
        card = equal.bit_length() - 1
        if left == 0:
            return KNOCK[card]
        lead = 16 * (best_of_others(view, average=stakes.settles_alone) - left + stakes.knock)
        needed = self.caution * stakes.danger // USUAL_DANGER if setup.seats == 2 else 0
        if lead < needed:
            return None
        if not is_last_turn(view):
            reader, limit = hand_reader(setup.tables), setup.knock_limit
            _, _, gins, _ = best_draws(reader, cards ^ 1 << card, view.unseen.mask, self.draws, limit)
            needed += self.hope * gins * stakes.gin_worth(setup.knock_limit) // (USUAL * (setup.seats - 1))
        return KNOCK[card] if lead >= needed else None

    def discard(self, view: PlayerView, cards: int, allowed: int) -> int:
        """Return the number of the card to discard: the least cost first, then the highest value, then the highest."""
        return -min(self.costs(view, cards, allowed))[2]

    def costs(self, view: PlayerView, cards: int, allowed: int) -> list[tuple[int, int, int]]:
        """Return, for each sensible discard, its cost in 256ths of a point, and its value and number, both negated.

        The cards held, and those that can be discarded, are masks.
        """
        setup = view.setup
        tables, live = setup.tables, view.unseen.mask
        deadwood, values, partner_masks = tables.deadwood, tables.values, partner_masks_of(tables)
        reader: HandReader = hand_reader(tables)
        turn = turns_played(view)
        stakes, limit = stakes_of(setup.rules), setup.knock_limit
        weight, feeding = self.haste * turn - self.ease, self.feeding * max(0, turn - 1)
        gin_out, ready = self.gin_out * stakes.gin_worth(limit) // USUAL, self.ready * stakes.undercut // USUAL
        shelter, sheltered = self.shelter * stakes.undercut // USUAL, min(limit, USUAL_LIMIT)
        others = live | view.known[(own_seat(view) + 1) % setup.seats].mask
        on_table = 0
        for meld in view.table:
            on_table |= tables.fits(meld.cards.mask)
        left = [(deadwood(cards ^ 1 << card), card) for card in card_numbers(allowed)]
        most = min(left)[0] + self.margin
        sensible = [(points, card, cards ^ 1 << card) for points, card in left if points <= most]
        layoff = setup.rules.layoff
        can_lay_off = layoff == "including-gin" or (limit > 0 and layoff == "knock-only")  # at 0 every knock is gin
        loose = [hand & ~reader.melded(hand) for _, _, hand in sensible] if can_lay_off else []
        laid_off = self._laid_off(view, reduce(or_, loose)) if loose else {}
        costs = []
        for place, (points, card, hand) in enumerate(sensible):
            _, later, gins, near_limit = best_draws(reader, hand, live, self.draws, limit)
            melds = _SURELY_MELDED if on_table >> card & 1 else live_melds(partner_masks[card], others)
            cost = weight * points + feeding * melds - gin_out * gins - ready * near_limit
            cost = self.outlook * later + 16 * (cost - shelter * max(0, sheltered - points))
            if loose:
                off = sum([laid_off[number] for number in card_numbers(loose[place])])
                cost -= self.laying_off * off // 16
            costs.append((cost, -values[card], -card))
        return costs

    def _laid_off(self, view: PlayerView, cards: int) -> dict[int, int]:
        """Return, for each card, the points that it is expected to lay off, in 256ths."""
        setup = view.setup
        following = (own_seat(view) + 1) % setup.seats
        chances = held_chances(view, self._habits, following, refused=self.refused, taken=self.taken)
        masks, values = partner_masks_of(setup.tables), setup.tables.values
        return {card: feeding_chance(masks[card], chances) * values[card] for card in card_numbers(cards)}
