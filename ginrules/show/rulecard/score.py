"""The rule card from a round's price to the end of the match, made from the values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ginrules.rules import conditions as when
from ginrules.rules.model import RULES, RuleSet, in_use
from ginrules.rules.seats import has_three_scores, team_size
from ginrules.rules.texts import joined, plural, points, times
from ginrules.show.rulecard.start import sentence
from ginrules.show.rulecard.words import round_limits, targets

_TIES: Final = {
    "undercut": "Equal deadwood is an undercut too.",
    "undercut-no-bonus": "With equal deadwood the opponent wins the round, without the bonus.",
    "knocker-wins": "With equal deadwood the knocker wins the round; it is not an undercut.",
    "nobody": "With equal deadwood the round is drawn and nobody scores.",
}
_SPADE_SCOPES: Final = {
    "hand": "boxes are not multiplied",
    "hand-and-extra-boxes": "extra boxes are multiplied too, the ordinary box is not",
    "hand-and-all-boxes": "all boxes are multiplied too",
}


def scoring(rules: RuleSet) -> Iterator[str]:
    """Yield a round's worth."""
    if not when.points_count(rules):
        yield "Gin wins the round. No points are counted."
        return
    match rules.score_mode:
        case "gain":
            yield from _gains(rules) if when.gains_from_several(rules) else _gain(rules)
        case "penalty":
            yield from _penalty(rules)
        case "table-count":
            yield (
                "Each player scores the cards they put on the table, melded or laid off, less all the cards left in "
                "their hand."
            )
            if rules.gin_bonus:
                yield f"Going out earns {points(rules.gin_bonus)} more."
    yield from _doubling(rules)
    yield from _spade(rules)
    yield from _boxes(rules)
    yield from _teams(rules)


def _doubling(rules: RuleSet) -> Iterator[str]:
    if not rules.doubling:
        return
    yield (
        "Refused double: the player who doubled scores the difference of deadwood, or nothing for it if behind,"
        f"{_plus(rules.refusal_bonus)}."
    )
    yield (
        "Every double that was accepted doubles the points of the round, bonuses included. Boxes are not doubled, and "
        "a double that is refused does not count."
    )


def _plus(bonus: int, text: str = " plus {}") -> str:
    """Return a bonus in words, or nothing if there is none."""
    return text.format(points(bonus)) if bonus else ""


def _gain(rules: RuleSet) -> Iterator[str]:
    if rules.knock_limit:
        yield f"Knock: a knocker with less deadwood than the opponent scores the difference{_plus(rules.knock_bonus)}."
    undercut = "; gin is never undercut" if rules.knock_limit else ""
    yield f"Gin: the winner scores the opponent's deadwood{_plus(rules.gin_bonus)}{undercut}."
    if rules.big_gin:
        yield (
            f"Big gin: the winner scores the opponent's deadwood{_plus(rules.big_gin_bonus)}, in place of the gin "
            "bonus."
        )
    if not rules.knock_limit:
        return
    who, what = "an opponent with less deadwood than the knocker", "scores"
    if rules.undercut_moves == "knocker":
        who, what = "a knocker with more deadwood than the opponent", "loses"
    yield f"Undercut: {who} {what} the difference{_plus(rules.undercut_bonus)}."
    if rules.gin_off_bonus:
        yield (
            f"An opponent who undercuts with no deadwood at all scores {points(rules.gin_off_bonus)} in place of the "
            "undercut bonus."
        )
    yield _TIES[rules.tie]


def _gains(rules: RuleSet) -> Iterator[str]:
    """Yield the payments at a table of three or more. They hold at a table of two as well."""
    others, each = "the deadwood of every other player", ", and {} from each of them"
    yield f"Gin: the winner scores {others}{_plus(rules.gin_bonus, each)}; gin is never undercut."
    if rules.big_gin:
        yield f"Big gin: the winner scores {others}{_plus(rules.big_gin_bonus, each)}, in place of the gin bonus."
    if not rules.knock_limit:
        return
    match rules.gain_from:
        case "winner-takes-all":
            yield from _winner_takes_all(rules)
        case "each-with-knocker":
            yield from _settling_with_knocker(rules)


def _winner_takes_all(rules: RuleSet) -> Iterator[str]:
    yield f"Knock: the knocker scores the difference to every other player{_plus(rules.knock_bonus, ', and {} once')}."
    yield (
        "Undercut: when another player has less deadwood, the one with the least wins in the knocker's place (if "
        "several are level, the nearest to the knocker's left) and scores the difference to every other player"
        f"{_plus(rules.undercut_bonus, ', and {} once')}."
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
        f"difference{_plus(rules.knock_bonus, ' and {}')}; one with less scores the "
        f"difference{_plus(rules.undercut_bonus, ' and {}')}."
    )
    wins = "" if when.all_level_pays(rules) or 2 not in rules.table_sizes else "; with two players {} wins the round"
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


def _penalty(rules: RuleSet) -> Iterator[str]:
    yield "Losers are charged penalty points; the winner of a round is charged nothing."
    whose = "their own deadwood" if rules.penalty_share == "own" else "the deadwood of all losers"
    yield f"Gin: each loser is charged {whose}{_plus(rules.gin_bonus)}."
    if rules.big_gin:
        yield f"Big gin: each loser is charged {whose}{_plus(rules.big_gin_bonus)}."
    if not rules.knock_limit:
        return
    yield f"Knock: each loser is charged {whose} less the knocker's."
    yield (
        f"Undercut: the player with the least deadwood, below the knocker's, wins; each loser is charged {whose} "
        "less the winner's."
    )
    charge = "that" if rules.undercut_penalty == "difference" else "their whole deadwood"
    yield f"An undercut knocker is charged {charge}{_plus(rules.undercut_bonus)}."
    yield _TIES[rules.tie]


def _spade(rules: RuleSet) -> Iterator[str]:
    if rules.spade_multiplier == 1:
        return
    card = "knock card" if rules.knock_source == "knock-card" else "upcard"
    scope = f"; {_SPADE_SCOPES[rules.spade_scope]}" if when.boxes_count(rules) else ""
    yield f"When the {card} is a spade the round counts {times(rules.spade_multiplier)}, including bonuses{scope}."


def _boxes(rules: RuleSet) -> Iterator[str]:
    if not when.boxes_count(rules):
        return
    yield f"A round won is a box, worth {points(rules.box_bonus)}."
    extra = {"gin": rules.gin_boxes}
    if rules.big_gin:
        extra["big gin"] = rules.big_gin_boxes
    if rules.knock_limit:
        extra["an undercut"] = rules.undercut_boxes
    boxes = [f"{count} for {reason}" for reason, count in extra.items() if count]
    if boxes:
        yield f"Extra boxes: {joined(boxes, 'and')}."
    if rules.box_timing == "immediate":  # else the section on the end of the game says so
        yield "Boxes are paid at once and count to the target."


def _teams(rules: RuleSet) -> Iterator[str]:
    if rules.seating != "partnership":
        return
    yield (
        "Each team adds up what its members won; the team with more scores the difference"
        f"{' and one box, with the extra boxes of its own members' if when.boxes_count(rules) else ''}. If they are "
        "level, the round is drawn."
    )
    yield "A drawn table counts nothing and is not played again."
    has_threes = any(team_size(rules.seating, players) > 2 for players in rules.player_counts)
    if rules.team_sweep_bonus and has_threes:
        yield f"A team of three or more that wins every table scores {points(rules.team_sweep_bonus)} more."
    if rules.team_sweep_boxes and when.boxes_count(rules):
        yield f"A team that wins every table has {plural(rules.team_sweep_boxes, 'extra box')}."


def end_of_game(rules: RuleSet) -> Iterator[str]:
    """Yield the end of the game and its settlement."""
    yield from _over(rules)
    if rules.score_mode != "penalty":
        yield from _settled(rules)
        return
    if rules.game_end == "target":
        yield "The lowest total of penalty points wins the game; players who are level share it."
    else:
        yield "The last player left wins the game."
    if _weight(rules):
        yield f"For stakes, {_settling(rules)}."


def _settled(rules: RuleSet) -> Iterator[str]:
    if when.totals_count(rules):
        yield from _bonuses(rules)
    yield _winner(rules)
    if rules.exact_margin_forfeit:
        margin = points(rules.exact_margin_forfeit)
        yield (
            f"A winner whose total, bonuses included, is exactly {margin} higher than the other's forfeits the game: "
            "the other side wins it and is paid the difference."
        )
    if rules.match_form != "best-of":
        yield f"For stakes, {_settling(rules)}."


def _weight(rules: RuleSet) -> str:
    """Return how often a single game's difference counts, if it is not once."""
    return "" if rules.columns > 1 or set(rules.column_weights) == {1} else f" {times(rules.column_weights[0])}"


def _settling(rules: RuleSet) -> str:
    if has_three_scores(rules.seating) or max(rules.table_sizes) > 2:
        return f"every pair of players settles the difference of their totals{_weight(rules)}"
    if rules.seating == "captain":
        return f"the banker settles the difference of the totals with every player of the line{_weight(rules)}"
    if rules.match_form == "points":
        return f"the difference of the accounts is paid{_weight(rules)}"
    can_be_behind = rules.winner_by == "first-to-target" and in_use(rules, "winner_by") and rules.columns == 1
    even = ", even if the winner has less" if can_be_behind else ""
    return f"the difference of the totals is paid{_weight(rules)}{even}"


def _bonuses(rules: RuleSet) -> Iterator[str]:
    """Yield the points added to the totals at the end of a game, in their order."""
    if rules.game_bonus:
        level = "" if _has_target_alone(rules) else "; if level, to nobody"
        yield f"Game bonus: {points(rules.game_bonus)} to {_first(rules)}{level}."
    else:
        yield "There is no game bonus."
    if when.boxes_count(rules) and rules.box_timing == "at-end":
        yield f"Then {points(rules.box_bonus)} for each box."
    yield from _shutout(rules)


def _winner(rules: RuleSet) -> str:
    has_bonuses = in_use(rules, "winner_by") and when.totals_count(rules)
    if rules.winner_by == "highest-total" and in_use(rules, "winner_by"):
        return f"The highest total{', bonuses included,' if has_bonuses else ''} wins the game."
    even = ", even if another has more after the bonuses" if has_bonuses else ""
    level = "" if _has_target_alone(rules) or not when.points_count(rules) else " If level, nobody wins it."
    return f"{sentence(_first(rules))} wins the game{even}.{level}"


def _has_target_alone(rules: RuleSet) -> bool:
    return bool(targets(rules)) and not round_limits(rules)


def _first(rules: RuleSet) -> str:
    """Return who gets the game bonus, and wins if the target decides."""
    if _has_target_alone(rules):
        if rules.score_mode == "table-count" or when.gains_from_several(rules):
            return "the player with the highest total once the target has been reached"
        return "the first to reach the target"
    if when.has_single_round(rules):
        return "the winner of the round"
    return "the one ahead at the end of the rounds"


def _over(rules: RuleSet) -> Iterator[str]:
    """Yield how a game ends: by the target, by a number of rounds, or with its only round."""
    reached = targets(rules)
    rounds = round_limits(rules)
    game = "Each game" if rules.columns > 1 else "The game"
    if reached:
        if rules.game_end == "target":
            side = {"captain": "the banker or the line", "partnership": "a team"}.get(rules.seating, "a player")
            yield f"{game} is over when {side} reaches {reached}."
        else:
            yield (
                f"A player who has {reached} or more after a decided round is out. The others play on, with hands by "
                "the number of players left; the deal passes over those who are out."
            )
    if rounds:
        all_deal = " (everybody deals once)" if _everybody_deals(rules) else ""
        yield f"The game is over after {rounds}{all_deal}{' at the latest' if reached else ''}."
    if not reached and not rounds:
        yield "The game is a single round."
    if reached and (rules.score_mode == "table-count" or when.gains_from_several(rules)):
        yield "If the leaders are level then, further rounds are played until one leads."


def _everybody_deals(rules: RuleSet) -> bool:
    """Return whether the game has a decided round for each seat, and the deal goes round."""
    has_all = all(rules.rounds_for(number) == number for number in rules.table_sizes)
    return has_all and rules.seating == "all-play" and rules.next_dealer == "alternate" and rules.drawn_dealer == "same"


def _shutout(rules: RuleSet) -> Iterator[str]:
    if rules.shutout == "none":
        yield "There is no shutout."
        return
    effect = _SHUTOUTS[rules.shutout]
    if has_three_scores(rules.seating) or when.gains_from_several(rules):
        effect = "that loser pays the winner {} more"
    condition = RULES["shutout_when"].values[rules.shutout_when]
    yield f"Shutout, when {condition}: {effect.format(points(rules.shutout_bonus))}."


_SHUTOUTS: Final = {
    "flat": "the winner scores {} more",
    "double-hand-points": "the winner's points of the rounds are doubled, but not game bonus and boxes",
    "double-before-boxes": "the winner's points of the rounds and game bonus are doubled, but not boxes",
    "double-total": "the winner's whole total is doubled, including boxes",
    "double-bonuses": "the winner's game bonus and boxes are doubled, but not the points of the rounds",
    "double-difference": "the difference of the totals is doubled",
}


def match_play(rules: RuleSet) -> Iterator[str]:
    """Yield how games make a match, and nothing for a single game."""
    match rules.match_form:
        case "single":
            return
        case "best-of":
            needed = rules.match_games // 2 + 1
            yield (
                f"The match is the best of {rules.match_games} games: the first to win {needed} wins it; every game "
                "starts from zero."
            )
        case "points":
            yield "Every game starts from zero. Its winner adds the final total to their account, the loser nothing."
            bonus = f" and {points(rules.match_bonus)} more" if rules.match_bonus else ""
            yield f"The first account to reach {points(rules.match_target)} wins the match{bonus}."
