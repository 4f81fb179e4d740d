from itertools import combinations, permutations

import pytest
from hypothesis import given

from ginrules.errors import RuleSetError
from ginrules.presets import preset, preset_names
from ginrules.rules.card.describe import describe, in_use
from ginrules.rules.model import RULES, RuleSet
from ginrules.rules.seats import table_seats, team_size
from ginrules.testing import rule_sets
from tests.effort import effort, examples, some
from tests.every import every

BASES = (
    "standard", "classic", "oklahoma-kisses", "oklahoma-second-deck", "round-the-corner", "openspiel",
    "mahjong-gin", "penalty-2-to-4", "tedesco-teams", "partnership", "captain", "cutthroat", "rotating-box",
    "penalty-elimination",
    "hollywood-endless", "rummytalk", "gra-tournament", "palace", "straight-gin", "spanish-how-to",
    "gin only, no lay-offs",
)  # fmt: skip


OF_ONE_RULE = ("knock-rummy", "group-gin", "penalty-elimination", "multi-match", "pokerwiner")
"""More presets, each with a rule that no base can be played with."""


def rules_named(base):
    if base == "gin only, no lay-offs":
        return RuleSet(name=base, knock_limit=0, big_gin=False, layoff="none")
    return preset(base)


def alternatives(rules, name):
    """Other values that this rule might have, fit for the rule set or not."""
    rule, value = RULES[name], getattr(rules, name)
    match rule.kind:
        case "choice":
            return [other for other in rule.choices if other != value]
        case "yes-no":
            return [not value]
        case "number":
            return [other for other in (0, 1, 2, 3, 5, 7, 12, 13, 50, 99) if other != value]
        case "numbers":
            return [
                *((*value[:i], number + step, *value[i + 1 :]) for i, number in enumerate(value) for step in (1, -1)),
                *((2, 3), (2,), (4,), (3,), (4, 6), (1, 1, 2), (1, 2, 1)),
            ]
        case "by-number":
            numbers = {team_size(rules.seating, players) for players in rules.player_counts}
            numbers |= {table_seats(rules.seating, players) for players in rules.player_counts}
            tables = [{number: 5 + number * step for number in numbers} for step in (1, 2, 0)]
            return [other for other in (0, 1, 6, 9, *tables) if other != value]
    raise AssertionError(rule.kind)


def variants(rules, name):
    for value in alternatives(rules, name):
        try:
            other = rules.evolve(**{name: value}, title=rules.title)
        except RuleSetError:
            continue
        if other != rules:
            yield value, other


@pytest.mark.parametrize("base", some(BASES, 4))
def test_a_value_that_changes_changes_the_card(base):
    rules = rules_named(base)
    card = describe(rules)

    @every(list(RULES))
    def check(name):
        for value, other in variants(rules, name):
            if name not in {"hand_size", "target", "rounds"} or played(rules, name) != played(other, name):
                assert describe(other) != card, f"{name} = {value}"

    check()


def played(rules, name):
    """The numbers of a table that this rule set asks for."""
    if name == "target":
        return [rules.target_for(team_size(rules.seating, players)) for players in rules.player_counts]
    ask = rules.hand_size_for if name == "hand_size" else rules.rounds_for
    return [ask(table_seats(rules.seating, players)) for players in rules.player_counts]


@pytest.mark.slow
def test_every_rule_has_a_playable_alternative_among_the_bases():
    tried = {name for base in BASES for name in RULES for _ in variants(rules_named(base), name)}
    assert tried == set(RULES)


CHOICES = {name: rule.choices for name, rule in RULES.items() if rule.kind == "choice"}


def played_card(rules):
    """The lines of the card without its title and the values without effect."""
    return describe(rules).split("Without effect here")[0].split("\n- ")[1:]


def cards_by_value(rules, name):
    """The card of this rule set under every value of a choice that is legal and in use."""
    cards = {}
    for value in CHOICES[name]:
        try:
            other = rules.evolve(**{name: value})
        except RuleSetError:
            continue
        if in_use(other, name):
            cards[value] = played_card(other)
    return cards


UNSPOKEN = {("knock_source", "fixed"), ("match_form", "single")}
"""The values that a card need not mention: nothing is done."""


def without_a_sentence(cards, name):
    """A value whose lines are all on the card of another value, and that other value; None if there is none."""
    for value, other in permutations(cards, 2):
        if (name, value) not in UNSPOKEN and not set(cards[value]) - set(cards[other]):
            return value, other
    return None


@pytest.mark.parametrize("name", some(list(CHOICES), 10))
def test_every_value_of_a_choice_has_a_sentence_of_its_own(name):
    compared, lines = set(), {value: set() for value in CHOICES[name]}
    for rules in {rules_named(base) for base in {*BASES, *OF_ONE_RULE, *effort((), preset_names())}}:
        cards = cards_by_value(rules, name)
        assert without_a_sentence(cards, name) is None, rules
        compared |= set(combinations(cards, 2))
        for value, card in cards.items():
            lines[value] |= set(card)
    assert all(lines.values()), "a value that no preset can be played with: add one to BASES"
    for pair in set(combinations(CHOICES[name], 2)) - compared:  # legal only in different rule sets
        assert without_a_sentence({value: lines[value] for value in pair}, name) is None


@examples(3, 60)
@given(rules=rule_sets())
def test_two_values_of_a_choice_in_use_never_share_a_card(rules):
    for name in CHOICES:
        assert without_a_sentence(cards_by_value(rules, name), name) is None, name


@every(preset_names())
def test_a_card_can_be_printed_and_names_no_value_as_spelt_in_a_file(name):
    rules = preset(name)
    card = describe(rules)
    assert card.startswith(f"{rules.title}\n\nPlayers\n- ")
    assert card.endswith("\n")
    assert max(map(len, card.splitlines())) <= 96
    for word in ("None", "True", "False", "{", "best-of", "double-", "loser-no"):
        assert word not in card.split("Without effect here")[0]


def test_the_card_of_standard_holds_the_numbers():
    card = " ".join(describe(RuleSet()).split())
    for words in (
        "2 players, one against the other",
        "10 cards each",
        "deadwood left is 10 or less",
        "plus 25 points; gin is never undercut",
        "Big gin: the winner scores the defender's deadwood plus 31 points",
        "a player or team reaches 100 points",
        "Game bonus: 100 points",
        "25 points for each box",
        "points of play are doubled",
    ):
        assert words in card


@pytest.mark.parametrize(
    ("base", "said", "not_said"),
    [
        ("standard", "counts by pips: ace 1; jack, queen and king 10.", "ace 15"),
        ("tedesco", "counts by pips: ace 15; jack, queen and king 10.", "ace 1;"),
        ("mahjong-gin", "Cards count 15 for ace, 5 for 2 to 9 and 10 for 10 to king.", "Deadwood"),
        ("oklahoma", "holds for the whole round, even when the card is taken.", "holds for the whole round."),
        ("oklahoma-second-deck", "That limit holds for the whole round.", "when the card is taken"),
        ("cutthroat", "the loser has no points: that loser pays the winner 100 points more.", "the winner has 100"),
        ("captain", "The player in the box settles the difference of the totals with every player", "Every pair"),
        ("hollywood", "The differences of the columns are added for the match.", "Every pair"),
        ("hollywood-scarne", "The match ends when one side has the target in all of them.", "for both sides when one"),
    ],
)
def test_a_card_says_what_is_played_and_not_its_opposite(base, said, not_said):
    card = " ".join(describe(preset(base)).split())
    assert said in card
    assert not_said not in card


def test_the_card_does_not_depend_on_the_texts_but_for_its_title():
    rules = preset("oklahoma")
    bare = RuleSet(**{name: getattr(rules, name) for name in RULES})
    assert describe(bare).split("\n", 1)[1] == describe(rules).split("\n", 1)[1]


def test_what_is_never_used_is_named_at_the_end():
    card = describe(RuleSet(big_gin=False, big_gin_bonus=50))
    assert card.endswith("Without effect here\n- big_gin_bonus = 50\n")
    assert not in_use(RuleSet(big_gin=False), "big_gin_bonus")
