"""The rounds that `Rounds` steps by codes: on the core, with deals, buffers and the codes so far, or on the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import NewPlayer
from ginrules.driver.round import new_driver
from ginrules.errors import CoreError, IllegalAction
from ginrules.fast._facts import FACTS, facts_at
from ginrules.fast._load import (
    ERRORS,
    MOST_OWN,
    MOST_POOLS,
    arguments_of,
    call,
    call_with,
    put,
    sizes,
    version,
    why_missing,
)
from ginrules.fast._plan import NEEDS_CHANCE, policies_of, tables_of
from ginrules.fast._states import CHANCE, DEAL, STATE, record_of
from ginrules.fast._words import packed
from ginrules.fast.codec import Codec
from ginrules.fast.layout import ENTRIES, Layout, words_at
from ginrules.melds.meld import Meld
from ginrules.play.actions import Spread
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.rules.model import RuleSet


@attrs.define(eq=False)
class RoundArrays:
    """The arrays that a step fills in place, with a row or an item for each round.

    They are in the order of the arguments of ``gin_rounds_step``, and described in `Rounds`. The masks and the rows
    have no columns if the rounds are packed.
    """

    legal: NDArray[np.uint32]
    masks: NDArray[np.bool_]
    observed: NDArray[np.float32]
    words: NDArray[np.uint32]
    acting: NDArray[np.int8]
    over: NDArray[np.bool_]
    facts: NDArray[np.void]

    @classmethod
    def of(cls, n: int, codec: Codec, layout: Layout, *, is_packed: bool) -> Self:
        """Return the arrays of rounds that are over."""
        return cls(
            np.zeros((n, codec.words), np.uint32),
            np.zeros((n, 0 if is_packed else codec.n), np.bool_),
            np.zeros((n, 0 if is_packed else layout.size), np.float32),
            np.zeros((n, layout.words), np.uint32),
            np.full(n, -1, np.int8),
            np.ones(n, np.bool_),
            np.zeros(n, FACTS),
        )

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays in their order."""
        return attrs.astuple(self, recurse=False)

    def is_legal(self, place: int, code: int) -> bool:
        """Return whether a whole number is a legal code of a round."""
        row = self.legal[place]
        return 0 <= code < 32 * len(row) and bool(row[code // 32] >> code % 32 & 1)

    def illegal(self, place: int, code: int, codec: Codec, state: RoundState) -> IllegalAction:
        """Return the error about a code that is not legal in a round."""
        legal = np.flatnonzero(codec.unpack(self.legal[place])).tolist()
        what = codec.label(code) if 0 <= code < codec.n else "no action"
        seat, allowed = self.acting[place], ", ".join(map(str, legal[:10])) + (", …" if len(legal) > 10 else "")
        message = f"code {code} ({what}) is not allowed now in round {place}: seat {seat} can take the codes {allowed}"
        return IllegalAction(message, state=state, round=place, code=code)

    def fill(
        self, place: int, state: RoundState, laid: Sequence[Meld], facts: Sequence[Any], codec: Codec, layout: Layout
    ) -> None:
        """Fill in a round that the engine plays, which waits for a seat without a player or is over."""
        seat, mask, words = state.turn, np.zeros(codec.n, np.bool_), np.zeros(layout.words, np.uint32)
        self.over[place], self.acting[place], self.facts[place] = state.is_over, -1 if seat is None else seat, facts
        if seat is not None:
            own = view(state, seat)
            mask[list(codec.codes(own, laid))] = True
            words = layout.encode(own, laid)
        self.legal[place], self.words[place] = packed(mask), words
        if self.masks.shape[1]:
            self.masks[place], self.observed[place] = mask, layout.unpack(words)


_LEAST: Final = 16


class DealQueue:
    """The deals of the next rounds of a run, at most ``n`` at a time: each deal serves a round for each dealer.

    ``next`` has the numbers of the next round and of the first deal in ``deals``. ``last`` is the number of deals of
    the run, or None for a run without an end.
    """

    def __init__(
        self,
        rules: RuleSet,
        seats: int,
        n: int,
        seed_of: Callable[[int], int],
        policies: NDArray[np.int32],
        last: int | None,
    ) -> None:
        self._rules, self._seats, self._seed_of, self._policies, self._last = rules, seats, seed_of, policies, last
        self.deals = np.zeros(max(_LEAST, 2 * (n // seats + 1)), DEAL)
        self.next = np.zeros(2, np.int64)
        self._made = 0  # deals of the run made so far

    def make(self, rounds: int, *, ahead: bool = False) -> None:
        """Make the next rounds' deals, unless they are there, or with ``ahead`` as many as there is room for."""
        first, due = int(self.next[0]), int(self.next[0]) + rounds
        if due <= self._made * self._seats:
            return
        begin, start = first // self._seats, int(self.next[1])
        kept = self.deals[begin - start : self._made - start].copy()
        self.deals[: len(kept)] = kept
        self.next[1] = begin
        stop = begin + len(self.deals) if ahead else -(-due // self._seats)
        if self._last is not None:
            stop = min(stop, self._last)
        seeds = [self._seed_of(number) for number in range(self._made, stop)]
        made = self.deals[len(kept) : stop - begin]
        call("gin_deals", tables_of(self._rules, self._seats), self._policies, np.array(seeds, np.uint64), made)
        self._made = stop

    def take(self, rounds: int) -> tuple[NDArray[Any], NDArray[np.uint8]]:
        """Return the deals and the dealers of the next rounds."""
        self.make(rounds)
        numbers = np.arange(self.next[0], self.next[0] + rounds)
        self.next[0] += rounds
        return self.deals[numbers // self._seats - self.next[1]], (numbers % self._seats).astype(np.uint8)


_WRONG_ACTION: Final = 1 + [*ERRORS].index("action")
_SPAN: Final = 1_024
_BOUND: Final = frozenset({"_tables", "_step", "_look", "_deal", "_advise", "_choose"})
LAYOUT: Final = ("n_codes", "n_melds", "slots", "row")
"""The numbers of the core's ``layout_t`` before the place of each entry in a row, -1 if the entry is absent."""


class CoreRounds:
    """The rounds that the core plays: their buffers, and the codes taken so far.

    A round that outgrows the buffers, for example by its 65th reshuffle, is flagged. The engine then replays it from
    the beginning by the same codes and continues it.
    """

    def __init__(
        self,
        codec: Codec,
        layout: Layout,
        deal_of: Callable[[int], int],
        factories: tuple[tuple[Any, ...], ...],
        filled: RoundArrays,
        numbers: NDArray[np.int64],
        codes: NDArray[np.int64],
        advisor: Any = None,
        last: int | None = None,
    ) -> None:
        """Make the buffers.

        `why_not` must return None for the rules and the players.
        """
        rules, seats, n = codec.rules, codec.seats, len(filled.over)
        players_in_core = policies_of([factory for table in factories for factory in table], rules, seats)
        assert players_in_core is not None, "why_not returned None"
        policies, self._nets = players_in_core
        if advisor is not None:
            policies[policies[:, 0] < 0, 1] = 1  # the habits of the others are counted for it
        starts = {entry.name: entry.start for entry in layout.entries}
        plan = [codec.n, len(codec.melds), codec.slots, layout.size, *(starts.get(name, -1) for name in ENTRIES)]
        bits = words_at(rules, seats).bits
        plan += [layout.words, *(bits.get(name, -1) for name in ENTRIES)]
        has_players = advisor is not None or bool((policies[:, 0] >= 0).any())
        self._rules, self._seats, self._deal_of = rules, seats, deal_of
        self._policies = policies
        self._layout = np.array(plan, np.int32)
        self._melds = np.array([meld.cards.mask for meld in codec.melds], np.uint64)
        self.states, self.laid = np.zeros(n, STATE), np.zeros((n, MOST_OWN), np.uint64)
        self._chances = np.zeros(n, CHANCE)
        self._players = np.zeros(n * seats * sizes()[1] if has_players else 0, np.uint8)
        self._flags = np.zeros(n, np.uint8)
        self._wrong = np.zeros(1, np.int64)
        self._by_table = policies.reshape(len(factories), seats, -1)
        draws = np.isin(self._by_table[:, :, 0], list(NEEDS_CHANCE)) | (self._by_table[:, :, 2] > 0)
        with_chance = draws.any(axis=1)
        self._queue = DealQueue(rules, seats, n, deal_of, self._by_table[with_chance.argmax()], last)
        self._filled, self._over, self._numbers = filled, filled.over, numbers
        self._codes = codes
        self._every = np.arange(n)
        self._advice = np.full(n, -1, np.int64)
        advisors = None if advisor is None else policies_of([advisor] * seats, rules)
        self._advisors: NDArray[np.int32] | None = None if advisors is None else advisors[0]
        self._advisor_nets: NDArray[np.void] | None = None if advisors is None else advisors[1]
        self._history: list[NDArray[np.int16]] = []
        self._dropped = 0  # steps that no round needs anymore
        self._begun = np.zeros(n, np.int64)
        self._bind()

    def _bind(self) -> None:
        """Make the arguments of repeated calls, which hold the arrays' addresses."""
        self._tables = tables_of(self._rules, self._seats)
        of_rules, rounds = (self._tables, self._layout, self._melds), (self.states, self.laid)
        before = *of_rules, self._policies, self._nets
        after = self._wrong, *rounds, self._chances, self._players, self._flags, *self._filled.arrays
        run = self._queue.deals, self._queue.next, self._numbers
        self._step = arguments_of("gin_rounds_step", *before, self._every, self._codes, *after, *run)
        self._look = arguments_of("gin_rounds_step", *before, None, None, *after, None, None, self._numbers)
        dealt = self._tables, self._by_table[0], None, None, None, *rounds, self._chances, self._players
        self._deal = arguments_of("gin_rounds_deal", *dealt)
        self._choose = arguments_of("gin_rounds_choose", self._filled.legal, 0, self._codes)
        self._advise: Any = None
        if self._advisors is not None:
            seen = self._advisors, self._advisor_nets, self._flags, *rounds, self._players
            self._advise = arguments_of("gin_rounds_advise", *of_rules, *seen, self._advice)

    def __getstate__(self) -> dict[str, Any]:
        """Return the values for a copy or a pickle: all except the arguments of `_bind`, and the core's version."""
        kept = {name: value for name, value in vars(self).items() if name not in _BOUND}
        return {**kept, "version": version()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the values of another instance."""
        saved, missing = state.pop("version"), why_missing()
        if missing is not None or saved != version():
            here = missing or f"the core here is of version {version()}"
            raise CoreError(f"these rounds were saved with the compiled core of version {saved}: {here}")
        vars(self).update(state)
        self._bind()

    def begin(
        self, places: NDArray[np.int64], numbers: NDArray[np.int64], starts: tuple[RoundState, ...] | None
    ) -> None:
        """Begin rounds in these places: the next rounds of the run, or from their starting positions."""
        self._flags[places] = 0
        self._begun[places] = self._dropped + len(self._history)
        if starts is not None:
            for place, number in zip(places.tolist(), numbers.tolist(), strict=True):
                self.laid[place] = 0
                self._chances[place]["seed"], self._chances[place]["is_seeded"] = self._deal_of(number), 0
                if len(starts[place].memory.put_back) > MOST_POOLS:
                    self._flags[place] = 1
                else:
                    self.states[place] = record_of(starts[place])
            return
        deals, dealers = self._queue.take(len(places))
        tables = numbers // self._seats % len(self._by_table)
        for table in np.unique(tables):
            here = tables == table
            at, those, by = places[here], deals[here], dealers[here]  # they must live until the call
            put(self._deal, policies=self._by_table[table], places=at, deals=those, dealers=by)
            call_with("gin_rounds_deal", self._deal)

    def step(self, *, resets: bool = False) -> int | None:
        """Take the code of each round and fill the arrays, or do nothing and return the place of an illegal code.

        Rounds that are over are left as they are, or with ``resets`` replaced by the next rounds of the run, but for
        rounds that have to wait for the engine.
        """
        if resets:
            self._queue.make(len(self._codes), ahead=True)
        self._step.n_deals = len(self._queue.deals) if resets else 0
        try:
            call_with("gin_rounds_step", self._step)
        except CoreError as error:
            if error.details.get("number") == _WRONG_ACTION:
                return int(self._wrong[0])
            raise
        self._history.append(self._codes.astype(np.int16))
        if resets:
            np.copyto(self._begun, self._dropped + len(self._history), where=self._over)
        if len(self._history) >= _SPAN:
            self._forget()
        return None

    @property
    def dealt(self) -> int:
        """The number of rounds of the run that have begun."""
        return int(self._queue.next[0])

    def choose(self, seed: int) -> NDArray[np.int64]:
        """Return a random legal code of each round, -1 if it is over."""
        chosen = np.empty(len(self._over), np.int64)
        self._choose.seed, self._choose.chosen = seed, chosen.ctypes.data
        call_with("gin_rounds_choose", self._choose)
        return chosen

    def look(self, places: NDArray[np.int64]) -> None:
        """Fill the arrays in these places."""
        put(self._look, places=places)
        call_with("gin_rounds_step", self._look)

    def beyond(self) -> list[int]:
        """Return the places of all rounds that the engine must play."""
        is_none = 1 not in self._flags.tobytes()  # quicker than NumPy, and it keeps the interpreter's lock
        return [] if is_none else np.flatnonzero(self._flags).tolist()

    def advice(self) -> NDArray[np.int64]:
        """Return the code that the advisor would take in each round, -1 if it has no advice."""
        if self._advise is not None:
            call_with("gin_rounds_advise", self._advise)
        return self._advice

    def hidden(self) -> NDArray[np.uint32]:
        """Return the cards of the other hands that the seat to act cannot know, two words for each of these hands."""
        acting = self._filled.acting.astype(np.int64)[:, None]
        others = (acting + np.arange(1, self._seats)) % self._seats
        unknown = np.take_along_axis(self.states["hand"] & ~self.states["known"], others, axis=1)
        return np.where(acting < 0, np.uint64(0), unknown).astype("<u8").view("<u4")

    def codes_since_reset(self, place: int) -> list[int]:
        """Return the codes taken in a round since it was reset."""
        return [int(codes[place]) for codes in self._history[self._begun[place] - self._dropped :]]

    def _forget(self) -> None:
        """Drop the codes of steps that no current round includes, once they are more than half of the history."""
        playing = self._begun[(self._flags == 0) & (self._filled.acting >= 0)]
        needless = int(playing.min(initial=self._dropped + len(self._history))) - self._dropped
        if 2 * needless > len(self._history):
            del self._history[:needless]
            self._dropped += needless


# --- on the engine --------------------------------------------------------------------------------


class EngineRound:
    """A round that the engine plays. Seats without a factory are stepped by the caller, whom the advisor advises."""

    def __init__(
        self,
        codec: Codec,
        state: RoundState,
        label: RoundLabel,
        seed: int,
        factories: Sequence[NewPlayer | None],
        advisor: NewPlayer | None = None,
    ) -> None:
        self.codec, self.state = codec, state
        self.laid: tuple[Meld, ...] = ()
        stepped = [seat for seat, factory in enumerate(factories) if factory is None]
        players = {seat: factory or advisor for seat, factory in enumerate(factories)}
        taken = {seat: factory for seat, factory in players.items() if factory is not None}
        self._advised = () if advisor is None else stepped
        self._driver = new_driver(taken, label, seed, outside=stepped)
        self._driver.start(state)

    def take(self, code: int) -> None:
        """Take a legal code."""
        action = self.codec.action(code, self.state, self.laid)
        if action is None:
            self.laid = (*self.laid, self.codec.meld(code))
        else:
            self.state, self.laid = self._driver.take(self.state, action), ()

    def go_on(self) -> None:
        """Play chance and the players until a seat without a player must act."""
        self.state = self._driver.play_to_outside(self.state)

    def advice(self) -> int:
        """Return the code that the advisor of the seat to act would take, -1 if it has no advice."""
        if self.state.turn not in self._advised:
            return -1
        codes = self.codec.encode(self._driver.advice(self.state))
        before = tuple(self.codec.encode(Spread(self.laid))[:-1]) if self.laid else ()
        return codes[len(before)] if codes[: len(before)] == before else -1

    def facts(self) -> tuple[Any, ...]:
        """Return the round's facts so far."""
        return facts_at(self.state, self._driver.turns, self._driver.plies)
