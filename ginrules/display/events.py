"""Events in words, as a seat was told them."""

from collections.abc import Sequence

from ginrules.display.plain import spelt
from ginrules.display.words import outcome_told
from ginrules.play.events import (
    Declined,
    DefenceDone,
    Discarded,
    DrewStock,
    Event,
    Knocked,
    LaidDown,
    LaidOff,
    MeldsSpread,
    RoundEnded,
    StockShuffled,
    TookDiscard,
    WentBigGin,
)


def event_told(event: Event, names: Sequence[str]) -> str:
    """What happened, in a sentence without a stop; cards that were not seen are not named.

    Examples:
        >>> event_told(DrewStock(1, None), ["Ann", "Bo"])
        'Bo draws from the stock'
    """
    match event:
        case StockShuffled():
            return "the discards are shuffled into a new stock"
        case RoundEnded(outcome):
            return outcome_told(outcome, names)
        case _:
            return f"{names[event.seat]} {_deed(event)}"


def _deed(event: Event) -> str:  # noqa: C901 - one line for each kind of event
    match event:
        case Declined():
            return "declines"
        case TookDiscard(_, cards):
            return f"takes {spelt(cards)}"
        case DrewStock(_, card):
            return "draws from the stock" if card is None else f"draws {card}"
        case LaidDown(_, meld):
            return f"lays {meld}"
        case LaidOff():
            return f"lays off {event.card} on {event.onto}"
        case Discarded(_, card):
            return f"discards {card}"
        case Knocked(_, card):
            return f"knocks with {card}"
        case WentBigGin():
            return "declares big gin"
        case MeldsSpread():
            return f"spreads {' / '.join(map(str, event.melds)) or 'nothing'}"
        case DefenceDone():
            return "is done"
        case StockShuffled() | RoundEnded():
            raise AssertionError(event)
