"""The rule card: a rule set in words that a person can play from.

Every line is made from the values; no line depends on a preset. Values without an
effect (the price of big gin in rules without big gin) are listed at the end if they are not
the default: two different rule sets never have the same card.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ginrules._printed import clean_lines, html_text
from ginrules.rules.card import play as card_play
from ginrules.rules.card import score as card_score
from ginrules.rules.card.several import gains_from_several
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, rules_of
from ginrules.rules.texts import toml_text

_WIDTH: Final = 96

_SECTIONS: Final[tuple[tuple[str, Callable[[RuleSet], Iterator[str]]], ...]] = (
    ("Players", card_play.players),
    ("Deal", card_play.the_deal),
    ("Melds", card_play.melds),
    ("Turn", card_play.turn),
    ("Doubling", card_play.doubling),
    ("Ending the round", card_play.ending),
    ("Lay-offs", card_play.layoffs),
    ("Stock", card_play.stock),
    ("Scoring a round", card_score.scoring),
    ("End of the game", card_score.end_of_game),
    ("Columns", card_score.columns),
    ("Match", card_score.match_play),
)

_IN_USE: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "opponents": lambda rules: rules.seating == "partnership",
    "both_pass_draw": lambda rules: rules.opening == "upcard-offer",
    "knock_source": lambda rules: not rules.open_melds,
    "ace_upcard": lambda rules: rules.knock_source != "fixed" and not rules.open_melds,
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


def describe(rules: RuleSet | str) -> str:
    """Return the rule card, a text of several sections that a person can play from.

    Examples:
        >>> import ginrules as gin
        >>> card = gin.describe(gin.RuleSet(title="Ours", knock_limit=7))
        >>> "deadwood left is 7 or less" in " ".join(card.split())
        True
    """
    rules = rules_of(rules)
    parts = ["\n".join([title, *map(_wrapped, lines)]) for title, lines in _card(rules)]
    return clean_lines("\n\n".join([rules.heading, *parts])) + "\n"


def card_html(rules: RuleSet) -> str:
    """Return the rule card as a piece of HTML, for a notebook.

    Examples:
        >>> card_html(RuleSet(title="Ours & theirs")).startswith("<div><h3>Ours &amp; theirs</h3>")
        True
    """
    parts = [
        f"<h4>{html_text(title)}</h4><ul>{''.join(f'<li>{html_text(line)}</li>' for line in lines)}</ul>"
        for title, lines in _card(rules)
    ]
    return f"<div><h3>{html_text(rules.heading)}</h3>{''.join(parts)}</div>"


def _card(rules: RuleSet) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections that have something to say: title and lines."""
    for title, lines in _SECTIONS:
        if written := [*lines(rules)]:
            yield title, written
    if idle := _idle(rules):
        yield "Without effect here", [", ".join(idle)]


def _idle(rules: RuleSet) -> list[str]:
    return [
        f"{name} = {toml_text(getattr(rules, name))}"
        for name in RULES
        if getattr(rules, name) != DEFAULTS[name] and not in_use(rules, name)
    ]


def _wrapped(line: str) -> str:
    return textwrap.fill(line, _WIDTH, initial_indent="- ", subsequent_indent="  ", break_long_words=False)
