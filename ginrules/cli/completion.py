"""``ginrules completion``: what a shell needs to complete commands, options and choices."""

import os
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from cyclopts import App, Parameter

from ginrules.cli.app import new_app
from ginrules.errors import ParseError

Shell = Literal["bash", "zsh", "fish"]
_SHELLS: Final[tuple[Shell, ...]] = get_args(Shell)


def add_to(app: App) -> None:
    """Register the command."""
    app.command(completion)


def completion(shell: Shell | None = None, /, *, install: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Let your shell complete commands, options and choices with the Tab key.

    Without --install the script is printed, to be read or put where you like.

    Args:
        shell: bash, zsh or fish; the one you work in if left out.
        install: Write the script to where the shell looks for it, and a line into its start-up file.
    """
    app, meant = new_app(), shell or _yours()
    if not install:
        print(app.generate_completion(shell=meant), end="")  # noqa: T201 - what a command says
        return
    path = app.install_completion(shell=meant)
    print(f"{path} is written: open a new {meant} to have completion.")  # noqa: T201 - what a command says


def _yours() -> Shell:
    """The shell that the user works in.

    Raises:
        ParseError: If it is none that is known.
    """
    name = Path(os.environ.get("SHELL", "")).name
    for shell in _SHELLS:
        if name == shell:
            return shell
    told = f"your shell, {name}, is not known" if name else "your shell cannot be told"
    raise ParseError(f"{told}: say which, like ginrules completion bash; known are {', '.join(_SHELLS)}", shell=name)
