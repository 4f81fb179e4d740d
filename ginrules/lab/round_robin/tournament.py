"""`tournament`: every player meets every other in mirrored games, with ratings and their errors."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import shown, whole_number
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError
from ginrules.lab.comparison.games import one_game
from ginrules.lab.round_robin.games import GAME, GamesRun, collect
from ginrules.lab.round_robin.ratings import ratings
from ginrules.lab.round_robin.result import Contest, Entrant, Tournament
from ginrules.lab.runner.job import Job
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.workers import parts_of
from ginrules.lab.statistics.checkpoint_file import EVERY, KeptRunOptions
from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.sums import PairedSums, Sums
from ginrules.play.deal import players_in
from ginrules.play.run_deals import PLY_CAP
from ginrules.players import named, program
from ginrules.players.chat import ChatCounts
from ginrules.players.players import factories_of, names_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.seats import table_seats

MOST_CONTESTS: Final = 2_000
"""Limit on the contests of a tournament."""

_SECRET_BITS: Final = 60
_SEED_OF: Final = re.compile(r"places, seed ([0-9]{1,20}):")

_NAMED_INSIDE: Final = (program.PREFIX, named.PYTHON)
"""The prefixes of names that lead to a player with a name of its own."""

Entrants = Sequence[NewPlayer | str] | Mapping[str, NewPlayer | str]
"""The players of a tournament: their makers or names (`player_named`), or a dict of these by your own names."""


def tournament(
    players: Entrants,
    rules: RuleSet | str = "standard",
    games: int = 1000,
    *,
    seed: int | None = None,
    seats: int | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
    resume: Checkpoint | None = None,
    checkpoint: Path | str | None = None,
    checkpoint_every: float = EVERY,
) -> Tournament:
    """Let every player meet every other in mirrored games, and rate them.

    A set of mirrored games repeats the same deals with the players in every place and with every place
    dealing first. For two players it has four games. All contests play the same deals. At larger tables, every
    combination of players that fills a table meets: three players sit in both circular orders, four or more in an
    order drawn for each set. If the table has two sides, two players meet and each plays all seats of a side. Under
    rules for a match of several games, a single game of it is played. The figures depend on the arguments alone,
    not on the executor or the players' order.

    Ratings are on the Elo scale, by maximum likelihood, with errors between sets of games (see
    `ginrules.lab.round_robin.ratings`). Ctrl-C ends the run. The result has the games played until then and is marked
    ``partial``. So does SIGTERM, which ends the program too, unless there is a ``checkpoint``.

    Args:
        players: Two or more players: their makers, their names, or a dict of these by your own names. With an
            executor of processes, makers must be functions or classes of a module, or a ``functools.partial`` of
            these.
        rules: The rules to play by.
        games: Games of each contest, rounded up to whole sets.
        seed: The run's seed. None for 1, or for a secret number if a program plays (`Program`): a program that
            knows the seed can compute all hands. The result names the seed.
        seats: The number of players of a game. None for the smallest that the rules allow.
        executor: An executor to play in: any of `concurrent.futures`, or a Dask client's. None for this process. With
            processes, every player must be made by a function or class of a module, or a ``functools.partial`` of it.
        workers: The number of processes that the run starts itself, instead of an executor. None or 1 for this process.
            In a script, put the run under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal or in the notebook, False for nothing. None for a line in a notebook,
            if the run lasts longer than two seconds. Or a function that is called after each part of the run with the
            games done and the number in the whole run.
        time_limit: Time limit per decision, in seconds. None for no limit.
        ply_cap: Limit on a round's actions.
        resume: A checkpoint of the same run. Only the rest is played.
        checkpoint: The file for the run's state. If the file exists, the run continues from there. It is written at
            intervals and at the end, also after Ctrl-C, SIGTERM or an error. Not with ``resume``.
        checkpoint_every: Interval between two checkpoints, in seconds: 30 if left out.

    Raises:
        InvalidRunError: If there are too few or too many players, there is nothing to play, or the checkpoint
            belongs to another run or contradicts itself.
        LabError: If a player breaks the rules, raises or takes too long, a game does not end, a worker dies, or the
            checkpoint cannot be written. The message names player, seat and seed. Its ``partial`` attribute holds
            the figures of the games finished before, with their checkpoint.

    Examples:
        >>> import ginrules as gin
        >>> result = gin.lab.tournament(["greedy", "random"], games=20)
        >>> result.games, result.entrants[0].player, result.share("greedy", "random").value
        (20, 'greedy', 1.0)
    """
    run_options = KeptRunOptions(
        executor=executor, workers=workers, progress=progress, time_limit=time_limit, ply_cap=ply_cap, resume=resume,
        checkpoint=checkpoint, checkpoint_every=checkpoint_every,
    )  # fmt: skip
    rules = rules_of(rules)
    makers, own_names = _makers_of(players)
    number = whole_number("games", games, 1, RUN_UNITS)
    keeper = run_options.keeper()
    seed = _seed_for(makers, keeper.before) if seed is None else whole_number("seed", seed)
    rules = one_game(rules)
    places = players_in(rules, seats, error=InvalidRunError)
    contests = _contests(rules, places, len(makers))
    named = partial(names_of, makers, (rules,), table_seats(rules.seating, places), seed)
    names, made = named(own_names), named()
    jobs = tuple(
        Job(rules, tuple(makers[player] for player in contest), tuple(names[player] for player in contest), places,
            matches=True, seed=seed, ply_cap=run_options.ply_cap, time_limit=run_options.time_limit)
        for contest in contests
    )  # fmt: skip
    units = -(-number // jobs[0].size)
    run = GamesRun(jobs, names, units, partial(collect, contests, len(makers), rules), contests=contests)
    if not (run.is_compiled or run.is_asked):
        run = attrs.evolve(run, chunk=1)
    entered = " / ".join(f"{name}: {one}" for name, one in zip(names, made, strict=True))
    of = f"tournament by {rules.digest} at {places} places, seed {seed}: {entered}"
    sums = Sums() if keeper.before is None else keeper.before.checked(of).main.restored(run.names_of_sums)
    point = partial(Checkpoint.of_sums, of, sums)
    with (
        run_options.opened("games", makers) as opened,
        keeper.keeping(point, partial(_result, run, sums, of)) as interrupts,
    ):
        for part in parts_of(run, opened.counting(len(contests)), first=sums.units, seconds=keeper.seconds):
            with interrupts.held():
                sums.merge(part)
            keeper.part_done(point, interrupts)
    return _result(run, sums, of)


def _makers_of(players: Entrants) -> tuple[tuple[NewPlayer, ...], tuple[str | None, ...]]:
    """Return the makers of the players, and the names given to them: keys of a dict, or names of the lab.

    Raises:
        InvalidRunError: If an entry is not a player, or there are fewer than two.
    """
    if isinstance(players, Mapping):
        names: tuple[str | None, ...] = tuple(players)
        values: tuple[object, ...] = names
        if not all(isinstance(value, str) and value for value in values):
            raise InvalidRunError(f"players: expected texts as names, got {shown(list(names))}")
        makers = factories_of([*players.values()])
    else:
        makers = factories_of(players)
        items = (players,) if callable(players) or isinstance(players, str) else players
        names = tuple(item if isinstance(item, str) and not item.startswith(_NAMED_INSIDE) else None for item in items)
    if len(makers) <= 1:
        raise InvalidRunError(
            f"players: expected two or more, got {len(makers)}: a tournament needs somebody to play against",
            players=len(makers),
        )
    return makers, names


def _seed_for(makers: Sequence[NewPlayer], before: Checkpoint | None) -> int:
    """Return the seed of a run whose caller names none: secret if a program plays, which could look up its deals.

    A run that continues keeps its seed.
    """
    begun = before and _SEED_OF.search(before.of)
    if begun:
        return int(begun[1])
    return secrets.randbits(_SECRET_BITS) if any(isinstance(maker, program.Program) for maker in makers) else 1


def _contests(rules: RuleSet, places: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the players of each contest: a player for each side, or all players if they are fewer.

    Raises:
        InvalidRunError: If the places cannot be divided among the players, or there are too many contests.
    """
    most = 2 if rules.seating == "partnership" else places
    size = max((number for number in range(2, min(most, players) + 1) if places % number == 0), default=0)
    if not size:
        raise InvalidRunError(
            f"players: {players} cannot share {places} places evenly: expected {places} or more",
            players=players, seats=places,
        )  # fmt: skip
    contests = tuple(combinations(range(players), size))
    if len(contests) > MOST_CONTESTS:
        raise InvalidRunError(
            f"players: {players} at tables of {size} have {len(contests):,} contests: expected at most "
            f"{MOST_CONTESTS:,}; let fewer play",
            players=players, contests=len(contests),
        )  # fmt: skip
    return contests


def _result(run: GamesRun, sums: Sums, of: str) -> Tournament:
    contests = tuple(_contest(run, number, sums) for number in range(len(run.contests)))
    totals = {
        (one, other): sums.ratio(f"wins {one} {other}")
        for one in range(len(run.players))
        for other in range(one, len(run.players))
    }
    elo = _ratings(run.players, run.contests, contests, totals)
    entrants = [
        Entrant(
            name,
            totals[player, player].base_a // GAME,
            totals[player, player].a / GAME,
            *elo[player],
            _estimate(totals[player, player], share=True),
            _value(sums.ratio(f"net {player}")),
            _estimate(sums.ratio(f"net {player}")),
            _counts(sums, player) if player in run.chats else None,
        )
        for player, name in enumerate(run.players)
    ]
    job = run.jobs[0]
    return Tournament(
        rules=job.rules,
        players=run.players,
        seats=job.places,
        seed=job.seed,
        units=sums.units,
        games=sum(contest.games for contest in contests),
        entrants=tuple(sorted(entrants, key=_order)),
        contests=contests,
        checkpoint=Checkpoint.of_sums(of, sums),
        partial=sums.units < run.units,
    )


def _ratings(
    names: Sequence[str],
    numbers: Sequence[tuple[int, ...]],
    contests: Sequence[Contest],
    totals: Mapping[tuple[int, int], PairedSums],
) -> list[tuple[float, Estimate | None]]:
    """Return the rating of each player, whose last digits do not depend on the order of players."""
    by_name = sorted(range(len(names)), key=names.__getitem__)
    rank = {player: place for place, player in enumerate(by_name)}
    ranked = sorted(
        sorted((rank[player], won) for player, won in zip(contest, one.won, strict=True))
        for contest, one in zip(numbers, contests, strict=True)
    )
    rated = ratings(
        [tuple(player for player, _ in contest) for contest in ranked],
        [[won for _, won in contest] for contest in ranked],
        {(rank[one], rank[other]): sums for (one, other), sums in totals.items()},
    )
    return [rated[rank[player]] for player in range(len(names))]


def _counts(sums: Sums, player: int) -> ChatCounts:
    refused, replaced = sums.ratio(f"refused {player}"), sums.ratio(f"replaced {player}")
    return ChatCounts(replaced.base_a, refused.base_a, refused.a, replaced.a)


def _order(entrant: Entrant) -> tuple[float, str]:
    return -entrant.rating, entrant.player


def _contest(run: GamesRun, number: int, sums: Sums) -> Contest:
    places = range(len(run.contests[number]))
    won = [sums.ratio(f"won {number} {place}") for place in places]
    nets = [sums.ratio(f"net {number} {place}") for place in places]
    return Contest(
        players=tuple(run.players[player] for player in run.contests[number]),
        games=won[0].base_a // GAME,
        rounds=nets[0].base_a,
        won=tuple(one.a / GAME for one in won),
        shares=tuple(_estimate(one, share=True) for one in won),
        nets=tuple(map(_estimate, nets)),
    )


def _estimate(sums: PairedSums, *, share: bool = False) -> Estimate | None:
    """Return an estimate for a ratio, with B of the same bases, or empty."""
    return estimates(sums, share=share)[0]


def _value(sums: PairedSums) -> float | None:
    return sums.a / sums.base_a if sums.base_a else None
