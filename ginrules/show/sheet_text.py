"""A score sheet as a picture shows it: one row per round, one column per game, and the settlement below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from ginrules._support.printed import clean, signed_text
from ginrules.match.settlement import Settlement, settle
from ginrules.match.state import MatchState, concession_texts, round_text, running_points
from ginrules.scoring.settle import GameSettlement
from ginrules.scoring.sheet import Game, GameEntry
from ginrules.show.words import expect_shown

_KINDS: Final = ("points", "game-bonus", "shutout", "boxes", "concession")
TOTAL: Final = "total"
"""The label of the line below the rounds that is set in bold."""

Cell = tuple[tuple[int, ...], GameEntry] | None
"""A round in one game: the points of each side after it, and what it added. None if it is not written there."""


@attrs.frozen(kw_only=True)
class SheetDisplay:
    """All that a picture of a score sheet shows."""

    title: str  # the rules' title
    headline: str  # who has won, or who deals next
    sides: tuple[str, ...]  # the sides' names
    games: tuple[str, ...]  # the heading of each game
    closed: tuple[bool, ...]  # which games are closed
    winners: tuple[tuple[int, ...], ...]  # for each game the sides that have won it
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]  # for each round, its result in words and its cell in each game
    feet: Mapping[str, tuple[tuple[str, ...], ...]]  # by label, for each game the text of each side, "" for no value
    notes: tuple[str, ...]  # sentences about the settlement

    @property
    def figures(self) -> list[str]:
        """All numbers of the sheet as texts, by which columns are made wide enough."""
        standings = [str(points) for _, cells in self.rows for cell in cells if cell for points in cell[0]]
        return standings + [value for foot in self.feet.values() for game in foot for value in game]


def display_sheet(match: MatchState) -> SheetDisplay:
    """Return this match's sheet as a picture shows it."""
    expect_shown(match, MatchState, "a MatchState")
    settled = settle(match)
    players = tuple(clean(name) or f"Player {number}" for number, name in enumerate(match.players))
    sides = tuple("/".join(players[player] for player in side) for side in match.sides)
    return SheetDisplay(
        title=match.rules.heading,
        headline=_headline(match, sides, players),
        sides=sides,
        games=tuple(
            f"game {game.number}" + (f" ×{weight}" if weight != 1 else "")
            for game, weight in zip(match.games, settled.weights, strict=True)
        ),
        closed=tuple(game.closed for game in match.games),
        winners=tuple(game.winners for game in match.games),
        rows=tuple(_rows(match)),
        feet=_feet(match, settled),
        notes=tuple(_notes(match, settled, sides, players)),
    )


def _headline(match: MatchState, sides: tuple[str, ...], players: tuple[str, ...]) -> str:
    if match.is_over:
        winners = " and ".join(sides[side] for side in match.winners)
        return "Nobody wins" if not winners else f"{winners} {'wins' if len(match.winners) == 1 else 'share the win'}"
    deals = " and ".join(players[table.dealer] for table in match.due)
    limit = f" · {'to' if match.rules.game_end == 'target' else 'out at'} {match.sheet.target}"
    return f"Next to deal: {deals}{limit if match.sheet.target else ''}"


def _rows(match: MatchState) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    written = [_cells(game) for game in match.games]
    for number in range(len(match.scores)):
        yield clean(round_text(match, number)), tuple(cells.get(number) for cells in written)


def _cells(game: Game) -> dict[int, Cell]:
    """Return the cells of the game's column, by the round's number."""
    standings = running_points(game)
    return {entry.round: (standings[entry.round], entry) for entry in game.entries}


def _feet(match: MatchState, settled: Settlement) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    feet: dict[str, tuple[tuple[str, ...], ...]] = {}
    if match.rules.score_mode == "gain":
        feet["boxes"] = tuple(tuple(map(str, game.boxes)) for game in match.games)
    final = [game for game in settled.games if game.is_final]
    if not final:
        return feet
    kinds = [kind for kind in _KINDS if any(line.kind == kind for game in final for line in game.lines)]
    for kind in kinds if kinds != ["points"] else ():
        label = f"boxes at {match.rules.box_bonus}" if kind == "boxes" else kind.replace("-", " ")
        feet[label] = _of_kind(settled, kind)
    feet[TOTAL] = tuple(_if_final(game, game.totals) for game in settled.games)
    if match.rules.seating != "captain":  # a line of several pays player by player, and not a net by side
        feet["net"] = tuple(_if_final(game, game.net, signed=True) for game in settled.games)
    return feet


def _of_kind(settled: Settlement, kind: str) -> tuple[tuple[str, ...], ...]:
    def by_side(game: GameSettlement) -> tuple[int, ...]:
        counted = [line for line in game.lines if line.kind == kind]
        return tuple(sum(line.points for line in counted if line.side == side) for side in range(len(settled.names)))

    return tuple(_if_final(game, by_side(game)) for game in settled.games)


def _if_final(game: GameSettlement, points: tuple[int, ...], *, signed: bool = False) -> tuple[str, ...]:
    if not game.is_final:
        return ("",) * len(points)
    return tuple(signed_text(number) if signed else str(number) for number in points)


def _notes(match: MatchState, settled: Settlement, sides: tuple[str, ...], players: tuple[str, ...]) -> list[str]:
    form = match.rules.match_form
    notes = []
    if form == "best-of":
        notes.append("Games won: " + _by_side(sides, match.accounts))
    elif form == "points":
        notes.append("Match points: " + _by_side(sides, match.accounts))
    notes += concession_texts(match, players)
    if match.out:
        notes.append("Out: " + ", ".join(players[player] for player in match.out))
    if match.sheet.notice and not match.is_over:
        notes.append("Notice was given: no new game opens")
    if match.is_over and form != "best-of":
        if (len(match.games) > 1 or form == "points") and not settled.payments:
            notes.append("Net: " + _by_side(sides, map(signed_text, settled.net)))
        if len(players) > 2 or len(match.games) > 1 or form == "points":  # of two, the net of a single game says it
            notes += [
                f"{players[payment.payer]} pays {players[payment.payee]} {payment.points}"
                for payment in settled.payments
            ]
    return notes


def _by_side(sides: tuple[str, ...], values: Iterable[int | str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(sides, values, strict=True))


def sheet_lines(display: SheetDisplay) -> Iterator[str]:
    """Yield a sheet as a picture shows it, line by line."""
    yield f"{display.title}. {' – '.join(display.sides)}. {display.headline}."
    for number, (result, cells) in enumerate(display.rows, 1):
        written = (
            f"{game} {'–'.join(map(str, cell[0]))}"
            for game, cell in zip(display.games, cells, strict=True)
            if cell is not None
        )
        yield f"round {number}: {result}; {', '.join(written) or 'no entry'}"
    for label, foot in display.feet.items():
        written = (
            f"{game} {' – '.join(values)}" for game, values in zip(display.games, foot, strict=True) if any(values)
        )
        yield f"{label}: {', '.join(written)}"
    yield from display.notes
