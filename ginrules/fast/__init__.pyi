# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules.fast._facts import ENDINGS as ENDINGS, FACTS as FACTS, REASONS as REASONS, outcomes as outcomes
from ginrules.fast._plan import available as available, why_not as why_not
from ginrules.fast.codec import Codec as Codec
from ginrules.fast.hands import after_discards as after_discards, deadwoods as deadwoods
from ginrules.fast.layout import PHASES as PHASES, Entry as Entry, Layout as Layout
from ginrules.fast.rounds import play as play, playouts as playouts, random_rounds as random_rounds
from ginrules.fast.stepping import Rounds as Rounds

__all__ = ["ENDINGS", "FACTS", "PHASES", "REASONS", "Codec", "Entry", "Layout", "Rounds", "after_discards", "available",
    "deadwoods", "outcomes", "play", "playouts", "random_rounds", "why_not"]
