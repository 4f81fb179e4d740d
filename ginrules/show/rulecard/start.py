"""The rule card before the first card is dealt: the object of the game, the players, and who deals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ginrules.rules.conditions import gains_from_several, has_more_rounds, points_count
from ginrules.rules.model import RuleSet, in_use
from ginrules.rules.texts import joined
from ginrules.show.rulecard.words import round_limits, targets


def the_object(rules: RuleSet) -> Iterator[str]:
    """Yield the object of the game: of a round, then of the whole."""
    if rules.open_melds:
        yield (
            "Lay melds on the table, sets of one rank and runs in one suit, and be the first without a card in hand."
        )
    elif rules.knock_limit == 0:
        yield "Bring all your cards into melds: sets of one rank and runs in one suit."
    else:
        others = "the opponent" if rules.is_for_two else "the others"
        yield (
            "Bring your cards into melds, sets of one rank and runs in one suit, and end the round with less "
            f"deadwood, the cards outside melds, than {others}."
        )
    yield _goal(rules)


def _goal(rules: RuleSet) -> str:
    reached, rounds = targets(rules), round_limits(rules)
    if not points_count(rules):
        return "The winner of the round wins the game."
    if rules.score_mode == "penalty":
        end = "the fewest at the end win the game"
        if rules.game_end == "last-standing":
            end = f"a player with {reached} is out, and the last one left wins"
        return f"Losers of a round are charged penalty points; {end}."
    if rules.columns > 1:
        return f"Wins score points in {rules.columns} games side by side; each game is played to {reached}."
    if not reached:
        return f"Wins score points; the most after {rounds} wins a game." if rounds else "A game is a single round."
    if rules.winner_by == "highest-total" and in_use(rules, "winner_by"):
        return f"Wins score points. The game ends at {reached}, and the highest total wins it."
    is_shared = gains_from_several(rules)
    first = f"As soon as somebody has {reached}, the leader" if is_shared else f"The first to reach {reached}"
    return f"Wins score points. {first} wins the game."


_SEATINGS: Final = {
    "head-to-head": "{count} players, one against the other.",
    "all-play": "{count} players at one table, every player alone; play goes to the left.",
    "sit-out": "{count} players, each with their own score. Two play a round, the third sits out.",
    "captain": (
        "{count} players. One is the banker for the whole game, the others form a line with one score; its "
        "first member, the captain, plays. A captain who wins or draws stays; a captain who loses goes to the "
        "end of the line."
    ),
    "rotating-box": (
        "{count} players, each with their own score. The banker plays the captain, the third is idle. When the "
        "banker wins, the other two change places; a banker who loses sits out, the captain becomes banker and "
        "the idle player captain. A win of the captain counts for both partners."
    ),
    "partnership": (
        "{count} players in two teams. Every round is played at several tables of two, one member of each team against "
        "one of the other, each table with a pack of its own."
    ),
}
_OPPONENTS: Final = {
    "alternate": "Partners change opponents after every round.",
    "fixed": "Every player keeps the same opponent through the game.",
    "rotate": "Every player meets the next opponent in turn after every round.",
}


def players(rules: RuleSet) -> Iterator[str]:
    """Yield who plays, and against whom."""
    yield _SEATINGS[rules.seating].format(count=_counts(rules.player_counts))
    if rules.seating == "partnership":
        yield _OPPONENTS[rules.opponents]


def _counts(counts: tuple[int, ...]) -> str:
    """Return numbers of players, three or more in a row by their first and last."""
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return joined(map(str, counts), "or")


def dealer(rules: RuleSet) -> Iterator[str]:
    """Yield who deals first, the others' places after the cut, and who deals the next rounds."""
    yield _cut(rules)
    yield "Equal ranks draw again."
    yield from _roles(rules)
    if has_more_rounds(rules):
        yield _dealers(rules)


def _cut(rules: RuleSet) -> str:
    card = "highest" if rules.first_dealer == "high-card" else "lowest"
    example = "by lot. For example, " if rules.first_dealer == "lot" else ""
    ceremony = f"First deal: {example}each player draws a card"
    if rules.player_counts == (2,):
        return f"{ceremony}, ace low; the {card} deals."
    return f"{ceremony}, ace low; the {card} comes first, the others follow to the left in the order of their cards."


_ROLES: Final = {
    "head-to-head": (),
    "all-play": ("The first deals the first round.",),
    "sit-out": ("The first deals the first round to the second; the third sits out.",),
    "captain": (
        "The first is banker and deals the first round; the second is captain; the others are the line in their order.",
    ),
    "rotating-box": ("The first is banker, the second is captain, the third is idle.",),
    "partnership": (
        "Every other player in that order is a partner; all members of the first player's team deal.",
        "In the first round the first plays the second, the third the fourth and so on.",
    ),
}


def _roles(rules: RuleSet) -> Iterator[str]:
    """Yield the places of the players in the order of the cut, and nothing at a table of two."""
    if rules.seating == "sit-out" and rules.next_dealer == "idle-loser":
        yield "The first deals the first round and sits out; the second begins against the third."
    else:
        yield from _ROLES[rules.seating]


def _dealers(rules: RuleSet) -> str:
    if rules.seating == "captain":
        return (
            "The captain deals the later rounds, a new captain too; after a drawn round the same two play and the same "
            "player deals again."
        )
    if rules.seating == "partnership" and rules.next_dealer == "alternate":
        return f"The deal alternates between the teams; {_drawn_dealer(rules, 'team')}."
    if rules.seating in {"sit-out", "rotating-box"}:
        return f"{_next_dealer(rules)}; after a drawn round the same two play and the same player deals again."
    return f"{_next_dealer(rules)}; {_drawn_dealer(rules, 'team' if rules.seating == 'partnership' else 'player')}."


def _drawn_dealer(rules: RuleSet, who: str) -> str:
    same = f"the same {who} deals again"
    return f"after a drawn round {same if rules.drawn_dealer == 'same' else 'the deal passes too'}"


_NEXT_DEALERS: Final = {
    "winner": "The winner of a round deals the next",
    "loser": "The loser of a round deals the next, so that its winner begins",
    "winning-side": "All members of the team that won the round deal the next",
    "incoming": "The loser of a round sits out; the idle player comes in and deals to the winner",
    "idle-loser": "The loser of a round sits out and deals the next, for the winner and the player who was idle",
    "box": "The banker deals every round",
    "fixed": "The same player deals every round",
}


def _next_dealer(rules: RuleSet) -> str:
    if rules.next_dealer != "alternate":
        return _NEXT_DEALERS[rules.next_dealer]
    if rules.is_for_two:
        return "The deal alternates after a decided round"
    with_two = " (with two, it alternates)" if 2 in rules.table_sizes else ""
    return f"The deal passes to the left after a decided round{with_two}"


def first_player(rules: RuleSet) -> str:
    """Return the player who begins, in words."""
    return "the non-dealer" if rules.is_for_two else "the player at the dealer's left"


def sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
