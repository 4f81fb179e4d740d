"""Adapted play: the player is tuned for each rule set before they are compared, on deals of its own.

A difference between rule sets can be that of a player whose habits fit one of them. Where it has been tuned for each,
the difference is the rules'. The search is the same for all: same settings, same deals, so that equal rule sets get
equal players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from ginrules._values import shown, whole_number
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.tuning.candidates import checked_parameters
from ginrules.lab.tuning.search_result import ParameterSearch
from ginrules.lab.tuning.spaces import space_of
from ginrules.lab.tuning.tune import CANDIDATES, tune
from ginrules.play.run_deals import deal_seed
from ginrules.rules.model import RuleSet
from ginrules.seated.player import NewPlayer

ADAPT: Final = 3_000_017
"""The number of the deal whose seed is that of the searches."""

ROUNDS: Final = 400
"""Rounds for each setting of the first rung."""


@attrs.frozen
class Adaptation:
    """How `compare` adapts the player to each rule set.

    Attributes:
        parameters: The values to try of each parameter, by name; None for those of the player that depend on the
            rules, with half to twice their usual values.
        candidates: The number of settings to try, drawn by the seed where there are more.
        rounds: Rounds for each setting of the first rung. A search of 32 settings plays 255 times as many.

    Raises:
        InvalidRunError: If the parameters are not a table of values, or a number is not above 0.
    """

    parameters: Mapping[str, Sequence[Any]] | None = None
    candidates: int = CANDIDATES
    rounds: int = ROUNDS

    def __attrs_post_init__(self) -> None:
        if self.parameters is not None:
            checked_parameters(self.parameters)
        whole_number("candidates", self.candidates, 1)
        whole_number("rounds", self.rounds, 1)


def adaptation_of(adapt: object, contestants: int) -> Adaptation | None:
    """Return how to adapt the player; None where it is not adapted.

    Raises:
        InvalidRunError: If it is neither a bool nor an `Adaptation`, or there are several contestants.

    Examples:
        >>> adaptation_of(True, 1).candidates, adaptation_of(False, 1)
        (32, None)
    """
    adaptation = Adaptation() if adapt is True else None if adapt is False else adapt
    if adaptation is not None and not isinstance(adaptation, Adaptation):
        raise InvalidRunError(f"adapt: expected True, False or an Adaptation, got {shown(adapt)}")
    if adaptation is not None and contestants > 1:
        raise InvalidRunError(f"adapt tunes one player for each rule set: expected one player, got {contestants}")
    return adaptation


def searches_of(
    adaptation: Adaptation | None,
    rules: Sequence[RuleSet],
    new_player: NewPlayer,
    *,
    places: int,
    seed: int,
    options: RunOptions,
) -> tuple[ParameterSearch, ...]:
    """Tune the player for each rule set; after Ctrl-C the searches made until then, the last of them ``partial``.

    Args:
        adaptation: How; None to tune nothing.
        rules: The rule sets; equal ones are searched once.
        new_player: Makes the player.
        places: Seats at the table.
        seed: The seed of the comparison, which plays other deals.
        options: How the comparison is played, and so each search.
    """
    searches: dict[RuleSet, ParameterSearch] = {}
    if adaptation is None:
        return ()
    for one in rules:
        if one not in searches:
            searches[one] = tune(
                one, new_player, parameters=adaptation.parameters or space_of(new_player, one),
                candidates=adaptation.candidates, rounds=adaptation.rounds, seed=deal_seed(seed, ADAPT), seats=places,
                **options.keywords,
            )  # fmt: skip
        if searches[one].partial:
            break
    return tuple(searches[one] for one in rules if one in searches)
