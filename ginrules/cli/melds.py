"""``ginrules melds``: a hand's melds, and the effect of every draw or discard."""

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

from ginrules.cli.console import STANDARD_INPUT, print_json, say, standard_input, width
from ginrules.cli.options import Json, NotNegative, Rules
from ginrules.cli.rules import rules_from
from ginrules.errors import ParseError

if TYPE_CHECKING:
    from ginrules.cards import Card, CardSet
    from ginrules.rules.model import RuleSet

_LABEL: Final = 12


def melds(
    *hand: str,
    rules: Rules = "standard",
    limit: Annotated[int | None, NotNegative] = None,
    json: Json = False,
) -> None:
    """Show a hand's melds, its best arrangement and its deadwood.

    For a full hand, list the cards to draw. For a hand with one more card, the deadwood after each discard.

    Args:
        hand: The cards, like 7h 8h 9h Ks, or by suits (clubs, diamonds, hearts, spades) like A23.456.789.T, or - for
            the standard input
        rules: The rules for melds and card values: a preset, a rule file, or several joined by +
        limit: The knock limit, if a card sets it.
    """
    text = " ".join((standard_input() if hand == (STANDARD_INPUT,) else " ".join(hand)).split())
    report = hand_json(text, rules_from(rules), limit)
    if json:
        print_json(report)
    else:
        say("\n".join(hand_lines(report)))


def hand_json(text: str, rules: "RuleSet", limit: int | None) -> dict[str, Any]:
    """Return a hand's figures: melds, best arrangement, and the cards to discard or to draw."""
    from ginrules.cards import CardSet
    from ginrules.melds.arrange import best_arrangement, melds_in, outs

    hand = CardSet.parse(text)
    if not hand:
        raise ParseError("a hand has cards: write them like 7h 8h 9h, or by suits like A23.456.789.T")
    limit = rules.knock_limit if limit is None else limit
    best = best_arrangement(hand, rules)
    every = sorted(melds_in(hand, rules), key=lambda meld: (meld.kind == "run", meld.order))
    figures = {
        "hand": str(hand),
        "cards": len(hand),
        "melds": [{"kind": meld.kind, "cards": str(meld)} for meld in every],
        "best": list(map(str, best.melds)),
        "unmelded": str(best.unmelded),
        "deadwood": best.deadwood,
        "limit": limit,
    }
    sizes = {rules.hand_size_for(number) for number in rules.table_sizes}
    if len(hand) in sizes:
        goals = {"knock": limit, "gin": 0} if limit and not rules.open_melds else {"gin": 0}
        useful = {goal: str(outs(hand, rules, points)) for goal, points in goals.items()}
        figures["draw"] = {"unseen": rules.ranks * rules.suits - len(hand), **useful}
    if len(hand) - 1 in sizes:
        figures["discard"] = _discards(hand, rules, limit)
        figures["big_gin"] = rules.big_gin and best.deadwood == 0
    return figures


def _discards(hand: "CardSet", rules: "RuleSet", limit: int) -> list[dict[str, Any]]:
    """Return, for a hand with a card drawn, the deadwood after each discard, the best first."""
    from ginrules.melds.arrange import after_discard

    left = after_discard(hand, rules)

    def verdict(card: "Card") -> str | None:
        if left[card] == 0:
            return "gin"
        return "knock" if left[card] <= limit and not rules.open_melds else None

    cards = sorted(left, key=lambda card: (left[card], -card.rank, card))
    return [{"card": str(card), "leaves": left[card], "allows": verdict(card)} for card in cards]


def hand_lines(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the lines to print for the figures from `hand_json`."""
    from ginrules.rules.texts import plural

    yield from _line("hand", f"{figures['hand']} ({plural(figures['cards'], 'card')})")
    texts = [f"{meld['kind']}  {meld['cards']}" for meld in figures["melds"]] or ["none"]
    for number, text in enumerate(texts):
        yield from _line("" if number else "melds", text)
    yield from _line("best", " · ".join(figures["best"]) or "no meld")
    yield from _line("left over", figures["unmelded"] or "nothing")
    yield from _line("deadwood", str(figures["deadwood"]))
    if "draw" in figures:
        yield ""
        for goal, label in (("knock", f"to knock with {figures['limit']} or less, draw"), ("gin", "for gin, draw")):
            if goal in figures["draw"]:
                yield from _line(label, _outs_text(figures["draw"][goal], figures["draw"]["unseen"]))
    if "discard" in figures:
        yield ""
        if figures["big_gin"]:
            yield "big gin: all the cards are melded"
        for discard in figures["discard"]:
            verdict = f"  {discard['allows']}" if discard["allows"] else ""
            yield from _line(f"discard {discard['card']}", f"leaves {discard['leaves']:2}{verdict}")


def _outs_text(cards: str, unseen: int) -> str:
    count = len(cards.split())
    return f"{'any card' if count == unseen else cards or 'none'}{f' ({count})' if count else ''}"


def _line(label: str, text: str) -> Iterator[str]:
    line = f"{label:{_LABEL}}{text}" if len(label) < _LABEL else f"{label}  {text}"
    yield from textwrap.wrap(line, width() - 1, subsequent_indent=" " * _LABEL)
