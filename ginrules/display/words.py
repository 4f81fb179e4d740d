"""Names and sentences of a picture, fit for a drawing or a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from ginrules._printed import clean
from ginrules.cards import Card
from ginrules.errors import PictureError
from ginrules.play.outcome import outcome_text
from ginrules.play.phases import Phase, PlayTurn, Reshuffle, RoundOver
from ginrules.rules.model import RuleSet

_JOINERS: Final = "\u200c\u200d"  # parts of words and of emoji


def width_of(text: str) -> int:
    """Return the columns that the text takes in a fixed-width font: two for wide characters, none for marks."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS or unicodedata.category(char) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, columns: int) -> str:
    """Return the text, cut with an ellipsis if it is wider than this number of columns.

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


def cards_text(cards: Iterable[Card]) -> str:
    """Return the cards in their order, with blanks between them."""
    return " ".join(map(str, cards))


def seat_labels(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    """Return the names of the seats: these names, or ``Seat 0``, ``Seat 1``, ….

    Raises:
        PictureError: If there is not one text for each seat.
    """
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
