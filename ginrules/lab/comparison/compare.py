"""`compare`: what a change of rules does to the game, measured on the same shuffled deals.

Every deal is played under all rule sets, and under each once with every seat beginning while
all seats keep their cards (and by contestants in every order). So the luck of the deal
cancels, between the rule sets and between first and second seat, and what is left is the rules.
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from functools import partial
from itertools import count, islice
from typing import Final

import attrs

from ginrules.errors import IncompatibleRulesError, LabError
from ginrules.lab.comparison.contest import Found
from ginrules.lab.comparison.plan import Part, Plan, outcomes_of, plays_alike
from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.players import NewPlayer, new_greedy
from ginrules.lab.runner.match import seated
from ginrules.lab.runner.round import PLY_CAP
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.run_errors import rules_label, rules_labels
from ginrules.lab.runner.spec import (
    Job,
    Players,
    Progress,
    Run,
    check_time_limit,
    contestants_of,
    names_of,
)
from ginrules.lab.runner.workers import CHUNK, parts_of
from ginrules.lab.statistics.estimate import critical_value, sequence_critical_value
from ginrules.lab.statistics.match_measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    SKILL_GAME,
    SKILL_NET,
    SKILL_ROUND,
)
from ginrules.lab.statistics.measures import ROUND_MEASURES
from ginrules.rules.model import RuleSet

__all__ = ["Comparison", "Finding", "Precision", "compare", "new_greedy", "plays_alike"]

FEWEST_DEALS: Final = 10
"""The fewest deals that are worth an interval."""

MOST_EXTRA_DEALS: Final = 200
"""Deals played beyond those asked for, so that the last games come to an end."""

FIRST_LOOK: Final = 60
"""Deals before a run may be stopped for being precise enough."""


@attrs.frozen
class Precision:
    """When a comparison is precise enough to stop.

    Attributes:
        reach: How far the interval of every difference may reach, in the unit of the measure.
        key: The measure that is to be so precise.
    """

    reach: float
    key: str = "points"


def compare(
    a: RuleSet,
    b: RuleSet,
    *more: RuleSet,
    rounds: int = 1000,
    seed: int = 1,
    seats: int | None = None,
    new_player: NewPlayer = new_greedy,
    new_players: Players | None = None,
    until: Precision | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    take_rows: TakeRows | None = None,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
) -> Comparison:
    """Play the same shuffled deals under all rule sets and measure what differs from the first.

    The figures depend on the arguments alone, not on the executor. Rules that differ only in
    what is paid are played once, unless the players look at prices (``reads_prices``). Ctrl-C
    ends the run with what was done so far, marked ``partial``.

    With two ``new_players`` the measures of skill are found too: how often the first of them
    wins a round, a game (and a match of several) under each rule set.

    With ``until`` the run stops as soon as it is precise enough, ``rounds`` being the most it
    plays. All its intervals are then those of a confidence sequence (`sequence_critical_value`), which
    hold whenever one stops; they are about half as long again as those of a fixed number.

    Args:
        a: The first rule set.
        b: The second.
        more: Others to compare with the first.
        rounds: Rounds under each rule set, rounded up to whole deals (a round for each seat
            that can begin, in every order of the contestants).
        seed: The seed of the run.
        seats: Seats at the table; left out, the fewest that all rule sets allow.
        new_player: Makes the player of each seat; with an executor of processes it must be a
            function of a module (or a ``functools.partial`` of one).
        new_players: Several contestants in its place, who change seats on the same deals.
        until: When to stop before; left out, all rounds are played.
        executor: Where to play, any of `concurrent.futures`; here if left out.
        progress: Told after each part of the run of rounds done, under each rule set, and in all.
        take_rows: Given the rounds of each part as `rows` gives them, in order: of each deal, under one
            rule set after another.
        ply_cap: The most actions of a round.
        time_limit: The most seconds for a decision; None for no limit.

    Raises:
        IncompatibleRulesError: If no table seats all, the packs differ, or the rounds are too few.
        InvalidRunError: If the contestants do not go round the seats.
        LabError: If a player breaks the rules, raises or takes too long, a round exceeds
            ``ply_cap`` actions, or a worker dies; ``partial`` holds what was found before.

    Examples:
        >>> found = compare(RuleSet(), RuleSet(knock_limit=0), rounds=40)
        >>> found["knock"].b.value, found["gin"].difference.value > 0
        (0.0, True)
        >>> both = (new_greedy, partial(new_greedy, threshold=0))
        >>> found = compare(RuleSet(), RuleSet(knock_limit=5), RuleSet(gin_bonus=20), new_players=both, rounds=40)
        >>> found.contestants[1], [round(each.value, 1) for each in found["skill-round"].values]
        ('greedy, playing for gin', [0.6, 0.6, 0.6])
    """
    rules = (a, b, *more)
    contestants = contestants_of(new_player if new_players is None else new_players)
    at_table = _seats_of(rules, seats)
    seated(len(contestants), at_table, 0)
    check_time_limit(time_limit)
    names = names_of(contestants, rules, seed)
    deals = _deals_for(rules, rounds, at_table, len(contestants))
    _check_precision(until, len(contestants))
    played, played_as = _played(rules, contestants)
    plan = Plan(rules, played_as, len(contestants), with_rows=take_rows is not None)
    jobs = tuple(
        Job(each, contestants, at_table, matches=False, seed=seed, ply_cap=ply_cap, time_limit=time_limit)
        for each in played
    )
    run = Run(jobs, names, deals, plan.collect)
    found = Found(
        plan,
        at_table,
        critical_value if until is None else partial(sequence_critical_value, planned=max(FIRST_LOOK, deals // 4)),
    )
    comparison = partial(_comparison, run, plan, found, until)
    try:
        for part in parts_of(run, executor=executor, progress=progress):
            found.add(part)
            if take_rows is not None:
                take_rows(part.rows)
            if _is_precise(found, until):
                break
        for number in islice(count(found.deals), MOST_EXTRA_DEALS):
            if not found.in_stretch:
                break
            found.finish(outcomes_of(run.unit(number)))
    except KeyboardInterrupt:
        return comparison(is_partial=True)
    except LabError as error:
        error.partial = comparison(is_partial=True)
        raise
    return comparison(is_partial=False)


def _played(
    rules: tuple[RuleSet, ...], contestants: tuple[NewPlayer, ...]
) -> tuple[tuple[RuleSet, ...], tuple[int, ...]]:
    """Return the rule sets to play, and for each rule set the number of the one that is played for it."""
    replay = any(getattr(new_player(0), "reads_prices", True) for new_player in contestants)
    played: list[RuleSet] = []
    played_as = []
    for each in rules:
        place = next((n for n, other in enumerate(played) if not replay and plays_alike(other, each)), None)
        if place is None:
            place = len(played)
            played.append(each)
        played_as.append(place)
    return tuple(played), tuple(played_as)


def _is_precise(found: Found, until: Precision | None) -> bool:
    if until is None or found.deals < FIRST_LOOK or found.deals % CHUNK:
        return False
    return all(reach is not None and reach <= until.reach for reach in found.reaches(until.key))


def _check_precision(until: Precision | None, contestants: int) -> None:
    if until is None:
        return
    skill = (SKILL_ROUND, SKILL_NET, SKILL_GAME) if contestants > 1 else ()
    known = [each.key for each in (*ROUND_MEASURES, GAME_MEASURE, FIRST_DEALER, COMEBACK, *skill)]
    if until.key not in known:
        raise IncompatibleRulesError(
            f"there is no measure {until.key!r}: choose from {', '.join(known)}", key=until.key
        )
    if not until.reach > 0:
        raise IncompatibleRulesError(f"an interval cannot reach {until.reach!r}: it must be above 0", reach=until.reach)


def _comparison(run: Run[Part], plan: Plan, found: Found, until: Precision | None, *, is_partial: bool) -> Comparison:
    return Comparison(
        rules=plan.rules,
        contestants=run.players,
        seats=run.jobs[0].places,
        rounds=found.deals * run.size,
        deals=found.deals,
        seed=run.jobs[0].seed,
        repricings=tuple(pair.repriced for pair in found.pairs),
        findings=found.findings(),
        distributions=found.distributions(),
        method="fixed" if until is None else "sequential",
        partial=is_partial,
    )


def _seats_of(rules: tuple[RuleSet, ...], seats: int | None) -> int:
    a = rules[0]
    of_a = common = set(a.table_sizes)
    for b in rules[1:]:
        of_b = set(b.table_sizes)
        if a.ranks != b.ranks or a.suits != b.suits:
            raise IncompatibleRulesError(
                f"the same deals need the same pack: {rules_label(a)} has {a.ranks} ranks × {a.suits} suits, "
                f"{rules_label(b)} {b.ranks} × {b.suits}",
                packs=[[a.ranks, a.suits], [b.ranks, b.suits]],
            )
        if not of_a & of_b:
            raise IncompatibleRulesError(
                f"no table seats both: {rules_label(a)} is for {_numbers(of_a)} seats, "
                f"{rules_label(b)} for {_numbers(of_b)}",
                seats_a=sorted(of_a),
                seats_b=sorted(of_b),
            )
        common = common & of_b
    allowed = sorted(common)
    if not allowed:
        told = "; ".join(f"{rules_label(each)} is for {_numbers(set(each.table_sizes))}" for each in rules)
        raise IncompatibleRulesError(f"no table seats all: {told} seats")
    if seats is None:
        return allowed[0]
    if seats not in allowed:
        which = "both" if len(rules) == 2 else "all"
        raise IncompatibleRulesError(
            f"a table of {seats} does not suit {which}: choose {_numbers(allowed)} seats", seats=seats, allowed=allowed
        )
    return seats


def _deals_for(rules: tuple[RuleSet, ...], rounds: int, seats: int, contestants: int) -> int:
    if not isinstance(rounds, int):
        raise IncompatibleRulesError(f"rounds must be a whole number, not {rounds!r}", rounds=repr(rounds))
    of_deal = seats * contestants
    deals = -(-rounds // of_deal)
    if deals < FEWEST_DEALS:
        fewest = FEWEST_DEALS * of_deal
        orders = f", in {contestants} orders of the players" if contestants > 1 else ""
        raise IncompatibleRulesError(
            f"{rounds} rounds are too few to compare {rules_labels(rules)}: play {fewest} or more "
            f"({FEWEST_DEALS} deals, once with each of {seats} seats beginning{orders})",
            rounds=rounds,
            fewest=fewest,
        )
    return deals


def _numbers(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))
