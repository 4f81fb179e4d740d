"""`league`: a season's standings, who pays whom, and the counts of every player."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import Any, Final, Literal, get_args

import attrs

from ginrules._support.bounds import LARGEST_SUM
from ginrules._support.printed import folded
from ginrules._support.values import Value, as_items, expect, shown
from ginrules.errors import RecordError, ScoreError
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, RoundResult, TeamRound, results_in
from ginrules.play.outcome import Outcome
from ginrules.records.annotations import DATE
from ginrules.records.documents.json_forms import JsonForm, Optional, listed, number
from ginrules.records.documents.problems import At
from ginrules.records.documents.registry import attrs_form, form_of, register
from ginrules.records.match import MatchRecord
from ginrules.records.round import RoundRecord
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
    side = _side(state, player)
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


Order = Literal["points", "games", "matches"]
"""The order of standings: by points, by games won, or by matches won."""

_FORM_MATCHES: Final = 5
_MOST_LINES: Final = 100_000
_MOST_EXACT: Final = 16
"""Limit on the players among whom the fewest payments are searched for. More of them pay in a few more."""
_LEAST_SIMILARITY: Final = 0.75
_RARE_RATIO: Final = 3
"""A name is doubted if a name like it has this many times as many matches."""
_STAKE: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?")


@attrs.frozen(kw_only=True)
class Standing(Value):
    """A player's line of a table of standings. Only matches that are over count.

    Attributes:
        player: The name.
        points: The points that the player has been paid, less those that the player has paid.
        form: The latest five matches, the last one at the end: W for won, L for lost, D if nobody has won.
        summary: Counts of the player's matches, games and rounds: how many, how they ended, points and deadwood.
    """

    player: str
    points: int = 0
    form: str = ""
    summary: Counts


@attrs.frozen(kw_only=True)
class Pairing(Value):
    """Two players head to head.

    Attributes:
        first: A name.
        second: Another name.
        matches: Matches that had them on different sides.
        first_won: Those that the first player's side has won.
        second_won: Those that the second player's side has won.
        points: The points that the first player has gained from the second. Below zero if lost.
    """

    first: str
    second: str
    matches: int = 0
    first_won: int = 0
    second_won: int = 0
    points: int = 0


@attrs.frozen(kw_only=True)
class Debt(Value):
    """A payment that settles a season.

    Attributes:
        payer: Who pays, by name.
        payee: Who is paid, by name.
        points: Points. Above zero.
    """

    payer: str
    payee: str
    points: int


@attrs.frozen(kw_only=True)
class Doubt(Value):
    """A name that may be misspelt.

    Attributes:
        name: The name.
        nearest: The name that it resembles. "" if it is not a member's and resembles none.
    """

    name: str
    nearest: str = ""


@attrs.frozen(kw_only=True)
class League(Value):
    """A season of matches, or an evening of it.

    Attributes:
        standings: A line for every player, the best first.
        pairings: The players head to head, in the standings' order.
        debts: Payments that settle all matches, as few as there can be.
        doubts: Names that may be misspelt.
        evenings: The matches' days, as far as they are known.
        unfinished: Matches that are not over, which do not count.
        stake: A point's worth as a text, such as "0.10". "" if there is none.
    """

    standings: tuple[Standing, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    debts: tuple[Debt, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    evenings: tuple[str, ...] = ()
    unfinished: int = 0
    stake: str = ""

    def amount(self, points: int) -> Decimal:
        """Return the worth of points at the stake, or the points themselves without a stake."""
        expect(points, int, "a number of points")
        return points * Decimal(self.stake or 1)

    def changes(self, earlier: League) -> Iterator[tuple[str, Standing, Standing]]:
        r"""Yield the lines that differ from earlier standings: the name, the line then, and the line now.

        Examples:
            >>> from ginrules.records import league
            >>> import ginrules as gin
            >>> wrong, right = (gin.loads_pad(f"rules standard\nplayers Ann Bo\nAnn {n}") for n in (100, 110))
            >>> for name, then, now in league([right]).changes(league([wrong])):
            ...     print(name, then.points, now.points)
            Ann 325 345
            Bo -325 -345
        """
        expect(earlier, League, "the standings of an earlier run")
        then = {line.player: line for line in earlier.standings}
        now = {line.player: line for line in self.standings}
        for name in dict.fromkeys([*now, *then]):
            before, after = (lines.get(name) or _standing([], name, 0) for lines in (then, now))
            if before != after:
                yield name, before, after


def league(
    records: Iterable[MatchRecord | RoundRecord],
    *,
    stake: Decimal | int | str | None = None,
    members: Iterable[str] = (),
    by: Order = "points",
) -> League:
    r"""Return the standings of some matches, the players head to head, and the fewest payments that settle them.

    Matches count once they are over, in the order of their days. Points are those of `ginrules.settle`. Of two teams,
    every partner of the losing side pays the net to a partner of the winning side, place by place.

    Args:
        records: Match records, such as those of score pads. Records of rounds do not count.
        stake: A point's worth, from 0 up to a billion, with at most six decimals.
        members: The members' names, if they are known: each has a line, and other names are doubted.
        by: What the standings are sorted by: points, games won, or matches won.

    Raises:
        RecordError: If a value is not a record, or ``by`` is none of the three.
        ScoreError: If the stake is not such a number.

    Examples:
        >>> from ginrules.records import league
        >>> import ginrules as gin
        >>> pads = ["players Ann Bo\nAnn 100", "players Bo Cy\nBo 100", "players Cy Ann\nCy 120"]
        >>> season = league([gin.loads_pad(f"rules standard\n{pad}") for pad in pads], stake="0.10")
        >>> [(line.player, line.points, line.form) for line in season.standings]
        [('Cy', 40, 'LW'), ('Bo', 0, 'LW'), ('Ann', -40, 'WL')]
        >>> [(debt.payer, debt.payee, str(season.amount(debt.points))) for debt in season.debts]
        [('Ann', 'Cy', '4.00')]
    """
    items = as_items(records, "records in a list")
    for item in items:
        expect(item, MatchRecord | RoundRecord, "records")
    if by not in get_args(Order):
        raise RecordError(f"expected standings by points, games or matches, got {shown(by)}")
    own = as_items(members, "the names of members in a list")
    for name in own:
        expect(name, str, "the names of members")
    known = tuple(dict.fromkeys(unicodedata.normalize("NFC", name) for name in own))
    matches = [_composed(item) for item in items if isinstance(item, MatchRecord)]
    matches.sort(key=lambda record: record.date)
    over = [record for record in matches if record.match.is_over]
    played = Counter(name for record in matches for name in record.players)
    pairs = _pairings(record.match for record in over)
    net = dict.fromkeys([*known, *played], 0)
    for pair in pairs:
        net[pair.first] += pair.points
        net[pair.second] -= pair.points
    matches_of: dict[str, list[MatchRecord]] = {name: [] for name in net}
    for record in over:
        for name in record.players:
            matches_of[name].append(record)
    lines = [_standing(matches_of[name], name, points) for name, points in net.items()]
    lines.sort(key=lambda line: _rank(line, by))
    order = {line.player: place for place, line in enumerate(lines)}
    return League(
        standings=tuple(lines),
        pairings=tuple(sorted(pairs, key=lambda pair: (order[pair.first], order[pair.second]))),
        debts=fewest_payments(net),
        doubts=tuple(_doubts(played, known)),
        evenings=tuple(sorted({record.date for record in matches if record.date})),
        unfinished=len(matches) - len(over),
        stake="" if stake is None else stake_text(stake),
    )


def stake_text(stake: object) -> str:
    """Return a point's worth as a text."""
    written = f"{stake:f}" if isinstance(stake, Decimal) else str(stake)
    if isinstance(stake, bool | float) or not _STAKE.fullmatch(written):
        raise ScoreError(f"{shown(stake)} is not what a point is worth: expected a number, like 0.10", stake=written)
    return written


def _rank(line: Standing, by: Order) -> tuple[object, ...]:
    figures = {"points": line.points, "games": line.summary.games_won, "matches": line.summary.matches_won}
    return (-figures.pop(by), *(-figure for figure in figures.values()), line.player.casefold(), line.player)


def _standing(own: list[MatchRecord], name: str, points: int) -> Standing:
    form = "".join(_form(record.match, name) for record in own[-_FORM_MATCHES:])
    return Standing(player=name, points=points, form=form, summary=counts_of((one.match for one in own), name))


def _side(match: MatchState, player: int) -> int:
    return next(side for side, members in enumerate(match.sides) if player in members)


def _form(match: MatchState, name: str) -> str:
    if not match.winners:
        return "D"
    return "W" if _side(match, match.players.index(name)) in match.winners else "L"


def _payments(match: MatchState) -> Iterator[tuple[int, int, int]]:
    """Yield who pays whom how many points in a match that is over, by player."""
    settled = settle(match)
    for payment in settled.payments:
        yield payment.payer, payment.payee, payment.points
    if not settled.payments and any(settled.net):  # two teams: partner by partner
        loser = 0 if settled.net[0] < 0 else 1
        for payer, payee in zip(match.sides[loser], match.sides[1 - loser], strict=True):
            yield payer, payee, abs(settled.net[0])


def _pairings(matches: Iterable[MatchState]) -> list[Pairing]:
    """Return the figures of every two players who have been on different sides, the first of them by name first."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for match in matches:
        for players in combinations(range(len(match.players)), 2):
            names = match.players[players[0]], match.players[players[1]]
            sides = [_side(match, player) for player in players]
            if sides[0] == sides[1]:
                continue
            first = names.index(min(names))
            figures = sums.setdefault((names[first], names[1 - first]), Counter())
            figures["matches"] += 1
            figures["first_won"] += sides[first] in match.winners
            figures["second_won"] += sides[1 - first] in match.winners
        for payer, payee, points in _payments(match):
            first_name, second_name = sorted((match.players[payer], match.players[payee]))
            sums[first_name, second_name]["points"] += points if match.players[payee] == first_name else -points
    return [Pairing(first=a, second=b, **figures) for (a, b), figures in sums.items()]


def fewest_payments(net: Mapping[str, int]) -> tuple[Debt, ...]:
    """Return payments that settle these gains, whose sum is zero: as few as there can be, for up to 16 players.

    Players whose gains sum to zero among themselves settle among themselves, so each such group saves one payment.

    Examples:
        >>> [(debt.payer, debt.payee, debt.points) for debt in fewest_payments({"A": 5, "B": 7, "C": -7, "D": -5})]
        [('D', 'A', 5), ('C', 'B', 7)]
    """
    owing = {name: points for name, points in net.items() if points}
    return tuple(debt for group in _groups(owing) for debt in _payments_within(group))


def _groups(owing: Mapping[str, int]) -> list[dict[str, int]]:
    """Return the largest number of groups that sum to zero.

    A set of players is a number, a bit for each. Players are added one by one, and a set that sums to zero on the way
    ends a group: ``most`` has the groups of every set in its best order, ``before`` the set without its last player.
    """
    names = list(owing)
    if len(names) > _MOST_EXACT:
        return [dict(owing)]
    sums = [0] * (1 << len(names))
    most, before = [0] * len(sums), [0] * len(sums)
    for chosen in range(1, len(sums)):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + owing[names[lowest.bit_length() - 1]]
        without = (chosen ^ (1 << place) for place in range(len(names)) if chosen >> place & 1)
        before[chosen] = max(without, key=most.__getitem__)
        most[chosen] = most[before[chosen]] + (sums[chosen] == 0)
    groups: list[dict[str, int]] = []
    left = len(sums) - 1
    while left:
        if sums[left] == 0:
            groups.append({})
        name = names[(left ^ before[left]).bit_length() - 1]
        groups[-1][name] = owing[name]
        left = before[left]
    return groups


def _payments_within(group: Mapping[str, int]) -> Iterator[Debt]:
    """Yield at most one payment fewer than there are players: each pays off a player altogether."""
    names = list(group)
    losers = [(points, place) for place, points in enumerate(group.values()) if points < 0]
    winners = [(-points, place) for place, points in enumerate(group.values()) if points > 0]
    heapify(losers)
    heapify(winners)
    while losers:
        (lost, payer), (won, payee) = heappop(losers), heappop(winners)
        points = min(-lost, -won)
        yield Debt(payer=names[payer], payee=names[payee], points=points)
        if lost + points:
            heappush(losers, (lost + points, payer))
        if won + points:
            heappush(winners, (won + points, payee))


def _doubts(played: Counter[str], members: tuple[str, ...]) -> Iterator[Doubt]:
    """Yield names no member has. Without members, names that differ by case alone, or are rare and like another."""
    known = members or tuple(played)
    alike: dict[str, list[str]] = {}
    for name in known:
        alike.setdefault(folded(name), []).append(name)
    frequent = {
        times: {folded(name): name for name in known if members or played[name] >= times * _RARE_RATIO}
        for times in {*played.values()}
    }
    for name in played:
        if name in members:
            continue
        others = [other for other in alike.get(folded(name), ()) if other != name]
        if others:
            near = max(others, key=played.__getitem__)
            is_doubted = (played[name], near) <= (played[near], name)  # of two alike, one is doubted
        else:
            similar = get_close_matches(folded(name), frequent[played[name]], n=1, cutoff=_LEAST_SIMILARITY)
            near = frequent[played[name]][similar[0]] if similar else ""
            is_doubted = bool(near)
        if members or is_doubted:
            yield Doubt(name=name, nearest=near)


def _composed(record: MatchRecord) -> MatchRecord:
    """Return a match with its names composed, as people see them, if they are then still different."""
    names = [unicodedata.normalize("NFC", name) for name in record.players]
    if tuple(names) == record.players or len({*names}) < len(names):
        return record
    return attrs.evolve(record, players=names)


def _matching(pattern: re.Pattern[str]) -> Optional:
    """Return a form for texts that their maker would write, or none."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not str:
            return at.wrong(data, "must be a text")
        return data if not data or pattern.fullmatch(data) else at.wrong(data, f"must be like {pattern.pattern}")

    return Optional(JsonForm(str, read, {"type": "string", "pattern": f"^({pattern.pattern})?$"}), "")


def _standing_problems(line: Standing) -> Iterator[tuple[str, str]]:
    if line.player != line.summary.player:
        yield "summary.player", f"is {shown(line.summary.player)}, the line is that of {shown(line.player)}"


_FORM: Final = re.compile(f"[WLD]{{1,{_FORM_MATCHES}}}")
_SUM: Final = Optional(number(-LARGEST_SUM, LARGEST_SUM), 0)

register(Counts, attrs_form(Counts, {"points": _SUM, "net": _SUM}))
register(Standing, attrs_form(Standing, {"points": _SUM, "form": _matching(_FORM)}, check=_standing_problems))
register(Pairing, attrs_form(Pairing, {"points": _SUM}))
register(Debt, attrs_form(Debt, {"points": number(1, LARGEST_SUM)}))
register(Doubt, attrs_form(Doubt))
_MANY: Final = {"standings": Standing, "pairings": Pairing, "debts": Debt, "doubts": Doubt}
_LISTS: Final = {name: Optional(listed(form_of(line), most=_MOST_LINES), ()) for name, line in _MANY.items()}
_DAYS: Final = Optional(listed(DATE.form, most=_MOST_LINES), ())
register(League, attrs_form(League, {**_LISTS, "evenings": _DAYS, "stake": _matching(_STAKE)}), "ginrules/league")
