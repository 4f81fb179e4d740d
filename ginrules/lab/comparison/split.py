"""Rule sets that no table fits together, each played in matches on deals of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import whole_number
from ginrules.errors import InvalidRunError
from ginrules.lab.comparison.plan import seated_names
from ginrules.lab.comparison.result import SECONDS_OF_TURN, Comparison, Finding, SplitRun
from ginrules.lab.runner.job import Job, job_of
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.runner.rows import Row, TakeRows, rows_of
from ginrules.lab.runner.workers import Run, parts_of
from ginrules.lab.statistics.checkpoint_file import Keeper
from ginrules.lab.statistics.checkpoints import Checkpoint, Section
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.measures import COMEBACK, MATCH_LENGTH, Measure, match_won, total
from ginrules.lab.statistics.sums import Sums
from ginrules.match.seating import sides_of
from ginrules.players.packaged_nets import default_player
from ginrules.players.players import Players
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds, Ints

TURNS: Final = Measure("turns", "turns per round", "turns", "Turns of all seats in a round.")
DRAWN: Final = Measure("drawn", "drawn rounds", "share", "Rounds that nobody wins.")
MINUTES: Final = Measure(
    "minutes-per-match", "minutes per match", "turns",
    f"Minutes of a match if every turn takes {SECONDS_OF_TURN} seconds: its turns, divided by six.",
)  # fmt: skip
FIRST_SEAT: Final = Measure(
    "first-seat-fair", "first seat's wins, 1 is fair", "rounds",
    "Rounds won by the seat that begins, of the rounds with a winner, times the seats of the table: 1 is no advantage.",
)  # fmt: skip
SKILL: Final = Measure(
    "skill", "first player's wins, 1 is fair", "rounds",
    "Matches won alone by the first player against the others, of the matches with one winner, times the number of "
    "sides: 1 if the better player wins no oftener than chance.",
)  # fmt: skip

_ROUNDS_OF_MATCH: Final = 5
_Part = tuple[Sums, list[Row]]


def compare_split(
    rule_sets: tuple[RuleSet, ...],
    rounds: int,
    seed: int,
    players: Players,
    take_rows: TakeRows | None,
    options: RunOptions,
    keeper: Keeper,
) -> Comparison:
    """Play a match for every five rounds under each rule set, and measure the differences from the first.

    Raises:
        InvalidRunError: If there are more than two players, or the checkpoint belongs to another run.
        LabError: As in `ginrules.lab.simulate`.
    """
    matches = max(1, whole_number("rounds", rounds, 1, RUN_UNITS) // _ROUNDS_OF_MATCH)
    players = _named(rule_sets, players)
    runs = [_run(rules, players, matches, seed, options, with_rows=take_rows is not None) for rules in rule_sets]
    every = _identity([run.jobs[0] for run in runs], matches)
    sums = [Sums() for _ in runs] if keeper.before is None else _restored(keeper.before, every, runs)
    point, result = partial(_point, every, sums), partial(_comparison, rule_sets, runs, sums, every)
    makers = [maker for run in runs for maker in run.jobs[0].new_players]
    with options.opened("matches", makers) as opened, keeper.keeping(point, result) as interrupts:
        for run, played in zip(runs, sums, strict=True):
            for part, rows in parts_of(run, opened, first=played.units, seconds=keeper.seconds):
                with interrupts.held():
                    played.merge(part)
                if take_rows is not None:
                    take_rows(rows)
                keeper.part_done(point, interrupts)
    return result()


def _run(
    rules: RuleSet, players: Players, matches: int, seed: int, options: RunOptions, *, with_rows: bool
) -> Run[_Part]:
    """Return the run of one rule set."""
    job, _ = job_of(
        rules, _players_at(rules, players), rounds=None, matches=matches, seed=seed, seats=None, options=options
    )
    job = attrs.evolve(job, names=seated_names(job.names, job.new_players))
    collect = partial(_collect, rules, len(job.names), len(sides_of(rules, job.places)), with_rows=with_rows)
    return Run((job,), job.names, -(-matches // job.size), collect)


def _identity(jobs: Sequence[Job], matches: int) -> str:
    """Return the text that identifies a comparison, for checkpoints."""
    sets = ", ".join(f"{job.rules.digest} at {job.places} places by {' / '.join(job.names)}" for job in jobs)
    return f"{matches} matches each, not on the same deals, seed {jobs[0].seed}: {sets}"


def _point(every: str, sums: Sequence[Sums]) -> Checkpoint:
    """Return a run's state: a section for each rule set."""
    return Checkpoint.of_sums(every, Sums(), {str(number): Section.of(one) for number, one in enumerate(sums)})


def _restored(checkpoint: Checkpoint, every: str, runs: Sequence[Run[_Part]]) -> list[Sums]:
    sections = checkpoint.checked(every, map(str, range(len(runs)))).sections
    keys = [measure.key for measure in (TURNS, DRAWN, MATCH_LENGTH, MINUTES, FIRST_SEAT, COMEBACK)]
    return [
        sections[str(number)].restored([*keys, SKILL.key] if len(run.players) > 1 else keys, ())
        for number, run in enumerate(runs)
    ]


def _comparison(rules: tuple[RuleSet, ...], runs: Sequence[Run[_Part]], sums: Sequence[Sums], every: str) -> Comparison:
    jobs = [run.jobs[0] for run in runs]
    split = tuple(
        SplitRun(
            tuple(dict.fromkeys(job.names)), job.places, one.ratio(MATCH_LENGTH.key).base_a, one.ratio(TURNS.key).base_a
        )
        for job, one in zip(jobs, sums, strict=True)
    )
    return Comparison(
        rules=rules,
        contestants=split[0].contestants,
        seats=split[0].seats,
        rounds=split[0].rounds,
        deals=sums[0].units,
        seed=jobs[0].seed,
        repricings=(False,) * (len(rules) - 1),
        findings=tuple(_findings(sums)),
        partial=any(one.units < run.units for one, run in zip(sums, runs, strict=True)),
        checkpoint=_point(every, sums),
        split=split,
    )


def _named(rule_sets: Sequence[RuleSet], players: Players) -> Players:
    """Return the players with a name in place of None: that of one player under all rule sets, each at its table."""
    if players is not None and not (isinstance(players, list | tuple) and None in players):
        return players
    tables = [(rules, table_seats(rules.seating, min(rules.player_counts))) for rules in rule_sets]
    names = {default_player((rules,), seats) for rules, seats in tables}
    name = names.pop() if len(names) == 1 else "expert"
    return name if players is None else [name if player is None else player for player in players]


def _players_at(rules: RuleSet, players: Players) -> Players:
    """Return a match's contestants: the second of two players in every place but the first's."""
    if not isinstance(players, list | tuple) or len(players) <= 1:
        return players
    if len(players) > 2:
        raise InvalidRunError(
            f"expected one player or two, of whom the second fills all other seats: got {len(players)}"
        )
    places = min(rules.player_counts)
    others = places - 1 if len(sides_of(rules, places)) == places else 1
    return [players[0], *[players[1]] * others]


def _collect(rules: RuleSet, contestants: int, sides: int, jobs: Sequence[DealtRounds], *, with_rows: bool) -> _Part:
    """Count the matches of several units."""
    import numpy as np  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

    (dealt,) = jobs
    rounds, sums = dealt.at_prices_of(rules), Sums(units=dealt.units)
    every = rounds.by_unit(1)
    matches: Ints = np.array([len(of_unit) for of_unit in dealt.matches], np.int64)
    sums.add_units(TURNS.key, (rounds.by_unit(rounds.turns), every))
    sums.add_units(DRAWN.key, (rounds.by_unit(~rounds.has_winner), every))
    sums.add_units(MATCH_LENGTH.key, (every, matches))
    sums.add_units(MINUTES.key, (rounds.by_unit(rounds.turns) * SECONDS_OF_TURN, matches * 60))
    first: Ints = rounds.by_unit(rounds.first_wins * dealt.facts["seats"].astype(np.int64))
    sums.add_units(FIRST_SEAT.key, (first, rounds.by_unit(rounds.has_winner)))
    for of_unit in dealt.matches:
        sums.add(COMEBACK.key, total(match.comeback for match in of_unit))
        if contestants > 1:
            won, counted = total(match_won(match, 0) for match in of_unit)
            sums.add(SKILL.key, (won * sides, counted))
    return sums, rows_of(rounds) if with_rows else []


def _findings(sums: Sequence[Sums]) -> Iterator[Finding]:
    later = len(sums) - 1
    measures = [TURNS, DRAWN, MATCH_LENGTH, MINUTES, FIRST_SEAT, COMEBACK]
    for measure in [*measures, SKILL] if SKILL.key in sums[0].ratios else measures:
        first, *others = (estimates(one.ratio(measure.key), share=measure.unit == "share")[0] for one in sums)
        differences = tuple(_difference(first, other) for other in others)
        nothing = (None,) * later
        yield Finding(measure, (first, *others), differences, (False,) * later, nothing, nothing, (first,) * later)


def _difference(first: Estimate | None, other: Estimate | None) -> Estimate | None:
    """Return the difference between the estimates of two independent runs."""
    if first is None or other is None:
        return None
    value, half = other.value - first.value, hypot(first.half_width, other.half_width)
    return Estimate(value, value - half, value + half)
