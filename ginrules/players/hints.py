"""A hint: a player's action in place of a seat."""

from __future__ import annotations

from ginrules._support.values import expect, shown
from ginrules.driver.named import player_named
from ginrules.driver.player import NewPlayer, Player
from ginrules.errors import InvalidRunError
from ginrules.match.view import MatchView
from ginrules.play.actions import Action
from ginrules.play.view import PlayerView, view
from ginrules.players.packaged_nets import default_player
from ginrules.records import RoundRecord


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
