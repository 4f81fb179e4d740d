"""The commands and where they live; only what a command line asks for is loaded."""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from cyclopts import App, CycloptsError, UnusedCliTokensError

import ginrules

COMMANDS: Final[Mapping[str, str]] = {
    "presets": "lookup",
    "show": "lookup",
    "diff": "lookup",
    "check": "lookup",
    "melds": "lookup",
    "play": "play",
    "replay": "replay",
    "verify": "replay",
    "score": "replay",
    "compare": "compare",
    "simulate": "simulate",
    "diverge": "diverge",
    "tune": "tune",
    "completion": "completion",
}
"""Each command's module of this package, which offers ``add_to(app)``."""

_HELP: Final = (
    "Gin rummy by any rules: look rules up, play, compare rules at play, count hands. "
    "Where a command takes rules, name a preset or give the path of a rule file (.toml)."
)


def new_app(argv: Sequence[str] = ()) -> App:
    """The application with the commands that these words can mean.

    A known first word loads its command's module alone, so that ``ginrules presets`` need not
    wait for the lab; anything else (help, a slip) loads them all.
    """
    app = App(name="ginrules", help=_HELP, version=ginrules.__version__)
    meant = COMMANDS.get(argv[0]) if argv else None
    for module in (meant,) if meant else dict.fromkeys(COMMANDS.values()):
        import_module(f"ginrules.cli.{module}").add_to(app)
    return app


def run(argv: Sequence[str]) -> int:
    """Run the command that these words name; its exit status."""
    app = new_app(argv)
    try:
        command, bound, _ = app.parse_args(list(argv), print_error=False, exit_on_error=False)
    except CycloptsError as error:
        command_help = f"ginrules {argv[0]} --help" if argv and argv[0] in COMMANDS else "ginrules --help"
        print(f"ginrules: {_told(error)}", file=sys.stderr)  # noqa: T201
        print(f"Try: {command_help}", file=sys.stderr)  # noqa: T201
        return 2
    status = command(*bound.args, **bound.kwargs)
    return status if isinstance(status, int) else 0


def _told(error: CycloptsError) -> str:
    """What is wrong with a command line, in a line."""
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"too many words: {' '.join(error.unused_tokens)}"
    return " ".join(str(error).split())
