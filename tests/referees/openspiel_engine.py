"""OpenSpiel's gin rummy as an engine that `ginrules.testing.conform` asks: a line of JSON in, a line out.

It answers positions and hands under the preset `openspiel`. OpenSpiel has points alone at the end, and its lay-offs
name no meld: one that fits two melds is answered for both.
"""

import json
import sys

import pyspiel

from ginrules.cards import CardSet
from ginrules.melds.meld import Meld
from ginrules.records.openspiel import _card, _meld, _number, _pieces

TAKE, DRAW, PASS, KNOCK = 52, 53, 54, 55
GAME = pyspiel.load_game("gin_rummy")
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


class Round:
    """A round that is played by the texts of actions."""

    def __init__(self, question):
        order = question["order"].split()
        self.first = 1 - question["dealer"]
        self.state = GAME.new_initial_state()
        for card in (*order[0:20:2], *order[1:20:2], order[20]):
            self.state.apply_action(number(card))
        self.stock = [number(card) for card in order[21:]]
        self.phase, self.table = "turn", []
        for action in question["actions"]:
            self.play(action)

    def play(self, text):
        word, *rest = text.split(" ", 1)
        if word == "spread":
            melds = [Meld.of(CardSet.parse(meld)) for meld in rest[0].split(" / ") if meld != "nothing"]
            for piece in (piece for meld in melds for piece in _pieces(meld)):
                self.state.apply_action(piece)
            self.state.apply_action(PASS)
            if self.phase == "spread":
                self.table = melds
            gin = self.phase == "spread" and sum(len(meld.cards) for meld in melds) == 10
            self.phase = "named" if gin else "lay-off"
        elif word == "lay":
            card, place = text.removeprefix("lay off ").split(" on ")
            self.state.apply_action(number(card))
            self.table[int(place)] = Meld.of(self.table[int(place)].cards | CardSet.parse(card))
        elif word == "knock":
            self.state.apply_action(KNOCK)
            self.state.apply_action(number(rest[0]))
            self.phase = "spread"
        elif word == "done":
            self.state.apply_action(PASS)
            self.phase = "named"
        else:
            simple = {"take": TAKE, "draw": DRAW, "decline": PASS}
            self.state.apply_action(simple[word] if word in simple else number(rest[0]))
        if self.state.is_chance_node():
            self.state.apply_action(self.stock.pop(0))

    def answer(self):
        if self.state.is_terminal():
            won = self.state.returns()
            points = [max(0, int(won[(seat - self.first) % 2])) for seat in (0, 1)]
            return {"points": points, "unsupported": ["outcome", "boxes"]}
        return {"turn": (self.state.current_player() + self.first) % 2, "legal": sorted(self.legal())}

    def legal(self):
        if self.phase in ("spread", "named"):
            yield from {spread(melds) for melds in spreads(self.state)}
            return
        for action in self.state.legal_actions():
            if self.phase == "lay-off":
                yield from self.layoffs(action)
            elif action == KNOCK:
                yield from (f"knock {_card(card)}" for card in self.state.child(KNOCK).legal_actions())
            elif action == PASS:
                yield "decline"
            else:
                yield {TAKE: "take", DRAW: "draw"}.get(action) or f"discard {_card(action)}"

    def layoffs(self, action):
        if action == PASS:
            yield "done"
            return
        card = CardSet.of([_card(action)])
        for place, meld in enumerate(self.table):
            if fits(meld.cards | card):
                yield f"lay off {_card(action)} on {place}"


def number(text):
    return _number(next(iter(CardSet.parse(text))))


def fits(cards):
    """Whether these cards are a set or a run."""
    ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
    return len(set(ranks)) == 1 or (len(suits) == 1 and ranks[-1] - ranks[0] == len(ranks) - 1)


def spreads(state, least=0):
    """All sets of melds that OpenSpiel lets a seat lay, each once."""
    for action in state.legal_actions():
        if action == PASS:
            yield ()
        elif action >= least:
            yield from ((_meld(action), *rest) for rest in spreads(state.child(action), action))


def spread(melds):
    ordered = sorted(melds, key=lambda meld: min(int(card) for card in meld.cards))
    return f"spread {' / '.join(map(str, ordered)) or 'nothing'}"


def answer(question):
    if question["kind"] == "hello":
        return {"name": "OpenSpiel"}
    if question["kind"] == "position":
        return Round(question).answer()
    if question["kind"] == "hand":
        cards = [number(card) for card in question["hand"].split()]
        return {"deadwood": UTILS.min_deadwood(cards), "unsupported": ["within"]}
    return {"unsupported": True}


def reply(line):
    try:
        return answer(json.loads(line))
    except (ValueError, RuntimeError, pyspiel.SpielError) as error:
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(reply(line))}\n")
        sys.stdout.flush()
