"""Colored text: its content, within its width, with and without colors."""

import re

import pytest

import ginrules as gin
from ginrules._support.printed import clean, clipped, width_of
from ginrules.errors import PictureError
from ginrules.terminal import colored
from ginrules.testing.policies import fresh, mixed
from tests.conftest import WAYS, decisions, every, finished, some
from tests.rulebook.conftest import HANDS, stack
from tests.rulebook.conftest import play as after

STANDARD = gin.preset("standard")
CODES = re.compile(r"\x1b\[[0-9;]*m")


def laying_off():
    spread = gin.Spread(["Ac 2c 3c", "5d 6d 7d", "9h Th Jh"])
    return after(stack(HANDS, STANDARD, upcard="5s"), gin.TakeDiscard(), gin.Knock("4s"), spread, gin.LayOff("4c", 0))


def match_of(*rounds, rules="hollywood", names=("Ann", "Bo")):
    played_by = gin.preset(rules)
    return gin.new_match(played_by, names, results=[gin.pad_entry(p, played_by, winner=w) for w, p in rounds])


def test_a_state_as_text():
    assert colored(laying_off(), color="never", names=["Ann", "Bo"]).splitlines() == [
        "Bo must lay off or be done",
        "Standard gin rummy · all cards open · knock limit 10",
        "",
        "> Bo (dealer) · deadwood 64",
        "    2♦ 3♥ 6♥ 7♠ 8♣ 8♦ J♣ Q♠ K♦",
        "",
        "stock 31 · pile 1 top 4♠",
        "0 Ann        A♣ 2♣ 3♣ 4♣*",
        "1 Ann        5♦ 6♦ 7♦",
        "2 Ann        9♥ T♥ J♥",
        "",
        "  Ann · deadwood 5",
        "    5♠",
    ]


def test_a_view_hides_what_it_does_not_know():
    state = after(stack(HANDS, STANDARD, upcard="5s"), gin.TakeDiscard(), gin.Discard("4s"))
    lines = colored(gin.view(state, 1), color="never").splitlines()
    assert "    5♠ ▒▒▒▒▒▒▒▒▒ 9 hidden" in lines
    own = colored(gin.view(state, 0), color="never").splitlines()
    assert "    A♣ 2♣ 3♣ | 5♦ 6♦ 7♦ | 9♥ T♥ J♥ | 5♠*" in own


def test_a_sheet_as_text():
    text = colored(match_of((0, 40), (0, 35), (0, 30), (1, 20)), color="never")
    assert [line.split() for line in text.splitlines()[5:9]] == [
        ["1", "Ann", "knock", "40", "40", "0", "·", "·"],
        ["2", "Ann", "knock", "35", "75", "0", "35", "0", "·"],
        ["3", "Ann", "knock", "30", "105", "0", "65", "0", "30", "0"],
        ["4", "Bo", "knock", "20", "·", "65", "20", "·"],
    ]
    assert "total              385     0" in text


def test_a_sheet_with_many_columns_is_parted_into_blocks():
    wins = [(number % 2, 60) for number in range(40)]
    text = colored(match_of(*wins, rules="hollywood-endless"), color="never")
    heads = [line for line in text.splitlines() if "game 1" in line or "game 9" in line]
    assert len([line for line in heads if re.search(r"game 1\b|game 9\b", line)]) == 2
    assert max(map(width_of, text.splitlines())) <= 80


def test_colors_are_only_added():
    for value in (laying_off(), gin.view(laying_off(), 1), match_of((0, 40)), gin.best_arrangement(HANDS[0], STANDARD)):
        plain, bright = colored(value, color="never"), colored(value, color="always")
        assert "\x1b" not in plain
        assert "\x1b" in bright
        assert [CODES.sub("", line).rstrip() for line in bright.splitlines()] == plain.splitlines()


def test_red_suits_are_red():
    bright = colored(gin.best_arrangement("7h 7c 7d", STANDARD), color="always")
    assert "\x1b[1;31m7♥\x1b[0m" in bright
    assert "\x1b[1m7♣\x1b[0m" in bright


@pytest.mark.parametrize(
    ("env", "tty", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_auto_asks_the_terminal_and_its_user(monkeypatch, env, tty, expected):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for key, value in env.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: tty, raising=False)
    assert ("\x1b" in colored(stack(HANDS, STANDARD, upcard="5s"))) == expected
    monkeypatch.setattr("sys.stdout", None)
    assert "\x1b" not in colored(stack(HANDS, STANDARD, upcard="5s"))


@pytest.mark.parametrize("name", some(list(WAYS), 8))
def test_nothing_is_wider_than_asked_for(name):
    rules, seats = WAYS[name]
    names = ["漢字" * 30, "x" * 200, "Cy", "Di", "Ed", "Flo"][:seats]
    for width in (40, 80):
        for number, (state, _) in enumerate(decisions(fresh(rules, seats, 4), 4, mixed)):
            if number % 5 and not state.is_over:
                continue
            for value in (state, gin.view(state, number % seats)):
                text = colored(value, color="never", width=width, names=names)
                assert max(map(width_of, text.splitlines())) <= width


@every(gin.preset_names())
def test_a_sheet_of_every_preset_fits(name):
    rules = gin.preset(name)
    for players in rules.player_counts:
        match = gin.new_match(rules, ["Annabella Longname-Smith", *"BCDEFGHIJ"][:players])
        outcomes = [finished(fresh(rules, len(table.players), 3), 3)[0].outcome for table in match.due]
        for value in (match, gin.add_round(match, *outcomes)):
            assert max(map(width_of, colored(value, color="never").splitlines())) <= 80


def test_a_name_commands_no_terminal():
    text = colored(stack(HANDS, STANDARD, upcard="5s"), color="never", names=["\x1b]0;x\x07Ann\n\n", "\u202eBo"])
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e]", text)
    assert len(text.splitlines()) == len(colored(stack(HANDS, STANDARD, upcard="5s"), color="never").splitlines())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann", "Ann"),
        (" a\t b\n", "a b"),
        ("a\x00b", "a�b"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\u2028", ""),
        ("\ud800", "�"),
    ],
)
def test_clean_keeps_words_and_drops_commands(text, expected):
    assert clean(text) == expected


@pytest.mark.parametrize(
    ("text", "columns", "cut"), [("Ann", 3, "Ann"), ("Annie", 4, "Ann…"), ("漢字漢字", 6, "漢字…")]
)
def test_clipped_counts_columns(text, columns, cut):
    assert clipped(text, columns) == cut
    assert width_of(cut) <= columns


@pytest.mark.parametrize(
    "options",
    [
        *({"color": color} for color in ("yes", True, [])),
        *({"width": width} for width in (39, "80", True)),
        {"names": ["Ann"]},
    ],
)
def test_choices_that_are_none_are_refused(options):
    with pytest.raises(PictureError):
        colored(stack(HANDS, STANDARD, upcard="5s"), **options)


def test_what_has_no_text_is_refused():
    with pytest.raises(PictureError, match="RuleSet has no colored text"):
        colored(STANDARD)


def test_a_defence_as_text():
    spread = ["Ks Kc Kd", "5s 6s 7s", "9c Tc Jc"]
    defence = gin.best_defence("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac", spread, STANDARD)
    assert colored(defence, color="never").splitlines()[1] == "lay off      8♠ on 1 9♠ on 1 8♣ on 2 7♣ on 2"


def test_a_points_match_tells_its_accounts():
    rules = STANDARD.evolve(match_form="points", match_target=500)
    match = gin.new_match(rules, ["Ann", "Bo"], results=[gin.pad_entry(101, rules, winner=0)])
    assert colored(match, color="never").splitlines()[-1] == f"Match points: Ann {match.accounts[0]}, Bo 0"
    assert match.accounts[0] > 101
