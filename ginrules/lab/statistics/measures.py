"""What is measured of a round: each measure is a count and what it is counted on."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

import attrs

from ginrules.lab.runner.playing import Played
from ginrules.scoring.score import Result, RoundScore

Unit = Literal["points", "share", "turns", "rounds"]
Counted = tuple[int, int]
"""A count, and what it is counted on: their ratio, summed over rounds, is the measure."""


@attrs.frozen
class Measure:
    """Something to know about rounds.

    Attributes:
        key: Its name for programs.
        title: Its name in a table.
        unit: What it is counted in; a share is a number of 0 to 1.
        doc: What exactly it is.
        count: From a round's score, the round and the seat that began to the count and its base.
        by_play: Whether prices cannot change it.
        optional: Whether it is left out of a table when it is nought under all rules compared.
    """

    key: str
    title: str
    unit: Unit
    doc: str
    count: Callable[[RoundScore, Played, int], Counted]
    by_play: bool = False
    optional: bool = False


def _has_result(result: Result, score: RoundScore, _played: Played, _first: int) -> Counted:
    return int(score.result == result), 1


def _share(result: Result, title: str, doc: str, *, by_play: bool = False, optional: bool = False) -> Measure:
    # a partial and no closure: measures are pickled with what was found
    count = partial(_has_result, result)
    return Measure(result, title, "share", doc, count, by_play=by_play, optional=optional)


def _points(score: RoundScore, _played: Played, _first: int) -> Counted:
    return 0 if score.winner is None else score.net[score.winner], 1


def _turns(_score: RoundScore, played: Played, _first: int) -> Counted:
    return played.turns, 1


def _knock_deadwood(_score: RoundScore, played: Played, _first: int) -> Counted:
    outcome = played.outcome
    if outcome.declarer is None or outcome.ending != "knock":
        return 0, 0
    return outcome.deadwood[outcome.declarer], 1


def _first_net(score: RoundScore, _played: Played, first: int) -> Counted:
    return score.net[first], 1


def _first_wins(score: RoundScore, _played: Played, first: int) -> Counted:
    return int(score.winner == first), int(score.winner is not None)


ROUND_MEASURES: Final = (
    Measure("points", "points per round", "points",
            "The winner's lead over the others in a round; 0 in a round that nobody wins.", _points),
    _share("knock", "knock", "Rounds won by an ordinary knock."),
    _share("gin", "gin", "Rounds won by gin.", by_play=True),
    _share("big-gin", "big gin", "Rounds won by big gin.", by_play=True),
    _share("undercut", "undercut", "Rounds won by an undercut."),
    _share("gin-off", "gin-off", "Rounds won by an undercut without deadwood, where it has a price of its own.",
           optional=True),
    _share("out", "gone out", "Rounds won by laying down the last card.", by_play=True, optional=True),
    _share("tie", "tie", "Rounds that nobody wins since knocker and defender are level.", optional=True),
    _share("void", "gin laid off", "Rounds that nobody wins since the defender lays everything off on gin.",
           by_play=True, optional=True),
    _share("dead", "dead", "Rounds that nobody ends: the stock, or a cap, does.", by_play=True),
    Measure("turns", "turns per round", "turns", "Turns of all seats in a round; a draw and a discard are one.", _turns,
            by_play=True),
    Measure("knock-deadwood", "deadwood at the knock", "points",
            "What a knocker keeps, in the rounds that end with a knock (gin apart), undercut or not.",
            _knock_deadwood, by_play=True),
    Measure("first-seat-net", "first seat's net", "points",
            "What the seat that begins gains in a round on the others; 0 would be no advantage.", _first_net),
    Measure("first-seat-wins", "first seat's wins", "share",
            "Rounds won by the seat that begins, of those that somebody wins.", _first_wins),
)  # fmt: skip


def _elsewhere(_score: RoundScore, _played: Played, _first: int) -> Counted:
    """Counted from games, or from who sits where, and not from a round alone."""
    return 0, 0


def _other(key: str, title: str, unit: Unit, doc: str) -> Measure:
    return Measure(key, title, unit, doc, _elsewhere)


GAME_MEASURE: Final = _other(
    "rounds-per-game", "rounds per game", "rounds",
    "Rounds, drawn ones counted, until a game is over; of several columns until all are closed.",
)  # fmt: skip
COMEBACK: Final = _other(
    "comeback", "comebacks", "share",
    "Games won by a side that was behind when half the game's decided rounds had been played; "
    "of the games in which the sides were not level then.",
)  # fmt: skip
FIRST_DEALER: Final = _other(
    "first-seat-games", "games of who begins", "share",
    "Games won by the side that begins the first round, of those that one side wins.",
)  # fmt: skip
MATCH_LENGTH: Final = _other(
    "rounds-per-match", "rounds per match", "rounds", "Rounds, drawn ones counted, until a match is over."
)
SKILL_ROUND: Final = _other(
    "skill-round", "rounds of the first player", "share",
    "Rounds won by the first of the players who are compared, of those that somebody wins.",
)  # fmt: skip
SKILL_NET: Final = _other(
    "skill-net", "first player's net", "points",
    "What the first of the players who are compared gains in a round on the others.",
)  # fmt: skip
SKILL_GAME: Final = _other(
    "skill-game", "games of the first player", "share",
    "Games won by the first of the players who are compared, of those that one side wins.",
)  # fmt: skip
SKILL_MATCH: Final = _other(
    "skill-match", "matches of the first player", "share",
    "Matches won by the first of the players who are compared, of those that one side wins.",
)  # fmt: skip
