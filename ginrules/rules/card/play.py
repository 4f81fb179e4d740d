"""The rule card from the seats to the stock: each section's lines, made from the values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

from ginrules.rules.model import RuleSet
from ginrules.rules.texts import at_most, joined, plural, times


def players(rules: RuleSet) -> Iterator[str]:
    """Yield who plays, against whom, and who deals."""
    yield _seating(rules).format(count=joined(map(str, rules.player_counts), "or"))
    if rules.seating == "partnership":
        yield _opponents(rules)
    yield _dealer(rules)


def _seating(rules: RuleSet) -> str:
    match rules.seating:
        case "head-to-head":
            return "{count} players, one against the other."
        case "all-play":
            return "{count} players at one table, every player alone; play goes to the left."
        case "sit-out":
            return "{count} players, each with their own score. Two play a round, the third sits out."
        case "captain":
            return (
                "{count} players. One is in the box for the whole game, the others form a line with one score; its "
                "first member, the captain, plays. A captain who wins or draws stays; a captain who loses goes to the "
                "end of the line."
            )
        case "rotating-box":
            return (
                "{count} players, each with their own score. The box plays the captain, the third is idle. When "
                "the box wins, the other two change places; when it loses, it sits out, the captain takes the box and "
                "the idle player becomes captain. A win of the captain counts for both partners."
            )
        case "partnership":
            return (
                "{count} players in two teams. Every round is played at several tables of two, one member of each "
                "team against one of the other, each table with a pack of its own."
            )


def _opponents(rules: RuleSet) -> str:
    match rules.opponents:
        case "alternate":
            return "Partners change opponents after every round."
        case "fixed":
            return "Every player keeps the same opponent through the game."
        case "rotate":
            return "Every player meets the next opponent in turn after every round."


def _dealer(rules: RuleSet) -> str:
    if rules.seating == "captain":
        return "The captain deals, a new captain too; after a drawn round the same player deals again."
    if rules.seating == "partnership" and rules.next_dealer == "alternate":
        return f"The deal alternates between the teams; {_drawn_dealer(rules, 'team')}."
    return f"{_next_dealer(rules)}; {_drawn_dealer(rules, 'dealer')}."


def _drawn_dealer(rules: RuleSet, who: str) -> str:
    match rules.drawn_dealer:
        case "same":
            return f"after a drawn round the same {who} deals again"
        case "next":
            return "after a drawn round the deal passes to the left"


def _next_dealer(rules: RuleSet) -> str:
    match rules.next_dealer:
        case "alternate":
            return "The deal passes to the left after a decided round (with two, it alternates)"
        case "winner":
            return "The winner of a round deals the next"
        case "loser":
            return "The loser of a round deals the next"
        case "winning-side":
            return "All members of the team that won the round deal the next"
        case "incoming":
            return "The loser of a round sits out; the idle player comes in and deals to the winner"
        case "idle-loser":
            return "The loser of a round sits out and deals the next, for the winner and the player who was idle"
        case "box":
            return "The player in the box deals every round"
        case "fixed":
            return "The same player deals every round"


def the_deal(rules: RuleSet) -> Iterator[str]:
    """Yield the pack, the hands and how the first turn begins."""
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
    sizes = {number: rules.hand_size_for(number) for number in seats}
    if len(set(sizes.values())) == 1:
        return f"{plural(sizes[seats[0]], 'card')} each, one at a time, from the dealer's left."
    by_seats = joined((f"{size} to each of {number}" for number, size in sizes.items()), "and")
    return f"Cards are dealt one at a time from the dealer's left: {by_seats}."


def _opening(rules: RuleSet) -> Iterator[str]:
    match rules.opening:
        case "upcard-offer":
            yield (
                "The next card is turned up. The player at the dealer's left can take it, then the others in turn, "
                "the dealer last."
            )
            yield _all_decline(rules)
        case "eleven-cards":
            yield "The player at the dealer's left gets one more card and begins without a draw. No card is turned up."
        case "open-card":
            yield (
                "The next card is turned up as the first discard. The player at the dealer's left begins with an "
                "ordinary turn."
            )
        case "no-upcard":
            yield "No card is turned up or offered. The player at the dealer's left begins with a draw from the stock."


def _all_decline(rules: RuleSet) -> str:
    match rules.both_pass_draw:
        case "stock-only":
            return "If all decline, the player at the dealer's left draws from the stock."
        case "any":
            return (
                "If all decline, the player at the dealer's left takes an ordinary turn and can still take the upcard."
            )


def _aces(rules: RuleSet) -> str:
    match rules.ace_rank:
        case "low":
            return "The ace is low: A-2-3 is a run, Q-K-A is not."
        case "high-or-low":
            return "The ace is high or low: A-2-3 and Q-K-A are runs, K-A-2 is not."
        case "round-the-corner":
            return "Runs go round the corner: A-2-3, Q-K-A and K-A-2 are all runs."


_FACES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_PIPS: Final = (*range(1, 11), 10, 10, 10)
_MOST_OTHERS: Final = 3  # cards that do not count by pips; with more, all are listed


def melds(rules: RuleSet) -> Iterator[str]:
    """Yield the definition of a meld and the value of unmelded cards."""
    yield (
        f"A set is {rules.min_set} or more cards of the same rank; a run is {rules.min_run} or more cards of the "
        "same suit in sequence. A card can be in only one meld."
    )
    yield _aces(rules)
    match rules.score_mode:
        case "gain" | "penalty":
            yield f"Deadwood, the cards not melded, counts {_values(rules.card_values)}."
        case "table-count":
            yield f"Cards count {_values(rules.card_values)}."


def _values(values: tuple[int, ...]) -> str:
    """Return the values of the cards: pips, pips with a few exceptions, or every value."""
    other = {face: value for face, value, usual in zip(_FACES, values, _PIPS, strict=True) if value != usual}
    if len(other) > _MOST_OTHERS:
        return joined(
            (f"{value} for {_span(faces)}" for value, faces in _alike(zip(_FACES, values, strict=True))), "and"
        )
    named = [(face, value) for face, value in zip(_FACES, values, strict=True) if face in other or not face.isdigit()]
    return "by pips: " + "; ".join(f"{joined(faces, 'and')} {value}" for value, faces in _alike(named))


def _alike(values: Iterable[tuple[str, int]]) -> Iterator[tuple[int, list[str]]]:
    """Yield each value with the neighboring faces of that value."""
    for value, group in groupby(values, key=itemgetter(1)):
        yield value, [face for face, _ in group]


def _span(faces: list[str]) -> str:
    return faces[0] if len(faces) == 1 else f"{faces[0]} to {faces[-1]}"


def turn(rules: RuleSet) -> Iterator[str]:
    """Yield a turn from the draw to the discard."""
    match rules.discard_take:
        case "top-only":
            yield "Draw the top card of the stock or the top card of the discard pile."
            single = "A card taken"
        case "several":
            yield "Draw the top card of the stock, or any number of cards from the top of the discard pile, in order."
            yield "When more than one is taken, the deepest must be melded or laid off in this turn."
            single = "A single card taken"
    if rules.open_melds:
        yield (
            "Then lay melds on the table and lay off cards on any player's melds there, as often as you like. "
            "Melds stay where they are."
        )
    yield "Discard one card, if one is left." if rules.open_melds else "Discard one card."
    if rules.return_taken_discard:
        yield f"{single} from the pile can be discarded in the same turn."
    else:
        yield f"{single} from the pile cannot be discarded in the same turn."


def doubling(rules: RuleSet) -> Iterator[str]:
    """Yield who can double the round, and when."""
    if not rules.doubling:
        return
    yield (
        "Before a draw the player in turn may double what the round counts; the other player accepts or refuses. "
        "Either may double first; after a double that was accepted only the player who accepted it may double next."
    )
    yield "A player who refuses loses the round at once; both hands are counted without lay-offs."
    yield f"A round counts at most {times(rules.doubling_limit)}."


def ending(rules: RuleSet) -> Iterator[str]:
    """Yield knocking, gin and big gin."""
    if rules.open_melds:
        yield "Nobody knocks. The round ends at once when a player has no card left; a last discard is not needed."
        return
    if rules.knock_limit == 0:
        yield "There is no knocking with deadwood: only gin ends a round."
    else:
        yield (
            f"After a draw, knock by discarding a card face down if the deadwood left is {at_most(rules.knock_limit)}. "
            "Knocking is never required."
        )
    yield from _card_limit(rules)
    if rules.knock_limit:
        yield _spreading(rules)
    yield "Gin is a hand whose cards are all melded, apart from the discard."
    if rules.big_gin:
        yield "Big gin is a hand whose cards are all melded, the card drawn included; it is declared without a discard."
        if rules.big_gin_needs_gin:
            yield "Big gin needs gin first: the hand must have been all melded before the draw."
    else:
        yield "There is no big gin: the last card is always discarded."


def _spreading(rules: RuleSet) -> str:
    match rules.knocker_melds:
        case "named":
            return "The knocker chooses the melds and spreads them with the deadwood."
        case "best":
            return "The knocker spreads melds that leave the least deadwood."


def _card_limit(rules: RuleSet) -> Iterator[str]:
    match rules.knock_source:
        case "fixed":
            return
        case "upcard":
            card, taken = "upcard", ", even when the card is taken"
        case "knock-card":
            card, taken = "knock card", ""
    yield f"The {card} lowers the limit to its own count (10 for tens and pictures); {_ace_limit(rules)}."
    yield f"That limit holds for the whole round{taken}."


def _ace_limit(rules: RuleSet) -> str:
    match rules.ace_upcard:
        case "gin-only":
            return "an ace requires gin"
        case "one":
            return "an ace allows 1"


def layoffs(rules: RuleSet) -> Iterator[str]:
    """Yield the cards that defenders can add to the knocker's melds."""
    if rules.open_melds:
        return
    yield from _laying_off(rules)
    match rules.defender_melds:
        case "best":
            yield "A defender's own melds are counted at their best."
        case "named":
            yield "Defenders name their own melds; cards left out count as deadwood."


def _laying_off(rules: RuleSet) -> Iterator[str]:
    knocks = rules.knock_limit > 0
    match rules.layoff:
        case "none" | "knock-only" if not knocks:
            yield "There are no lay-offs after gin."
        case "none":
            yield "There are no lay-offs; each defender counts the cards left by their own melds."
        case "knock-only":
            yield _AFTER_A_KNOCK
            yield "There are no lay-offs after gin."
            yield _chains(rules)
        case "including-gin":
            if knocks:
                yield _AFTER_A_KNOCK
            yield (
                "A defender can lay off against gin as well; if no deadwood is left then, the round is drawn and "
                "nobody scores."
            )
            yield _chains(rules)


_AFTER_A_KNOCK: Final = (
    "After a knock each defender, from the knocker's left, can lay off deadwood on the knocker's melds."
)


def _chains(rules: RuleSet) -> str:
    if rules.layoff_chain:
        return "A card can be laid off on a card that was laid off before."
    return "Only the knocker's original melds are extended, by one card at either end."


def stock(rules: RuleSet) -> Iterator[str]:
    """Yield the consequences of an exhausted stock, and the end of an endless round."""
    left = plural(rules.stock_floor, "card")
    if rules.stock_floor:
        yield f"The bottom {left} of the stock cannot be drawn."
    when = (
        f"When a discard leaves {left} in the stock" if rules.stock_floor else "When a discard leaves the stock empty"
    )
    match rules.stock_exhausted:
        case "draw":
            yield f"{when}, the round is drawn and nobody scores."
        case "last-discard-option":
            yield (
                f"{when}, the next player can take that discard, but only to end the round with it; otherwise the "
                "round is drawn and nobody scores."
            )
        case "reshuffle":
            yield f"{when}, all discards except the top one are shuffled and put on the stock, and play goes on."
            if rules.reshuffle_cap:
                yield f"After {plural(rules.reshuffle_cap, 'reshuffle')} the round is drawn when another is needed."
            else:
                yield "There can be any number of reshuffles."
    if rules.take_cap:
        yield f"The round is drawn at take number {rules.take_cap} from the discard pile."
    else:
        yield "There is no limit to the takes from the discard pile."
    if rules.return_pair:
        yield "The round is drawn when two players in a row discard the card they have just taken."
