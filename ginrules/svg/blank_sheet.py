"""`blank_sheet_svg`: an empty score sheet to print and write on, one side of A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ginrules._values import whole_number
from ginrules.display.sheet import display_sheet
from ginrules.errors import PictureError
from ginrules.match.fold import new_match
from ginrules.match.state import MatchState, side_names
from ginrules.rules.card.words import round_limits, targets
from ginrules.rules.model import RuleSet, rules_of
from ginrules.svg.draw import Picture, box, document, rule, text

_WIDTH: Final = 794.0  # A4 at 96 pixels an inch
_HEIGHT: Final = 1123.0
_MARGIN: Final = 48.0
_TOP: Final = 132.0
_LABEL: Final = 132.0
_MOST_ROWS: Final = 40
_TALLEST: Final = 40.0
_INK: Final = "#111111"
_LINE: Final = "#777777"
_SHADE: Final = "#eeeeee"


def blank_sheet_svg(rules: RuleSet | str, names: int | Sequence[str] = 2, *, rows: int = 12) -> Picture:
    """Draw an empty score sheet for a match: a row per round, the columns of each game, the lines of the settlement.

    Args:
        rules: The rules of the match.
        names: The players' names, or their number.
        rows: The rows for rounds, at most 40.

    Raises:
        ScoreError: If the rules do not seat these players.
        PictureError: If there are no rows, or too many.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.blank_sheet_svg("hollywood", ["Ann", "Bo"]).title
        'Score sheet: Hollywood gin, Ann and Bo'
    """
    rules = rules_of(rules)
    number = whole_number("rows", rows, 1, _MOST_ROWS, error=PictureError)
    match = new_match(rules, names)
    sides = side_names(match)
    parts = [*_head(match), *_body(match, number)]
    title = f"Score sheet: {rules.heading}, {' and '.join(sides)}"
    lines = f"{number} rows for rounds, {len(match.games)} games, and rows for {', '.join(_feet(match))}."
    svg = document(_WIDTH, _HEIGHT, title=title, description=lines, ground="#ffffff", parts=parts)
    return Picture(svg=svg, title=title, width=_WIDTH, height=_HEIGHT)


def _head(match: MatchState) -> Iterator[str]:
    rules = match.rules
    ends = " or ".join(filter(None, (f"to {targets(rules)}" if targets(rules) else "", round_limits(rules))))
    space = _WIDTH - 2 * _MARGIN
    yield text(_MARGIN, 66, rules.heading, size=22, fill=_INK, weight=600, width=space)
    about = ", ".join(filter(None, (ends, _bonuses(rules))))
    yield text(_MARGIN, 90, about, size=12, fill=_INK, width=space)
    yield text(_WIDTH - _MARGIN, 66, "Date ____________________", size=13, fill=_INK, anchor="end")


def _bonuses(rules: RuleSet) -> str:
    """Return the bonuses that the sheet needs at its end."""
    amounts = {"game": rules.game_bonus, "box": rules.box_bonus, "gin": rules.gin_bonus}
    return ", ".join(f"{name} {points}" for name, points in amounts.items() if points)


def _body(match: MatchState, rows: int) -> Iterator[str]:
    """Yield the grid: a column for the round and its result, then the sides of each game."""
    sides, games = side_names(match), display_sheet(match).games
    feet = _feet(match)
    height = min(_TALLEST, (_HEIGHT - _MARGIN - _TOP - 52) / (rows + len(feet)))
    right = _WIDTH - _MARGIN
    width = (right - _MARGIN - _LABEL) / (len(games) * len(sides))
    top = _TOP + 52
    bottom = top + height * (rows + len(feet))
    for game, heading in enumerate(games):
        left = _MARGIN + _LABEL + game * len(sides) * width
        yield box(left, _TOP, len(sides) * width, 24, fill=_SHADE)
        yield text(left + len(sides) * width / 2, _TOP + 16, heading, size=12, fill=_INK, anchor="middle")
        yield rule(left, _TOP, left, bottom, _INK, 1.6)
        for side, name in enumerate(sides):
            middle = left + (side + 0.5) * width
            yield text(middle, _TOP + 43, name, size=13, fill=_INK, weight=600, anchor="middle", width=width - 6)
            yield rule(left + (side + 1) * width, _TOP + 24, left + (side + 1) * width, bottom, _LINE)
    yield rule(_MARGIN, top, right, top, _INK, 1.6)
    for row in range(rows + len(feet)):
        y = top + row * height
        label = str(row + 1) if row < rows else feet[row - rows]
        if row == rows:
            yield rule(_MARGIN, y, right, y, _INK, 1.6)
        yield text(_MARGIN + 4, y + height / 2 + 4.5, label, size=12, fill=_INK, width=_LABEL - 10)
        yield rule(_MARGIN, y + height, right, y + height, _LINE)
    yield rule(right, _TOP, right, bottom, _INK, 1.6)


def _feet(match: MatchState) -> list[str]:
    """Return the lines of the settlement that these rules have."""
    rules = match.rules
    lines = ["points"]
    match rules.score_mode:
        case "penalty":
            return lines
        case "gain" | "table-count":
            pass
    if rules.game_bonus:
        lines.append(f"game bonus {rules.game_bonus}")
    if rules.shutout != "none":
        lines.append("shutout")
    if rules.box_bonus:
        lines.append(f"boxes at {rules.box_bonus}")
    return [*lines, "total", "difference"]
