"""``ginrules completion``: scripts for shells, and the rules that they ask for while the user types."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from ginrules.cli.app import new_app

if TYPE_CHECKING:
    from cyclopts.completion._engine import CompletionContext

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Shell, /) -> None:
    """Let your shell complete commands, options, players, presets and rules with Tab.

    Print the script for a shell. Write it to a file that the shell reads:

        ginrules completion bash    # > ~/.local/share/bash-completion/completions/ginrules
        ginrules completion zsh     # > ~/.zfunc/_cyclopts_ginrules, if ~/.zfunc is in fpath before compinit
        ginrules completion fish    # > ~/.config/fish/completions/ginrules.fish

    Args:
        shell: bash, zsh or fish.
    """
    print(new_app().generate_completion(prog_name="ginrules", shell=shell))


def rules_begun(context: CompletionContext) -> Iterator[str]:
    """Yield the rules that a word can become: rule files, and expressions by presets, rules and values."""
    from ginrules.presets import preset_names
    from ginrules.rules.model import RULES

    word = context.incomplete
    head, plus, _ = word.rpartition("+")
    yield from (f"{head}{plus}{preset}" for preset in preset_names())
    if not word:  # it gets only presets, to keep the list short
        return
    start = glob.escape(word)
    yield from (*glob.glob(f"{start}*.toml"), *glob.glob(f"{start}*/"))  # noqa: PTH207 - as typed, with ./
    for name, rule in RULES.items():
        values = rule.choices or (("true", "false") if rule.kind == "yes-no" else ("",))
        yield from (f"{head}{plus}{name}={value}" for value in values)
