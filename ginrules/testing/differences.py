"""What two rule sets can disagree on, and the results of `diverge`, whose ``str`` is a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

import attrs

from ginrules._support.notebook import ShownAsSentence
from ginrules._support.printed import clean, html_text
from ginrules.cards import Card, CardSet, with_symbols
from ginrules.play.actions import Action, Discard, Knock, ShuffleStock, TakeDiscard
from ginrules.play.engine import legal_actions
from ginrules.play.outcome import WHY_DEAD, Outcome
from ginrules.play.state import RoundState
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RULES, RuleSet, rules_of
from ginrules.scoring.price import price_played
from ginrules.scoring.score import RoundScore

if TYPE_CHECKING:
    from ginrules.records.round import RoundRecord


Kind = Literal["deal", "end", "turn", "legal", "outcome", "points"]
"""The difference between two rounds: the cards dealt, whether the round is over, the seat to act
(or the phase), the legal actions, the facts of the end, or the points."""

Pair = tuple[RoundState, RoundState]

MatchKind = Literal["players", "seating", "end", "settlement"]
"""The difference between two matches: the possible numbers of players, the players and the dealer of the next
round, the end of the match (and its winner), or its settlement."""


def disagreement(pair: Pair) -> Kind | None:
    """Return the difference between two states after the same actions, or None if they agree."""
    x, y = pair
    if x.is_over != y.is_over:
        return "end"
    if x.outcome is not None and y.outcome is not None:
        return _end_difference(x.outcome, y.outcome, x.rules, y.rules)
    if x.hand_masks != y.hand_masks:  # while both rounds are in progress, only the deal can make the hands differ
        return "deal"
    if x.turn != y.turn or type(x.phase) is not type(y.phase):
        return "turn"
    of_x, of_y = legal_actions(x), legal_actions(y)
    if of_x != of_y and set(of_x) != set(of_y):
        return "legal"
    return None


def _end_difference(x: Outcome, y: Outcome, a: RuleSet, b: RuleSet) -> Kind | None:
    if _facts(x) != _facts(y):
        return "outcome"
    of_x, of_y = price_played(x, a), price_played(y, b)
    alike = (of_x.points, of_x.boxes, of_x.winner, of_x.net) == (of_y.points, of_y.boxes, of_y.winner, of_y.net)
    return None if alike else "points"


def _facts(outcome: Outcome) -> tuple[object, ...]:
    """Return the facts of a round without the cards that set the knock limit, which are part of the deal."""
    return outcome.declarer, outcome.ending, outcome.reason, outcome.deadwood, outcome.laid, outcome.factor


def names_in_sentence(a: RuleSet, b: RuleSet) -> tuple[str, str]:
    """Return the names of two rule sets, or "the first" and "the second" if the names are equal."""
    if a.name and b.name and a.name != b.name:
        return clean(a.name), clean(b.name)
    return "the first", "the second"


def format_changes(changes: Iterable[RuleChange]) -> str:
    """Return the names of changed rules, with their sections."""
    return ", ".join(f"{change.section}.{change.name}" for change in changes)


def format_cards(cards: Iterable[Card]) -> str:
    """Return cards with the symbols of their suits."""
    return " ".join(card.pretty for card in cards)


def format_points(points: Iterable[int]) -> str:
    """Return points or boxes by seat, as text."""
    return " / ".join(map(str, points))


def format_action(action: Action) -> str:
    """Return an action in words, for a list in a sentence."""
    return "shuffle" if isinstance(action, ShuffleStock) else with_symbols(str(action))


def format_options(actions: tuple[Action, ...], state: RoundState) -> str:
    """Return an action and the number of other actions, as the subject and verb of a sentence."""
    # a card just taken that can be discarded at once shows more than any other discard
    taken = getattr(state.phase, "taken", CardSet())
    first = next((action for action in actions if isinstance(action, Discard) and action.card in taken), actions[0])
    more = len(actions) - 1
    verb = f" (and {more} more) are" if more else " is"
    return f"{_noun(first, state)}{verb}"


_NOUNS: Final = {
    "done": "ending the lay-offs",
    "decline": "declining",
    "double": "doubling",
    "accept": "accepting the double",
    "refuse": "refusing the double",
}


def _noun(action: Action, state: RoundState) -> str:
    match action:
        case Knock(card):
            hand = state.hand_masks[state.turn or 0] if state.turn is not None else 0
            top = 1 << state.discard_pile[-1] if state.discard_pile and not hand >> card & 1 else 0
            left = state.setup.tables.deadwood((hand | top) & ~(1 << card))
            kind = f"on {left}" if left else "for gin"
            return f"the knock {kind} (discarding {card.pretty})"
        case TakeDiscard(count):
            return "taking the top of the pile" if count == 1 else f"taking {count} cards"
        case Discard(card):
            return f"discarding {card.pretty}"
        case _:
            return _NOUNS.get(str(action)) or format_action(action)


def format_state(state: RoundState) -> str:
    """Return the seat to act, or the end of the round, as a clause."""
    if state.outcome is not None:
        return f"the round is over ({format_outcome(state.outcome)})"
    return "the discards must be shuffled" if state.turn is None else f"seat {state.turn} must {state.phase.prompt}"


def format_outcome(outcome: Outcome) -> str:
    """Return the facts of the end of a round, as text."""
    deadwood = format_points(outcome.deadwood)
    if outcome.declarer is None:
        reason = f": {WHY_DEAD[outcome.reason]}" if outcome.reason else ""
        return f"nobody wins{reason}, deadwood {deadwood}"
    laid = f", laid {format_points(outcome.laid)}" if outcome.laid else ""
    factor = f", factor {outcome.factor}" if outcome.factor > 1 else ""
    if outcome.ending == "refused":
        return f"a double by seat {outcome.declarer} was refused, deadwood {deadwood}{factor}"
    return f"{outcome.ending.replace('-', ' ')} by seat {outcome.declarer}, deadwood {deadwood}{laid}{factor}"


def format_round(start: RoundState, end: RoundState, actions: Iterable[Action]) -> Iterator[str]:
    """Yield the cards of each seat, those that matter of the stock, and the actions."""
    for seat, hand in enumerate(start.hands):
        yield f"seat {seat}{' (dealer)' if seat == start.dealer else ''}: {format_cards(hand)}"
    turned = "" if start.upcard is None else f"upcard {start.upcard.pretty}; "
    second = "" if start.knock_card is None else f"; card of the second pack {start.knock_card.pretty}"
    on_top = start.stock[::-1][: max(1, len(start.stock) - len(end.stock))]
    yield f"{turned}stock, next first: {format_cards(on_top)}{second}"
    yield f"actions: {', '.join(map(format_action, actions)) or 'none'}"


def format_score(score: RoundScore) -> str:
    """Return a round's points, boxes and winner, as text."""
    winner = "nobody wins" if score.winner is None else f"seat {score.winner} wins"
    boxes = f", boxes {format_points(score.boxes)}" if any(score.boxes) else ""
    return f"{format_points(score.points)}{boxes} ({score.result.replace('-', ' ')}, {winner})"


def is_beyond_a_round(change: RuleChange) -> bool:
    """Return whether a rule concerns only matches, so that no single round can show it."""
    return RULES[change.name].affects in {"game", "match"}


_MOST_LISTED = 6


@attrs.frozen(kw_only=True, repr=False)
class _Compared(ShownAsSentence):
    a: RuleSet
    b: RuleSet
    partial: bool = False

    @property
    def changes(self) -> tuple[RuleChange, ...]:
        """The rules that differ."""
        return diff(self.a, self.b)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"


@attrs.frozen(kw_only=True, repr=False)
class RoundDivergence(_Compared):
    """The smallest round found on which two rule sets disagree.

    Attributes:
        a: The first rule set.
        b: The second rule set.
        kind: The difference between the rounds.
        order: The pack as dealt, first card first.
        dealer: The dealer's seat.
        seats: The number of seats.
        knock_card: The second pack's card, or None if no rule set uses a second pack.
        actions: The actions played under both rule sets before they disagree.
        states: The states after these actions, under the first rule set and under the second.
        partial: Whether the search was interrupted. A smaller round is then likely.
    """

    kind: Kind
    order: tuple[Card, ...]
    dealer: int
    seats: int
    knock_card: Card | None
    actions: tuple[Action, ...]
    states: Pair

    @property
    def beyond(self) -> tuple[RuleChange, ...]:
        """The changed rules that no single round can show."""
        return tuple(filter(is_beyond_a_round, self.changes))

    @property
    def only_a(self) -> tuple[Action, ...]:
        """Actions that are legal in the first state only, if that is the difference."""
        return self._legal_in_one(*self.states)

    @property
    def only_b(self) -> tuple[Action, ...]:
        """Actions that are legal in the second state only, if that is the difference."""
        return self._legal_in_one(*reversed(self.states))

    def _legal_in_one(self, one: RoundState, other: RoundState) -> tuple[Action, ...]:
        others = legal_actions(other)
        return tuple(action for action in legal_actions(one) if action not in others) if self.kind == "legal" else ()

    @property
    def scores(self) -> tuple[RoundScore | None, RoundScore | None]:
        """The round's score under each rule set, or None if the round is not over."""
        one, other = (
            None if state.outcome is None else price_played(state.outcome, state.rules) for state in self.states
        )
        return one, other

    def record(self, rules: RuleSet | str | None = None) -> RoundRecord:
        """Return the round as a record, up to the point of disagreement.

        Args:
            rules: Which of the two rule sets to play it under, or None for the first.
        """
        from ginrules.records.round import RoundRecord

        chosen = self.a if rules is None else rules_of(rules)
        knock_card = self.knock_card if chosen.knock_source == "knock-card" else None
        dealt = partial(RoundRecord, chosen, self.order, dealer=self.dealer, seats=self.seats, knock_card=knock_card)
        return dealt(actions=self.actions, comment=str(self))

    def _repr_html_(self) -> str:
        return f"<div><p>{html_text(str(self))}</p>{self.states[0]._repr_html_()}</div>"

    def __str__(self) -> str:
        beyond = f"; not visible in a round: {format_changes(self.beyond)}" if self.beyond else ""
        return f"{self._when()}{self._difference()}{beyond}"

    def _when(self) -> str:
        number = len(self.actions)
        if not number:
            return "at once "
        if number > _MOST_LISTED:
            return f"after {number} actions, the last of them {format_action(self.actions[-1])}, "
        *before, last = map(format_action, self.actions)
        return f"after {', '.join(before)} and {last}, " if before else f"after {last}, "

    def _difference(self) -> str:
        a, b = names_in_sentence(self.a, self.b)
        x, y = self.states
        match self.kind:
            case "deal":
                of_x, of_y = (" and ".join(str(len(hand)) for hand in state.hands) for state in self.states)
                return f"the hands differ: {of_x} cards under {a}, {of_y} under {b}"
            case "end" | "turn":
                return f"{format_state(x)} under {a}, {format_state(y)} under {b}"
            case "legal":
                return self._legal(a, b)
            case "outcome":
                one, other = (format_outcome(state.outcome) for state in self.states if state.outcome is not None)
                return f"the round ends as {one} under {a}, as {other} under {b}"
            case "points":
                one, other = (format_score(score) for score in self.scores if score is not None)
                return f"the round pays {one} under {a}, {other} under {b}"

    def _legal(self, a: str, b: str) -> str:
        clauses = [
            f"{format_options(actions, self.states[side])} legal under {one} and not under {other}"
            for actions, one, other, side in ((self.only_a, a, b, 0), (self.only_b, b, a, 1))
            if actions
        ]
        return " and ".join(clauses) + self._limits()

    def _limits(self) -> str:
        """Return the knock limits and the cards that set them, if a knock is legal under only one rule set."""
        if not any(isinstance(action, Knock) for action in (*self.only_a, *self.only_b)):
            return ""
        x, y = self.states
        cards = [f"upcard {x.upcard.pretty}"] if x.upcard is not None else []
        cards += [f"knock card {state.knock_card.pretty}" for state in self.states if state.knock_card is not None][:1]
        limits = [] if x.knock_limit == y.knock_limit else [f"limit {x.knock_limit} and {y.knock_limit}"]
        return ": " + ", ".join(cards + limits) if limits else ""


@attrs.frozen(kw_only=True, repr=False)
class MatchDivergence(_Compared):
    """A list of rounds that two rule sets play and price alike, but after which their matches disagree.

    Attributes:
        a: The first rule set.
        b: The second rule set.
        kind: The difference between the matches.
        players: The number of players, or 0 if no number fits both rule sets.
        results: The rounds' outcomes, by round and by table: the shortest list found.
        text_a: The match's state after these rounds under the first rule set, as a clause.
        text_b: The same state under the second rule set.
        partial: Whether the search was interrupted.
    """

    kind: MatchKind
    players: int
    results: tuple[tuple[Outcome, ...], ...]
    text_a: str
    text_b: str

    def __str__(self) -> str:
        a, b = names_in_sentence(self.a, self.b)
        texts = [" and ".join(map(format_outcome, tables)) for tables in self.results]
        runs = [(text, len(list(same))) for text, same in groupby(texts)]
        rounds = "; ".join(f"{times} × {text}" if times > 1 else text for text, times in runs)
        number = len(self.results)
        when = f"after {number} round{'s' if number > 1 else ''} ({rounds}) " if number else "before the first round "
        return f"rounds are alike; {when}{self.text_a} under {a}, {self.text_b} under {b}"


@attrs.frozen(kw_only=True, repr=False)
class Alike(_Compared):
    """A search's result when it found no disagreement between two rule sets, which counts as false.

    Attributes:
        a: The first rule set.
        b: The second rule set.
        deals: The number of deals tried.
        lists: The number of lists of results tried.
        partial: Whether the search was interrupted.
    """

    deals: int
    lists: int

    def __bool__(self) -> bool:
        return False

    @property
    def is_certain(self) -> bool:
        """Whether no rule differs, so that there is nothing to find."""
        return not self.changes

    def __str__(self) -> str:
        a, b = names_in_sentence(self.a, self.b)
        if self.is_certain:
            return f"{a} and {b} are equal: no rule differs"
        end = ", interrupted" if self.partial else ""
        searched = f"{self.deals} deals and {self.lists} lists of results{end}"
        differing = format_changes(self.changes)
        verb = "differs" if len(self.changes) == 1 else "differ"
        return f"{a} and {b} are equal in effect as far as searched ({searched}), though {differing} {verb}"


Divergence = RoundDivergence | MatchDivergence | Alike
"""The result of `diverge`: `Alike` is false, the others are true."""
