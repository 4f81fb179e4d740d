"""Texts for a person at the table: the list of choices, and hints."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from ginrules.cards import Card, CardSet, Rank, Suit
from ginrules.match import MatchState, MatchView, match_view
from ginrules.melds.arrange import after_discard, best_arrangement, deadwood, outs, sorted_by_rank
from ginrules.play.actions import Action, Discard, Knock, LayDown, LayOff, Spread, TakeDiscard
from ginrules.play.defence import best_defence, unsupported_play_rule
from ginrules.play.notation import parse_action
from ginrules.play.phases import DoubleOffer, DrawTurn, LastDiscard, LayoffTurn, PlayTurn, UpcardOffer
from ginrules.play.view import PlayerView
from ginrules.play.view import view as view_of
from ginrules.players import Adjusting, Belief, Learned, NewPlayer, Player
from ginrules.players.adjusting import strength_text
from ginrules.players.belief import reads
from ginrules.players.players import choice_of
from ginrules.records import RoundRecord
from ginrules.rules.texts import times

HELP: Final = {
    "Your actions, in full or short:": (
        ("take (t), decline or pass (p)", "the upcard"),
        ("draw (d), take, take 3", "from the stock, from the pile"),
        ("7h, discard 7h", "discard a card"),
        ("knock 7h (k 7h), gin, big gin", "end the round with this discard"),
        ("spread 7h8h9h / 2c2d2s", "show melds, or a number of the list"),
        ("lay off 7h on 0, done", "as the defender, or a number of the list"),
        ("lay 7h 8h 9h", "where melds are laid on the table"),
        ("double, accept, refuse", "where the rules have doubling"),
    ),
    "At any time:": (
        ("hint", "what a built-in player would do, and the figures"),
        ("hand", "your cards by melds, by suit and by rank"),
        ("theirs", "what the others may hold, by what you have seen"),
        ("table", "the table again"),
        ("undo", "back to your last decision"),
        ("sheet", "the score sheet"),
        ("rules", "the rule card"),
        ("save FILE", "keep the record in a file"),
        ("concede", "give the match up"),
        ("review", "the last round, after its end"),
        ("help", "this text"),
        ("quit", "leave the table"),
    ),
}
"""Words to type, with their meanings."""
CARDS: Final = "Cards are a rank and a suit: 7h, Td, As, Kc."

MAY_HOLD: Final = "What {} may hold, in percent:"
ALL_EQUAL: Final = "Here all hands that fit are equally likely."

_MOST_DISCARDS: Final = 5
_MOST_CARDS: Final = 8
_MOST_KNOCKS: Final = 6
_SHORT: Final = {"d": "draw", "t": "take", "p": "pass", "k": "knock", "g": "gin", "bg": "big gin", "x": "discard"}


# --- choices --------------------------------------------------------------------------------------


def listed(view: PlayerView) -> list[Spread | LayDown | LayOff]:
    """Return the actions that are awkward to type, in the order of their numbers: the highest-valued first."""
    awkward = [action for action in view.legal if isinstance(action, Spread | LayDown | LayOff)]
    return sorted(awkward, key=lambda action: -_value_placed(action, view))


def _value_placed(action: Spread | LayDown | LayOff, view: PlayerView) -> int:
    """Return the value of the cards that an action puts on the table."""
    values = view.setup.tables.values
    if isinstance(action, LayOff):
        return values[action.card]
    melds = action.melds if isinstance(action, Spread) else (action.meld,)
    return sum(values[card] for meld in melds for card in meld.cards)


def choices(view: PlayerView) -> Iterator[str]:
    """Yield the person's choices, each in a few words."""
    numbered = listed(view)
    if numbered:
        yield "a number of the list" if len(numbered) > 1 else f"1 ({numbered[0]})"
    if layoffs := {action.card for action in view.legal if isinstance(action, LayOff)}:
        yield f"lay off {_by_rank(layoffs)}"
    knocks = [action for action in view.legal if isinstance(action, Knock)]
    others = [action for action in view.legal if not isinstance(action, Spread | LayDown | LayOff | Knock | Discard)]
    yield from map(str, others)
    yield from islice(map(str, knocks), _MOST_KNOCKS)
    discards = [action.card for action in view.legal if isinstance(action, Discard)]
    if discards:
        melded = view.hand - best_arrangement(view.hand, view.rules).unmelded
        yield f"discard a card, like {max(discards, key=lambda card: (card not in melded, card))}"


def parse_choice(text: str, view: PlayerView) -> Action:
    """Return the action that the person typed, in full or abbreviated."""
    first, _, rest = text.partition(" ")
    return parse_action(f"{_SHORT.get(first.lower(), first)} {rest}".strip(), view)


# --- hints ------------------------------------------------------------------------------------------


def hint(record: RoundRecord, seat: int, adviser: Player, match: MatchView | None = None) -> Iterator[str]:
    """Yield the figures of a position, and the choice of a new player that is shown what the seat saw."""
    yield from _figures(view_of(record.state, seat))
    advice = choice_of(record, seat, adviser, match)
    name = str(adviser)
    yield f"{name}{',' if ',' in name else ''} would type: {advice}"
    reason = "" if match is None or not isinstance(adviser, Learned) else adviser.why(record.rules, seat, match)
    if reason:
        yield reason


def _figures(view: PlayerView) -> Iterator[str]:
    rules = view.rules
    match view.phase:
        case UpcardOffer() | DrawTurn():
            yield from _draw_lines(view)
        case PlayTurn() if not rules.open_melds:
            yield from _discard_lines(view)
        case PlayTurn():
            yield f"your hand counts {deadwood(view.hand, rules) if view.hand else 0} beside its melds"
        case LastDiscard():
            yield f"your hand counts {deadwood(view.hand, rules)}; the knock limit is {view.knock_limit}"
        case DoubleOffer():
            yield f"your hand counts {deadwood(view.hand, rules)}; the round counts {times(view.factor)} so far"
            yield f"refusing costs the difference and {rules.refusal_bonus}, at what the round counts so far"
        case LayoffTurn() if unsupported_play_rule(rules) is None:
            best = best_defence(view.hand, view.spread, rules)
            yield f"your best defence leaves {best.deadwood}: {best}"
        case _:
            return


def _draw_lines(view: PlayerView) -> Iterator[str]:
    """Yield the current deadwood, the deadwood with the top of the pile, and the draws that would end the round."""
    rules, hand = view.rules, view.hand
    yield f"your hand counts {deadwood(hand, rules)}"
    can_take = any(isinstance(action, TakeDiscard) for action in view.legal)
    if can_take and view.discards:
        top = view.discards[-1]
        left = after_discard(hand | top, rules)
        kept = (points for card, points in left.items() if card != top or rules.return_taken_discard)
        yield f"with {top.pretty} from the pile it counts {min(kept)} after the best discard"
    if not rules.open_melds:
        yield _outs_text(view, hand)


def _discard_lines(view: PlayerView) -> Iterator[str]:
    """Yield the deadwood after the best discards, and the cards that would then help."""
    left = after_discard(view.hand, view.rules)
    cards = {action.card for action in view.legal if isinstance(action, Discard | Knock)}
    for card in sorted(cards, key=lambda card: (left[card], -card.rank, card))[:_MOST_DISCARDS]:
        points = left[card]
        if points == 0:
            verdict = "gin"
        elif Knock(card) in view.legal:
            verdict = "you can knock"
        else:
            verdict = _outs_text(view, view.hand - card)
        yield f"without {card.pretty} you keep {points:2}: {verdict}"


def _outs_text(view: PlayerView, hand: CardSet) -> str:
    """Return the unseen cards that would bring the hand to the knock, or to gin."""
    limit = view.knock_limit
    useful = outs(hand, view.rules, limit) & view.unseen
    goal = "the knock" if limit else "gin"
    if not useful:
        return f"no single card brings {goal}"
    number = len(useful)
    cards = "" if number > _MOST_CARDS else f": {_by_rank(useful)}"
    return f"{number} {'card brings' if number == 1 else 'cards bring'} {goal}{cards}"


def _by_rank(cards: Iterable[Card]) -> str:
    return " ".join(card.pretty for card in sorted_by_rank(cards))


# --- the hands of the others ------------------------------------------------------------------------


def theirs(record: RoundRecord, seat: int, names: Sequence[str]) -> Iterator[str]:
    """Yield a table of the cards that each other seat may hold, based only on the seat's knowledge."""
    view, belief = view_of(record.state, seat), Belief()
    belief.begin(view_of(next(record.states()), seat))
    for event in record.events(seat):
        belief.note(event)
    if not reads(view):
        yield ALL_EQUAL
    for other in range(view.setup.seats):
        if other != seat:
            yield MAY_HOLD.format(names[other])
            yield from _chances_table(belief.chances(view, other))


def _chances_table(chances: Mapping[Card, float]) -> Iterator[str]:
    """Yield a line of ranks and a line for each suit; a dot is a card that the hand cannot hold."""
    yield f"   {''.join(f'{rank!s:>4}' for rank in Rank)}"
    for suit in Suit:
        texts = [_percent(chances.get(Card.of(rank, suit), 0.0)) for rank in Rank]
        yield f"  {suit.symbol}{''.join(f'{text:>4}' for text in texts)}"


def _percent(chance: float) -> str:
    """Return a chance in percent; only what is known is 100 or a dot."""
    if chance in {0.0, 1.0}:
        return "100" if chance else "·"
    return str(min(99, max(1, round(100 * chance))))


# --- after a round --------------------------------------------------------------------------------


def strength_lines(match: MatchState, players: Mapping[int, NewPlayer]) -> Iterator[str]:
    """Yield a line for each player of the next round whose strength follows the results."""
    for table in () if match.is_over else match.due:
        for seat, player in enumerate(table.players):
            if players.get(player) is Adjusting:
                strength = Adjusting(0).strength(match_view(match, table), seat, match.rules)
                yield f"{match.players[player]} follows the results: {strength_text(strength)} in the next round."
