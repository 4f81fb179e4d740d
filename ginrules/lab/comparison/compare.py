"""`compare`: the effect of a change of rules, measured on the same shuffled deals.

The design is paired: every deal is played under all rule sets. Under each rule set it is played once for
every seat that can begin, while all seats keep their cards, and in all its seatings of the contestants. So the
luck of the deal cancels, between rule sets and between seats, and the effect of the rules remains.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Final

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import expect, whole_number
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.comparison.figures import LOOK_EVERY, ComparisonFigures, Precision
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.comparison.split import compare_split
from ginrules.lab.runner.blocks import Keeper
from ginrules.lab.runner.experiment import play_through
from ginrules.lab.runner.options import EVERY, RunOptions, check_callback
from ginrules.lab.runner.own_measures import OwnMeasure, OwnMeasures, names_text, own_measures
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.task import Run, Task, seated_names
from ginrules.lab.statistics.measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    ROUND_MEASURES,
    SKILL_GAME,
    SKILL_NET,
    SKILL_ROUND,
)
from ginrules.play.deal import common_seats, seats_at
from ginrules.play.run_deals import PLY_CAP, seatings
from ginrules.players import NewPlayer
from ginrules.players.players import Players, factories_of, names_of
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet, rules_of

FEWEST_DEALS: Final = 10
"""Deals needed for an interval."""


def compare(
    a: RuleSet | str,
    b: RuleSet | str,
    *more: RuleSet | str,
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
        progress: True for a line on the terminal or in the notebook, False for nothing. None for a line in a notebook,
            if the run lasts longer than two seconds. Or a function that is called after each part of the run with the
            rounds done and the number in the whole run.
        time_limit: Time limit per decision, in seconds. None for no limit.
        ply_cap: Limit on a round's actions.
        resume: A result of the same run with fewer rounds, or the folder of its checkpoint. Only the rest is played.
        checkpoint: The folder for the run's rounds. If it exists, the run continues from there. It is written at
            intervals and at the end, also after Ctrl-C, SIGTERM or an error. Not with ``resume``.
        checkpoint_every: Interval between two writes of the checkpoint, in seconds: 30 if left out.

    Raises:
        IncompatibleRulesError: If the packs differ, the rounds are too few, or no table fits all rule sets, but
            ``seats`` or ``until`` is given.
        InvalidRunError: If the seats are not a multiple of the contestants, or the checkpoint
            belongs to another run or is spoiled.
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


def plays_alike(a: RuleSet, b: RuleSet) -> bool:
    """Return whether rounds are played alike under both rule sets. Only prices, games or matches can differ.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20)), plays_alike(RuleSet(), RuleSet(knock_limit=5))
        (True, False)
    """
    return all(RULES[change.name].affects != "play" for change in diff(a, b))


def _played_as(
    rules: tuple[RuleSet, ...], contestants: tuple[NewPlayer, ...], own: tuple[OwnMeasure, ...]
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


def _check_precision(until: Precision | None, contestants: int, own: tuple[OwnMeasure, ...]) -> None:
    if until is None:
        return
    expect(until, Precision, "a Precision")
    skill = (SKILL_ROUND, SKILL_NET, SKILL_GAME) if contestants > 1 else ()
    keys = [measure.key for measure in (*ROUND_MEASURES, GAME_MEASURE, FIRST_DEALER, COMEBACK, *skill)]
    keys += [one.name for one in own]
    if until.key not in keys:
        raise IncompatibleRulesError(f"until.key: expected one of {', '.join(keys)}, got {until.key!r}", key=until.key)
    if not until.half_width > 0:
        raise IncompatibleRulesError(
            f"until.half_width: expected a number above 0, got {until.half_width!r}", half_width=until.half_width
        )
