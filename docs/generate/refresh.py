"""Runs the blocks of a page and writes their output back into it: ``python -m docs.generate.refresh PAGE …``.

Blocks of ``>>>``, of ``$ ginrules …``, and of Python with a block of text below are meant. Look at
the difference before you keep it: this makes a page agree with the library, which is right only when
the library is.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_PYTHON: Final = re.compile(r"(```pycon\n)(>>> .*?)```", re.DOTALL)
# the pasted code, with its output in the block below
_PLAIN: Final = re.compile(r"(```python\n)(?!>>> )([^`]*?)(```\n\n```text\n)([^`]*?)```")
_CONSOLE: Final = re.compile(r"(```console\n)(.*?)```", re.DOTALL)
_PLAY: Final = re.compile(r"<!-- typed into (ginrules .*?): (.*?) -->\n\n```text\n(.*?)```", re.DOTALL)
_FILE: Final = re.compile(r'```toml title="([\w.-]+)"\n(.*?)```', re.DOTALL)


def commands(page: str) -> Iterator[tuple[str, str]]:
    """Every ``$ ginrules …`` line of a page, with the output that the page shows under it."""
    for block in _CONSOLE.finditer(page):
        for part in block[2].split("$ ")[1:]:
            command, _, output = part.partition("\n")
            yield command, output.rstrip()


def files(page: str) -> dict[str, str]:
    """The files that a page shows with a title, by name."""
    return dict(_FILE.findall(page))


def programs(page: str) -> Iterator[tuple[str, str]]:
    """Every block of Python without prompts that has its output in the block below, with this output."""
    for block in _PLAIN.finditer(page):
        yield block[2], block[4]


def output_of(program: str, names: dict[str, Any]) -> str:
    """Return the output of a block of Python, run with these names."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "<page>", "exec"), names)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def sittings(page: str) -> Iterator[tuple[str, str, str]]:
    """Every sitting of ``ginrules play`` that a page shows a part of: the command, the lines typed, the part."""
    for block in _PLAY.finditer(page):
        yield block[1], "\n".join([*block[2].split(", "), ""]), block[3].rstrip()


def printed(command: str, folder: Path, typed: str = "") -> str:
    """Return the output of a ``ginrules`` command in that folder, eighty columns wide, without trailing blanks."""
    program, *words = shlex.split(command)
    assert program == "ginrules", f"only ginrules is run, not {program}"
    environment = os.environ | {"COLUMNS": "80", "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1"}
    command_line = [sys.executable, "-m", "ginrules", *words]
    options: dict[str, Any] = {"cwd": folder, "env": environment, "encoding": "utf-8", "timeout": 600}
    done = subprocess.run(command_line, input=typed, capture_output=True, check=False, **options)
    return "\n".join(line.rstrip() for line in (done.stdout + done.stderr).splitlines()).rstrip()


def refreshed(page: str) -> str:
    """The page with every output as it is now."""
    names: dict[str, Any] = {"__name__": "__main__"}
    page = _PYTHON.sub(lambda block: f"{block[1]}{_session(block[2], names)}\n```", page)
    page = _PLAIN.sub(lambda block: f"{block[1]}{block[2]}{block[3]}{output_of(block[2], names)}```", page)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files(page).items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        return _CONSOLE.sub(lambda block: f"{block[1]}{_transcript(block[2], Path(folder))}```", page)


def _session(block: str, names: dict[str, Any]) -> str:
    lines = []
    for example in doctest.DocTestParser().get_examples(block):
        first, *others = example.source.rstrip("\n").split("\n")
        lines += [f">>> {first}", *(f"... {line}" if line else "..." for line in others)]
        lines += _outcome(example.source, names)
    return "\n".join(lines) + "\n"


def _outcome(source: str, names: dict[str, Any]) -> list[str]:
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(source, "<page>", "single"), names)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is printed
        kind = type(error)
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        return ["Traceback (most recent call last):", "    ...", f"{name}: {error}"]
    return [line or "<BLANKLINE>" for line in out.getvalue().splitlines()]


def _transcript(block: str, folder: Path) -> str:
    commands = (part.partition("\n")[0] for part in block.split("$ ")[1:])
    return "".join(f"$ {command}\n{printed(command, folder)}\n" for command in commands)


if __name__ == "__main__":
    for place in sys.argv[1:]:
        path = Path(place)
        old = path.read_text(encoding="utf-8")
        new = refreshed(old)
        if new != old:
            path.write_text(new, encoding="utf-8")
        print(f"{place}: {'changed' if new != old else 'as it was'}")
