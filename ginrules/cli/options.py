"""The kinds of arguments and options that commands have in common."""

from typing import Annotated, Final, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from ginrules._support.names import PlayerName

Flag: Final = Parameter(negative=())
NotNegative: Final = Parameter(validator=Number(gte=0))
Positive: Final = Parameter(validator=Number(gte=1))
Json = Annotated[bool, Flag]

Rules = Annotated[str, "RULES"]
"""A word that names rules. Help and completion recognize it by its mark."""
PlayerCount = Annotated[int | None, Positive]

AnyPlayer = PlayerName | str
"""A player of the lab by its name, or your own after ``python:``, ``process:`` or ``learned:``."""

Workers = Annotated[int, Parameter(name="--workers")]
WorkersForMany = Annotated[int | None, Parameter(name="--workers")]
Words = Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative=())]

LeagueOrder = Literal["points", "games", "matches"]

CHECKPOINT_SECONDS: Final = 30.0
"""The default of the lab. A test compares them."""
