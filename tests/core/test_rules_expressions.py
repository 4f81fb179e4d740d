"""Rules in one line, wherever rules are accepted; a path only on the command line."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules import lab, match, records, scoring, testing
from ginrules.cli import main
from ginrules.players import new_greedy
from ginrules.presets import preset_aliases
from ginrules.rules.expressions import LONGEST
from ginrules.rules.model import rules_of
from tests.conftest import every, texts

STANDARD = gin.RuleSet()
RULES_PARAMETERS = {"rules", "a", "b", "more", "play", "base"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("oklahoma+hollywood", {"knock_source": "upcard", "spade_multiplier": 2, "columns": 3}),
        ("standard+knock_limit=7", {"knock_limit": 7}),
        ("knock_limit=7", {"knock_limit": 7}),
        ("knock.knock_limit=7", {"knock_limit": 7}),
        (" Straight Gin +  gin_bonus = 30 ", {"knock_limit": 0, "gin_bonus": 30}),
        ("biggin50+biggin50", {"big_gin_bonus": 50}),
        ("biggin50+standard", {"big_gin_bonus": 50}),
        ("biggin50+big_gin_bonus=31", {}),
        ("big_gin=false+layoff='none'+ace_rank=\"low\"", {"big_gin": False, "layoff": "none"}),
        ("columns=3+column_weights=1,1,2", {"columns": 3, "column_weights": (1, 1, 2)}),
        ("column_weights=[1, 1, 2]+columns=3", {"columns": 3, "column_weights": (1, 1, 2)}),
        ("player_counts=2", {}),
        ("target={1=150,2=175}", {"target": {1: 150, 2: 175}}),
        ("hand_size={2=10, 3=7}+gin_bonus=1", {"hand_size": {2: 10, 3: 7}, "gin_bonus": 1}),
    ],
)
def test_an_expression_is_the_sum_of_its_terms(text, values):
    assert gin.preset(text) == STANDARD.evolve(**values)


def test_the_order_of_the_names_does_not_matter_and_the_result_has_the_name_as_written():
    one, other = gin.preset("oklahoma + hollywood"), gin.preset("hollywood+oklahoma")
    assert (one, one.digest) == (other, other.digest)
    assert (one.name, other.name) == ("oklahoma+hollywood", "hollywood+oklahoma")
    assert gin.preset("wikipedia").name == "standard"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "hoyle+classic",
            [
                "game.box_bonus: the names disagree: hoyle has 0, classic has 20; add box_bonus=… to decide",
                'game.shutout: the names disagree: hoyle has "none", classic has "flat"; add shutout=… to decide',
            ],
        ),
        (
            "hoyle+classic+box_bonus=5",
            ['game.shutout: the names disagree: hoyle has "none", classic has "flat"; add shutout=… to decide'],
        ),
        ("price.undercut=10", ["price.undercut = 10: unknown rule; did you mean 'undercut_bonus'?"]),
        ("knock.gin=10", ["knock.gin = 10: unknown rule; did you mean 'big_gin'?"]),
        ("limit=7", ["limit = 7: unknown rule; did you mean 'knock_limit'?"]),
        ("price.knock_limit=7", ["price.knock_limit = 7: belongs to the section knock"]),
        ("layof.layoff=none", ["layof.layoff = \"none\": unknown section; did you mean 'layoff'?"]),
        (
            "oklahomma+holywood+knock_limt=3+gin_bonus=-1",
            [
                "oklahomma: unknown preset; did you mean 'oklahoma'?",
                "holywood: unknown preset; did you mean 'hollywood'?",
                "knock_limt = 3: unknown rule; did you mean 'knock_limit'?",
                "price.gin_bonus = -1: must be 0 or more",
            ],
        ),
        ("gin_bonus=20+gin_bonus=20", ["gin_bonus=20: sets gin_bonus again, after gin_bonus=20: once is enough"]),
        (
            "gin_bonus=20+price.gin_bonus=30",
            ["price.gin_bonus=30: sets gin_bonus again, after gin_bonus=20: once is enough"],
        ),
        ("oklahoma+", ["oklahoma+: has an empty term: write names and rule=value with one + between them"]),
        ("oklahoma+knock_limit", ["knock_limit: is a rule and needs a value: knock_limit=…"]),
        (
            "a.toml+oklahoma",
            ["a.toml: is a path, which is not read here: ginrules.load_rules(path) reads a rule file"],
        ),
        ("target={1=2", ["target={1=2: has a quote or a bracket without its other half"]),
        ("name=ours", ['name = "ours": unknown rule']),
        ("oklahoma+[a+b]", ["[a+b]: unknown preset"]),
        ('"hollywood+oklahoma"', ['"hollywood+oklahoma": unknown preset']),
        # a combination that is refused is only named when each value is right
        ("columns=3+seating=captain+gin_bonus=x", ['price.gin_bonus = "x": must be a whole number, 0 or more']),
    ],
)
def test_every_fault_of_an_expression_is_named_at_once(text, lines):
    with pytest.raises(gin.RuleSetError) as caught:
        gin.preset(text)
    assert list(map(str, caught.value.problems)) == lines


@pytest.mark.parametrize("value", ["", "1 # one", "1\ngin_bonus = 2", "1 2", "[" * 400, "{a=1", "é", "1=2", "9" * 5000])
def test_an_invalid_value_is_refused(value):
    with pytest.raises(gin.RuleSetError):
        gin.preset(f"knock_limit={value}")


def test_a_combination_that_cannot_be_played_is_refused_with_its_reason():
    with pytest.raises(gin.RuleSetError, match="columns are kept by two sides"):
        gin.preset("columns=3+seating=sit-out+player_counts=3+next_dealer=incoming+shutout=none")


@pytest.mark.parametrize("text", ["clubs/ours", "ours.toml", "../ours.toml", "/etc/passwd", "OURS.TOML"])
def test_no_path_is_read_in_python(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text("", encoding="utf-8")
    with pytest.raises(gin.UnknownPresetError, match="load_rules"):
        gin.deal(text, seed=7)
    with pytest.raises(gin.RuleSetError, match="load_rules"):
        gin.loads_rules(f"extends = '{text}'")
    with pytest.raises(gin.GinRulesError, match="load_rules"):
        gin.from_dict(gin.RuleSet, text)


def test_a_seed_deals_the_order_and_the_knock_card():
    assert gin.deal("oklahoma", seed=7) == gin.deal(gin.preset("oklahoma"), gin.shuffled(7))
    state = gin.deal("oklahoma-second-deck", seed=7)
    assert state.knock_card == gin.knock_card_of("oklahoma-second-deck", 7, 0)
    assert gin.deal("oklahoma-second-deck", seed=7, knock_card="4h").knock_card == gin.Card.parse("4h")


@pytest.mark.parametrize("arguments", [{}, {"order": gin.shuffled(7), "seed": 7}])
def test_a_deal_has_an_order_or_a_seed(arguments):
    with pytest.raises(gin.DealError, match="one of the two"):
        gin.deal("standard", **arguments)


def test_every_public_parameter_of_rules_takes_a_text():
    """A parameter annotated with `RuleSet` says ``RuleSet | str``."""
    public = {
        name: value
        for module in (gin, scoring, match, records, lab, testing)
        for name in module.__all__
        if inspect.isfunction(value := getattr(module, name))
    }
    assert len(public) > 60
    faults = [
        f"{name}({parameter.name}: {parameter.annotation})"
        for name, value in public.items()
        for parameter in inspect.signature(value).parameters.values()
        if parameter.name in RULES_PARAMETERS and "RuleSet" in str(parameter.annotation)
        if "str" not in str(parameter.annotation)
    ]
    assert not faults


def test_a_text_gives_what_the_rule_set_gives():
    text = "oklahoma+gin_bonus=30"
    taken = gin.preset(text)
    hand, facts = "Ac 2c 3c 5d 6d 7d 9h Th Jh Ks", gin.Outcome(declarer=0, deadwood=(0, 21))
    calls = [
        lambda rules: gin.deadwood(hand, rules),
        lambda rules: gin.deadwood(gin.CardSet.parse(hand), rules),
        lambda rules: gin.after_discard(hand, rules),
        lambda rules: gin.outs(hand, rules, 10),
        lambda rules: gin.melds_in(hand, rules),
        lambda rules: gin.best_arrangement(hand, rules),
        lambda rules: gin.arrangements(hand, rules, 10),
        lambda rules: gin.best_defence(hand, ["4h 4s 4c"], rules),
        lambda rules: gin.parse_arrangement("7h 8h 9h | As", rules),
        lambda rules: gin.shuffled(3, rules),
        lambda rules: gin.stacked([hand, "4h 4s 8c 8d Qs Qh 2s 2h 6s 6h"], rules),
        lambda rules: gin.price(facts, rules),
        lambda rules: gin.pad_entry(30, rules, winner=0),
        lambda rules: gin.new_match(rules, results=[facts]),
        gin.describe,
        gin.dumps_rules,
        lambda rules: gin.diff("standard", rules),
        lambda rules: gin.RoundRecord(rules, 7),
        gin.MatchRecord,
        lambda rules: list(lab.rows(rules, new_greedy, rounds=2)),
        lambda rules: lab.diverge(rules, rules).deals,
    ]
    assert [call(text) for call in calls] == [call(taken) for call in calls]


PARTS = st.lists(st.sampled_from([*"+={}[]\"',. ", "oklahoma", "knock_limit", "7", "x"]), max_size=12).map("".join)


@given(st.one_of(texts(max_size=20), PARTS))
def test_any_text_gives_rules_or_an_error_of_the_library(text):
    try:
        rules = rules_of(text)
    except (gin.RuleSetError, gin.UnknownPresetError):
        return
    assert gin.loads_rules(gin.dumps_rules(rules)) == rules


def test_long_texts_are_refused_at_once():
    for text in ("+" * 10**6, "x" * 10**6, "knock_limit=" + "9" * 10**6):
        with pytest.raises((gin.RuleSetError, gin.UnknownPresetError)) as caught:
            gin.preset(text)
        assert len(str(caught.value)) < LONGEST


# --- rule files ------------------------------------------------------------------------------------


def files(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def test_extends_takes_an_expression_or_a_list_of_them():
    text = "extends = {}\n[price]\ngin_bonus = 30"
    expected = gin.preset("oklahoma+hollywood+gin_bonus=30")
    assert gin.loads_rules(text.format('"oklahoma+hollywood"')) == expected
    assert gin.loads_rules(text.format('["oklahoma", "hollywood+gin_bonus=5"]')) == expected
    assert gin.loads_rules("extends = []") == STANDARD
    # the file's own values are decided
    assert gin.loads_rules('extends = ["hoyle", "classic"]\n[game]\nbox_bonus = 5\nshutout = "none"').box_bonus == 5


def test_files_extend_files_by_paths_relative_to_their_own(tmp_path):
    (tmp_path / "clubs").mkdir()
    files(tmp_path, ours='extends = ["clubs/base.toml", "hollywood"]')
    files(tmp_path / "clubs", base='extends = "other.toml+knock_limit=7"', other="[price]\ngin_bonus = 30")
    assert gin.load_rules(tmp_path / "ours.toml") == gin.preset("hollywood+knock_limit=7+gin_bonus=30")


def test_files_in_a_circle_are_shown(tmp_path):
    files(tmp_path, a='extends = "b.toml"', b='extends = ["hollywood", "c.toml"]', c='extends = "./a.toml"')
    with pytest.raises(
        gin.RuleSetError, match=r"extends = \"b.toml\": goes in a circle: a.toml → b.toml → c.toml → ./a.toml$"
    ):
        gin.load_rules(tmp_path / "a.toml")


def test_a_long_chain_of_files_is_refused(tmp_path):
    files(tmp_path, **{f"f{number}": f'extends = "f{number + 1}.toml"' for number in range(40)})
    with pytest.raises(gin.RuleSetError, match="more than 20 files"):
        gin.load_rules(tmp_path / "f0.toml")


def test_the_problems_of_an_extended_file_are_shown(tmp_path):
    files(tmp_path, a='extends = "b.toml+oklahoma"', b="[knock]\nknock_limit = -1\nbig_jin = true")
    with pytest.raises(gin.RuleSetError) as caught:
        gin.load_rules(tmp_path / "a.toml")
    assert "unknown rule; did you mean 'big_gin'?" in str(caught.value)
    assert "must be 0 or more" in str(caught.value)


# --- the command line ------------------------------------------------------------------------------


def test_the_command_line_takes_paths_as_terms(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files(tmp_path, club='name = "our club"\n[knock]\nknock_limit = 7')
    assert main(["diff", "hollywood", "club.toml+hollywood"]) == 0
    assert "our club+hollywood" in (shown := capsys.readouterr().out)
    assert "knock.knock_limit" in shown
    assert main(["show", "club.toml+nothing.toml+holywood"]) == 2
    problems = capsys.readouterr().err
    assert "there is no file nothing.toml" in problems
    assert "did you mean 'hollywood'?" in problems


def test_records_take_expressions_and_never_paths():
    record = gin.RoundRecord("oklahoma+hollywood", 7)
    assert gin.replay(record.dumps()).rules == record.rules
    assert gin.from_dict(gin.RuleSet, "oklahoma+hollywood") == record.rules


@every([*gin.preset_names(), *preset_aliases()])
def test_names_can_be_terms(name):
    assert not set(name) & set("+=/.,\"'{}[] ")
