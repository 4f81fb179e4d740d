"""The rule card's lines for gains at a table of three or more; they hold at a table of two as well."""

from __future__ import annotations

from collections.abc import Iterator

from ginrules.rules.model import RuleSet
from ginrules.rules.texts import points


def gains_from_several(rules: RuleSet) -> bool:
    """Return whether these rules score gains at tables of three or more."""
    match rules.score_mode:
        case "gain":
            return max(rules.table_sizes) > 2
        case "penalty" | "table-count":
            return False


def gain_lines(rules: RuleSet) -> Iterator[str]:
    """Yield the payments for a knock, gin and an undercut."""
    yield from _gin_lines(rules)
    if not rules.knock_limit:
        return
    match rules.gain_from:
        case "winner-takes-all":
            yield from _winner_takes_all(rules)
        case "each-with-knocker":
            yield from _settling_with_knocker(rules)


def _gin_lines(rules: RuleSet) -> Iterator[str]:
    others = "the deadwood of every other player"
    yield f"Gin: the winner scores {others}{_from_all(rules.gin_bonus)}; gin is never undercut."
    if rules.big_gin:
        yield f"Big gin: the winner scores {others}{_from_all(rules.big_gin_bonus)}, in place of the gin bonus."


def _from_all(bonus: int) -> str:
    return f", and {points(bonus)} from each of them" if bonus else ""


def _once(bonus: int) -> str:
    return f", and {points(bonus)} once" if bonus else ""


def _winner_takes_all(rules: RuleSet) -> Iterator[str]:
    yield f"Knock: the knocker scores the difference to every other player{_once(rules.knock_bonus)}."
    yield (
        "Undercut: when another player has less deadwood, the one with the least wins in the knocker's place (of "
        "equals the nearest to the knocker's left) and scores the difference to every other player"
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
        f"difference{_and(rules.knock_bonus)}; one with less scores the difference{_and(rules.undercut_bonus)}."
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
        "The round is won by the player who scores most, of equals by the knocker, then by the nearest to the "
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


def _and(bonus: int) -> str:
    return f" and {points(bonus)}" if bonus else ""
