"""`compare`: the effect of a change of rules, measured on the same shuffled deals.

The design is paired: every deal is played under all rule sets. Under each rule set it is played once for
every seat that can begin, while all seats keep their cards, and in all its seatings of the contestants. So the
luck of the deal cancels, between rule sets and between seats, and the effect of the rules remains.

Rule sets that no table fits together are each played in matches on deals of their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import expect, whole_number
from ginrules.errors import IncompatibleRulesError, InvalidRunError, RuleSetError
from ginrules.lab.comparison.figures import LOOK_EVERY, ComparisonFigures, Precision
from ginrules.lab.comparison.result import Comparison, Finding, SplitRun
from ginrules.lab.runner.blocks import Keeper, RunData
from ginrules.lab.runner.experiment import Figures, play_through
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.task import (
    EVERY,
    OwnMeasures,
    Run,
    RunOptions,
    Task,
    check_callback,
    names_text,
    own_measures,
    seated_names,
    task_of,
)
from ginrules.lab.statistics.estimate import Estimate, PairedSums, UnitRatios, estimates
from ginrules.lab.statistics.measures import (
    COMEBACK,
    DRAWN,
    FIRST_DEALER,
    FIRST_SEAT,
    GAME_MEASURE,
    MATCH_LENGTH,
    MINUTES,
    ROUND_MEASURES,
    SECONDS_OF_TURN,
    SKILL,
    SKILL_GAME,
    SKILL_NET,
    SKILL_ROUND,
    TURNS,
    Measure,
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
        executor: An executor to play in: any of `concurrent.futures`, or a Dask client's. None for this process. With
            processes, every player must be made by a function or class of a module, or a ``functools.partial`` of it.
        workers: The number of processes that the run starts itself, instead of an executor. None or 1 for this process.
            In a script, put the run under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal or in the notebook. Or a function that is called after each part of
            the run with the rounds done and the number in the whole run.
        time_limit: Time limit per decision, in seconds. None for no limit.
        ply_cap: Limit on a round's actions.
        resume: A result of the same run with fewer rounds, or the folder of its checkpoint. Only the rest is played.
        checkpoint: The folder for the run's rounds. If it exists, the run continues from there. It is written at
            intervals and at the end, also after Ctrl-C, SIGTERM or an error. Not with ``resume``.
        checkpoint_every: Interval between two writes of the checkpoint, in seconds: 30 if left out.

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
    options = RunOptions(
        executor=executor, workers=workers, progress=progress, time_limit=time_limit, ply_cap=ply_cap, resume=resume,
        checkpoint=checkpoint, checkpoint_every=checkpoint_every,
    )  # fmt: skip
    keeper = Keeper(options)
    check_callback("take_rows", take_rows)
    own = own_measures(measure, options)
    seed = whole_number("seed", seed)
    rules = tuple(map(rules_of, (a, b, *more)))
    expect(one_by_one, bool, "one_by_one: True or False")
    if one_by_one:
        if more:
            raise InvalidRunError(f"one_by_one is for two rule sets, got {len(rules)}", rules=len(rules))
        rules += _changes_alone(*rules)
    if not common_seats(*rules) and seats is None and until is None:
        return compare_split(rules, rounds, seed, players, own, take_rows, options, keeper)
    places = seats_for(rules, seats)
    contestants = factories_of(players, rules, places)
    names = names_of(contestants, rules, places, seed)
    seats_of = seated_names(names, contestants)
    deals = deals_for(rules, rounds, places, len(seatings(seats_of, places)))
    _check_precision(until, len(contestants), own)
    played, played_as = _played_as(rules, contestants, own)
    tasks = tuple(
        Task(
            one, contestants, seats_of, places, matches=False, seed=seed, ply_cap=ply_cap, time_limit=time_limit,
            own=own,
        )
        for one in played
    )  # fmt: skip
    run = Run(tasks, names, deals, chunk=0 if until is None else LOOK_EVERY)
    digests = " and ".join(one.digest for one in rules)
    end = f", ± {until.half_width} in {until.key} in at most {deals} deals" if until else ""
    keeper.begin(
        f"comparison of {digests} at {places} seats, seed {seed}: {' / '.join(names)}{end}{names_text(own)}", seed
    )
    return play_through((run,), ComparisonFigures(rules, played_as, run, until), keeper, options, "rounds", take_rows)


def _changes_alone(a: RuleSet, b: RuleSet) -> tuple[RuleSet, ...]:
    """Return the first rules with each change to the second alone, or with those that it cannot be played without."""
    changed = [change.name for change in diff(a, b)]
    groups: list[list[str]] = []
    for name in changed:
        group = needed = [name]
        while needed:
            group = [other for other in changed if other in {*group, *needed}]
            needed = _needed(a, b, group, changed)
        if group not in groups:
            groups.append(group)
    if len(groups) < _FEWEST_CHANGES:
        return ()
    return tuple(
        a.evolve(name=f"{joined(group, 'and')} alone", **{name: getattr(b, name) for name in group})
        for group in groups
        if group != changed
    )


def _needed(a: RuleSet, b: RuleSet, group: list[str], changed: list[str]) -> list[str]:
    """Return the other changes that a problem of these names, all others if it names none, and none without one."""
    try:
        a.evolve(name="alone", **{name: getattr(b, name) for name in group})
    except RuleSetError as error:
        words = " ".join(f"{problem.path} {problem.message}" for problem in error.problems).replace(".", " ").split()
        others = [name for name in changed if name not in group]
        return [name for name in others if name in words] or others
    return []


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Return whether rounds are played alike under both rule sets. Only prices, games or matches can differ."""
    return not any(RULES[change.name].is_played for change in diff(a, b))


def _played_as(
    rules: tuple[RuleSet, ...], contestants: tuple[NewPlayer, ...], own: tuple[Measure, ...]
) -> tuple[tuple[RuleSet, ...], tuple[int, ...]]:
    """Return the rule sets to play, and for each of the given rule sets the index of the rules played for it.

    A measure of one's own can read prices, as some players do.
    """
    read_prices = bool(own) or any(getattr(new_player(0), "reads_prices", True) for new_player in contestants)
    played: list[RuleSet] = []
    places = []
    for one in rules:
        alike = (other == one or (not read_prices and plays_alike(other, one)) for other in played)
        place = next((place for place, is_alike in enumerate(alike) if is_alike), len(played))
        if place == len(played):
            played.append(one)
        places.append(place)
    return tuple(played), tuple(places)


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
        if not common_seats(a, b):
            raise IncompatibleRulesError(
                f"no table size fits both: {a.label} is for {_numbers(a.table_sizes)} seats, "
                f"{b.label} for {_numbers(b.table_sizes)}; without seats and until, each is played on deals of its own",
                seats_a=list(a.table_sizes),
                seats_b=list(b.table_sizes),
            )
    if not common_seats(*rules):
        sizes = "; ".join(f"{one.label} is for {_numbers(one.table_sizes)}" for one in rules)
        raise IncompatibleRulesError(f"no table size fits all: {sizes} seats")
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


def _numbers(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, numbers))


def _check_precision(until: Precision | None, contestants: int, own: tuple[Measure, ...]) -> None:
    if until is None:
        return
    expect(until, Precision, "a Precision")
    skill = (SKILL_ROUND, SKILL_NET, SKILL_GAME) if contestants > 1 else ()
    keys = [measure.key for measure in (*ROUND_MEASURES, GAME_MEASURE, FIRST_DEALER, COMEBACK, *skill)]
    keys += [one.key for one in own]
    if until.key not in keys:
        raise IncompatibleRulesError(f"until.key: expected one of {', '.join(keys)}, got {until.key!r}", key=until.key)
    if not until.half_width > 0:
        raise IncompatibleRulesError(
            f"until.half_width: expected a number above 0, got {until.half_width!r}", half_width=until.half_width
        )


_ROUNDS_OF_MATCH: Final = 5


def compare_split(
    rule_sets: tuple[RuleSet, ...],
    rounds: int,
    seed: int,
    players: Players,
    own: tuple[Measure, ...],
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
    rules: RuleSet, players: Players, matches: int, seed: int, options: RunOptions, own: tuple[Measure, ...]
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
        for measure in (*measures, *self._runs[0].tasks[0].own):
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
