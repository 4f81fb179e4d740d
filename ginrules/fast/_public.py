"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules.fast._facts import ENDINGS, FACTS, REASONS, outcomes
from ginrules.fast._rows import PHASES
from ginrules.fast.codec import Codec
from ginrules.fast.hands import after_discards, deadwoods
from ginrules.fast.layout import Entry, Layout
from ginrules.fast.rounds import play, playouts, random_rounds
from ginrules.fast.stepping import Rounds
from ginrules.fast.support import available, why_not

__all__ = ["ENDINGS", "FACTS", "PHASES", "REASONS", "Codec", "Entry", "Layout", "Rounds", "after_discards", "available",
    "deadwoods", "outcomes", "play", "playouts", "random_rounds", "why_not"]
