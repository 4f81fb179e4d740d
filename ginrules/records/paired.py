"""Two rule sets played in lockstep: the same deal and the same actions, until they disagree."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Final, Literal

import attrs

from ginrules.cards import CARDS, Card
from ginrules.match.advance import add_round, new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, Table
from ginrules.play.actions import Action, Knock, LayDown, LayOff, ShuffleStock, Spread
from ginrules.play.deal import deal
from ginrules.play.engine import apply, legal_actions
from ginrules.play.outcome import Ending, Outcome
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import team_size
from ginrules.scoring.limits import limits_of
from ginrules.scoring.price import price_played

Kind = Literal["deal", "end", "turn", "legal", "outcome", "points"]
"""The difference between two rounds: the cards dealt, whether the round is over, the seat to act
(or the phase), the legal actions, the facts of the end, or the points."""

Pair = tuple[RoundState, RoundState]

MOST_PLIES: Final = 3_000
"""Limit on the actions of a round, which is then abandoned."""


@attrs.frozen
class Layout:
    """A deal as the cards of each seat, as masks, and the rest in order, so that single cards can be exchanged."""

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
class PairedRound:
    """Two rounds with the same deal, after the same actions, legal in both. They agree while there is no ``kind``."""

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


def play(
    a: RuleSet, b: RuleSet, layout: Layout, choose: Callable[[Pair], Action | None], most: int = MOST_PLIES
) -> PairedRound | None:
    """Play both rounds until they disagree."""
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
    return PairedRound(layout, tuple(actions), pair, kind)


def replay(a: RuleSet, b: RuleSet, layout: Layout, actions: Iterable[Action]) -> PairedRound | None:
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
) -> Iterator[PairedRound]:
    """Yield the rounds that can be reached, in order of the number of actions. A disagreement ends its branch."""
    pair = start_pair(a, b, layout)
    root = PairedRound(layout, (), pair, disagreement(pair))
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
            after = PairedRound(layout, (*before.actions, action), pair, disagreement(pair))
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


_CARD: Final = Card.parse("2c")
_SMALL_WINS: Final = (0, 1, 2, 3, 5, 8, 12)
_LARGE_WINS: Final = 4

MOST_LEAD: Final = 97
"""Limit on the lead, in points: ten cards without a meld hold at most 98, and the winner keeps at least 1."""

MORE_ROUNDS: Final = 40
"""The last result of a list is repeated for this number of rounds at most, until the match is over."""

MatchKind = Literal["players", "seating", "end", "settlement"]
"""The difference between two matches: the possible numbers of players, the players and the dealer of the next
round, the end of the match (and its winner), or its settlement."""

Tables = tuple[Outcome, ...]
"""The outcomes of a round, by table."""


@attrs.frozen
class SideResult:
    """A round of a list: the side that wins (None for a drawn round), and the losers' deadwood less the winner's."""

    side: int | None
    lead: int = 0


SideResults = tuple[SideResult, ...]


def outcomes_of(match: MatchState, *results: SideResult) -> Tables | None:
    """Return the simplest facts of the next round, by table, or None if it cannot be played."""
    if match.is_over:
        return None
    by_table = (*results, *[results[-1]] * len(match.due))
    pairs = zip(match.due, by_table, strict=False)
    tables = tuple(one for table, result in pairs if (one := _outcome(match, table, result)) is not None)
    return tables if len(tables) == len(match.due) else None


def _outcome(match: MatchState, table: Table, result: SideResult) -> Outcome | None:
    """Return the simplest facts with which this side wins this table by this lead."""
    rules = match.rules
    seats = len(table.players)
    upcard = _CARD if rules.opening in {"upcard-offer", "open-card"} else None
    knock_card = _CARD if rules.knock_source == "knock-card" else None
    if result.side is None:
        return Outcome(declarer=None, deadwood=(20,) * seats, reason="stock", upcard=upcard, knock_card=knock_card)
    winners = [seat for seat, player in enumerate(table.players) if player in match.sides[result.side]]
    if not winners:
        return None
    winner = winners[0]
    left = 1 if rules.knock_limit and not rules.open_melds else 0
    limits = limits_of(rules, seats)
    if left + result.lead > limits.deadwood or (seats - 1) * (left + result.lead) + left > limits.deadwood_of_all:
        return None
    ending: Ending = "knock" if left else "out" if rules.open_melds else "gin"
    return Outcome(
        declarer=winner,
        deadwood=tuple(left if seat == winner else left + result.lead for seat in range(seats)),
        ending=ending,
        laid=[30 if seat == winner else 0 for seat in range(seats)] if rules.open_melds else (),
        upcard=upcard,
        knock_card=knock_card,
    )


def add_both(one: MatchState, other: MatchState, tables: Tables) -> tuple[MatchState, MatchState] | None:
    """Return both matches with another round, or None if the two rule sets price it differently."""
    after = add_round(one, *tables), add_round(other, *tables)
    prices = [[price_played(outcome, match.rules) for outcome in tables] for match in (one, other)]
    return None if prices[0] != prices[1] else after


def match_disagreement(one: MatchState, other: MatchState) -> MatchKind | None:
    """Return the difference between two matches with the same results, or None if they agree."""
    if (one.is_over, one.winners) != (other.is_over, other.winners):
        return "end"
    if one.sides != other.sides or one.due != other.due:
        return "seating"
    return None if _settlement_facts(one) == _settlement_facts(other) else "settlement"


def _settlement_facts(match: MatchState) -> tuple[object, ...]:
    settlement = settle(match)
    return settlement.totals, settlement.net, settlement.payments, settlement.winners


def with_margin(rules: RuleSet, players: int, margin: int) -> Iterator[SideResults]:
    """Yield lists after which side 0 is ahead by this margin of the totals in the first game, if there are any.

    One lead is worked out. The last result is repeated.
    """
    for low, listed in _with_one_lead((rules.target_for(team_size(rules.seating, players)) - 1) % MOST_LEAD + 1):
        by_one, by_two = (_margin(rules, players, listed(lead)) for lead in (low, low + 1))
        if by_one is None or by_two is None or by_one == by_two:
            continue
        steps, rest = divmod(margin - by_one, by_two - by_one)
        if not rest and 1 <= low + steps <= MOST_LEAD:
            yield listed(low + steps)


def _with_one_lead(first: int) -> Iterator[tuple[int, Callable[[int], SideResults]]]:
    """Yield a usual lead and lists with a lead to be filled in: of side 0 alone, then of side 1 after a first win."""
    yield MOST_LEAD // 2, lambda lead: (SideResult(0, lead), SideResult(0, MOST_LEAD))
    for small, large in product(_SMALL_WINS, range(_LARGE_WINS)):
        others = (*[SideResult(1, 1)] * small, *[SideResult(1, MOST_LEAD)] * large, SideResult(0, MOST_LEAD))
        yield 1, partial(_after_a_win, first, others)


def _after_a_win(first: int, others: SideResults, lead: int) -> SideResults:
    return SideResult(0, first), SideResult(1, lead), *others


def _margin(rules: RuleSet, players: int, results: SideResults) -> int | None:
    """Return the margin of the totals in the first game after these results, or None if they cannot be added."""
    match = new_match(rules, players)
    for result in (*results, *results[-1:] * MORE_ROUNDS):
        if match.is_over:
            break
        tables = outcomes_of(match, result)
        if tables is None:
            return None
        match = add_round(match, *tables)
    first, other = settle(match).games[0].totals[:2]
    return first - other
