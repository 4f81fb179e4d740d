"""The search for smaller rounds: cards renamed, actions left out, simpler deals first.

The simplest deal gives seat 0 the lowest cards of the pack, clubs from the ace up. Then it turns up
the lowest card of the rest, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, permutations, product
from typing import Any, Final

import attrs

from ginrules.cards import CardSet
from ginrules.lab.divergence.random_play import declare_at_once, late_layouts
from ginrules.melds.arrange import best_arrangement
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, ShuffleStock, Spread
from ginrules.records.paired import Layout, PairedRound, ascending, breadth_first, options, pairs_along, replay
from ginrules.rules.model import RuleSet

PACK: Final = tuple(range(52))

Renaming = tuple[int, ...]
"""The replacement of each card, by its number."""


def exchange(some: list[int], others: list[int]) -> Renaming:
    """Return the renaming that swaps the first cards with the others, pair by pair."""
    leaving = [card for card in some if card not in others]
    coming = [card for card in others if card not in some]
    names = list(PACK)
    for one, other in zip(leaving, coming, strict=False):
        names[one], names[other] = other, one
    return tuple(names)


def rename_layout(layout: Layout, renaming: Renaming) -> Layout:
    """Return the deal with its cards renamed, except the second pack's card."""
    hands = tuple(sum(1 << renaming[card] for card in ascending(hand)) for hand in layout.hands)
    return Layout(hands, tuple(renaming[card] for card in layout.rest), layout.knock_card)


def rename_action(action: Action, renaming: Renaming) -> Action:
    """Return the action with its cards renamed, and a lay-off with its position."""
    match action:
        case Discard(card):
            return Discard(_name(card, renaming))
        case Knock(card):
            return Knock(_name(card, renaming))
        case LayOff(card, onto):
            return LayOff(_name(card, renaming), onto)
        case LayDown(meld):
            return LayDown(_rename_meld(meld, renaming))
        case Spread(melds):
            return Spread([_rename_meld(meld, renaming) for meld in melds])
        case ShuffleStock(order):
            return ShuffleStock([renaming[card] for card in order])
        case _:
            return action


def _name(card: int, renaming: Renaming) -> Any:
    return renaming[card]


def _rename_meld(meld: Meld, renaming: Renaming) -> Meld:
    return Meld.of([_name(card, renaming) for card in meld.cards])


def size_of(rounds: PairedRound) -> tuple[object, ...]:
    """Return the sort key to minimize: the number of actions, then the deal, then the actions."""
    return len(rounds.actions), layout_key(rounds.layout), [_action_key(action) for action in rounds.actions]


def layout_key(layout: Layout) -> tuple[object, ...]:
    """Return the sort key of a deal: the simplest first."""
    first, *others = map(ascending, layout.hands)
    return first, layout.rest[:1], others, layout.rest, layout.knock_card


def _action_key(action: Action) -> tuple[int, ...]:
    match action:
        case Discard(card) | Knock(card) | LayOff(card):
            return (int(card),)
        case Spread(melds):
            return (-sum(len(meld.cards) for meld in melds),)
        case LayDown(meld):
            return (-len(meld.cards), *map(int, meld.cards))
        case _:
            return ()


def in_order(layout: Layout) -> list[int]:
    """Return the cards in the order of `layout_key`: the hand of seat 0, the upcard, the other hands, the stock."""
    first, *others = map(ascending, layout.hands)
    return [*first, *layout.rest[:1], *chain.from_iterable(others), *layout.rest[1:]]


_MOST_MELDS: Final = 30
_SHORT: Final = 12
_MOST_LOWER: Final = 3
_MOST_WAYS: Final = 2_000


class Minimizer:
    """A search for smaller rounds that still show a disagreement.

    Args:
        a: The first rule set.
        b: The second rule set.
        effort: Limit on the number of rounds to try.
        report: Called after each round.

    Attributes:
        best: The smallest disagreement so far, or None if no disagreement was smaller than the first.
    """

    def __init__(self, a: RuleSet, b: RuleSet, effort: int, report: Callable[[], None] = lambda: None) -> None:
        self._a, self._b, self._left, self._report = a, b, effort, report
        self.best: PairedRound | None = None

    def smallest(self, rounds: PairedRound) -> PairedRound:
        """Return the smallest disagreement reached from this disagreement."""
        rounds = self._start_later(rounds)
        while self._left > 0:
            before = size_of(rounds)
            rounds = self._simplify_cards(self._simplify_actions(self._drop_actions(rounds)))
            if size_of(rounds) == before:
                rounds = self._exchange_twice(rounds)
            if size_of(rounds) == before:
                break
        return nearest_on(self._a, self._b, rounds.layout, len(rounds.actions)) or rounds

    def _start_later(self, rounds: PairedRound) -> PairedRound:
        """Begin the round at a turn near its end."""
        if len(rounds.actions) > 3:
            for layout in late_layouts(self._a, self._b, rounds):
                nearer = declare_at_once(self._a, self._b, layout, len(rounds.actions) - 1)
                if nearer is not None and size_of(nearer) < size_of(rounds):
                    rounds = nearer
        return rounds

    def _try(self, rounds: PairedRound, layout: Layout, actions: tuple[Action, ...]) -> PairedRound | None:
        """Return the disagreement after other actions if it is smaller, else None."""
        if self._left <= 0:
            return None
        self._left -= 1
        self._report()
        new = replay(self._a, self._b, layout, actions)
        if new is None or size_of(new) >= size_of(rounds):
            return None
        if self.best is None or size_of(new) < size_of(self.best):
            self.best = new
        return new

    def _drop_actions(self, rounds: PairedRound) -> PairedRound:
        """Leave out actions: first long runs of them, then shorter runs, then single actions."""
        length = 4 * rounds.layout.seats
        while length:
            place = 0
            while place + length <= len(rounds.actions):
                fewer = (*rounds.actions[:place], *rounds.actions[place + length :])
                new = self._try(rounds, rounds.layout, fewer)
                rounds, place = (new, place) if new else (rounds, place + 1)
            length //= 2
        return rounds

    def _simplify_actions(self, rounds: PairedRound) -> PairedRound:
        """Replace each action by the first legal action of its kind that keeps the disagreement."""
        if len(rounds.actions) > _SHORT:
            return rounds
        place = 0
        while place < len(rounds.actions):
            head, tail = rounds.actions[:place], rounds.actions[place + 1 :]
            *_, pair = pairs_along(self._a, self._b, rounds.layout, head)
            for other in options(pair):
                if other == rounds.actions[place]:
                    break
                new = self._try(rounds, rounds.layout, (*head, other, *tail))
                if new is not None:
                    rounds = new
                    break
            place += 1
        return rounds

    def _simplify_cards(self, rounds: PairedRound) -> PairedRound:
        for change in (self._sort_stock, self._rename_suits, self._lower_hands, self._lower_melds, self._lower_cards):
            rounds = change(rounds)
        return rounds

    def _rename(self, rounds: PairedRound, renaming: Renaming) -> PairedRound | None:
        layout = rename_layout(rounds.layout, renaming)
        if layout_key(layout) >= layout_key(rounds.layout):
            return None
        return self._try(rounds, layout, tuple(rename_action(action, renaming) for action in rounds.actions))

    def _sort_stock(self, rounds: PairedRound) -> PairedRound:
        """Sort as many cards of the stock as possible."""
        for kept in range(len(rounds.layout.rest)):
            rest = (*rounds.layout.rest[:kept], *sorted(rounds.layout.rest[kept:]))
            if rest == rounds.layout.rest:
                break
            new = self._try(rounds, attrs.evolve(rounds.layout, rest=rest), rounds.actions)
            if new is not None:
                return new
        return rounds

    def _rename_suits(self, rounds: PairedRound) -> PairedRound:
        best = rounds
        for suits in permutations(range(self._a.suits)):
            full = (*suits, *range(self._a.suits, 4))
            new = self._rename(rounds, tuple(13 * full[card // 13] + card % 13 for card in PACK))
            if new is not None and size_of(new) < size_of(best):
                best = new
        return best

    def _lower_hands(self, rounds: PairedRound) -> PairedRound:
        """Give each seat the lowest free cards, all in a single step."""
        for seat in range(rounds.layout.seats):
            taken = 0
            for hand in rounds.layout.hands[:seat]:
                taken |= hand
            hand = rounds.layout.hands[seat]
            low = [card for card in ascending(self._a.tables.pack) if not taken >> card & 1][: hand.bit_count()]
            rounds = self._rename(rounds, exchange(ascending(hand), low)) or rounds
        return rounds

    def _lower_melds(self, rounds: PairedRound) -> PairedRound:
        """Replace each meld in a hand by a lower meld."""
        for seat in range(rounds.layout.seats):
            for place in range(4):
                rounds = self._lower_meld(rounds, seat, place)
        return rounds

    def _lower_meld(self, rounds: PairedRound, seat: int, place: int) -> PairedRound:
        for rules in (self._a, self._b):
            melds = _melds_of(rounds.layout, seat, rules)
            if place >= len(melds):
                continue
            meld = melds[place]
            tables = rules.tables
            others = [other for other in tables.melds(tables.pack) if other.bit_count() == meld.bit_count()]
            for other in sorted(others, key=ascending)[:_MOST_MELDS]:
                if ascending(other) >= ascending(meld):
                    break
                new = self._rename(rounds, exchange(ascending(meld), ascending(other)))
                if new is not None:
                    return new
        return rounds

    def _lower_cards(self, rounds: PairedRound) -> PairedRound:
        """Exchange each card that matters for the lowest card that keeps the disagreement."""
        for place in range(_cards_in_play(rounds)):
            card = in_order(rounds.layout)[place]
            for other in _lower_later_cards(rounds.layout, place):
                new = self._rename(rounds, exchange([card], [other]))
                if new is not None:
                    rounds = new
                    break
        return self._lower_knock_card(rounds)

    def _exchange_twice(self, rounds: PairedRound) -> PairedRound:
        """Lower a card of seat 0 or the upcard if another card must change with it."""
        for place in range(rounds.layout.hands[0].bit_count() + 1):
            card = in_order(rounds.layout)[place]
            for other in islice(_lower_later_cards(rounds.layout, place), _MOST_LOWER):
                first = exchange([card], [other])
                layout = rename_layout(rounds.layout, first)
                if layout_key(layout) >= layout_key(rounds.layout):
                    continue
                actions = tuple(rename_action(action, first) for action in rounds.actions)
                for second in _between_others_and_stock(layout):
                    new = self._try(
                        rounds,
                        rename_layout(layout, second),
                        tuple(rename_action(action, second) for action in actions),
                    )
                    if new is not None:
                        return new
        return rounds

    def _lower_knock_card(self, rounds: PairedRound) -> PairedRound:
        for card in range(rounds.layout.knock_card):
            if self._a.tables.pack >> card & 1:
                new = self._try(rounds, attrs.evolve(rounds.layout, knock_card=card), rounds.actions)
                if new is not None:
                    return new
        return rounds


def nearest_on(a: RuleSet, b: RuleSet, layout: Layout, most: int) -> PairedRound | None:
    """Return the disagreement on a deal that needs the fewest actions, and the simplest of these."""
    nearest: list[PairedRound] = []
    for number, rounds in enumerate(breadth_first(a, b, layout, options, depth=most)):
        if nearest and len(rounds.actions) > len(nearest[0].actions):
            break
        if number > _MOST_WAYS:
            return None
        if rounds.kind is not None:
            nearest.append(rounds)
    return min(nearest, key=size_of, default=None)


def _melds_of(layout: Layout, seat: int, rules: RuleSet) -> list[int]:
    cards = layout.hands[seat] | (1 << layout.rest[0] if seat == 0 else 0)
    return [meld.cards.mask for meld in best_arrangement(CardSet(cards), rules).melds]


def _cards_in_play(rounds: PairedRound) -> int:
    """Return the number of cards that matter: the hands, the cards drawn, and the next card."""
    layout = rounds.layout
    drawn = len(layout.rest) - len(rounds.states[0].stock_pile) + 1
    return sum(hand.bit_count() for hand in layout.hands) + min(drawn, len(layout.rest), 6)


def _between_others_and_stock(layout: Layout) -> Iterator[Renaming]:
    """Yield every exchange of a card of another seat for a card of the stock, the lowest first."""
    others = chain.from_iterable(map(ascending, layout.hands[1:]))
    for card, other in product(others, layout.rest[1:]):
        yield exchange([card], [other])


def _lower_later_cards(layout: Layout, place: int) -> Iterator[int]:
    """Yield the cards dealt later that are lower than the card in this place, the lowest first."""
    order = in_order(layout)
    yield from sorted(card for card in order[place + 1 :] if card < order[place])
