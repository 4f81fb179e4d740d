"""Runs the command that a command line names, and loads only the modules that it needs."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import ginrules
from ginrules.cli.commands import ABOUT, COMMANDS, function_of
from ginrules.cli.console import STANDARD_INPUT
from ginrules.errors import CoreError

if TYPE_CHECKING:
    from cyclopts import App, CycloptsError


_HELP: Final = frozenset(("--help", "-h"))


def new_app(names: Sequence[str] = tuple(COMMANDS)) -> "App":
    """Return the application with these commands."""
    from cyclopts import App

    app = App(name="ginrules", help=ABOUT, version=_version)
    for name in names:
        app.command(function_of(name), name=name)
    return app


def run(argv: Sequence[str]) -> int:
    """Run the command that these words name and return its exit status."""
    first = argv[0] if argv else "--help"
    match first:
        case "--version":
            print(_version())
        case "__complete":  # what a completion script asks while a word is typed
            complete, bound, _ = new_app([name for name in argv[1:2] if name in COMMANDS]).parse_args(argv)
            complete(*bound.args)
        case _ if first in _HELP or (first in COMMANDS and not _HELP.isdisjoint(argv)):
            from ginrules.cli.console import say, width
            from ginrules.cli.help import command_help, overview

            say(overview(width()) if first in _HELP else command_help(first, new_app([first])[first], width()))
        case _:
            return _run_command(argv)
    return 0


def _run_command(argv: Sequence[str]) -> int:
    """Run a command line, or refuse it if it has no valid command, and return its exit status."""
    if argv[0] not in COMMANDS:
        from difflib import get_close_matches

        near = "".join(f'. Did you mean "{name}"?' for name in get_close_matches(argv[0], COMMANDS, n=1))
        return _refused(f'"{argv[0]}" is not a command{near}', "ginrules --help")
    if argv.count("-") > 1:
        return _refused("- is the standard input, which can be read once", f"ginrules {argv[0]} --help")
    from cyclopts import CycloptsError

    try:
        words = [STANDARD_INPUT if word == "-" else word for word in argv]
        command, bound, _ = new_app([argv[0]]).parse_args(words, print_error=False, exit_on_error=False)
    except CycloptsError as error:
        return _refused(_error_line(error), f"ginrules {argv[0]} --help")
    status = command(*bound.args, **bound.kwargs)
    return status if isinstance(status, int) else 0


def _refused(message: str, command_help: str) -> int:
    print(f"ginrules: {message}\nTry: {command_help}", file=sys.stderr)
    return 2


def _error_line(error: "CycloptsError") -> str:
    from cyclopts import UnusedCliTokensError

    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return f"too many words: {' '.join(error.unused_tokens)}"
    return " ".join(str(error).split())


# --- the version ----------------------------------------------------------------------------------


def _version() -> str:
    """Return the version, and whether the core or the engine plays the lab's rounds."""
    reason = _why_no_core()
    return f"{ginrules.__version__} ({'with the compiled core' if reason is None else f'on the engine: {reason}'})"


def _why_no_core() -> str | None:
    """Return why rounds are played on the engine, or None if the compiled core plays them."""
    if find_spec("numpy") is None:
        return "NumPy is not installed"
    try:
        why: str | None = import_module("ginrules.fast._load").why_missing()
    except CoreError as error:  # built from other sources, or missing although required
        return str(error)
    return why
