"""The page of all commands: arguments and options from the program itself, and an example that has run.

``python -m docs.generate.command_pages`` runs the examples again; a test compares their outputs.
"""

import contextlib
import io
import os
import shlex
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Final
from unittest.mock import patch

import ginrules as gin
from docs.generate.addresses import ROOT
from docs.generate.preset_pages import table
from ginrules.cli import main
from ginrules.cli.commands import COMMANDS, function_of
from ginrules.cli.help import Word, description, value_of, words
from ginrules.players import Greedy

MOST_LINES: Final = 16
"""The lines of an output that the page shows."""
MOST_COLUMNS: Final = 96
OUTPUTS: Final = Path(__file__).with_name("outputs") / "commands.txt"
"""The outputs of the examples."""
_WIDE: Final = 100_000
_HEAD: Final = """# Commands

Here is every command of `ginrules`, with its options and an example. `ginrules COMMAND --help` prints the same text.
The examples were run as they stand here. A sign … marks the rest of an output that is too long. `round.toml` is the
record of a round, `evening.pad` a score pad.

The exit status is 0 for success, 1 if a check found problems, 2 for an error, and 130 after an interruption.
"""
EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "presets": ("ginrules presets",),
    "show": ("ginrules show oklahoma",),
    "rules": ("ginrules rules undercut",),
    "diff": ("ginrules diff standard oklahoma",),
    "check": ("ginrules check standard+knock_limt=7",),
    "sheet": ("ginrules sheet hollywood --svg sheet.svg",),
    "melds": ("ginrules melds A23.456.789.T",),
    "play": ("ginrules play oklahoma --seed 7 --seat 0",),
    "replay": ("ginrules replay round.toml",),
    "verify": ("ginrules verify round.toml",),
    "review": ("ginrules review round.toml --worlds 20",),
    "score": ("ginrules score evening.pad",),
    "pad": ("ginrules pad evening.pad",),
    "league": ("ginrules league evening.pad --stake 0.10",),
    "compare": ("ginrules compare standard oklahoma --rounds 400 --player greedy",),
    "simulate": ("ginrules simulate knock-rummy --rounds 400 --player expert --against greedy",),
    "diverge": ("ginrules diverge standard standard+undercut_bonus=0",),
    "tournament": ("ginrules tournament expert greedy simple --games 100",),
    "schema": ("ginrules schema rules",),
    "perft": ("ginrules perft oklahoma --depth 4",),
    "conform": ('ginrules conform "node gin.mjs" --vectors standard.jsonl',),
    "completion": ("ginrules completion bash",),
}
"""The command lines of the examples."""
_TYPED: Final = "quit\n"
_PAD: Final = "rules standard+target=50\nplayers Ann Bo\nAnn knocks 3 Bo 41\nAnn gin Bo 50\n"


def page() -> str:
    """Return the page."""
    shown = stored()
    parts = [_HEAD]
    for name in COMMANDS:
        line = EXAMPLES[name][0]
        parts += [f"## {name}", *_described(name), f"```text\n$ {line}\n{shown[line]}\n```"]
    return "\n\n".join(parts) + "\n"


def stored() -> dict[str, str]:
    """Return the stored outputs by command line."""
    parts = OUTPUTS.read_text(encoding="utf-8").removeprefix("$ ").split("\n$ ")
    return {line: output.rstrip("\n") for line, _, output in (part.partition("\n") for part in parts)}


def run(left_out: Container[str] = ()) -> dict[str, str]:
    """Run the examples, and return their outputs by command line, cut as the page shows them."""
    shown = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("round.toml").write_text(_played().dumps(), encoding="utf-8")
        Path("evening.pad").write_text(_PAD, encoding="utf-8")
        shutil.copy(ROOT / "examples" / "port" / "gin.mjs", "gin.mjs")
        with zipfile.ZipFile(ROOT / "tests" / "data" / "vectors.zip") as archive:
            archive.extract("standard.jsonl")
        for line in (line for name, lines in EXAMPLES.items() if name not in left_out for line in lines):
            lines = output_of(line).splitlines()
            cut = [*lines[:MOST_LINES], "…"] if len(lines) > MOST_LINES else lines
            shown[line] = "\n".join(text if len(text) <= MOST_COLUMNS else f"{text[:MOST_COLUMNS]}…" for text in cut)
    return shown


def _played() -> gin.RoundRecord:
    record, player = gin.RoundRecord("standard", seed=7, names=["Ann", "Bo"]), Greedy()
    while record.state.turn is not None:
        record = record.play(player.choose(gin.view(record.state, record.state.turn)))
    return record


def _described(name: str) -> Iterator[str]:
    function = function_of(name)
    listed = words(function)
    yield f"```sh\n{_usage(name, listed)}\n```"
    for part in description(function, _WIDE):
        yield f"```text\n{part}\n```" if part.startswith(" ") else part
    rows = [(f"`{word.name.upper()}`", value_of(word)) for word in listed if not word.is_option]
    if rows:
        yield table(("argument", "meaning"), rows)
    rows = [(_label(word), value_of(word)) for word in listed if word.is_option]
    if rows:
        yield table(("option", "meaning"), rows)


def _usage(name: str, listed: list[Word]) -> str:
    arguments = [
        f"{word.name.upper()}{'...' if word.is_many else ''}" if word.is_needed else f"[{word.name.upper()}]"
        for word in listed
        if not word.is_option
    ]
    return " ".join(["ginrules", name, *arguments, *["[OPTIONS]"] * any(word.is_option for word in listed)])


def _label(word: Word) -> str:
    return f"`{word.name}`" if word.is_flag else f"`{word.name} {word.kind}`"


def output_of(line: str) -> str:
    """Return the output of a command line in this folder, eighty columns wide."""
    program, *argv = shlex.split(line)
    assert program == "ginrules"
    out = io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(_TYPED.encode()), encoding="utf-8")
    with (
        patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}),
        patch.object(sys, "stdin", typed),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
    ):
        main(argv)
    return "\n".join(text.rstrip() for text in out.getvalue().splitlines())


if __name__ == "__main__":
    texts = [f"$ {line}\n{shown}\n" for line, shown in run().items()]
    OUTPUTS.write_text("".join(texts), encoding="utf-8")
