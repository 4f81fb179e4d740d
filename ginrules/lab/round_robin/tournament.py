"""`tournament`: every player meets every other in mirrored games, with ratings and their errors."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.printed import clean, minus_signs
from ginrules._support.values import shown, whole_number
from ginrules.driver import named
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.blocks import Experiment, RunData
from ginrules.lab.runner.games import one_game
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.task import EVERY, Run, RunOptions, Task, start_of
from ginrules.lab.statistics.estimate import GAME, A, B, Estimate, PairedSums, estimate_of, known
from ginrules.lab.statistics.result import (
    UNKNOWN,
    Plain,
    RunResult,
    Table,
    estimate_text,
    interval_columns,
    labels_of,
)
from ginrules.match.seating import sides_of
from ginrules.play.deal import players_in
from ginrules.play.seeded_deals import PLY_CAP
from ginrules.players import program
from ginrules.players.chat import REPLY_COUNTS, ChatCounts, ChatPlayer
from ginrules.players.players import factories_of, names_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    import numpy as np

    from ginrules.lab.runner.batch import Ints, PricedRounds
    from ginrules.lab.runner.workers import Batches


_REFUSED: Final = (
    "A refused reply was unreadable or named an illegal action; a replaced decision was made by the substitute of the "
    "player."
)
_FEW_GAMES: Final = "A figure without ± has no interval: more games are needed for one."


@attrs.frozen
class Entrant(Plain):
    """A player of a tournament and its results over all contests.

    Attributes:
        player: Its name in the tournament.
        games: The games it played. A game counts once even if the player had several places.
        won: The games it won. If several players win a game, each gets an equal part.
        rating: Its most likely rating in Elo points, relative to the mean of the field.
        elo: This rating with its interval. None if too few games were played, as for the other intervals.
        share: The share of its games that it won, with its interval.
        points: Its net points per round. None if no round was played.
        net: These points with their interval.
        counts: The replies of a `ChatPlayer` in these games, and how many were refused. None for other players.
    """

    player: str
    games: int
    won: float
    rating: float
    elo: Estimate | None
    share: Estimate | None
    points: float | None
    net: Estimate | None
    counts: ChatCounts | None = None


@attrs.frozen
class Contest(Plain):
    """The games between two players, or between a table's players.

    Attributes:
        players: The players' names.
        games: The games they played.
        rounds: The rounds of these games.
        won: The games won by each player. Their sum is the number of games.
        shares: The share of games won by each player, with its interval. None if too few games were played.
        nets: The net points per round of each player. Their sum is 0.
    """

    players: tuple[str, ...]
    games: int
    rounds: int
    won: tuple[float, ...]
    shares: tuple[Estimate | None, ...]
    nets: tuple[Estimate | None, ...]


@attrs.frozen(repr=False)
class Tournament(RunResult):
    """The result of `tournament`. Its ``str`` is a table.

    Attributes:
        rules: The rules of its games.
        players: The players' names, in the order given.
        seats: Seats at the table.
        seed: The run's seed.
        units: Sets of mirrored games played by every contest.
        games: Games played in all contests.
        entrants: The players, the best first.
        contests: The contests, in the players' order.
        partial: Whether the run was interrupted before its end.
    """

    _document = "rules players seats seed units games partial level entrants contests"

    rules: RuleSet
    players: tuple[str, ...]
    seats: int
    seed: int
    units: int
    games: int
    entrants: tuple[Entrant, ...]
    contests: tuple[Contest, ...]
    partial: bool = False
    _data: RunData | None = attrs.field(default=None, eq=False, repr=False)

    def __getitem__(self, player: str) -> Entrant:
        """Return the entrant of this name."""
        for entrant in self.entrants:
            if entrant.player == player:
                return entrant
        raise KeyError(player)

    def share(self, player: str, other: str) -> Estimate:
        """Return the first player's share of the games between two players.

        Raises:
            InvalidRunError: If the players have not met in a contest of two.
            LabError: If they played too few games for an estimate.
        """
        for contest in self.contests:
            if contest.players in [(player, other), (other, player)]:
                return known(contest.shares[contest.players.index(player)])
        names = ", ".join(self.players)
        raise InvalidRunError(
            f"{shown(player)} and {shown(other)} have not met in a contest of two: expected two of {names}"
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table of ratings and, if every contest is between two players, the crosstable."""
        refused = ["unreadable + illegal replies", "replaced decisions"] if self._has_counts else []
        ratings = Table(["", "Elo", "games won, %", "points per round", *refused], self._lines())
        if any(len(contest.players) != 2 for contest in self.contests):
            return (ratings,)
        heads = ["", *map(str, range(1, len(self.entrants) + 1))]
        title = "games won, %, by the player of the line against that of the column"
        return ratings, Table(heads, self._crosses(), title)

    @property
    def note(self) -> str:
        """How to read figures without an interval, and refused replies, empty if there are none of these."""
        few = "" if all(one.elo for one in self.entrants) else _FEW_GAMES
        return "\n".join(filter(None, (few, _REFUSED if self._has_counts else "")))

    @property
    def _has_counts(self) -> bool:
        return any(one.counts for one in self.entrants)

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each player, the best first: player, games, won, and elo, share and net with intervals.

        If a `ChatPlayer` plays, the numbers of `ChatCounts` follow.
        """
        fields = [field.name for field in attrs.fields(ChatCounts)] if self._has_counts else []
        return [
            {
                "player": one.player,
                "games": one.games,
                "won": one.won,
                **interval_columns("elo", one.elo),
                **interval_columns("share", one.share),
                **interval_columns("net", one.net),
                **{field: getattr(one.counts, field, None) for field in fields},
            }
            for one in self.entrants
        ]

    def _lines(self) -> list[tuple[str, ...]]:
        return [
            (
                f"{rank}. {clean(one.player)}",
                minus_signs(f"{one.rating:+.0f}{f' ± {one.elo.half_width:.0f}' if one.elo else ''}")
                if one.games
                else UNKNOWN,
                _share_text(one.share, one.won, one.games),
                estimate_text(one.net, one.points, signed=True),
                *(_count_texts(one.counts) if self._has_counts else ()),
            )
            for rank, one in enumerate(self.entrants, 1)
        ]

    def _crosses(self) -> list[tuple[str, ...]]:
        shares: dict[tuple[str, ...], str] = {}
        for contest in self.contests:
            texts = [_share_text(*one, contest.games) for one in zip(contest.shares, contest.won, strict=True)]
            shares[contest.players], shares[contest.players[::-1]] = texts[0], texts[-1]
        return [
            (
                f"{rank}. {clean(one.player)}",
                *("" if one is other else shares[one.player, other.player] for other in self.entrants),
            )
            for rank, one in enumerate(self.entrants, 1)
        ]

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        per_contest = f"{self.contests[0].games:,} in each contest" if self.contests else ""
        return f"{label}: {self.games:,} games between {len(self.players)} players, {per_contest}"


def _count_texts(counts: ChatCounts | None) -> tuple[str, str]:
    if counts is None:
        return "", ""
    kinds = f"{counts.unreadable:,} + {counts.refused - counts.unreadable:,} of {counts.replies:,}"
    return kinds, f"{counts.replaced:,} of {counts.decisions:,}"


def _share_text(share: Estimate | None, won: float, games: int) -> str:
    return estimate_text(share, won / games if games else None, factor=100)


MOST_CONTESTS: Final = 2_000
"""Limit on the contests of a tournament."""

_SECRET_BITS: Final = 60
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
    start: tuple[int, int] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
    resume: Tournament | Path | str | None = None,
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
        start: The points with which games begin, such as ``(90, 50)``: in half of the mirrored games a player has the
            first number, in the others the second. Only for games of one column between two.
        executor: As in `simulate`.
        workers: As in `simulate`.
        progress: As in `simulate`.
        time_limit: As in `simulate`.
        ply_cap: As in `simulate`.
        resume: As in `simulate`.
        checkpoint: As in `simulate`.
        checkpoint_every: As in `simulate`.

    Raises:
        InvalidRunError: If there are too few or too many players, there is nothing to play, or the checkpoint
            belongs to another run or is spoiled.
        LabError: If a player breaks the rules, raises or takes too long, a game does not end, a worker dies, or the
            checkpoint cannot be written. The message names player, seat and seed. Its ``partial`` attribute holds
            the figures of the games finished before, to resume from.

    Examples:
        >>> import ginrules as gin
        >>> result = gin.lab.tournament(["greedy", "random"], games=20)
        >>> result.games, result.entrants[0].player, result.share("greedy", "random").value
        (20, 'greedy', 1.0)
    """
    options = RunOptions(executor, workers, progress, time_limit, ply_cap, resume, checkpoint, checkpoint_every)
    rules = rules_of(rules)
    makers, own_names = _makers_of(players)
    number = whole_number("games", games, 1, RUN_UNITS)
    experiment = Experiment(options)
    seed = _seed_for(makers, experiment.before) if seed is None else whole_number("seed", seed)
    rules = one_game(rules)
    places = players_in(rules, seats, error=InvalidRunError)
    begun = start_of(start, rules, places)
    contests = _contests(rules, places, len(makers))
    named = partial(names_of, makers, (rules,), table_seats(rules.seating, places), seed)
    names, made = named(own_names), named()
    task = partial(Task, rules, places=places, seed=seed, ply_cap=ply_cap, time_limit=time_limit, matches=True)
    tasks = tuple(
        task(tuple(makers[one] for one in contest), tuple(names[one] for one in contest), start=begun, by_place=True)
        for contest in contests
    )
    chats = {player: maker for player, maker in enumerate(makers) if isinstance(maker, ChatPlayer)}
    run = Run(tasks, names, -(-number // tasks[0].size), counted=len(contests), chats=tuple(chats.values()))
    if not (run.is_compiled or run.is_asked):
        run = attrs.evolve(run, chunk=1)
    entered = " / ".join(f"{name}: {one}" for name, one in zip(names, made, strict=True))
    of = f"tournament by {rules.digest} at {places} places, seed {seed}: {entered}{tasks[0].extras}"
    figures = _Figures(run, contests, tuple(chats))
    return experiment.play(of, [run], figures.add, figures.result, "games")


def _makers_of(players: Entrants) -> tuple[tuple[NewPlayer, ...], tuple[str | None, ...]]:
    """Return the makers of the players, and the names given to them: keys of a dict, or names of the lab."""
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
        message = f"players: expected two or more, got {len(makers)}: a tournament needs somebody to play against"
        raise InvalidRunError(message, players=len(makers))
    return makers, names


def _seed_for(makers: Sequence[NewPlayer], before: RunData | None) -> int:
    """Return the seed of a run whose caller names none: secret if a program plays, which could look up its deals.

    A run that continues keeps its seed.
    """
    if before is not None:
        return before.seed
    return secrets.randbits(_SECRET_BITS) if any(isinstance(maker, program.Program) for maker in makers) else 1


def _contests(rules: RuleSet, places: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the players of each contest: a player for each side, or all players if they are fewer."""
    most = 2 if rules.seating == "partnership" else places
    size = max((number for number in range(2, min(most, players) + 1) if places % number == 0), default=0)
    if not size:
        message = f"players: {players} cannot share {places} places evenly: expected {places} or more"
        raise InvalidRunError(message, players=players, seats=places)
    contests = tuple(combinations(range(players), size))
    if len(contests) > MOST_CONTESTS:
        raise InvalidRunError(
            f"players: {players} at tables of {size} have {len(contests):,} contests: expected at most "
            f"{MOST_CONTESTS:,}; let fewer play",
            players=players,
            contests=len(contests),
        )
    return contests


class _Figures:
    """The figures of a tournament."""

    def __init__(self, run: Run, contests: tuple[tuple[int, ...], ...], chats: tuple[int, ...]) -> None:
        self._run, self._contests, self._chats = run, contests, chats
        self._sums: dict[int | tuple[int, int], PairedSums] = defaultdict(PairedSums)
        self._products: np.ndarray | int = 0
        self._replies = {player: [0] * REPLY_COUNTS for player in chats}

    def add(self, _part: int, batches: Batches) -> list[PricedRounds]:
        """Add the next units: wins per game and net points per round, by contest and place, and by player."""
        import numpy as np

        priced = [batch.at_prices_of(batch.task.rules) for batch in batches]
        nothing = priced[0].by_unit(0)
        totals = np.zeros((len(self._run.players), 4, len(nothing)), np.int64)
        for number, (contest, rounds) in enumerate(zip(self._contests, priced, strict=True)):
            games, played = GAME * (nothing + rounds.batch.matches.shape[1]), rounds.by_unit(1)
            for place, player in enumerate(contest):
                won, (_, (net, _)) = _wins(rounds, place), rounds.contestant(place)
                self._sums[number, place] += PairedSums.of_units((won, games), (net, played))
                totals[player] += won, games, net, played
        for player, (won, games, net, played) in enumerate(totals):
            self._sums[player] += PairedSums.of_units((won, games), (net, played))
        wins = totals[:, 0].astype(object)  # exact even where products are too large for an array
        self._products = self._products + wins @ wins.T
        for player, replies in zip(self._chats, batches[0].replies.sum(axis=0).tolist(), strict=True):
            self._replies[player] = [old + new for old, new in zip(self._replies[player], replies, strict=True)]
        return priced

    def result(self, data: RunData) -> Tournament:
        from ginrules.lab.round_robin.ratings import ratings

        names, task = self._run.players, self._run.tasks[0]
        contests = tuple(self._contest(number) for number in range(len(self._contests)))
        totals = [self._sums[player] for player in range(len(names))]
        elo = ratings(names, self._contests, [one.won for one in contests], totals, self._products)
        entrants = [
            Entrant(
                name,
                one.base_a // GAME,
                one.a / GAME,
                *elo[player],
                estimate_of(one, A, share=True),
                one.b / one.base_b if one.base_b else None,
                estimate_of(one, B),
                ChatCounts(*self._replies[player]) if player in self._replies else None,
            )
            for player, (name, one) in enumerate(zip(names, totals, strict=True))
        ]
        return Tournament(
            rules=task.rules,
            players=names,
            seats=task.places,
            seed=task.seed,
            units=totals[0].units,
            games=sum(contest.games for contest in contests),
            entrants=tuple(sorted(entrants, key=lambda one: (-one.rating, one.player))),
            contests=contests,
            partial=totals[0].units < self._run.units,
            data=data,
        )

    def _contest(self, number: int) -> Contest:
        contest = self._contests[number]
        sums = [self._sums[number, place] for place in range(len(contest))]
        return Contest(
            players=tuple(self._run.players[player] for player in contest),
            games=sums[0].base_a // GAME,
            rounds=sums[0].base_b,
            won=tuple(one.a / GAME for one in sums),
            shares=tuple(estimate_of(one, A, share=True) for one in sums),
            nets=tuple(estimate_of(one, B) for one in sums),
        )


def _wins(rounds: PricedRounds, contestant: int) -> Ints:
    """Return a contestant's wins in each unit, `GAME` for a game won alone.

    If several sides win a game, they share it. If nobody wins, all sides share it. A side's players share its wins.
    """
    matches, task = rounds.batch.matches, rounds.batch.task
    sides = sides_of(task.rules, task.places)
    won = matches["winners"][..., : len(sides)]
    won = won | ~won.any(axis=2, keepdims=True)
    shares = won.sum(axis=2)
    wins = 0 * shares
    for side, members in enumerate(sides):
        is_there: np.ndarray = matches["contestants"][..., members] == contestant
        wins += won[..., side] * (GAME // (shares * len(members))) * is_there.sum(axis=2)
    total: Ints = wins.sum(axis=1)
    return total
