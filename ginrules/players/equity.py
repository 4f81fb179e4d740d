"""The chance to win a game from its score, and the prices that the score makes.

A round of a game is worth the chance that it adds, not its points: at 97 to 60 any win wins. The chances come from
rounds that a player plays against itself, counted back from the end of the game. Everything is counted in whole
numbers, so that the compiled core, the engine and all machines agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import mul
from typing import Any, Final

import attrs

from ginrules._support.values import whole_number
from ginrules.driver.player import NewPlayer
from ginrules.driver.round import dealt_round
from ginrules.errors import EndlessPlayError, InvalidRunError
from ginrules.match.seating import next_dealer
from ginrules.play.outcome import Outcome
from ginrules.play.seeded_deals import Played, new_deal
from ginrules.players.belief import has_core
from ginrules.players.packaged_nets import why_expert
from ginrules.rules.model import RuleSet, unsupported_rule
from ginrules.scoring.price import price_played
from ginrules.scoring.price_numbers import PRICED, box_value

_NEEDED: Final[Mapping[str, tuple[object, ...]]] = {
    "seating": ("head-to-head",),
    "score_mode": ("gain",),
    "undercut_moves": ("defender",),
    "winner_by": ("first-to-target",),
    "game_end": ("target",),
    "exact_margin_forfeit": (0,),
}
"""The values of rules whose columns are won by the first of two sides at the target."""

SUPPORTED: Final = frozenset(
    (
        *_NEEDED,
        *PRICED,  # gains of the winner alone
        *"next_dealer drawn_dealer target rounds box_timing columns match_form".split(),
        # bonuses are paid after the game, and do not decide who wins it
        *"box_bonus game_bonus shutout shutout_when shutout_bonus".split(),
        # not used by a single game of one column between two
        *"player_counts opponents column_weights column_entry column_close endless match_games".split(),
        *"match_target match_bonus team_sweep_bonus team_sweep_boxes".split(),
    )
)
"""The rules of prices, games and matches that have been read."""

Prices = tuple[int, int, int]
"""The bonus of a knock, of gin and of an undercut, in points."""

Chances = list[list[int]]
"""My chances by my steps and the other's, as parts of a certain win."""

Column = tuple[int, int]
"""One's own standing in a column and the other side's, in points."""

_ONE: Final = 1 << 40
"""The chance of a certain win: chances are whole numbers up to this."""

_DEALS: Final = range(300, 600)
"""The deals of the sample. Of twenty samples of this size under seven rule sets, its chances were nearest to those of
all 6,000 deals: half a point away on average, others 0.8.
"""

_PART: Final = 30
_PLIES: Final = 1000
_ACTIONS: Final = 60_000
"""Rules whose rounds hardly end have no table: the limit on the actions of a round, and on those of all rounds."""

_STEPS: Final = 100
_LARGEST_STEP: Final = 5
"""A target above 100 is counted in steps of several points. With larger steps than this most wins would be alike."""

_PRICE_STEPS: Final[Prices] = (2, 5, 5)
_MOST_PRICES: Final[Prices] = (25, 100, 100)
"""The steps in which prices are told, and the largest that a net reads."""

_KNOCK, _GIN, _UNDERCUT = range(3)


def plays_to_target(rules: RuleSet, seats: int) -> bool:
    """Return whether each column or game is won by the first of two sides that gains its target."""
    return (
        seats == 2
        and all(getattr(rules, name) in values for name, values in _NEEDED.items())
        and rules.target_for(1) > 0
        and rules.rounds_for(seats) == 0
        and unsupported_rule(rules, SUPPORTED, "price", "game", "match") is None
    )


@attrs.define
class Wins:
    """The wins of a sample of rounds.

    ``counts`` has their numbers by the winner (0: the dealer), by the kind of win, and then by the gain in steps less
    one. For each kind, ``fixed`` has the points that no told price changes, and ``factors`` those of a told price.
    """

    counts: tuple[list[list[int]], list[list[int]]]
    fixed: list[int] = attrs.field(factory=lambda: [0, 0, 0])
    factors: list[int] = attrs.field(factory=lambda: [0, 0, 0])
    points: int = 0
    drawn: int = 0

    @classmethod
    def of(cls, size: int) -> Wins:
        """Return no wins yet, in a game of so many steps."""
        return cls(([[0] * size for _ in range(3)], [[0] * size for _ in range(3)]))

    def add(self, rules: RuleSet, outcome: Outcome, dealer: int, unit: int) -> None:
        """Add a round. One that moves no standing counts as drawn."""
        score = price_played(outcome, rules)
        winner = score.winner
        gain = 0 if winner is None else score.points[winner] + box_value(rules) * score.boxes[winner]
        if gain <= 0:
            self.drawn += 1
            return
        kind = _UNDERCUT if outcome.declarer != winner else _GIN if outcome.ending in {"gin", "big-gin"} else _KNOCK
        steps = max(1, (2 * gain + unit) // (2 * unit))
        factor = score.multiplier * score.factor
        counts = self.counts[winner != dealer][kind]
        counts[min(steps, len(counts)) - 1] += 1
        self.fixed[kind] += steps * unit - factor * paid_prices(rules)[kind]
        self.factors[kind] += factor
        self.points += steps * unit


@attrs.frozen(repr=False, eq=False, slots=False)
class MatchEquity:
    """The chances to win a game between equals from every score, and the prices that the score makes.

    In Hollywood the game is one column, in a match of several games the game under way.

    Attributes:
        rules: The rules.
        player: The name of the player that played the rounds.
        target: The points that end a game.
        unit: The points of a step: 1 for targets up to 100.
    """

    rules: RuleSet
    player: str
    target: int
    unit: int
    _wins: Wins
    _table: tuple[Chances, Chances] = attrs.field(init=False)

    @_table.default
    def _solved(self) -> tuple[Chances, Chances]:
        """Return the chances by dealer (0: I deal), my steps and the other's, from the largest standings down.

        The seats are alike, so that my chance and the other's add up to one exactly.
        """
        gains = [[sum(kinds) for kinds in zip(*counts, strict=True)] for counts in self._wins.counts]
        won, size = [_ONE * sum(one) for one in gains], len(gains[0])
        decided = sum(map(sum, gains))
        swaps = self._wins.drawn if self.rules.drawn_dealer == "next" else 0
        rounds = decided + swaps
        table = [[0] * size for _ in range(size)], [[0] * size for _ in range(size)]
        if_lost = _if_lost(self.rules, table)
        for mine in reversed(range(size)):
            for theirs in reversed(range(mine + 1)):
                worths = [  # of a decided round, times their number
                    won[dealer]
                    - _kept(if_lost[1 - dealer], gains[dealer], theirs, mine)
                    + _kept(if_lost[dealer], gains[1 - dealer], mine, theirs)
                    for dealer in range(2)
                ]
                for dealer in range(2 if theirs < mine else 1):
                    chance = (rounds * worths[dealer] + swaps * worths[1 - dealer]) // ((rounds + swaps) * decided)
                    table[dealer][mine][theirs] = chance
                    table[1 - dealer][theirs][mine] = _ONE - chance
        return table

    @cached_property
    def _tells(self) -> bool:
        """Whether prices are told: a net reads the rules, and at the beginning they are the paid prices."""
        if self.rules.doubling or self.unit > _LARGEST_STEP or why_expert(self.rules, 2) is not None:
            return False
        return _is_near(self._told([(0, 0)]), paid_prices(self.rules), 1)

    def __repr__(self) -> str:
        return f"<MatchEquity of {self.rules.name}, games to {self.target}, by {self.player}>"

    def chance(self, mine: int, theirs: int, dealer: int = 0) -> float:
        """Return the chance to win the game, from 0 to 1.

        Args:
            mine: One's own standing, in points below the target.
            theirs: The other side's standing.
            dealer: Who deals the next round: 0 for oneself, 1 for the other side.

        Raises:
            InvalidRunError: If a standing is not below the target, or there is no such dealer.

        Examples:
            >>> import ginrules as gin
            >>> equity = gin.players.match_equity("standard")
            >>> equity.chance(90, 50) > 0.7, equity.chance(90, 50) + equity.chance(50, 90, dealer=1)
            (True, 1.0)
        """
        for name, value in (("mine", mine), ("theirs", theirs)):
            whole_number(name, value, 0, self.target - 1, error=InvalidRunError)
        whole_number("dealer", dealer, 0, 1, error=InvalidRunError)
        return self._table[dealer][mine // self.unit][theirs // self.unit] / _ONE

    def prices(self, columns: Iterable[Column]) -> Prices:
        """Return the prices that the score makes: the bonus of a knock, of gin and of an undercut, in points.

        They are what each kind of win adds to the chance, in points at the rate at which losses cost it. Where the
        chance grows evenly they are the paid prices. These are returned too where no prices are told: at the beginning,
        with doubling, for targets above 500, and where no net reads the rules.

        Args:
            columns: One's own standing and the other side's in each open column of the sheet, in order.

        Examples:
            >>> import ginrules as gin
            >>> equity = gin.players.match_equity("standard")
            >>> equity.prices([(0, 0)])
            (0, 25, 25)
            >>> knock, gin_bonus, undercut = equity.prices([(97, 60)])
            >>> knock > 5, gin_bonus < 20
            (True, True)
        """
        return self._prices(tuple((mine // self.unit, theirs // self.unit) for mine, theirs in columns))

    def share_that_wins(self, mine: int) -> float:
        """Return the share of the wins that end the game, from 0 to 1, from one's own standing in points."""
        counts = [gains for by_kind in self._wins.counts for gains in by_kind]
        needed = len(self._table[0]) - mine // self.unit
        return sum(sum(gains[needed - 1 :]) for gains in counts) / sum(map(sum, counts))

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - tables are few, and kept
    def _prices(self, columns: tuple[Column, ...]) -> Prices:
        """Return the prices at standings in steps: the paid ones, too, if these lie within half a step."""
        paid, size = paid_prices(self.rules), len(self._table[0])
        opened = [column for column in columns if max(column) < size]
        if not (self._tells and opened and any(map(any, columns))):
            return paid
        told = self._told(opened)
        return paid if _is_near(told, paid, 2) else told

    def _told(self, columns: Sequence[Column]) -> Prices:
        """Return the prices by the formula, from the open columns in steps."""
        mine, theirs = written(columns), written([(other, own) for own, other in columns])
        if_lost, won, lost = _if_lost(self.rules, self._table), [0, 0, 0], 0
        for dealer, by_kind in enumerate(self._wins.counts):  # I win if I deal, and lose if the other deals
            for kind, counts in enumerate(by_kind):
                for own, other in (columns[at] for at in mine):
                    gained = sum(counts) * (_ONE - self._table[dealer][own][other])
                    won[kind] += gained - _kept(if_lost[1 - dealer], counts, other, own)
                for own, other in (columns[at] for at in theirs):
                    before = sum(counts) * self._table[1 - dealer][own][other]
                    lost += before - _kept(if_lost[1 - dealer], counts, own, other)
        knock, gin, undercut = (self._price(kind, won[kind] * self._wins.points, lost) for kind in range(3))
        return knock, gin, undercut

    def _price(self, kind: int, gained: int, lost: int) -> int:
        """Return a kind's bonus, in its steps, at which its wins pay what they gain where losses cost ``lost``."""
        fixed, factors = self._wins.fixed[kind], self._wins.factors[kind]
        if not factors or lost <= 0:
            return paid_prices(self.rules)[kind]
        step = _PRICE_STEPS[kind]
        over, under = gained - lost * fixed, lost * step * factors
        return min(max(0, step * ((2 * over + under) // (2 * under))), _MOST_PRICES[kind])


def _if_lost(rules: RuleSet, table: tuple[Chances, Chances]) -> list[Chances]:
    """Return the chances after a round that I lose, by its dealer."""
    return [table[next_dealer(rules, dealer, 1, 2)] for dealer in range(2)]


def _kept(chances: Chances, counts: Sequence[int], mine: int, theirs: int) -> int:
    """Return my chance after losses in these numbers, summed up: none after a loss that ends the game."""
    return sum(map(mul, counts, chances[mine][theirs + 1 :]))


def _is_near(told: Prices, paid: Prices, parts: int) -> bool:
    """Return whether no price lies further from another than this part of its step."""
    return all(parts * abs(one - other) <= step for one, other, step in zip(told, paid, _PRICE_STEPS, strict=True))


def paid_prices(rules: RuleSet) -> Prices:
    """Return the bonus that a knock, gin and an undercut are paid."""
    return rules.knock_bonus, rules.gin_bonus, rules.undercut_bonus


def written(columns: Sequence[Column]) -> range:
    """Return the columns that one's own next win is written in: those begun, and one more."""
    begun = sum(mine > 0 for mine, _ in columns)
    return range(min(begun + 1, len(columns)))


@lru_cache(maxsize=16)
def equity_of(rules: RuleSet, new_player: NewPlayer) -> MatchEquity | None:
    """Return the chances of a game between two of these players, or None if there is no table.

    There is none where the game does not depend on two standings alone (`plays_to_target`), and where the rounds hardly
    end.
    """
    if 2 not in rules.player_counts or not plays_to_target(rules, 2):
        return None
    target = rules.target_for(1)
    unit = -(-target // _STEPS)
    wins = Wins.of(-(-target // unit))
    actions = 0
    for start in range(0, len(_DEALS), _PART):
        try:
            rounds = _played(rules, new_player, _DEALS[start : start + _PART])
        except EndlessPlayError:
            return None
        for dealer, played in rounds:
            actions += played.plies
            wins.add(rules, played.outcome, dealer, unit)
        if actions > _ACTIONS:
            return None
    return MatchEquity(rules, str(new_player(0)), target, unit, wins) if wins.points else None


def _played(rules: RuleSet, new_player: NewPlayer, deals: range) -> list[tuple[int, Played]]:
    """Return the rounds of deals, which each seat deals once, with their dealers, played by the core if it is here."""
    if has_core(rules, new_player):
        from ginrules.fast import outcomes, play

        facts: Any = play(rules, new_player, deals, seats=2, ply_cap=_PLIES)
        return [*zip(facts["dealer"].ravel().tolist(), outcomes(rules, facts), strict=True)]
    rounds = []
    for seed in deals:
        dealt = new_deal(seed, rules)
        for dealer in range(2):
            driver, state = dealt_round(rules, (new_player, new_player), dealt, dealer)
            driver.start(state)
            rounds.append((dealer, driver.finish(state, _PLIES)))
    return rounds
