"""Rounds, hands and score sheets as colored text: plain ANSI codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, get_args

from ginrules._support.printed import clipped, width_of
from ginrules.cards import Card, CardSet
from ginrules.errors import PictureError
from ginrules.match.state import MatchState
from ginrules.melds.arrange import in_sequence
from ginrules.melds.meld import Arrangement
from ginrules.play.defence import Defence
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.show.round_text import RoundDisplay, SeatDisplay, display_round
from ginrules.show.sheet_text import TOTAL, Cell, SheetDisplay, display_sheet

ColorChoice = Literal["auto", "always", "never"]
"""Whether text is colored: as the terminal says, always or never."""
Style = Literal["plain", "bold", "quiet", "red", "black", "back", "turn", "mark"]

_CODES: Final[dict[Style, str]] = {
    "bold": "1",
    "quiet": "2",
    "red": "1;31",
    "black": "1",
    "back": "34",
    "turn": "1;32",
    "mark": "33",
}
LEAST_WIDTH: Final = 40
"""The smallest width of a text, in columns."""
_HEAD: Final = 12
_NO_CARDS: Final = CardSet()

Span = tuple[str, Style]
Line = list[Span]


def colored(
    value: RoundState | PlayerView | Arrangement | Defence | MatchState,
    *,
    color: ColorChoice = "auto",
    width: int = 80,
    names: Sequence[str] | None = None,
) -> str:
    """Return the value as lines for a terminal, suits in red and in bold.

    Cards of an open hand that everybody has seen, and cards laid off, have a star.

    Args:
        value: A state, a view, an arrangement, a defence or a match.
        color: ``auto`` colors when the output is a terminal and ``NO_COLOR`` is not set.
        width: The number of columns, at least 40. A wider score sheet is split into blocks.
        names: Names of a round's seats, by seat.

    Raises:
        PictureError: If the value has no such text, or an argument is not valid.

    Examples:
        >>> from ginrules.terminal import colored
        >>> import ginrules as gin
        >>> print(colored(gin.best_arrangement("A23.456.789.T", "standard"), color="never"))
        A♣ 2♣ 3♣ | 4♦ 5♦ 6♦ | 7♥ 8♥ 9♥
        left over    T♠
        deadwood     10
    """
    if color not in get_args(ColorChoice):
        raise PictureError(f"expected color auto, always or never, got {color!r}", color=repr(color))
    if type(width) is not int or width < LEAST_WIDTH:
        raise PictureError(f"expected a width of at least {LEAST_WIDTH} columns, got {width!r}", width=repr(width))
    if color == "auto":  # no-color.org
        has_colors = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        on = has_colors and hasattr(sys.stdout, "isatty") and sys.stdout.isatty()
    else:
        on = color == "always"
    return "\n".join(
        "".join(
            f"\x1b[{_CODES[style]}m{text}\x1b[0m" if on and style != "plain" else text for text, style in line
        ).rstrip()
        for line in _lines(value, width, names)
    )


def _lines(value: object, width: int, names: Sequence[str] | None) -> Iterator[Line]:
    match value:
        case RoundState() | PlayerView():
            return _round(display_round(value, names), width)
        case Arrangement() | Defence():
            return _hand(value, width)
        case MatchState():
            return _sheet(display_sheet(value), width)
        case _:
            kind = type(value).__name__
            expected = "RoundState, PlayerView, Arrangement, Defence, MatchState"
            raise PictureError(f"{kind} has no colored text: expected one of {expected}", kind=kind)


def _width(line: Iterable[Span]) -> int:
    return sum(width_of(text) for text, _ in line)


def _wrapped(items: Iterable[Line], width: int, *, indent: int = 0, gap: str = " ") -> Iterator[Line]:
    """Yield the items side by side, wrapped into lines, all but the first indented."""
    line: Line = []
    for item in items:
        if line and _width(line) + len(gap) + _width(item) > width:
            yield line
            line = [(" " * indent, "plain")]
            line += item
        else:
            line += [(gap, "plain"), *item] if line else item
    if line:
        yield line


# --- cards --------------------------------------------------------------------------------------


def _card(card: Card, marked: CardSet = _NO_CARDS) -> Line:
    style: Style = "red" if card.suit in (1, 2) else "black"
    return [(card.pretty, style), ("*", "mark")] if card in marked else [(card.pretty, style)]


def _groups(groups: Iterable[Sequence[Card]], marked: CardSet = _NO_CARDS) -> Iterator[Line]:
    for place, group in enumerate(groups):
        for number, card in enumerate(group):
            bar: Line = [("| ", "quiet")] if place and not number else []
            yield bar + _card(card, marked)


# --- a round ------------------------------------------------------------------------------------


def _round(display: RoundDisplay, width: int) -> Iterator[Line]:
    yield [(clipped(display.headline, width), "bold")]
    limit = "".join(f" · {text}" for text in (display.limit, display.doubling) if text)
    if width_of(display.title) + len(limit) <= width:
        yield [(display.title + limit, "quiet")]
    else:
        limit = f" · {display.limit}" if display.limit else ""
        yield [(clipped(display.title, width - len(limit)) + limit, "quiet")]
        if display.doubling:
            yield [(clipped(display.doubling, width), "quiet")]
    yield []
    *far, near = display.seats
    for seat in far:
        yield from _seat(seat, width)
    yield []
    yield from _middle(display, width)
    yield []
    yield from _seat(near, width)


def _seat(seat: SeatDisplay, width: int) -> Iterator[Line]:
    tail = (" (dealer)" if seat.is_dealer else "") + (f" · {seat.note}" if seat.note else "")
    tail = clipped(tail, width - 2 - min(width_of(seat.name), _HEAD))
    name: Span = (clipped(seat.name, width - width_of(tail) - 2), "turn" if seat.to_act else "bold")
    yield [("> " if seat.to_act else "  ", "turn"), name, (tail, "quiet")]
    cards = list(_groups(seat.groups, CardSet() if seat.hidden else seat.public))
    if seat.hidden:
        cards.append([("▒" * min(seat.hidden, 30), "back"), (f" {seat.hidden} hidden", "quiet")])
    indent: Line = [("    ", "plain")]
    for number, line in enumerate(_wrapped(cards or [[("no card left", "quiet")]], width - 4, indent=4)):
        yield line if number else indent + line


def _middle(display: RoundDisplay, width: int) -> Iterator[Line]:
    piles: list[Line] = [[("stock ", "quiet"), (str(display.stock), "plain")]]
    if display.upcard:
        piles.append([("upcard ", "quiet"), *_card(display.upcard)])
    if display.knock_card:
        piles.append([("knock card ", "quiet"), *_card(display.knock_card)])
    top: Line = _card(display.pile[-1]) if display.pile else [("-", "plain")]
    piles.append([("pile ", "quiet"), (f"{len(display.pile)} ", "plain"), ("top ", "quiet"), *top])
    yield from _wrapped(piles, width, gap=" · ")
    if display.spread_pile and len(display.pile) > 1:
        yield from _labeled("pile", _groups([display.pile]), width)
    for place, (owner, cards, laid_off) in enumerate(display.table):
        yield from _labeled(f"{place} {owner}", _groups([cards], laid_off), width)


def _labeled(label: str, items: Iterable[Line], width: int) -> Iterator[Line]:
    """Yield lines of items behind a label in a column of its own."""
    shown = clipped(label, _HEAD)
    head: Line = [(shown + " " * (_HEAD + 1 - width_of(shown)), "quiet")]
    for number, line in enumerate(_wrapped(items, width - _HEAD - 1, indent=_HEAD + 1)):
        yield line if number else head + line


# --- a hand -------------------------------------------------------------------------------------


def _hand(arrangement: Arrangement | Defence, width: int) -> Iterator[Line]:
    melds = [in_sequence(meld.cards) for meld in arrangement.melds]
    yield from _wrapped(_groups(melds) if melds else [[("no meld", "quiet")]], width)
    if isinstance(arrangement, Defence):
        layoffs = ([*_card(step.card), (f" on {step.onto}", "quiet")] for step in arrangement.layoffs)
        yield from _labeled("lay off", layoffs, width)
    yield from _labeled("left over", _groups([tuple(arrangement.unmelded)]), width)
    yield from _labeled("deadwood", [[(str(arrangement.deadwood), "bold")]], width)


# --- a score sheet ------------------------------------------------------------------------------


def _sheet(display: SheetDisplay, width: int) -> Iterator[Line]:
    """Yield a sheet's lines, with games in blocks below each other if they do not fit side by side."""
    yield [(clipped(display.headline, width), "bold")]
    yield [(clipped(display.title, width), "quiet")]
    names = [min(width_of(name), 8) for name in display.sides]
    side = max([len(figure) + 1 for figure in display.figures] + names + [4])
    column = len(display.sides) * (side + 1) - 1  # a game's figures, with a blank between the sides
    label = min(max([width_of(result) for result, _ in display.rows] + [14]), max(14, width - 7 - column))
    fit = max(1, (width - 4 - label) // (column + 3))
    for first in range(0, len(display.games), fit):
        yield []
        yield from _block(display, range(first, min(first + fit, len(display.games))), label, side)
    if display.notes:
        yield []
    for note in display.notes:
        yield [(clipped(note, width), "plain")]


def _block(display: SheetDisplay, games: range, label: int, side: int) -> Iterator[Line]:
    column = len(display.sides) * (side + 1) - 1
    margin: Span = (" " * (4 + label), "plain")
    yield [margin, *((f"   {clipped(display.games[game], column):^{column}}", "quiet") for game in games)]
    yield [margin, *(span for game in games for span in _names(display, game, side))]
    for number, (result, cells) in enumerate(display.rows, 1):
        shown = clipped(result, label)
        head: Line = [(f"{number:3} ", "quiet"), (shown + " " * (label - width_of(shown)), "plain")]
        yield head + [span for game in games for span in _figures(cells[game], side, column)]
    for name, foot in display.feet.items():
        style: Style = "bold" if name == TOTAL else "plain"
        texts = (" ".join(f"{value:>{side}}" for value in foot[game]) for game in games)
        yield [(f"    {clipped(name, label):{label}}", "quiet"), *((f"   {one}", style) for one in texts)]


def _names(display: SheetDisplay, game: int, side: int) -> Iterator[Span]:
    for number, name in enumerate(display.sides):
        shown = clipped(name, side)
        lead = "   " if number == 0 else " "
        yield lead + " " * (side - width_of(shown)), "plain"
        yield shown, "turn" if number in display.winners[game] else "bold"


def _figures(cell: Cell, side: int, column: int) -> Iterator[Span]:
    if cell is None:
        yield f"   {'·':^{column}}", "quiet"
        return
    standings, entry = cell
    for number, standing in enumerate(standings):
        lead = "   " if number == 0 else " "
        gained = entry.points[number] or entry.boxes[number]
        yield f"{lead}{standing:>{side}}", "bold" if gained else "quiet"
