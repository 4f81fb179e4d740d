"""A small net that plays: the same weights score every card in reach, from its neighbors and the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from os import PathLike
from typing import Any, Final, Self, TypeGuard

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import shown, whole_number, wrong_type
from ginrules.cards import CARDS
from ginrules.driver.core_spec import core_spec_of
from ginrules.errors import InvalidNetError
from ginrules.fast._card_inputs import CARD_WIDTH, RANKS, Inputs, cards_in_reach, count_of_numbers, inputs_of
from ginrules.fast.codec import SINGLE, Codec
from ginrules.fast.layout import Layout
from ginrules.nets.files import NetArray, NetFile, check_size, read_net, write_net
from ginrules.rules.model import RuleSet

FORMAT: Final = "ginrules card net 1"
"""The first text in the files of nets."""

Weights = Mapping[str, NDArray[np.float32]]
"""The weights of a net, by name."""

_SCORES: Final = 4  # of a card: discard, knock, meld, lay off
_DECIMALS: Final = 9
_MELD: Final = -25  # initially, a point of deadwood after a meld costs a score of 1
_MOST_WIDTH: Final = 4_096
_LARGEST_HALF: Final = float(np.finfo(np.float16).max)


@attrs.frozen(init=False, repr=False, eq=False)
class CardNet:
    """A net that scores the codes of `ginrules.fast.Codec` from rows of `ginrules.fast.Layout`.

    The cards in reach are the hand and, before a draw, the top card. The net describes a card by everything known
    about it and its neighbors, and by the deadwood that is left without it. The same weights score every card: to
    discard it, to knock with it, to meld it, to lay it off. A second small part looks at all cards together and
    scores the actions without a card. Its last output estimates the position's value.

    Attributes:
        codec: The numbering of actions.
        layout: The entries of an observation.
        weights: The weights by name, float32.

    Args:
        rules: The rules.
        weights: The weights, with the names and shapes that `CardNet.new` makes. The two widths can differ.
        seats: Seats at the table, or None for the smallest table that the rules allow.

    Raises:
        DealError: If the rules do not allow a table of this size.
        InvalidNetError: If a weight is missing, has another shape, or is not a finite number, or if there are more
            than two million.

    Examples:
        >>> import ginrules as gin
        >>> net, rounds = gin.rl.CardNet.new("standard", seed=1), gin.fast.Rounds("standard", 5)
        >>> logits, worth = net.scores(rounds.observed)
        >>> logits.shape, worth.shape, net.size
        ((5, 585), (5,), 83534)
        >>> rounds.step(net.codes(rounds.observed, rounds.masks))
    """

    codec: Codec
    layout: Layout
    weights: Weights
    _doubles: Mapping[str, NDArray[np.float64]]

    def __init__(self, rules: RuleSet | str, weights: Weights, seats: int | None = None) -> None:
        """Check the weights."""
        codec = Codec(rules, seats)
        checked = _checked(codec, weights)
        doubles = {name: weight.astype(np.float64) for name, weight in checked.items()}
        self.__attrs_init__(codec, Layout(codec.rules, codec.seats), checked, doubles)

    @classmethod
    def new(
        cls, rules: RuleSet | str, seed: int = 1, *, seats: int | None = None, width: int = 96, context: int = 96
    ) -> Self:
        """Return a net with random weights, which in a spread prefers melds that leave little deadwood.

        Args:
            rules: The rules.
            seed: The seed for the weights, a whole number from 0 up.
            seats: Seats at the table, or None for the smallest table that the rules allow.
            width: Units per layer of the part that looks at a card.
            context: Units per layer of the part that looks at all cards.

        Raises:
            DealError: If the rules do not allow a table of this size.
            InvalidNetError: If the seed or a width is not a whole number in its range, or there are too many weights.
        """
        for name, value, least, most in (
            ("seed", seed, 0, 2**63), ("width", width, 1, _MOST_WIDTH), ("context", context, 1, _MOST_WIDTH)
        ):  # fmt: skip
            whole_number(name, value, least, most, error=InvalidNetError)
        codec, chance = Codec(rules, seats), np.random.default_rng(seed)
        weights = {
            name: (
                chance.normal(0, (0.1 if name.endswith("_scores") else 1.0) * np.sqrt(2 / shape[0]), shape)
                if len(shape) > 1
                else np.zeros(shape)
            ).astype(np.float32)
            for name, shape in _shapes(codec, width, context).items()
        }
        weights["meld"] = np.array([_MELD], np.float32)
        return cls(codec.rules, weights, codec.seats)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Return the net from a file that `save` wrote.

        Args:
            path: The file.

        Raises:
            InvalidNetError: If the file does not hold a net, or its weights do not form a net.
            OSError: If it cannot be read.
        """
        net = read_net(path, FORMAT)
        weights = {
            name: np.frombuffer(array.data, array.kind).reshape(array.shape) for name, array in net.arrays.items()
        }
        return cls(net.rules, weights, net.seats)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the net to a file: its rules as TOML, its weights in half precision.

        Args:
            path: The file, ``.npz``.

        Raises:
            InvalidNetError: If a weight is too large for half precision.
            OSError: If it cannot be written.
        """
        arrays = {}
        for name, weight in self.weights.items():
            with np.errstate(over="ignore"):  # such a number becomes infinite
                half = weight.astype("<f2")
            if not np.isfinite(half).all():
                largest = float(np.abs(weight).max())
                raise InvalidNetError(f"{name}: expected numbers up to {_LARGEST_HALF:.0f} to save, got {largest:g}")
            arrays[name] = NetArray("<f2", half.shape, half.tobytes())
        write_net(path, FORMAT, NetFile(self.codec.rules, self.codec.seats, arrays))

    def __repr__(self) -> str:
        return f"<net of {self.size:,} weights for {self.codec.rules.label} at {self.codec.seats} seats>"

    @property
    def size(self) -> int:
        """The number of weights."""
        return sum(weight.size for weight in self.weights.values())

    def inputs(self, observed: NDArray[Any]) -> Inputs:
        """Return the net's inputs for rows of observations.

        Args:
            observed: An array of rows, or of their words as in ``Rounds(…, packed=True).words``.

        Raises:
            WrongTypeError: If it is not an array of rows of ``layout``.
        """
        if _are_words(observed, self.layout.words):
            observed = self.layout.unpack(observed)
        value: object = observed
        if not _is_numbers(value) or value.ndim != 2 or value.shape[1] != self.layout.size:
            raise wrong_type(f"an array of rows of {self.layout.size} numbers", observed)
        return inputs_of(value, self.layout, self.codec)

    def scores(self, observed: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return for each row the scores of all codes, legal or not, and the position's value to the seat to act.

        They are computed in double precision.

        Args:
            observed: An array of rows.

        Raises:
            WrongTypeError: If it is not an array of rows of ``layout``.
        """
        cards, places, numbers, melds = self.inputs(observed)
        inputs = Inputs(cards.astype(np.float64), places, numbers.astype(np.float64), melds)
        return forward(self._doubles, inputs, self.codec)

    def codes(self, observed: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
        """Return for each row the legal code with the highest score, and the lowest of equals.

        The scores are rounded first: equal cards score equally, whichever other rows are in the array.

        Args:
            observed: An array of rows.
            masks: For each row 1 or True at the codes that are legal, or their words as in ``Rounds.legal``.

        Raises:
            WrongTypeError: If they are not arrays of rows of ``layout`` and ``codec``.
        """
        if _are_words(masks, self.codec.words):
            masks = self.codec.unpack(masks)
        value: object = masks
        scores, _ = self.scores(observed)
        if not _is_numbers(value) or value.shape != scores.shape:
            raise wrong_type(f"an array of masks of shape {scores.shape}", masks)
        codes: NDArray[np.int64] = np.where(value > 0, np.round(scores, _DECIMALS), -np.inf).argmax(axis=1)
        return codes


def _are_words(value: object, count: int) -> TypeGuard[NDArray[np.uint32]]:
    return isinstance(value, np.ndarray) and value.dtype == np.uint32 and value.ndim == 2 and value.shape[1] == count


def _is_numbers(value: object) -> TypeGuard[NDArray[Any]]:
    return isinstance(value, np.ndarray) and value.dtype.kind in "biuf"


def forward(weights: Mapping[str, Any], inputs: Inputs, codec: Codec, xp: Any = np) -> tuple[Any, Any]:
    """Return the scores of all codes and the value of each position.

    Args:
        weights: A `CardNet`'s weights.
        inputs: The inputs, as `CardNet.inputs` returns them.
        codec: The numbering of actions.
        xp: The array module: ``numpy``, or ``jax.numpy`` in training.

    Examples:
        >>> import ginrules as gin
        >>> net, rounds = gin.rl.CardNet.new("standard", width=8), gin.fast.Rounds("standard", 5)
        >>> scores, worths = gin.rl.forward(net.weights, net.inputs(rounds.observed), net.codec)
        >>> scores.shape, scores.dtype.name
        ((5, 585), 'float32')
    """
    cards, places, numbers, melds = inputs
    rows, slots, _ = cards.shape

    def dense(part: Any, name: str) -> Any:
        weight = weights[name]
        return (part.reshape(rows * slots, len(weight)) @ weight).reshape(rows, slots, weight.shape[-1])

    in_reach = (cards[..., -RANKS:].sum(-1, keepdims=True) > 0).astype(cards.dtype)
    looked = xp.maximum(dense(cards, "card") + weights["card_bias"], 0) * in_reach
    both = xp.concatenate([looked.sum(1) / slots, looked.max(1), numbers], -1)
    context = xp.maximum(both @ weights["context"] + weights["context_bias"], 0)
    mixed = dense(looked, "mixed") + (context @ weights["mixed_context"] + weights["mixed_bias"])[:, None]
    mixed = looked + xp.maximum(mixed, 0) * in_reach
    scores = dense(mixed, "card_scores") + weights["card_scores_bias"]
    scores = xp.concatenate([scores, xp.zeros_like(scores[:, :1])], 1)
    by_card = xp.take_along_axis(scores, xp.asarray(places)[..., None], 1)
    whole = xp.concatenate([context, mixed.sum(1) / slots, mixed.max(1), numbers], -1)
    whole = xp.maximum(whole @ weights["whole"] + weights["whole_bias"], 0)
    rest = whole @ weights["whole_scores"] + weights["whole_scores_bias"]
    laid = by_card[..., 2] @ _in_melds(codec) + melds * weights["meld"]
    parts = [rest[:, : len(SINGLE)], by_card[..., 0], by_card[..., 1], laid]
    logits = xp.concatenate([*parts, *[by_card[..., 3]] * codec.slots, rest[:, len(SINGLE) : -1]], -1)
    return logits, rest[:, -1]


def _shapes(codec: Codec, width: int, context: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of every weight by name.

    Raises:
        InvalidNetError: If a net of this size could not be read from a file.
    """
    layout = Layout(codec.rules, codec.seats)
    numbers = count_of_numbers(layout)
    singles = len(SINGLE) + codec.takes  # the value of the position replaces the take of one card
    shapes: dict[str, tuple[int, ...]] = {
        "card": (CARD_WIDTH, width),
        "card_bias": (width,),
        "context": (2 * width + numbers, context),
        "context_bias": (context,),
        "mixed": (width, width),
        "mixed_context": (context, width),
        "mixed_bias": (width,),
        "card_scores": (width, _SCORES),
        "card_scores_bias": (_SCORES,),
        "meld": (1,),  # the score of a point of deadwood after a meld
        "whole": (context + 2 * width + numbers, context),
        "whole_bias": (context,),
        "whole_scores": (context, singles),
        "whole_scores_bias": (singles,),
    }
    check_size(sum(map(math.prod, shapes.values())))
    return shapes


def _checked(codec: Codec, weights: Weights) -> Weights:
    """Return the weights as float32, in their order."""
    value: object = weights
    if not isinstance(value, Mapping):
        raise wrong_type("the weights of a net by name", weights, "CardNet.new makes them")
    arrays = {name: weight for name, weight in value.items() if isinstance(weight, np.ndarray)}
    bias, context = arrays.get("card_bias"), arrays.get("context_bias")
    width = bias.size if bias is not None else 0
    shapes = _shapes(codec, width, context.size if context is not None else 0)
    for name in value:
        if name not in shapes:
            raise InvalidNetError(f"{shown(name)} is not a weight of a net: expected {', '.join(shapes)}")
    for name, shape in shapes.items():
        weight = arrays.get(name)
        if weight is None or not weight.size or weight.dtype.kind != "f":
            raise InvalidNetError(
                f"{name}: expected an array of numbers in floating point, got {shown(value.get(name))}"
            )
        if weight.shape != shape:
            raise InvalidNetError(
                f"{name}: expected the shape {shape} for {codec.rules.label} at {codec.seats} seats, got "
                f"{weight.shape}",
                weight=name, expected=shape, shape=weight.shape,
            )  # fmt: skip
    with np.errstate(over="ignore"):  # such a number becomes infinite
        checked = {name: np.ascontiguousarray(arrays[name], np.float32) for name in shapes}
    for name, weight in checked.items():
        if not np.isfinite(weight).all():
            wrong = arrays[name][~np.isfinite(weight)][0]
            raise InvalidNetError(f"{name}: expected finite numbers in single precision, got {shown(float(wrong))}")
    return checked


def net_of(new_player: object, rules: RuleSet, seats: int) -> CardNet | None:
    """Return the net by which a factory's players choose among the actions, or None if they decide otherwise."""
    spec = core_spec_of(new_player, rules, seats)
    return spec.net if spec is not None and isinstance(spec.net, CardNet) else None


def why_other(net: CardNet, rules: RuleSet, seats: int) -> str | None:
    """Return why a net cannot play these rules, or None if their actions and observations are numbered alike."""
    own = net.codec
    if _numbering(own.rules, own.seats) == _numbering(rules, seats):
        return None
    return (
        f"the net is for {own.rules.label} at {own.seats} seats, and {rules.label} at {seats} has other actions or "
        f"observations: train one for these rules"
    )


@lru_cache(maxsize=64)
def _numbering(rules: RuleSet, seats: int) -> tuple[Any, ...]:
    codec, layout = Codec(rules, seats), Layout(rules, seats)
    places = [(entry.name, entry.start, entry.stop) for entry in layout.entries]
    return codec.n, codec.melds, codec.slots, codec.takes, cards_in_reach(codec), places


@lru_cache(maxsize=64)
def _in_melds(codec: Codec) -> NDArray[np.float32]:
    """Return for each card and meld whether the card is in the meld."""
    rows = [[meld.cards.mask >> card & 1 for meld in codec.melds] for card in range(len(CARDS))]
    return np.array(rows, np.float32).reshape(len(CARDS), len(codec.melds))
