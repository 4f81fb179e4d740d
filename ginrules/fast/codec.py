"""Actions as numbers: one numbering for each rule set and table size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import Value, as_items, shown, whole_number, wrong_type
from ginrules.cards import CARDS
from ginrules.errors import IllegalAction, IncompatibleRulesError, NotAnAction, WrongTypeError
from ginrules.fast._words import unpacked, words_for
from ginrules.melds.arrange import melds_in
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    ACCEPT,
    BIG_GIN,
    DECLINE,
    DISCARD,
    DONE,
    DOUBLE,
    DRAW,
    KNOCK,
    REFUSE,
    TAKE,
    Action,
    LayDown,
    LayOff,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import pack_of, seats_at
from ginrules.play.engine import legal_actions
from ginrules.play.phases import SpreadTurn
from ginrules.play.state import RoundState
from ginrules.play.turns.spread import next_melds
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet, rules_of

Laid = Sequence[Meld]
"""The melds of an unfinished spread that are already laid, in order."""

SINGLE: Final[tuple[Action, ...]] = (DECLINE, DRAW, DONE, BIG_GIN, DOUBLE, ACCEPT, REFUSE, TAKE)
"""The actions without a choice, in the order of their codes, which are 0 to 7 under all rules."""

DONE_CODE: Final = SINGLE.index(DONE)
DISCARD_CODE: Final = len(SINGLE)
KNOCK_CODE: Final = DISCARD_CODE + len(CARDS)
MELD_CODE: Final = KNOCK_CODE + len(CARDS)
"""The first code of a meld. The codes below it are the same under all rules."""


@attrs.frozen(init=False, repr=False)
class Codec(Value):
    """The numbering of all actions that can be legal under given rules at a table of a given size.

    The codes are 0 to ``n - 1``, in this order:

    | codes | action |
    |---|---|
    | 0, 1, 2, 3 | decline, draw, done, big gin |
    | 4, 5, 6 | double, accept, refuse |
    | 7 | take the top card of the pile |
    | 8 + *c* | discard the card of number *c* |
    | 60 + *c* | knock with it |
    | 112 + *m* | lay the meld ``melds[m]``: in a turn of open melding, or as the next meld of a spread |
    | then 52 × *s* + *c* | lay off the card of number *c* on the meld in place *s* of the table, to ``slots - 1`` |
    | then *k* − 2 | take *k* cards, to ``takes``; only under rules that let a seat take several |

    Codes below 112 are the same under all rules. A spread is laid meld by meld, in order, and ended by *done*. Every
    spread can be made in exactly one way. A shuffle is chance and has no code.

    Attributes:
        rules: The rules.
        seats: Seats at the table.
        n: The number of codes.
        melds: Every meld that a hand can hold, in spread order.
        slots: The number of melds on the table that take lay-offs.
        takes: Limit on a take's cards.

    Examples:
        >>> import ginrules as gin
        >>> codec = gin.fast.Codec("standard", 2)
        >>> state = gin.deal("standard", seed=7)
        >>> codec.n, codec.codes(state), [codec.label(code) for code in codec.codes(state)]
        (585, (0, 7), ['decline', 'take'])
        >>> state = gin.apply(state, codec.action(7, state))
        >>> [codec.label(code) for code in codec.codes(state)][:2]
        ['discard Ac', 'discard 7c']
    """

    rules: RuleSet
    seats: int
    n: int = attrs.field(eq=False)
    melds: tuple[Meld, ...] = attrs.field(eq=False)
    slots: int = attrs.field(eq=False)
    takes: int = attrs.field(eq=False)
    _actions: tuple[Action, ...] = attrs.field(eq=False)
    _codes: dict[Action, int] = attrs.field(eq=False)
    _meld_codes: dict[int, int] = attrs.field(eq=False)

    def __init__(self, rules: RuleSet | str, seats: int | None = None) -> None:
        """Number the actions.

        Args:
            rules: The rules.
            seats: Seats at the table, or None for the smallest table that the rules allow.

        Raises:
            DealError: If the rules do not allow a table of this size.
        """
        rules = rules_of(rules)
        places = seats_at(rules, seats)
        self.__attrs_init__(rules, places, *_numbering(rules, places))

    def __repr__(self) -> str:
        return f"Codec({self.rules.label!r}, {self.seats})"

    def codes(self, position: RoundState | PlayerView, laid: Laid = ()) -> tuple[int, ...]:
        """Return the codes that the seat to act can take, ascending, empty if no seat acts.

        Args:
            position: A state, or a view of it. The view of a seat that does not act next has no codes.
            laid: In a spread the melds already laid.

        Raises:
            IllegalAction: If no legal spread begins with the melds laid.
            IncompatibleRulesError: If the position belongs to different rules or seats.
            WrongTypeError: If it is neither a state nor a view.

        Examples:
            >>> import ginrules as gin
            >>> gin.fast.Codec("standard", 2).codes(gin.deal("standard", seed=7))
            (0, 7)
        """
        phase = self._phase(position)
        if not isinstance(phase, SpreadTurn):
            _expect_nothing(laid)
            legal = position.legal if type(position) is PlayerView else legal_actions(position)  # type: ignore[arg-type]
            codes = self._codes
            return tuple(sorted([codes[action] for action in legal]))
        if isinstance(position, PlayerView) and (position.seat != phase.seat or position.has_ended_round):
            return ()
        melds, can_end = self._next(position, phase, laid)
        meld_codes = self._meld_codes
        return (*(DONE_CODE,) * can_end, *sorted([meld_codes[meld] for meld in melds]))

    def mask(self, position: RoundState | PlayerView, laid: Laid = ()) -> NDArray[np.bool_]:
        """Return an array of ``n`` with True at the codes that the seat to act can take.

        Args:
            position: A state, or a view of it.
            laid: In a spread the melds already laid.

        Raises:
            IllegalAction: If no legal spread begins with the melds laid.
            IncompatibleRulesError: If the position belongs to different rules or seats.
            WrongTypeError: If it is neither a state nor a view.

        Examples:
            >>> import ginrules as gin
            >>> gin.fast.Codec("standard", 2).mask(gin.deal("standard", seed=7)).nonzero()[0].tolist()
            [0, 7]
        """
        mask = np.zeros(self.n, np.bool_)
        mask[list(self.codes(position, laid))] = True
        return mask

    @property
    def words(self) -> int:
        """How many words of 32 bits have a bit for every code: the columns of ``Rounds.legal``."""
        return words_for(self.n)

    def unpack(self, legal: Any) -> Any:
        """Return the masks of legal codes in words, a bit for each code, lowest first.

        Args:
            legal: Words as in ``Rounds.legal``, an array of NumPy, JAX or PyTorch, as `Layout.unpack` takes it.

        Returns:
            An array of bool of the same library, with ``n`` columns.

        Raises:
            WrongTypeError: If it is not an array whose last axis has ``words`` words.

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds("standard", 2)
            >>> rounds.legal.shape, rounds.codec.unpack(rounds.legal).nonzero()[1].tolist()
            ((2, 19), [0, 7, 0, 7])
        """
        shape = getattr(legal, "shape", ())
        if not shape or shape[-1] != self.words:
            raise wrong_type(f"an array whose last axis has {self.words} words", legal)
        return unpacked(legal, self.n)

    def action(self, code: int, position: RoundState | PlayerView, laid: Laid = ()) -> Action | None:
        """Return the action here that a code stands for, or None for a meld of a spread that is not done.

        After None, add the meld, `meld` (code), to the melds laid. Outside a spread the action is not compared with
        the legal actions: `ginrules.apply` refuses an illegal action with the reason.

        Args:
            code: An action's code.
            position: The state or view before it.
            laid: In a spread the melds already laid.

        Raises:
            IllegalAction: If no legal spread continues with this code.
            IncompatibleRulesError: If the position belongs to different rules or seats.
            NotAnAction: If the number is not a code.
            WrongTypeError: If the code is not a whole number, or the position is neither a state nor a view.

        Examples:
            >>> import ginrules as gin
            >>> str(gin.fast.Codec("standard", 2).action(7, gin.deal("standard", seed=7)))
            'take'
        """
        number = self._number(code)
        phase = self._phase(position)
        if not isinstance(phase, SpreadTurn):
            _expect_nothing(laid)
            return self._actions[number]
        melds, can_end = self._next(position, phase, laid)
        if number == DONE_CODE and can_end:
            return Spread(laid)
        action = self._actions[number]
        if isinstance(action, LayDown) and action.meld.cards.mask in melds:
            return None
        after = " / ".join(map(str, laid)) or "nothing"
        message = (
            f"{self.label(number)} (code {number}) is not allowed now: after {after} seat {phase.seat} can take the "
            f"codes {', '.join(map(str, self.codes(position, laid)[:10]))}"
        )
        raise IllegalAction(message, action=action, state=position, code=number)

    def encode(self, action: Action) -> tuple[int, ...]:
        """Return the codes that make an action, in order: several for a spread, a single code for other actions.

        Raises:
            NotAnAction: If the rules never make it legal, or it is not an action.

        Examples:
            >>> import ginrules as gin
            >>> codec = gin.fast.Codec("standard", 2)
            >>> codec.encode(gin.Knock("As")), codec.encode(gin.Spread(["7h 8h 9h"]))
            ((99,), (351, 2))
        """
        value: object = action
        if isinstance(value, Spread) and all(meld.cards.mask in self._meld_codes for meld in value.melds):
            return (*(self._meld_codes[meld.cards.mask] for meld in value.melds), DONE_CODE)
        if isinstance(value, Action) and value in self._codes:
            return (self._codes[value],)
        name = str(value) if isinstance(value, Action) else shown(value)
        raise NotAnAction(f"{name} has no code under {self.rules.label} at {self.seats} seats", action=action)

    def label(self, code: int) -> str:
        """Return a code's action as text.

        Raises:
            NotAnAction: If the number is not a code.
            WrongTypeError: If it is not a whole number.

        Examples:
            >>> import ginrules as gin
            >>> codec = gin.fast.Codec("standard", 2)
            >>> [codec.label(code) for code in (8, 60, 351, 429)]
            ['discard Ac', 'knock Ac', 'lay 7h 8h 9h', 'lay off Ac on 0']
        """
        return str(self._actions[self._number(code)])

    def meld(self, code: int) -> Meld:
        """Return the meld that a code lays.

        Raises:
            NotAnAction: If the number is not a meld's code.
            WrongTypeError: If it is not a whole number.

        Examples:
            >>> import ginrules as gin
            >>> str(gin.fast.Codec("standard", 2).meld(351))
            '7h 8h 9h'
        """
        number = self._number(code)
        action = self._actions[number]
        if isinstance(action, LayDown):
            return action.meld
        raise NotAnAction(
            f"expected the code of a meld, {MELD_CODE} to {MELD_CODE + len(self.melds) - 1}, got {number}: {action}",
            code=number,
        )

    def _number(self, code: object) -> int:
        number = whole_number("code", code, error=WrongTypeError)
        if not 0 <= number < self.n:
            raise NotAnAction(f"expected a code of 0 to {self.n - 1}, got {shown(number)}", code=shown(number))
        return number

    def _phase(self, position: object) -> Any:
        if type(position) is not RoundState and not isinstance(position, RoundState | PlayerView):
            raise wrong_type("a state or a view", position)
        setup = position.setup
        if setup.seats != self.seats or (setup.rules is not self.rules and setup.rules != self.rules):
            raise IncompatibleRulesError(
                f"these are the codes of {self.rules.label} at {self.seats} seats, the position is of "
                f"{setup.rules.label} at {setup.seats}"
            )
        return position.phase

    def _next(self, position: RoundState | PlayerView, phase: SpreadTurn, laid: Laid) -> tuple[list[int], bool]:
        """Return the melds that can come next, and whether the spread can end."""
        hand = position.hand.mask if isinstance(position, PlayerView) else position.hand_masks[phase.seat]
        masks = masks_of(laid)
        cards = last = 0
        for meld in masks:
            lowest = meld & -meld
            if meld not in self._meld_codes or meld & (cards | ~hand) or lowest < last:
                raise _no_spread(laid, position)
            cards, last = cards | meld, lowest
        melds, can_end = next_melds(position.setup, hand, phase, masks)
        if not melds and not can_end:
            raise _no_spread(laid, position)
        return melds, can_end


@lru_cache(maxsize=64)
def _numbering(rules: RuleSet, seats: int) -> tuple[Any, ...]:
    """Return a codec's parts that follow from its rules and seats."""
    pack = pack_of(rules)
    takes = len(pack) if rules.discard_take == "several" else 1
    most_held = len(pack) if takes > 1 else rules.hand_size_for(seats) + 1
    melds = tuple(meld for meld in melds_in(pack, rules) if len(meld.cards) <= most_held)
    slots = _slots(rules, melds, len(pack) if rules.open_melds else most_held)
    actions = (
        *SINGLE,
        *DISCARD,
        *KNOCK,
        *map(LayDown, melds),
        *(LayOff(card, place) for place in range(slots) for card in CARDS),
        *map(TakeDiscard, range(2, takes + 1)),
    )
    codes = {action: code for code, action in enumerate(actions)}
    return (
        len(actions),
        melds,
        slots,
        takes,
        actions,
        codes,
        {meld.cards.mask: code for code, meld in enumerate(melds, MELD_CODE)},
    )


def _slots(rules: RuleSet, melds: Sequence[Meld], cards: int) -> int:
    """Return the largest number of melds that take lay-offs: as many as this number of cards can form."""
    if not melds or not (rules.open_melds or rules.has_layoffs):
        return 0
    return cards // min(len(meld.cards) for meld in melds)


def masks_of(laid: Laid) -> list[int]:
    """Return the cards of each meld, as masks."""
    melds = as_items(laid, "melds in a list")
    for meld in melds:
        if not isinstance(meld, Meld):
            raise wrong_type("melds in a list", meld, "Codec.meld gives the meld of a code")
    return [meld.cards.mask for meld in melds]


def _expect_nothing(laid: Laid) -> None:
    if laid:
        raise NotAnAction("melds are laid one by one only in a spread, whose turn it is not: leave laid out")


def _no_spread(laid: Laid, position: object) -> IllegalAction:
    melds = " / ".join(map(str, laid))
    return IllegalAction(f"no legal spread begins with {melds}: begin with no meld laid", state=position)
