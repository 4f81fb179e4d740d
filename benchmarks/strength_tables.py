"""The strength of Expert at other tables: games against one other player in all other seats.

``python -m benchmarks.strength_tables`` prints the table; ``--write`` puts it into benchmarks/README.md. The deals of
a cluster of games are the same, with the players in every place and every place dealing first; intervals count
clusters.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import attrs
import numpy as np

from benchmarks.pages import made, put
from ginrules import fast
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.play import match_at
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.sums import PairedSums
from ginrules.match.advance import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.play.run_deals import deal_seed
from ginrules.players import Expert, NewPlayer, player_named
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

SHARES: Final = 60
"""The count of one game; a game won by several sides is shared in whole numbers."""

TABLES: Final[tuple[tuple[str, int], ...]] = (
    ("oklahoma", 2),
    ("straight-gin", 2),
    ("classic", 2),
    ("partnership", 4),
    ("partnership-teams", 6),
    ("round-the-corner-partnership", 4),
    ("ginrummy-com-partnership", 4),
    ("penalty-2-to-4", 3),
    ("penalty-2-to-4", 4),
    ("group-gin", 3),
    ("group-gin", 4),
    ("group-gin", 5),
)
"""Rule sets and players, named before anything was measured."""


@attrs.define
class _Game:
    match: MatchState
    contestants: tuple[int, ...]
    deals: int


def compiled_games(rules: RuleSet, makers: Sequence[NewPlayer], seeds: Sequence[int]) -> list[list[int]]:
    """Play the games that `play_match` plays, in the compiled core: clusters by seed, then seating and first dealer.

    Returns:
        For each cluster and each contestant the shares of `SHARES` that it has won, over the games of the cluster.

    Raises:
        InvalidRunError: If the core does not have the rules or the players.
    """
    reason = fast.why_not(rules, makers)
    if reason is not None:
        raise InvalidRunError(reason)
    players = len(makers)
    games = [
        _Game(new_match(rules.evolve(name=rules.name, endless=False), players, dealer=dealer),
              turned(players, seating), seed)
        for seed in seeds for seating in range(players) for dealer in range(players)
    ]  # fmt: skip
    number = 0
    while active := [game for game in games if not game.match.is_over]:
        _play_next_round(rules, makers, active, number)
        number += 1
    won = [[0] * players for _ in seeds]
    for place, game in enumerate(games):
        winners = game.match.winners or tuple(range(len(game.match.sides)))
        for side in winners:
            members = game.match.sides[side]
            for player in members:
                won[place // players**2][game.contestants[player]] += SHARES // (len(winners) * len(members))
    return won


def _play_next_round(rules: RuleSet, makers: Sequence[NewPlayer], games: Sequence[_Game], number: int) -> None:
    """Play the same round of these games: every deal once for those who sit at a table alike."""
    due = [[(deal_seed(game.deals, number * len(game.match.due) + table.number), table) for table in game.match.due]
           for game in games]  # fmt: skip
    alike: dict[tuple[int, ...], dict[int, int]] = {}
    for game, tables in zip(games, due, strict=True):
        for deal, table in tables:
            deals = alike.setdefault(tuple(game.contestants[player] for player in table.players), {})
            deals.setdefault(deal, len(deals))
    facts = {at: fast.play(rules, [makers[one] for one in at], list(deals)) for at, deals in alike.items()}
    for game, tables in zip(games, due, strict=True):
        results: list[RoundScore] = []
        for deal, table in tables:
            at = tuple(game.contestants[player] for player in table.players)
            row = facts[at][alike[at][deal], table.dealer_seat]
            (played,) = fast.outcomes(rules, np.array([row]))
            results.append(price(played.outcome, rules))
        game.match = add_round(game.match, *results)


def engine_games(rules: RuleSet, makers: Sequence[NewPlayer], seeds: Sequence[int]) -> list[list[int]]:
    """Play the same games on the engine."""
    players = len(makers)
    won = [[0] * players for _ in seeds]
    for cluster, seed in zip(won, seeds, strict=True):
        for seating in range(players):
            for dealer in range(players):
                played = match_at(rules, makers, turned(players, seating), seed=seed, first_dealer=dealer)
                winners = played.match.winners or tuple(range(len(played.match.sides)))
                for side in winners:
                    members = played.match.sides[side]
                    for player in members:
                        cluster[played.contestants[player]] += SHARES // (len(winners) * len(members))
    return won


def turned(players: int, seating: int) -> tuple[int, ...]:
    """Return who sits in each place after all have moved on; a player and equal others need no other order."""
    return tuple((place + seating) % players for place in range(players))


def factories_at(rules: RuleSet, players: int, first: NewPlayer, other: NewPlayer) -> list[NewPlayer]:
    """Return who sits where: the first player alone, or with partners on one side of a partnership."""
    sides = new_match(rules, players).sides
    return [first if place in sides[0] else other for place in range(players)]


def share(
    rules: RuleSet, players: int, first: NewPlayer, other: NewPlayer, games: int, seed: int
) -> tuple[int, Estimate, float]:
    """Return the games played, the share of them that the first player's side won, and its share among equals."""
    makers = factories_at(rules, players, first, other)
    clusters = -(-games // players**2)
    sums, mine = PairedSums(), [place for place, maker in enumerate(makers) if maker is first]
    for part in range(0, clusters, _AT_ONCE):
        seeds = [deal_seed(seed, number) for number in range(part, min(clusters, part + _AT_ONCE))]
        for won in compiled_games(rules, makers, seeds):
            sums.add(sum(won[place] for place in mine), SHARES * players**2, 0, 0)
    estimate = estimates(sums, share=True)[0]
    assert estimate is not None
    return clusters * players**2, estimate, len(mine) / players


_AT_ONCE: Final = 100


def rows(tables: Sequence[tuple[str, int]], first: NewPlayer, other: NewPlayer, games: int, seed: int) -> Iterator[str]:
    """Yield the table."""
    yield "| rules | players | against | games | games won, % | share among equals, % |"
    yield "|---|---:|---|---:|---:|---:|"
    for name, players in tables:
        played, estimate, equal = share(rules_of(name), players, first, other, games, seed)
        yield (
            f"| {name} | {players} | {other(0)} | {played:,} | {estimate.value:.1%} "
            f"({estimate.low:.1%} to {estimate.high:.1%}) | {equal:.1%} |"
        ).replace("%", "")


def main() -> None:
    """Play and print, or write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength_tables", description=__doc__)
    parser.add_argument("--games", type=int, default=4000, help="games at each table")
    parser.add_argument("--against", default="careful", help="the other player")
    parser.add_argument("--seed", type=int, default=17, help="the seed of the run")
    parser.add_argument("--tables", nargs="*", help="rules and players, like penalty-2-to-4:3; all if left out")
    parser.add_argument("--set", nargs="*", default=[], help="parameters of Expert, like caution=100")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    tables = [(name, int(players)) for name, players in (one.rsplit(":", 1) for one in options.tables or ())] or TABLES
    numbers: Mapping[str, int] = {name: int(value) for name, value in (one.split("=") for one in options.set)}
    first: NewPlayer = partial(Expert, **numbers) if numbers else Expert
    lines = []
    for line in rows(tables, first, player_named(options.against), options.games, options.seed):
        lines.append(line)
        print(line, flush=True)
    if options.write:
        put("strength at other tables", "\n".join([*lines, f"\n{made()}"]))


if __name__ == "__main__":
    main()
