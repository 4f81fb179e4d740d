"""The expert player: it hopes for the best few draws, waits for gin or an undercut, and counts in whole numbers."""

from typing import Any, ClassVar, Final

import attrs

from ginrules._values import index_of, shown
from ginrules.errors import InvalidRunError
from ginrules.lab.players.by_phase import ByPhase
from ginrules.lab.search.discards.best_draws import HandReader, best_draws, hand_reader
from ginrules.lab.search.discards.discard_choice import card_numbers, discardable, least_discards, own_seat
from ginrules.lab.search.hidden.feeding import CERTAIN, feeding_chance, held_chances, partners_of
from ginrules.lab.search.hidden.opponents import Habits
from ginrules.lab.search.knocks.knock_lead import best_of_others, cards_gone, is_last_turn
from ginrules.lab.search.knocks.stakes import USUAL, USUAL_DANGER, USUAL_LIMIT, stakes_of
from ginrules.match.match_view import MatchView
from ginrules.play.actions import DECLINE, DISCARD, KNOCK, Action
from ginrules.play.events import Event
from ginrules.play.views.view import PlayerView
from ginrules.rules.model import RuleSet

_POINT: Final = 256
"""Costs are counted in 256ths of a point, parameters in sixteenths."""

_TWO: Final = 2
_LEAST, _MOST = "least", "most"


def _whole(default: int, least: int, most: int) -> Any:
    """Declare a parameter: a whole number from least to most."""
    return attrs.field(default=default, kw_only=True, metadata={_LEAST: least, _MOST: most})


@attrs.define
class Expert(ByPhase):
    """A player that plans for gin and for undercuts.

    It discards what leaves the hand that the best few draws would help most, weighed against the
    deadwood now, the cards that would make gin, and the chance that the next seat melds the
    discard; for that it remembers what each seat has taken, discarded and refused. It takes
    from the pile what it melds, and what lowers its deadwood by much. It knocks as long as its
    lead over what the others probably hold is worth more than the gin and the undercuts that it can wait
    for, at the prices in force; that is mostly in the first turns. Where melds are open it places what
    it can, as `Greedy` does.

    Every decision is made in whole numbers and without chance, so that the compiled core decides the same.

    Args:
        seed: Not used: a player is made from a seed, and this one needs no random numbers.
        outlook: The weight of a point that is left after the best draws, in sixteenths, in the first turn.
        outlook_decay: How much of this weight each turn leaves, in 256ths.
        draws: How many of the best draws are averaged.
        gin_out: The worth of each card that makes gin, in sixteenths of a point, where gin pays what it usually does.
        feeding: The cost of giving the next seat a card that it surely melds, in sixteenths of a point.
        feeding_rise: What each turn adds to this cost, in sixteenths of a point.
        refused: How likely the next seat holds a card next to one it refused, in sixteenths of the others.
        taken: How likely the next seat holds a card next to one it took, in sixteenths of the others.
        margin: Discards that leave this many points more than the least are still examined.
        take_gain: The points by which a card from the pile that is not melded must lower the deadwood.
        shelter: The worth of each point that the hand is below the knock limit, in sixteenths of a point, where an
            undercut pays what it usually does: if another seat knocks, such a hand undercuts.
        caution: The lead needed to knock where nothing makes gin, in sixteenths of a point, where an undercut
            pays what it usually does; at a table of two, as with more seats one of the others is soon to knock.
        hope: What each card that makes gin adds to the lead needed, in sixteenths of a point, shared among the
            other seats.

    Raises:
        InvalidRunError: If a parameter is not a whole number, or out of its range.

    Examples:
        >>> print(Expert(7, draws=7))
        expert, draws 7
    """

    name: ClassVar[str] = "expert"  # type: ignore[misc]
    watches: ClassVar[bool] = True  # type: ignore[misc]
    reads_prices: ClassVar[bool] = True  # type: ignore[misc]

    seed: int = 0
    outlook: int = _whole(150, 0, 4096)
    outlook_decay: int = _whole(230, 0, 256)
    draws: int = _whole(8, 1, 52)
    gin_out: int = _whole(56, 0, 4096)
    feeding: int = _whole(600, 0, 16384)
    feeding_rise: int = _whole(16, 0, 4096)
    refused: int = _whole(8, 0, 256)
    taken: int = _whole(24, 0, 256)
    margin: int = _whole(12, 0, 1000)
    take_gain: int = _whole(8, 1, 1000)
    shelter: int = _whole(80, 0, 4096)
    caution: int = _whole(300, 0, 16384)
    hope: int = _whole(100, 0, 4096)
    _habits: Habits = attrs.field(init=False, repr=False, eq=False, factory=Habits)

    def __str__(self) -> str:
        text = self.name
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            if field.kw_only and value != field.default:
                text += f", {field.name.replace('_', ' ')} {value}"
        return text

    def __attrs_post_init__(self) -> None:
        for field in attrs.fields(type(self)):
            if field.kw_only and _LEAST in field.metadata:
                _check(field.name, getattr(self, field.name), field.metadata[_LEAST], field.metadata[_MOST])

    def numbers(self, rules: RuleSet) -> tuple[int, ...]:
        """Return the parameters in order, then the stakes of the rules, in points: what the compiled core is given."""
        stakes = stakes_of(rules)
        parameters = [getattr(self, field.name) for field in attrs.fields(type(self)) if field.kw_only]
        return *parameters, stakes.gin, stakes.undercut, stakes.knock, stakes.settles_alone

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:  # noqa: ARG002 - not used
        """Begin a round: nothing is known of the others."""
        self._habits.begin(view)

    def watch(self, event: Event) -> None:
        """Note what a seat takes, discards and refuses."""
        self._habits.note(event)

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile is melded or lowers the deadwood by enough."""
        tables = view.setup.tables
        hand, top = view.hand.mask, view.discards[-1]
        cards = hand | 1 << top
        now = tables.deadwood(hand)
        left, _ = least_discards(tables, cards, discardable(view, cards, 1 << top))
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
        """Return gin or a knock where it is worth more than waiting, else None."""
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
        needed = self.caution * stakes.danger // USUAL_DANGER if setup.seats == _TWO else 0
        if lead < needed:
            return None
        if not is_last_turn(view):
            gins = best_draws(hand_reader(setup.tables), cards ^ 1 << card, view.unseen.mask, self.draws).gins
            needed += self.hope * gins * stakes.gin_worth(setup.knock_limit) // (USUAL * (setup.seats - 1))
        return KNOCK[card] if lead >= needed else None

    def discard(self, view: PlayerView, cards: int, allowed: int) -> int:
        """Return the card to discard: the one of the least cost, then the highest-valued, then the highest."""
        return -min(self.costs(view, cards, allowed))[2]

    def costs(self, view: PlayerView, cards: int, allowed: int) -> list[tuple[int, int, int]]:
        """Return for each sensible discard its cost in 256ths of a point, its value and its number, both negative.

        Args:
            view: What the seat sees.
            cards: The cards held, as a mask.
            allowed: The cards that can be discarded, as a mask.
        """
        setup = view.setup
        tables, live = setup.tables, view.unseen.mask
        deadwood, values, partners = tables.deadwood, tables.values, partners_of(tables)
        reader: HandReader = hand_reader(tables)
        turn = cards_gone(setup, view.stock_size) // setup.seats
        weight = self.outlook
        for _ in range(turn):
            weight = weight * self.outlook_decay // 256
        feeding = self.feeding + self.feeding_rise * turn
        stakes, limit = stakes_of(setup.rules), setup.knock_limit
        gin_out = self.gin_out * stakes.gin_worth(limit) // USUAL
        shelter, sheltered = self.shelter * stakes.undercut // USUAL, min(limit, USUAL_LIMIT)
        following = (own_seat(view) + 1) % setup.seats
        chances = held_chances(view, self._habits, following, refused=self.refused, taken=self.taken)
        on_table = 0
        for meld in view.table:
            on_table |= tables.fits(meld.cards.mask)
        left = [(deadwood(cards ^ 1 << card), card) for card in card_numbers(allowed)]
        most = min(left)[0] + self.margin
        costs = []
        for points, card in left:
            if points <= most:
                ahead = best_draws(reader, cards ^ 1 << card, live, self.draws)
                chance = CERTAIN if on_table >> card & 1 else feeding_chance(partners[card], chances)
                cost = _POINT * points + weight * ahead.later + feeding * chance // 16
                cost -= 16 * (gin_out * ahead.gins + shelter * max(0, sheltered - points))
                costs.append((cost, -values[card], -card))
        return costs


def _check(name: str, value: object, least: int, most: int) -> None:
    number = index_of(value)
    if number is None or not least <= number <= most:
        raise InvalidRunError(
            f"{name.replace('_', ' ')} of an expert player: expected a whole number from {least} to {most}, got "
            f"{shown(value)}",
            parameter=name, least=least, most=most,
        )  # fmt: skip
