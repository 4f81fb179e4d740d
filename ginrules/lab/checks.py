"""Laws of comparing, for your own rule sets and players: results that `compare` can never give.

Each check plays a small comparison and raises `LawBroken` if a law does not hold. A player breaks the laws if it
remembers anything from one round to the next, uses random numbers that do not come from its seed, or reads prices
without declaring it (``reads_prices``).
"""

from __future__ import annotations

from math import isclose
from typing import Final

from ginrules._support.values import whole_number
from ginrules.driver.player import NewPlayer, reads
from ginrules.errors import IncompatibleRulesError, InvalidRunError
from ginrules.lab.comparison.compare import compare, plays_alike
from ginrules.lab.runner.rows import Row, rows
from ginrules.lab.statistics.estimate import Estimate
from ginrules.players.players import factories_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.testing.state_laws import ensure

ROUNDS: Final = 40
"""Rounds that a check plays by default."""

_PLAYER: Final = "greedy"
_FOR_ONE: Final = 2
_EXACT: Final = 1e-9


def check_same_rules_same_game(
    rules: RuleSet | str, players: NewPlayer | str = _PLAYER, *, rounds: int = ROUNDS, seed: int = 1
) -> None:
    """Check that a rule set compared with itself differs by 0 ± 0, and that the player repeats a round exactly.

    Args:
        rules: Any rule set.
        players: Makes the player of each seat, or a player's name.
        rounds: The number of rounds.
        seed: The run's seed.

    Raises:
        LawBroken: If a difference is not 0 ± 0, or a replayed round differs.
        InvalidRunError: If several players are given.

    Examples:
        >>> from ginrules.lab.checks import check_same_rules_same_game
        >>> import ginrules as gin
        >>> check_same_rules_same_game(gin.RuleSet(knock_limit=7), "simple")
    """
    rules = rules_of(rules)
    both = zip(*(rows(rules, players, rounds=rounds, seed=seed) for _ in range(2)), strict=True)
    for one, other in both:
        ensure(one == other, f"deal {one.unit} with dealer {one.dealer} is played in two ways", rules, one.seed)
    for finding in compare(rules, rules, players=_maker(players), rounds=rounds, seed=seed).findings:
        difference = finding.differences[0]
        is_zero = difference is None or (difference.value, difference.low, difference.high) == (0, 0, 0)
        ensure(is_zero, f"{finding.measure.key} of equal rules differs by {difference}", rules, seed)


def check_order_turns_the_sign(
    a: RuleSet | str, b: RuleSet | str, players: NewPlayer | str = _PLAYER, *, rounds: int = ROUNDS, seed: int = 1
) -> None:
    """Check that ``compare(a, b)`` is minus ``compare(b, a)``: values, and the intervals' ends.

    Args:
        a: A rule set.
        b: Another rule set.
        players: Makes the player of each seat, or a player's name.
        rounds: The number of rounds under each.
        seed: The run's seed.

    Raises:
        LawBroken: If a measure differs.
        IncompatibleRulesError: If the two cannot be compared.
        InvalidRunError: If several players are given.

    Examples:
        >>> from ginrules.lab.checks import check_order_turns_the_sign
        >>> check_order_turns_the_sign("standard", "oklahoma")
    """
    a, b, maker = rules_of(a), rules_of(b), _maker(players)
    one = compare(a, b, players=maker, rounds=rounds, seed=seed)
    other = compare(b, a, players=maker, rounds=rounds, seed=seed)
    keys = [[finding.measure.key for finding in comparison.findings] for comparison in (one, other)]
    ensure(keys[0] == keys[1], f"one order measures {keys[0]}, the other {keys[1]}", a, seed)
    for key in keys[0]:
        mine, theirs = one[key], other[key]
        difference, turned = mine.differences[0], theirs.differences[0]
        less = None if turned is None else Estimate(-turned.value, -turned.high, -turned.low)
        alike = all(map(_close, (*mine.values, difference), (*reversed(theirs.values), less)))
        ensure(alike, f"{key}: {difference} in one order, {turned} in the other", a, seed)


def check_prices_only_reprice(
    a: RuleSet | str, b: RuleSet | str, players: NewPlayer | str = _PLAYER, *, rounds: int = ROUNDS, seed: int = 1
) -> None:
    """Check that rules that differ only in prices are played alike: repricing a round equals playing it again.

    Args:
        a: A rule set.
        b: The same with other prices, or rules of games and matches.
        players: Makes the player of each seat, or a player's name. It does not read prices.
        rounds: The number of rounds under each.
        seed: The run's seed.

    Raises:
        LawBroken: If a round under the second differs from `compare` in its play or its price.
        IncompatibleRulesError: If the two differ in play.
        InvalidRunError: If the player reads prices.

    Examples:
        >>> from ginrules.lab.checks import check_prices_only_reprice
        >>> check_prices_only_reprice("standard", "standard+gin_bonus=20+undercut_bonus=10", "simple")
    """
    a, b, maker = rules_of(a), rules_of(b), _blind(players)
    if not plays_alike(a, b):
        raise IncompatibleRulesError(f"{a.label} and {b.label} differ in more than prices")
    taken: list[Row] = []
    comparison = compare(a, b, players=maker, rounds=rounds, seed=seed, take_rows=taken.extend)
    size = comparison.rounds // comparison.deals
    repriced = [row for start in range(size, len(taken), 2 * size) for row in taken[start : start + size]]
    for one, other in zip(repriced, rows(b, maker, rounds=rounds, seed=seed), strict=True):
        message = (
            f"deal {one.unit} with dealer {one.dealer} is {_shown(one)} priced again, {_shown(other)} played again"
        )
        ensure(one == other, message, b, one.seed)


def check_gin_bonus_adds(
    rules: RuleSet | str, players: NewPlayer | str = _PLAYER, *, by: int = 7, rounds: int = ROUNDS, seed: int = 1
) -> None:
    """Check that a gin bonus larger by d adds d × gins to the points per round.

    Args:
        rules: Rules for two seats that multiply no round.
        players: Makes the player of each seat, or a player's name. It does not read prices.
        by: The points d.
        rounds: The number of rounds.
        seed: The run's seed.

    Raises:
        LawBroken: If the difference has any other value.
        IncompatibleRulesError: If spades or doubles multiply a round, or the table has more than two seats.
        InvalidRunError: If the player reads prices.

    Examples:
        >>> from ginrules.lab.checks import check_gin_bonus_adds
        >>> check_gin_bonus_adds("straight-gin", by=5)
    """
    rules, maker = rules_of(rules), _blind(players)
    if rules.spade_multiplier > 1 or rules.doubling or rules.table_sizes[0] != _FOR_ONE:
        raise IncompatibleRulesError(
            f"{rules.label}: the law is for two seats and rounds that nothing multiplies", rules=rules.name
        )
    by = whole_number("by", by)
    more = rules.evolve(gin_bonus=rules.gin_bonus + by)
    comparison = compare(rules, more, players=maker, rounds=rounds, seed=seed)
    shares = [finding.values[0] for finding in comparison.findings if finding.measure.key in {"gin", "out"}]
    gins = sum(share.value for share in shares if share)
    points = comparison["points"].differences[0]
    is_so = points is None or isclose(points.value, by * gins, abs_tol=_EXACT)
    ensure(is_so, f"{by} points more for gin, {gins:.4f} gins per round, and {points}", rules, seed)


def _maker(players: NewPlayer | str) -> NewPlayer:
    makers = factories_of(players)
    if len(makers) != 1:
        raise InvalidRunError(f"players: expected one player, or what makes it, got {len(makers)}")
    return makers[0]


def _blind(players: NewPlayer | str) -> NewPlayer:
    """Return the factory of a player that does not read prices."""
    maker = _maker(players)
    if reads(maker, "reads_prices"):
        raise InvalidRunError(f"{maker(0)} reads prices: the law is for players that do not", player=str(maker(0)))
    return maker


def _close(one: Estimate | None, other: Estimate | None) -> bool:
    if one is None or other is None:
        return one is other
    ends = ((one.value, other.value), (one.low, other.low), (one.high, other.high))
    return all(isclose(mine, theirs, rel_tol=_EXACT, abs_tol=_EXACT) for mine, theirs in ends)


def _shown(row: Row) -> str:
    return f"{row.result} for {row.net_0} / {row.net_1} after {row.plies} actions"
