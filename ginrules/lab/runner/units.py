"""The play of units: deals on the compiled core or on the engine, and matches. Both fill the same arrays."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules.fast._facts import FACTS, facts_of
from ginrules.fast._plan import factories_at
from ginrules.fast.rounds import facts_of_deals
from ginrules.lab.runner.batch import MATCHES, PLACES, Batch, six_places
from ginrules.lab.runner.games import finished_match
from ginrules.lab.runner.matches import side_by_side
from ginrules.lab.runner.play import dealt_record, match_at, play_dealt
from ginrules.lab.runner.task import Run, Task
from ginrules.play.actions import Action
from ginrules.play.run_deals import are_drawn, deal_seed, new_deal


def by_core(run: Run, units: range) -> tuple[Batch, ...] | None:
    """Play units on the core for every task, or None if a round or a match does not end.

    The core asks players in Python. A fault of such a player is an `ginrules.driver.labels.UnansweredError`.
    """
    batches: list[Batch] = []
    seeds = [deal_seed(run.tasks[0].seed, unit) for unit in units]
    for task in run.tasks:
        batch = side_by_side(task, units) if task.matches else _deals(task, units, seeds)
        if batch is None or batch.facts["status"].any():
            return None
        batches.append(batch)
    return tuple(batches)


def _deals(task: Task, units: range, seeds: Sequence[int]) -> Batch:
    seatings = len(task.seatings(0))
    facts = np.zeros((len(units), seatings, task.places), FACTS)
    for seating in range(seatings):
        for at_table, deals in _deals_at(task, seeds, seating).items():
            factories = factories_at(task.rules, [task.new_players[contestant] for contestant in at_table], task.places)
            some = np.array([seeds[deal] for deal in deals], np.uint64)
            facts[deals, seating] = facts_of_deals(task.rules, factories, some, task.ply_cap)
    return Batch.of_deals(task, units, facts.ravel())


def _deals_at(task: Task, seeds: Sequence[int], seating: int) -> dict[tuple[int, ...], Sequence[int]]:
    """Return the indices of the deals that each table of contestants plays."""
    if not are_drawn(task.names):
        return {task.seatings(0)[seating]: range(len(seeds))}
    deals_at: dict[tuple[int, ...], list[int]] = {}
    for deal, seed in enumerate(seeds):
        deals_at.setdefault(task.seatings(seed)[seating], []).append(deal)
    return {**deals_at}


# --- on the engine ----------------------------------------------------------------------------------


def by_engine(run: Run, number: int) -> tuple[Batch, ...]:
    """Play the unit with this number on the engine, for every task."""
    seed = deal_seed(run.tasks[0].seed, number)
    first, *others = ((_match if task.matches else _deal)(task, number, seed) for task in run.tasks)
    if run.chats:
        first = attrs.evolve(first, replies=np.array([run.new_replies()], np.int64))
    return first, *others


def _deal(task: Task, unit: int, seed: int) -> Batch:
    """Play the rounds of a deal."""
    dealt, seats = new_deal(seed, task.rules), task.places
    facts, own = [], []
    for at_table in task.seatings(seed):
        makers = [task.new_players[contestant] for contestant in at_table]
        for dealer in range(seats):
            actions: list[Action] = []
            played = play_dealt(
                task.rules, makers, dealt, dealer=dealer, ply_cap=task.ply_cap, time_limit=task.time_limit,
                actions=actions if task.own else None,
            )  # fmt: skip
            facts.append(facts_of(played, dealer))
            if task.own:
                record = dealt_record(task.rules, dealt, actions, seats=seats, dealer=dealer)
                own.append([one.value(record, task.rules, seed, f"a round with dealer {dealer}") for one in task.own])
    batch = Batch.of_deals(task, range(unit, unit + 1), np.array(facts, FACTS))
    return attrs.evolve(batch, own=_columns(task, own))


def _columns(task: Task, own: list[list[float]]) -> NDArray[np.float64]:
    return np.array(own, np.float64).reshape(len(own), len(task.own))


def _match(task: Task, unit: int, seed: int) -> Batch:
    """Play the matches of a unit."""
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
    units = range(unit, unit + 1)
    own = [[measure.value(one.match, task.rules, seed, "a match") for measure in task.own] for one in played]
    return Batch(
        task,
        units,
        np.array([facts_of(one.played, one.dealer) for one in rounds], FACTS),
        np.array(places, PLACES),
        np.array([finished], MATCHES),
        own=_columns(task, own if task.own else []),
    )
