"""A player that decides phase by phase. Nearly all players share its decisions on doubles and open melds."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from ginrules.cards import CardSet
from ginrules.driver.player import Player
from ginrules.melds.arrange import best_arrangement
from ginrules.play.actions import (
    ACCEPT,
    BIG_GIN,
    DECLINE,
    DONE,
    DOUBLE,
    DRAW,
    REFUSE,
    TAKE,
    Action,
    Discard,
    Knock,
    LayDown,
    LayOff,
    Spread,
    TakeDiscard,
)
from ginrules.play.defence import best_defence, unsupported_play_rule
from ginrules.play.phases import DoubleOffer, DrawTurn, LayoffTurn, Phase, PlayTurn, SpreadTurn, UpcardOffer
from ginrules.play.turns.discard import discardable
from ginrules.play.view import PlayerView, expect_view
from ginrules.players.search.knocks import best_of_others
from ginrules.solver.meld_tables import MeldTables


class ByPhase(Player):
    """A player with a method for each kind of decision.

    It declares big gin, spreads the arrangement that leaves the least deadwood and allows the fewest
    lay-offs, and finds the best defence. It doubles, and answers a double, by an estimate of its
    lead (`ginrules.players.base`). With open melds it places every card it can. Under a rule of play that
    players do not know it plays as without the rule, and takes the nearest legal action where that is forbidden.
    """

    __slots__ = ()
    watches: ClassVar[bool] = False  # type: ignore[misc]
    reads_prices: ClassVar[bool] = False  # type: ignore[misc]
    reads_match: ClassVar[bool] = False  # type: ignore[misc]

    def choose(self, view: PlayerView) -> Action:
        """Return the action for the round's phase, a legal one under every rule."""
        try:
            phase, name = type(view.phase), unsupported_play_rule(view.setup.rules)
        except AttributeError:  # checked only after a failure: every turn calls this method
            expect_view(view)
            raise
        return self._decided(view, phase) if name is None else nearest_legal(view, self._decided(view, phase))

    def _decided(self, view: PlayerView, phase: type[Phase]) -> Action:
        if phase is PlayTurn:
            return self.play(view)
        if phase is DrawTurn:
            return DOUBLE if offers_double(view) else self.draw(view)
        if phase is UpcardOffer:
            return self.offer(view)
        if phase is SpreadTurn:
            return self.spread(view)
        if phase is LayoffTurn:
            return self.lay_off(view)
        if phase is DoubleOffer:
            return ACCEPT if accepts_double(view) else REFUSE
        return self.last_discard(view)

    @abstractmethod
    def takes_top(self, view: PlayerView) -> bool:
        """Return whether to take the top card of the pile, if melds are not open."""

    @abstractmethod
    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock or the discard that ends a turn, by the cards held and the cards allowed, as masks."""

    def offer(self, view: PlayerView) -> Action:
        """Return `TAKE` or `DECLINE`: whether to take the first upcard."""
        return TAKE if self.take(view) == TAKE else DECLINE

    def draw(self, view: PlayerView) -> Action:
        """Return the draw: from the stock or from the pile."""
        phase = view.phase
        assert isinstance(phase, DrawTurn)
        return DRAW if phase.stock_only or not view.discards else self.take(view)

    def take(self, view: PlayerView) -> Action:
        """Return the take from the pile, or `DRAW` if the stock is better."""
        if view.setup.rules.open_melds:
            return best_take(view)
        return TAKE if self.takes_top(view) else DRAW

    def play(self, view: PlayerView) -> Action:
        """Return the action after the draw: a discard, a declaration, or cards for the table."""
        phase = view.phase
        assert isinstance(phase, PlayTurn)
        cards = view.hand.mask
        if view.setup.rules.open_melds:
            placement = best_placement(view)
            if placement is not None:
                return placement
        elif has_big_gin(view, cards):
            return BIG_GIN
        return self.end_turn(view, cards, discardable(view.setup.rules, cards, phase.taken.mask))

    def last_discard(self, view: PlayerView) -> Action:
        """Return the knock or big gin with the last discard, or `DECLINE`."""
        taken = 1 << view.discards[-1]
        cards = view.hand.mask | taken
        if has_big_gin(view, cards):
            return BIG_GIN
        return self.last_knock(view, cards, discardable(view.setup.rules, cards, taken))

    def last_knock(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock with the last discard in hand, or `DECLINE`."""
        action = self.end_turn(view, cards, allowed)
        return action if isinstance(action, Knock) else DECLINE

    def spread(self, view: PlayerView) -> Action:
        """Return the melds to show."""
        return Spread(best_arrangement(view.hand, view.setup.rules).melds)

    def lay_off(self, view: PlayerView) -> Action:
        """Return the next lay-off, or the end of lay-offs."""
        phase = view.phase
        assert isinstance(phase, LayoffTurn)
        if unsupported_play_rule(view.setup.rules) is not None:
            return _least_layoff(view)
        # the declarer spreads first, so the declarer's melds are the first of the table
        melds = [meld for meld in view.table if meld.owner == phase.declarer]
        return best_defence(view.hand, melds, view.setup.rules).actions[0]


def nearest_legal(view: PlayerView, wanted: Action) -> Action:
    """Return an action if it is legal, else the nearest one that is: a discard in place of a knock, a draw of a take.

    Discards are compared by the card, then by the deadwood that they leave.
    """
    legal = view.legal
    if wanted in legal:
        return wanted
    discards = [action for action in legal if isinstance(action, Discard)]
    if discards:
        card, hand, deadwood = getattr(wanted, "card", None), view.hand.mask, view.setup.tables.deadwood
        return min(discards, key=lambda action: (action.card != card, deadwood(hand & ~(1 << action.card))))
    return next((action for action in _OTHERWISE if action in legal), legal[0])


_OTHERWISE: Final = (DRAW, DECLINE, DONE, REFUSE)


def _least_layoff(view: PlayerView) -> Action:
    """Return the lay-off that leaves the least deadwood, or the end of lay-offs if none leaves less than now."""
    hand, deadwood = view.hand.mask, view.setup.tables.deadwood
    layoffs = [action for action in view.legal if isinstance(action, LayOff)]
    best = min(layoffs, key=lambda action: deadwood(hand & ~(1 << action.card)), default=None)
    return best if best is not None and deadwood(hand & ~(1 << best.card)) < deadwood(hand) else DONE


def has_big_gin(view: PlayerView, cards: int) -> bool:
    """Return whether the seat can declare big gin with these cards."""
    setup = view.setup
    if not setup.rules.big_gin or setup.tables.deadwood(cards):
        return False
    return not setup.rules.big_gin_needs_gin or BIG_GIN in view.legal


OFFER_AT: Final = 10
"""The lead at which a seat doubles, in points. No other number from 8 to 16 gained measurably more."""

REFUSE_AT: Final = 30
"""A seat refuses a double if it is this many points behind. Refusals are rare, because they cost the difference."""


def lead(view: PlayerView) -> int:
    """Return the likely lead of the seat over the other seat, in points of deadwood."""
    return best_of_others(view, average=True) - view.setup.tables.deadwood(view.hand.mask)


def offers_double(view: PlayerView) -> bool:
    """Return whether the seat doubles before its draw: it must be allowed to, and its lead large enough."""
    rules = view.setup.rules
    if not rules.doubling or 2 * view.factor > rules.doubling_limit or view.doubling_right not in {None, view.seat}:
        return False
    return lead(view) >= OFFER_AT


def accepts_double(view: PlayerView) -> bool:
    """Return whether the seat accepts a double: it is not too far behind."""
    return lead(view) > -REFUSE_AT


def best_placement(view: PlayerView) -> Action | None:
    """Return the meld or lay-off that leaves the hand the least deadwood, or None if nothing can be placed.

    The best placement never costs points, so a player places everything it can. The only exception is a card that
    must be used, and then nothing else is legal.
    """
    hand, deadwood = view.hand.mask, view.setup.tables.deadwood
    placements = [
        (action, action.meld.cards.mask if isinstance(action, LayDown) else 1 << action.card)
        for action in view.legal
        if isinstance(action, LayDown | LayOff)
    ]
    if not placements:
        return None
    return min(placements, key=lambda placement: (deadwood(hand & ~placement[1]), -placement[1].bit_count()))[0]


def best_take(view: PlayerView) -> Action:
    """Return the take with the best balance at the end of the turn, or `DRAW` if no take improves the balance.

    A take of several cards is rated with all of them in hand. At an upcard offer the only take is `TAKE`.
    """
    tables = view.setup.tables
    hand = view.hand.mask
    on_table = [meld.cards.mask for meld in view.table]
    best = _balance(view, tables, hand, on_table, discards=0)
    choice: Action = DRAW
    legal = (TAKE,) if isinstance(view.phase, UpcardOffer) else view.legal
    takes = sorted((action for action in legal if isinstance(action, TakeDiscard)), key=lambda action: action.count)
    cards = taken = 0
    for take in takes:
        for card in view.discards[-take.count : len(view.discards) - taken]:
            cards |= 1 << card
        taken = take.count
        balance = _balance(view, tables, hand | cards, on_table, discards=1)
        if balance > best:
            best, choice = balance, take
    return choice


def _balance(view: PlayerView, tables: MeldTables, hand: int, on_table: list[int], *, discards: int) -> int:
    """Return the points placed less the points kept, after every placement and the discard of the highest cards."""
    kept = best_arrangement(CardSet(hand), view.setup.rules).unmelded.mask
    for meld in on_table:  # every card that fits a meld on the table is laid off
        grown = meld
        while fitting := tables.fits(grown) & kept:
            low = fitting & -fitting
            kept ^= low
            grown |= low
    left = sorted(tables.values[card] for card in CardSet(kept))
    return tables.value(hand & ~kept) - sum(left[: len(left) - discards])
