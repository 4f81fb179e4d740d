"""A run's jobs: a job is a rule set with its contestants, and is played in every unit."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import whole_number
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.options import RunOptions
from ginrules.play.deal import players_by_place, players_in, seats_at
from ginrules.play.run_deals import PLY_CAP, seatings
from ginrules.players.players import Players, factories_of, names_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.rules.seats import table_seats

_ROUNDS: Final = 1000


@attrs.frozen
class Job:
    """A rule set and its contestants, as played in every unit.

    Attributes:
        rules: The rules.
        new_players: The contestants' makers.
        names: A name for each contestant, by which they are seated (`seatings`).
        places: Seats of a table, or players of a match if matches are played.
        matches: Whether matches are played, not single rounds.
        seed: The run's seed.
        ply_cap: Limit on a round's actions.
        time_limit: Time limit per decision, in seconds. None for no limit.
    """

    rules: RuleSet
    new_players: tuple[NewPlayer, ...]
    names: tuple[str, ...]
    places: int
    matches: bool
    seed: int
    ply_cap: int = PLY_CAP
    time_limit: float | None = None

    @property
    def dealers(self) -> int:
        """The number of places that can deal first."""
        return 2 if self.matches and self.rules.seating == "captain" else self.places

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit."""
        return self.dealers * len(self.seatings(0))

    def seatings(self, seed: int) -> tuple[tuple[int, ...], ...]:
        """Return the seatings of the deal or match with this seed: the number of the contestant in each place."""
        return seatings(self.names, self.places, seed)

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled core plays the units."""
        return self.core_plays and (not self.matches or not self._asks_for_the_match)

    @property
    def is_asked(self) -> bool:
        """Whether the compiled core plays the units and asks players in Python for their decisions."""
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab
        from ginrules.fast.asked import can_be_asked  # noqa: PLC0415

        if self.time_limit is not None or fast.why_not(self.rules) is not None:
            return False
        if self.matches and self.rules.knock_source == "knock-card":
            return False
        return all(can_be_asked(new_player, self.rules, self.rules.table_sizes[0]) for new_player in self.new_players)

    @property
    def _asks_for_the_match(self) -> bool:
        """Whether a player is shown the match, or a net that is not the package's plays with a second pack."""
        if self.rules.knock_source == "knock-card":
            from ginrules.fast._plan import policies_of  # noqa: PLC0415 - NumPy takes longer to load than the lab

            if policies_of(self.new_players, self.rules, self.rules.table_sizes[0]) is None:
                return True
        return any(getattr(new_player(0), "reads_match", True) for new_player in self.new_players)

    @property
    def core_plays(self) -> bool:
        """Whether the compiled core supports the rules and all players, and there is no time limit."""
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

        return self.time_limit is None and fast.why_not(self.rules, self.new_players) is None


def job_of(
    rules: RuleSet | str,
    players: Players,
    *,
    rounds: int | None,
    matches: int | None,
    seed: int,
    seats: int | None,
    options: RunOptions,
) -> tuple[Job, int]:
    """Return a run's job under one rule set, and its number of units.

    Raises:
        InvalidRunError: If the arguments do not describe a run.
    """
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
    job = Job(rules, contestants, names, places, matches is not None, seed, options.ply_cap, options.time_limit)
    return job, -(-number // job.size)
