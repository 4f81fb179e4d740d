"""Numbers that pages show about the library: counted here, or read from the tables of ``benchmarks/README.md``."""

from collections.abc import Mapping
from functools import cache

import ginrules as gin
from docs.generate.benchmark_tables import low_end
from ginrules.presets import preset_aliases
from ginrules.rules.model import RULES


@cache
def figures() -> Mapping[str, str]:
    """Return the numbers by name, as they are printed.

    Examples:
        >>> figures()["seats"]
        '2 to 6'
    """
    presets = [gin.preset(key) for key in gin.preset_names()]
    seats = {number for rules in presets for number in rules.table_sizes}
    return {
        "presets": str(len(presets)),
        "aliases": str(len(preset_aliases())),
        "rules": str(len(RULES)),
        "seats": f"{min(seats)} to {max(seats)}",
        "speed": low_end("rounds", "random rounds, standard", "core", "× the first"),
        "steps": low_end("learners", "steps", "packed `Rounds`, 1,024 at once", "a second of the processor"),
    }
