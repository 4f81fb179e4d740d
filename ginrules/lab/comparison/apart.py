"""`compare_apart`: rule sets that no table fits together, each played in matches on deals of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Any, Final, Unpack

import attrs

from ginrules._values import whole_number
from ginrules.bounds import RUN_UNITS
from ginrules.errors import InvalidRunError
from ginrules.lab.comparison.plan import seated_names
from ginrules.lab.runner.job import Job, job_of
from ginrules.lab.runner.options import RunKeywords, RunOptions, takes_options
from ginrules.lab.runner.workers import Run, parts_of
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.measures import COMEBACK, MATCH_LENGTH, Measure, match_won, total
from ginrules.lab.statistics.result import (
    Result,
    Table,
    estimate_text,
    factor_of,
    interval_columns,
    labels_of,
    title_of,
)
from ginrules.lab.statistics.sums import Sums
from ginrules.match.seating import sides_of
from ginrules.players.contestants import Players
from ginrules.players.packaged_nets import default_player
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds, Ints

_SECONDS_OF_TURN: Final = 10

TURNS: Final = Measure("turns", "turns per round", "turns", "Turns of all seats in a round.")
DRAWN: Final = Measure("drawn", "drawn rounds", "share", "Rounds that nobody wins.")
MINUTES: Final = Measure(
    "minutes-per-match", "minutes per match", "turns",
    f"Minutes of a match if every turn takes {_SECONDS_OF_TURN} seconds: its turns, divided by six.",
)  # fmt: skip
FIRST_SEAT: Final = Measure(
    "first-seat-fair", "first seat's wins, 1 is fair", "rounds",
    "Rounds won by the seat that begins, of the rounds with a winner, times the seats of the table: 1 is no advantage.",
)  # fmt: skip
SKILL: Final = Measure(
    "skill", "first player's matches, 1 is fair", "rounds",
    "Matches won alone by the first player against the others, of the matches with one winner, times the number of "
    "sides: 1 if the better player wins no oftener than chance.",
)  # fmt: skip

_MOST_PLAYERS: Final = 2


@attrs.frozen
class ApartFinding:
    """A measure under each rule set.

    Attributes:
        measure: The measure.
        values: The estimate under each rule set; None if there are too few deals.
        differences: The difference of each later rule set from the first, between independent runs.
    """

    measure: Measure
    values: tuple[Estimate | None, ...]
    differences: tuple[Estimate | None, ...]


@attrs.frozen(repr=False)
class ApartComparison(Result):
    """The result of `compare_apart`; its ``str`` is a table.

    Attributes:
        rules: The rule sets.
        contestants: The players, as text, under each rule set.
        seats: The players of a match under each rule set.
        seed: The seed of the runs.
        matches: The matches played under each rule set.
        rounds: The rounds played under each rule set.
        findings: The measures.
        partial: Whether a run was interrupted before its end.
    """

    _document = ("rules", "contestants", "seats", "seed", "matches", "rounds", "partial", "level", "rows")

    rules: tuple[RuleSet, ...]
    contestants: tuple[tuple[str, ...], ...]
    seats: tuple[int, ...]
    seed: int
    matches: tuple[int, ...]
    rounds: tuple[int, ...]
    findings: tuple[ApartFinding, ...]
    partial: bool = False

    def __getitem__(self, key: str) -> ApartFinding:
        """Return the finding of the measure with this key."""
        for finding in self.findings:
            if finding.measure.key == key:
                return finding
        raise KeyError(key)

    @property
    def _run(self) -> str:
        runs = zip(labels_of(self.rules), self.seats, self.matches, self.rounds, self.contestants, strict=True)
        texts = [
            f"{label}: {matches:,} matches of {seats} players, {rounds:,} rounds by {' against '.join(players)}"
            for label, seats, matches, rounds, players in runs
        ]
        return "not on the same deals\n" + "\n".join(texts)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table of measures."""
        first, *others = labels_of(self.rules)
        heads = ["", first, *(head for other in others for head in (other, f"{other} − {first}"))]
        return (Table(heads, [self._row(finding) for finding in self.findings]),)

    def _row(self, finding: ApartFinding) -> list[str]:
        factor = factor_of(finding.measure)
        first, *others = finding.values
        cells = [title_of(finding.measure), estimate_text(first, factor=factor)]
        for value, difference in zip(others, finding.differences, strict=True):
            cells += [estimate_text(value, factor=factor), estimate_text(difference, factor=factor, signed=True)]
        return cells

    @property
    def note(self) -> str:
        """How to read the table."""
        return (
            "No table fits these rules together, so each was played on deals of its own: the luck of the cards does "
            f"not cancel in the differences. Minutes are for {_SECONDS_OF_TURN} seconds a turn."
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The estimates as plain rows, for JSON."""
        return self.records()

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each measure and rule set: measure, unit, rules, value and difference with their ends."""
        return [
            {
                "measure": finding.measure.key, "unit": finding.measure.unit, "rules": label,
                **interval_columns("value", value), **interval_columns("difference", difference),
            }
            for finding in self.findings
            for label, value, difference in zip(
                labels_of(self.rules), finding.values, (None, *finding.differences), strict=True
            )
        ]  # fmt: skip


@takes_options(RunOptions)
def compare_apart(
    a: RuleSet | str,
    b: RuleSet | str,
    *more: RuleSet | str,
    matches: int = 200,
    seed: int = 1,
    players: Players = None,
    **options: Unpack[RunKeywords],
) -> ApartComparison:
    """Play matches under each rule set on deals of its own, and measure the differences from the first.

    It is for rule sets that no table fits together; `compare` needs far fewer rounds where one does. With a second
    player, it fills all other seats, and the measure ``skill`` says how much oftener than chance the first one wins.
    Ctrl-C ends the run; the result has the matches played until then.

    Args:
        a: The first rule set, at the smallest number of players that it allows.
        b: The second rule set.
        more: More rule sets to compare with the first.
        matches: Matches under each rule set, rounded up to whole sets with every contestant in every place.
        seed: The seed of the runs.
        players: The player at every seat; or two, of whom the second fills all seats but one. None as in `compare`.
        options: The options of the run, by name; see `RunOptions`.

    Raises:
        InvalidRunError: If there are more than two players, or an argument is not possible.
        LabError: As in `simulate`.

    Examples:
        >>> import ginrules as gin
        >>> apart = gin.lab.compare_apart("standard", "three-handed", matches=30, players=("greedy", "random"))
        >>> apart.seats, apart["skill"].values[0].value
        ((2, 3), 2.0)
    """
    run_options = RunOptions(**options)
    rule_sets = tuple(map(rules_of, (a, b, *more)))
    matches = whole_number("matches", matches, 1, RUN_UNITS)
    players = _named(rule_sets, players)
    sums: list[Sums] = []
    jobs: list[Job] = []
    partial_ = False
    for rules in rule_sets:
        job, _ = job_of(
            rules, _players_at(rules, players), rounds=None, matches=matches, seed=seed, seats=None, options=run_options
        )
        job = attrs.evolve(job, names=seated_names(job.names, job.new_players))
        units = -(-matches // job.size)
        played = Sums()
        run = Run((job,), job.names, units, partial(_collect, rules, len(job.names), len(sides_of(rules, job.places))))
        try:
            with run_options.opened("matches", job.new_players) as opened:
                for part in parts_of(run, opened):
                    played.merge(part)
        except KeyboardInterrupt:
            partial_ = True
        jobs.append(job)
        sums.append(played)
    return ApartComparison(
        rules=rule_sets,
        contestants=tuple(tuple(dict.fromkeys(job.names)) for job in jobs),
        seats=tuple(job.places for job in jobs),
        seed=jobs[0].seed,
        matches=tuple(one.ratio(MATCH_LENGTH.key).base_a for one in sums),
        rounds=tuple(one.ratio(TURNS.key).base_a for one in sums),
        findings=tuple(_findings(sums)),
        partial=partial_,
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
    """Return the contestants of a match: the second of two players in every place but the first's."""
    if not isinstance(players, list | tuple) or len(players) <= 1:
        return players
    if len(players) > _MOST_PLAYERS:
        raise InvalidRunError(
            f"expected one player or two, of whom the second fills all other seats: got {len(players)}"
        )
    places = min(rules.player_counts)
    others = places - 1 if len(sides_of(rules, places)) == places else 1
    return [players[0], *[players[1]] * others]


def _collect(rules: RuleSet, contestants: int, sides: int, jobs: Sequence[DealtRounds]) -> Sums:
    """Count the matches of several units."""
    import numpy as np  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

    (dealt,) = jobs
    rounds, sums = dealt.at_prices_of(rules), Sums(units=dealt.units)
    every = rounds.by_unit(1)
    matches: Ints = np.array([len(of_unit) for of_unit in dealt.matches], np.int64)
    sums.add_units(TURNS.key, (rounds.by_unit(rounds.turns), every))
    sums.add_units(DRAWN.key, (rounds.by_unit(~rounds.has_winner), every))
    sums.add_units(MATCH_LENGTH.key, (every, matches))
    sums.add_units(MINUTES.key, (rounds.by_unit(rounds.turns) * _SECONDS_OF_TURN, matches * 60))
    first: Ints = rounds.by_unit(rounds.first_wins * dealt.facts["seats"].astype(np.int64))
    sums.add_units(FIRST_SEAT.key, (first, rounds.by_unit(rounds.has_winner)))
    for of_unit in dealt.matches:
        sums.add(COMEBACK.key, total(match.comeback for match in of_unit))
        if contestants > 1:
            won, counted = total(match_won(match, 0) for match in of_unit)
            sums.add(SKILL.key, (won * sides, counted))
    return sums


def _findings(sums: Sequence[Sums]) -> list[ApartFinding]:
    measures = [TURNS, DRAWN, MATCH_LENGTH, MINUTES, FIRST_SEAT, COMEBACK]
    if SKILL.key in sums[0].ratios:
        measures.append(SKILL)
    findings = []
    for measure in measures:
        values = [estimates(one.ratio(measure.key), share=measure.unit == "share")[0] for one in sums]
        differences = [_difference(values[0], value) for value in values[1:]]
        findings.append(ApartFinding(measure, tuple(values), tuple(differences)))
    return findings


def _difference(first: Estimate | None, other: Estimate | None) -> Estimate | None:
    """Return the difference between the estimates of two independent runs."""
    if first is None or other is None:
        return None
    value, half = other.value - first.value, hypot(first.half_width, other.half_width)
    return Estimate(value, value - half, value + half)
