"""Making a round smaller on which two rule sets disagree: fewer actions first, then a simpler deal.

The simplest deal gives seat 0 the lowest cards of the pack, clubs from the ace up, then turns
the lowest of the rest, and so on. A change is kept when the round still shows a disagreement,
be it another one, and stands lower in that order.
"""

from collections.abc import Iterator
from itertools import chain, islice, permutations, product
from typing import Any, Final

from ginrules.cards import CardSet
from ginrules.lab.divergence.lockstep import (
    Found,
    Pair,
    Shape,
    ascending,
    both,
    chance_of,
    disagreement,
    options,
    replay,
    starts,
)
from ginrules.lab.divergence.random_play import declaring, pivots
from ginrules.melds.arrange import best_arrangement
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, ShuffleStock, Spread
from ginrules.rules.model import RuleSet

_MOST_MELDS: Final = 30
_SHORT: Final = 12
_MOST_LOWER: Final = 3
_MOST_WAYS: Final = 2_000
_PACK: Final = tuple(range(52))

Renaming = tuple[int, ...]
"""For each card number the card that takes its place."""


class Shrinker:
    """Makes a disagreement smaller as long as it can.

    Args:
        a: The first rule set.
        b: The second.
        effort: The most rounds to try.
    """

    def __init__(self, a: RuleSet, b: RuleSet, effort: int) -> None:
        self._a, self._b, self._left = a, b, effort

    def smallest(self, found: Found) -> Found:
        """The smallest disagreement that was reached from this one."""
        found = self._shorter(found)
        while self._left > 0:
            before = key_of(found)
            found = self._plainer_cards(self._plainer_actions(self._fewer(found)))
            if key_of(found) == before:
                found = self._two_exchanges(found)
            if key_of(found) == before:
                break
        return nearest_on(self._a, self._b, found.shape, len(found.actions)) or found

    def _shorter(self, found: Found) -> Found:
        """Begin the round at one of its last turns."""
        if len(found.actions) > 3:
            for shape in pivots(found, self._a, self._b):
                nearer = declaring(self._a, self._b, shape, len(found.actions) - 1)
                if nearer is not None and key_of(nearer) < key_of(found):
                    found = nearer
        return found

    def _better(self, found: Found, shape: Shape, actions: tuple[Action, ...]) -> Found | None:
        if self._left <= 0:
            return None
        self._left -= 1
        new = replay(self._a, self._b, shape, actions)
        return new if new is not None and key_of(new) < key_of(found) else None

    def _fewer(self, found: Found) -> Found:
        """Leave out actions: whole turns of a table, single ones."""
        length = 4 * found.shape.seats
        while length:
            place = 0
            while place + length <= len(found.actions):
                less = (*found.actions[:place], *found.actions[place + length :])
                new = self._better(found, found.shape, less)
                found, place = (new, place) if new else (found, place + 1)
            length //= 2
        return found

    def _plainer_actions(self, found: Found) -> Found:
        """Put an action of the same kind that is listed before in the place of each."""
        if len(found.actions) > _SHORT:
            return found
        place = 0
        while place < len(found.actions):
            pair = starts(self._a, self._b, found.shape)
            for action in found.actions[:place]:
                pair = both(pair, chance_of(pair[0]) if isinstance(action, ShuffleStock) else action)
            for other in options(pair):
                if other == found.actions[place]:
                    break
                new = self._better(found, found.shape, (*found.actions[:place], other, *found.actions[place + 1 :]))
                if new is not None:
                    found = new
                    break
            place += 1
        return found

    def _plainer_cards(self, found: Found) -> Found:
        for moves in (self._stock, self._suits, self._hands, self._melds, self._single_cards):
            found = moves(found)
        return found

    def _renamed(self, found: Found, renaming: Renaming) -> Found | None:
        shape = renamed_shape(found.shape, renaming)
        if _shape_key(shape) >= _shape_key(found.shape):
            return None
        return self._better(found, shape, tuple(renamed_action(each, renaming) for each in found.actions))

    def _stock(self, found: Found) -> Found:
        """Sort as much of the stock as can be."""
        for kept in range(len(found.shape.rest)):
            rest = (*found.shape.rest[:kept], *sorted(found.shape.rest[kept:]))
            if rest == found.shape.rest:
                break
            new = self._better(found, _with_rest(found.shape, rest), found.actions)
            if new is not None:
                return new
        return found

    def _suits(self, found: Found) -> Found:
        """Rename the suits."""
        best = found
        for suits in permutations(range(self._a.suits)):
            full = (*suits, *range(self._a.suits, 4))
            new = self._renamed(found, tuple(13 * full[card // 13] + card % 13 for card in _PACK))
            if new is not None and key_of(new) < key_of(best):
                best = new
        return best

    def _hands(self, found: Found) -> Found:
        """Give a seat the lowest cards that are free, all at once."""
        for seat in range(found.shape.seats):
            taken = 0
            for hand in found.shape.hands[:seat]:
                taken |= hand
            hand = found.shape.hands[seat]
            low = [card for card in ascending(self._a.tables.pack) if not taken >> card & 1][: hand.bit_count()]
            new = self._renamed(found, exchange(ascending(hand), low))
            found = new or found
        return found

    def _melds(self, found: Found) -> Found:
        """Put a lower meld in the place of each meld that is held."""
        for seat in range(found.shape.seats):
            for place in range(4):
                found = self._lower_meld(found, seat, place)
        return found

    def _lower_meld(self, found: Found, seat: int, place: int) -> Found:
        for rules in (self._a, self._b):
            melds = _melds_held(found.shape, seat, rules)
            if place >= len(melds):
                continue
            meld = melds[place]
            tables = rules.tables
            others = [each for each in tables.melds(tables.pack) if each.bit_count() == meld.bit_count()]
            for other in sorted(others, key=ascending)[:_MOST_MELDS]:
                if ascending(other) >= ascending(meld):
                    break
                new = self._renamed(found, exchange(ascending(meld), ascending(other)))
                if new is not None:
                    return new
        return found

    def _single_cards(self, found: Found) -> Found:
        """Exchange each card that matters for the lowest that will do."""
        for place in range(_places(found.shape, self._drawn(found))):
            card = _in_order(found.shape)[place]
            for other in _lower_cards(found.shape, place):
                new = self._renamed(found, exchange([card], [other]))
                if new is not None:
                    found = new
                    break
        return self._knock_card(found)

    def _two_exchanges(self, found: Found) -> Found:
        """Lower a card of seat 0 or the upcard where the other cards must change with it."""
        for place in range(found.shape.hands[0].bit_count() + 1):
            card = _in_order(found.shape)[place]
            for other in islice(_lower_cards(found.shape, place), _MOST_LOWER):
                first = exchange([card], [other])
                shape = renamed_shape(found.shape, first)
                if _shape_key(shape) >= _shape_key(found.shape):
                    continue
                actions = tuple(renamed_action(each, first) for each in found.actions)
                for second in _between_others_and_stock(shape):
                    new = self._better(
                        found, renamed_shape(shape, second), tuple(renamed_action(each, second) for each in actions)
                    )
                    if new is not None:
                        return new
        return found

    def _drawn(self, found: Found) -> int:
        """How many cards of upcard and stock come into play, and one more."""
        return len(found.shape.rest) - len(found.states[0].stock_pile) + 1

    def _knock_card(self, found: Found) -> Found:
        for card in range(found.shape.knock_card):
            if self._a.tables.pack >> card & 1:
                shape = Shape(found.shape.hands, found.shape.rest, card)
                new = self._better(found, shape, found.actions)
                if new is not None:
                    return new
        return found


def nearest_on(a: RuleSet, b: RuleSet, shape: Shape, most: int) -> Found | None:
    """The nearest disagreement on this deal by any actions, of these the plainest; None where there are too many ways.

    Args:
        a: The first rule set.
        b: The second.
        shape: The deal.
        most: The most actions.
    """
    pair = starts(a, b, shape)
    kind = disagreement(pair)
    if kind is not None:
        return Found(shape, (), kind, pair)
    level: list[tuple[Pair, tuple[Action, ...]]] = [(pair, ())]
    nodes = 0
    for _ in range(most):
        found, following = [], []
        for pair, done in level:
            for action in options(pair):
                after = both(pair, action)
                nodes += 1
                if nodes > _MOST_WAYS:
                    return None
                kind = disagreement(after)
                if kind is not None:
                    found.append(Found(shape, (*done, action), kind, after))
                elif not after[0].is_over:
                    following.append((after, (*done, action)))
        if found:
            return min(found, key=key_of)
        level = following
    return None


def key_of(found: Found) -> tuple[object, ...]:
    """What is made small: the number of actions, then the deal, then the actions."""
    return len(found.actions), _shape_key(found.shape), [_action_key(each) for each in found.actions]


def _shape_key(shape: Shape) -> tuple[object, ...]:
    first, *others = map(ascending, shape.hands)
    return first, shape.rest[:1], others, shape.rest, shape.knock_card


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


def exchange(some: list[int], others: list[int]) -> Renaming:
    """The renaming that puts each of the first cards in the place of one of the others, and the other way round."""
    leaving = [card for card in some if card not in others]
    coming = [card for card in others if card not in some]
    names = list(_PACK)
    for one, other in zip(leaving, coming, strict=False):
        names[one], names[other] = other, one
    return tuple(names)


def renamed_shape(shape: Shape, renaming: Renaming) -> Shape:
    """The deal with its cards renamed; the card of the second pack stays."""
    hands = tuple(_renamed_mask(hand, renaming) for hand in shape.hands)
    return Shape(hands, tuple(renaming[card] for card in shape.rest), shape.knock_card)


def _renamed_mask(cards: int, renaming: Renaming) -> int:
    return sum(1 << renaming[card] for card in ascending(cards))


def renamed_action(action: Action, renaming: Renaming) -> Action:
    """The action with its cards renamed; a lay-off keeps its place."""
    match action:
        case Discard(card):
            return Discard(_name(card, renaming))
        case Knock(card):
            return Knock(_name(card, renaming))
        case LayOff(card, onto):
            return LayOff(_name(card, renaming), onto)
        case LayDown(meld):
            return LayDown(_renamed_meld(meld, renaming))
        case Spread(melds):
            return Spread([_renamed_meld(meld, renaming) for meld in melds])
        case ShuffleStock(order):
            return ShuffleStock([renaming[card] for card in order])
        case _:
            return action


def _name(card: int, renaming: Renaming) -> Any:
    return renaming[card]


def _renamed_meld(meld: Meld, renaming: Renaming) -> Meld:
    return Meld.of([_name(card, renaming) for card in meld.cards])


def _with_rest(shape: Shape, rest: tuple[int, ...]) -> Shape:
    return Shape(shape.hands, rest, shape.knock_card)


def _melds_held(shape: Shape, seat: int, rules: RuleSet) -> list[int]:
    cards = shape.hands[seat] | (1 << shape.rest[0] if seat == 0 else 0)
    return [meld.cards.mask for meld in best_arrangement(CardSet(cards), rules).melds]


def _places(shape: Shape, drawn: int) -> int:
    return sum(hand.bit_count() for hand in shape.hands) + min(drawn, len(shape.rest), 6)


def _in_order(shape: Shape) -> list[int]:
    """The cards as the order of deals counts them: seat 0's ascending, the upcard, the other seats', the stock."""
    first, *others = map(ascending, shape.hands)
    return [*first, *shape.rest[:1], *chain.from_iterable(others), *shape.rest[1:]]


def _between_others_and_stock(shape: Shape) -> Iterator[Renaming]:
    """Every exchange of a card of another seat for one of the stock, the lowest first."""
    others = chain.from_iterable(map(ascending, shape.hands[1:]))
    for card, other in product(others, shape.rest[1:]):
        yield exchange([card], [other])


def _lower_cards(shape: Shape, place: int) -> Iterator[int]:
    """The cards dealt later that are lower than the one in this place, lowest first."""
    order = _in_order(shape)
    yield from sorted(card for card in order[place + 1 :] if card < order[place])
