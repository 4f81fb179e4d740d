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
from ginrules.rules.card.columns import columns
from ginrules.rules.card.play import caps
from ginrules.rules.card.several import gains_from_several
from ginrules.rules.card.words import rule_words
from ginrules.rules.model import DEFAULTS, RULES, RuleSet
from ginrules.rules.texts import toml_text

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
