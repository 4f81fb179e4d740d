"""Whether playing by the score pays: games of an expert that does so against an expert that does not.

    python -m benchmarks.score_aware --write            # some ten minutes of one core

Settings of the expert play rounds against the usual expert, all on the same deals. From their gains, counting back
from the end of the game, follows the setting that wins most often at each score. Then an expert that plays each
round by the setting for its score meets the usual expert on fresh deals.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from benchmarks.pages import made, put
from ginrules import fast
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.sums import PairedSums
from ginrules.match.advance import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.play.run_deals import deal_seed
from ginrules.players import Expert, NewPlayer
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price

WAITING = ("gin_out", "hope", "caution", "shelter", "ready")
"""The parameters that say for how much the expert waits."""

FACTORS: tuple[Mapping[str, float], ...] = (
    {},
    *({name: factor} for name in WAITING for factor in (0, 0.5, 1.5, 2)),
    *({"haste": factor} for factor in (0.5, 1.5, 2)),
    *({"feeding": factor} for factor in (0.5, 1.5, 2)),
    *(dict.fromkeys(WAITING, factor) for factor in (0, 0.25, 0.5, 0.75, 1.25, 1.5, 2, 3)),
    {"gin_out": 2, "hope": 2, "shelter": 0, "caution": 0},
    {"gin_out": 0, "hope": 0, "shelter": 2, "caution": 2},
)
"""The settings tried: parameters, and the factors of their usual values. The first is the usual player."""

Chances = NDArray[np.float64]


def setting(factors: Mapping[str, float]) -> NewPlayer:
    """Return the factory of an expert with some parameters multiplied."""
    usual = Expert()
    return partial(Expert, **{name: round(getattr(usual, name) * factor) for name, factor in factors.items()})


def gains(player: NewPlayer, rules: RuleSet, deals: Sequence[int]) -> Counter[int]:
    """Count a player's gains per round against the usual expert, in both seats and with both dealers."""
    counts: Counter[int] = Counter()
    for mine, players in enumerate(((player, Expert), (Expert, player))):
        for played in fast.outcomes(rules, fast.play(rules, players, deals).ravel()):
            points = price(played.outcome, rules).points
            counts[points[mine] - points[1 - mine]] += 1
    return counts


def chances_to_win(counted: Sequence[Counter[int]], target: int) -> tuple[Chances, NDArray[np.intp]]:
    """Return the chance to win a game by the points of both, and the setting of the next round that gives it.

    A round is worth the chances that it leads to; who reaches the target wins.
    """
    shares = []
    for counts in counted:
        decided = sum(counts.values()) - counts[0]
        shares.append({gain: count / decided for gain, count in counts.items() if gain})
    chances, choices = np.zeros((target, target)), np.zeros((target, target), np.intp)
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(target, total + 1)):
            theirs = total - mine
            worth = [sum(share * _after(chances, mine, theirs, gain) for gain, share in of.items()) for of in shares]
            choices[mine, theirs] = np.argmax(worth)
            chances[mine, theirs] = max(worth)
    return chances, choices


def _after(chances: Chances, mine: int, theirs: int, gain: int) -> float:
    target = len(chances)
    mine, theirs = mine + max(gain, 0), theirs + max(-gain, 0)
    if mine >= target:
        return 1.0
    return 0.0 if theirs >= target else float(chances[mine, theirs])


@attrs.define
class _Game:
    """A game in progress, and the player who plays by the score."""

    match: MatchState
    mine: int

    def choice(self, choices: NDArray[np.intp]) -> int:
        points = self.match.games[0].points
        return int(choices[points[self.mine], points[1 - self.mine]])


def games_won(choices: NDArray[np.intp], rules: RuleSet, seeds: Sequence[int]) -> Estimate:
    """Return the share of games won by an expert that plays by the score, each game once from either place."""
    settings = [setting(factors) for factors in FACTORS]
    games = [_Game(new_match(rules, 2, dealer=seed & 1), mine) for seed in seeds for mine in (0, 1)]
    number = 0
    while active := [place for place, game in enumerate(games) if not game.match.is_over]:
        together: dict[tuple[int, int], list[int]] = {}
        for place in active:
            together.setdefault((games[place].mine, games[place].choice(choices)), []).append(place)
        for (mine, choice), places in together.items():
            players = (settings[choice], Expert) if mine == 0 else (Expert, settings[choice])
            facts = fast.play(rules, players, [deal_seed(seeds[place // 2], number) for place in places])
            dealers = [games[place].match.due[0].dealer_seat for place in places]
            played = fast.outcomes(rules, facts[np.arange(len(places)), dealers])
            for place, one in zip(places, played, strict=True):
                score = price(one.outcome, rules)
                games[place].match = add_round(games[place].match, score)
        number += 1
    sums = PairedSums()
    for first, second in zip(games[::2], games[1::2], strict=True):
        sums.add((first.match.winner == first.mine) + (second.match.winner == second.mine), 2, 0, 0)
    share = estimates(sums, share=True)[0]
    assert share is not None
    return share


def lines(rules: RuleSet, *, deals: int, pairs: int, seed: int) -> Iterator[str]:
    """Measure; gives the lines of the table."""
    dealt = [deal_seed(seed, number) for number in range(deals)]
    counted = []
    for factors in FACTORS:
        counted.append(gains(setting(factors), rules, dealt))
        print(f"{factors}: {sum(gain * n for gain, n in counted[-1].items()) / counted[-1].total():+.3f}", flush=True)
    target = rules.target
    assert isinstance(target, int)
    usual, _ = chances_to_win(counted[:1], target)
    chances, choices = chances_to_win(counted, target)
    yield "| the expert plays | games | games won |"
    yield "|---|---:|---:|"
    yield f"| as usual, expected from {4 * deals:,} rounds | | {usual[0, 0]:.1%} |"
    constant = [float(chances_to_win([counts], target)[0][0, 0]) for counts in counted]
    best = int(np.argmax(constant))
    yield f"| the best single setting ({_shown(best)}), expected from them | | {constant[best]:.1%} |"
    yield f"| by the score, expected from them | | {chances[0, 0]:.1%} |"
    seeds = [deal_seed(seed + 1, number) for number in range(pairs)]
    for name, chosen in (("the best single setting", np.full_like(choices, best)), ("by the score", choices)):
        won = games_won(chosen, rules, seeds)
        yield f"| {name}, on fresh deals | {2 * pairs:,} | {won.value:.1%} ({won.low:.1%} to {won.high:.1%}) |"
    yield ""
    yield "| at the score | the setting that wins most |"
    yield "|---|---|"
    for mine, theirs in ((0, 0), (50, 50), (90, 0), (0, 90), (90, 90), (75, 90), (90, 75), (60, 80), (80, 60)):
        yield f"| {mine}:{theirs} | {_shown(int(choices[mine, theirs]))} |"


def _shown(choice: int) -> str:
    factors = FACTORS[choice]
    if tuple(factors) == WAITING and len(set(factors.values())) == 1:
        return f"all waiting × {factors['hope']}"
    return ", ".join(f"`{name}` × {factor}" for name, factor in factors.items()) or "as usual"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.score_aware", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--rules", default="standard+big_gin=false", help="rules of a game to a target")
    parser.add_argument("--deals", type=int, default=50_000, help="deals of each setting, played four times")
    parser.add_argument("--pairs", type=int, default=10_000, help="pairs of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    table = list(lines(rules_of(options.rules), deals=options.deals, pairs=options.pairs, seed=options.seed))
    print("\n".join(table))
    if options.write:
        put("by the score", "\n".join([*table, f"\n{made()}"]))


if __name__ == "__main__":
    main()
