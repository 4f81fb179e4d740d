"""The messages for bad rule files: every file is checked while the page is made."""

from typing import Final

import ginrules as gin
from docs.generate.preset_pages import table
from ginrules.rules.conditions import allowed_text
from ginrules.rules.model import RULES

FILES: Final = (
    ("A value out of range", "[knock]\nknock_limit = -1"),
    ("A value of the wrong kind", '[knock]\nbig_gin = "yes"\n[price]\ngin_bonus = 25.5'),
    ("A value that is not a choice", '[melds]\nace_rank = "hihg-or-low"'),
    ("A list too short", "[melds]\ncard_values = [1, 2, 3]"),
    ("A misspelled rule", "[knock]\nknock_limt = 7"),
    ("A misspelled section", "[layof]\nlayoff_chain = false"),
    ("A rule in the wrong section", "[price]\nknock_limit = 7"),
    ("A rule above the sections", "knock_limit = 7"),
    ("An unknown name above the sections", 'titel = "Our table"'),
    ("A section that is not a table", 'knock = "ten"'),
    ("A preset that does not exist", 'extends = "oklahomma"'),
    ("A title that is not a text", "title = 7"),
    ("More cards than the pack has", '[players]\nplayer_counts = [4]\nseating = "all-play"\n[deal]\nhand_size = 20'),
    ("Rules that contradict each other", "[draw]\nopen_melds = true"),
    ("A price for spades without an upcard", '[deal]\nopening = "no-upcard"\n[price]\nspade_multiplier = 2'),
    ("A match of an even number of games", '[match]\nmatch_form = "best-of"\nmatch_games = 4'),
    ("Weights that do not fit the columns", "[columns]\ncolumns = 3\ncolumn_weights = [1, 2]"),
    ("A text that is not TOML", "[knock\nknock_limit = 7"),
)
"""A title and a rule file with problems, for every kind of problem."""


def markdown() -> str:
    """Return every file with its message."""
    return "\n\n".join(f"### {title}\n\n```toml\n{text}\n```\n\n```text\n{message(text)}\n```" for title, text in FILES)


def clashes() -> str:
    """Return the refused combinations, one line per row of the library's own table."""
    rows = [
        (
            " and ".join(f"`{name}` is {allowed_text(values)}" for name, values in constraint.when.items()),
            f"`{rule}`",
            allowed_text(constraint.allowed),
            constraint.why,
        )
        for rule, entry in RULES.items()
        for constraint in entry.limits
    ]
    return table(("when", "this rule", "must be", "because"), rows)


def message(text: str) -> str:
    """Return the message for this file; every file of the page has a problem."""
    try:
        gin.loads_rules(text, source="my-gin.toml")
    except gin.RuleSetError as error:
        return str(error)
    raise AssertionError(f"this rule file has no problem:\n{text}")
