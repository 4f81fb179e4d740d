"""A match's status: what its next rounds depend on, without what has been played."""

from __future__ import annotations

import attrs

from ginrules._support.values import Value
from ginrules.match.seating import Sides, Tables, first_tables, next_tables, side_round, sides_of
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats, team_size
from ginrules.scoring.score import ScoreTotals
from ginrules.scoring.settle import claims_over, net_of, settle_game
from ginrules.scoring.sheet import Game, Sheet, blank_game, first_open, new_sheet, out_of, record_round


@attrs.frozen
class MatchStatus(Value):
    """Where a match stands, the base of `MatchState`.

    ``rounds`` counts drawn rounds too. The accounts are games won in a best-of match, points in a points match.
    """

    rounds: int = attrs.field(repr=False)
    sheet: Sheet
    due: Tables
    accounts: tuple[int, ...]
    winners: tuple[int, ...] = ()
    is_over: bool = False


def status_after(before: MatchStatus, rules: RuleSet, sides: Sides, score: ScoreTotals) -> MatchStatus:
    """Return the status after one more round: written on the sheet, games closed, the next tables due."""
    table, number = before.due[0], before.rounds + 1
    entry = side_round(rules, sides, table, score, before.rounds)
    captain = table.players[1] if rules.seating == "rotating-box" else 0  # has precedence at the target
    sheet = record_round(before.sheet, rules, entry, captain)
    sheet = with_winners(sheet, rules, first_open(before.sheet.games, rules.columns))
    accounts, winners, is_over = end_of_match(rules, sheet, before.accounts)
    if not is_over and sheet.is_closed:
        sheet = attrs.evolve(sheet, games=(*sheet.games, blank_game(len(sheet.games) + 1, len(sides))))
    due = () if is_over else next_tables(rules, before.due, score, number, out_of(rules, sheet))
    return MatchStatus(number, sheet, due, accounts, winners, is_over)


def first_status(rules: RuleSet, players: int, dealer: int) -> MatchStatus:
    """Return a match's status before its first round."""
    sides = len(sides_of(rules, players))
    target = rules.target_for(team_size(rules.seating, players))
    rounds = rules.rounds_for(table_seats(rules.seating, players))
    sheet = new_sheet(rules, sides=sides, target=target, rounds=rounds)
    return MatchStatus(0, sheet, first_tables(rules, players, dealer), (0,) * sides)


def with_winners(sheet: Sheet, rules: RuleSet, first: int = 0) -> Sheet:
    """Return the sheet with the winners of its closed games, from this place on."""
    if not any(game.closed and not game.winners for game in sheet.games[first:]):
        return sheet

    def settled(game: Game) -> Game:
        if not game.closed or game.winners:
            return game
        return attrs.evolve(game, winners=settle_game(game, rules).winners)

    return attrs.evolve(sheet, games=(*sheet.games[:first], *map(settled, sheet.games[first:])))


def end_of_match(
    rules: RuleSet, sheet: Sheet, accounts: tuple[int, ...], *, is_conceded: bool = False
) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """Return the accounts after a round or a concession, who has won the match, and whether it is over."""
    if rules.match_form == "single":
        is_over = sheet.is_closed
        return accounts, _winners(rules, sheet, len(accounts)) if is_over else (), is_over
    game = sheet.games[-1]
    side = game.winner
    if not game.closed or side is None:
        return accounts, (), False
    won = list(accounts)
    if rules.match_form == "best-of":
        won[side] += 1
        is_over = is_conceded or won[side] > rules.match_games // 2
    else:
        won[side] += settle_game(game, rules).totals[side]
        is_over = is_conceded or won[side] >= rules.match_target
        won[side] += rules.match_bonus if is_over else 0
    return tuple(won), (side,) if is_over else (), is_over


def _winners(rules: RuleSet, sheet: Sheet, sides: int) -> tuple[int, ...]:
    """Return who won a single game, or of several columns the sides that gain from all of them."""
    if rules.columns == 1:
        return sheet.games[0].winners
    settled = [settle_game(game, rules) for game in sheet.games]
    net = net_of(claims_over(settled, rules, sides), sides)
    return tuple(side for side, points in enumerate(net) if points > 0)
