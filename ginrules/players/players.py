"""The players of a run: one player for all seats or several who change places, as factories or by name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, count

from ginrules._support.values import as_items, shown
from ginrules.driver.labels import factory_fault, factory_label, player_name, rules_labels
from ginrules.driver.named import as_factories, player_named
from ginrules.driver.player import NewPlayer, Player
from ginrules.errors import GinRulesError, PlayerFailedError, WrongTypeError
from ginrules.players.packaged_nets import default_player
from ginrules.rules.model import RuleSet

Players = NewPlayer | str | Sequence[NewPlayer | str | None] | None
"""A player for all seats, or several who play in every place on the same deals.

Names are read as in `player_named`. None is learned where its net reads all rules of the run, and expert elsewhere.
"""


def factories_of(new_players: Players, rules: Sequence[RuleSet] = (), seats: int = 2) -> tuple[NewPlayer, ...]:
    """Return the factories of a run's players as a tuple, of which a single one plays at all seats."""
    if new_players is None or isinstance(new_players, str):
        new_players = (new_players,)
    if not callable(new_players):
        with suppress(WrongTypeError):
            items = as_items(new_players, "players")
            if rules:
                items = tuple(default_player(rules, seats) if item is None else item for item in items)
            new_players = tuple(player_named(item, own=True) if isinstance(item, str) else item for item in items)
    return as_factories(new_players)


def names_of(
    new_players: Sequence[NewPlayer],
    rules: Sequence[RuleSet],
    seats: int,
    seed: int,
    own_names: Sequence[str | None] | None = None,
) -> tuple[str, ...]:
    """Make every player once and return their names, with a number for players of the same name."""
    names = []
    for number, new_player in enumerate(new_players):
        try:
            player = new_player(0)
            if not callable(getattr(player, "choose", None)):
                raise TypeError(f"expected a player with a method choose, got {shown(player)}")  # noqa: TRY301
            own = player_name(player)
            left_to = _left_to(player, rules, seats)
        except Exception as error:
            factory, labels = factory_label(new_player), rules_labels(rules)
            reason = str(error) if isinstance(error, GinRulesError) else factory_fault(error, new_player)
            raise PlayerFailedError(
                f"player {number} could not be made: {reason} ({factory} with seed 0, {labels}, seed {seed})",
                player=factory, number=number, rules=labels, seed=seed,
            ) from error  # fmt: skip
        names.append(f"{(own_names and own_names[number]) or own}{left_to}")
    return distinct(names)


def _left_to(player: Player, rules: Sequence[RuleSet], seats: int) -> str:
    """Return which other player plays for this one, and under which of the rules, in brackets, empty if none does."""
    left_to = getattr(player, "left_to", None)
    others = {} if left_to is None else {one: name for one in rules if (name := left_to(one, seats))}
    if not others:
        return ""
    where = "" if len(others) == len({*rules}) else f" under {rules_labels(others)}"
    return f" (as {next(iter(others.values()))}{where})"


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, repeated names with a number."""
    taken: dict[str, None] = {}
    for name in names:
        numbered = (f"{name} ({number})" for number in count(2))
        taken[next(one for one in chain((name,), numbered) if one not in taken)] = None
    return tuple(taken)
