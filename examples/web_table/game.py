"""A game at one table: the rounds of a match between people and players of the lab.

It is the same on the server of this folder and in the playground of the site: it knows no network, and what
leaves it for a seat is made of that seat's view alone.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import ginrules as gin
from ginrules.lab.players.named import player_named
from ginrules.svg import round_svg, sheet_svg

Looks = Mapping[str, Any]
"""How a page wants its pictures: ``theme`` and ``width``."""


class Game:
    """A match at one table.

    Args:
        rules: A rule set or an expression such as ``"oklahoma+hollywood"``.
        names: The names of the players, who cut for the deal: `people` are their numbers after the cut.
        players: The name of the lab's player that plays for a name, by place in the names.
        chance: The random generator: `random.SystemRandom` on a server, where nobody may guess the next deal.

    Raises:
        GinRulesError: If the rules or a player are unknown, or the rules do not have that many seats.
        ValueError: If the rules need more than one table.
    """

    def __init__(
        self, rules: gin.RuleSet | str, names: Sequence[str], players: Mapping[int, str], chance: random.Random
    ) -> None:
        makers = {names[place]: player_named(name) for place, name in players.items()}
        cut = gin.cut(names, chance, rules)
        players_of_session = {seat: makers[name] for seat, name in enumerate(cut.seated) if name in makers}
        self.session = gin.Session(rules, cut, players=players_of_session)
        self.people = tuple(seat for seat, name in enumerate(cut.seated) if name not in makers)
        if len(self.session.tables) != 1:
            raise ValueError("these rules play at several tables: choose others")
        self.chance = chance
        self.next_round()

    def act(self, seat: int, text: str, version: int | None = None) -> None:
        """Take an action of a seat, as a text; players of the lab then act until a person must.

        Raises:
            GinRulesError: If it is not a legal action of this seat now, or the page shows an older position than the
                present one; the game is then unchanged.
        """
        self.session = self.session.act(seat, text, version).advance(self.chance)

    def next_round(self) -> None:
        """Deal the next round.

        Raises:
            GinRulesError: If the round is not over, or the match is over.
        """
        self.session = self.session.next_round(self.chance).advance(self.chance)

    def message(self, seat: int, looks: Looks | None = None, error: str = "") -> dict[str, Any]:
        """Return the message to a seat: pictures of its view and of the sheet, and its legal actions.

        Args:
            seat: The seat.
            looks: The theme and width of the pictures.
            error: The fault of its last action.
        """
        session = self.session
        view = session.view(seat)
        theme: Literal["light", "dark"] = "dark" if (looks or {}).get("theme") == "dark" else "light"
        width = (looks or {}).get("width")
        wide = min(max(width, 320), 1000) if isinstance(width, int) else 700
        picture = round_svg(view, theme=theme, names=session.names, width=wide)
        return {
            "version": session.version,
            "seat": seat,
            "headline": picture.title,
            "cut": "" if session.match.scores else session.record.comment,
            "picture": str(picture),
            "legal": [_choice(action, view) for action in session.legal(seat)],
            "over": view.is_over,
            "result": str(gin.price(view.outcome, view.rules)) if view.outcome else "",
            "sheet": str(sheet_svg(session.match, theme=theme)),
            "finished": session.is_over,
            "error": error,
        }


def _choice(action: gin.Action, view: gin.PlayerView) -> dict[str, str]:
    """Return an action for a page: its text, and the card or pile whose click means it."""
    choice = {"action": str(action)}
    match action:
        case gin.DrawStock():
            choice["pile"] = "stock"
        case gin.TakeDiscard(count=count):
            choice["card"] = str(view.discards[-count])
        case gin.Discard(card=card) | gin.Knock(card=card) | gin.LayOff(card=card):
            choice["card"] = str(card)
        case _:
            pass  # a button is enough
    return choice
