"""Score pads: text files of round results, read line by line into a match record.

``ginrules pad --help`` describes the lines.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, cast, get_args

import attrs

from ginrules._support.bounds import MATCH_ROUNDS, PROBLEMS
from ginrules.cards import Card
from ginrules.errors import GinRulesError, RecordError, ScoreError
from ginrules.match import Cut, MatchState, Table, add_round, concede, cut, give_notice
from ginrules.match.advance import blank_match
from ginrules.match.state import FirstDealer, RoundResult
from ginrules.play.outcome import Ending, Outcome
from ginrules.presets.rule_files import rules_named
from ginrules.records.annotations import LONGEST_NAME, by_name, ensure_date
from ginrules.records.documents.problems import RecordProblem
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import plural
from ginrules.scoring.limits import box_factors
from ginrules.scoring.manual_score import pad_entry
from ginrules.scoring.price import price
from ginrules.scoring.score import DRAWN_RESULTS, Result

_TOKEN: Final = re.compile(r'"([^"]*)"|#.*|([^\s",#][^\s",]*)|(")')
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_TIMES: Final = re.compile(r"[x×]([0-9])")
_KNOCKS: Final = ("knocks", "knock", "knocked")
_WITH_DEADWOOD: Final[dict[str, Ending]] = {
    **dict.fromkeys(_KNOCKS, "knock"),
    **dict.fromkeys(("doubles", "double", "doubled"), "refused"),
}
"""The words for the endings with deadwood: a double that is refused ends a round too."""
_ENDINGS: Final[dict[str, Ending]] = {"gin": "gin", "big-gin": "big-gin", "out": "out"}
_RESULTS: Final = tuple(result for result in get_args(Result) if result not in DRAWN_RESULTS)
_NOT_ROUNDS: Final = frozenset(("rules", "players", "date", "dealer", "notice", "concede", "misdeal"))
"""The first words of lines that are not rounds."""
_MORE_WORDS: Final = frozenset(("cut", "dead", "factor", "upcard", "knock-card", "laid", "boxes", "big"))
_WORDS: Final = frozenset((*_NOT_ROUNDS, *_MORE_WORDS, *_KNOCKS, *_ENDINGS, *_RESULTS))
"""The words that are no names."""
_MOST_LINES: Final = 10_000
_MOST_WORDS: Final = 100


@attrs.frozen
class Pad:
    """A pad, read up to a line, with the rules and the match once they are known.

    It can name rule files in or below its folder, and waits with the results of some tables for those of the others.
    """

    folder: Path | None = None
    date: str = ""
    rules: RuleSet | None = None
    match: MatchState | None = None
    waiting: tuple[tuple[int, RoundResult], ...] = ()

    def read(self, line: str) -> Pad:
        """Return the pad with another line."""
        words = list(islice(_words(line), _MOST_WORDS + 1))
        if len(words) > _MOST_WORDS:
            raise RecordError(f"expected at most {_MOST_WORDS} words on a line: enter one round on each line")
        pad = _read(self, words) if words else self
        entries = pad.match.entries if pad.match is not None else ()
        if len(entries) > MATCH_ROUNDS + isinstance(next(iter(entries), None), FirstDealer):
            raise RecordError(f"a match has at most {MATCH_ROUNDS} rounds: the next is a file of its own")
        return pad

    @property
    def missing(self) -> str:
        """The tables whose results are missing in a team round, in words, or "" between rounds."""
        match = self.match
        return " and ".join(_table_names(table, match) for table in _tables_left(self, match)) if match else ""


def read_lines(text: str, folder: Path | None = None) -> tuple[Pad, list[RecordProblem]]:
    """Return the pad of the valid lines, and the problems of all other lines.

    An invalid round counts as drawn: the lines after it are then read for the right tables. If the rules or the
    players are invalid, reading stops.
    """
    pad = Pad(folder)
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > _MOST_LINES:
        return pad, [RecordProblem("", f"has {len(lines)} lines: a pad has at most {_MOST_LINES}")]
    problems: list[RecordProblem] = []
    for number, line in enumerate(lines, 1):
        try:
            pad = pad.read(line)
        except (GinRulesError, OSError) as error:
            message = "; ".join(part.strip() for part in str(error).splitlines())
            problems.append(RecordProblem("", message, number))
            if pad.match is None or pad.match.is_over or len(problems) == PROBLEMS:
                break
            pad = _with_skipped_line(pad, line)
    return pad, problems


def _with_skipped_line(pad: Pad, line: str) -> Pad:
    """Return the pad after an invalid line: an invalid round counts as drawn, any other line changes nothing."""
    match = pad.match
    assert match is not None
    names = {player.casefold(): number for number, player in enumerate(match.players)}
    bare = [word.casefold() for word in line.replace('"', " ").partition("#")[0].replace(",", " ").split()]
    if not bare or bare[0] in _NOT_ROUNDS:
        return pad
    players = {names[word] for word in bare if word in names}
    tables = [table for table in _tables_left(pad, match) if players & set(table.players)]
    with contextlib.suppress(GinRulesError):
        if len(tables) == 1:
            return _with_result(pad, match, tables[0], _drawn(tables[0], match.rules))
    return pad


def cut_for_seats(names: str, rules: RuleSet) -> Cut:
    """Return the cut of these players, whose names are written as on a pad."""
    return cut([*_words(names)], random.SystemRandom(), rules)


def _words(line: str) -> Iterator[str]:
    for token in _TOKEN.finditer(line):
        quoted, bare, stray = token.groups()
        if stray:
            raise RecordError(f"a quotation mark is not closed: {line.strip()[:60]!r}")
        if quoted is not None or bare is not None:
            yield quoted if bare is None else bare


def _read(pad: Pad, words: list[str]) -> Pad:
    begin = {"rules": _with_rules, "players": _with_players, "date": _with_date}.get(words[0])
    if begin is not None:
        return begin(pad, words[1:])
    match = pad.match
    if match is None:
        needed = "rules" if pad.rules is None else "players"
        other = "" if pad.rules else "; a file that can be read is a record (TOML or JSON) or a score pad"
        raise RecordError(f"expected the line with the {needed} first, got {words[0][:40]!r}{other}")
    match words:
        case ["dealer", *names]:
            return _with_dealer(pad, match, names)
        case ["notice"]:
            return attrs.evolve(pad, match=give_notice(match))
        case ["concede", *names]:
            return _conceded(pad, match, names)
        case ["misdeal", *names]:
            if names or match.is_over:
                _table(pad, match, [_player(name, match) for name in names])
            return pad  # a misdeal is not a round, and the same dealer deals again
        case ["dead", *names]:
            times = _TIMES.fullmatch(names[-1]) if names else None
            table = _table(pad, match, [_player(name, match) for name in (names[:-1] if times else names)])
            return _with_result(pad, match, table, _drawn(table, match.rules, int(times[1]) if times else 1))
        case [name, *rest]:
            return _with_round(pad, match, _player(name, match), rest)
        case _:
            return pad


def _with_rules(pad: Pad, words: list[str]) -> Pad:
    text = " ".join(words)
    if pad.rules is not None or not words:
        raise RecordError("one line names the rules, a preset, a rule file or several joined: rules oklahoma+hollywood")
    return attrs.evolve(pad, rules=rules_named(text, pad.folder, is_open=False))


def _with_date(pad: Pad, words: list[str]) -> Pad:
    if pad.date or len(words) != 1:
        raise RecordError("one line names the day: date 2026-03-14")
    ensure_date(words[0])
    return attrs.evolve(pad, date=words[0])


def _with_players(pad: Pad, names: list[str]) -> Pad:
    if pad.rules is None:
        raise RecordError("the line with the rules comes first: rules hollywood")
    if pad.match is not None:
        raise RecordError("one line names all the players: players Ann Bo")
    for name in names:
        if name.casefold() in _WORDS or _NUMBER.fullmatch(name) or _TIMES.fullmatch(name):
            raise RecordError(f"{name!r} means something else on a pad: choose another name")
        if not 0 < len(name.strip()) <= LONGEST_NAME:
            raise RecordError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name.strip())}")
    return attrs.evolve(pad, match=blank_match(pad.rules, names))


def _with_dealer(pad: Pad, match: MatchState, names: list[str]) -> Pad:
    if len(names) != 1 or match.scores or match.entries or pad.waiting:
        raise RecordError("one line before the first round names who deals first: dealer Bo")
    return attrs.evolve(pad, match=blank_match(match.rules, match.players, _player(names[0], match)))


def _conceded(pad: Pad, match: MatchState, names: list[str]) -> Pad:
    if len(names) != 1:
        raise RecordError("one player concedes on a line: concede Bo")
    return attrs.evolve(pad, match=concede(match, _player(names[0], match)), waiting=())


def _with_round(pad: Pad, match: MatchState, player: int, words: list[str]) -> Pad:
    how = " ".join(words[:2]).casefold()
    if how == "big gin":
        words = ["big-gin", *words[2:]]
    first = words[0].casefold() if words else ""
    result: RoundResult
    if first in _WITH_DEADWOOD and len(words) > 1:
        table, result = _declared(pad, match, player, _WITH_DEADWOOD[first], _number(words[1], "deadwood"), words[2:])
    elif first in _ENDINGS:
        table, result = _declared(pad, match, player, _ENDINGS[first], 0, words[1:])
    elif _NUMBER.fullmatch(first):
        table, result = _points(pad, match, player, words)
    else:
        who = match.players[player]
        raise RecordError(
            f"expected after {who} a number of points, 'knocks' with the deadwood, 'gin', 'big gin' or 'out', "
            f"got {repr(first[:40]) if words else 'the end of the line'}"
        )
    return _with_result(pad, match, table, result)


def _declared(
    pad: Pad, match: MatchState, player: int, ending: Ending, left: int, words: list[str]
) -> tuple[Table, Outcome]:
    """Return a round's table and its facts: the deadwood of every player, and the rest of the line."""
    others, words = _counts(words, match)
    if player in others:
        raise RecordError(f"{match.players[player]} is on the line twice")
    table = _table(pad, match, [player, *others])
    cards: dict[str, Card] = {}
    laid: dict[int, int] = {}
    factor = 1
    named: set[str] = set()
    while words:
        match words:
            case ["upcard" | "knock-card" as name, card, *more]:
                _refuse_repeated(name, named)
                cards[name] = Card.parse(card)
                words = more
            case ["laid", *more]:
                _refuse_repeated("laid", named)
                laid, words = _counts(more, match)
            case ["factor", number, *more]:
                _refuse_repeated("factor", named)
                factor, words = _number(number, "factor"), more
            case _:
                raise _not_understood(words)
    deadwood = _by_seat({**others, player: left}, table, match, "deadwood")
    return table, Outcome(
        declarer=table.seat_of(player),
        deadwood=deadwood,
        ending=ending,
        upcard=cards.get("upcard"),
        knock_card=cards.get("knock-card"),
        laid=_by_seat(laid, table, match, "points on the table") if laid else (),
        factor=factor,
    )


def _points(pad: Pad, match: MatchState, player: int, words: list[str]) -> tuple[Table, RoundResult]:
    """Return a round's table and its points: the winner first, or in any order if the points say who has won."""
    rules = match.rules
    points, words = _counts([match.players[player], *words], match)
    table = _table(pad, match, list(points))
    result: Result | None = None
    boxes, multiplier = None, 1
    named: set[str] = set()
    while words:
        match words:
            case ["boxes", number, *more]:
                _refuse_repeated("boxes", named)
                boxes = _number(number, "boxes")
            case [word, *more] if word.casefold() in _RESULTS:
                _refuse_repeated("the result", named)
                result = cast(Result, word.casefold())
            case [word, *more] if times := _TIMES.fullmatch(word):
                _refuse_repeated("the factor", named)
                multiplier = int(times[1])
            case _:
                raise _not_understood(words)
        words = more
    is_alone = len(points) == 1
    if rules.score_mode == "gain":  # a player without a number has no points
        points = {**dict.fromkeys(table.players, 0), **points}
    by_seat = _by_seat(points, table, match, "points")
    first = table.seat_of(player)
    winner = first if is_alone else _winner_of(by_seat, rules, first)
    try:
        return table, pad_entry(by_seat, rules, winner=winner, result=result, boxes=boxes, multiplier=multiplier)
    except ScoreError as error:
        raise RecordError(by_name(str(error), [match.players[player] for player in table.players])) from error


def _winner_of(points: tuple[int, ...], rules: RuleSet, first: int) -> int:
    """Return the seat that has won: the first on the line, unless another alone has the best points."""
    if rules.score_mode == "table-count":
        return first  # who goes out has won, whatever the points
    best = min(points) if rules.score_mode == "penalty" else max(points)
    return first if points[first] == best or points.count(best) > 1 else points.index(best)


def _drawn(table: Table, rules: RuleSet, multiplier: int = 1) -> RoundResult:
    if multiplier > 1 and (rules.seating != "partnership" or box_factors(rules, multiplier)[0] == 1):
        raise RecordError(f"'x{multiplier}' on a drawn line: the spade of a drawn table multiplies nothing here")
    return pad_entry((0,) * len(table.players), rules, winner=None, result="dead", multiplier=multiplier)


def _counts(words: list[str], match: MatchState) -> tuple[dict[int, int], list[str]]:
    """Return the players and numbers at the start of these words, and the words after them."""
    counts: dict[int, int] = {}
    while words and words[0].casefold() not in _WORDS and not _TIMES.fullmatch(words[0]):
        if _NUMBER.fullmatch(words[0]):
            a, b, *_ = match.players
            raise RecordError(
                f"whose number is {words[0]}? Write the name before it: {a} knocks 7 {b} 12, {b} gin {a} 30"
            )
        player = _player(words[0], match)
        if player in counts:
            raise RecordError(f"{match.players[player]} is on the line twice")
        if len(words) < 2:
            raise RecordError(f"a number is missing after {match.players[player]}")
        counts[player] = _number(words[1], f"number of {match.players[player]}")
        words = words[2:]
    return counts, words


def _refuse_repeated(name: str, named: set[str]) -> None:
    """Refuse a quantity that the line has named before, and note it."""
    if name in named:
        raise RecordError(f"{name} is on the line twice")
    named.add(name)


def _not_understood(words: Sequence[str]) -> RecordError:
    remedy = "; after deadwood name the card that doubles, as in upcard 9s" if _TIMES.fullmatch(words[0]) else ""
    return RecordError(f"{' '.join(words)[:60]!r} is not valid at the end of the line{remedy}")


def _number(word: str, name: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise RecordError(f"expected the {name} as a whole number, got {word[:40]!r}")
    return int(word)


def _player(name: str, match: MatchState) -> int:
    """Return the player of this name, with its case only if it distinguishes two names."""
    if name in match.players:
        return match.players.index(name)
    alike = [place for place, player in enumerate(match.players) if player.casefold() == name.casefold()]
    if len(alike) != 1:
        raise RecordError(f"there is no player {name[:40]!r}: the players are {', '.join(match.players)}")
    return alike[0]


def _by_seat(counts: dict[int, int], table: Table, match: MatchState, quantity: str) -> tuple[int, ...]:
    missing = [match.players[player] for player in table.players if player not in counts]
    if missing:
        raise RecordError(f"the {quantity} of {' and '.join(missing)} is missing")
    return tuple(counts[player] for player in table.players)


def _tables_left(pad: Pad, match: MatchState) -> list[Table]:
    entered = {number for number, _ in pad.waiting}
    return [table for table in match.due if table.number not in entered]


def _table(pad: Pad, match: MatchState, players: Sequence[int]) -> Table:
    """Return the table of all these players, or without players the only table."""
    if match.is_over:
        raise RecordError(
            f"the match is over after {plural(len(match.scores), 'round')}: nothing more can be entered here. "
            "The next match is a file of its own, with its lines rules, date and players"
        )
    left = _tables_left(pad, match)
    tables = [table for table in left if set(players) <= set(table.players)]
    if len(tables) != 1:
        seated = ", ".join(_table_names(table, match) for table in left)
        raise RecordError(f"name players of one table: the tables of the round are {seated}")
    return tables[0]


def _table_names(table: Table, match: MatchState) -> str:
    return " against ".join(match.players[player] for player in table.players)


def _with_result(pad: Pad, match: MatchState, table: Table, result: RoundResult) -> Pad:
    """Return the pad with a table's result, and with the round after the result of its last table."""
    try:
        if isinstance(result, Outcome):
            price(result, match.rules)  # now, to report a mistake at its own line of a team round
    except ScoreError as error:
        raise RecordError(by_name(str(error), [match.players[player] for player in table.players])) from error
    waiting = (*pad.waiting, (table.number, result))
    if len(waiting) < len(match.due):
        return attrs.evolve(pad, waiting=waiting)
    results = [entry for _, entry in sorted(waiting, key=lambda numbered: numbered[0])]
    try:
        return attrs.evolve(pad, match=add_round(match, *results), waiting=())
    except ScoreError as error:
        if len(results) > 1:
            raise
        raise RecordError(by_name(str(error), [match.players[player] for player in table.players])) from error
