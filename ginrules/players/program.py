"""A player in a process of its own, in any language. The two processes exchange lines of JSON.

Each line is a message. The program reads these messages from its standard input:

- ``{"kind": "hello", "protocol": 1, "ginrules": "0.2.0"}``, once. The program answers ``{"name": "its name"}``.
- ``{"kind": "start", "round": 3, "seed": 17, "view": {…}, "match": {…} or null}``: a round begins. A program
  can have to play several rounds side by side: ``round`` tells them apart, and each round has a seed for its
  random numbers.
- ``{"kind": "watch", "round": 3, "event": {…}}``: something happened, as the seat can see it.
- ``{"kind": "choose", "round": 3, "view": {…}}``: the seat must act. The program answers
  ``{"action": "discard 7h"}``, with a text from ``legal`` of the view.

Views, events and the match are the documents of `ginrules.records.to_dict`. The program answers no other message.
At the end of its input it ends. Its standard error is not read as an answer.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from multiprocessing import util
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn

import attrs

from ginrules import __version__
from ginrules._support.printed import clean
from ginrules._support.values import as_items, expect, shown
from ginrules.driver.player import Player
from ginrules.errors import GinRulesError, InvalidRunError, ParseError, PlayerTooSlowError, ProgramError
from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.notation import parse_action
from ginrules.play.view import PlayerView

if TYPE_CHECKING:
    from ginrules.match.view import MatchView

PROTOCOL: Final = 1
"""The version of the protocol."""

PREFIX: Final = "process:"
"""The prefix of a player's name that names the command of a program."""

SECONDS: Final = 10.0
"""The default time limit per answer, in seconds."""

_LONGEST: Final = 1 << 16
_MOST_WAITING: Final = 64
_LAST_WORDS: Final = 400
_LONGEST_NAME: Final = 80
_GRACE: Final = 2.0


def _words(command: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(command, str):
        try:
            return tuple(shlex.split(command))
        except ValueError as error:
            raise InvalidRunError(f"command: {shown(command)} cannot be split into words: {error}") from None
    words = as_items(command, "a command, its words in a list")
    for word in words:
        expect(word, str, "a text")
    return words


@attrs.frozen
class Program:
    """A factory of players whose decisions come from another program (a `NewPlayer`).

    Every process (and thread) that plays starts the program once, when it first needs it. The program plays all
    rounds of that process, and is closed when the run is over. It follows the protocol of
    `ginrules.players.program`: lines of JSON on its standard input and output.

    Args:
        command: The program and its arguments, as a list of words, or as a line that is split like a shell command.
        seconds: Time limit per answer, in seconds.

    Raises:
        InvalidRunError: If the program does not exist, or the seconds are not a number above 0.

    Examples:
        >>> import ginrules as gin
        >>> import sys
        >>> program = gin.players.Program([sys.executable, "examples/process_bot.py"])
        >>> result = gin.lab.tournament([program, "random"], games=8)  # doctest: +SKIP
    """

    command: tuple[str, ...] = attrs.field(converter=_words)
    seconds: float = attrs.field(default=SECONDS, kw_only=True)

    def __attrs_post_init__(self) -> None:
        if not self.command:
            raise InvalidRunError("command: expected a program and its arguments, got nothing")
        if shutil.which(self.command[0]) is None:
            raise InvalidRunError(
                f"command: there is no program {shown(self.command[0])}: name one of the PATH, or the path of a file "
                "that can be run",
                command=list(self.command),
            )
        value: object = self.seconds
        if isinstance(value, bool) or not (isinstance(value, int | float) and value > 0):
            raise InvalidRunError(f"seconds: expected a number of seconds above 0, got {shown(value)}")

    def __call__(self, seed: int) -> ProgramPlayer:
        """Make the player of one round."""
        return ProgramPlayer(_conversation(self), seed)

    def __str__(self) -> str:
        return shlex.join(self.command)

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Send a question of another kind than those of a player, and return the answer.

        Raises:
            ProgramError: If the program has ended, or answers with something else than a JSON table.
            PlayerTooSlowError: If the program does not answer in time.
        """
        conversation = _conversation(self)
        conversation.next_round()
        return conversation.exchange(dict(question))

    def close(self) -> None:
        """End the program in all threads of this process, to be started again when it is needed."""
        for key in [key for key in _OPEN if key[0] == self and key[1] == os.getpid()]:
            with contextlib.suppress(KeyError):
                _OPEN.pop(key).close()


class ProgramPlayer(Player):
    """The player of one round, for whom a program decides."""

    name = "program"

    def __init__(self, conversation: _Conversation, seed: int) -> None:
        self._conversation = conversation
        self._seed = seed
        self._round = conversation.next_round()

    def __str__(self) -> str:
        return self._conversation.name

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        """Tell the program that a round begins."""
        self._tell("start", seed=self._seed, view=_plain(view), match=None if match is None else _plain(match))

    def watch(self, event: Event) -> None:
        """Tell the program about an event."""
        self._tell("watch", event=_plain(event))

    def choose(self, view: PlayerView) -> Action:
        """Return the program's answer, a text that is not an action unchanged, to be refused later."""
        message = {"kind": "choose", "round": self._round, "view": _plain(view)}
        text: str = self._conversation.exchange(message, "action")["action"]
        try:
            return parse_action(text, view)
        except ParseError:
            return text  # type: ignore[return-value]

    def _tell(self, kind: str, **contents: Any) -> None:
        self._conversation.tell({"kind": kind, "round": self._round, **contents})


# --- the process ------------------------------------------------------------------------------------


class _Conversation:
    """A running program and the messages to it and from it.

    A thread writes and two threads read. A program that neither reads nor writes, or writes without end, therefore
    blocks nobody. The queue and the pipe limit how much it can write without being asked.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._rounds = 0
        self._said: queue.Queue[bytes] = queue.Queue(_MOST_WAITING)
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._words = bytearray()
        self._is_closed = False
        try:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(  # noqa: S603 - the user's own program
                program.command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
            )
        except OSError as error:
            raise ProgramError(f"{program} cannot be started: {error.strerror or error}") from error
        self._threads = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._listen, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()
        hello = {"kind": "hello", "protocol": PROTOCOL, "ginrules": __version__}
        self.name: str = " ".join(clean(self.exchange(hello, "name")["name"]).split())[:_LONGEST_NAME] or str(program)

    def next_round(self) -> int:
        """Return a number for a new round."""
        self._rounds += 1
        return self._rounds

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message that needs no answer."""
        self._to_say.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def exchange(self, message: dict[str, Any], key: str = "") -> dict[str, Any]:
        """Send a message and return the answer, which must have a text under this key, if one is given.

        A program must not write before it is asked. Its name is an exception: the program may write it before the
        question is sent.
        """
        try:
            if self._rounds and not self._said.empty():
                line = self._said.get_nowait()
                if not line:
                    self._has_ended()
                self._fail(f"the program wrote without being asked: {_cut(line)}")
            self.tell(message)
            return self._table(self._answer(), message["kind"], key)
        except BaseException:  # a late answer would be taken for the next answer
            _forget(self)
            self.close(grace=0)
            raise

    def _answer(self) -> bytes:
        seconds = self._program.seconds
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            raise PlayerTooSlowError(f"the program has not answered within {seconds:g} s", seconds=seconds) from None
        if not line:
            self._has_ended()
        return line

    def _has_ended(self) -> NoReturn:
        end = time.monotonic() + _GRACE
        while self._is_running() and time.monotonic() < end:
            time.sleep(0.01)
        what = "closed its output"
        if not self._is_running():
            self._end_its_group()
            what = f"ended with status {self._process.wait()}"
            self._threads[-1].join(_GRACE)  # its last words can still be on their way
        words = bytes(self._words).decode(errors="replace").strip().splitlines()
        self._fail(f"the program {what}{f'; its last words: {words[-1][-_LAST_WORDS:]}' if words else ''}")

    def _table(self, line: bytes, kind: str, key: str) -> dict[str, Any]:
        if not line.endswith(b"\n") and len(line) > _LONGEST:
            self._fail(f"the program answered with a line of more than {_LONGEST:,} bytes")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or (key and not isinstance(answer.get(key), str)):
            wanted = f'a line like {{"{key}": "…"}}' if key else "a line with a JSON table"
            self._fail(f"the program answered {_cut(line)} to {kind}: expected {wanted}")
        return answer

    def _fail(self, message: str) -> NoReturn:
        raise ProgramError(message, command=list(self._program.command))

    def close(self, grace: float = _GRACE) -> None:
        """End the program: close its input, and kill it if it is still running after this many seconds."""
        if self._is_closed:
            return
        self._is_closed = True
        self._to_say.put(None)
        end = time.monotonic() + grace
        while self._is_running() and time.monotonic() < end:
            with contextlib.suppress(queue.Empty):
                self._said.get(timeout=0.02)  # a program that keeps writing must not wait for a reader
        self._end_its_group()
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_GRACE)

    def _is_running(self) -> bool:
        """Return whether the program runs.

        If it has ended, the system keeps its number until `wait` is called.
        """
        if self._process.returncode is not None or not hasattr(os, "waitid"):
            return self._process.poll() is None
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    def _end_its_group(self) -> None:
        """Kill the program and everything that it has started, on systems with process groups."""
        if self._process.returncode is not None or not hasattr(os, "killpg"):
            return
        for started in _started_by(self._process.pid):  # also in sessions of their own
            _kill(os.kill, started)
        _kill(os.killpg, self._process.pid)

    # --- threads ----------------------------------------------------------------------------------

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._to_say.get()) is not None:
                stream.write(line)
                if self._to_say.empty():
                    stream.flush()
        with contextlib.suppress(OSError, ValueError):
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            line = b"?"
            while line and not self._is_closed:
                line = stream.readline(_LONGEST + 1)
                while not self._is_closed:
                    with contextlib.suppress(queue.Full):
                        self._said.put(line, timeout=0.2)
                        break

    def _listen(self, stream: IO[bytes]) -> None:
        with stream:
            while part := stream.read1(_LONGEST):  # type: ignore[attr-defined]
                self._words += part
                del self._words[: -8 * _LAST_WORDS]


def _plain(value: MatchView | Event | PlayerView) -> Any:
    """Return a value as plain JSON."""
    from ginrules.records import to_dict

    return to_dict(value)


def _kill(kill: Callable[[int, int], None], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        kill(number, signal.SIGKILL)


def _started_by(process: int) -> Iterator[int]:
    """Yield the processes that a process has started, with theirs, on systems that list them in ``/proc``."""
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it has ended
            for child in map(int, children.read_text().split()):
                yield from _started_by(child)
                yield child


def _cut(line: bytes) -> str:
    return shown(line[:80].decode(errors="replace").strip())


# --- open programs ----------------------------------------------------------------------------------

_Key = tuple[Program, int, int]
_OPEN: Final[dict[_Key, _Conversation]] = {}


def _conversation(program: Program) -> _Conversation:
    """Return the running program of this process and thread, and start it if it is not running."""
    key = program, os.getpid(), threading.get_ident()
    conversation = _OPEN.get(key)
    if conversation is None:
        if not any(pid == key[1] for _, pid, _ in _OPEN):
            util.Finalize(None, _close_all, exitpriority=100)  # worker processes end without atexit
        conversation = _OPEN[key] = _Conversation(program)
    return conversation


def _forget(conversation: _Conversation) -> None:
    for key in [key for key, one in _OPEN.items() if one is conversation]:
        del _OPEN[key]


def _close_all() -> None:
    for key in [key for key in _OPEN if key[1] == os.getpid()]:
        _OPEN.pop(key).close()


def close_programs(new_players: Iterable[object]) -> None:
    """Close the programs among the factories of players of a run that is over."""
    for new_player in new_players:
        if isinstance(new_player, Program):
            new_player.close()


def program_named(text: str) -> Program:
    """Return the program that a text like ``process:python3 bot.py`` names."""
    try:
        return Program(text.removeprefix(PREFIX))
    except GinRulesError as error:
        raise InvalidRunError(f"{shown(text)}: {error}", player=shown(text)) from error
