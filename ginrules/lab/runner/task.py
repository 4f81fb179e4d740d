"""What a run plays: tasks side by side, in units that are independent of each other, with their options and measures.

A task is a rule set with its contestants. A unit is a deal, or a numbered match, played with every contestant in every
place under every task. It depends only on the run's seed and its own number: any worker can play any unit.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import shown, whole_number
from ginrules.driver.labels import error_line
from ginrules.driver.player import NewPlayer, reads
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.runner.games import is_plain, without_end
from ginrules.lab.runner.progress import Progress, check_progress
from ginrules.lab.statistics.measures import BUILT_IN, Measure
from ginrules.play.deal import players_by_place, players_in, seats_at
from ginrules.play.seeded_deals import PLY_CAP, seatings
from ginrules.players.players import Players, factories_of, names_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    from ginrules.players.chat import ChatPlayer


OwnMeasures = Mapping[str, Callable[[Any], float | None]]
"""Functions of a finished `RoundRecord`, or of a `MatchState`, by the names of their figures."""


def own_value(measure: Measure, finished: object, rules: RuleSet, seed: int, what: str) -> float:
    """Return a measure's value of a finished round or match, NaN if it does not count."""
    assert measure.count is not None
    where = f"measure {measure.key!r}, {what} of {rules.label}, seed {seed}"
    details = {"measure": measure.key, "rules": rules.label, "digest": rules.digest, "seed": seed}
    try:
        value: Any = measure.count(finished)
    except Exception as error:
        raise LabError(f"{where}: {error_line(error)}", **details) from error
    if value is None:
        return float("nan")
    try:
        number = float("nan") if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise LabError(f"{where}: expected a number, or None where it does not count, got {shown(value)}", **details)
    return number


def own_measures(measure: OwnMeasures | None, options: RunOptions) -> tuple[Measure, ...]:
    """Return the measures, and refuse those that cannot be used."""
    if measure is None:
        return ()
    if not isinstance(measure, Mapping):
        raise InvalidRunError(f"measure: expected a dict of functions by name, got {shown(measure)}")
    named: Mapping[Any, Any] = measure
    for name, function in named.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise InvalidRunError(f"measure: expected texts as names, got {shown(name)}")
        if name in BUILT_IN:
            raise InvalidRunError(f"measure: {name!r} is measured already: expected another name", measure=name)
        if not callable(function):
            raise InvalidRunError(f"measure {name!r}: expected a function, got {shown(function)}", measure=name)
        if options.workers is not None and options.workers > 1:
            try:
                pickle.dumps(function)
            except (pickle.PicklingError, AttributeError, TypeError) as error:
                raise InvalidRunError(
                    f"workers: measure {name!r} cannot be sent to worker processes: {error}; it must be a function of "
                    "a module",
                    measure=name,
                ) from error
    docs = [(getattr(function, "__doc__", None) or "").strip().partition("\n")[0] for function in measure.values()]
    return tuple(
        Measure(name, name, "own", doc or "A measure of your own.", function)
        for (name, function), doc in zip(measure.items(), docs, strict=True)
    )


EVERY: Final = 30.0
"""Default interval between two writes of a checkpoint, in seconds."""


@attrs.frozen
class RunOptions:
    """A run's place, limits and checkpoint, the keywords of every experiment. No figure depends on the place."""

    executor: Executor | None = None
    workers: int | None = None
    progress: Progress | bool | None = None
    time_limit: float | None = None
    ply_cap: int = PLY_CAP
    resume: object = None
    checkpoint: Path | str | None = None
    checkpoint_every: float = EVERY

    def __attrs_post_init__(self) -> None:
        if self.executor is not None and not callable(getattr(self.executor, "submit", None)):
            raise InvalidRunError(f"executor: expected an executor of concurrent.futures, got {shown(self.executor)}")
        if self.workers is not None:
            whole_number("workers", self.workers, 1)
            if self.executor is not None:
                raise InvalidRunError("give workers or executor, not both: an executor has workers of its own")
        check_progress(self.progress)
        limit: object = self.time_limit
        if limit is not None and (isinstance(limit, bool) or not (isinstance(limit, int | float) and limit > 0)):
            raise InvalidRunError(
                f"time_limit: expected a number of seconds above 0, got {shown(limit)}", time_limit=repr(limit)
            )
        whole_number("ply_cap", self.ply_cap, 1)
        if self.checkpoint is not None and not isinstance(self.checkpoint, str | os.PathLike):
            raise InvalidRunError(f"checkpoint: expected the path of a folder, got {shown(self.checkpoint)}")
        every: object = self.checkpoint_every
        if isinstance(every, bool) or not (isinstance(every, int | float) and every >= 0):
            raise InvalidRunError(f"checkpoint_every: expected a number of seconds from 0 up, got {shown(every)}")
        if self.checkpoint is not None and self.resume is not None:
            raise InvalidRunError("give resume or checkpoint, not both: the folder has the rounds of its own run")


_COUNTING: Final = threading.Lock()
_ROUNDS: Final = 1000


@attrs.frozen
class Task:
    """A rule set and its contestants, as played in every unit. By their names contestants are seated (`seatings`).

    The places are seats of a table, or players of a match. Measures of one's own need records, so the engine plays. A
    match begins with the points of ``start`` (`start_of`): the first are those of the first contestant, or with
    ``by_place`` those of the first place, whoever has it.
    """

    rules: RuleSet
    new_players: tuple[NewPlayer, ...]
    names: tuple[str, ...]
    places: int
    seed: int
    ply_cap: int = PLY_CAP
    time_limit: float | None = None
    matches: bool = False
    own: tuple[Measure, ...] = ()
    start: tuple[int, int] | None = None
    by_place: bool = False

    def standing(self, contestants: tuple[int, ...]) -> tuple[int, int]:
        """Return the points of both players at the beginning of a match between these contestants."""
        first, second = self.start or (0, 0)
        return (first, second) if self.by_place or contestants[0] == 0 else (second, first)

    @property
    def extras(self) -> str:
        """The start and the measures as a part of a run's description, empty if there are none."""
        start = f", from {self.start[0]} to {self.start[1]}" if self.start else ""
        return start + (f", measuring {', '.join(repr(one.key) for one in self.own)}" if self.own else "")

    @property
    def dealers(self) -> int:
        """The number of places that can deal first."""
        return 2 if self.matches and self.rules.seating == "captain" else self.places

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit."""
        return self.dealers * len(self.seatings(0))

    @property
    def tables(self) -> int:
        """The tables of a round: two or more for teams in a match."""
        return self.places // 2 if self.matches and self.rules.seating == "partnership" else 1

    def seatings(self, seed: int) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of the deal or match with this seed: the number of the contestant in each place."""
        return seatings(self.names, self.places, seed)

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled core plays the units: it knows the rules and all players."""
        from ginrules import fast

        if self.own or self.time_limit is not None or fast.why_not(self.rules, self.new_players) is not None:
            return False
        return not self.matches or not self._asks_for_the_match

    @property
    def is_asked(self) -> bool:
        """Whether the compiled core plays the units and asks players in Python for their decisions."""
        from ginrules import fast
        from ginrules.fast.asked import can_be_asked

        if self.own or self.time_limit is not None or fast.why_not(self.rules) is not None:
            return False
        if self.matches and self.rules.knock_source == "knock-card":
            return False
        return all(can_be_asked(new_player, self.rules, self.rules.table_sizes[0]) for new_player in self.new_players)

    @property
    def _asks_for_the_match(self) -> bool:
        """Whether a player is shown the match, or a net that is not the package's plays with a second pack."""
        if self.rules.knock_source == "knock-card":
            from ginrules.fast._plan import policies_of

            if policies_of(self.new_players, self.rules, self.rules.table_sizes[0]) is None:
                return True
        return any(reads(new_player, "reads_match") for new_player in self.new_players)


@attrs.frozen
class Run:
    """The tasks that are played side by side in every unit, as workers receive them.

    They differ in rules or in players, and share seed, places and size. The progress counts ``counted`` tasks: all of
    a tournament's, a single one of rule sets side by side. A ``chunk`` of units is played together, 0 for the default
    of the core or of the engine. The replies of the ``chats`` are counted beside the rounds.
    """

    tasks: tuple[Task, ...]
    players: tuple[str, ...]
    units: int
    counted: int = 1
    chunk: int = 0
    chats: tuple[ChatPlayer, ...] = ()
    _counted: list[tuple[int, ...]] = attrs.field(init=False, eq=False, repr=False)

    @_counted.default
    def _counted_before(self) -> list[tuple[int, ...]]:
        return [attrs.astuple(chat.counts) for chat in self.chats]

    def __attrs_post_init__(self) -> None:
        if find_spec("numpy") is None:
            raise LabError("runs of the lab need NumPy: pip install 'ginrules[fast]'", extra="fast")

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled core plays all tasks."""
        return all(task.is_compiled for task in self.tasks)

    @property
    def is_asked(self) -> bool:
        """Whether the compiled core plays all tasks, and asks players in Python for their decisions."""
        return all(task.is_asked or task.is_compiled for task in self.tasks)

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit under one task."""
        return self.tasks[0].size

    def new_replies(self) -> list[list[int]]:
        """Return the numbers of `ChatCounts` of each chat player since the last call, in this process."""
        with _COUNTING:  # several threads can play units of a run
            now = [attrs.astuple(chat.counts) for chat in self.chats]
            before, self._counted[:] = self._counted[:], now
        return [[new - old for new, old in zip(*pair, strict=True)] for pair in zip(now, before, strict=True)]


def task_of(
    rules: RuleSet | str,
    players: Players,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int,
    seats: int | None = None,
    options: RunOptions,
    own: tuple[Measure, ...] = (),
    start: object = None,
) -> tuple[Task, int]:
    """Return a run's task under one rule set, and its number of units."""
    rules = rules_of(rules)
    if rounds is not None and matches is not None:
        raise InvalidRunError("expected a number of rounds or a number of matches: one of the two")
    if matches is None:
        number = whole_number("rounds", _ROUNDS if rounds is None else rounds, 1, RUN_UNITS)
    else:
        number = whole_number("matches", matches, 1, RUN_UNITS)
    seed = whole_number("seed", seed)
    places = (seats_at if matches is None else players_in)(rules, seats, error=InvalidRunError)
    at_table = places if matches is None else table_seats(rules.seating, places)
    contestants = factories_of(players, (rules,), at_table)
    players_by_place(len(contestants), places)
    names = names_of(contestants, (rules,), at_table, seed)
    in_matches = matches is not None
    limits, begun = (options.ply_cap, options.time_limit), start_of(start, rules, places, matches=in_matches)
    task = Task(rules, contestants, names, places, seed, *limits, matches=in_matches, own=own, start=begun)
    return task, -(-number // task.size)


def start_of(start: object, rules: RuleSet, places: int, *, matches: bool = True) -> tuple[int, int] | None:
    """Return the points with which both sides of a match begin, or None if it begins as always."""
    if start is None:
        return None
    if not matches or not is_plain(without_end(rules), places):
        raise InvalidRunError("start is for matches of one column that two players play to a target")
    if not isinstance(start, tuple | list) or len(start) != 2:
        raise InvalidRunError(f"start: expected the points of both sides, such as (90, 50), got {shown(start)}")
    first, second = (whole_number("start", points, 0, rules.target_for(1) - 1) for points in start)
    return first, second


def seated_names(names: Sequence[str], makers: Sequence[NewPlayer]) -> tuple[str, ...]:
    """Return the names by which contestants are seated: opponents of the same maker share one.

    Only the first contestant is measured, so the seats of equal opponents make no difference.
    """
    return (*names[:1], *(names[1 + makers[1:].index(maker)] for maker in makers[1:]))
