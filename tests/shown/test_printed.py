"""Names from files and from players never reach a terminal, a page, an error or a picture as they are."""

import csv
import io
import json
import re

import pytest
from rich.console import Console

import ginrules as gin
from ginrules import svg
from ginrules._support.printed import clean_colored, csv_cell, json_text
from ginrules.cli.console import print_json, say
from ginrules.errors import clean_lines
from ginrules.lab import compare, simulate
from ginrules.lab.report.files import RowFile
from ginrules.lab.report.pages import html
from ginrules.play.events import event_text
from ginrules.play.outcome import outcome_text
from ginrules.players import new_greedy
from ginrules.terminal import colored
from tests.conftest import every

RAW = "\x1b[8m\x07\x08\x7f\x85\x9b2J\u202e\u2066\u2028\u200b\ufeff\ud800\x00\r"
NAME = f"Ann{RAW}Bo"
BAD = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
COLOR = re.compile(r"\x1b\[[0-9;]*m")

RULES = gin.RuleSet(name=NAME, title=NAME, summary=NAME, notes=[NAME], sources=[NAME], target=30)
PLAYERS = (NAME, f"Bo{RAW}")
WRITTEN = tuple(name.replace("\ud800", "") for name in PLAYERS)  # half of a character is not written
STATE = gin.deal(RULES, gin.shuffled(7))
MATCH = gin.new_match(RULES, PLAYERS, results=[gin.pad_entry(10, RULES, winner=0)])


def played():
    state, events = STATE, []
    while not state.is_over:
        state, more = gin.transition(state, gin.legal_actions(state)[0])
        events += more
    return state, events


END, EVENTS = played()


def refused(call, *arguments, **options):
    with pytest.raises(gin.GinRulesError) as caught:
        call(*arguments, **options)
    return "\n".join([str(caught.value), *map(str, getattr(caught.value, "problems", ()))])


def comments(record):
    return "\n".join(line.partition("#")[2] for line in record.dumps().split("\n"))


PRINTED = {
    "card": lambda: gin.describe(RULES),
    "heading": lambda: RULES.heading + RULES.label,
    "repr": lambda: repr(RULES) + repr(MATCH.players),
    "match": lambda: str(MATCH),
    "settlement": lambda: str(gin.settle(MATCH)),
    "events": lambda: "\n".join(event_text(event, PLAYERS) for event in EVENTS),
    "outcome": lambda: outcome_text(END.outcome, PLAYERS),
    "terminal": lambda: "".join(COLOR.sub("", colored(state, names=PLAYERS)) for state in (STATE, END)),
    "terminal sheet": lambda: COLOR.sub("", colored(MATCH)),
    "picture": lambda: str(svg.round_svg(STATE, names=PLAYERS)) + svg.round_svg(END, names=PLAYERS)._repr_html_(),
    "picture of the sheet": lambda: str(svg.sheet_svg(MATCH)),
    "record": lambda: comments(gin.RoundRecord(RULES, 7, names=WRITTEN).play("take")),
    "rule file": lambda: refused(gin.loads_rules, f"{json.dumps(NAME.replace(chr(0xD800), ''))} = 1", source=NAME),
    "extends": lambda: refused(gin.loads_rules, f"extends = {json.dumps(NAME.replace(chr(0xD800), ''))}", source=NAME),
    "wrong value": lambda: refused(gin.RuleSet, name=NAME, seating=NAME),
    "preset": lambda: refused(gin.preset, NAME),
    "action": lambda: refused(gin.parse_action, NAME, STATE),
    "card text": lambda: refused(gin.Card.parse, NAME),
    "hand text": lambda: refused(gin.CardSet.parse, f"A.{NAME}"),
    "record text": lambda: refused(gin.RoundRecord.loads, json.dumps({NAME: 1, "format": NAME})),
    "players": lambda: refused(gin.new_match, RULES, (NAME, NAME, NAME)),
    "file": lambda: refused(gin.load_rules, f"{NAME.replace(chr(0xD800), '')}.toml"),
}


@every(PRINTED)
def test_printed_text_is_clean(name, text):
    found = BAD.search(text())
    assert found is None, f"{name} has {found[0]!r}"


@pytest.mark.full
def test_pages_and_tables_of_the_lab_are_clean(tmp_path):
    other = gin.RuleSet(name=f"=1+1{RAW}", knock_limit=5)
    compared = compare(RULES, other, rounds=20, players=new_greedy)
    simulated = simulate(RULES, new_greedy, rounds=20)
    for text in (str(compared), str(simulated), html(compared), html(simulated)):
        assert not BAD.search(text)
    with RowFile(tmp_path / "rows.csv") as file:
        simulate(other, new_greedy, rounds=2, take_rows=file.write)
    text = (tmp_path / "rows.csv").read_text(encoding="utf-8")
    assert "'=1+1" in text
    assert not re.search(r"(?m)(?:^|,)\"?=", text)


def test_a_command_prints_clean_text(capsys):
    say(f"\x1b[1m{NAME}\x1b[0m")
    print_json({NAME: [NAME]})
    printed = capsys.readouterr().out
    assert not BAD.search(COLOR.sub("", printed))
    assert json.loads(json_text({"name": NAME}, indent=2)) == {"name": NAME}
    Console(file=io.StringIO()).print(printed)


@every(
    {
        **{text: f"'{text}" for text in ("=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1")},
        **{text: text for text in ("Ann", "-7", "+12.5", "a=1")},
        "\u202e=1": "�=1",
    }
)
def test_cells_are_not_formulas(text, expected):
    assert csv_cell(text) == expected
    file = io.StringIO()
    csv.writer(file).writerow([csv_cell(text)])
    assert csv_cell(7) == 7


@every({"Ann\tBo\n  c": "Ann Bo\n  c", "a\u200db": "a\u200db", "\x1b[1m": "�[1m", "漢 é 🂡": "漢 é 🂡"})
def test_lines_keep_their_breaks_and_blanks(text, expected):
    assert clean_lines(text) == expected
    assert clean_colored(text) == (text if text == "\x1b[1m" else expected)
