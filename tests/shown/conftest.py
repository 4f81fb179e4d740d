"""Set-up shared by the tests of what people see."""

import io
import sys

import pytest

from ginrules.cli import main


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command line with a standard input; its status, output and errors."""
    monkeypatch.setenv("COLUMNS", "80")

    def runner(*words, typed=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        status = main([str(word) for word in words])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        assert sys.stdout.isatty() or "\x1b" not in printed.out
        return status, printed.out, printed.err

    return runner
