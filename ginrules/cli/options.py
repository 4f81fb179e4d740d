"""The kinds of arguments and options that commands have in common."""

from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

Flag: Final = Parameter(negative=())
NotNegative: Final = Parameter(validator=Number(gte=0))
Positive: Final = Parameter(validator=Number(gte=1))
Json = Annotated[bool, Flag]

Rules = Annotated[str, "RULES"]
"""A word that names rules; its mark is read by help and completion."""
RuleFile = Annotated[Path, "RULE-FILE"]
PlayerCount = Annotated[int | None, Positive]
