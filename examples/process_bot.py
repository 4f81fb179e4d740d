"""A player in a process of its own, with nothing but the standard library; any language can do the same.

    ginrules tournament greedy "process:python3 examples/process_bot.py" --games 40

It answers two kinds of lines: ``hello``, and ``choose`` with the view of its seat.
"""

import json
import sys
from typing import Any

RANKS = "A23456789TJQK"


def near(card: str, hand: list[str]) -> int:
    """Return how many other cards of the hand could meld with this card: of its rank, or next to it in its suit."""
    place = RANKS.index(card[0])
    apart = [(abs(RANKS.index(other[0]) - place), other[1] == card[1]) for other in hand if other != card]
    return sum(distance == 0 or (distance <= 2 and same_suit) for distance, same_suit in apart)


def choose(view: dict[str, Any]) -> str:
    """Return a legal action: meld if possible, knock if possible, discard the loneliest high card."""
    legal: list[str] = view["legal"]
    hand: list[str] = view["hand"].split()
    for first in ("big gin", "knock", "spread", "lay off", "done", "accept"):
        if able := [action for action in legal if action.startswith(first)]:
            return able[-1]
    if "take" in legal and near(view["discards"].split()[-1], hand) > 1:
        return "take"
    discards = [action for action in legal if action.startswith("discard")]
    if discards:
        return min(discards, key=lambda action: (near(action[8:], hand), -RANKS.index(action[8])))
    return "draw" if "draw" in legal else legal[-1]


for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "hello":
        print(json.dumps({"name": "loner"}), flush=True)
    elif message["kind"] == "choose":
        print(json.dumps({"action": choose(message["view"])}), flush=True)
