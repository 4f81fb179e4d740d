"""Hints for a person at the table, from what the seat may know alone."""

from collections.abc import Iterable, Iterator
from typing import Final

from ginrules.cards import Card, CardSet
from ginrules.lab.players import Player
from ginrules.melds.arrange import after_discard, deadwood, outs
from ginrules.notation import parse_action
from ginrules.play.actions import Action, Discard, Done, Knock, LayOff, Spread, TakeDiscard
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, PlayTurn, SpreadTurn, UpcardOffer
from ginrules.play.table.defence import best_defence
from ginrules.play.views.view import PlayerView
from ginrules.records import SeatRecord

_SHOWN: Final = 5
_CARDS_TOLD: Final = 8


def hint(told: SeatRecord, adviser: Player) -> Iterator[str]:
    r"""What the figures are, and what a built-in player would do.

    Args:
        told: All that the seat has been shown and told; it is to act.
        adviser: A new player, who is told the same.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> from ginrules.presets import STANDARD
        >>> from ginrules.records import RoundRecord, account
        >>> print("\n".join(hint(account(RoundRecord(STANDARD, 7), 1), Greedy())))
        your hand counts ...
        greedy, knocking whenever allowed, would ...
    """
    seen = told.now
    yield from _figures(seen)
    adviser.start(told.first)
    for event in told.events:
        adviser.watch(event)
    advice = adviser.choose(seen)
    name = str(adviser)
    yield f"{name}{',' if ',' in name else ''} would {_told(advice)}"


def _told(advice: Action) -> str:
    match advice:
        case TakeDiscard(count=1):
            return "take the top of the pile"
        case Discard(card):
            return f"discard {card.pretty}"
        case Knock(card):
            return f"knock with {card.pretty}"
        case Done():
            return "be done"
        case _:
            return str(advice)


def _figures(seen: PlayerView) -> Iterator[str]:
    rules = seen.rules
    match seen.phase:
        case UpcardOffer() | DrawTurn():
            yield from _drawing(seen)
        case PlayTurn() if not rules.open_melds:
            yield from _throwing(seen)
        case PlayTurn():
            yield f"your hand counts {deadwood(seen.hand, rules) if seen.hand else 0} beside its melds"
        case LastDiscard():
            yield f"your hand counts {deadwood(seen.hand, rules)}; the knock limit is {seen.knock_limit}"
        case SpreadTurn():
            yield from _spreading(seen)
        case LayoffTurn():
            best = best_defence(seen.hand, seen.spread, rules)
            yield f"your best defence leaves {best.deadwood}: {best}"
        case _:
            return


def _drawing(seen: PlayerView) -> Iterator[str]:
    """The deadwood now, with the top of the pile, and the cards of the stock that would end the round."""
    rules, hand = seen.rules, seen.hand
    yield f"your hand counts {deadwood(hand, rules)}"
    takes = any(isinstance(action, TakeDiscard) for action in seen.legal)
    if takes and seen.discards:
        top = seen.discards[-1]
        left = after_discard(hand | top, rules)
        kept = (points for card, points in left.items() if card != top or rules.return_taken_discard)
        yield f"with {top.pretty} from the pile it counts {min(kept)} after the best discard"
    if not rules.open_melds:
        yield _hopes(seen, hand)


def _throwing(seen: PlayerView) -> Iterator[str]:
    """What the best throws leave, and what may come then."""
    left = after_discard(seen.hand, seen.rules)
    throws = {action.card for action in seen.legal if isinstance(action, Discard | Knock)}
    best = sorted(throws, key=lambda card: (left[card], -card.rank, card))[:_SHOWN]
    for card in best:
        points = left[card]
        if points == 0:
            verdict = "gin"
        elif Knock(card) in seen.legal:
            verdict = "you may knock"
        else:
            verdict = _hopes(seen, seen.hand - card)
        yield f"without {card.pretty:3} you keep {points:2}: {verdict}"


def _hopes(seen: PlayerView, hand: CardSet) -> str:
    """The cards not seen that would bring the hand to the knock, or to gin."""
    limit = seen.knock_limit
    found = outs(hand, seen.rules, limit) & seen.unseen
    goal = "the knock" if limit else "gin"
    if not found:
        return f"no single card brings {goal}"
    many = len(found)
    cards = "" if many > _CARDS_TOLD else f": {_cards(found)}"
    return f"{many} {'card brings' if many == 1 else 'cards bring'} {goal}{cards}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.pretty for card in sorted(cards, key=lambda card: (card.rank, card.suit)))


def _spreading(seen: PlayerView) -> Iterator[str]:
    """What each spread leaves, the least first."""
    tables = seen.setup.tables
    spreads = [action for action in seen.legal if isinstance(action, Spread)]

    def kept(action: Spread) -> int:
        return tables.value((seen.hand - CardSet.of(card for meld in action.melds for card in meld.cards)).mask)

    for action in sorted(spreads, key=kept)[:_SHOWN]:
        yield f"{action} leaves {kept(action)}"


def layoffs_told(seen: PlayerView) -> str:
    """The cards that can be laid off, in a line."""
    cards = {action.card for action in seen.legal if isinstance(action, LayOff)}
    return _cards(cards)


def meant(text: str, seen: PlayerView) -> Action:
    """The action that the person means, from the view alone.

    Raises:
        ParseError: If the text is no action, or could be several.
    """
    first, _, rest = text.partition(" ")
    return parse_action(f"{_SHORT.get(first.lower(), first)} {rest}".strip(), seen)


_SHORT: Final = {"d": "draw", "t": "take", "p": "pass", "k": "knock", "g": "gin", "bg": "big gin", "x": "discard"}
