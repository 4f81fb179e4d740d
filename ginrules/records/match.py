"""`MatchRecord`: a match with the records of its rounds, or with their results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar, Final

import attrs

from ginrules._support.bounds import MATCH_ROUNDS, PLAYERS
from ginrules._support.values import Value, as_items, plain_number, shown
from ginrules.cards import Card
from ginrules.errors import GinRulesError, RecordError
from ginrules.match.advance import blank_match, new_match, with_entry
from ginrules.match.seating import Table
from ginrules.match.settlement import settle
from ginrules.match.state import Concession, FirstDealer, MatchState, Notice, RoundResult, TeamRound
from ginrules.play.deal import Seed
from ginrules.play.outcome import Outcome
from ginrules.records.annotations import COMMENT, DATE, NAMES, ensure_comment, ensure_date, ensure_names
from ginrules.records.documents import json_forms as forms
from ginrules.records.documents.problems import BAD, At, Bad, first_line
from ginrules.records.documents.registry import SEAT, SUMS, register
from ginrules.records.documents.texts import WrittenRecord, changed
from ginrules.records.documents.values import RULES
from ginrules.records.round import ROUND_SCHEMA, RoundRecord, read_round, write_round
from ginrules.records.scores import ENTRY
from ginrules.rules.model import RuleSet, rules_of
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


Round = RoundRecord | TeamRecord | RoundResult | Notice | Concession
"""One line of a match record."""


def tables_in(added: Round) -> tuple[Any, ...]:
    """Return the round of each table of a line, or the line if it is not of a team round."""
    return added.tables if isinstance(added, TeamRecord) else (added,)


def _as_rounds(rounds: Iterable[Any]) -> tuple[Any, ...]:
    if not isinstance(rounds, Iterable):
        raise RecordError(f"expected a list of rounds, got {rounds!r:.60}")
    return tuple(map(_as_round, rounds))


def _as_round(added: Any) -> Any:
    if isinstance(added, list | tuple):
        return TeamRecord(added)
    return TeamRecord(added.results) if isinstance(added, TeamRound) else added


def _as_players(players: int | Sequence[str]) -> Any:
    # the match refuses values that are not lists of names
    return tuple(players) if isinstance(players, Iterable) and not isinstance(players, str) else players


@attrs.frozen
class MatchRecord(WrittenRecord):
    """A match: its rounds, played or entered, and the match that they make.

    Attributes:
        rules: The match's rules.
        players: The players' names. A number names them A, B, …
        rounds: For each round its record, or its result from a score pad. For a team round a
            `TeamRecord`, whose ``tables`` has a result for each table. Notices of endless Hollywood, concessions.
            The ``entries`` of a match are such a list, with the player who deals first.
        dealer: The player who deals first.
        comment: A text about the match.
        date: The match's day, such as "2026-03-14". "" if it is not known.
        match: The match reached.

    Raises:
        RecordError: If a round is not over, has different rules, is for another table, or does not fit.
        ScoreError: If the rules do not seat this number of players.

    Examples:
        >>> import ginrules as gin
        >>> record = gin.MatchRecord("standard", ["Ann", "Bo"]).add(gin.Outcome(declarer=0, deadwood=(3, 21)))
        >>> record.match.games[0].points
        (18, 0)
        >>> record.next_round(7).dealer
        1
    """

    _pictured: ClassVar = "match"
    rules: RuleSet = attrs.field(converter=rules_of)
    players: tuple[str, ...] = attrs.field(default=2, converter=_as_players)
    rounds: tuple[Round, ...] = attrs.field(default=(), converter=_as_rounds)
    dealer: int = attrs.field(default=0, kw_only=True, converter=plain_number)
    comment: str = attrs.field(default="", kw_only=True)
    date: str = attrs.field(default="", kw_only=True)
    match: MatchState = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        ensure_comment(self.comment)
        ensure_date(self.date)
        first: object = next(iter(self.rounds), None)
        if isinstance(first, FirstDealer):  # these are the entries of a match
            object.__setattr__(self, "dealer", first.player)
            object.__setattr__(self, "rounds", self.rounds[1:])
        if len(self.rounds) > MATCH_ROUNDS:
            raise _too_long()
        match = blank_match(self.rules, self.players, self.dealer)
        ensure_names(match.players)
        for place, added in enumerate(self.rounds):
            try:
                match = entered(match, added)
            except GinRulesError as error:
                raise RecordError(f"rounds[{place}]: {first_line(error)}", place=place) from error
        object.__setattr__(self, "players", match.players)
        object.__setattr__(self, "match", match)

    @property
    def due(self) -> tuple[Table, ...]:
        """The next round's tables, or none once the match is over."""
        return self.match.due

    def add(self, *results: RoundRecord | RoundResult) -> MatchRecord:
        """Return the record with one more round. A team round has a result for each table.

        Raises:
            RecordError: If the round is not over, has different rules, is for another table, or
                does not fit. The record stays as it was.
        """
        if not results:
            raise RecordError("expected a round to add, got none")
        return self._with(results[0] if len(results) == 1 else TeamRecord(results))

    def give_notice(self) -> MatchRecord:
        """Return the record with notice given (endless Hollywood).

        Raises:
            RecordError: If the match has no notice to give.
        """
        return self._with(Notice())

    def concede(self, player: int) -> MatchRecord:
        """Return the record with a concession of a player, numbered from 0.

        Raises:
            RecordError: If the match is over, there is no such player, or the player is out already.
        """
        return self._with(Concession(player))

    def _with(self, added: Round) -> MatchRecord:
        if len(self.rounds) >= MATCH_ROUNDS:
            raise _too_long()
        try:
            match = entered(self.match, added)
        except GinRulesError as error:
            raise RecordError(first_line(error), place=len(self.rounds)) from error
        return changed(self, rounds=(*self.rounds, added), match=match)

    def next_round(
        self, order: Iterable[Card | str] | Seed, *, table: int = 0, knock_card: Card | str | None = None
    ) -> RoundRecord:
        """Return a record of the round that is due at a table, with these cards dealt.

        Args:
            order: The pack's order, or a seed. Of a `random.Random` the record holds the order.
            table: The table's number in a team round.
            knock_card: The second pack's card, for rules whose limit it sets.

        Raises:
            RecordError: If the match is over or has no such table.
            DealError: If the order cannot be dealt.
        """
        if table not in range(len(self.due)):
            raise RecordError(f"no round is due at table {table!r:.60}: {len(self.due)} tables are due", table=table)
        seated = self.due[table]
        names = [self.players[player] for player in seated.players]
        return RoundRecord(
            self.rules, order, dealer=seated.dealer_seat, seats=len(names), knock_card=knock_card, names=names
        )

    def back(self, n: int = 1) -> MatchRecord:
        """Return the record without its last rounds.

        Raises:
            RecordError: If there are fewer.
        """
        if type(n) is not int or not 0 <= n <= len(self.rounds):
            raise RecordError(f"{n!r} rounds cannot be taken back, there are {len(self.rounds)}", n=n)
        return attrs.evolve(self, rounds=self.rounds[: len(self.rounds) - n])

    def matches(self) -> Iterator[MatchState]:
        """Yield the match before the first round, then after each."""
        match = blank_match(self.rules, self.players, self.dealer)
        yield match
        for added in self.rounds:
            match = entered(match, added)
            yield match


def entered(match: MatchState, added: Round) -> MatchState:
    """Return the match with a record, a result or a notice entered."""
    if isinstance(added, TeamRecord):
        tables = [*match.due, *[None] * len(added.tables)]
        results = [_result_to_enter(item, match, table) for item, table in zip(added.tables, tables, strict=False)]
        return with_entry(match, TeamRound(results))
    if isinstance(added, Notice | FirstDealer | Concession):
        return with_entry(match, added)
    return with_entry(match, _result_to_enter(added, match, match.due[0] if match.due else None))


def _result_to_enter(added: RoundRecord | RoundResult, match: MatchState, table: Table | None) -> RoundResult:
    if not isinstance(added, RoundRecord):
        if isinstance(added, Outcome | RoundScore):
            return added
        raise RecordError(f"expected the record of a round or a result, got {shown(added)}")
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


# --- JSON -------------------------------------------------------------------------------------------


_KINDS: Final = ("round", "outcome", "score", "notice", "concession", "team-round")
_TABLE_KINDS: Final = ("round", "outcome", "score")
_KIND: Final = forms.choice(_KINDS)
_ANY_ROUNDS: Final = forms.JsonForm(list, lambda data, _at: data, {"type": "array"})


def _write_round(added: Round) -> dict[str, Any]:
    match added:
        case RoundRecord():
            return {"kind": "round", **write_round(added)}
        case TeamRecord(tables):
            return {"kind": "team-round", "tables": list(map(_write_round, tables))}
        case _:
            entry: dict[str, Any] = ENTRY.write(added)
            return entry


def _rounds(rules: RuleSet, kinds: Collection[str], most: int) -> forms.JsonForm:
    """Return the form of a list of rounds of these rules."""

    def read(data: Any, at: At) -> Any:
        table = at.table(data)
        if table is None:
            return BAD
        # a round that is played needs no kind
        kind = _KIND.read(table["kind"], at.key("kind")) if "kind" in table else "round"
        if isinstance(kind, Bad):
            return BAD
        if kind not in kinds:
            return at.key("kind").bad(f"cannot be {kind} here")
        if kind == "round":
            return read_round(forms.without(table, "kind"), at, rules)
        if kind != "team-round":
            return ENTRY.read(table, at)
        values = forms.read_table(forms.without(table, "kind"), at, {"tables": _rounds(rules, _TABLE_KINDS, PLAYERS)})
        return BAD if isinstance(values, Bad) else TeamRecord(values["tables"])

    return forms.listed(forms.JsonForm(_write_round, read), most=most)


def tables_form(rules: RuleSet) -> forms.JsonForm:
    """Return the form of the rounds that are played at a round's tables."""
    return _rounds(rules, ("round",), PLAYERS)


ROUNDS_OF_MATCH: Final = "#/$defs/match-record/properties/rounds"
"""The place of the rounds of a match in the schema."""


def _kind_schemas() -> list[dict[str, Any]]:
    schemas = {schema["properties"]["kind"]["const"]: schema for schema in ENTRY.schema["oneOf"]}
    round_ = forms.with_tags(ROUND_SCHEMA, {"kind": "round"})
    schemas["round"] = {**round_, "required": round_["required"][1:]}  # a round that is played needs no kind
    schemas["team-round"] = forms.with_tags(forms.table_schema({"tables": _ANY_ROUNDS}), {"kind": "team-round"})
    return [schemas[kind] for kind in _KINDS]


_ROUNDS: Final = forms.JsonForm(
    lambda rounds: list(map(_write_round, rounds)),
    lambda data, _at: data,  # read once the rules are known
    {"type": "array", "items": {"oneOf": _kind_schemas()}, "maxItems": MATCH_ROUNDS},
)
_RESULT_FIELDS: Final[forms.Fields] = {
    "is_over": forms.FLAG,
    "winners": forms.listed(SEAT, most=PLAYERS),
    "totals": SUMS,
    "net": SUMS,
}
MATCH_FIELDS: Final[forms.Fields] = {
    "rules": RULES,
    "players": NAMES,
    "dealer": forms.Optional(SEAT, 0),
    "comment": COMMENT,
    "date": DATE,
    "result": forms.Optional(forms.facts(_RESULT_FIELDS)),
    "rounds": _ROUNDS,
}


def _result_of(match: MatchState) -> SimpleNamespace:
    settled = settle(match)
    return SimpleNamespace(is_over=match.is_over, winners=match.winners, totals=settled.totals, net=settled.net)


def _write(record: MatchRecord) -> dict[str, Any]:
    head = forms.write_table(record, forms.without(MATCH_FIELDS, "result", "rounds"))
    return {
        **head,
        "result": forms.write_table(_result_of(record.match), _RESULT_FIELDS),
        "rounds": _ROUNDS.write(record.rounds),
    }


def _read(data: Any, at: At) -> Any:
    values = forms.read_table(data, at, MATCH_FIELDS)
    if isinstance(values, Bad):
        return BAD
    result, rules = values.pop("result"), values["rules"]
    rounds = _rounds(rules, _KINDS, MATCH_ROUNDS).read(values["rounds"], at.key("rounds"))
    is_bad = isinstance(rounds, Bad)
    try:
        record = MatchRecord(**{**values, "rounds": () if is_bad else rounds})
    except GinRulesError as error:
        place = error.details.get("place") if error.__cause__ else None
        where = at.key("players") if place is None else at.key("rounds").item(place)  # type: ignore[arg-type]
        return where.bad(first_line(error.__cause__ or error))
    return BAD if is_bad or at.note(_result_problems(result, record.match)) else record


_BOXES_NOT_DOUBLED: Final = ("rummytalk", "roodle")
"""Presets whose shutout has changed: a match with the former result is read, and settles by the new one."""


def _too_long() -> RecordError:
    return RecordError(f"a match has at most {MATCH_ROUNDS} rounds, with its notice and concessions", most=MATCH_ROUNDS)


def _result_problems(result: Mapping[str, Any] | None, match: MatchState) -> Iterator[tuple[str, str]]:
    """Yield a problem for each written result that the rounds do not lead to."""
    if result is None:
        return
    problems = [*forms.other_facts(result, _result_of(match), _RESULT_FIELDS)]
    if problems and match.rules.name in _BOXES_NOT_DOUBLED:
        before = new_match(match.rules.evolve(shutout="double-hand-points"), match.players, results=match.entries)
        problems = [*forms.other_facts(result, _result_of(before), _RESULT_FIELDS)] and problems
    for name, given, follows in problems:
        yield f"result.{name}", f"is {given}, the rounds lead to {follows}"


MATCH: Final = forms.JsonForm(_write, _read, forms.table_schema(MATCH_FIELDS))
"""The fields of a match record, without its head."""
register(MatchRecord, MATCH, "ginrules/match-record")
