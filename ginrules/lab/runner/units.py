"""The play of units: deals on the compiled core or on the engine, and matches. Both fill the same arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
import numpy as np

from ginrules.driver.player import NewPlayer
from ginrules.fast._facts import FACTS, facts_of
from ginrules.fast._plan import factories_at
from ginrules.fast.rounds import facts_of_deals
from ginrules.lab.runner.batch import MATCHES, PLACES, Batch, no_replies, six_places
from ginrules.lab.runner.games import finished_match
from ginrules.lab.runner.matches import side_by_side
from ginrules.lab.runner.play import match_at, play_dealt
from ginrules.lab.runner.task import Run, Task
from ginrules.play.run_deals import are_drawn, deal_seed, new_deal


def by_core(run: Run, units: range) -> tuple[Batch, ...] | None:
    """Play units on the core for every task, or None if a round or a match does not end.

    The core asks players in Python. A fault of such a player is an `ginrules.driver.labels.UnansweredError`.
    """
    batches: list[Batch] = []
    seeds = [deal_seed(run.tasks[0].seed, unit) for unit in units]
    for task in run.tasks:
        batch = side_by_side(task, units) if task.matches else _deals(task, units, seeds, _by_core)
        if batch is None or batch.facts["status"].any():
            return None
        batches.append(batch)
    return tuple(batches)


def by_engine(run: Run, number: int) -> tuple[Batch, ...]:
    """Play the unit with this number on the engine, for every task."""
    units, seed = range(number, number + 1), deal_seed(run.tasks[0].seed, number)
    first, *others = (
        _matches(task, units, seed) if task.matches else _deals(task, units, [seed], _by_engine) for task in run.tasks
    )
    if run.chats:
        first = attrs.evolve(first, replies=np.array([run.new_replies()], np.int64))
    return first, *others


def _deals(
    task: Task,
    units: range,
    seeds: Sequence[int],
    play: Callable[[Task, Sequence[NewPlayer], Sequence[int]], np.ndarray],
) -> Batch:
    seatings = len(task.seatings(0))
    facts = np.zeros((len(units), seatings, task.places), FACTS)
    for seating in range(seatings):
        for at_table, deals in _deals_at(task, seeds, seating).items():
            makers = [task.new_players[contestant] for contestant in at_table]
            facts[deals, seating] = play(task, makers, seeds if len(deals) == len(seeds) else [seeds[i] for i in deals])
    return Batch.of_deals(task, units, facts.ravel())


def _deals_at(task: Task, seeds: Sequence[int], seating: int) -> dict[tuple[int, ...], Sequence[int]]:
    """Return the indices of the deals that each table of contestants plays."""
    if not are_drawn(task.names):
        return {task.seatings(0)[seating]: range(len(seeds))}
    deals_at: dict[tuple[int, ...], list[int]] = {}
    for deal, seed in enumerate(seeds):
        deals_at.setdefault(task.seatings(seed)[seating], []).append(deal)
    return {**deals_at}


def _by_core(task: Task, makers: Sequence[NewPlayer], seeds: Sequence[int]) -> np.ndarray:
    factories = factories_at(task.rules, makers, task.places)
    return facts_of_deals(task.rules, factories, np.array(seeds, np.uint64), task.ply_cap)


def _by_engine(task: Task, makers: Sequence[NewPlayer], seeds: Sequence[int]) -> np.ndarray:
    deals = [new_deal(seed, task.rules) for seed in seeds]
    rows = [
        [
            facts_of(
                play_dealt(task.rules, makers, deal, dealer=dealer, ply_cap=task.ply_cap, time_limit=task.time_limit),
                dealer,
            )
            for dealer in range(task.places)
        ]
        for deal in deals
    ]
    return np.array(rows, FACTS)


def _matches(task: Task, units: range, seed: int) -> Batch:
    """Play the matches of one unit."""
    (unit,) = units
    played = [
        match_at(
            task.rules, task.new_players, at_table, seed=seed, first_dealer=dealer, ply_cap=task.ply_cap,
            time_limit=task.time_limit, unit=unit, seating=seating,
        )
        for seating, at_table in enumerate(task.seatings(seed))
        for dealer in range(task.dealers)
    ]  # fmt: skip
    rounds = [one for match in played for one in match.rounds]
    places = [
        (one.unit, one.round, one.seating, one.first_dealer, one.table, six_places(one.contestants)) for one in rounds
    ]
    finished = [finished_match(one.match, one.contestants) for one in played]
    return Batch(
        task,
        units,
        np.array([facts_of(one.played, one.dealer) for one in rounds], FACTS),
        np.array(places, PLACES),
        np.array([finished], MATCHES),
        no_replies(units),
    )
