"""The values that are tried of a player's parameters where nobody names them: around those it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import attrs

from ginrules.errors import InvalidRunError
from ginrules.lab.players.house.careful import Careful
from ginrules.lab.players.house.expert import Expert
from ginrules.lab.players.house.greedy import new_greedy
from ginrules.rules.model import RuleSet
from ginrules.seated.labels import maker_label

_FACTORS: Final = ((1, 2), (3, 4), (1, 1), (3, 2), (2, 1))
"""What the usual value is multiplied by, as fractions."""

_BY_RULES: Final[Mapping[Callable[..., Any], tuple[str, ...]]] = {
    Careful: ("draws", "knock_worth", "feed_cost", "take_cost"),
    Expert: ("haste", "gin_out", "feeding", "shelter", "caution", "hope"),
}
"""The parameters of a player whose best values depend on the rules."""


def space_of(new_player: Callable[..., Any], rules: RuleSet) -> dict[str, tuple[Any, ...]]:
    """Return the values to try of the parameters of a player whose best values depend on the rules.

    Of `Greedy` it is every threshold up to the knock limit, of `Careful` and `Expert` half to twice the usual value
    of each weight. Parameters that are set already (by a ``functools.partial``) keep their values.

    Args:
        new_player: Makes the player.
        rules: The rules to play by.

    Raises:
        InvalidRunError: If the lab does not know the parameters of the player.

    Examples:
        >>> space_of(new_greedy, RuleSet(knock_limit=3))
        {'threshold': (0, 1, 2, 3)}
        >>> space_of(Expert, RuleSet())["haste"]
        (12, 18, 24, 36, 48)
    """
    maker: Any = new_player
    settled = {"seed"}
    while isinstance(maker, partial) and not maker.args:
        settled |= maker.keywords.keys()
        maker = maker.func
    values: dict[str, tuple[Any, ...]] = {}
    if maker is new_greedy:
        values = {"threshold": tuple(range(rules.knock_limit + 1))}
    elif maker in _BY_RULES:
        usual = {field.name: field.default for field in attrs.fields(maker)}
        values = {name: _around(usual[name]) for name in _BY_RULES[maker]}
    values = {name: tried for name, tried in values.items() if name not in settled}
    if not values:
        raise InvalidRunError(
            f"the lab does not know parameters of {maker_label(new_player)} that depend on the rules: name them with "
            "their values, Adaptation(parameters={'name': [values]})"
        )
    return values


def _around(usual: float) -> tuple[float, ...]:
    """Return values around the usual one, whole numbers if it is one."""
    if isinstance(usual, int):
        return tuple(dict.fromkeys(usual * above // below for above, below in _FACTORS))
    return tuple(usual * above / below for above, below in _FACTORS)
