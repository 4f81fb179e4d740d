"""Two rule sets played in lockstep: the same deal and the same actions, until they disagree."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal

import attrs

from ginrules.cards import CARDS, Card
from ginrules.play.actions import Action, Knock, LayDown, LayOff, ShuffleStock, Spread
from ginrules.play.deal import deal
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

Kind = Literal["deal", "end", "turn", "legal", "outcome", "points"]
"""The difference between two rounds: the cards dealt, whether the round is over, the seat to act
(or the phase), the legal actions, the facts of the end, or the points."""

Pair = tuple[RoundState, RoundState]

MOST_PLIES: Final = 3_000
"""Limit on the actions of a round, which is then abandoned."""


@attrs.frozen
class Layout:
    """A deal as the cards of each seat, so that single cards can be exchanged.

    Attributes:
        hands: The cards of each seat, as masks.
        rest: The upcard, if the rules have an upcard, and the stock, first card first.
        knock_card: The second pack's card, if it sets the knock limit.
    """

    hands: tuple[int, ...]
    rest: tuple[int, ...]
    knock_card: int

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def dealer(self) -> int:
        """The dealer's seat: the last, so that seat 0 begins."""
        return self.seats - 1

    @property
    def order(self) -> tuple[Card, ...]:
        """The pack as dealt, card by card from seat 0 on, with the additional cards of uneven hands last."""
        hands = [ascending(hand) for hand in self.hands]
        longest = max(map(len, hands))
        dealt = [hand[place] for place in range(longest) for hand in hands if place < len(hand)]
        return tuple(CARDS[card] for card in (*dealt, *self.rest))

    def start(self, rules: RuleSet) -> RoundState:
        """Return the first state under these rules."""
        knock_card = CARDS[self.knock_card] if rules.knock_source == "knock-card" else None
        return deal(rules, self.order, dealer=self.dealer, seats=self.seats, knock_card=knock_card)


@attrs.frozen
class Lockstep:
    """Two rounds with the same deal, after the same actions.

    Attributes:
        layout: The deal.
        actions: The actions so far, legal under both rule sets.
        states: The current states, under the first rule set and under the second.
        kind: The difference between the states. None while they agree.
    """

    layout: Layout
    actions: tuple[Action, ...]
    states: Pair = attrs.field(eq=False, repr=False)
    kind: Kind | None


def ascending(cards: int) -> list[int]:
    """Return the numbers of the cards of a mask, ascending."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def start_pair(a: RuleSet, b: RuleSet, layout: Layout) -> Pair:
    """Return the first states of a deal under both rule sets."""
    return layout.start(a), layout.start(b)


def options(pair: Pair) -> tuple[Action, ...]:
    """Return the legal actions of the first state, including a shuffle, or none if the round is over."""
    state = pair[0]
    return (_shuffle(state),) if isinstance(state.phase, Reshuffle) else legal_actions(state)


def step(pair: Pair, action: Action) -> Pair:
    """Return both states after the action, a shuffle always with the cards in ascending order."""
    if isinstance(action, ShuffleStock):
        action = _shuffle(pair[0])
    return apply(pair[0], action), apply(pair[1], action)


def _shuffle(state: RoundState) -> ShuffleStock:
    return ShuffleStock(sorted(state.discards[:-1]))


def disagreement(pair: Pair) -> Kind | None:
    """Return the difference between two states after the same actions, or None if they agree."""
    x, y = pair
    if x.is_over != y.is_over:
        return "end"
    if x.outcome is not None and y.outcome is not None:
        return _at_the_end(x.outcome, y.outcome, x.rules, y.rules)
    if x.hand_masks != y.hand_masks:  # while both rounds are in progress, only the deal can make the hands differ
        return "deal"
    if x.turn != y.turn or type(x.phase) is not type(y.phase):
        return "turn"
    of_x, of_y = legal_actions(x), legal_actions(y)
    if of_x != of_y and set(of_x) != set(of_y):
        return "legal"
    return None


def _at_the_end(x: Outcome, y: Outcome, a: RuleSet, b: RuleSet) -> Kind | None:
    if _facts(x) != _facts(y):
        return "outcome"
    of_x, of_y = price(x, a), price(y, b)
    alike = (of_x.points, of_x.boxes, of_x.winner, of_x.net) == (of_y.points, of_y.boxes, of_y.winner, of_y.net)
    return None if alike else "points"


def _facts(outcome: Outcome) -> tuple[object, ...]:
    """Return the facts of a round without the cards that set the knock limit, which are part of the deal."""
    return outcome.declarer, outcome.ending, outcome.reason, outcome.deadwood, outcome.laid, outcome.factor


def play(
    a: RuleSet, b: RuleSet, layout: Layout, choose: Callable[[Pair], Action | None], most: int = MOST_PLIES
) -> Lockstep | None:
    """Play both rounds until they disagree.

    Args:
        a: The first rule set.
        b: The second rule set.
        layout: The deal.
        choose: Chooses the next action. None ends the search.
        most: Limit on the number of actions.

    Returns:
        The rounds at their first disagreement. None if they agree to the end.
    """
    pair = start_pair(a, b, layout)
    actions: list[Action] = []
    kind = disagreement(pair)
    while kind is None:
        action = choose(pair) if len(actions) < most else None
        if action is None:
            return None
        pair = step(pair, action)
        actions.append(action)
        kind = disagreement(pair)
    return Lockstep(layout, tuple(actions), pair, kind)


def replay(a: RuleSet, b: RuleSet, layout: Layout, actions: Iterable[Action]) -> Lockstep | None:
    """Return the first disagreement while these actions are played, or None.

    An action that is not legal is replaced by a similar legal action, if possible.
    """
    remaining = iter(actions)

    def choose(pair: Pair) -> Action | None:
        action = next(remaining, None)
        return None if action is None else _similar(action, options(pair))

    return play(a, b, layout, choose)


def _similar(action: Action, legal: tuple[Action, ...]) -> Action | None:
    if action in legal:
        return action
    similar = [other for other in legal if type(other) is type(action)]
    if not similar:
        return None
    if isinstance(action, Spread):
        return max(similar, key=cards_laid)
    return similar[-1] if isinstance(action, Knock) else similar[0]


def pairs_along(a: RuleSet, b: RuleSet, layout: Layout, actions: Iterable[Action]) -> Iterator[Pair]:
    """Yield the states before the first of these actions, and after each action."""
    pair = start_pair(a, b, layout)
    yield pair
    for action in actions:
        pair = step(pair, action)
        yield pair


def breadth_first(
    a: RuleSet,
    b: RuleSet,
    layout: Layout,
    branches: Callable[[Pair], Sequence[Action]],
    *,
    depth: int,
    nodes: int | None = None,
) -> Iterator[Lockstep]:
    """Yield the rounds that can be reached, in order of the number of actions. A disagreement ends its branch.

    Args:
        a: The first rule set.
        b: The second rule set.
        layout: The deal.
        branches: The actions to try in a pair of states.
        depth: Limit on the number of actions.
        nodes: Limit on the actions tried, after which no other pair of states is expanded.
    """
    pair = start_pair(a, b, layout)
    root = Lockstep(layout, (), pair, disagreement(pair))
    yield root
    waiting = deque([] if root.kind else [root])
    tried = 0
    while waiting and (nodes is None or tried < nodes):
        before = waiting.popleft()
        if len(before.actions) >= depth:
            return
        for action in branches(before.states):
            tried += 1
            pair = step(before.states, action)
            after = Lockstep(layout, (*before.actions, action), pair, disagreement(pair))
            yield after
            if after.kind is None and not pair[0].is_over:
                waiting.append(after)


def cards_laid(action: Action) -> int:
    """Return the number of cards that an action puts on the table."""
    match action:
        case Spread(melds):
            return sum(len(meld.cards) for meld in melds)
        case LayDown(meld):
            return len(meld.cards)
        case LayOff():
            return 1
        case _:
            return 0
