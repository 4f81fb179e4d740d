"""Observations as numbers: a row's entries, by name, and a row made of a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from math import inf, prod
from operator import or_
from typing import Any, Final, get_args

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import Value, shown, whole_number, wrong_type
from ginrules.cards import CARDS
from ginrules.errors import IncompatibleRulesError, InvalidRunError
from ginrules.fast._words import Words, unpacked
from ginrules.fast.codec import Codec, Laid, masks_of
from ginrules.play.deal import seats_at
from ginrules.play.defence import SUPPORTED
from ginrules.play.phases import DoubleOffer, DrawTurn, Phase, PlayTurn
from ginrules.play.state import RoundConfig, RoundState, expect_state
from ginrules.play.view import PlayerView, expect_view
from ginrules.rules.model import RuleSet, rules_of, unsupported_rule

PHASES: Final[tuple[type[Phase], ...]] = get_args(Phase)
"""The phases in the order of the entry ``phase``."""

_CARDS: Final = len(CARDS)
_BYTE: Final = 255
_WORD_BITS: Final = 32
_WORD: Final = 2**_WORD_BITS - 1
_POINTS: Final = 100
"""The divisor of points."""
_SET: Final = 2
"""The words of a set of cards."""

Shape = Callable[[RuleSet, int, int], int]  # rules, seats, slots: rows of cards, or how many numbers; 0: no entry


def _one(_rules: RuleSet, _seats: int, _slots: int) -> int:
    return 1


def _by_seat(_rules: RuleSet, seats: int, _slots: int) -> int:
    return seats


def _if(rule: Callable[[RuleSet], object]) -> Shape:
    return lambda rules, _seats, _slots: 1 if rule(rules) else 0


def _reshuffles(rules: RuleSet) -> bool:
    return rules.stock_exhausted == "reshuffle"


_PLANES: Final[Mapping[str, tuple[Shape, str]]] = {
    "hand": (_one, "the seat's own cards"),
    "top": (_one, "the top card of the discard pile"),
    "pile": (_one, "the cards of the discard pile"),
    "unseen": (_one, "cards whose place the seat cannot know: in the stock or hidden in another hand"),
    "known": (_by_seat, "cards of each hand that everybody has seen; the seat's own first"),
    "laid": (_by_seat, "cards that each seat has put on the table; the seat's own first"),
    "table": (lambda _rules, _seats, slots: slots, "the meld in each place of the table that takes lay-offs"),
    "spread": (_one, "the melds already laid of the seat's own unfinished spread"),
    "taken": (_one, "the card taken from the pile in this turn"),
    "owed": (
        _if(lambda rules: rules.discard_take == "several"),
        "the card taken from deep in the pile that must still be melded or laid off",
    ),
    "upcard": (_if(lambda rules: rules.has_upcard), "the first card turned up"),
    "knock_card": (_if(lambda rules: rules.knock_source == "knock-card"), "the card that sets the limit"),
    "put_back": (_if(_reshuffles), "unseen cards that a reshuffle has put back"),
    "order": (_one, "the discard pile in order: 1 for the top card and 1/52 less for each card below"),
}
"""The entries with rows of 52 numbers, a number for each card: 1 or 0, except in ``order``."""

_NUMBERS: Final[Mapping[str, tuple[Shape, str]]] = {
    "phase": (lambda _rules, _seats, _slots: len(PHASES), "1 at the place of the phase in `ginrules.fast.PHASES`"),
    "dealer": (_by_seat, "1 at the dealer; the seat's own place first"),
    "turn": (_by_seat, "1 at the seat to act; the seat's own place first"),
    "declarer": (_by_seat, "1 at the seat that has knocked, declared big gin or gone out; the seat's own place first"),
    "hand_sizes": (_by_seat, "cards of each hand / 52; the seat's own first"),
    "stock": (_one, "cards of the stock / 52"),
    "limit": (_one, "the knock limit in force / 100"),
    "deadwood": (_one, "the least deadwood of the cards that the seat holds / 100"),
    "stock_only": (_one, "1 if the pile is closed to this draw"),
    "was_gin": (
        _if(lambda rules: rules.big_gin and rules.big_gin_needs_gin),
        "1 if the seat's hand before its draw was all melded",
    ),
    "takes": (_if(lambda rules: rules.take_cap), "takes from the pile so far / take_cap"),
    "returns": (_if(lambda rules: rules.return_pair), "turns in a row that discarded the card just taken / 2"),
    "reshuffles": (_if(_reshuffles), "k / (k + 1) after k reshuffles"),
    "factor": (_if(lambda rules: rules.doubling), "what the round is multiplied by / doubling_limit"),
    "doubling_right": (
        lambda rules, seats, _slots: seats if rules.doubling else 0,
        "1 at the seat that alone can double next; the seat's own place first",
    ),
}
"""The entries with other numbers, after the cards."""

ENTRIES: Final = (*_PLANES, *_NUMBERS)
"""The names of all entries that exist under some rules, in the order of a row."""


@attrs.frozen
class Entry(Value):
    """A part of an observation.

    Attributes:
        name: Its name.
        shape: Its shape: ``(52,)`` for cards, ``(rows, 52)`` for cards by seat or place, ``(count,)`` for numbers.
        start: The place of its first number in a row.
        high: The largest number it can hold. The smallest is 0.
        meaning: The meaning of its numbers.
    """

    name: str
    shape: tuple[int, ...]
    start: int
    high: float
    meaning: str

    @property
    def stop(self) -> int:
        """The place after its last number."""
        return self.start + prod(self.shape)


@attrs.frozen(init=False, repr=False)
class Layout(Value):
    """An observation's entries under given rules at a table of a given size: float32 numbers in a row.

    A row is made only from a `PlayerView` and the melds in the seat's own unfinished spread. Seats come in turn
    order from the seat that observes, cards by number. An entry that the rules cannot use is left out.

    Attributes:
        rules: The rules.
        seats: Seats at the table.
        entries: The entries, in a row's order.
        size: How many numbers a row has.
        words: How many words of 32 bits a packed row has.

    Examples:
        >>> import ginrules as gin
        >>> layout = gin.fast.Layout("standard", 2)
        >>> [(entry.name, entry.shape) for entry in layout.entries[:5]]
        [('hand', (52,)), ('top', (52,)), ('pile', (52,)), ('unseen', (52,)), ('known', (2, 52))]
        >>> layout.size, layout.words
        (802, 48)
    """

    rules: RuleSet
    seats: int
    entries: tuple[Entry, ...] = attrs.field(eq=False)
    size: int = attrs.field(eq=False)
    words: int = attrs.field(eq=False)
    _in_words: Words = attrs.field(eq=False)
    _slots: int = attrs.field(eq=False)
    _order: slice = attrs.field(eq=False)
    _bits: Mapping[str, int] = attrs.field(eq=False)  # where the entries of bits start in a row
    _numbers: tuple[tuple[int, str, int, int], ...] = attrs.field(eq=False)  # place, entry, shift there, divisor

    def __init__(self, rules: RuleSet | str, seats: int | None = None) -> None:
        """Lay out the observations.

        Args:
            rules: The rules.
            seats: Seats at the table, or None for the smallest table that the rules allow.

        Raises:
            DealError: If the rules do not allow a table of this size.
            IncompatibleRulesError: If the entries are not made for a rule of play that is not at its default.
        """
        rules = rules_of(rules)
        places = seats_at(rules, seats)
        entries = _entries(rules, places)
        words = words_at(rules, places)
        starts, divisors = {entry.name: entry.start for entry in entries}, _divisors(rules)
        bits = {name: start for name, start in starts.items() if name not in divisors and name != "order"}
        numbers = [
            (entry.start + place, entry.name, _WORD_BITS * place, divisors[entry.name])
            for entry in entries
            if entry.name in divisors
            for place in range(prod(entry.shape))
        ]
        slots = _counts(rules, places)["table"]
        self.__attrs_init__(
            rules,
            places,
            entries,
            entries[-1].stop,
            words.count,
            words,
            slots,
            slice(starts["order"], starts["order"] + _CARDS),
            bits,
            tuple(numbers),
        )

    def __repr__(self) -> str:
        return f"Layout({self.rules.label!r}, {self.seats})"

    def observe(self, view: PlayerView, laid: Laid = ()) -> NDArray[np.float32]:
        """Return a view's row.

        Args:
            view: A seat's view. A spectator's row is seat 0's row without its cards.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If it is not a view, or ``laid`` holds something that is not a meld.

        Examples:
            >>> import ginrules as gin
            >>> layout = gin.fast.Layout("standard", 2)
            >>> row = layout.observe(gin.view(gin.deal("standard", seed=7), 1))
            >>> int(layout.named(row)["hand"].sum()), float(layout.named(row)["limit"][0])
            (10, 0.10000000149011612)
        """
        entries = self._entries_of(view, laid, _CARDS)
        bits = 0
        for name, start in self._bits.items():
            if entry := entries[name]:
                bits |= entry << start
        whole = np.frombuffer(bits.to_bytes(-(-self.size // 8), "little"), np.uint8)
        row = np.unpackbits(whole, None, self.size, "little").astype(np.float32)  # names would cost a microsecond
        row[self._order] = depths_of(view.pile)
        for place, name, shift, divisor in self._numbers:
            number = entries[name] >> shift & _WORD
            row[place] = number / (divisor or number + 1)
        return row

    def encode(self, view: PlayerView, laid: Laid = ()) -> NDArray[np.uint32]:
        """Return a view's row as words of 32 bits: the rows of ``Rounds(…).words``, which `unpack` reads.

        Args:
            view: A seat's view. A spectator's row is seat 0's row without its cards.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If it is not a view, or ``laid`` holds something that is not a meld.

        Examples:
            >>> import ginrules as gin
            >>> words = gin.fast.Layout("standard", 2).encode(gin.view(gin.deal("standard", seed=7), 1))
            >>> words.shape, f"{words[1]:020b}{words[0]:032b}".count("1")  # the hand, a bit for each card
            ((48,), 10)
        """
        return self._in_words.pack(self._entries_of(view, laid, _SET * _WORD_BITS))

    def _entries_of(self, view: PlayerView, laid: Laid, width: int) -> Mapping[str, int]:
        expect_view(view)
        self._expect_setup(view.setup, "view")
        return entries_of(view, reduce(or_, masks_of(laid), 0) if laid else 0, self._slots, width)

    def hidden(self, state: RoundState, seat: int) -> NDArray[np.uint32]:
        """Return the cards that a seat cannot know in the other hands, two words for each: targets of a learner.

        Args:
            state: The round.
            seat: The seat that observes.

        Raises:
            IncompatibleRulesError: If the round belongs to different rules or seats.
            WrongTypeError: If it is not a round, or the seat is not one of its seats.

        Examples:
            >>> import ginrules as gin
            >>> layout, state = gin.fast.Layout("standard", 2), gin.deal("standard", seed=7)
            >>> words = layout.hidden(state, 1)
            >>> words.shape, int(layout.unpack_hidden(words).sum()), len(state.hands[0])
            ((2,), 10, 10)
        """
        expect_state(state)
        self._expect_setup(state.setup, "round")
        own = whole_number("seat", seat, 0, self.seats - 1)
        others = [(own + step) % self.seats for step in range(1, self.seats)]
        masks = [state.hand_masks[other] & ~state.known_masks[other] for other in others]
        return np.array([half for mask in masks for half in (mask & _WORD, mask >> _WORD_BITS)], np.uint32)

    def unpack_hidden(self, words: Any) -> Any:
        """Return the cards of `Rounds.hidden` as bool, an array of NumPy, JAX or PyTorch as `unpack` takes it.

        Args:
            words: A row's words, or an array whose last axis holds them.

        Returns:
            For each of the other seats, the next seat first, 52 bool: whether its hand has the card, unseen by the
            seat to act.

        Raises:
            WrongTypeError: If it is not an array whose last axis has two words for each other seat.

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds("penalty-2-to-4", 5, seats=3, packed=True)
            >>> rounds.layout.unpack_hidden(rounds.hidden).shape
            (5, 2, 52)
        """
        self._expect(words, _SET * (self.seats - 1), "words")
        return unpacked(words.reshape((*words.shape[:-1], self.seats - 1, _SET)), _CARDS)

    def named(self, observed: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the entries of a row or an array of rows by name, without a copy.

        Args:
            observed: A row, or an array whose last axis holds rows.

        Raises:
            WrongTypeError: If it is not an array whose last axis has ``size`` numbers.

        Examples:
            >>> import numpy as np
            >>> import ginrules as gin
            >>> named = gin.fast.Layout("standard", 2).named(np.zeros((5, 802)))
            >>> named["known"].shape, named["stock"].shape
            ((5, 2, 52), (5, 1))
        """
        self._expect(observed, self.size, "numbers")
        return {
            entry.name: observed[..., entry.start : entry.stop].reshape(*observed.shape[:-1], *entry.shape)
            for entry in self.entries
        }

    def unpack(self, words: Any, dtype: Any = np.float32) -> Any:
        """Return the rows of words, the same numbers in NumPy, JAX and PyTorch, compiled or not.

        In words, a set of cards has two words, bit *c* for the card of number *c*. The pile in order has a byte for
        each card, and a number *k* one word. The other entries, 1 or 0, are bits. They are in the order of
        ``entries``, except that these bits come last.

        Args:
            words: A row's words, or an array whose last axis holds them: uint32, or int32 with the same bits.
            dtype: float32, or uint8 for rows of whole numbers: *k* in place of *k* / 52, in a quarter of the memory.
                Divided by ``divisors`` they are the rows of float32.

        Returns:
            An array of the same library, equal to ``Rounds.observed``.

        Raises:
            InvalidRunError: If the dtype is neither float32 nor uint8, or is uint8 and a number of these
                rules can be above 255.
            WrongTypeError: If it is not an array whose last axis has ``words`` words.

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds("oklahoma", 3, packed=True)
            >>> (rounds.layout.unpack(rounds.words) == gin.fast.Rounds("oklahoma", 3).observed).all()
            np.True_
        """
        self._expect(words, self.words, "words")
        return self._in_words.unpack(words, is_whole=row_dtype(self.rules, dtype) == np.uint8)

    @property
    def divisors(self) -> NDArray[np.float32]:
        """The divisors for a row of uint8, in which ``reshuffles`` is *k* in place of *k* / (*k* + 1).

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds("oklahoma", 3, packed=True)
            >>> rows = rounds.layout.unpack(rounds.words, "uint8")
            >>> (rows / rounds.layout.divisors == rounds.observed).all()
            np.True_
        """
        divisors = {**_divisors(self.rules), "order": _CARDS}
        sizes = [(max(divisors.get(entry.name, 1), 1), prod(entry.shape)) for entry in self.entries]
        return np.concatenate([np.full(size, divisor, np.float32) for divisor, size in sizes])

    def _expect_setup(self, setup: RoundConfig, what: str) -> None:
        if setup.seats != self.seats or (setup.rules is not self.rules and setup.rules != self.rules):
            raise IncompatibleRulesError(
                f"this layout is of {self.rules.label} at {self.seats} seats, the {what} of {setup.rules.label} at "
                f"{setup.seats}"
            )

    def _expect(self, array: Any, size: int, what: str) -> None:
        shape = getattr(array, "shape", ())
        if not shape or shape[-1] != size:
            raise wrong_type(f"an array whose last axis has {size} {what}", array)


@lru_cache(maxsize=64)
def words_at(rules: RuleSet, seats: int) -> Words:
    """Return where a row's entries are in its words."""
    return Words.of({entry.name: entry.shape for entry in _entries(rules, seats)}, _divisors(rules))


def row_dtype(rules: RuleSet, dtype: object) -> np.dtype[Any]:
    """Return the dtype of rows."""
    try:
        kind: np.dtype[Any] = np.dtype(dtype)  # type: ignore[call-overload] # whatever it is
    except (TypeError, ValueError, KeyError):
        kind = np.dtype(object)
    if kind == np.uint8:
        for rule, largest in largest_numbers(rules).items():
            if largest > _BYTE:
                raise InvalidRunError(
                    f"rows of uint8 hold whole numbers up to {_BYTE}, {rule} = {shown(getattr(rules, rule))} allows "
                    "larger ones: use float32, or packed=True",
                    name="dtype",
                )
    elif kind != np.float32:
        raise InvalidRunError(f"dtype: expected float32 or uint8, got {shown(dtype)}", name="dtype")
    return kind


def largest_numbers(rules: RuleSet) -> Mapping[str, float]:
    """Return the largest whole numbers in a row that are not cards or seats, by the rules that bound them."""
    deadwood = min(rules.min_set - 1, rules.suits) * sum(rules.card_values[: rules.ranks])  # sets alone leave no more
    return {
        "knock_limit": rules.knock_limit,
        "card_values": deadwood,
        "take_cap": rules.take_cap,
        "reshuffle_cap": rules.reshuffle_cap or inf if _reshuffles(rules) else 0,
        "doubling_limit": rules.doubling_limit if rules.doubling else 0,
    }


def _divisors(rules: RuleSet) -> Mapping[str, int]:
    """Return the divisors of whole numbers in a row, by entry, with 0 for k / (k + 1)."""
    return {
        **dict.fromkeys(("hand_sizes", "stock"), _CARDS),
        **dict.fromkeys(("limit", "deadwood"), _POINTS),
        "takes": rules.take_cap or 1,
        "returns": 2,
        "reshuffles": 0,
        "factor": max(rules.doubling_limit, 1),
    }


@lru_cache(maxsize=64)
def _counts(rules: RuleSet, seats: int) -> Mapping[str, int]:
    """Return for each entry how many rows of cards or numbers it has, or 0 if these rules lack it."""
    if (name := unsupported_rule(rules, SUPPORTED, "play")) is not None:
        raise IncompatibleRulesError(
            f"observations are not made for {name} = {shown(getattr(rules, name))}: "
            "see SUPPORTED in ginrules.play.defence",
            rule=name,
        )
    slots = Codec(rules, seats).slots
    return {name: count(rules, seats, slots) for name, (count, _) in {**_PLANES, **_NUMBERS}.items()}


def _entries(rules: RuleSet, seats: int) -> tuple[Entry, ...]:
    entries, start = [], 0
    for name, count in _counts(rules, seats).items():
        if not count:
            continue
        shape: tuple[int, ...] = (count,)
        if name in _PLANES:
            shape = (_CARDS,) if _PLANES[name][0] not in _SEVERAL else (count, _CARDS)
        entry = Entry(name, shape, start, _high(rules, name), {**_PLANES, **_NUMBERS}[name][1])
        entries.append(entry)
        start = entry.stop
    return tuple(entries)


_SEVERAL: Final = (_by_seat, _PLANES["table"][0])


def _high(rules: RuleSet, name: str) -> float:
    if name == "limit":
        return max(1.0, rules.knock_limit / _POINTS)
    if name == "deadwood":
        return max(1.0, sum(rules.card_values[: rules.ranks]) * rules.suits / _POINTS)
    return 1.0


# --- a view's entries as whole numbers ----------------------------------------------------------------


def entries_of(view: PlayerView, spread: int, slots: int, width: int) -> Mapping[str, int]:
    """Return the bits of every entry as one number, including the entries that the rules lack.

    Sets of cards of an entry with several stand so many bits apart, numbers 32.
    """
    setup, phase = view.setup, view.phase
    seats, own = setup.seats, view.seat or 0
    unseen, (pile, order) = view.unseen.mask, _pile(view.pile)
    known = laid = hand_sizes = table = taken = owed = put_back = 0
    stock_only = was_gin = False
    declarer = None
    for seat in range(seats):
        place = (seat - own) % seats
        known |= view.known[seat].mask << width * place
        laid |= view.laid[seat].mask << width * place
        hand_sizes |= view.hand_sizes[seat] << _WORD_BITS * place
    for place, meld in enumerate(view.table[:slots]) if view.table else ():
        table |= meld.cards.mask << width * place
    for cards in view.put_back:
        put_back |= cards.mask & unseen
    if isinstance(phase, PlayTurn):
        taken, owed, was_gin = phase.taken.mask, phase.owed.mask, phase.was_gin
    elif isinstance(phase, (DrawTurn, DoubleOffer)):
        stock_only = phase.stock_only
    else:
        declarer = view.declarer
    turn, right = phase.turn, view.doubling_right

    return {
        "hand": view.hand.mask,
        "top": 1 << view.pile[-1] if view.pile else 0,
        "pile": pile,
        "unseen": unseen,
        "known": known,
        "laid": laid,
        "table": table,
        "spread": spread,
        "taken": taken,
        "owed": owed,
        "upcard": 0 if setup.upcard is None else 1 << setup.upcard,
        "knock_card": 0 if setup.knock_card is None else 1 << setup.knock_card,
        "put_back": put_back,
        "order": order,
        "phase": 1 << PHASES.index(type(phase)),
        "dealer": 1 << (setup.dealer - own) % seats,
        "turn": 0 if turn is None else 1 << (turn - own) % seats,
        "declarer": 0 if declarer is None else 1 << (declarer - own) % seats,
        "hand_sizes": hand_sizes,
        "stock": view.stock_size,
        "limit": setup.knock_limit,
        "deadwood": setup.tables.deadwood(view.hand.mask),
        "stock_only": stock_only,
        "was_gin": was_gin,
        "takes": view.takes,
        "returns": view.returns,
        "reshuffles": len(view.put_back),
        "factor": view.factor,
        "doubling_right": 0 if right is None else 1 << (right - own) % seats,
    }


@lru_cache(maxsize=1024)
def depths_of(pile: bytes) -> NDArray[np.float32]:
    """Return the entry ``order`` of a row: 1 for the top card of the pile and 1/52 less for each card below."""
    order = _pile(pile)[1].to_bytes(_CARDS, "little")
    return np.frombuffer(order, np.uint8).astype(np.float32) / np.float32(_CARDS)


@lru_cache(maxsize=1024)
def _pile(pile: bytes) -> tuple[int, int]:
    """Return the cards of the pile, and the pile in order: a byte for each card."""
    cards, order = 0, bytearray(_CARDS)
    for place, card in enumerate(pile, _CARDS + 1 - len(pile)):
        cards |= 1 << card
        order[card] = place
    return cards, int.from_bytes(order, "little")
