"""`MatchRecord`: a match with the rounds that were played in it, or the results that were noted."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from ginrules._values import Value, as_items, plain_number
from ginrules.cards import Card
from ginrules.errors import GinRulesError, RecordError
from ginrules.match.entries import FirstDealer, Notice, RoundResult, TeamRound
from ginrules.match.fold import new_match
from ginrules.match.state import MatchState, Table
from ginrules.play.outcome import Outcome
from ginrules.records.annotations import ensure_comment, ensure_names
from ginrules.records.documents.problems import first_line
from ginrules.records.round import RoundRecord
from ginrules.records.scorepad import new_entry
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore


def _as_tables(tables: Iterable[Any]) -> tuple[Any, ...]:
    return as_items(tables, "the rounds of the tables in a list")


@attrs.frozen
class TeamRecord(Value):
    """A team round.

    Attributes:
        tables: For each table, in their order, the record of its round or its result.
    """

    tables: tuple[RoundRecord | RoundResult, ...] = attrs.field(converter=_as_tables)


Round = RoundRecord | TeamRecord | RoundResult | Notice
"""One line of a match record."""


def _as_rounds(rounds: Iterable[Any]) -> tuple[Any, ...]:
    given: object = rounds
    if not isinstance(given, Iterable):
        raise RecordError(f"rounds are given in a list, not as {given!r}")
    return tuple(
        TeamRecord(each) if isinstance(each, list | tuple) else TeamRecord(each.results) if isinstance(each, TeamRound)
        else each for each in rounds
    )  # fmt: skip


def _as_players(players: int | Sequence[str]) -> Any:
    # what is no list of names is refused by the match
    return tuple(players) if isinstance(players, Iterable) and not isinstance(players, str) else players


@attrs.frozen
class MatchRecord(Value):
    """A match: its rounds as they were played or noted, and what follows from them.

    Attributes:
        rules: The rules of the match.
        players: The players' names; a number names them A, B, …
        rounds: For each round its record, or its result from a score pad; for a team round a
            sequence with one a table; notices of endless Hollywood.
        dealer: The player who deals first.
        comment: A text about the match.
        match: The match reached.

    Raises:
        RecordError: If a round is not over, is of other rules or another table, or does not fit.
        ScoreError: If the rules do not seat so many players.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> record = MatchRecord(STANDARD, ["Ann", "Bo"]).add(Outcome(declarer=0, deadwood=(3, 21)))
        >>> record.match.games[0].points
        (18, 0)
        >>> record.next_round(7).dealer
        1
    """

    rules: RuleSet
    players: tuple[str, ...] = attrs.field(default=2, converter=_as_players)
    rounds: tuple[Round, ...] = attrs.field(default=(), converter=_as_rounds)
    dealer: int = attrs.field(default=0, kw_only=True, converter=plain_number)
    comment: str = attrs.field(default="", kw_only=True)
    match: MatchState = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        ensure_comment(self.comment)
        match = new_match(self.rules, self.players, dealer=self.dealer)
        ensure_names(match.players)
        for place, each in enumerate(self.rounds):
            try:
                match = entered(match, each)
            except GinRulesError as error:
                raise RecordError(f"rounds[{place}]: {first_line(error)}", place=place) from error
        object.__setattr__(self, "players", match.players)
        object.__setattr__(self, "match", match)

    @property
    def due(self) -> tuple[Table, ...]:
        """The tables of the next round; none when the match is over."""
        return self.match.due

    def add(self, *results: RoundRecord | RoundResult) -> "MatchRecord":
        """The record with one more round; for a team round one result a table.

        Raises:
            RecordError: If the round is not over, is of other rules or another table, or does
                not fit; the record stays as it was.
        """
        if not results:
            raise RecordError("no round is given to add")
        return self._with(results[0] if len(results) == 1 else TeamRecord(results))

    def give_notice(self) -> "MatchRecord":
        """The record with notice given (endless Hollywood).

        Raises:
            RecordError: If the match has no notice to give.
        """
        return self._with(Notice())

    def _with(self, added: Round) -> "MatchRecord":
        try:
            match = entered(self.match, added)
        except GinRulesError as error:
            raise RecordError(first_line(error), place=len(self.rounds)) from error
        return changed(self, rounds=(*self.rounds, added), match=match)

    def next_round(
        self, order: Iterable[Card | str] | int, *, table: int = 0, knock_card: Card | str | None = None
    ) -> RoundRecord:
        """A record of the round that is due at a table, with these cards dealt.

        Args:
            order: The order of the pack, or a seed.
            table: The table's number in a team round.
            knock_card: The card of the second pack, for rules whose limit it sets.

        Raises:
            RecordError: If the match is over or has no such table.
            DealError: If the order cannot be dealt.
        """
        if table not in range(len(self.due)):
            raise RecordError(f"no round is due at table {table}: {len(self.due)} tables are due", table=table)
        seated = self.due[table]
        names = [self.players[player] for player in seated.players]
        return RoundRecord(
            self.rules, order, dealer=seated.dealer_seat, seats=len(names), knock_card=knock_card, names=names
        )

    def back(self, n: int = 1) -> "MatchRecord":
        """The record without its last rounds.

        Raises:
            RecordError: If there are not so many.
        """
        if type(n) is not int or not 0 <= n <= len(self.rounds):
            raise RecordError(f"{n!r} rounds cannot be taken back, there are {len(self.rounds)}", n=n)
        return attrs.evolve(self, rounds=self.rounds[: len(self.rounds) - n])

    def matches(self) -> Iterator[MatchState]:
        """The match after each round, and before the first."""
        match = new_match(self.rules, self.players, dealer=self.dealer)
        yield match
        for each in self.rounds:
            match = entered(match, each)
            yield match

    @classmethod
    def loads(cls, text: str) -> "MatchRecord":
        """The record written in a text, TOML or JSON; its result is checked where it is given.

        Raises:
            RecordError: If the text is not such a record; ``problems`` holds every fault.
        """
        from ginrules.records.documents.files import loads_one  # noqa: PLC0415 - files stand above records

        return loads_one(MatchRecord, text)

    def dumps(self, format: str = "toml") -> str:  # noqa: A002 - the word for it
        """The record as text: ``"toml"`` for people, ``"json"`` for programs.

        Raises:
            RecordError: If the format is neither.
        """
        from ginrules.records.documents.files import dumps_one  # noqa: PLC0415 - files stand above records

        return dumps_one(self, format)


def changed(record: MatchRecord, **values: Any) -> MatchRecord:
    """The record with some values replaced, unchecked: nothing is folded again."""
    new = object.__new__(MatchRecord)
    for field in attrs.fields(MatchRecord):
        object.__setattr__(new, field.name, values.get(field.name, getattr(record, field.name)))
    return new


def entered(match: MatchState, added: Round) -> MatchState:
    """The match with a record, a result or a notice entered.

    Raises:
        RecordError: If a record is not over, or is not of the table that is due.
        ScoreError: If the result does not fit the match.
    """
    if isinstance(added, TeamRecord):
        tables = [*match.due, *[None] * len(added.tables)]
        results = [_result(each, match, table) for each, table in zip(added.tables, tables, strict=False)]
        return new_entry(match, TeamRound(results))
    if isinstance(added, Notice | FirstDealer):
        return new_entry(match, added)
    return new_entry(match, _result(added, match, match.due[0] if match.due else None))


def _result(added: RoundRecord | RoundResult, match: MatchState, table: Table | None) -> RoundResult:
    if not isinstance(added, RoundRecord):
        if isinstance(added, Outcome | RoundScore):
            return added
        raise RecordError(f"a round is a record or a result, not a {type(added).__name__}")
    if added.outcome is None:
        raise RecordError("the round is not over: play it to its end first")
    if added.rules != match.rules:
        raise RecordError(f"the round is of the rules {added.rules.name!r}, the match of {match.rules.name!r}")
    if table is not None and (added.seats, added.dealer) != (len(table.players), table.dealer_seat):
        raise RecordError(
            f"the round has {added.seats} seats and dealer {added.dealer}, "
            f"the table that is due has {len(table.players)} and dealer {table.dealer_seat}"
        )
    return added.outcome
