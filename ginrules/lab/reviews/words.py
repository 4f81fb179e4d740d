"""A review in words: what decisions cost a player, and each of the worst with its position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ginrules._support.printed import clean
from ginrules.cards import Card
from ginrules.lab.reviews.decisions import KINDS, Decision, Kind, Loss
from ginrules.play.actions import Action, Decline, Done, DrawStock, TakeDiscard
from ginrules.play.view import PlayerView
from ginrules.rules.texts import joined
from ginrules.show.round_text import display_round, round_lines
from ginrules.show.words import held_text

_CARD: Final = re.compile(r"\b([2-9TJQKA][cdhs])\b")
PAST: Final = {
    "discard": "discarded", "knock": "knocked with", "take": "took", "draw": "drew", "lay": "laid", "spread": "spread",
    "decline": "declined", "done": "laid off no more", "big": "declared big", "double": "doubled",
    "accept": "accepted", "refuse": "refused",
}  # fmt: skip
"""The past tense of an action, by its first word."""

SINGULAR: Final[dict[Kind, str]] = {
    "draws": "a draw", "discards": "a discard", "knocks": "a decision about a knock", "lay-offs": "a lay-off",
    "doubles": "a double",
}  # fmt: skip
"""A single decision of each kind."""

YOU: Final = "You"
"""The name of a player who reads the review."""

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers of decisions in words."""


def with_pips(text: str) -> str:
    """Return a text whose cards are written with the pips of their suits."""
    return _CARD.sub(lambda match: Card.parse(match[1]).pretty.replace("T", "10"), text)


def action_words(action: Action, view: PlayerView, *, past: bool = False) -> str:
    """Return an action as people say it, with the card that it takes or declines."""
    top = f" {view.discards[-1]}" if view.discards else ""
    match action:
        case TakeDiscard() | Decline():
            text = f"{action}{top}"
        case DrawStock():
            text = "draw from the stock"
        case Done():
            text = "done" if past else "lay off no more"
        case _:
            text = str(action)
    if past:
        verb, _, rest = text.partition(" ")
        text = f"{PAST.get(verb, verb)} {rest}".rstrip()
    return with_pips(text)


def about(points: float) -> str:
    """Return a number of points in words."""
    whole = round(abs(points))
    return "less than a point" if not whole else "about a point" if whole == 1 else f"about {whole} points"


def summary(player: str, decisions: Sequence[Decision], together: Loss, reviewer: str, rounds: int) -> str:
    """Return in words the cost of a player's decisions: the clear ones by kind, then all together."""
    name, lost, when = clean(player), together.lost, "in the round" if rounds == 1 else f"in {rounds} rounds"
    whose, whom = ("yours", "you") if name == YOU else (name, name)
    if not together.different:
        return f"{name} decided as {reviewer} does."
    sentence = _clear_costs(whom, [one for one in decisions if one.lost.low > 0])
    if lost.contains_zero and not sentence:
        return f"No decision of {whose} cost points that can be measured, and neither did all together {when}."
    sentence = sentence or f"No single decision of {whose} cost points that can be measured."
    if lost.contains_zero:
        return f"{sentence} All decisions together cost no points that can be measured {when}."
    verb, low, high = ("gave away", lost.low, lost.high) if lost.value > 0 else ("gained", -lost.high, -lost.low)
    return f"{sentence} All decisions together {verb} {about(lost.value)} {when} ({low:.0f} to {high:.0f})."


def _clear_costs(name: str, clear: Sequence[Decision]) -> str:
    """Return a sentence with the cost of decisions by kind, the costliest kind first, empty without decisions."""
    if not clear:
        return ""
    counts = Counter(one.kind for one in clear)
    costs = {kind: sum(one.lost.value for one in clear if one.kind == kind) for kind in counts}
    kinds = sorted(counts, key=lambda kind: (-costs[kind], KINDS.index(kind)))
    parts = [f"{_counted(counts[kind], kind)} {about(costs[kind])}" for kind in kinds]
    parts[0] = f"{_counted(counts[kinds[0]], kinds[0])} cost {name} {about(costs[kinds[0]])}"
    text = joined(parts, "and")
    return f"{text[0].upper()}{text[1:]}."


def _counted(count: int, kind: Kind) -> str:
    if count == 1:
        return SINGULAR[kind]
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {'decisions about a knock' if kind == 'knocks' else kind}"


def position_lines(decision: Decision, names: Sequence[str], *, title: str) -> Iterator[str]:
    """Yield a decision in words, then its position as the seat saw it."""
    view = decision.view
    yield f"{title}: {decision_words(decision)}"
    for line in [*round_lines(display_round(view, names))][1:]:
        yield f"  {with_pips(line)}"
    for seat, chances in decision.held.items():
        yield f"  {clean(names[seat])} may hold {held_text(chances)}"


def decision_words(decision: Decision) -> str:
    """Return a decision that costs points in a sentence: the action, its cost and the better action."""
    view = decision.view
    played = action_words(decision.action, view, past=True)
    better = action_words(decision.choice, view)
    return f"{clean(decision.player)} {played}. Better by {about(decision.lost.value)}: {better}."
