import pytest

from ginrules.presets import preset
from ginrules.presets.rule_files import check_rules
from ginrules.rules.model import RULES, RuleSet, in_use
from ginrules.rules.texts import toml_text


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


@pytest.mark.parametrize("name", ["straight-gin", "mahjong-gin"])
def test_the_melds_of_a_knocker_matter_only_where_there_is_a_knock(name):
    assert in_use(preset("standard").evolve(knock_limit=1), "knocker_melds")
    assert not in_use(preset(name), "knocker_melds")


def test_values_nested_deeply_are_cut_in_messages():
    value = [1]
    for _ in range(50):
        value = [value]
    assert toml_text(value).count("[") < 10
    assert toml_text({"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}).count("{") < 10


def test_tables_by_number_take_numbers_and_their_texts():
    section = RULES["hand_size"].section
    for key in (2, "2"):
        assert not check_rules({section: {"hand_size": {key: 9}}})
    assert check_rules({section: {"hand_size": {True: 9}}})


def test_only_the_first_problems_have_a_hint():
    problems = check_rules({"knock": {f"knock_limi{number}": 7 for number in range(22)}})
    assert [problem.near for problem in problems] == ["knock_limit"] * 20 + [None] * 2


def test_a_problem_has_the_value_as_it_was_written():
    (problem,) = check_rules({"knock": {"knock_limit": [1, 2]}})
    assert problem.value == [1, 2]


LONG_HAND = {"deal": {"hand_size": 15}}  # too long unless the knock limit is 0 or 1


@pytest.mark.parametrize(
    ("misspelled", "problems"),
    [({}, 1), ({"knock": {"knok_limit": 0}}, 1), ({"nok": {"knock_limit": 0}}, 1), ({"knock_limt": 0}, 1),
     ({"nok": {"upcard": 0}}, 2), ({"knock": {"upcrd": 0}}, 2)],
)  # fmt: skip
def test_a_misspelled_name_is_not_also_a_missing_one(misspelled, problems):
    assert len(check_rules({**LONG_HAND, **misspelled})) == problems


def test_keys_of_a_table_can_be_numbers_already():
    assert check_rules({"deal": {"hand_size": {2: 10, 3: 7}}}) == check_rules({"deal": {"hand_size": {"2": 10}}}) == ()


def test_numbers_from_ten_to_the_thirty_on_are_not_written_out():
    assert toml_text(10**30 - 1) == "9" * 30
    assert toml_text(10**30) == "a number of 100 bits"
    assert toml_text(-(10**30)) == "a number of 100 bits"


@pytest.mark.parametrize(
    ("rule", "least", "names"),
    [
        ("box_bonus", 1, ("gin_boxes", "big_gin_boxes", "undercut_boxes", "box_timing")),
        (
            "knock_limit",
            1,
            ("knock_bonus", "undercut_bonus", "undercut_boxes", "undercut_moves", "gin_off_bonus", "tie"),
        ),
        ("columns", 2, ("column_weights", "column_entry", "column_close")),
    ],
)
def test_other_values_have_an_effect_from_the_least_value_of_a_rule_on(rule, least, names):
    assert {name: in_use(RuleSet(**{rule: least}), name) for name in names} == dict.fromkeys(names, True)
    assert {name: in_use(RuleSet(**{rule: least - 1}), name) for name in names} == dict.fromkeys(names, False)
