from ginrules.presets import preset
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet


def test_equal_rules_do_not_differ_whatever_their_names():
    assert diff(RuleSet(name="a", title="A"), RuleSet(name="b", notes=("n",))) == ()


def test_changes_come_in_the_order_of_the_card_with_their_section_and_doc():
    changes = diff(preset("standard"), preset("oklahoma"))
    assert [(change.section, change.name, change.a, change.b) for change in changes] == [
        ("knock", "knock_source", "fixed", "upcard"),
        ("price", "spade_multiplier", 1, 2),
    ]
    assert [change.doc for change in changes] == [RULES[change.name].doc for change in changes]
    assert str(changes[0]) == 'knock.knock_source: "fixed" → "upcard"'


def test_applying_the_changes_gives_the_other_rules():
    one, other = preset("penalty-2-to-4"), preset("mahjong-gin")
    assert one.evolve(**{change.name: change.b for change in diff(one, other)}) == other
    assert [(change.b, change.a) for change in diff(one, other)] == [
        (change.a, change.b) for change in diff(other, one)
    ]
