"""What all runs have in common: who plays, what is played in each unit, and what cannot be."""

from collections.abc import Callable, Sequence

from ginrules.errors import GinRulesError, InvalidRunError, PlayerFailedError
from ginrules.lab.players.protocol import NewPlayer
from ginrules.lab.runner.run_errors import all_called, error_told, maker_called, rules_called
from ginrules.lab.runner.units import Job, seated, table_sizes
from ginrules.rules.model import RuleSet

Players = NewPlayer | Sequence[NewPlayer]
"""One for all seats, or several who play in every place on the same deals."""

Progress = Callable[[int, int], None]
"""Told of rounds (or matches) done, and of how many there are to be."""


def contestants_of(new_players: Players) -> tuple[NewPlayer, ...]:
    """The contestants as a tuple: one alone plays at all seats.

    Raises:
        InvalidRunError: If it is neither what makes a player nor a sequence of such.
    """
    if callable(new_players):
        return (new_players,)
    try:
        return tuple(new_players)
    except TypeError:
        raise InvalidRunError(f"give what makes a player, or a list of such, not {new_players!r}") from None


def names_of(new_players: Sequence[NewPlayer], rules: Sequence[RuleSet], seed: int) -> tuple[str, ...]:
    """What the contestants call themselves.

    Args:
        new_players: What makes them.
        rules: The rule sets of the run, to be named in errors.
        seed: The seed of the run, to be named in errors.

    Raises:
        PlayerFailedError: If one of them cannot be made.
    """
    names = []
    for number, new_player in enumerate(new_players):
        try:
            names.append(str(new_player(0)))
        except Exception as error:
            who, which = maker_called(new_player), all_called(rules)
            told = str(error) if isinstance(error, GinRulesError) else error_told(error)
            raise PlayerFailedError(
                f"player {number} could not be made: {told} ({who} with seed 0, {which}, seed {seed})",
                player=who, number=number, rules=which, seed=seed,
            ) from error  # fmt: skip
    return tuple(names)


def check_limit(time_limit: float | None) -> None:
    """Refuse a time limit that is none.

    Raises:
        InvalidRunError: If it is not a number of seconds above 0.
    """
    given: object = time_limit
    if given is not None and not (isinstance(given, int | float) and given > 0):
        raise InvalidRunError(
            f"the time limit must be a number of seconds above 0, not {given!r}", time_limit=repr(given)
        )


def check_number(what: str, number: object) -> None:
    """Refuse a number of rounds or matches that is none.

    Raises:
        InvalidRunError: If it is not a whole number from 1 up.
    """
    if type(number) is not int or number < 1:
        raise InvalidRunError(f"{what} must be a whole number from 1 up, not {number!r}", wanted=repr(number))


def places_for(rules: RuleSet, seats: int | None, *, matches: bool = False) -> int:
    """How many seats a table has (a match: players): those wanted, or the fewest there can be.

    Raises:
        InvalidRunError: If the rules are for other numbers.
    """
    allowed = list(rules.player_counts) if matches else sorted(table_sizes(rules))
    places = allowed[0] if seats is None else seats
    if places not in allowed:
        told = " or ".join(map(str, allowed))
        raise InvalidRunError(
            f"{rules_called(rules)} cannot be played at {places!r} seats: choose {told}",
            rules=rules.name, seats=places, allowed=allowed,
        )  # fmt: skip
    return places


def job_of(
    rules: RuleSet,
    new_players: Players,
    rounds: int | None,
    matches: int | None,
    seed: int,
    seats: int | None,
    ply_cap: int,
    time_limit: float | None,
) -> tuple[Job, int]:
    """What `simulate` and `rows` play, and how many units of it.

    Raises:
        InvalidRunError: If there is no such run.
    """
    contestants = contestants_of(new_players)
    wanted = matches if rounds is None else rounds
    if (rounds is None) == (matches is None) or wanted is None:
        raise InvalidRunError("say how many rounds to play, or how many matches: one of the two")
    check_number("rounds" if rounds is not None else "matches", wanted)
    check_limit(time_limit)
    places = places_for(rules, seats, matches=matches is not None)
    seated(len(contestants), places, 0)
    job = Job(rules, contestants, places, matches is not None, seed, ply_cap, time_limit)
    return job, -(-wanted // job.size)
