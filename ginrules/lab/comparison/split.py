"""Rule sets that no table fits together, each played in matches on deals of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import whole_number
from ginrules.errors import InvalidRunError
from ginrules.lab.comparison.result import SECONDS_OF_TURN, Comparison, Finding, SplitRun
from ginrules.lab.runner.blocks import Keeper, RunData
from ginrules.lab.runner.experiment import Figures, play_through
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.runner.own_measures import OwnMeasure, names_text
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.task import Run, seated_names, task_of
from ginrules.lab.statistics.estimate import Estimate, PairedSums, UnitRatios, estimates
from ginrules.lab.statistics.measures import COMEBACK, MATCH_LENGTH, Measure
from ginrules.match.seating import sides_of
from ginrules.players.packaged_nets import default_player
from ginrules.players.players import Players
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds
    from ginrules.lab.runner.workers import Batches

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


def compare_split(
    rule_sets: tuple[RuleSet, ...],
    rounds: int,
    seed: int,
    players: Players,
    own: tuple[OwnMeasure, ...],
    take_rows: TakeRows | None,
    options: RunOptions,
    keeper: Keeper,
) -> Comparison:
    """Play a match for every five rounds under each rule set, and measure the differences from the first."""
    matches = max(1, whole_number("rounds", rounds, 1, RUN_UNITS) // _ROUNDS_OF_MATCH)
    players = _named(rule_sets, players)
    runs = [_run(rules, players, matches, seed, options, own) for rules in rule_sets]
    tasks = [run.tasks[0] for run in runs]
    sets = ", ".join(f"{task.rules.digest} at {task.places} places by {' / '.join(task.names)}" for task in tasks)
    keeper.begin(f"{matches} matches each, not on the same deals, seed {seed}: {sets}{names_text(own)}", seed)
    return play_through(runs, _Figures(runs), keeper, options, "matches", take_rows)


def _run(
    rules: RuleSet, players: Players, matches: int, seed: int, options: RunOptions, own: tuple[OwnMeasure, ...]
) -> Run:
    """Return the run of one rule set."""
    task, _ = task_of(
        rules,
        _players_at(rules, players),
        rounds=None,
        matches=matches,
        seed=seed,
        seats=None,
        options=options,
        own=own,
    )
    task = attrs.evolve(task, names=seated_names(task.names, task.new_players))
    return Run((task,), task.names, -(-matches // task.size))


class _Figures(Figures[Comparison]):
    """The figures of each rule set, without pairs."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._units = [0 for _ in runs]
        self._sums: list[dict[str, PairedSums]] = [defaultdict(PairedSums) for _ in runs]

    def add(self, part: int, batches: Batches) -> list[PricedRounds]:
        (batch,) = batches
        rounds = batch.at_prices_of(batch.task.rules)
        turns, first_wins = (
            rounds.by_unit(batch.facts["turns"]),
            rounds.first_wins * batch.facts["seats"].astype("int64"),
        )
        every, matches = rounds.by_unit(1), rounds.by_unit(0) + batch.matches.shape[1]
        self._units[part] += len(batch.units)
        ratios: dict[str, UnitRatios] = {
            TURNS.key: (turns, every),
            DRAWN.key: (rounds.by_unit(~rounds.has_winner), every),
            MATCH_LENGTH.key: (every, matches),
            MINUTES.key: (turns * SECONDS_OF_TURN, matches * 60),
            FIRST_SEAT.key: (rounds.by_unit(first_wins), rounds.by_unit(rounds.has_winner)),
            COMEBACK.key: (batch.match_sums("comebacks"), batch.match_sums("behind")),
            **batch.own_ratios(),
        }
        if len(batch.task.names) > 1:
            won, counted = batch.matches_won(0)
            ratios[SKILL.key] = won * len(sides_of(rounds.rules, batch.task.places)), counted
        for key, ratio in ratios.items():
            self._sums[part][key] += PairedSums.of_units(ratio)
        return [rounds]

    def result(self, data: RunData) -> Comparison:
        tasks = [run.tasks[0] for run in self._runs]
        split = tuple(
            SplitRun(
                tuple(dict.fromkeys(task.names)), task.places,
                sums[MATCH_LENGTH.key].base_a, sums[TURNS.key].base_a,
            )
            for task, sums in zip(tasks, self._sums, strict=True)
        )  # fmt: skip
        return Comparison(
            rules=tuple(task.rules for task in tasks),
            contestants=split[0].contestants,
            seats=split[0].seats,
            rounds=split[0].rounds,
            deals=self._units[0],
            seed=tasks[0].seed,
            repricings=(False,) * (len(tasks) - 1),
            findings=tuple(self._findings()),
            partial=any(units < run.units for units, run in zip(self._units, self._runs, strict=True)),
            split=split,
            data=data,
        )

    def _findings(self) -> Iterator[Finding]:
        later = len(self._sums) - 1
        measures = [TURNS, DRAWN, MATCH_LENGTH, MINUTES, FIRST_SEAT, COMEBACK]
        measures += [SKILL] if SKILL.key in self._sums[0] else []
        for measure in (*measures, *(own.measure for own in self._runs[0].tasks[0].own)):
            share = measure.unit == "share"
            first, *others = (estimates(sums[measure.key], share=share)[0] for sums in self._sums)
            differences = tuple(_difference(first, other) for other in others)
            nothing = (None,) * later
            yield Finding(measure, (first, *others), differences, (False,) * later, nothing, nothing, (first,) * later)


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


def _difference(first: Estimate | None, other: Estimate | None) -> Estimate | None:
    """Return the difference between the estimates of two independent runs."""
    if first is None or other is None:
        return None
    value, half = other.value - first.value, hypot(first.half_width, other.half_width)
    return Estimate(value, value - half, value + half)
