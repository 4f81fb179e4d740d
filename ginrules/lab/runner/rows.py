"""Rounds of a run as flat rows of plain values, for a data frame or a CSV file, and rows replayed as records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from ginrules._support.bounds import TABLE_SEATS
from ginrules._support.values import expect, whole_number
from ginrules.cards import Card
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.play import dealt_record, play_dealt
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.task import Run, RunOptions, task_of
from ginrules.lab.runner.workers import batches_of, prepared
from ginrules.play.actions import Action
from ginrules.play.seeded_deals import PLY_CAP, new_deal
from ginrules.players.players import Players, factories_of, names_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.score import RESULTS

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds
    from ginrules.records.round import RoundRecord


class Row(NamedTuple):
    """A simulated round. Each seat has its own columns, with None if the table has no such seat.

    The columns are the same for every table, so rows of two players and of six fit into one file or data frame.

    Attributes:
        rules: The rule set's name, or its digest if it has no name.
        unit: The deal's number in the run (in matches: the match's number), from 0.
        seating: The seating's number among those of the deal, from 0.
        first_dealer: The seat that deals. In a match, the player who dealt first.
        round: The round's number in its match, from 0. 0 outside matches.
        table: The table's number in a team round, from 0.
        seed: The deal's seed.
        seats: Seats at the table.
        dealer: The dealer's seat.
        player_0: The contestant's number at seat 0, and so on.
        result: How the round was decided, as in `ginrules.RoundScore`.
        winner: The seat that won. None in a drawn round.
        winning_player: The winning contestant's number. None in a drawn round.
        declarer: The seat that knocked, went gin or went out. None in a dead round.
        ending: How the round ended. A knock that was undercut is a knock.
        reason: The reason for a dead round.
        turns: Turns of all seats.
        plies: Actions, chance included.
        stock_left: Cards left in the stock.
        upcard: The first upcard as text. None if there is no upcard.
        knock_card: The second pack's card as text. None if there is no such card.
        deadwood_0: The deadwood left at seat 0, in points, and so on.
        points_0: The points of seat 0 (penalty points under penalty scoring), and so on.
        net_0: The gain of seat 0 from the others, in points, and so on.
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
    player_4: int | None
    player_5: int | None
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
    deadwood_4: int | None
    deadwood_5: int | None
    points_0: int
    points_1: int
    points_2: int | None
    points_3: int | None
    points_4: int | None
    points_5: int | None
    net_0: int
    net_1: int
    net_2: int | None
    net_3: int | None
    net_4: int | None
    net_5: int | None


TakeRows = Callable[[list[Row]], object]
"""Called with the rows of each part of a run, in order."""


def rows_of(rounds: PricedRounds) -> list[Row]:
    """Return the rows of rounds, in order."""
    batch, prices, played = rounds.batch, rounds.prices, rounds.played()
    outcomes = [one.outcome for one in played]
    contestants = batch.places["contestants"].tolist()
    winners = [None if seat < 0 else seat for seat in prices["winner"].tolist()]
    columns: dict[str, list[Any]] = {
        "rules": [rounds.rules.name or rounds.rules.digest] * len(played),
        **{name: batch.places[name].tolist() for name in ("unit", "seating", "first_dealer", "round", "table")},
        "seed": batch.seeds(),
        "dealer": batch.facts["dealer"].tolist(),
        "result": [RESULTS[number] for number in prices["result"].tolist()],
        "winner": winners,
        "winning_player": [
            None if seat is None else at_table[seat] for seat, at_table in zip(winners, contestants, strict=True)
        ],
        **{name: [getattr(one, name) for one in played] for name in ("turns", "plies")},
        **{
            name: [getattr(one, name) for one in outcomes]
            for name in ("seats", "declarer", "ending", "reason", "stock_left")
        },
        "upcard": [None if one.upcard is None else str(one.upcard) for one in outcomes],
        "knock_card": [None if one.knock_card is None else str(one.knock_card) for one in outcomes],
    }
    by_seat = {
        "player": contestants,
        "deadwood": [one.deadwood for one in outcomes],
        "points": prices["points"].tolist(),
        "net": prices["net"].tolist(),
    }
    for name, of_rounds in by_seat.items():
        for seat in range(TABLE_SEATS):
            columns[f"{name}_{seat}"] = [
                values[seat] if seat < one.seats else None for values, one in zip(of_rounds, outcomes, strict=True)
            ]
    return [*map(Row._make, zip(*(columns[name] for name in Row._fields), strict=True))]


def rows_of_all(priced: Sequence[PricedRounds]) -> list[Row]:
    """Return the rows of the same units under several rule sets: unit by unit, and in each by rule set."""
    if len(priced) == 1:
        return rows_of(priced[0])
    by_rules = [rows_of(rounds) for rounds in priced]
    starts = priced[0].starts.tolist()
    ends = [*starts[1:], len(by_rules[0])]
    return [row for start, end in zip(starts, ends, strict=True) for rows in by_rules for row in rows[start:end]]


def rows(
    rules: RuleSet | str,
    players: Players = None,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    seats: int | None = None,
    first_unit: int = 0,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
) -> Iterator[Row]:
    """Play the rounds of `simulate` and yield them as flat rows, in order.

    Args:
        rules: The rules to play by.
        players: The players, as in `simulate`.
        rounds: Rounds to play, as in `simulate`.
        matches: Matches to play instead, as in `simulate`.
        seed: The run's seed.
        seats: Seats at the table, as in `simulate`.
        first_unit: The deal (or numbered match) to begin with, for example to continue a file.
        executor: As in `simulate`.
        workers: As in `simulate`.
        progress: As in `simulate`.
        time_limit: As in `simulate`.
        ply_cap: As in `simulate`.

    Raises:
        InvalidRunError: For the same reasons as in `simulate`. It is raised before the first row.
        LabError: For the same reasons as in `simulate`. It is raised after the rows of the finished rounds.

    Examples:
        >>> import ginrules as gin
        >>> import csv, io
        >>> file = io.StringIO()
        >>> table = csv.writer(file)
        >>> table.writerow(gin.lab.Row._fields) > 0
        True
        >>> table.writerows(gin.lab.rows(gin.RuleSet(name="mine"), gin.players.new_greedy, rounds=4))
        >>> len(file.getvalue().splitlines())
        5
    """
    options = RunOptions(executor, workers, progress, time_limit, ply_cap)
    task, units = task_of(rules, players, rounds=rounds, matches=matches, seed=seed, seats=seats, options=options)
    return _rows_of_run(Run((task,), task.names, units), options, whole_number("first_unit", first_unit, 0))


def _rows_of_run(run: Run, options: RunOptions, first: int) -> Iterator[Row]:
    (task,) = run.tasks
    with prepared(options, "matches" if task.matches else "rounds", task.new_players) as ready:
        for (batch,) in batches_of(run, ready, first=first):
            yield from rows_of(batch.at_prices_of(task.rules))


def replayed(
    row: Row, rules: RuleSet | str, players: Players = None, *, ply_cap: int = PLY_CAP, time_limit: float | None = None
) -> RoundRecord:
    """Play a row's round again and return its record.

    The record names the seats after the players, unless one player sits at several of them.

    Args:
        row: A row of `rows`, or of a table made of such rows.
        rules: The row's rules.
        players: The run's players.
        ply_cap: Limit on the round's actions.
        time_limit: Time limit per decision, in seconds. None for no limit.

    Raises:
        InvalidRunError: If the row belongs to different rules, or the round comes out differently, since
            the players differ or depend on more than their seeds.
        LabError: For the same reasons as in `play_round`.

    Examples:
        >>> import ginrules as gin
        >>> *_, last = gin.lab.rows(gin.RuleSet(), gin.players.new_greedy, rounds=6)
        >>> record = gin.lab.replayed(last, gin.RuleSet(), gin.players.new_greedy)
        >>> len(record.actions) == last.plies, record.state.is_over
        (True, True)
    """
    expect(row, Row, "a Row", "`rows` gives them")
    rules = rules_of(rules)
    contestants = factories_of(players, (rules,), row.seats)
    if row.rules != (rules.name or rules.digest):
        raise InvalidRunError(f"the row is of {row.rules}, not of {rules.name or rules.digest}", row=row.rules)
    columns = (getattr(row, f"player_{seat}") for seat in range(TABLE_SEATS))
    numbers = [number for number in columns if number is not None][: row.seats]
    if any(number not in range(len(contestants)) for number in numbers):
        message = f"the row has players {numbers}: expected as many players, got {len(contestants)}"
        raise InvalidRunError(message, players=len(contestants))
    dealt = new_deal(row.seed, rules)
    if row.knock_card is not None:
        dealt = attrs.evolve(dealt, knock_card=Card.parse(row.knock_card))  # in a match, the match sets this card
    actions: list[Action] = []
    new_seated = [contestants[number] for number in numbers]
    played = play_dealt(rules, new_seated, dealt, row.dealer, ply_cap, time_limit, actions)
    if (played.plies, played.turns, played.outcome.declarer) != (row.plies, row.turns, row.declarer):
        raise InvalidRunError(
            f"the round came out differently: {played.plies} actions, not {row.plies}; expected the players of the "
            "run, made from their seeds alone",
            seed=row.seed,
        )
    from ginrules.records.annotations import LONGEST_NAME

    names = names_of(contestants, (rules,), row.seats, row.seed) if len({*numbers}) == row.seats else ()
    seated = [names[number][:LONGEST_NAME] for number in numbers if names]
    return dealt_record(rules, dealt, actions, seats=row.seats, dealer=row.dealer, names=seated)
