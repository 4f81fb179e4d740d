"""Ways to play a pair of rounds: declaring at once, stalling until the stock is empty, and random play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from ginrules.play.actions import (
    Accept,
    Action,
    Discard,
    Done,
    Double,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.phases import DrawTurn, PlayTurn, UpcardOffer
from ginrules.play.state import RoundState
from ginrules.records.paired import (
    Layout,
    Pair,
    PairedRound,
    breadth_first,
    cards_laid,
    options,
    pairs_along,
    play,
)
from ginrules.rules.model import RuleSet

MOST_NODES: Final = 250
"""Limit on the positions of a deal that `declare_at_once` examines."""

Chooser = Callable[[RoundState, Sequence[Action]], Action]
"""Chooses a legal action."""

A = TypeVar("A", bound=Action)


def declare_at_once(a: RuleSet, b: RuleSet, layout: Layout, most: int) -> PairedRound | None:
    """Return the nearest disagreement if the seat in turn declares at once.

    The search is breadth first, so no shorter sequence of such actions is missed. Discards are left to
    `walk`, except for a last card.
    """
    tried = breadth_first(a, b, layout, _promising, depth=most, nodes=MOST_NODES)
    return next((rounds for rounds in tried if rounds.kind), None)


def _promising(pair: Pair) -> list[Action]:
    """Return the options worth trying: only a few of many similar options."""
    state, legal = pair[0], options(pair)
    if not isinstance(state.phase, PlayTurn) and not any(isinstance(action, Spread | LayOff) for action in legal):
        return list(legal[:6])
    hand = state.hand_masks[state.phase.turn] if state.phase.turn is not None else 0
    least = state.setup.tables.deadwood
    chosen: list[Action] = [action for action in legal if isinstance(action, GoBigGin | Done)]
    knocks = _of(Knock, legal)
    knocks.sort(key=lambda knock: (least(hand & ~(1 << knock.card)), knock.card))
    chosen += knocks[:2] + knocks[2:][-1:]
    for kind, number in ((Spread, 4), (LayDown, 5), (LayOff, 4)):
        some = [action for action in legal if isinstance(action, kind)]
        chosen += sorted(some, key=cards_laid, reverse=True)[:number]
        chosen += some[:1] if kind is Spread and len(some) > number else []
    if hand.bit_count() == 1 and state.rules.open_melds:
        chosen += _of(Discard, legal)
    return chosen


def walk(a: RuleSet, b: RuleSet, layout: Layout, choose: Chooser, most: int) -> PairedRound | None:
    """Return the first disagreement if this chooser plays, within this number of actions, or None if there is none."""

    def next_action(pair: Pair) -> Action | None:
        legal = options(pair)
        if not legal:
            return None
        return legal[0] if isinstance(legal[0], ShuffleStock) else choose(pair[0], legal)

    return play(a, b, layout, next_action, most)


def always_draw(state: RoundState, legal: Sequence[Action]) -> Action:
    """Never take from the pile and discard the highest card, so that the stock runs out.

    It is used with the plain deal, in which the highest card is the card just drawn.
    """
    if not isinstance(state.phase, PlayTurn):
        return _first(DrawStock, legal) or legal[-1]
    return max(_of(Discard, legal), key=lambda discard: discard.card)


def always_take(_state: RoundState, legal: Sequence[Action]) -> Action:
    """Always take the top of the pile and discard the lowest card allowed."""
    return _first(TakeDiscard, legal) or _first(DrawStock, legal) or _first(Discard, legal) or legal[0]


def always_double(state: RoundState, legal: Sequence[Action]) -> Action:
    """Double and accept whenever that is allowed, and otherwise play like `always_draw`."""
    return _first(Double, legal) or _first(Accept, legal) or always_draw(state, legal)


def put_back(state: RoundState, legal: Sequence[Action]) -> Action:
    """Always take the top of the pile, and discard it again if that is allowed."""
    phase = state.phase
    if isinstance(phase, PlayTurn):
        back = [discard for discard in _of(Discard, legal) if phase.taken & discard.card]
        if back:
            return back[0]
    return always_take(state, legal)


def _of(kind: type[A], actions: Iterable[Action]) -> list[A]:
    return [action for action in actions if isinstance(action, kind)]


def _first(kind: type[A], legal: Sequence[Action]) -> A | None:
    return next((action for action in legal if isinstance(action, kind)), None)


def mostly_greedy(rng: random.Random) -> Chooser:
    """Return a random player that usually lowers its deadwood and often declares."""

    def choose(state: RoundState, legal: Sequence[Action]) -> Action:
        if rng.random() < 0.2:
            return rng.choice(legal)
        least, hand = state.setup.tables.deadwood, state.hand_masks[state.phase.turn or 0]
        if isinstance(state.phase, UpcardOffer | DrawTurn):
            with_top = hand | 1 << state.discard_pile[-1] if state.discard_pile else 0
            takes = _of(TakeDiscard, legal)
            others = [action for action in legal if not isinstance(action, TakeDiscard)] or takes
            return rng.choice(takes if takes and least(with_top) <= least(hand) else others)
        bold = [action for action in legal if isinstance(action, Knock | GoBigGin | LayDown | LayOff | Spread)]
        if bold and rng.random() < 0.7:
            return rng.choice(bold)
        discards = _of(Discard, legal)
        if not discards:
            return rng.choice(legal)
        return min(discards, key=lambda discard: least(hand & ~(1 << discard.card)))

    return choose


def late_layouts(a: RuleSet, b: RuleSet, rounds: PairedRound) -> list[Layout]:
    """Return deals that begin with the hands of the last turns of a round, and with the seat to play."""
    pairs = pairs_along(a, b, rounds.layout, rounds.actions)
    layouts = [_dealt_again(before[0], after[0]) for before, after in pairwise(pairs)]
    return [layout for layout in layouts if layout is not None][-3:]


def _dealt_again(before: RoundState, state: RoundState) -> Layout | None:
    """Return the deal after which a seat that has just drawn a card holds the same cards."""
    phase = state.phase
    if not isinstance(phase, PlayTurn) or isinstance(before.phase, PlayTurn) or state.table:
        return None
    new = state.hand_masks[phase.seat] & ~before.hand_masks[phase.seat]
    if new.bit_count() != 1:
        return None
    seats = [(phase.seat + place) % state.seats for place in range(state.seats)]
    hands = tuple(before.hand_masks[seat] for seat in seats)
    held = sum(hands) | new
    others = [card for card in range(52) if state.setup.tables.pack >> card & 1 and not held >> card & 1]
    return Layout(hands, (new.bit_length() - 1, *others), state.knock_card or 0)
