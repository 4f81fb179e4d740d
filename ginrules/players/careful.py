"""The careful player: it counts outs, remembers the pile, feeds nobody, and knocks if that pays."""

from __future__ import annotations

import random
from struct import Struct
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from ginrules._support.values import shown
from ginrules.driver.core_spec import CoreSpec, runs_in_core
from ginrules.driver.player import random_source
from ginrules.errors import InvalidRunError
from ginrules.play.actions import DECLINE, DISCARD, KNOCK, Action
from ginrules.play.events import Event
from ginrules.play.view import PlayerView
from ginrules.players.base import ByPhase
from ginrules.players.search.discards import (
    card_numbers,
    discardable,
    least_discards,
    minimal_melds,
    one_draw,
    own_seat,
)
from ginrules.players.search.hidden import Habits, holding_chances, meld_chance
from ginrules.players.search.knocks import knock_pays, payoff_numbers
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.match.view import MatchView

DRAWS = 2.0
"""The number of draws for which the gain of the next draw is assumed to continue."""

KNOCK_WORTH = 6.0
"""The value of a certain knock at the next turn, in points of deadwood."""

FEED_COST = 6.0
"""The cost of giving the next seat a card it can meld, in points of deadwood."""

MARGIN = 12
"""Discards that leave more than this many points above the best are not examined."""

TAKE_COST = 1.0
"""The cost of a take, in points of deadwood: it shows a card, and gives up an unseen card."""

_LARGEST: Final = 10**9
_FRACTION: Final = Struct("<d")
_HALVES: Final = Struct("<2i")


@runs_in_core
@attrs.define
class Careful(ByPhase):
    """A player that thinks one draw ahead.

    It discards the card that leaves the best outlook: deadwood now, deadwood expected after the
    next draw, and the chance to knock. It weighs this against the chance that the next seat melds
    the card, and so it remembers the cards that each seat took, discarded and refused. It takes the
    top card of the pile if that beats the stock's outlook. It knocks if the knock pays more
    than playing on, at the prices in force and against likely hands of the others. If melds are
    open, it places every card it can, like `Greedy`.

    Args:
        seed: A number. The same seed samples the same hands.
        draws: The number of draws that are assumed to gain as much as the next.
        knock_worth: The value of a knock that is certain at the next turn, in points of deadwood.
        feed_cost: The cost of giving the next seat a card it can meld, in points.
        take_cost: The cost of showing a card taken, in points.
    """

    name: ClassVar[str] = "careful"  # type: ignore[misc]
    watches: ClassVar[bool] = True  # type: ignore[misc]
    reads_prices: ClassVar[bool] = True  # type: ignore[misc]

    seed: int = 0
    draws: float = attrs.field(default=DRAWS, kw_only=True)
    knock_worth: float = attrs.field(default=KNOCK_WORTH, kw_only=True)
    feed_cost: float = attrs.field(default=FEED_COST, kw_only=True)
    take_cost: float = attrs.field(default=TAKE_COST, kw_only=True)
    _random: random.Random = attrs.field(init=False, repr=False, eq=False)
    _habits: Habits = attrs.field(init=False, repr=False, eq=False, factory=Habits)

    def __str__(self) -> str:
        return self.name + _parameters(self)

    def __attrs_post_init__(self) -> None:
        self._random = random_source(self.seed)

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec | None:  # noqa: ARG002 - at any table
        """Return the careful player of the core: the bits of each parameter in two halves, and all prices.

        The result is None if the core does not count with a price of these rules.

        Raises:
            InvalidRunError: If a parameter is not a number.
        """
        halves: list[int] = []
        for field in attrs.fields(type(self)):
            if field.kw_only:
                halves += _HALVES.unpack(_FRACTION.pack(_checked(field.name, getattr(self, field.name))))
        prices = payoff_numbers(rules)
        return None if prices is None else CoreSpec("careful", tuple(halves), prices)

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:  # noqa: ARG002 - not used
        """Begin a round: nothing is known of the others."""
        self._habits.begin(view)

    def watch(self, event: Event) -> None:
        """Note a card that a seat takes, discards or refuses."""
        self._habits.note(event)

    def recall(self, habits: Habits) -> None:
        """Know what everybody has seen of a round that is under way."""
        self._habits = habits.copy()

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile beats a card from the stock."""
        setup = view.setup
        hand, top = view.hand.mask, 1 << view.discards[-1]
        allowed = discardable(view, hand | top, top)
        ahead = one_draw(setup.tables, hand, view.unseen.mask, setup.knock_limit)
        left, _ = least_discards(setup.tables, hand | top, allowed)
        if left >= ahead.deadwood:
            return False
        if left == 0:
            return True
        taken = self.discards(view, hand | top, allowed)[0][0]
        drawn = ahead.expected - self.draws * (ahead.deadwood - ahead.expected) - self.knock_worth * ahead.knock
        return taken < drawn - self.take_cost

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock if it pays, else the discard with the best outlook."""
        knock = None if view.setup.rules.open_melds else self.knock(view, cards, allowed)
        return knock or DISCARD[self.discards(view, cards, allowed)[0][1]]

    def last_knock(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock, if it pays more than a drawn round."""
        return self.knock(view, cards, allowed) or DECLINE

    def knock(self, view: PlayerView, cards: int, allowed: int) -> Action | None:
        """Return gin, a knock that pays, or None."""
        setup = view.setup
        left, equal = least_discards(setup.tables, cards, allowed)
        if left > setup.knock_limit:
            return None
        card = equal.bit_length() - 1
        if left == 0 or knock_pays(view, cards ^ 1 << card, self._random):
            return KNOCK[card]
        return None

    def discards(self, view: PlayerView, cards: int, allowed: int) -> list[tuple[float, int]]:
        """Return the sensible discards, best first: their cost in points of deadwood, and the card."""
        setup = view.setup
        tables = setup.tables
        deadwood, near = tables.deadwood, minimal_melds(tables)
        chances = holding_chances(view, self._habits, (own_seat(view) + 1) % setup.seats)
        on_table = 0
        for meld in view.table:
            on_table |= tables.fits(meld.cards.mask)
        left = [(deadwood(cards ^ 1 << card), card) for card in card_numbers(allowed)]
        most = min(left)[0] + MARGIN
        costs = []
        for points, card in left:
            if points <= most:
                feeds = 1.0 if on_table >> card & 1 else meld_chance(near, chances, card)
                cost = self.cost(view, cards ^ 1 << card) + self.feed_cost * feeds
                costs.append((cost, -tables.values[card], card))
        return [(cost, card) for cost, _value, card in sorted(costs)]

    def cost(self, view: PlayerView, hand: int) -> float:
        """Return how far a hand after its discard is from winning, in points of deadwood."""
        limit = view.setup.knock_limit
        ahead = one_draw(view.setup.tables, hand, view.unseen.mask, limit)
        ready = 1.0 if ahead.deadwood <= limit else ahead.knock
        return ahead.deadwood - self.draws * (ahead.deadwood - ahead.expected) - self.knock_worth * ready


def _checked(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -_LARGEST <= value <= _LARGEST:
        raise InvalidRunError(
            f"{name.replace('_', ' ')} of a careful player: expected a number from -{_LARGEST:,} to {_LARGEST:,}, got "
            f"{shown(value)}",
            parameter=name,
        )  # fmt: skip
    return float(value)


def _parameters(player: Careful) -> str:
    """Return the parameters that differ from their defaults, to follow the name."""
    text = ""
    for field in attrs.fields(type(player)):
        if field.kw_only and getattr(player, field.name) != field.default:
            text += f", {field.name.replace('_', ' ')} {getattr(player, field.name):g}"
    return text
