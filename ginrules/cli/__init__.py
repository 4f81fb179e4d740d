"""The command line: ``ginrules``, also ``python -m ginrules``."""

import os
import sys
from collections.abc import Sequence
from typing import Final

from ginrules.errors import GinRulesError

_EXTRA: Final = ("cyclopts", "rich")
_REFUSED: Final = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and give its exit status; no error ends in a traceback.

    Args:
        argv: The words after ``ginrules``; those of this process if left out.

    Returns:
        0 if all went well, 1 if ``check`` found faults, 2 if something was refused.
    """
    _ready_streams()
    try:
        from ginrules.cli.app import run  # noqa: PLC0415 - the extra may be missing

        status = run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except ModuleNotFoundError as error:  # now, or when the command's own module is loaded
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        return _refuse(f"the command line needs {' and '.join(_EXTRA)}: pip install 'ginrules[cli]'")
    except BrokenPipeError:
        # whoever read has read enough; the interpreter must not flush into the closed pipe again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _refuse("interrupted")
    except GinRulesError as error:
        return _refuse(str(error))
    except OSError as error:
        problem = error.strerror or str(error)
        return _refuse(f"{error.filename}: {problem}" if error.filename else problem)
    return status


def _ready_streams() -> None:
    """Make the outputs take whatever is printed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who called: nobody listens
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - for good
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ± gets a question mark


def _refuse(message: str) -> int:
    print(f"ginrules: {message}", file=sys.stderr)  # noqa: T201 - what a command says
    return _REFUSED
