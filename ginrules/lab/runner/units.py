"""The play of units: deals on the compiled core or on the engine, and matches. Both fill the same columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ginrules.driver.player import NewPlayer
from ginrules.fast._facts import FACTS, facts_of
from ginrules.fast._plan import factories_at
from ginrules.fast.rounds import facts_of_deals
from ginrules.lab.runner.columns import PLACES, DealtRounds, six_places
from ginrules.lab.runner.play import play_dealt
from ginrules.play.run_deals import are_drawn, deal_seed, new_deal

if TYPE_CHECKING:
    from ginrules.lab.runner.job import Job


def core_units(job: Job, numbers: Sequence[int], seeds: Sequence[int]) -> DealtRounds | None:
    """Play deals or matches on the core, which asks players in Python. None if a round or a match does not end.

    A fault of such a player is an `ginrules.driver.labels.UnansweredError`.

    Args:
        job: The job.
        numbers: The number of each unit.
        seeds: The seed of each unit.
    """
    if job.matches:
        from ginrules.lab.runner.matches import side_by_side  # noqa: PLC0415 - few runs play matches

        return side_by_side(job, numbers, seeds)
    dealt = _dealt(job, numbers, seeds, _by_core)
    return None if dealt.facts["status"].any() else dealt


def engine_rounds(job: Job, number: int) -> DealtRounds:
    """Play the unit with this number on the engine.

    Raises:
        LabError: For the same reasons as in `ginrules.lab.play_round` and `ginrules.lab.play_match`.
    """
    seed = deal_seed(job.seed, number)
    if not job.matches:
        return _dealt(job, [number], [seed], _by_engine)
    from ginrules.lab.runner.play import match_at  # noqa: PLC0415 - few runs play matches

    matches = [
        match_at(
            job.rules, job.new_players, at_table, seed=seed, first_dealer=dealer, ply_cap=job.ply_cap,
            time_limit=job.time_limit, unit=number, seating=seating,
        )
        for seating, at_table in enumerate(job.seatings(seed))
        for dealer in range(job.dealers)
    ]  # fmt: skip
    return DealtRounds.of_matches(matches)


def _dealt(job: Job, numbers: Sequence[int], seeds: Sequence[int], play: _Play) -> DealtRounds:
    tables = [job.seatings(seed) for seed in seeds] if are_drawn(job.names) else [job.seatings(0)] * len(seeds)
    shape = (len(seeds), len(job.seatings(0)), job.places)
    facts, places = np.zeros(shape, FACTS), np.zeros(shape, PLACES)
    places["unit"], places["seed"] = (np.array(column)[:, None, None] for column in (numbers, seeds))
    places["seating"], places["first_dealer"] = np.arange(shape[1])[:, None], np.arange(shape[2])
    for seating in range(shape[1]):
        deals_at: dict[tuple[int, ...], list[int]] = {}
        for deal, table in enumerate(tables):
            deals_at.setdefault(table[seating], []).append(deal)
        for at_table, deals in deals_at.items():
            places["contestants"][deals, seating] = six_places(at_table)
            makers = [job.new_players[contestant] for contestant in at_table]
            facts[deals, seating] = play(job, makers, [seeds[deal] for deal in deals])
    return DealtRounds(facts.ravel(), places.ravel(), np.arange(0, facts.size, shape[1] * shape[2]))


_Play = Callable[["Job", Sequence[NewPlayer], Sequence[int]], NDArray[np.void]]


def _by_core(job: Job, makers: Sequence[NewPlayer], seeds: Sequence[int]) -> NDArray[np.void]:
    return facts_of_deals(
        job.rules, factories_at(job.rules, makers, job.places), np.array(seeds, np.uint64), job.ply_cap
    )


def _by_engine(job: Job, makers: Sequence[NewPlayer], seeds: Sequence[int]) -> NDArray[np.void]:
    play = partial(play_dealt, job.rules, makers, ply_cap=job.ply_cap, time_limit=job.time_limit)
    deals = [new_deal(seed, job.rules) for seed in seeds]
    rows = [[facts_of(play(deal, dealer=dealer), dealer) for dealer in range(job.places)] for deal in deals]
    return np.array(rows, FACTS)
