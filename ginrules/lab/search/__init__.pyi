# Written by python -m docs.generate.package from the table in __init__.py.
from ginrules.lab.search.discards import (
    Outlook,
)
from ginrules.lab.search.hidden import (
    Habits,
)
from ginrules.lab.search.toolbox import (
    holding,
    outlook,
    payoffs,
    plausible,
    playout,
    possible_melds,
    with_stock,
)

__all__ = [
    "Habits",
    "Outlook",
    "holding",
    "outlook",
    "payoffs",
    "plausible",
    "playout",
    "possible_melds",
    "with_stock",
]
