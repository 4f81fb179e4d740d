"""A hand in the orders in which people hold it: by suit, by rank, by melds."""

from __future__ import annotations

from ginrules.cards import Card, CardSet
from ginrules.melds.arrange import Hand, best_arrangement
from ginrules.rules.model import RuleSet

Cards = tuple[Card, ...]


def sorted_by_suit(hand: Hand) -> Cards:
    """Return a hand's cards by suit (clubs, diamonds, hearts, spades), in each suit the ace first.

    Raises:
        ParseError: If the hand is not a set of cards.

    Examples:
        >>> import ginrules as gin
        >>> " ".join(map(str, gin.sorted_by_suit("Ks 7h 2c Ah 8h")))
        '2c Ah 7h 8h Ks'
    """
    return tuple(CardSet.of(hand))


def sorted_by_meld(hand: Hand, rules: RuleSet | str) -> Cards:
    """Return a hand's cards with its melds first, each in sequence, then the rest by rank.

    The melds come from `ginrules.best_arrangement`, which leaves the least deadwood.

    Raises:
        ParseError: If the hand is not a set of cards of this pack.

    Examples:
        >>> import ginrules as gin
        >>> " ".join(map(str, gin.sorted_by_meld("Ks 7h 2c Ah 8h 2d 9h 2s Qc 3h", "standard")))
        '2c 2d 2s 7h 8h 9h Ah 3h Qc Ks'
    """
    best = best_arrangement(hand, rules)
    melded = [card for meld in best.melds for card in in_sequence(meld.cards)]
    return (*melded, *sorted_by_rank(best.unmelded))


def sorted_by_rank(hand: Hand) -> Cards:
    """Return a hand's cards by rank, the ace first, in each rank by suit (*Gin rummy notes*).

    Raises:
        ParseError: If the hand is not a set of cards.

    Examples:
        >>> import ginrules as gin
        >>> " ".join(map(str, gin.sorted_by_rank("Ks 7h 2c Ah 7d")))
        'Ah 2c 7d 7h Ks'
    """
    return tuple(sorted(CardSet.of(hand), key=lambda card: (card.rank, card.suit)))


def in_sequence(cards: CardSet) -> Cards:
    """Return a meld's cards in order: a run from its lower end, also round the corner.

    Examples:
        >>> " ".join(map(str, in_sequence(CardSet.parse("As 2s Ks"))))
        'Ks As 2s'
    """
    held = tuple(cards)
    breaks = [place for place in range(1, len(held)) if held[place] != held[place - 1] + 1]
    one_suit = len({card.suit for card in held}) == 1
    if not one_suit or len(breaks) != 1:
        return held
    return held[breaks[0] :] + held[: breaks[0]]
