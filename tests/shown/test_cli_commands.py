"""The commands, in process: their output and exit status."""

import json
import re
import sys

import pytest

import ginrules
import ginrules as gin
from ginrules.presets.catalogue import FAMILIES

pytest.importorskip("cyclopts")

WIDE = 80


@pytest.fixture
def house(tmp_path):
    """A rule file."""
    path = tmp_path / "house.toml"
    path.write_text(gin.dumps_rules(gin.RuleSet(name="our table", knock_limit=7, gin_bonus=20)))
    return path


@pytest.fixture
def broken(tmp_path):
    """A rule file with three faults."""
    path = tmp_path / "broken.toml"
    path.write_text('extends = "oklahomma"\n[knock]\nknock_limit = -1\n[layof]\nlayoff = "none"\n')
    return path


def test_compare_prints_the_differences_and_the_table(run):
    status, out, err = run("compare", "standard", "oklahoma", "--rounds", "40")
    assert (status, err) == (0, "")
    assert re.search(r"^knock\.knock_source +fixed +upcard *$", out, re.MULTILINE)
    assert re.search(r"^price\.spade_multiplier +1 +2 *$", out, re.MULTILINE)
    assert "standard and oklahoma: 40 rounds each by learned, seed 1." in out
    assert re.search(r"^points per round +\d+\.\d\d ±[ \d]+\.\d\d +\d+\.\d\d ±[ \d]+\.\d\d +[+-]\d", out, re.MULTILINE)
    titles = (
        "points per round; knock, %; gin, %; big gin, %; undercut, %; dead, %; turns per round; deadwood at the knock; "
        "first seat's net; first seat's wins, %; rounds per game; first side's games, %; comebacks, %"
    )
    assert [line for title in titles.split("; ") for line in out.splitlines() if line.startswith(f"{title} ")] == [
        line for line in out.splitlines() if ("±" in line and line[0] != "±") or line.startswith("rounds per game")
    ]


@pytest.mark.parametrize(
    ("a", "b"), [("standard", "oklahoma"), ("gin-dos-oklahoma-ace-one", "mahjong-gin"), ("penalty", "round-the-corner")]
)
def test_the_table_fits_and_lines_up(run, a, b):
    _, out, _ = run("compare", a, b, "--rounds", "20")
    assert max(map(len, out.splitlines())) <= WIDE
    rows = [line for line in out.splitlines() if re.match(r"[a-z' ]+(, %)?  .*±", line)]
    assert len(rows) > 8
    # decimal points are aligned
    points = [tuple(match.start() for match in re.finditer(r"\.\d\d", row)) for row in rows if row.count("±") == 3]
    assert len(set(points)) == 1


def test_compare_is_the_same_for_the_same_seed(run):
    line = ("compare", "standard", "classic", "--rounds", "20", "--seed", "4")
    assert run(*line) == run(*line)
    assert run(*line)[1] != run(*line[:-1], "5")[1]


def test_compare_as_json(run, house):
    status, out, err = run("compare", "standard", str(house), "--rounds", "20", "--json", "--player", "greedy")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert [change["rule"] for change in result["changes"]] == ["knock_limit", "gin_bonus"]
    assert (result["b"]["name"], result["rounds"], result["seed"], result["level"]) == ("our table", 20, 1, 0.95)
    assert result["players"] == "greedy, knocking whenever allowed"
    assert all(
        {"value", "low", "high"} == set(measure["a"] or result["measures"][0]["a"]) for measure in result["measures"]
    )


def test_compare_tells_when_nothing_differs(run):
    _, out, _ = run("compare", "standard", "wikipedia", "--rounds", "20")
    assert out.startswith("The rules are the same.")
    assert out.count("same") > 8


def test_compare_with_more_seats(run):
    status, out, _ = run("compare", "penalty-2-to-4", "mahjong-gin", "--seats", "3", "--rounds", "30")
    assert status == 0
    assert "30 rounds each by" in out


def listed(out):
    return [line.split()[0] for line in out.splitlines() if line.startswith("  ")]


def test_presets_are_listed_by_family_a_line_each(run):
    status, out, _ = run("presets")
    assert status == 0
    assert sorted(listed(out)) == sorted(gin.preset_names(shown=True))
    assert out.endswith("32 more are one value or two names away from these: `ginrules presets --all`.\n")
    status, out, _ = run("presets", "--all")
    assert sorted(listed(out)) == sorted(gin.preset_names())
    headings = [line.partition(":")[0] for line in out.splitlines() if line and line[0] not in " ("]
    assert headings == [family for family in FAMILIES if f"\n{family}: " in f"\n{out}"]
    assert "(unconfirmed) a number" in out


@pytest.mark.parametrize(
    ("words", "some", "none"),
    [
        (("undercut-10",), {"undercut-10"}, {"undercut-15", "tedesco"}),
        (("undercut", "10"), {"undercut-10", "classic"}, {"undercut-15"}),
        (("HOLLY",), {"hollywood", "hollywood-oklahoma", "tedesco"}, {"standard"}),
        (("three-player",), {"three-handed"}, {"captain"}),
        (("--players", "3"), {"three-handed", "penalty-2-to-4", "captain"}, {"standard", "partnership"}),
        (("--family", "teams", "--players", "6"), {"roodle"}, {"partnership", "captain"}),
    ],
)
def test_presets_are_filtered(run, words, some, none):
    status, out, _ = run("presets", *words)
    assert status == 0
    assert some <= set(listed(out))
    assert not none & set(listed(out))


def test_no_preset_fits(run):
    status, out, _ = run("presets", "undercut", "12")
    assert (status, "write undercut_bonus=12;" in " ".join(out.split())) == (1, True)
    status, out, _ = run("presets", "standard", "--players", "5")
    assert (status, out) == (1, "standard is a rule set, but does not fit the options: leave one out\n")
    assert run("presets", "--family", "teams", "--players", "3")[:2] == (1, "no rule set fits: leave an option out\n")


def test_a_rule_card(run, house):
    status, out, _ = run("show", "Oklahoma")
    assert status == 0
    assert out.startswith("Oklahoma gin\n")
    assert max(map(len, out.splitlines())) <= WIDE
    words = " ".join(out.split())
    assert "no more than the count of the upcard (10 for tens and pictures; an ace requires gin)" in words
    assert "deadwood left is 7 or less" in " ".join(run("show", str(house))[1].split())


def test_cards_and_sheets_to_print(run, tmp_path):
    short = run("show", "hollywood", "--short")[1]
    assert short.startswith("Hollywood gin\n\nObject of the game: ")
    page, sheet = tmp_path / "card.html", tmp_path / "sheet.svg"
    assert run("show", "hollywood", "--html", str(page))[:2] == (0, f"{page}: print it on one side of A4.\n")
    assert "size: A4" in page.read_text(encoding="utf-8")
    assert run("show", "hollywood", "--short", "--html", str(page))[0] == 0
    assert "size: A5" in page.read_text(encoding="utf-8")
    status, out, _ = run("sheet", "hollywood", "--names", "Ann", "Bo", "--svg", str(sheet))
    assert (status, out) == (0, f"{sheet}: Score sheet: Hollywood gin, Ann and Bo\n")
    assert sheet.read_text(encoding="utf-8").count("<text") > 30
    assert run("sheet", "hollywood", "--names", "Ann", "--svg", str(sheet))[0] == 2
    for words, fault in (((), "--svg sheet.svg is a picture"), (("--pdf", "x.pdf"), "Unknown option: --pdf")):
        status, _, err = run("sheet", "hollywood", *words)
        assert (status, fault in err) == (2, True)
    assert run("show", "hollywood", "--html", str(tmp_path / "none" / "card.html"))[0] == 2


def test_every_card_keeps_its_words_when_wrapped(run):
    from ginrules.presets import preset
    from ginrules.show.rulecard.card import describe

    for name in ("standard", "penalty-2-to-4", "rummytalk"):
        assert run("show", name)[1].split() == describe(preset(name)).split()


def test_differing_rules_are_listed(run, house):
    status, out, _ = run("diff", "standard", "straight-gin")
    assert status == 0
    assert re.search(r"knock\.knock_limit +10 +0", out)
    assert run("diff", "standard", "wp") == (0, "The rules are the same.\n", "")
    assert "our table" in run("diff", "standard", str(house))[1]


def test_a_sound_file(run, house):
    assert run("check", str(house)) == (0, "house.toml is valid: 2 rules differ from standard\n", "")


def test_an_expression_is_checked(run, house):
    assert run("check", "standard+hand_size=9") == (
        0,
        "standard+hand_size=9 is valid: 1 rule differs from standard\n",
        "",
    )
    assert run("check", f"{house}+gin_bonus=7")[0] == 0
    status, out, _ = run("check", "standard+hand_size=99")
    assert (status, out) == (1, "1 problem in standard+hand_size=99\n  deal.hand_size = 99: must be 1 to 26\n")


@pytest.mark.parametrize(
    ("words", "rule"),
    [("round the corner", "ace_rank"), ("wraparound", "ace_rank"), ("kisses", "tie"), ("gin-off", "gin_off_bonus")],
)
def test_a_rule_is_found_by_other_words(run, words, rule):
    status, out, _ = run("rules", *words.split())
    assert status == 0
    assert f"{rule} = " in out
    assert "  set by: " in out
    assert rule in {one["rule"] for one in json.loads(run("rules", *words.split(), "--json")[1])}


def test_every_value_of_every_rule_is_explained(run):
    from ginrules.rules.model import RULES

    for name, entry in RULES.items():
        out = " ".join(run("rules", name)[1].split())
        if not entry.values:
            assert f"values: {entry.allowed}" in out, name
        assert [value for value, meaning in entry.values.items() if f"{value}: {meaning}" not in out] == [], name
        assert all(limit.why in out for limit in entry.limits), name


def test_all_rules_are_listed_and_a_missing_one_is_explained(run):
    from ginrules.rules.model import RULES

    out = run("rules")[1]
    assert [name for name in RULES if f"\n{name} = " not in out] == []
    status, out, _ = run("rules", "jokers")
    assert (status, "ginrules has no jokers" in out) == (1, True)
    assert "did you mean knock_limit?" in run("rules", "knock_limt")[1]


def test_a_file_with_faults_names_them_all(run, broken):
    status, out, err = run("check", str(broken))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "3 problems in broken.toml",
        "  line 1, extends = \"oklahomma\": unknown preset; did you mean 'oklahoma'?",
        "  line 3, knock.knock_limit = -1: must be 0 or more (0 is gin only)",
        "  line 4, layof: unknown section; did you mean 'layoff'?",
    ]


def test_a_full_hand(run):
    status, out, _ = run("melds", "4c", "5c", "6c", "7d", "7h", "7s", "Ah", "2h", "3h", "Kd")
    assert status == 0
    lines = {line[:12].strip(): line[12:] for line in out.splitlines()}
    assert lines["hand"] == "4c 5c 6c 7d Kd Ah 2h 3h 7h 7s (10 cards)"
    assert lines["best"] == "4c 5c 6c · 7d 7h 7s · Ah 2h 3h"
    assert lines["left over"] == "Kd"
    assert lines["deadwood"] == "10"
    assert "set  7d 7h 7s" in out
    assert "run  Ah 2h 3h" in out
    assert "for gin, draw  3c 7c 4h (3)" in out
    assert "to knock with 10 or less, draw  any card (42)" in out


def test_many_outs_are_wrapped(run):
    _, out, _ = run("melds", "4c 5c 6c 7d 7h 9s Ah 2h Kd 3s", "--limit", "37")
    start = out.splitlines().index(next(line for line in out.splitlines() if line.startswith("to knock with 37")))
    assert out.splitlines()[start + 1].startswith(" " * 12)
    assert max(map(len, out.splitlines())) < WIDE
    assert "for gin, draw  none" in out


def test_a_hand_with_a_card_drawn(run):
    _, out, _ = run("melds", "As 2s 3s 7s 2c 7c Ad 2d Ah 2h 7h")
    lines = [line for line in out.splitlines() if line.startswith("discard")]
    assert lines[0] == "discard 3s  leaves  0  gin"
    assert lines[1] == "discard Ad  leaves  1  knock"
    assert lines[-1] == "discard 7s  leaves 16"
    assert len(lines) == 11


def test_a_limit_and_rules_for_a_hand(run, house):
    hand = "As 2s 3s 7s 2c 7c Ad 2d Ah 2h 7h"
    assert run("melds", hand, "--limit", "1")[1].count("knock") == 2
    assert "knock" not in run("melds", hand, "--rules", "straight-gin")[1]
    assert "to knock with 7 or less" in run("melds", "A23.456.789.T", "--rules", str(house))[1]
    assert "big gin: all the cards are melded" in run("melds", "Ac 2c 3c 4d 5d 6d 7d 7h 8h 9h Th")[1]
    assert "big gin" not in run("melds", "Ac 2c 3c 4d 5d 6d 7d 7h 8h 9h Th", "--rules", "classic")[1]


def test_a_few_cards_and_none_melded(run):
    status, out, _ = run("melds", "7h Kd")
    assert status == 0
    assert "melds       none" in out
    assert "best        no meld" in out
    assert "throw" not in out


def test_version_and_help(run):
    status, out, _ = run("--version")
    assert status == 0
    assert out.startswith(
        (f"{ginrules.__version__} (with the compiled core)", f"{ginrules.__version__} (on the engine: ")
    )
    for words in (["--help"], ["compare", "--help"], ["check", "--help"], []):
        status, out, _ = run(*words)
        assert status == 0
        assert out.startswith("Usage: ginrules")
        assert max(map(len, out.splitlines())) <= WIDE
    assert "(default: 6)" in " ".join(run("perft", "--help")[1].split())


REFUSED = [
    (["compare", "standard", "oklahomma"], "no preset 'oklahomma': did you mean oklahoma"),
    (["compare", "standard", "x" * 90], "no preset 'xxx"),
    (["compare", "standard", "gone.toml"], "there is no file gone.toml"),
    (["compare", "standard", "/"], "there is no file /"),
    (["compare", "standard", "oklahoma", "--rounds", "5"], "5 rounds are too few to compare"),
    (["compare", "standard", "oklahoma", "--rounds", "many"], '"many"'),
    (["compare", "standard", "oklahoma", "--checkpoint-every", "-1"], "Must be >= 0"),
    (["completion", "tcsh"], "fish"),
    (
        ["compare", "standard", "oklahoma", "--seats", "7"],
        "expected 2 seats at a table of standard and oklahoma, got 7",
    ),
    (["compare", "standard"], "requires an argument"),
    (["compare", "standard", "oklahoma", "hollywoo"], "did you mean hollywood"),
    (["compare", "standard", "oklahoma", "--turbo"], "--turbo"),
    (["compar"], 'Did you mean "compare"'),
    (["show", "nothing-like-it"], "no preset 'nothing-like-it'"),
    (["diff", "standard", ""], "no preset ''"),
    (["check", "gone.toml"], "there is no file gone.toml"),
    (["melds", "7h", "8x"], "'8x' is not a card"),
    (["melds", "7h", "7h"], "7h appears twice"),
    (["melds"], "a hand has cards"),
    (["melds", "A.2.3"], "3 parts between dots"),
    (["melds", "7h", "--limit", "-2"], "Must be >= 0"),
    (["conform", "node gin.mjs"], "name a file of vectors: --vectors standard.jsonl"),
    (["conform", "node gin.mjs", "--vectors", "gone.jsonl"], "gone.jsonl: cannot be read as lines of JSON"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED, ids=[" ".join(words)[:40] for words, _ in REFUSED])
def test_a_refusal_is_one_line(run, words, message):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert err.startswith("ginrules: ")
    assert message in err
    assert len(err.splitlines()) <= 2


def test_a_broken_file_is_refused_where_rules_are_wanted(run, broken):
    status, out, err = run("compare", "standard", str(broken))
    assert (status, out) == (2, "")
    assert err.startswith("ginrules: 3 problems in broken.toml\n")


def test_no_progress_bar_without_a_terminal_and_one_with_it(run, monkeypatch):
    assert run("compare", "standard", "oklahoma", "--rounds", "20")[2] == ""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert "\r100% 40/40 rounds" in run("compare", "standard", "oklahoma", "--rounds", "40")[2]
    assert run("compare", "standard", "oklahoma", "--rounds", "20", "--json")[2] == ""


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "ginrules: interrupted\n"),
        (OSError("disk full"), 2, "ginrules: disk full\n"),
        (ginrules.GinRulesError("so it is"), 2, "ginrules: so it is\n"),
    ],
)
def test_whatever_happens_ends_in_a_line(run, monkeypatch, error, status, said):
    def fails(*_words, **_options):
        raise error

    monkeypatch.setattr("ginrules.cli.rules.rules_from", fails)
    assert run("show", "standard") == (status, "", said)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_for_a_shell(run, shell):
    status, out, _ = run("completion", shell)
    assert (status, "straight-gin" not in out, "searching" in out, "__complete" in out) == (0, True, True, True)


@pytest.mark.parametrize(
    ("words", "some", "none"),
    [
        (["show", ""], {"standard", "oklahoma"}, {"knock_limit=", "ours.toml"}),
        (["show", "okla"], {"oklahoma", "oklahoma-kisses"}, set()),
        (["show", "oklahoma+hol"], {"oklahoma+hollywood"}, {"hollywood"}),
        (["diff", "standard", "standard+knock_l"], {"standard+knock_limit="}, set()),
        (["compare", "standard", "standard", "tie=k"], {"tie=knocker-wins"}, {"tie=yes"}),
        (["show", "big_gin="], {"big_gin=true", "big_gin=false"}, set()),
        (["check", "ou"], {"ours.toml"}, {"ours.txt"}),
        (["check", "rul"], {"rules/"}, set()),
        (["show", "standard", ""], set(), {"standard"}),
        (["shw", ""], set(), {"standard"}),
    ],
)
def test_rules_complete_a_line(run, monkeypatch, tmp_path, words, some, none):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "ours.toml").write_text("")
    (tmp_path / "ours.txt").write_text("")
    out = set(run("__complete", *words)[1].split())
    assert some <= out
    assert not none & out


def test_the_summaries_of_commands_are_those_of_their_functions():
    import inspect

    from ginrules.cli.commands import COMMANDS, function_of, summary_of

    for name in COMMANDS:
        assert inspect.getdoc(function_of(name)).partition("\n\n")[0].replace("\n", " ") == summary_of(name), name


def test_defaults_of_runs_are_those_of_the_lab():
    from ginrules.cli import diverge, options
    from ginrules.lab.divergence import EFFORT
    from ginrules.lab.runner.task import EVERY

    assert (diverge._EFFORT, options.CHECKPOINT_SECONDS) == (EFFORT, EVERY)


def test_a_slip_is_reported_with_the_help_of_its_command(run, house, tmp_path):
    said = "ginrules: too many words: twice more\nTry: ginrules show --help\n"
    assert run("show", str(house), "twice", "more") == (2, "", said)
    assert run("shw")[2].endswith("Try: ginrules --help\n")
    status, _, err = run("score", str(tmp_path / "none.pad"), "--json")
    assert (status, "Errno" in err) == (2, False)


@pytest.mark.parametrize(("words", "rule"), [(("wall",), "stock_exhausted"), (("seven", "cards"), "hand_size")])
def test_rules_are_found_by_the_words_that_people_have_for_them(run, words, rule):
    status, out, _ = run("rules", *words)
    assert status == 0
    assert f"{rule} =" in out


def test_one_opponent_fills_the_other_places_of_three(run):
    status, out, _ = run("simulate", "group-gin", "--against", "greedy", "--rounds", "6", "--json")
    assert status == 0
    assert "greedy" in out
