"""Reviews of games measured: points given away against points lost, planted blunders, and opponents that adjust.

``python -m benchmarks.review calibration`` reviews 2,000 rounds of eight players against `Learned`, in both seats
of every deal. ``python -m benchmarks.review blunders`` plants a blunder in 100 rounds.
``python -m benchmarks.review adjusting`` plays against five players of fixed strength.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections.abc import Sequence
from pathlib import Path

import ginrules as gin
from ginrules.lab.reviews.review import WORLDS, Reviewer, Tester, mean_estimate
from ginrules.players.adjusting import RATE, START
from ginrules.players.named import player_named
from ginrules.players.trials import gains_by_seat
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


def calibration(rounds: int, worlds: int, seed: int, out: Path | None) -> None:
    """Review every player in both seats of the same deals; print the figures again after every fourth deal."""
    learned = player_named("learned")
    reviewer = Reviewer(learned, Tester.of(RULES, learned, worlds), seed=99, values=False)
    away_by: dict[str, list[float]] = {name: [] for name in PLAYERS}
    lost: dict[str, list[float]] = {name: [] for name in PLAYERS}
    deals = -(-rounds // len(PLAYERS) // 4)
    for number in range(deals):
        deal = 10_000 * seed + number
        own = [gains_of_round(played([learned, learned], deal, dealer)) for dealer in (0, 1)]
        for name in PLAYERS:
            maker, away, cost = player_named(name), 0.0, 0.0
            for dealer in (0, 1):
                for seat in (0, 1):
                    record = played([maker, learned] if seat == 0 else [learned, maker], deal, dealer)
                    parts = reviewer.round(record, ("first", "second")).parts[seat]
                    assert parts.luck + parts.skill == parts.result
                    away -= float(parts.play) / 4
                    cost += (own[dealer][seat] - parts.result) / 4
            away_by[name].append(away)
            lost[name].append(cost)
        if out is not None:
            out.write_text(json.dumps([away_by, lost]))
        if number % 4 == 3 or number == deals - 1:
            summary(away_by, lost)


def gains_of_round(record: gin.RoundRecord) -> tuple[int, ...]:
    assert record.outcome is not None
    return gains_by_seat(RULES, record.outcome)


def summary(away_by: dict[str, list[float]], lost: dict[str, list[float]]) -> None:
    deals = len(away_by[PLAYERS[0]])
    print(f"{4 * deals * len(PLAYERS)} rounds")
    for name in PLAYERS:
        texts = [f"{one.value:6.2f} ± {one.half_width:.2f}" for one in map(mean_estimate, (away_by[name], lost[name]))]
        print(f"  {name:9} gives away {texts[0]}, loses {texts[1]}")
    for names in (PLAYERS, PLAYERS[1:]):
        x, y = ([statistics.mean(one[name]) for name in names] for one in (away_by, lost))
        source, slopes = random.Random(1), []
        for _ in range(1000):
            drawn = [source.randrange(deals) for _ in range(deals)]
            means = [[statistics.mean(one[name][d] for d in drawn) for name in names] for one in (away_by, lost)]
            slopes.append(correlation(means[0], means[1])[1])
        slopes.sort()
        r, slope = correlation(x, y)
        through = sum(a * b for a, b in zip(x, y, strict=True)) / sum(a * a for a in x)
        print(
            f"  {len(names)} players: correlation {r:.3f}, slope {slope:.3f} ({slopes[25]:.3f} to {slopes[-26]:.3f}), "
            f"through the origin {through:.3f}",
            flush=True,
        )


def blunders(cases: int, worlds: int, seed: int) -> None:
    """Plant blunders in rounds of a careful and a simple player: 10 points or more by 1,000 worlds."""
    source, among, first, tried = random.Random(seed), 0, 0, 100_000 * seed
    learned = player_named("learned")
    judges = Tester.of(RULES, learned, 40), Tester.of(RULES, learned, 1000)
    makers = [player_named("careful"), player_named("simple")]
    case = 0
    while case < cases:
        tried += 1
        record = played(makers, 10_000 + tried, tried % 2)
        turns = [ply for ply, state in enumerate(record.states()) if isinstance(state.phase, gin.PlayTurn)]
        ply = source.choice(turns)
        before = record.back(len(record.actions) - ply)
        seat = before.state.turn
        assert seat is not None
        own = gin.view(before.state, seat)
        choice = gin.players.hint(gin.records.account(before, seat), "learned")
        other = source.choice([action for action in own.legal if action != choice])
        lost = 0.0
        for judge in judges:
            outcomes = judge.outcomes(own, [choice, other], f"judge {tried}")
            gains = [judge.gains(one, 2) for one in outcomes]
            lost = statistics.mean(one[seat] - two[seat] for one, two in zip(*gains, strict=True))
            if lost < BLUNDER:
                break
        if lost < BLUNDER:
            continue
        case += 1
        after = before.play(other)
        players = [maker(seat) for seat, maker in enumerate(makers)]
        while not after.state.is_over:
            turn = after.state.turn
            assert turn is not None
            after = after.play(players[turn].choose(gin.view(after.state, turn)))
        worst = [one.ply for one in gin.lab.review(after, worlds=worlds, seed=case).worst]
        among += ply + 1 in worst
        first += worst[:1] == [ply + 1]
        print(
            f"{case}: action {ply + 1} gives away {lost:.1f}; worst: {worst}; among {among}, first {first}", flush=True
        )


def adjusting(runs: int, share: float) -> None:
    """Play matches of 60 rounds against players of fixed strength on the core, all runs side by side.

    Players named by a share are `Learned` with this share of slips.
    """
    import numpy as np

    from ginrules.fast._facts import prices_of

    source = np.random.default_rng(1)
    for number, other in enumerate((0.5, 0.25, 0.1, 0.0, "expert", "easy", "greedy", 0.8, "random")):
        won, lost, late, held = np.zeros(runs), np.zeros(runs), np.zeros(2), 0.0
        is_named = isinstance(other, str)
        opponents = {1: player_named(other)} if isinstance(other, str) else None
        for turn in range(60):
            strength = START - RATE * (lost - (1 - share) * (won + lost))
            slips = np.stack([(1 - strength.clip(0, 1)) ** 2, np.full(runs, 0.0 if is_named else other)])
            rounds = gin.fast.Rounds(
                RULES, runs, 1000 * number + turn, opponents=opponents, advisor=gin.players.Learned
            )
            while not rounds.over.all():
                codes, masks = rounds.advice.copy(), rounds.masks
                unadvised = (codes < 0) & ~rounds.over
                codes[unadvised] = masks[unadvised].argmax(axis=1)
                options = masks.copy()
                options[:, 60:] = options[:, 2:7] = False
                options[masks[:, 8:60].any(axis=1), :8] = False
                chance = slips[rounds.acting.clip(0), np.arange(runs)]
                slip = (source.random(runs) < chance) & options.any(axis=1) & ~rounds.over
                chosen = (options * source.random(options.shape)).argmax(axis=1)
                codes[slip] = chosen[slip]
                rounds.step(codes)
            winner = prices_of(RULES, rounds.facts)["winner"]
            won += winner == 1
            lost += winner == 0
            if turn >= 30:
                late += [(winner == 1).sum(), (winner >= 0).sum()]
                held += float(((strength <= 0) | (strength >= 1)).mean()) / 30
        name = other if is_named else f"{other:.0%} slips"
        print(
            f"{name:10} asked {share:.2f}, rounds 31 to 60 of {runs} runs: {late[0] / late[1]:.3f}; "
            f"strength at the end {np.median(strength):.2f}, at an end of the scale in {held:.0%} of rounds",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["calibration", "blunders", "adjusting", "summary"])
    parser.add_argument("files", nargs="*", type=Path, help="of a summary: files of calibrations by several seeds")
    parser.add_argument("--out", type=Path, help="the file of a calibration")
    parser.add_argument("--count", type=int)
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=0.5)
    options = parser.parse_args()
    if options.kind == "adjusting":
        adjusting(options.count or 500, options.share)
    elif options.kind == "calibration":
        calibration(options.count or 2000, options.worlds or 48, options.seed, options.out)
    elif options.kind == "summary":
        parts = [json.loads(file.read_text()) for file in options.files]
        away_by, lost = ({name: [v for part in parts for v in part[at][name]] for name in PLAYERS} for at in (0, 1))
        summary(away_by, lost)
    else:
        blunders(options.count or 100, options.worlds or WORLDS, options.seed)


if __name__ == "__main__":
    main()
