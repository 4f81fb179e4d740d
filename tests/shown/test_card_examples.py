"""A rule card whole and on paper: its parts in their order, its examples, and what fits a side."""

import re

import pytest

import ginrules as gin
from ginrules._support.printed import html_text
from ginrules.presets.catalogue import CONFIDENCES
from ginrules.rules.model import RULES
from ginrules.show.rulecard.card import (
    BACK,
    DIFFERENT,
    EXAMPLE,
    PROGRAM,
    SHEET,
    SHORT_WIDTH,
    SURE,
    card_parts,
    card_sections,
    short_card,
    short_sections,
)
from ginrules.show.rulecard.page import card_page, lines_in, prices
from ginrules.show.rulecard.words import rule_words
from tests.conftest import every


@every(gin.preset_names())
def test_a_card_begins_with_the_object_and_ends_with_an_example(name):
    rules = gin.preset(name)
    parts = {part.title: part for part in card_parts(rules)}
    titles = list(parts)
    assert (titles[0], titles[-2:]) == ("Object of the game", [SURE, EXAMPLE])
    assert (SHEET in titles) == (rules.columns > 1)
    grade = gin.preset_info(name).confidence
    sure = parts[SURE].sentences
    assert sure[0] == f"{grade.capitalize()}: {CONFIDENCES[grade]}."
    assert all(source.rstrip(".") in sure[1] for source in rules.sources)
    assert len(sure) == 2 + len(rules.notes)


def test_rules_of_your_own_have_no_examples():
    for rules in (gin.RuleSet(), gin.preset("hollywood+oklahoma"), gin.preset("hollywood").evolve(gin_bonus=30)):
        assert not {part.title for part in card_parts(rules)} & {SHEET, DIFFERENT, EXAMPLE}
        assert "Example" not in gin.describe(rules)


@every(gin.preset_names())
def test_a_short_card_fits_one_side_of_a5(name):
    lines = short_card(name).splitlines()
    assert len(lines) <= 76
    assert max(map(len, lines)) <= SHORT_WIDTH
    assert lines[0] == gin.preset(name).title
    card = [line for part in card_parts(gin.preset(name)) for line in part.sentences]
    titles = [title for title, _ in card_sections(gin.preset(name)) if title != PROGRAM]
    assert [title for title, _ in short_sections(gin.preset(name))] == titles
    assert all(line in card for _, sentences in short_sections(gin.preset(name)) for line in sentences)


@pytest.mark.parametrize("name", gin.preset_names())
def test_a_page_holds_every_rule_and_the_prices_in_readable_type(name):
    page = card_page(name)
    for part in card_parts(gin.preset(name)):
        if part.title not in {*BACK, PROGRAM}:
            assert all(html_text(line) in page for line in (part.title, *part.sentences))
    assert html_text(" · ".join(f"{title}: {value}" for title, value in prices(gin.preset(name)))) in page
    assert SURE not in page
    assert type_size(page) >= 8.5


def type_size(page):
    return float(re.search(r"font-size: ([\d.]+)pt", page.partition("<main")[2])[1])


def test_lines_break_between_words_where_the_next_would_not_fit():
    # at 10 points an "a" is 556 × 0.003528 = 1.96 mm wide, a blank 0.98 mm: "aa aa" is 8.83 mm
    texts = "", "aa", "aa aa", "aa aa aa", "aa aa aa aa", "aa aa aa aa a"
    assert [lines_in(text, 10, 8.9) for text in texts] == [1, 1, 1, 2, 2, 3]
    assert lines_in("aa aa", 10, 8.8) == 2
    assert lines_in("aa aa", 11, 8.9) == 2


def test_larger_cards_have_smaller_type():
    sizes = {name: type_size(card_page(name, short=True)) for name in ("straight-gin", "standard", "roodle")}
    assert 10.5 >= sizes["straight-gin"] > sizes["standard"] > sizes["roodle"] >= 5


def test_the_words_of_rules_are_different():
    assert len({rule_words(name) for name in RULES}) == len(RULES)


def test_own_rules_say_that_they_are_your_own():
    card = " ".join(gin.describe(gin.RuleSet(notes=("take_cap: ours",))).split())
    assert "These rules are your own, or joined from others" in card
    assert "Takes from the pile: ours." in card


def test_no_example_counts_points_where_only_rounds_are_won():
    card = gin.describe("straight-gin-best-of-seven")
    assert "No points are counted" in card
    assert re.search(r"(scores|wins) \d", card) is None
    assert "So Bo wins the round." in card


@every(
    {
        "standard": ("Target", "100"),
        "straight-gin": ("Knock limit", "0: gin only"),
        "mahjong-gin": ("Knock limit", "none: there is no knock"),
        "penalty-2-to-4": ("Target", "none; rounds: 2 for 2, 3 for 3, 4 for 4"),
        "tedesco-teams": ("Target", "150 for teams of 2, 175 for teams of 3"),
    }
)
def test_prices_on_paper_that_are_no_number_are_said_in_words(name, price):
    title, said = price
    assert dict(prices(gin.preset(name)))[title] == said
