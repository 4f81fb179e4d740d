"""`player_summary`: the statistics of a person's own records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

import attrs

from ginrules._values import Value, as_items, expect, shown
from ginrules.errors import RecordError
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, RoundResult, TeamRound, results_in
from ginrules.play.outcome import Outcome
from ginrules.records.match import MatchRecord
from ginrules.records.round import RoundRecord
from ginrules.records.seat import SeatRecord
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore
from ginrules.scoring.team import TeamScore


@attrs.frozen(kw_only=True)
class PlayerSummary(Value):
    """A player's statistics in some records.

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

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return the figures as pairs of texts: a label and a count."""
        return (
            ("matches", _won(self.matches_won, self.matches)),
            ("games", _won(self.games_won, self.games)),
            ("rounds", _won(self.rounds_won, self.rounds)),
            ("drawn rounds", str(self.drawn)),
            ("knocks", f"{self.knocks}, {self.undercut} undercut" if self.undercut else str(self.knocks)),
            ("gins", str(self.gins)),
            ("big gins", str(self.big_gins)),
            ("undercuts", str(self.undercuts)),
            ("points", str(self.points)),
            ("points per round", _mean(self.points_per_round)),
            ("net points", f"{self.net:+d}"),
            ("mean deadwood", _mean(self.mean_deadwood)),
        )

    def __str__(self) -> str:
        return "\n".join([self.player, *(f"  {label:<16}  {text}" for label, text in self.rows())])

    def as_plain(self) -> dict[str, Any]:
        """Return the figures as plain values, for JSON, the means among them."""
        return {
            **attrs.asdict(self),
            "points_per_round": self.points_per_round,
            "mean_deadwood": self.mean_deadwood,
        }


def _won(won: int, count: int) -> str:
    return f"{count}, {won} won" if count else "0"


def _mean(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def player_summary(records: Iterable[MatchRecord | RoundRecord | SeatRecord], player: str) -> PlayerSummary:
    """Return a player's statistics in some records, such as a file's records (`ginrules.records.read_records`).

    All finished rounds of a match count, even if the match is not over. In a team round, only the player's table
    counts. A round outside a match counts if it is over. A seat's account has no names and does not count.

    Raises:
        RecordError: If no record names the player. The message lists the names.
        ScoreError: If a round outside a match cannot be priced by its rules.

    Examples:
        >>> from ginrules.records import player_summary
        >>> import ginrules as gin
        >>> record = gin.MatchRecord("standard", ["Ann", "Bo"], [gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> summary = player_summary([record], "Bo")
        >>> summary.rounds, summary.rounds_won, summary.net, summary.mean_deadwood
        (1, 0, -18, 21.0)
    """
    expect(player, str, "the name of a player")
    items = as_items(records, "records in a list")
    for record in items:
        expect(record, MatchRecord | RoundRecord | SeatRecord, "records")
    names = players_in(items)
    if player not in names:
        near = get_close_matches(player, names, n=1)
        known = f"expected one of {', '.join(names)}" if names else "they name nobody"
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise RecordError(f"no record names {shown(player)}: {known}{hint}", player=shown(player))
    sums = dict.fromkeys((field.name for field in attrs.fields(PlayerSummary) if field.name != "player"), 0)
    for figures in _figures(items, player):
        for name, number in figures.items():
            sums[name] += number
    return PlayerSummary(player=player, **sums)


def players_in(records: Iterable[MatchRecord | RoundRecord | SeatRecord]) -> tuple[str, ...]:
    """Return the names of all players in some records, in their order.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> players_in([MatchRecord(STANDARD, ["Ann", "Bo"]), RoundRecord(STANDARD, 7, names=["Bo", "Cy"])])
        ('Ann', 'Bo', 'Cy')
    """
    names: dict[str, None] = {}
    for record in records:
        if isinstance(record, MatchRecord | RoundRecord):
            names.update(dict.fromkeys(record.players if isinstance(record, MatchRecord) else record.names))
    return tuple(names)


def _figures(records: Iterable[Any], player: str) -> Iterator[dict[str, int]]:
    """Yield the figures to add up: matches and games first, then every round."""
    for record in records:
        match record:
            case MatchRecord(players=players, match=state) if player in players:
                yield _match_figures(state, players.index(player))
                for result, score, seat in _rounds(state, players.index(player)):
                    yield _round_figures(result, score, seat)
            case RoundRecord(names=names, outcome=Outcome() as outcome) if player in names:
                yield _round_figures(outcome, price(outcome, record.rules), names.index(player))
            case _:
                pass


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
