"""A round played in step under two rule sets, as a hypothesis strategy.

One choice of hypothesis is one decision: a meld of a hand, another card, the top of the stock, an action. The simplest
choice is the plainest: the lowest cards, and the action that a way to play prefers. So fewer choices are a plainer deal
and a shorter round, and hypothesis is the only search and the only shrinker there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import inf
from typing import Any, Final

import attrs
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules._support.values import expect, whole_number
from ginrules.cards import Card, CardSet
from ginrules.play.actions import (
    Accept,
    Action,
    Decline,
    Discard,
    Done,
    Double,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    Refuse,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import common_seats, deal, hand_sizes, in_random_order
from ginrules.play.engine import apply, legal_actions, why_illegal
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.records.round import RoundRecord
from ginrules.rules.model import RuleSet, rules_of
from ginrules.testing.differences import Kind, Pair, RoundDivergence, disagreement, format_round
from ginrules.testing.policies import cards_laid

MOST_ACTIONS: Final = 400
"""Limit on the actions of a round."""

RulesOrStrategy = RuleSet | str | st.SearchStrategy[RuleSet]

_MOST_MELDS: Final = 4
_LARGEST_MELD: Final = 6
_MOST_FITTING: Final = 3
_MOST_ON_TOP: Final = 3
_MOST_SEED: Final = 99
_MORE_LOWEST: Final = 9
_MORE_FITTING: Final = 3
_PLAYED_OUT: Final = 9
"""So many rounds are played for as long as they can be for one that is cut off."""


@attrs.frozen(eq=False, repr=False)
class PlayedPair:
    """A round played in step under two rule sets: one deal, and actions that are legal under both.

    It ends when the round is over under either rule set, when no action is legal under both, or earlier. ``repr`` shows
    rules, cards, actions and the first difference in a few lines; ``str`` is the difference as a sentence.

    Attributes:
        rules: The two rule sets.
        order: The pack as dealt, first card first.
        dealer: The dealer's seat.
        seats: The number of seats.
        knock_card: The second pack's card, or None if no rule set uses a second pack.
        actions: The actions played under both.
        states: The pair of states before the first action, and after each action.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> pair = find(gin.testing.pairs("standard", "oklahoma"), lambda pair: pair.kind == "legal")
        >>> pair.record(1).state == pair.end[1]
        True
    """

    rules: tuple[RuleSet, RuleSet]
    order: tuple[Card, ...]
    dealer: int
    seats: int
    knock_card: Card | None
    actions: tuple[Action, ...]
    states: tuple[Pair, ...]

    @classmethod
    def dealt(
        cls, rules: tuple[RuleSet, RuleSet], order: tuple[Card, ...], dealer: int, seats: int, knock_card: Card | None
    ) -> PlayedPair:
        """Return the pair after the deal."""

        def start(one: RuleSet) -> RoundState:
            second = knock_card if one.knock_source == "knock-card" else None
            return deal(one, order, dealer=dealer, seats=seats, knock_card=second)

        first = start(rules[0])
        other = first if rules[0] is rules[1] else start(rules[1])
        return cls(rules, order, dealer, seats, knock_card, (), ((first, other),))

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.states)

    @property
    def start(self) -> Pair:
        """The states after the deal, under the first rule set and under the second."""
        return self.states[0]

    @property
    def end(self) -> Pair:
        """The last states."""
        return self.states[-1]

    @property
    def kind(self) -> Kind | None:
        """The kind of the first difference, or None if both are alike."""
        return next(filter(None, map(disagreement, self.states)), None)

    @property
    def difference(self) -> RoundDivergence | None:
        """The first difference, with the actions that lead to it, or None if both are alike."""
        for number, states in enumerate(self.states):
            kind = disagreement(states)
            if kind is not None:
                a, b = self.rules
                found = partial(RoundDivergence, a=a, b=b, kind=kind, actions=self.actions[:number], states=states)
                return found(order=self.order, dealer=self.dealer, seats=self.seats, knock_card=self.knock_card)
        return None

    def record(self, side: int = 0) -> RoundRecord:
        """Return the round under one of the two rule sets, to replay or save it.

        Args:
            side: 0 for the first rule set, 1 for the second.
        """
        rules = self.rules[side]
        knock_card = self.knock_card if rules.knock_source == "knock-card" else None
        return RoundRecord(
            rules, self.order, dealer=self.dealer, seats=self.seats, knock_card=knock_card, actions=self.actions
        )

    def __str__(self) -> str:
        return str(self.difference or f"alike in {len(self.actions)} actions")

    def __repr__(self) -> str:
        a, b = map(str, self.rules)
        shown = self.start[0] if self.knock_card == self.start[0].knock_card else self.start[1]
        lines = format_round(shown, min(self.end, key=lambda state: len(state.stock)), self.actions)
        return "\n  ".join((f"{a} and {b}:", *lines, str(self)))

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:
        printer.text(repr(self).replace("\n", "\n    "))


def pairs(
    a: RulesOrStrategy,
    b: RulesOrStrategy,
    *,
    seats: int | None = None,
    until: Callable[[Pair], object] | None = None,
    max_actions: int = MOST_ACTIONS,
) -> st.SearchStrategy[PlayedPair]:
    """Return a strategy for a round played in step under two rule sets. It shrinks to a plain deal and few actions.

    Hands are rich in melds and lay-offs, also in melds under one rule set alone. Rounds of all kinds occur: knocks, gin
    and big gin at once, undercuts, doubles, cards put back, and stocks that run out. Each action is legal under both.

    Args:
        a: The first rule set, or a strategy for it. The hands have its sizes.
        b: The second rule set, or a strategy for it. The packs must be equal.
        seats: The number of seats. Any number that fits both if None.
        until: A function of a pair of states. The round ends at the first pair for which it is true. If None, the round
            can end anywhere.
        max_actions: Limit on the number of actions.

    Raises:
        hypothesis.errors.InvalidArgument: If no deal fits both rule sets.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> @given(gin.testing.pairs("standard", "standard+gin_bonus=20"))
        ... def test_the_price_of_gin_changes_no_play(pair):
        ...     gin.testing.plays_alike(pair)
        >>> test_the_price_of_gin_changes_no_play()
    """
    if until is not None:
        expect(until, Callable, "a function of a pair of states")  # type: ignore[arg-type]
    max_actions = whole_number("max_actions", max_actions)
    seats = None if seats is None else whole_number("seats", seats)
    one, other = (rules if isinstance(rules, st.SearchStrategy) else rules_of(rules) for rules in (a, b))
    if isinstance(one, RuleSet) and isinstance(other, RuleSet):
        _check_deal(one, other, seats)
    ways = WAYS if max_actions > _FEW else AT_ONCE
    return rounds_in_step(one, other, seats, until, max_actions, ways)


def _seats(a: RuleSet, b: RuleSet, seats: int | None) -> tuple[int, ...]:
    """Return the numbers of seats to draw from; none if no deal fits both."""
    if (a.ranks, a.suits) != (b.ranks, b.suits):
        return ()
    return tuple(number for number in common_seats(a, b) if seats in {None, number})


@st.composite
def rounds_in_step(
    draw: DrawFn,
    a: RuleSet | st.SearchStrategy[RuleSet],
    b: RuleSet | st.SearchStrategy[RuleSet],
    seats: int | None,
    until: Callable[[Pair], object] | None,
    max_actions: int,
    ways: Sequence[Way],
) -> PlayedPair:
    """Draw a round played in one of these ways."""
    one, other = (rules if isinstance(rules, RuleSet) else draw(rules) for rules in (a, b))
    allowed = _seats(one, other, seats)
    if not allowed:
        reject()
    at_table = draw(st.sampled_from(allowed))
    order, dealer = Dealing(lambda most: draw(st.integers(0, most)), one, other).order(at_table)
    uses = "knock-card" in {one.knock_source, other.knock_source}
    knock_card = draw(st.sampled_from(list(CardSet(one.tables.pack)))) if uses else None
    way, loose = draw(st.sampled_from(ways)), draw(st.sampled_from(_LOOSE))
    is_cut = not until and not draw(st.integers(0, _PLAYED_OUT))
    most = draw(st.integers(0, max_actions)) if is_cut else max_actions

    def choose(states: Pair) -> Action | None:
        options = way.options(states)
        choice = draw(st.integers(0, loose * len(options) - 1)) if len(options) > 1 else 0
        return options[choice if choice < len(options) else 0] if options else None

    return _played(PlayedPair.dealt((one, other), order, dealer, at_table, knock_card), choose, until, most)


def plain_pairs(a: RuleSet, b: RuleSet, until: Callable[[Pair], object]) -> Iterator[PlayedPair]:
    """Yield rounds of the plain deal, played by each way without a deviation."""
    for seats in _seats(a, b, None):
        order, dealer = Dealing(lambda _most: 0, a, b).order(seats)
        start = PlayedPair.dealt((a, b), order, dealer, seats, order[0])
        for way in dict.fromkeys(WAYS):
            yield _played(start, way.preferred, until, MOST_ACTIONS)


def in_step(
    a: RuleSet,
    b: RuleSet,
    order: tuple[Card, ...],
    *,
    dealer: int,
    seats: int,
    knock_card: Card | None,
    actions: Iterable[Action],
) -> PlayedPair:
    """Return the pair that plays these actions for as long as they are legal under both rule sets."""
    _check_deal(a, b, seats)
    following = iter(actions)

    def choose(states: Pair) -> Action | None:
        action = next(following, None)
        return None if action is None or any(why_illegal(state, action) for state in states) else action

    return _played(PlayedPair.dealt((a, b), order, dealer, seats, knock_card), choose)


def _played(
    pair: PlayedPair,
    choose: Callable[[Pair], Action | None],
    until: Callable[[Pair], object] | None = None,
    most: float = inf,
) -> PlayedPair:
    """Return the pair played on by the actions chosen, to its end or to what it is played until."""
    actions: list[Action] = []
    states = [*pair.states]
    while len(actions) < most and not (until and until(states[-1])):
        action = choose(states[-1])
        if action is None:
            break
        actions.append(action)
        one, other = states[-1]
        after = apply(one, action)
        states.append((after, after if other is one else apply(other, action)))
    return attrs.evolve(pair, actions=tuple(actions), states=tuple(states))


def _check_deal(a: RuleSet, b: RuleSet, seats: int | None) -> None:
    if not _seats(a, b, seats):
        raise InvalidArgument(f"no deal fits both {a} and {b}: seats or packs differ")


# --- the deal -------------------------------------------------------------------------------------


def by_rank(card: Card) -> tuple[int, int]:
    """Return the key by which the plain deal is ordered: seat 0 gets aces, deuces and two threes."""
    return card % 13, card


@lru_cache(maxsize=64)
def _melds(a: RuleSet, b: RuleSet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the melds under either rule set, and those under one alone, the small and low melds first."""
    of_a, of_b = (
        {meld for meld in rules.tables.melds(rules.tables.pack) if meld.bit_count() <= _LARGEST_MELD}
        for rules in (a, b)
    )
    return tuple(sorted(of_a | of_b, key=_plainness)), tuple(sorted(of_a ^ of_b, key=_plainness))


def _plainness(meld: int) -> tuple[int, list[int]]:
    return meld.bit_count(), [card % 13 for card in CardSet(meld)]


@attrs.define
class Dealing:
    """Cards dealt in the order of ranks, unless other cards are drawn.

    Attributes:
        draw: Draws a number from 0 to its argument.
        a: The first rule set.
        b: The second rule set.
        free: The cards not dealt yet.
        laid: The melds of the hands dealt so far, with the cards that are to be laid off on them.
    """

    draw: Callable[[int], int]
    a: RuleSet
    b: RuleSet
    free: list[Card] = attrs.field(init=False)
    laid: list[int] = attrs.field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.free = sorted(CardSet(self.a.tables.pack), key=by_rank)

    def order(self, seats: int) -> tuple[tuple[Card, ...], int]:
        """Return the pack as dealt, and the dealer."""
        first = self._number(seats - 1)
        sizes = hand_sizes(self.a, seats, seats - 1)
        completed = sizes[0] == self.a.hand_size_for(seats) and sum(sizes) < len(self.free)
        hands = [self.hand(sizes[0] + completed)]
        stock: list[Card] = []
        if completed:  # the card that completes the first hand is turned up, or lies on top of the stock
            place = min(self._number(sizes[0] + _MORE_LOWEST), sizes[0])  # the lowest, which can be an ace, more often
            stock.append(sorted(hands[0], key=by_rank)[-1 - place])
            hands[0].remove(stock[0])
        hands += [self.hand(size) for size in sizes[1:]]
        stock += [self._one(self.free) for _ in range(self._number(min(_MOST_ON_TOP, len(self.free))))]
        seed = self._number(_MOST_SEED)
        stock += in_random_order(self.free, seed) if seed else self.free
        dealt = [hand[place] for place in range(max(sizes)) for hand in hands if place < len(hand)]
        return (*dealt, *stock), (first - 1) % seats

    def _number(self, most: int) -> int:
        return self.draw(most) if most > 0 else 0

    def _one(self, cards: Sequence[Card]) -> Card:
        card = cards[self._number(len(cards) - 1)]
        self.free.remove(card)
        return card

    def hand(self, size: int) -> list[Card]:
        """Return a hand: some cards that fit earlier melds, some melds, some others, then the lowest."""
        held = self._fitting(min(self._number(_MOST_FITTING + _MORE_FITTING), _MOST_FITTING, size)) if self.laid else []
        number = self._number(_MOST_MELDS + 2)
        for _ in range(min(number, _MOST_MELDS)):
            meld = self._meld(size - len(held), fills=number >= _MOST_MELDS)
            held += meld
            self.free = [card for card in self.free if card not in meld]
        melds = self.a.tables.melds(sum(1 << card for card in held))
        held += [self._one(self.free) for _ in range(self._number(size - len(held)))]
        rest = size - len(held)
        held, self.free = held + self.free[:rest], self.free[rest:]
        self.laid += melds
        return held

    def _meld(self, room: int, *, fills: bool) -> list[Card]:
        """Return a meld for as many cards at most; one that leaves no card alone if melds are to fill the hand."""
        free = sum(1 << card for card in self.free)
        either, alone = (
            [meld for meld in melds if not meld & ~free and meld.bit_count() <= room]
            for melds in _melds(self.a, self.b)
        )
        melds = alone if alone and self._number(1) else either
        if fills:
            least = min(map(int.bit_count, melds), default=0)
            melds = [meld for meld in melds if not 0 < room - meld.bit_count() < least] or melds
        return list(CardSet(melds[self._number(len(melds) - 1)])) if melds else []

    def _fitting(self, most: int) -> list[Card]:
        """Return up to as many cards that fit an earlier meld in turn, each perhaps only after those before it."""
        able = [meld for meld in self.laid if self._fits(meld)] if most else []
        if not able:
            return []
        meld = able[self._number(len(able) - 1)]
        held: list[Card] = []
        while len(held) < most and (fitting := self._fits(meld)):
            held.append(self._one(fitting))
            meld |= 1 << held[-1]
        self.laid.append(meld)
        return held

    def _fits(self, meld: int) -> list[Card]:
        fits = self.a.tables.fits(meld) | self.b.tables.fits(meld)
        return [card for card in self.free if fits >> card & 1]


# --- the play -------------------------------------------------------------------------------------


@attrs.frozen
class Way:
    """A way to play: kinds of action by preference. Kinds not named come last.

    Attributes:
        kinds: The kinds.
        lowers: Whether the action that leaves the least deadwood is preferred.
        returns: Whether the card just taken is discarded if that is allowed.
        waits: Whether a knock is preferred once the stock is used up.
        level: Whether the knock is preferred that leaves as much deadwood as the next seat has.
    """

    kinds: tuple[type[Action], ...]
    lowers: bool = False
    returns: bool = False
    waits: bool = False
    level: bool = False

    def options(self, pair: Pair) -> list[Action]:
        """Return the actions legal under both rule sets, the preferred action first."""
        x, y = pair
        if x.is_over or y.is_over:
            return []
        if isinstance(x.phase, Reshuffle) or isinstance(y.phase, Reshuffle):
            alike = type(x.phase) is type(y.phase) and sorted(x.discards[:-1]) == sorted(y.discards[:-1])
            return [ShuffleStock(sorted(x.discards[:-1]))] if alike else []
        of_x = legal_actions(x)
        of_y = of_x if x is y else legal_actions(y)
        both = list(of_x) if of_x == of_y else [action for action in of_x if action in set(of_y)]
        return sorted(both, key=self._preference(x))

    def preferred(self, pair: Pair) -> Action | None:
        """Return the action preferred, or None if there is none to play."""
        return next(iter(self.options(pair)), None)

    def _preference(self, state: RoundState) -> Callable[[Action], tuple[float, ...]]:
        least, hand = state.setup.tables.deadwood, state.hand_masks[state.turn or 0]
        is_late = self.waits and len(state.stock) <= state.rules.stock_floor
        taken = getattr(state.phase, "taken", CardSet())
        aim = least(state.hand_masks[((state.turn or 0) + 1) % state.seats]) if self.level else 0

        def key(action: Action) -> tuple[float, ...]:
            place = self.kinds.index(type(action)) if type(action) in self.kinds else len(self.kinds)
            match action:
                case Knock(card) | Discard(card):
                    if is_late and isinstance(action, Knock):
                        place = -1
                    kept = self.returns and card not in taken
                    left = least(hand & ~(1 << card)) if self.lowers or self.level else 0
                    return place, kept, abs(left - aim), -(card % 13), -card
                case _:
                    return place, -cards_laid(action)

        return key


_DECLARE: Final = (GoBigGin, Knock, Spread, LayOff, LayDown, Done)
_LEAVE: Final = (Spread, Done, Accept)
AT_ONCE: Final = (
    Way((*_DECLARE, Accept, TakeDiscard, DrawStock, Decline, Discard, Refuse, Double), lowers=True),
    Way((*_DECLARE, Accept, DrawStock, Decline, TakeDiscard, Discard, Refuse, Double), lowers=True),
    Way((Knock, *_LEAVE, TakeDiscard, DrawStock, Decline, Discard, LayOff, LayDown), level=True),
)
DRAWING: Final = Way((*_LEAVE, DrawStock, Decline, TakeDiscard, Discard, LayOff, LayDown))
_LATE: Final = (
    Way((Double, Accept, *_DECLARE, DrawStock, Decline, TakeDiscard, Discard)),
    DRAWING,
    DRAWING,
    Way((*_LEAVE, TakeDiscard, DrawStock, Decline, Discard, LayOff, LayDown)),
    Way((*_LEAVE, TakeDiscard, DrawStock, Decline, Discard, LayOff, LayDown), returns=True),
    Way((Spread, Done, Double, Accept, DrawStock, Decline, Discard, LayOff, LayDown), waits=True),
)
WAYS: Final = (*AT_ONCE, *AT_ONCE, *_LATE)
"""Declare at once (after a take, after a draw, at a level count), double, only draw or take, put cards back, wait."""
_FEW: Final = 8
"""Within so few actions only a declaration at once shows anything."""
_LOOSE: Final = (3, 3, 16, 200, 200, 1)
"""Among this many times its options an action is drawn: the larger, the more often it is the preferred one."""
