"""The numbers that end a game, in the words of the rule card."""

from __future__ import annotations

from ginrules.rules.model import RuleSet
from ginrules.rules.seats import team_size
from ginrules.rules.texts import joined, plural, points


def targets(rules: RuleSet) -> str:
    """Return the points that end a game, by team size if they differ; an empty text without a target.

    Examples:
        >>> targets(RuleSet()), targets(RuleSet(target=0, rounds=3))
        ('100 points', '')
    """
    sizes = sorted({team_size(rules.seating, players) for players in rules.player_counts})
    by_size = {size: rules.target_for(size) for size in sizes}
    if not any(by_size.values()):
        return ""
    if len(by_size) == 1:
        return points(by_size[sizes[0]])
    return joined((f"{points(target)} (teams of {size})" for size, target in by_size.items() if target), "or")


def round_limits(rules: RuleSet) -> str:
    """Return the decided rounds that end a game, by seats if they differ; an empty text without a limit.

    Examples:
        >>> round_limits(RuleSet(rounds=3))
        '3 decided rounds'
    """
    by_seats = {number: rules.rounds_for(number) for number in rules.table_sizes}
    if not any(by_seats.values()):
        return ""
    if len(set(by_seats.values())) == 1:
        return plural(by_seats[rules.table_sizes[0]], "decided round")
    return joined(
        (f"{plural(count, 'decided round')} with {number} players" for number, count in by_seats.items()), "or"
    )
