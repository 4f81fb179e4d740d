"""The forms of an episode: its rules, players and tables, and the gain of each player."""

from __future__ import annotations

from ginrules._values import shown
from ginrules.errors import InvalidRunError
from ginrules.match.fold import new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.play.deal import players_in, seats_at
from ginrules.rl.options import EpisodeForm
from ginrules.rules.model import RuleSet


def rules_of_form(rules: RuleSet, form: EpisodeForm) -> RuleSet:
    """Return the rules of an episode: a game is a match with a single game in one column."""
    match form:
        case "round":
            return rules
        case "match":
            return rules.evolve(name=rules.name, endless=False)
        case "game":
            return rules.evolve(
                name=rules.name, endless=False, columns=1, column_weights=(1,),
                match_form="single", match_games=1, match_target=0, match_bonus=0,
            )  # fmt: skip


def tables_of(rules: RuleSet, form: EpisodeForm, seats: int | None, players: int | None) -> tuple[int, tuple[int, ...]]:
    """Return the number of players, and the numbers of seats that the tables of an episode can have.

    Args:
        rules: The rules of the episode.
        form: The length of the episode.
        seats: The seats of a round; None for the smallest table that the rules allow.
        players: The players of a game or a match; None for the smallest number that the rules allow.

    Raises:
        DealError: If the rules do not allow this number of seats.
        InvalidRunError: If they do not allow this number of players, or if ``seats`` is given for a match or
            ``players`` for a round.
    """
    name, chosen, other, wrong = (
        ("seats", seats, "players", players) if form == "round" else ("players", players, "seats", seats)
    )
    if wrong is not None:
        raise InvalidRunError(
            f"an episode of one {form} takes {name}, got {other}={shown(wrong)}: name {name} instead", name=other
        )
    if form == "round":
        places = seats_at(rules, chosen)
        return places, (places,)
    number = players_in(rules, chosen, error=InvalidRunError)
    most = len(new_match(rules, number).due[0].players)
    if rules.game_end == "target":
        return number, (most,)
    return number, tuple(size for size in rules.table_sizes if size <= most)


def net_of(match: MatchState) -> tuple[float, ...]:
    """Return the gain of each player of a match, in points; the sum is zero.

    In a match with a captain or with three scores, players settle with each other one by one. Each member of a team
    gains the net of the team. A best-of match counts games.
    """
    settlement = settle(match)
    gains = [0.0] * len(match.players)
    if match.rules.match_form == "best-of":
        for own, other in ((0, 1), (1, 0)):
            for player in match.sides[own]:
                gains[player] = float(match.accounts[own] - match.accounts[other])
    elif match.rules.seating == "partnership":
        for side, players in enumerate(match.sides):
            for player in players:
                gains[player] = float(settlement.net[side])
    else:
        for payment in settlement.payments:
            gains[payment.payer] -= payment.points
            gains[payment.payee] += payment.points
    return tuple(gains)
