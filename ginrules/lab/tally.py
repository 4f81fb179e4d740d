"""The sums of a simulation: exact whole numbers that can be added in any grouping, saved and gone on from."""

from typing import Any

import attrs


@attrs.frozen
class Checkpoint:
    """How far a simulation has come: exact sums, and what they were taken of.

    Attributes:
        of: What the run is of; only the same run can go on from here.
        units: Deals (or numbered matches) done, counted from the first.
        sums: The sums by name, as whole numbers.
        counts: The counts of values by name.
    """

    of: str
    units: int
    sums: dict[str, tuple[int, ...]]
    counts: dict[str, tuple[tuple[int, int], ...]]

    def as_plain(self) -> dict[str, Any]:
        """The checkpoint as plain values, for a JSON file."""
        return {
            "of": self.of,
            "units": self.units,
            "sums": {key: list(each) for key, each in self.sums.items()},
            "counts": {key: [list(pair) for pair in each] for key, each in self.counts.items()},
        }
