"""Reviews of games measured: points given away against points lost, planted blunders, and opponents that adjust.

``python -m benchmarks.review calibration`` reviews 2,000 rounds of eight players against `Learned`, in both seats
of every deal. ``python -m benchmarks.review blunders`` plants a blunder in 100 rounds.
``python -m benchmarks.review adjusting`` plays against five players of fixed strength.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Sequence

import ginrules as gin
from ginrules.lab.players.named import player_named
from ginrules.lab.players.searching import gains_by_seat
from ginrules.lab.reviews.review import Reviewer
from ginrules.lab.reviews.worlds import Tester, mean_estimate
from ginrules.seated.player import NewPlayer

RULES = gin.preset("standard")
PLAYERS = ("random", "patient", "greedy", "simple", "bold", "cautious", "careful", "expert")
BLUNDER = 10.0


def played(makers: Sequence[NewPlayer], seed: int, dealer: int) -> gin.RoundRecord:
    """Return the record of a round; the players have the same seeds in both seats."""
    actions: list[gin.Action] = []
    gin.lab.play_round(
        RULES, [maker(seed) for maker in makers], gin.shuffled(seed, RULES), dealer=dealer, actions=actions
    )
    return gin.RoundRecord(RULES, seed, dealer=dealer, actions=tuple(actions))


def correlation(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    slope, _ = statistics.linear_regression(x, y)
    return statistics.correlation(x, y), slope


def calibration(rounds: int, worlds: int) -> None:
    learned = player_named("learned")
    reviewer = Reviewer(learned, Tester.of(RULES, learned, worlds), seed=99, values=False)
    deals = rounds // len(PLAYERS) // 4
    given, lost = {}, {}
    for name in PLAYERS:
        maker = player_named(name)
        given[name], lost[name] = [], []
        for deal in range(deals):
            away = cost = 0.0
            for dealer in (0, 1):
                own = gains_by_seat(RULES, played([learned, learned], deal, dealer).outcome)
                for seat in (0, 1):
                    record = played([maker, learned] if seat == 0 else [learned, maker], deal, dealer)
                    (parts, *_) = (p for p in reviewer.round(record, ("a", "b")).parts if p.seat == seat)
                    assert parts.luck + parts.skill == parts.result
                    away -= float(parts.play) / 4
                    cost += (own[seat] - parts.result) / 4
            given[name].append(away)
            lost[name].append(cost)
        print(f"{name:9} {4 * deals} rounds: gives away {mean_estimate(given[name])}, loses {mean_estimate(lost[name])}",
              flush=True)  # fmt: skip
    for names in (PLAYERS, PLAYERS[1:]):
        x, y = ([statistics.mean(one[name]) for name in names] for one in (given, lost))
        source, slopes = random.Random(1), []
        for _ in range(2000):
            drawn = [source.randrange(deals) for _ in range(deals)]
            means = [[statistics.mean(one[name][d] for d in drawn) for name in names] for one in (given, lost)]
            slopes.append(correlation(*means)[1])
        slopes.sort()
        r, slope = correlation(x, y)
        through = sum(map(float.__mul__, x, y)) / sum(a * a for a in x)
        print(f"{', '.join(names)}: correlation {r:.3f}, slope {slope:.3f} ({slopes[50]:.3f} to {slopes[-51]:.3f}), "
              f"through the origin {through:.3f}")  # fmt: skip


def blunders(cases: int, worlds: int) -> None:
    source, among, first, tried = random.Random(5), 0, 0, 0
    learned = player_named("learned")
    judge = Tester.of(RULES, learned, 1000)
    makers = [player_named("careful"), player_named("simple")]
    case = 0
    while case < cases:
        tried += 1
        record = played(makers, 10_000 + tried, tried % 2)
        turns = [ply for ply, state in enumerate(record.states()) if isinstance(state.phase, gin.PlayTurn)]
        ply = source.choice(turns)
        before = record.back(len(record.actions) - ply)
        seat = before.state.turn
        own = gin.view(before.state, seat)
        choice = gin.lab.hint(gin.records.account(before, seat), "learned")
        other = source.choice([action for action in own.legal if action != choice])
        outcomes = judge.outcomes(own, [choice, other], f"judge {tried}")
        gains = [judge.gains(one, 2) for one in outcomes]
        lost = statistics.mean(one[seat] - two[seat] for one, two in zip(*gains, strict=True))
        if lost < BLUNDER:
            continue
        case += 1
        after = before.play(other)
        players = [maker(seat) for seat, maker in enumerate(makers)]
        while not after.state.is_over:
            turn = after.state.turn
            after = after.play(players[turn].choose(gin.view(after.state, turn)))
        worst = [one.ply for one in gin.lab.review(after, worlds=worlds, seed=case).worst]
        among += ply + 1 in worst
        first += worst[:1] == [ply + 1]
        print(f"{case}: action {ply + 1} gives away {lost:.1f}; worst: {worst}; among {among}, first {first}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["calibration", "blunders", "adjusting"])
    parser.add_argument("--count", type=int)
    parser.add_argument("--worlds", type=int)
    options = parser.parse_args()
    match options.kind:
        case "calibration":
            calibration(options.count or 2000, options.worlds or 48)
        case "blunders":
            blunders(options.count or 100, options.worlds or 128)


if __name__ == "__main__":
    main()
