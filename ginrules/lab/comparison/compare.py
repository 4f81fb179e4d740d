"""`compare`: the effect of a change of rules, measured on the same shuffled deals.

The design is paired: every deal is played under all rule sets. Under each rule set it is played once for
every seat that can begin, while all seats keep their cards, and in all its seatings of the contestants. So the
luck of the deal cancels, between rule sets and between seats, and the effect of the rules remains.

Rule sets that no table fits together are each played in matches on deals of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import expect, whole_number
from ginrules.driver.player import reads
from ginrules.errors import IncompatibleRulesError, InvalidRunError, RuleSetError
from ginrules.lab.comparison.figures import LOOK_EVERY, ComparisonFigures, Precision
from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.runner.blocks import Experiment, RunData
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.task import (
    EVERY,
    OwnMeasures,
    Run,
    RunOptions,
    Task,
    own_measures,
    seated_names,
    task_of,
)
from ginrules.lab.simulation import SimulationFigures
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import (
    COMEBACK,
    FIRST_SIDE,
    GAME_MEASURE,
    ROUND_MEASURES,
    SKILL,
    SKILL_GAME,
    SKILL_NET,
    SKILL_ROUND,
    SPLIT_MEASURES,
    Measure,
    measured_matches,
)
from ginrules.match.seating import sides_of
from ginrules.play.deal import common_seats, seats_at
from ginrules.play.seeded_deals import PLY_CAP, seatings
from ginrules.players import NewPlayer
from ginrules.players.packaged_nets import default_player
from ginrules.players.players import Players, factories_of, names_of
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet, rules_of
from ginrules.rules.seats import table_seats
from ginrules.rules.texts import joined

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds
    from ginrules.lab.runner.workers import Batches


FEWEST_DEALS: Final = 10
"""Deals needed for an interval."""

_FEWEST_CHANGES: Final = 2


def compare(
    a: RuleSet | str,
    b: RuleSet | str,
    *more: RuleSet | str,
    one_by_one: bool = False,
    rounds: int = 1000,
    seed: int = 1,
    seats: int | None = None,
    players: Players = None,
    until: Precision | None = None,
    measure: OwnMeasures | None = None,
    take_rows: TakeRows | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
    resume: Comparison | Path | str | None = None,
    checkpoint: Path | str | None = None,
    checkpoint_every: float = EVERY,
) -> Comparison:
    """Play the same shuffled deals under all rule sets and measure the differences from the first.

    If no table fits all rule sets, each is played in matches on deals of its own, one for every five rounds, at the
    smallest number of players that it allows. The result says *not on the same deals*, and lists the runs as
    ``split``. Its intervals are far longer.

    The figures depend on the arguments alone, not on the executor. Rule sets that differ only in prices share the
    same rounds, unless the players read prices (``reads_prices``). Ctrl-C ends the run. The result
    has the rounds played until then and is marked ``partial``. So does SIGTERM, which ends the program too, unless
    there is a ``checkpoint``. With ``until``, a resumed run must have the same number of rounds.

    With two players, the measures of skill are estimated too: how often the first player wins a round, a game, or a
    match of several games under each rule set.

    With ``until``, the run stops as soon as it is precise enough, and ``rounds`` is the limit. The precision is
    checked after 60 deals and after every 20 more. All intervals then belong to a confidence sequence
    (`sequence_critical_value`), so they are valid whenever the run stops. They are about one and a half times as
    long as the intervals for a fixed number of rounds.

    Args:
        a: The first rule set.
        b: The second rule set.
        more: More rule sets to compare with the first.
        one_by_one: Whether each change from ``a`` to ``b`` is also measured alone, so that you see which of them does
            what. Changes that cannot be played without one another stay together. Only with two rule sets.
        rounds: Rounds under each rule set, rounded up to whole deals. A deal has a round for each seat that can
            begin, in each of its seatings of the contestants.
        seed: The run's seed.
        seats: Seats at the table. None for the smallest table that all rule sets allow.
        players: The player at every seat, as a name or a function that makes the player from a seed, or several
            contestants, who change seats on the same deals. None for learned where its net reads all the rules, and
            expert under all of them elsewhere. The result names it. Only the first is measured. Four or more different
            players sit in an order drawn for each deal. No games are then made of the rounds. On deals of their own,
            there are one player or two, of whom the second fills all seats but one.
        until: The precision that stops the run early. None to play all rounds.
        measure: Measures of your own: functions by the names of their figures. Each gets the finished `RoundRecord` of
            a round (on deals of their own: the finished `MatchState` of a match), and returns a number, or None where
            it does not count. The Python engine then plays, under each rule set. A run that continues needs the same
            names.
        take_rows: Called with the rounds of each part in the form of `rows`. They come in order, deal by deal, and
            within a deal by rule set (on deals of their own, one rule set after the other). A run that continues begins
            with the rounds of its checkpoint.
        executor: As in `simulate`.
        workers: As in `simulate`.
        progress: As in `simulate`.
        time_limit: As in `simulate`.
        ply_cap: As in `simulate`.
        resume: As in `simulate`.
        checkpoint: As in `simulate`.
        checkpoint_every: As in `simulate`.

    Raises:
        IncompatibleRulesError: If the packs differ, the rounds are too few, or no table fits all rule sets, but
            ``seats`` or ``until`` is given.
        InvalidRunError: If the seats are not a multiple of the contestants, the checkpoint
            belongs to another run or is spoiled, or ``one_by_one`` is given more than two rule sets.
        LabError: If a player breaks the rules, raises or takes too long, a round exceeds
            ``ply_cap`` actions, a worker dies, or the checkpoint cannot be written. Its ``partial`` attribute
            holds the figures until then, to resume from.

    Examples:
        >>> from functools import partial
        >>> import ginrules as gin
        >>> comparison = gin.lab.compare(gin.RuleSet(), gin.RuleSet(knock_limit=0), rounds=40)
        >>> comparison["knock"].b.value, comparison["gin"].difference.value > 0
        (0.0, True)
        >>> two = (gin.players.new_greedy, partial(gin.players.new_greedy, threshold=0))
        >>> rules = ("standard", "standard+knock_limit=5", "standard+gin_bonus=20")
        >>> comparison = gin.lab.compare(*rules, players=two, rounds=40)
        >>> comparison.contestants[1], [round(estimate.value, 1) for estimate in comparison["skill-round"].values]
        ('greedy, playing for gin', [0.6, 0.6, 0.6])
        >>> alone = gin.lab.compare("standard", "standard+knock_limit=5+gin_bonus=20", one_by_one=True, rounds=40)
        >>> [rules.name for rules in alone.rules[2:]]
        ['knock_limit alone', 'gin_bonus alone']
        >>> apart = gin.lab.compare("standard", "group-gin", rounds=150, players=("greedy", "random"))
        >>> [run.seats for run in apart.split], apart["skill"].a.value
        ([2, 3], 2.0)
        >>> part = gin.lab.compare("standard", "oklahoma", rounds=20)
        >>> whole = gin.lab.compare("standard", "oklahoma", rounds=40, resume=part)
        >>> whole == gin.lab.compare("standard", "oklahoma", rounds=40)
        True
    """
    options = RunOptions(executor, workers, progress, time_limit, ply_cap, resume, checkpoint, checkpoint_every)
    experiment = Experiment(options)
    own = own_measures(measure, options)
    seed = whole_number("seed", seed)
    rules = tuple(map(rules_of, (a, b, *more)))
    expect(one_by_one, bool, "one_by_one: True or False")
    if one_by_one:
        if more:
            raise InvalidRunError(f"one_by_one is for two rule sets, got {len(rules)}", rules=len(rules))
        rules += _changes_alone(*rules)
    if not common_seats(*rules) and seats is None and until is None:
        return compare_split(experiment, rules, rounds, seed, players, own, take_rows)
    places = seats_for(rules, seats)
    contestants = factories_of(players, rules, places)
    names = names_of(contestants, rules, places, seed)
    seats_of = seated_names(names, contestants)
    deals = deals_for(rules, rounds, places, len(seatings(seats_of, places)))
    _check_precision(until, len(contestants), own)
    played, played_as = _played_as(rules, contestants, own)
    tasks = tuple(Task(one, contestants, seats_of, places, seed, ply_cap, time_limit, own=own) for one in played)
    run = Run(tasks, names, deals, chunk=0 if until is None else LOOK_EVERY)
    digests = " and ".join(one.digest for one in rules)
    end = f", ± {until.half_width} in {until.key} in at most {deals} deals" if until else ""
    of = f"comparison of {digests} at {places} seats, seed {seed}: {' / '.join(names)}{end}{tasks[0].extras}"
    figures = ComparisonFigures(rules, played_as, run, until)
    return experiment.play(
        of, [run], figures.add, figures.result, "rounds", take_rows, is_enough=figures.are_enough, end=figures.end
    )


def _changes_alone(a: RuleSet, b: RuleSet) -> tuple[RuleSet, ...]:
    """Return the first rules with each change to the second alone, or with those that it cannot be played without."""
    changed = [change.name for change in diff(a, b)]
    groups: list[list[str]] = []
    for name in changed:
        group = [name]
        while faults := _faults(a, b, group):
            others = [other for other in changed if other not in group]
            helping = [other for other in others if faults - _faults(a, b, [*group, other])]
            group = [other for other in changed if other in {*group, *(helping or others)}]
        if group not in groups:
            groups.append(group)
    if len(groups) < _FEWEST_CHANGES:
        return ()
    return tuple(
        a.evolve(name=f"{joined(group, 'and')} alone", **{name: getattr(b, name) for name in group})
        for group in groups
        if group != changed
    )


def _faults(a: RuleSet, b: RuleSet, names: list[str]) -> set[tuple[str, str]]:
    """Return the faults of the first rules with these values of the second."""
    try:
        a.evolve(name="alone", **{name: getattr(b, name) for name in names})
    except RuleSetError as error:
        return {(problem.path, problem.message) for problem in error.problems}
    return set()


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Return whether rounds are played alike under both rule sets. Only prices, games or matches can differ."""
    return not any(RULES[change.name].is_played for change in diff(a, b))


def _played_as(
    rules: tuple[RuleSet, ...], contestants: tuple[NewPlayer, ...], own: tuple[Measure, ...]
) -> tuple[tuple[RuleSet, ...], tuple[int, ...]]:
    """Return the rule sets to play, and for each of the given rule sets the index of the rules played for it.

    A measure of one's own can read prices, as some players do.
    """
    read_prices = bool(own) or any(reads(new_player, "reads_prices") for new_player in contestants)
    played: list[RuleSet] = []
    played_as = []
    for one in rules:
        alike = [other for other in played if other == one or (not read_prices and plays_alike(other, one))]
        if not alike:
            played.append(one)
        played_as.append(played.index(alike[0] if alike else one))
    return tuple(played), tuple(played_as)


def seats_for(rules: tuple[RuleSet, ...], seats: object) -> int:
    """Return the seats of the table: the requested number, or the smallest that all rule sets allow."""
    a = rules[0]
    for b in rules[1:]:
        if a.ranks != b.ranks or a.suits != b.suits:
            raise IncompatibleRulesError(
                f"the same deals need the same pack: {a.label} has {a.ranks} ranks × {a.suits} suits, "
                f"{b.label} {b.ranks} × {b.suits}",
                packs=[[a.ranks, a.suits], [b.ranks, b.suits]],
            )
    if not common_seats(*rules):
        sizes = [" or ".join(map(str, one.table_sizes)) for one in rules]
        others = "".join(f", {one.label} for {size}" for one, size in zip(rules[1:], sizes[1:], strict=True))
        raise IncompatibleRulesError(
            f"no table size fits {'both' if len(rules) == 2 else 'all'}: {a.label} is for {sizes[0]} seats{others}; "
            "without seats and until, each is played on deals of its own",
            seats=[list(one.table_sizes) for one in rules],
        )
    return seats_at(a, seats, others=rules[1:], error=IncompatibleRulesError)


def deals_for(rules: tuple[RuleSet, ...], rounds: int, seats: int, orders: int) -> int:
    """Return how many deals have these rounds: one for each seat that begins, in every order of the contestants."""
    number, size = whole_number("rounds", rounds, None, RUN_UNITS, error=IncompatibleRulesError), seats * orders
    deals = -(-number // size)
    if deals < FEWEST_DEALS:
        fewest = FEWEST_DEALS * size
        in_orders = f", in {orders} orders of the players" if orders > 1 else ""
        raise IncompatibleRulesError(
            f"{number} rounds are too few to compare {' and '.join(one.label for one in rules)}: play {fewest} or more "
            f"({FEWEST_DEALS} deals, once with each of {seats} seats beginning{in_orders})",
            rounds=number,
            fewest=fewest,
        )
    return deals


def _check_precision(until: Precision | None, contestants: int, own: tuple[Measure, ...]) -> None:
    if until is None:
        return
    expect(until, Precision, "a Precision")
    skill = (SKILL_ROUND, SKILL_NET, SKILL_GAME) if contestants > 1 else ()
    keys = [measure.key for measure in (*ROUND_MEASURES, GAME_MEASURE, FIRST_SIDE, COMEBACK, *skill)]
    keys += [one.key for one in own]
    if until.key not in keys:
        raise IncompatibleRulesError(f"until.key: expected one of {', '.join(keys)}, got {until.key!r}", key=until.key)
    if not until.half_width > 0:
        raise IncompatibleRulesError(
            f"until.half_width: expected a number above 0, got {until.half_width!r}", half_width=until.half_width
        )


_ROUNDS_OF_MATCH: Final = 5


def compare_split(
    experiment: Experiment,
    rule_sets: tuple[RuleSet, ...],
    rounds: int,
    seed: int,
    players: Players,
    own: tuple[Measure, ...],
    take_rows: TakeRows | None,
) -> Comparison:
    """Play a match for every five rounds under each rule set, and measure the differences from the first."""
    matches = max(1, whole_number("rounds", rounds, 1, RUN_UNITS) // _ROUNDS_OF_MATCH)
    players = _named(rule_sets, players)
    tasks = []
    for rules in rule_sets:
        at_seats = _players_at(rules, players)
        task, _ = task_of(rules, at_seats, matches=matches, seed=seed, options=experiment.options, own=own)
        tasks.append(attrs.evolve(task, names=seated_names(task.names, task.new_players)))
    runs = [Run((task,), task.names, -(-matches // task.size)) for task in tasks]
    sets = ", ".join(f"{task.rules.digest} at {task.places} places by {' / '.join(task.names)}" for task in tasks)
    measures = SPLIT_MEASURES if len(tasks[0].names) == 1 else (*SPLIT_MEASURES, SKILL)
    figures = [SimulationFigures(run.tasks[0], run.units, measures, measured_matches) for run in runs]

    def add(part: int, batches: Batches) -> list[PricedRounds]:
        return figures[part].add(part, batches)

    of = f"{matches} matches each, not on the same deals, seed {seed}: {sets}{tasks[0].extras}"
    return experiment.play(of, runs, add, partial(_comparison_of, figures), "matches", take_rows)


def _comparison_of(figures: Sequence[SimulationFigures], data: RunData) -> Comparison:
    """Return the comparison of rule sets whose runs are independent."""
    split = tuple(one.result(None) for one in figures)
    later = len(split) - 1
    findings = []
    for by_rules in zip(*(one.figures for one in split), strict=True):
        first, *others = (figure.estimate for figure in by_rules)
        differences = tuple(_difference(first, other) for other in others)
        nothing = (None,) * later
        findings.append(
            Finding(
                by_rules[0].measure, (first, *others), differences, (False,) * later, nothing, nothing, (first,) * later
            )
        )
    return Comparison(
        rules=tuple(one.rules for one in split),
        contestants=split[0].contestants,
        seats=split[0].seats,
        rounds=split[0].rounds,
        deals=split[0].units,
        seed=split[0].seed,
        repricings=(False,) * later,
        findings=tuple(findings),
        partial=any(one.partial for one in split),
        split=split,
        data=data,
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


def _difference(first: Estimate | None, other: Estimate | None) -> Estimate | None:
    """Return the difference between the estimates of two independent runs."""
    if first is None or other is None:
        return None
    value, half = other.value - first.value, hypot(first.half_width, other.half_width)
    return Estimate(value, value - half, value + half)
