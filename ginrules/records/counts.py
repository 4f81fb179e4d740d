"""Counts of a player in the matches of a league: games, rounds, how they ended, points and deadwood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from ginrules._support.values import Value
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, RoundResult, TeamRound, results_in
from ginrules.play.outcome import Outcome
from ginrules.scoring.score import RoundScore, TeamScore


@attrs.frozen(kw_only=True)
class Counts(Value):
    """Counts of a player in some matches.

    Attributes:
        player: The name.
        matches: Matches that are over.
        matches_won: Matches that the player's side has won, alone or with others.
        games: Games (columns of a sheet) that are over.
        games_won: Games that the player's side has won.
        rounds: Rounds that are over, at the player's table.
        rounds_won: Rounds that the player has won.
        drawn: Rounds that nobody has won.
        knocks: Knocks of the player, gin and big gin apart.
        undercut: Rounds with the knock undercut, gin-off included.
        gins: Gins of the player. With melds laid on the table, also rounds that the player ended by going out.
        big_gins: Big gins of the player.
        undercuts: Rounds that the player has won with an undercut, gin-off included.
        points: Points of the player, summed over the rounds (penalty points if the lowest total wins).
        net: The player's lead in points, summed over the rounds. Larger is better.
        hands: Rounds whose facts are known. The others were entered as points alone.
        deadwood: Deadwood of the player at the end of those rounds, in points, summed.
    """

    player: str
    matches: int = 0
    matches_won: int = 0
    games: int = 0
    games_won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    drawn: int = 0
    knocks: int = 0
    undercut: int = 0
    gins: int = 0
    big_gins: int = 0
    undercuts: int = 0
    points: int = 0
    net: int = 0
    hands: int = 0
    deadwood: int = 0

    @property
    def mean_deadwood(self) -> float | None:
        """Deadwood of the player at the end of a round, on average, or None if it is not known for any round."""
        return self.deadwood / self.hands if self.hands else None

    @property
    def points_per_round(self) -> float | None:
        """Points of the player in a round, on average, or None without a round."""
        return self.points / self.rounds if self.rounds else None


def counts_of(matches: Iterable[MatchState], player: str) -> Counts:
    """Return the counts of a player in matches that the player has played: in a team round, at the player's table.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.new_match("standard", ["Ann", "Bo"], results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> counts = counts_of([match], "Bo")
        >>> counts.rounds, counts.rounds_won, counts.net, counts.mean_deadwood
        (1, 0, -18, 21.0)
    """
    sums: Counter[str] = Counter()
    for match in matches:
        place = match.players.index(player)
        sums.update(_match_figures(match, place))
        for result, score, seat in _rounds(match, place):
            sums.update(_round_figures(result, score, seat))
    return Counts(player=player, **sums)


def _match_figures(state: MatchState, player: int) -> dict[str, int]:
    side = next(number for number, members in enumerate(state.sides) if player in members)
    games = [game for game in settle(state).games if game.is_final]
    return {
        "matches": int(state.is_over),
        "matches_won": int(state.is_over and side in state.winners),
        "games": len(games),
        "games_won": sum(side in game.winners for game in games),
    }


def _rounds(state: MatchState, player: int) -> Iterator[tuple[RoundResult, RoundScore, int]]:
    """Yield the result and the score of every round at the player's table, with the player's seat."""
    entries = (entry for entry in state.entries if isinstance(entry, RoundResult | TeamRound))
    for entry, score, tables in zip(entries, state.scores, state.seatings, strict=True):
        scores = score.tables if isinstance(score, TeamScore) else (score,)
        for result, table_score, table in zip(results_in(entry), scores, tables, strict=True):
            if player in table.players:
                yield result, table_score, table.players.index(player)


def _round_figures(result: RoundResult, score: RoundScore, seat: int) -> dict[str, int]:
    is_winner = score.winner == seat
    facts = result if isinstance(result, Outcome) else None
    ending = _declared(facts, score, seat)
    is_undercut = score.result in {"undercut", "gin-off"}
    return {
        "rounds": 1,
        "rounds_won": int(is_winner),
        "drawn": int(score.winner is None),
        "knocks": int(ending == "knock"),
        "undercut": int(ending == "knock" and is_undercut),
        "gins": int(ending in {"gin", "out"}),
        "big_gins": int(ending == "big-gin"),
        "undercuts": int(is_winner and is_undercut),
        "points": score.points[seat],
        "net": score.net[seat],
        "hands": int(facts is not None),
        "deadwood": facts.deadwood[seat] if facts is not None else 0,
    }


def _declared(facts: Outcome | None, score: RoundScore, seat: int) -> str | None:
    """Return how the seat ended the round, None if another seat did, or if points alone do not say."""
    if facts is not None:
        return facts.ending if facts.declarer == seat else None
    if score.winner == seat:
        return score.result if score.result in {"knock", "gin", "big-gin", "out"} else None
    return "knock" if score.result in {"undercut", "gin-off"} and score.seats == 2 else None
