"""The specification of a run: its units and jobs, and the checks of its arguments.

A unit is a deal, or a numbered match, played with every contestant in every place. Units are
independent of each other and come from the run's seed and their number alone, so that any worker
can play any of them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, TypeVar

import attrs

from ginrules._values import as_items, expect, index_of, shown
from ginrules.errors import GinRulesError, InvalidRunError, PlayerFailedError, WrongTypeError
from ginrules.lab.players.protocol import NewPlayer
from ginrules.lab.runner.deals import deal_seed, new_deal
from ginrules.lab.runner.match import Simulated, SimulatedMatch, play_match, seated
from ginrules.lab.runner.round import PLY_CAP, play_dealt
from ginrules.lab.runner.run_errors import error_line, maker_label, rules_label, rules_labels
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

Players = NewPlayer | Sequence[NewPlayer]
"""One contestant for all seats, or several who play in every place on the same deals."""

Progress = Callable[[int, int], None]
"""Called with the rounds (or matches) done and the rounds of the whole run."""

R = TypeVar("R")

_CAPTAINS: Final = 2


@attrs.frozen
class Unit:
    """One unit of a job, played.

    Attributes:
        rounds: Its rounds: by dealer, one seating of the contestants after another; of matches, match by match.
        matches: Its matches, where matches are played.
    """

    rounds: tuple[Simulated, ...]
    matches: tuple[SimulatedMatch, ...] = ()


@attrs.frozen
class Job:
    """One rule set and its contestants, as played in every unit.

    Attributes:
        rules: The rules.
        new_players: What makes the contestants.
        places: Seats of a table; where matches are played, players of a match.
        matches: Whether matches are played, and not single rounds.
        seed: The seed of the run.
        ply_cap: The most actions of a round.
        time_limit: The most seconds for a decision; None for no limit.
    """

    rules: RuleSet
    new_players: tuple[NewPlayer, ...]
    places: int
    matches: bool
    seed: int
    ply_cap: int = PLY_CAP
    time_limit: float | None = None

    @property
    def dealers(self) -> int:
        """The number of places that can deal first."""
        return _CAPTAINS if self.matches and self.rules.seating == "captain" else self.places

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit."""
        return self.dealers * len(self.new_players)

    def unit(self, number: int) -> Unit:
        """Play the unit of this number."""
        seed = deal_seed(self.seed, number)
        if not self.matches:
            return Unit(tuple(self._rounds(seed, number)))
        matches = tuple(
            play_match(
                self.rules, self.new_players, seed=seed, players=self.places, first_dealer=dealer, seating=seating,
                ply_cap=self.ply_cap, time_limit=self.time_limit, unit=number,
            )
            for seating in range(len(self.new_players))
            for dealer in range(self.dealers)
        )  # fmt: skip
        return Unit(tuple(played for match in matches for played in match.rounds), matches)

    def _rounds(self, seed: int, number: int) -> Iterator[Simulated]:
        dealt = new_deal(seed, self.rules)
        for seating in range(len(self.new_players)):
            contestants = seated(len(self.new_players), self.places, seating)
            new_players = [self.new_players[contestant] for contestant in contestants]
            for dealer in range(self.places):
                played = play_dealt(
                    self.rules, new_players, dealt, dealer=dealer, ply_cap=self.ply_cap, time_limit=self.time_limit
                )
                score = price(played.outcome, self.rules)
                yield Simulated(number, seating, dealer, 0, 0, seed, dealer, contestants, played, score)


@attrs.frozen
class Run(Generic[R]):
    """Jobs that are played side by side in every unit, and what is kept of them; it is sent to workers.

    Attributes:
        jobs: The jobs, which differ in rules or in players and share seed, places and size.
        players: The players as text, for errors.
        units: The number of units.
        collect: Makes one result of several units, each with one `Unit` per job; with an executor of
            processes it must be a function of a module or a ``functools.partial`` of one.
    """

    jobs: tuple[Job, ...]
    players: tuple[str, ...]
    units: int
    collect: Callable[[list[tuple[Unit, ...]]], R]

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit under one job."""
        return self.jobs[0].size

    def unit(self, number: int) -> tuple[Unit, ...]:
        """Play the unit of this number for every job."""
        return tuple(job.unit(number) for job in self.jobs)


def job_of(
    rules: RuleSet,
    new_players: Players,
    *,
    rounds: int | None,
    matches: int | None,
    seed: int,
    seats: int | None,
    ply_cap: int,
    time_limit: float | None,
) -> tuple[Job, int]:
    """Return the job of a run under one rule set, and its number of units.

    Raises:
        InvalidRunError: If the arguments do not describe a run.
    """
    expect(rules, RuleSet, "a RuleSet", "`preset` gives the rules of a name")
    contestants = contestants_of(new_players)
    if (rounds is None) == (matches is None):
        raise InvalidRunError("expected a number of rounds or a number of matches: one of the two")
    number = whole_number("matches", matches) if rounds is None else whole_number("rounds", rounds)
    check_time_limit(time_limit)
    places = places_for(rules, seats, matches=matches is not None)
    seated(len(contestants), places, 0)
    job = Job(rules, contestants, places, matches is not None, seed, ply_cap, time_limit)
    return job, -(-number // job.size)


def contestants_of(new_players: Players) -> tuple[NewPlayer, ...]:
    """Return the contestants as a tuple; a single one plays at all seats.

    Raises:
        InvalidRunError: If it is neither what makes a player nor a sequence of such.

    Examples:
        >>> from ginrules.lab.players import RandomPlayer
        >>> contestants_of(RandomPlayer) == contestants_of([RandomPlayer]) == (RandomPlayer,)
        True
    """
    if callable(new_players):
        return (new_players,)
    try:
        contestants = as_items(new_players, "players")
    except WrongTypeError:
        contestants = (None,)
    if not all(callable(maker) for maker in contestants):
        raise InvalidRunError(
            "expected a function or class that makes a player from a seed, such as new_greedy, RandomPlayer, Simple, "
            f"Careful or Searching of ginrules.lab, or a sequence of such, got {shown(new_players)}"
        )
    return contestants


def names_of(new_players: Sequence[NewPlayer], rules: Sequence[RuleSet], seed: int) -> tuple[str, ...]:
    """Make every contestant once and return their texts.

    Args:
        new_players: What makes them.
        rules: The rule sets of the run, for errors.
        seed: The seed of the run, for errors.

    Raises:
        PlayerFailedError: If one of them cannot be made, or is not a player.
    """
    names = []
    for number, new_player in enumerate(new_players):
        try:
            player = new_player(0)
            if not callable(getattr(player, "choose", None)):
                raise TypeError(f"expected a player with a method choose, got {shown(player)}")  # noqa: TRY301
            names.append(str(player))
        except Exception as error:
            maker, labels = maker_label(new_player), rules_labels(rules)
            reason = str(error) if isinstance(error, GinRulesError) else error_line(error)
            raise PlayerFailedError(
                f"player {number} could not be made: {reason} ({maker} with seed 0, {labels}, seed {seed})",
                player=maker, number=number, rules=labels, seed=seed,
            ) from error  # fmt: skip
    return tuple(names)


def check_time_limit(time_limit: float | None) -> None:
    """Refuse a time limit that is not a number of seconds above 0.

    Raises:
        InvalidRunError: If it is anything else but None.
    """
    value: object = time_limit
    if value is not None and (isinstance(value, bool) or not (isinstance(value, int | float) and value > 0)):
        raise InvalidRunError(
            f"time_limit: expected a number of seconds above 0, got {shown(value)}", time_limit=repr(value)
        )


def whole_number(name: str, number: object) -> int:
    """Return a number of rounds or matches, which must be a whole number from 1 up.

    Raises:
        InvalidRunError: If it is anything else.
    """
    value = index_of(number)
    if value is None or value < 1:
        raise InvalidRunError(f"{name}: expected a whole number from 1 up, got {shown(number)}", number=repr(number))
    return value


def places_for(rules: RuleSet, seats: int | None, *, matches: bool = False) -> int:
    """Return the seats of a table (of a match: players): the number asked for, or the fewest possible.

    Raises:
        InvalidRunError: If the rules are for other numbers.
    """
    allowed = list(rules.player_counts) if matches else list(rules.table_sizes)
    places = allowed[0] if seats is None else seats
    if places not in allowed:
        choice = " or ".join(map(str, allowed))
        raise InvalidRunError(
            f"{rules_label(rules)} cannot be played at {shown(places)} seats: expected {choice}",
            rules=rules.name, seats=places, allowed=allowed,
        )  # fmt: skip
    return places
