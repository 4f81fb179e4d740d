"""The rule card from the seats to the stock: each section's lines, made from the values."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Final

from ginrules.rules.model import RuleSet
from ginrules.rules.words import at_most, joined, plural

_SEATING: Final[Mapping[str, str]] = {
    "head-to-head": "{count} players, each for himself.",
    "all-play": "{count} players at one table, each for himself; play goes to the left.",
    "sit-out": "{count} players, each with a score of his own. Two play a round, the third sits out.",
    "captain": (
        "{count} players. One is in the box for the whole game, the others form a line with one score; its first "
        "member, the captain, plays. A captain who wins or draws stays, one who loses goes to the end of the line."
    ),
    "rotating-box": (
        "{count} players, each with a score of his own. The box plays the captain, the third is idle. When the box "
        "wins, the other two change places; when it loses, it sits out, the captain takes the box and the idle "
        "player becomes captain. A win of the captain counts for both partners."
    ),
    "partnership": (
        "{count} players in two teams. Every round is played at several tables of two, one member of each team "
        "against one of the other, each table with a pack of its own."
    ),
}
_OPPONENTS: Final[Mapping[str, str]] = {
    "alternate": "Partners change opponents after every round.",
    "fixed": "Everybody keeps the same opponent through the game.",
    "rotate": "Everybody meets the next opponent in turn after every round.",
}
_DEALER: Final[Mapping[str, str]] = {
    "alternate": "The deal passes to the left after a decided round (with two, it alternates)",
    "winner": "The winner of a round deals the next",
    "loser": "The loser of a round deals the next",
    "winning-side": "All members of the team that won the round deal the next",
    "incoming": "The loser of a round sits out; the idle player comes in and deals to the winner",
    "idle-loser": "The loser of a round sits out and deals the next, for the winner and the player who was idle",
    "box": "The player in the box deals every round",
    "fixed": "The same player deals every round",
}


def players(rules: RuleSet) -> Iterator[str]:
    """Who plays, against whom, and who deals."""
    yield _SEATING[rules.seating].format(count=joined(map(str, rules.player_counts), "or"))
    if rules.seating == "partnership":
        yield _OPPONENTS[rules.opponents]
    if rules.seating == "captain":
        yield "The captain deals, a new captain too; after a drawn round the same player deals again."
    elif rules.seating == "partnership" and rules.next_dealer == "alternate":
        yield "The deal alternates between the teams; after a drawn round the same team deals again."
    else:
        yield f"{_DEALER[rules.next_dealer]}; after a drawn round the same dealer deals again."


def the_deal(rules: RuleSet) -> Iterator[str]:
    """The pack, the hands and how the first turn begins."""
    pack = rules.ranks * rules.suits
    if pack == 52:
        yield "One pack of 52 cards."
    else:
        yield f"A pack of {pack} cards: the {rules.ranks} lowest ranks, ace up, in {plural(rules.suits, 'suit')}."
    yield _hands(rules)
    yield from _opening(rules)
    if rules.knock_source == "knock-card" and not rules.open_melds:
        yield "Before each deal the bottom card of a second, shuffled pack is turned up: the knock card of the round."


def _hands(rules: RuleSet) -> str:
    seats = rules.table_sizes
    sizes = {each: rules.hand_size_for(each) for each in seats}
    if len(set(sizes.values())) == 1:
        return f"{plural(sizes[seats[0]], 'card')} each, one at a time, from the dealer's left."
    told = joined((f"{size} to each of {number}" for number, size in sizes.items()), "and")
    return f"Cards are dealt one at a time from the dealer's left: {told}."


def _opening(rules: RuleSet) -> Iterator[str]:
    match rules.opening:
        case "upcard-offer":
            yield "The next card is turned up. The dealer's left may take it, then each in turn to the dealer."
            if rules.both_pass_draw == "stock-only":
                yield "If all decline, the dealer's left draws from the stock."
            else:
                yield "If all decline, the dealer's left takes an ordinary turn and may still take the upcard."
        case "eleven-cards":
            yield "The player at the dealer's left gets one card more and begins without a draw. No card is turned up."
        case "open-card":
            yield "The next card is turned up as the first discard. The dealer's left begins with an ordinary turn."
        case "no-upcard":
            yield "No card is turned up and none is offered. The dealer's left begins with a draw from the stock."


_ACES: Final[Mapping[str, str]] = {
    "low": "The ace is low: A-2-3 is a run, Q-K-A is not.",
    "high-or-low": "The ace is high or low: A-2-3 and Q-K-A are runs, K-A-2 is not.",
    "round-the-corner": "Runs go round the corner: A-2-3, Q-K-A and K-A-2 are all runs.",
}
_FACES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_PIPS: Final = (*range(1, 11), 10, 10, 10)
_MOST_OTHERS: Final = 3  # cards that do not count by pips; with more, all are told


def melds(rules: RuleSet) -> Iterator[str]:
    """What a meld is and what an unmelded card counts."""
    yield (
        f"A set is {rules.min_set} or more cards of a rank; a run is {rules.min_run} or more cards of a suit in "
        "sequence. A card is in one meld only."
    )
    yield _ACES[rules.ace_rank]
    what = "Cards" if rules.score_mode == "table-count" else "Deadwood, the cards not melded,"
    yield f"{what} {'count' if what == 'Cards' else 'counts'} {_values(rules.card_values)}."


def _values(values: tuple[int, ...]) -> str:
    """What cards count: by pips, by pips with a few exceptions, or all told."""
    other = {face: value for face, value, usual in zip(_FACES, values, _PIPS, strict=True) if value != usual}
    if len(other) > _MOST_OTHERS:
        return joined(
            (f"{value} for {_span(faces)}" for value, faces in _alike(zip(_FACES, values, strict=True))), "and"
        )
    told = [(face, value) for face, value in zip(_FACES, values, strict=True) if face in other or not face.isdigit()]
    return "by pips: " + "; ".join(f"{joined(faces, 'and')} {value}" for value, faces in _alike(told))


def _alike(told: Iterable[tuple[str, int]]) -> Iterator[tuple[int, list[str]]]:
    """Each value with the neighboring faces that count so much."""
    for value, found in groupby(told, key=itemgetter(1)):
        yield value, [face for face, _ in found]


def _span(faces: list[str]) -> str:
    return faces[0] if len(faces) == 1 else f"{faces[0]} to {faces[-1]}"


def turn(rules: RuleSet) -> Iterator[str]:
    """A turn from the draw to the discard."""
    if rules.discard_take == "several":
        yield "Draw the top card of the stock, or any number of cards from the top of the discard pile, in order."
        yield "When more than one is taken, the deepest must be melded or laid off in this turn."
    else:
        yield "Draw the top card of the stock or the top card of the discard pile."
    if rules.open_melds:
        yield (
            "Then lay melds on the table and lay off cards on any meld there, anybody's, as often as you like. "
            "Melds stay where they are."
        )
    yield "Discard one card, if one is left." if rules.open_melds else "Discard one card."
    single = "A single card taken" if rules.discard_take == "several" else "A card taken"
    if rules.return_taken_discard:
        yield f"{single} from the pile may be discarded in the same turn."
    else:
        yield f"{single} from the pile may not be discarded in the same turn."


def ending(rules: RuleSet) -> Iterator[str]:
    """Knocking, gin and big gin."""
    if rules.open_melds:
        yield "Nobody knocks. The round ends at once when a player has no card left; a last discard is not needed."
        return
    if rules.knock_limit == 0:
        yield "There is no knocking with deadwood: a round is ended by gin alone."
    else:
        yield (
            f"After a draw, knock by discarding a card face down if the deadwood left is {at_most(rules.knock_limit)}. "
            "Nobody has to knock."
        )
    yield from _card_limit(rules)
    if rules.knock_limit:
        yield "The knocker spreads his melds and his deadwood; he chooses the melds."
    yield "Gin is all the cards melded but the discard."
    if rules.big_gin:
        yield "Big gin is all the cards melded, the one drawn too; it is declared without a discard."
    else:
        yield "There is no big gin: the last card is always discarded."


def _card_limit(rules: RuleSet) -> Iterator[str]:
    if rules.knock_source == "fixed":
        return
    card = "upcard" if rules.knock_source == "upcard" else "knock card"
    ace = "an ace asks for gin" if rules.ace_upcard == "gin-only" else "an ace allows 1"
    taken = ", even when the card is taken" if rules.knock_source == "upcard" else ""
    yield f"The {card} lowers the limit to its own count (ten and pictures 10); {ace}."
    yield f"That limit holds for the whole round{taken}."


def layoffs(rules: RuleSet) -> Iterator[str]:
    """What defenders may add to the knocker's melds."""
    if rules.open_melds:
        return
    if rules.knock_limit == 0 and rules.layoff != "including-gin":
        yield "There are no lay-offs after gin."
    elif rules.layoff == "none":
        yield "There are no lay-offs; each defender counts what his own melds leave."
    else:
        if rules.knock_limit:
            yield "After a knock each defender, from the knocker's left, may lay off deadwood on the knocker's melds."
        if rules.layoff == "including-gin":
            yield (
                "A defender may lay off against gin as well; if that leaves him no deadwood, the round is drawn and "
                "nobody scores."
            )
        else:
            yield "There are no lay-offs after gin."
        if rules.layoff_chain:
            yield "A card may be laid onto one that was laid off before."
        else:
            yield "Only the knocker's original melds are extended, at either end by one card."
    if rules.defender_melds == "named":
        yield "A defender names his own melds; what he leaves out counts."
    else:
        yield "A defender's own melds are counted at their best."


def stock(rules: RuleSet) -> Iterator[str]:
    """When the stock runs out, and what keeps a round from going on forever."""
    left = plural(rules.stock_floor, "card")
    if rules.stock_floor:
        yield f"The bottom {left} of the stock may not be drawn."
    when = (
        f"When a discard leaves {left} in the stock" if rules.stock_floor else "When a discard leaves the stock empty"
    )
    match rules.stock_exhausted:
        case "draw":
            yield f"{when}, the round is drawn and nobody scores."
        case "last-discard-option":
            yield (
                f"{when}, the next player may take that discard, but only to end the round with it; otherwise the "
                "round is drawn and nobody scores."
            )
        case "reshuffle":
            yield f"{when}, the discards but the top one are shuffled onto the stock and play goes on."
            if rules.reshuffle_cap:
                yield f"After {plural(rules.reshuffle_cap, 'reshuffle')} the next one needed ends the round drawn."
            else:
                yield "There may be any number of reshuffles."
    if rules.take_cap:
        yield f"Take number {rules.take_cap} from the discard pile ends the round drawn."
    else:
        yield "There is no limit to the takes from the discard pile."
    if rules.return_pair:
        yield "Two turns running that throw the card taken straight back end the round drawn."
