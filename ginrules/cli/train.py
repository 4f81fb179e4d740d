"""``ginrules train``: a net for the learned player, or for a belief."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ginrules.cli.console import INTERRUPTED, console
from ginrules.cli.options import NotNegative, Positive, Rules

if TYPE_CHECKING:
    from ginrules.lab import Lesson


def train(
    rules: Rules | None = None,
    /,
    *,
    out: Path,
    belief: bool = False,
    seed: int = 1,
    positions: Annotated[int, Positive] | None = None,
    start: str | None = None,
    threads: Annotated[int, Positive] | None = None,
    games: Annotated[int, NotNegative] = 400,
) -> int:
    """Train a net for the learned player, in minutes, and save the net in a file.

    The net plays on the compiled core against itself, older nets, simple and expert, and learns the value of
    positions, from nothing or from another net. While it learns, a line shows the games that it wins against expert.
    Without rules this is the net of the package, which plays by many rules: it learns from rule sets that are drawn at
    random, presets and others. Ctrl-C ends the training and saves the net so far. The same command continues a training
    that was interrupted or killed, from the file of its state next to the net.

    With belief it is the net that says what the other seat may hold. It learns from watching rounds of many players.

    Args:
        rules: A preset, a rule file, or several joined: oklahoma+hollywood+knock_limit=7. Left out for a net that
            plays by many rules.
        out: The net's file. Afterwards "learned:" and this name is a player's name.
        belief: Train a belief net.
        seed: The seed of all random numbers. The same seed gives the same net.
        positions: The positions to learn from, rounded up to whole steps of 163,840, or of 65,536 for a belief. The
            usual 120 million take about half an hour of one processor core, the 46 million of a belief ten minutes.
        start: The net to begin with: learned (the package's net) or learned:FILE. 40 million positions are then
            enough.
        threads: The threads that play and learn. One for each processor core if left out.
        games: The games of each measurement against expert, or 0 for none.
    """
    from ginrules.cli.rules import rules_from
    from ginrules.errors import InvalidRunError
    from ginrules.lab import train as trained
    from ginrules.lab.training import BELIEF_POSITIONS, POSITIONS

    state = out.with_name(f"{out.name}.training")
    before = _stamp(out)
    if before and not state.exists():
        raise InvalidRunError(f"{out} exists, and is of no training that can be continued: choose another name")
    shown = console()
    is_redrawn = sys.stderr.isatty()
    wanted = positions or (BELIEF_POSITIONS if belief else POSITIONS)

    def show(lesson: Lesson) -> None:
        """Show how far the training has come: one line that is redrawn, or a line for each measurement."""
        nonlocal wanted
        if lesson.of != wanted:
            sys.stderr.write(f"{wanted:,} positions are {lesson.of:,} in whole steps\n")
            wanted = lesson.of
        if is_redrawn:
            sys.stderr.write(f"\r\x1b[K{lesson}")
        elif lesson.is_measured:
            sys.stderr.write(f"{lesson}\n")
        sys.stderr.flush()

    net = trained(  # type: ignore[call-overload]  # a start for a belief is refused there
        None if rules is None else rules_from(rules), belief=belief, seed=seed, positions=wanted, start=start,
        threads=threads or os.cpu_count() or 1, games=games, checkpoint=state, progress=show,
    )  # fmt: skip
    if is_redrawn:
        sys.stderr.write("\n")
    if net.training["positions"] == "0":
        shown.print("Nothing was learned yet, and nothing was saved.")
        return INTERRUPTED
    if _stamp(out) != before:
        raise InvalidRunError(f"another program has written {out} in the meantime: the training is in {state}")
    net.save(out)
    partial = net.training["positions"] != net.training["of"]
    played = "" if belief else f"; play it as learned:{out}"
    shown.print(f"{out}: {net.training['positions']} of {net.training['of']} positions{played}")
    if not partial:
        state.unlink(missing_ok=True)
    return INTERRUPTED if partial else 0


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return a file's number and time, which differ between its versions, or None if there is no file."""
    return (path.stat().st_ino, path.stat().st_mtime_ns) if path.exists() else None
