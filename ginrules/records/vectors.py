"""The conformance suite's documents: a question about the rules, and the answer that the library gives.

A release has them for every preset. An engine in another language is checked with them, without this library.
"""

from __future__ import annotations

from typing import Final

import attrs

from ginrules._support.bounds import MATCH_ROUNDS
from ginrules._support.values import Value
from ginrules.cards import Card, CardSet
from ginrules.match.settlement import Settlement
from ginrules.match.state import MatchState
from ginrules.melds.meld import Arrangement, Meld
from ginrules.play.actions import Action
from ginrules.play.defence import Defence
from ginrules.play.outcome import Outcome
from ginrules.play.view import PlayerView
from ginrules.records.documents.json_forms import PILE, Optional, choice, listed, text
from ginrules.records.documents.registry import SEAT, SUMS, derived, register
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore

_MOST_STEPS: Final = 10_000
_LONGEST: Final = 1_000


@attrs.frozen
class Refused(Value):
    """An action that is refused.

    Attributes:
        action: Its text.
        code: The refusal's code, such as ``not-in-hand``.
    """

    action: str
    code: str


@attrs.frozen
class Step(Value):
    """A position of a round, and the action played in it.

    Attributes:
        action: The action.
        turn: The seat that acts. None if the cards are shuffled.
        legal: Every legal action. Empty if the cards are shuffled.
        refused: Some illegal actions.
        views: The view of each seat. Empty unless asked for.
    """

    action: Action
    turn: int | None = None
    legal: tuple[Action, ...] = ()
    refused: tuple[Refused, ...] = ()
    views: tuple[PlayerView, ...] = ()


@attrs.frozen(kw_only=True)
class RoundVector(Value):
    """A round, with the legal actions of each position, the facts of its end and their price.

    Attributes:
        rules: The rules.
        seats: How many seats are at the table.
        dealer: The seat that deals.
        order: The shuffled pack, the first card dealt first.
        knock_card: The second pack's card, in rules with a second pack.
        steps: The positions.
        outcome: The facts at the end.
        score: Their price.
    """

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

    Attributes:
        rules: The rules.
        hand: The cards.
        arrangement: An arrangement with the least deadwood. Others can have the same.
        within: How many arrangements leave no more than the knock limit of the rules.
        spread: The knocker's melds, if the holder defends.
        defence: The best defence against them.
    """

    rules: RuleSet
    hand: CardSet
    arrangement: Arrangement
    within: int
    spread: tuple[Meld, ...] = ()
    defence: Defence | None = None


@attrs.frozen(kw_only=True)
class MatchVector(Value):
    """A match, with its points after every round and its settlement.

    Attributes:
        match: The match: the results entered, their scores, its winners and whether it is over.
        tables: For each round, the players of each table in their seats, the player who acts first before the others.
        points: For each round, the points of each column after it, by side.
        settlement: Who owes how much.
    """

    match: MatchState
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    points: tuple[tuple[tuple[int, ...], ...], ...]
    settlement: Settlement


@attrs.frozen(kw_only=True)
class TextVector(Value):
    """A text, and its reading.

    Attributes:
        kind: The kind of value that the text should be: ``card``, ``cards`` or ``action``.
        text: The text.
        reading: The usual text of the value that is read. None if the text is refused.
    """

    kind: str
    text: str
    reading: str | None = None


@attrs.frozen(kw_only=True)
class VectorCoverage(Value):
    """The last line of a rule set's vectors: what they reach, and what the search has not reached.

    Attributes:
        rules: The rules.
        looked: How many rounds were played in search of something new.
        reached: Names such as ``ending: gin``. ``rule: tie`` means that another value of ``tie`` changes an answer.
        impossible: Those that the rules exclude.
        not_reached: The others. No round of the search has reached them.
    """

    rules: RuleSet
    looked: int
    reached: tuple[str, ...]
    impossible: tuple[str, ...]
    not_reached: tuple[str, ...]


_BY_ROUND: Final = listed(listed(SUMS, most=MATCH_ROUNDS), most=MATCH_ROUNDS)
_NAMES: Final = listed(text(200), most=_MOST_STEPS)

_REFUSED: Final = register(Refused, derived(Refused, {"action": text(_LONGEST), "code": text(100)}))
_STEP: Final = register(
    Step,
    derived(
        Step,
        {"turn": Optional(SEAT), "refused": Optional(listed(_REFUSED, most=100), ())},
        order="turn legal refused views action",
    ),
)
register(
    RoundVector,
    derived(RoundVector, {"order": PILE, "steps": listed(_STEP, most=_MOST_STEPS)}),
    "ginrules/round-vector",
)
register(HandVector, derived(HandVector), "ginrules/hand-vector")
register(
    MatchVector,
    derived(MatchVector, {"tables": _BY_ROUND, "points": _BY_ROUND}),
    "ginrules/match-vector",
)
register(
    TextVector,
    derived(
        TextVector,
        {"kind": choice(("card", "cards", "action")), "text": text(_LONGEST), "reading": Optional(text(_LONGEST))},
    ),
    "ginrules/text-vector",
)
register(
    VectorCoverage,
    derived(VectorCoverage, {"reached": _NAMES, "impossible": _NAMES, "not_reached": _NAMES}),
    "ginrules/vector-coverage",
)
