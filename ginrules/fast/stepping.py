"""Rounds side by side, stepped by codes: on the core, or on the engine with the same arrays."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import ROUNDS_AT_ONCE
from ginrules._support.values import as_items, shown, whole_number, wrong_type
from ginrules.driver.labels import RoundLabel
from ginrules.driver.named import factory_of
from ginrules.errors import DealError, IllegalAction, InvalidRunError, RoundIsOver
from ginrules.fast._arrays import checked_seed, codes_of, places_of, read_only
from ginrules.fast._core_rounds import CoreRounds, EngineRound, RoundArrays
from ginrules.fast._opponents import opponents_at
from ginrules.fast._plan import draws_numbers, policy_of, why_not
from ginrules.fast._states import states_of
from ginrules.fast._words import chosen
from ginrules.fast.codec import Codec
from ginrules.fast.layout import Layout, row_dtype
from ginrules.melds.meld import Meld, meld_of
from ginrules.play.deal import seats_at
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.play.state import RoundState, expect_state
from ginrules.rules.model import RuleSet, rules_of

_MOST_DEALS: Final = 1_000
_SHOWN: Final = ("legal", "_masks", "_observed", "words", "acting", "over", "facts", "advice")
"""The arrays that are shown, each a view of a private array: those of `RoundArrays`, and the advice."""

NewPlayers = Mapping[int, Any]
"""The factories of the players, by seat."""


class Busy:
    """A context for one thread at a time. A copy, or a context read from a pickle, is free."""

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what, self._lock = what, Lock()

    def __enter__(self) -> None:
        """Enter the context."""
        if not self._lock.acquire(blocking=False):
            raise InvalidRunError(f"{self._what} are in use already: give every thread its own")

    def __exit__(self, *_error: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type[Busy], tuple[str]]:
        return Busy, (self._what,)


class Rounds:
    """Rounds side by side, for learning and search: arrays of legal codes and observations, stepped by codes.

    Every step takes one code for each round and fills the same arrays again: copy the values that you keep. Between
    steps, chance and the seats with a player are played. Packed rounds fill the words alone, not the rows of `masks`
    and `observed`, and are stepped several times as fast. If the core is missing or lacks the rules or a player, the
    engine plays: the same arrays, slower (see `why_not`).

    The lab plays the same rounds with this seed, in the same order: the first deal once for each dealer, then the
    next deal. `reset` continues with the next rounds. Cards, reshuffles and players' random numbers equal the lab's.

    Copies (``copy.copy``, ``copy.deepcopy``) and pickles are equal and independent: each has memory of its own.
    Rounds can be used by one thread at a time. Rounds in several threads run side by side, since the core releases
    the interpreter's lock.

    Attributes:
        codec: The numbering of actions.
        layout: The entries of a row in ``observed``.
        legal: For each round the codes that are legal now, as bits of words: `Codec.unpack` gives ``masks``.
        words: For each round the observation of the seat to act in ``layout.words`` words: `Layout.unpack` gives
            ``observed``.
        acting: The seat to act, or -1 if the round is over.
        over: Whether the round is over. Its rows of ``legal``, ``masks``, ``observed`` and ``words`` are then 0.
        facts: An array of `FACTS`. A round that is not over has status 1 and the plies so far.
        advice: The code that the advisor would take now. It is -1 without an advisor, if the round is over, or if a
            spread has begun with melds that the advisor would not lay.

    Args:
        rules: The rules.
        n: The number of rounds, 1 to 100,000.
        seed: The run's seed, a whole number from 0 to 2**64 - 1.
        seats: Seats at the table, or None for the smallest table that the rules allow.
        opponents: The factories of players, by seat, as in `ginrules.lab.simulate`. The codes of `step` are for the
            other seats. Or several such mappings, which the deals take in turn. Or a mapping with a pool for a seat:
            pairs of a factory and its weight. The seed then draws the player of each deal.
        advisor: Factory of a teacher to imitate. At every step ``advice`` has the code that this player would take
            at the seat to act. The advisor does not decide. On the core, `Expert` and `new_greedy` can be advisors.
        packed: Whether a step fills ``words`` and ``legal`` alone, without ``masks`` and ``observed``.
        dtype: float32, or uint8 for rows of whole numbers as `Layout.unpack` makes them. These rounds are packed too:
            ``observed`` makes the rows.

    Raises:
        CoreError: As `available`.
        DealError: If the rules do not allow this number of seats, or the seed is not such a number.
        InvalidRunError: If the number of rounds is out of range, no seat is left to step, the advisor does not
            make players, or rows of this dtype cannot hold the numbers of these rules.

    Examples:
        >>> import ginrules as gin
        >>> rounds = gin.fast.Rounds("standard", 4, seed=1)
        >>> rounds.acting.tolist(), rounds.masks.sum(axis=1).tolist()
        ([1, 0, 1, 0], [2, 2, 2, 2])
        >>> while not rounds.over.all():
        ...     rounds.step(rounds.masks.argmax(axis=1))
        >>> [played.outcome.ending for played in gin.fast.outcomes("standard", rounds.facts)]
        ['dead', 'dead', 'dead', 'dead']
    """

    codec: Codec
    layout: Layout
    legal: NDArray[np.uint32]
    words: NDArray[np.uint32]
    acting: NDArray[np.int8]
    over: NDArray[np.bool_]
    facts: NDArray[np.void]
    advice: NDArray[np.int64]
    _masks: NDArray[np.bool_]
    _observed: NDArray[np.float32]
    _deals: tuple[int, ...] = ()

    def __init__(
        self,
        rules: RuleSet | str,
        n: int,
        seed: int = 1,
        *,
        seats: int | None = None,
        opponents: NewPlayers | Sequence[NewPlayers] | None = None,
        advisor: Any = None,
        packed: bool = False,
        dtype: Any = np.float32,
    ) -> None:
        """Deal the rounds."""
        rules = rules_of(rules)
        places = seats_at(rules, seats)
        if isinstance(advisor, str):
            advisor = factory_of(advisor)
        if not (advisor is None or callable(advisor)):
            raise InvalidRunError(
                f"advisor: expected a function or class that makes a player, such as Expert of ginrules.players, got "
                f"{shown(advisor)}"
            )
        factories = opponents_at(opponents, places, checked_seed(seed))
        self._make(rules, n, seed, places, factories, advisor, is_packed=packed, dtype=dtype)
        self.reset()

    @classmethod
    def of(cls, states: Iterable[RoundState], seed: int = 1, *, packed: bool = False, dtype: Any = np.float32) -> Self:
        """Return rounds that continue from any positions, to which `reset` returns them.

        Args:
            states: The positions, all with the same rules and seats. A position can appear several times.
            seed: The seed for the reshuffles.
            packed: Whether a step fills ``words`` and ``legal`` alone, without ``masks`` and ``observed``.
            dtype: The rows' dtype, float32 or uint8.

        Raises:
            InvalidRunError: If there is no position, the positions have different rules or seats, or rows of this
                dtype cannot hold their numbers.
            WrongTypeError: If a position is not a `RoundState`.

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds.of([gin.deal("standard", seed=7)] * 2)
            >>> rounds.step([7, 0])
            >>> rounds.acting.tolist(), len(rounds.state(0).hands[1]), len(rounds.state(1).hands[1])
            ([1, 0], 11, 10)
        """
        positions = as_items(states, "states in a list")
        for state in positions:
            expect_state(state)
        if not positions:
            raise InvalidRunError("expected at least one position, got none")
        rules, seats = positions[0].rules, positions[0].seats
        if any(state.seats != seats or state.rules != rules for state in positions):
            raise InvalidRunError("expected positions of one rule set and one number of seats, got several")
        rounds = cls.__new__(cls)
        rounds._make(rules, len(positions), seed, seats, ((None,) * seats,), is_packed=packed, dtype=dtype)
        rounds._starts = positions  # noqa: SLF001
        rounds.reset()
        return rounds

    @classmethod
    def _of_deals(cls, rules: RuleSet, deals: Sequence[int], seats: int, opponents: NewPlayers) -> Self:
        """Return packed rounds of deals with these seeds, a round for each dealer, for players who are asked."""
        rounds = cls.__new__(cls)
        rounds._deals = tuple(deals)  # noqa: SLF001
        rounds._make(rules, len(deals) * seats, 0, seats, opponents_at(opponents, seats), is_packed=True)
        rounds.reset()
        return rounds

    def _make(
        self,
        rules: RuleSet,
        n: object,
        seed: object,
        seats: int,
        factories: tuple[tuple[Any, ...], ...],
        advisor: Any = None,
        *,
        is_packed: object = False,
        dtype: object = np.float32,
    ) -> None:
        count = whole_number("n", n, 1, ROUNDS_AT_ONCE)
        self.codec, self.layout = Codec(rules, seats), Layout(rules, seats)
        self._n, self._seed, self._factories = count, checked_seed(seed), factories
        self._starts: tuple[RoundState, ...] | None = None
        if not isinstance(is_packed, bool):
            raise wrong_type("True or False for packed", is_packed)
        self._dtype = row_dtype(rules, dtype)
        self._packed = is_packed or self._dtype == np.uint8
        self._filled = RoundArrays.of(count, self.codec, self.layout, is_packed=self._packed)
        self._advisor, self._advised = advisor, np.full(count, -1, np.int64)
        self._busy = Busy("these rounds")
        self._show()
        self._numbers, self._codes = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._dealt = 0
        self._tables: dict[int, EngineRound] = {}
        self._core: CoreRounds | None = None
        every = (*(one for table in factories for one in table), advisor)
        players = tuple({id(factory): factory for factory in every if factory is not None}.values())
        self.why_engine: str | None = why_not(rules, players)
        teacher = None if advisor is None else policy_of(advisor, rules)
        if self.why_engine is None and teacher is not None and draws_numbers(teacher):
            self.why_engine = "the core asks no advisor that draws random numbers"
        if self.why_engine is None:
            last, arrays = len(self._deals) or None, (self._filled, self._numbers, self._codes)
            self._core = CoreRounds(self.codec, self.layout, self._deal_of, factories, *arrays, advisor, last)

    def _show(self) -> None:
        arrays = (getattr(self._filled, name.strip("_")) for name in _SHOWN[:-1])
        for name, array in zip(_SHOWN, (*arrays, self._advised), strict=True):
            setattr(self, name, read_only(array))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _SHOWN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._show()

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return equal rounds in memory of their own, which share rules, factories and starting positions."""
        shared = self.codec, self.rules, self.layout, self._factories, self._advisor, self._starts, self._deals
        memo |= {id(value): value for value in shared}
        memo[id(self)] = copied = type(self).__new__(type(self))
        with self._busy:
            copied.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return copied

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return f"<{self._n} rounds of {self.rules.label} at {self.seats} seats, {int(self._filled.over.sum())} over>"

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self.codec.rules

    @property
    def seats(self) -> int:
        """Seats at the table."""
        return self.codec.seats

    @property
    def masks(self) -> NDArray[np.bool_]:
        """For each round a row of ``codec.n``, True at the codes that are legal now. New if packed."""
        return self.codec.unpack(self.legal) if self._packed else self._masks

    @property
    def observed(self) -> NDArray[Any]:
        """For each round the observation of the seat to act, a row as `Layout.observe` makes it, and new if packed."""
        return self.layout.unpack(self.words, self._dtype) if self._packed else self._observed

    @property
    def hidden(self) -> NDArray[np.uint32]:
        """For each round the cards of the other hands that the seat to act cannot know, in words of a new array.

        They are targets for a learner: `Layout.unpack_hidden` reads them, and no observation has them.

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds("standard", 4, packed=True)
            >>> rounds.layout.unpack_hidden(rounds.hidden).sum(axis=2).ravel().tolist()
            [10, 10, 10, 10]
        """
        with self._busy:
            words = np.zeros((self._n, 2 * (self.seats - 1)), np.uint32) if self._core is None else self._core.hidden()
            for place, table in self._tables.items():
                words[place] = 0 if table.state.turn is None else self.layout.hidden(table.state, table.state.turn)
            return words

    def choose(self, seed: int) -> NDArray[np.int64]:
        """Return a random legal code of each round, with equal probabilities, or -1 if the round is over.

        The choice depends only on the seed, the round's place and its legal codes. Use another seed at each step.

        Args:
            seed: A whole number from 0 to 2**64 - 1.

        Raises:
            DealError: If the seed is not such a number.
            InvalidRunError: If another thread uses these rounds at this moment.

        Examples:
            >>> import ginrules as gin
            >>> rounds = gin.fast.Rounds("standard", 4, packed=True)
            >>> rounds.choose(1).tolist(), rounds.choose(2).tolist()
            ([7, 7, 7, 0], [7, 7, 7, 7])
        """
        number = checked_seed(seed)
        with self._busy:
            return chosen(self._filled.legal, number) if self._core is None else self._core.choose(number)

    def step(self, codes: Sequence[int] | NDArray[Any], *, reset: bool = False) -> None:
        """Take one code for each round, and ignore those of finished rounds.

        All codes are checked first: an illegal code changes nothing.

        Args:
            codes: A whole number for each round.
            reset: Whether the next rounds of the run replace the rounds that are over after the step, as `reset`
                would: again, if the players end a round before the first turn of another seat. Then ``over`` and
                ``facts`` show the rounds that have ended. All other arrays show the new rounds.

        Raises:
            IllegalAction: If a code is illegal. The ``details`` name its ``round`` and its ``code``.
            DealError: If 1,000 rounds in a row end before a seat without a player has a turn.
            LabError: If an opponent or the advisor fails. The ``details`` name the player, its seat, the deal's seed
                and the ply. The rounds cannot continue.
            InvalidRunError: If another thread uses these rounds at this moment.
            RoundIsOver: If every round is over.
            WrongTypeError: If the codes are not whole numbers, or not one for each round.

        Examples:
            >>> import ginrules as gin
            >>> rounds, ended = gin.fast.Rounds("standard", 4, packed=True), 0
            >>> for seed in range(200):
            ...     rounds.step(rounds.choose(seed), reset=True)
            ...     ended += int(rounds.over.sum())
            >>> ended
            4
        """
        numbers = codes_of(codes, self._n)
        with self._busy:
            self._take(numbers, resets=reset)

    def _take(self, codes: NDArray[Any], *, resets: bool) -> None:
        filled, numbers = self._filled, self._codes
        numbers[:] = codes  # a copy before they are checked: the caller's array can change
        if filled.acting[0] < 0 and filled.acting.max() < 0:
            raise RoundIsOver("every round is over: reset() deals the next ones")
        playing = [place for place in self._tables if filled.acting[place] >= 0]
        for place in playing:
            if not filled.is_legal(place, int(numbers[place])):
                raise self._illegal(place, int(numbers[place]))
        is_by_core, dealt = resets and self._starts is None, self._dealt
        if self._core is not None:
            wrong = self._core.step(resets=is_by_core)
            if wrong is not None:
                raise self._illegal(wrong, int(numbers[wrong]))
            if is_by_core:
                self._dealt = self._core.dealt
        for place in playing:
            self._tables[place].take(int(numbers[place]))
        is_left = is_by_core and self._core is not None and self._core.beyond()
        renewed = np.flatnonzero(self._numbers >= dealt).tolist() if is_left else []
        ended = {place: filled.facts[place].copy() for place in renewed}  # the core has begun others in these places
        self._fill_rest(playing)
        for place, facts in ended.items():
            filled.over[place], filled.facts[place] = True, facts
        if resets:
            self._replace()

    def _replace(self) -> None:
        """Replace the rounds that are over by the next rounds, but keep their ``over`` and ``facts``."""
        filled = self._filled
        if filled.acting.min() >= 0:
            return
        over, facts = filled.over.copy(), filled.facts.copy()
        for _ in range(_MOST_DEALS):
            (ended,) = (filled.acting < 0).nonzero()
            if not len(ended):
                break
            self._begin(ended)
        else:
            raise DealError(f"{_MOST_DEALS:,} rounds in a row ended before a seat without a player had a turn")
        filled.over[:], filled.facts[:] = over, facts

    def reset(self, places: int | Sequence[int] | NDArray[Any] | None = None) -> None:
        """Begin the next rounds of the run in these places.

        Args:
            places: A place or several, or an array of bool such as ``over``, or None for all places.

        Raises:
            InvalidRunError: If a place is not a place of these rounds, or appears twice, or if another thread uses
                these rounds at this moment.
        """
        chosen = places_of(places, self._n)
        if len(chosen):
            with self._busy:
                self._begin(chosen)

    def _begin(self, chosen: NDArray[np.int64]) -> None:
        self._numbers[chosen] = np.arange(self._dealt, self._dealt + len(chosen))
        self._dealt += len(chosen)
        if self._tables:
            for place in chosen.tolist():
                self._tables.pop(place, None)
        if self._core is None:
            for place in chosen.tolist():
                self._tables[place] = self._begun(place)
        else:
            self._core.begin(chosen, self._numbers[chosen], self._starts)
            self._core.look(chosen)
        self._fill_rest(chosen.tolist() if self._core is None else [])

    def state(self, place: int) -> RoundState:
        """Return a round as a state, during an unfinished spread the state before the spread.

        Args:
            place: The round's place, from 0.

        Raises:
            InvalidRunError: If it is not a place of these rounds.
        """
        with self._busy:
            return self._states([self._place(place)])[0]

    def laid(self, place: int) -> tuple[Meld, ...]:
        """Return the melds already laid in the unfinished spread of a round.

        Args:
            place: The round's place, from 0.

        Raises:
            InvalidRunError: If it is not a place of these rounds.
        """
        number = self._place(place)
        with self._busy:
            if number in self._tables:
                return self._tables[number].laid
            assert self._core is not None
            return tuple(meld_of(mask) for mask in self._core.laid[number].tolist() if mask)

    def _states(self, places: list[int]) -> list[RoundState]:
        """Return rounds as states, those of the core all at once."""
        if self._core is None:
            return [self._tables[place].state for place in places]
        states = states_of(self._core.states[places], self.rules, self.seats)
        for number in self._tables.keys() & set(places):
            states[places.index(number)] = self._tables[number].state
        return states

    def _illegal(self, place: int, code: int) -> IllegalAction:
        return self._filled.illegal(place, code, self.codec, self._states([place])[0])

    def _place(self, place: object) -> int:
        return whole_number("place", place, 0, self._n - 1)

    def _deal_of(self, number: int) -> int:
        """Return the seed of a deal of the run, or of a start's chance, by its number."""
        return self._deals[number] if self._deals else deal_seed(self._seed, number)

    def _begun(self, place: int) -> EngineRound:
        """Return the round in a place from its beginning, on the engine."""
        number = int(self._numbers[place])
        if self._starts is not None:
            state, seed = self._starts[place], deal_seed(self._seed, number)
            label = RoundLabel(self.rules, seed, state.dealer)
        else:
            dealt, dealer = new_deal(self._deal_of(number // self.seats), self.rules), number % self.seats
            state, seed = dealt.state(self.rules, seats=self.seats, dealer=dealer), dealt.round_seed
            label = RoundLabel(self.rules, dealt.seed, dealer)
        factories = self._factories[number // self.seats % len(self._factories)]
        return EngineRound(self.codec, state, label, seed, factories, self._advisor)

    def _fill_rest(self, by_engine: Iterable[int]) -> None:
        """Play to the next decisions in these places and in the places left by the core, and fill their arrays."""
        if self._core is not None:
            for place in self._core.beyond():
                if place in self._tables:
                    continue
                self._tables[place] = table = self._begun(place)
                for code in self._core.codes_since_reset(place):
                    table.go_on()
                    table.take(code)
                self._fill(place)
        for place in by_engine:
            self._fill(place)
        if self._advisor is not None:
            if self._core is not None:
                self._advised[:] = self._core.advice()
            for place, table in self._tables.items():
                self._advised[place] = table.advice()

    def _fill(self, place: int) -> None:
        table = self._tables[place]
        table.go_on()
        self._filled.fill(place, table.state, table.laid, table.facts(), self.codec, self.layout)
