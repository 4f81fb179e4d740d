"""The inputs of a `CardNet`: every card in reach with its neighbors, and the table's numbers."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrules.cards import CARDS, Rank
from ginrules.fast._encoding import PHASES
from ginrules.fast.codec import Codec
from ginrules.fast.hands import after_discards, deadwoods
from ginrules.fast.layout import Layout
from ginrules.play.phases import DoubleOffer, DrawTurn, LastDiscard, SpreadTurn, UpcardOffer
from ginrules.rules.model import RuleSet

_CARDS, RANKS = len(CARDS), len(Rank)
_STEPS: Final = (0, -3, -2, -1, 1, 2, 3)
_PLANES: Final = ("hand", "top", "pile", "unseen", "taken")
_PLANE_COUNT: Final = len(_PLANES) + 5  # `CardNet.inputs` adds five more
_CELLS: Final = len(_STEPS) + 3
_ESTIMATES: Final = 4
CARD_WIDTH: Final = _CELLS * _PLANE_COUNT + _ESTIMATES + RANKS
"""The number of inputs that describe a card in reach."""

_WITH_TOP: Final = [PHASES.index(phase) for phase in (UpcardOffer, DrawTurn, DoubleOffer, LastDiscard)]
_SPREAD: Final = PHASES.index(SpreadTurn)
_POINTS: Final = 25
_DRAWS: Final = 8


class Inputs(NamedTuple):
    """A net's inputs for some decisions: arrays of float32, except for the places.

    Attributes:
        cards: The description of each card in reach, by decision. It starts with ten numbers for the card itself, for
            three cards on each side of it in its suit (around the corner), and for the other cards of its rank.
            Eight are flags: in the own hand, the top card, in the pile, unseen, just taken, known in another hand,
            close to a card left in the pile, close to a card that another seat took. The ninth is the deadwood after
            its discard, the tenth the points that drawing it gains, both in points / 25. Then come estimates for the
            draw after its discard: the average deadwood after the best eight draws, in points / 25, and the numbers
            of draws that can be melded and that make gin, / 10. Last come the chance that the next seat can meld
            the card, and a 1 at its rank.
        places: The place in ``cards`` of each card of the pack, by decision. The number of cards in reach if absent.
        numbers: An observation's entries that are not cards, then the lowest deadwood after a discard, the points
            that the best eight draws would take off the deadwood, and the number of known cards of the others, / 10.
        melds: By decision in a spread, and by meld of the codec that can come next: the deadwood left after it, in
            points / 25, else 0.
    """

    cards: NDArray[Any]
    places: NDArray[np.int32]
    numbers: NDArray[Any]
    melds: NDArray[Any]


def inputs_of(observed: NDArray[Any], layout: Layout, codec: Codec) -> Inputs:
    """Return a net's inputs for rows of observations.

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
    """Return how many numbers a decision has in addition to its cards."""
    return layout.size - _numbers_from(layout) + 2 + _DRAWS


def _numbers_from(layout: Layout) -> int:
    return next(entry.start for entry in layout.entries if entry.name == "phase")


def cards_in_reach(codec: Codec) -> int:
    """Return the largest number of cards that can be in reach."""
    return _CARDS if codec.takes > 1 else codec.rules.hand_size_for(codec.seats) + 1


@lru_cache(maxsize=1)
def _neighbors() -> NDArray[np.int64]:
    """Return a row for each card: itself, its neighbors in the suit, and the other cards of its rank."""
    suit, rank = np.divmod(np.arange(_CARDS), RANKS)
    along = [suit * RANKS + (rank + step) % RANKS for step in _STEPS]
    across = [(suit + step) % 4 * RANKS + rank for step in (1, 2, 3)]
    return np.stack([*along, *across], axis=1)


def _beside(cards: NDArray[Any]) -> NDArray[np.bool_]:
    """Return these cards and all cards that can form a meld of three with any of them."""
    return np.greater(cards @ _closeness(), 0)


@lru_cache(maxsize=1)
def _closeness() -> NDArray[np.float32]:
    suit, rank = np.divmod(np.arange(_CARDS), RANKS)
    same_suit, apart = suit[:, None] == suit, np.abs(rank[:, None] - rank)
    close: NDArray[np.float32] = ((same_suit & (apart <= 2)) | (apart == 0)).astype(np.float32)
    return close


def _gained(masks: NDArray[np.uint64], unseen: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.float32]:
    """Return the points that drawing each unseen card takes off a hand's deadwood, its own value counted, else 0."""
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
    """Return estimates of the next draw after each discard, as arrays with one item per discard.

    A discard changes the cards' gains close to it, which are updated in ``gains``. All other gains stay the
    same. After the draw, the highest loose card or the card drawn is discarded.

    Args:
        reach: The cards in reach.
        left: Deadwood after the discard of each card of the pack, in points.
        before: Deadwood without a discard, in points.
        gains: Points that drawing each unseen card takes off the deadwood, before any discard.
        unseen: The cards that can be drawn.
        cards: The cards that are discarded.
        masks: The cards that remain, as masks.
        rules: Melds and values.

    Returns:
        Three columns: the average deadwood after the best draws, the number of draws that can be melded, and the
        number of draws that make gin.
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
    """Return for each card roughly how likely the next seat is to hold the rest of a meld of three with it."""
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
    """Return the deadwood after each meld that can come next, for each decision in a spread, else 0.

    Melds come in the order of their lowest cards: after a meld, the cards below its lowest card can only be deadwood.
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
