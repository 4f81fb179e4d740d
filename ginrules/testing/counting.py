"""`perft`: exact counts of positions, actions and endings by depth, as chess engines compare theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from ginrules._support.values import Value, whole_number
from ginrules.cards import Card
from ginrules.play.deal import deal
from ginrules.play.engine import apply, legal_actions
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet


@attrs.frozen(kw_only=True)
class Level(Value):
    """The counts of one depth.

    Attributes:
        depth: How many actions have been played.
        lines: The lines of play with that many actions. A line that has ended earlier is not among them.
        positions: The different positions that they reach.
        actions: The legal actions in all lines: the number of lines at the next depth.
        endings: The lines that have ended here, by ending. For a drawn round by its reason.
        shuffles: The lines that stop here because the cards have to be shuffled.
    """

    depth: int
    lines: int
    positions: int
    actions: int
    endings: dict[str, int]
    shuffles: int


def perft(
    rules: RuleSet | str,
    order: Iterable[Card | int | str] | str,
    depth: int,
    *,
    dealer: int = 0,
    seats: int = 2,
    knock_card: Card | str | None = None,
) -> tuple[Level, ...]:
    """Count the lines of play of a deal, to a depth.

    Equal positions are merged, so the time grows with the positions and not with the lines. The pack's order is
    given, so there is no chance: a line that comes to a shuffle stops there.

    Args:
        rules: The rules.
        order: The shuffled pack, the first card dealt first.
        depth: How many actions are played.
        dealer: The seat that deals.
        seats: How many seats are at the table.
        knock_card: The second pack's card, in rules with a second pack.

    Returns:
        The counts of depth 0, 1 and so on. Fewer if all lines have ended.

    Raises:
        DealError: If the deal is not possible.
        ParseError: If the depth is not a whole number.

    Examples:
        >>> import ginrules as gin
        >>> levels = gin.testing.perft("standard", gin.shuffled(1), 3)
        >>> [level.lines for level in levels]
        [1, 2, 12, 31]
    """
    reached = Counter([deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)])
    levels = []
    for played in range(whole_number("depth", depth) + 1):
        level, reached = _counted(played, reached)
        levels.append(level)
        if not reached:
            break
    return tuple(levels)


def _counted(depth: int, reached: Counter[RoundState]) -> tuple[Level, Counter[RoundState]]:
    following: Counter[RoundState] = Counter()
    endings: Counter[str] = Counter()
    actions = shuffles = 0
    for state, lines in reached.items():
        legal = legal_actions(state)
        actions += lines * len(legal)
        if state.outcome is not None:
            endings[state.outcome.reason or state.outcome.ending] += lines
        elif not legal:
            shuffles += lines
        for action in legal:
            following[apply(state, action)] += lines
    level = Level(
        depth=depth, lines=reached.total(), positions=len(reached), actions=actions,
        endings=dict(sorted(endings.items())), shuffles=shuffles,
    )  # fmt: skip
    return level, following
