"""Texts to read and actions to refuse: the questions of vectors that no play of a round asks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from ginrules.cards import Card
from ginrules.melds.arrange import best_arrangement
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    ACCEPT,
    BIG_GIN,
    DECLINE,
    DONE,
    DOUBLE,
    DRAW,
    REFUSE,
    Action,
    Discard,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import pack_of
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.records.vectors import TextVector
from ginrules.testing.conformance import read_text

_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": ("7h", "Th", "10h", "as", "KD", "7♥", " 7h", "1h", "7x", "", "7h 8h"),
    "cards": ("", "7h 8h 9h", "9h 7h 8h", "7h 7h", "7h8h", "7h,8h", "Kc Kd Ks", "7h -"),
    "action": (
        "draw", "take", "take 3", "take 1", "take 0", "decline", "done", "big gin", "discard 7h", "discard",
        "knock Ts", "knock 10s", "lay off 7h on 0", "lay off 7h", "lay 7h 8h 9h", "lay 7h 8h", "spread",
        "spread 7h 8h 9h / Kc Kd Ks", "double", "accept", "refuse", "shuffle 7h 8h", "pass", "Draw", "",
    ),
}  # fmt: skip


def texts_of_cards_and_actions() -> Iterator[TextVector]:
    """Yield texts with their reading, the same for all rules."""
    for kind, texts in _TEXTS.items():
        for text in texts:
            yield TextVector(kind=kind, text=text, reading=read_text(kind, text))


def tempting(state: RoundState, rng: random.Random) -> Iterator[Action]:
    """Yield actions that a player could think of, many of them not legal."""
    if isinstance(state.phase, Reshuffle):
        yield DRAW
        yield ShuffleStock(tuple(state.discards)[:2])
        return
    above = TakeDiscard(len(state.discards) + 1)
    yield from (DRAW, TakeDiscard(1), TakeDiscard(2), above, DECLINE, BIG_GIN, DONE, DOUBLE, ACCEPT, REFUSE)
    if state.is_over or state.turn is None:
        return
    held = list(state.hands[state.turn])
    cards = [*rng.sample(held, min(3, len(held))), Card(rng.randrange(52)), *getattr(state.phase, "taken", ())]
    for card in cards:
        yield from (Discard(card), Knock(card), LayOff(card, 0), LayOff(card, 9))
    best = best_arrangement(state.hands[state.turn], state.rules)
    yield Spread(best.melds)
    yield Spread(best.melds[:1])
    yield Spread(())
    yield Spread((*best.melds, *best.melds))
    yield Spread((Meld.of(held[:3]),))
    yield Spread((Meld.of([card for card in pack_of(state.rules) if card not in held][:3]),))
    for meld in best.melds:
        yield LayDown(meld)
