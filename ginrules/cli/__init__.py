"""The command line: ``ginrules``, also ``python -m ginrules``."""

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

from ginrules.cli.console import INTERRUPTED, ready_streams
from ginrules.errors import GinRulesError

_EXTRA: Final = ("cyclopts", "hypothesis")
_REFUSED: Final = 2
_OBJECTS: Final = 100_000
_THREADS: Final = "OPENBLAS_NUM_THREADS"
"""The threads that NumPy starts to multiply matrices. To start them takes longer than most commands."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status. No error ends in a traceback.

    Args:
        argv: The words after ``ginrules``. The words of this process if None.

    Returns:
        0 for success, 1 if a check found problems, 2 for an error, 130 after an interruption (Ctrl-C, SIGTERM).
    """
    ready_streams()
    if argv is None:  # a process of its own: modules that load stay, and no command multiplies large matrices
        gc.set_threshold(_OBJECTS)
        os.environ.setdefault(_THREADS, "1")
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:  # a run then shows its results so far
            signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from ginrules.cli.app import run

        status = run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except ModuleNotFoundError as error:  # now, or when the module of the command is loaded
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        command = "pip install 'ginrules[cli]', or '.[cli]' in a checkout"
        return _refuse(f"the command line needs {', '.join(_EXTRA)}: {command}")
    except (ImportError, MemoryError) as error:  # NumPy without memory is an ImportError of many lines
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return _refuse(f"too little memory, or a broken installation: {lines[-1] if lines else 'out of memory'}")
    except BrokenPipeError:
        # the reader has stopped; the interpreter must not flush into the closed pipe again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _refuse("interrupted", INTERRUPTED)
    except GinRulesError as error:
        return _refuse(str(error))
    except OSError as error:
        problem = error.strerror or str(error)
        return _refuse(f"{error.filename}: {problem}" if error.filename else problem)
    return status


def _refuse(message: str, status: int = _REFUSED) -> int:
    print(f"ginrules: {message}", file=sys.stderr)
    return status
