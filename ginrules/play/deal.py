"""From a pack to the first turn: shuffling, stacking and dealing."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeVar

from ginrules._support.values import as_items, index_of, shown, whole_number
from ginrules.cards import CARDS, Card, CardSet, as_card, cards_in
from ginrules.errors import DealError, GinRulesError, InvalidRunError, ParseError
from ginrules.play.phases import DrawTurn, Phase, PlayTurn, UpcardOffer
from ginrules.play.state import History, RoundConfig, RoundState
from ginrules.rules.model import RuleSet, rules_of

Seed = int | random.Random
"""An ``int``, or a ``random.Random``, which continues from its present state."""

Item = TypeVar("Item")

STANDARD: Final = RuleSet(name="standard")
"""All defaults together. The preset of that name is equal to it."""


def pack_of(rules: RuleSet | str) -> tuple[Card, ...]:
    """Return the pack's cards in ascending order: the lowest ranks of the first suits.

    Examples:
        >>> import ginrules as gin
        >>> len(gin.pack_of("standard")), len(gin.pack_of(gin.presets.STANDARD.evolve(ranks=6, hand_size=4)))
        (52, 24)
    """
    rules = rules_of(rules)
    return _pack(rules.ranks, rules.suits)


@cache
def _pack(ranks: int, suits: int) -> tuple[Card, ...]:
    return tuple(CARDS[13 * suit + rank] for suit in range(suits) for rank in range(ranks))


def shuffled(seed: Seed, rules: RuleSet | str = STANDARD) -> tuple[Card, ...]:
    """Return the pack in a random order, first drawn first. The same seed always gives the same order.

    The algorithm is pinned: from the ascending pack, for ``i`` from the last place down to 1,
    swap place ``i`` with place ``int(random() * (i + 1))``, where ``random`` is Python's
    Mersenne Twister seeded with the number.

    Raises:
        DealError: If the seed is neither a whole number nor a ``random.Random``.

    Examples:
        >>> import ginrules as gin
        >>> gin.shuffled(1) == gin.shuffled(1)
        True
    """
    return in_random_order(pack_of(rules), seed)


def in_random_order(items: Iterable[Item], seed: Seed) -> tuple[Item, ...]:
    """Return cards, or other items, in a random order, by the algorithm of `shuffled`."""
    order = list(items)
    random_ = generator_of(seed).random
    for last in range(len(order) - 1, 0, -1):
        other = int(random_() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def knock_card_of(rules: RuleSet | str, seed: int, number: int) -> Card:
    """Return the second pack's card that sets the limit for a match's deal (*Gin rummy notes*).

    The second pack is shuffled once. Its bottom card is turned before the first deal, the next card
    before the next deal. A team round's tables share the card. A used-up pack is reshuffled.

    Args:
        rules: The rules, which decide the pack's cards.
        seed: The match's seed.
        number: The deal's number in the match, from 0.

    Raises:
        DealError: If the seed is not a whole number, or the number is not 0 or more.

    Examples:
        >>> import ginrules as gin
        >>> turned = [gin.knock_card_of("standard", 7, number) for number in range(104)]
        >>> sorted(turned[:52]) == sorted(turned[52:]) == list(gin.pack_of("standard"))
        True
    """
    start, deals = whole_number("seed", seed, error=DealError), whole_number("number", number, 0, error=DealError)
    pack = pack_of(rules)
    time, place = divmod(deals, len(pack))
    return in_random_order(pack, random.Random(f"second pack {time} of {start}"))[place]


def generator_of(seed: Seed) -> random.Random:
    """Return the generator itself, or a new one for a number."""
    if isinstance(seed, random.Random):
        return seed
    number = index_of(seed)
    if number is None:
        raise DealError(f"expected a seed, a whole number or a random.Random, got {shown(seed)}", seed=shown(seed))
    return random.Random(number)


def stacked(
    hands: Sequence[CardSet | Iterable[Card | int | str] | str],
    rules: RuleSet | str = STANDARD,
    *,
    upcard: Card | str | None = None,
    stock: Iterable[Card | int | str] | str = (),
    dealer: int = 0,
) -> tuple[Card, ...]:
    """Return the pack in an order that deals exactly these hands, by seat.

    Cards not named follow in ascending order: the upcard (if not named), then the rest of the
    stock. Under the eleven-card opening the seat after the dealer needs its eleven.

    Args:
        hands: The hands, by seat.
        rules: The rules, which decide hand sizes, opening and pack.
        upcard: The card turned up. Not for openings without one.
        stock: The first cards of the stock, next card first.
        dealer: The dealer's seat, as in the call of `deal`.

    Raises:
        DealError: If a hand has the wrong size, a card appears twice or is not in the pack.

    Examples:
        >>> import ginrules as gin
        >>> order = gin.stacked(["A23.456.789.T", "456.789.TJQ.K"], upcard="2s", stock="3s 5s")
        >>> state = gin.deal("standard", order)
        >>> state.hands[0].dotted, str(state.upcard), str(state.stock[-1])
        ('A23.456.789.T', '2s', '3s')
    """
    rules = rules_of(rules)
    try:
        held = [CardSet.of(hand) for hand in as_items(hands, "hands by seat in a list")]
        turned = None if upcard is None else as_card(upcard)
        drawn = list(cards_in(stock))
    except ParseError as fault:
        raise DealError(f"not cards to deal: {fault}", **fault.details) from fault
    seats = len(held)
    dealer = whole_number("dealer", dealer, 0, seats_at(rules, seats) - 1, error=DealError)
    sizes = hand_sizes(rules, seats, dealer)
    for seat, (hand, size) in enumerate(zip(held, sizes, strict=True)):
        if len(hand) != size:
            raise DealError(f"expected {size} cards for seat {seat}, got {len(hand)}", seat=seat, size=size)
    if turned is not None and not rules.has_upcard:
        raise DealError(
            f"expected no upcard with the opening {rules.opening}, got {turned}: leave it out", upcard=str(turned)
        )
    waiting = [list(hand) for hand in held]
    order = [waiting[seat].pop(0) for seat in _dealing(rules, seats, dealer)]
    if rules.has_upcard and turned is None:
        named = {*order, *drawn}
        turned = next((card for card in pack_of(rules) if card not in named), None)
    order += ([] if turned is None else [turned]) + drawn
    named = set(order)
    order += [card for card in pack_of(rules) if card not in named]
    return _checked_order(rules, order)


def deal(
    rules: RuleSet | str,
    order: Iterable[Card | int | str] | str | None = None,
    *,
    seed: Seed | None = None,
    dealer: int = 0,
    seats: int = 2,
    knock_card: Card | str | None = None,
) -> RoundState:
    """Return the first state of a round.

    Cards are dealt one at a time from the seat after the dealer (Wikipedia, *Gin rummy notes*).
    Then the upcard is turned (if the opening has one) and the rest is the stock. In the
    eleven-card opening the extra card comes last (pagat.com).

    Args:
        rules: The rules to play by.
        order: The whole pack, first dealt first, as cards or a text. See `shuffled` and `stacked`.
        seed: A seed instead of an order. The order is ``shuffled(seed, rules)``. If a second pack sets
            the knock limit, the knock card is ``knock_card_of(rules, seed, 0)``.
        dealer: The dealer's seat.
        seats: How many seats play.
        knock_card: The second pack's card, for rules whose limit it sets.

    Raises:
        DealError: If the order is not the whole pack once, order and seed are both given or both missing, the
            rules do not allow this number of seats, the dealer is not a seat, or a knock card is
            missing or not used.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.deal("standard", gin.shuffled(7))
        >>> len(state.hands[0]), len(state.stock), type(state.phase).__name__
        (10, 31, 'UpcardOffer')
        >>> state == gin.deal("standard", seed=7)
        True
    """
    rules = rules_of(rules)
    if (order is None) == (seed is None):
        raise DealError("expected an order of the pack or a seed, one of the two: deal(rules, seed=7)")
    if seed is not None:
        order, knock_card = order_and_knock_card(seed, rules, knock_card)
    assert order is not None
    cards = _checked_order(rules, order)
    seats = seats_at(rules, seats)
    dealer = whole_number("dealer", dealer, 0, seats - 1, error=DealError)
    hands = [0] * seats
    dealing = _dealing(rules, seats, dealer)
    dealt = len(dealing)
    for seat, card in zip(dealing, cards, strict=False):
        hands[seat] |= 1 << card
    turned = cards[dealt] if rules.has_upcard else None
    rest = cards[dealt + (turned is not None) :]
    limit_card = _checked_knock_card(rules, knock_card)
    setup = RoundConfig(rules, seats, dealer, turned, limit_card, rules.limit_in_force(turned, limit_card))
    nothing = (0,) * seats
    return RoundState(
        setup,
        tuple(hands),
        bytes(reversed(rest)),
        b"" if turned is None else bytes((turned,)),
        (),
        nothing,
        nothing,
        History(),
        _opening(rules, (dealer + 1) % seats),
    )


def order_and_knock_card(
    seed: Seed, rules: RuleSet, knock_card: Card | str | None = None
) -> tuple[tuple[Card, ...], Card | str | None]:
    """Return a seed's order, and its knock card if the rules need one and none is given."""
    order = shuffled(seed, rules)
    if knock_card is None and rules.knock_source == "knock-card":
        knock_card = knock_card_of(rules, seed, 0)  # type: ignore[arg-type] # a generator is refused there
    return order, knock_card


def _opening(rules: RuleSet, first: int) -> Phase:
    match rules.opening:
        case "upcard-offer":
            return UpcardOffer(first)
        case "eleven-cards":
            return PlayTurn(first)
        case "open-card":
            return DrawTurn(first)
        case "no-upcard":
            return DrawTurn(first, stock_only=True)


def _dealing(rules: RuleSet, seats: int, dealer: int) -> list[int]:
    first = [(dealer + 1 + place) % seats for place in range(seats)]
    hands = first * rules.hand_size_for(seats)
    return [*hands, first[0]] if rules.opening == "eleven-cards" else hands


def hand_sizes(rules: RuleSet, seats: int, dealer: int) -> list[int]:
    """Return the number of cards dealt to each seat. With eleven cards, the seat after the dealer has one more."""
    dealing = _dealing(rules, seats, dealer)
    return [dealing.count(seat) for seat in range(seats)]


def common_seats(*rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of seats that a table can have under all of these rules, the fewest first."""
    return tuple(sorted(set(rules[0].table_sizes).intersection(*(other.table_sizes for other in rules[1:]))))


def seats_at(
    rules: RuleSet, seats: object = None, *, others: Sequence[RuleSet] = (), error: type[GinRulesError] = DealError
) -> int:
    """Return the seats at a table by these rules: the number asked for, or the fewest if it is None."""
    allowed = common_seats(rules, *others) if others else rules.table_sizes
    return _allowed((rules, *others), seats, allowed, ("seats", "at a table"), error)


def players_in(rules: RuleSet, players: object = None, *, error: type[GinRulesError] = DealError) -> int:
    """Return a match's players by these rules: the number asked for, or the fewest if it is None."""
    return _allowed((rules,), players, rules.player_counts, ("players", "in a match"), error)


def _allowed(
    rules: Sequence[RuleSet], value: object, allowed: Sequence[int], words: tuple[str, str], error: type[GinRulesError]
) -> int:
    number = allowed[0] if value is None else index_of(value)
    if number is None or number not in allowed:
        (name, where), label = words, " and ".join(one.name or "this rule set" for one in rules)
        raise error(
            f"expected {' or '.join(map(str, allowed))} {name} {where} of {label}, got {shown(value)}",
            allowed=list(allowed),
            **{name: shown(value) if number is None else number},
        )
    return number


def players_by_place(players: int, places: int) -> tuple[int, ...]:
    """Return the number of the player in each place. Fewer players than places are repeated."""
    if not players or places % players:
        message = f"{players} players do not divide {places} places evenly: expected one, or one for each place"
        raise InvalidRunError(message, players=players, places=places)
    return tuple(place % players for place in range(places))


def _checked_knock_card(rules: RuleSet, knock_card: Card | str | None) -> Card | None:
    is_used = rules.knock_source == "knock-card"
    if (knock_card is not None) != is_used:
        raise DealError(
            "expected knock_card, a card of a second pack, from which these rules take the limit"
            if is_used
            else f"expected no knock card under these rules, got {_named(knock_card)}: leave it out",
            knock_card=None if knock_card is None else _named(knock_card),
        )
    if knock_card is None:
        return None
    try:
        card = as_card(knock_card)
    except ParseError as fault:
        raise DealError(f"not a knock card: {fault}", **fault.details) from fault
    if card not in pack_of(rules):
        raise DealError(f"{card} cannot be the knock card: the second pack is like the first", knock_card=str(card))
    return card


def _named(card: object) -> str:
    return str(card) if isinstance(card, Card) else shown(card)


def _checked_order(rules: RuleSet, order: Iterable[Card | int | str] | str) -> tuple[Card, ...]:
    pack = pack_of(rules)
    if isinstance(order, tuple) and set(map(type, order)) == {Card} and tuple(sorted(order)) == pack:
        return order
    seed = index_of(order)
    if isinstance(order, random.Random) or (seed is not None and not isinstance(order, CardSet)):
        number = "seed" if seed is None else shown(seed)
        raise DealError(
            f"expected the cards of the pack in order, got {shown(order)}: "
            f"deal(rules, seed={number}) deals the order of a seed, that of shuffled({number}, rules)"
        )
    try:
        cards = cards_in(order)
    except ParseError as fault:
        raise DealError(f"the order to deal is not of cards: {fault}") from fault
    if tuple(sorted(cards)) == pack:
        return cards
    twice = sorted({card for card in cards if cards.count(card) > 1})
    strange = sorted(set(cards) - set(pack))
    missing = sorted(set(pack) - set(cards))
    faults = [
        f"{len(cards)} cards instead of {len(pack)}" if len(cards) != len(pack) else "",
        _listed("twice", twice),
        _listed("not in the pack", strange),
        _listed("missing", missing),
    ]
    raise DealError(
        f"the order to deal must be the whole pack once: {'; '.join(filter(None, faults))}",
        cards=len(cards),
        pack=len(pack),
        twice=list(map(str, twice)),
        strange=list(map(str, strange)),
        missing=list(map(str, missing)),
    )


def _listed(what: str, cards: list[Card]) -> str:
    more = f" and {len(cards) - 5} more" if len(cards) > 5 else ""
    return f"{what} {' '.join(map(str, cards[:5]))}{more}" if cards else ""
