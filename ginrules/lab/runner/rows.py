"""`Row`: a simulated round as a flat line of plain values, for a data frame or a CSV file."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ginrules.lab.runner.units import Simulated
from ginrules.rules.model import RuleSet

MOST_SEATS: Final = 4
"""Seats that have columns; no rules seat more at a table."""


class Row(NamedTuple):
    """One simulated round; what a seat has stands in a column of its own, None where there is no such seat.

    Attributes:
        rules: The name of the rule set, or its digest where it has none.
        unit: The number in the run of the deal (of the match, where matches are played), from 0.
        seating: How far the contestants have moved on round the seats.
        first_dealer: Who deals: the seat; of a match, the player who dealt first.
        round: The number of the round in its match, from 0; 0 outside matches.
        table: The number of the table in a team round, from 0.
        seed: The seed of the deal.
        seats: How many seats the table had.
        dealer: The dealer's seat.
        player_0: The number of the contestant at seat 0; and so on.
        result: How the round was decided, `ginrules.RoundScore` has the words.
        winner: The seat that won, None for nobody.
        winning_player: The number of the contestant who won, None for nobody.
        declarer: The seat that knocked, went gin or went out, None in a dead round.
        ending: How it ended; a knock that was undercut is a knock.
        reason: What ended a dead round.
        turns: Turns of all seats.
        plies: Actions, chance included.
        stock_left: Cards left in the stock.
        upcard: The first upcard as text, None where there is none.
        knock_card: The card of the second pack as text, None where there is none.
        deadwood_0: The deadwood left at seat 0, in points; and so on.
        points_0: The points of seat 0 (penalty points under penalty scoring); and so on.
        net_0: What seat 0 gained on the others, in points; and so on.
    """

    rules: str
    unit: int
    seating: int
    first_dealer: int
    round: int
    table: int
    seed: int
    seats: int
    dealer: int
    player_0: int
    player_1: int
    player_2: int | None
    player_3: int | None
    result: str
    winner: int | None
    winning_player: int | None
    declarer: int | None
    ending: str
    reason: str | None
    turns: int
    plies: int
    stock_left: int | None
    upcard: str | None
    knock_card: str | None
    deadwood_0: int
    deadwood_1: int
    deadwood_2: int | None
    deadwood_3: int | None
    points_0: int
    points_1: int
    points_2: int | None
    points_3: int | None
    net_0: int
    net_1: int
    net_2: int | None
    net_3: int | None


TakeRows = Callable[[list[Row]], object]
"""Told of rounds as they are done, in order."""


def row_of(rules: RuleSet, each: Simulated) -> Row:
    """The line of a round."""
    outcome, score = each.played.outcome, each.score
    return Row(
        rules=rules.name or rules.digest,
        unit=each.unit,
        seating=each.seating,
        first_dealer=each.first_dealer,
        round=each.round,
        table=each.table,
        seed=each.seed,
        seats=outcome.seats,
        dealer=each.dealer,
        **_columns("player", each.contestants),
        result=score.result,
        winner=score.winner,
        winning_player=None if score.winner is None else each.contestants[score.winner],
        declarer=outcome.declarer,
        ending=outcome.ending,
        reason=outcome.reason,
        turns=each.played.turns,
        plies=each.played.plies,
        stock_left=outcome.stock_left,
        upcard=None if outcome.upcard is None else str(outcome.upcard),
        knock_card=None if outcome.knock_card is None else str(outcome.knock_card),
        **_columns("deadwood", outcome.deadwood),
        **_columns("points", score.points),
        **_columns("net", score.net),
    )


def _columns(name: str, values: tuple[int, ...]) -> dict[str, Any]:
    return {f"{name}_{seat}": values[seat] if seat < len(values) else None for seat in range(MOST_SEATS)}
