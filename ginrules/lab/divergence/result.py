"""What `diverge` found, as values that tell themselves in a sentence."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Literal

import attrs

from ginrules.cards import Card, CardSet
from ginrules.lab.divergence.lockstep import Kind
from ginrules.play.actions import (
    Action,
    Decline,
    Discard,
    Done,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.rules.diff import RuleChange
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore

if TYPE_CHECKING:
    from ginrules.records.round import RoundRecord

MatchKind = Literal["players", "seating", "end", "settlement"]
"""What two matches disagree in: how many may play, who sits and deals next, whether the match is
over (and who has won), or what it is worth."""

_MOST_TOLD = 6


@attrs.frozen(kw_only=True)
class RoundDivergence:
    """A round on which two rule sets disagree; as small a one as the search found.

    Attributes:
        a: The first rule set.
        b: The second.
        changes: The rules that differ.
        beyond: Those of them that no single round can show.
        kind: What the rounds disagree in.
        order: The pack as dealt, first card first.
        dealer: The dealer's seat.
        seats: How many seats play.
        knock_card: The card of the second pack, where a rule set uses one.
        actions: What is played under both before they disagree.
        states: The states then, under the first and under the second.
        only_a: Actions that are legal then under the first alone.
        only_b: Actions that are legal then under the second alone.
    """

    a: RuleSet
    b: RuleSet
    changes: tuple[RuleChange, ...]
    beyond: tuple[RuleChange, ...]
    kind: Kind
    order: tuple[Card, ...]
    dealer: int
    seats: int
    knock_card: Card | None
    actions: tuple[Action, ...]
    states: tuple[RoundState, RoundState] = attrs.field(repr=False)
    only_a: tuple[Action, ...] = ()
    only_b: tuple[Action, ...] = ()

    @property
    def scores(self) -> tuple[RoundScore | None, RoundScore | None]:
        """What the round pays under each, None where it is not over."""
        return _score(self.states[0]), _score(self.states[1])

    def record(self, rules: RuleSet | None = None) -> "RoundRecord":
        """The round as a record, up to where the rule sets disagree.

        Args:
            rules: The rule set to play it under, one of the two; the first if left out.
        """
        from ginrules.records.round import RoundRecord  # noqa: PLC0415 - records are read when asked for

        chosen = self.a if rules is None else rules
        knock_card = self.knock_card if chosen.knock_source == "knock-card" else None
        return RoundRecord(
            chosen, self.order, dealer=self.dealer, seats=self.seats, knock_card=knock_card,
            actions=self.actions, comment=str(self),
        )  # fmt: skip

    def __str__(self) -> str:
        beyond = f"; not to be seen in a round: {_names(self.beyond)}" if self.beyond else ""
        return f"{self._when()}{self._what()}{beyond}"

    def _when(self) -> str:
        number = len(self.actions)
        if not number:
            return "at once "
        if number > _MOST_TOLD:
            return f"after {number} actions, the last of them {told_action(self.actions[-1])}, "
        *before, last = map(told_action, self.actions)
        return f"after {', '.join(before)} and {last}, " if before else f"after {last}, "

    def _what(self) -> str:
        a, b = told_names(self.a, self.b)
        x, y = self.states
        match self.kind:
            case "deal":
                return f"the hands differ: {_sizes(x)} cards under {a}, {_sizes(y)} under {b}"
            case "end":
                return f"{_standing(x)} under {a}, {_standing(y)} under {b}"
            case "turn":
                return f"{_standing(x)} under {a}, {_standing(y)} under {b}"
            case "legal":
                return self._legal(a, b)
            case "outcome":
                return f"the round ends as {_facts(x.outcome)} under {a}, as {_facts(y.outcome)} under {b}"
            case "points":
                return f"the round pays {_paid(self.scores[0])} under {a}, {_paid(self.scores[1])} under {b}"

    def _legal(self, a: str, b: str) -> str:
        told = [
            f"{_listed(actions, self.states[side])} legal under {one} and not under {other}"
            for actions, one, other, side in ((self.only_a, a, b, 0), (self.only_b, b, a, 1))
            if actions
        ]
        return " and ".join(told) + self._limits()

    def _limits(self) -> str:
        """The cards that set a limit, where a knock is in question."""
        if not any(isinstance(each, Knock) for each in (*self.only_a, *self.only_b)):
            return ""
        x, y = self.states
        cards = [f"upcard {told_card(x.upcard)}"] if x.upcard is not None else []
        cards += [f"knock card {told_card(each.knock_card)}" for each in self.states if each.knock_card is not None][:1]
        limits = [] if x.knock_limit == y.knock_limit else [f"limit {x.knock_limit} and {y.knock_limit}"]
        return ": " + ", ".join(cards + limits) if limits else ""


@attrs.frozen(kw_only=True)
class MatchDivergence:
    """Rounds that two rule sets play and price alike, and after which their matches disagree.

    Attributes:
        a: The first rule set.
        b: The second.
        changes: The rules that differ.
        kind: What the matches disagree in.
        players: How many players; 0 where no number fits both.
        results: The rounds' outcomes, by round and by table: the shortest list that was found.
        told_a: How the match stands then under the first.
        told_b: How it stands under the second.
    """

    a: RuleSet
    b: RuleSet
    changes: tuple[RuleChange, ...]
    kind: MatchKind
    players: int
    results: tuple[tuple[Outcome, ...], ...]
    told_a: str
    told_b: str

    def __str__(self) -> str:
        a, b = told_names(self.a, self.b)
        told = [" and ".join(map(_facts, tables)) for tables in self.results]
        runs = [(each, len(list(same))) for each, same in groupby(told)]
        rounds = "; ".join(f"{times} × {each}" if times > 1 else each for each, times in runs)
        number = len(self.results)
        when = f"after {number} round{'s' if number > 1 else ''} ({rounds}) " if number else "before the first round "
        return f"rounds are alike; {when}{self.told_a} under {a}, {self.told_b} under {b}"


@attrs.frozen(kw_only=True)
class Alike:
    """No round and no list of results was found on which two rule sets disagree; it counts as false.

    Attributes:
        a: The first rule set.
        b: The second.
        changes: The rules that differ; where there are none, the rule sets are equal for certain.
        deals: How many deals were looked at.
        lists: How many lists of results were looked at.
    """

    a: RuleSet
    b: RuleSet
    changes: tuple[RuleChange, ...]
    deals: int
    lists: int

    def __bool__(self) -> bool:
        return False

    @property
    def is_certain(self) -> bool:
        """Whether no rule differs, so that there is nothing to find."""
        return not self.changes

    def __str__(self) -> str:
        a, b = told_names(self.a, self.b)
        if self.is_certain:
            return f"{a} and {b} are equal: no rule differs"
        searched = f"{self.deals} deals and {self.lists} lists of results"
        return f"{a} and {b} are equal in effect as far as searched ({searched}), though {_names(self.changes)} differ"


Divergence = RoundDivergence | MatchDivergence | Alike
"""What `diverge` answers: `Alike` is false, the others are true."""


def told_names(a: RuleSet, b: RuleSet) -> tuple[str, str]:
    """What to call two rule sets: by their names where these tell them apart."""
    if a.name and b.name and a.name != b.name:
        return a.name, b.name
    return "the first", "the second"


def told_card(card: Card | None) -> str:
    """A card with its pip."""
    return "none" if card is None else f"{card.rank}{card.suit.symbol}"


def told_points(points: Iterable[int]) -> str:
    """Points (or boxes) by seat."""
    return " / ".join(map(str, points))


def told_action(action: Action) -> str:
    """An action in a sentence."""
    match action:
        case Discard(card):
            return f"discard {told_card(card)}"
        case Knock(card):
            return f"knock {told_card(card)}"
        case Spread(melds):
            return "spread " + (" / ".join(" ".join(map(told_card, meld.cards)) for meld in melds) or "nothing")
        case LayDown(meld):
            return "lay " + " ".join(map(told_card, meld.cards))
        case LayOff(card, onto):
            return f"lay off {told_card(card)} on {onto}"
        case ShuffleStock():
            return "shuffle"
        case _:
            return str(action)


def _listed(actions: tuple[Action, ...], state: RoundState) -> str:
    # a card taken that may go straight back tells more than what else may
    taken = getattr(state.phase, "taken", CardSet())
    first = next((each for each in actions if isinstance(each, Discard) and each.card in taken), actions[0])
    more = len(actions) - 1
    also = f" (and {more} more) are" if more else " is"
    return f"{_deed(first, state)}{also}"


def _deed(action: Action, state: RoundState) -> str:
    match action:
        case Knock(card):
            hand = state.hand_masks[state.turn or 0] if state.turn is not None else 0
            top = 1 << state.discard_pile[-1] if state.discard_pile and not hand >> card & 1 else 0
            left = state.setup.tables.deadwood((hand | top) & ~(1 << card))
            what = f"on {left}" if left else "for gin"
            return f"the knock {what} (throwing {told_card(card)})"
        case GoBigGin():
            return "big gin"
        case Done():
            return "ending the lay-offs"
        case Decline():
            return "declining"
        case TakeDiscard(count):
            return "taking the top of the pile" if count == 1 else f"taking {count} cards"
        case Discard(card):
            return f"throwing {told_card(card)}"
        case _:
            return told_action(action)


def _standing(state: RoundState) -> str:
    if state.outcome is not None:
        return f"the round is over ({_facts(state.outcome)})"
    return "the discards are to be shuffled" if state.turn is None else f"seat {state.turn} is to {state.phase.prompt}"


def _sizes(state: RoundState) -> str:
    return " and ".join(str(len(hand)) for hand in state.hands)


def _facts(outcome: Outcome | None) -> str:
    assert outcome is not None
    deadwood = told_points(outcome.deadwood)
    if outcome.declarer is None:
        reason = f", {outcome.reason}" if outcome.reason else ""
        return f"dead{reason}, deadwood {deadwood}"
    laid = f", laid {told_points(outcome.laid)}" if outcome.laid else ""
    return f"{outcome.ending} by seat {outcome.declarer}, deadwood {deadwood}{laid}"


def _score(state: RoundState) -> RoundScore | None:
    return None if state.outcome is None else price(state.outcome, state.rules)


def _paid(score: RoundScore | None) -> str:
    assert score is not None
    who = "nobody wins" if score.winner is None else f"seat {score.winner} wins"
    boxes = f", boxes {told_points(score.boxes)}" if any(score.boxes) else ""
    return f"{told_points(score.points)}{boxes} ({score.result}, {who})"


def _names(changes: tuple[RuleChange, ...]) -> str:
    return ", ".join(f"{change.section}.{change.name}" for change in changes)
