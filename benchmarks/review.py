"""Reviews measured: the points that players with known leaks lose, beside those that their reviews find.

``python -m benchmarks.review --write`` measures all tables and puts them into docs/review.md: 11 players under
``standard``, and four under three other rule sets. The deals of losses and of reviews are different.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import ginrules as gin
from benchmarks.leaks import LEAKS, SEAT, played
from benchmarks.pages import made, put
from ginrules.lab.reviews.review import Reviewer
from ginrules.lab.reviews.worlds import InWorlds, mean_estimate
from ginrules.lab.statistics.estimate import Estimate
from ginrules.play.run_deals import deal_seed, new_deal, with_dealer
from ginrules.players import Learned
from ginrules.players.named import player_named
from ginrules.players.search.knocks import gains_by_seat
from ginrules.rules.model import RuleSet, rules_of

PAGE: Final = Path(__file__).parents[1] / "docs" / "review.md"
LAB: Final = ("expert", "greedy", "careful", "simple")
LOST_SEED: Final = 8302
REVIEWS_SEED: Final = 8301
WORLDS_SEED: Final = 8303

OTHER_RULES: Final = ("oklahoma", "straight-gin", "standard+knock_limit=6+gin_bonus=40+undercut_bonus=10")
"""The last is not a preset."""

OTHER_PLAYERS: Final = ("never takes", "10% random discards", "breaks pairs (30%)", "simple")
LOSES: Final = 1.0, 7.0
"""The losses of good players, in points a round."""


class Job(NamedTuple):
    """A player to measure.

    Attributes:
        rules: The rules.
        player: A leak, or the name of a player.
        lost: Rounds for the points lost.
        reviews: Rounds to review.
        worlds: Worlds of a decision.
    """

    rules: str
    player: str
    lost: int
    reviews: int
    worlds: int


class Measured(NamedTuple):
    """The points of a player a round, between deals."""

    job: Job
    loses: Estimate
    gives_away: Estimate


def measured(job: Job) -> Measured:
    """Return the loss of a player, and the loss that its reviews give."""
    rules = rules_of(job.rules)
    seeds = [deal_seed(LOST_SEED, number) for number in range(job.lost // 2)]
    best = _gains(rules, gin.fast.play(rules, [Learned, Learned], seeds))
    if job.player in LEAKS:
        own = _gains(rules, played(rules, LEAKS[job.player], job.lost // 2, LOST_SEED).facts)
        records = played(rules, LEAKS[job.player], job.reviews // 2, REVIEWS_SEED, records=job.reviews).records
    else:
        own = _gains(rules, gin.fast.play(rules, [player_named(job.player), Learned], seeds))
        records = [_record(rules, job.player, number) for number in range(job.reviews)]
    tester = InWorlds.of(rules, Learned, job.worlds)
    reviewer = Reviewer(Learned, tester, WORLDS_SEED, values=False, seats=frozenset({SEAT}))
    away = np.array([
        sum(one.lost.value for one in reviewer.round(record, ("own", "other"), number).decisions)
        for number, record in enumerate(records, 1)
    ])  # fmt: skip
    return Measured(job, _between_deals(best - own), _between_deals(away))


def _gains(rules: RuleSet, facts: NDArray[np.void]) -> NDArray[np.float64]:
    return np.array([gains_by_seat(rules, one.outcome)[SEAT] for one in gin.fast.outcomes(rules, facts.reshape(-1))])


def _between_deals(points: NDArray[np.float64]) -> Estimate:
    return mean_estimate(points.reshape(-1, 2).mean(axis=1).tolist())


def _record(rules: RuleSet, player: str, number: int) -> gin.RoundRecord:
    """Return a round of a player of the lab against `Learned`."""
    dealt, dealer = new_deal(deal_seed(REVIEWS_SEED, number // 2), rules), number % 2
    state = dealt.state(rules, seats=2, dealer=dealer)
    order, knock_card = with_dealer(dealt.order, rules, seats=2, dealer=dealer), state.setup.knock_card
    actions: list[gin.Action] = []
    makers = [player_named(player)(number), Learned(number)]
    gin.lab.play_round(rules, makers, order, dealer=dealer, actions=actions, knock_card=knock_card)
    return gin.RoundRecord(rules, order, dealer=dealer, actions=tuple(actions), knock_card=knock_card)


def fit(rows: Sequence[Measured]) -> Iterator[str]:
    """Yield how far the two figures agree over some players."""
    away, lost = ([one.value for one in column] for column in zip(*((row[2], row[1]) for row in rows), strict=True))
    source, slopes = random.Random(1), []
    for _ in range(2_000):
        drawn = [[_drawn(one, source) for one in (row.gives_away, row.loses)] for row in rows]
        slopes.append(statistics.linear_regression(*zip(*drawn, strict=True)).slope)
    slopes.sort()
    errors = [a - b for a, b in zip(away, lost, strict=True)]
    yield f"correlation {statistics.correlation(away, lost):.3f}"
    slope = statistics.linear_regression(away, lost).slope
    yield f"slope {slope:.2f} ({slopes[50]:.2f} to {slopes[-51]:.2f})"
    yield f"mean error {statistics.mean(errors):+.1f}".replace("-", "−")


def _drawn(one: Estimate, source: random.Random) -> float:
    return source.gauss(one.value, one.half_width / 1.96)


def table(rows: Sequence[Measured], *, head: str = "player") -> Iterator[str]:
    """Yield the table of players, by the points that they lose."""
    yield f"| {head} | loses a round | given away by the review |"
    yield "|---|---|---|"
    for row in sorted(rows, key=lambda row: row.loses.value):
        name = row.job.player if head == "player" else f"{row.job.rules}: {row.job.player}"
        texts = (f"{one.value:.1f} ± {one.half_width:.1f}".replace("-", "−") for one in row[1:])
        yield f"| {name} | {' | '.join(texts)} |"


def report(rows: Sequence[Measured]) -> Iterator[str]:
    """Yield both tables, and how far their figures agree."""
    standard = [row for row in rows if row.job.rules == "standard"]
    if standard:
        job, count = standard[0].job, len(standard)
        yield f"{job.lost:,} rounds each for losses, {job.reviews:,} for reviews with {job.worlds} worlds, `standard`:"
        yield ""
        yield from table(standard)
        good = [row for row in standard if LOSES[0] <= row.loses.value <= LOSES[1]]
        yield ""
        for title, some in ((f"All {count}", standard), (f"The {len(good)} that lose 1 to 7 points", good)):
            if len(some) > 2:
                yield f"- {title}: {', '.join(fit(some))}."
    others = [row for row in rows if row.job.rules != "standard"]
    if others:
        job = others[0].job
        yield ""
        yield f"Other rules, {job.lost:,} and {job.reviews:,} rounds each:"
        yield ""
        yield from table(others, head="rules: player")
        yield ""
        for rules in dict.fromkeys(row.job.rules for row in others):
            yield f"- {rules}: {', '.join(fit([row for row in others if row.job.rules == rules]))}."


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review", description=__doc__)
    parser.add_argument("--lost", type=int, default=16_000, help="rounds of a player for its losses")
    parser.add_argument("--reviews", type=int, default=2_000, help="rounds of a player to review; a quarter elsewhere")
    parser.add_argument("--worlds", type=int, default=8)
    parser.add_argument("--players", nargs="*", default=[*LEAKS, *LAB], help="of standard")
    parser.add_argument("--rules", nargs="*", default=OTHER_RULES, help="other rules")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/review.md")
    options = parser.parse_args()
    job = partial(Job, lost=options.lost, worlds=options.worlds)
    jobs = [job("standard", name, reviews=options.reviews) for name in options.players]
    jobs += [job(rules, name, reviews=options.reviews // 8 * 2) for rules in options.rules for name in OTHER_PLAYERS]
    rows: list[Measured] = []
    with ProcessPoolExecutor(options.workers) as pool:
        for row in pool.map(measured, jobs):
            rows.append(row)
            print(row.job.rules, list(table([row]))[2], flush=True)
    text = "\n".join(report(rows))
    print(text)
    if options.write:
        put("review truth", f"{text}\n\n{made()}", PAGE)


if __name__ == "__main__":
    main()
