"""What a net of cards is given: every card in reach with its neighbors, and the numbers of the table."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrules.cards import CARDS, Rank
from ginrules.fast.codec import Codec
from ginrules.fast.hands import after_discards, deadwoods
from ginrules.fast.layout import PHASES, Layout
from ginrules.play.phases import DoubleOffer, DrawTurn, LastDiscard, SpreadTurn, UpcardOffer
from ginrules.rules.model import RuleSet

_CARDS, RANKS = len(CARDS), len(Rank)
_STEPS: Final = (0, -3, -2, -1, 1, 2, 3)
_PLANES: Final = ("hand", "top", "pile", "unseen", "taken")
_PLANE_COUNT: Final = len(_PLANES) + 5  # those that `CardNet.inputs` adds
_CELLS: Final = len(_STEPS) + 3
_ESTIMATES: Final = 4
CARD_WIDTH: Final = _CELLS * _PLANE_COUNT + _ESTIMATES + RANKS
"""How many numbers describe a card in reach."""

_WITH_TOP: Final = [PHASES.index(phase) for phase in (UpcardOffer, DrawTurn, DoubleOffer, LastDiscard)]
_SPREAD: Final = PHASES.index(SpreadTurn)
_POINTS: Final = 25
_DRAWS: Final = 8


class Inputs(NamedTuple):
    """What a net is given of some decisions: arrays, float32 but for the places.

    Attributes:
        cards: For each decision and card in reach its description, a row of ten numbers for it, for three cards on
            each side of it in its suit (around the corner), and for the other cards of its rank: whether it is in the
            own hand, the top card, in the pile, unseen, just taken, known in another hand, close to a card that was
            left in the pile or to one that another seat took; what its discard leaves and what its draw gains, in
            points / 25. Then, after its discard, about what the best eight draws leave on average, in points / 25,
            how many draws can be melded and how many make gin, / 10; how likely the next seat can meld it, and 1 at
            its rank.
        places: For each decision and card of the pack its place in ``cards``, or their number if it is not there.
        numbers: The entries of an observation that are not cards, then the least deadwood that a discard leaves, what
            the best eight draws would take off the deadwood, and how many cards of the others are known, / 10.
        melds: For each decision in a spread and meld of the codec that can come next, what is left after it, in
            points / 25; else 0.
    """

    cards: NDArray[Any]
    places: NDArray[np.int32]
    numbers: NDArray[Any]
    melds: NDArray[Any]


def inputs_of(observed: NDArray[Any], layout: Layout, codec: Codec) -> Inputs:
    """Return what a net is given of rows of observations.

    Raises:
        WrongTypeError: If it is not an array of rows of this layout.
    """
    named = layout.named(observed)
    with_top = named["phase"][:, _WITH_TOP].any(axis=1, keepdims=True)
    reach = (named["hand"] > 0) | ((named["top"] > 0) & with_top)
    masks = _masks_of(reach)
    left = after_discards(masks, codec.rules)
    gained = _gained(masks, named["unseen"] > 0, codec.rules)
    theirs = named["known"][:, 1:].sum(axis=1)
    refused = named["pile"] + named["taken"] + named["known"][:, 0]
    planes = np.stack(
        [
            *(named[name] for name in _PLANES),
            theirs,
            _beside(refused),
            _beside(theirs),
            np.maximum(left, 0) / _POINTS,
            gained / _POINTS,
        ],
        axis=2,
    ).astype(np.float32)
    slots = cards_in_reach(codec)
    places = np.where(reach, np.minimum(reach.cumsum(axis=1) - 1, slots), slots).astype(np.int32)
    rows, cards = reach.nonzero()
    described = np.zeros((len(observed), slots + 1, CARD_WIDTH), np.float32)
    around, ranks = planes[rows[:, None], _neighbors()[cards]], np.eye(RANKS, dtype=np.float32)[cards % RANKS]
    draws = _draws_after(
        reach[rows], left[rows], deadwoods(masks, codec.rules)[rows], gained[rows], (named["unseen"] > 0)[rows], cards,
        masks[rows] & ~_bits(cards), codec.rules,
    )  # fmt: skip
    flat = around.reshape(len(rows), planes.shape[2] * around.shape[1])  # no rows at all if every round is over
    described[rows, places[rows, cards]] = np.column_stack([flat, draws, _meldable(named)[rows, cards], ranks])
    least = np.where(reach, left, 10 * _POINTS).min(axis=1, keepdims=True) / _POINTS
    best = -np.sort(-gained, axis=1)[:, :_DRAWS] / _POINTS
    known = theirs.sum(axis=1, keepdims=True) / 10
    numbers = np.concatenate([observed[:, _numbers_from(layout) :], least, best, known], axis=1).astype(np.float32)
    return Inputs(described[:, :slots], places, numbers, _left_by_melds(named, codec))


def count_of_numbers(layout: Layout) -> int:
    """Return how many numbers a decision has besides its cards."""
    return layout.size - _numbers_from(layout) + 2 + _DRAWS


def _numbers_from(layout: Layout) -> int:
    return next(entry.start for entry in layout.entries if entry.name == "phase")


def cards_in_reach(codec: Codec) -> int:
    """Return how many cards can be in reach at most."""
    return _CARDS if codec.takes > 1 else codec.rules.hand_size_for(codec.seats) + 1


@lru_cache(maxsize=1)
def _neighbors() -> NDArray[np.int64]:
    """Return for each card itself, its neighbors of the suit and the others of its rank."""
    suit, rank = np.divmod(np.arange(_CARDS), RANKS)
    along = [suit * RANKS + (rank + step) % RANKS for step in _STEPS]
    across = [(suit + step) % 4 * RANKS + rank for step in (1, 2, 3)]
    return np.stack([*along, *across], axis=1)


def _beside(cards: NDArray[Any]) -> NDArray[np.bool_]:
    """Return the cards that share a meld of three with one of these, themselves included."""
    return np.greater(cards @ _closeness(), 0)


@lru_cache(maxsize=1)
def _closeness() -> NDArray[np.float32]:
    suit, rank = np.divmod(np.arange(_CARDS), RANKS)
    same_suit, apart = suit[:, None] == suit, np.abs(rank[:, None] - rank)
    close: NDArray[np.float32] = ((same_suit & (apart <= 2)) | (apart == 0)).astype(np.float32)
    return close


def _gained(masks: NDArray[np.uint64], unseen: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.float32]:
    """Return by how many points each unseen card would lower the deadwood of a hand, its own value counted; else 0."""
    rows, cards = unseen.nonzero()
    drawn = deadwoods(masks[rows] | _bits(cards), rules)
    values = np.array(rules.card_values, np.int64)
    gained = np.zeros(unseen.shape, np.float32)
    gained[rows, cards] = deadwoods(masks, rules)[rows] + values[cards % RANKS] - drawn
    return gained


def _draws_after(
    reach: NDArray[np.bool_], left: NDArray[np.int32], before: NDArray[Any], gains: NDArray[np.float32],
    unseen: NDArray[np.bool_], cards: NDArray[np.int64], masks: NDArray[np.uint64], rules: RuleSet,
) -> NDArray[Any]:  # fmt: skip
    """Return estimates of the next draw after the discard of each card; an item of each array belongs to a discard.

    A discard changes what the cards close to it gain, which is written into ``gains``; all others gain what they did.
    The draw is followed by the discard of the highest loose card, or of the card drawn.

    Args:
        reach: The cards in reach.
        left: What the discard of each card of the pack leaves, in points.
        before: What is left without a discard, in points.
        gains: What the draw of each unseen card takes off before a discard, in points.
        unseen: The cards that can be drawn.
        cards: The cards that are discarded.
        masks: The cards that remain, as masks.
        rules: Melds and values.

    Returns:
        A column for what the best draws leave on average, one for the draws that can be melded, one for those that
        make gin.
    """
    values, every = np.array(rules.card_values, np.float32)[np.arange(_CARDS) % RANKS], np.arange(len(cards))
    now, close = left[every, cards][:, None], _neighbors()[cards][:, 1:]
    rows, places = np.take_along_axis(unseen, close, 1).nonzero()
    drawn = close[rows, places]
    gains[rows, drawn] = now[rows, 0] + values[drawn] - deadwoods(masks[rows] | _bits(drawn), rules)
    loose = np.where(reach & (before[:, None] - left == values), values, np.float32(0))
    loose[every, cards] = 0
    spare = loose.max(axis=1, keepdims=True)
    melds = gains >= values
    ends = np.where(unseen, now + values - gains - np.where(melds, spare, np.maximum(spare, values)), now)
    ends = np.clip(ends, 0, now)
    best = np.partition(ends, _DRAWS - 1, axis=1)[:, :_DRAWS].mean(axis=1)
    return np.column_stack([best / _POINTS, (melds & unseen).sum(axis=1) / 10, ((ends <= 0) & unseen).sum(axis=1) / 10])


def _meldable(named: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """Return for each card about how likely the next seat holds the rest of a meld of three with it."""
    unseen, known = named["unseen"], named["known"]
    refused = named["pile"] + named["taken"] + known[:, 0]
    hidden = named["hand_sizes"][:, 1] * _CARDS - known[:, 1].sum(axis=1)
    plain = hidden / np.maximum(unseen.sum(axis=1), 1)
    odds = np.where(_beside(refused), 0.5, 1.0) * np.where(_beside(known[:, 1]), 1.5, 1.0)
    held = np.minimum(unseen * plain[:, None] * odds + known[:, 1], 1).reshape(-1, 4, RANKS)
    padded = np.pad(held, ((0, 0), (0, 0), (2, 2)))
    below, above = padded[:, :, 1:-3], padded[:, :, 3:-1]
    runs = padded[:, :, :-4] * below + below * above + above * padded[:, :, 4:]
    others = held.sum(axis=1, keepdims=True) - held
    squares = (held**2).sum(axis=1, keepdims=True) - held**2
    chances: NDArray[Any] = np.minimum(runs + (others**2 - squares) / 2, 1)
    return chances.reshape(-1, _CARDS)


def _left_by_melds(named: Mapping[str, NDArray[Any]], codec: Codec) -> NDArray[np.float32]:
    """Return for each decision in a spread what is left after each meld that can come next, else 0.

    Melds come in the order of their lowest cards: those below it are passed.
    """
    left = np.zeros((len(named["hand"]), len(codec.melds)), np.float32)
    spreading = np.flatnonzero(named["phase"][:, _SPREAD] > 0)
    rest = _masks_of((named["hand"] > 0) & (named["spread"] == 0))[spreading]
    melds = _meld_masks(codec)
    rows, places = ((rest[:, None] & melds) == melds).nonzero()
    cards, lowest = rest[rows] & ~melds[places], melds[places] & -melds[places]
    passed = cards & (lowest - np.uint64(1))
    bits = np.unpackbits(passed.view(np.uint8).reshape(len(rows), 8), axis=1, bitorder="little")[:, :_CARDS]
    points = bits @ np.array(codec.rules.card_values, np.float32)[np.arange(_CARDS) % RANKS]
    left[spreading[rows], places] = (points + deadwoods(cards & ~passed, codec.rules)) / _POINTS
    return left


@lru_cache(maxsize=64)
def _meld_masks(codec: Codec) -> NDArray[np.uint64]:
    return np.array([meld.cards.mask for meld in codec.melds], np.uint64)


def _bits(cards: NDArray[np.int64]) -> NDArray[np.uint64]:
    return np.uint64(1) << cards.astype(np.uint64)


def _masks_of(cards: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return rows of 52 as masks."""
    padded = np.zeros((len(cards), 64), np.uint8)
    padded[:, :_CARDS] = cards
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)[:, 0]
