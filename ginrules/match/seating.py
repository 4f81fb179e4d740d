"""The tables of a match's first and next rounds, and a round's score by side.

Nothing else in the library knows how players move. If the last one standing wins, players who are out
leave the table that is due. After a drawn round the same players meet again. Whether
the same dealer deals is a rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

import attrs

from ginrules._support.values import Value, as_items, shown
from ginrules.errors import ScoreError
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import ScoreTotals
from ginrules.scoring.sheet import GameEntry


def _as_players(values: Iterable[int]) -> tuple[int, ...]:
    return as_items(values, "players in a list")


@attrs.frozen(kw_only=True)
class Table(Value):
    """The seating of one table for one deal.

    Attributes:
        players: The player at each seat.
        dealer: The player who deals. In some games for three the dealer sits out.
        dealer_seat: The seat to name as dealer of the deal. The other seat acts first.
        resting: The players who sit out, in the order of the line. Those who are out of the game, in
            the order of their numbers.
        number: The table's number in a team round, from 0.

    Examples:
        >>> import ginrules as gin
        >>> gin.Table(players=(0, 2), dealer=1, dealer_seat=0, resting=(1,)).first
        2
    """

    players: tuple[int, ...] = attrs.field(converter=_as_players)
    dealer: int
    dealer_seat: int
    resting: tuple[int, ...] = attrs.field(default=(), converter=_as_players)
    number: int = 0

    @property
    def first(self) -> int:
        """The player who acts first, to the left of the dealer."""
        return self.players[(self.dealer_seat + 1) % len(self.players)]

    def seat_of(self, player: int) -> int:
        """Return a player's seat at this table.

        Raises:
            ScoreError: If the player is not at the table.
        """
        if player not in self.players:
            players = ", ".join(map(str, self.players))
            raise ScoreError(
                f"player {shown(player)} is not at this table: players {players} are", player=shown(player)
            )
        return self.players.index(player)


Tables = tuple[Table, ...]
Sides = tuple[tuple[int, ...], ...]


def sides_of(rules: RuleSet, players: int) -> Sides:
    """Return the players of each side: teams take every other player, a captain's line is one side."""
    match rules.seating:
        case "partnership":
            return tuple(range(0, players, 2)), tuple(range(1, players, 2))
        case "captain":
            return (0,), tuple(range(1, players))
        case "head-to-head" | "all-play" | "sit-out" | "rotating-box":
            return tuple((player,) for player in range(players))


def first_tables(rules: RuleSet, players: int, dealer: int) -> Tables:
    """Return the first round's tables."""
    match rules.seating:
        case "head-to-head" | "all-play":
            return (Table(players=range(players), dealer=dealer, dealer_seat=dealer),)
        case "sit-out":
            if rules.next_dealer == "idle-loser":
                return (_idle_dealer(dealer),)
            return (_pair(dealer, (dealer + 1) % 3, dealer=dealer),)
        case "captain":
            return (Table(players=(0, 1), dealer=dealer, dealer_seat=dealer, resting=range(2, players)),)
        case "rotating-box":
            return (_in_the_box(dealer, (dealer + 1) % 3, (dealer + 2) % 3),)
        case "partnership":
            return _teams(_shift(rules, players // 2, 0), players // 2, dealer % 2)


def next_tables(rules: RuleSet, tables: Tables, score: ScoreTotals, number: int, out: Collection[int] = ()) -> Tables:
    """Return the next round's tables."""
    match rules.seating:
        case "head-to-head" | "all-play":
            (table,) = tables
            seat = next_dealer(rules, table.dealer_seat, score.winner, len(table.players))
            then: Tables = (attrs.evolve(table, dealer=table.players[seat], dealer_seat=seat),)
        case "partnership":
            then = _teams_next(rules, tables, score.winner, number)
        case "sit-out" | "captain" | "rotating-box":
            then = tables if score.winner is None else (_moved(rules, tables[0], score.winner),)
    return without(then, out)


def without(tables: Tables, out: Collection[int]) -> Tables:
    """Return the table of the players still in. The deal goes to the next of them.

    Examples:
        >>> table = Table(players=(0, 1, 2, 3), dealer=1, dealer_seat=1)
        >>> without((table,), {1, 3})
        (Table(players=(0, 2), dealer=2, dealer_seat=1, resting=(1, 3), number=0),)
    """
    if not out or not any(player in out for table in tables for player in table.players):
        return tables
    (table,) = tables
    seats = len(table.players)
    from_dealer = (table.players[(table.dealer_seat + step) % seats] for step in range(seats))
    dealer = next(player for player in from_dealer if player not in out)
    players = tuple(player for player in table.players if player not in out)
    resting = sorted({*table.resting, *table.players} - {*players})
    return (Table(players=players, dealer=dealer, dealer_seat=players.index(dealer), resting=resting),)


def next_dealer(rules: RuleSet, dealer: int, winner: int | None, seats: int) -> int:
    """Return the seat that deals next where nobody moves."""
    if winner is None:
        return (dealer + (rules.drawn_dealer == "next")) % seats
    match rules.next_dealer:
        case "winner":
            return winner
        case "loser":  # of two seats, the loser's
            return (winner + 1) % seats
        case "fixed":
            return dealer
        case _:  # alternate: other rules seat the players in another way
            return (dealer + 1) % seats


def _moved(rules: RuleSet, table: Table, winner: int) -> Table:
    """Return the table after a decided round if a player who has rested sits down, or the captain changes."""
    match rules.next_dealer:
        case "idle-loser":
            return _idle_dealer(table.players[1 - winner])
        case "incoming":
            (incoming,) = table.resting
            return _pair(table.players[winner], incoming, dealer=incoming)
        case "box":
            (box, captain), (idle,) = table.players, table.resting
            return _in_the_box(box, idle, captain) if winner == 0 else _in_the_box(captain, idle, box)
        case _:  # the captain's game: the winner deals and a new captain deals, so it is the captain
            (box, captain), line = table.players, table.resting
            if winner == 0:
                captain, *behind = (*line, captain)
                line = tuple(behind)
            return Table(players=(box, captain), dealer=captain, dealer_seat=1, resting=line)


@lru_cache(maxsize=64)
def _pair(one: int, other: int, *, dealer: int) -> Table:
    """Return the table of two of three players, the lower number at seat 0."""
    players = tuple(sorted((one, other)))
    return Table(players=players, dealer=dealer, dealer_seat=players.index(dealer), resting=(3 - one - other,))


@lru_cache(maxsize=64)
def _idle_dealer(dealer: int) -> Table:
    """Return the table without the dealer, with the player at the dealer's left first."""
    last = (dealer + 2) % 3
    table = _pair((dealer + 1) % 3, last, dealer=last)
    return attrs.evolve(table, dealer=dealer)


@lru_cache(maxsize=64)
def _in_the_box(box: int, captain: int, idle: int) -> Table:
    return Table(players=(box, captain), dealer=box, dealer_seat=0, resting=(idle,))


def _teams_next(rules: RuleSet, tables: Tables, winner: int | None, number: int) -> Tables:
    side = tables[0].dealer_seat
    if winner is None:
        side = (side + (rules.drawn_dealer == "next")) % 2
    elif rules.next_dealer == "alternate":
        side = 1 - side
    elif rules.next_dealer == "winning-side":
        side = winner
    return _teams(_shift(rules, len(tables), number), len(tables), side)


@lru_cache(maxsize=64)
def _teams(shift: int, size: int, dealing_side: int) -> Tables:
    """Return a team round's tables.

    Seat 0 belongs to side 0, and all members of one side deal.
    """
    tables = []
    for table in range(size):
        players = (2 * table, 2 * ((table + shift) % size) + 1)
        tables.append(Table(players=players, dealer=players[dealing_side], dealer_seat=dealing_side, number=table))
    return tuple(tables)


def _shift(rules: RuleSet, size: int, number: int) -> int:
    """Return how many tables the opponents of side 0 have moved by the round with this number."""
    return 0 if rules.opponents == "fixed" else number % size


def side_round(rules: RuleSet, sides: Sides, table: Table, score: ScoreTotals, number: int) -> GameEntry:
    """Return the score by side of the round with this number. A team's score is by side from the start."""
    match rules.seating:
        case "partnership" | "head-to-head":  # the seats of head-to-head are the sides
            winners = () if score.winner is None else (score.winner,)
            return GameEntry(round=number, points=score.points, boxes=score.boxes, winners=winners)
        case "rotating-box":
            return _box_round(table, score, number)
        case "all-play" | "sit-out" | "captain":
            return _round_by_side(sides, table, score, number)


def _round_by_side(sides: Sides, table: Table, score: ScoreTotals, number: int) -> GameEntry:
    side_of = {player: number for number, side in enumerate(sides) for player in side}
    side_at = [side_of[player] for player in table.players]
    points, boxes = [0] * len(sides), [0] * len(sides)
    for side, more, more_boxes in zip(side_at, score.points, score.boxes, strict=True):
        points[side] += more
        boxes[side] += more_boxes
    winners = () if score.winner is None else (side_at[score.winner],)
    return GameEntry(round=number, points=tuple(points), boxes=tuple(boxes), winners=winners)


def _box_round(table: Table, score: ScoreTotals, number: int) -> GameEntry:
    """Return a round's score against the box: the idle partner is scored like the captain."""
    seat_of = {table.players[0]: 0, table.players[1]: 1, table.resting[0]: 1}
    players, points, boxes = range(len(seat_of)), score.points, score.boxes
    return GameEntry(
        round=number,
        points=tuple(points[seat_of[player]] for player in players),
        boxes=tuple(boxes[seat_of[player]] for player in players),
        winners=tuple(player for player in players if seat_of[player] == score.winner),
    )
