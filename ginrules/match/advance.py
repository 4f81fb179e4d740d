"""`new_match`, `add_round`, `give_notice` and `concede`: a match advances entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from string import ascii_uppercase
from typing import Final

import attrs

from ginrules._support.printed import folded
from ginrules._support.values import as_items, index_of, shown, whole_number
from ginrules.errors import ScoreError
from ginrules.match.seating import Table, sides_of, without
from ginrules.match.state import (
    Concession,
    Entry,
    FirstDealer,
    MatchState,
    Notice,
    RoundResult,
    TeamRound,
    as_result,
    as_round,
    expect_match,
    results_in,
)
from ginrules.match.status import end_of_match, first_status, status_after, with_winners
from ginrules.play.deal import players_in
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.texts import plural
from ginrules.scoring.manual_score import ensure_fits
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore, TeamScore, team_score, totals_of
from ginrules.scoring.sheet import conceded

Enterable = Entry | Sequence[RoundResult]
_MOST_SHOWN: Final = 10


def new_match(
    rules: RuleSet | str,
    players: int | Sequence[str] = 2,
    *,
    dealer: int = 0,
    results: Iterable[Enterable] = (),
) -> MatchState:
    """Begin a match, or make one from its entries.

    Args:
        rules: The match's rules.
        players: The number of players (then called A, B, …), or their names.
        dealer: The player who deals first, as the cut or the lot decided.
        results: Entries to add: results of rounds, in order. For a team round a sequence with
            one result per table. Notices, concessions. The first dealer, as in ``entries`` of another match.

    Raises:
        ScoreError: If the rules do not seat this number of players, or an entry does not fit; at the beginning also if
            two names are the same but for capitals, or one is blank.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.new_match(gin.RuleSet(), ["Ann", "Bo"], results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> match.games[0].points, match.due[0].dealer
        ((18, 0), 1)
        >>> gin.new_match(match.rules, match.players, results=match.entries) == match
        True
    """
    rules = rules_of(rules)
    entries = list(as_items(results, "the entries of a match in a list"))
    if entries and isinstance(entries[0], FirstDealer):
        opening = entries.pop(0)
        assert isinstance(opening, FirstDealer)
        if dealer not in (0, opening.player):
            message = f"dealer = {dealer}, but the entries begin with player {opening.player} as first dealer"
            raise ScoreError(message, dealer=dealer, entered=opening.player)
        dealer = opening.player
    begun = blank_match(rules, players, dealer)
    if not entries:
        ensure_new_names(begun.players)
    return reduce(with_entry, entries, begun)


def add_round(match: MatchState, *results: RoundResult) -> MatchState:
    """Enter a finished round.

    A drawn round scores nothing. By default the same dealer deals again (pagat.com, *Hoyle's rules*).

    Args:
        match: The match so far.
        results: The round's outcome, which is priced under the match's rules, or a score that has
            already been priced. A team round has one result per table, in the order of ``due``.

    Raises:
        ScoreError: If the match is over, or the results do not fit its rules and tables. The
            match is unchanged.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.add_round(gin.new_match(gin.RuleSet()), gin.Outcome(declarer=1, deadwood=(20, 0)))
        >>> match.games[0].points, match.games[0].boxes
        ((0, 45), (0, 1))
    """
    expect_match(match)
    _ensure_not_over(match)
    entry = as_round(results, len(match.due))
    scores = tuple(_priced(result, match.rules, table) for result, table in zip(results, match.due, strict=True))
    score = team_score(scores, match.rules) if match.rules.seating == "partnership" else scores[0]
    return _with_round(match, entry, score)


def give_notice(match: MatchState) -> MatchState:
    """Give notice in endless Hollywood: no new column opens, the open columns are finished (rummy-games.com).

    Raises:
        ScoreError: If the game is not endless, is over, or notice has been given before.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.give_notice(gin.new_match(gin.preset("hollywood-endless")))
        >>> match.sheet.notice, match.is_over
        (True, False)
    """
    expect_match(match)
    _ensure_not_over(match)
    if not match.rules.endless:
        raise ScoreError("notice ends endless columns; these rules have a fixed number of columns")
    if match.sheet.notice:
        raise ScoreError("notice has been given already; the open columns are being finished")
    return attrs.evolve(match, entries=(*match.entries, Notice()), sheet=attrs.evolve(match.sheet, notice=True))


def concede(match: MatchState, player: int) -> MatchState:
    """Concede a match for a player's side (*Gin rummy notes*: "forfeit your … game").

    A round in progress is not counted. Between two sides the match ends: the other side wins every open game, with
    the game bonus and with a shutout if there is one as things stand, whatever the totals are. With several opponents
    the best of them wins, as if the target had been reached. If the last one standing wins, the player is out and
    counts with the target in the settlement. The details are house choices.

    Args:
        match: The match so far.
        player: A player, from 0. Any member of a side can concede for it, even a resting player.

    Raises:
        ScoreError: If the match is over, there is no such player, or the player is out already.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.new_match(gin.RuleSet(), ["Ann", "Bo"], results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> match = gin.concede(match, 0)
        >>> match.is_over, match.winner, match.games[0].conceded_by
        (True, 1, (0,))
    """
    expect_match(match)
    _ensure_not_over(match)
    number = whole_number("player who concedes", player, 0, len(match.players) - 1, error=ScoreError)
    if number in match.out:
        raise ScoreError(f"player {number} is out already: only players left in can concede", player=number)
    side = next(place for place, members in enumerate(match.sides) if number in members)
    sheet = with_winners(conceded(match.sheet, match.rules, side), match.rules)
    entered = attrs.evolve(match, entries=(*match.entries, Concession(number)), sheet=sheet)
    accounts, winners, is_over = end_of_match(match.rules, sheet, match.accounts, is_conceded=True)
    due = () if is_over else without(match.due, entered.out)  # the others play on
    return attrs.evolve(entered, due=due, accounts=accounts, winners=winners, is_over=is_over)


def names_of(players: int | Sequence[str]) -> tuple[str, ...]:
    """Return names for a match's players: these, or A, B, … for a number."""
    number = index_of(players)
    if number is not None:
        number = whole_number("players", number, 0, len(ascii_uppercase), error=ScoreError)
        return tuple(ascii_uppercase[:number])
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ScoreError(
            f"expected a number of players or a list of names, got {shown(players)}", players=shown(players)
        )
    items: tuple[object, ...] = tuple(players)
    names = tuple(name for name in items if isinstance(name, str) and name)
    if len(set(names)) != len(items):
        given = ", ".join([*map(shown, items[:_MOST_SHOWN]), *(["…"] if len(items) > _MOST_SHOWN else [])])
        raise ScoreError(f"expected a different name for every player, got ({given})", players=items)
    return names


def ensure_new_names(names: Sequence[str]) -> None:
    """Refuse names that people would take for one another, or cannot see. Kept files are read with them all the same.

    Raises:
        ScoreError: If a name is blank or has a line break, or two are the same but for capitals or the way accents
            are written.
    """
    known: dict[str, str] = {}
    for name in names:
        if len(name.split()) == 0 or len(name.splitlines()) > 1:
            raise ScoreError(f"expected a name on one line, not {name!r}: give this player another", name=name)
        other = known.setdefault(folded(name), name)
        if other is not name:
            raise ScoreError(f"{other} and {name} look like one player: give one of them another name", names=names)


def blank_match(rules: RuleSet, players: int | Sequence[str], dealer: int = 0) -> MatchState:
    """Return a match without entries, also between names that are no longer given to new players."""
    number = index_of(players)
    if number is not None:
        players_in(rules, number, error=ScoreError)
    names = names_of(players)
    players = len(names)
    players_in(rules, players, error=ScoreError)
    dealers = 2 if rules.seating == "captain" else players  # in the box, or captain
    dealer = whole_number("first dealer", dealer, 0, dealers - 1, error=ScoreError)
    return MatchState(
        rules=rules,
        players=names,
        sides=sides_of(rules, players),
        entries=(FirstDealer(dealer),) if dealer else (),
        scores=(),
        seatings=(),
        **attrs.asdict(first_status(rules, players, dealer), recurse=False),
    )


def with_entry(match: MatchState, entry: Enterable) -> MatchState:
    """Return the match with one more entry of any kind."""
    match entry:
        case Notice():
            return give_notice(match)
        case Concession(player):
            return concede(match, player)
        case FirstDealer(player):
            raise ScoreError(f"player {player} as first dealer must be the first entry", dealer=player)
        case Outcome() | RoundScore() | TeamRound():
            return add_round(match, *results_in(entry))
        case list() | tuple():
            return add_round(match, *entry)
        case _:
            return add_round(match, as_result(entry))


def _ensure_not_over(match: MatchState) -> None:
    if match.is_over:
        rounds = len(match.scores)
        message = f"the match is over after {plural(rounds, 'round')}; nothing more can be entered"
        raise ScoreError(message, rounds=rounds)


def _priced(result: RoundResult, rules: RuleSet, table: Table) -> RoundScore:
    seats = result.seats
    if seats != len(table.players):
        message = f"expected a result of {len(table.players)} seats for table {table.number}, got one of {seats}"
        raise ScoreError(message, seats=seats, table=table.number)
    if isinstance(result, Outcome):
        return price(result, rules)
    ensure_fits(result, rules)
    return result


def _with_round(match: MatchState, entry: RoundResult | TeamRound, score: RoundScore | TeamScore) -> MatchState:
    after = status_after(match, match.rules, match.sides, totals_of(score))
    return attrs.evolve(
        match,
        entries=(*match.entries, entry),
        scores=(*match.scores, score),
        seatings=(*match.seatings, match.due),
        **attrs.asdict(after, recurse=False),
    )
