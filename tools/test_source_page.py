"""The page of the sources is the one that the data make; quotes are compared with the texts."""

from tools.source_page import PAGE, compare, load, page, place, skipped_lines

DATA = load()


def test_no_rule_stands_in_a_line_that_is_left_out():
    said = {place(quote)[:2] for rule in DATA["rule"] for quote in rule["says"]}
    assert not said & skipped_lines(DATA)


def test_a_quote_that_is_not_there_and_a_sentence_without_one_are_found():
    data = {
        "rule": [{"says": ["notes:1 knock with ten", "notes:2 the lost words"]}],
        "skipped": [{"says": [], "lines": ["notes:3"], "why": "talk"}],
    }
    texts = {"notes": ["You may knock with ten. You may also wait.", "Words.", "Buy this app."]}
    assert compare(data, texts) == [
        "not in its line: notes:2 the lost words",
        "without a quote: notes:1 You may also wait.",
        "without a quote: notes:2 Words.",
    ]


def test_the_page_is_the_one_these_data_make():
    assert PAGE.read_text(encoding="utf-8") == page(DATA), "write it again: python -m tools.source_page"
