"""`simulate`, `rows` and `replayed`: many rounds or matches under one rule set, with everybody in every place.

The figures depend on the arguments alone: every deal comes from the seed and its number, and
the sums are whole numbers, so that no digit depends on where and in what order it was played.

Worker processes: ``with ProcessPoolExecutor() as pool: simulate(…, executor=pool)``. Many machines
(the extra ``dask``): start ``dask scheduler`` on one, ``dask worker tcp://host:8786`` on each with the
same ginrules installed, and give ``executor=distributed.Client("tcp://host:8786").get_executor()``.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial

from ginrules.errors import BadRun, LabError, PlayerFailed
from ginrules.lab.estimate import Estimate, PairedSums, estimates
from ginrules.lab.histogram import Histogram
from ginrules.lab.measures import COMEBACK, MATCH_LENGTH, ROUND_MEASURES, Measure
from ginrules.lab.players.protocol import NewPlayer
from ginrules.lab.playing import (
    PLY_CAP,
    Deal,
    Played,
    deal_seed,
    new_deal,
    play_deal,
    play_dealt,
    play_round,
    with_dealer,
)
from ginrules.lab.round_rows import Row, row_of
from ginrules.lab.simulation import Figure, Simulation, Standing
from ginrules.lab.tally import Checkpoint, Tally
from ginrules.lab.units import Job, Unit, play_match, seated, table_sizes
from ginrules.lab.workers import Chunk, Work, chunks_of
from ginrules.play.actions import Action
from ginrules.records.round import RoundRecord
from ginrules.rules.model import RuleSet

__all__ = [
    "PLY_CAP",
    "Deal",
    "Played",
    "Players",
    "Progress",
    "deal_seed",
    "new_deal",
    "play_deal",
    "play_match",
    "play_round",
    "replayed",
    "rows",
    "simulate",
    "with_dealer",
]

Players = NewPlayer | Sequence[NewPlayer]
"""One for all seats, or several who play in every place on the same deals."""

Progress = Callable[[int, int], None]
"""Told of rounds (or matches) done, and of how many there are to be."""


def simulate(
    rules: RuleSet,
    new_players: Players,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    seats: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    resume: Checkpoint | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
) -> Simulation:
    """Play rounds or matches and measure them, in memory that does not grow with their number.

    Every deal is played once with every seat beginning, and with the contestants in every
    order round the seats. Ctrl-C ends the run with what was done so far, marked ``partial``.

    Args:
        rules: The rules to play by.
        new_players: What makes the player of each seat. With an executor of processes they
            must be functions or classes of a module (or a ``functools.partial`` of one).
        rounds: Rounds to play, rounded up to whole deals.
        matches: Matches to play instead, rounded up to whole sets with everybody in every place.
        seed: The seed of the run.
        seats: Seats at the table (of a match: its players); left out, the fewest there can be.
        executor: Where to play, any of `concurrent.futures`, or a Dask client's; here if None.
        progress: Told after each part of the run.
        resume: Where another run of the same kind has stopped; only the rest is played.
        time_limit: The most seconds for a decision; None for no limit.
        ply_cap: The most actions of a round.

    Raises:
        BadRun: If there is nothing to play, the players do not go round the seats, or the
            checkpoint is of another run.
        LabError: If a player breaks the rules, raises or takes too long, a round does not end,
            or a worker dies; ``partial`` holds what was found before, with its checkpoint.

    Examples:
        >>> from ginrules.lab.players import Greedy, RandomPlayer
        >>> from ginrules.lab.compare import new_greedy
        >>> found = simulate(RuleSet(), [new_greedy, RandomPlayer], rounds=40)
        >>> found.rounds, found.contestants[1], found.standings[0].rounds.value > 0.9
        (40, 'random', True)
        >>> first = simulate(RuleSet(), new_greedy, rounds=20)
        >>> whole = simulate(RuleSet(), new_greedy, rounds=40, resume=first.checkpoint)
        >>> whole == simulate(RuleSet(), new_greedy, rounds=40)
        True
    """
    job, units = _job(rules, new_players, rounds, matches, seed, seats, ply_cap, time_limit)
    names = names_of(job.new_players)
    of = _identity(job, names)
    tally = Tally(len(names)) if resume is None else _restored(resume, of, len(names))
    partial_ = False
    work = Work(job.unit, partial(_tallied, len(names)))
    try:
        for chunk in chunks_of(work, tally.units, units, executor):
            tally = tally + chunk.result
            if chunk.error is not None:
                raise chunk.error
            partial_ = chunk.interrupted
            if progress is not None:
                progress(tally.units * job.size, units * job.size)
    except KeyboardInterrupt:
        partial_ = True
    except LabError as error:
        error.partial = _simulation(job, names, tally, of, is_partial=True)
        raise
    return _simulation(job, names, tally, of, is_partial=partial_ and tally.units < units)


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
        rounds: As in `simulate`.
        matches: As in `simulate`.
        seed: As in `simulate`.
        seats: As in `simulate`.
        executor: As in `simulate`.
        first_unit: The deal (or numbered match) to begin with, to go on where a file ends.
        time_limit: As in `simulate`.
        ply_cap: As in `simulate`.

    Raises:
        BadRun: As `simulate`, at once.
        LabError: As `simulate`, after the rows before.

    Examples:
        >>> import csv, io
        >>> from ginrules.lab.compare import new_greedy
        >>> file = io.StringIO()
        >>> table = csv.writer(file)
        >>> table.writerow(Row._fields) > 0
        True
        >>> table.writerows(rows(RuleSet(name="mine"), new_greedy, rounds=4))
        >>> len(file.getvalue().splitlines())
        5
    """
    job, units = _job(rules, new_players, rounds, matches, seed, seats, ply_cap, time_limit)
    work = Work(job.unit, partial(_rows, rules))
    return _each_row(chunks_of(work, first_unit, units, executor))


def _each_row(chunks: Iterator[Chunk[list[Row]]]) -> Iterator[Row]:
    for chunk in chunks:
        yield from chunk.result
        if chunk.error is not None:
            raise chunk.error
        if chunk.interrupted:
            raise KeyboardInterrupt


def _rows(rules: RuleSet, units: list[Unit]) -> list[Row]:
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
        BadRun: If the row is of other rules, or the round came out otherwise: other players, or
            players who do not depend on their seed alone.
        LabError: As `play_round`.

    Examples:
        >>> from ginrules.lab.compare import new_greedy
        >>> *_, last = rows(RuleSet(), new_greedy, rounds=6)
        >>> record = replayed(last, RuleSet(), new_greedy)
        >>> len(record.actions) == last.plies, record.state.is_over
        (True, True)
    """
    contestants = contestants_of(new_players)
    if row.rules != (rules.name or rules.digest):
        raise BadRun(f"the row is of {row.rules}, not of {rules.name or rules.digest}", row=row.rules)
    numbers = [each for each in row[9:13] if each is not None][: row.seats]
    if any(number not in range(len(contestants)) for number in numbers):
        raise BadRun(f"the row has players {numbers}, {len(contestants)} are given", players=len(contestants))
    dealt = new_deal(row.seed, rules)
    actions: list[Action] = []
    sitting = [contestants[number] for number in numbers]
    played = play_dealt(
        rules, sitting, dealt, dealer=row.dealer, ply_cap=ply_cap, time_limit=time_limit, actions=actions
    )
    if (played.plies, played.turns, played.outcome.declarer) != (row.plies, row.turns, row.declarer):
        raise BadRun(
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


def contestants_of(new_players: Players) -> tuple[NewPlayer, ...]:
    """The contestants as a tuple: one alone plays at all seats."""
    return (new_players,) if callable(new_players) else tuple(new_players)


def names_of(new_players: Sequence[NewPlayer]) -> tuple[str, ...]:
    """What the contestants call themselves.

    Raises:
        PlayerFailed: If one of them cannot be made.
    """
    names = []
    for number, new_player in enumerate(new_players):
        try:
            names.append(str(new_player(0)))
        except Exception as error:
            raise PlayerFailed(
                f"player {number} could not be made: {type(error).__name__}: {error}", player=number
            ) from error
    return tuple(names)


def _job(
    rules: RuleSet,
    new_players: Players,
    rounds: int | None,
    matches: int | None,
    seed: int,
    seats: int | None,
    ply_cap: int,
    time_limit: float | None,
) -> tuple[Job, int]:
    """What to play, and how many units of it."""
    contestants = contestants_of(new_players)
    wanted = matches if rounds is None else rounds
    what = "rounds" if rounds is not None else "matches"
    if (rounds is None) == (matches is None):
        raise BadRun("say how many rounds to play, or how many matches: one of the two")
    if type(wanted) is not int or wanted < 1:
        raise BadRun(f"{what} must be a whole number from 1 up, not {wanted!r}", wanted=repr(wanted))
    check_limit(time_limit)
    allowed = sorted(table_sizes(rules)) if matches is None else list(rules.player_counts)
    places = allowed[0] if seats is None else seats
    if places not in allowed:
        told = " or ".join(map(str, allowed))
        raise BadRun(
            f"{rules.name or rules.digest} cannot be played at {places!r} seats: choose {told}",
            rules=rules.name, seats=places, allowed=allowed,
        )  # fmt: skip
    seated(len(contestants), places, 0)
    job = Job(rules, contestants, places, matches is not None, seed, ply_cap, time_limit)
    return job, -(-wanted // job.size)


def check_limit(time_limit: float | None) -> None:
    """Refuse a time limit that is none.

    Raises:
        BadRun: If it is not a number of seconds above 0.
    """
    given: object = time_limit
    if given is not None and not (isinstance(given, int | float) and given > 0):
        raise BadRun(f"the time limit must be a number of seconds above 0, not {given!r}", time_limit=repr(given))


def _identity(job: Job, names: Sequence[str]) -> str:
    what = "matches" if job.matches else "rounds"
    return f"{what} by {job.rules.digest} at {job.places} places, seed {job.seed}: {' / '.join(names)}"


def _restored(checkpoint: Checkpoint, of: str, contestants: int) -> Tally:
    if checkpoint.of != of:
        raise BadRun(f"the checkpoint is of another run: it is of {checkpoint.of!r}, this is {of!r}")
    return Tally.restored(checkpoint, contestants)


def _tallied(contestants: int, units: list[Unit]) -> Tally:
    tally = Tally(contestants)
    for unit in units:
        tally.add(unit)
    return tally


def _simulation(job: Job, names: tuple[str, ...], tally: Tally, of: str, *, is_partial: bool) -> Simulation:
    def estimate(key: str, *, share: bool) -> Estimate | None:
        return estimates(tally.sums.get(key, PairedSums()), share=share)[0]

    def figure(measure: Measure) -> Figure:
        return Figure(measure, estimate(measure.key, share=measure.unit == "share"))

    measures: list[Measure] = [
        each for each in ROUND_MEASURES if not each.optional or tally.sums.get(each.key, PairedSums()).a
    ]
    played = tally.sums.get("played", PairedSums())
    return Simulation(
        rules=job.rules,
        contestants=names,
        seats=job.places,
        seed=job.seed,
        units=tally.units,
        rounds=played.a,
        matches=played.base_a,
        figures=tuple(map(figure, [*measures, *([MATCH_LENGTH, COMEBACK] if job.matches else [])])),
        standings=tuple(
            Standing(
                name,
                estimate(f"won {number}", share=True),
                estimate(f"net {number}", share=False),
                estimate(f"matches {number}", share=True),
            )
            for number, name in enumerate(names if len(names) > 1 else ())
        ),
        histograms={key: Histogram(counts) for key, counts in tally.counts.items()},
        checkpoint=tally.checkpoint(of),
        partial=is_partial,
    )
