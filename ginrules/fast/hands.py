"""Many hands at once: their deadwood, and their deadwood after each discard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import as_items, wrong_type
from ginrules.cards import CARDS, CardSet
from ginrules.errors import ParseError
from ginrules.fast._arrays import check_count
from ginrules.fast._load import call, parts_of
from ginrules.fast._plan import tables_of, why_engine
from ginrules.melds.arrange import Hand, held_in
from ginrules.rules.model import RuleSet, rules_of

Hands = NDArray[np.uint64] | Iterable[Hand]
"""Many hands: an array of masks (bit *i* is the card of number *i*), or hands as `ginrules.deadwood` takes them."""


def deadwoods(hands: Hands, rules: RuleSet | str) -> NDArray[np.int64]:
    """Return the lowest deadwood of each hand, in points, like `ginrules.deadwood`.

    Args:
        hands: An array of masks in one dimension (bit *i* is the card of number *i*), or a sequence of hands.
        rules: The meld rules and card values.

    Returns:
        An array with a whole number for each hand.

    Raises:
        CoreError: As `available`.
        ParseError: If a hand has cards outside this pack.
        WrongTypeError: If it is neither such an array nor a sequence of hands.

    Examples:
        >>> import ginrules as gin
        >>> gin.fast.deadwoods(["A23.456.789.T", "A23.456.789.TJ"], "standard").tolist()
        [10, 20]
    """
    rules = rules_of(rules)
    masks = _masks(hands, rules)
    if why_engine(rules) is None:
        points = np.empty(len(masks), np.uint16)
        tables = tables_of(rules, rules.table_sizes[0])
        for part in parts_of(len(masks)):
            call("gin_deadwoods", tables, masks[part], points[part])
        return points.astype(np.int64)
    least = rules.tables.deadwood
    return np.array([least(mask) for mask in masks.tolist()], np.int64)


def after_discards(hands: Hands, rules: RuleSet | str) -> NDArray[np.int32]:
    """Return for each hand a row of 52: the deadwood in points after the discard of each card, -1 if it is not held.

    Args:
        hands: As for `deadwoods`.
        rules: The meld rules and card values.

    Raises:
        CoreError: As `available`.
        ParseError: If a hand has cards outside this pack.
        WrongTypeError: If it is neither such an array nor a sequence of hands.

    Examples:
        >>> import ginrules as gin
        >>> gin.fast.after_discards(["7h 8h 9h Kc"], "standard")[0, [12, 32]].tolist()
        [0, 27]
    """
    rules = rules_of(rules)
    masks = _masks(hands, rules)
    shape = len(masks), len(CARDS)
    if why_engine(rules) is None:
        tables, points = tables_of(rules, rules.table_sizes[0]), np.empty(shape, np.int32)  # written part by part
        for part in parts_of(len(masks)):
            call("gin_after_discards", tables, masks[part], points[part])
        return points
    points = np.full(shape, -1, np.int32)
    least = rules.tables.deadwood
    for row, mask in zip(points, masks.tolist(), strict=True):
        for card in CARDS:
            if mask >> card & 1:
                row[card] = least(mask ^ 1 << card)
    return points


def _masks(hands: Any, rules: RuleSet) -> NDArray[np.uint64]:
    """Return the hands as masks, checked to have only cards of the pack."""
    if not isinstance(hands, np.ndarray):
        items = as_items(hands, "an array of masks or a sequence of hands")
        return np.array([held_in(hand, rules) for hand in items], np.uint64)
    check_count(hands, "hands")
    if hands.ndim != 1 or hands.dtype.kind not in "iu" or (hands.dtype.kind == "i" and (hands < 0).any()):
        raise wrong_type(f"an array of masks in one dimension, not {hands.dtype} of shape {hands.shape}", hands)
    masks = np.ascontiguousarray(hands, np.uint64)
    outside = masks & np.uint64(~rules.tables.pack & 2**64 - 1)
    if outside.any():
        cards = int(outside[outside != 0][0])
        shown = str(CardSet(cards)) if cards < 1 << len(CARDS) else f"bit {cards.bit_length() - 1}"
        raise ParseError(f"{shown} is not in this pack of {rules.ranks} ranks × {rules.suits} suits", cards=shown)
    return masks
