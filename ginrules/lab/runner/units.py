"""The play of units: deals and matches, on the compiled core or on the engine. All fill the same arrays.

On the core, matches are played side by side: a single call plays the next table of all matches with the same players.
They are those of `ginrules.lab.play_match`: the same deals, dealers and tables. Each table is entered in its match
before the next is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import PLAYED_ROUNDS
from ginrules.driver.player import NewPlayer, Player
from ginrules.fast._facts import FACTS, facts_of, outcomes, prices_of
from ginrules.fast._plan import factories_at
from ginrules.fast.rounds import facts_of_deals
from ginrules.lab.runner.batch import MATCHES, PLACES, Batch, all_seats
from ginrules.lab.runner.games import (
    Game,
    GameRounds,
    MatchGame,
    PlainGame,
    comebacks,
    game_maker,
    match_row,
    without_end,
)
from ginrules.lab.runner.play import dealt_record, match_at, play_dealt
from ginrules.lab.runner.task import Run, Task, own_value
from ginrules.match.seating import Table
from ginrules.match.view import MatchView, played_by, seen_at
from ginrules.play.actions import Action
from ginrules.play.deal import knock_card_of
from ginrules.play.outcome import Outcome
from ginrules.play.seeded_deals import are_drawn, deal_seed, new_deal


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
            noted = actions if task.own else None
            played = play_dealt(task.rules, makers, dealt, dealer, task.ply_cap, task.time_limit, noted)
            facts.append(facts_of(played, dealer))
            if task.own:
                record = dealt_record(task.rules, dealt, actions, seats=seats, dealer=dealer)
                own.append(
                    [own_value(one, record, task.rules, seed, f"a round with dealer {dealer}") for one in task.own]
                )
    return Batch.of_deals(task, range(unit, unit + 1), np.array(facts, FACTS), own=_columns(task, own))


def _columns(task: Task, own: list[list[float]]) -> NDArray[np.float64]:
    return np.array(own, np.float64).reshape(len(own), len(task.own))


def _match(task: Task, unit: int, seed: int) -> Batch:
    """Play the matches of a unit."""
    play = partial(match_at, task.rules, task.new_players, seed=seed, ply_cap=task.ply_cap, time_limit=task.time_limit)
    played, places = [], []
    for seating, at_table in enumerate(task.seatings(seed)):
        for dealer in range(task.dealers):
            match = play(at_table, first_dealer=dealer, standing=task.standing(at_table))
            places += [
                (unit, one.round, seating, dealer, one.table, all_seats(one.contestants)) for one in match.rounds
            ]
            played.append(match)
    rounds = [one for match in played for one in match.rounds]
    finished = [
        match_row(one.contestants, one.match.winners, len(one.match.scores), comebacks(task.rules, one.match.games))
        for one in played
    ]
    units = range(unit, unit + 1)
    own = [[own_value(measure, one.match, task.rules, seed, "a match") for measure in task.own] for one in played]
    return Batch(
        task,
        units,
        np.array([facts_of(one.played, one.dealer) for one in rounds], FACTS),
        np.array(places, PLACES),
        np.array([finished], MATCHES),
        own=_columns(task, own if task.own else []),
    )


@attrs.define
class _Match:
    """A match in progress: the rows of its rounds and, for stand-ins, their outcomes with their tables."""

    unit: int
    seed: int
    seating: int
    first_dealer: int
    game: Game
    facts: list[np.void] = attrs.field(factory=list)
    places: list[tuple[object, ...]] = attrs.field(factory=list)
    played: list[tuple[Outcome, Table]] = attrs.field(factory=list)

    @property
    def at_table(self) -> tuple[int, ...]:
        """The number of the contestant at each seat of the table that is played next."""
        return tuple([self.game.contestants[player] for player in self.game.due.players])

    @property
    def seen(self) -> MatchView:
        """The match as the players of the next table know it."""
        game, table = self.game, self.game.due
        if isinstance(game, MatchGame):
            status, together = game.status, played_by(self.played, table.players)
            return seen_at(table, game.sides, status.rounds, status.sheet, status.accounts, together)
        columns, outcomes = (game.standing,), tuple([outcome for outcome, _ in self.played])
        return MatchView(
            round=game.rounds,
            dealer=table.dealer_seat,
            target=game.target,
            columns=columns,
            won=(0, 0),
            outcomes=outcomes,
        )


def side_by_side(task: Task, units: range) -> Batch | None:
    """Play the matches of units. None if a round or a match does not end."""
    new_game = game_maker(without_end(task.rules), task.places)
    matches = [
        _Match(unit, seed, seating, dealer, new_game(contestants, dealer))
        for unit, seed in [(unit, deal_seed(task.seed, unit)) for unit in units]
        for seating, contestants in enumerate(task.seatings(seed))
        for dealer in range(task.dealers)
    ]
    if task.start:
        for match in matches:
            assert isinstance(match.game, PlainGame)
            match.game.standing = task.standing(match.game.contestants)
    players = [new_player(0) for new_player in task.new_players]
    for number in range(PLAYED_ROUNDS * task.tables):
        due = [match for match in matches if not match.game.is_over]
        if not due:
            break
        if not _play_next(task, players, due, number):
            return None
    if not all(match.game.is_over for match in matches):
        return None
    games = [match.game for match in matches]
    finished = [match_row(game.contestants, game.winners, game.rounds, game.comebacks()) for game in games]
    return Batch(
        task,
        units,
        np.array([fact for match in matches for fact in match.facts], FACTS),
        np.array([place for match in matches for place in match.places], PLACES),
        np.array(finished, MATCHES).reshape(len(units), task.size),
    )


def _play_next(task: Task, players: Sequence[Player], matches: Sequence[_Match], number: int) -> bool:
    """Play the next table of matches that have played as many, and return whether every round ends."""
    rules, in_match = task.rules, number // task.tables
    follows = any(getattr(type(player), "stand_in", Player.stand_in) is not Player.stand_in for player in players)
    groups: dict[tuple[NewPlayer, ...], dict[int, list[int]]] = {}
    for index, match in enumerate(matches):
        makers = _stand_ins(task, players, match) if follows else [task.new_players[one] for one in match.at_table]
        groups.setdefault(tuple(makers), {}).setdefault(match.seed, []).append(index)
    dealers = np.array([match.game.due.dealer_seat for match in matches])
    rows = np.zeros(len(matches), FACTS)
    for at_table, by_seed in groups.items():
        seeds = np.array([deal_seed(seed, number) for seed in by_seed], np.uint64)
        cards = None
        if rules.knock_source == "knock-card":
            cards = np.array([knock_card_of(rules, seed, in_match) for seed in by_seed], np.uint8)
        indices = [index for together in by_seed.values() for index in together]
        deals = np.repeat(np.arange(len(by_seed)), [len(together) for together in by_seed.values()])
        wanted = np.zeros((len(by_seed), len(at_table)), np.bool_)
        wanted[deals, dealers[indices]] = True
        rows[indices] = facts_of_deals(rules, at_table, seeds, task.ply_cap, cards, wanted)[deals, dealers[indices]]
    if rows["status"].any():
        return False
    width = max(map(len, groups))  # each round stands in the place of every dealer
    prices = np.repeat(prices_of(rules, rows), width)
    rounds = GameRounds.of(rules, np.repeat(rows[:, None], width, axis=1), prices)
    known = outcomes(rules, rows) if follows else []
    for index, match in enumerate(matches):
        table, contestants = match.game.due, all_seats(match.at_table)
        match.facts.append(rows[index])
        match.places.append((match.unit, in_match, match.seating, match.first_dealer, table.number, contestants))
        if follows:
            match.played.append((known[index].outcome, table))
        match.game.play_on(rounds, index, index + 1)
    return True


def _stand_ins(task: Task, players: Sequence[Player], match: _Match) -> list[NewPlayer]:
    """Return the makers of the players at a match's next table, some of them of stand-ins."""
    seen, makers = match.seen, []
    for seat, contestant in enumerate(match.at_table):
        player = players[contestant]
        stand_in = player.stand_in(task.rules, seat, seen) if hasattr(player, "stand_in") else None
        makers.append(stand_in or task.new_players[contestant])
    return makers
