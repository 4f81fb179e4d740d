"""A finished round's facts, by seat, without a price."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, cast

import attrs

from ginrules._support.bounds import LARGEST_NUMBER, PLAYERS
from ginrules._support.printed import clean
from ginrules._support.values import Value, index_of, plain_number, shown
from ginrules.cards import Card, CardSet, as_card
from ginrules.errors import ScoreError

if TYPE_CHECKING:
    from ginrules.play.state import RoundState

Ending = Literal["knock", "gin", "big-gin", "out", "dead", "refused"]
DeadReason = Literal["stock", "declined", "take-cap", "returned-pair", "reshuffle-cap"]

WHY_DEAD: Final[Mapping[DeadReason, str]] = {
    "stock": "the stock has run out",
    "declined": "everybody declined",
    "take-cap": "too many takes from the pile",
    "returned-pair": "both players discarded the card that they had just taken",
    "reshuffle-cap": "no reshuffle is left",
}


_INTEGERS: Final = frozenset({int})


def _as_points(values: Iterable[int]) -> tuple[int, ...]:
    are_numbers = type(values) is tuple and len(values) <= PLAYERS and _INTEGERS.issuperset(map(type, values))
    if are_numbers and max(map(abs, values), default=0) <= LARGEST_NUMBER:
        return cast(tuple[int, ...], values)
    argument: object = values
    if isinstance(argument, str | bytes) or not isinstance(argument, Iterable):
        raise ScoreError(f"expected points by seat, like (3, 21), got {shown(values)}", points=shown(values))
    listed = tuple(islice(argument, PLAYERS + 1))
    if len(listed) > PLAYERS:
        raise ScoreError(f"expected points of at most {PLAYERS} seats, got more", most=PLAYERS)
    points = tuple(map(index_of, listed))
    for value, number in zip(listed, points, strict=True):
        if not _is_small(number):
            raise ScoreError(
                f"expected points by seat, like (3, 21), whole numbers within {LARGEST_NUMBER}, got {shown(value)}",
                points=shown(value),
            )
    return cast(tuple[int, ...], points)


def _as_hands(values: Iterable[CardSet]) -> tuple[CardSet, ...]:
    if values == ():
        return ()
    argument: object = values
    hands = tuple(islice(argument, PLAYERS + 1)) if isinstance(argument, Iterable) else (argument,)
    if len(hands) > PLAYERS or not all(isinstance(hand, CardSet) for hand in hands):
        raise ScoreError(f"expected a CardSet for each seat as the hands, got {shown(values)}", hands=shown(values))
    return hands


def _is_small(value: int | None) -> bool:
    return value is not None and abs(value) <= LARGEST_NUMBER


def _as_small(value: int | None) -> int | None:
    """Return a seat or a number of cards as a plain number, None as it is."""
    number = value if value is None or type(value) is int else index_of(value)
    if value is None or _is_small(number):
        return number
    raise ScoreError(f"expected a whole number or None, got {shown(value)}", value=shown(value))


@attrs.frozen(kw_only=True, repr=False)
class Outcome(Value):
    """A finished round's facts. `ginrules.price` turns them into points.

    It can be built without any card, from a score pad: who declared and each seat's deadwood
    are enough. An ending left out follows from these: without a declarer the round is dead, a
    declarer without deadwood has gin, any other has knocked.

    Attributes:
        declarer: The seat that knocked, went gin or went out, or whose double was refused. None for a
            dead round.
        deadwood: Points left in each seat's hand, by seat, after melds and lay-offs.
        ending: How the round ended.
        reason: For a dead round, the reason of its end. None for other rounds or if unknown.
        upcard: The first upcard, which sets limit and doubling in some rules. None if the opening
            has none or it is not known.
        knock_card: The second pack's card, in rules with a second pack.
        laid: Points each seat has on the table, by seat (open melding only, else empty).
        stock_left: Cards left in the stock, or None if not known.
        factor: The factor from accepted doubles, 1 without any (rummy-games.com).
        hands: Every seat's cards at the end, those on the table included, for house rules that look at cards.
            Empty unless asked for (`ginrules.lab.play_round`).

    Raises:
        ScoreError: If points are not given by seat, or a number is not whole and within a billion.
        ParseError: If upcard or knock card is not a card.

    Examples:
        >>> import ginrules as gin
        >>> gin.Outcome(declarer=0, deadwood=(3, 21)).ending
        'knock'
        >>> gin.Outcome(declarer=None, deadwood=(20, 31)).ending
        'dead'
    """

    declarer: int | None = attrs.field(converter=_as_small)
    deadwood: tuple[int, ...] = attrs.field(converter=_as_points)
    ending: Ending = attrs.field(default=None)  # None until the other facts are set
    reason: DeadReason | None = None
    upcard: Card | None = attrs.field(default=None, converter=attrs.converters.optional(as_card))
    knock_card: Card | None = attrs.field(default=None, converter=attrs.converters.optional(as_card))
    laid: tuple[int, ...] = attrs.field(default=(), converter=_as_points)
    stock_left: int | None = attrs.field(default=None, converter=_as_small)
    factor: int = attrs.field(default=1, converter=plain_number)
    hands: tuple[CardSet, ...] = attrs.field(default=(), converter=_as_hands)

    def __attrs_post_init__(self) -> None:
        ending: object = self.ending
        if ending is None:
            inferred, declarer = "dead", self.declarer
            if declarer is not None:  # pricing checks that the seat exists
                has_gin = declarer in range(self.seats) and self.deadwood[declarer] == 0
                inferred = "gin" if has_gin else "knock"
            object.__setattr__(self, "ending", inferred)

    @property
    def seats(self) -> int:
        """How many seats took part."""
        return len(self.deadwood)

    def __repr__(self) -> str:
        # factor and hands are shown only if there are any: few rules have doubling
        rare = {"factor": self.factor != 1, "hands": bool(self.hands)}
        names = [field.name for field in attrs.fields(Outcome) if rare.get(field.name, True)]
        return f"Outcome({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def outcome_of(
    state: RoundState, hands: tuple[int, ...], declarer: int | None, ending: Ending, reason: DeadReason | None = None
) -> Outcome:
    """Return the facts of a round that ends in this state with these hands, as masks."""
    setup = state.setup
    rules, tables = setup.rules, setup.tables
    refused = ending == "refused"  # both hands count at their best, without lay-offs
    named = rules.defender_melds == "named" and declarer is not None and not refused
    count = tables.value if rules.open_melds or named else tables.deadwood
    points = [count(hand) for hand in hands]
    if declarer is not None and not refused:
        points[declarer] = tables.value(hands[declarer])
    return Outcome(
        declarer=declarer,
        deadwood=tuple(points),
        ending=ending,
        reason=reason,
        upcard=setup.upcard,
        knock_card=setup.knock_card,
        laid=tuple(map(tables.value, state.laid_masks)) if rules.open_melds else (),
        stock_left=len(state.stock_pile),
        factor=state.memory.factor,
    )


def outcome_text(outcome: Outcome, names: Sequence[str] | None = None) -> str:
    """Return how the round ended, in a sentence without a full stop.

    Examples:
        >>> outcome_text(Outcome(declarer=0, deadwood=(3, 21)), ["Ann", "Bo"])
        'Ann knocked with 3'
    """
    seat = outcome.declarer
    if seat is None:
        return "Nobody wins" + (f": {WHY_DEAD[outcome.reason]}" if outcome.reason else "")
    name = f"seat {seat}" if names is None else clean(names[seat])
    match outcome.ending:
        case "gin":
            return f"{name} has gin"
        case "big-gin":
            return f"{name} has big gin"
        case "out":
            return f"{name} has gone out"
        case "refused":
            return f"{name} has doubled and was refused"
        case _:
            return f"{name} knocked with {outcome.deadwood[seat]}"
