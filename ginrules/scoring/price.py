"""`price`: from the facts of a round to its score, line by line; rounds with the same facts are priced once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import attrs

from ginrules._values import expect
from ginrules.bounds import LARGEST_NUMBER
from ginrules.cards import Suit
from ginrules.errors import ScoreError
from ginrules.play.outcome import Ending, Outcome
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.facts import box_factors, ensure_possible, limit_card, spade_factor
from ginrules.scoring.penalty import penalty_score
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, drawn_score
from ginrules.scoring.several import several_score


def price(outcome: Outcome, rules: RuleSet | str) -> RoundScore:
    """Price a finished round under these rules.

    Gain scoring, bonuses and boxes follow Wikipedia and pagat.com, and at three seats or more
    bicyclecards.com and feebgolf; penalty points follow *Online rules* part 2, and table counts
    mahjong gin in *Gin rummy notes*; the source of each price is in ``RuleSet``. The same facts can
    be priced under any rules that share their play, without a replay. Under a spade rule an outcome
    without the card that doubles counts once.

    Args:
        outcome: The facts of the round, by seat.
        rules: The rules whose ``price`` section applies.

    Returns:
        The itemised score by seat, in points and boxes.

    Raises:
        ScoreError: If the facts are impossible under these rules, or a line would be of more than 1,000,000,000.

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
    score = _score(outcome, rules, outcome.declarer)
    lines = [number for line in score.lines for number in (line.points, line.boxes)]
    if any(abs(number) > LARGEST_NUMBER for number in (*lines, *score.points, *score.boxes)):
        raise ScoreError(
            f"expected a price of at most {LARGEST_NUMBER}: these rules make it larger", most=LARGEST_NUMBER
        )
    return score


def _score(outcome: Outcome, rules: RuleSet, declarer: int | None) -> RoundScore:
    match rules.score_mode:
        case "gain":
            return _dead_score(outcome, rules) if declarer is None else _gain_score(outcome, rules, declarer)
        case "penalty":
            return penalty_score(outcome, rules, declarer)
        case "table-count":
            return _dead_score(outcome, rules) if declarer is None else _table_count_score(outcome, rules, declarer)


def _dead_score(outcome: Outcome, rules: RuleSet) -> RoundScore:
    return drawn_score(outcome.seats, "dead", multiplier=spade_factor(outcome, rules), factor=outcome.factor)


@attrs.frozen
class _Verdict:
    """The winner and the result, with the bonus of the round and its extra boxes."""

    result: Result
    winner: int | None = None
    bonus_kind: LineKind = "knock-bonus"
    bonus: int = 0
    extra_boxes: int = 0


def _verdict(outcome: Outcome, rules: RuleSet, knocker: int) -> _Verdict:
    left, held = outcome.deadwood[knocker], outcome.deadwood[1 - knocker]
    if outcome.ending == "refused":
        return _Verdict("refused", knocker, "refusal-bonus", rules.refusal_bonus)
    if left == 0:
        return _gin_verdict(outcome, rules, knocker, held)
    if held > left:
        return _Verdict("knock", knocker, "knock-bonus", rules.knock_bonus)
    if held == left:
        return _level_verdict(rules, knocker)
    if held == 0 and rules.gin_off_bonus:
        return _Verdict("gin-off", 1 - knocker, "gin-off-bonus", rules.gin_off_bonus, rules.undercut_boxes)
    return _Verdict("undercut", 1 - knocker, "undercut-bonus", rules.undercut_bonus, rules.undercut_boxes)


def _gin_verdict(outcome: Outcome, rules: RuleSet, knocker: int, held: int) -> _Verdict:
    if held == 0 and rules.lays_off_after_gin:
        return _Verdict("void")
    if outcome.ending == "big-gin":
        return _Verdict("big-gin", knocker, "big-gin-bonus", rules.big_gin_bonus, rules.big_gin_boxes)
    return _Verdict("out" if rules.open_melds else "gin", knocker, "gin-bonus", rules.gin_bonus, rules.gin_boxes)


def _level_verdict(rules: RuleSet, knocker: int) -> _Verdict:
    match rules.tie:
        case "undercut":
            return _Verdict("undercut", 1 - knocker, "undercut-bonus", rules.undercut_bonus, rules.undercut_boxes)
        case "undercut-no-bonus":
            return _Verdict("undercut", 1 - knocker, extra_boxes=rules.undercut_boxes)
        case "knocker-wins":
            return _Verdict("knock", knocker, "knock-bonus", rules.knock_bonus)
        case "nobody":
            return _Verdict("tie")


def _gain_score(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    if outcome.seats > 2:
        return several_score(outcome, rules, knocker)
    verdict = _verdict(outcome, rules, knocker)
    winner, factor = verdict.winner, spade_factor(outcome, rules)
    if winner is None:
        return drawn_score(outcome.seats, verdict.result, multiplier=factor, factor=outcome.factor)
    is_charged = winner != knocker and rules.undercut_moves == "knocker"
    moved, sign = (knocker, -1) if is_charged else (winner, 1)
    difference = abs(outcome.deadwood[0] - outcome.deadwood[1])
    if verdict.result == "refused":  # a doubler who was behind gains the bonus alone (rummy-games.com)
        difference = max(0, outcome.deadwood[1 - knocker] - outcome.deadwood[knocker])
    base = difference + verdict.bonus
    box, extra = box_factors(rules, factor)
    lines = [ScoreLine("deadwood-difference", moved, sign * difference)]
    if verdict.bonus:
        lines.append(ScoreLine(verdict.bonus_kind, moved, sign * verdict.bonus))
    if outcome.factor > 1:
        lines.append(ScoreLine("double", moved, sign * (outcome.factor - 1) * base))
    if factor > 1:
        lines.append(ScoreLine("spade", moved, sign * (factor - 1) * outcome.factor * base))
    lines.append(ScoreLine("box", winner, boxes=box))
    if verdict.extra_boxes:
        lines.append(ScoreLine("extra-box", winner, boxes=verdict.extra_boxes * extra))
    return RoundScore(result=verdict.result, winner=winner, lines=lines, multiplier=factor, factor=outcome.factor)


def _table_count_score(outcome: Outcome, rules: RuleSet, winner: int) -> RoundScore:
    lines = [ScoreLine("laid", seat, points) for seat, points in enumerate(outcome.laid)]
    lines += [ScoreLine("held", seat, -points) for seat, points in enumerate(outcome.deadwood)]
    lines.append(ScoreLine("gin-bonus", winner, rules.gin_bonus))
    return RoundScore(seats=outcome.seats, result="out", winner=winner, lines=lines)


_MOST: Final = 1 << 16
_RULE_SETS: Final = 32


class PriceKey(NamedTuple):
    """The facts on which the price of a round depends.

    Attributes:
        declarer: The seat that declared, None in a dead round.
        ending: How the round ended.
        deadwood: The deadwood of each seat, in points.
        factor: The factor of the doubles that were accepted.
        is_spade: Whether a spade multiplies the round.
        laid: Points on the table by seat; empty without open melding.

    Examples:
        >>> PriceKey.of(Outcome(declarer=0, deadwood=(3, 21)), RuleSet())
        PriceKey(declarer=0, ending='knock', deadwood=(3, 21), factor=1, is_spade=False, laid=())
    """

    declarer: int | None
    ending: Ending
    deadwood: tuple[int, ...]
    factor: int
    is_spade: bool
    laid: tuple[int, ...]

    @classmethod
    def of(cls, outcome: Outcome, rules: RuleSet) -> PriceKey:
        """Return the key of a round under these rules."""
        card = limit_card(outcome, rules) if rules.spade_multiplier > 1 else None
        is_spade = card is not None and card.suit == Suit.SPADES
        return cls(outcome.declarer, outcome.ending, outcome.deadwood, outcome.factor, is_spade, outcome.laid)


def priced(outcome: Outcome, rules: RuleSet) -> RoundScore:
    """Return ``price(outcome, rules)``; rounds with the same `PriceKey` share their score.

    Raises:
        ScoreError: As `ginrules.price`.

    Examples:
        >>> rules = RuleSet()
        >>> score = priced(Outcome(declarer=0, deadwood=(3, 21)), rules)
        >>> score.points, score is priced(Outcome(declarer=0, deadwood=(3, 21), stock_left=9), rules)
        ((18, 0), True)
    """
    known = _known(rules)
    key = PriceKey.of(outcome, rules)
    score = known.get(key)
    if score is None:
        score = price(outcome, rules)
        if len(known) >= _MOST:
            known.clear()
        known[key] = score
    return score


@lru_cache(maxsize=_RULE_SETS)
def _known(_rules: RuleSet) -> dict[PriceKey, RoundScore]:
    return {}
