"""Batch play in a compiled core: thousands of rounds and hands at once; falls back to the Python engine.

The core plays exactly like the engine, to the last card. It needs the extra ``fast`` (NumPy) and is imported on
demand: ``from ginrules import fast``. The engine takes over for rules and players that the core lacks, and if there is
no compiled library: it returns the same arrays, more slowly. `why_not` returns the reason.
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
