"""The commands and where they live, and ``ginrules completion``; only the asked command's module is loaded."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

import ginrules
from ginrules.errors import CoreError, ParseError

COMMANDS: Final[Mapping[str, str]] = {
    "presets": "rules",
    "show": "rules",
    "diff": "rules",
    "check": "rules",
    "melds": "rules",
    "play": "play",
    "replay": "records",
    "verify": "records",
    "score": "records",
    "summary": "records",
    "compare": "lab",
    "simulate": "lab",
    "diverge": "lab",
    "tune": "lab",
    "tournament": "round_robin",
}
"""The module of this package for each command; it offers ``add_to(app)``."""

_HELP: Final = (
    "Gin rummy by any rules: look rules up, play, compare rules at play, evaluate hands. "
    "Where a command takes rules, name a preset, give the path of a rule file (.toml), "
    "or join several and rule=value by +: oklahoma+hollywood+knock_limit=7."
)
_VERSION: Final = "--version"

Shell = Literal["bash", "zsh", "fish"]
_SHELLS: Final[tuple[Shell, ...]] = get_args(Shell)


def new_app(argv: Sequence[str] = ()) -> App:
    """Return the application with the commands that these words can mean.

    If the first word is a command, only its module is loaded, so that ``ginrules presets`` does
    not wait for the lab; any other word (help, a misspelled command) loads them all.
    """
    app = App(name="ginrules", help=_HELP, version=_version)
    first = argv[0] if argv else ""
    if first == _VERSION:
        return app
    modules = [COMMANDS[first]] if first in COMMANDS else dict.fromkeys(COMMANDS.values())
    for module in modules:
        import_module(f"ginrules.cli.{module}").add_to(app)
    app.command(completion)
    return app


def _version() -> str:
    """Return the version, and what plays the rounds of the lab."""
    if find_spec("numpy") is None:
        reason: str | None = "NumPy is not installed"
    else:
        try:
            reason = import_module("ginrules.fast._load").why_missing()
        except CoreError as error:
            reason = str(error)
    return f"{ginrules.__version__} ({'with the compiled core' if reason is None else f'on the engine: {reason}'})"


def run(argv: Sequence[str]) -> int:
    """Run the command that these words name and return its exit status."""
    app = new_app(argv)
    try:
        command, bound, _ = app.parse_args(list(argv), print_error=False, exit_on_error=False)
    except CycloptsError as error:
        command_help = f"ginrules {argv[0]} --help" if argv and argv[0] in COMMANDS else "ginrules --help"
        print(f"ginrules: {_error_line(error)}", file=sys.stderr)  # noqa: T201 - a command prints
        print(f"Try: {command_help}", file=sys.stderr)  # noqa: T201 - a command prints
        return 2
    status = command(*bound.args, **bound.kwargs)
    return status if isinstance(status, int) else 0


def _error_line(error: CycloptsError) -> str:
    """Return in one line what is wrong with a command line."""
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"too many words: {' '.join(error.unused_tokens)}"
    return " ".join(str(error).split())


def completion(shell: Shell | None = None, /, *, install: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Let your shell complete commands, options and choices with the Tab key.

    Without --install, print the script.

    Args:
        shell: bash, zsh or fish; your own shell if left out.
        install: Write the script to where the shell looks for it, and a line into its start-up file.
    """
    app, name = new_app(), shell or _own_shell()
    if not install:
        print(app.generate_completion(shell=name), end="")  # noqa: T201 - a command prints
        return
    path = app.install_completion(shell=name)
    print(f"{path} is written: open a new {name} to have completion.")  # noqa: T201 - a command prints


def _own_shell() -> Shell:
    """Return the shell that the user works in.

    Raises:
        ParseError: If it is unknown.
    """
    name = Path(os.environ.get("SHELL", "")).name
    for shell in _SHELLS:
        if name == shell:
            return shell
    problem = f"your shell, {name}, is not supported" if name else "your shell is unknown"
    raise ParseError(f"{problem}: name one of {', '.join(_SHELLS)}, like ginrules completion bash", shell=name)
