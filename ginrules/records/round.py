"""`RoundRecord`: one round with its history, live and immutable."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from ginrules._values import Value, plain_number
from ginrules.cards import Card, as_card
from ginrules.errors import DealError, GinRulesError, NotYourTurn, ParseError, RecordError
from ginrules.notation import parse_action
from ginrules.play.actions import Action
from ginrules.play.deal import deal, shuffled
from ginrules.play.engine import apply, transition
from ginrules.play.events import Event
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.records.annotations import ByPly, comments_by_ply, ensure_comment, ensure_names, times_by_ply
from ginrules.records.documents.problems import first_line
from ginrules.rules.model import RuleSet

MOST_ACTIONS: Final = 10_000
"""The most actions that a record holds."""
LARGEST_SEED: Final = (1 << 53) - 1
"""Seeds up to here are written; of larger ones the order is (JSON's numbers end here)."""


def _as_order(order: Iterable[Card | int | str] | str | int) -> Any:
    given: object = order
    if isinstance(given, str):
        return tuple(given.split())
    return tuple(given) if isinstance(given, Iterable) else plain_number(given)


def _as_actions(actions: Iterable[Action | str]) -> tuple[Any, ...]:
    return _listed(actions, "actions")


def _as_names(names: Iterable[str]) -> tuple[str, ...]:
    return _listed(names, "names")


def _listed(given: object, what: str) -> tuple[Any, ...]:
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise RecordError(f"{what} are given in a list, not as {str(given)[:60]!r}")
    return tuple(given)


@attrs.frozen
class RoundRecord(Value):
    """A round and how it was played: the deal, and every action so far.

    It holds the history that a state has not; undo, replay, event streams and archives all
    come from it. Every action of it is legal: a record that is not cannot be made.

    Attributes:
        rules: The rules of the round.
        order: The pack as dealt, first card first; a whole number is a seed for
            `ginrules.shuffled`.
        dealer: The dealer's seat.
        seats: How many seats play.
        knock_card: The card of the second pack, for rules whose limit it sets.
        names: What the seats are called; none, or one each.
        actions: What was done, chance included; texts are taken too.
        seed: The seed of the order, where there is one.
        comment: A text about the round.
        comments: Texts about single actions, by the number of the action from 1.
        times: Seconds spent on single actions, by the number of the action from 1.
        state: The state reached.

    Raises:
        DealError: If the order cannot be dealt under these rules.
        RecordError: If an action is illegal, the seed does not give the order, or names,
            comments or times do not fit.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> record = RoundRecord(STANDARD, 7).play("take", seat=1)
        >>> record.state.turn, len(record.state.hands[1]), str(record.actions[0])
        (1, 11, 'take')
        >>> record.back() == RoundRecord(STANDARD, 7)
        True
    """

    rules: RuleSet
    order: tuple[Card, ...] = attrs.field(converter=_as_order)
    dealer: int = attrs.field(default=0, kw_only=True, converter=plain_number)
    seats: int = attrs.field(default=2, kw_only=True, converter=plain_number)
    knock_card: Card | None = attrs.field(default=None, kw_only=True, converter=attrs.converters.optional(as_card))
    names: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=_as_names)
    actions: tuple[Action, ...] = attrs.field(default=(), kw_only=True, converter=_as_actions)
    seed: int | None = attrs.field(default=None, kw_only=True, converter=plain_number)
    comment: str = attrs.field(default="", kw_only=True)
    comments: ByPly[str] = attrs.field(default=ByPly(), kw_only=True, converter=comments_by_ply)
    times: ByPly[float] = attrs.field(default=ByPly(), kw_only=True, converter=times_by_ply)
    state: RoundState = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        _set(self, **_dealt_order(self.order, self.seed, self.rules))
        start = _start(self)
        _ensure_named(self.names, self.seats)
        ensure_comment(self.comment)
        state, actions, error = played_from(start, self.actions)
        if error is not None:
            place = len(actions)
            raise RecordError(f"actions[{place}]: {first_line(error)}", place=place) from error
        _set(self, actions=actions, state=state)
        for name, by_ply in (("comments", self.comments), ("times", self.times)):
            beyond = [ply for ply in by_ply if not 1 <= ply <= len(actions)]
            if beyond:
                raise RecordError(f"{name} tell of action {beyond[0]}, there are actions 1 to {len(actions)}")

    @property
    def outcome(self) -> Outcome | None:
        """The facts of the finished round, or None while it is played."""
        return self.state.outcome

    def play(
        self, action: Action | str, *, seat: int | None = None, comment: str = "", seconds: float | None = None
    ) -> "RoundRecord":
        """The record with one more action.

        Args:
            action: The action, or a text for it; short texts do where one legal action fits.
            seat: The seat that plays, to be checked; None to play for whoever is to act, and for chance.
            comment: A text about the action.
            seconds: The seconds it took, None if nobody looked.

        Raises:
            NotYourTurn: If another seat is to act, or nobody.
            ParseError: If the text is no action.
            IllegalAction: If the rules do not allow the action here.
            RecordError: If the record is full, with 10,000 actions.
        """
        state = self.state
        if seat is not None and seat != state.turn and not state.is_over:
            who = "nobody, chance is due" if state.turn is None else f"seat {state.turn}"
            raise NotYourTurn(
                f"{str(action)[:60]} by seat {seat}: {who} is to {state.phase.prompt}",
                action=action, state=state, seat=seat, turn=state.turn,
            )  # fmt: skip
        if len(self.actions) >= MOST_ACTIONS:
            raise RecordError(f"a record holds at most {MOST_ACTIONS} actions: begin another")
        chosen = parse_action(action, state) if isinstance(action, str) else action
        ply = len(self.actions) + 1
        return changed(
            self,
            actions=(*self.actions, chosen),
            state=apply(state, chosen),
            comments=self.comments if not comment else comments_by_ply({**self.comments, ply: comment}),
            times=self.times if seconds is None else times_by_ply({**self.times, ply: seconds}),
        )

    def back(self, n: int = 1) -> "RoundRecord":
        """The record without its last actions.

        Raises:
            RecordError: If there are not so many.
        """
        if type(n) is not int or not 0 <= n <= len(self.actions):
            raise RecordError(f"{n!r} actions cannot be taken back, there are {len(self.actions)}", n=n)
        left = len(self.actions) - n
        actions = self.actions[:left]
        state, _, error = played_from(_start(self), actions)
        assert error is None
        return changed(
            self, actions=actions, state=state, comments=self.comments.up_to(left), times=self.times.up_to(left)
        )

    def states(self) -> Iterator[RoundState]:
        """Every state of the round, from the deal to the one reached."""
        state = _start(self)
        yield state
        for action in self.actions:
            state = apply(state, action)
            yield state

    def steps(self) -> Iterator[tuple[Action, RoundState]]:
        """Every action with the state it led to."""
        states = self.states()
        next(states)
        yield from zip(self.actions, states, strict=True)

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """Everything that happened, as this seat may see it (None: a spectator).

        All seats' streams have the same length. Folding `ginrules.play.views.follow.follow` over them,
        from the seat's view of the deal, gives its view of the state reached.

        Raises:
            DealError: If there is no such seat.
        """
        if seat is not None and seat not in range(self.seats):
            raise DealError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}", seat=seat)
        told = []
        state = _start(self)
        for action in self.actions:
            state, events = transition(state, action)
            told += [redact(event, seat) for event in events]
        return tuple(told)

    @classmethod
    def loads(cls, text: str) -> "RoundRecord":
        """The record written in a text, TOML or JSON; its result is checked where it is given.

        Raises:
            RecordError: If the text is not such a record; ``problems`` holds every fault.
        """
        from ginrules.records.documents.files import loads_one  # noqa: PLC0415 - files stand above records

        return loads_one(RoundRecord, text)

    def dumps(self, format: str = "toml") -> str:  # noqa: A002 - the word for it
        """The record as text: ``"toml"`` for people, ``"json"`` for programs.

        Raises:
            RecordError: If the format is neither.
        """
        from ginrules.records.documents.files import dumps_one  # noqa: PLC0415 - files stand above records

        return dumps_one(self, format)


def _set(record: RoundRecord, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(record, name, value)


def changed(record: RoundRecord, **values: Any) -> RoundRecord:
    """The record with some values replaced, unchecked: nothing is played again."""
    new = object.__new__(RoundRecord)
    for field in attrs.fields(RoundRecord):
        object.__setattr__(new, field.name, values.get(field.name, getattr(record, field.name)))
    return new


def _start(record: RoundRecord) -> RoundState:
    return deal(record.rules, record.order, dealer=record.dealer, seats=record.seats, knock_card=record.knock_card)


def _dealt_order(order: Any, seed: Any, rules: RuleSet) -> dict[str, Any]:
    """The order as cards, and the seed where it is one that can be written."""
    if isinstance(order, int):
        if seed not in {None, order} or isinstance(order, bool):
            raise RecordError(f"{order!r} is given as the seed, {seed!r} as well: give one of them")
        seed, order = order, shuffled(order, rules)
    else:
        try:
            order = tuple(map(as_card, order))
        except (ParseError, TypeError) as error:  # TypeError: no cards at all
            raise DealError(f"the order to deal is not of cards: {first_line(error)}") from error
        if seed is not None and (type(seed) is not int or shuffled(seed, rules) != order):
            raise RecordError(f"the seed {seed!r} does not give the order: leave one of them out", seed=seed)
    return {"order": order, "seed": seed if seed is not None and abs(seed) <= LARGEST_SEED else None}


def _ensure_named(names: tuple[Any, ...], seats: int) -> None:
    if names and len(names) != seats:
        raise RecordError(f"{len(names)} names are given for {seats} seats: give none, or one each")
    ensure_names(names)


def played_from(
    state: RoundState, actions: Iterable[Action | str]
) -> tuple[RoundState, tuple[Action, ...], GinRulesError | None]:
    """How far these actions lead: the state reached, what was done, and the error that stopped it."""
    done: list[Action] = []
    for each in actions:
        if len(done) == MOST_ACTIONS:
            return state, tuple(done), RecordError(f"a record holds at most {MOST_ACTIONS} actions")
        try:
            action = parse_action(each, state) if isinstance(each, str) else each
            state = apply(state, action)
        except GinRulesError as error:
            return state, tuple(done), error
        done.append(action)
    return state, tuple(done), None


def told_names(record: RoundRecord) -> Mapping[int | None, str]:
    """What to call each seat, and chance (None)."""
    names: dict[int | None, str] = {None: "chance"}
    for seat in range(record.seats):
        names[seat] = record.names[seat] if record.names else f"seat {seat}"
    return names
