"""The values on a rule card: two for each rule, and the numbers of twenty presets read back from their cards."""

import re

import pytest

import ginrules as gin
from ginrules.presets.catalogue import FAMILIES
from ginrules.rules.model import RULES
from ginrules.rules.relevance import in_use
from ginrules.show.rulecard.card import card_sections
from tests.every import every

FACES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)

SAID = {
    "player_counts": [("mahjong-gin", (2, 3), "2 or 3 players"), ("mahjong-gin", (2, 3, 4), "2 to 4 players")],
    "seating": [("standard", "head-to-head", "one against the other"), ("captain", "captain", "others form a line")],
    "opponents": [
        ("partnership", "alternate", "Partners change opponents after every round"),
        ("partnership", "fixed", "keeps the same opponent"),
    ],
    "next_dealer": [
        ("standard", "winner", "The winner of a round deals the next;"),
        ("standard", "loser", "The loser of a round deals the next, so that its winner begins;"),
    ],
    "drawn_dealer": [
        ("standard", "same", "after a drawn round the same player deals again."),
        ("standard", "next", "after a drawn round the deal passes too."),
    ],
    "ranks": [("standard", 12, "A pack of 48 cards: the 12 lowest ranks"), ("standard", 13, "One pack of 52 cards.")],
    "suits": [
        ("standard", 3, "A pack of 39 cards: the 13 lowest ranks, ace up, in 3 suits."),
        ("standard", 4, "of 52"),
    ],
    "hand_size": [
        ("standard", 7, "7 cards each"),
        ("penalty-2-to-4", {2: 9, 3: 8, 4: 6}, "9 each for 2 players, 8 each for 3, 6 each for 4"),
    ],
    "opening": [
        ("standard", "upcard-offer", "The non-dealer can take it in place of a first draw, then the dealer."),
        ("standard", "eleven-cards", "The non-dealer gets one card more and begins without a draw."),
    ],
    "both_pass_draw": [
        ("standard", "stock-only", "If both decline, the non-dealer draws from the stock."),
        ("standard", "any", "can still take the upcard."),
    ],
    "ace_rank": [("standard", "low", "Q-K-A is not"), ("standard", "high-or-low", "K-A-2 is not")],
    "min_set": [("standard", 2, "A set is 2 or more cards"), ("standard", 3, "A set is 3 or more cards")],
    "min_run": [("standard", 4, "a run is 4 or more cards"), ("standard", 3, "a run is 3 or more cards")],
    "card_values": [
        ("standard", (15, *FACES[1:]), "2 to 10 their number; ace 15; jack, queen and king 10."),
        ("standard", (*FACES[:11], 12, 13), "ace 1; jack 10; queen 12; king 13."),
    ],
    "discard_take": [
        ("mahjong-gin", "several", "any number of cards from the top of the discard pile"),
        ("mahjong-gin", "top-only", "Draw one card: the top card of the stock or the top card of the discard pile."),
    ],
    "return_taken_discard": [
        ("standard", False, "from the pile cannot be discarded in the same turn"),
        ("standard", True, "from the pile can be discarded in the same turn"),
    ],
    "open_melds": [("mahjong-gin", True, "Then lay melds on the table"), ("standard", False, "you can knock")],
    "knock_limit": [("standard", 7, "if the deadwood left is 7 or less"), ("oklahoma", 6, "and never above 6:")],
    "knock_source": [
        ("standard", "upcard", "no more than the count of the upcard"),
        ("standard", "knock-card", "no more than the count of the knock card"),
    ],
    "ace_upcard": [("oklahoma", "gin-only", "an ace requires gin"), ("oklahoma", "one", "an ace allows 1")],
    "big_gin": [("standard", True, "Big gin is a hand whose"), ("standard", False, "There is no big gin")],
    "big_gin_needs_gin": [("standard", True, "Big gin needs gin first"), ("standard", False, "without a discard.")],
    "knocker_melds": [
        ("standard", "named", "The knocker chooses the melds"),
        ("standard", "best", "melds that leave the least deadwood"),
    ],
    "doubling": [
        ("doubling-gin", True, "may double what the round counts"),
        ("standard", False, "A round won is a box"),
    ],
    "doubling_limit": [("doubling-gin", 64, "above 64 times"), ("doubling-gin", 8, "above 8 times")],
    "layoff": [
        ("standard", "none", "There are no lay-offs, after a knock or after gin."),
        ("standard", "including-gin", "can lay off after gin as well"),
    ],
    "layoff_chain": [
        ("standard", True, "the next at either end of a run, and then the next after it"),
        ("standard", False, "a set by its fourth card, a run by a card at each end"),
    ],
    "defender_melds": [
        ("standard", "best", "which are counted at their best"),
        ("standard", "named", "For the count the opponent names their own melds"),
    ],
    "stock_floor": [("standard", 4, "leaves 4 cards in the stock"), ("standard", 0, "leaves the stock empty")],
    "stock_exhausted": [
        ("standard", "draw", "in the stock, the round is drawn and nobody scores; a knock in place of that discard"),
        ("standard", "last-discard-option", "the next player can take that discard"),
    ],
    "take_cap": [("standard", 50, "from the discard pile for the 50th time"), ("standard", 0, "Any number of cards")],
    "return_pair": [
        ("openspiel", True, "when two players in a row discard the card they have just taken"),
        ("openspiel", False, "the round is drawn"),
    ],
    "reshuffle_cap": [("penalty-2-to-4", 3, "After 3 reshuffles"), ("penalty-2-to-4", 1, "After 1 reshuffle a round")],
    "gin_bonus": [("standard", 20, "deadwood plus 20 points; gin"), ("standard", 30, "deadwood plus 30 points; gin")],
    "big_gin_bonus": [("standard", 50, "plus 50 points, in place of"), ("standard", 31, "plus 31 points, in place of")],
    "undercut_bonus": [
        ("standard", 10, "than the knocker scores the difference plus 10 points."),
        ("standard", 15, "than the knocker scores the difference plus 15 points."),
    ],
    "undercut_moves": [
        ("standard", "defender", "an opponent with less deadwood than the knocker scores"),
        ("standard", "knocker", "a knocker with more deadwood than the opponent loses"),
    ],
    "gin_off_bonus": [
        ("standard", 40, "no deadwood at all scores 40 points"),
        ("standard", 25, "no deadwood at all scores 25 points"),
    ],
    "knock_bonus": [
        ("standard", 15, "scores the difference plus 15 points."),
        ("standard", 5, "difference plus 5 points."),
    ],
    "refusal_bonus": [
        ("doubling-gin", 10, "if behind, plus 10 points"),
        ("doubling-gin", 20, "if behind, plus 20 points"),
    ],
    "tie": [
        ("standard", "undercut", "Equal deadwood is an undercut too."),
        ("standard", "nobody", "the round is drawn"),
    ],
    "spade_multiplier": [("oklahoma", 2, "the round counts twice"), ("oklahoma", 3, "the round counts 3 times")],
    "spade_scope": [
        ("oklahoma", "hand", "boxes are not multiplied"),
        ("oklahoma", "hand-and-all-boxes", "all boxes are multiplied too"),
    ],
    "score_mode": [
        ("penalty-2-to-4", "penalty", "Losers are charged penalty points"),
        ("mahjong-gin", "table-count", "Each player scores the cards they put on the table"),
    ],
    "gain_from": [
        ("group-gin", "winner-takes-all", "the knocker scores the difference to every other player"),
        ("group-gin", "each-with-knocker", "every other player settles with the knocker alone"),
    ],
    "penalty_share": [
        ("penalty-2-to-4", "own", "charged their own deadwood plus 25"),
        ("penalty-2-to-4", "pooled", "charged the deadwood of all losers plus 25"),
    ],
    "undercut_penalty": [
        ("penalty-2-to-4", "difference", "An undercut knocker is charged that plus 25"),
        ("penalty-2-to-4", "full", "charged their whole deadwood plus 25"),
    ],
    "gin_boxes": [("standard", 2, "Extra boxes: 2 for gin."), ("standard", 3, "Extra boxes: 3 for gin.")],
    "big_gin_boxes": [("standard", 2, "Extra boxes: 2 for big gin."), ("standard", 4, "Extra boxes: 4 for big gin.")],
    "undercut_boxes": [
        ("standard", 1, "Extra boxes: 1 for an undercut."),
        ("standard", 2, "boxes: 2 for an undercut."),
    ],
    "target": [
        ("standard", 150, "when a player reaches 150 points."),
        ("partnership", {2: 125}, "reaches 125 points."),
    ],
    "game_end": [
        ("penalty-elimination", "last-standing", "with 100 points is out, and the last one left wins."),
        ("standard", "target", "The game is over when"),
    ],
    "rounds": [
        ("standard", 5, "over after 5 decided rounds at the latest"),
        ("standard", 3, "over after 3 decided rounds"),
    ],
    "game_bonus": [("standard", 100, "Game bonus: 100 points"), ("standard", 200, "Game bonus: 200 points")],
    "box_bonus": [
        ("standard", 20, "A round won is a box, worth 20 points."),
        ("standard", 25, "Then 25 points for each"),
    ],
    "box_timing": [
        ("standard", "immediate", "count to the target."),
        ("standard", "at-end", "Then 25 points for each box."),
    ],
    "shutout": [
        ("standard", "double-hand-points", "points of the rounds are doubled, but not game bonus and boxes"),
        ("standard", "double-total", "the winner's whole total is doubled"),
    ],
    "shutout_when": [
        ("standard", "loser-no-wins", "when the loser has won no round"),
        ("standard", "loser-no-points", "when the loser has no points"),
    ],
    "shutout_bonus": [
        ("classic", 100, "the winner scores 100 points more"),
        ("classic", 150, "the winner scores 150 points more"),
    ],
    "winner_by": [
        ("standard", "first-to-target", "The first to reach the target wins the game, even if another has more"),
        ("standard", "highest-total", "The highest total, bonuses included, wins the game."),
    ],
    "exact_margin_forfeit": [
        ("standard", 50, "is exactly 50 points higher"),
        ("standard", 40, "is exactly 40 points higher"),
    ],
    "columns": [
        ("hollywood", 3, "3 games are kept side by side"),
        ("hollywood", 4, "its fourth and every later win in all 4"),
    ],
    "column_weights": [
        ("hollywood", (1, 1, 2), "count once, once and twice"),
        ("hollywood", (1, 2, 3), "twice and 3 times"),
    ],
    "column_entry": [
        ("hollywood", "next-open", "up to the one after the highest that it is written in"),
        ("hollywood", "win-count", "a win whose games are all closed is written nowhere"),
    ],
    "column_close": [
        ("hollywood", "both", "A game that is over is closed for both sides."),
        ("hollywood", "own", "continues to write in a game until it has 100 points there itself"),
    ],
    "endless": [
        ("hollywood", True, "so that 3 are open, until a player gives notice"),
        ("hollywood", False, "Play goes on until all games are closed."),
    ],
    "match_form": [
        ("gra-tournament", "best-of", "The match is the best of 5"),
        ("standard", "single", "wins the game"),
    ],
    "match_games": [
        ("gra-tournament", 7, "the best of 7 games: the first to win 4 wins it"),
        ("gra-tournament", 3, "best of 3 games: the first to win 2"),
    ],
    "match_target": [
        ("multi-match", 500, "reach 500 points wins the match"),
        ("multi-match", 700, "reach 700 points wins"),
    ],
    "match_bonus": [
        ("multi-match", 50, "wins the match and 50 points more"),
        ("multi-match", 75, "and 75 points more"),
    ],
    "team_sweep_bonus": [
        ("tedesco-teams", 25, "wins every table scores 25 points more"),
        ("tedesco-teams", 30, "wins every table scores 30 points more"),
    ],
    "team_sweep_boxes": [
        ("roodle", 3, "A team that wins every table has 3 extra boxes."),
        ("roodle", 2, "A team that wins every table has 2 extra boxes."),
    ],
}
"""For each rule two values, each on a rule set in which it matters, with words of its sentence."""


def words(rules):
    return " ".join(line for _, lines in card_sections(rules) for line in lines)


def test_two_values_of_every_rule_are_in_the_table():
    assert list(SAID) == list(RULES)
    assert all(len(rows) == 2 for rows in SAID.values())


@every(list(SAID))
def test_two_values_of_a_rule_stand_on_two_different_cards(name):
    cards = []
    for base, value, said in SAID[name]:
        rules = gin.preset(base).evolve(**{name: value})
        assert in_use(rules, name), base
        assert said in words(rules), (base, value)
        cards.append(words(rules))
    (one, _, first), (other, _, second) = SAID[name]
    assert cards[0] != cards[1]
    if one == other and value is not False and first not in second and second not in first:
        assert first not in cards[1]


@pytest.mark.parametrize(
    ("ceremony", "said"), [("lot", "by lot"), ("low-card", "the lowest deals"), ("high-card", "the highest deals")]
)
def test_the_ceremony_stands_on_the_card(ceremony, said):
    assert said in words(gin.RuleSet(first_dealer=ceremony))


PRESETS = (
    "standard", "cardgames-io", "classic", "gin-romme", "race", "world-club", "straight-gin", "oklahoma",
    "oklahoma-kisses", "hollywood", "rummytalk", "round-the-corner", "multi-match", "gin-pro", "doubling-gin",
    "cutthroat", "penalty-2-to-4", "mahjong-gin", "tedesco-teams", "partnership", "eaai",
)  # fmt: skip


def number(pattern, text):
    """The first number that the pattern finds in a card, or 0."""
    found = re.search(pattern, text)
    return int(found[1]) if found else 0


READ = {
    "gin_bonus": r"(?:Gin: .*?(?:deadwood|deadwood plus)|Going out earns) (?:plus )?(\d+) points",
    "big_gin_bonus": r"Big gin: .*? plus (\d+) points",
    "undercut_bonus": r"(?:Undercut: .*? the difference plus|undercut knocker is charged that plus) (\d+) points",
    "knock_bonus": r"Knock: [^.]* plus (\d+) points",
    "game_bonus": r"Game bonus: (\d+) points",
    "box_bonus": r"A round won is a box, worth (\d+) points",
    "columns": r"(\d+) games are kept side by side",
    "spade_multiplier": r"is a spade the round counts (\d+) times",
    "match_target": r"to reach (\d+) points wins the match",
    "match_games": r"best of (\d+) games",
    "shutout_bonus": r"(?:the winner scores|pays the winner) (\d+) points more",
    "stock_floor": r"The bottom (\d+) cards? of the stock",
    "gin_boxes": r"Extra boxes: (\d+) for gin",
    "undercut_boxes": r"(\d+) for an undercut",
    "take_cap": r"for the (\d+)(?:st|nd|rd|th) time",
}
DEALERS = {
    "alternate": r"The deal (?:alternates|passes to the left) after a decided round",
    "winner": r"The winner of a round deals the next;",
    "loser": r"The loser of a round deals the next, so",
    "winning-side": r"All members of the team that won the round deal",
    "incoming": r"the idle player comes in and deals to the winner",
    "idle-loser": r"The loser of a round sits out and deals",
    "box": r"The player in the box deals every round",
    "fixed": r"The same player deals every round",
}


def test_the_presets_are_of_every_family():
    assert {gin.preset_info(name).family for name in PRESETS} == set(FAMILIES)
    assert len(PRESETS) >= 20


@every(PRESETS)
def test_numbers_are_read_back_from_a_card(name):
    rules = gin.preset(name)
    card = words(rules).replace("counts twice", "counts 2 times")
    for rule, pattern in READ.items():
        absent = 1 if rule in {"columns", "spade_multiplier", "match_games"} else 0
        expected = getattr(rules, rule) if in_use(rules, rule) else absent
        assert (number(pattern, card) or absent) == expected, rule
    assert [dealer for dealer, pattern in DEALERS.items() if re.search(pattern, card)] == [rules.next_dealer]
    if rules.knock_source == "fixed" and not rules.open_melds:
        assert number(r"if the deadwood left is (\d+) or less", card) == rules.knock_limit
    targets = {int(found) for found in re.findall(r"(?:reaches|who has|or) (\d+) (?:points|for)", card)}
    sizes = {
        rules.target_for(size)
        for size in ((2, 3) if rules.name == "tedesco-teams" else (2,) if rules.seating == "partnership" else (1,))
    }
    assert targets == {size for size in sizes if size}
