"""What options of the lab's commands have in common."""

from typing import Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

NotNegative: Final = Number(gte=0)
Positive: Final = Number(gte=1)
Flag: Final = Parameter(negative=())
Workers = Annotated[int, Parameter(name="--workers")]

ROUNDS: Final = 1000
"""Rounds of a run where nothing is said."""
