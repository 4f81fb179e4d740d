"""Adapted play: the player is tuned for each rule set on separate deals before they are compared.

Without this, a difference between rule sets can come from a player that suits only one rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules import players
from ginrules._values import shown, whole_number
from ginrules.bounds import RUN_UNITS
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.tuning.halving import CANDIDATES, checked_parameters
from ginrules.play.run_deals import deal_seed
from ginrules.rules.model import RuleSet
from ginrules.seated.labels import maker_label
from ginrules.seated.player import NewPlayer

if TYPE_CHECKING:
    from ginrules.lab.tuning.result import ParameterSearch

_FACTORS: Final = ((1, 2), (3, 4), (1, 1), (3, 2), (2, 1))
"""The factors of the usual value, as fractions."""

_BY_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "new_greedy": ("threshold",),
    "Careful": ("draws", "knock_worth", "feed_cost", "take_cost"),
    "Expert": ("haste", "gin_out", "feeding", "shelter", "caution", "hope"),
}
"""The parameters whose best values depend on the rules, by the maker of the player in ``ginrules.players``."""


def space_of(new_player: Callable[..., Any], rules: RuleSet) -> dict[str, tuple[Any, ...]]:
    """Return the values to try for each parameter of a player, if the best value depends on the rules.

    For `Greedy`, these are all thresholds up to the knock limit. For `Careful` and `Expert`, they run from half to
    twice the usual value of each weight. Parameters already set by a ``functools.partial`` keep their values.

    Args:
        new_player: Makes the player.
        rules: The rules to play by.

    Raises:
        InvalidRunError: If the lab does not know the parameters of the player.

    Examples:
        >>> import ginrules as gin
        >>> space_of(gin.players.new_greedy, RuleSet(knock_limit=3))
        {'threshold': (0, 1, 2, 3)}
        >>> space_of(gin.players.Expert, RuleSet())["haste"]
        (12, 18, 24, 36, 48)
    """
    maker: Any = new_player
    settled = {"seed"}
    while isinstance(maker, partial) and not maker.args:
        settled |= maker.keywords.keys()
        maker = maker.func
    values: dict[str, tuple[Any, ...]] = {}
    known = next((name for name in _BY_RULES if maker is getattr(players, name)), None)
    if known == "new_greedy":
        values = {"threshold": tuple(range(rules.knock_limit + 1))}
    elif known is not None:
        usual = {field.name: field.default for field in attrs.fields(maker)}
        values = {name: _around(usual[name]) for name in _BY_RULES[known]}
    values = {name: tried for name, tried in values.items() if name not in settled}
    if not values:
        raise InvalidRunError(
            f"the lab does not know parameters of {maker_label(new_player)} that depend on the rules: name them with "
            "their values, Adaptation(parameters={'name': [values]})"
        )
    return values


def _around(usual: float) -> tuple[float, ...]:
    """Return values around the usual value; they are whole numbers if it is a whole number."""
    if isinstance(usual, int):
        return tuple(dict.fromkeys(usual * above // below for above, below in _FACTORS))
    return tuple(usual * above / below for above, below in _FACTORS)


ADAPT: Final = 3_000_017
"""The number of the deal whose seed is the seed of the searches."""

ROUNDS: Final = 400
"""Rounds for each setting in the first rung."""


@attrs.frozen
class Adaptation:
    """How `compare` adapts the player to each rule set.

    Attributes:
        parameters: The values to try for each parameter, by name. If None, they are chosen for the player: its
            parameters that depend on the rules, with half to twice their usual values.
        candidates: The number of settings to try. If there are more settings, the seed decides which are tried.
        rounds: Rounds for each setting in the first rung. A search of 32 settings plays 255 times as many.

    Raises:
        InvalidRunError: If the parameters are not a mapping from names to values, or a number is not above 0.
    """

    parameters: Mapping[str, Sequence[Any]] | None = None
    candidates: int = CANDIDATES
    rounds: int = ROUNDS

    def __attrs_post_init__(self) -> None:
        if self.parameters is not None:
            checked_parameters(self.parameters)
        whole_number("candidates", self.candidates, 1)
        whole_number("rounds", self.rounds, 1, RUN_UNITS)


def adaptation_of(adapt: object, contestants: int) -> Adaptation | None:
    """Return how to adapt the player; None if it is not adapted.

    Raises:
        InvalidRunError: If the argument is neither a bool nor an `Adaptation`, or there are several contestants.

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
    """Tune the player for each rule set, and return the searches.

    Ctrl-C ends the last search early, which is then marked ``partial``; later searches are missing.

    Args:
        adaptation: How to tune the player; None to tune nothing.
        rules: The rule sets; equal rule sets share a search.
        new_player: Makes the player.
        places: Seats at the table.
        seed: The seed of the comparison. The searches use other deals.
        options: The options of the comparison, which apply to each search too.
    """
    searches: dict[RuleSet, ParameterSearch] = {}
    if adaptation is None:
        return ()
    from ginrules.lab.tuning.tune import tune  # noqa: PLC0415 - few comparisons are adapted

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
