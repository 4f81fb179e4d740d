"""The rule card from the deal to the stock: each section's lines, made from the values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

from ginrules.rules.conditions import most_deadwood
from ginrules.rules.model import DEFAULTS, RuleSet
from ginrules.rules.texts import joined, ordinal, plural
from ginrules.show.rulecard.start import first_player, sentence
from ginrules.show.rulecard.words import by_players


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
        return f"{plural(sizes[seats[0]], 'card')} each, one at a time, {first_player(rules)} first."
    return f"Cards are dealt one at a time, {first_player(rules)} first: {by_players(sizes, str)}."


def _opening(rules: RuleSet) -> Iterator[str]:
    first = sentence(first_player(rules))
    match rules.opening:
        case "upcard-offer":
            others = "the dealer" if rules.is_for_two else "the others in turn, the dealer last"
            yield (
                f"The next card is turned up: the upcard. {first} can take it in place of a first draw, then {others}."
            )
            all_ = "both" if rules.is_for_two else "all"
            draws = "draws from the stock"
            if rules.both_pass_draw == "any":
                draws = "takes an ordinary turn and can still take the upcard"
            yield f"If {all_} decline, {first_player(rules)} {draws}."
        case "eleven-cards":
            yield f"{first} gets one card more and begins without a draw. No card is turned up."
        case "open-card":
            yield f"The next card is turned up as the first discard. {first} begins with an ordinary turn."
        case "no-upcard":
            yield (
                f"No card is turned up or offered. {first} begins with a draw from the stock, and the discard pile "
                "begins with the first discard."
            )
    if rules.opening != "eleven-cards":
        yield "The other cards lie face down: the stock."


_ACES: Final = {
    "low": "The ace is low: A-2-3 is a run, Q-K-A is not.",
    "high-or-low": "The ace is high or low: A-2-3 and Q-K-A are runs, K-A-2 is not.",
    "round-the-corner": "Runs go round the corner: A-2-3, Q-K-A and K-A-2 are all runs.",
}
_FACES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_PIPS: Final = DEFAULTS["card_values"]
_MOST_OTHERS: Final = 3  # cards that do not count by pips; with more, all are listed


def melds(rules: RuleSet) -> Iterator[str]:
    """Yield the definition of a meld and the value of unmelded cards."""
    yield (
        f"A set is {rules.min_set} or more cards of the same rank; a run is {rules.min_run} or more cards of the "
        "same suit in sequence. A card can be in only one meld."
    )
    yield _ACES[rules.ace_rank]
    if rules.score_mode == "table-count":
        yield f"Cards count {_values(rules.card_values)}."
    else:
        yield f"Deadwood, the cards not melded, counts {_values(rules.card_values)}."
        yield from _loose_cards(rules)


def _loose_cards(rules: RuleSet) -> Iterator[str]:
    """Yield the faces that count more than usual and more than a knocker may keep."""
    over = [
        face
        for face, value, usual in zip(_FACES, rules.card_values, _PIPS, strict=True)
        if value > max(usual, rules.knock_limit)
    ]
    if over and rules.knock_limit:
        yield f"With an unmelded {joined(over, 'or')} nobody can knock: it counts more than the limit."


def _values(values: tuple[int, ...]) -> str:
    """Return the values of the cards: pips, pips with a few exceptions, or every value."""
    other = {face: value for face, value, usual in zip(_FACES, values, _PIPS, strict=True) if value != usual}
    if len(other) > _MOST_OTHERS:
        spans = (
            f"{value} for {faces[0] if len(faces) == 1 else f'{faces[0]} to {faces[-1]}'}"
            for value, faces in _alike(zip(_FACES, values, strict=True))
        )
        return joined(spans, "and")
    named = [(face, value) for face, value in zip(_FACES, values, strict=True) if face in other or not face.isdigit()]
    others = " to ".join(dict.fromkeys(face for face in (_FACES[1], _FACES[9]) if face not in other))
    faces = "; ".join(f"{joined(faces, 'and')} {value}" for value, faces in _alike(named))
    return f"by pips: {others or 'other cards'} their number; {faces}"


def _alike(values: Iterable[tuple[str, int]]) -> Iterator[tuple[int, list[str]]]:
    for value, group in groupby(values, key=itemgetter(1)):
        yield value, [face for face, _ in group]


def turn(rules: RuleSet) -> Iterator[str]:
    """Yield a turn from the draw to the discard."""
    single = "A card taken"
    if rules.discard_take == "several":
        yield "Draw the top card of the stock, or any number of cards from the top of the discard pile, in order."
        yield "When more than one is taken, the deepest must be melded or laid off in this turn."
        single = "A single card taken"
    else:
        yield "Draw one card: the top card of the stock or the top card of the discard pile."
    if rules.open_melds:
        yield (
            "Then lay melds on the table and lay off cards on any player's melds there, as often as you like. "
            "Melds stay where they are."
        )
    yield "Discard one card, if one is left." if rules.open_melds else "Discard one card."
    if rules.return_taken_discard:
        yield f"{single} from the pile can be discarded in the same turn."
    else:
        last = ", unless it is the only card left" if rules.open_melds else ""
        yield f"{single} from the pile cannot be discarded in the same turn{last}."


def doubling(rules: RuleSet) -> Iterator[str]:
    """Yield who can double the round, and when."""
    if not rules.doubling:
        return
    yield (
        "Before a draw the player in turn may double what the round counts; the other player accepts or refuses. "
        "Either may double first; after a double that was accepted only the player who accepted it may double next."
    )
    yield "A player who refuses loses the round at once; both hands are counted without lay-offs."
    never = ""
    if rules.opening == "upcard-offer":
        never = ", nor while the upcard is offered"
    elif rules.opening == "eleven-cards":
        never = ", nor in a first turn without a draw"
    yield f"Nobody can double above {rules.doubling_limit} times the points of a round{never}."


def ending(rules: RuleSet) -> Iterator[str]:
    """Yield knocking, gin and big gin."""
    if rules.open_melds:
        yield "Nobody knocks. The round ends at once when a player has no card left; a last discard is not needed."
        return
    if rules.knock_limit == 0:
        yield "There is no knocking with deadwood: only gin ends a round."
        if rules.knock_source != "fixed":
            yield f"The {'upcard' if rules.knock_source == 'upcard' else 'knock card'} sets no limit."
    else:
        first = f", or in {first_player(rules)}'s first turn," if rules.opening == "eleven-cards" else ""
        yield f"After a draw{first} you can knock{_limit(rules)}: discard a card face down and spread your hand."
        yield "Knocking is never required."
        if rules.knock_source != "fixed":
            taken = ", even when the card is taken" if rules.knock_source == "upcard" else ""
            yield f"That limit holds for the whole round{taken}."
    if rules.knock_limit:
        yield _spreading(rules)
    yield "Gin is a hand whose cards are all melded, apart from the discard."
    if rules.big_gin:
        more = "the card drawn or dealt in addition" if rules.opening == "eleven-cards" else "the card drawn"
        yield f"Big gin is a hand whose cards are all melded, {more} included; it is declared without a discard."
        if rules.big_gin_needs_gin:
            yield "Big gin needs gin first: the hand must have been all melded before the draw."
    else:
        yield "There is no big gin: the last card is always discarded."


def _spreading(rules: RuleSet) -> str:
    if rules.knocker_melds == "best":
        return "The knocker spreads melds that leave the least deadwood."
    within = "" if rules.knock_limit >= most_deadwood(rules) else ", within the limit"
    return (
        f"The knocker chooses the melds and spreads them with the deadwood{within}; a hand that is gin can be spread "
        "as a knock too."
    )


_HIGHEST_COUNT: Final = 10  # of a card that sets the limit


def _limit(rules: RuleSet) -> str:
    match rules.knock_source:
        case "fixed":
            if rules.knock_limit >= most_deadwood(rules):
                return ", whatever deadwood is left"
            return f" if the deadwood left is {rules.knock_limit} or less"
        case "upcard":
            card = "upcard"
        case "knock-card":
            card = "knock card"
    ace = "an ace requires gin" if rules.ace_upcard == "gin-only" else "an ace allows 1"
    cap = "" if rules.knock_limit == _HIGHEST_COUNT else f", and never above {rules.knock_limit}"
    return (
        f" if the deadwood left is no more than the count of the {card} ({_HIGHEST_COUNT} for tens and pictures; "
        f"{ace}){cap}"
    )


def layoffs(rules: RuleSet) -> Iterator[str]:
    """Yield the cards that the other players can add to the knocker's melds."""
    if rules.open_melds:
        return
    yield from _laying_off(rules)
    who, their = ("The opponent's", "the opponent") if rules.is_for_two else ("Another player's", "each of the others")
    if rules.defender_melds == "best":
        yield f"{who} deadwood is what is left outside their own melds, which are counted at their best."
    else:
        yield f"For the count {their} names their own melds; cards left out are deadwood."


def _laying_off(rules: RuleSet) -> Iterator[str]:
    knocks = rules.knock_limit > 0
    who = "The opponent" if rules.is_for_two else "Other players"
    match rules.layoff:
        case "none" | "knock-only" if not knocks:
            yield "There are no lay-offs after gin."
        case "none":
            yield "There are no lay-offs, after a knock or after gin."
        case "knock-only":
            yield f"{_after_a_knock(rules)} There are none after gin."
            yield from _fitting(rules)
        case "including-gin":
            if knocks:
                yield _after_a_knock(rules)
            yield f"{who} can lay off after gin as well; if no deadwood is left, the round is drawn and nobody scores."
            yield from _fitting(rules)


def _after_a_knock(rules: RuleSet) -> str:
    if rules.is_for_two:
        return "After a knock the opponent can lay off deadwood on the knocker's melds."
    return (
        "After a knock the other players can lay off deadwood on the knocker's melds, one after another from the "
        "knocker's left."
    )


def _fitting(rules: RuleSet) -> Iterator[str]:
    if rules.layoff_chain:
        yield (
            "A card fits if it is the fourth of a set or the next at either end of a run, and then the next after it: "
            "on 7-8-9 the 6, then the 5."
        )
    else:
        yield "Only the melds as they were spread are extended: a set by its fourth card, a run by a card at each end."
    yield "A card out of an own meld can be laid off too. The knocker lays off nothing, and nothing goes on deadwood."


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
            knock = "a knock" if rules.knock_limit else "gin"
            last = "" if rules.open_melds else f"; {knock} in place of that discard still counts"
            yield f"{when}, the round is drawn and nobody scores{last}."
        case "last-discard-option":
            yield (
                f"{when}, the next player can take that discard, but only to end the round with it; otherwise the "
                "round is drawn and nobody scores."
            )
        case "reshuffle":
            yield f"{when}, all discards except the top one are shuffled and put on the stock, and play goes on."
    if rules.return_pair and rules.return_taken_discard:
        yield "The round is drawn when two players in a row discard the card they have just taken."


def caps(rules: RuleSet) -> Iterator[str]:
    """Yield the caps that end a round or a doubling which could go on without end."""
    if rules.take_cap:
        yield f"A round is drawn when a card is taken from the discard pile for the {ordinal(rules.take_cap)} time."
    else:
        yield "Any number of cards can be taken from the discard pile in a round."
    if rules.stock_exhausted == "reshuffle" and rules.reshuffle_cap:
        yield f"After {plural(rules.reshuffle_cap, 'reshuffle')} a round is drawn when another is needed."
    elif rules.stock_exhausted == "reshuffle":
        yield "There can be any number of reshuffles in a round."
