"""Matches between players, and simulated rounds with their places in a run."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules._names import DEFAULT_PLAYER
from ginrules._values import whole_number
from ginrules.errors import EndlessPlayError, InvalidRunError
from ginrules.lab.runner.arguments import Players, contestants_of
from ginrules.lab.runner.options import takes_players
from ginrules.lab.runner.round import play_dealt
from ginrules.match.fold import add_round, new_match
from ginrules.match.match_view import match_view
from ginrules.match.state import MatchState
from ginrules.play.deal import knock_card_of, players_in, seated
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import PLY_CAP, Played, deal_seed, new_deal
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

MOST_ROUNDS: Final = 3_000
"""Limit on the rounds of a match; a longer match is given up as endless."""


@attrs.frozen
class Simulated:
    """A simulated round with its place in the run.

    Attributes:
        unit: The number of the deal, or of the match, in the run.
        seating: The number of places that the contestants have moved.
        first_dealer: The dealer (in a match: the player who dealt first).
        round: The number of the round in its match.
        table: The number of the table in a team round.
        seed: The seed of the deal.
        dealer: The dealer's seat.
        contestants: The number of the contestant at each seat.
        played: The round.
        score: The score of the round.
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

    @property
    def first(self) -> int:
        """The seat that begins."""
        return (self.dealer + 1) % len(self.contestants)


@attrs.frozen
class SimulatedMatch:
    """A simulated match.

    Attributes:
        match: The finished match.
        contestants: The number of the contestant in the place of each player.
        rounds: Its rounds; in team rounds, the rounds of every table.
    """

    match: MatchState
    contestants: tuple[int, ...]
    rounds: tuple[Simulated, ...]


@takes_players
def play_match(
    rules: RuleSet | str,
    players: Players = DEFAULT_PLAYER,
    *,
    seed: int = 1,
    seats: int | None = None,
    first_dealer: int = 0,
    seating: int = 0,
    ply_cap: int = PLY_CAP,
    time_limit: float | None = None,
    unit: int = 0,
) -> SimulatedMatch:
    """Play a match to its end.

    The deal of each round comes from the seed and the number of the round. If the players change
    places, the match therefore has the same deals. If the rules let columns continue endlessly, the
    match still ends with its last column.

    Args:
        rules: The rules of the match.
        players: The contestants, in the order of the players' places; a shorter list is repeated.
        seed: The seed of the deals.
        seats: The number of players; None for the smallest number that the rules allow.
        first_dealer: The player who deals first.
        seating: The number of places that the contestants move.
        ply_cap: Limit on the actions of a round.
        time_limit: Time limit per decision, in seconds; None for no limit.
        unit: The number of the match in its run, for its rounds.

    Raises:
        InvalidRunError: If the rules do not allow this number of players, or it is not a multiple of the contestants.
        EndlessPlayError: If the match is not over after `MOST_ROUNDS` rounds.
        LabError: If a round fails.

    Examples:
        >>> import ginrules as gin
        >>> players = [lambda seed: gin.lab.Greedy(), lambda seed: gin.lab.Greedy(0)]
        >>> played = gin.lab.play_match("standard", players, seed=5)
        >>> played.match.is_over, len(played.rounds) == len(played.match.scores)
        (True, True)
    """
    rules = rules_of(rules)
    seed = whole_number("seed", seed)
    makers = contestants_of(players)
    number = players_in(rules, seats, error=InvalidRunError)
    contestants = seated(len(makers), number, whole_number("seating", seating, 0))
    match = new_match(rules.evolve(name=rules.name, endless=False), number, dealer=first_dealer)
    rounds: list[Simulated] = []
    while not match.is_over:
        done = len(match.scores)
        if done == MOST_ROUNDS:
            name = rules.label
            raise EndlessPlayError(
                f"the match is not over after {done} rounds ({name}, seed {seed})",
                rules=name, digest=rules.digest, seed=seed,
            )  # fmt: skip
        results: list[Outcome] = []
        for table in match.due:
            table_seed = deal_seed(seed, done * len(match.due) + table.number)
            at_table = tuple(contestants[player] for player in table.players)
            dealt = new_deal(table_seed, rules)
            if rules.knock_source == "knock-card":
                dealt = attrs.evolve(dealt, knock_card=knock_card_of(rules, seed, done))
            played = play_dealt(
                rules, [makers[contestant] for contestant in at_table], dealt, dealer=table.dealer_seat,
                ply_cap=ply_cap, time_limit=time_limit, match=match_view(match, table),
            )  # fmt: skip
            rounds.append(
                Simulated(
                    unit, seating, first_dealer, done, table.number, table_seed, table.dealer_seat, at_table, played,
                    price(played.outcome, rules),
                )
            )  # fmt: skip
            results.append(played.outcome)
        match = add_round(match, *results)
    return SimulatedMatch(match, contestants, tuple(rounds))
