"""``ginrules melds``: what can be made of a hand."""

import textwrap
from collections.abc import Iterable, Iterator

from ginrules.cards import CardSet
from ginrules.errors import ParseError
from ginrules.melds.arrange import after_discard, best_arrangement, deadwood, melds_in, outs
from ginrules.melds.meld import Meld
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import players_fit, table_seats

_LABEL = 12
_WIDTH = 79


def hand_report(text: str, rules: RuleSet, limit: int | None) -> Iterator[str]:
    """The lines to print for a hand: melds, best arrangement, and what to throw or to hope for.

    Args:
        text: The hand.
        rules: Meld rules, sizes of hands and the knock limit.
        limit: The limit in force, in points, where it is not that of the rules.

    Raises:
        ParseError: If the text is no hand of this pack.
    """
    hand = CardSet.parse(text)
    if not hand:
        raise ParseError("a hand has cards: write them like 7h 8h 9h, or by suits like A23.456.789.T")
    most = rules.knock_limit if limit is None else limit
    yield _line("hand", f"{hand} ({len(hand)} cards)")
    yield from _lines("melds", _by_kind(melds_in(hand, rules)))
    best = best_arrangement(hand, rules)
    yield _line("best", " · ".join(map(str, best.melds)) or "no meld")
    yield _line("left over", str(best.unmelded) or "nothing")
    yield _line("deadwood", str(best.deadwood))
    sizes = _hand_sizes(rules)
    if len(hand) in sizes:
        yield ""
        yield from _drawing(hand, rules, most)
    if len(hand) - 1 in sizes:
        yield ""
        yield from _throwing(hand, rules, most)


def _hand_sizes(rules: RuleSet) -> set[int]:
    seats = {table_seats(rules.seating, each) for each in rules.player_counts if players_fit(rules.seating, each)}
    return {rules.hand_size_for(each) for each in seats}


def _drawing(hand: CardSet, rules: RuleSet, most: int) -> Iterator[str]:
    """With a full hand: the cards that would do."""
    if most and not rules.open_melds:
        yield from _outs(f"to knock with {most} or less, draw", hand, rules, most)
    yield from _outs("for gin, draw", hand, rules, 0)


def _outs(label: str, hand: CardSet, rules: RuleSet, most: int) -> Iterator[str]:
    found = outs(hand, rules, most)
    unseen = rules.ranks * rules.suits - len(hand)
    cards = "any card" if len(found) == unseen else str(found) or "none"
    count = f" ({len(found)})" if found else ""
    yield from textwrap.wrap(f"{label}  {cards}{count}", _WIDTH, subsequent_indent=" " * _LABEL)


def _throwing(hand: CardSet, rules: RuleSet, most: int) -> Iterator[str]:
    """With a card drawn: what each throw leaves, the best first."""
    if rules.big_gin and not deadwood(hand, rules):
        yield "big gin: all the cards are melded"
    left = after_discard(hand, rules)
    for card in sorted(left, key=lambda each: (left[each], -each.rank, each)):
        yield _line(f"throw {card}", f"leaves {left[card]:2}{_verdict(left[card], rules, most)}")


def _verdict(left: int, rules: RuleSet, most: int) -> str:
    if left == 0:
        return "  gin"
    return "  knock" if left <= most and not rules.open_melds else ""


def _by_kind(melds: Iterable[Meld]) -> list[str]:
    return [f"{meld.kind}  {meld}" for meld in sorted(melds, key=lambda each: (each.kind == "run", each.order))]


def _lines(label: str, texts: list[str]) -> Iterator[str]:
    for number, text in enumerate(texts or ["none"]):
        yield _line("" if number else label, text)


def _line(label: str, text: str) -> str:
    return f"{label:{_LABEL}}{text}" if len(label) < _LABEL else f"{label}  {text}"
