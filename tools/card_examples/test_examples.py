"""The examples on the cards of presets: the round, the lay-offs, the six rounds in columns, and their kept text."""

import re

import pytest

import ginrules as gin
from ginrules.show.rulecard.card import EXAMPLE, EXAMPLES, card_parts, examples
from tools.card_examples.rounds import NAMES, example_round, example_sheet, round_example, sheet_rows, written_where
from tools.card_examples.words import blocks_of, examples_text

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


def points_in(text, name):
    """The points of a player in a sentence of the example."""
    found = re.search(rf"{name} (?:scores|is charged) (\d+) points?", text)
    return int(found[1]) if found else 0


@pytest.mark.parametrize(
    "name",
    ["standard", "classic", "oklahoma", "round-the-corner", "penalty-2-to-4", "group-gin", "doubling-gin", "rummytalk"],
)
def test_the_example_round_is_priced_by_the_rules(name):
    rules = gin.preset(name)
    shown = example_round(rules)
    outcome = shown.ended.outcome
    *_, so, undercut, with_gin = next(part for part in card_parts(rules) if part.title == EXAMPLE).sentences
    score = gin.price(outcome, rules)
    assert [points_in(so, NAMES[seat]) for seat in range(outcome.seats)] == list(score.points)
    has_layoffs = rules.layoff == "including-gin"
    full = list(outcome.deadwood) if has_layoffs else [gin.deadwood(hand, rules) for hand in shown.spread.hands]
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


@pytest.mark.parametrize("name", ["standard", "oklahoma", "tedesco", "penalty-2-to-4", "group-gin"])
def test_the_lay_offs_of_the_example_are_the_best(name):
    rules = gin.preset(name)
    shown = example_round(rules)
    said = next(line for part in card_parts(rules) for line in part.sentences if line.startswith("Example: "))
    before, after = map(int, re.search(r"; (\d+) points of deadwood become (\d+)\.", said).groups())
    seat = NAMES.index(re.match(r"Example: (\w+) lays off", said)[1])
    hand, table = shown.spread.hands[seat], shown.spread.table
    assert before == gin.deadwood(hand, rules)
    assert after == gin.best_defence(hand, table, rules).deadwood == shown.ended.outcome.deadwood[seat]
    assert after < before


def made(text):
    """The sentences of the example round, as the tool makes them."""
    return [*round_example(example_round(gin.preset(text)))]


def test_the_example_is_another_under_other_prices():
    texts = ("gin_bonus=20", "gin_bonus=30", "undercut_bonus=10")
    assert len({tuple(made(f"standard+{text}")) for text in texts}) == 3


def test_a_declarer_without_melds_spreads_nothing():
    lines = {size: made(f"standard+hand_size={size}") for size in (2, 3)}
    assert "Bo spreads nothing and has 3♣ 3♦ 2♥ left, 8 points." in lines[3]
    assert lines[3][-1].startswith("With gin in place of the knock")
    assert lines[2][-1].startswith("With 4 points Ann would have undercut")  # two cards are never gin


def test_rules_without_a_knock_have_examples_without_it():
    sheet = sheet_rows(example_sheet(gin.preset("roodle+knock_limit=0")))
    assert sheet[-1].split() == ["boxes", "9–0", "9–6", "6–3"]  # three boxes for a win by gin
    assert "the knock card is 3♥ (gin only)." in made("roodle+knock_limit=0")[0]


def kept(name):
    """The kept lines of a preset, each with its kind."""
    return {(kind, line) for kind, lines in examples().get(name, {}).items() for line in lines}


def test_the_kept_examples_are_those_that_the_tool_makes():
    for name in ("oklahoma", "tedesco", "hollywood-endless", "partnership-teams"):
        assert kept(name) == {(kind, line) for kind, _, lines in blocks_of(gin.preset(name)) for line in lines}, name


@pytest.mark.release
def test_the_kept_text_is_made_again():
    assert EXAMPLES.read_text(encoding="utf-8") == examples_text(), "python -m tools.card_examples --write"
