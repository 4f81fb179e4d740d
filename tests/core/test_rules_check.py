import pytest

from ginrules.presets.rule_files import check_rules


def messages(data):
    return [str(problem) for problem in check_rules(data)]


def test_nothing_is_wrong_with_no_rules():
    assert check_rules({}) == ()


def test_the_texts_above_the_tables_are_known():
    assert (
        messages({"name": "n", "title": "t", "summary": "s", "aliases": ["a"], "sources": ["x"], "notes": ["y"]}) == []
    )


def test_paths_name_the_section():
    assert messages({"knock": {"knock_limit": -1}}) == ["knock.knock_limit = -1: must be 0 or more (0 is gin only)"]


def test_the_sample_of_the_design():
    data = {
        "players": {"player_counts": [4], "seating": "all-play"},
        "price": {"score_mode": "penalty"},
        "game": {"box_bonus": 0, "game_bonus": 0, "shutout": "none"},
        "knock": {"knock_limit": -1},
        "deal": {"hand_size": 20},
        "layof": {"layoff": "none"},
    }
    assert messages(data) == [
        "layof: unknown section; did you mean 'layoff'?",
        "knock.knock_limit = -1: must be 0 or more (0 is gin only)",
        "deal.hand_size = 20: 4 seats × 20 cards + 1 upcard = 81, the pack has 52",
    ]


def test_an_unknown_rule_has_its_near_miss():
    (problem,) = check_rules({"price": {"gin_bonis": 20}})
    assert (problem.path, problem.value, problem.near) == ("price.gin_bonis", 20, "gin_bonus")


def test_a_rule_in_the_wrong_section_is_shown_its_place_and_still_counts():
    assert messages({"deal": {"knock_limit": 7}}) == ["deal.knock_limit = 7: belongs under [knock]"]
    assert messages({"deal": {"knock_limit": -7}})[1].startswith("knock.knock_limit = -7: must be 0 or more")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"knock_limit": 7}, "knock_limit = 7: belongs under [knock]"),
        ({"layoff": "none"}, 'layoff = "none": belongs under [layoff]'),
        ({"hand_size": {"2": 10}}, "hand_size: belongs under [deal]"),
        ({"knock": 7}, "knock = 7: must be a table of rules: [knock], and below it knock_limit, …"),
        (
            {"match": [{"match_games": 3}]},
            "match = [{ match_games = 3 }]: must be a table of rules: [match], and below it match_form, …",
        ),
        ({"titel": "x"}, "titel = \"x\": unknown name; did you mean 'title'?"),
        ({"title": 5}, "title = 5: must be a text"),
        ({"sources": "WP"}, 'sources = "WP": must be a list of texts'),
        ({"extends": 5}, "extends = 5: must be a preset, an expression or a list of such texts"),
        ({"extends": "oklahma"}, "extends = \"oklahma\": unknown preset; did you mean 'oklahoma'?"),
        ({"deal": {"hand_size": {"two": 10}}}, "deal.hand_size: must have whole numbers as keys, 1 or more"),
        ({"deal": {"hand_size": {"02": 10}}}, "deal.hand_size: must have whole numbers as keys, 1 or more"),
        ({"deal": {3: 10}}, "deal.3 = 10: unknown rule"),
        ({"xyz": {}}, "xyz: unknown section"),
        ({"a\nb": 1}, '"a\\nb" = 1: unknown name'),
    ],
)
def test_names_and_shapes(data, expected):
    assert messages(data) == [expected]


@pytest.mark.parametrize("data", [None, 5, "knock", [1]])
def test_what_is_no_table_at_all(data):
    (problem,) = check_rules(data)
    assert problem.message == "must be a table of sections"


def test_numbers_as_keys_may_be_numbers():
    assert messages({"deal": {"hand_size": {2: 10}}}) == []


def test_a_misspelt_rule_is_blamed_in_no_combination():
    data = {"draw": {"open_melds": True}, "knock": {"knock_limt": 0, "big_gin": False}, "layof": {"layoff": "none"}}
    assert [problem.message for problem in check_rules(data)] == ["unknown rule", "unknown section"]


def test_an_unknown_base_hides_combinations_but_no_values():
    data = {"extends": "mahjung", "draw": {"discard_take": "several"}, "price": {"gin_bonus": -5}}
    assert [problem.path for problem in check_rules(data)] == ["extends", "price.gin_bonus"]


def test_a_combination_may_come_from_the_base():
    assert messages({"extends": "mahjong", "knock": {"knock_limit": 10}}) == [
        "knock.knock_limit = 10: must be 0 with open_melds = true: melds lie open and nobody knocks"
    ]


def test_the_data_is_not_changed():
    data = {"deal": {"hand_size": {"2": 10}}, "players": {"player_counts": [2]}}
    check_rules(data)
    assert data == {"deal": {"hand_size": {"2": 10}}, "players": {"player_counts": [2]}}
