"""Hints: what a player would do in a seat's place."""

from __future__ import annotations

from ginrules._names import DEFAULT_PLAYER
from ginrules._values import expect, shown
from ginrules.errors import InvalidRunError
from ginrules.lab.players.named import player_named
from ginrules.match.match_view import MatchView
from ginrules.play.actions import Action
from ginrules.records import SeatRecord
from ginrules.seated.player import NewPlayer, Player


def hint(
    record: SeatRecord, player: NewPlayer | str = DEFAULT_PLAYER, *, seed: int = 0, match: MatchView | None = None
) -> Action:
    """Return what a player would do in a seat's place, from what the seat can know alone.

    Args:
        record: The seat's record of the round so far, `ginrules.records.account`; the seat must act next.
        player: What makes the player, or its name (`player_named`).
        seed: The seed of the player.
        match: The match that the round belongs to, `ginrules.match.match_view`; None for a single round.

    Raises:
        InvalidRunError: If the seat does not act now, or there is no player of this name.

    Examples:
        >>> from ginrules.records import account
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", 7)
        >>> print(gin.lab.hint(account(record, 1)))
        take
    """
    expect(record, SeatRecord, "a SeatRecord", "account(record, seat) gives one")
    seat, turn = record.seat, record.now.phase.turn
    if seat is None or seat != turn:
        who = "nobody" if turn is None else f"seat {turn}"
        owner = "a spectator" if seat is None else f"seat {seat}"
        raise InvalidRunError(f"{who} acts now, the record is that of {owner}: expected that of the seat to act")
    new_player = player_named(player) if isinstance(player, str) else player
    if not callable(new_player):
        raise InvalidRunError(f"player: expected a name, or what makes a player from a seed, got {shown(player)}")
    return choice_of(record, new_player(seed), match)


def choice_of(record: SeatRecord, player: Player, match: MatchView | None = None) -> Action:
    """Return what a new player chooses, once it has been shown what the seat has seen."""
    player.start(record.first, match)
    for event in record.events:
        player.watch(event)
    return player.choose(record.now)
