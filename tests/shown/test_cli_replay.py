"""``ginrules replay``, ``verify`` and ``score``: output, files and refusals."""

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.cli.evening import pad as pad_command
from ginrules.cli.help import description
from ginrules.errors import RecordError
from ginrules.records import MatchRecord, RoundRecord
from tests.conftest import examples
from tests.conftest import pad_match as loads_pad
from tests.rulebook.conftest import HANDS

pytest.importorskip("cyclopts")

STANDARD = gin.preset("standard")
ACTIONS = ["take", "knock 4s", "spread Ac 2c 3c / 5d 6d 7d / 9h Th Jh", "lay off 4c on 0", "done"]


def knocked(**more):
    order = gin.stacked(HANDS, STANDARD, dealer=1, upcard="5s")
    return RoundRecord(STANDARD, order, dealer=1, actions=ACTIONS, **more)


@pytest.fixture
def round_file(tmp_path):
    path = tmp_path / "round.toml"
    path.write_text(knocked(names=["Ann", "Bo"], comments={2: "at once"}).dumps(), encoding="utf-8")
    return path


@pytest.fixture
def broken_file(tmp_path, round_file):
    path = tmp_path / "broken.toml"
    path.write_text(
        round_file.read_text(encoding="utf-8").replace("lay off 4c on 0", "lay off Kd on 0"), encoding="utf-8"
    )
    return path


# --- replay -------------------------------------------------------------------------------------


def test_replay_tells_every_step_and_the_end(run, round_file):
    status, out, err = run("replay", round_file)
    assert (status, err) == (0, "")
    assert out.splitlines()[:7] == [
        "   1 Ann: take",
        "   2 Ann: knock 4s  # at once",
        "   3 Ann: spread Ac 2c 3c / 5d 6d 7d / 9h Th Jh",
        "   4 Bo: lay off 4c on 0",
        "   5 Bo: done",
        "",
        "Ann knocked with 5",
    ]
    assert "0 Ann        A♣ 2♣ 3♣ 4♣*" in out


@pytest.mark.parametrize(("ply", "text"), [(0, "Ann must take or decline the upcard"), (2, "Ann must spread melds")])
def test_replay_stops_at_a_ply(run, round_file, ply, text):
    status, out, _ = run("replay", round_file, "--ply", ply)
    assert status == 0
    assert text in out
    assert sum(line.startswith("   ") and ":" in line for line in out.splitlines()) == ply


def test_replay_writes_the_position_as_a_picture(run, round_file, tmp_path):
    target = tmp_path / "a.svg"
    assert run("replay", round_file, "--ply", 4, "--svg", target)[0] == 0
    title = ET.fromstring(target.read_text(encoding="utf-8")).find("{http://www.w3.org/2000/svg}title").text
    assert title == "Standard gin rummy · all cards open: Bo must lay off or be done"


def test_replay_for_a_seat_names_no_card_hidden_from_it(run, tmp_path):
    order = gin.shuffled(12)
    path = tmp_path / "a.toml"
    record = RoundRecord(STANDARD, order, actions=["decline", "decline", "draw"])
    path.write_text(record.dumps(), encoding="utf-8")
    out = run("replay", path, "--seat", 0)[1]
    assert "Seat 1 draws ? from the stock" in out
    assert "11 hidden" in out
    drawn = str(order[21])
    assert f"draws {drawn}" in run("replay", path, "--seat", 1)[1]
    assert drawn not in out


def test_replay_of_several_rounds_and_of_one_of_them(run, round_file, tmp_path):
    both = tmp_path / "both.toml"
    both.write_text(round_file.read_text(encoding="utf-8") + "\n" + RoundRecord(STANDARD, 7).dumps(), encoding="utf-8")
    out = run("replay", both)[1]
    assert "round 1\n" in out
    assert "round 2\n" in out
    assert "Seat 1 must take" in run("replay", both, "--record", 2)[1]
    for words in (["--ply", 1], ["--svg", tmp_path / "b.svg"]):
        status, _, err = run("replay", both, *words)
        assert status == 2
        assert "choose one with --record" in err
    assert "has 2 rounds, so there is no round 3" in run("replay", both, "--record", 3)[2]
    assert "has 1 round, so there is no round 2" in run("replay", round_file, "--record", 2)[2]
    assert not (tmp_path / "b.svg").exists()


def test_replay_of_a_match(run, tmp_path):
    record = MatchRecord(STANDARD, ["Ann", "Bo"], dealer=1).add(knocked(names=["Ann", "Bo"]))
    path = tmp_path / "match.json"
    path.write_text(record.dumps("json"), encoding="utf-8")
    assert "Ann: knock 4s" in run("replay", path)[1]
    assert "Ann knock 59" in run("score", path)[1]


def test_replay_of_a_fault_goes_as_far_as_it_can(run, broken_file):
    status, out, _ = run("replay", broken_file)
    assert status == 1
    assert out.splitlines()[2].endswith("spread Ac 2c 3c / 5d 6d 7d / 9h Th Jh")
    assert "does not fit" in out
    assert "line" in out.splitlines()[-1]
    assert "Ann: knock" in out
    assert "# at once" in out
    status, out, _ = run("replay", broken_file, "--ply", 1)
    assert status == 1
    assert "does not fit" in out
    status, _, err = run("replay", broken_file, "--ply", 9)
    assert status == 2
    assert "does not fit" in err


@pytest.mark.parametrize("columns", ["40", "20"])
def test_output_fits_the_terminal(run, monkeypatch, round_file, tmp_path, columns):
    pad = tmp_path / "evening.pad"
    pad.write_text("rules hollywood\nplayers Ann Bo\nAnn 30\nAnn 40\nBo 20\nAnn 50\n", encoding="utf-8")
    wide = run("score", pad)[1]
    monkeypatch.setenv("COLUMNS", columns)
    for words in (("score", pad), ("replay", round_file)):
        out = run(*words)[1]
        position = out[out.rfind("\n\n", 0, -1) :] if words[0] == "replay" else out
        assert max(map(len, position.splitlines())) <= 40
    assert max(map(len, wide.splitlines())) > 40


@pytest.mark.parametrize("command", ["replay", "score"])
def test_a_fault_names_the_file(run, tmp_path, command):
    path = tmp_path / "evening.toml"
    status, _, err = run(command, path)
    assert (status, "cannot be read: No such file" in err, "evening.toml" in err) == (2, True, True)
    path.write_text('format = "ginrules/match-record"\nversion = 1\nrules = 7\n', encoding="utf-8")
    status, _, err = run(command, path)
    assert status == 2
    assert "evening.toml" in err
    assert "line 2, version: must be 2, the only version known, not 1" in err


@pytest.mark.parametrize("words", [["--ply", 9], ["--ply", -1], ["--seat", 5], ["--seat", -1]])
def test_replay_refuses_options_that_fit_nothing(run, round_file, tmp_path, words):
    status, _, err = run("replay", round_file, "--svg", tmp_path / "a.svg", *words)
    assert status == 2
    assert err
    assert not (tmp_path / "a.svg").exists()


def test_a_comment_commands_no_terminal(run, tmp_path):
    path = tmp_path / "a.toml"
    path.write_text(knocked(comments={1: "\x1b[31mred\x07"}).dumps("toml"), encoding="utf-8")
    assert "# �[31mred�" in run("replay", path)[1]


# --- verify -------------------------------------------------------------------------------------


def test_verify_reports_every_file(run, round_file, broken_file, tmp_path):
    assert run("verify", round_file) == (0, "round.toml: 1 record, all valid\n", "")
    status, out, err = run("verify", broken_file, tmp_path / "none.toml", round_file)
    assert (status, err) == (1, "")
    assert "broken.toml" in out
    assert "line" in out
    assert "none.toml" in out
    assert out.endswith("round.toml: 1 record, all valid\n")


@pytest.mark.parametrize("text", ["", "}{", "a = 1", "\x00", 'format = "ginrules/round"\n', "[" * 9999])
def test_verify_of_a_file_that_is_no_record(run, tmp_path, text):
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    assert run("verify", path)[0] == 1
    assert run("replay", path)[0] == 2


# --- score --------------------------------------------------------------------------------------

PAD = """\
# precise.md 6.4
rules hollywood
players Ann, Bo

Ann 40
Ann 35 gin
ann 30          # the first column closes
Bo 20 undercut
Bo 25
Ann 36
Bo 30
Ann 40
"""


@pytest.fixture
def pad_file(tmp_path):
    path = tmp_path / "evening.pad"
    path.write_text(PAD, encoding="utf-8")
    return path


def test_score_prints_the_sheet(run, pad_file):
    status, out, err = run("score", pad_file)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Ann wins"
    assert "total              385     0     276    95     281   105" in out
    assert out.endswith("−176\n\nBo pays Ann 742\n")


def test_score_writes_a_picture_and_json(run, pad_file, tmp_path):
    status, out, _ = run("score", pad_file, "--json", "--svg", tmp_path / "a.svg")
    assert status == 0
    assert json.loads(out)["players"] == ["Ann", "Bo"]
    again = tmp_path / "again.json"
    again.write_text(out, encoding="utf-8")
    for words in (("score",), ("league",), ("verify",)):  # what is written is read, and like the pad itself
        read = run(*words, again)
        assert read[0] == 0
        assert read[1].replace("again.json", pad_file.name) == run(*words, pad_file)[1]
    assert ET.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8")) is not None


def test_the_example_of_the_help_is_a_pad():
    block = next(part for part in description(pad_command, 100) if part.startswith("    "))
    two = block.replace(' "Cy Day"', "")
    assert [
        type(entry).__name__ for entry in loads_pad(two).entries
    ] == "FirstDealer Outcome Outcome RoundScore RoundScore RoundScore".split()


def test_facts_are_priced_and_an_undercut_is_found():
    match = loads_pad("rules standard\nplayers Ann Bo\nAnn knocks 9 Bo 4\nBo big gin Ann 20\nAnn gin Bo 10")
    assert [score.result for score in match.scores] == ["undercut", "big-gin", "gin"]
    assert match.games[0].points == (35, 30 + 51)


def test_the_upcard_sets_the_limit_and_doubles():
    pad = "rules oklahoma\nplayers Ann Bo\n"
    single = loads_pad(pad + "Ann knocks 3 Bo 21 upcard 7h").games[0].points
    assert loads_pad(pad + "Ann knocks 3 Bo 21 upcard 7s").games[0].points == (single[0] * 2, 0)
    with pytest.raises(RecordError, match="line 3: Ann knocked with 3 points of deadwood, the limit is 2"):
        loads_pad(pad + "Ann knocks 3 Bo 21 upcard 2h")


def test_penalty_and_open_melding_name_every_seat():
    penalty = "rules penalty-2-to-4\nplayers Ann Bo Cy\n"
    assert loads_pad(penalty + "Ann knocks 3 Bo 25 Cy 20").games[0].points == (0, 22, 17)
    assert loads_pad(penalty + "Cy 0 Ann 5 Bo 6").games[0].points == (5, 6, 0)
    with pytest.raises(RecordError, match="the points of Bo is missing"):
        loads_pad(penalty + "Cy 0 Ann 5")
    mahjong = "rules mahjong-gin\nplayers Ann Bo\n"
    assert loads_pad(mahjong + "Bo out Ann 25 laid Ann 40 Bo 70").games[0].points == (15, 70)
    assert loads_pad(mahjong + "Bo 70 Ann -15").games[0].points == (-15, 70)


def test_an_undercut_that_costs_the_knocker(tmp_path):
    (tmp_path / "ours.toml").write_text('name = "ours"\n[price]\nundercut_moves = "knocker"\n')
    text = "rules ours.toml\nplayers Ann Bo\nBo 0 Ann -30 undercut"
    assert loads_pad(text, folder=tmp_path).games[0].points == (-30, 0)
    with pytest.raises(RecordError, match="line 3: an undercut costs the knocker, so Ann has 0 and the other 0"):
        loads_pad(text.replace("-30", "30"), folder=tmp_path)


def test_boxes_and_what_points_were_doubled_by():
    match = loads_pad("rules oklahoma-kisses\nplayers Ann Bo\nAnn 60 gin x2\nBo 9 boxes 3")
    assert match.scores[0].multiplier == 2
    assert match.games[0].boxes[1] == 3


def due_of_teams():
    due = gin.new_match(gin.preset("partnership"), ["Ann", "Bo", "Cy", "Di"]).due
    return [[("Ann", "Bo", "Cy", "Di")[player] for player in table.players] for table in due]


def test_a_team_round_is_a_line_a_table_in_any_order():
    head = "rules partnership\nplayers Ann Bo Cy Di\n"
    (a, b), (c, d) = due_of_teams()
    match = loads_pad(f"{head}{c} 12\n{a} 16\n")
    assert match.scores[0].points == (28, 0)
    assert loads_pad(f"{head}dead {c} {d}\n{b} 5\n").scores[0].points == (0, 5)
    with pytest.raises(RecordError, match=f"ends within a team round: the result of {c} against {d} is missing"):
        loads_pad(f"{head}{a} 16\n")
    with pytest.raises(RecordError, match="name players of one table"):
        loads_pad(f"{head}dead\n")
    with pytest.raises(RecordError, match="name players of one table"):
        loads_pad(f"{head}{a} knocks 3 {c} 12\n")


def test_a_drawn_table_names_its_spade_where_that_doubles_the_teams_box(tmp_path):
    """The rules, step by step, 14.2 and 4.3: the box of a team doubles if every table had a spade, drawn or not."""
    spades = 'extends = "partnership"\n[price]\nspade_multiplier = 2\nspade_scope = "hand-and-all-boxes"\n'
    (tmp_path / "spades.toml").write_text(spades)
    (a, _), (c, d) = due_of_teams()
    head = f"players Ann Bo Cy Di\n{a} 16 x2\ndead {c} {d}"
    boxes = [loads_pad(f"rules spades.toml\n{head}{end}", folder=tmp_path).games[0].boxes for end in ("", " x2")]
    assert boxes == [(1, 0), (2, 0)]
    with pytest.raises(RecordError, match="line 4: expected a multiplier of 1, or 2 for a spade, got 3"):
        loads_pad(f"rules spades.toml\n{head} x3", folder=tmp_path)
    for rules, line in (("oklahoma", "dead x2"), ("oklahoma-kisses", "dead Ann Bo x2"), ("standard", "dead x2")):
        with pytest.raises(RecordError, match="line 3: 'x2' on a drawn line: the spade of a drawn table multiplies no"):
            loads_pad(f"rules {rules}\nplayers Ann Bo\n{line}")


def test_the_first_dealer_and_notice():
    match = loads_pad("rules hollywood-endless\nplayers Ann Bo\ndealer Bo\nAnn 10\nnotice\nAnn 20")
    assert match.due[0].dealer in (0, 1)
    assert match.sheet.notice
    assert match == gin.new_match(match.rules, match.players, results=match.entries)
    assert [table.dealer for table in match.seatings[0]] == [1]


def test_a_player_concedes_on_the_pad():
    match = loads_pad("rules standard\nplayers Ann Bo\nAnn 40\nconcede ann\n")
    assert (match.winner, [type(entry).__name__ for entry in match.entries]) == (1, ["RoundScore", "Concession"])
    with pytest.raises(RecordError, match="line 5: the match is over after 1 round"):
        loads_pad("rules standard\nplayers Ann Bo\nAnn 40\nconcede Ann\nBo 3\n")
    out = loads_pad("rules penalty-elimination\nplayers Ann Bo Cy\nconcede Bo\nAnn 0 Cy 30\n")
    assert (out.out, out.games[0].points) == ((1,), (0, 0, 30))
    for line, message in (
        ("concede", "one player concedes on a line: concede Bo"),
        ("concede Ann Bo", "one player concedes on a line: concede Bo"),
        ("concede Cy", "there is no player 'Cy'"),
    ):
        with pytest.raises(RecordError, match=f"line 3: {message}"):
            loads_pad(f"rules standard\nplayers Ann Bo\n{line}")


def test_a_round_in_progress_is_not_counted_when_a_team_concedes():
    match = loads_pad("rules partnership\nplayers Ann Bo Cy Di\nAnn 12\nconcede Di\n")
    assert (match.winner, match.scores, match.games[0].points) == (0, (), (0, 0))


@pytest.mark.parametrize("rules", ["standard", "standard+drawn_dealer=next"])
def test_a_misdeal_is_no_round_and_the_same_dealer_deals_again(rules):
    pad = f"rules {rules}\nplayers Ann Bo\nAnn 10\n"
    assert loads_pad(f"{pad}misdeal\nmisdeal Ann Bo\n") == loads_pad(pad)
    with pytest.raises(RecordError, match="line 4: there is no player 'Cy'"):
        loads_pad(f"{pad}misdeal Cy\n")
    with pytest.raises(RecordError, match="the match is over after 1 round"):
        loads_pad("rules standard\nplayers Ann Bo\nAnn 100\nmisdeal\n")
    teams = "rules partnership\nplayers Ann Bo Cy Di\nAnn 12\n"
    assert loads_pad(f"{teams}misdeal\nmisdeal Cy Di\nCy 3\n") == loads_pad(f"{teams}Cy 3\n")


@pytest.mark.parametrize("name", ["concede", "Misdeal"])
def test_the_words_of_the_pad_are_no_names(name):
    with pytest.raises(RecordError, match="means something else on a pad"):
        loads_pad(f"rules standard\nplayers Ann {name}\n")


def test_a_rule_file_beside_the_pad(run, tmp_path):
    (tmp_path / "house.toml").write_text('extends = "standard"\n[price]\ngin_bonus = 20\n', encoding="utf-8")
    path = tmp_path / "a.txt"
    path.write_text("rules house.toml\nplayers Ann Bo\nAnn gin Bo 10\n", encoding="utf-8")
    assert "Ann gin 30" in run("score", path)[1]


BAD = {
    "": "there is no line like 'rules standard' of a score pad",
    "# a comment": "there is no line like 'rules standard' of a score pad",
    "rules standard": "a line like 'players Ann Bo' is missing",
    "players Ann Bo": "line 1: the line with the rules comes first",
    "Ann 18": "line 1: expected the line with the rules first, got 'Ann'",
    "rules standard\nAnn 18": "line 2: expected the line with the players first",
    "rules": "line 1: one line names the rules",
    "rules standard\nrules standard": "line 2: one line names the rules",
    "rules standrad": "line 1: no preset 'standrad': did you mean standard",
    "rules none.toml": "line 1: there is no file none.toml",
    "rules standard\nplayers Ann": "line 2: expected 2 players",
    "rules standard\nplayers Ann Ann": "line 2: expected a different name for every player",
    "rules standard\nplayers Ann gin": "line 2: 'gin' means something else",
    "rules standard\nplayers Ann 7": "line 2: '7' means something else",
    'rules standard\nplayers Ann ""': "line 2: a name has 1 to 100 characters",
    'rules standard\nplayers Ann "Bo': "line 2: a quotation mark is not closed",
}
BAD_ROUNDS = {
    "players Ann Bo": "one line names all the players",
    "Cy 18": "there is no player 'Cy': the players are Ann, Bo",
    "Ann": "expected after Ann a number of points, .* got the end of the line",
    "Ann -5": "expected 0 or more points for the winner, Ann, got -5",
    "Ann wins 18": "expected after Ann a number of points, .* got 'wins'",
    "Ann knocks": "after Ann a number of points",
    "Ann knocks x Bo 3": "expected the deadwood as a whole number, got 'x'",
    "Ann knocks 3": "the deadwood of Bo is missing",
    "Ann knocks 3 Bo": "a number is missing after Bo",
    "Ann knocks 3 Bo 4.5": "expected the number of Bo as a whole number, got '4.5'",
    "Ann knocks 3 Bo ４": "expected the number of Bo as a whole number",
    "Ann knocks 3 Bo 9999999": "expected the number of Bo as a whole number",
    "Ann knocks 3 Ann 4": "Ann is on the line twice",
    "Ann knocks 3 Bo 4 Bo 5": "Bo is on the line twice",
    "Ann knocks 11 Bo 40": "Ann knocked with 11 points of deadwood, the limit is 10",
    "Ann knocks 0 Bo 40": "which is gin",
    "Ann knocks 3 Bo -4": "deadwood of Bo: expected a whole number from 0 up, got -4",
    "Ann knocks 3 Bo 4 upcard": "'upcard' is not valid at the end of the line",
    "Ann knocks 3 Bo 4 upcard 1s": "'1s' is not a card",
    "Ann knocks 3 Bo 4 x2": "; after deadwood name the card that doubles, as in upcard 9s",
    "Ann knocks 3 Bo 4 laid Ann 5 Bo 6": "without open melding",
    "Ann out Bo 4": "cannot go out",
    "Ann 18 gin boxes": "'boxes' is not valid at the end of the line",
    "Ann 18 boxes two": "expected the boxes as a whole number, got 'two'",
    "dealer Bo Ann": "one line before the first round names who deals first",
    "notice": "notice ends endless columns",
    "dead Cy": "there is no player 'Cy'",
    "Ann 100\nAnn 5": "the match is over after 1 round:",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_pad_is_refused_with_its_line(run, tmp_path, text):
    path = tmp_path / "a.pad"
    path.write_text(text, encoding="utf-8")
    status, out, err = run("score", path, "--svg", tmp_path / "a.svg")
    assert (status, out) == (2, "")
    assert BAD[text] in err.replace(f"{tmp_path}/", "")
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("text", BAD_ROUNDS)
def test_a_bad_round_is_refused_with_its_line(text):
    line = 4 + text.count("\n")
    with pytest.raises(RecordError, match=f"line {line}: .*{BAD_ROUNDS[text]}"):
        loads_pad(f"rules standard\n\nplayers Ann Bo\n{text}")


def test_a_pad_that_is_no_text_or_far_too_long(run, tmp_path):
    path = tmp_path / "a.pad"
    path.write_bytes(b"\xff\xfe")
    assert run("score", path)[0] == 2
    path.write_bytes(b"#" * (1 << 21))
    assert "more than 1048576 bytes" in run("score", path)[2]
    assert run("score", tmp_path / "none.pad")[0] == 2
    with pytest.raises(RecordError, match="at most 10000"):
        loads_pad("\n" * 20_000)


ON_PADS = "Ann Bo Cy knocks gin big out dead notice dealer players rules standard upcard knock-card laid boxes undercut"
ODD = ["x2", "7s", "3", "21", "-5", "#", '"Ann', ",", "\u202e", "\x00", '""', "４", "999999"]
WORDS = st.sampled_from([*ON_PADS.split(), *ODD])


@given(
    st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=5),
    st.sampled_from(["standard", "mahjong-gin", "oklahoma"]),
)
@examples(50, 400)
def test_whatever_stands_on_a_pad_it_is_a_match_or_an_error_with_a_line(lines, rules):
    text = "\n".join([f"rules {rules}", "players Ann Bo", *lines])
    try:
        match = loads_pad(text)
    except RecordError as error:
        assert "line" in str(error) or "round" in str(error)
    else:
        assert match == gin.new_match(match.rules, match.players, results=match.entries)


def test_a_stake_is_one_multiplication(run, tmp_path):
    pad = tmp_path / "pad.txt"
    pad.write_text("rules standard\nplayers Ann Bo\nAnn 18\n", encoding="utf-8")
    assert run("score", pad, "--stake", "0.10")[1].endswith("at 0.10 a point: Bo pays Ann 4.30\n")
    for text in ("much", "-1", "NaN", "1e999999999"):
        status, _, err = run("score", pad, "--stake", text)
        assert status == 2
        assert "is not what a point is worth" in err


def test_doubles_on_a_pad():
    pad = "rules doubling-gin\nplayers Ann Bo\n"
    assert loads_pad(pad + "Ann doubled 34 Bo 41").games[0].points == (17, 0)
    assert loads_pad(pad + "Ann doubles 12 Bo 20 factor 2").games[0].points == (36, 0)
    assert loads_pad(pad + "Bo knocks 3 Ann 21 factor 4").games[0].points == (0, 72)
    assert loads_pad(pad + "Bo 17 refused").scores[0].result == "refused"
    with pytest.raises(RecordError, match="power of two"):
        loads_pad(pad + "Ann knocks 3 Bo 21 factor 3")
    with pytest.raises(RecordError, match="no doubling"):
        loads_pad("rules standard\nplayers Ann Bo\nAnn doubled 34 Bo 41")
