"""The sections of the rule card, in order.

Every sentence is made from the values. None depends on a preset. A value that cannot make a difference has no
sentence (`in_use`): two rule sets with the same card are played and paid alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ginrules.rules.model import RuleSet
from ginrules.rules.relevance import in_use
from ginrules.rules.texts import joined, times
from ginrules.rules.words import targets
from ginrules.show.rulecard import play as card_play
from ginrules.show.rulecard import score as card_score
from ginrules.show.rulecard import start as card_start
from ginrules.show.rulecard.play import caps

# --- games side by side (Hollywood) ---------------------------------------------------------------


_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def columns(rules: RuleSet) -> Iterator[str]:
    """Yield how games are kept side by side, and how a win is written in them, and nothing for a single game."""
    if rules.columns == 1:
        return
    yield f"{rules.columns} games are kept side by side in columns. A win is written in one or several of them."
    yield _entry(rules)
    yield from _closed_games(rules)
    yield "A drawn round is written nowhere."
    yield _closing(rules)
    if rules.endless:
        yield (
            f"Whenever a game is closed a new one opens, so that {rules.columns} are open, until a player gives notice "
            "before a deal; then the open games are finished."
        )
    yield _boxes(rules)
    yield "At the end each game is settled by itself, and the differences of all games are added."
    if set(rules.column_weights) != {1}:
        weights = joined((times(weight) for weight in rules.column_weights), "and")
        yield f"The differences of the games count {weights}, in their order."
    elif len(rules.column_weights) > 1:
        yield f"The {len(rules.column_weights)} games count alike."


def _entry(rules: RuleSet) -> str:
    """Return where a side's first, second and later wins are written, as a sentence."""
    early = [f"its {_ORDINALS[wins - 1]} in {_games(wins)}" for wins in range(2, rules.columns)]
    every = "in every open game" if rules.endless else f"in all {rules.columns} games"
    last = f"its {_ORDINALS[rules.columns - 1]} and every later win {every}"
    return ", ".join(["A side's first win is written in game 1", *early, last]) + "."


def _games(number: int) -> str:
    return "games 1 and 2" if number == 2 else f"games 1 to {number}"


def _closed_games(rules: RuleSet) -> Iterator[str]:
    """Yield the games that a win is written in if others are closed."""
    match rules.column_entry:
        case "next-open":
            if not in_use(rules, "column_entry"):
                yield "Games that a side has closed are left out."
                return
            yield "Closed games are left out. If game 1 is closed, a side's first win goes into the lowest open game."
            if rules.columns > 2:
                following = "Its second win goes" if rules.columns == 3 else "Its next wins go"
                yield (
                    f"{following} into the open games up to the one after the highest that it is written in, or, if "
                    "these are closed, into the lowest open game."
                )
            yield "So every win is written somewhere."
        case "win-count":
            lost = ", and a win whose games are all closed is written nowhere" if in_use(rules, "column_entry") else ""
            yield f"Closed games are left out{lost}."


def _closing(rules: RuleSet) -> str:
    match rules.column_close:
        case "both":
            on = "" if rules.endless else " Play goes on until all games are closed."
            return f"A game that is over is closed for both sides.{on}"
        case "own":
            reached = targets(rules) or "the target"
            on = "" if rules.endless else " Play ends when one side has the target in all games."
            return (
                f"Each side continues to write in a game until it has {reached} there itself; the first to have them "
                f"wins that game.{on}"
            )


def _boxes(rules: RuleSet) -> str:
    boxes = "counts its own boxes, one for each win written in it, " if rules.box_bonus else ""
    return f"Each game {boxes}{'and ' if boxes else ''}has its own bonuses and its own shutout."


# --- all sections ---------------------------------------------------------------------------------


PROGRAM: Final = "In this program"
"""The title of the section of caps."""


SECTIONS: Final[tuple[tuple[str, Callable[[RuleSet], Iterator[str]]], ...]] = (
    ("Object of the game", card_start.the_object),
    ("Players", card_start.players),
    ("Dealer", card_start.dealer),
    ("Deal", card_play.the_deal),
    ("Melds", card_play.melds),
    ("Turn", card_play.turn),
    ("Doubling", card_play.doubling),
    ("Ending the round", card_play.ending),
    ("Lay-offs", card_play.layoffs),
    ("Stock", card_play.stock),
    ("Scoring a round", card_score.scoring),
    ("End of the game", card_score.end_of_game),
    ("Columns", columns),
    ("Match", card_score.match_play),
    (PROGRAM, caps),
)


def card_sections(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the sections of the rule card that have something to say: title and sentences.

    Examples:
        >>> dict(card_sections(RuleSet()))["Turn"][1]
        'Discard one card.'
    """
    for title, lines in SECTIONS:
        if written := tuple(lines(rules)):
            yield title, written
