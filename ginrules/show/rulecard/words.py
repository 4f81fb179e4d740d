"""Words of the rule card: names of rules, and numbers by players or by seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.seats import team_size
from ginrules.rules.texts import joined, plural, points


def rule_words(name: str) -> str:
    """Return a rule's name in words.

    Examples:
        >>> rule_words("take_cap"), rule_words("gin_bonus")
        ('takes from the pile', 'gin bonus')
    """
    rule = RULES.get(name)
    return (rule.label if rule else "") or name.replace("_", " ")


def targets(rules: RuleSet) -> str:
    """Return the points that end a game, by team size if they differ, or an empty text without a target."""
    sizes = sorted({team_size(rules.seating, players) for players in rules.player_counts})
    by_size = {size: rules.target_for(size) for size in sizes}
    if not any(by_size.values()):
        return ""
    if len(by_size) == 1:
        return points(by_size[sizes[0]])
    (target, sizes), *others = _alike({size: target for size, target in by_size.items() if target})
    if not others:
        return f"{points(target)} (teams of {_numbers(sizes)})"
    return ", or ".join([points(target), *(f"{target} for teams of {_numbers(sizes)}" for target, sizes in others)])


def round_limits(rules: RuleSet) -> str:
    """Return the decided rounds that end a game, by seats if they differ, or an empty text without a limit."""
    by_seats = {number: rules.rounds_for(number) for number in rules.table_sizes}
    if not any(by_seats.values()):
        return ""
    if len(set(by_seats.values())) == 1:
        return plural(by_seats[rules.table_sizes[0]], "decided round")
    return by_players(by_seats, lambda count: plural(count, "decided round"), suffix="")


def by_players(values: Mapping[int, int], text: Callable[[int], str], *, suffix: str = " each") -> str:
    """Return numbers that differ by the number of players, those that are alike together."""
    parts = [f"{text(value)}{suffix} for {_numbers(players)}" for value, players in _alike(values)]
    return ", ".join([f"{parts[0]} players", *parts[1:]])


def _alike(values: Mapping[int, int]) -> list[tuple[int, list[int]]]:
    """Return each value with the numbers that have it."""
    different = dict.fromkeys(values.values())
    return [(value, [number for number in values if values[number] == value]) for value in different]


def _numbers(numbers: list[int]) -> str:
    return joined(map(str, numbers), "or")
