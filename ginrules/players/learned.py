"""The learned player: a net, trained in games against itself and others, estimates the value of each position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from ginrules._support.values import shown, whole_number, wrong_type
from ginrules.cards import CARDS
from ginrules.driver.core_spec import CoreSpec, mixed_bits, runs_in_core
from ginrules.driver.player import NewPlayer
from ginrules.errors import GinRulesError, InvalidRunError
from ginrules.nets.learned import FoldedNet, LearnedNet
from ginrules.play.actions import DECLINE, DISCARD, KNOCK, Action, Decline, Discard, DrawStock, TakeDiscard
from ginrules.play.events import Event
from ginrules.play.outcome import Outcome
from ginrules.play.phases import DrawTurn, PlayTurn, UpcardOffer
from ginrules.play.turns.discard import discardable
from ginrules.play.view import PlayerView
from ginrules.players.base import ByPhase, has_big_gin
from ginrules.players.equity import MatchEquity, Prices, equity_of, paid_prices
from ginrules.players.expert import Expert
from ginrules.players.judge import DRAW, DRAWING, OFFERED, Judge
from ginrules.players.packaged_nets import folded, is_known, net_for
from ginrules.players.search.discards import least_discards, own_seat
from ginrules.players.search.hidden import Habits
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.texts import joined

if TYPE_CHECKING:
    from ginrules.match.view import MatchView

MOST: Final = 1024
"""Slips are counted among so many draws and discards."""

LEARNED: Final = "learned:"
"""The prefix of a player's name that names the file of a net."""

AGAINST_KNOCKS: Final = partial(Expert, gin_out=200, ready=70, laying_off=140)
"""The stand-in against opponents who knock at once: gin is rarer there, and undercuts and lay-offs are worth more."""


@runs_in_core
@attrs.define
class Learned(ByPhase):
    """A player whose decisions a net has learned.

    The net estimates the round's points for three kinds of positions: after a discard, after a knock, and
    before a draw from the stock. At the end of a turn the player takes the discard or the knock with the best
    estimate. It takes the top card of the pile if the best turn with it is worth more than the draw. It has
    the knowledge of `Expert`: its own hand, the pile, the discards of each seat, and the cards that were taken.

    In a match it plays by the score. The prices are among the net's inputs: it is told those that the score makes
    (`match_equity`). At 97 to 60 any win wins, so it does not wait for gin. A single round is played for points.

    The net knows games of two with closed melds, and reads their rules. Doubles are offered and answered as by all
    players of the lab. Rules that the net does not read are played as by `Expert`. In a match against an opponent who
    knocks as soon as possible (``knocks_at_once``) it plays as `AGAINST_KNOCKS`, an `Expert` that values undercuts and
    lay-offs more, if the limit is fixed and an undercut pays 20 points or more: there it wins more from such opponents.

    With slips it is weaker: it makes some draws and discards at random, by a number that follows from the seed and the
    position. It then plays each round for itself, whatever the match has shown.

    All decisions are made in whole numbers. The compiled core therefore makes the same decisions.

    Args:
        seed: The seed of its slips. Without slips it is not used.
        net: The net, or None for the package's net, see `net_for`.
        slip: How many of 1,024 draws and discards are slips, from 0 up.

    Raises:
        InvalidRunError: If ``slip`` is not a whole number from 0 to 1,024.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.Learned(7), gin.players.Learned(7, slip=256), sep=" / ")
        learned / learned, slipping 25%
    """

    name: ClassVar[str] = "learned"  # type: ignore[misc]
    watches: ClassVar[bool] = True  # type: ignore[misc]
    reads_prices: ClassVar[bool] = True  # type: ignore[misc]

    seed: int = 0
    net: LearnedNet | None = attrs.field(default=None, kw_only=True)
    slip: int = attrs.field(default=0, kw_only=True)
    _habits: Habits = attrs.field(init=False, repr=False, eq=False, factory=Habits)
    _expert: Expert = attrs.field(init=False, repr=False, eq=False, factory=Expert)
    _plays_as_expert: bool = attrs.field(init=False, repr=False, eq=False, default=False)
    _told: Prices | None = attrs.field(default=None, kw_only=True, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        self.slip = whole_number("slip", self.slip, 0, MOST)

    def __str__(self) -> str:
        text = self.name if self.net is None else f"{self.name} for {self.net.label}"
        return f"{text}, slipping {100 * self.slip / MOST:.3g}%" if self.slip else text

    def net_for(self, rules: RuleSet, seats: int) -> FoldedNet | None:
        """Return the net as it plays under these rules, or None if `Expert` does."""
        if self.net is not None and (seats != 2 or not is_known(rules)):
            return None
        net = self.net or net_for(rules, seats).net
        told = self._told
        return None if net is None else folded(net, rules if told is None else at_prices(rules, told))

    def left_to(self, rules: RuleSet, seats: int) -> str | None:
        """Return the name of a player that plays for this one under these rules, or None if its net plays."""
        return Expert.name if self.net_for(rules, seats) is None else None

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec | None:
        """Return the learned player of the core with its net, or the expert if no net fits."""
        net = self.net_for(rules, seats)
        spec = Expert().core_spec(rules, seats) if net is None else CoreSpec("learned", net=net)
        return None if spec is None else attrs.evolve(spec, slip=self.slip)

    def choose(self, view: PlayerView) -> Action:
        """Return a slip, or the action that is worth most."""
        slip = slipped(view, self.seed, self.slip) if self.slip else None
        return super().choose(view) if slip is None else slip

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        """Begin a round: nothing is known of the others."""
        rules, seat = view.setup.rules, own_seat(view)
        if match is not None:
            if not hasattr(match, "outcomes"):
                raise wrong_type("a MatchView", match, "ginrules.match.match_view(match, table) makes one")
            self._plays_as_expert, self._told = self._in_match(rules, seat, match)
        self._expert = AGAINST_KNOCKS() if self._plays_as_expert else Expert()
        self._habits.begin(view)
        self._expert.start(view, match)

    def stand_in(self, rules: RuleSet, seat: int, match: MatchView) -> NewPlayer | None:
        """Return `AGAINST_KNOCKS` if the other seat seems to knock at once, or the player of the score's prices."""
        knocks, told = self._in_match(rules, seat, match)
        return AGAINST_KNOCKS if knocks else None if told is None else _maker(self.net, told)

    def _in_match(self, rules: RuleSet, seat: int, match: MatchView) -> tuple[bool, Prices | None]:
        """Return whether the other seat seems to knock at once, or else the prices told, None for those paid."""
        columns = match.columns
        if self.slip or len(columns[0]) != 2 or self.net_for(rules, 2) is None:
            return False, None
        pays_to_wait = rules.knock_source == "fixed" and rules.undercut_bonus >= LEAST_UNDERCUT
        if pays_to_wait and knocks_at_once(rules, match.outcomes, 1 - seat):
            return True, None
        equity = self._equity(rules) if any(map(any, columns)) else None
        told = None if equity is None else equity.prices([(column[seat], column[1 - seat]) for column in columns])
        return False, None if told == paid_prices(rules) else told

    def _equity(self, rules: RuleSet) -> MatchEquity | None:
        return equity_of(rules, _maker(self.net, None))

    def why(self, rules: RuleSet, seat: int, match: MatchView) -> str:
        """Return why it plays otherwise in a match than in a single round, as a clause, empty if it does not."""
        knocks, told = self._in_match(rules, seat, match)
        if knocks:
            return "the other player knocks as soon as possible: undercuts are worth more, and gin is rarer"
        equity = self._equity(rules)
        if told is None or equity is None:
            return ""
        scores = [(column[seat], column[1 - seat]) for column in match.columns]
        reason = f"at {joined([f'{mine} to {theirs}' for mine, theirs in scores], 'and')}"
        if len(scores) == 1:
            reason += f", {equity.share_that_wins(scores[0][0]):.0%} of your wins win the game"
        changes = zip(("a knock", "gin", "an undercut"), told, paid_prices(rules), strict=True)
        counts = [
            f"{name} counts {abs(price - paid)} {'more' if price > paid else 'less'}"
            for name, price, paid in changes
            if price != paid
        ]
        return f"{reason}: {', '.join(counts)}"

    def watch(self, event: Event) -> None:
        """Note a card that a seat takes, discards or refuses."""
        self._habits.note(event)
        self._expert.watch(event)

    def recall(self, habits: Habits) -> None:
        """Know what everybody has seen of a round that is under way."""
        self._habits = habits.copy()
        self._expert.recall(habits)

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the best turn with the top card is worth more than a draw from the stock."""
        net = self._net(view)
        return self._expert.takes_top(view) if net is None else self._take(net, view)[0]

    def _take(self, net: FoldedNet, view: PlayerView) -> tuple[bool, int | None]:
        """Return whether to take the top card, and what this adds to a draw's worth if the net was asked."""
        tables, hand, top = view.setup.tables, view.hand.mask, 1 << view.discards[-1]
        cards = hand | top
        allowed = discardable(view.setup.rules, cards, top)
        left, _ = least_discards(tables, cards, allowed)
        if left == 0 or left >= tables.deadwood(hand):
            return left < tables.deadwood(hand), None
        moment = OFFERED if isinstance(view.phase, UpcardOffer) else DRAWING
        judge = Judge.of(net, view, self._habits)
        drawn = judge.answers(hand, view.discards[-1], moment)[DRAW]
        lead = judge.end_of_turn(cards, allowed, shown=top).best - drawn
        return lead > 0, lead

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock or the discard that is worth most."""
        net = self._net(view)
        if net is None:
            return self._expert.end_turn(view, cards, allowed)
        return self._ended(net, view, cards, allowed)

    def worth_of_waiting(self, view: PlayerView) -> int | None:
        """Return the best discard's worth, in units of `ginrules.nets.learned.POINT`, by the factor of doubles.

        It is None if the player does not discard: it knocks, declares big gin, or leaves the decision to `Expert`.
        """
        net, cards = self._net(view), view.hand.mask
        assert isinstance(view.phase, PlayTurn), "asked at the end of a turn"
        if net is None or has_big_gin(view, cards):
            return None
        allowed = discardable(view.setup.rules, cards, view.phase.taken.mask)
        if not least_discards(view.setup.tables, cards, allowed)[0]:
            return None
        judged = Judge.of(net, view, self._habits).end_of_turn(cards, allowed)
        return judged.wait * view.factor if judged.wait == judged.best else None

    def last_knock(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock with the last discard if it is worth more than a drawn round."""
        net = self._net(view)
        if net is None:
            return self._expert.last_knock(view, cards, allowed)
        return self._ended(net, view, cards, allowed, DECLINE)

    def _ended(
        self, net: FoldedNet, view: PlayerView, cards: int, allowed: int, otherwise: Action | None = None
    ) -> Action:
        """Return gin, or a knock that is worth more than the best discard, or else this discard.

        An action that is worth nothing can take the place of all discards (``otherwise``).
        """
        left, equal = least_discards(view.setup.tables, cards, allowed)
        if left == 0:
            return KNOCK[equal.bit_length() - 1]
        judged = Judge.of(net, view, self._habits).end_of_turn(cards, allowed)
        other, worth = (DISCARD[judged.discard], judged.wait) if otherwise is None else (otherwise, 0)
        return KNOCK[judged.knock_card] if judged.knock is not None and judged.knock > worth else other

    def _net(self, view: PlayerView) -> FoldedNet | None:
        return None if self._plays_as_expert else self.net_for(view.setup.rules, view.setup.seats)


@lru_cache(maxsize=1024)
def _maker(net: LearnedNet | None, told: Prices | None) -> NewPlayer:
    """Return the maker of the players with a net who are told prices, one and the same for the same arguments."""
    return Learned if net is None and told is None else partial(Learned, net=net, told=told)


@lru_cache(maxsize=1024)
def at_prices(rules: RuleSet, told: Prices) -> RuleSet:
    """Return rules with other prices. What big gin and an undercut without deadwood pay more stays as it is."""
    knock, gin, undercut = told
    return rules.evolve(
        name=rules.name,
        knock_bonus=knock,
        gin_bonus=gin,
        undercut_bonus=undercut,
        big_gin_bonus=max(0, rules.big_gin_bonus + gin - rules.gin_bonus),
        gin_off_bonus=max(1, rules.gin_off_bonus + undercut - rules.undercut_bonus) if rules.gin_off_bonus else 0,
    )


def match_equity(rules: RuleSet | str) -> MatchEquity:
    """Return the chances to win a game between equals from every score, and the prices that the score makes.

    They come from 300 deals that `Learned` plays against itself, once for each rule set: in about a second with the
    compiled core, and a few without it.

    Args:
        rules: The rules.

    Raises:
        InvalidRunError: If there are no such chances: for more than two sides, penalty points, a game that ends after a
            number of rounds, and rounds that hardly end.

    Source: backgammon's match equity tables; Neller and Presser, *Optimal play of the dice game Pig* (2004).

    Examples:
        >>> import ginrules as gin
        >>> equity = gin.players.match_equity("standard")
        >>> f"{equity.chance(90, 50):.0%}, {equity.chance(97, 60):.0%}, {equity.chance(50, 90):.0%}"
        '73%, 70%, 26%'
        >>> equity.prices([(97, 60)])
        (8, 10, 30)
    """
    rules = rules_of(rules)
    equity = equity_of(rules, Learned)
    if equity is None:
        raise InvalidRunError(
            f"no chances for {shown(rules.name)}: expected games that the first of two sides at a target wins, with "
            "rounds that end"
        )
    return equity


def learned_named(text: str) -> NewPlayer:
    """Return the factory of the learned players of a file, such as ``learned:mine.npz``."""
    try:
        return partial(Learned, net=LearnedNet.load(text.removeprefix(LEARNED)))
    except OSError as error:
        reason = f"the file cannot be read: {error.strerror or error}"
        raise InvalidRunError(f"{shown(text)}: {reason}", player=text) from error
    except GinRulesError as error:
        raise InvalidRunError(f"{shown(text)}: {error}", player=text) from error


# --- slips: draws and discards at random, which make a strong player weaker ----------------------------


def slipped(view: PlayerView, seed: int, slip: int) -> Action | None:
    """Return a draw or a discard at random, or None where a player with so many slips decides well.

    It is a legal discard, or one of the two ways to draw, or to take or decline; never a declaration. It follows from
    the seed and the position, so that a round that is resumed has the same slips.
    """
    if not isinstance(view.phase, UpcardOffer | DrawTurn | PlayTurn):
        return None
    number = mixed_bits(seed ^ view.hand.mask ^ (view.stock_size << 6 | len(view.pile)) << len(CARDS))
    if number % MOST >= slip:
        return None
    kinds: tuple[type[Action], ...] = (
        (Discard,) if isinstance(view.phase, PlayTurn) else (Decline, DrawStock, TakeDiscard)
    )
    options: list[Action] = [one for one in view.legal if isinstance(one, kinds)] or [view.legal[0]]
    return options[(number >> 32) * len(options) >> 32]


# --- opponents who knock as soon as they can, recognized by the earlier rounds of a match --------------

SUSPICION: Final = 4
"""The weight of the evidence at which a seat is taken for one that knocks at once."""

MIDDLE_STOCK: Final = 25
"""A knock with more cards left in the stock tells nothing: everybody knocks early."""

LATE_STOCK: Final = 20
"""A knock is late, and weighs twice, if at most this number of cards is left in the stock: eleven have been drawn."""

GIN_WEIGHT: Final = 4
"""What gin or a drawn round of the seat takes away from the evidence: it waited."""

LEAST_SHARE: Final = 45
"""Lower limit on the average deadwood of these knocks, in percent of the knock limit."""

LEAST_UNDERCUT: Final = 20
"""Lower limit on the bonus of an undercut, in points, at which `AGAINST_KNOCKS` was found to win more than a net."""

_GINS: Final = frozenset({"gin", "big-gin"})


def knocks_at_once(rules: RuleSet, outcomes: Sequence[Outcome], seat: int) -> bool:
    """Return whether a seat seems to knock as soon as it is allowed to.

    Its earlier rounds are weighed. A knock after the first draws counts 1, a late one 2 (`MIDDLE_STOCK`,
    `LATE_STOCK`); where the stock is not known it counts 1. Gin and a drawn round take `GIN_WEIGHT` away. The sum must
    reach `SUSPICION`, the average deadwood of the knocks `LEAST_SHARE` percent of the limit, and the seat must never
    have held a hand within the limit when another seat had gin. Hands shown after a knock do not count for this:
    lay-offs have made them smaller. The weights follow from how much oftener a greedy player than `Learned` itself
    ends a round in these ways: an equal is seldom taken for one.
    """
    weight = points = limits = 0
    for outcome in outcomes:
        limit, left = rules.limit_in_force(outcome.upcard, outcome.knock_card), outcome.deadwood[seat]
        if outcome.declarer is None:
            weight -= GIN_WEIGHT
        elif outcome.declarer != seat:
            if outcome.ending in _GINS and left <= limit:
                return False
        elif outcome.ending in _GINS:
            weight -= GIN_WEIGHT
        elif outcome.ending == "knock":
            points, limits = points + left, limits + limit
            stock = MIDDLE_STOCK if outcome.stock_left is None else outcome.stock_left
            weight += (stock <= MIDDLE_STOCK) + (stock <= LATE_STOCK)
    return weight >= SUSPICION and 100 * points >= LEAST_SHARE * limits
