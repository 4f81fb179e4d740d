import re
from itertools import combinations, permutations

import pytest
from hypothesis import given

import ginrules as gin
from ginrules.play.events import event_text
from ginrules.rules.model import RULES, in_use
from ginrules.rules.seats import table_seats, team_size
from ginrules.show.rulecard.card import card_sections
from ginrules.testing import rule_sets
from tests.conftest import effort, every, examples, some
from tests.core.conftest import TWO_VALUES

BASES = [
    *(
        "standard classic oklahoma-kisses oklahoma-second-deck round-the-corner openspiel mahjong-gin penalty-2-to-4 "
        "tedesco-teams partnership captain cutthroat rotating-box penalty-elimination hollywood-endless rummytalk "
        "gra-tournament palace straight-gin spanish-how-to"
    ).split(),
    "gin only, no lay-offs",
]


OF_ONE_RULE = ("knock-rummy", "group-gin", "penalty-elimination", "multi-match", "pokerwiner")
"""More presets, each with a rule that no base can be played with."""


def rules_named(base):
    if base == "gin only, no lay-offs":
        return gin.RuleSet(name=base, knock_limit=0, big_gin=False, layoff="none")
    return gin.preset(base)


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
        except gin.RuleSetError:
            continue
        if other != rules:
            yield value, other


@pytest.mark.parametrize("base", some(BASES, 4))
def test_a_value_that_changes_changes_the_card(base):
    rules = rules_named(base)
    card = sentences(rules)

    @every(list(RULES))
    def check(name):
        for value, other in variants(rules, name):
            if name in {"hand_size", "target", "rounds"} and played(rules, name) == played(other, name):
                continue
            is_said = in_use(rules, name) or in_use(other, name)
            assert (sentences(other) != card) is is_said, f"{name} = {value}"

    check()


def played(rules, name):
    """The numbers of a table that this rule set asks for."""
    if name == "target":
        return [rules.target_for(team_size(rules.seating, players)) for players in rules.player_counts]
    ask = rules.hand_size_for if name == "hand_size" else rules.rounds_for
    return [ask(table_seats(rules.seating, players)) for players in rules.player_counts]


@every(TWO_VALUES)
def test_two_values_of_a_rule_stand_on_two_different_cards(name, rows):
    cards = []
    for base, value in rows:
        rules = gin.preset(base).evolve(**{name: value})
        assert in_use(rules, name), base
        cards.append(sentences(rules))
    assert cards[0] != cards[1]


@pytest.mark.parametrize(
    ("ceremony", "said"), [("lot", "by lot"), ("low-card", "the lowest deals"), ("high-card", "the highest deals")]
)
def test_the_ceremony_stands_on_the_card(ceremony, said):
    assert said in " ".join(sentences(gin.RuleSet(first_dealer=ceremony)))


@pytest.mark.full
def test_every_rule_has_a_playable_alternative_among_the_bases():
    tried = {name for base in BASES for name in RULES for _ in variants(rules_named(base), name)}
    assert tried == set(RULES)


CHOICES = {name: rule.choices for name, rule in RULES.items() if rule.kind == "choice"}


def sentences(rules):
    return [line for _, lines in card_sections(rules) for line in lines]


def cards_by_value(rules, name):
    """The card of this rule set under every value of a choice that is legal and in use."""
    cards = {}
    for value in CHOICES[name]:
        try:
            other = rules.evolve(**{name: value})
        except gin.RuleSetError:
            continue
        if in_use(other, name):
            cards[value] = sentences(other)
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
    for rules in {rules_named(base) for base in {*BASES, *OF_ONE_RULE, *effort((), gin.preset_names())}}:
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


@every(gin.preset_names())
def test_a_card_can_be_printed_and_names_no_value_as_spelt_in_a_file(name):
    rules = gin.preset(name)
    card = gin.describe(rules)
    assert card.startswith(f"{rules.title}\n\nObject of the game\n- ")
    assert card.endswith("\n")
    assert max(map(len, card.splitlines())) <= 96
    for word in ("None", "True", "False", "{", "best-of", "double-", "loser-no"):
        assert word not in "\n".join(sentences(rules))
    assert not re.search(r"[a-z]_[a-z]", card.replace("open_spiel/games/gin_rummy", "")), "a rule as in a file"


@pytest.mark.parametrize(
    ("base", "said", "not_said"),
    [
        ("hollywood+columns=2", "Wins score points in 2 games side by side;", "in 3 games"),
        ("standard+shutout=none+box_bonus=0", "even if another has more after the bonuses.", "bonuses included"),
        ("standard+shutout=none+box_bonus=0+game_bonus=0", "target wins the game.", "after the bonuses"),
        ("mahjong-gin+gin_bonus=10", "Going out earns 10 points more.", "Gin: "),
        ("group-gin+big_gin=true", "Big gin: the winner scores the deadwood of every other player", "Big gin needs"),
        (
            "group-gin+undercut_bonus=0",
            "every other player settles with the knocker alone.",
            "scores the difference and",
        ),
        ("online-rubl-2-to-4+gain_from=each-with-knocker", "equal deadwood scores 25 points.", "with two players that"),
        (
            "online-rubl-2-to-4+gain_from=each-with-knocker+undercut_bonus=0+game_bonus=100",
            "equal deadwood scores 0 points; with two players that one wins the round.",
            "One with equal deadwood scores 25 points.",
        ),
        ("undercut-0+undercut_boxes=1", "Extra boxes: 1 for an undercut.", "plus 0"),
        ("group-gin+tie=undercut-no-bonus", "One with equal deadwood scores nothing.", "neither does the knocker"),
        ("group-gin+tie=knocker-wins", "From one with equal deadwood the knocker scores 0 points.", "scores nothing."),
        ("group-gin+tie=nobody", "One with equal deadwood scores nothing, and neither does the knocker.", "scores 0"),
        ("knock-rummy+tie=nobody", "the least deadwood equals the knocker's, the round is drawn", "is not an undercut"),
        ("knock-rummy+tie=knocker-wins", "Deadwood equal to the knocker's is not an undercut.", "wins the round too"),
        ("knock-rummy+tie=undercut-no-bonus", "and nobody's less, wins the round too, without", "is an undercut too"),
        ("straight-gin+knock_source=upcard", "The upcard sets no limit.", "you can knock"),
        ("straight-gin+knock_source=knock-card", "The knock card sets no limit.", "you can knock"),
        ("standard+column_weights=2", "is paid twice, even if the winner has less.", "games count"),
        ("penalty-2-to-4+column_weights=2", "settles the difference of their totals twice.", "games count"),
        ("hollywood+columns=2+column_weights=1,1", "The 2 games count alike.", "one column further"),
    ],
)
def test_a_card_says_what_is_played_and_not_its_opposite(base, said, not_said):
    card = " ".join(gin.describe(gin.preset(base)).split())
    assert said in card
    assert not_said not in card


def test_the_sentences_do_not_depend_on_the_texts():
    rules = gin.preset("oklahoma")
    bare = gin.RuleSet(**{name: getattr(rules, name) for name in RULES})
    assert sentences(bare) == sentences(rules)


def test_values_without_an_effect_are_left_out():
    assert sentences(gin.RuleSet(big_gin=False, big_gin_bonus=50)) == sentences(gin.RuleSet(big_gin=False))
    assert not in_use(gin.RuleSet(big_gin=False), "big_gin_bonus")


def test_sentences_of_doubles_laying_off_and_the_knock_card():
    assert [
        event_text(event(0)) for event in (gin.Doubled, gin.Accepted, gin.Refused, gin.Declined)
    ] == "seat 0 doubles, seat 0 accepts the double, seat 0 refuses the double, seat 0 declines".split(", ")
    assert "The knocker lays off nothing, and nothing goes" in gin.describe(gin.preset("standard"))
    rules = gin.RuleSet(knock_source="knock-card")
    assert "second, shuffled pack" in gin.describe(rules)
    open_melds = rules.evolve(open_melds=True, knock_limit=0, big_gin=False, layoff="none")
    assert "second, shuffled pack" not in gin.describe(open_melds)
