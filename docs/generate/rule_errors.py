"""What is said about a bad rule file: each file is checked while the page is made."""

from collections.abc import Container
from typing import Any, Final

import ginrules as gin
from docs.generate.preset_pages import spec_value, table
from ginrules.rules.combinations import CLASHES

FILES: Final = (
    ("A value out of range", "[knock]\nknock_limit = -1"),
    ("A value of the wrong kind", '[knock]\nbig_gin = "yes"\n[price]\ngin_bonus = 25.5'),
    ("A value that is no choice", '[melds]\nace_rank = "hihg-or-low"'),
    ("A list too short", "[melds]\ncard_values = [1, 2, 3]"),
    ("A misspelt rule", "[knock]\nknock_limt = 7"),
    ("A misspelt section", "[layof]\nlayoff_chain = false"),
    ("A rule in the wrong section", "[price]\nknock_limit = 7"),
    ("A rule above the sections", "knock_limit = 7"),
    ("An unknown name above the sections", 'titel = "Our table"'),
    ("A section that is no table", 'knock = "ten"'),
    ("A preset that does not exist", 'extends = "oklahomma"'),
    ("A text that is none", "title = 7"),
    ("More cards than the pack has", '[players]\nplayer_counts = [4]\nseating = "all-play"\n[deal]\nhand_size = 20'),
    ("Rules that contradict each other", "[draw]\nopen_melds = true"),
    ("A doubling without a card to double on", '[deal]\nopening = "no-upcard"\n[price]\nspade_multiplier = 2'),
    ("A match that nobody can lead", '[match]\nmatch_form = "best-of"\nmatch_games = 4'),
    ("Weights that do not fit the columns", "[columns]\ncolumns = 3\ncolumn_weights = [1, 2]"),
    ("A text that is not TOML", "[knock\nknock_limit = 7"),
)
"""A title and a rule file with faults, for each kind of fault."""


def markdown() -> str:
    """Each file with the message it gets."""
    return "\n\n".join(f"### {title}\n\n```toml\n{text}\n```\n\n```text\n{message(text)}\n```" for title, text in FILES)


def clashes() -> str:
    """What may not stand together, a line for each row of the library's own table."""
    rows = [
        (
            " and ".join(f"`{name}` is {_told(values)}" for name, values in clash.when.items()),
            f"`{clash.rule}`",
            _told(clash.allowed),
            clash.why,
        )
        for clash in CLASHES
    ]
    return table(("when", "this rule", "must be", "because"), rows)


def _told(values: Container[Any]) -> str:
    if isinstance(values, range):
        return f"{values.start} or more"
    assert isinstance(values, tuple)
    return " or ".join(spec_value(each) for each in values)


def message(text: str) -> str:
    """What the library says about this file; every file of the page has a fault."""
    try:
        gin.loads_rules(text, source="my-gin.toml")
    except gin.RuleSetError as error:
        return str(error)
    raise AssertionError(f"this rule file has no fault:\n{text}")
