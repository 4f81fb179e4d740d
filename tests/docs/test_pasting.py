"""Every block that can be copied runs when it is pasted: into ``python -i`` and into a shell, on a terminal.

The copy button of a session copies the input without prompts and outputs; the tests paste this input. Blocks of
one page share a session. A block that cannot run has a comment before it: ``<!-- not pasted: the reason -->``.

``GINRULES_PASTE_PYTHON`` names another interpreter that has the library's packages.
"""

import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.generate import notebook
from docs.generate.copying import typed
from docs.generate.refresh import files

ROOT = Path(__file__).parents[2]
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")}
PAGES["README.md"] = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES["the notebook"] = notebook.markdown()
BLOCK = re.compile(
    r"(?:<!-- not pasted: (?P<reason>[^>]+) -->\s+)?^(?P<indent> *)```(?P<kind>python|pycon|sh|bash|console)[^\n]*\n"
    r"(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
PYTHON = os.environ.get("GINRULES_PASTE_PYTHON", sys.executable)
MOST_SECONDS = 600
FAULT = re.compile(r"^(?:Traceback \(most recent call last\)|(?:Syntax|Indentation|Tab)Error)", re.MULTILINE)


ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[>=]")


class Block(NamedTuple):
    kind: str
    text: str
    reason: str | None

    @property
    def is_python(self):
        return self.kind in {"python", "pycon"}

    @property
    def copied(self):
        is_session = self.text.startswith((">>> ", "$ "))
        return typed(self.text) if is_session else self.text.rstrip("\n")

    @property
    def errors(self):
        """How many errors the page shows."""
        return len(re.findall(r"^Traceback", self.text, re.MULTILINE))


def blocks(page):
    return [Block(one["kind"], one["text"], one["reason"]) for one in BLOCK.finditer(page)]


def faults(shown):
    """The number of errors in the text of a terminal; an error and its cause count once."""
    plain = ESCAPE.sub("", shown).replace("\r", "")
    causes = ("direct cause of the following exception", "During handling of the above exception")
    return len(FAULT.findall(plain)) - sum(plain.count(text) for text in causes)


class Terminal:
    """A program on a terminal that pastes as terminals do: in brackets if the program asks for them."""

    def __init__(self, command, folder, **variables):
        self.master, slave = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "200", "LINES": "50", "NO_COLOR": "1"} | variables
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, start_new_session=True
        )
        os.close(slave)
        self.text = ""

    def wait_for(self, sign):
        ends = time.monotonic() + MOST_SECONDS
        while not re.search(sign, self.text):
            assert time.monotonic() < ends, f"no {sign}:\n{self.text[-2000:]}"
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.text += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    raise AssertionError(f"it ended:\n{self.text[-2000:]}") from None

    def paste(self, text, sign):
        """Paste a text, press Enter twice, and return the text shown until the sign."""
        while select.select([self.master], [], [], 0.15)[0]:  # nobody pastes before the prompt is there
            self.text += os.read(self.master, 65536).decode(errors="replace")
        asked = self.text.rfind("\x1b[?2004h") > self.text.rfind("\x1b[?2004l")
        self.text = "\x1b[?2004h" if asked else ""
        if asked:
            for piece in ("\x1b[200~", text.replace("\n", "\r"), "\x1b[201~", "\r", "\r"):
                self._write(piece)
        else:  # input typed ahead of a prompt can be lost when the program changes the mode of the terminal
            for line in (*text.split("\n"), ""):
                shown = len(self.text)
                self._write(f"{line}\n")
                self.wait_for(rf"(?s)^.{{{shown}}}.*(>>> |[.]{{3}} |ready> |\n> )$")
        self.wait_for(sign)
        return self.text

    def _write(self, text):
        data = text.encode()
        while data:
            readable, writable, _ = select.select([self.master], [self.master], [], 1)
            if readable:
                self.text += os.read(self.master, 65536).decode(errors="replace")
            if writable:
                data = data[os.write(self.master, data) :]

    def close(self):
        os.close(self.master)
        self.process.kill()
        self.process.wait()


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def with_files(page, folder):
    for name, text in files(page).items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "place", [place for place, page in PAGES.items() if any(one.is_python for one in blocks(page))]
)
def test_python_runs_when_pasted(place, folder):
    with_files(PAGES[place], folder)
    terminal = Terminal(
        [PYTHON, "-i", "-q"],
        folder,
        PYTHONPATH=str(ROOT),
        PYTHON_HISTORY=os.devnull,
        PYTHONSTARTUP="",
        HOME=str(folder),
    )
    try:
        terminal.wait_for(">>> ")
        for number, block in enumerate(blocks(PAGES[place])):
            if block.is_python and not block.reason:
                terminal.paste(block.copied, ">>> ")
                shown = terminal.text + terminal.paste(
                    f"print('pasted', {number} + 1000)", rf"(?s)pasted {number + 1000}\r?\n.*>>> "
                )
                assert faults(shown) == block.errors, f"{place}:\n{block.copied}\n---\n{shown[-3000:]}"
    finally:
        terminal.close()


RECORDER = """#!{python}
import json, pathlib, sys
with pathlib.Path({log!r}).open("a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
"""


@pytest.mark.parametrize(
    "place",
    [place for place, page in PAGES.items() if any(not one.is_python and not one.reason for one in blocks(page))],
)
def test_commands_are_understood_when_pasted(place, folder):
    """The shell calls the program with the words that the page shows; `test_console` runs these."""
    with_files(PAGES[place], folder)
    log, program = folder / "calls", folder / "bin" / "ginrules"
    program.parent.mkdir()
    program.write_text(RECORDER.format(python=sys.executable, log=str(log)), encoding="utf-8")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    terminal = Terminal(["bash", "--norc", "--noprofile", "-i"], folder, PATH=path, PS1="ready> ", HOME=str(folder))
    expected = []
    try:
        terminal.wait_for("ready> ")
        for number, block in enumerate(blocks(PAGES[place])):
            if not block.is_python and not block.reason:
                lines = [line for line in block.copied.splitlines() if line and not line.startswith("#")]
                assert all(line.startswith("ginrules ") for line in lines), (
                    f"{place}: say why it is not pasted: {lines}"
                )
                expected += [shlex.split(re.split(r" [|>]", line)[0])[1:] for line in lines]
                terminal.paste(block.copied, "ready> ")
                shown = terminal.text + terminal.paste(
                    f"echo pasted $(({number} + 1000))", rf"(?s)pasted {number + 1000}\r?\n.*ready> "
                )
                for fault in ("command not found", "syntax error", "No such file"):
                    assert fault not in shown, f"{place}:\n{block.copied}\n---\n{shown[-2000:]}"
        called = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        assert called == expected, place
    finally:
        terminal.close()


def test_a_fault_would_be_noticed(folder):
    terminal = Terminal([PYTHON, "-i", "-q"], folder, HOME=str(folder))
    try:
        terminal.wait_for(">>> ")
        terminal.paste("for n in 1, 2:\n    n\nprint(n)", ">>> ")
        assert faults(terminal.paste("1 / 0", "Zero.*\n")) > 0
    finally:
        terminal.close()


def test_blocks_are_found():
    every = [block for page in PAGES.values() for block in blocks(page)]
    assert sum(block.is_python for block in every) > 100
    assert all(block.reason.strip() for block in every if block.reason is not None)
    fences = sum(
        len(re.findall(r"^ *```(?:python|pycon|sh|bash|console)", page, re.MULTILINE)) for page in PAGES.values()
    )
    assert len(every) == fences
