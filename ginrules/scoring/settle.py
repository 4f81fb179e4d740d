"""The settlement of one game: points, game bonus, shutout, boxes, the winner and the claims.

Sources: Wikipedia, pagat.com, *Gin rummy notes*, *Online rules* part 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

import attrs

from ginrules._support.values import Value, expect
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.sheet import Game

SettleKind = Literal["points", "game-bonus", "shutout", "boxes", "concession"]


@attrs.frozen
class SettleLine(Value):
    """One item of a side's total in one game.

    Attributes:
        kind: The item's purpose.
        game: The game's number (the column), from 1.
        side: The side whose total it belongs to.
        points: Points. Below zero when they are taken away.
    """

    kind: SettleKind
    game: int
    side: int
    points: int

    def __str__(self) -> str:
        return f"game {self.game}, side {self.side}: {self.kind.replace('-', ' ')} {self.points:+d}"


@attrs.frozen
class Claim(Value):
    """The debt of one side to another for one game.

    Attributes:
        debtor: The side that pays.
        creditor: The side that is paid.
        points: Points. Above zero.
    """

    debtor: int
    creditor: int
    points: int


@attrs.frozen(kw_only=True)
class GameSettlement(Value):
    """One game, settled.

    Attributes:
        number: The game's number (the column), from 1.
        lines: The totals' items.
        totals: Sums of the lines, by side.
        shut_out: The sides that were shut out.
        forfeited: Whether the winner's margin was the forfeiting margin.
        claims: Who owes whom. A doubled difference and a forfeit are here, not in the totals.
        winners: The sides that have won. Several share a penalty game.
        is_final: Whether the game is closed. Until then nothing is paid that has not been earned.
    """

    number: int
    lines: tuple[SettleLine, ...]
    totals: tuple[int, ...]
    shut_out: tuple[int, ...]
    forfeited: bool
    claims: tuple[Claim, ...]
    winners: tuple[int, ...]
    is_final: bool

    @property
    def winner(self) -> int | None:
        """The side that has won, None if nobody or several have."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def net(self) -> tuple[int, ...]:
        """The gain of every side in the game, claims paid, with the sum zero."""
        return net_of(self.claims, len(self.totals))


def net_of(claims: tuple[Claim, ...], sides: int) -> tuple[int, ...]:
    """Return the gain of each side when the claims are paid."""
    net = [0] * sides
    for claim in claims:
        net[claim.debtor] -= claim.points
        net[claim.creditor] += claim.points
    return tuple(net)


def settle_game(game: Game, rules: RuleSet | str) -> GameSettlement:
    """Settle one game by itself. An open game is settled provisionally.

    Order (Wikipedia, pagat.com, and the source of each rule of ``game``): points, game bonus to the side that crossed
    the target, shutout, boxes, totals, winner, exact margin, net. The net is the difference in totals, so it can
    go against the winner.

    Examples:
        >>> from ginrules.scoring import settle_game
        >>> import ginrules as gin
        >>> game = gin.Game(number=1, points=(105, 95), boxes=(2, 8), standing=(105, 95),
        ...             reached=(0,), crossed=0, closed=True)
        >>> settled = settle_game(game, gin.RuleSet(shutout="none"))
        >>> settled.totals, settled.winner, settled.net
        ((255, 295), 0, (-40, 40))
    """
    expect(game, Game, "a Game", "a match has games, match.games")
    rules = rules_of(rules)
    sides = range(len(game.points))
    shut_out = tuple(side for side in sides if _is_shut_out(game, rules, side))
    lines = tuple(line for side in sides for line in _lines(game, rules, side, shut_out) if line.points)
    totals = tuple(sum(line.points for line in lines if line.side == side) for side in sides)
    winners = _winners(game, rules, totals) if game.closed else ()
    can_forfeit = rules.exact_margin_forfeit > 0 and not game.conceded_by and len(totals) == 2 and len(winners) == 1
    forfeited = can_forfeit and totals[winners[0]] - totals[1 - winners[0]] == rules.exact_margin_forfeit
    if forfeited:
        winners = (1 - winners[0],)
    claims = tuple(
        claim
        for first in sides
        for second in sides[first + 1 :]
        if (claim := _claim(game, rules, totals, shut_out, (first, second), forfeited=forfeited)).points
    )
    return GameSettlement(
        number=game.number,
        lines=lines,
        totals=totals,
        shut_out=shut_out,
        forfeited=forfeited,
        claims=claims,
        winners=winners,
        is_final=game.closed,
    )


def _is_shut_out(game: Game, rules: RuleSet, side: int) -> bool:
    crossed = game.crossed
    if not game.closed or crossed in (None, side) or rules.shutout == "none":  # however it is defined
        return False
    match rules.shutout_when:
        case "loser-no-wins":
            return game.wins(side) == 0
        case "loser-no-points":
            return game.points[side] <= 0
        case "winner-every-hand":
            return game.drawn == 0 and all(crossed in entry.winners for entry in game.entries)


def _lines(game: Game, rules: RuleSet, side: int, shut_out: tuple[int, ...]) -> tuple[SettleLine, ...]:
    points, boxes = game.points[side], game.boxes[side] * rules.box_bonus
    crossed = game.closed and side == game.crossed
    bonus = rules.game_bonus if crossed else 0
    # Among three scores a shutout is paid by the loser in question, not added to the total.
    extra = _shutout_points(rules, points, bonus, boxes) if crossed and shut_out and len(game.points) == 2 else 0
    # If the last player standing wins, one who concedes is charged up to the target. Every player is a side then.
    concedes = side in game.conceded_by and rules.game_end == "last-standing"
    charged = max(0, rules.target_for(1) - points) if concedes else 0
    return (
        SettleLine("points", game.number, side, points),
        SettleLine("game-bonus", game.number, side, bonus),
        SettleLine("shutout", game.number, side, extra),
        SettleLine("boxes", game.number, side, boxes),
        SettleLine("concession", game.number, side, charged),
    )


def _shutout_points(rules: RuleSet, points: int, bonus: int, boxes: int) -> int:
    match rules.shutout:
        case "double-hand-points":
            return points
        case "flat":
            return rules.shutout_bonus
        case "double-before-boxes":
            return points + bonus
        case "double-total":
            return points + bonus + boxes
        case "double-bonuses":
            return bonus + boxes
        case "none" | "double-difference":
            return 0


def _winners(game: Game, rules: RuleSet, totals: tuple[int, ...]) -> tuple[int, ...]:
    sides = range(len(totals))
    if rules.score_mode == "penalty":
        if rules.game_end == "last-standing":
            return tuple(side for side in sides if side not in game.reached)
        left = [side for side in sides if side not in game.conceded_by]
        least = min(totals[side] for side in left)
        return tuple(side for side in left if totals[side] == least)
    crossed = () if game.crossed is None else (game.crossed,)
    if game.conceded_by or rules.winner_by == "first-to-target":
        return crossed
    leaders = tuple(side for side in sides if totals[side] == max(totals))
    if len(leaders) == 1:
        return leaders
    return crossed if game.crossed in leaders else ()


def _claim(
    game: Game,
    rules: RuleSet,
    totals: tuple[int, ...],
    shut_out: tuple[int, ...],
    pair: tuple[int, int],
    *,
    forfeited: bool,
) -> Claim:
    """Return the debt between the pair (0 points if they are level)."""
    first, second = pair
    lead = totals[first] - totals[second]
    if forfeited or rules.score_mode == "penalty":  # a forfeit is of gains
        lead = -lead
    # other shutouts are in the totals
    if shut_out and rules.shutout == "double-difference":
        lead *= 2
    if rules.shutout == "flat" and len(totals) > 2:
        if game.crossed == first and second in shut_out:
            lead += rules.shutout_bonus
        if game.crossed == second and first in shut_out:
            lead -= rules.shutout_bonus
    return claim_of(pair, lead)


def claim_of(pair: tuple[int, int], lead: int) -> Claim:
    """Return the claim between two sides when the first leads by this number of points (below zero: trails)."""
    first, second = pair
    return Claim(second, first, lead) if lead >= 0 else Claim(first, second, -lead)


def weight_of(rules: RuleSet, number: int) -> int:
    """Return the factor of the net of the game with this number, that of its column. 1 in an endless game.

    In a match of several games each game is a column, and they are played one after another.
    """
    return 1 if rules.endless else rules.column_weights[(number - 1) % len(rules.column_weights)]


def claims_over(games: Iterable[GameSettlement], rules: RuleSet, sides: int) -> tuple[Claim, ...]:
    """Return the claims of several games together, weighted: a claim for each pair that is not level."""
    leads = dict.fromkeys(combinations(range(sides), 2), 0)
    for game in games:
        for claim in game.claims:
            points = claim.points * weight_of(rules, game.number)
            if claim.creditor < claim.debtor:
                leads[claim.creditor, claim.debtor] += points
            else:
                leads[claim.debtor, claim.creditor] -= points
    return tuple(claim_of(pair, lead) for pair, lead in leads.items() if lead)
