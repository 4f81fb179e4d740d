"""Batch play in a compiled core: thousands of rounds and hands at once, or in the Python engine if the core is missing.

The core plays exactly like the engine, to the last card. It needs the extra ``fast`` (NumPy) and is imported on
demand: ``from ginrules import fast``. The engine takes over for rules and players that the core lacks, and if there is
no compiled library: it returns the same arrays, more slowly. `why_not` returns the reason.
"""

from importlib.util import find_spec
from typing import Final

from ginrules._support.lazy import lazy_names

if find_spec("numpy") is None:
    raise ModuleNotFoundError("ginrules.fast needs NumPy: pip install 'ginrules[fast]'", name="numpy")

_PUBLIC: Final = {
    "fast._plan": "available why_not",
    "fast._facts": "ENDINGS FACTS REASONS outcomes",
    "fast.codec": "Codec",
    "fast.hands": "after_discards deadwoods",
    "fast.layout": "Entry Layout PHASES",
    "fast.rounds": "play playouts random_rounds",
    "fast.stepping": "Rounds",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
