"""The presets: found by name, sound, documented, and pinned in tests/data/presets.txt.

Run with GINRULES_UPDATE_GOLDEN=1 to write the golden file anew after a new preset;
a preset that has been released keeps its values.
"""

import os
import re
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

import ginrules as gin
from ginrules import presets
from ginrules.presets import preset_aliases
from ginrules.presets.catalogue import CONFIDENCES, FAMILIES, Confidence, Family
from ginrules.rules.model import RULES
from tests.conftest import every

FOLDER = Path(presets.__file__).parent
GOLDEN = Path(__file__).parents[1] / "data" / "presets.txt"

ASKED_FOR = """
    standard cardgames-io knock10-gin25 gin30-biggin50 biggin50 hoyle classic online-rubl online-rubl-50 online-rubl-150
    online-rubl-200 online-rubl-250 online-rubl-300 rubl palace world-club straight-gin oklahoma
    oklahoma-ace-one oklahoma-kisses oklahoma-second-deck hollywood gra-tournament openspiel openspiel-oklahoma exact-50
    round-the-corner tedesco tedesco-teams mahjong-gin penalty-2-to-4 partnership cutthroat three-handed captain
    rotating-box
""".split()


def test_every_preset_asked_for_exists():
    assert set(ASKED_FOR) <= set(gin.preset_names())


def test_standard_stands_first_and_is_all_the_defaults():
    assert gin.preset_names()[0] == "standard"
    assert gin.preset("standard") == gin.RuleSet()


@every(gin.preset_names())
def test_a_preset_is_sound_and_documented(name):
    rules = gin.preset(name)
    assert rules.name == name
    assert gin.check_rules(presets._tables(name)) == ()
    assert rules.title
    assert rules.summary.endswith(".")
    assert "\n" not in rules.summary
    assert rules.sources
    assert "name" not in presets._tables(name)


@every(gin.preset_names())
def test_notes_that_name_rules_name_real_ones(name):
    for note in gin.preset(name).notes:
        head = note.split(":")[0]
        if ":" in note and "_" in head:
            for requirement in head.split(","):
                rule = requirement.split()[0]
                assert rule in {*RULES, "first_dealer"} or "_" not in rule, note


def pinned():
    """A line for each preset: its digest, and a hash of every value."""
    for name in gin.preset_names():
        rules = gin.preset(name)
        bare = gin.RuleSet(**{rule: getattr(rules, rule) for rule in RULES})
        yield f"{name} {rules.digest} {sha256(gin.dumps_rules(bare, full=True).encode()).hexdigest()[:16]}"


def test_the_values_of_every_preset_are_pinned():
    if os.environ.get("GINRULES_UPDATE_GOLDEN"):
        GOLDEN.write_text("\n".join(pinned()) + "\n", encoding="utf-8")
    changed_lines = {*pinned()} ^ {*GOLDEN.read_text(encoding="utf-8").splitlines()}
    assert not changed_lines, "see the values with `ginrules show NAME --toml`"


def test_presets_differ_unless_they_are_meant_not_to():
    seen = {}
    for name in gin.preset_names():
        seen.setdefault(gin.preset(name).digest, []).append(name)
    assert [names for names in seen.values() if names[1:]] == []


@every(gin.preset_names())
def test_a_preset_has_its_place_in_the_catalogue(name):
    info = gin.preset_info(name)
    assert (info.name, info.players, info.sources) == (name, gin.preset(name).player_counts, gin.preset(name).sources)
    assert info.family in FAMILIES
    assert info.confidence in CONFIDENCES
    assert all(gin.preset_info(alias) == info for alias in info.aliases)
    if name in gin.preset_names(shown=True):
        # a file that can be copied: its facts other than rules are not a problem in your own file
        assert gin.loads_rules((FOLDER / f"{name}.toml").read_text("utf-8")) == gin.preset(name)


def test_52_are_shown_and_the_others_are_expressions_of_them():
    shown = gin.preset_names(shown=True)
    assert (len(gin.preset_names()), len(shown)) == (84, 52)
    variations = tomllib.loads((FOLDER / "variations.toml").read_text("utf-8"))
    assert {*gin.preset_names()} - {*shown} == variations.keys()
    for name, tables in variations.items():
        assert gin.preset(tables["extends"]) == gin.preset(name)
        assert not any(isinstance(value, dict) for value in tables.values()), "its rules are in its expression"


def test_every_family_and_grade_is_described_and_used():
    infos = list(map(gin.preset_info, gin.preset_names()))
    assert {info.family for info in infos} <= set(FAMILIES) == set(get_args(Family))
    assert {info.confidence for info in infos} == set(CONFIDENCES) == set(get_args(Confidence))


@pytest.mark.parametrize("name", ["oklahoma+hollywood", "", "x" * 10_000, None, "knock_limit=7", "nope"])
def test_only_a_preset_has_an_entry_in_the_catalogue(name):
    with pytest.raises(gin.UnknownPresetError):
        gin.preset_info(name)


TYPED = """
    gin: standard | gin rummy: standard | The Gin: standard | rummy: standard | ginrummy: standard
    ginrummy.com: standard
    standard gin rummy: standard | traditional gin: standard | normal: standard | basic: standard | default: standard
    Hollywood gin rummy: hollywood | HOLLYWOOD: hollywood | oklahoma gin: oklahoma | oklahoma gin rummy: oklahoma
    straight gin rummy: straight-gin | knock rummy: knock-rummy | group gin: group-gin | Group Gin Rummy: group-gin
    round the corner: round-the-corner | round-the-corner gin: round-the-corner | turning corners: round-the-corner
    doubling: doubling-gin | three handed: three-handed | 3-handed gin: three-handed | three player gin: three-handed
    partnership gin: partnership | four player: partnership | chouette: captain | cut-throat: cutthroat
    cutthroat gin: cutthroat | rotating box: rotating-box | tedesco gin: tedesco | gin romme: gin-romme
    Gin Rommé: gin-romme | GIN ROMMÉ: gin-romme | german gin rummy: gin-romme | rami: gin-rami | classic gin: classic
    bicycle: classic | pagat: classic | Hoyle: hoyle | neller: eaai | open spiel: openspiel | OpenSpiel: openspiel
    penalty gin: penalty-2-to-4 | mahjong: mahjong-gin | mah jong gin: mahjong-gin | mahjongg: mahjong-gin
    seven card gin: seven-card-gin | seven-card: seven-card-gin | best of five: gra-tournament
    tournament: gra-tournament | multi match: multi-match | gin 25: standard | gin 20: gin-20 | undercut_20: undercut-20
    big gin 50: biggin50 | endless hollywood: hollywood-endless | hollywood oklahoma: hollywood-oklahoma
    oklahoma hollywood: hollywood-oklahoma | elimination: penalty-elimination | world club: world-club
    cardgames io: cardgames-io | cardgames.io: cardgames-io | gin pro: gin-pro | gin dos: gin-dos
    whyknowledge: whyknowledge
    rummy-talk: rummytalk | the palace: palace | straight: straight-gin | Straight_Gin: straight-gin
    gin-only: straight-gin | GIN_ONLY: straight-gin | three-player: three-handed | big-gin-50: biggin50
    undercut10-gin25: knock10-gin25 | pure-gin-app: online-rubl | ginrummy-com: standard
"""
SUGGESTED = """
    oklahomma: oklahoma | super gin: supergin | undercut: undercut-0 | race to 100: race-100 | big gin: big-gin-50
    7 card gin: seven-card-gin | palace of cards: palace | spanish: spanish-how-to | match play: multi-match
    gin rummy palace of cards: gin-rummy-palace | hollywod: hollywood | tedsco: tedesco | partnerships: partnership
    mahjong rummy gin game: mahjong-gin | best of seven: best-of-five
"""


def pairs(text):
    return [tuple(part.strip().rsplit(": ", 1)) for line in text.strip().splitlines() for part in line.split(" | ")]


def test_names_are_found_as_people_type_them():
    found = {typed: gin.preset(typed).name for typed, _ in pairs(TYPED)}
    assert found == dict(pairs(TYPED))
    assert all(gin.preset_info(typed).name == name for typed, name in found.items())
    assert gin.preset("gin+knock_limit=7") == gin.preset("knock_limit=7")


def test_names_that_are_not_found_are_answered_with_similar_ones():
    for typed, name in pairs(SUGGESTED):
        with pytest.raises(gin.UnknownPresetError) as unknown:
            gin.preset(typed)
        assert name in unknown.value.details["near"], typed


@every(gin.preset_names())
def test_words_that_say_nothing_do_not_matter(name):
    for spelled in (name, name.upper(), name.replace("-", " ")):
        assert gin.preset(spelled).name == name
    if name not in {"gin-20", "gin-30"}:  # without "gin" a number is left, which is no name
        assert gin.preset(f"The {name} gin rummy").name == name


def test_a_rule_set_prints_as_a_name_or_an_expression():
    printed = {str(gin.preset(name)) for name in gin.preset_names()}
    assert printed == {*gin.preset_names()}
    for rules, text in (
        (gin.RuleSet(), "standard"),
        (gin.preset("oklahoma").evolve(knock_limit=7), "oklahoma+knock_limit=7"),
        (gin.preset("oklahoma+hollywood"), "oklahoma+columns=3"),
        (gin.RuleSet(columns=3, column_weights=(1, 1, 2)), "standard+columns=3+column_weights=1,1,2"),
        (gin.RuleSet(name="ours", hand_size={2: 9, 3: 7}), "standard+hand_size={2=9,3=7}"),
        (gin.RuleSet(name="oklahoma", big_gin=False), "oklahoma+knock_source=fixed+big_gin=false+spade_multiplier=1"),
    ):
        assert (str(rules), gin.preset(str(rules))) == (text, rules)


@pytest.mark.parametrize(
    ("name", "expression"),
    [
        case.split(": ")
        for case in (
            "undercut-12: undercut_bonus=12, gin-40: gin_bonus=40, big-gin-60: big_gin_bonus=60, "
            "hollywood 300: hollywood+target=300, undercut-10 gin-40: undercut_bonus=10+gin_bonus=40, "
            "no big gin: big_gin=false, no shutout: shutout=none, no-box: box_bonus=0, knock-7: knock_limit=7, "
            "Box 20: box_bonus=20, to-250: target=250"
        ).split(", ")
    ],
)
def test_a_name_with_a_number_is_answered_with_an_expression(name, expression):
    with pytest.raises(gin.UnknownPresetError, match=re.escape(f"write '{expression}'; ")):
        gin.preset(name)
    assert gin.preset(expression)


@every(
    [
        ("hollywood-oklahoma", "hollywood+oklahoma"),
        ("hollywood-oklahoma-second-deck", "hollywood+oklahoma-second-deck"),
        ("bicycle-oklahoma", "classic+oklahoma"),
        ("undercut-0", "undercut_bonus=0"),
        ("undercut-10", "undercut_bonus=10"),
        ("undercut-15", "undercut_bonus=15"),
        ("undercut-20", "undercut_bonus=20"),
        ("gin-20", "gin_bonus=20"),
        ("gin-30", "gin_bonus=30"),
        ("race", "game_bonus=0+box_bonus=0+shutout=none"),
        ("shutout-200", "shutout=flat+shutout_when=loser-no-points+shutout_bonus=100"),
    ]
)
def test_presets_of_one_thought_are_what_they_say(name, expression):
    assert gin.preset(name) == gin.preset(expression)


def test_aliases_stand_for_one_preset_and_are_no_key():
    every = [alias for name in gin.preset_names() for alias in presets._tables(name).get("aliases", ())]
    assert len(every) == len(set(every)) == len(preset_aliases())
    assert not set(every) & set(gin.preset_names())
    for alias in every:
        assert alias == presets._key(alias)
        assert gin.preset(alias) is gin.preset(preset_aliases()[alias])


def test_aliases_cannot_be_changed():
    with pytest.raises(TypeError):
        preset_aliases()["mine"] = "standard"


def test_an_unknown_name_has_its_near_misses():
    with pytest.raises(gin.UnknownPresetError) as caught:
        gin.preset("oklahma")
    assert str(caught.value).startswith("no preset 'oklahma': did you mean 'oklahoma'")
    assert caught.value.details["near"][0] == "oklahoma"


@pytest.mark.parametrize("name", ["", "../standard", "standard.toml", "x" * 10_000, None, 5, b"standard", ["standard"]])
def test_an_invalid_name_is_refused(name):
    with pytest.raises(gin.UnknownPresetError) as caught:
        gin.preset(name)
    assert len(str(caught.value)) < 300


def test_every_preset_is_a_constant():
    constants = {name for name in dir(presets) if name.isupper() and not name.startswith("_")}
    assert constants == {name.upper().replace("-", "_") for name in gin.preset_names()}
    for name in constants:
        assert getattr(presets, name) is gin.preset(name)


def test_a_constant_that_does_not_exist():
    with pytest.raises(AttributeError, match="has no attribute 'OKLAHMA'"):
        presets.OKLAHMA  # noqa: B018


def test_importing_presets_reads_no_file_and_no_parser():
    code = "import sys, ginrules.presets; print('tomllib' in sys.modules, 'cattrs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"
