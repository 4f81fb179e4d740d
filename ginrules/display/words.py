"""Names and sentences of a picture, fit to stand in a drawing or on a terminal."""

import unicodedata
from collections.abc import Sequence

from ginrules.errors import PictureError
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Phase, PlayTurn, Reshuffle, RoundOver
from ginrules.rules.model import RuleSet

_JOINERS = "\u200c\u200d"  # parts of words and of emoji, not commands
_DEAD = {
    "stock": "the stock has run out",
    "declined": "everybody declined",
    "take-cap": "too many takes from the pile",
    "returned-pair": "both threw straight back what they had taken",
    "reshuffle-cap": "no reshuffle is left",
}
_ENDINGS = {"gin": "has gin", "big-gin": "has big gin", "out": "has gone out"}


def clean(text: str) -> str:
    r"""The text on one line, without characters that command a terminal or are forbidden in XML.

    Examples:
        >>> clean("Ann\x1b[31m\nBo")
        'Ann�[31m Bo'
    """
    joined = " ".join(text.split())
    return "".join("�" if _commands(char) else char for char in joined)


def _commands(char: str) -> bool:
    if char in _JOINERS:
        return False
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") or char in "\u2028\u2029"


def width_of(text: str) -> int:
    """How many columns the text takes where letters are equally wide: two for wide characters, none for marks."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS or unicodedata.category(char) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, columns: int) -> str:
    """The text, cut with an ellipsis if it is wider than so many columns.

    Examples:
        >>> clipped("Annabella", 5)
        'Anna…'
    """
    if width_of(text) <= columns:
        return text
    kept = ""
    for char in text:
        if width_of(kept + char) >= columns:
            break
        kept += char
    return kept.rstrip() + "…"


def seat_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """What the seats are called: the names given, or ``Seat 0``, ``Seat 1``, ….

    Raises:
        PictureError: If there is not one text for each seat.
    """
    if names is None:
        return tuple(f"Seat {seat}" for seat in range(seats))
    given: object = names
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise PictureError(f"names must be a list of texts, one a seat, not {given!r}", names=repr(given))
    if len(given) != seats or not all(isinstance(name, str) for name in given):
        message = f"{seats} seats need {seats} names, given are {list(given)!r}"
        raise PictureError(message, names=tuple(map(str, given)), seats=seats)
    return tuple(clean(name) or f"Seat {seat}" for seat, name in enumerate(given))


def phase_told(phase: Phase, names: Sequence[str], rules: RuleSet) -> str:
    """Where the round stands and who is to act, in a sentence without a stop."""
    match phase:
        case RoundOver(outcome):
            return outcome_told(outcome, names)
        case Reshuffle():
            return "Chance is to shuffle the discards"
        case PlayTurn(seat, _, owed):
            if owed:
                return f"{names[seat]} is to meld or lay off {owed}"
            return f"{names[seat]} is to {'meld, lay off or discard' if rules.open_melds else 'discard or knock'}"
        case _:
            return f"{names[phase.seat]} is to {phase.prompt}"


def outcome_told(outcome: Outcome, names: Sequence[str]) -> str:
    """How the round ended."""
    if outcome.declarer is None:
        return "Nobody wins" + (f": {_DEAD[outcome.reason]}" if outcome.reason else "")
    who = names[outcome.declarer]
    return f"{who} {_ENDINGS.get(outcome.ending, f'knocked with {outcome.deadwood[outcome.declarer]}')}"
