"""`sheet_svg`: the score sheet of a match, Hollywood's columns side by side. `blank_sheet_svg`: an empty sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from ginrules._support.names import ThemeName
from ginrules._support.values import whole_number
from ginrules.errors import PictureError
from ginrules.match.advance import new_match
from ginrules.match.state import MatchState, side_names
from ginrules.rules.conditions import boxes_count, points_count, totals_count
from ginrules.rules.model import RuleSet, in_use, rules_of, unsupported_rule
from ginrules.rules.texts import plural, points
from ginrules.show.pictures.draw import Picture, Theme, box, draw, element, rule, text, text_width, theme_of
from ginrules.show.sheet_text import TOTAL, SheetDisplay, display_sheet, sheet_lines

_MARGIN: Final = 24.0
_ROW: Final = 24.0
_TOP: Final = 78.0
_LEAST: Final = 420.0
_BOX: Final = 5.0  # from box mark to box mark
_MOST_BOXES: Final = 6


def sheet_svg(match: MatchState, *, theme: ThemeName = "light") -> Picture:
    """Draw the score sheet of a match: one row per round, one column per game, standings by side.

    A round's cell has the points of each side after it, in full ink if they have just grown, with a small square
    for each box. Below are the boxes and the settlement of closed games, and when the match is over, who has won and
    who pays.

    Args:
        match: The match.
        theme: ``light`` or ``dark``.

    Raises:
        PictureError: If it is not a match, or the theme is unknown.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.sheet_svg(gin.new_match(gin.preset("hollywood"), ["Ann", "Bo"])).title
        'Hollywood gin: Ann – Bo. Next to deal: Ann · to 100'
    """
    colors = theme_of(theme)
    display = display_sheet(match)
    grid = _grid(display)
    parts = [*_head(display, grid, colors), *_rows(display, grid, colors), *_feet(display, grid, colors)]
    below = _TOP + 46 + _ROW * (max(1, len(display.rows)) + len(display.feet))
    notes = [
        text(_MARGIN, below + 24 + 19 * place, note, size=13, fill=colors.ink, width=grid.width - 2 * _MARGIN)
        for place, note in enumerate(display.notes)
    ]
    height = below + 19 * len(notes) + (26 if notes else 14)
    title = f"{display.title}: {' – '.join(display.sides)}. {display.headline}"
    description = "\n".join(sheet_lines(display))
    return draw([*parts, *notes], grid.width, height, title=title, ground=colors.ground, description=description)


@attrs.frozen(kw_only=True)
class _Grid:
    """Columns and widths, in pixels."""

    label: float  # the width of the column of results and labels
    side: float  # the width of a side's column in each game
    sides: int  # the number of sides
    width: float  # the picture's width

    def game(self, place: int) -> float:
        """Return the left edge of a game's column."""
        return _MARGIN + 34 + self.label + place * (self.sides * self.side + 14) + 14

    def right(self, game: int, side: int) -> float:
        """Return the right edge of a side's figures in a game."""
        return self.game(game) + (side + 1) * self.side - 8

    @property
    def inner(self) -> float:
        """The right edge of the last column."""
        return self.width - _MARGIN


def _grid(display: SheetDisplay) -> _Grid:
    """Return columns as wide as their longest texts need, within limits."""
    labels = [*(result for result, _ in display.rows), *display.feet]
    label = min(max([text_width(text, 13) for text in labels] + [110]), 260)
    boxes = max((boxes for _, cells in display.rows for cell in cells if cell for boxes in cell[1].boxes), default=0)
    figure = max((text_width(text, 14) for text in display.figures), default=20)
    name = max(text_width(text, 12) for text in display.sides)
    side = max(figure + min(boxes, _MOST_BOXES) * _BOX + 18, min(name + 12, 96), 44)
    games = len(display.games) * (len(display.sides) * side + 14)
    width = _MARGIN + 34 + label + games + 14 + _MARGIN
    # a sheet with few columns is as wide as its headline needs
    head = min(max(text_width(display.headline, 17), text_width(display.title, 12.5)) + 2 * _MARGIN, 700)
    spare = max(0.0, max(_LEAST, head) - width)
    return _Grid(label=label + spare, side=side, sides=len(display.sides), width=width + spare)


def _head(display: SheetDisplay, grid: _Grid, theme: Theme) -> Iterator[str]:
    space = grid.width - 2 * _MARGIN
    yield text(_MARGIN, 33, display.headline, size=17, fill=theme.ink, weight=600, width=space)
    yield text(_MARGIN, 53, display.title, size=12.5, fill=theme.quiet, width=space)
    for place, heading in enumerate(display.games):
        left = grid.game(place)
        space = grid.sides * grid.side
        yield box(left, _TOP - 2, space, 20, radius=5, fill=theme.felt)
        closed = " · closed" if display.closed[place] else ""
        middle = left + space / 2
        yield text(middle, _TOP + 12, heading + closed, size=11.5, fill=theme.quiet, anchor="middle", width=space)
        for side, name in enumerate(display.sides):
            won = side in display.winners[place]
            yield text(
                grid.right(place, side),
                _TOP + 35,
                name,
                size=12,
                fill=theme.accent if won else theme.ink,
                weight=700 if won else 600,
                anchor="end",
                width=grid.side - 10,
            )
    yield rule(_MARGIN, _TOP + 43, grid.inner, _TOP + 43, theme.ink)


def _rows(display: SheetDisplay, grid: _Grid, theme: Theme) -> Iterator[str]:
    if not display.rows:
        yield text(_MARGIN, _TOP + 61, "no round yet", size=13, fill=theme.quiet)
    for place, (result, cells) in enumerate(display.rows):
        y = _TOP + 46 + place * _ROW
        if place % 2:
            yield box(_MARGIN - 8, y, grid.inner - _MARGIN + 16, _ROW, radius=4, fill=theme.felt)
        yield text(_MARGIN + 20, y + 17, str(place + 1), size=12, fill=theme.quiet, anchor="end")
        yield text(_MARGIN + 34, y + 17, result, size=13, fill=theme.ink, width=grid.label)
        for game, cell in enumerate(cells):
            if cell is None:
                middle = grid.game(game) + grid.sides * grid.side / 2
                yield text(middle, y + 17, "·", size=14, fill=theme.quiet, anchor="middle")
                continue
            standing, entry = cell
            for side in range(grid.sides):
                right, boxes = grid.right(game, side), entry.boxes[side]
                has_gained = bool(entry.points[side] or boxes)
                yield from _figure(str(standing[side]), boxes, right, y, theme, has_gained=has_gained)


def _figure(figure: str, boxes: int, right: float, y: float, theme: Theme, *, has_gained: bool) -> Iterator[str]:
    """Yield a side's standing, and before it a small square for each box."""
    ink, weight = (theme.ink, 600) if has_gained else (theme.quiet, 400)
    yield text(right, y + 17, figure, size=14, fill=ink, weight=weight, anchor="end")
    left = right - text_width(figure, 14) - 8
    if boxes > _MOST_BOXES:
        yield text(left, y + 16.5, f"{boxes}□", size=10, fill=theme.mark, anchor="end")
        return
    marks = "".join(f"M{left - _BOX * number - 3.5:g} {y + 10:g}h3.5v3.5h-3.5z" for number in range(boxes))
    if marks:
        yield element("path", d=marks, fill=theme.mark)


def _feet(display: SheetDisplay, grid: _Grid, theme: Theme) -> Iterator[str]:
    y = _TOP + 46 + _ROW * max(1, len(display.rows))
    if display.feet:
        yield rule(_MARGIN, y + 1, grid.inner, y + 1, theme.line)
    for label, foot in display.feet.items():
        weight = 700 if label == TOTAL else 400
        if label == TOTAL:
            yield rule(_MARGIN, y + 2, grid.inner, y + 2, theme.line)
        ink = theme.ink if label == TOTAL else theme.quiet
        yield text(_MARGIN + 34, y + 17, label, size=13, fill=ink, weight=weight, width=grid.label)
        for game, values in enumerate(foot):
            for side, value in enumerate(values):
                if value:
                    yield text(
                        grid.right(game, side), y + 17, value, size=13.5, fill=theme.ink, weight=weight, anchor="end"
                    )
        y += _ROW


# --- an empty sheet to print ----------------------------------------------------------------------


_WIDTH: Final = 794.0  # A4 at 96 pixels an inch
_HEIGHT: Final = 1123.0
_BLANK_MARGIN: Final = 48.0
_BLANK_TOP: Final = 132.0
_LABEL: Final = 132.0
_MOST_ROWS: Final = 40
_USUAL_ROWS: Final = 20
_TALLEST: Final = 40.0
_INK: Final = "#111111"
_LINE: Final = "#777777"
_SHADE: Final = "#eeeeee"


def blank_sheet_svg(rules: RuleSet | str, names: int | Sequence[str] = 2, *, rows: int | None = None) -> Picture:
    """Draw an empty score sheet for a match: a row per round, the columns of each game, the settlement's lines.

    Args:
        rules: The match's rules.
        names: The players' names, or their number.
        rows: The rows for rounds, at most 40, or None for those that the rules need: one for each round if rounds end
            a game, else one for each game if a match counts games, else 20.

    Raises:
        ScoreError: If the rules do not seat these players.
        PictureError: If there are no rows, or too many.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.blank_sheet_svg("hollywood", ["Ann", "Bo"]).title
        'Score sheet: Hollywood gin, Ann and Bo'
    """
    rules = rules_of(rules)
    match = new_match(rules, names)
    number = _rows_for(match) if rows is None else whole_number("rows", rows, 1, _MOST_ROWS, error=PictureError)
    sides = side_names(match)
    parts = [*_blank_head(match), *_body(match, number)]
    title = f"Score sheet: {rules.heading}, {' and '.join(sides)}"
    lines = f"{number} rows for rounds, {len(match.games)} games, and rows for {', '.join(_blank_feet(match))}."
    return draw(parts, _WIDTH, _HEIGHT, title=title, ground="#ffffff", description=lines)


def _rows_for(match: MatchState) -> int:
    """Return the rows that a match needs: by its rounds, or by its games if only these count."""
    rules = match.rules
    rounds = rules.rounds_for(len(match.due[0].players))
    games = rules.match_games if rules.match_form == "best-of" else 2
    return min(_MOST_ROWS, games * rounds) if rounds else _USUAL_ROWS


def _blank_head(match: MatchState) -> Iterator[str]:
    rules = match.rules
    target, rounds = match.sheet.target, match.sheet.rounds
    limits = (f"to {points(target)}" if target else "", plural(rounds, "decided round") if rounds else "")
    ends = " or ".join(filter(None, limits))
    space = _WIDTH - 2 * _BLANK_MARGIN
    yield text(_BLANK_MARGIN, 66, rules.heading, size=22, fill=_INK, weight=600, width=space)
    about = ", ".join(filter(None, (ends, _bonuses(rules))))
    yield text(_BLANK_MARGIN, 90, about, size=12, fill=_INK, width=space)
    yield text(_WIDTH - _BLANK_MARGIN, 66, "Date ____________________", size=13, fill=_INK, anchor="end")


def _bonuses(rules: RuleSet) -> str:
    amounts = {"game": rules.game_bonus, "box": rules.box_bonus, "gin": rules.gin_bonus}
    return ", ".join(
        f"{name} {points}" for name, points in amounts.items() if points and in_use(rules, f"{name}_bonus")
    )


def _body(match: MatchState, rows: int) -> Iterator[str]:
    """Yield the grid: a column for the round and its result, then the sides of each game."""
    sides, games = side_names(match), display_sheet(match).games
    feet = _blank_feet(match)
    height = min(_TALLEST, (_HEIGHT - _BLANK_MARGIN - _BLANK_TOP - 52) / (rows + len(feet)))
    right = _WIDTH - _BLANK_MARGIN
    width = (right - _BLANK_MARGIN - _LABEL) / (len(games) * len(sides))
    top = _BLANK_TOP + 52
    bottom = top + height * (rows + len(feet))
    for game, heading in enumerate(games):
        left = _BLANK_MARGIN + _LABEL + game * len(sides) * width
        yield box(left, _BLANK_TOP, len(sides) * width, 24, fill=_SHADE)
        yield text(left + len(sides) * width / 2, _BLANK_TOP + 16, heading, size=12, fill=_INK, anchor="middle")
        yield rule(left, _BLANK_TOP, left, bottom, _INK, 1.6)
        for side, name in enumerate(sides):
            middle = left + (side + 0.5) * width
            yield text(middle, _BLANK_TOP + 43, name, size=13, fill=_INK, weight=600, anchor="middle", width=width - 6)
            yield rule(left + (side + 1) * width, _BLANK_TOP + 24, left + (side + 1) * width, bottom, _LINE)
    yield rule(_BLANK_MARGIN, top, right, top, _INK, 1.6)
    for row in range(rows + len(feet)):
        y = top + row * height
        label = str(row + 1) if row < rows else feet[row - rows]
        if row == rows:
            yield rule(_BLANK_MARGIN, y, right, y, _INK, 1.6)
        yield text(_BLANK_MARGIN + 4, y + height / 2 + 4.5, label, size=12, fill=_INK, width=_LABEL - 10)
        if label == _SUM:  # one cell for each side of the match
            yield box(_BLANK_MARGIN + _LABEL, y, right - _BLANK_MARGIN - _LABEL, height, fill="#ffffff")
            for side in range(len(sides)):
                left = _BLANK_MARGIN + _LABEL + side * (right - _BLANK_MARGIN - _LABEL) / len(sides)
                yield rule(left, y, left, y + height, _INK, 1.6)
        yield rule(_BLANK_MARGIN, y + height, right, y + height, _LINE)
    yield rule(right, _BLANK_TOP, right, bottom, _INK, 1.6)


_SUM: Final = "all games"
"""The line for the sum of the differences of all games."""

SUPPORTED: Final = frozenset(
    (
        "target game_end rounds game_bonus box_bonus box_timing shutout shutout_when shutout_bonus winner_by "
        "exact_margin_forfeit columns column_weights column_entry column_close endless"
    ).split()
)
"""The rules of a game that have their lines on a blank sheet, or need none. Any other rule gets a line."""


def _blank_feet(match: MatchState) -> list[str]:
    rules = match.rules
    lines = ["points"]
    if rules.score_mode == "penalty":
        return lines
    if not totals_count(rules):
        return [*(lines if points_count(rules) else ()), "games won"]
    if rules.game_bonus:
        lines.append(f"game bonus {rules.game_bonus}")
    if rules.shutout != "none":
        lines.append("shutout")
    if boxes_count(rules) and rules.box_timing == "at-end":
        lines.append(f"boxes at {rules.box_bonus}")
    other = unsupported_rule(rules, SUPPORTED, "game")
    if other is not None:
        lines.append(other.replace("_", " "))
    return [*lines, "total", "difference", *([_SUM] if rules.columns > 1 else ())]
