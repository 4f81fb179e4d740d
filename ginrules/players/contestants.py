"""The contestants of a run: one player for all seats or several who change places, as makers or by name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, count

from ginrules._values import as_items, shown
from ginrules.errors import GinRulesError, PlayerFailedError, WrongTypeError
from ginrules.players.named import player_named
from ginrules.rules.model import RuleSet
from ginrules.seated.labels import error_line, maker_label, player_name, rules_labels
from ginrules.seated.player import NewPlayer, makers_of

Players = NewPlayer | str | Sequence[NewPlayer | str]
"""A contestant for all seats, or several who play in every place on the same deals; names as in `player_named`."""


def contestants_of(new_players: Players) -> tuple[NewPlayer, ...]:
    """Return the contestants as a tuple; a single contestant plays at all seats.

    Raises:
        InvalidRunError: If this is neither a maker of players, nor a player's name, nor a sequence of these.

    Examples:
        >>> from ginrules.players import RandomPlayer
        >>> contestants_of(RandomPlayer) == contestants_of([RandomPlayer]) == (RandomPlayer,)
        True
    """
    if isinstance(new_players, str):
        new_players = (new_players,)
    if not callable(new_players):
        with suppress(WrongTypeError):
            items = as_items(new_players, "players")
            new_players = tuple(player_named(item, own=True) if isinstance(item, str) else item for item in items)
    return makers_of(new_players)


def names_of(new_players: Sequence[NewPlayer], rules: Sequence[RuleSet], seed: int) -> tuple[str, ...]:
    """Make every contestant once and return their names; players of the same name get a number.

    Args:
        new_players: The makers of the contestants.
        rules: The rule sets of the run, for errors.
        seed: The seed of the run, for errors.

    Raises:
        PlayerFailedError: If a contestant cannot be made, or is not a player.
    """
    names = []
    for number, new_player in enumerate(new_players):
        try:
            player = new_player(0)
            if not callable(getattr(player, "choose", None)):
                raise TypeError(f"expected a player with a method choose, got {shown(player)}")  # noqa: TRY301
            names.append(player_name(player))
        except Exception as error:
            maker, labels = maker_label(new_player), rules_labels(rules)
            reason = str(error) if isinstance(error, GinRulesError) else error_line(error)
            raise PlayerFailedError(
                f"player {number} could not be made: {reason} ({maker} with seed 0, {labels}, seed {seed})",
                player=maker, number=number, rules=labels, seed=seed,
            ) from error  # fmt: skip
    return distinct(names)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names; repeated names get a number.

    Examples:
        >>> distinct(["greedy", "careful", "greedy"])
        ('greedy', 'careful', 'greedy (2)')
    """
    taken: dict[str, None] = {}
    for name in names:
        numbered = (f"{name} ({number})" for number in count(2))
        taken[next(one for one in chain((name,), numbered) if one not in taken)] = None
    return tuple(taken)
