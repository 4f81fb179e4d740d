"""Rounds and hands by the thousand: a compiled core, with the engine as its judge and its substitute.

What it plays is what the engine plays, to the last card. It takes the extra ``fast`` (NumPy), and it is imported
on demand: ``from ginrules import fast``. Rules or players that the core does not have, and a package without the
compiled library, are played on the engine: the same arrays, slower. `why_not` says which and why.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ModuleNotFoundError("ginrules.fast needs NumPy: pip install 'ginrules[fast]'", name="numpy")

from ginrules.fast._facts import ENDINGS, FACTS, REASONS, outcomes
from ginrules.fast.codec import Codec
from ginrules.fast.hands import after_discards, deadwoods
from ginrules.fast.layout import PHASES, Entry, Layout
from ginrules.fast.rounds import play, playouts, random_rounds
from ginrules.fast.stepping import Rounds
from ginrules.fast.support import available, why_not

__all__ = [
    "ENDINGS",
    "FACTS",
    "PHASES",
    "REASONS",
    "Codec",
    "Entry",
    "Layout",
    "Rounds",
    "after_discards",
    "available",
    "deadwoods",
    "outcomes",
    "play",
    "playouts",
    "random_rounds",
    "why_not",
]
