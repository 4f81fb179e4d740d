"""`price`: from a round's facts to its score, line by line. Rounds with the same facts are priced once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs

from ginrules._support.bounds import LARGEST_NUMBER
from ginrules._support.values import expect
from ginrules.errors import ScoreError
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.limits import box_factors
from ginrules.scoring.outcome_checks import ensure_possible, spade_factor
from ginrules.scoring.price_numbers import price_numbers
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, boxes_by, points_by


@attrs.frozen
class Verdict:
    """A round's winner (None for nobody), result and bonus, and the boxes in addition to the box for the round."""

    result: Result
    winner: int | None = None
    bonus_kind: LineKind = "knock-bonus"
    bonus: int = 0
    extra_boxes: int = 0


def verdict(outcome: Outcome, rules: RuleSet, knocker: int) -> Verdict:
    """Return the verdict on a round that a seat has declared.

    Of several defenders the one with the least deadwood decides, and of equals the nearest to the knocker's left.
    """
    deadwood, seats = outcome.deadwood, len(outcome.deadwood)
    if outcome.ending == "refused":
        return Verdict("refused", knocker, "refusal-bonus", rules.refusal_bonus)
    if deadwood[knocker] == 0:
        return _gin(outcome, rules, knocker)
    if seats == 2:
        return between(outcome, rules, knocker, 1 - knocker)
    defenders = (*range(knocker + 1, seats), *range(knocker))
    return between(outcome, rules, knocker, min(defenders, key=deadwood.__getitem__))  # min() keeps the first of equals


def between(outcome: Outcome, rules: RuleSet, knocker: int, defender: int) -> Verdict:
    """Return the verdict on a knock, which is not gin, against one of the defenders."""
    left, held = outcome.deadwood[knocker], outcome.deadwood[defender]
    if held > left:
        return _knock(rules, knocker)
    if held == left:
        return _level(rules, knocker, defender)
    if held == 0 and rules.gin_off_bonus:
        return Verdict("gin-off", defender, "gin-off-bonus", rules.gin_off_bonus, rules.undercut_boxes)
    return _undercut(rules, defender)


def _level(rules: RuleSet, knocker: int, defender: int) -> Verdict:
    match rules.tie:
        case "undercut":
            return _undercut(rules, defender)
        case "undercut-no-bonus":
            return Verdict("undercut", defender, extra_boxes=rules.undercut_boxes)
        case "knocker-wins":
            return _knock(rules, knocker)
        case "nobody":
            return Verdict("tie")


def _knock(rules: RuleSet, knocker: int) -> Verdict:
    return Verdict("knock", knocker, "knock-bonus", rules.knock_bonus)


def _undercut(rules: RuleSet, defender: int) -> Verdict:
    return Verdict("undercut", defender, "undercut-bonus", rules.undercut_bonus, rules.undercut_boxes)


def _gin(outcome: Outcome, rules: RuleSet, knocker: int) -> Verdict:
    if rules.lays_off_after_gin and not any(outcome.deadwood):
        return Verdict("void")
    if outcome.ending == "big-gin":
        return Verdict("big-gin", knocker, "big-gin-bonus", rules.big_gin_bonus, rules.big_gin_boxes)
    return Verdict("out" if rules.open_melds else "gin", knocker, "gin-bonus", rules.gin_bonus, rules.gin_boxes)


def price(outcome: Outcome, rules: RuleSet | str) -> RoundScore:
    """Price a finished round under these rules.

    Gain scoring, bonuses and boxes follow Wikipedia and pagat.com, and at three seats or more
    bicyclecards.com and feebgolf. Penalty points follow *Online rules* part 2, and table counts
    mahjong gin in *Gin rummy notes*. The source of each price is in ``RuleSet``. The same facts can
    be priced under any rules that share their play, without a replay. Under a spade rule an outcome
    without the card that doubles counts once.

    Args:
        outcome: The round's facts, by seat.
        rules: The rules whose ``price`` section applies.

    Returns:
        The itemised score by seat, in points and boxes.

    Raises:
        ScoreError: If the facts are impossible under these rules, a card is named that they do not turn up,
            or a line would exceed 1,000,000,000.

    Examples:
        >>> import ginrules as gin
        >>> score = gin.price(gin.Outcome(declarer=0, deadwood=(0, 18)), gin.RuleSet())
        >>> score.result, score.points, score.boxes
        ('gin', (43, 0), (1, 0))
        >>> gin.price(gin.Outcome(declarer=0, deadwood=(9, 4)), gin.RuleSet()).points
        (0, 30)
    """
    if type(outcome) is not Outcome:
        expect(outcome, Outcome, "an Outcome", "a finished round has one, state.outcome")
    rules = rules_of(rules)
    ensure_possible(outcome, rules)
    return price_played(outcome, rules)


def price_played(outcome: Outcome, rules: RuleSet) -> RoundScore:
    """Return `price` of a round that the engine has played, whose facts are possible under rules with its play."""
    spade = spade_factor(outcome, rules)
    won, lines = _settled(outcome, rules, spade)
    score = RoundScore(
        seats=len(outcome.deadwood),
        result=won.result,
        winner=won.winner,
        lines=lines,
        multiplier=spade,
        factor=outcome.factor,
        lowest_wins=rules.score_mode == "penalty",
    )
    sums = *points_by(score.lines, score.seats), *boxes_by(score.lines, score.seats)
    if max(map(abs, sums)) > LARGEST_NUMBER:  # few lines have another sign, with few points
        raise ScoreError(
            f"expected a price of at most {LARGEST_NUMBER}: these rules make it larger", most=LARGEST_NUMBER
        )
    return score


def _settled(outcome: Outcome, rules: RuleSet, spade: int) -> tuple[Verdict, list[ScoreLine]]:
    """Return the verdict on a round and the lines of its score, none of them if nobody has won."""
    knocker = outcome.declarer
    if knocker is None:
        return Verdict("dead"), []
    several = len(outcome.deadwood) > 2 and rules.score_mode == "gain"
    if several and rules.gain_from == "each-with-knocker" and outcome.deadwood[knocker]:
        return _settled_with_knocker(outcome, rules, knocker)
    won = verdict(outcome, rules, knocker)
    if won.winner is None:
        return won, []
    match rules.score_mode:
        case "gain":
            if several:
                return won, _taken_by(outcome, won, won.winner)
            return won, gain_lines(outcome, rules, won, won.winner, spade)
        case "penalty":
            return won, penalty_lines(outcome, rules, won)
        case "table-count":
            lines = [ScoreLine("laid", seat, points) for seat, points in enumerate(outcome.laid)]
            lines += [ScoreLine("held", seat, -points) for seat, points in enumerate(outcome.deadwood)]
            return won, [*lines, ScoreLine(won.bonus_kind, won.winner, won.bonus)]


def gain_lines(outcome: Outcome, rules: RuleSet, won: Verdict, winner: int, spade: int) -> list[ScoreLine]:
    """Return what the winner of a round of two gains, or the knocker loses."""
    is_charged = winner != outcome.declarer and rules.undercut_moves == "knocker"
    moved, sign = (1 - winner, -1) if is_charged else (winner, 1)
    difference = abs(outcome.deadwood[0] - outcome.deadwood[1])
    if won.result == "refused":  # a doubler who was behind gains the bonus alone (rummy-games.com)
        difference = max(0, outcome.deadwood[1 - winner] - outcome.deadwood[winner])
    base = difference + won.bonus
    box, extra = box_factors(rules, spade)
    lines = [ScoreLine("deadwood-difference", moved, sign * difference)]
    if won.bonus:
        lines.append(ScoreLine(won.bonus_kind, moved, sign * won.bonus))
    if outcome.factor > 1:
        lines.append(ScoreLine("double", moved, sign * (outcome.factor - 1) * base))
    if spade > 1:
        lines.append(ScoreLine("spade", moved, sign * (spade - 1) * outcome.factor * base))
    lines.append(ScoreLine("box", winner, boxes=box))
    if won.extra_boxes:
        lines.append(ScoreLine("extra-box", winner, boxes=won.extra_boxes * extra))
    return lines


def penalty_lines(outcome: Outcome, rules: RuleSet, won: Verdict) -> list[ScoreLine]:
    """Return what the losers of a round are charged in penalty points."""
    least = min(outcome.deadwood)  # the winner's
    lines: list[ScoreLine] = []
    for seat, held in enumerate(outcome.deadwood):
        if seat != won.winner:
            if seat == outcome.declarer and rules.undercut_penalty == "full":
                lines.append(ScoreLine("deadwood", seat, held))
            elif rules.penalty_share == "pooled":
                lines.append(ScoreLine("pooled-deadwood", seat, sum(outcome.deadwood) - 2 * least))
            else:
                lines.append(ScoreLine("deadwood-difference", seat, held - least))
            charged = seat == outcome.declarer or won.result != "undercut"
            lines.append(ScoreLine(won.bonus_kind, seat, won.bonus if charged else 0))
    return lines


_MOST: Final = 1 << 16
_RULE_SETS: Final = 32


def price_key(outcome: Outcome, rules: RuleSet) -> tuple[object, ...]:
    """Return the facts that decide a round's price under rules with `price_numbers`."""
    spade = spade_factor(outcome, rules)
    return outcome.declarer, outcome.ending, outcome.deadwood, outcome.factor, spade, outcome.laid


def cached_price(outcome: Outcome, rules: RuleSet) -> RoundScore:
    """Return ``price(outcome, rules)``. Rounds with the same `price_key` share their score.

    Every round is priced by itself if a price of these rules can depend on other facts: see `price_numbers`. The
    rounds must be possible under the rules, as all are that were played by them.
    """
    known = _known(rules)
    if known is None:
        return price(outcome, rules)
    key = price_key(outcome, rules)
    score = known.get(key)
    if score is None:
        score = price(outcome, rules)
        if len(known) >= _MOST:
            known.clear()
        known[key] = score
    return score


@lru_cache(maxsize=_RULE_SETS)
def _known(rules: RuleSet) -> dict[tuple[object, ...], RoundScore] | None:
    """Return the scores by `price_key`, or None if a price of these rules can depend on other facts."""
    return None if price_numbers(rules) is None else {}


# --- three seats or more --------------------------------------------------------------------------


def _taken_by(outcome: Outcome, won: Verdict, winner: int) -> list[ScoreLine]:
    """Return the gain of a winner who takes all (bicyclecards.com and smirkify on knock rummy).

    The bonus for gin is paid by each of the others.
    """
    is_gin = winner == outcome.declarer and outcome.deadwood[winner] == 0
    difference = sum(outcome.deadwood) - outcome.seats * outcome.deadwood[winner]
    return [
        ScoreLine("deadwood-difference", winner, difference),
        ScoreLine(won.bonus_kind, winner, (outcome.seats - 1) * won.bonus if is_gin else won.bonus),
        *_boxes(winner, won.extra_boxes),
    ]


def _boxes(winner: int, extra: int) -> tuple[ScoreLine, ScoreLine]:
    return ScoreLine("box", winner, boxes=1), ScoreLine("extra-box", winner, boxes=extra)


def _settled_with_knocker(outcome: Outcome, rules: RuleSet, knocker: int) -> tuple[Verdict, list[ScoreLine]]:
    """Return the settlement of every player with the knocker (feebgolf's group gin)."""
    order = [(knocker + step) % outcome.seats for step in range(outcome.seats)]
    lines = [line for seat in order[1:] for line in _pair(outcome, rules, knocker, seat)]
    gains = points_by(lines, outcome.seats)
    winner = max(order, key=gains.__getitem__)  # of equals the knocker, then the nearest to the left
    if gains[winner] == 0:
        return Verdict("tie"), []
    won = _knock(rules, knocker) if winner == knocker else _undercut(rules, winner)
    return won, [*lines, *_boxes(winner, won.extra_boxes)]


def _pair(outcome: Outcome, rules: RuleSet, knocker: int, seat: int) -> Iterator[ScoreLine]:
    """Yield the lines of what one of the two gains from the other, as at a table of two."""
    won, lead = between(outcome, rules, knocker, seat), abs(outcome.deadwood[seat] - outcome.deadwood[knocker])
    if won.winner is None:
        return
    if lead:
        yield ScoreLine("deadwood-difference", won.winner, lead)
    if lead or rules.tie != "undercut-no-bonus":
        yield ScoreLine(won.bonus_kind, won.winner, won.bonus)
