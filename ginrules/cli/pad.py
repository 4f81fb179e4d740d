"""Score pads: text files of round results, read line by line into a match.

`HELP` describes them; ``ginrules score --help`` prints it.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, cast, get_args

import attrs

from ginrules.cards import Card
from ginrules.cli.rules import rules_from
from ginrules.errors import GinRulesError, RecordError, ScoreError
from ginrules.match import MatchState, Table, add_round, concede, give_notice, new_match
from ginrules.match.entries import RoundResult
from ginrules.play.outcome import Ending, Outcome
from ginrules.records.annotations import LONGEST_NAME
from ginrules.rules.card.words import plural
from ginrules.rules.expressions import is_expression
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import DRAWN_RESULTS, Result
from ginrules.scoring.written_score import pad_entry

HELP: Final = """\
A score pad is a text file, one line per round:

    rules hollywood          # a preset, or a rule file beside the pad
    players Ann Bo "Cy Day"  # in the order of their seats
    dealer Bo                # who deals first, if not the first
    Ann knocks 3 Bo 21       # deadwood: the knocker's, the others'
    Bo gin Ann 30            # or: Bo big gin Ann 30, Bo out Ann 30
    dead                     # a drawn round
    Ann 18                   # points only, the winner first
    Ann 18 gin               # and how: knock, gin, big-gin, undercut,
                             # gin-off, out, refused

A line can end with "upcard 7s" or "knock-card 7s" where the rules need
the card, with "laid Ann 70 Bo 35" for the points on the table in open
melding, with "factor 4" for doubles that were accepted, and after
points with "x2" for doubled points and "boxes 3". A double that Bo
refuses is "Ann doubled 34 Bo 41".
A team round has one line per table; a drawn table is "dead Ann Bo".
"notice" ends endless Hollywood; "concede Bo" is Bo's concession, which
ends the match or puts Bo out; "misdeal" notes a deal that does not
count.
"""

_TOKEN: Final = re.compile(r'"([^"]*)"|#.*|([^\s",#][^\s",]*)|(")')
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_TIMES: Final = re.compile(r"[x×]([0-9])")
_KNOCKS: Final = ("knocks", "knock", "knocked")
_DOUBLES: Final = ("doubles", "double", "doubled")
_DECLARED: Final[dict[str, Ending]] = {"gin": "gin", "big-gin": "big-gin", "out": "out"}
_RESULTS: Final = tuple(result for result in get_args(Result) if result not in DRAWN_RESULTS)
_WORDS: Final = frozenset(
    {
        "rules",
        "players",
        "dealer",
        "dead",
        "notice",
        "concede",
        "misdeal",
        "factor",
        "upcard",
        "knock-card",
        "laid",
        "boxes",
        "big",
    }
    | {*_KNOCKS, *_DECLARED, *_RESULTS}
)
_SEAT: Final = re.compile(r"\bseat ([0-9])\b")
_MOST_LINES: Final = 10_000


@attrs.frozen
class _Pad:
    """A pad, read up to some line.

    Attributes:
        folder: Its folder, for rule files beside it.
        rules: The rules, once they are known.
        match: The match, once the players are known.
        waiting: Results of an incomplete team round, by the number of the table.
    """

    folder: Path
    rules: RuleSet | None = None
    match: MatchState | None = None
    waiting: tuple[tuple[int, RoundResult], ...] = ()


def loads_pad(text: str, *, source: str = "pad", folder: Path = Path()) -> MatchState:
    r"""Return the match that a score pad describes.

    Args:
        text: The pad.
        source: Its name in errors.
        folder: The folder of rule files that it names.

    Raises:
        RecordError: At the first line that is not valid, with its number.

    Examples:
        >>> match = loads_pad("rules standard\nplayers Ann Bo\nAnn knocks 3 Bo 21\nBo 12")
        >>> match.games[0].points
        (18, 12)
    """
    pad = _Pad(folder)
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        raise RecordError(f"{source} has {len(lines)} lines: a pad has at most {_MOST_LINES}", lines=len(lines))
    for number, line in enumerate(lines, 1):
        try:
            words = list(_words(line))
            pad = _read(pad, words) if words else pad
        except (GinRulesError, OSError) as error:
            raise RecordError(f"{source}, line {number}: {error}", line=number, source=source) from error
    if pad.match is None:
        missing = "players Ann Bo" if pad.rules else "rules standard"
        raise RecordError(f"{source} is not a score pad: a line like {missing!r} is missing", source=source)
    if pad.waiting:
        left = " and ".join(_seated(table, pad.match) for table in _tables_left(pad, pad.match))
        raise RecordError(f"{source} ends within a team round: the result of {left} is missing", source=source)
    return pad.match


def _words(line: str) -> Iterator[str]:
    for token in _TOKEN.finditer(line):
        quoted, bare, stray = token.groups()
        if stray:
            raise RecordError(f"a quotation mark is not closed: {line.strip()[:60]!r}")
        if quoted is not None or bare is not None:
            yield quoted if bare is None else bare


def _read(pad: _Pad, words: list[str]) -> _Pad:
    """Return the pad with one more line."""
    match words:
        case ["rules", *rest]:
            return _with_rules(pad, rest)
        case ["players", *names]:
            return _with_players(pad, names)
        case _:
            pass
    match = pad.match
    if match is None:
        needed = "rules" if pad.rules is None else "players"
        raise RecordError(f"expected the line with the {needed} first, got {words[0][:40]!r}")
    match words:
        case ["dealer", *names]:
            return _with_dealer(pad, match, names)
        case ["notice"]:
            return attrs.evolve(pad, match=give_notice(match))
        case ["concede", *names]:
            return _conceded(pad, match, names)
        case ["misdeal", *names]:
            return _misdealt(pad, match, names)
        case ["dead", *names]:
            table = _table(pad, match, [_player(name, match) for name in names])
            return _entered(pad, match, table, _drawn(table, match.rules))
        case [name, *rest]:
            return _with_round(pad, match, _player(name, match), rest)
        case _:
            return pad


def _with_rules(pad: _Pad, words: list[str]) -> _Pad:
    text = " ".join(words)
    if pad.rules is not None or not words or (len(words) > 1 and not is_expression(text)):
        raise RecordError("one line names the rules, a preset, a rule file or several joined: rules oklahoma+hollywood")
    return attrs.evolve(pad, rules=rules_from(text, pad.folder))


def _with_players(pad: _Pad, names: list[str]) -> _Pad:
    if pad.rules is None:
        raise RecordError("the line with the rules comes first: rules hollywood")
    if pad.match is not None:
        raise RecordError("one line names all the players: players Ann Bo")
    for name in names:
        if name.casefold() in _WORDS or _NUMBER.fullmatch(name) or _TIMES.fullmatch(name):
            raise RecordError(f"{name!r} means something else on a pad: choose another name")
        if not 0 < len(name.strip()) <= LONGEST_NAME:
            raise RecordError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name.strip())}")
    return attrs.evolve(pad, match=new_match(pad.rules, names))


def _with_dealer(pad: _Pad, match: MatchState, names: list[str]) -> _Pad:
    if len(names) != 1 or match.scores or match.entries or pad.waiting:
        raise RecordError("one line before the first round names who deals first: dealer Bo")
    return attrs.evolve(pad, match=new_match(match.rules, match.players, dealer=_player(names[0], match)))


def _conceded(pad: _Pad, match: MatchState, names: list[str]) -> _Pad:
    """Return the pad with a concession; a team round in progress is not counted."""
    if len(names) != 1:
        raise RecordError("one player concedes on a line: concede Bo")
    return attrs.evolve(pad, match=concede(match, _player(names[0], match)), waiting=())


def _misdealt(pad: _Pad, match: MatchState, names: list[str]) -> _Pad:
    """Return the pad as it was: a misdeal is no round, and the same dealer deals again."""
    if names or match.is_over:
        _table(pad, match, [_player(name, match) for name in names])
    return pad


def _with_round(pad: _Pad, match: MatchState, player: int, words: list[str]) -> _Pad:
    """Return the pad with a round that this player has declared or won."""
    how = " ".join(words[:2]).casefold()
    if how == "big gin":
        words = ["big-gin", *words[2:]]
    first = words[0].casefold() if words else ""
    result: RoundResult
    if first in _KNOCKS and len(words) > 1:
        table, result = _declared(pad, match, player, "knock", _number(words[1], "deadwood"), words[2:])
    elif first in _DOUBLES and len(words) > 1:
        table, result = _declared(pad, match, player, "refused", _number(words[1], "deadwood"), words[2:])
    elif first in _DECLARED:
        table, result = _declared(pad, match, player, _DECLARED[first], 0, words[1:])
    elif _NUMBER.fullmatch(first):
        table, result = _points(pad, match, player, words)
    else:
        who = match.players[player]
        raise RecordError(
            f"expected after {who} a number of points, 'knocks' with the deadwood, 'gin', 'big gin' or 'out', "
            f"got {repr(first[:40]) if words else 'the end of the line'}"
        )
    return _entered(pad, match, table, result)


def _declared(
    pad: _Pad, match: MatchState, player: int, ending: Ending, left: int, words: list[str]
) -> tuple[Table, Outcome]:
    """Return the table of a round and its facts: the deadwood of every player, and the rest of the line."""
    others, words = _counts(words, match)
    if player in others:
        raise RecordError(f"{match.players[player]} is on the line twice")
    table = _table(pad, match, [player, *others])
    cards: dict[str, Card] = {}
    laid: dict[int, int] = {}
    factor = 1
    while words:
        match words:
            case ["upcard" | "knock-card" as name, card, *more]:
                cards[name] = Card.parse(card)
                words = more
            case ["laid", *more]:
                laid, words = _counts(more, match)
            case ["factor", number, *more]:
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


def _points(pad: _Pad, match: MatchState, player: int, words: list[str]) -> tuple[Table, RoundResult]:
    """Return the table of a round and its points; the winner is named first."""
    rules = match.rules
    points, words = _counts([match.players[player], *words], match)
    table = _table(pad, match, list(points))
    result: Result | None = None
    boxes, multiplier = None, 1
    while words:
        match words:
            case ["boxes", number, *more]:
                boxes = _number(number, "boxes")
            case [word, *more] if word.casefold() in _RESULTS:
                result = cast(Result, word.casefold())
            case [word, *more] if times := _TIMES.fullmatch(word):
                multiplier = int(times[1])
            case _:
                raise _not_understood(words)
        words = more
    if rules.score_mode == "gain":  # a player without a number has no points
        points = {**dict.fromkeys(table.players, 0), **points}
    by_seat = _by_seat(points, table, match, "points")
    winner = table.seat_of(player)
    try:
        return table, pad_entry(by_seat, rules, winner=winner, result=result, boxes=boxes, multiplier=multiplier)
    except ScoreError as error:
        raise RecordError(_by_name(str(error), table, match)) from error


def _drawn(table: Table, rules: RuleSet) -> RoundResult:
    return pad_entry((0,) * len(table.players), rules, winner=None, result="dead")


def _counts(words: list[str], match: MatchState) -> tuple[dict[int, int], list[str]]:
    """Return the players at the start of these words with their numbers, and the words after them."""
    counts: dict[int, int] = {}
    while words and words[0].casefold() not in _WORDS and not _TIMES.fullmatch(words[0]):
        player = _player(words[0], match)
        if player in counts:
            raise RecordError(f"{match.players[player]} is on the line twice")
        if len(words) < 2:
            raise RecordError(f"a number is missing after {match.players[player]}")
        counts[player] = _number(words[1], f"number of {match.players[player]}")
        words = words[2:]
    return counts, words


def _not_understood(words: Sequence[str]) -> RecordError:
    return RecordError(f"{' '.join(words)[:60]!r} is not valid at the end of the line")


def _number(word: str, name: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise RecordError(f"expected the {name} as a whole number, got {word[:40]!r}")
    return int(word)


def _player(name: str, match: MatchState) -> int:
    """Return the player of this name; case matters only if it distinguishes two names."""
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


def _tables_left(pad: _Pad, match: MatchState) -> list[Table]:
    entered = {number for number, _ in pad.waiting}
    return [table for table in match.due if table.number not in entered]


def _table(pad: _Pad, match: MatchState, players: Sequence[int]) -> Table:
    """Return the table of all these players; without players, the only one."""
    if match.is_over:
        raise RecordError(f"the match is over after {plural(len(match.scores), 'round')}: nothing more can be entered")
    left = _tables_left(pad, match)
    tables = [table for table in left if set(players) <= set(table.players)]
    if len(tables) != 1:
        seated = ", ".join(_seated(table, match) for table in left)
        raise RecordError(f"name players of one table: the tables of the round are {seated}")
    return tables[0]


def _seated(table: Table, match: MatchState) -> str:
    return " against ".join(match.players[player] for player in table.players)


def _entered(pad: _Pad, match: MatchState, table: Table, result: RoundResult) -> _Pad:
    """Return the pad with a table's result; the round is entered with the result of its last table."""
    waiting = (*pad.waiting, (table.number, result))
    if len(waiting) < len(match.due):
        return attrs.evolve(pad, waiting=waiting)
    results = [entry for _, entry in sorted(waiting, key=lambda numbered: numbered[0])]
    try:
        return attrs.evolve(pad, match=add_round(match, *results), waiting=())
    except ScoreError as error:
        if len(results) > 1:
            raise
        raise RecordError(_by_name(str(error), table, match)) from error


def _by_name(message: str, table: Table, match: MatchState) -> str:
    """Return the message of a round with the names of its players in place of seats."""
    names = [match.players[player] for player in table.players]
    return _SEAT.sub(lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], message)
