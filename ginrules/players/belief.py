"""Beliefs about the other seat's hand: the chance of each card, and worlds that fit a seat's knowledge."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import attrs

from ginrules._support.bounds import ROUNDS_AT_ONCE
from ginrules._support.values import whole_number
from ginrules.cards import CARDS, Card, mask_of
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError
from ginrules.nets.belief import (
    MOST_AT_ONCE,
    OCTAVE,
    PATTERNS,
    REFUSED_STEPS,
    SHARES,
    STAGES,
    STARTS,
    THROWN_STEPS,
    BeliefNet,
    FoldedBelief,
    likelihoods,
)
from ginrules.nets.learned import POINT, FoldedNet
from ginrules.nets.rules import amounts_of
from ginrules.play.deal import in_random_order
from ginrules.play.determinize import determinize
from ginrules.play.events import Declined, Discarded, DrewStock, Event, TookDiscard
from ginrules.play.phases import DrawTurn, PlayTurn, UpcardOffer
from ginrules.play.state import RoundState
from ginrules.play.turns.discard import discardable
from ginrules.play.view import PlayerView, expect_view
from ginrules.players.judge import DISCARDED, DRAW, DRAWING, Judge
from ginrules.players.packaged_nets import folded, net_for, why_expert
from ginrules.players.search.discards import card_numbers, least_discards, own_seat
from ginrules.players.search.hidden import Habits
from ginrules.rules.model import RuleSet
from ginrules.solver.deadwood import SUIT

NET: Final = Path(__file__).parent / "nets" / "belief.npz"
"""The file of the net of the package."""

TRIES: Final = 8
"""The hands that are drawn at most for a world. The last is kept however its last action looks."""

_CERTAIN: Final = 256
_FLOOR: Final = 32
_POINTS: Final = 2
"""A hand is kept with a likelihood of at least ``_FLOOR`` in 256: half as likely for each ``_POINTS`` points that its
last action seems to have given away. So no hand is left out, whatever people do."""

_MOST_SEED: Final = 2**64 - 1
_HALVINGS: Final = 60


@attrs.define
class Belief:
    """A belief about the other seat's hand, by a net that was trained on rounds of many players.

    Show it the round as a player sees it: `begin`, then `note` for every event. One belief serves both seats, since it
    notes only what everybody sees. It draws the hidden hand card by card, so that melds come out whole. Hands whose
    last discard or take would have given much away are drawn less often, but none is left out.

    The net reads the rules that the net of `Learned` reads, at tables of two with closed melds. Under other rules, and
    where a reshuffle has put cards back, all hands that fit are equally likely, as by `ginrules.determinize`. The
    compiled core and the engine give the same worlds.

    Args:
        net: The net, or None for the package's net.

    Examples:
        >>> import ginrules as gin
        >>> state, belief = gin.deal("standard", seed=7), gin.players.Belief()
        >>> belief.begin(gin.view(state, 1))
        >>> for action in (gin.TakeDiscard(), gin.Discard("9d")):
        ...     state, events = gin.transition(state, action)
        ...     for event in events:
        ...         belief.note(gin.redact(event, 0))
        >>> own = gin.view(state, 0)
        >>> chances = belief.chances(own)
        >>> round(sum(chances.values()), 6)
        10.0
        >>> all(gin.view(world, own.seat) == own for world in belief.sample(own, 3, seed=1))
        True
    """

    net: BeliefNet | None = None
    _story: Story | None = attrs.field(default=None, init=False, repr=False, eq=False)

    def begin(self, view: PlayerView) -> None:
        """Forget the last round.

        Args:
            view: The deal, or the round so far: of this, only the view is then known.

        Raises:
            WrongTypeError: If ``view`` is not a view.
        """
        expect_view(view)
        self._story = Story.of(view)

    def note(self, event: Event) -> None:
        """Note what a seat did, as everybody sees it.

        Raises:
            InvalidRunError: If no round has begun.
        """
        self.story.note(event)

    @property
    def story(self) -> Story:
        """The common knowledge of the round since `begin`.

        Raises:
            InvalidRunError: If no round has begun.
        """
        if self._story is None:
            raise InvalidRunError("a belief knows of no round: call begin with a view first")
        return self._story

    def chances(self, view: PlayerView, seat: int | None = None) -> Mapping[Card, float]:
        """Return how likely a seat holds each card that it can hold, from 0 to 1. Their sum is the size of its hand.

        Args:
            view: The view of the seat with the belief.
            seat: Another seat, or None for the next.
        """
        expect_view(view)
        me = own_seat(view)
        other = (me + 1) % view.setup.seats if seat is None else whole_number("seat", seat, 0, view.setup.seats - 1)
        chances = dict.fromkeys(view.known[other], 1.0)
        hidden = sum(view.hidden_counts[other])
        if not hidden or other == me:
            return chances
        if not reads(view):
            return chances | _uniform(view, other)
        likely = self._likely(view)
        return chances | {CARDS[card]: chance for card, chance in _in_the_hand(likely, hidden).items()}

    def sample(self, view: PlayerView, n: int, seed: int) -> tuple[RoundState, ...]:
        """Return states that fit the view, drawn by the belief.

        Args:
            view: A seat's view.
            n: The number of states, at most 100,000.
            seed: A seed for the random numbers, from 0 to 2**64 - 1.

        Raises:
            InvalidRunError: If a number is out of range.
            DealError: If no hand that can use an owed card came up, with open melds.
        """
        expect_view(view)
        own_seat(view)
        count, start = whole_number("n", n, 0, ROUNDS_AT_ONCE), whole_number("seed", seed, 0, _MOST_SEED)
        if not reads(view):
            source = random.Random(start)
            return tuple(determinize(view, source) for _ in range(count))
        if has_core(view.setup.rules):
            from ginrules.fast._states import states_of

            return tuple(states_of(self._believed(view, count, start)[1], view.setup.rules, 2))
        return tuple(self._drawn(view, count, start))

    def worlds(self, view: PlayerView, n: int, seed: int, stocks: int = 1) -> Any:
        """Return worlds as `sample` does, for `ginrules.players.rollouts`: as the core keeps them, if there is a core.

        Args:
            view: A seat's view of a round that the belief `reads`.
            n: The number of worlds.
            seed: The seed.
            stocks: The worlds, with different stocks, that each hand is in.
        """
        if has_core(view.setup.rules):
            return self._believed(view, n, seed, stocks)[1]
        return self._drawn(view, n, seed, stocks)

    def _likely(self, view: PlayerView) -> dict[int, int]:
        """Return how likely each hidden card is the next of the other seat's hand, in whole numbers."""
        if has_core(view.setup.rules):
            return {
                card: likely
                for card, likely in enumerate(self._believed(view, 0, 0)[0])
                if view.unseen.mask >> card & 1
            }
        draw = _Draw.of(self._net(view), view, self.story)
        numbers = [unsorted_suits(1 << card, draw.order).bit_length() - 1 for card in range(len(CARDS))]
        return {numbers[card]: likely for card, likely in zip(*draw.next(0), strict=True)}

    def _believed(self, view: PlayerView, n: int, seed: int, stocks: int = 1) -> tuple[list[int], Any]:
        from ginrules.fast import beliefs

        state = determinize(view, 0)
        return beliefs.believed(
            state, own_seat(view), self.story, self._net(view), _check(view), n, seed, TRIES, stocks
        )

    def _net(self, view: PlayerView) -> FoldedBelief:
        return _folded(self.net or _packaged(), view.setup.rules)

    def _drawn(self, view: PlayerView, count: int, seed: int, stocks: int = 1) -> list[RoundState]:
        """Return the worlds of `sample`, drawn by the engine."""
        source, me = random.Random(seed), own_seat(view)
        state, other = determinize(view, 0), 1 - me
        draw = _Draw.of(self._net(view), view, self.story)
        loss_of = loss_in_last_turn(view, self.story)
        known, open_, worlds = view.known[other].mask, view.unseen.mask, []
        hand = 0
        for place in range(count):
            if place % stocks == 0:
                hand = known | _believed_hand(draw, loss_of, known, source)
            stock = in_random_order(card_numbers(open_ & ~hand), source)
            hands = (state.hand_masks[0], hand) if me == 0 else (hand, state.hand_masks[1])
            worlds.append(attrs.evolve(state, hand_masks=hands, stock_pile=bytes(stock)))
        return worlds


def reads(view: PlayerView) -> bool:
    """Return whether a belief reads a view's round: its rules, and no card has been put back."""
    setup = view.setup
    if why_expert(setup.rules, setup.seats) is not None or view.put_back or view.is_over:
        return False
    phase = view.phase  # another seat's turn can hide whether its hand was gin before the draw
    return not (isinstance(phase, PlayTurn) and phase.seat != view.seat and setup.rules.big_gin_needs_gin)


def has_core(rules: RuleSet, new_player: NewPlayer | tuple[()] = ()) -> bool:
    """Return whether the compiled core is here and plays these rules, and with this player at every seat."""
    if find_spec("numpy") is None:
        return False
    from ginrules import fast

    return fast.why_not(rules, new_player) is None


@lru_cache(maxsize=1)
def _packaged() -> BeliefNet:
    return BeliefNet.load(NET)


@lru_cache(maxsize=64)
def _folded(net: BeliefNet, rules: RuleSet) -> FoldedBelief:
    return FoldedBelief(net, amounts_of(rules))


def _check(view: PlayerView) -> FoldedNet | None:
    """Return the net of the learned player that looks at the last action."""
    net = net_for(view.setup.rules, view.setup.seats).net
    return None if net is None else folded(net, view.setup.rules)


def _uniform(view: PlayerView, seat: int) -> dict[Card, float]:
    """Return the chances of the hidden cards of a seat if all hands are equally likely."""
    chances, left = {}, view.unseen
    counts = view.hidden_counts[seat]
    for count, pool in zip(reversed(counts), reversed([view.unseen, *view.put_back]), strict=True):
        cards = pool & left
        left -= cards
        chances.update(dict.fromkeys(cards, count / len(cards) if cards else 0.0))
    return chances


def _in_the_hand(likely: Mapping[int, int], hidden: int) -> dict[int, float]:
    """Return the chance that each card is among the hidden cards of a hand, by how likely each is the next.

    Each card is in the hand or not, with odds in proportion, which are such that the expected number of cards is right.
    """
    if hidden >= len(likely):
        return dict.fromkeys(likely, 1.0)
    highest = max(likely.values())
    shares = {card: share / highest for card, share in sorted(likely.items())}
    low, high = 0.0, 1.0
    while sum([high * share / (1 + high * share) for share in shares.values()]) < hidden and high < 1e12:
        high *= 4
    for _ in range(_HALVINGS):
        odds = (low + high) / 2
        if sum([odds * share / (1 + odds * share) for share in shares.values()]) < hidden:
            low = odds
        else:
            high = odds
    return {card: high * share / (1 + high * share) for card, share in shares.items()}


# --- the drawing of hands, without the core -------------------------------------------------------


@attrs.frozen
class _Draw:
    """The drawing of hidden hands by what a seat knows of the other hand, with the suits in the inputs' order.

    The inputs are without the cards drawn and their count. ``open`` are the cards that the hidden hand may hold,
    ``held`` its known cards. ``fixed`` is the part of an open card's score that no drawn card changes.
    """

    net: FoldedBelief
    order: tuple[int, ...]
    inputs: list[int]
    open: int
    held: int
    stage: int
    hidden: int
    fixed: Mapping[int, int]

    @classmethod
    def of(cls, net: FoldedBelief, view: PlayerView, story: Story) -> _Draw:
        """Return the drawing for a view's seat, at a table of two."""
        me, at = own_seat(view), STARTS
        other = 1 - me
        hand, known, pile = view.hand.mask, view.known[other].mask, mask_of(view.pile)
        thrown, refused = story.thrown[other], story.refused[other]
        order = _order_of_suits(hand, known, _cards_of(thrown), _cards_of(refused))
        place = [0] * 52
        for number, suit in enumerate(order):
            for rank in range(_RANKS):
                place[_RANKS * suit + rank] = _RANKS * number + rank
        inputs: list[int] = []
        taken, own_thrown = story.habits.taken.get(other, 0), _cards_of(story.thrown[me]) & pile
        seen = {"hand": hand, "known": known, "taken": taken, "shown": view.known[me].mask, "own_thrown": own_thrown}
        for name, cards in seen.items():
            inputs += [at[name] + card for card in card_numbers(sorted_suits(cards, order))]
        if view.pile:
            inputs.append(at["top"] + place[view.pile[-1]])
        if story.last[other] != NOBODY:
            inputs.append(at["last"] + place[story.last[other]])
        phase = 0 if isinstance(view.phase, UpcardOffer) else 1 if isinstance(view.phase, DrawTurn) else 2
        turns = story.turns[other]
        inputs += (at["turn"] + min(turns, 23), at["phase"] + phase, at["limit"] + min(view.setup.knock_limit, 10))
        for name, noted, steps in (("thrown", thrown, THROWN_STEPS), ("refused", refused, REFUSED_STEPS)):
            spans = len(steps) + 1
            inputs += [
                at[name] + spans * place[card] + sum(noted[card] > step for step in steps)
                for card in card_numbers(_cards_of(noted))
            ]
        open_, stage = sorted_suits(view.unseen.mask, order), sum(turns > last for last in _STAGES)
        elsewhere = [sorted_suits(cards, order) for cards in (_cards_of(thrown), _cards_of(refused), hand | pile)]
        near = net.net.near
        fixed = {
            card: sum(
                near[PATTERNS * (STAGES * (1 + number) + stage) + pattern(cards, card)]
                for number, cards in enumerate(elsewhere)
            )
            for card in card_numbers(open_)
        }
        in_order, count = sorted_suits(known, order), sum(view.hidden_counts[other])
        return cls(net, order, inputs[:MOST_AT_ONCE], open_, in_order, stage, count, fixed)

    def next(self, drawn: int) -> tuple[list[int], list[int]]:
        """Return the cards that can be the next of the hand, and how likely each is, with these cards drawn."""
        near = self.net.net.near
        cards, before = card_numbers(self.open & ~drawn), card_numbers(drawn)
        count = STARTS["count"] + min(len(before), 11)
        scores = self.net.scores([*self.inputs, *(STARTS["drawn"] + card for card in before), count])
        start, held = PATTERNS * self.stage, self.held | drawn
        return cards, likelihoods(
            [scores[card] + self.fixed[card] + near[start + pattern(held, card)] for card in cards]
        )

    def hand(self, source: random.Random) -> int:
        """Return a hidden hand, as a mask."""
        drawn = 0
        for _ in range(self.hidden):
            cards, likely = self.next(drawn)
            up_to = list(accumulate(likely))
            drawn |= 1 << cards[bisect_right(up_to, int(source.random() * up_to[-1]))]
        return unsorted_suits(drawn, self.order)


def _believed_hand(draw: _Draw, loss_of: Callable[[int], int | None] | None, known: int, source: random.Random) -> int:
    """Return a hidden hand that explains the last turn, drawn up to `TRIES` times."""
    for _ in range(TRIES - 1):
        hand = draw.hand(source)
        if loss_of is None:
            return hand
        kept = kept_of(loss_of(hand | known))
        if kept == _CERTAIN or int(source.random() * _CERTAIN) < kept:
            return hand
    return draw.hand(source)


def loss_in_last_turn(view: PlayerView, story: Story) -> Callable[[int], int | None] | None:
    """Return a function from a hand of the other seat to the points that its last turn would have given away.

    The learned player judges that turn. The function returns None for a hand that was gin, undeclared. There is none,
    but None, if no turn can be judged.
    """
    net, me = _check(view), own_seat(view)
    other = 1 - me
    discard, phase = story.last[other], view.phase
    if net is None or discard == NOBODY or view.turn != me or not isinstance(phase, PlayTurn | DrawTurn):
        return None
    has_drawn = isinstance(phase, PlayTurn) and not phase.taken
    card, thrown = 1 << discard, story.habits.thrown
    taken = 0 if story.took[other] == NOBODY else 1 << story.took[other]
    pile, known = mask_of(view.pile) & ~card, view.known[me].mask & ~card
    discards, stock = (thrown.get(other, 0), thrown.get(me, 0)), view.stock_size + has_drawn
    judge = Judge(net, view.setup, pile, *discards, known, view.known[other].mask, stock)

    def loss_of(hand: int) -> int | None:
        cards = hand | card
        allowed = discardable(judge.setup.rules, cards, taken)
        if not allowed & card:
            return 0
        if not least_discards(judge.setup.tables, cards, allowed)[0]:
            return None
        judged = judge.end_of_turn(cards, allowed)
        away = max(0, judged.best - judge.answers(hand, discard, DISCARDED)[0])
        if not taken:
            return away
        return away + max(0, judge.answers(cards & ~taken, taken.bit_length() - 1, DRAWING)[DRAW] - judged.best)

    return loss_of


def kept_of(away: int | None) -> int:
    """Return the likelihood with which a hand is kept, in 256ths, by the points given away, in units of `POINT`."""
    below = _FLOOR * OCTAVE if away is None else away * OCTAVE // (_POINTS * POINT)
    return max(_FLOOR, SHARES[below % OCTAVE] >> 16 + below // OCTAVE)


NOBODY: Final = 255
"""Stands for no card."""

_MOST_TURNS: Final = 255
_SUITS: Final = (0, 13, 26, 39)
_RANKS: Final = 13
_STAGES: Final = (0, 1, 2, 4, 6, 8, 11)
"""The last turn of each stage but the last."""


@attrs.define
class Story:
    """The common knowledge of a round: who took, threw and refused which card, and in which of its turns.

    ``thrown`` and ``refused`` have for each seat the turn, from 1, in which it last did so with each card, or 0.
    ``turns`` counts discards. ``last`` and ``took`` are the card discarded last, and taken in the last turn, or
    `NOBODY`.
    """

    habits: Habits
    thrown: list[bytearray]
    refused: list[bytearray]
    turns: list[int]
    last: list[int]
    took: list[int]

    @classmethod
    def of(cls, view: PlayerView) -> Story:
        """Return the story of a round that begins, or of which nothing is known but this view."""
        habits = Habits()
        habits.begin(view)
        seats = range(view.setup.seats)
        thrown, refused = ([bytearray(len(CARDS)) for _ in seats] for _ in range(2))
        return cls(habits, thrown, refused, [0 for _ in seats], [NOBODY for _ in seats], [NOBODY for _ in seats])

    def note(self, event: Event) -> None:
        """Note what a seat did in an event."""
        match event:
            case Discarded(seat, card):
                turn = min(self.turns[seat] + 1, _MOST_TURNS)
                self.turns[seat], self.last[seat], self.thrown[seat][card] = turn, card, turn
            case TookDiscard():
                self.took[event.seat] = event.cards[0]
            case Declined() | DrewStock():
                if self.habits.top:
                    refused = self.habits.top.bit_length() - 1
                    self.refused[event.seat][refused] = min(self.turns[event.seat] + 1, _MOST_TURNS)
                self.took[event.seat] = NOBODY
            case _:
                pass
        self.habits.note(event)


def sorted_suits(cards: int, order: tuple[int, ...]) -> int:
    """Return cards with their suits in the inputs' order."""
    return sum((cards >> _RANKS * suit & SUIT) << _RANKS * place for place, suit in enumerate(order))


def unsorted_suits(cards: int, order: tuple[int, ...]) -> int:
    """Return cards whose suits are in the inputs' order as they are."""
    return sum((cards >> _RANKS * place & SUIT) << _RANKS * suit for place, suit in enumerate(order))


def pattern(cards: int, card: int) -> int:
    """Return which of these cards are next to a card: two ranks on each side in its suit, and how many of its rank."""
    suit, rank = divmod(card, _RANKS)
    ranks = (cards >> _RANKS * suit & SUIT) << 2
    others = sum(cards >> shift + rank & 1 for shift in _SUITS) - (cards >> card & 1)
    return ranks >> rank & 3 | (ranks >> rank + 3 & 3) << 2 | others << 4


def _cards_of(turns: bytearray) -> int:
    return sum(1 << card for card, turn in enumerate(turns) if turn)


def _order_of_suits(hand: int, known: int, thrown: int, refused: int) -> tuple[int, ...]:
    keys = []
    for suit, shift in enumerate(_SUITS):
        held, shown, gone, left = (cards >> shift & SUIT for cards in (hand, known, thrown, refused))
        count = 4 * shown.bit_count() + gone.bit_count()
        keys.append((-(count << 56 | gone << 42 | held << 28 | shown << 14 | left), suit))
    return tuple(suit for _, suit in sorted(keys))


assert len(_STAGES) == STAGES - 1
