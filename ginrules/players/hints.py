"""A hint: a player's action in place of a seat."""

from __future__ import annotations

from ginrules._support.values import expect, shown
from ginrules.driver.player import NewPlayer, Player
from ginrules.errors import InvalidRunError
from ginrules.match.view import MatchView
from ginrules.play.actions import Action
from ginrules.play.view import PlayerView
from ginrules.players.named import player_named
from ginrules.players.packaged_nets import default_player
from ginrules.records import SeatRecord


def hint(
    record: SeatRecord | PlayerView,
    player: NewPlayer | str | None = None,
    *,
    seed: int = 0,
    match: MatchView | None = None,
) -> Action:
    """Return the action that a player would take at a seat, from the seat's own knowledge alone.

    Args:
        record: The seat's record of the round so far, `ginrules.records.account`, or only its view. The seat must act
            next.
        player: The player's factory or name, which is read as your own (`player_named`). None for learned
            where its net reads the rules, and expert elsewhere.
        seed: The player's seed.
        match: The match that the round belongs to, `ginrules.match.view`, or None for a single round.

    Raises:
        InvalidRunError: If another seat must act now, or no player has this name.

    Examples:
        >>> from ginrules.records import account
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", 7)
        >>> print(gin.players.hint(account(record, 1)))
        take
    """
    if isinstance(record, PlayerView):
        record = SeatRecord(record)
    expect(record, SeatRecord, "a SeatRecord", "account(record, seat) gives one")
    seat, turn = record.seat, record.now.phase.turn
    if seat is None or seat != turn:
        who = "nobody's" if turn is None else f"seat {turn}'s"
        owner = "a spectator's" if seat is None else f"seat {seat}'s"
        raise InvalidRunError(f"it is {who} turn, but this is {owner} view: expected the view of the seat to act")
    if player is None:
        player = default_player((record.now.setup.rules,), record.now.setup.seats)
    new_player = player_named(player, own=True) if isinstance(player, str) else player
    if not callable(new_player):
        raise InvalidRunError(
            f"player: expected a name, or a function that makes a player from a seed, got {shown(player)}"
        )
    return choice_of(record, new_player(seed), match)


def choice_of(record: SeatRecord, player: Player, match: MatchView | None = None) -> Action:
    """Show a new player all that the seat has seen, and return its choice."""
    player.start(record.first, match)
    for event in record.events:
        player.watch(event)
    return player.choose(record.now)
