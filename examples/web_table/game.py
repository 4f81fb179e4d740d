"""A game at one table: the rounds of a match between people and players of the lab.

It is the same on the server of this folder and in the playground of the site: it knows no network, and what
leaves it for a seat is made of that seat's view alone.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import ginrules as gin
from ginrules.lab import Player
from ginrules.lab.players.named import player_named
from ginrules.match import match_view
from ginrules.svg import round_svg, sheet_svg

Looks = Mapping[str, Any]
"""How a page wants its pictures: ``theme`` and ``width``."""


class Game:
    """A match at one table.

    Args:
        rules: A rule set or an expression such as ``"oklahoma+hollywood"``.
        names: The names of the seats.
        players: The name of the player at each seat that no person has, by seat.
        chance: The random generator: `random.SystemRandom` on a server, where nobody may guess the next deal.

    Raises:
        GinRulesError: If the rules or a player are unknown, or the rules do not have that many seats.
        ValueError: If the rules need more than one table.
    """

    def __init__(
        self, rules: gin.RuleSet | str, names: Sequence[str], players: Mapping[int, str], chance: random.Random
    ) -> None:
        self.match = gin.new_match(rules, names)
        if len(self.match.due) != 1:
            raise ValueError("these rules play at several tables: choose others")
        self.names = tuple(names)
        self.chance = chance
        self.makers = {seat: player_named(name) for seat, name in players.items()}
        self.version = 0
        self._deal()

    def act(self, seat: int, text: str, version: int | None = None) -> None:
        """Take an action of a seat, as a text; players of the lab then act until a person must.

        Raises:
            GinRulesError: If it is not a legal action of this seat now; the game is then unchanged.
            ValueError: If the page shows an older position than the present one.
        """
        if version is not None and version != self.version:
            raise ValueError("the table has moved on: look again")
        if seat != self.state.turn:
            raise ValueError("it is not your turn")
        self._apply(gin.parse_action(text, self.state))
        self._advance()

    def next_round(self) -> None:
        """Deal the next round.

        Raises:
            ValueError: If the round is not over, or the match is over.
        """
        if not self.state.is_over or self.match.is_over:
            raise ValueError("there is no round to deal")
        self._deal()

    def message(self, seat: int, looks: Looks | None = None, error: str = "") -> dict[str, Any]:
        """Return the message to a seat: pictures of its view and of the sheet, and its legal actions.

        Args:
            seat: The seat.
            looks: The theme and width of the pictures.
            error: The fault of its last action.
        """
        view = gin.view(self.state, seat)
        theme: Literal["light", "dark"] = "dark" if (looks or {}).get("theme") == "dark" else "light"
        width = (looks or {}).get("width")
        wide = min(max(width, 320), 1000) if isinstance(width, int) else 700
        picture = round_svg(view, theme=theme, names=self.names, width=wide)
        legal = [] if view.turn != seat else [_choice(action, view) for action in view.legal]
        return {
            "version": self.version,
            "seat": seat,
            "headline": picture.title,
            "picture": str(picture),
            "legal": legal,
            "over": view.is_over,
            "result": str(gin.price(view.outcome, view.rules)) if view.outcome else "",
            "sheet": str(sheet_svg(self.match, theme=theme)),
            "finished": self.match.is_over,
            "error": error,
        }

    def _deal(self) -> None:
        (table,) = self.match.due
        rules = self.match.rules
        order = gin.shuffled(self.chance, rules)
        knock_card = None
        if rules.knock_source == "knock-card":
            knock_card = gin.shuffled(self.chance, rules)[0]  # the second pack
        self.state = gin.deal(rules, order, dealer=table.dealer_seat, seats=len(table.players), knock_card=knock_card)
        shown = match_view(self.match, table)
        self.players: dict[int, Player] = {}
        for seat, new_player in self.makers.items():
            player = self.players[seat] = new_player(self.chance.getrandbits(32))
            player.start(gin.view(self.state, seat), shown)
        self.version += 1
        self._advance()

    def _advance(self) -> None:
        """Play on until a person must act or the round is over."""
        while not self.state.is_over:
            turn = self.state.turn
            if turn is None:
                self._apply(gin.chance_action(self.state, self.chance))
            elif turn in self.players:
                self._apply(self.players[turn].choose(gin.view(self.state, turn)))
            else:
                return
        assert self.state.outcome is not None
        self.match = gin.add_round(self.match, self.state.outcome)

    def _apply(self, action: gin.Action) -> None:
        self.state, events = gin.transition(self.state, action)
        self.version += 1
        for event in events:
            for seat, player in self.players.items():
                player.watch(gin.redact(event, seat))


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
