"""The cut before a match: each player draws a card, which decides the first dealer and the seats' order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from ginrules._support.printed import clean
from ginrules._support.values import Value, as_items
from ginrules.cards import Card, as_card
from ginrules.errors import ScoreError
from ginrules.match.advance import ensure_new_names, names_of
from ginrules.play.deal import STANDARD, Seed, generator_of, shuffled
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.rule_fields import Ceremony
from ginrules.rules.texts import joined

_MOST: Final = 10


def _as_names(values: Iterable[str]) -> tuple[str, ...]:
    return as_items(values, "the players' names in a list")


def _as_draws(values: Iterable[Iterable[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        tuple(map(as_card, as_items(cards, "cards in a list")))
        for cards in as_items(values, "a list of cards a player")
    )


@attrs.frozen(kw_only=True)
class Cut(Value):
    """The cards that the players drew before a match. `ginrules.cut` makes one.

    Attributes:
        players: The players' names, as they were given.
        drawn: The cards of each player, by the order of `players`: one, and one more for each further cut.
        first_dealer: The ceremony: after ``high-card`` the highest card comes first, otherwise the lowest.
    """

    players: tuple[str, ...] = attrs.field(converter=_as_names)
    drawn: tuple[tuple[Card, ...], ...] = attrs.field(converter=_as_draws)
    first_dealer: Ceremony = "lot"

    def __attrs_post_init__(self) -> None:
        if len(self.players) != len(self.drawn) or len(set(map(_ranks, self.drawn))) != len(self.drawn):
            message = "a cut has cards for each player, and no two players with the same ranks: ginrules.cut draws them"
            raise ScoreError(message, players=self.players)

    @property
    def order(self) -> tuple[int, ...]:
        """The players by their cards, by number from 0: the first deals, the others sit to the left in this order."""
        falling = self.first_dealer == "high-card"
        return tuple(sorted(range(len(self.players)), key=lambda player: _ranks(self.drawn[player]), reverse=falling))

    @property
    def seated(self) -> tuple[str, ...]:
        """The names in the seats' order: the ``players`` of `new_match`, whose player 0 deals first.

        Examples:
            >>> import ginrules as gin
            >>> match = gin.new_match("captain", gin.cut(["Ann", "Bo", "Cy"], 2, "captain").seated)
            >>> match.players[match.due[0].dealer] == match.players[0]
            True
        """
        return tuple(self.players[player] for player in self.order)

    def __str__(self) -> str:
        names = [clean(name) for name in self.players]
        cuts = []
        for number in range(max(map(len, self.drawn))):
            cards = (
                f"{name} {drawn[number]}" for name, drawn in zip(names, self.drawn, strict=True) if number < len(drawn)
            )
            cuts.append(", ".join(cards))
        first, *others = (names[player] for player in self.order)
        seats = f"; to the left {joined(others, 'and')}" if len(others) > 1 else ""
        return f"{'; again '.join(cuts)}: {first} deals first{seats}"


def cut(players: int | Sequence[str], seed: Seed, rules: RuleSet | str = STANDARD) -> Cut:
    """Draw a card for each player: "the player with the lowest card becomes the dealer" (*Gin rummy notes*).

    The cards come from a shuffled pack of 52, ace low. Players whose cards have the same rank cut again, until
    all ranks differ. No round depends on the cut: it is a fair lot.

    Args:
        players: The number of players (then called A, B, …), or their names.
        seed: A number, or a generator that continues from its present state.
        rules: The rules. Their ``first_dealer`` says whether the lowest or the highest card deals.

    Raises:
        ScoreError: If there are not 2 to 10 players, or two have the same name.
        DealError: If the seed is neither a whole number nor a ``random.Random``.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.cut(["Ann", "Bo"], 7))
        Ann Qc, Bo Tc: Bo deals first
        >>> gin.cut(["Ann", "Bo"], 7).seated
        ('Bo', 'Ann')
    """
    rules = rules_of(rules)
    names = names_of(players)
    ensure_new_names(names)
    if not 1 < len(names) <= _MOST:
        raise ScoreError(f"a cut is for 2 to {_MOST} players, not {len(names)}", players=len(names))
    random = generator_of(seed)
    drawn: list[tuple[Card, ...]] = [()] * len(names)
    tied: Sequence[int] = range(len(names))
    while tied:
        for player, card in zip(tied, shuffled(random), strict=False):
            drawn[player] += (card,)
        ranks = [_ranks(cards) for cards in drawn]
        tied = [player for player, mine in enumerate(ranks) if ranks.count(mine) > 1]
    return Cut(players=names, drawn=drawn, first_dealer=rules.first_dealer)


def _ranks(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(int(card.rank) for card in cards)
