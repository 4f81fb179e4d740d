"""`RoundRecord`: one round with its history, live and immutable, and the replay of a written round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

import attrs

from ginrules._support.bounds import PLAYERS
from ginrules._support.printed import clean
from ginrules._support.values import expect, plain_number, shown
from ginrules.cards import Card, as_card
from ginrules.errors import DealError, GinRulesError, NotYourTurn, ParseError, RecordError
from ginrules.play.actions import Action
from ginrules.play.deal import Seed, deal, order_and_knock_card, shuffled
from ginrules.play.engine import apply, transition
from ginrules.play.events import Event
from ginrules.play.follow import redact
from ginrules.play.notation import AS_WRITTEN, parse_action
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.records.annotations import (
    COMMENT,
    COMMENTS,
    MOST_ACTIONS,
    NAMES,
    TIMES,
    comments_by_ply,
    ensure_comment,
    ensure_names,
    times_by_ply,
    up_to,
)
from ginrules.records.documents import json_forms as forms
from ginrules.records.documents.problems import BAD, At, Bad, first_line, refusal
from ginrules.records.documents.registry import SEAT, SUMS, body, register, to_dict
from ginrules.records.documents.texts import Text, WrittenRecord, changed, parse, written
from ginrules.records.documents.values import OUTCOME_FIELDS, RULES
from ginrules.records.snapshot import seat_problems
from ginrules.rules.fields import ByNumber
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.texts import toml_text
from ginrules.scoring.price import price_played
from ginrules.scoring.score import RoundScore

LARGEST_SEED: Final = (1 << 53) - 1
"""The largest seed that is written (JSON's largest exact number). For a larger seed the order is written."""


def _as_order(order: Iterable[Card | int | str] | str | Seed | None) -> Any:
    if isinstance(order, str):
        return tuple(order.split())
    return tuple(order) if isinstance(order, Iterable) else plain_number(order)


def _as_actions(actions: Iterable[Action | str]) -> tuple[Any, ...]:
    return _listed(actions, "actions")


def _as_names(names: Iterable[str]) -> tuple[str, ...]:
    return _listed(names, "names")


def _listed(items: object, name: str) -> tuple[Any, ...]:
    if not isinstance(items, Iterable) or isinstance(items, str):
        raise RecordError(f"expected a list of {name}, got {str(items)[:60]!r}")
    return tuple(items)


@attrs.frozen
class RoundRecord(WrittenRecord):
    """A round and how it was played: the deal, and every action so far.

    It has the history that a state does not have. Undo, replay, event streams and archives all
    come from it. Every action of it is legal.

    Attributes:
        rules: The round's rules.
        order: The pack as dealt, first card first. A whole number is a seed for
            `ginrules.shuffled`, and so is a `random.Random`, of which the order alone is kept. If it is left out,
            the seed gives the order, and the knock card, as in `ginrules.deal`.
        dealer: The dealer's seat.
        seats: The number of seats.
        knock_card: The second pack's card, for rules whose limit it sets.
        names: The seats' names. None, or a name for each seat.
        actions: The actions so far, chance included, as actions or texts.
        seed: The order's seed. None if there is none.
        comment: A text about the round.
        comments: Texts about single actions, by the action's number, from 1.
        times: Seconds spent on single actions, by the action's number, from 1.
        state: The state reached.

    Raises:
        DealError: If the order cannot be dealt under these rules, or order and seed are both missing.
        RecordError: If an action is illegal, the seed does not give the order, or names,
            comments or times do not fit.

    Examples:
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", seed=7).play("take", seat=1)
        >>> record.state.turn, len(record.state.hands[1]), str(record.actions[0])
        (1, 11, 'take')
        >>> record.back() == gin.RoundRecord("standard", gin.shuffled(7), seed=7)
        True
    """

    _pictured: ClassVar = "state"
    rules: RuleSet = attrs.field(converter=rules_of)
    order: tuple[Card, ...] = attrs.field(default=None, converter=_as_order)
    dealer: int = attrs.field(default=0, kw_only=True, converter=plain_number)
    seats: int = attrs.field(default=2, kw_only=True, converter=plain_number)
    knock_card: Card | None = attrs.field(default=None, kw_only=True, converter=attrs.converters.optional(as_card))
    names: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=_as_names)
    actions: tuple[Action, ...] = attrs.field(default=(), kw_only=True, converter=_as_actions)
    seed: int | None = attrs.field(default=None, kw_only=True, converter=plain_number)
    comment: str = attrs.field(default="", kw_only=True)
    comments: ByNumber[str] = attrs.field(default=ByNumber(), kw_only=True, converter=comments_by_ply)
    times: ByNumber[float] = attrs.field(default=ByNumber(), kw_only=True, converter=times_by_ply)
    state: RoundState = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        order, seed, knock_card = _as_dealt(self.order, self.seed, self.rules, self.knock_card)
        _set(self, order=order, seed=seed, knock_card=knock_card)
        start = _start(self)
        if self.names and len(self.names) != self.seats:
            raise RecordError(f"{len(self.names)} names are given for {self.seats} seats: give none, or one for each")
        ensure_names(self.names)
        ensure_comment(self.comment)
        state, actions, error = replay_actions(start, self.actions)
        if error is not None:
            place = len(actions)
            raise RecordError(f"actions[{place}]: {first_line(error)}", place=place) from error
        _set(self, actions=actions, state=state)
        for name, by_ply in (("comments", self.comments), ("times", self.times)):
            beyond = [ply for ply in by_ply if not 1 <= ply <= len(actions)]
            if beyond:
                raise RecordError(f"{name} are given for action {beyond[0]}, there are actions 1 to {len(actions)}")

    @property
    def outcome(self) -> Outcome | None:
        """The finished round's facts, or None while it is played."""
        return self.state.outcome

    def play(
        self, action: Action | str, *, seat: int | None = None, comment: str = "", seconds: float | None = None
    ) -> RoundRecord:
        """Return the record with one more action.

        Args:
            action: The action, or a text for it, which can be short if only one legal action fits it.
            seat: The seat that plays, if that must be checked. None for any seat, and for chance.
            comment: A text about the action.
            seconds: The seconds it took, None if they were not measured.

        Raises:
            NotYourTurn: If another seat is to act, or nobody.
            ParseError: If the text is not an action.
            IllegalAction: If the rules do not allow the action here.
            RecordError: If the record is full, with 10,000 actions.
        """
        state = self.state
        if seat is not None and seat != state.turn and not state.is_over:
            who = "chance" if state.turn is None else f"seat {state.turn}"
            message = f"{str(action)[:60]} by seat {seat}: {who} must {state.phase.prompt}"
            raise NotYourTurn(message, action=action, state=state, seat=seat, turn=state.turn)
        chosen = parse_action(action, state) if isinstance(action, str) else action
        record = with_actions(self, (chosen,), apply(state, chosen))
        ply = len(record.actions)
        if comment:
            record = changed(record, comments=comments_by_ply({**self.comments, ply: comment}))
        return record if seconds is None else changed(record, times=times_by_ply({**self.times, ply: seconds}))

    def back(self, n: int = 1) -> RoundRecord:
        """Return the record without its last actions.

        Raises:
            RecordError: If there are fewer.
        """
        if type(n) is not int or not 0 <= n <= len(self.actions):
            raise RecordError(f"{n!r} actions cannot be taken back, there are {len(self.actions)}", n=n)
        left = len(self.actions) - n
        actions = self.actions[:left]
        state, _, error = replay_actions(_start(self), actions)
        assert error is None
        by_ply = {"comments": up_to(self.comments, left), "times": up_to(self.times, left)}
        return changed(self, actions=actions, state=state, **by_ply)

    def states(self) -> Iterator[RoundState]:
        """Yield every state of the round, from the deal to the present state."""
        state = _start(self)
        yield state
        for action in self.actions:
            state = apply(state, action)
            yield state

    def steps(self) -> Iterator[tuple[Action, RoundState]]:
        """Yield every action with the state after it."""
        states = self.states()
        next(states)
        yield from zip(self.actions, states, strict=True)

    def events(self, seat: int | None, since: int = 0) -> tuple[Event, ...]:
        """Return the round's events as this seat can see them (None: a spectator).

        Args:
            seat: The seat.
            since: The number of actions whose events are left out, the first ones.

        All seats' streams have the same length. Folding `ginrules.play.follow.follow` over them,
        from the seat's view of the deal, gives its view of the state reached.

        Raises:
            DealError: If there is no such seat.
        """
        if seat is not None and seat not in range(self.seats):
            raise DealError(f"expected a seat from 0 to {self.seats - 1}, got {seat!r:.60}", seat=seat)
        expect(since, int, "a number of actions")
        redacted: list[Event] = []
        if since >= len(self.actions):
            return ()  # nothing is new: the round need not be played again
        state = _start(self)
        for place, action in enumerate(self.actions):
            state, events = transition(state, action)
            if place >= since:
                redacted += [redact(event, seat) for event in events]
        return tuple(redacted)

    def _as_toml(self) -> str:
        """Return TOML with a line per action, followed by a comment naming its seat."""
        data = to_dict(self)
        head = {name: value for name, value in data.items() if not isinstance(value, dict) and name != "actions"}
        tables = {name: value for name, value in data.items() if isinstance(value, dict)}
        names = list(map(clean, self.names)) or [f"seat {seat}" for seat in range(self.seats)]
        rows = [
            f'    "{action}",  # {ply} {"chance" if state.turn is None else names[state.turn]}'
            for ply, (action, state) in enumerate(zip(self.actions, self.states(), strict=False), start=1)
        ]
        actions = "actions = [\n" + "".join(f"{row}\n" for row in rows) + "]\n"
        return written(head, "toml") + actions + ("\n" + written(tables, "toml") if tables else "")


def _set(record: RoundRecord, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(record, name, value)


def _start(record: RoundRecord) -> RoundState:
    return deal(record.rules, record.order, dealer=record.dealer, seats=record.seats, knock_card=record.knock_card)


def _as_dealt(
    order: Any, seed: Any, rules: RuleSet, knock_card: Any
) -> tuple[tuple[Card, ...], int | None, Card | None]:
    """Return the order as cards, the seed if it can be written, and the knock card."""
    if order is None:
        if seed is None:
            raise DealError("expected an order of the pack or a seed, one of the two: RoundRecord(rules, seed=7)")
        order, knock_card = order_and_knock_card(seed, rules, knock_card)
        seed = None if isinstance(seed, Random) else seed
    elif isinstance(order, Random):
        if seed is not None:
            raise RecordError(f"expected one seed, got {shown(order)} and {shown(seed)}")
        order = shuffled(order, rules)
    elif isinstance(order, int):
        if seed not in {None, order} or isinstance(order, bool):
            raise RecordError(f"expected one seed, got {order!r} and {seed!r}")
        seed, order = order, shuffled(order, rules)
    else:
        try:
            order = tuple(map(as_card, order))
        except TypeError as error:  # not even a list
            raise DealError(f"expected the cards of the pack in order, or a seed, got {shown(order)}") from error
        except ParseError as error:
            raise DealError(f"expected the cards of the pack in order: {first_line(error)}") from error
        if seed is not None and (type(seed) is not int or shuffled(seed, rules) != order):
            raise RecordError(f"the seed {seed!r} does not give the order: leave one of them out", seed=seed)
    return order, seed if seed is not None and abs(seed) <= LARGEST_SEED else None, knock_card


def with_actions(record: RoundRecord, actions: Iterable[Action], state: RoundState) -> RoundRecord:
    """Return the record with more actions, which have led to this state. They are not played again."""
    done = (*record.actions, *actions)
    if len(done) > MOST_ACTIONS:
        raise RecordError(f"a record has at most {MOST_ACTIONS} actions: begin another")
    return changed(record, actions=done, state=state)


def replay_actions(
    state: RoundState, actions: Iterable[Action | str]
) -> tuple[RoundState, tuple[Action, ...], GinRulesError | None]:
    """Return the state after these actions, those that were legal, and the error that stopped them."""
    done: list[Action] = []
    for item in actions:
        if len(done) == MOST_ACTIONS:
            return state, tuple(done), RecordError(f"a record has at most {MOST_ACTIONS} actions")
        try:
            action = item if not isinstance(item, str) else AS_WRITTEN.get(item) or parse_action(item, state)
            state = apply(state, action)
        except GinRulesError as error:
            return state, tuple(done), error
        done.append(action)
    return state, tuple(done), None


# --- JSON -------------------------------------------------------------------------------------------


def _price_of(outcome: Outcome | None, rules: RuleSet) -> RoundScore | None:
    if outcome is None:
        return None
    try:
        return price_played(outcome, rules)
    except GinRulesError:  # rules that can be played but not priced
        return None


_PRICE_FIELDS: Final[forms.Fields] = {
    "result": forms.text(20),
    "winner": forms.Optional(SEAT),
    "points": SUMS,
    "boxes": SUMS,
}
_FIELDS: Final[forms.Fields] = {
    "names": forms.Optional(NAMES, ()),
    "comment": COMMENT,
    "seats": forms.Optional(forms.number(2, PLAYERS), 2, always=True),
    "dealer": forms.Optional(SEAT, 0, always=True),
    "knock_card": forms.Optional(forms.CARD),
    "seed": forms.Optional(forms.number(-LARGEST_SEED, LARGEST_SEED)),
    "order": forms.Optional(forms.PILE),
    "actions": attrs.evolve(
        forms.listed(forms.text(1_000), most=MOST_ACTIONS), write=lambda actions: list(map(str, actions))
    ),
    "comments": COMMENTS,
    "times": TIMES,
    "outcome": forms.Optional(forms.facts(OUTCOME_FIELDS)),
    "score": forms.Optional(forms.facts(_PRICE_FIELDS)),
}
"""A round's fields, without its rules. Its outcome and score follow from the actions: they are written for readers."""
ROUND_SCHEMA: Final = forms.table_schema(_FIELDS)


def write_round(record: RoundRecord) -> dict[str, Any]:
    """Return the record without its rules, as plain JSON."""
    written = forms.write_table(record, forms.without(_FIELDS, "score"))
    if record.seed is not None:
        del written["order"]
    score = _price_of(record.outcome, record.rules)
    return written if score is None else {**written, "score": forms.write_table(score, _PRICE_FIELDS)}


def read_round(data: Any, at: At, rules: RuleSet | None = None, *, while_valid: bool = False) -> RoundRecord | Bad:
    """Return the record in a table, or `BAD` with the problems noted.

    With ``while_valid`` it is the record up to the first problem among the actions or after them.
    """
    values = forms.read_table(data, at, _FIELDS if rules is not None else {"rules": RULES, **_FIELDS})
    if isinstance(values, Bad):
        return BAD
    record = _read_deal(values, values["rules"] if rules is None else rules, at)
    if isinstance(record, Bad):
        return BAD
    state, actions, error = replay_actions(record.state, values["actions"])
    if error is not None:
        action, reason = values["actions"][len(actions)][:60], first_line(error)
        at.key("actions").item(len(actions)).bad(reason if reason.startswith(action) else f"{action}: {reason}")
        is_bad = True
    else:
        beyond = [
            (f"{name}.{ply}", f"is beyond the {len(actions)} actions")
            for name in ("comments", "times")
            for ply in values[name]
            if ply > len(actions)
        ]
        is_bad = at.note([*beyond, *_result_problems(values, state.outcome, record.rules)])
    if is_bad and not while_valid:
        return BAD
    by_ply = {name: up_to(values[name], len(actions)) for name in ("comments", "times")}
    return changed(record, actions=actions, state=state, **by_ply)


def _read_deal(values: Mapping[str, Any], rules: RuleSet, at: At) -> RoundRecord | Bad:
    """Return the record before its actions, or `BAD` with the problems noted."""
    seed, order, names = values["seed"], values["order"], values["names"]
    problems = [*seat_problems(rules, values["seats"], values["dealer"])]
    if names and len(names) != values["seats"]:
        problems.append(("names", f"has {len(names)} names for {values['seats']} seats"))
    if seed is None and order is None:
        problems.append(("", "needs a seed or an order to deal"))
    if at.note(problems):
        return BAD
    head = {name: values[name] for name in ("seats", "dealer", "knock_card", "names", "seed", "comment")}
    try:
        return RoundRecord(rules, seed if order is None else order, **head)
    except GinRulesError as error:
        place = at if seed is None or order is None else at.key("order")
        return place.bad(first_line(error))  # type: ignore[no-any-return]


def _result_problems(values: Mapping[str, Any], outcome: Outcome | None, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield a problem for each written fact that differs from what was played."""
    for name, fields, expected in (
        ("outcome", OUTCOME_FIELDS, outcome),
        ("score", _PRICE_FIELDS, _price_of(outcome, rules)),
    ):
        if values[name] is None:
            continue
        if expected is None:
            yield name, "is given, but the round goes on after these actions"
            continue
        for key, given, follows in forms.other_facts(values[name], expected, fields):
            leads_to = "none" if follows is None else toml_text(follows)
            yield f"{name}.{key}", f"is {toml_text(given)}, the actions lead to {leads_to}"


register(
    RoundRecord,
    forms.JsonForm(
        lambda record: {"rules": RULES.write(record.rules), **write_round(record)},
        read_round,
        forms.table_schema({"rules": RULES, **_FIELDS}),
    ),
    "ginrules/round",
)


# --- replay ---------------------------------------------------------------------------------------


class Replay(NamedTuple):
    """A written round as far as it could be replayed.

    Attributes:
        state: The state reached, or None if not even the deal could be read.
        actions: The actions up to there, in order.
        error: The first error, with its line if known. None if all is valid.
    """

    state: RoundState | None
    actions: tuple[Action, ...]
    error: RecordError | None


def replay(text: str) -> RoundState:
    """Return the state that a written round leads to.

    Raises:
        RecordError: If the text is not a round's record, an action is illegal, or its result
            does not follow from the actions.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.replay('''format = "ginrules/round"
        ... version = 2
        ... rules = "standard"
        ... seed = 7
        ... actions = ["take", "discard Ac"]
        ... ''')
        >>> state.turn, str(state.discards[-1])
        (0, 'Ac')
    """
    return RoundRecord.loads(text).state


def replay_while_valid(text: str) -> Replay:
    """Replay a written round up to the first error.

    A text that is cut off within its actions is replayed up to the cut.

    Examples:
        >>> import ginrules as gin
        >>> reached = gin.replay_while_valid('''format = "ginrules/round"
        ... version = 2
        ... rules = "standard"
        ... seed = 7
        ... actions = [
        ...     "take",
        ...     "discard Kh",
        ... ]
        ... ''')
        >>> len(reached.actions), reached.error.problems[0].line
        (1, 7)
    """
    record, error = record_while_valid(text)
    return Replay(None, (), error) if record is None else Replay(record.state, record.actions, error)


def record_while_valid(text: str) -> tuple[RoundRecord | None, RecordError | None]:
    """Return a written round's record up to the first error, if the deal can be read, and that error."""
    try:
        parsed = parse(text)
    except RecordError as error:
        return _repaired(text, error), error
    return _replayed(parsed)


def _replayed(text: Text) -> tuple[RoundRecord | None, RecordError | None]:
    at = At()
    table = body(text.data, at, "ginrules/round")
    record = BAD if table is None else read_round(table, at, while_valid=True)
    error = refusal(text.placed(at.problems), "text") if at.problems else None
    return (None if isinstance(record, Bad) else record), error


def _repaired(text: object, error: RecordError) -> RoundRecord | None:
    """Return the record in a text that is cut off within its list of actions, or None if there is none."""
    if not isinstance(text, str):
        return None
    lines = text.splitlines(keepends=True)
    line = getattr(error.problems[0], "line", None) or len(lines)
    for keep in (line, line - 1):
        for end in ("\n]\n", "\n]}\n"):
            kept = "".join(lines[:keep]).rstrip().rstrip(",")
            try:
                parsed = parse(kept + end)
            except RecordError:
                continue
            record, _ = _replayed(parsed)
            if record is not None:
                return record
    return None
