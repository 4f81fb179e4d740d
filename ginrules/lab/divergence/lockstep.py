"""Two rule sets played side by side: the same deal, the same actions, until they disagree."""

from collections.abc import Iterable, Iterator
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
"""What two rounds disagree in: the cards dealt, whether the round is over, who is to act (or in
which phase), what is legal, the facts of the end, or what they pay."""

Pair = tuple[RoundState, RoundState]

MOST_PLIES: Final = 3_000
"""Actions after which a walk is given up."""


@attrs.frozen
class Shape:
    """A deal by what it gives to whom, so that single cards can be exchanged.

    Attributes:
        hands: Each seat's cards, as masks.
        rest: The upcard (where there is one) and the stock, first card first.
        knock_card: The card of the second pack, for rules whose limit it sets.
    """

    hands: tuple[int, ...]
    rest: tuple[int, ...]
    knock_card: int

    @property
    def seats(self) -> int:
        """How many seats are dealt to."""
        return len(self.hands)

    @property
    def dealer(self) -> int:
        """The dealer's seat: the last, so that seat 0 begins."""
        return self.seats - 1

    @property
    def order(self) -> tuple[Card, ...]:
        """The pack as dealt: one card at a time from seat 0 on; cards left over when hands are uneven come last."""
        hands = [ascending(hand) for hand in self.hands]
        longest = max(map(len, hands))
        dealt = [hand[place] for place in range(longest) for hand in hands if place < len(hand)]
        return tuple(CARDS[card] for card in (*dealt, *self.rest))

    def start(self, rules: RuleSet) -> RoundState:
        """The first state under these rules."""
        knock_card = CARDS[self.knock_card] if rules.knock_source == "knock-card" else None
        return deal(rules, self.order, dealer=self.dealer, seats=self.seats, knock_card=knock_card)


@attrs.frozen
class Found:
    """A round on which two rule sets disagree.

    Attributes:
        shape: The deal.
        actions: What is played, legal under both, until they disagree.
        kind: What they disagree in.
        states: The states then, the first rule set's first.
    """

    shape: Shape
    actions: tuple[Action, ...]
    kind: Kind
    states: Pair = attrs.field(eq=False, repr=False)


def ascending(cards: int) -> list[int]:
    """The numbers of the cards of a mask, ascending."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def starts(a: RuleSet, b: RuleSet, shape: Shape) -> Pair:
    """The first states of a deal under both."""
    return shape.start(a), shape.start(b)


def disagreement(pair: Pair) -> Kind | None:
    """What these two states, reached by the same actions, disagree in; None if in nothing."""
    x, y = pair
    if x.is_over != y.is_over:
        return "end"
    if x.outcome is not None and y.outcome is not None:
        return _at_the_end(x.outcome, y.outcome, x.rules, y.rules)
    if x.hand_masks != y.hand_masks:  # only a deal can part them while both go on
        return "deal"
    if x.turn != y.turn or type(x.phase) is not type(y.phase):
        return "turn"
    of_x, of_y = legal_actions(x), legal_actions(y)
    if of_x != of_y and set(of_x) != set(of_y):
        return "legal"
    return None


def _at_the_end(x: Outcome, y: Outcome, a: RuleSet, b: RuleSet) -> Kind | None:
    if facts_of(x) != facts_of(y):
        return "outcome"
    of_x, of_y = price(x, a), price(y, b)
    alike = (of_x.points, of_x.boxes, of_x.winner, of_x.net) == (of_y.points, of_y.boxes, of_y.winner, of_y.net)
    return None if alike else "points"


def facts_of(outcome: Outcome) -> tuple[object, ...]:
    """What happened in a round, without the cards that set the limit, which are part of the deal."""
    return outcome.declarer, outcome.ending, outcome.reason, outcome.deadwood, outcome.laid


def chance_of(state: RoundState) -> ShuffleStock:
    """The shuffle that is due, in the simplest order: ascending."""
    return ShuffleStock(sorted(state.discards[:-1]))


def options(pair: Pair) -> tuple[Action, ...]:
    """What can be played under both, chance included; nothing when the round is over."""
    state = pair[0]
    return (chance_of(state),) if isinstance(state.phase, Reshuffle) else legal_actions(state)


def both(pair: Pair, action: Action) -> Pair:
    """Both states after the action."""
    return apply(pair[0], action), apply(pair[1], action)


def replay(a: RuleSet, b: RuleSet, shape: Shape, actions: Iterable[Action]) -> Found | None:
    """The first disagreement on the way of these actions, or None.

    An action that is not legal here is replaced by a like one, if there is one.
    """
    pair = starts(a, b, shape)
    done: list[Action] = []
    kind = disagreement(pair)
    waiting = iter(actions)
    while kind is None:
        wanted = next(waiting, None)
        if wanted is None:
            return None
        action = _like(wanted, options(pair))
        if action is None:
            return None
        pair = both(pair, action)
        done.append(action)
        kind = disagreement(pair)
    return Found(shape, tuple(done), kind, pair)


def _like(wanted: Action, legal: tuple[Action, ...]) -> Action | None:
    if wanted in legal:
        return wanted
    like = [each for each in legal if type(each) is type(wanted)]
    if not like:
        return None
    if isinstance(wanted, Spread):
        return max(like, key=melded)
    return like[-1] if isinstance(wanted, Knock) else like[0]


def melded(action: Action) -> int:
    """How many cards an action puts on the table."""
    match action:
        case Spread(melds):
            return sum(len(meld.cards) for meld in melds)
        case LayDown(meld):
            return len(meld.cards)
        case LayOff():
            return 1
        case _:
            return 0


def walked(a: RuleSet, b: RuleSet, shape: Shape, actions: Iterator[Action], most: int) -> Found | None:
    """As `replay`, given up after so many actions."""
    return replay(a, b, shape, (action for _, action in zip(range(most), actions, strict=False)))
