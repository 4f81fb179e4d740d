"""A score sheet as a picture shows it: a row a round, a column a game, and below what the games are worth."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

import attrs

from ginrules.display.words import clean
from ginrules.errors import PictureError
from ginrules.match.settlement import Settlement, settle
from ginrules.match.state import MatchState, round_text
from ginrules.scoring.settle import GameSettlement
from ginrules.scoring.sheet import Game, GameEntry

_KINDS: Final = ("points", "game-bonus", "shutout", "boxes")


@attrs.frozen(kw_only=True)
class CellScene:
    """What a round wrote in one game.

    Attributes:
        standing: Points of each side after the round.
        gained: Points each side gained by it.
        boxes: Boxes each side gained by it.
    """

    standing: tuple[int, ...]
    gained: tuple[int, ...]
    boxes: tuple[int, ...]


@attrs.frozen(kw_only=True)
class RowScene:
    """A round of the sheet.

    Attributes:
        number: Its number, from 1.
        told: Who won it, how, with how many points.
        cells: What it wrote in each game; None where nothing.
    """

    number: int
    told: str
    cells: tuple[CellScene | None, ...]


@attrs.frozen(kw_only=True)
class FootScene:
    """A line below the rounds.

    Attributes:
        label: What it counts.
        values: For each game the text of each side; empty texts where there is nothing yet.
        is_sum: Whether it closes an account and stands out.
    """

    label: str
    values: tuple[tuple[str, ...], ...]
    is_sum: bool = False


@attrs.frozen(kw_only=True)
class SheetScene:
    """All that a picture of a score sheet shows.

    Attributes:
        title: What the rules are called.
        told: Who has won, or who deals next.
        sides: The names of the sides.
        games: The heading of each game.
        closed: Which games are closed.
        winners: For each game the sides that have won it.
        rows: The rounds.
        feet: The lines below them.
        notes: Sentences about the settlement.
    """

    title: str
    told: str
    sides: tuple[str, ...]
    games: tuple[str, ...]
    closed: tuple[bool, ...]
    winners: tuple[tuple[int, ...], ...]
    rows: tuple[RowScene, ...]
    feet: tuple[FootScene, ...]
    notes: tuple[str, ...]


def sheet_scene(match: MatchState) -> SheetScene:
    """What a picture of this match's sheet shows.

    Raises:
        PictureError: If it is not a match.
    """
    given: object = match
    if not isinstance(given, MatchState):
        kind = type(given).__name__
        raise PictureError(f"a sheet is drawn from a MatchState, not from {kind}", kind=kind)
    settled = settle(match)
    players = _players(match)
    sides = tuple("/".join(players[player] for player in side) for side in match.sides)
    return SheetScene(
        title=match.rules.title or match.rules.name or "House rules",
        told=_told(match, sides, players),
        sides=sides,
        games=tuple(map(_heading, match.games, settled.weights)),
        closed=tuple(game.closed for game in match.games),
        winners=tuple(game.winners for game in match.games),
        rows=_rows(match),
        feet=_feet(match, settled),
        notes=tuple(_notes(match, settled, sides, players)),
    )


def _players(match: MatchState) -> tuple[str, ...]:
    return tuple(clean(name) or f"Player {number}" for number, name in enumerate(match.players))


def _heading(game: Game, weight: int) -> str:
    return f"game {game.number}" + (f" ×{weight}" if weight != 1 else "")


def _told(match: MatchState, sides: tuple[str, ...], players: tuple[str, ...]) -> str:
    if match.is_over:
        winners = " and ".join(sides[side] for side in match.winners)
        return "Nobody wins" if not winners else f"{winners} {'wins' if len(match.winners) == 1 else 'share the win'}"
    deals = " and ".join(players[table.dealer] for table in match.due)
    target = f" · to {match.sheet.target}" if match.sheet.target else ""
    return f"Next to deal: {deals}{target}"


def _rows(match: MatchState) -> tuple[RowScene, ...]:
    written = [_cells(game) for game in match.games]
    return tuple(
        RowScene(
            number=number + 1,
            told=clean(round_text(match, number)),
            cells=tuple(cells.get(number) for cells in written),
        )
        for number in range(len(match.scores))
    )


def _cells(game: Game) -> dict[int, CellScene]:
    """What stands in the game's column, by the number of the round."""
    columns = [accumulate(column) for column in zip(*(entry.points for entry in game.entries), strict=True)]
    standings = zip(*columns, strict=True)
    return {entry.round: _cell(entry, standing) for entry, standing in zip(game.entries, standings, strict=True)}


def _cell(entry: GameEntry, standing: tuple[int, ...]) -> CellScene:
    return CellScene(standing=standing, gained=entry.points, boxes=entry.boxes)


def _feet(match: MatchState, settled: Settlement) -> tuple[FootScene, ...]:
    feet = []
    if match.rules.score_mode == "gain":
        feet.append(FootScene(label="boxes", values=tuple(tuple(map(str, game.boxes)) for game in match.games)))
    final = [game for game in settled.games if game.is_final]
    if not final:
        return tuple(feet)
    kinds = [kind for kind in _KINDS if any(line.kind == kind for game in final for line in game.lines)]
    if kinds != ["points"]:
        feet += [FootScene(label=_label(kind, match), values=_of_kind(settled, kind)) for kind in kinds]
    totals = tuple(_if_final(game, game.totals) for game in settled.games)
    feet.append(FootScene(label="total", values=totals, is_sum=True))
    nets = tuple(_if_final(game, game.net, signed=True) for game in settled.games)
    feet.append(FootScene(label="net", values=nets))
    return tuple(feet)


def _label(kind: str, match: MatchState) -> str:
    return f"boxes at {match.rules.box_bonus}" if kind == "boxes" else kind.replace("-", " ")


def _of_kind(settled: Settlement, kind: str) -> tuple[tuple[str, ...], ...]:
    def by_side(game: GameSettlement) -> tuple[int, ...]:
        counted = [line for line in game.lines if line.kind == kind]
        return tuple(sum(line.points for line in counted if line.side == side) for side in range(len(settled.names)))

    return tuple(_if_final(game, by_side(game)) for game in settled.games)


def _if_final(game: GameSettlement, points: tuple[int, ...], *, signed: bool = False) -> tuple[str, ...]:
    if not game.is_final:
        return ("",) * len(points)
    return tuple(signed_text(each) if signed else str(each) for each in points)


def signed_text(points: int) -> str:
    """The number with its sign, a true minus below zero.

    Examples:
        >>> signed_text(12), signed_text(-12), signed_text(0)
        ('+12', '−12', '0')
    """
    return f"{points:+d}".replace("-", "−") if points else "0"


def _notes(match: MatchState, settled: Settlement, sides: tuple[str, ...], players: tuple[str, ...]) -> list[str]:
    form = match.rules.match_form
    notes = []
    if form == "best-of":
        notes.append("Games won: " + _each(sides, match.accounts))
    elif form == "points":
        notes.append("Match points: " + _each(sides, match.accounts))
    if match.sheet.notice and not match.is_over:
        notes.append("Notice is given: no new game opens")
    if match.is_over and form != "best-of":
        if len(match.games) > 1 or form == "points":
            notes.append("Net: " + _each(sides, map(signed_text, settled.net)))
        notes += [f"{players[each.payer]} pays {players[each.payee]} {each.points}" for each in settled.payments]
    return notes


def _each(sides: tuple[str, ...], values: Iterable[int | str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(sides, values, strict=True))
