"""The functions that the worker of the playground calls, in the browser: all take and return plain values.

When the site is built, `first_deals` makes the deals that the page shows before Python runs.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import attrs
from table_message import table_message, typed_rules  # of examples/gin_table, put next to this file in the browser

import ginrules as gin
from ginrules._support.values import shown
from ginrules.errors import GinRulesError, RecordError
from ginrules.players.named import player_named
from ginrules.records import account, from_dict, to_dict

if TYPE_CHECKING:
    from small_comparison import SmallComparison

STEP: Final = 10
"""Deals between two reports of a comparison."""
YOU: Final = 0
_OTHERS: Final = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida")
_MOST_SEEDS: Final = 10**15


def _number(asked: dict[str, Any], name: str) -> int | None:
    """A whole number that was asked for, if one was."""
    text = str(asked.get(name) or "")
    if text and not (text.isdecimal() and len(text) <= len(str(_MOST_SEEDS))):
        raise RecordError(f"{name}: expected a whole number, got {shown(text)}")
    return int(text) if text else None


class Playground:
    """The state of the page: a match, and a growing comparison."""

    def __init__(self) -> None:
        self.session: gin.Session | None = None
        self.comparison: SmallComparison | None = None
        self.opponent = ""
        self.seed = 0
        self.shown = 0  # the version that the page has

    def start(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Deal the first round of a match against players of the lab; the others deal first, so the person begins.

        Args:
            asked: ``rules``, an expression, or ``file``, the text of a rule file; ``vs``, the name of the other
                players; ``seats``, the number of players, by default the least that the rules allow; ``seed``, random
                by default.
        """
        rules = gin.loads_rules(asked["file"]) if asked.get("file") else typed_rules(asked.get("rules") or "standard")
        opponent = asked.get("vs") or "expert"
        counts = sorted(rules.player_counts)
        number = _number(asked, "seats") or counts[0]
        if number not in counts:
            raise RecordError(f"{rules.label} is for {' or '.join(map(str, counts))} players, not for {number}")
        names = ["You", *([opponent.capitalize()] if number == 2 else _OTHERS[: number - 1])]
        factories = dict.fromkeys(range(1, number), player_named(opponent))
        session = gin.Session(rules, names, dealer=1, players=factories)
        seed = _number(asked, "seed")
        self.seed = random.SystemRandom().randrange(_MOST_SEEDS) if seed is None else seed
        self.session, self.opponent = session, opponent
        return self.next_round()

    def resume(self, text: str, opponent: str, seed: int) -> dict[str, Any]:
        """Continue a match that the page has kept; the page shows it already."""
        session: gin.Session = from_dict(gin.Session, json.loads(text))
        factories = dict.fromkeys(range(1, len(session.names)), player_named(opponent))
        self.session, self.opponent, self.seed = session.with_players(factories), opponent, seed
        return self.message(0)

    def next_round(self) -> dict[str, Any]:
        """Deal the next round; the seed gives the cards of every round of the match."""
        session = self._session()
        number = len(session.record.rounds)
        cards = self.seed if number == 0 else random.Random(f"{self.seed}/{number}")  # noqa: S311 - a game
        self.session = session.next_round(cards)
        return self.go_on(0)

    def act(self, action: str, version: int) -> dict[str, Any]:
        """Take an action of the person; the others answer when the page calls `go_on`."""
        before = self._session()
        self.session = before.act(YOU, action, version)
        return self.message(before.version)

    def go_on(self, since: int) -> dict[str, Any]:
        """Let the others and chance act until the person must."""
        session = self._session()
        self.session = session.advance(self.seed)
        return self.message(since)

    def back(self) -> dict[str, Any]:
        """Take back the person's last action, if the person has seen no card since.

        Raises:
            RecordError: If there is nothing to take back, or a card has been seen.
        """
        session = self._session()
        table = session.table_of(YOU)
        if table is None or not session.round or len(session.tables) > 1:
            raise RecordError("nothing can be taken back here")
        record, seat = session.round[table.number], table.seat_of(YOU)
        states = list(record.states())[:-1]
        done = max((number for number, state in enumerate(states) if state.turn == seat), default=None)
        if done is None:
            raise RecordError("there is nothing to take back: you have not acted in this round")
        earlier = session.back(len(record.actions) - done)
        news = earlier.view(YOU).unseen - session.view(YOU).unseen
        if news:
            shown = ", ".join(card.pretty for card in news)
            raise RecordError(f"that cannot be taken back: you have seen {shown} since")
        self.session = earlier
        return self.message(earlier.version)

    def hint(self) -> dict[str, Any]:
        """Return the table with the action of a good player in the place of the person, who knows no less."""
        session = self._session()
        table = session.table_of(YOU)
        if table is None or YOU not in session.to_move:
            raise RecordError("it is not your turn")
        record = session.round[table.number]
        action = gin.players.hint(account(record, table.seat_of(YOU)))
        shown = self.message(session.version)
        return {**shown, "table": {**shown["table"], "hint": str(action)}}

    def why(self, action: str) -> str:
        """Return why the person cannot take an action now; empty if the person can."""
        session = self._session()
        try:
            session.act(YOU, action)
        except GinRulesError as refusal:
            return self._with_names(str(refusal))
        return ""

    def message(self, since: int) -> dict[str, Any]:
        """Return the table, and what else the page shows of the match."""
        session = self._session()
        table = session.table_of(YOU)
        over = not session.is_playing
        return {
            "table": table_message(session, YOU if table else None, since),
            "over": over,
            "finished": session.is_over,
            "waiting": not over and YOU not in session.to_move,
            "sheet": str(session.match) if session.match.scores else "",
            "absent": over and table is None,
            "rules": session.rules.heading,
            "link": {
                "rules": session.rules.name or "",
                "vs": self.opponent,
                "seed": str(self.seed),
                "seats": str(len(session.names)),
            },
            "kept": {"text": json.dumps(to_dict(session)), "opponent": self.opponent, "seed": self.seed},
        }

    def review(self) -> str:
        """Return the review of the round that has just ended, as a page: of the person's decisions.

        Without the compiled core it is made of few worlds; the page says how many.
        """
        from ginrules.lab import review
        from ginrules.lab.reviews.page import review_html

        session = self._session()
        table = session.table_of(YOU)
        if table is None:
            raise RecordError("you sat this round out")
        names = tuple(session.names[player] for player in table.players)
        record = attrs.evolve(session.round[table.number], names=names)
        return review_html(review(record, table.players.index(YOU)))

    def compare_more(self, asked: dict[str, Any], begin: bool) -> dict[str, Any]:  # noqa: FBT001 - called from JavaScript
        """Play some more rounds of a comparison; return the report so far."""
        from small_comparison import SmallComparison  # half of the library, which no round needs

        if begin or self.comparison is None:
            first = gin.loads_rules(asked["file"]) if asked.get("file") else typed_rules(asked["rules"])
            self.comparison = SmallComparison(first, typed_rules(asked["against"]), asked["player"])
        self.comparison.play(STEP)
        return {"rounds": self.comparison.rounds, "report": self.comparison.result._repr_html_()}

    def _with_names(self, sentence: str) -> str:
        """Return a sentence of the rules with names in place of the seats of the person's table."""
        table = self._session().table_of(YOU)
        for seat, player in enumerate(table.players if table else ()):
            sentence = sentence.replace(f"seat {seat}", self._session().names[player] if player != YOU else "you")
        sentence = sentence.replace("take or decline the upcard", "take the upcard or pass")  # as on the buttons
        sentence = re.sub(r"\b[A2-9TJQK][cdhs]\b", lambda card: gin.Card.parse(card[0]).pretty, sentence)
        return sentence[:1].upper() + sentence[1:]

    def _session(self) -> gin.Session:
        if self.session is None:
            raise RecordError("no match has begun: deal first")
        return self.session


def first_deals(number: int) -> Iterator[dict[str, Any]]:
    """Yield the messages of some first deals, as `start` gives them in the browser."""
    for seed in range(1, number + 1):
        yield Playground().start({"rules": "standard", "vs": "expert", "seed": str(seed)})


def hand(text: str, rules: str, theme: str) -> dict[str, Any]:
    """Return the melds of a hand, and, with an additional card, the deadwood after every discard."""
    from ginrules.svg import arrangement_svg

    by = typed_rules(rules)
    cards = gin.CardSet.parse(text)
    left = sorted(gin.after_discard(cards, by).items(), key=lambda pair: pair[1]) if cards else []
    return {
        "picture": str(arrangement_svg(gin.best_arrangement(cards, by), theme="dark" if theme == "dark" else "light")),
        "discards": [{"card": card.pretty, "deadwood": points} for card, points in left],
    }


def review_record(text: str, seat: int | None) -> str:
    """Return the review of a round that was played without this module, from its record.

    Raises:
        RecordError: If the person sat the round out.
    """
    from ginrules.lab import review
    from ginrules.lab.reviews.page import review_html

    if seat is None:
        raise RecordError("you sat this round out")
    record: gin.RoundRecord = from_dict(gin.RoundRecord, json.loads(text))
    return review_html(review(record, seat))


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
start, resume, next_round, act, go_on, back = (
    _page.start, _page.resume, _page.next_round, _page.act, _page.go_on, _page.back,
)  # fmt: skip
hint, why, review_round, compare_more = _page.hint, _page.why, _page.review, _page.compare_more
