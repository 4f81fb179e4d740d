"""`Session`: a match while it is played, between the rules and an app."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random, SystemRandom
from typing import Any, ClassVar, Final

import attrs

from ginrules._support.bounds import LARGEST_NUMBER, MATCH_ROUNDS, PLAYERS
from ginrules._support.values import as_items, expect, index_of, shown, whole_number
from ginrules.cards import Card
from ginrules.driver.labels import RoundLabel
from ginrules.driver.named import factory_of
from ginrules.driver.player import NewPlayer, Player
from ginrules.driver.round import RoundDriver, make_player
from ginrules.errors import (
    IllegalAction,
    MatchIsOverError,
    NoNoticeError,
    NoRoundDealtError,
    NoSuchPlayerError,
    NothingToTakeBackError,
    NotYourTurn,
    OldVersionError,
    ParseError,
    PlayerIsOutError,
    RecordError,
    RoundInProgressError,
    RoundIsOver,
    UnknownVersionError,
    WrongOrdersError,
)
from ginrules.match.advance import ensure_new_names
from ginrules.match.cut import Cut
from ginrules.match.seating import Table
from ginrules.match.state import MatchState, Notice
from ginrules.match.view import match_view
from ginrules.play.actions import Action
from ginrules.play.deal import Seed, generator_of, pack_of, shuffled
from ginrules.play.engine import chance_action, legal_actions
from ginrules.play.events import Event
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.records.annotations import MOST_ACTIONS, by_name
from ginrules.records.documents import json_forms as forms
from ginrules.records.documents.problems import BAD, At, Bad
from ginrules.records.documents.registry import SEAT, from_dict, register, to_dict
from ginrules.records.documents.texts import WrittenRecord, changed, parse
from ginrules.records.match import MATCH, MATCH_FIELDS, ROUNDS_OF_MATCH, MatchRecord, tables_form, tables_in
from ginrules.records.round import RoundRecord, with_actions
from ginrules.rules.fields import ByNumber
from ginrules.rules.model import RuleSet

_SEED_BITS: Final = 62


@attrs.frozen(init=False, repr=False)
class Session(WrittenRecord):
    """A match while it is played: the rounds so far, the round's tables in progress, and whose turn it is.

    An app keeps one session for each match, stores `dumps`, and sends each player `view` and `events`. The session
    itself holds every hand and the stock, so neither it nor its text may leave the server before the end of the match.
    It has no random numbers of its own: chance comes from the argument of `next_round` and `advance`.

    A session never changes. Every method that plays returns the next one, and one that refuses leaves it as it was.

    Args:
        rules: The match's rules.
        names: The players' names. A number names them A, B, …. The seats follow a cut (`ginrules.cut`), which the
            comment then holds.
        dealer: The player who deals first.
        players: The players that `advance` plays for, by number: for each its name (``"expert"``), a function or class
            that makes a player from a seed (`ginrules.players.Expert`), or a player to copy. They are not written by
            `dumps`. A name that runs or opens something is refused: `ginrules.players.player_named` reads your own.
        comment: A text about the match.

    Attributes:
        record: The match so far, with the records of its finished rounds.
        round: The record of each table of the round in progress, in their order. Of the last round until the next is
            dealt, and none before the first or after a concession.
        version: The number of changes so far: deals, actions, shuffles, notices and concessions, and the actions that
            `back` plays again. It only grows.
        dealt: The last deal's version.
        played: For each action of the round the table's number, if there are several tables.
        players: The factory of each player that `advance` plays for, by number.

    Raises:
        ScoreError: If the rules do not seat this number of players, or the dealer cannot deal first.
        InvalidRunError: If no player has a name that is given.
        WrongTypeError: If a player is neither a player nor makes one.

    Examples:
        >>> import ginrules as gin
        >>> session = gin.Session("oklahoma", ["Ann", "Bo"]).next_round(7)
        >>> session.to_move, [str(action) for action in session.legal(1)]
        (frozenset({1}), ['take', 'decline'])
        >>> session = session.act(1, "decline", version=1)
        >>> session.act(1, "draw")
        Traceback (most recent call last):
        ...
        ginrules.errors.NotYourTurn: draw by Bo: Ann must take or decline the upcard
        >>> gin.Session.loads(session.dumps()) == session
        True
    """

    _pictured: ClassVar = "match"
    record: MatchRecord
    round: tuple[RoundRecord, ...] = ()
    version: int = 0
    dealt: int = 0
    played: tuple[int, ...] = ()
    players: Mapping[int, NewPlayer] = attrs.field(factory=ByNumber, eq=False)

    def __init__(
        self,
        rules: RuleSet | str,
        names: int | Sequence[str] | Cut = 2,
        *,
        dealer: int = 0,
        players: Mapping[int, NewPlayer | Player | str] | None = None,
        comment: str = "",
    ) -> None:
        """Begin a match, of which `next_round` deals the first round."""
        if isinstance(names, Cut):
            names, comment = names.seated, comment or f"the cut: {names}"
        record = MatchRecord(rules, names, dealer=dealer, comment=comment)
        ensure_new_names(record.players)
        self.__attrs_init__(record)
        if players:
            object.__setattr__(self, "players", self._checked_players(players))

    # --- what is so now -------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The match's rules."""
        return self.record.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names. A player is a position in this tuple, from 0."""
        return self.record.players

    @property
    def match(self) -> MatchState:
        """The match: its sheet, and who has won, without a round in progress."""
        return self.record.match

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.is_over

    @property
    def is_playing(self) -> bool:
        """Whether a round is in progress: dealt, and not over at every table."""
        return any(record.outcome is None for record in self.round)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The seating of each table of the round, in the order of ``round``, or of the tables due if none is dealt."""
        return self.match.due if self.is_playing or not self.round else self.match.seatings[-1]

    @property
    def to_move(self) -> frozenset[int]:
        """The players who can act now, at most one at each table, and nobody while chance is due, or between rounds."""
        turns = ((table, record.state.turn) for table, record in zip(self.tables, self.round, strict=False))
        return frozenset(table.players[turn] for table, turn in turns if turn is not None)

    def table_of(self, player: int) -> Table | None:
        """Return the table at which a player sits, or None for a player who sits the round out.

        Raises:
            RecordError: If there is no such player.
        """
        number = self._player(player)
        return next((table for table in self.tables if number in table.players), None)

    def view(self, player: int | None) -> PlayerView:
        """Return the round as this player sees it.

        Args:
            player: The player. None, and a player who sits out, have a spectator's view of the first table.

        Raises:
            RecordError: If there is no such player, or no round is dealt. A concession drops the round in progress.
        """
        record, seat = self._place(player)
        return view(record.state, seat)

    def legal(self, player: int) -> tuple[Action, ...]:
        """Return every action that a player can take now: none if it is another's turn, or between rounds.

        Raises:
            RecordError: If there is no such player.
        """
        if self._player(player) not in self.to_move:
            return ()
        return legal_actions(self._place(player)[0].state)

    def events(self, player: int | None, since: int = 0) -> tuple[Event, ...]:
        """Return the round's events after a version, as this player can see them.

        Folding `ginrules.follow` over them, from the view at that version, gives the present view. A page whose version
        is older than ``dealt`` has not seen the deal: it needs a view.

        Args:
            player: The player. None, and a player who sits out, see the first table as a spectator.
            since: The version that the player has seen. 0 for all of the round.

        Raises:
            UnknownVersionError: If the session has not had that version.
            RecordError: If there is no such player, or no round is dealt.
        """
        record, seat = self._place(player)
        if index_of(since) is None or not 0 <= since <= self.version:
            raise UnknownVersionError(f"since: expected a version from 0 to {self.version}, got {shown(since)}")
        before = self._versions(self.round.index(record))
        return record.events(seat, sum(version <= since for version in before))

    # --- what players do --------------------------------------------------------------------------

    def act(self, player: int, action: Action | str, version: int | None = None) -> Session:
        """Return the session after an action of a player.

        Args:
            player: The player.
            action: The action, or a text for it, which can be short if only one legal action fits it.
            version: The version that the player has seen, to refuse an action meant for an older position of the
                player's table. None to skip the check.

        Raises:
            OldVersionError: If the table has changed since that version.
            NotYourTurn: If another player must act, or the player sits out.
            RoundIsOver: If no round is in progress.
            ParseError: If the text is not an action.
            IllegalAction: If the rules do not allow the action here.
            RecordError: If there is no such player.
        """
        number = self._player(player)
        if not self.is_playing:
            raise RoundIsOver(self._why_idle(), action=action)
        table = next((due for due in self.match.due if number in due.players), None)
        if table is None:
            who = self.names[number]
            raise NotYourTurn(f"{str(action)[:60]} by {who}, who sits this round out", action=action)
        record = self.round[table.number]
        self._check_version(table.number, version)
        turn = record.state.turn
        if not record.state.is_over and turn != table.seat_of(player):
            must = "the stock must be shuffled"
            if turn is not None:
                must = f"{record.names[turn]} must {record.state.phase.prompt}"
            text = f"{str(action)[:60]} by {self.names[number]}: {must}"
            raise NotYourTurn(text, action=action, state=record.state, turn=turn)
        try:
            return played_on(self, table.number, record.play(action))
        except (IllegalAction, ParseError) as error:
            error.args = (by_name(str(error), record.names),)
            raise

    def advance(self, random: Seed | None = None, *, most: int | None = None) -> Session:
        """Return the session after shuffles and the moves of its own players, up to where somebody else must act.

        A player of the session is made when it must act, from a seed of these random numbers, and is shown all that
        its seat has seen: nothing of it has to be stored.

        Args:
            random: The random numbers. None for those of the operating system, which nobody can guess. A number gives
                the same each time, so it is for tests.
            most: Limit on the actions, 1 or more. If it was reached, call again. A server plays a few at a time, to
                serve other tables in between. None for no limit but that of a round that never ends.

        Raises:
            InvalidRunError: If ``most`` is not a whole number, 1 or more.
            LabError: If a player of the session fails, or without ``most`` the round does not end.
            RecordError: If the round has more actions than a record can hold.

        Examples:
            >>> import ginrules as gin
            >>> session = gin.Session("standard", 2, players={0: gin.players.Greedy, 1: gin.players.Greedy})
            >>> few = session.next_round(7).advance(7, most=5)
            >>> few.version, few.is_playing, few.advance(7).is_playing
            (6, True, False)
        """
        if most is not None:
            whole_number("most", most, 1)
        session, generator = self, SystemRandom() if random is None else self._generator(random)
        for table in self.tables if self.is_playing else ():
            left = None if most is None else most - (session.version - self.version)
            if left == 0:
                break
            session = session._play_automatically(table, generator, left)
        return session

    def next_round(
        self,
        random: Seed | None = None,
        *,
        orders: Sequence[Iterable[Card | str] | int] | None = None,
        knock_card: Card | str | None = None,
        version: int | None = None,
    ) -> Session:
        """Return the session with the next round dealt. Its records hold the cards' order.

        Args:
            random: The random numbers. None for those of the operating system, which nobody can guess. A number deals
                ``shuffled(number, rules)`` at the first table.
            orders: The order of the pack for each table, to deal cards of your choice. A number is a seed, which the
                record then holds.
            knock_card: The second pack's card. If left out, it is drawn from the cards of that pack which have not
                been turned since it was shuffled (*Gin rummy notes*).
            version: The version that the player has seen, to deal once when two ask. None to skip the check.

        Raises:
            OldVersionError: If the session has changed since that version.
            RoundInProgressError: If a round is in progress.
            MatchIsOverError: If the match is over.
            WrongOrdersError: If there is not one order for each table.
            DealError: If the cards cannot be dealt.
        """
        self._check_unchanged(version)
        if self.is_playing:
            raise RoundInProgressError("a round is in progress: it must end before the next is dealt")
        if self.is_over:
            raise self._idle()
        if len(self.record.rounds) >= MATCH_ROUNDS - 1:  # the last line is for a concession
            raise RecordError(f"a match has at most {MATCH_ROUNDS - 1} rounds and a concession: concede")
        due = self.match.due
        generator = SystemRandom() if random is None else generator_of(random)
        if orders is None:
            packs: list[Any] = [shuffled(generator, self.rules) for _ in due]
        else:
            expect(orders, Sequence, "a list of orders, one for each table")
            packs = list(orders)
        if len(packs) != len(due):
            raise WrongOrdersError(f"orders: expected one for each of {len(due)} tables, got {len(packs)}")
        if knock_card is None and self.rules.knock_source == "knock-card":
            knock_card = self._next_knock_card(generator)
        records = tuple(
            self.record.next_round(pack, table=table.number, knock_card=knock_card)
            for table, pack in zip(due, packs, strict=True)
        )
        version = self.version + 1
        return _later(self, version, round=records, dealt=version, played=())

    def back(self, n: int = 1) -> Session:
        """Return the session without the last actions of its round: of chance, of players, and of all tables.

        The version grows, as if the round had been dealt again and played up to there. A page that still shows these
        actions can therefore not act, and needs a view.

        Args:
            n: The number of actions.

        Raises:
            NoRoundDealtError: If no round is dealt. `MatchIsOverError` after a concession.
            NothingToTakeBackError: If the round has fewer actions, or a concession or a notice followed it.
        """
        done = sum(len(record.actions) for record in self.round)
        if not self.round:
            raise self._idle()
        if index_of(n) is None or not 0 <= n <= done or (not self.is_playing and self.version != self.dealt + done):
            raise NothingToTakeBackError(f"{shown(n)} actions cannot be taken back, the round has {done}", n=shown(n))
        order = self.played or (0,) * done
        records = tuple(record.back(order[done - n :].count(table)) for table, record in enumerate(self.round))
        before = self.record if self.is_playing else self.record.back()
        dealt = self.version + 1
        version = dealt + done - n
        return _later(self, version, record=before, round=records, dealt=dealt, played=self.played[: done - n])

    def concede(self, player: int, version: int | None = None) -> Session:
        """Return the session with a concession of a player. A round in progress is not counted.

        Args:
            player: The player.
            version: The version that the player has seen. None to skip the check.

        Raises:
            OldVersionError: If the session has changed since that version.
            MatchIsOverError: If the match is over.
            NoSuchPlayerError: If there is no such player.
            PlayerIsOutError: If the player is out already.
        """
        number = self._player(player)
        self._check_unchanged(version)
        if self.is_over:
            raise self._idle()
        if number in self.match.out:
            raise PlayerIsOutError(
                f"{self.names[number]} is out already: only players left in can concede", player=number
            )
        record = self.record.concede(number)
        return _later(self, self.version + 1, record=record, round=(), played=())

    def give_notice(self) -> Session:
        """Return the session with notice given between rounds (endless Hollywood).

        Raises:
            RoundInProgressError: If a round is in progress.
            MatchIsOverError: If the match is over.
            NoNoticeError: If the rules have no notice, or it has been given.
        """
        if self.is_playing:
            raise RoundInProgressError("a round is in progress: notice is given between rounds")
        if self.is_over:
            raise self._idle()
        try:
            record = self.record.give_notice()
        except RecordError as error:
            raise NoNoticeError(str(error)) from error
        return _later(self, self.version + 1, record=record)

    def with_players(self, players: Mapping[int, NewPlayer | Player | str]) -> Session:
        """Return the session with these players for `advance` to play for, as after `loads`.

        Raises:
            InvalidRunError: If no player has a name that is given.
            RecordError: If there is no player of a number.
            WrongTypeError: If a player is neither a player nor makes one.
        """
        return changed(self, players=self._checked_players(players))

    def apart(self, since: int = 0) -> tuple[str, tuple[str, ...]]:
        """Return a JSON text without the finished rounds, and one for each of these, which a server writes only once.

        Args:
            since: The number of finished rounds, notices and concessions that are left out, since they are written.

        Examples:
            >>> import ginrules as gin
            >>> session = gin.Session("standard", ["Ann", "Bo"]).next_round(7)
            >>> gin.Session.together(*session.apart()) == session
            True
        """
        added = to_dict(changed(self.record, rounds=self.record.rounds[whole_number("since", since, 0) :]))["rounds"]
        data = to_dict(changed(self, record=changed(self.record, rounds=())))
        return json.dumps(forms.without(data, "result")), tuple(map(json.dumps, added))

    @classmethod
    def together(cls, text: str, rounds: Iterable[str]) -> Session:
        """Return the session in the texts that `apart` has made. Every round is played again and checked.

        Args:
            text: The first text.
            rounds: Those of all finished rounds, in order.

        Raises:
            RecordError: If the texts are not those of a session.
        """
        data = parse(text, kind="json").data
        finished = [parse(one, kind="json").data for one in as_items(rounds, "a list of the texts of the rounds")]
        return from_dict(cls, {**data, "rounds": finished} if isinstance(data, dict) else data)

    def __str__(self) -> str:
        """Return the score sheet, and who can act."""
        waiting = " and ".join(self.names[player] for player in sorted(self.to_move))
        return f"{self.match}\n{waiting} to act" if waiting else str(self.match)

    def __repr__(self) -> str:
        return f"<Session of {self.rules.label}: {', '.join(self.names)}, version {self.version}>"

    # --- inside -----------------------------------------------------------------------------------

    def _player(self, player: int) -> int:
        number = index_of(player)
        if number is None or not 0 <= number < len(self.names):
            raise NoSuchPlayerError(
                f"there is no player {shown(player)}: players are 0 to {len(self.names) - 1}", player=shown(player)
            )
        return number

    def _place(self, player: int | None) -> tuple[RoundRecord, int | None]:
        """Return the record at a player's table and the seat, or the first table for those who sit out."""
        table = None if player is None else self.table_of(player)
        if not self.round:
            raise self._idle()
        if table is None or player is None:
            return self.round[0], None
        return self.round[table.number], table.seat_of(player)

    def _why_idle(self) -> str:
        if self.is_over:
            return "the match is over"
        return f"{'the round is over' if self.round else 'no round is dealt'}: next_round() deals the next"

    def _idle(self) -> RecordError:
        """Return the error of what needs a round that is dealt, or due."""
        return MatchIsOverError(self._why_idle()) if self.is_over else NoRoundDealtError(self._why_idle())

    def _check_unchanged(self, version: int | None) -> None:
        if version is not None and index_of(version) != self.version:
            message = f"version {shown(version)} is not that of the session, which is {self.version}: look at it again"
            raise OldVersionError(message, version=shown(version), current=self.version)

    def _versions(self, table: int) -> Iterator[int]:
        """Yield the version that each action at a table led to."""
        played = self.played or (table,) * len(self.round[table].actions)
        return (version for version, at in enumerate(played, self.dealt + 1) if at == table)

    def _check_version(self, table: int, version: int | None) -> None:
        if version is None:
            return
        last = max(self._versions(table), default=self.dealt)
        number = index_of(version)
        if number is None or not last <= number <= self.version:
            message = f"version {shown(version)} is not that of the table, which is {last}: look at the table again"
            raise OldVersionError(message, version=shown(version), current=self.version)

    def _generator(self, random: Seed) -> Random:
        """Return random numbers. From one number they differ at every action, and from those that deal."""
        number = index_of(random)
        done = sum(len(record.actions) for record in self.round)
        return generator_of(random) if number is None else Random(f"{number}/{len(self.record.rounds)}/{done}")

    def _play_automatically(self, table: Table, generator: Random, most: int | None) -> Session:
        """Return the session after actions of chance and of its players at a table, at most so many."""
        record = self.round[table.number]
        outside = [seat for seat, player in enumerate(table.players) if player not in self.players]
        if record.state.is_over or record.state.turn in outside:
            return self
        done: list[Action] = []
        label = RoundLabel(self.rules, record.seed, record.dealer)
        own_players = {
            seat: make_player(self.players[player], generator.getrandbits(_SEED_BITS), label, seat)
            for seat, player in enumerate(table.players)
            if player in self.players
        }

        def note(_before: RoundState, action: Action, _after: RoundState) -> None:
            done.append(action)

        driver = RoundDriver(
            own_players, label, partial(chance_action, seed=generator), outside=outside, on_action=note
        )
        state = next(record.states())
        driver.start(state, match_view(self.match, table))
        for action in record.actions:
            state = driver.take(state, action)
        state = driver.play_to_outside(state) if most is None else driver.play_on(state, driver.plies + most)
        return played_on(self, table.number, with_actions(record, done[len(record.actions) :], state))

    def _next_knock_card(self, generator: Random) -> Card:
        """Return a card of the second pack that has not been turned since the pack was shuffled."""
        pack = pack_of(self.rules)
        added = [tables_in(line)[0] for line in self.record.rounds]
        turned = [line.knock_card for line in added if isinstance(line, RoundRecord)]
        left = [card for card in pack if card not in turned[len(turned) // len(pack) * len(pack) :]]
        return left[int(generator.random() * len(left))]

    def _checked_players(self, players: Mapping[int, NewPlayer | Player | str]) -> ByNumber[NewPlayer]:
        expect(players, Mapping, "players by number, such as {1: Expert}")
        return ByNumber({self._player(number): factory_of(player) for number, player in players.items()})


def played_on(session: Session, table: int, record: RoundRecord) -> Session:
    """Return the session with more actions played at a table, unchecked. A round that is over everywhere is entered."""
    records = (*session.round[:table], record, *session.round[table + 1 :])
    more = len(record.actions) - len(session.round[table].actions)
    is_over = all(other.outcome is not None for other in records)
    record_now = session.record.add(*records) if is_over else session.record
    played = (*session.played, *[table] * more) if len(records) > 1 else ()
    return _later(session, session.version + more, record=record_now, round=records, played=played)


def _later(session: Session, version: int, **values: Any) -> Session:
    """Return the session with some values replaced, at a later version."""
    if version > LARGEST_NUMBER:
        raise RecordError(f"a session has at most {LARGEST_NUMBER} changes: begin another match", most=LARGEST_NUMBER)
    return changed(session, version=version, **values)


_CHANGES: Final = forms.number(0, LARGEST_NUMBER)
_OWN: Final[forms.Fields] = {
    "changes": _CHANGES,
    "dealt": forms.Optional(_CHANGES, 0),
    "played": forms.Optional(forms.listed(SEAT, most=PLAYERS * MOST_ACTIONS), ()),
    # read once the match is known
    "round": forms.Optional(forms.JsonForm(list, lambda data, _at: data, {"$ref": ROUNDS_OF_MATCH}), ()),
}


def _write(session: Session) -> dict[str, Any]:
    own: dict[str, Any] = {"changes": session.version, "dealt": session.dealt}
    if session.played:
        own["played"] = list(session.played)
    in_progress = session.round if session.is_playing else ()  # a finished round is in the match
    tables = {"round": tables_form(session.rules).write(in_progress)} if in_progress else {}
    return {**own, **MATCH.write(session.record), **tables}


def _read(data: Any, at: At) -> Any:
    table = at.table(data)
    if table is None:
        return BAD
    values = forms.read_table({name: value for name, value in table.items() if name in _OWN}, at, _OWN)
    record = MATCH.read(forms.without(table, *_OWN), at)
    if isinstance(values, Bad) or isinstance(record, Bad):
        return BAD
    records = tables_form(record.rules).read(values["round"], at.key("round"))
    if isinstance(records, Bad) or at.note(_round_problems(record, records)):
        return BAD
    counts = {"version": values["changes"], "dealt": values["dealt"], "played": values["played"]}
    session = Session(record.rules, len(record.players))
    session = changed(session, record=record, round=records or _last_round(record), **counts)
    return BAD if at.note(_count_problems(session)) else session


def _round_problems(match: MatchRecord, records: Sequence[RoundRecord]) -> Iterator[tuple[str, str]]:
    """Yield the problems of a round in progress that is not the round that is due."""
    if not records:
        return
    if match.match.is_over:
        yield "round", "is given, but the match is over"
        return
    if len(records) != len(match.due):
        yield "round", f"has {len(records)} tables, {len(match.due)} are due"
        return
    for place, (record, table) in enumerate(zip(records, match.due, strict=True)):
        due = (len(table.players), table.dealer_seat, tuple(match.players[player] for player in table.players))
        if (record.seats, record.dealer, record.names) != due:
            seats, dealer, names = due
            yield f"round[{place}]", f"is due with dealer {dealer} and {seats} seats: {', '.join(names)}"
    if all(record.outcome is not None for record in records):
        yield "round", "is over at every table: then it belongs to match.rounds"


def _count_problems(session: Session) -> Iterator[tuple[str, str]]:
    counts = [len(record.actions) for record in session.round]
    least = session.dealt + sum(counts)
    if session.version < least:
        yield "changes", f"is {session.version}, the deal at {session.dealt} and the actions since make {least}"
    several = counts if len(counts) > 1 else []
    if [session.played.count(table) for table in range(len(several))] != several or len(session.played) != sum(several):
        yield "played", f"must name the table of each of {sum(several)} actions"


def _last_round(match: MatchRecord) -> tuple[RoundRecord, ...]:
    """Return the records of the last round of a match, to show it until the next is dealt."""
    tables = next((tables_in(added) for added in reversed(match.rounds) if not isinstance(added, Notice)), ())
    return tables if all(isinstance(table, RoundRecord) for table in tables) else ()


_SCHEMA: Final = forms.table_schema(
    {**_OWN, **MATCH_FIELDS, "rounds": forms.JsonForm(list, MATCH.read, {"$ref": ROUNDS_OF_MATCH})}
)
register(Session, forms.JsonForm(_write, _read, _SCHEMA), "ginrules/session")
