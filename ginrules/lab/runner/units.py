"""The units of a run: a deal, or a numbered match, played with everybody in every place.

Units are independent of each other and made from the run's seed and their number alone, so
that any worker can play any of them.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from ginrules.errors import EndlessPlayError, InvalidRunError
from ginrules.lab.players.protocol import NewPlayer
from ginrules.lab.runner.playing import PLY_CAP, Played, deal_seed, new_deal, play_dealt
from ginrules.match.fold import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.play.deal import knock_card_of
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import players_fit, table_seats
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

MOST_ROUNDS: Final = 3_000
"""Rounds after which a match is given up as endless."""

CAPTAINS: Final = 2


@attrs.frozen
class Simulated:
    """A simulated round with its place in the run.

    Attributes:
        unit: The number of the deal, or of the match, in the run.
        seating: How far the contestants have moved on round the seats.
        first_dealer: Who deals (in a match: who dealt first).
        round: The number of the round in its match.
        table: The number of the table in a team round.
        seed: The seed of the deal.
        dealer: The dealer's seat.
        contestants: The number of the contestant at each seat.
        played: The round.
        score: Its price.
    """

    unit: int
    seating: int
    first_dealer: int
    round: int
    table: int
    seed: int
    dealer: int
    contestants: tuple[int, ...]
    played: Played
    score: RoundScore


@attrs.frozen
class SimulatedMatch:
    """A simulated match.

    Attributes:
        match: The match, over.
        contestants: The number of the contestant that each player is.
        rounds: Its rounds, of team rounds every table.
    """

    match: MatchState
    contestants: tuple[int, ...]
    rounds: tuple[Simulated, ...]


Unit = tuple[tuple[Simulated, ...], tuple[SimulatedMatch, ...]]
"""The rounds of a unit, and its matches where matches are played."""


@attrs.frozen
class Job:
    """What is played in every unit; it goes to workers.

    Attributes:
        rules: The rules.
        new_players: The contestants.
        places: Seats of a table; where matches are played, players of a match.
        matches: Whether matches are played, and not single rounds.
        seed: The seed of the run.
        ply_cap: The most actions of a round.
        time_limit: The most seconds for a decision; None for no limit.
    """

    rules: RuleSet
    new_players: tuple[NewPlayer, ...]
    places: int
    matches: bool
    seed: int
    ply_cap: int = PLY_CAP
    time_limit: float | None = None

    @property
    def dealers(self) -> int:
        """How many there are to deal first."""
        return CAPTAINS if self.matches and self.rules.seating == "captain" else self.places

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit."""
        return self.dealers * len(self.new_players)

    def unit(self, number: int) -> Unit:
        """Play the unit of this number."""
        seed = deal_seed(self.seed, number)
        if not self.matches:
            return tuple(self._rounds(seed, number)), ()
        matches = tuple(
            play_match(
                self.rules, self.new_players, seed=seed, players=self.places, first_dealer=dealer, seating=seating,
                ply_cap=self.ply_cap, time_limit=self.time_limit, unit=number,
            )
            for seating in range(len(self.new_players))
            for dealer in range(self.dealers)
        )  # fmt: skip
        return tuple(each for match in matches for each in match.rounds), matches

    def _rounds(self, seed: int, number: int) -> Iterator[Simulated]:
        dealt = new_deal(seed, self.rules)
        for seating in range(len(self.new_players)):
            contestants = seated(len(self.new_players), self.places, seating)
            sitting = [self.new_players[each] for each in contestants]
            for dealer in range(self.places):
                played = play_dealt(
                    self.rules, sitting, dealt, dealer=dealer, ply_cap=self.ply_cap, time_limit=self.time_limit
                )
                score = price(played.outcome, self.rules)
                yield Simulated(number, seating, dealer, 0, 0, seed, dealer, contestants, played, score)


def play_match(
    rules: RuleSet,
    new_players: Sequence[NewPlayer],
    *,
    seed: int = 1,
    players: int | None = None,
    first_dealer: int = 0,
    seating: int = 0,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
    unit: int = 0,
) -> SimulatedMatch:
    """Play a match to its end.

    The deal of each round comes from the seed and the number of the round, so that a match with
    the players in each other's places meets the same deals. Columns that would go on for ever
    end with the last column.

    Args:
        rules: The rules of the match.
        new_players: The contestants, by player; fewer are repeated round the table.
        seed: The seed of its deals.
        players: How many players; left out, the fewest that the rules are for.
        first_dealer: The player who deals first.
        seating: How far the contestants move on round the players.
        ply_cap: The most actions of a round.
        time_limit: The most seconds for a decision; None for no limit.
        unit: The number to write on its rounds.

    Raises:
        InvalidRunError: If the contestants do not go into the players evenly.
        EndlessPlayError: If the match is not over after `MOST_ROUNDS` rounds.
        LabError: If a round goes wrong.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> played = play_match(RuleSet(), [lambda seed: Greedy(), lambda seed: Greedy(0)], seed=5)
        >>> played.match.is_over, len(played.rounds) == len(played.match.scores)
        (True, True)
    """
    number = rules.player_counts[0] if players is None else players
    contestants = seated(len(new_players), number, seating)
    match = new_match(rules.evolve(name=rules.name, endless=False), number, dealer=first_dealer)
    rounds: list[Simulated] = []
    while not match.is_over:
        done = len(match.scores)
        if done == MOST_ROUNDS:
            name = rules.name or f"rules {rules.digest}"
            raise EndlessPlayError(
                f"the match is not over after {done} rounds ({name}, seed {seed})",
                rules=name, digest=rules.digest, seed=seed,
            )  # fmt: skip
        results: list[Outcome] = []
        for table in match.due:
            at = deal_seed(seed, done * len(match.due) + table.number)
            here = tuple(contestants[player] for player in table.players)
            dealt = new_deal(at, rules)
            if rules.knock_source == "knock-card":
                dealt = attrs.evolve(dealt, knock_card=knock_card_of(rules, seed, done))
            played = play_dealt(
                rules, [new_players[each] for each in here], dealt, dealer=table.dealer_seat,
                ply_cap=ply_cap, time_limit=time_limit,
            )  # fmt: skip
            score = price(played.outcome, rules)
            rounds.append(
                Simulated(unit, seating, first_dealer, done, table.number, at, table.dealer_seat, here, played, score)
            )
            results.append(played.outcome)
        match = add_round(match, *results)
    return SimulatedMatch(match, contestants, tuple(rounds))


def seated(contestants: int, places: int, seating: int) -> tuple[int, ...]:
    """The number of the contestant in each place; fewer contestants than places are repeated.

    Raises:
        InvalidRunError: If they do not go into the places evenly.

    Examples:
        >>> seated(2, 4, 0), seated(2, 4, 1)
        ((0, 1, 0, 1), (1, 0, 1, 0))
    """
    if not contestants or places % contestants:
        raise InvalidRunError(
            f"{contestants} players do not go evenly round {places} places: give one, or one for each place",
            players=contestants, places=places,
        )  # fmt: skip
    return tuple((place + seating) % contestants for place in range(places))


def table_sizes(rules: RuleSet) -> set[int]:
    """How many seats a table may have."""
    return {table_seats(rules.seating, each) for each in rules.player_counts if players_fit(rules.seating, each)}
