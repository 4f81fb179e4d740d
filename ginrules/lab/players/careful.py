"""The careful player: outs counted, the pile remembered, nothing fed, and a knock when it pays."""

import random
from typing import ClassVar

import attrs

from ginrules.lab.players.by_phase import ByPhase
from ginrules.lab.players.protocol import seat_of
from ginrules.lab.search.discard_choice import free, least_throws, numbers, small_melds
from ginrules.lab.search.knock_decision import knock_pays
from ginrules.lab.search.open_melds import best_take, placing
from ginrules.lab.search.opponents import Habits, appetite, wanted
from ginrules.lab.search.outlook import outlook
from ginrules.play.actions import BIG_GIN, DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action
from ginrules.play.events import Event
from ginrules.play.phases import DrawTurn, PlayTurn
from ginrules.play.views.view import PlayerView

DRAWS = 2.0
"""How many draws ahead the gain of the next one is taken to go on."""

KNOCK_WORTH = 6.0
"""What a certain knock at the next turn is worth, in points of deadwood."""

FEED_COST = 6.0
"""What it costs to give the next seat a card it can meld, in points of deadwood."""

MARGIN = 12
"""Throws that leave so many points more than the best are not looked into."""

TAKE_COST = 1.0
"""What it costs to show a card taken and to forgo an unseen one, in points of deadwood."""


@attrs.define
class Careful(ByPhase):
    """A player that thinks one draw ahead.

    It throws the card that leaves the best outlook (deadwood now, deadwood expected after the
    next draw, chance to knock), weighed against the chance that the next seat melds it; for
    that it remembers what each seat has taken, thrown and refused. It takes from the pile
    what beats the outlook of the stock. It knocks when the knock pays more, at the prices in
    force and against hands such as the others may hold, than playing on does. Where melds lie
    open it places what it can, as `Greedy` does.

    Args:
        seed: A number; the same seed guesses the same hands.
        draws: How many draws ahead the gain of the next one is taken to go on.
        knock_worth: What a certain knock at the next turn is worth, in points of deadwood.
        feed_cost: What it costs to give the next seat a card it can meld, in points.
        take_cost: What it costs to show a card taken, in points.
    """

    name: ClassVar[str] = "careful"  # type: ignore[misc]
    watches: ClassVar[bool] = True  # type: ignore[misc]
    reads_prices: ClassVar[bool] = True  # type: ignore[misc]

    seed: int = 0
    draws: float = attrs.field(default=DRAWS, kw_only=True)
    knock_worth: float = attrs.field(default=KNOCK_WORTH, kw_only=True)
    feed_cost: float = attrs.field(default=FEED_COST, kw_only=True)
    take_cost: float = attrs.field(default=TAKE_COST, kw_only=True)
    _chance: random.Random = attrs.field(init=False, repr=False, eq=False)
    _habits: Habits = attrs.field(init=False, repr=False, eq=False, factory=Habits)

    def __str__(self) -> str:
        return self.name + _changed(self)

    def __attrs_post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311 - games, not secrets

    def start(self, view: PlayerView) -> None:
        """A round begins: nothing is known of the others."""
        self._habits.begin(view)

    def watch(self, event: Event) -> None:
        """Note what a seat takes, throws and refuses."""
        self._habits.note(event)

    def offer(self, view: PlayerView) -> Action:
        """The upcard, if it beats the outlook of the hand as it is."""
        return TAKE if self.takes(view) else DECLINE

    def draw(self, view: PlayerView) -> Action:
        """The top of the pile, if it beats the outlook of the stock."""
        phase = view.phase
        assert isinstance(phase, DrawTurn)
        if phase.stock_only or not view.discards:
            return DRAW
        if view.setup.rules.open_melds:
            return best_take(view)
        return TAKE if self.takes(view) else DRAW

    def play(self, view: PlayerView) -> Action:
        """A knock if it pays, else the throw with the best outlook."""
        phase = view.phase
        assert isinstance(phase, PlayTurn)
        hand = view.hand.mask
        throwable = free(view, hand, phase.taken.mask)
        if view.setup.rules.open_melds:
            return placing(view) or DISCARD[self.throws(view, hand, throwable)[0][1]]
        return self.declaration(view, hand, throwable) or DISCARD[self.throws(view, hand, throwable)[0][1]]

    def last_discard(self, view: PlayerView) -> Action:
        """A knock, if it pays more than a drawn round."""
        taken = 1 << view.discards[-1]
        cards = view.hand.mask | taken
        return self.declaration(view, cards, free(view, cards, taken)) or DECLINE

    def declaration(self, view: PlayerView, hand: int, throwable: int) -> Action | None:
        """Big gin, gin or a knock where it pays, else None."""
        setup = view.setup
        if setup.rules.big_gin and not setup.tables.deadwood(hand):
            return BIG_GIN
        left, equal = least_throws(setup.tables, hand, throwable)
        if left > setup.knock_limit:
            return None
        card = equal.bit_length() - 1
        if left == 0 or knock_pays(view, hand ^ 1 << card, self._chance):
            return KNOCK[card]
        return None

    def throws(self, view: PlayerView, hand: int, throwable: int) -> list[tuple[float, int]]:
        """The sensible throws, best first: their cost in points of deadwood, and the card."""
        setup = view.setup
        tables = setup.tables
        least, near = tables.deadwood, small_melds(tables)
        held = appetite(view, self._habits, (seat_of(view) + 1) % setup.seats)
        on_table = 0
        for meld in view.table:
            on_table |= tables.fits(meld.cards.mask)
        left = [(least(hand ^ 1 << card), card) for card in numbers(throwable)]
        most = min(left)[0] + MARGIN
        found = []
        for points, card in left:
            if points <= most:
                feeds = 1.0 if on_table >> card & 1 else wanted(near, held, card)
                cost = self.cost(view, hand ^ 1 << card) + self.feed_cost * feeds
                found.append((cost, -tables.values[card], card))
        return [(cost, card) for cost, _value, card in sorted(found)]

    def cost(self, view: PlayerView, hand: int) -> float:
        """How far this hand is from winning once the throw is made, in points of deadwood."""
        limit = view.setup.knock_limit
        seen = outlook(view.setup.tables, hand, view.unseen.mask, limit)
        ready = 1.0 if seen.deadwood <= limit else seen.knock
        return seen.deadwood - self.draws * (seen.deadwood - seen.expected) - self.knock_worth * ready

    def takes(self, view: PlayerView) -> bool:
        """Whether the top card of the pile beats a card from the stock."""
        if view.setup.rules.open_melds:
            return best_take(view) == TAKE
        setup = view.setup
        hand, top = view.hand.mask, 1 << view.discards[-1]
        seen = outlook(setup.tables, hand, view.unseen.mask, setup.knock_limit)
        left, _ = least_throws(setup.tables, hand | top, free(view, hand | top, top))
        if left >= seen.deadwood:
            return False
        if left == 0:
            return True
        taken = self.throws(view, hand | top, free(view, hand | top, top))[0][0]
        drawn = seen.expected - self.draws * (seen.deadwood - seen.expected) - self.knock_worth * seen.knock
        return taken < drawn - self.take_cost


def _changed(player: Careful) -> str:
    """The parameters that are not as usual, to be told after the name."""
    told = ""
    for field in attrs.fields(type(player)):
        if field.kw_only and getattr(player, field.name) != field.default:
            told += f", {field.name.replace('_', ' ')} {getattr(player, field.name):g}"
    return told
