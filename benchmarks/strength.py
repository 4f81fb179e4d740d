"""How strong the lab's players are: games between two of them, seats swapped on the same deals.

``python -m benchmarks.strength`` prints the table; ``--write`` puts it into benchmarks/README.md.
"""

import argparse
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import attrs
import numpy as np

from benchmarks.pages import put, today
from ginrules import fast
from ginrules.lab.players import Careful, Expert, NewPlayer, Searching, Simple, new_greedy
from ginrules.lab.runner.round import play_dealt
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.sums import PairedSums
from ginrules.match.fold import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.play.run_deals import deal_seed, new_deal
from ginrules.presets import preset
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price, priced


@attrs.frozen
class GamePair:
    """Two games on the same deals, the players in each other's places in the second.

    Attributes:
        games: Games won by the first player, of two.
        rounds: Rounds won by the first player, and by the second.
        points: The first player's points less the second's, over both games.
    """

    games: int
    rounds: tuple[int, int]
    points: int


@attrs.frozen
class Duel:
    """The result of a contest, with 95 % intervals over pairs of games.

    Attributes:
        pairs: Pairs of games played.
        games: The first player's share of games won.
        rounds: His share of the rounds that somebody won.
        points: Points a game by which he was ahead.
    """

    pairs: int
    games: Estimate
    rounds: Estimate
    points: Estimate


def play_pair(first: NewPlayer, second: NewPlayer, rules: RuleSet, seed: int) -> GamePair:
    """Play a game and the same game with the players' places swapped: same deals, same first dealer."""
    won, points = 0, 0
    decided = [0, 0]
    for swapped in (False, True):
        mine = 1 if swapped else 0
        new_players = (second, first) if swapped else (first, second)
        match = new_match(rules, 2, dealer=seed & 1)
        while not match.is_over:
            dealt = new_deal(deal_seed(seed, len(match.scores)), rules)
            dealer = match.due[0].dealer_seat
            score = price(play_dealt(rules, new_players, dealt, dealer=dealer).outcome, rules)
            match = add_round(match, score)
            if score.winner is not None:
                decided[score.winner ^ mine] += 1
        won += match.winner == mine
        points += match.games[0].points[mine] - match.games[0].points[1 - mine]
    return GamePair(won, (decided[0], decided[1]), points)


def duel(
    first: NewPlayer,
    second: NewPlayer,
    *,
    pairs: int,
    rules: RuleSet | None = None,
    seed: int = 1,
    executor: Executor | None = None,
) -> Duel:
    """Play the first player against the second over pairs of games to the rules' target.

    If the compiled core has both players, it plays the rounds; the result is the same.
    """
    games, rounds, points = PairedSums(), PairedSums(), PairedSums()
    rules = rules or preset("standard")
    play = partial(play_pair, first, second, rules)
    seeds = [deal_seed(seed, number) for number in range(pairs)]
    pairs_played: Iterable[GamePair]
    if fast.why_not(rules, (first, second)) is None:
        pairs_played = compiled_pairs(first, second, rules, seeds)
    else:
        pairs_played = map(play, seeds) if executor is None else executor.map(play, seeds, chunksize=4)
    for pair in pairs_played:
        games.add(pair.games, 2, 0, 0)
        rounds.add(pair.rounds[0], sum(pair.rounds), 0, 0)
        points.add(pair.points, 2, 0, 0)
    of = [
        estimates(games, share=True)[0],
        estimates(rounds, share=True)[0],
        estimates(points)[0],
    ]
    assert of[0] is not None
    assert of[1] is not None
    assert of[2] is not None
    return Duel(pairs, of[0], of[1], of[2])


@attrs.define
class _Game:
    """A game in progress, and which seat is the first player's."""

    match: MatchState
    mine: int
    decided: list[int] = attrs.field(factory=lambda: [0, 0])


def compiled_pairs(first: NewPlayer, second: NewPlayer, rules: RuleSet, seeds: Sequence[int]) -> list[GamePair]:
    """Play the same pairs as `play_pair`, round by round in the compiled core, which must have both players."""
    games = [_Game(new_match(rules, 2, dealer=seed & 1), mine) for seed in seeds for mine in (0, 1)]
    number = 0
    while active := [place for place, game in enumerate(games) if not game.match.is_over]:
        for mine, players in enumerate(((first, second), (second, first))):
            places = [place for place in active if games[place].mine == mine]
            deals = [deal_seed(seeds[place // 2], number) for place in places]
            facts = fast.play(rules, players, deals)
            dealers = [games[place].match.due[0].dealer_seat for place in places]
            chosen = facts[np.arange(len(places)), dealers]
            for place, played in zip(places, fast.outcomes(rules, chosen), strict=True):
                game = games[place]
                score = priced(played.outcome, rules)
                game.match = add_round(game.match, score)
                if score.winner is not None:
                    game.decided[score.winner ^ mine] += 1
        number += 1
    return [_paired(games[place], games[place + 1]) for place in range(0, len(games), 2)]


def _paired(game: _Game, swapped: _Game) -> GamePair:
    ahead = [one.match.games[0].points[one.mine] - one.match.games[0].points[1 - one.mine] for one in (game, swapped)]
    won = sum(one.match.winner == one.mine for one in (game, swapped))
    decided = [mine + theirs for mine, theirs in zip(game.decided, swapped.decided, strict=True)]
    return GamePair(won, (decided[0], decided[1]), sum(ahead))


CONTESTS: tuple[tuple[str, str], ...] = (
    ("greedy", "simple"),
    ("careful", "greedy"),
    ("expert", "simple"),
    ("expert", "greedy"),
    ("expert", "careful"),
    ("searching", "expert"),
)


def new_players(budget: int) -> dict[str, NewPlayer]:
    return {
        "simple": Simple,
        "greedy": new_greedy,
        "careful": Careful,
        "expert": Expert,
        "searching": partial(Searching, budget=budget),
    }


def rows(
    contests: Sequence[tuple[str, str]],
    rules: RuleSet,
    pairs: int,
    searching_pairs: int,
    budget: int,
    seed: int,
    executor: Executor,
) -> Iterator[str]:
    yield "| player | against | games | games won | rounds won | points per game | s |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    known = new_players(budget)
    for first, second in contests:
        begun = time.perf_counter()
        number = searching_pairs if "searching" in {first, second} else pairs
        result = duel(known[first], known[second], pairs=number, rules=rules, seed=seed, executor=executor)
        share = "{0.value:.1%} ({0.low:.1%} to {0.high:.1%})".format
        points = f"{result.points.value:+.1f} ({result.points.low:+.1f} to {result.points.high:+.1f})"
        yield (
            f"| {known[first](0)} | {known[second](0)} | {2 * result.pairs:,} | {share(result.games)} | "
            f"{share(result.rounds)} | {points} | {time.perf_counter() - begun:.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000, help="pairs of games for each contest")
    parser.add_argument("--searching-pairs", type=int, default=100, help="pairs with the searching player, who is slow")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes that play on the engine")
    parser.add_argument("--budget", type=int, default=32, help="positions the searching player looks at")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the run")
    parser.add_argument("--rules", default="standard", help="the rules, like standard+big_gin=false")
    parser.add_argument("--only", nargs="*", help="the contests to play, like expert:careful; all if left out")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    contests = [tuple(name.split(":")) for name in options.only] if options.only else CONTESTS
    lines = []
    with ProcessPoolExecutor(options.workers) as executor:
        for line in rows(
            contests, rules_of(options.rules), options.pairs, options.searching_pairs, options.budget, options.seed,
            executor,
        ):  # fmt: skip
            lines.append(line)
            print(line, flush=True)
    if options.write:
        lines.append(f"\n{today()}, seed {options.seed}, {options.workers} processes.")
        table = "\n".join(lines)
        put("strength", table)


if __name__ == "__main__":
    main()
