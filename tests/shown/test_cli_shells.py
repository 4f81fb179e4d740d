"""Completion in the shells themselves, each at a terminal of its own; a missing shell is skipped by name."""

import os
import re
import select
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("cyclopts")
pytestmark = pytest.mark.full  # a shell, and a process for each Tab

ROOT = Path(__file__).parents[2]
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source <(ginrules completion bash)"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "ginrules completion zsh > _cyclopts_ginrules; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u",
    ),
    "fish": (["fish", "--no-config", "-i"], "ginrules completion fish | source"),
}
TYPED = [
    ("ginrules show straight-g\t", "ginrules show straight-gin"),
    ("ginrules diff standard oklahoma+hollywood-e\t", "ginrules diff standard oklahoma+hollywood-endless"),
    ("ginrules show standard+knock_l\t", "ginrules show standard+knock_limit="),
    ("ginrules compare standard oklahoma --player sear\t", "--player searching"),
    ("ginrules check my-ru\t", "ginrules check my-rules.toml"),
    ("ginrules score eve\t", "ginrules score evening.pad"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A home with the command, a rule file and a pad."""
    folder = tmp_path_factory.mktemp("home")
    command = folder / "bin" / "ginrules"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m ginrules "$@"\n')
    command.chmod(0o755)
    (folder / "my-rules.toml").write_text("")
    (folder / "evening.pad").write_text("")
    return folder


class Terminal:
    """A program at a terminal: the input, and the last line of the screen."""

    def __init__(self, words, folder):
        import fcntl
        import pty
        import termios

        self.child, self.screen = pty.fork()
        if not self.child:  # the program
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", 24, 200, 0, 0))  # no prompt wraps a line
            os.chdir(folder)
            path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
            os.execvpe(words[0], words, {"PATH": path, "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"})
        self.seen = ""

    def type(self, text):
        os.write(self.screen, text.encode())

    def wait_for(self, text, seconds=300.0):
        """Whether the text appears on the screen within this time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text in plain(self.seen):
                return True
            if select.select([self.screen], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.screen, 65_536).decode(errors="replace")
                except OSError:
                    break
        return text in plain(self.seen)

    def close(self):
        os.close(self.screen)
        os.kill(self.child, 9)
        os.waitpid(self.child, 0)


def plain(text):
    """The text without cursor movements; a deleted character is removed with its backspace."""
    text = re.sub(r"\x1b\[[0-9;?>=]*[A-Za-z]|\x1b[=>()][B0]?|\x1b\][^\x07]*\x07|\r|\x07", "", text)
    while "\b" in text:
        text = re.sub(r"[^\b]?\b", "", text, count=1)
    return text


@pytest.mark.skipif(os.name == "nt", reason="shells of POSIX")
@pytest.mark.parametrize("shell", SHELLS)
def test_words_are_completed(shell, place):
    words, start = SHELLS[shell]
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed")
    terminal = Terminal(words, place)
    try:
        terminal.type(f"{start}; echo re''ady\n")
        assert terminal.wait_for("ready"), plain(terminal.seen)
        faults = []
        for typed, completed in TYPED:
            terminal.seen = ""
            terminal.type(typed)
            if not terminal.wait_for(completed):
                faults.append((completed, plain(terminal.seen)[-200:]))
            terminal.type("\x15")  # the line is cleared
            terminal.type(" echo n''ext\n")
            terminal.wait_for("next")
        assert not faults
    finally:
        terminal.close()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_of_the_shell(shell, place):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    command = [sys.executable, "-m", "ginrules", "completion", shell]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=True)
    subprocess.run([shell, "-n"], input=done.stdout, cwd=place, check=True)
