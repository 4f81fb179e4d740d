"""The example of a rule card: a round played to its end when the card is made, by a player of few thoughts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import attrs

from ginrules.cards import CARDS
from ginrules.errors import DealError
from ginrules.melds.arrange import after_discard, best_arrangement, deadwood
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal
from ginrules.play.defence import best_defence
from ginrules.play.phases import LastDiscard, LayoffTurn, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import Player
from ginrules.seated.round import Reshuffles, Seated

NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
"""The players of examples, by seat; Ann deals."""

_SEEDS: Final = 80
_PLIES: Final = 400
_ENOUGH: Final = 2  # cards laid off
_LOW: Final = 10  # deadwood that is worth a knock, whatever the limit


@attrs.frozen
class ExampleRound:
    """A round to show: its deal, its last decision of the declarer, and its end.

    Attributes:
        dealt: The state after the deal.
        declared: The state after the knock or the declaration, before anything is spread; None if nobody declared.
        spread: The state after the declarer's spread, before lay-offs; None without a spread.
        ended: The state at the end.
        turns: The turns played, a draw and a discard each.
        laid_off: The cards laid off after a knock, with the seat and the place of the meld.
    """

    dealt: RoundState
    declared: RoundState | None
    spread: RoundState | None
    ended: RoundState
    turns: int
    laid_off: tuple[tuple[int, LayOff], ...]

    @property
    def rank(self) -> int:
        """How well the round serves as an example: the more it shows, the higher."""
        outcome = self.ended.outcome
        if outcome is None or outcome.declarer is None:
            return 0
        wins = outcome.ending != "knock" or outcome.deadwood[outcome.declarer] < min(
            points for seat, points in enumerate(outcome.deadwood) if seat != outcome.declarer
        )
        knocks = wins and outcome.ending == "knock"
        return 1 + wins + knocks * (1 + min(len(self.laid_off), _ENOUGH))


@lru_cache(maxsize=64)
def example_round(rules: RuleSet) -> ExampleRound | None:
    """Return a decided round under these rules, with lay-offs if there are any; None if no deal leads to one.

    The players see their own hands alone, make the discard that leaves the least deadwood, and knock as soon as they
    can.

    Examples:
        >>> shown = example_round(RuleSet())
        >>> shown.ended.is_over, len(shown.laid_off) > 0
        (True, True)
    """
    best: ExampleRound | None = None
    knocks = rules.knock_limit > 0 and not rules.open_melds
    highest = 2 + knocks * (1 + rules.has_layoffs * _ENOUGH)
    for seed in range(1, _SEEDS):
        try:
            played = _played(rules, seed)
        except DealError:
            return None
        if played is not None and (best is None or played.rank > best.rank):
            best = played
        if best is not None and best.rank >= highest:
            break
    return best if best is not None and best.rank else None


def _played(rules: RuleSet, seed: int) -> ExampleRound | None:
    """Return the round of a seed, or None if it does not end soon."""
    dealt = deal(rules, seed=seed, seats=rules.table_sizes[0])
    decisions = _Decisions()
    players = {seat: _Newcomer() for seat in range(dealt.seats)}
    seated = Seated(players, RoundLabel(rules, seed, dealt.dealer), Reshuffles(seed), on_action=decisions.action)
    ended = seated.play_on(dealt, _PLIES)
    if not ended.is_over:
        return None
    return ExampleRound(dealt, decisions.declared, decisions.spread, ended, seated.turns, tuple(decisions.laid_off))


@attrs.define
class _Decisions:
    """The decisions of a round that an example shows."""

    declared: RoundState | None = None
    spread: RoundState | None = None
    laid_off: list[tuple[int, LayOff]] = attrs.field(factory=list)

    def action(self, before: RoundState, action: Action, after: RoundState) -> None:
        """Note an action."""
        match action:
            case LayOff() if isinstance(before.phase, LayoffTurn):
                self.laid_off.append((before.phase.seat, action))
            case Knock() | GoBigGin():
                self.declared = after
            case Spread() if self.spread is None:
                self.spread = after
            case _:
                pass


class _Newcomer(Player):
    """A player who sees one turn ahead: keeps the least deadwood, knocks as soon as that is worth it."""

    name = "newcomer"
    watches = False

    def choose(self, view: PlayerView) -> Action:
        """Return the action of the seat in turn."""
        actions, rules = view.legal, view.rules
        match view.phase:
            case SpreadTurn():
                spread = Spread(best_arrangement(view.hand, rules).melds)
                return spread if spread in actions else actions[0]
            case LayoffTurn(_, declarer):
                melds = [meld for meld in view.table if meld.owner == declarer]
                return best_defence(view.hand, melds, rules).actions[0]
            case _:
                pass
        if placed := _first(actions, LayDown, LayOff, GoBigGin):
            return placed
        knocks = [action for action in actions if isinstance(action, Knock)]
        if knocks and isinstance(view.phase, LastDiscard):
            return knocks[0]
        discards = [action for action in actions if isinstance(action, Discard)]
        if knocks or discards:
            left = after_discard(view.hand, rules)
            best = min(knocks, key=lambda knock: left[knock.card], default=None)
            if best is not None and left[best.card] <= _LOW:
                return best
            return min(discards, key=lambda discard: (left[discard.card], -rules.card_values[discard.card.rank - 1]))
        take = _first(actions, TakeDiscard)
        if take is not None and _helps(view):
            return take
        return _first(actions, DrawStock, Decline, Accept) or actions[0]


def _first(actions: Iterable[Action], *kinds: type) -> Action | None:
    """Return the first action of the first of these kinds that there is."""
    for kind in kinds:
        for action in actions:
            if isinstance(action, kind):
                return action
    return None


def _helps(view: PlayerView) -> bool:
    """Return whether the top card of the pile would be melded at once."""
    top = CARDS[view.discards[-1]]
    left = after_discard(view.hand | top, view.rules)
    return min(points for card, points in left.items() if card != top) < deadwood(view.hand, view.rules) - 1
