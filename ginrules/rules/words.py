"""Words of the rule card: names of rules, the numbers that end a game, and the gains at a table of three or more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

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


# --- gains at a table of three or more; they hold at a table of two as well -----------------------


def gain_lines(rules: RuleSet) -> Iterator[str]:
    """Yield the payments for a knock, gin and an undercut."""
    others = "the deadwood of every other player"
    yield f"Gin: the winner scores {others}{_from_all(rules.gin_bonus)}; gin is never undercut."
    if rules.big_gin:
        yield f"Big gin: the winner scores {others}{_from_all(rules.big_gin_bonus)}, in place of the gin bonus."
    if not rules.knock_limit:
        return
    match rules.gain_from:
        case "winner-takes-all":
            yield from _winner_takes_all(rules)
        case "each-with-knocker":
            yield from _settling_with_knocker(rules)


def _from_all(bonus: int) -> str:
    return f", and {points(bonus)} from each of them" if bonus else ""


def _once(bonus: int) -> str:
    return f", and {points(bonus)} once" if bonus else ""


def _winner_takes_all(rules: RuleSet) -> Iterator[str]:
    yield f"Knock: the knocker scores the difference to every other player{_once(rules.knock_bonus)}."
    yield (
        "Undercut: when another player has less deadwood, the one with the least wins in the knocker's place (if "
        "several are level, the nearest to the knocker's left) and scores the difference to every other player"
        f"{_once(rules.undercut_bonus)}."
    )
    match rules.tie:
        case "undercut":
            yield "Deadwood equal to the knocker's is an undercut too."
        case "undercut-no-bonus":
            yield "Deadwood equal to the knocker's, and nobody's less, wins the round too, without the bonus."
        case "knocker-wins":
            yield "Deadwood equal to the knocker's is not an undercut."
        case "nobody":
            yield "When the least deadwood equals the knocker's, the round is drawn and nobody scores."


def _settling_with_knocker(rules: RuleSet) -> Iterator[str]:
    yield (
        "After a knock every other player settles with the knocker alone. One with more deadwood pays the knocker the "
        f"difference{_and_points(rules.knock_bonus)}; one with less scores the "
        f"difference{_and_points(rules.undercut_bonus)}."
    )
    wins = "" if all_level_pays(rules) or 2 not in rules.table_sizes else "; with two players {} wins the round"
    match rules.tie:
        case "undercut":
            yield f"One with equal deadwood scores {points(rules.undercut_bonus)}{wins.format('that one')}."
        case "undercut-no-bonus":
            yield f"One with equal deadwood scores nothing{wins.format('that one')}."
        case "knocker-wins":
            bonus = points(rules.knock_bonus)
            yield f"From one with equal deadwood the knocker scores {bonus}{wins.format('the knocker')}."
        case "nobody":
            yield "One with equal deadwood scores nothing, and neither does the knocker."
    yield (
        "The player who scores most wins the round; if several are level, the knocker, or else the nearest to the "
        "knocker's left. When nobody scores it is drawn."
    )


def all_level_pays(rules: RuleSet) -> bool:
    """Return whether somebody gains if every player settles with a knocker and has the same deadwood."""
    match rules.tie:
        case "undercut":
            return rules.undercut_bonus > 0
        case "knocker-wins":
            return rules.knock_bonus > 0
        case "undercut-no-bonus" | "nobody":
            return False


def _and_points(bonus: int) -> str:
    return f" and {points(bonus)}" if bonus else ""
