"""Players as factories or by name: those of a run, and one that is asked for a hint."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, count
from typing import TYPE_CHECKING

from ginrules._support.values import as_items, expect, shown
from ginrules.driver.labels import factory_fault, factory_label, player_name, rules_labels
from ginrules.driver.named import as_factories, player_named
from ginrules.driver.player import NewPlayer, Player
from ginrules.errors import GinRulesError, InvalidRunError, PlayerFailedError, WrongTypeError
from ginrules.match.view import MatchView
from ginrules.play.actions import Action
from ginrules.play.view import PlayerView, view
from ginrules.players.packaged_nets import default_player
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.records import RoundRecord

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
            message = f"player {number} could not be made: {reason} ({factory} with seed 0, {labels}, seed {seed})"
            raise PlayerFailedError(message, player=factory, number=number, rules=labels, seed=seed) from error
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


# --- a hint ---------------------------------------------------------------------------------------------


def hint(
    record: RoundRecord | PlayerView,
    player: NewPlayer | str | None = None,
    *,
    seat: int | None = None,
    seed: int = 0,
    match: MatchView | None = None,
) -> Action:
    """Return the action that a player would take at a seat, from the seat's own knowledge alone.

    Args:
        record: The round so far, of which the player is shown what the seat saw, or only the seat's view.
        player: The player's factory or name, which is read as your own (`player_named`). None for learned
            where its net reads the rules, and expert elsewhere.
        seat: The seat, which must act next. None for the seat to act.
        seed: The player's seed.
        match: The match that the round belongs to, `ginrules.match.view`, or None for a single round.

    Raises:
        InvalidRunError: If another seat must act now, or no player has this name.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.hint(gin.RoundRecord("standard", 7)))
        take
    """
    from ginrules.records import RoundRecord  # a run loads no records

    expect(record, RoundRecord | PlayerView, "a RoundRecord or a view")
    own = record if isinstance(record, PlayerView) else view(record.state, record.state.turn if seat is None else seat)
    turn = own.phase.turn
    if own.seat is None or own.seat != turn or seat not in (None, own.seat):
        who = "nobody's" if turn is None else f"seat {turn}'s"
        owner = "a spectator's" if own.seat is None else f"seat {own.seat}'s"
        raise InvalidRunError(f"it is {who} turn, but this is {owner} view: expected the view of the seat to act")
    if player is None:
        player = default_player((own.setup.rules,), own.setup.seats)
    new_player = player_named(player, own=True) if isinstance(player, str) else player
    if not callable(new_player):
        raise InvalidRunError(
            f"player: expected a name, or a function that makes a player from a seed, got {shown(player)}"
        )
    asked = new_player(seed)
    if isinstance(record, RoundRecord):
        return choice_of(record, own.seat, asked, match)
    asked.start(own, match)
    return asked.choose(own)


def choice_of(record: RoundRecord, seat: int, player: Player, match: MatchView | None = None) -> Action:
    """Show a new player all that the seat has seen, and return its choice."""
    player.start(view(next(record.states()), seat), match)
    for event in record.events(seat):
        player.watch(event)
    return player.choose(view(record.state, seat))
