"""The conformance suite's documents: a question about the rules, and the answer that the library gives.

A release has them for every preset. An engine in another language is checked with them, without this library.
*Records* says what each name holds.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from ginrules._support.values import Value
from ginrules.cards import Card, CardSet
from ginrules.match.settlement import Settlement
from ginrules.match.state import MatchState
from ginrules.melds.meld import Arrangement, Meld
from ginrules.play.actions import Action
from ginrules.play.defence import Defence
from ginrules.play.outcome import Outcome
from ginrules.play.view import PlayerView
from ginrules.records.documents.registry import VERSION, fields_of, to_dict, write_only
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore


@attrs.frozen
class Refused(Value):
    """An action that is refused, as its text, and the refusal's code."""

    action: str
    code: str


@attrs.frozen
class Step(Value):
    """A position of a round, and the action played in it. There is no turn while the cards are shuffled."""

    action: Action
    turn: int | None = None
    legal: tuple[Action, ...] = ()
    refused: tuple[Refused, ...] = ()
    views: tuple[PlayerView, ...] = ()


@attrs.frozen(kw_only=True)
class RoundVector(Value):
    """A round, with the legal actions of each position, the facts of its end and their price."""

    rules: RuleSet
    seats: int
    dealer: int
    order: tuple[Card, ...]
    knock_card: Card | None = None
    steps: tuple[Step, ...] = ()
    outcome: Outcome
    score: RoundScore


@attrs.frozen(kw_only=True)
class HandVector(Value):
    """A hand, with its best arrangement, and the best defence of its holder if melds have been spread.

    ``within`` counts the arrangements that leave no more than the knock limit of the rules.
    """

    rules: RuleSet
    hand: CardSet
    arrangement: Arrangement
    within: int
    spread: tuple[Meld, ...] = ()
    defence: Defence | None = None


@attrs.frozen(kw_only=True)
class MatchVector(Value):
    """A match, with the tables and the points of its columns for every round, and its settlement."""

    match: MatchState
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    points: tuple[tuple[tuple[int, ...], ...], ...]
    settlement: Settlement


@attrs.frozen(kw_only=True)
class TextVector(Value):
    """A text that should be a card, cards or an action, and its usual text. None if it is refused."""

    kind: str
    text: str
    reading: str | None = None


@attrs.frozen(kw_only=True)
class VectorCoverage(Value):
    """The last line of a rule set's vectors: what they reach, and what the search has not reached."""

    rules: RuleSet
    looked: int
    reached: tuple[str, ...]
    impossible: tuple[str, ...]
    not_reached: tuple[str, ...]


FORMATS: Final = {
    RoundVector: "ginrules/round-vector",
    HandVector: "ginrules/hand-vector",
    MatchVector: "ginrules/match-vector",
    TextVector: "ginrules/text-vector",
    VectorCoverage: "ginrules/vector-coverage",
}

write_only(Refused)
_STEP: Final = fields_of(Step)
write_only(Step, {name: _STEP[name] for name in ("turn", "legal", "refused", "views", "action")})
for vector in FORMATS:
    write_only(vector)


def document(vector: Any) -> dict[str, Any]:
    """Return a vector as a document. Its format is not in the schema of the library, which does not read it."""
    return {"format": FORMATS[type(vector)], "version": VERSION, **to_dict(vector)}
