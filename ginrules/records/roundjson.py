"""The JSON of a round record: played again on the way back, its result compared."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from ginrules.cards import Card
from ginrules.errors import GinRulesError
from ginrules.play.actions import Action
from ginrules.play.deal import deal, shuffled
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.records.annotations import LONGEST_COMMENT, ByPly, is_time
from ginrules.records.document import document
from ginrules.records.documents.codec import (
    CARD,
    PILE,
    Codec,
    Optional,
    listed,
    number,
    reads_table,
    table_schema,
    text,
)
from ginrules.records.documents.problems import BAD, At, Bad, first_line, table_at
from ginrules.records.documents.values import MOST_SEATS, OUTCOME, SEAT
from ginrules.records.invariants import seat_faults
from ginrules.records.round import LARGEST_SEED, MOST_ACTIONS, RoundRecord, changed, played_from
from ginrules.records.rules import RULES
from ginrules.records.scorepad import NAMES
from ginrules.rules.model import RuleSet
from ginrules.rules.problems import spelt
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

_POINTS: Final = listed(number(-(10**12), 10**12), most=MOST_SEATS)


def _by_ply(item: Codec) -> Codec:
    """Something for some actions, by the number of the action from 1, which is a text as names are."""

    def write(told: ByPly[Any]) -> dict[str, Any]:
        return {str(ply): item.write(each) for ply, each in told.items()}

    def read(data: Any, at: At) -> Any:
        table = table_at(data, at)
        if table is None:
            return BAD
        if len(table) > MOST_ACTIONS:
            return at.fault(f"tells of {len(table)} actions, a record has at most {MOST_ACTIONS}")
        values = {}
        for name, each in table.items():
            if not (isinstance(name, str) and name.isascii() and name.isdigit() and len(name) < 6 and name[0] != "0"):
                at.key(name).fault("must be the number of an action, from 1")
                continue
            value = item.read(each, at.key(name))
            if not isinstance(value, Bad):
                values[int(name)] = value
        return ByPly(values) if len(values) == len(table) else BAD

    return Codec(write, read, {"type": "object", "patternProperties": {"^[1-9][0-9]*$": item.schema}})


def _read_time(data: Any, at: At) -> Any:
    return data if is_time(data) else at.wrong(data, "must be a time in seconds, 0 or more")


COMMENT: Final = text(LONGEST_COMMENT)
_TIME: Final = Codec(lambda seconds: seconds, _read_time, {"type": "number", "minimum": 0})
_SCORE_FIELDS: Final[dict[str, Codec | Optional]] = {
    "result": text(20),
    "winner": Optional(SEAT),
    "points": _POINTS,
    "boxes": _POINTS,
}


def _read_score(data: Any, at: At) -> Any:
    return reads_table(data, at, _SCORE_FIELDS)


_SCORE: Final = Codec(lambda score: score, _read_score, table_schema(_SCORE_FIELDS))

FIELDS: Final[dict[str, Codec | Optional]] = {
    "names": Optional(NAMES, ()),
    "comment": Optional(COMMENT, ""),
    "seats": Optional(number(2, MOST_SEATS), 2),
    "dealer": Optional(SEAT, 0),
    "knock_card": Optional(CARD),
    "seed": Optional(number(-LARGEST_SEED, LARGEST_SEED)),
    "order": Optional(PILE),
    "actions": listed(text(1_000), most=MOST_ACTIONS),
    "comments": Optional(_by_ply(COMMENT), ByPly()),
    "times": Optional(_by_ply(_TIME), ByPly()),
    "outcome": Optional(OUTCOME),
    "score": Optional(_SCORE),
}
"""A round's fields, beside its rules."""


def score_of(outcome: Outcome | None, rules: RuleSet) -> dict[str, Any] | None:
    """The price of a finished round in short, or None where there is none."""
    if outcome is None:
        return None
    try:
        score: RoundScore = price(outcome, rules)
    except GinRulesError:  # rules that can be played but not priced
        return None
    told: dict[str, Any] = {"result": score.result}
    if score.winner is not None:
        told["winner"] = score.winner
    return {**told, "points": list(score.points), "boxes": list(score.boxes)}


def write_round(record: RoundRecord) -> dict[str, Any]:
    """The record without its rules."""
    written: dict[str, Any] = {}
    if record.names:
        written["names"] = list(record.names)
    if record.comment:
        written["comment"] = record.comment
    written |= {"seats": record.seats, "dealer": record.dealer}
    if record.knock_card is not None:
        written["knock_card"] = str(record.knock_card)
    if record.seed is not None:
        written["seed"] = record.seed
    else:
        written["order"] = PILE.write(record.order)
    written["actions"] = list(map(str, record.actions))
    for name, by_ply in (("comments", record.comments), ("times", record.times)):
        if by_ply:
            written[name] = {str(ply): each for ply, each in by_ply.items()}
    if record.outcome is not None:
        written["outcome"] = OUTCOME.write(record.outcome)
        score = score_of(record.outcome, record.rules)
        if score is not None:
            written["score"] = score
    return written


@attrs.frozen
class Begun:
    """A record's fields, sound by themselves, and the first state they deal."""

    rules: RuleSet
    values: Mapping[str, Any]
    order: tuple[Card, ...]
    start: RoundState


def begin(data: Any, at: At, rules: RuleSet | None = None) -> Begun | Bad:
    """Read a round's fields and deal; the actions are still texts.

    Args:
        data: The table.
        at: Where it stands.
        rules: The rules, where they are told elsewhere; else the table tells them.
    """
    fields = FIELDS if rules is not None else {"rules": RULES, **FIELDS}
    values = reads_table(data, at, fields)
    if isinstance(values, Bad):
        return BAD
    played = rules if rules is not None else values.pop("rules")
    seed, order = values.pop("seed"), values.pop("order")
    if seed is None and order is None:
        at.fault("needs a seed or an order to deal")
        return BAD
    if seed is not None:
        drawn = shuffled(seed, played)
        if order not in {None, drawn}:
            at.key("order").fault(f"is not what the seed {seed} gives: leave one of them out")
            return BAD
        order = drawn
    if at.note(seat_faults(played, values["seats"], values["dealer"])):
        return BAD
    try:
        start = deal(played, order, dealer=values["dealer"], seats=values["seats"], knock_card=values["knock_card"])
    except GinRulesError as error:
        at.fault(first_line(error))
        return BAD
    if values["names"] and len(values["names"]) != start.seats:
        at.key("names").fault(f"has {len(values['names'])} names for {start.seats} seats")
        return BAD
    return Begun(played, {**values, "seed": seed}, order, start)


def finish(begun: Begun, at: At) -> RoundRecord | Bad:
    """Play the actions and compare the result."""
    values = begun.values
    state, actions, error = played_from(begun.start, values["actions"])
    if error is not None:
        told, why = values["actions"][len(actions)][:60], first_line(error)
        at.key("actions").place(len(actions)).fault(why if why.startswith(told) else f"{told}: {why}")
        return BAD
    faults = [*_beyond(values, len(actions)), *_other_result(values, state.outcome, begun.rules)]
    if at.note(faults):
        return BAD
    return recorded(begun, state, actions)


def recorded(begun: Begun, state: RoundState, actions: tuple[Action, ...]) -> RoundRecord:
    """The record with these actions, which lead to this state."""
    values = begun.values
    given = {name: values[name] for name in ("seats", "dealer", "knock_card", "names", "seed", "comment")}
    told = {name: values[name].up_to(len(actions)) for name in ("comments", "times")}
    return changed(RoundRecord(begun.rules, begun.order, **given), actions=actions, state=state, **told)


def _beyond(values: Mapping[str, Any], last: int) -> list[tuple[str, str]]:
    return [
        (f"{name}.{ply}", f"is beyond the {last} actions")
        for name in ("comments", "times")
        for ply in values[name]
        if ply > last
    ]


def _other_result(values: Mapping[str, Any], outcome: Outcome | None, rules: RuleSet) -> list[tuple[str, str]]:
    """Where the result that is written is not the one that was played."""
    found: list[tuple[str, str]] = []
    told = values["outcome"]
    if told is not None:
        found += _differing("outcome", OUTCOME.write(told), None if outcome is None else OUTCOME.write(outcome))
    if values["score"] is not None:
        score = {name: list(each) if isinstance(each, tuple) else each for name, each in values["score"].items()}
        score = {name: each for name, each in score.items() if each is not None}
        found += _differing("score", score, score_of(outcome, rules))
    return found


def _differing(what: str, told: Mapping[str, Any], due: Mapping[str, Any] | None) -> Iterator[tuple[str, str]]:
    """Which values of a result are not those that were played."""
    if due is None:
        yield what, "is told, but the round goes on after these actions"
        return
    for name in {**due, **told}:
        if told.get(name) != due.get(name):
            path = f"{what}.{name}"
            if name not in told:
                yield path, f"is missing, the actions lead to {spelt(due[name])}"
            elif name not in due:
                yield path, f"is {spelt(told[name])}, the actions lead to none"
            else:
                yield path, f"is {spelt(told[name])}, the actions lead to {spelt(due[name])}"


def read_round(data: Any, at: At, rules: RuleSet | None = None) -> Any:
    """The record in a table, or `BAD` with the faults noted."""
    begun = begin(data, at, rules)
    return BAD if isinstance(begun, Bad) else finish(begun, at)


def _write(record: RoundRecord) -> dict[str, Any]:
    return {"rules": RULES.write(record.rules), **write_round(record)}


ROUND_RECORD: Final = document("round", Codec(_write, read_round, table_schema({"rules": RULES, **FIELDS})))
