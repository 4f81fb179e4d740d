"""`rows` and `replayed`: every round of a run as a flat line, and any of them again as a record."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial

import attrs

from ginrules.cards import Card
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.playing import PLY_CAP, new_deal, play_dealt, with_dealer
from ginrules.lab.runner.rows import Row, row_of
from ginrules.lab.runner.runs import Players, contestants_of, job_of, names_of
from ginrules.lab.runner.units import Unit
from ginrules.lab.runner.workers import About, Chunk, Work, chunks_of
from ginrules.play.actions import Action
from ginrules.records.round import RoundRecord
from ginrules.rules.model import RuleSet


def rows(
    rules: RuleSet,
    new_players: Players,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    seats: int | None = None,
    executor: Executor | None = None,
    first_unit: int = 0,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
) -> Iterator[Row]:
    """The same rounds as `simulate` plays, as flat lines, one by one and in order.

    Args:
        rules: As in `simulate`, and so are the others.
        new_players: As in `simulate`.
        rounds: How many rounds, as in `simulate`.
        matches: How many matches instead, as in `simulate`.
        seed: The seed of the run.
        seats: Seats at the table, as in `simulate`.
        executor: Where to play, as in `simulate`.
        first_unit: The deal (or numbered match) to begin with, to go on where a file ends.
        time_limit: The most seconds for a decision; None for no limit.
        ply_cap: The most actions of a round.

    Raises:
        InvalidRunError: As `simulate`, at once.
        LabError: As `simulate`, after the rows before.

    Examples:
        >>> import csv, io
        >>> from ginrules.lab.comparison.compare import new_greedy
        >>> file = io.StringIO()
        >>> table = csv.writer(file)
        >>> table.writerow(Row._fields) > 0
        True
        >>> table.writerows(rows(RuleSet(name="mine"), new_greedy, rounds=4))
        >>> len(file.getvalue().splitlines())
        5
    """
    job, units = job_of(rules, new_players, rounds, matches, seed, seats, ply_cap, time_limit)
    work = Work(job.unit, partial(rows_of, rules))
    about = About((rules,), names_of(job.new_players, (rules,), seed), seed, job.places, job.size, job.matches)
    return _each_row(chunks_of(work, first_unit, units, executor, about))


def _each_row(chunks: Iterator[Chunk[list[Row]]]) -> Iterator[Row]:
    for chunk in chunks:
        yield from chunk.result
        if chunk.error is not None:
            raise chunk.error
        if chunk.interrupted:
            raise KeyboardInterrupt


def rows_of(rules: RuleSet, units: Iterable[Unit]) -> list[Row]:
    """The lines of these units."""
    return [row_of(rules, each) for rounds, _ in units for each in rounds]


def replayed(
    row: Row, rules: RuleSet, new_players: Players, *, ply_cap: int = PLY_CAP, time_limit: float | None = None
) -> RoundRecord:
    """That very round again, as a record.

    Args:
        row: A line of `rows`, or of a table made of them.
        rules: The rules it was played by.
        new_players: The players of the run.
        ply_cap: The most actions of the round.
        time_limit: The most seconds for a decision; None for no limit.

    Raises:
        InvalidRunError: If the row is of other rules, or the round came out otherwise: other players, or
            players who do not depend on their seed alone.
        LabError: As `play_round`.

    Examples:
        >>> from ginrules.lab.comparison.compare import new_greedy
        >>> *_, last = rows(RuleSet(), new_greedy, rounds=6)
        >>> record = replayed(last, RuleSet(), new_greedy)
        >>> len(record.actions) == last.plies, record.state.is_over
        (True, True)
    """
    contestants = contestants_of(new_players)
    if row.rules != (rules.name or rules.digest):
        raise InvalidRunError(f"the row is of {row.rules}, not of {rules.name or rules.digest}", row=row.rules)
    numbers = [each for each in row[9:13] if each is not None][: row.seats]
    if any(number not in range(len(contestants)) for number in numbers):
        raise InvalidRunError(f"the row has players {numbers}, {len(contestants)} are given", players=len(contestants))
    dealt = new_deal(row.seed, rules)
    if row.knock_card is not None:
        dealt = attrs.evolve(dealt, knock_card=Card.parse(row.knock_card))  # in a match it is the match's
    actions: list[Action] = []
    sitting = [contestants[number] for number in numbers]
    played = play_dealt(
        rules, sitting, dealt, dealer=row.dealer, ply_cap=ply_cap, time_limit=time_limit, actions=actions
    )
    if (played.plies, played.turns, played.outcome.declarer) != (row.plies, row.turns, row.declarer):
        raise InvalidRunError(
            f"the round came out otherwise: {played.plies} actions, not {row.plies}; give the players of the run, "
            "made from their seeds alone",
            seed=row.seed,
        )  # fmt: skip
    return RoundRecord(
        rules,
        with_dealer(dealt.order, rules, seats=row.seats, dealer=row.dealer),
        dealer=row.dealer,
        seats=row.seats,
        knock_card=dealt.knock_card if rules.knock_source == "knock-card" else None,
        actions=actions,
        comment=f"deal {row.seed} of the lab",
    )
