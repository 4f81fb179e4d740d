"""Deals from seeds: the shuffled pack, the seeds of the players, their seatings, the same hands for each dealer."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import attrs

from ginrules.cards import Card
from ginrules.play.deal import deal, in_random_order, pack_of, players_by_place, shuffled
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet

PLY_CAP: Final = 20_000
"""Actions after which a round is given up as endless. Sensible play needs about fifty."""

_SEATS_OF_DIGEST: Final = 8


@attrs.frozen
class Deal:
    """One shuffled pack, and every other random choice in its rounds.

    Attributes:
        seed: The seed it comes from. ``ginrules.shuffled(seed)`` is the order.
        order: The pack, first dealt first.
        knock_card: The second pack's card, for rules whose limit it sets.
        round_seed: The seed of reshuffles. The players' seeds come from it (`player_seed`).
    """

    seed: int
    order: tuple[Card, ...]
    knock_card: Card
    round_seed: int

    def state(self, rules: RuleSet, *, seats: int, dealer: int) -> RoundState:
        """Return the first state of a round of this deal: every seat holds the same hand whichever seat deals."""
        order = with_dealer(self.order, rules, seats=seats, dealer=dealer)
        knock_card = self.knock_card if rules.knock_source == "knock-card" else None
        return deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)


@attrs.frozen
class Played:
    """A finished round.

    Attributes:
        outcome: Its facts.
        turns: Turns played. A seat's draw and discard (or knock) are one turn.
        plies: Actions taken, chance included.
    """

    outcome: Outcome
    turns: int
    plies: int


def deal_seed(seed: int, number: int) -> int:
    """Return the seed of a run's deal of this number: a hash of both, below 2**63."""
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1


def player_seed(round_seed: int, seat: int) -> int:
    """Return the seed of the player at a seat of a round, below 2**63, as a hash of the round's seed and the seat.

    A player gets this seed: the reshuffles, the cards and the other seats' seeds cannot be computed from it.
    The compiled core has the same function in ``core/player_seeds.inc``.

    Examples:
        >>> player_seed(7, 0), player_seed(7, 1)
        (1598163434233106474, 8229397510576736415)
    """
    block, place = divmod(seat, _SEATS_OF_DIGEST)
    digest = hashlib.blake2b(b"players " + (round_seed % 2**64).to_bytes(8, "little") + bytes([block])).digest()
    return int.from_bytes(digest[8 * place : 8 * place + 8], "little") >> 1


def are_drawn(players: Sequence[str]) -> bool:
    """Return whether each deal draws the circular order of its players: of four or more, not all others alike."""
    return len(players) > 3 and len(set(players[1:])) > 1


def seatings(players: Sequence[str], places: int, seed: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the seatings in which a deal is played, each as the number of the player in each place.

    They favor nobody: every player has every place. Two or three players sit in all circular orders. For four
    or more, whose circular orders are many, the deal's seed draws one, and all are equally likely. The draw does
    not depend on the players' order. Fewer players than places are repeated round the table, so two of
    them are two sides.

    Examples:
        >>> seatings(["a", "b"], 4)
        ((0, 1, 0, 1), (1, 0, 1, 0))
        >>> seatings(["a", "b", "c"], 3)
        ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2))
        >>> seatings(["a", "b", "b"], 3)
        ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        >>> [["".join(names[one] for one in table) for table in seatings(names, 4, 1)] for names in ("abcd", "dbca")]
        [['adbc', 'dbca', 'bcad', 'cadb'], ['adbc', 'dbca', 'bcad', 'cadb']]
    """
    numbers = tuple(range(len(players)))
    if are_drawn(players):
        first, *others = sorted(numbers, key=players.__getitem__)
        generator = random.Random(f"seats {seed}")
        return _turned(((first, *in_random_order(others, generator)),), places)
    if len(numbers) == 3 and players[1] != players[2]:
        return _turned((numbers, (0, 2, 1)), places)
    return _turned((numbers,), places)


@lru_cache(maxsize=1024)
def _turned(orders: tuple[tuple[int, ...], ...], places: int) -> tuple[tuple[int, ...], ...]:
    """Return the seatings of circular orders: each order, turned to begin with each of its players."""
    number = len(orders[0])
    base = players_by_place(number, places)
    return tuple(tuple(order[(place + turn) % number] for place in base) for order in orders for turn in range(number))


def new_deal(seed: int, rules: RuleSet) -> Deal:
    """Make a seed's deal: the same order for all rules with the same pack.

    The compiled core has the same function in ``core/rounds.inc``.
    """
    pack = pack_of(rules)
    place, round_seed = knock_place_and_round_seed(seed)
    return Deal(seed, shuffled(seed, rules), pack[int(place * len(pack))], round_seed)


def knock_place_and_round_seed(seed: int) -> tuple[float, int]:
    """Return a deal's share of the pack, from 0 to 1, below its knock card, and its `Deal.round_seed`."""
    later = random.Random(f"after {seed}")
    return later.random(), later.getrandbits(62)


def with_dealer(order: Sequence[Card], rules: RuleSet, *, seats: int, dealer: int) -> tuple[Card, ...]:
    """Reorder a pack: with this dealer every seat gets the hand that it would get if the last seat dealt.

    Only the seat that begins changes: upcard, stock and the extra card of the eleven-card opening (which
    goes to the seat that begins) keep their places.

    Examples:
        >>> from ginrules.play.deal import deal
        >>> rules = RuleSet()
        >>> order = shuffled(7, rules)
        >>> other = with_dealer(order, rules, seats=2, dealer=0)
        >>> deal(rules, order, dealer=1).hands == deal(rules, other, dealer=0).hands
        True
    """
    dealt = seats * rules.hand_size_for(seats)
    first = (dealer + 1) % seats
    turned = [order[place - place % seats + (place + first) % seats] for place in range(dealt)]
    return (*turned, *order[dealt:])
