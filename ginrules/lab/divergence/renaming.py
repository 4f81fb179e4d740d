"""Deals and actions with their cards renamed, and the order in which one deal is simpler than another.

The simplest deal gives seat 0 the lowest cards of the pack, clubs from the ace up, then turns up
the lowest of the rest, and so on.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

from ginrules.lab.divergence.lockstep import Layout, Lockstep, ascending
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, ShuffleStock, Spread

PACK: Final = tuple(range(52))

Renaming = tuple[int, ...]
"""For each card number the card that takes its place."""


def exchange(some: list[int], others: list[int]) -> Renaming:
    """Return the renaming that puts the first cards in the place of the others, one by one, and vice versa."""
    leaving = [card for card in some if card not in others]
    coming = [card for card in others if card not in some]
    names = list(PACK)
    for one, other in zip(leaving, coming, strict=False):
        names[one], names[other] = other, one
    return tuple(names)


def rename_layout(layout: Layout, renaming: Renaming) -> Layout:
    """Return the deal with its cards renamed; the card of the second pack stays."""
    hands = tuple(sum(1 << renaming[card] for card in ascending(hand)) for hand in layout.hands)
    return Layout(hands, tuple(renaming[card] for card in layout.rest), layout.knock_card)


def rename_action(action: Action, renaming: Renaming) -> Action:
    """Return the action with its cards renamed; a lay-off keeps its place."""
    match action:
        case Discard(card):
            return Discard(_name(card, renaming))
        case Knock(card):
            return Knock(_name(card, renaming))
        case LayOff(card, onto):
            return LayOff(_name(card, renaming), onto)
        case LayDown(meld):
            return LayDown(_rename_meld(meld, renaming))
        case Spread(melds):
            return Spread([_rename_meld(meld, renaming) for meld in melds])
        case ShuffleStock(order):
            return ShuffleStock([renaming[card] for card in order])
        case _:
            return action


def _name(card: int, renaming: Renaming) -> Any:
    return renaming[card]


def _rename_meld(meld: Meld, renaming: Renaming) -> Meld:
    return Meld.of([_name(card, renaming) for card in meld.cards])


def size_of(rounds: Lockstep) -> tuple[object, ...]:
    """Return the sort key that is made small: the number of actions, then the deal, then the actions."""
    return len(rounds.actions), layout_key(rounds.layout), [_action_key(action) for action in rounds.actions]


def layout_key(layout: Layout) -> tuple[object, ...]:
    """Return the sort key of a deal: the simplest first."""
    first, *others = map(ascending, layout.hands)
    return first, layout.rest[:1], others, layout.rest, layout.knock_card


def _action_key(action: Action) -> tuple[int, ...]:
    match action:
        case Discard(card) | Knock(card) | LayOff(card):
            return (int(card),)
        case Spread(melds):
            return (-sum(len(meld.cards) for meld in melds),)
        case LayDown(meld):
            return (-len(meld.cards), *map(int, meld.cards))
        case _:
            return ()


def in_order(layout: Layout) -> list[int]:
    """Return the cards in the order of `layout_key`: seat 0's ascending, the upcard, the other seats', the stock."""
    first, *others = map(ascending, layout.hands)
    return [*first, *layout.rest[:1], *chain.from_iterable(others), *layout.rest[1:]]
