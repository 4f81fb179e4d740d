import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrules as gin
from ginrules._support.bounds import RULE_TEXT
from ginrules.rules.model import DESCRIPTIONS, RULES
from tests.conftest import every, texts


def descriptions(rules):
    return {name: getattr(rules, name) for name in DESCRIPTIONS}


def same(one, other):
    return one == other and descriptions(one) == descriptions(other)


@every(gin.preset_names())
def test_every_preset_survives_toml(name):
    rules = gin.preset(name)
    assert same(gin.loads_rules(gin.dumps_rules(rules)), rules)
    assert same(gin.loads_rules(gin.dumps_rules(rules, full=True)), rules)


def test_only_differences_from_standard_are_written():
    assert gin.dumps_rules(gin.RuleSet()) == ""
    assert tomllib.loads(gin.dumps_rules(gin.RuleSet(knock_limit=7))) == {"knock": {"knock_limit": 7}}


def test_the_full_form_has_every_rule():
    tables = tomllib.loads(gin.dumps_rules(gin.RuleSet(), full=True))
    assert [name for table in tables.values() for name in table] == [*RULES]


def test_tables_by_number_are_written_inline():
    assert "hand_size = { 2 = 9, 3 = 6 }\n" in gin.dumps_rules(gin.RuleSet(hand_size={3: 6, 2: 9}))


TEXT = texts(30).filter(lambda text: "\ud800" not in text)  # a file holds no half of a pair


@settings(deadline=None)
@given(TEXT, TEXT, TEXT, st.lists(TEXT, max_size=3), st.lists(TEXT, max_size=3), st.integers(0, 10**6))
def test_any_text_survives(name, title, summary, sources, notes, bonus):
    rules = gin.RuleSet(name=name, title=title, summary=summary, sources=sources, notes=notes, gin_bonus=bonus)
    assert same(gin.loads_rules(gin.dumps_rules(rules)), rules)


def test_extends_merges_over_the_preset_and_leaves_its_texts():
    rules = gin.loads_rules('extends = "Oklahoma_Gin"\ntitle = "Ours"\n[knock]\nace_upcard = "one"')
    assert rules == gin.preset("oklahoma").evolve(ace_upcard="one")
    texts = {"name": "", "title": "Ours", "summary": "", "sources": (), "notes": ()}
    assert descriptions(rules) == texts | {"first_dealer": "lot"}


def test_a_file_is_named_after_itself_unless_it_has_a_name(tmp_path):
    path = tmp_path / "my-gin.toml"
    path.write_text("[knock]\nknock_limit = 7\n")
    assert gin.load_rules(path).name == "my-gin"
    path.write_text('name = "ours"\n')
    assert gin.load_rules(str(path)).name == "ours"


def test_a_byte_order_mark_is_read_over(tmp_path):
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbf[knock]\nknock_limit = 7\n")
    assert gin.load_rules(path).knock_limit == 7


def message(make):
    with pytest.raises(gin.RuleSetError) as caught:
        make()
    assert caught.value.problems
    return str(caught.value)


def test_faults_name_the_file(tmp_path):
    path = tmp_path / "my-gin.toml"
    path.write_text("[knock]\nknock_limit = -1\n[layof]\n")
    assert message(lambda: gin.load_rules(path)) == (
        "2 problems in my-gin.toml\n"
        "  line 2, knock.knock_limit = -1: must be 0 or more (0 is gin only)\n"
        "  line 3, layof: unknown section; did you mean 'layoff'?"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[knock]\nknock_limit = 7\nknock_limit = 8\n", "line 3, column"),
        ("[knock]\nknock_limit =\n", "line 2, column"),
        ("[knock]\n[knock]\n", "line 2, column"),
        ("[knock", "end of document: is not TOML"),
    ],
)
def test_broken_toml_is_reported_with_its_line(text, expected):
    shown = message(lambda: gin.loads_rules(text, source="ours"))
    assert shown.startswith("1 problem in ours\n")
    assert expected in shown


@pytest.mark.parametrize(
    ("value", "ending"), [("7", ", such as [7]"), ("70", ""), ('"23"', ""), ("true", ""), ("{ 2 = 3 }", "")]
)
def test_a_list_of_numbers_must_be_a_list(value, ending):
    shown = message(lambda: gin.loads_rules(f"[players]\nplayer_counts = {value}"))
    assert shown.endswith(f"must be a list of whole numbers, each 2 to 10{ending}")


def test_files_that_cannot_be_read(tmp_path):
    missing = tmp_path / "none.toml"
    assert message(lambda: gin.load_rules(missing)) == (
        "1 problem in none.toml\n  file: cannot be read: No such file or directory"
    )
    assert "cannot be read" in message(lambda: gin.load_rules(tmp_path))
    assert "cannot be read" in message(lambda: gin.load_rules("a\0b.toml"))


def test_a_file_may_not_be_larger_than_64_kib(tmp_path):
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * RULE_TEXT)
    assert gin.load_rules(path) == gin.RuleSet()
    path.write_bytes(b"#" * (RULE_TEXT + 1))
    assert "is larger than the limit of 65536 bytes" in message(lambda: gin.load_rules(path))


def test_a_file_that_is_not_utf8(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes('title = "x"\n# caf\xe9\n'.encode("latin-1"))
    assert "line 2: is not UTF-8 text" in message(lambda: gin.load_rules(path))


def test_a_text_must_be_a_text():
    assert "must be a text, not a bytes" in message(lambda: gin.loads_rules(b"x = 1"))


@settings(deadline=None)
@given(texts(80))
def test_no_text_raises_anything_else(text):
    try:
        gin.loads_rules(text)
    except gin.RuleSetError as error:
        assert error.problems
