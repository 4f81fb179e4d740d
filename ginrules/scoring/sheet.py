"""The score sheet: games side by side (the columns of Hollywood) or one after another.

Sources: Wikipedia, rummy-games.com, pokerwiner.com, *Gin rummy notes*.

A `Sheet` is a function of the decided and drawn rounds. Which columns a win is written
in depends on the number of rounds its side has won before, and on the columns that
are open. A column closes when a side reaches the target in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add

import attrs

from ginrules._support.values import Value
from ginrules.rules.model import RuleSet


@attrs.frozen(kw_only=True)
class GameEntry(Value):
    """The entry of one round in one game. In a rotating box several sides can win a round. Nobody wins a drawn one.

    Attributes:
        round: The round's number in the match, from 0, drawn rounds counted.
        points: Points by side.
        boxes: Boxes by side.
        winners: The sides that won the round.
    """

    round: int
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winners: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Game(Value):
    """One game: a column of the sheet.

    Attributes:
        number: Its number on the sheet, from 1.
        entries: The decided rounds written in it.
        points: Points by side.
        boxes: Boxes by side, extra boxes included.
        standing: The points compared with the target: with boxes if they are paid at once.
        drawn: The number of drawn rounds while it was open.
        reached: The sides that have reached the target in it, in that order. If the last side
            standing wins, the sides that are out.
        closed: Whether nothing more is written in it.
        crossed: The side that ended it and takes the game bonus. None while open or if level.
        winners: The sides that have won it, known when it is closed.
        conceded_by: The sides that have conceded it. Several only if the last side standing wins.

    Examples:
        The first win in Hollywood is written in one column, the second also in the next.

        >>> import ginrules as gin
        >>> match = gin.new_match("hollywood", ["Ann", "Bo"])
        >>> for deadwood in ((3, 21), (0, 30)):
        ...     match = gin.add_round(match, gin.Outcome(declarer=0, deadwood=deadwood))
        >>> [(game.number, game.points, game.boxes) for game in match.games]
        [(1, (73, 0), (2, 0)), (2, (55, 0), (1, 0)), (3, (0, 0), (0, 0))]
        >>> match.games[0].wins(0), match.games[0].closed
        (2, False)
    """

    number: int
    entries: tuple[GameEntry, ...] = ()
    points: tuple[int, ...]
    boxes: tuple[int, ...]
    standing: tuple[int, ...]
    drawn: int = 0
    reached: tuple[int, ...] = ()
    closed: bool = False
    crossed: int | None = None
    winners: tuple[int, ...] = ()
    conceded_by: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that has won the game, None while open, drawn or shared."""
        return self.winners[0] if len(self.winners) == 1 else None

    def wins(self, side: int) -> int:
        """Return how many rounds written in this game the side has won."""
        return sum(side in entry.winners for entry in self.entries)


@attrs.frozen(kw_only=True)
class Sheet(Value):
    """All games of a match, and the state that decides in which games the next win is written.

    Attributes:
        games: Every game so far, closed and open, in order of their numbers.
        target: The standing that ends a game. 0 for none.
        rounds: Decided rounds that end a game. 0 for none. With neither a game is one round.
        wins: Rounds won in the match, by side.
        highest: The highest column that each side has entered. 0 before its first win.
        notice: Whether notice has been given: no new column opens (endless Hollywood).
    """

    games: tuple[Game, ...]
    target: int
    rounds: int
    wins: tuple[int, ...]
    highest: tuple[int, ...]
    notice: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether every game is closed."""
        return all(game.closed for game in reversed(self.games))  # in a long match the open games are the last


def first_open(games: Sequence[Game], columns: int) -> int:
    """Return the place of the first open game: all before it are closed, and are not looked at again."""
    left, place = columns, len(games)
    first = place
    while place and left:
        place -= 1
        if not games[place].closed:
            first, left = place, left - 1
    return first


def blank_game(number: int, sides: int) -> Game:
    """Return a game without an entry."""
    nothing = (0,) * sides
    return Game(number=number, points=nothing, boxes=nothing, standing=nothing)


def new_sheet(rules: RuleSet, *, sides: int, target: int, rounds: int) -> Sheet:
    """Return the empty sheet of a match between this number of sides."""
    games = tuple(blank_game(number, sides) for number in range(1, rules.columns + 1))
    return Sheet(games=games, target=target, rounds=rounds, wins=(0,) * sides, highest=(0,) * sides)


def record_round(sheet: Sheet, rules: RuleSet, entry: GameEntry, first: int = 0) -> Sheet:
    """Write a round on the sheet and close the games that it decides, or only count a drawn round.

    If two sides reach the target with equal standings in the round, the side ``first`` has precedence.
    """
    wins, highest = sheet.wins, sheet.highest
    place = first_open(sheet.games, rules.columns)
    closed, still_open = sheet.games[:place], sheet.games[place:]
    if entry.winners:
        wins = tuple([count + (side in entry.winners) for side, count in enumerate(wins)])
        targets = _columns_entered(sheet, rules, entry, wins)
        last = max(targets, default=0)
        highest = tuple([max(top, last) if side in entry.winners else top for side, top in enumerate(highest)])
        games = [
            _written(game, entry, sheet.target, rules, first) if game.number in targets else game for game in still_open
        ]
    else:
        games = [game if game.closed else attrs.evolve(game, drawn=game.drawn + 1) for game in still_open]
    games = _closed(games, sheet, rules)
    if rules.endless and not sheet.notice:
        missing = rules.columns - sum(not game.closed for game in games)
        games += [blank_game(games[-1].number + more, len(entry.points)) for more in range(1, missing + 1)]
    return Sheet(
        games=(*closed, *games),
        target=sheet.target,
        rounds=sheet.rounds,
        wins=wins,
        highest=highest,
        notice=sheet.notice,
    )


def out_of(rules: RuleSet, sheet: Sheet) -> tuple[int, ...]:
    """Return the players who are out of the game in progress, by number, if the last player standing wins."""
    # every player is a side
    return tuple(sorted(sheet.games[-1].reached)) if rules.game_end == "last-standing" else ()


def conceded(sheet: Sheet, rules: RuleSet, side: int) -> Sheet:
    """Return the sheet with every open game conceded by a side, or the side out if the last standing wins."""
    games = (game if game.closed else _conceded(game, sheet, rules, side) for game in sheet.games)
    return attrs.evolve(sheet, games=tuple(games))


def _conceded(game: Game, sheet: Sheet, rules: RuleSet, side: int) -> Game:
    if rules.game_end == "last-standing":
        game = attrs.evolve(game, reached=(*game.reached, side), conceded_by=(*game.conceded_by, side))
        return attrs.evolve(game, closed=_has_ended(game, sheet, rules))
    if _closes_by_side(rules) and game.reached:  # a column in which somebody has the target is not conceded
        return attrs.evolve(game, closed=True, crossed=_crosser(game, rules))
    return attrs.evolve(game, closed=True, crossed=_best_of_others(game, rules, side), conceded_by=(side,))


def _best_of_others(game: Game, rules: RuleSet, side: int) -> int | None:
    """Return who takes a game that a side concedes: the other side with the single highest standing."""
    if rules.score_mode == "penalty":
        return None
    others = [number for number in range(len(game.standing)) if number != side]
    leader = _leader(tuple(game.standing[number] for number in others))
    return None if leader is None else others[leader]


def _closes_by_side(rules: RuleSet) -> bool:
    """Return whether a column can close for one side and stay open for the other, which a single column never does."""
    return rules.column_close == "own" and rules.columns > 1


def _columns_entered(sheet: Sheet, rules: RuleSet, entry: GameEntry, wins: tuple[int, ...]) -> set[int]:
    open_games = [game for game in sheet.games[first_open(sheet.games, rules.columns) :] if not game.closed]
    numbers = [game.number for game in open_games]
    if rules.columns == 1:
        return set(numbers)
    (side,) = entry.winners
    if _closes_by_side(rules):
        numbers = [game.number for game in open_games if side not in game.reached]
    if wins[side] >= rules.columns:
        return set(numbers)
    # a side's first wins each open one more column
    last = wins[side] if rules.column_entry == "win-count" else max(sheet.highest[side] + 1, numbers[0])
    return {number for number in numbers if number <= last}


def _written(game: Game, entry: GameEntry, target: int, rules: RuleSet, first: int) -> Game:
    points = tuple(map(add, game.points, entry.points))
    boxes = tuple(map(add, game.boxes, entry.boxes))
    standing = points
    if rules.box_timing == "immediate":
        standing = tuple([number + rules.box_bonus * count for number, count in zip(points, boxes, strict=True)])
    reached = []  # the higher standing first, or if they are level ``first``
    if 0 < target <= max(standing):
        reached = [side for side, number in enumerate(standing) if number >= target and side not in game.reached]
        reached.sort(key=lambda side: (-standing[side], side != first))
    return Game(  # an open game
        number=game.number,
        entries=(*game.entries, entry),
        points=points,
        boxes=boxes,
        standing=standing,
        drawn=game.drawn,
        reached=(*game.reached, *reached),
        conceded_by=game.conceded_by,
    )


def _leader(standing: tuple[int, ...]) -> int | None:
    """Return the side with the single highest standing, or None."""
    top = max(standing)
    return standing.index(top) if standing.count(top) == 1 else None


def _closed(games: list[Game], sheet: Sheet, rules: RuleSet) -> list[Game]:
    """Return the games, those closed that this round has ended."""
    games = _close_where(games, rules, lambda game: _has_ended(game, sheet, rules))
    sides = range(len(sheet.wins))
    if _closes_by_side(rules) and any(all(game.closed or side in game.reached for game in games) for side in sides):
        games = _close_where(games, rules, lambda _: True)
    return games


def _close_where(games: list[Game], rules: RuleSet, ended: Callable[[Game], bool]) -> list[Game]:
    return [
        attrs.evolve(game, closed=True, crossed=_crosser(game, rules)) if not game.closed and ended(game) else game
        for game in games
    ]


def _has_ended(game: Game, sheet: Sheet, rules: RuleSet) -> bool:
    if not sheet.target and not sheet.rounds:
        return bool(game.entries) or game.drawn > 0
    if sheet.rounds and len(game.entries) >= sheet.rounds:
        return True
    if _closes_by_side(rules):
        return len(game.reached) == len(game.standing)
    if _plays_on_when_level(game, rules):
        return bool(game.reached) and _leader(game.standing) is not None
    left_in = len(game.standing) - len(game.reached)
    return left_in <= 1 if rules.game_end == "last-standing" else bool(game.reached)


def _plays_on_when_level(game: Game, rules: RuleSet) -> bool:
    """Return whether several sides can reach the target in one round, so that a game continues until one leads."""
    if rules.score_mode == "gain":
        return rules.seating == "all-play" and len(game.standing) > 2
    return rules.score_mode == "table-count"


def _crosser(game: Game, rules: RuleSet) -> int | None:
    """Return who takes the game: the first side to reach the target, else the side with the highest standing."""
    if _plays_on_when_level(game, rules):
        return _leader(game.standing)
    if rules.score_mode == "penalty":
        return None
    return game.reached[0] if game.reached else _leader(game.standing)
