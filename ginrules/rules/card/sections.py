"""The sections of the rule card, in order, and which rules can make a difference.

Every sentence is made from the values; none depends on a preset. Values without an
effect (the price of big gin in rules without big gin) are named in the last section if they are not
the default: two different rule sets never have the same card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ginrules.rules.card import play as card_play
from ginrules.rules.card import score as card_score
from ginrules.rules.card import start as card_start
from ginrules.rules.card.play import caps
from ginrules.rules.card.words import Aside, gains_from_several, rule_words, targets
from ginrules.rules.model import DEFAULTS, RULES, RuleSet
from ginrules.rules.texts import joined, times, toml_text

# --- games side by side (Hollywood) ---------------------------------------------------------------


_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TWO: Final = 2


def columns(rules: RuleSet) -> Iterator[str]:
    """Yield how games are kept side by side, and how a win is written in them; nothing for a single game."""
    if rules.columns == 1:
        return
    yield f"{rules.columns} games are kept side by side in columns. A win is written in one or several of them."
    yield _entry(rules)
    yield from _closed_games(rules)
    yield Aside("A drawn round is written nowhere.")
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
    """Return the games of a side's first, second and later wins."""
    early = [f"its {_ORDINALS[wins - 1]} in {_games(wins)}" for wins in range(2, rules.columns)]
    every = "in every open game" if rules.endless else f"in all {rules.columns} games"
    last = f"its {_ORDINALS[rules.columns - 1]} and every later win {every}"
    return ", ".join(["A side's first win is written in game 1", *early, last]) + "."


def _games(number: int) -> str:
    return "games 1 and 2" if number == _TWO else f"games 1 to {number}"


def _closed_games(rules: RuleSet) -> Iterator[str]:
    """Yield the games that a win is written in if others are closed."""
    match rules.column_entry:
        case "next-open":
            yield "Closed games are left out. If game 1 is closed, a side's first win goes into the lowest open game."
            if rules.columns > _TWO:
                following = "Its second win goes" if rules.columns == _TWO + 1 else "Its next wins go"
                yield (
                    f"{following} into the open games up to the one after the highest that it is written in, or, if "
                    "these are closed, into the lowest open game."
                )
            yield Aside("So every win is written somewhere.")
        case "win-count":
            yield "Closed games are left out, and a win whose games are all closed is written nowhere."


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


IDLE: Final = "Values without an effect here"
"""The beginning of the sentence that names them."""

PROGRAM: Final = "In this program"
"""The title of the section of caps and values without an effect."""


def _program(rules: RuleSet) -> Iterator[str]:
    """Yield the limits of the program: caps, and values without an effect."""
    yield from caps(rules)
    if idle := _idle(rules):
        yield f"{IDLE}: {', '.join(idle)}."


def _idle(rules: RuleSet) -> list[str]:
    return [
        f"{rule_words(name)} {toml_text(getattr(rules, name))}"
        for name in RULES
        if getattr(rules, name) != DEFAULTS[name] and not in_use(rules, name)
    ]


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
    (PROGRAM, _program),
)

_IN_USE: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "opponents": lambda rules: rules.seating == "partnership",
    "both_pass_draw": lambda rules: rules.opening == "upcard-offer",
    "knock_source": lambda rules: not rules.open_melds,
    "ace_upcard": lambda rules: rules.knock_source != "fixed" and rules.knock_limit > 0 and not rules.open_melds,
    "big_gin_needs_gin": lambda rules: rules.big_gin,
    "knocker_melds": lambda rules: rules.knock_limit > 0 and not rules.open_melds,
    "doubling_limit": lambda rules: rules.doubling,
    "refusal_bonus": lambda rules: rules.doubling,
    "layoff": lambda rules: rules.open_melds or rules.knock_limit > 0 or rules.layoff == "including-gin",
    "layoff_chain": lambda rules: (
        rules.layoff == "including-gin" or (rules.layoff == "knock-only" and rules.knock_limit > 0)
    ),
    "defender_melds": lambda rules: not rules.open_melds,
    "reshuffle_cap": lambda rules: rules.stock_exhausted == "reshuffle",
    "gin_boxes": lambda rules: rules.box_bonus > 0,
    "big_gin_bonus": lambda rules: rules.big_gin,
    "big_gin_boxes": lambda rules: rules.big_gin and rules.box_bonus > 0,
    "knock_bonus": lambda rules: rules.knock_limit > 0,
    "undercut_bonus": lambda rules: rules.knock_limit > 0,
    "undercut_boxes": lambda rules: rules.knock_limit > 0 and rules.box_bonus > 0,
    "undercut_moves": lambda rules: rules.knock_limit > 0,
    "gin_off_bonus": lambda rules: rules.knock_limit > 0,
    "gain_from": lambda rules: gains_from_several(rules) and rules.knock_limit > 0,
    "tie": lambda rules: rules.knock_limit > 0,
    "penalty_share": lambda rules: rules.score_mode == "penalty",
    "undercut_penalty": lambda rules: rules.score_mode == "penalty" and rules.knock_limit > 0,
    "spade_scope": lambda rules: rules.spade_multiplier > 1 and rules.box_bonus > 0,
    "box_timing": lambda rules: rules.box_bonus > 0,
    "shutout_when": lambda rules: rules.shutout != "none",
    "shutout_bonus": lambda rules: rules.shutout == "flat",
    "winner_by": lambda rules: rules.score_mode != "penalty",
    "column_weights": lambda rules: rules.columns > 1,
    "column_entry": lambda rules: rules.columns > 1,
    "column_close": lambda rules: rules.columns > 1,
    "match_games": lambda rules: rules.match_form == "best-of",
    "match_target": lambda rules: rules.match_form == "points",
    "match_bonus": lambda rules: rules.match_form == "points",
}


def in_use(rules: RuleSet, name: str) -> bool:
    """Return whether the rule can make a difference under the other values of this rule set.

    Examples:
        >>> in_use(RuleSet(), "big_gin_bonus"), in_use(RuleSet(big_gin=False), "big_gin_bonus")
        (True, False)
    """
    test = _IN_USE.get(name)
    return test is None or test(rules)


def card_sections(rules: RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the sections of the rule card that have something to say: title and sentences.

    Examples:
        >>> dict(card_sections(RuleSet()))["Turn"][1]
        'Discard one card.'
    """
    for title, lines in SECTIONS:
        if written := tuple(lines(rules)):
            yield title, written
