"""`to_dict` and `from_dict`: plain JSON of every public value, and back."""

import types
from collections.abc import Hashable
from typing import Any, Final, TypeVar, get_args, overload

from ginrules._values import shown
from ginrules.cards import Card
from ginrules.errors import RecordError
from ginrules.play import events, phases
from ginrules.play.actions import Action
from ginrules.play.state import RoundState
from ginrules.play.views.view import PlayerView
from ginrules.records.documents.codec import CARD, Codec
from ginrules.records.documents.problems import At, Bad, refusal
from ginrules.records.documents.values import SMALL
from ginrules.records.match import MatchRecord
from ginrules.records.matchjson import MATCH_RECORD
from ginrules.records.round import RoundRecord
from ginrules.records.roundjson import ROUND_RECORD
from ginrules.records.rules import RULES
from ginrules.records.scorepad import SCORES
from ginrules.records.seat import ACCOUNT, SeatRecord
from ginrules.records.snapshot import STATE
from ginrules.records.view import VIEW
from ginrules.rules.model import RuleSet

Value = TypeVar("Value")

CODECS: Final[dict[Any, Codec]] = {
    Card: CARD,
    **SMALL,
    RuleSet: RULES,
    RoundState: STATE,
    PlayerView: VIEW,
    **SCORES,
    RoundRecord: ROUND_RECORD,
    MatchRecord: MATCH_RECORD,
    SeatRecord: ACCOUNT,
}
"""Every value with a JSON form, by class or union."""

_MEMBERS: Final = {member: union for union in (Action, phases.Phase, events.Event) for member in get_args(union)}
_KNOWN: Final = ", ".join(sorted(each.__name__ for each in CODECS if isinstance(each, type)))


def to_dict(value: Any) -> Any:
    """The value as plain JSON: tables, lists, texts, whole numbers, true and false.

    Cards, sets of cards, melds and actions are texts, a rule set is its preset's name where it is
    one; all else is a table. States, views, matches and records are documents: they name their
    format and its version.

    Raises:
        RecordError: If the value is of a class without a JSON form.

    Examples:
        >>> from ginrules.melds.meld import Meld
        >>> to_dict(Meld.parse("7h 8h 9h"))
        '7h 8h 9h'
        >>> from ginrules.play.phases import DrawTurn
        >>> to_dict(DrawTurn(1))
        {'kind': 'draw-turn', 'seat': 1}
    """
    return _codec_of(type(value)).write(value)


@overload
def from_dict(cls: type[Value], data: Any) -> Value: ...
@overload
def from_dict(cls: Any, data: Any) -> Any: ...
def from_dict(cls: Any, data: Any) -> Any:
    """The value of this class, or union, that the JSON says; the inverse of `to_dict`.

    Nothing is guessed ("7" is no 7, unknown names are faults), and everything is checked: a
    state has every card once, counts that fit its phase and melds that fit its rules; a match
    is folded again; a record is replayed.

    Raises:
        RecordError: If anything is wrong; ``problems`` holds every fault with its path.

    Examples:
        >>> from ginrules.play.actions import Action, Discard
        >>> from_dict(Action, "discard 7h"), from_dict(Discard, "discard 7h")
        (Discard(card=Card.parse('7h')), Discard(card=Card.parse('7h')))
    """
    at = At()
    value = _codec_of(cls).read(data, at)
    name = getattr(cls, "__name__", "value")
    if not isinstance(value, Bad) and not isinstance(cls, types.UnionType) and not isinstance(value, cls):
        at.fault(f"is a {type(value).__name__}, not a {name}")
    if at.faults:
        raise refusal(at.faults, f"this {name}")
    return value


def _codec_of(cls: Any) -> Codec:
    found = CODECS.get(cls) or CODECS.get(_MEMBERS.get(cls)) if isinstance(cls, Hashable) else None
    if found is None:
        name = getattr(cls, "__name__", shown(cls))
        raise RecordError(f"{name} has no JSON form; these have: {_KNOWN}", cls=name)
    return found
