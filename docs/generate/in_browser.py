"""The functions that the worker of the playground calls, in the browser: all take and return plain values.

It is not imported when the site is built.
"""

import random
import sys
from typing import Any, Final

import attrs
from game import Game  # of examples/web_table, put next to this file in the browser
from small_comparison import SmallComparison

import ginrules as gin
from ginrules.errors import GinRulesError
from ginrules.lab import review
from ginrules.lab.reviews.page import review_html
from ginrules.svg import arrangement_svg

STEP: Final = 50
"""Deals between two reports of a comparison."""
PLAYER: Final = "greedy"


class Playground:
    """The state of the page: a game, and a growing comparison."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.comparison: SmallComparison | None = None

    def start(self, rules: str, opponent: str, looks: dict[str, Any]) -> dict[str, Any]:
        """Deal the first round of a match against a player."""
        self.game = Game(rules, ("You", opponent.capitalize()), {1: opponent}, random.SystemRandom())
        return dict(self.game.message(self.game.people[0], looks))

    def act(self, text: str, version: int, looks: dict[str, Any]) -> dict[str, Any]:
        """Take an action of the person; if it is wrong, return the same table with the fault."""
        assert self.game is not None
        error = ""
        try:
            if text == "next round":
                self.game.next_round()
            else:
                self.game.act(self.game.people[0], text, version)
        except (GinRulesError, ValueError) as refusal:
            error = str(refusal)
        return dict(self.game.message(self.game.people[0], looks, error))

    def review(self) -> str:
        """Return the review of the round that has just ended, as a page: of the person's decisions.

        Without the compiled core it is made of few worlds; the page says how many.
        """
        assert self.game is not None
        session, person = self.game.session, self.game.people[0]
        table = session.table_of(person)
        assert table is not None
        names = tuple(session.names[player] for player in table.players)
        record = attrs.evolve(session.round[table.number], names=names)
        return review_html(review(record, table.players.index(person)))

    def show(self, looks: dict[str, Any]) -> dict[str, Any] | None:
        """Return the table again, for another theme or width."""
        return self.game.message(self.game.people[0], looks) if self.game else None

    def compare_more(self, a: str, b: str, begin: bool) -> dict[str, Any]:  # noqa: FBT001 - called from JavaScript
        """Play some more rounds of a comparison; return the report so far."""
        if begin or self.comparison is None:
            self.comparison = SmallComparison(a, b, PLAYER)
        self.comparison.play(STEP)
        return {"rounds": self.comparison.rounds, "report": self.comparison.result._repr_html_()}


def hand(text: str, rules: str, looks: dict[str, Any]) -> dict[str, Any]:
    """Return the melds of a hand, and, with an additional card, the deadwood after every discard."""
    by = gin.preset(rules)
    cards = gin.CardSet.parse(text)
    left = sorted(gin.after_discard(cards, by).items(), key=lambda pair: pair[1]) if cards else []
    return {
        "picture": str(arrangement_svg(gin.best_arrangement(cards, by), theme=looks["theme"])),
        "discards": [{"card": card.pretty, "deadwood": points} for card, points in left],
    }


def check(text: str) -> dict[str, str]:
    """Return the faults of a rule file, or its rule card."""
    try:
        return {"problems": "", "card": gin.loads_rules(text)._repr_html_()}
    except GinRulesError as error:
        return {"problems": str(error), "card": ""}


def versions() -> str:
    """Return the versions that run here."""
    return f"ginrules {gin.__version__} on Python {sys.version.split()[0]}"


_page: Final = Playground()
start, act, show, review_round, compare_more = _page.start, _page.act, _page.show, _page.review, _page.compare_more
