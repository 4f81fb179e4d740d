"""The examples of a rule card, made when the card is made: the round, the lay-offs, the six rounds in columns."""

import re

import pytest

import ginrules as gin
from ginrules._support.printed import html_text
from ginrules.presets.catalogue import CONFIDENCES
from ginrules.rules.model import RULES
from ginrules.rules.words import rule_words
from ginrules.show.rulecard.card import (
    EXAMPLE,
    PROGRAM,
    SHEET,
    SHORT_LINES,
    SHORT_WIDTH,
    SURE,
    card_parts,
    card_sections,
    short_card,
    short_sections,
)
from ginrules.show.rulecard.examples import NAMES, example_round, example_sheet, sheet_rows, written_where
from ginrules.show.rulecard.page import card_page, lines_in, sides
from tests.conftest import every
from tests.referees.naive import Naive, mask_of

ROUNDS = ((0, 40), (0, 35), (0, 30), (1, 20), (1, 25), (0, 36))
READINGS = {
    "next-open": {"column_entry": "next-open"},
    "win-count": {"column_entry": "win-count"},
    "own": {"column_close": "own"},
    "own, win-count": {"column_entry": "win-count", "column_close": "own"},
}
SHEETS = {  # the rules, step by step, 6.4; for "own" worked out on paper
    "next-open": ["40–0 . .", "75–0 35–0 .", "105–0 65–0 30–0", ". 65–20 .", ". 65–45 30–25", ". 101–45 66–25"],
    "win-count": ["40–0 . .", "75–0 35–0 .", "105–0 65–0 30–0", ". . .", ". 65–25 .", ". 101–25 66–0"],
    "own": ["40–0 . .", "75–0 35–0 .", "105–0 65–0 30–0", "105–20 . .", "105–45 65–25 .", ". 101–25 66–0"],
    "own, win-count": ["40–0 . .", "75–0 35–0 .", "105–0 65–0 30–0", "105–20 . .", "105–45 65–25 .", ". 101–25 66–0"],
}


def on_paper(entry, close):
    """The cells of the six rounds by a second reading of the rules, without a line of the library's."""
    points, reached = [[0, 0] for _ in range(3)], [set() for _ in range(3)]
    wins, highest, rows = [0, 0], [0, 0], []
    for side, gained in ROUNDS:
        wins[side] += 1
        opens = [game for game in range(3) if not (reached[game] if close == "both" else side in reached[game])]
        if wins[side] >= 3:
            games = opens
        elif entry == "win-count":
            games = [game for game in opens if game < wins[side]]
        else:
            games = [game for game in opens if game + 1 <= max(highest[side] + 1, opens[0] + 1)]
        for game in games:
            points[game][side] += gained
            if points[game][side] >= 100:
                reached[game].add(side)
        highest[side] = max([highest[side], *(game + 1 for game in games)])
        rows.append(" ".join(f"{points[game][0]}–{points[game][1]}" if game in games else "." for game in range(3)))
    return rows


def cells(match):
    rows = [re.split(r"  +", line.replace(" closed", "")) for line in sheet_rows(match)[1:7]]
    return [" ".join(row[3:]) for row in rows]


@pytest.mark.parametrize("reading", list(READINGS))
def test_six_rounds_in_the_columns_as_on_paper(reading):
    rules = gin.preset("hollywood").evolve(**READINGS[reading])
    assert cells(example_sheet(rules)) == SHEETS[reading] == on_paper(rules.column_entry, rules.column_close)


def test_the_words_below_the_sheet_say_where_a_win_is_written():
    said = list(written_where(example_sheet(gin.preset("hollywood"))))
    assert said[2] == "Round 3, the 3rd win of Ann: written in games 1, 2 and 3 and closes game 1."
    assert said[3] == "Round 4, the 1st win of Bo: written in game 2."
    lost = list(written_where(example_sheet(gin.preset("hollywood+column_entry=win-count"))))
    assert lost[3] == "Round 4, the 1st win of Bo: written nowhere."


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


def points_in(text, name):
    """The points of a player in a sentence of the example."""
    found = re.search(rf"{name} (?:scores|is charged) (\d+) points?", text)
    return int(found[1]) if found else 0


@every(
    ("standard", "classic", "oklahoma", "round-the-corner", "penalty-2-to-4", "group-gin", "doubling-gin", "rummytalk")
)
def test_the_example_round_is_priced_by_the_rules(name):
    rules = gin.preset(name)
    shown = example_round(rules)
    outcome = shown.ended.outcome
    *_, so, undercut, with_gin = next(part for part in card_parts(rules) if part.title == EXAMPLE).sentences
    score = gin.price(outcome, rules)
    assert [points_in(so, NAMES[seat]) for seat in range(outcome.seats)] == list(score.points)
    naive = Naive.of(rules)
    has_layoffs = rules.layoff == "including-gin"
    full = list(outcome.deadwood) if has_layoffs else [naive.deadwood(mask_of(hand)) for hand in shown.spread.hands]
    full[outcome.declarer] = 0
    facts = {"upcard": outcome.upcard, "knock_card": outcome.knock_card}
    assert ("no lay-offs" in with_gin) is not has_layoffs
    gin_score = gin.price(gin.Outcome(declarer=outcome.declarer, deadwood=full, ending="gin", **facts), rules)
    assert [points_in(with_gin, NAMES[seat]) for seat in range(outcome.seats)] == list(gin_score.points)
    other = next(seat for seat in range(outcome.seats) if seat != outcome.declarer)
    counts = list(outcome.deadwood)
    counts[other] = outcome.deadwood[outcome.declarer] - 1
    under = gin.price(gin.Outcome(declarer=outcome.declarer, deadwood=counts, **facts), rules)
    assert [points_in(undercut, NAMES[seat]) for seat in range(outcome.seats)] == list(under.points)


@every(("standard", "oklahoma", "tedesco", "penalty-2-to-4", "group-gin"))
def test_the_lay_offs_of_the_example_are_the_best(name):
    rules = gin.preset(name)
    shown = example_round(rules)
    said = next(line for part in card_parts(rules) for line in part.sentences if line.startswith("Example: "))
    before, after = map(int, re.search(r"; (\d+) points of deadwood become (\d+)\.", said).groups())
    seat = NAMES.index(re.match(r"Example: (\w+) lays off", said)[1])
    hand, table = shown.spread.hands[seat], shown.spread.table
    assert before == Naive.of(rules).deadwood(mask_of(hand))
    assert after == gin.best_defence(hand, table, rules).deadwood == shown.ended.outcome.deadwood[seat]
    assert after < before


def test_the_example_is_another_under_other_prices():
    texts = {name: gin.describe(f"standard+{name}") for name in ("gin_bonus=20", "gin_bonus=30", "undercut_bonus=10")}
    ends = {text.split(EXAMPLE)[1] for text in texts.values()}
    assert len(ends) == 3


def test_a_declarer_without_melds_spreads_nothing():
    lines = {size: [*card_parts(gin.preset(f"standard+hand_size={size}"))][-1].sentences for size in (2, 3)}
    assert "Bo spreads nothing and has 3♣ 3♦ 2♥ left, 8 points." in lines[3]
    assert lines[3][-1].startswith("With gin in place of the knock")
    assert lines[2][-1].startswith("With 4 points Ann would have undercut")  # two cards are never gin


def test_rules_without_a_knock_have_examples_without_it():
    parts = {part.title: part for part in card_parts(gin.preset("roodle+knock_limit=0"))}
    assert parts[SHEET].table[-1].split() == ["boxes", "9–0", "9–6", "6–3"]  # three boxes for a win by gin
    assert "the knock card is 3♥ (gin only)." in parts[EXAMPLE].sentences[0]


@every(gin.preset_names())
def test_a_short_card_fits_one_side_of_a5(name):
    lines = short_card(name).splitlines()
    assert len(lines) <= SHORT_LINES
    assert max(map(len, lines)) <= SHORT_WIDTH
    assert lines[0] == gin.preset(name).title
    card = [line for part in card_parts(gin.preset(name)) for line in part.sentences]
    titles = [title for title, _ in card_sections(gin.preset(name)) if title != PROGRAM]
    assert [title for title, _ in short_sections(gin.preset(name))] == titles
    assert all(line in card for _, sentences in short_sections(gin.preset(name)) for line in sentences)


@pytest.mark.parametrize("name", ["standard", "hollywood", "penalty-2-to-4"])
def test_a_page_holds_every_sentence_of_the_card(name):
    page = card_page(name)
    for part in card_parts(gin.preset(name)):
        for line in (part.title, *part.sentences):
            assert html_text(line) in page
    assert "size: A4" in page
    assert f"<p>{html_text(gin.preset(name).summary)}</p>" in page
    assert SURE not in card_page(name, short=True)


def test_lines_break_between_words_where_the_next_would_not_fit():
    # at 10 points an "a" is 556 × 0.003528 = 1.96 mm wide, a blank 0.98 mm: "aa aa" is 8.83 mm
    assert [lines_in(text, 10, 8.9) for text in ("", "aa", "aa aa", "aa aa aa", "aa aa aa aa", "aa aa aa aa a")] == [
        1, 1, 1, 2, 2, 3,
    ]  # fmt: skip
    assert lines_in("aa aa", 10, 8.8) == 2
    assert lines_in("aa aa", 11, 8.9) == 2


def test_larger_cards_have_smaller_type():
    sizes = {name: next(sides(gin.preset(name), short=True))[0] for name in ("straight-gin", "standard", "roodle")}
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


def test_a_table_is_not_parted_from_its_title():
    sections = re.findall(r"<section>(.*?)</section>", card_page("hollywood"), re.DOTALL)
    assert len(sections) == sum(bool(part.table) for part in card_parts(gin.preset("hollywood"))) == 1
    assert "<h4>" in sections[0]
    assert "<pre>" in sections[0]
