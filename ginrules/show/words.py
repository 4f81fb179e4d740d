"""Names and sentences of a picture, fit for a drawing or a terminal. Also the end of a round in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ginrules._support.printed import clean, signed_text
from ginrules.cards import Card
from ginrules.errors import PictureError
from ginrules.play.outcome import Outcome, outcome_text
from ginrules.play.phases import Phase, PlayTurn, Reshuffle, RoundOver
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import plural
from ginrules.scoring.price import price_played
from ginrules.scoring.score import RoundScore

if TYPE_CHECKING:
    from ginrules.records import RoundRecord

RESULTS: Final[Mapping[str, str]] = {
    "tie": "Nobody wins: both have the same deadwood",
    "nobody": "Nobody wins",
    "round": "{who} {wins} the round",
    "charged": "{who} {wins}: {losers}",
    "loser": "{who} {is} charged {points}",
    "points": "{who} {wins} {points}",
    "gin": "{who} {has} gin: {points}",
    "big-gin": "{who} {has} big gin: {points}",
    "undercut": "{who} {undercuts} {declarer}: {points}",
    "gin-off": "{who} {undercuts} {declarer}: {points}",
}
"""Who wins a round and how much, at the terminal, the web table and, by `tools.browser_core`, the game of a page."""

VERBS: Final[Mapping[str, str]] = {"wins": "win", "is": "are", "has": "have", "undercuts": "undercut"}
"""The verbs of `RESULTS`, and their form for a reader who is told of themselves."""

_LIKELIEST: Final = 8
_SURE: Final = 0.995


def held_text(chances: Mapping[Card, float]) -> str:
    """Return the likeliest cards of a hand in words, the likeliest first."""
    ordered = sorted(chances.items(), key=lambda item: (-item[1], item[0]))[:_LIKELIEST]
    return ", ".join(
        f"{card.pretty.replace('T', '10')} {'surely' if chance >= _SURE else f'{100 * chance:.0f}%'}"
        for card, chance in ordered
    )


def expect_shown(value: object, kinds: Any, expected: str) -> None:
    """Refuse a value that is not one of these kinds, which the error names."""
    if not isinstance(value, kinds):
        kind = type(value).__name__
        raise PictureError(f"expected {expected}, got {kind}", kind=kind)


def seat_labels(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the seats' names: these names, or ``Seat 0``, ``Seat 1``, …."""
    if names is None:
        return tuple(f"Seat {seat}" for seat in range(seats))
    value: object = names
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise PictureError(f"expected names as a list of texts, one per seat, got {value!r}", names=repr(value))
    if len(value) != seats or not all(isinstance(name, str) for name in value):
        message = f"expected {seats} names, one per seat, got {list(value)!r}"
        raise PictureError(message, names=tuple(map(str, value)), seats=seats)
    return tuple(clean(name) or f"Seat {seat}" for seat, name in enumerate(value))


def phase_text(phase: Phase, names: Sequence[str], rules: RuleSet) -> str:
    """Return who must act and how, or how the round ended, in a sentence without a stop."""
    match phase:
        case RoundOver(outcome):
            return outcome_text(outcome, names)
        case Reshuffle():
            return "Chance must shuffle the discards"
        case PlayTurn(seat, _, owed):
            if owed:
                return f"{names[seat]} must meld or lay off {owed}"
            return f"{names[seat]} must {'meld, lay off or discard' if rules.open_melds else 'discard or knock'}"
        case _:
            return f"{names[phase.seat]} must {phase.prompt}"


def result_lines(record: RoundRecord) -> Iterator[str]:
    """Yield a finished round's ending and payoff."""
    outcome = record.outcome
    assert outcome is not None
    score = price_played(outcome, record.rules)
    names = record.names
    yield f"{outcome_text(outcome, names)}."
    yield from _score_lines(score, names)
    if outcome.declarer is not None:  # else the first line has said that nobody wins
        yield f"{headline(outcome, score, names)}."


def headline(outcome: Outcome, score: RoundScore, names: Sequence[str]) -> str:
    """Return who wins the round and how much, in a sentence without a stop."""
    winner = score.winner
    if winner is None:
        return RESULTS["tie" if score.result == "tie" else "nobody"]
    said = {verb: verb for verb in VERBS} | {"who": names[winner], "points": plural(score.points[winner], "point")}
    if score.points[winner] > 0:
        declarer = "" if outcome.declarer is None else names[outcome.declarer]
        return RESULTS[score.result if score.result in RESULTS else "points"].format(**said, declarer=declarer)
    charged = [
        RESULTS["loser"].format(**said | {"who": name, "points": points})
        for name, points in zip(names, score.points, strict=True)
        if points > 0
    ]
    return RESULTS["charged" if charged else "round"].format(**said, losers=", ".join(charged))


def _score_lines(score: RoundScore, names: tuple[str, ...]) -> Iterator[str]:
    for line in score.lines:
        points = f"{line.kind.replace('-', ' ')} {signed_text(line.points)}" if line.points else ""
        boxes = plural(line.boxes, "box") if line.boxes else ""
        yield f"  {names[line.seat]}: {' and '.join(filter(None, (points, boxes)))}"
