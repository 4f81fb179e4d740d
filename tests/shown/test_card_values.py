"""The values on a rule card: two for each rule, and the numbers of twenty presets read back from their cards."""

import re

import pytest

import ginrules as gin
from ginrules.presets.catalogue import FAMILIES
from ginrules.rules.model import RULES, in_use
from ginrules.show.rulecard.card import card_sections
from tests.conftest import every
from tests.core.conftest import SAID


def words(rules):
    return " ".join(line for _, lines in card_sections(rules) for line in lines)


def test_two_values_of_every_rule_are_in_the_table():
    assert set(SAID) == set(RULES)
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
    if first and one == other and value is not False and first not in second and second not in first:
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
