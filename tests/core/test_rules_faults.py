import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrules as gin
from ginrules.errors import RuleSetError
from ginrules.presets import preset
from ginrules.presets.rule_files import check_rules
from ginrules.rules.fields import ByNumber
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, in_use
from ginrules.rules.texts import toml_text
from tests.conftest import every, texts


def problems(**values):
    with pytest.raises(RuleSetError) as caught:
        RuleSet(**values)
    return caught.value.problems


def blamed(**values):
    return [problem.path for problem in problems(**values)]


OPEN = {"open_melds": True, "knock_limit": 0, "big_gin": False, "layoff": "none"}
CHARGED = {"score_mode": "penalty", "box_bonus": 0, "game_bonus": 0, "shutout": "none"}
COUNTED = OPEN | CHARGED | {"score_mode": "table-count"}
THREE = {"player_counts": (3,), "seating": "sit-out", "next_dealer": "incoming", "shutout": "flat"}
BOX = THREE | {"seating": "rotating-box", "next_dealer": "box"}
TEAMS = {"player_counts": (4,), "seating": "partnership", "next_dealer": "winning-side"}
ALL = CHARGED | {"player_counts": (2, 3, 4), "seating": "all-play"}
COLUMNS = {"columns": 3}
ENDLESS = COLUMNS | {"endless": True}
CAPTAIN = {"player_counts": (3, 4), "seating": "captain", "next_dealer": "winner"}


@pytest.mark.parametrize("base", [{}, OPEN, CHARGED, COUNTED, THREE, BOX, TEAMS, ALL, COLUMNS, ENDLESS, CAPTAIN])
def test_the_bases_of_these_tests_can_be_played(base):
    RuleSet(**base)


REFUSED = [
    # the deal after a drawn round
    *[
        (base | {"drawn_dealer": "next"}, "drawn_dealer", text)
        for base, text in (
            (THREE, "must be same with seating = sit-out"),
            (BOX, "must be same with seating = rotating-box"),
            ({"player_counts": (3,), "seating": "captain", "next_dealer": "winner"}, "with seating = captain"),
            ({"next_dealer": "fixed"}, "must be same with next_dealer = fixed"),
        )
    ],
    # open melding
    (OPEN | {"knock_limit": 10}, "knock_limit", "must be 0 with open_melds = true"),
    (OPEN | {"big_gin": True}, "big_gin", "must be false"),
    (OPEN | {"layoff": "knock-only"}, "layoff", "must be none"),
    (OPEN | {"layoff_chain": False}, "layoff_chain", "must be true"),
    (OPEN | {"stock_exhausted": "last-discard-option"}, "stock_exhausted", "must be draw"),
    (OPEN | {"stock_exhausted": "reshuffle"}, "stock_exhausted", "must be draw"),
    (OPEN | {"return_pair": True}, "return_pair", "must be false"),
    ({"discard_take": "several"}, "open_melds", "must be true with discard_take = several"),
    (CHARGED | {"score_mode": "table-count"}, "open_melds", "must be true"),
    # a limit or a double that no card sets
    ({"opening": "eleven-cards", "knock_source": "upcard"}, "knock_source", "there is no upcard"),
    ({"opening": "no-upcard", "knock_source": "upcard"}, "knock_source", "must be fixed or knock-card"),
    ({"opening": "no-upcard", "spade_multiplier": 2}, "spade_multiplier", "could be a spade"),
    # columns
    (COLUMNS | {"match_form": "points", "match_target": 500}, "match_form", "must be single with columns = 3"),
    (COLUMNS | {"match_form": "best-of"}, "match_form", "must be single"),
    (COLUMNS | {"rounds": 4}, "rounds", "must be 0"),
    (COLUMNS | {"target": 0}, "target", "closed by its target"),
    (THREE | COLUMNS, "columns", "must be 1 with seating = sit-out"),
    (BOX | COLUMNS, "columns", "must be 1 with seating = rotating-box"),
    (ALL | COLUMNS, "columns", "must be 1 with seating = all-play"),
    (COLUMNS | {"column_weights": (1, 2)}, "column_weights", "a single 1, or 3 numbers"),
    ({"column_weights": (1, 2)}, "column_weights", "a single 1, or 1 numbers"),
    (ENDLESS | {"column_weights": (1, 1, 2)}, "column_weights", "must be 1 with endless = true"),
    (ENDLESS | {"column_entry": "win-count"}, "column_entry", "must be next-open"),
    (COLUMNS | {"column_entry": "offset"}, "column_entry", "must be one of next-open, win-count"),
    (ENDLESS | {"column_close": "own"}, "column_close", "must be both"),
    (ENDLESS | {"columns": 4}, "columns", "must be 3"),
    (COLUMNS | {"undercut_moves": "knocker"}, "undercut_moves", "must be defender with columns = 3"),
    (TEAMS | {"undercut_moves": "knocker"}, "undercut_moves", "must be defender with seating = partnership"),
    # penalty scoring and table counts
    *[
        (base | {rule: value}, rule, "in this way of scoring")
        for base in (CHARGED, COUNTED)
        for rule, value in {
            "box_bonus": 25,
            "gin_boxes": 2,
            "big_gin_boxes": 2,
            "undercut_boxes": 1,
            "game_bonus": 100,
            "shutout": "flat",
            "exact_margin_forfeit": 50,
            "spade_multiplier": 2,
            "knock_bonus": 15,
            "gin_off_bonus": 25,
            "undercut_moves": "knocker",
            "columns": 3,
        }.items()
    ],
    (CHARGED | {"match_form": "points", "match_target": 500}, "match_form", "a points match adds up gains"),
    (THREE | CHARGED, "seating", "its own score"),
    (ALL | {"layoff": "including-gin"}, "layoff", "must be knock-only or none"),
    (ALL | {"score_mode": "gain", "gin_off_bonus": 25}, "gin_off_bonus", "must be 0 with seating = all-play"),
    # cards
    ({"hand_size": 20, "ranks": 10}, "hand_size", "2 seats × 20 cards + 1 upcard = 41, the pack has 40"),
    (ALL | {"hand_size": 20}, "hand_size", "4 seats × 20 cards + 1 upcard = 81, the pack has 52"),
    ({"hand_size": {2: 25}}, "hand_size", "+ 2 never drawn = 53, nothing to draw in a pack of 52"),
    ({"hand_size": 5, "ranks": 4, "suits": 3, "stock_floor": 1}, "hand_size", "= 12, nothing to draw in a pack of 12"),
    ({"hand_size": {3: 7}}, "hand_size", "no number for 2 seats"),
    (ALL | {"hand_size": {2: 10, 4: 7}}, "hand_size", "no number for 3 seats"),
    (ALL | {"rounds": {2: 2, 3: 3}}, "rounds", "no number for 4 seats"),
    (TEAMS | {"target": {1: 100}}, "target", "no number for teams of 2"),
    ({"target": {2: 125}}, "target", "no number for teams of 1"),
    ({"card_values": (1, 2, 3)}, "card_values", "must be 13 numbers, ace to king, not 3"),
    ({"ranks": 4, "min_run": 5, "hand_size": 4}, "min_run", "must be 4 or less"),
    ({"stock_exhausted": "reshuffle", "take_cap": 0, "reshuffle_cap": 0}, "reshuffle_cap", "must be 1 or more"),
    # players
    ({"player_counts": (3, 2)}, "player_counts", "in ascending order"),
    ({"player_counts": (2, 3)}, "player_counts", "head-to-head needs exactly 2 players, not 3"),
    (ALL | {"player_counts": (4, 7)}, "player_counts", "all-play needs 2 to 6 players, not 7"),
    (THREE | {"player_counts": (2, 3, 4)}, "player_counts", "exactly 3 players, not 2 or 4"),
    (BOX | {"player_counts": (4,)}, "player_counts", "rotating-box needs exactly 3"),
    (CAPTAIN | {"player_counts": (2, 3)}, "player_counts", "captain needs 3 or more"),
    (TEAMS | {"player_counts": (4, 5)}, "player_counts", "an even number, 4 or more"),
    (TEAMS | {"player_counts": (2, 4)}, "player_counts", "an even number, 4 or more"),
    (TEAMS | {"player_counts": (4, 6)}, "opponents", "must be fixed or rotate with 6 players"),
    *[
        (base | {"next_dealer": dealer}, "next_dealer", "with seating = ")
        for base, dealers in (
            ({}, ("incoming", "idle-loser", "box", "winning-side")),
            (ALL, ("loser", "incoming", "idle-loser", "box", "winning-side")),
            (THREE, ("alternate", "winner", "box", "winning-side")),
            (BOX, ("alternate", "incoming", "idle-loser")),
            (TEAMS, ("winner", "incoming", "idle-loser", "box")),
            (CAPTAIN, ("alternate", "incoming", "idle-loser", "box", "winning-side")),
        )
        for dealer in dealers
    ],
    ({"team_sweep_bonus": 25}, "team_sweep_bonus", "only teams sweep"),
    ({"team_sweep_boxes": 3}, "team_sweep_boxes", "only teams sweep"),
    (TEAMS | {"team_sweep_bonus": 25}, "team_sweep_bonus", "teams of three or more"),
    (THREE | {"shutout": "double-total"}, "shutout", "must be none or flat with seating = sit-out"),
    (BOX | {"shutout": "double-hand-points"}, "shutout", "must be none or flat with seating = rotating-box"),
    (THREE | {"exact_margin_forfeit": 50}, "exact_margin_forfeit", "must be 0"),
    ({"doubling": True, "doubling_limit": 3}, "doubling_limit", "a power of two, such as 2: every"),
    ({"doubling": True, "doubling_limit": 5}, "doubling_limit", "a power of two, such as 4: every"),
    # matches
    ({"match_form": "best-of", "match_games": 4}, "match_games", "must be an odd number"),
    ({"match_form": "points"}, "match_target", "must be 1 or more"),
    (THREE | {"match_form": "best-of"}, "match_form", "the same two sides"),
    (ALL | {"match_form": "best-of"}, "match_form", "the same two sides"),
]


@pytest.mark.parametrize(("values", "rule", "message"), REFUSED)
def test_a_combination_that_cannot_be_played_is_refused_with_its_numbers(values, rule, message):
    found = problems(**values)
    assert [str(problem) for problem in found if problem.path == rule and message in problem.message]


ALLOWED = [
    {"opening": "no-upcard", "knock_source": "knock-card", "spade_multiplier": 2},
    {"opening": "upcard-offer", "knock_source": "knock-card"},
    {"opening": "open-card", "knock_source": "upcard"},
    CAPTAIN | COLUMNS,
    TEAMS | COLUMNS | {"column_weights": (1, 1, 2), "team_sweep_boxes": 3},
    TEAMS | {"player_counts": (6,), "opponents": "fixed", "team_sweep_bonus": 25},
    TEAMS | {"player_counts": (4, 6, 8, 10), "opponents": "rotate", "target": {2: 125, 3: 150, 4: 150, 5: 175}},
    {"hand_size": 14},
    {"stock_exhausted": "reshuffle", "take_cap": 0},
    {"match_form": "best-of", "match_games": 5},
    OPEN | {"discard_take": "several", "return_taken_discard": True},
    THREE | {"next_dealer": "idle-loser", "shutout": "none"},
    ALL | {"player_counts": (2,), "next_dealer": "loser"},
    ALL | {"score_mode": "gain"},
    ALL | {"player_counts": (2, 3, 4, 5, 6), "hand_size": 7},
    ALL | {"score_mode": "gain", "player_counts": (2,), "gin_off_bonus": 25, "undercut_moves": "knocker"},
]


@pytest.mark.parametrize("values", ALLOWED)
def test_a_combination_that_can_be_played_stands(values):
    RuleSet(**values)


@pytest.mark.parametrize(
    ("rule", "value", "message"),
    [
        ("knock_limit", -1, "knock_limit = -1: must be 0 or more (0 is gin only)"),
        ("knock_limit", True, "knock_limit = true: must be a whole number, 0 or more (0 is gin only)"),
        ("knock_limit", 7.0, "knock_limit = 7.0: must be a whole number, 0 or more (0 is gin only)"),
        ("knock_limit", "7", 'knock_limit = "7": must be a whole number, 0 or more (0 is gin only)'),
        ("knock_limit", None, "knock_limit: must be a whole number, 0 or more (0 is gin only)"),
        pytest.param(
            "knock_limit", 10**5000, "knock_limit = a number of 16610 bits: must be 1000000 or less", id="huge"
        ),
        ("suits", 5, "suits = 5: must be 1 to 4"),
        ("big_gin", 1, "big_gin = 1: must be true or false"),
        ("layoff", "including_gin", "one of knock-only, including-gin, none; did you mean 'including-gin'?"),
        ("layoff", ["none"], 'layoff = ["none"]: must be one of'),
        ("card_values", [1] * 12 + [0], "must be a list of whole numbers, each 1 or more"),
        ("card_values", 5, "must be 13 numbers, ace to king, not 1"),
        ("player_counts", (), "must be a list of whole numbers, each 2 to 10"),
        ("player_counts", (2, True), "must be a list of whole numbers"),
        ("hand_size", {2: 10, "3": 7}, "must have whole numbers as keys"),
        ("hand_size", {0: 10}, "must have whole numbers as keys, 1 or more"),
        ("hand_size", {2: "x"}, 'hand_size = { 2 = "x" }: must be a table of whole numbers, each 1 to 26'),
        ("hand_size", {}, "must not be an empty table"),
        ("hand_size", "ten", "or a table of such numbers by seats"),
        ("column_weights", (0,), "each 1 or more"),
        ("name", 5, "name = 5: must be a text"),
        ("sources", "WP", 'sources = "WP": must be a list of texts'),
        ("notes", [1], "must be a list of texts"),
    ],
)
def test_a_value_is_refused_strictly(rule, value, message):
    (found,) = problems(**{rule: value})
    assert found.path == rule
    assert message in str(found)


def test_all_faults_are_named_at_once():
    with pytest.raises(RuleSetError) as caught:
        RuleSet(name="mine", knock_limit=-1, layoff="knok-only", big_gin=0, discard_take="several", gin_bonus="25")
    first, *lines = str(caught.value).splitlines()
    assert first == "5 problems in mine"
    named = "knock_limit big_gin layoff gin_bonus open_melds".split()
    assert [line.split(" = ")[0] for line in lines] == [f"  {name}" for name in named]


def test_one_fault_is_counted_as_one():
    with pytest.raises(RuleSetError, match=r"^1 problem in this rule set\n  suits = 9: must be 1 to 4$"):
        RuleSet(suits=9)


def test_a_faulty_value_is_blamed_in_no_combination():
    assert blamed(open_melds="yes", discard_take="several") == ["open_melds"]


def test_a_plain_hand_size_too_large_is_named_once():
    assert blamed(**(ALL | {"hand_size": 20})) == ["hand_size"]


@every(list(RULES))
def test_every_rule_refuses_what_is_of_no_kind(rule):
    for value in (object(), b"x", {"a": {}}, [[]], -1, 2.5):
        assert rule in blamed(**{rule: value})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(8) | st.sampled_from(["flat", "none"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.integers(0, 5) | texts(3), inner, max_size=3),
    max_leaves=4,
)
SENSIBLE = {name: st.sampled_from(rule.choices) for name, rule in RULES.items() if rule.choices}


def refusal_of(values):
    """The error that these values raise, or None if they can be played."""
    try:
        RuleSet(**values)
    except RuleSetError as error:
        return error
    return None


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*RULES]), ANYTHING, max_size=6))
def test_nothing_but_a_rule_set_error_is_raised(values):
    error = refusal_of(values)
    if error is not None:
        assert error.problems
        assert len(str(error).splitlines()) == 1 + len(error.problems)


@settings(deadline=None)
@given(st.fixed_dictionaries({}, optional=SENSIBLE))
def test_a_refused_combination_names_the_rule_and_what_it_clashes_with(values):
    error = refusal_of(values)
    for problem in error.problems if error else ():
        assert " with " in problem.message or "needs" in problem.message or "has no number" in problem.message


def test_the_defaults_are_sound():
    assert RuleSet(**DEFAULTS) == RuleSet()


def test_a_table_by_number_compares_as_a_dict():
    assert RuleSet(hand_size={2: 10, 3: 7, 4: 7}) == RuleSet()
    assert hash(RuleSet(target={1: 100})) == hash(RuleSet(target=ByNumber({1: 100})))


def test_a_value_that_the_file_does_not_write_says_where_it_comes_from():
    tables = {"price": {"score_mode": "penalty"}}
    messages = {problem.path: problem.message for problem in gin.check_rules(tables)}
    assert messages["game.shutout"].endswith("; the value comes from standard")
    messages = {problem.path: problem.message for problem in gin.check_rules({"extends": "oklahoma", **tables})}
    assert messages["price.spade_multiplier"].endswith("; the value comes from extends")
    (written,) = (
        problem.message
        for problem in gin.check_rules({**tables, "game": {"shutout": "flat", "box_bonus": 0, "game_bonus": 0}})
    )
    assert "the value comes" not in written


# --- check_rules: every fault at once, also of files -----------------------------------------------


def messages(data):
    return [str(problem) for problem in check_rules(data)]


def test_the_texts_above_the_tables_are_known():
    known = {"name": "n", "title": "t", "summary": "s", "aliases": ["a"], "sources": ["x"], "notes": ["y"]}
    assert messages({}) == messages(known) == []


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


def test_only_the_first_problems_have_a_hint():
    problems = check_rules({"knock": {f"knock_limi{number}": 7 for number in range(22)}})
    assert [problem.near for problem in problems] == ["knock_limit"] * 20 + [None] * 2


LONG_HAND = {"deal": {"hand_size": 15}}  # too long unless the knock limit is 0 or 1


@pytest.mark.parametrize(
    ("misspelled", "problems"),
    [
        *((one, 1) for one in ({}, {"knock": {"knok_limit": 0}}, {"nok": {"knock_limit": 0}}, {"knock_limt": 0})),
        *((two, 2) for two in ({"nok": {"upcard": 0}}, {"knock": {"upcrd": 0}})),
    ],
)
def test_a_misspelled_name_is_not_also_a_missing_one(misspelled, problems):
    assert len(check_rules({**LONG_HAND, **misspelled})) == problems


def test_keys_of_a_table_can_be_numbers_already():
    assert check_rules({"deal": {"hand_size": {2: 10, 3: 7}}}) == check_rules({"deal": {"hand_size": {"2": 10}}}) == ()
    assert check_rules({"deal": {"hand_size": {True: 9}}})


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
