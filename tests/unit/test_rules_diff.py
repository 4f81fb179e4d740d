from ginrules.presets import preset
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet


def test_equal_rules_do_not_differ_whatever_their_names():
    assert diff(RuleSet(name="a", title="A"), RuleSet(name="b", notes=("n",))) == ()


def test_changes_come_in_the_order_of_the_card_with_their_section_and_doc():
    changes = diff(preset("standard"), preset("oklahoma"))
    assert [(each.section, each.name, each.a, each.b) for each in changes] == [
        ("knock", "knock_source", "fixed", "upcard"),
        ("price", "spade_multiplier", 1, 2),
    ]
    assert [each.doc for each in changes] == [RULES[each.name].doc for each in changes]
    assert str(changes[0]) == 'knock.knock_source: "fixed" → "upcard"'


def test_applying_the_changes_gives_the_other_rules():
    one, other = preset("penalty-2-to-4"), preset("mahjong-gin")
    assert one.evolve(**{each.name: each.b for each in diff(one, other)}) == other
    assert [(each.b, each.a) for each in diff(one, other)] == [(each.a, each.b) for each in diff(other, one)]
