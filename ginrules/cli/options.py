"""The arguments and options that several commands have. The help that stands here is not in their docstrings."""

from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from ginrules._support.names import PlayerName
from ginrules.cli.completion import rules_begun

Flag: Final = Parameter(negative=())
NotNegative: Final = Parameter(validator=Number(gte=0))
Positive: Final = Parameter(validator=Number(gte=1))
Json = Annotated[bool, Parameter(negative=(), help="Print the result as JSON, for programs.")]
Words = Annotated[tuple[str, ...], Parameter(consume_multiple=True, negative=())]
PlayerCount = Annotated[int | None, Positive]
LeagueOrder = Literal["points", "games", "matches"]

Rules = Annotated[str, Parameter(completer=rules_begun)]
AnyPlayer = PlayerName | str
"""A player of the lab by its name, or your own after ``python:``, ``process:`` or ``learned:``."""

Seed = Annotated[int, Parameter(help="The seed for the shuffles. The same seed gives the same figures.")]
Workers = Annotated[
    int | None,
    Parameter(
        help="Processes to play in. The figures are the same for any number. If left out, a single process, or from "
        "50,000 rounds on a process per core, up to four.",
    ),
]
Checkpoint = Annotated[
    Path | None,
    Parameter(
        help="Keep the rounds of the run in this folder, even if it is interrupted or killed. If the folder exists, "
        "continue from it and play only the rest."
    ),
]
Seconds = Annotated[
    float,
    Parameter(validator=Number(gte=0), help="Time between two writes of the checkpoint, in seconds."),
]
Page = Annotated[Path | None, Parameter(help="Write a page to this file. It opens in any browser.")]

CHECKPOINT_SECONDS: Final = 30.0
"""The default of the lab. A test compares them."""
