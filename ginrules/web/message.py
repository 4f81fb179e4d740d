"""The message to a table on a page: the view of a player, and the rest of the keys that `<gin-table>` shows.

Everything in a message is made of what the player may know, so it can be sent as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ginrules.cards import Card
from ginrules.match import MatchState, Table
from ginrules.melds.arrange import after_discard, best_arrangement, deadwood
from ginrules.play.actions import Discard, Knock, Spread
from ginrules.play.view import PlayerView, left_by
from ginrules.records import RoundRecord, Session, to_dict
from ginrules.show.words import result_lines

_ANYTHING: Final = 100  # no hand counts more


def table_message(session: Session, player: int | None, since: int = 0) -> dict[str, Any]:
    """Return the table of a player as plain JSON, for `show` of `<gin-table>`.

    Args:
        session: The match; a round must be dealt.
        player: The player, by number; None for a spectator of the first table.
        since: The version that the page has seen; 0 if it has seen nothing.

    Raises:
        RecordError: If there is no such player, or no round is dealt.

    Examples:
        >>> import ginrules as gin
        >>> session = gin.Session("standard", ["Ann", "Bo"]).next_round(7)
        >>> message = table_message(session, 1)
        >>> message["names"], message["note"], message["view"]["legal"]
        (['Ann', 'Bo'], 'deadwood 55', ['take', 'decline'])
    """
    view = session.view(player)
    table = (None if player is None else session.table_of(player)) or session.tables[0]
    record = session.round[table.number]
    # a page that has not seen the deal gets the whole round
    events = session.events(player, 0 if since < session.dealt else since)
    return {
        "version": session.version,
        "view": to_dict(view),
        "names": [session.names[other] for other in table.players],
        "events": [to_dict(event) for event in events],
        "heading": view.rules.heading,
        **_match(session.match, table),
        "facts": list(_facts(view)),
        "open_pile": view.rules.discard_take == "several",
        **_hand(view),
        **(_result(record) if record.outcome else {}),
    }


def _result(record: RoundRecord) -> dict[str, Any]:
    """Return who has won, the lines of the sum, and the hands in their melds."""
    *lines, prompt = result_lines(record)
    return {"prompt": prompt, "result": "\n".join(lines), "hands": [*_ends(record)]}


def _match(match: MatchState, table: Table) -> dict[str, Any]:
    """Return the score of each player of the table in the open games, and the partners where there are teams."""
    side_of = {player: side for side, members in enumerate(match.sides) for player in members}
    games = [game for game in match.games if not game.closed] or match.games[-1:]
    partners = [
        [match.players[other] for other in match.sides[side_of[player]] if other != player] for player in table.players
    ]
    sheet = match.sheet
    goal = (
        {
            "target": f"of {sheet.target}",
            "shares": [games[0].standing[side_of[player]] / sheet.target for player in table.players],
        }
        if sheet.target and games
        else {}
    )
    return goal | {
        "scores": [" / ".join(str(game.standing[side_of[player]]) for game in games) for player in table.players],
        "badges": [f"with {' and '.join(names)}" if names else "" for names in partners],
    }


def _facts(view: PlayerView) -> Iterator[str]:
    """Yield the knock limit, the card that sets it, and the factor of doubles."""
    rules = view.rules
    if not rules.open_melds:
        less = "anything" if view.knock_limit >= _ANYTHING else f"{view.knock_limit} or less"
        yield f"knock with {less}" if view.knock_limit else "gin only: no knock"
    if view.knock_card:
        yield f"knock card {_printed(view.knock_card)}"
    elif rules.knock_source == "upcard" and view.upcard:
        yield f"upcard {_printed(view.upcard)}"
    if rules.doubling:
        yield f"doubled: × {view.factor}" if view.factor > 1 else "not doubled"


def _ends(record: RoundRecord) -> Iterator[dict[str, Any]]:
    """Yield what is left in each hand at the end of a round, in its melds: those of a declarer lie on the table."""
    assert record.outcome is not None
    for seat, left in enumerate(record.outcome.deadwood):
        hand = record.state.hands[seat]
        is_laid = record.rules.open_melds or seat == record.outcome.declarer or not hand
        melds = [] if is_laid else [str(meld.cards) for meld in best_arrangement(hand, record.rules).melds]
        yield {"melds": melds, "deadwood": left}


def _printed(card: Card) -> str:
    """Return a card as the table prints it, with 10 for T."""
    return card.pretty.replace("T", "10")


def _hand(view: PlayerView) -> dict[str, Any]:
    """Return the melds of the seat's hand and what it counts."""
    rules, hand = view.rules, view.hand
    if not hand:
        return {"melds": [], "note": "", "remarks": {}}
    best = best_arrangement(hand, rules)
    melds = [str(meld.cards) for meld in best.melds]
    if rules.open_melds:
        return {"melds": melds, "note": f"{view.setup.tables.value(hand.mask)} in hand", "remarks": {}}
    knocks = [action.card for action in view.legal if isinstance(action, Knock) and action.card]
    discards = [action.card for action in view.legal if isinstance(action, Discard)]
    if not (knocks or discards):
        spreads = [action for action in view.legal if isinstance(action, Spread)]
        return {
            "melds": melds,
            "note": f"deadwood {deadwood(hand, rules)}",
            "remarks": {str(spread): _left(left_by(spread, view)) for spread in spreads},
        }
    left = after_discard(hand, rules)
    least = min(left[card] for card in (*knocks, *discards))
    remarks = {f"knock {card}": _left(left[card]) for card in knocks}
    return {"melds": melds, "note": f"{_left(least)} at best" if least else "gin", "remarks": remarks}


def _left(points: int) -> str:
    return f"deadwood {points}" if points else "gin"
