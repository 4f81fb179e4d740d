"""`settle`: a match's worth, game by game, and the payments."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeVar

import attrs

from ginrules._support.notebook import ShownAsText
from ginrules._support.printed import clean
from ginrules._support.values import Value, shown
from ginrules.errors import ScoreError
from ginrules.match.state import MatchState, expect_match, side_names
from ginrules.scoring.settle import (
    Claim,
    GameSettlement,
    SettleLine,
    claim_of,
    claims_over,
    net_of,
    settle_game,
    weight_of,
)

_MOST_STAKE: Final = 10**12

Stake = TypeVar("Stake", int, Decimal, Fraction)


@attrs.frozen
class Payment(Value):
    """The payment of one player to another.

    Attributes:
        payer: The player who pays.
        payee: The player who is paid.
        points: Points. Above zero.
    """

    payer: int
    payee: int
    points: int


@attrs.frozen(kw_only=True)
class Settlement(ShownAsText, Value):
    """A match, settled.

    Attributes:
        names: The sides' names.
        players: The players' names, for the payments, or () if they are not known.
        games: Each game (column), settled by itself.
        weights: The factor of each game's net.
        totals: By side: the weighted totals of the games. A points match's accounts, its bonus
            included. The games won in a best-of match.
        net: The gain of each side. The sum is zero. A best-of match reports its games
            without adding them up, so its net is all zeros. In a captain's game the player in the box
            is paid the net by every player of the line, or pays it to each.
        payments: Who pays whom, by player. Every pair of three scores settles, a captain's line
            pays or is paid player by player. Empty for teams, who settle the net as they like.
        winners: The sides that have won. Several share a penalty game.
        is_final: Whether the match is over. Until then nothing is paid that has not been earned.
    """

    names: tuple[str, ...]
    games: tuple[GameSettlement, ...]
    weights: tuple[int, ...]
    totals: tuple[int, ...]
    net: tuple[int, ...]
    payments: tuple[Payment, ...]
    winners: tuple[int, ...]
    is_final: bool
    players: tuple[str, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that has won, None before the end and if nobody or several have."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def lines(self) -> tuple[SettleLine, ...]:
        """The items of all games, unweighted."""
        return tuple(line for game in self.games for line in game.lines)

    def amounts(self, per_point: Stake) -> tuple[Stake, ...]:
        """Return the gain of each side at a stake per point: its net times the stake. The sum is zero.

        A payment between two players is multiplied in the same way: ``payment.points * per_point``.

        Args:
            per_point: A point's worth: a whole number, a `decimal.Decimal` or a `fractions.Fraction`,
                from 0 to 10**12.

        Raises:
            ScoreError: If it is anything else, a float included, or not finite.

        Examples:
            >>> import ginrules as gin
            >>> from decimal import Decimal
            >>> match = gin.new_match(gin.RuleSet(), results=[gin.pad_entry(18, gin.RuleSet(), winner=0)])
            >>> [str(amount) for amount in gin.settle(match).amounts(Decimal("0.10"))]
            ['4.30', '-4.30']
        """
        stake: object = per_point
        exact = isinstance(stake, int | Decimal | Fraction) and not isinstance(stake, bool)
        if not exact or (isinstance(stake, Decimal) and not stake.is_finite()) or not 0 <= stake <= _MOST_STAKE:  # type: ignore[operator]
            raise ScoreError(
                f"expected a stake per point from 0 to {_MOST_STAKE}, an int, a Decimal "
                f"or a Fraction, like Decimal('0.10'), got {shown(per_point)}",
                stake=shown(per_point),
            )
        return tuple(points * per_point for points in self.net)

    def __str__(self) -> str:
        rows = [] if self.is_final else ["provisional"]
        names = tuple(map(clean, self.names))
        for game, weight in zip(self.games, self.weights, strict=True):
            rows.append(f"game {game.number}" + (f" (counts {weight} times)" if weight != 1 else ""))
            rows += [f"  {names[line.side]}: {line.kind.replace('-', ' ')} {line.points}" for line in game.lines]
            rows.append(f"  totals {_by_name(names, game.totals)}")
        rows.append(f"totals {_by_name(names, self.totals)}")
        if self.payments and len(self.players) > len(self.names):  # a side of several pays player by player
            claims = tuple(Claim(paid.payer, paid.payee, paid.points) for paid in self.payments)
            gained = net_of(claims, len(self.players))
            rows.append(f"net {_by_name(tuple(map(clean, self.players)), gained, signed=True)}")
        else:
            rows.append(f"net {_by_name(names, self.net, signed=True)}")
        if self.winners:
            rows.append(f"won by {' and '.join(names[side] for side in self.winners)}")
        return "\n".join(rows)


def _by_name(names: tuple[str, ...], points: tuple[int, ...], *, signed: bool = False) -> str:
    form = "+d" if signed else "d"
    return ", ".join(f"{name} {number:{form}}" for name, number in zip(names, points, strict=True))


def settle(match: MatchState) -> Settlement:
    """Settle a match. One in progress is settled provisionally, without game bonus or shutout.

    Columns are settled one by one and weighted (rummy-games.com, rummytalk.com). A match of several
    games is settled by games won or by its own points (Wikipedia), three scores pairwise, and a
    captain's line player by player (rummy-games.com, rummyrulebook.com).

    Examples:
        >>> import ginrules as gin
        >>> rules = gin.RuleSet(shutout="none")
        >>> match = gin.new_match(rules, results=[gin.pad_entry(points, rules, winner=0) for points in (60, 45)])
        >>> gin.settle(match).totals, gin.settle(match).net
        ((255, 0), (255, -255))
    """
    expect_match(match)
    rules = match.rules
    games = tuple(settle_game(game, rules) for game in match.games)
    weights = tuple(weight_of(rules, game.number) for game in games)
    claims = _claims(match, games)
    totals = match.accounts
    if rules.match_form == "single":
        weighted = ([weight * total for total in game.totals] for game, weight in zip(games, weights, strict=True))
        totals = tuple(map(sum, zip(*weighted, strict=True)))
    return Settlement(
        names=side_names(match),
        players=match.players,
        games=games,
        weights=weights,
        totals=totals,
        net=net_of(claims, len(match.sides)),
        payments=_payments(match, claims),
        winners=match.winners,
        is_final=match.is_over,
    )


def _claims(match: MatchState, games: tuple[GameSettlement, ...]) -> tuple[Claim, ...]:
    """Return who owes whom over the whole match, by side, one claim per pair."""
    match match.rules.match_form:
        case "best-of":
            return ()
        case "points":
            claim = claim_of((0, 1), match.accounts[0] - match.accounts[1])
            return (claim,) if claim.points else ()
        case "single":
            return claims_over(games, match.rules, len(match.sides))


def _payments(match: MatchState, claims: tuple[Claim, ...]) -> tuple[Payment, ...]:
    if match.rules.seating == "partnership":
        return ()
    return tuple(
        Payment(payer, payee, claim.points)
        for claim in claims
        for payer in match.sides[claim.debtor]
        for payee in match.sides[claim.creditor]
    )
