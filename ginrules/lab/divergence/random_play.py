"""Ways through a pair of rounds: every way to declare at once, stalling to the end of the stock, and random play."""

import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from ginrules.lab.divergence.lockstep import Found, Pair, Shape, both, chance_of, disagreement, melded, options, starts
from ginrules.play.actions import (
    Action,
    Discard,
    Done,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.phases import DrawTurn, PlayTurn, Reshuffle, UpcardOffer
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet

MOST_NODES: Final = 250
"""Positions of one deal looked at by `declaring`."""

Chooser = Callable[[RoundState, Sequence[Action]], Action]


def declaring(a: RuleSet, b: RuleSet, shape: Shape, most: int) -> Found | None:
    """The nearest disagreement on the ways by which the seat in turn declares at once.

    Breadth first, so that no shorter one of these ways is missed. Discards are left to
    `walk`, but for a last card.
    """
    pair = starts(a, b, shape)
    kind = disagreement(pair)
    if kind is not None:
        return Found(shape, (), kind, pair)
    waiting: deque[tuple[Pair, tuple[Action, ...]]] = deque([(pair, ())])
    nodes = 0
    while waiting and nodes < MOST_NODES:
        pair, done = waiting.popleft()
        if len(done) >= most:
            return None
        for action in _tries(pair[0], options(pair)):
            nodes += 1
            after = both(pair, action)
            kind = disagreement(after)
            if kind is not None:
                return Found(shape, (*done, action), kind, after)
            if not after[0].is_over:
                waiting.append((after, (*done, action)))
    return None


def _tries(state: RoundState, legal: Sequence[Action]) -> list[Action]:
    """The options worth trying: of many alike only some."""
    if not isinstance(state.phase, PlayTurn) and not any(isinstance(each, Spread | LayOff) for each in legal):
        return list(legal[:6])
    hand = state.hand_masks[state.phase.turn] if state.phase.turn is not None else 0
    least = state.setup.tables.deadwood
    chosen: list[Action] = [each for each in legal if isinstance(each, GoBigGin | Done)]
    knocks = [each for each in legal if isinstance(each, Knock)]
    knocks.sort(key=lambda each: (least(hand & ~(1 << each.card)), each.card))
    chosen += knocks[:2] + knocks[2:][-1:]
    for kind, number in ((Spread, 4), (LayDown, 5), (LayOff, 4)):
        some = [each for each in legal if isinstance(each, kind)]
        chosen += sorted(some, key=melded, reverse=True)[:number]
        chosen += some[:1] if kind is Spread and len(some) > number else []
    if hand.bit_count() == 1 and state.rules.open_melds:
        chosen += [each for each in legal if isinstance(each, Discard)]
    return chosen


def walk(a: RuleSet, b: RuleSet, shape: Shape, choose: Chooser, most: int) -> Found | None:
    """The first disagreement on one way of at most so many actions."""
    pair = starts(a, b, shape)
    done: list[Action] = []
    kind = disagreement(pair)
    while kind is None:
        legal = options(pair)
        if not legal or len(done) == most:
            return None
        action = legal[0] if isinstance(legal[0], ShuffleStock) else choose(pair[0], legal)
        done.append(action)
        pair = both(pair, action)
        kind = disagreement(pair)
    return Found(shape, tuple(done), kind, pair)


def draw_on(state: RoundState, legal: Sequence[Action]) -> Action:
    """Never take from the pile and throw the highest card, so that the stock runs out.

    In the plain deal, where it is used, the highest card is the one just drawn.
    """
    if not isinstance(state.phase, PlayTurn):
        return _first(legal, DrawStock) or legal[-1]
    return max((each for each in legal if isinstance(each, Discard)), key=lambda each: each.card)


def take_on(_state: RoundState, legal: Sequence[Action]) -> Action:
    """Always take the top of the pile and throw the lowest card that may go."""
    return _first(legal, TakeDiscard) or _first(legal, DrawStock) or _first(legal, Discard) or legal[0]


def put_back(state: RoundState, legal: Sequence[Action]) -> Action:
    """Always take the top of the pile and throw it back where that is allowed."""
    phase = state.phase
    if isinstance(phase, PlayTurn):
        back = [each for each in legal if isinstance(each, Discard) and phase.taken & each.card]
        if back:
            return back[0]
    return take_on(state, legal)


def _first(legal: Sequence[Action], kind: type) -> Action | None:
    return next((each for each in legal if isinstance(each, kind)), None)


def mostly_greedy(rng: random.Random) -> Chooser:
    """Random play that lowers its deadwood most of the time and declares often."""

    def choose(state: RoundState, legal: Sequence[Action]) -> Action:
        if rng.random() < 0.2:
            return rng.choice(legal)
        least, hand = state.setup.tables.deadwood, state.hand_masks[state.phase.turn or 0]
        if isinstance(state.phase, UpcardOffer | DrawTurn):
            taken = hand | 1 << state.discard_pile[-1] if state.discard_pile else 0
            takes = [each for each in legal if isinstance(each, TakeDiscard)]
            others = [each for each in legal if not isinstance(each, TakeDiscard)] or takes
            return rng.choice(takes if takes and least(taken) <= least(hand) else others)
        bold = [each for each in legal if isinstance(each, Knock | GoBigGin | LayDown | LayOff | Spread)]
        if bold and rng.random() < 0.7:
            return rng.choice(bold)
        throws = [each for each in legal if isinstance(each, Discard)]
        return min(throws, key=lambda each: least(hand & ~(1 << each.card))) if throws else rng.choice(legal)

    return choose


def pivots(found: Found, a: RuleSet, b: RuleSet) -> list[Shape]:
    """Deals that begin where the seats stood in the last turns of a round, the seat to play beginning."""
    pair = starts(a, b, found.shape)
    shapes = []
    for action in found.actions:
        if isinstance(pair[0].phase, Reshuffle):
            action = chance_of(pair[0])  # noqa: PLW2901 - the order may have changed with the deal
        before, pair = pair, both(pair, action)
        new = _dealt_anew(before[0], pair[0])
        if new is not None:
            shapes.append(new)
    return shapes[-3:]


def _dealt_anew(before: RoundState, state: RoundState) -> Shape | None:
    """The deal after which a seat that has just drawn one card holds what it holds now."""
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
    return Shape(hands, (new.bit_length() - 1, *others), state.knock_card or 0)
