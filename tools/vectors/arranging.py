"""Rounds toward a goal: policies that seek a rare end, and deals arranged until the end is right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from ginrules._support.values import Value
from ginrules.cards import Card, CardSet
from ginrules.errors import GinRulesError
from ginrules.melds.arrange import after_discard, best_arrangement
from ginrules.play.actions import (
    ACCEPT,
    BIG_GIN,
    DOUBLE,
    Action,
    Discard,
    DrawStock,
    GoBigGin,
    Knock,
    LayOff,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, hand_sizes, pack_of, stacked
from ginrules.play.defence import best_defence
from ginrules.play.engine import apply, legal_actions
from ginrules.play.phases import PlayTurn
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet
from ginrules.testing.policies import Policy, greedy


def is_return(state: RoundState, action: Action) -> bool:
    """Return whether an action throws a card back that was taken from the pile in this turn."""
    return isinstance(action, Discard) and action.card in getattr(state.phase, "taken", ())


def is_take(action: Action) -> bool:
    """Return whether an action takes from the pile."""
    return isinstance(action, TakeDiscard)


def waiting(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Lower the deadwood until the last card is drawn, and only then knock."""
    ends = [action for action in legal if isinstance(action, Knock | GoBigGin)]
    if ends and len(state.stock) <= state.rules.stock_floor:
        return rng.choice(ends)
    draws = [action for action in legal if isinstance(action, DrawStock)]
    return greedy(rng, state, draws or [action for action in legal if action not in ends])


def taking(rng: random.Random, _state: RoundState, legal: Sequence[Action]) -> Action:
    """Take from the pile at every draw, and end nothing."""
    rest = [action for action in legal if not isinstance(action, Knock | GoBigGin)]
    return next(filter(is_take, legal), rng.choice(rest))


def returning(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Take from the pile and throw the card back, if the rules allow it."""
    return next((action for action in legal if is_take(action) or is_return(state, action)), rng.choice(legal))


def doubling(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Double whenever it is allowed, and accept."""
    return next((action for action in (DOUBLE, ACCEPT) if action in legal), greedy(rng, state, legal))


SEEKING: Final[Mapping[str, Policy]] = {
    "waiting": waiting,
    "taking": taking,
    "returning": returning,
    "doubling": doubling,
}


_TURNS: Final = 30
_SWAPS: Final = 300
_SAMPLES: Final = 1_000
_TRIES: Final = 30
_RICH: Final = 20


@attrs.frozen(kw_only=True)
class CraftedRound(Value):
    """A deal, and the actions that lead to the goal."""

    order: tuple[Card, ...]
    dealer: int
    knock_card: Card | None
    actions: tuple[Action, ...] = ()


Ends = Callable[[int, Sequence[int]], int]
"""The distance of an end from a goal, from the knocker's deadwood and that of the others from its left."""

_ENDS: Final[Mapping[str, Ends]] = {
    "level": lambda kept, others: _near(others, kept),
    "level with 2 seats": lambda kept, others: (
        sum(abs(other - kept) for other in others[:2]) + _above(others[2:], kept)
    ),
    "undercut by 1": lambda kept, others: _near(others, kept - 1),
    "won by 1": lambda kept, others: _near(others, kept + 1),
    "undercut to 0": lambda _kept, others: _near(others, 0),
    "gin against 0": lambda _kept, others: others[0],
    "two defenders level below the knocker": lambda kept, others: (
        sum(abs(other - max(kept - 2, 0)) for other in others[:2]) + _above(others[2:], kept)
    ),
}


def _near(others: Sequence[int], wanted: int) -> int:
    return abs(others[0] - wanted) + _above(others[1:], wanted)


def _above(others: Sequence[int], least: int) -> int:
    return sum(max(0, least + 1 - other) for other in others)


COVERAGE_GOALS: Final = (*_ENDS, "gin", "big gin", "lay-offs", "two places", "the limit", "hidden knock")
"""The aims of `arranged`."""


def arranged(rules: RuleSet, aim: str, seats: int, rng: random.Random) -> CraftedRound | None:
    """Return a round that is arranged toward an aim, or None if this attempt fails."""
    try:
        return _Attempt(rules, aim, seats, rng).arranged()
    except (GinRulesError, _Failed):
        return None


class _Failed(Exception):
    """The attempt comes to nothing."""


class _Attempt:
    """One attempt at an aim."""

    def __init__(self, rules: RuleSet, aim: str, seats: int, rng: random.Random) -> None:
        self._rules, self._aim, self._seats, self._rng = rules, aim, seats, rng
        self._tables = rules.tables
        self._pack = list(pack_of(rules))
        melds = self._tables.melds(sum(1 << card for card in self._pack))
        self._is_meld = frozenset(melds)
        self._melds = [meld for meld in melds if meld.bit_count() <= 5]
        self._dealer = rng.randrange(seats)
        self._first = (self._dealer + 1) % seats

    def arranged(self) -> CraftedRound:
        """Return the round."""
        order, knock_card = self._dealt()
        state = deal(self._rules, order, dealer=self._dealer, seats=self._seats, knock_card=knock_card)
        actions: list[Action] = []
        while not _may_end(state):
            if len(actions) > _TURNS or state.is_over:
                raise _Failed
            state = _do(state, actions, self._before(state))
        ending = self._ending(state)
        if self._aim in _ENDS and isinstance(ending, Knock):
            order = self._exchanged(order, state, ending)
            state = deal(self._rules, order, dealer=self._dealer, seats=self._seats, knock_card=knock_card)
            for action in actions:
                state = apply(state, action)
        state = _do(state, actions, ending)
        while not state.is_over:
            if len(actions) > _TURNS * self._seats:
                raise _Failed
            state = _do(state, actions, self._after(state))
        return CraftedRound(order=order, dealer=self._dealer, knock_card=knock_card, actions=tuple(actions))

    # --- the deal ---------------------------------------------------------------------------------

    def _dealt(self) -> tuple[tuple[Card, ...], Card | None]:
        rules, rng = self._rules, self._rng
        sizes = hand_sizes(rules, self._seats, self._dealer)
        size = sizes[self._first]
        hand, following = self._knocker(size)
        upcard = following if rules.has_upcard else None
        used = hand | (0 if following is None else 1 << following)
        if rules.has_upcard and upcard is None:
            upcard = self._turned_up(used)
            used |= 1 << upcard
        hands = [hand] * self._seats
        for step in range(1, self._seats):
            seat = (self._first + step) % self._seats
            hands[seat] = self._defender(hand, used, sizes[seat])
            used |= hands[seat]
        stock = [card for card in self._pack if not used >> card & 1]
        rng.shuffle(stock)
        if following is not None and not rules.has_upcard:
            stock.insert(0, following)
        order = stacked([CardSet(mask) for mask in hands], rules, upcard=upcard, stock=stock, dealer=self._dealer)
        return order, rng.choice(self._pack) if rules.knock_source == "knock-card" else None

    def _knocker(self, size: int) -> tuple[int, Card | None]:
        """Return the hand of the first seat, and the card that completes it, if the aim needs one."""
        held = size if self._rules.opening == "eleven-cards" else size + 1
        match self._aim:
            case "gin" | "gin against 0":
                return self._melded(size), None
            case "big gin":
                cards = self._melded(held)
            case "hidden knock":
                cards = self._hidden(held)
            case "two places":
                return max((self._rich(size) for _ in range(_RICH)), key=self._in_two_places), None
            case _:
                return min((self._rich(size) for _ in range(_RICH)), key=self._far_from_limit), None
        if held == size:
            return cards, None
        last = self._rng.choice(list(CardSet(cards)))
        if self._rules.big_gin_needs_gin:
            last = min(CardSet(cards), key=lambda card: self._tables.deadwood(cards ^ 1 << card))
        return cards ^ 1 << last, last

    def _far_from_limit(self, hand: int) -> int:
        limit = self._rules.knock_limit
        wanted = limit if self._aim == "the limit" else min(self._rng.randint(1, 10), limit)
        return min(abs(left - wanted) for left in after_discard(CardSet(hand), self._rules).values())

    def _melded(self, size: int) -> int:
        """Return that many cards, all in melds."""
        for _ in range(_SAMPLES):
            hand = 0
            while hand.bit_count() < size:
                hand |= self._rng.choice(self._melds)
            if hand.bit_count() == size and not self._tables.deadwood(hand):
                return hand
        raise _Failed

    def _rich(self, size: int) -> int:
        """Return a hand with many melds."""
        hand = 0
        for _ in range(_TRIES):
            meld = self._rng.choice(self._melds)
            if (hand | meld).bit_count() <= size - 1:
                hand |= meld
        return self._filled(hand, hand, size)

    def _filled(self, hand: int, used: int, size: int) -> int:
        free = [card for card in self._pack if not (used | hand) >> card & 1]
        return hand | sum(1 << card for card in self._rng.sample(free, size - hand.bit_count()))

    def _hidden(self, size: int) -> int:
        """Return a hand with a hidden knock: its best melds leave too many points."""
        hand = self._rich(size)
        far = self._distance_to_hidden(hand)
        for _ in range(_SAMPLES):
            if far == 0:
                return hand
            card = self._rng.choice(list(CardSet(hand)))
            changed = self._filled(hand ^ 1 << card, 1 << card, size)
            if self._distance_to_hidden(changed) <= far:
                hand, far = changed, self._distance_to_hidden(changed)
        raise _Failed

    def _distance_to_hidden(self, hand: int) -> int:
        """Return how far a knock is from being possible and hidden."""
        limit, least = self._rules.knock_limit, self._tables.deadwood
        best = best_arrangement(CardSet(hand), self._rules)
        left = best.deadwood - max((self._tables.values[card] for card in best.unmelded), default=0)
        return max(0, min(least(hand ^ 1 << card) for card in CardSet(hand)) - limit) + max(0, limit + 1 - left)

    def _in_two_places(self, hand: int) -> int:
        """Return the cards that go on two of the best melds."""
        melds = [meld.cards.mask for meld in best_arrangement(CardSet(hand), self._rules).melds]
        return sum(
            1 << card
            for card in self._pack
            if not hand >> card & 1 and sum(meld | 1 << card in self._is_meld for meld in melds) > 1
        )

    def _turned_up(self, used: int) -> Card:
        wanted = "A" if self._aim == "gin" else self._rng.choice(("A", "TJQK", "s", "A23456789TJQK"))
        free = [card for card in self._pack if not used >> card & 1]
        return self._rng.choice([card for card in free if set(wanted) & set(str(card))] or free)

    def _defender(self, knocker: int, used: int, size: int) -> int:
        """Return a hand with melds, or with cards that go on the knocker's."""
        hand = 0
        for cards in self._wishes(knocker):
            if not cards & used and (hand | cards).bit_count() <= size:
                hand |= cards
        return self._filled(hand, used, size)

    def _wishes(self, knocker: int) -> Iterator[int]:
        yield from (1 << card for card in CardSet(self._in_two_places(knocker)) if self._aim == "two places")
        if self._aim == "lay-offs":
            for meld in best_arrangement(CardSet(knocker), self._rules).melds:
                laid = meld.cards.mask
                for _ in range(3):
                    longer = [
                        other for other in self._melds if other & laid == laid and (other ^ laid).bit_count() == 1
                    ]
                    if longer:
                        more = self._rng.choice(longer)
                        yield more ^ laid
                        laid = more
        for _ in range(_TRIES if self._aim in ("undercut to 0", "gin against 0") else self._rng.choice((0, 3, 6))):
            yield self._rng.choice(self._melds)

    # --- the play ---------------------------------------------------------------------------------

    def _before(self, state: RoundState) -> Action:
        """Return the action before the end: the first seat draws, the others throw what they draw."""
        legal = legal_actions(state)
        if not legal:  # the pile is to be shuffled, whose order is not arranged
            raise _Failed
        if self._aim in ("gin", "big gin", "hidden knock") and any(map(is_take, legal)) and state.turn == self._first:
            return next(filter(is_take, legal))
        return greedy(self._rng, state, [action for action in legal if action != DOUBLE])

    def _ending(self, state: RoundState) -> Action:
        legal = legal_actions(state)
        if BIG_GIN in legal and self._aim == "big gin":
            return BIG_GIN
        knocks = [action for action in legal if isinstance(action, Knock)]
        if not knocks:  # big gin alone, of melds that need each of their cards
            raise _Failed
        left = {
            knock: self._tables.deadwood(state.hand_masks[state.turn or 0] & ~(1 << knock.card)) for knock in knocks
        }
        match self._aim:
            case "gin" | "gin against 0" | "hidden knock":
                return min(knocks, key=left.__getitem__)
            case "the limit":
                return max(knocks, key=left.__getitem__)
            case _:
                pass
        return self._rng.choice([knock for knock in knocks if left[knock]] or knocks)

    def _exchanged(self, order: tuple[Card, ...], state: RoundState, knock: Knock) -> tuple[Card, ...]:
        """Return the order with cards of the defenders exchanged for others of the stock, until the end is right."""
        seat = state.turn or 0
        left = CardSet(state.hand_masks[seat] & ~(1 << knock.card))
        best = best_arrangement(left, self._rules)
        spread = best.melds if best.deadwood and self._rules.layoff != "none" else ()
        around = [(seat + step) % self._seats for step in range(1, self._seats)]
        hands = [state.hand_masks[other] for other in around]
        dealt = sum(hand_sizes(self._rules, self._seats, self._dealer))
        first = sum(1 << card for card in order[:dealt])
        unseen = [card for card in state.stock if card not in order[:dealt]]
        counts = [best_defence(CardSet(hand), spread, self._rules).deadwood for hand in hands]
        distance = _ENDS[self._aim]
        far = distance(best.deadwood, counts)
        cards = list(order)
        for _ in range(_SWAPS):
            if far == 0:
                return tuple(cards)
            place = self._rng.randrange(len(hands))
            givable = list(CardSet(hands[place] & first))
            if not givable or not unseen:  # a hand of one card that was drawn, or a stock of dealt cards alone
                raise _Failed
            number = self._rng.randrange(len(unseen))
            out, taken = self._rng.choice(givable), unseen[number]
            hand = hands[place] & ~(1 << out) | 1 << taken
            changed = [*counts]
            changed[place] = best_defence(CardSet(hand), spread, self._rules).deadwood
            if distance(best.deadwood, changed) > far:
                continue
            far, counts, hands[place], unseen[number] = distance(best.deadwood, changed), changed, hand, out
            first ^= 1 << out | 1 << taken
            a, b = cards.index(out), cards.index(taken)
            cards[a], cards[b] = taken, out
        raise _Failed

    def _after(self, state: RoundState) -> Action:
        """Return the action after the knock: the best melds, the best defence, or every lay-off there is."""
        legal = legal_actions(state)
        if isinstance(legal[0], Spread):
            return max(legal, key=lambda action: sum(len(meld.cards) for meld in getattr(action, "melds", ())))
        laid = [action for action in legal if isinstance(action, LayOff)]
        if self._aim == "lay-offs" and laid:
            return self._rng.choice(laid)
        spread = [meld for meld in state.table if meld.owner != state.turn]
        planned = best_defence(state.hands[state.turn or 0], spread if laid else (), self._rules).actions
        return next((action for action in planned if action in legal), legal[-1])


def _do(state: RoundState, actions: list[Action], action: Action) -> RoundState:
    actions.append(action)
    return apply(state, action)


def _may_end(state: RoundState) -> bool:
    return isinstance(state.phase, PlayTurn) and any(isinstance(it, Knock | GoBigGin) for it in legal_actions(state))
