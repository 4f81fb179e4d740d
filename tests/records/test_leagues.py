"""`league`: standings, head to head, the fewest payments, doubtful names; ``ginrules league`` with wrong pads."""

import csv
import json
import re
from decimal import Decimal
from itertools import combinations
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ginrules as gin
from ginrules._support.files import write_atomic
from ginrules.cli import main
from ginrules.records import League, league
from ginrules.records.leagues import counts_of, fewest_payments
from tests.conftest import examples

PADS = {
    "one.pad": "rules standard\ndate 2026-03-14\nplayers Ann Bo\nAnn 100",
    "two.pad": "rules standard\ndate 2026-03-07\nplayers Bo Cy\nBo 120",
    "three.pad": "rules knock-rummy+target=100\ndate 2026-03-14\nplayers Ann Bo Cy\nAnn 125 gin",
    "teams.pad": "rules partnership\ndate 2026-03-07\nplayers Ann Bo Cy Di\nAnn 90\nCy 90",
    "open.pad": "rules standard\nplayers Di Cy\nDi 9",
}


def season(**options):
    return league([gin.loads_pad(text) for text in PADS.values()], **options)


def gains(table):
    """The points that payments give to every player."""
    sums = {}
    for debt in table:
        sums[debt.payer] = sums.get(debt.payer, 0) - debt.points
        sums[debt.payee] = sums.get(debt.payee, 0) + debt.points
    return {name: points for name, points in sums.items() if points}


def fewest(net):
    """Return the least number of payments, from a search of every set of players whose sum is zero."""
    names = [name for name, points in net.items() if points]
    if not names:
        return 0
    first, *others = names
    best = len(names) - 1
    for size in range(1, len(names) - 1):
        for chosen in combinations(others, size):
            group = (first, *chosen)
            if sum(net[name] for name in group) == 0:
                rest = {name: net[name] for name in names if name not in group}
                best = min(best, fewest({name: net[name] for name in group}) + fewest(rest))
    return best


NETS = st.lists(st.integers(-4, 4) | st.integers(-(10**6), 10**6), min_size=1, max_size=6).map(
    lambda points: dict(zip("ABCDEFG", [*points, -sum(points)], strict=False))
)
MANY = st.lists(st.integers(-999, 999), min_size=17, max_size=40).map(
    lambda points: {str(n): one for n, one in enumerate([*points, -sum(points)])}
)


@given(NETS | MANY)
@examples(100, 2_000)
def test_payments_are_exact_and_the_fewest(net):
    paid = fewest_payments(net)
    owing = {name: points for name, points in net.items() if points}
    assert gains(paid) == owing
    assert all(debt.points > 0 for debt in paid)
    assert len(paid) <= max(0, len(owing) - 1)
    if len(net) <= 7:
        assert len(paid) == fewest(net)


def test_the_points_of_a_season_are_those_of_its_settlements():
    table = season(stake=Decimal("0.10"))
    by_name = {line.player: line for line in table.standings}
    nets = dict.fromkeys(by_name, 0)
    for text in PADS.values():
        match = gin.loads_pad(text).match
        if match.is_over:
            settled = gin.settle(match)
            for side, members in enumerate(match.sides):
                for player in members:
                    nets[match.players[player]] += settled.net[side]
    assert {name: line.points for name, line in by_name.items()} == nets
    assert gains(table.debts) == {name: points for name, points in nets.items() if points}
    assert (table.unfinished, table.evenings) == (1, ("2026-03-07", "2026-03-14"))
    assert by_name["Bo"].form == "WLLL"  # by the days, whatever the order of the files
    assert by_name["Ann"].summary.rounds_won == 3
    assert sum(line.points for line in table.standings) == 0
    assert table.amount(7) == Decimal("0.70")


def test_two_players_head_to_head():
    pairs = {(pair.first, pair.second): pair for pair in season().pairings}
    one = pairs["Ann", "Bo"]
    assert (one.matches, one.first_won, one.second_won) == (3, 3, 0)
    alone = gin.settle(gin.loads_pad(PADS["one.pad"]).match).net[0]
    assert one.points > alone
    assert ("Ann", "Cy") in pairs
    assert pairs["Ann", "Cy"].matches == 1  # partners do not meet


def test_standings_are_sorted_as_asked():
    def first(by):
        return [line.player for line in season(by=by).standings]

    assert first("points")[0] == first("games")[0] == first("matches")[0] == "Ann"
    won = {line.player: line.summary.games_won for line in season().standings}
    assert first("games") == sorted(first("games"), key=lambda name: -won[name])
    with pytest.raises(gin.RecordError, match="points, games or matches"):
        season(by="luck")
    for stake in (0.1, True, -1, "1e3", "NaN", Decimal("NaN"), Decimal("Infinity")):
        with pytest.raises(gin.ScoreError, match="what a point is worth"):
            season(stake=stake)


def test_names_that_may_be_misspelt():
    names = ["Ann", "Ann", "Ann", "Anne", "Zoe"]
    pads = [f"rules standard\nplayers {name} Bo\n{name} 100" for name in names]
    records = [gin.loads_pad(pad) for pad in pads]
    assert [(doubt.name, doubt.nearest) for doubt in league(records).doubts] == [("Anne", "Ann")]
    known = league(records, members=["Ann", "Bo", "Di"])
    assert [(doubt.name, doubt.nearest) for doubt in known.doubts] == [("Anne", "Ann"), ("Zoe", "")]
    assert {line.player for line in known.standings} == {"Ann", "Anne", "Bo", "Zoe", "Di"}


def test_names_that_differ_by_case_are_doubted_and_composed_names_are_one_person():
    def of(*pairs):
        return league([gin.loads_pad(f"rules standard\nplayers {a} {b}\n{a} 120") for a, b in pairs])

    both = of(("Ann", "Bo"), ("ann", "bo"), ("Ann", "Bo"))
    assert [(doubt.name, doubt.nearest) for doubt in both.doubts] == [("ann", "Ann"), ("bo", "Bo")]
    assert len(of(("Ann", "Bo"), ("ann", "Cy")).doubts) == 1  # equally often
    one = of(("Jos\u00e9", "Bo"), ("Jose\u0301", "Bo"))
    assert [line.player for line in one.standings] == ["Jos\u00e9", "Bo"]
    assert one.doubts == ()


def test_a_league_of_2000_players_compares_few_names(monkeypatch):
    compared = []
    read = "ginrules.records.leagues.get_close_matches"
    monkeypatch.setattr(read, lambda _, names, **_options: compared.extend(names) or [])
    pads = (gin.loads_pad(f"rules standard\nplayers P{i} Q{i}\nP{i} 120") for i in range(1_000))
    assert len(league(pads).standings) == 2_000
    assert compared == []


def test_a_league_is_a_document():
    table = season(stake="0.10")
    assert gin.from_dict(League, json.loads(json.dumps(gin.to_dict(table)))) == table
    assert league([]) == League()


@pytest.fixture
def folder(tmp_path):
    for name, text in PADS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_wrong_pads_are_named_and_a_mended_entry_is_shown(folder, capsys):
    (folder / "wrong.pad").write_text("rules standard\nplayers Ann Bo\nAnn knokcs 3\nBo 100\nCy 3", encoding="utf-8")
    assert main(["league", str(folder), "--json"]) == 1
    out, err = capsys.readouterr()
    assert "wrong.pad" in err
    assert "line 3" in err
    assert "line 5" in err
    before = folder / "before.json"
    before.write_text(out, encoding="utf-8")
    assert gin.from_dict(League, json.loads(out)) == league([gin.load_pad(folder / name) for name in sorted(PADS)])

    (folder / "wrong.pad").unlink()
    assert main(["league", str(folder), "--was", str(before)]) == 0
    assert "nothing has changed since before.json" in capsys.readouterr().out
    text = PADS["one.pad"].replace("Ann 100", "Ann 110")
    (folder / "one.pad").write_text(text, encoding="utf-8")
    assert main(["league", str(folder), "--was", str(before)]) == 0
    changed = [line for line in capsys.readouterr().out.splitlines() if "->" in line]
    assert [line.partition(":")[0] for line in changed] == ["Ann", "Bo"]
    assert [re.findall(r"(\d) of (\d) matches", line) for line in changed] == [[("3", "3")] * 2, [("1", "4")] * 2]


def points_of(folder, capsys, *more):
    """The points of the standings, and what is said beside them."""
    main(["league", str(folder), *map(str, more), "--json"])
    said = capsys.readouterr()
    return {line["player"]: line.get("points", 0) for line in json.loads(said.out)["standings"]}, said.err


def test_a_copy_of_a_pad_with_a_date_is_named_and_counted_once(folder, capsys):
    points, _ = points_of(folder, capsys)
    (folder / "one (1).pad").write_text(PADS["one.pad"], encoding="utf-8")
    again, said = points_of(folder, capsys, folder / "two.pad")  # a file and its folder
    assert again == points
    assert "one.pad is a copy of one (1).pad: counted once" in said
    assert main(["league", str(folder)]) in {0, 1}
    assert "one.pad is a copy of one (1).pad: counted once" in capsys.readouterr().out.replace("\n", " ")


def test_equal_matches_in_files_that_differ_or_have_no_date_are_named_and_each_counts(folder, capsys):
    points, said = points_of(folder, capsys)
    assert "equal" not in said
    (folder / "one (1).pad").write_text(PADS["one.pad"] + "\n\n", encoding="utf-8")
    more, said = points_of(folder, capsys)
    assert more["Ann"] > points["Ann"]
    assert "one (1).pad, one.pad are equal, and each counts" in said
    for file in folder.iterdir():
        file.unlink()
    for name in ("a.pad", "b.pad"):
        (folder / name).write_text("rules standard\nplayers Ann Bo\nAnn 100", encoding="utf-8")
    points, said = points_of(folder, capsys)
    assert points["Ann"] == 650
    assert "a.pad, b.pad are equal, and each counts" in said


def test_a_file_that_a_crash_has_left_is_no_match(folder, capsys, monkeypatch):
    points, _ = points_of(folder, capsys)
    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", failing)
        killed.setattr(Path, "unlink", failing)
        with pytest.raises(OSError, match="killed"):
            write_atomic(PADS["open.pad"] + "\nDi 200", folder / "open.pad")
    assert len([*folder.iterdir()]) == len(PADS) + 1
    assert points_of(folder, capsys) == (points, "")


def failing(*_args, **_options):
    raise OSError("killed")


def test_pages_and_a_table_are_written(folder, capsys):
    members = folder / "members.txt"
    members.write_text("Ann\nBo\nCy\n", encoding="utf-8")
    words = ["--stake", "0.10", "--html", str(folder / "out"), "--csv", str(folder / "out.csv")]
    assert main(["league", *map(str, sorted(folder.glob("*.pad"))), "--members", str(members), *words]) == 0
    out = capsys.readouterr().out
    assert "teams.pad, open.pad" in out or "open.pad, teams.pad" in out  # the guest
    assert "no member has a name like it" in out
    assert "without a date, and counted first: open.pad" in out
    pages = {page.name: page.read_text(encoding="utf-8") for page in (folder / "out").iterdir()}
    assert set(pages) == {"index.html", "2026-03-07.html", "2026-03-14.html", "undated.html"}
    assert pages["2026-03-14.html"].count("<svg") == 2
    assert all(f'href="{name}"' in pages["index.html"] for name in set(pages) - {"index.html"})
    with (folder / "out.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head[:4] == ["place", "player", "points", "in money"]
    assert len(rows) == 4
    ann = dict(zip(head, next(row for row in rows if row[1] == "Ann"), strict=True))
    expected = {"rounds": "3", "drawn": "0", "gins": "1", "round points": "315", "mean deadwood": ""}
    assert {name: ann[name] for name in expected} == expected
    assert all("<h2>How rounds ended</h2>" in page and '<th scope="col">gins</th>' in page for page in pages.values())
    assert main(["league", str(folder / "out")]) == 2
    assert "name score pads" in capsys.readouterr().err


# --- counts of a player ----------------------------------------------------------------------------------


STANDARD = gin.preset("standard")
ROUNDS = [
    gin.Outcome(declarer=0, deadwood=(3, 21)),  # Ann knocks: 18
    gin.Outcome(declarer=0, deadwood=(8, 5)),  # and is undercut: Bo 28
    gin.Outcome(declarer=1, deadwood=(30, 0)),  # Bo has gin: 55
    gin.Outcome(declarer=None, deadwood=(20, 12)),
    gin.pad_entry(14, STANDARD, winner=0),
    gin.pad_entry(9, STANDARD, winner=1, result="undercut"),
]


def figures(match, player):
    counts = attrs.asdict(counts_of([match], player))
    return ", ".join(f"{name} {value}" for name, value in counts.items() if value)


def test_every_count_of_a_match():
    match = gin.new_match(STANDARD, ["Ann", "Bo"], results=ROUNDS)
    assert figures(match, "Ann") == (
        "player Ann, rounds 6, rounds_won 2, drawn 1, knocks 4, undercut 2, points 32, net -60, hands 4, deadwood 61"
    )
    assert figures(match, "Bo") == (
        "player Bo, rounds 6, rounds_won 3, drawn 1, gins 1, undercuts 2, points 92, net 60, hands 4, deadwood 38"
    )
    ours = counts_of([match, match], "Ann")
    assert (ours.rounds, ours.points_per_round, ours.mean_deadwood) == (12, 32 / 6, 61 / 4)
    none = counts_of([], "Ann")
    assert (none.rounds, none.points_per_round, none.mean_deadwood) == (0, None, None)


def test_matches_games_and_teams():
    results = [gin.Outcome(declarer=0, deadwood=(0, 98))] * 3
    columns = gin.new_match(gin.preset("hollywood"), ["Ann", "Bo"], results=results)
    assert columns.is_over
    ours = counts_of([columns], "Ann")
    assert (ours.matches, ours.matches_won, ours.games, ours.games_won) == (1, 1, 3, 3)
    knock, gin_ = gin.Outcome(declarer=0, deadwood=(3, 21)), gin.Outcome(declarer=1, deadwood=(30, 0))
    team = gin.add_round(gin.new_match(gin.preset("partnership"), ["Ann", "Bo", "Cy", "Di"]), knock, gin_)
    (tables,) = team.seatings
    points = [counts_of([team], team.players[player]).points for table in tables for player in table.players]
    assert points == [18, 0, 0, 50]
