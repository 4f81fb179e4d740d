"""Measures of rounds, games, matches and players: counts with their bases, added up by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import attrs

from ginrules.lab.statistics.estimate import Estimate, UnitRatios
from ginrules.match.seating import sides_of
from ginrules.play.outcome import DeadReason
from ginrules.scoring.score import RESULTS

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds


Unit = Literal["points", "share", "turns", "rounds", "minutes", "ratio", "own"]
"""The unit of a measure. A share is a number of 0 to 1, and a measure of one's own has the unit of its function."""

Columns = tuple[Any, Any]
"""The counts and the bases of rounds, as arrays. A single number applies to every round."""


@attrs.frozen
class Measure:
    """A measure of rounds, games or matches.

    Attributes:
        key: Its name for programs.
        title: Its name in a table.
        unit: Its unit. A share is a number of 0 to 1.
        doc: Its definition.
        count: Returns the value of a finished round or match, for a measure of one's own. Otherwise None.
        by_play: Whether it depends on the play alone, and not on prices.
        optional: Whether tables omit it if it is zero under all rules compared.
    """

    key: str
    title: str
    unit: Unit
    doc: str
    count: Callable[[Any], float | None] | None = None
    by_play: bool = False
    optional: bool = False

    def as_plain(self) -> dict[str, str]:
        """Return what a reader of the figure needs, for JSON."""
        return {"key": self.key, "title": self.title, "unit": self.unit, "doc": self.doc}


_BY_PLAY: Final = "gin big-gin refused out void dead take-cap returned-pair reshuffle-cap turns knock-deadwood".split()
_OPTIONAL: Final = "gin-off refused out tie void take-cap returned-pair reshuffle-cap".split()


def _measure(key: str, title: str, doc: str, unit: Unit = "share") -> Measure:
    return Measure(key, title, unit, doc, by_play=key in _BY_PLAY, optional=key in _OPTIONAL)


ROUND_MEASURES: Final = (
    _measure(
        "points", "points per round", "The winner's lead over the others in a round; 0 in a drawn round.", "points"
    ),
    _measure("knock", "knock", "Rounds won by an ordinary knock."),
    _measure("gin", "gin", "Rounds won by gin."),
    _measure("big-gin", "big gin", "Rounds won by big gin."),
    _measure("undercut", "undercut", "Rounds won by an undercut."),
    _measure("gin-off", "gin-off", "Rounds won by an undercut without deadwood, where it has its own price."),
    _measure("refused", "refused double", "Rounds won because the other seat refused a double."),
    _measure("out", "gone out", "Rounds won by laying down the last card."),
    _measure("tie", "tie", "Rounds drawn because knocker and defender are level."),
    _measure("void", "gin laid off", "Rounds drawn because the defender lays everything off on gin."),
    _measure("dead", "dead", "Rounds that end without a declaration: the stock, or a cap, ends them."),
    _measure("take-cap", "dead: take cap", "Dead rounds that the limit on takes from the pile ends."),
    _measure(
        "returned-pair",
        "dead: returned pair",
        "Dead rounds that two turns end in which both seats discard the card that they have just taken.",
    ),
    _measure("reshuffle-cap", "dead: reshuffle cap", "Dead rounds that the limit on reshuffles ends."),
    _measure("turns", "turns per round", "Turns of all seats in a round; a draw and a discard are one.", "turns"),
    _measure(
        "knock-deadwood",
        "deadwood at the knock",
        "The knocker's deadwood in the rounds that end with a knock (gin apart), undercut or not.",
        "points",
    ),
    _measure(
        "first-seat-net",
        "first seat's net",
        "The net points of the seat that begins in a round; 0 is no advantage.",
        "points",
    ),
    _measure(
        "first-seat-wins", "first seat's wins", "Rounds won by the seat that begins, of the rounds with a winner."
    ),
)

CAPS: Final = ("take-cap", "returned-pair", "reshuffle-cap")
"""The measures of rounds that a cap ends. The other reasons have none: `dead` less these is their share, a row more in
nearly every result, and `rows` has the reason of each round."""
MOST_CAPPED: Final = 0.05
"""The share of rounds ended by a cap above which results say so."""


def cap_warning(names: Sequence[str], figures: Iterable[tuple[Measure, Sequence[Estimate | None]]]) -> str:
    """Return the line that tells which rules end more rounds by a cap than can be passed over, or "".

    The figures are the measures, each with its estimate for the rules of each name.
    """
    capped = [values for measure, values in figures if measure.key in CAPS]
    shares = [sum(one.value for one in values if one is not None) for values in zip(*capped, strict=True)]
    stalled = " and ".join(
        f"under {name} a cap ends {100 * share:.0f}% of the rounds"
        for name, share in zip(names, shares, strict=False)
        if share > MOST_CAPPED
    )
    return stalled and f"U{stalled[1:]}: these players stall. See the rows that begin with dead."


COUNTED: Final = tuple(one for one in ROUND_MEASURES if one.key in {"points", "turns", "knock-deadwood"})
"""The measures whose values are counted too."""


def measured(rounds: PricedRounds) -> dict[str, UnitRatios]:
    """Return the sums of counts and of bases for each unit, by the keys of the measures of rounds and of one's own."""
    facts, prices = rounds.batch.facts, rounds.prices
    knock = prices["knock"]
    counted: dict[str, Columns] = {
        "points": (prices["lead"], 1),
        **{result: (prices["result"] == number, 1) for number, result in enumerate(RESULTS)},
        **{
            reason: (facts["reason"] == number, 1)
            for number, reason in enumerate(get_args(DeadReason), 1)
            if reason in CAPS
        },
        "turns": (facts["turns"], 1),
        "knock-deadwood": (knock * (knock >= 0), knock >= 0),
        "first-seat-net": (rounds.first_net, 1),
        "first-seat-wins": (rounds.first_wins, rounds.has_winner),
    }
    ratios = {key: (rounds.by_unit(counts), rounds.by_unit(bases)) for key, (counts, bases) in counted.items()}
    return ratios | rounds.batch.own_ratios()


def measured_matches(rounds: PricedRounds) -> dict[str, UnitRatios]:
    """Return the same of matches, by the keys of the measures of rules that no table fits together."""
    batch, every = rounds.batch, rounds.by_unit(1)
    turns, matches = rounds.by_unit(batch.facts["turns"]), rounds.by_unit(0) + batch.matches.shape[1]
    first_wins = rounds.by_unit(rounds.first_wins * batch.facts["seats"].astype("int64"))
    won, counted = batch.matches_won(0)
    return {
        TURNS.key: (turns, every),
        DRAWN.key: (rounds.by_unit(~rounds.has_winner), every),
        MATCH_LENGTH.key: (every, matches),
        MINUTES.key: (turns * SECONDS_OF_TURN, matches * 60),
        FIRST_SEAT.key: (first_wins, rounds.by_unit(rounds.has_winner)),
        COMEBACK.key: (batch.match_sums("comebacks"), batch.match_sums("behind")),
        SKILL.key: (won * len(sides_of(rounds.rules, batch.task.places)), counted),
        **batch.own_ratios(),
    }


GAME_MEASURE: Final = Measure(
    "rounds-per-game",
    "rounds per game",
    "rounds",
    "Rounds, drawn ones counted, until a game is over; of several columns until all are closed.",
)
COMEBACK: Final = Measure(
    "comeback",
    "comebacks",
    "share",
    "Games won by a side that was behind when half the game's decided rounds had been played; "
    "of the games in which the sides were not level at that point.",
)
FIRST_SIDE: Final = Measure(
    "first-seat-games",
    "first side's games",
    "share",
    "Games won by the side that begins the first round, of the games with a winner.",
)
MATCH_LENGTH: Final = Measure(
    "rounds-per-match", "rounds per match", "rounds", "Rounds, drawn ones counted, until a match is over."
)
SKILL_NET: Final = Measure(
    "skill-net", "first player's net", "points", "Net points of the first of the players compared in a round."
)
SKILL_ROUND, SKILL_GAME, SKILL_MATCH = (
    Measure(
        f"skill-{one}",
        f"first player's {several}",
        "share",
        f"{several.capitalize()} won by the first of the players compared, of the {several} with a winner.",
    )
    for one, several in (("round", "rounds"), ("game", "games"), ("match", "matches"))
)
SECONDS_OF_TURN: Final = 10
"""The seconds that a turn is taken to last."""

TURNS: Final = Measure("turns", "turns per round", "turns", "Turns of all seats in a round.")
DRAWN: Final = Measure("drawn", "drawn rounds", "share", "Rounds that nobody wins.")
MINUTES: Final = Measure(
    "minutes-per-match",
    "minutes per match",
    "minutes",
    f"Minutes of a match if every turn takes {SECONDS_OF_TURN} seconds: its turns, divided by six.",
)
FIRST_SEAT: Final = Measure(
    "first-seat-fair",
    "first seat's wins, 1 is fair",
    "ratio",
    "Rounds won by the seat that begins, of the rounds with a winner, times the seats of the table: 1 is no advantage.",
)
SKILL: Final = Measure(
    "skill",
    "first player's wins, 1 is fair",
    "ratio",
    "Matches won alone by the first player against the others, of the matches with one winner, times the number of "
    "sides: 1 if the better player wins no more often than by chance.",
)

SPLIT_MEASURES: Final = (TURNS, DRAWN, MATCH_LENGTH, MINUTES, FIRST_SEAT, COMEBACK)
"""The measures of rules that no table fits together, and `SKILL` with two players."""

_OF_GAMES: Final = (GAME_MEASURE, FIRST_SIDE)
_OF_SKILL: Final = (SKILL_ROUND, SKILL_NET, SKILL_GAME, SKILL_MATCH, SKILL)
BUILT_IN: Final = frozenset(one.key for one in (*ROUND_MEASURES, *_OF_GAMES, *_OF_SKILL, *SPLIT_MEASURES))
"""The keys of all these measures."""
