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
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, boxes_by, drawn_score, points_by


def penalty_score(outcome: Outcome, rules: RuleSet, knocker: int | None) -> RoundScore:
    """Price a round in penalty points, by seat, or charge nobody in a dead round."""
    if knocker is None:
        return drawn_score(outcome.seats, "dead", lowest_wins=True)
    won = verdict(outcome, rules, knocker)
    if won.winner is None:
        return drawn_score(outcome.seats, won.result, lowest_wins=True)
    least = outcome.deadwood[won.winner]
    lines: list[ScoreLine] = []
    for seat in range(outcome.seats):
        if seat != won.winner:
            if seat == knocker and rules.undercut_penalty == "full":
                lines.append(ScoreLine("deadwood", seat, outcome.deadwood[seat]))
            elif rules.penalty_share == "pooled":
                lines.append(ScoreLine("pooled-deadwood", seat, sum(outcome.deadwood) - 2 * least))
            else:
                lines.append(ScoreLine("deadwood-difference", seat, outcome.deadwood[seat] - least))
            charged = seat == knocker or won.result != "undercut"
            lines.append(ScoreLine(won.bonus_kind, seat, won.bonus if charged else 0))
    return RoundScore(seats=outcome.seats, result=won.result, winner=won.winner, lines=lines, lowest_wins=True)


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
    declarer = outcome.declarer
    if rules.score_mode == "penalty":
        score = penalty_score(outcome, rules, declarer)
    elif declarer is None:
        score = drawn_score(outcome.seats, "dead", multiplier=spade_factor(outcome, rules), factor=outcome.factor)
    elif rules.score_mode == "table-count":
        lines = [ScoreLine("laid", seat, points) for seat, points in enumerate(outcome.laid)]
        lines += [ScoreLine("held", seat, -points) for seat, points in enumerate(outcome.deadwood)]
        lines.append(ScoreLine("gin-bonus", declarer, rules.gin_bonus))
        score = RoundScore(seats=outcome.seats, result="out", winner=declarer, lines=lines)
    else:
        score = _gain_score(outcome, rules, declarer)
    sums = *points_by(score.lines, score.seats), *boxes_by(score.lines, score.seats)
    if max(map(abs, sums)) > LARGEST_NUMBER:  # few lines have another sign, with few points
        raise ScoreError(
            f"expected a price of at most {LARGEST_NUMBER}: these rules make it larger", most=LARGEST_NUMBER
        )
    return score


def _gain_score(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    if len(outcome.deadwood) > 2:
        return _several_score(outcome, rules, knocker)
    won = verdict(outcome, rules, knocker)
    winner, spade = won.winner, spade_factor(outcome, rules)
    if winner is None:
        return drawn_score(outcome.seats, won.result, multiplier=spade, factor=outcome.factor)
    is_charged = winner != knocker and rules.undercut_moves == "knocker"
    moved, sign = (knocker, -1) if is_charged else (winner, 1)
    difference = abs(outcome.deadwood[0] - outcome.deadwood[1])
    if won.result == "refused":  # a doubler who was behind gains the bonus alone (rummy-games.com)
        difference = max(0, outcome.deadwood[1 - knocker] - outcome.deadwood[knocker])
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
    return RoundScore(result=won.result, winner=winner, lines=lines, multiplier=spade, factor=outcome.factor)


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


def _several_score(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    """Price a round that was declared at a table of three seats or more.

    Sources: bicyclecards.com and smirkify on knock rummy (the winner takes all). Feebgolf's group gin (every
    player settles with the knocker).
    """
    won = verdict(outcome, rules, knocker)
    if outcome.deadwood[knocker] == 0:  # the bonus is paid by each of the others
        return _taken_by(attrs.evolve(won, bonus=(outcome.seats - 1) * won.bonus), outcome)
    if rules.gain_from == "each-with-knocker":
        return _settled_with_knocker(outcome, rules, knocker)
    return _taken_by(won, outcome)


def _taken_by(win: Verdict, outcome: Outcome) -> RoundScore:
    if win.winner is None:
        return drawn_score(outcome.seats, win.result)
    difference = sum(outcome.deadwood) - outcome.seats * outcome.deadwood[win.winner]
    lines = (
        ScoreLine("deadwood-difference", win.winner, difference),
        ScoreLine(win.bonus_kind, win.winner, win.bonus),
        *_boxes(win.winner, win.extra_boxes),
    )
    return RoundScore(seats=outcome.seats, result=win.result, winner=win.winner, lines=lines)


def _boxes(winner: int, extra: int) -> tuple[ScoreLine, ScoreLine]:
    return ScoreLine("box", winner, boxes=1), ScoreLine("extra-box", winner, boxes=extra)


def _settled_with_knocker(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    seats = outcome.seats
    order = [(knocker + step) % seats for step in range(seats)]
    lines = [line for seat in order[1:] for line in _pair(outcome, rules, knocker, seat)]
    gains = points_by(lines, seats)
    winner = max(order, key=gains.__getitem__)  # of equals the knocker, then the nearest to the left
    if gains[winner] == 0:
        return drawn_score(seats, "tie")
    result: Result = "knock" if winner == knocker else "undercut"
    extra = 0 if winner == knocker else rules.undercut_boxes
    return RoundScore(seats=seats, result=result, winner=winner, lines=(*lines, *_boxes(winner, extra)))


def _pair(outcome: Outcome, rules: RuleSet, knocker: int, seat: int) -> Iterator[ScoreLine]:
    """Yield the lines of what one of the two gains from the other, as at a table of two."""
    won, lead = between(outcome, rules, knocker, seat), abs(outcome.deadwood[seat] - outcome.deadwood[knocker])
    if won.winner is None:
        return
    if lead:
        yield ScoreLine("deadwood-difference", won.winner, lead)
    if lead or rules.tie != "undercut-no-bonus":
        yield ScoreLine(won.bonus_kind, won.winner, won.bonus)
