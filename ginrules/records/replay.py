"""A written round's replay: all of it, or as far as it is valid."""

from __future__ import annotations

from typing import NamedTuple

from ginrules.errors import RecordError
from ginrules.play.actions import Action
from ginrules.play.state import RoundState
from ginrules.records.documents.problems import BAD, At, Bad, refusal
from ginrules.records.documents.registry import body
from ginrules.records.documents.texts import Text, parse
from ginrules.records.round import RoundRecord, read_round


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

    def __copy__(self) -> Replay:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Replay:
        return self


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
