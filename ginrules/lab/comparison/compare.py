"""`compare`: the effect of a change of rules, measured on the same shuffled deals.

The design is paired: every deal is played under all rule sets. Under each rule set it is played once for
every seat that can begin, while all seats keep their cards, and in all its seatings of the contestants. So the
luck of the deal cancels, between rule sets and between seats, and the effect of the rules remains.
"""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from ginrules._support.values import expect, whole_number
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.comparison.games import fold_matches
from ginrules.lab.comparison.plan import Plan, deals_for, played_as, seated_names, seats_for
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.comparison.running import LOOK_EVERY, ComparisonRun, Precision
from ginrules.lab.comparison.split import compare_split
from ginrules.lab.runner.job import Job
from ginrules.lab.runner.options import check_callback
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.workers import Run
from ginrules.lab.statistics.checkpoint_file import EVERY, KeptRunOptions
from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    ROUND_MEASURES,
    SKILL_GAME,
    SKILL_NET,
    SKILL_ROUND,
)
from ginrules.play.deal import common_seats
from ginrules.play.run_deals import PLY_CAP, seatings
from ginrules.players.players import Players, factories_of, names_of
from ginrules.rules.model import RuleSet, rules_of


def compare(
    a: RuleSet | str,
    b: RuleSet | str,
    *more: RuleSet | str,
    rounds: int = 1000,
    seed: int = 1,
    seats: int | None = None,
    players: Players = None,
    until: Precision | None = None,
    take_rows: TakeRows | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
    resume: Checkpoint | None = None,
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
    there is a ``checkpoint``. A resumed run plays the deals of the games in progress again. With ``until``, it must
    have the same number of rounds.

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
        take_rows: Called with the rounds of each part in the form of `rows`. They come in order, deal by deal, and
            within a deal by rule set (on deals of their own, one rule set after the other). A resumed run passes only
            the remaining rounds.
        executor: An executor to play in: any of `concurrent.futures`, or a Dask client's. None for this process. With
            processes, every player must be made by a function or class of a module, or a ``functools.partial`` of it.
        workers: The number of processes that the run starts itself, instead of an executor. None or 1 for this process.
            In a script, put the run under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal or in the notebook, False for nothing. None for a line in a notebook,
            if the run lasts longer than two seconds. Or a function that is called after each part of the run with the
            rounds done and the number in the whole run.
        time_limit: Time limit per decision, in seconds. None for no limit.
        ply_cap: Limit on a round's actions.
        resume: A checkpoint of the same run. Only the rest is played.
        checkpoint: The file for the run's state. If the file exists, the run continues from there. It is written at
            intervals and at the end, also after Ctrl-C, SIGTERM or an error. Not with ``resume``.
        checkpoint_every: Interval between two checkpoints, in seconds: 30 if left out.

    Raises:
        IncompatibleRulesError: If the packs differ, the rounds are too few, or no table fits all rule sets, but
            ``seats`` or ``until`` is given.
        InvalidRunError: If the seats are not a multiple of the contestants, or the checkpoint
            belongs to another run or contradicts itself.
        LabError: If a player breaks the rules, raises or takes too long, a round exceeds
            ``ply_cap`` actions, a worker dies, or the checkpoint cannot be written. Its ``partial`` attribute
            holds the figures until then, with their checkpoint.

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
        >>> whole = gin.lab.compare("standard", "oklahoma", rounds=40, resume=part.checkpoint)
        >>> whole == gin.lab.compare("standard", "oklahoma", rounds=40)
        True
    """
    run_options = KeptRunOptions(
        executor=executor, workers=workers, progress=progress, time_limit=time_limit, ply_cap=ply_cap, resume=resume,
        checkpoint=checkpoint, checkpoint_every=checkpoint_every,
    )  # fmt: skip
    keeper = run_options.keeper()
    check_callback("take_rows", take_rows)
    seed = whole_number("seed", seed)
    rules = tuple(map(rules_of, (a, b, *more)))
    if not common_seats(*rules) and seats is None and until is None:
        return compare_split(rules, rounds, seed, players, take_rows, run_options, keeper)
    places = seats_for(rules, seats)
    contestants = factories_of(players, rules, places)
    names = names_of(contestants, rules, places, seed)
    seats_of = seated_names(names, contestants)
    deals = deals_for(rules, rounds, places, len(seatings(seats_of, places)))
    _check_precision(until, len(contestants))
    played, jobs_of_rules = played_as(rules, contestants)
    plan = Plan(rules, jobs_of_rules, seats_of, seed, fold_matches(rules, places), with_rows=take_rows is not None)
    jobs = tuple(
        Job(
            one, contestants, seats_of, places, matches=False, seed=seed,
            ply_cap=run_options.ply_cap, time_limit=run_options.time_limit,
        )
        for one in played
    )  # fmt: skip
    run = Run(jobs, names, deals, plan.collect, chunk=0 if until is None else LOOK_EVERY)
    with run_options.opened("rounds", contestants) as opened:
        comparison = ComparisonRun.begun(run, plan, until=until, before=keeper.before)
        comparison.play(opened, keeper, take_rows)
    return comparison.comparison()


def _check_precision(until: Precision | None, contestants: int) -> None:
    if until is None:
        return
    expect(until, Precision, "a Precision")
    skill = (SKILL_ROUND, SKILL_NET, SKILL_GAME) if contestants > 1 else ()
    keys = [measure.key for measure in (*ROUND_MEASURES, GAME_MEASURE, FIRST_DEALER, COMEBACK, *skill)]
    if until.key not in keys:
        raise IncompatibleRulesError(f"until.key: expected one of {', '.join(keys)}, got {until.key!r}", key=until.key)
    if not until.half_width > 0:
        raise IncompatibleRulesError(
            f"until.half_width: expected a number above 0, got {until.half_width!r}", half_width=until.half_width
        )
